"""The report on a class: nothing of a student's runs in it, nothing swells it, and the same marks give the same bytes."""

import csv
import io
import re
import tracemalloc
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from pictures import assert_documented, assert_refuses, assert_says_what_it_shows
from PIL import Image

from pe_lessons import figures
from pe_lessons.checks import catalogue, check
from pe_lessons.course.grading import pages, report
from pe_lessons.course.grading.records import Marked

EXERCISES = [catalogue.find(number) for number in ("2.1", "2.2", "Q3")]
RIGHT = check("2.2", 1e8)
WRONG = check("2.2", 20000)
OPEN = check("2.2", ...)


def marked(student, *results, remarks=(), held="namespaces"):
    results = [replace(result, exercise=exercise.id, title=exercise.title) for exercise, result in zip(EXERCISES, results)]
    return Marked(student, {result.exercise: result for result in results}, tuple(remarks), held)


def written(tmp_path, *students, exercises=EXERCISES):
    report.write(iter(students), exercises, tmp_path, "The course")
    return {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def rows(files):
    return list(csv.reader(io.StringIO(files["grades.csv"].decode("utf-8-sig"), newline="")))


class Reader(HTMLParser):
    """The tags of a page, and whether they fit together."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_everyone_has_a_row_and_a_page(tmp_path):
    files = written(tmp_path, marked("Anna", RIGHT, WRONG, OPEN), marked("Zoë", remarks=["not submitted"], held=""))
    assert rows(files) == [["student", "2.1", "2.2", "Q3", "total", "out of", "remarks"],
                           ["Anna", "2", "0", "0", "2", "5", ""], ["Zoë", "0", "0", "0", "0", "5", "not submitted"]]
    assert files["grades.csv"].startswith(b"\xef\xbb\xbf\"student\"")
    assert {"index.html", "class.png", f"students/{pages.file_name('Anna')}", f"students/{pages.file_name('Zoë')}"} <= files.keys()
    page = Reader(files[f"students/{pages.file_name('Anna')}"].decode())
    assert not [attrs for _, attrs in page.tags if "href" in attrs or "src" in attrs]  # it is given back alone
    assert "2 of 5 points" in page.text and WRONG.means in page.text and WRONG.next_step in page.text
    assert replace(WRONG, exercise="2.2", title=EXERCISES[1].title)._repr_html_() in files[f"students/{pages.file_name('Anna')}"].decode()
    links = [attrs["href"] for tag, attrs in Reader(files["index.html"].decode()).tags if tag == "a"]
    assert links == ["grades.csv", "#students", *(f"students/{pages.file_name(name)}" for name in ("Anna", "Zoë"))]


def test_the_class_page_counts(tmp_path):
    index = Reader(written(tmp_path, *(marked(f"S{n}", RIGHT, WRONG, OPEN) for n in range(3)), marked("T", OPEN, WRONG, held="limits"))["index.html"].decode())
    text = " ".join(index.text.split())
    assert "4 students, 3 exercises" in text and text.startswith("The course: the class")
    assert [attrs["id"] for _, attrs in index.tags if "id" in attrs] == ["students"]
    assert re.search(r"2\.1 The frequencies\s*3001", index.text) and f"2.2 {WRONG.reason}4" in index.text
    assert WRONG.means in text and WRONG.next_step in text
    assert "Linux namespaces" in text and "plain limits" in text
    image, = (attrs for tag, attrs in index.tags if tag == "img")
    assert image["src"] == "class.png" and "4 students" in image["alt"] and f"2.2 {WRONG.reason} (4)" in image["alt"]
    assert all(attrs.get("scope") in ("col", "row") for tag, attrs in index.tags if tag == "th")
    assert len([tag for tag, _ in index.tags if tag == "table"]) == len([tag for tag, _ in index.tags if tag == "caption"]) == 4
    with Image.open(tmp_path / "class.png") as picture:
        picture.load()


def test_no_word_is_broken_on_a_narrow_screen(tmp_path):
    """A table that is too wide is moved in its frame, with the keyboard as well."""
    text = written(tmp_path, marked("Anna", RIGHT, WRONG, OPEN))["index.html"].decode()
    assert "anywhere" not in text and text.count("<table>") == text.count('tabindex="0">\n<table>') > 2
    assert "overflow-x: auto" in text


def test_no_class(tmp_path):
    files = written(tmp_path)
    assert len(rows(files)) == 1 and "0 students" in Reader(files["index.html"].decode()).text
    (tmp_path / "none").mkdir()
    assert "class.png" not in written(tmp_path / "none", marked("Anna"), exercises={})


@pytest.mark.parametrize("text, shown", [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\uff1dx", "'\uff1dx"), ("Jane", "Jane"), ("a-b", "a-b"), ("a = b", "a = b"),
    ("a;=1", "a;'=1"), ('a";=1', 'a";\'=1'), ("a; =1", "a;' =1"), ("", ""), ("'=1", "'=1"),
])
def test_no_cell_is_a_formula(tmp_path, text, shown):
    row = rows(written(tmp_path, marked(text or "nobody", remarks=[text])))[1]
    assert row[-1] == shown
    assert text == "" or row[0] == shown


def test_a_cell_never_begins_with_a_control_character():
    assert [report._harmless(text) for text in ("\t=1", "\r=1", "\n=1")] == ["'\t'=1", "' =1", "' =1"]


EVIL = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;b&gt;", "</title></style>", "a\x00\x1b[31m\u202eb", "../../evil", "x" * 5000, "", "\ud800"]


@pytest.mark.parametrize("text", EVIL)
def test_nothing_of_a_student_is_markup(tmp_path, text):
    result = replace(WRONG, seen=text, means=text, next_step=text, reason="wrong-type")
    files = written(tmp_path, marked(text, result, remarks=[text]))
    assert len(files) == 4
    for name, data in files.items():
        if name.endswith(".html"):
            page = Reader(data.decode())
            assert not {"script", "iframe", "object", "link", "base", "form"} & {tag for tag, _ in page.tags}
            assert not any(key.startswith("on") for _, attrs in page.tags for key in attrs)
            assert not any(str(attrs.get(key, "")).startswith(("http:", "https:", "//", "data:", "javascript:")) for _, attrs in page.tags for key in ("src", "href"))
            assert "\x00" not in page.text and "\u202e" not in page.text and "\x1b" not in page.text


def test_names_of_pages():
    names = ["Zoë O'Neil", "zoë o'neil", "Zoe\u0308 O'Neil", "../..", "CON", "", "a" * 1000, "日本", "\ud800", ".hidden"]
    files = {pages.file_name(name) for name in names}
    assert len(files) == len(names)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{1,70}\.html", name) for name in files)
    assert pages.file_name("CON") == "con-" + pages.file_name("CON")[4:]


def test_the_output_is_bounded(tmp_path):
    big = "x" * 1_000_000
    files = written(tmp_path, marked("Anna", replace(WRONG, seen=big), remarks=[f"remark {n} {big[:1000]}" for n in range(10_000)]))
    assert sum(len(data) for name, data in files.items() if name != "class.png") < 60_000
    assert "and 9970 more remarks" in files[f"students/{pages.file_name('Anna')}"].decode()


def test_the_same_marks_give_the_same_bytes(tmp_path):
    students = [marked(f"S{n}", (RIGHT, WRONG, OPEN)[n % 3], WRONG, remarks=["odd"] * (n % 2)) for n in range(9)]
    (tmp_path / "own.txt").write_text("mine")
    first = written(tmp_path, *students)
    assert written(tmp_path, *students) == first and first["own.txt"] == b"mine"
    assert not any(str(tmp_path).encode() in data for data in first.values())
    assert not [name for name in first if name.endswith(".part")]


def test_memory_does_not_grow_with_the_remarks_of_a_class(tmp_path):
    def students(number):
        return (marked(f"S{n}", WRONG, WRONG, remarks=["x" * 5000] * 30) for n in range(number))

    report.write(students(2), EXERCISES, tmp_path, "warm")
    tracemalloc.start()
    report.write(students(100), EXERCISES, tmp_path, "The course")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12_000_000  # the remarks alone have 15 MB


PICTURES = {
    "two exercises": (lambda: figures.plot_class({"2.1": (3, 1, 0), "2.2": (0, 4, 0)}, {"2.2 doubled": 4, "2.1 halves": 1}),
                      "2.1 was solved most often (3 solved, 1 wrong, 0 open)"),
    "a whole course": (lambda: figures.plot_class({f"{n}": (40, 60, 100) for n in range(47)}, {}), "No misconceptions"),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_the_picture_says_what_it_shows(draw, said):
    assert_says_what_it_shows(draw, said)


def test_the_picture_of_few():
    assert figures.plot_class({"2.1": (0, 0, 0)}, {}).text == "1 exercise, no students."
    assert "8 (1)" not in figures.plot_class({"2.1": (9, 0, 0)}, {f"code {n}": 1 for n in range(9)}).text
    assert_documented(figures.plot_class)


@pytest.mark.parametrize("draw, error, words", [
    (lambda: figures.plot_class([], {}), TypeError, "exercises must be a dictionary"),
    (lambda: figures.plot_class({}, {}), ValueError, "at least one entry"),
    (lambda: figures.plot_class({"2.1": (1, 2)}, {}), TypeError, "exercises['2.1'] must be three numbers"),
    (lambda: figures.plot_class({"2.1": (1, -2, 0)}, {}), ValueError, "exercises['2.1'][1]"),
    (lambda: figures.plot_class({f"{n}": (1, 0, 0) for n in range(101)}, {}), ValueError, "at most 100"),
    (lambda: figures.plot_class({"2.1": (1, 0, 0)}, []), TypeError, "misconceptions must be a dictionary"),
    (lambda: figures.plot_class({"2.1": (1, 0, 0)}, {"a": 1.5}), TypeError, "misconceptions['a']"),
])
def test_the_picture_refuses_in_words(draw, error, words):
    assert_refuses(draw, error, words)
