"""`pe-lessons validate`: what does not hold is told with file, cell and command, and the exit code says so."""

import re
import shutil

import pytest
from interrupted import MOMENTS, POSIX, interrupted
from small_course import ROOT, small_course

from pe_lessons.course import cli, environment, outcome, validate

ALL = ["Environment", "Files", "Rules", "Links", "Build", "Stubs", "Solutions", "Strays"]


@pytest.fixture(scope="module")
def built_once(tmp_path_factory):
    return small_course(tmp_path_factory.mktemp("validate") / "a cöurse")


@pytest.fixture
def course(built_once, tmp_path):
    shutil.copytree(built_once, tmp_path / "a cöurse")
    return tmp_path / "a cöurse"


@pytest.fixture(autouse=True)
def no_lock(monkeypatch):
    """What is installed where the tests run is another test's concern."""
    monkeypatch.setattr(validate, "check_environment", lambda root: [environment.Finding("Python")])


def run(course, capsys, *arguments):
    code = cli.main(["--root", str(course), "validate", *arguments])
    return code, capsys.readouterr().out


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_course_that_holds(course, capsys):
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    code, said = run(course, capsys)
    assert code == 0 and said.rstrip().endswith("Everything holds.")
    lines = said.splitlines()
    assert [line.split(".")[1].split(":")[0].strip() for line in lines if re.match(r"\d\. ", line)] == ALL
    table = lines[[line.startswith("Step ") for line in lines].index(True) + 2:]
    assert [line.split()[0] for line in table[:8]] == ALL
    assert all("in order" in line and re.search(r" \d+\.\d$", line) for line in table[:8])
    assert "4 notebooks" in table[4] and "1 notebook " in table[5] and "1 notebook " in table[6]
    assert {path: path.read_bytes() for path in course.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("path, old, new, step, told", [
    ("notebooks/01_one.ipynb", '"1\\n"', '"2\\n"', "Build",
     "notebooks/01_one.ipynb: cell 1 (print(1)): '2' stored, '1' made (text). Run: pe-lessons build 01_one"),
    ("notebooks/01_one.ipynb", '"execution_count": 1', '"execution_count": 7', "Rules",
     "notebooks/01_one.ipynb: cell 1 has execution count 7, not 1. If the fault is in source/lessons/01_one.py, mend it there; then run: pe-lessons build 01_one"),
    ("notebooks/02_two.ipynb", "../work/02_two", "../work/03_three", "Links",
     "notebooks/02_two.ipynb: cell 1 links to ../work/03_three.ipynb, which does not exist. If the fault is in source/lessons/02_two.py"),
    ("exercises/02_two.ipynb", "answer = ...", "answer = 7", "Stubs",
     "exercises/02_two.ipynb: cell 4 says '2.2 Some title: correct', not 'not attempted'"),
    ("exercises/02_two.ipynb", "answer = ...", "pairs = range((d_model + 1) // 2)", "Stubs",
     "exercises/02_two.ipynb: shows a line of a solution: pairs = range((d_model + 1) // 2)"),
    ("solutions/02_two.ipynb", "2.2 Some title: correct", "2.2 Some title: incorrect", "Solutions",
     "solutions/02_two.ipynb: cell 6 says '2.2 Some title: incorrect', not 'correct'"),
    ("source/lessons/01_one.py", "print(1)", "print(2)", "Build",
     "notebooks/01_one.ipynb: cell 1 (print(2)): the source changed since the build. Run: pe-lessons build 01_one"),
])
def test_tampering_is_told_with_file_cell_and_command(course, capsys, path, old, new, step, told):
    edit(course / path, old, new)
    code, said = run(course, capsys)
    assert code == 1
    details = said.split("\n\n", 1)[1]
    section = details[details.index(f"\n{step}: "):].split("\n\n")[0]
    assert told in section.replace("output 1: ", "")
    assert f" {step}" in said.splitlines()[-1] and "in: " in said.splitlines()[-1]


@pytest.mark.parametrize("file", sorted((ROOT / "tests/data/field/unreadable").glob("*.ipynb")), ids=lambda file: file.stem)
def test_an_unreadable_notebook_is_one_line(course, capsys, file):
    shutil.copy(file, course / "notebooks/01_one.ipynb")
    code, said = run(course, capsys, "01")
    (line,) = [line for line in said.splitlines() if "notebooks/01_one" in line]
    assert code == 1 and line.endswith("Run: pe-lessons build 01_one")
    assert "Traceback" not in said and said.splitlines()[-1] == "1 finding in: Files."


def test_a_source_that_cannot_be_read_or_does_not_run(course, capsys):
    (course / "source/lessons/01_one.py").write_bytes("# %%\nx = 'ü'\n".encode("latin-1"))
    edit(course / "source/exercises/02_two.py", "answer = 10000.0 ** 2", "answer = 1 / 0")
    code, said = run(course, capsys)
    assert code == 1 and "source/lessons/01_one.py: cannot be read" in said
    assert "source/exercises/02_two.py, line" in said and "ZeroDivisionError" in said


def test_what_no_source_makes_and_quotations(course, capsys):
    (course / "solutions/09_old.ipynb").write_text("{}", encoding="utf-8")
    (course / "source/quoted.toml").write_text("[half", encoding="utf-8")
    (course / "README.md").write_text("[a](gone.md)", encoding="utf-8")
    code, said = run(course, capsys)
    assert code == 1 and "3 findings in: Files, Links, Strays." in said
    for told in ("solutions/09_old.ipynb: no source makes this file", "source/quoted.toml: cannot be read", "README.md: links to gone.md"):
        assert told in said


def test_one_lesson_and_a_name_that_fits_none(course, capsys):
    (course / "notebooks/02_two.ipynb").unlink()
    code, said = run(course, capsys, "01")
    assert code == 0 and "Strays" not in said
    assert cli.main(["--root", str(course), "validate", "7"]) == 2
    assert "There is no lesson '7'" in capsys.readouterr().err


def test_another_version_is_a_finding_and_a_missing_package_ends_it(course, capsys, monkeypatch):
    other = environment.Finding("numpy", "1.0 is installed, the course is checked with 2.4", "make setup")
    monkeypatch.setattr(validate, "check_environment", lambda root: [other])
    code, said = run(course, capsys, "01")
    assert code == 1 and "numpy: 1.0 is installed, the course is checked with 2.4. Run: make setup" in said
    gone = environment.Finding("jupytext", "is missing", "make setup", missing=True)
    monkeypatch.setattr(environment, "check_environment", lambda root: [gone])
    assert cli.main(["--root", str(course), "validate"]) == 1
    told = capsys.readouterr()
    assert "Step" not in told.out and "jupytext     is missing" in told.err and "make setup" in told.err


def test_the_page_is_whole_and_the_same_each_time(course, tmp_path, capsys):
    edit(course / "notebooks/01_one.ipynb", '"1\\n"', '"<b>2</b>\\n"')
    page = tmp_path / "report.html"
    assert run(course, capsys, "--html", str(page))[0] == 1
    first = page.read_bytes()
    assert run(course, capsys, "--html", str(page))[0] == 1  # over its own page
    assert page.read_bytes() == first
    html = first.decode()
    assert '<html lang="en">' in html and "<caption>" in html and html.count('scope="row"') == 8
    assert not re.search(r"<script|https?:|src=|href=|@import|url\(", html)
    assert "&lt;b&gt;2" in html and "<code>pe-lessons build 01_one</code>" in html
    assert str(tmp_path) not in html and "Seconds" not in html


def test_a_page_never_replaces_something_else(course, tmp_path, capsys):
    mine = tmp_path / "thesis.html"
    mine.write_text("years", encoding="utf-8")
    for path in (mine, tmp_path):
        assert cli.main(["--root", str(course), "validate", "01", "--html", str(path)]) == 2
        told = capsys.readouterr()
        assert "choose another name" in told.err and "Environment" not in told.out
    assert mine.read_text(encoding="utf-8") == "years"


def test_a_traceback_keeps_its_lines_in_the_page():
    step = validate.Step("Build", "it holds", "1 notebook", ("a.py, line 3: cell 2 fails. Mend it, then run: pe-lessons build a\nx < 1\n  boom",))
    html = outcome.page([step])
    assert "<code>pe-lessons build a</code><pre>x &lt; 1\n  boom</pre>" in html


@POSIX
@pytest.mark.parametrize("after", MOMENTS)
def test_ctrl_c_ends_it_and_its_kernels(course, after):
    edit(course / "source/lessons/01_one.py", "print(1)", "while True: pass")
    code, said = interrupted(course, "validate", "01", after=after)
    assert code == 130 and "Stopped" in said and "Traceback" not in said
