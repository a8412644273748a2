"""The numbers in INSTRUCTORS.md are those of the lessons and exercises."""

import re
from pathlib import Path

import nbformat
import pytest

from pe_lessons.checks import catalogue
from pe_lessons.course.grading.submissions import find_submissions

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "INSTRUCTORS.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXERCISES = catalogue.exercises()
SOURCES = sorted((ROOT / "source/lessons").glob("*.py"))
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]


def lesson_minutes():
    """Minutes of each lesson as its first cell states them; README has those of the start page."""
    readme = re.search(r"\| 00 \|.*\| (\d+) \|", README)[1]
    stated = {path.stem[:2]: re.search(r"\*\*Time\*\* about (\d+) minutes", path.read_text(encoding="utf-8")) for path in SOURCES}
    return {number: int(found[1]) if found else int(readme) for number, found in stated.items()}


def exercises(lesson, extra):
    found = [exercise for exercise in EXERCISES.values() if (lesson is None or exercise.lesson == lesson) and exercise.extra is extra]
    return [len(found), sum(exercise.minutes for exercise in found), sum(exercise.points for exercise in found)]


def test_the_table_of_lessons():
    table = {row[0]: row for row in ROWS if len(row) == 9 and re.fullmatch(r"\d\d", row[0])}
    titles = dict(re.findall(r"^\| (\d\d) \| \[(.+?)\]", README, re.MULTILINE))
    assert table.keys() == titles.keys() == {path.stem[:2] for path in SOURCES}
    for number, row in table.items():
        assert row[1] == titles[number]
        wanted = [lesson_minutes()[number], *exercises(int(number), False), *exercises(int(number), True)]
        assert [int(cell) for cell in row[2:]] == wanted, row
    (together,) = [row for row in ROWS if row[:2] == ["", "together"]]
    assert [int(cell) for cell in together[2:]] == [sum(lesson_minutes().values()), *exercises(None, False), *exercises(None, True)]


@pytest.mark.parametrize("row", [row for row in ROWS if len(row) == 3 and row[2].isdecimal()], ids=lambda row: row[0])
def test_a_row_of_a_schedule_adds_up(row):
    lessons = [(number, int(minutes)) for number, minutes in re.findall(r"lesson (\d\d) \((\d+)\)", row[1])]
    items = [(number, int(minutes)) for number, minutes in re.findall(r"\b(\d\.\d|Q\d+) \((\d+)\)", row[1])]
    assert lessons == [(number, lesson_minutes()[number]) for number, _ in lessons]
    assert items == [(number, EXERCISES[number].minutes) for number, _ in items]
    assert sum(minutes for _, minutes in lessons + items) == int(row[2])


def test_self_study_has_every_lesson_and_every_core_exercise():
    days = " ".join(row[1] for row in ROWS if len(row) == 3 and row[0].isdecimal())
    assert re.findall(r"lesson (\d\d)", days) == [path.stem[:2] for path in SOURCES]
    core = [number for number, exercise in EXERCISES.items() if not exercise.extra and exercise.lesson != 8]  # lesson 08 has them in it
    assert re.findall(r"\d\.\d", days) == core
    (extra,) = re.findall(r"Extra exercises, for those who are quick: ([\d., ]+)\.", TEXT)
    assert extra.split(", ") == [number for number, exercise in EXERCISES.items() if exercise.extra]


def test_every_exercise_and_section_that_is_named_is_there():
    assert {number for number in re.findall(r"\b\d\.\d\b|\bQ\d+\b", TEXT)} <= EXERCISES.keys()
    for part in re.split(r"^### (?=\d\d )", TEXT, flags=re.MULTILINE)[1:]:
        (source,) = [path for path in SOURCES if path.stem.startswith(part[:2])]
        part = re.sub(r"[Ll]esson \d\d, section \d", "", part.split("\n## ")[0])
        sections = re.findall(r"^# ## (\d)\. ", source.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(re.findall(r"section (\d)", part)) <= set(sections), source.stem


def test_the_layouts_that_are_shown_are_understood(tmp_path):
    shown = re.findall(r"^    (submissions/.+?\.ipynb)\b", TEXT, re.MULTILINE)
    for path in shown:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(nbformat.v4.new_notebook(), tmp_path / path)
    found = find_submissions(tmp_path / "submissions", ["02_frequencies"], tmp_path / "into")
    assert len(found) == len(shown) == 3
    assert all(len(one.notebooks) == 1 for one in found)


def test_it_is_short():
    assert len(TEXT.splitlines()) < 200
