"""What is remembered of the learner's attempts: in the learner's folder only, whatever state the file is in."""

import json

import pytest

from pe_lessons.checks import check, log, progress


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with a learner's folder, which is the working folder."""
    for name in ("work", "exercises", "solutions", "notebooks"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def test_nothing_is_written_without_a_learners_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check("2.2", 1e8)
    assert list(tmp_path.iterdir()) == []
    assert progress().done == []


def test_a_verdict_is_remembered(course):
    check("2.2", 20000)
    assert (progress().done, progress().tried) == ([], ["2.2"])
    check("2.2", 1e8)
    check("2.2", 20000)  # what was solved stays solved
    assert (progress().done, progress().tried, progress().points) == (["2.2"], [], 2)
    assert "lesson 02   1 of  5  2.1 2.2\u2713" in repr(progress())
    assert "1 of 47 exercises" in progress()._repr_html_()


def test_not_attempted_is_no_attempt(course):
    check("2.2", None)
    assert not (course / "work" / log.FILE).exists()


def test_lessons_count_and_solutions_do_not(course, monkeypatch):
    monkeypatch.chdir(course / "solutions")
    check("2.2", 1e8)
    assert not (course / "work" / log.FILE).exists()
    monkeypatch.chdir(course / "notebooks")
    check("2.2", 1e8)
    assert progress().done == ["2.2"]


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe\x00", b'{"exercise": "2.2", "sta', b"[]\n3\nnull\n", b'{"exercise": 2}\n', b'{"exercise": "9.9", "status": "correct"}\n'])
def test_a_damaged_file_costs_nothing_else(course, damage):
    check("2.1", lambda *args: 3)
    with open(course / "work" / log.FILE, "ab") as file:
        file.write(damage)
    check("2.2", 1e8)
    assert progress().done == ["2.2"] and progress().tried == ["2.1"]
    assert damage in (course / "work" / log.FILE).read_bytes()  # nothing of the learner's is thrown away


def test_a_folder_that_cannot_be_written_to_disturbs_nobody(course):
    (course / "work" / log.FILE).mkdir()
    assert check("2.2", 1e8).status == "correct"
    assert progress().done == []


def test_a_line_is_plain_json(course):
    check("2.2", 20000)
    entry = json.loads((course / "work" / log.FILE).read_text(encoding="utf-8"))
    assert entry.keys() == {"exercise", "status", "reason", "points", "time"}
    assert entry["reason"] == "base-doubled"
