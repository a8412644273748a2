"""What a student is told of an exercise without an answer is true: never handed in, not readable, not run, stopped, or not there."""

import csv
import io
import os
import re

import nbformat
import pytest
from grading_exercises import QUICK, run
from test_report import Reader

from pe_lessons.checks import catalogue
from pe_lessons.course.grading import absent, grade, marking, pages, protocol

LIVE = re.compile(r"Run the cell|run all cells|There is no \w+ here")  # advice for a notebook that is open
runs = pytest.mark.skipif(not hasattr(os, "fork"), reason="notebooks are run in forked processes, which this system has not")


def exercises(*stems):
    return grade.assignment(stems or ("02_frequencies", "04_learned_versus_sinusoidal"))


def notebook(*cells, title="# 02 Exercises: Frequencies"):
    cells = [nbformat.v4.new_code_cell(source, id=f"c{n}") for n, source in enumerate(cells)]
    return nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(title, id="t"), *cells])).encode()


def marked(files, lessons, known=None, remarks=()):
    """A student with these notebooks, one for each of `lessons`."""
    return marking.mark(marking.Packed("Anna", files, tuple(f"{lesson}.ipynb" for lesson in lessons), tuple(lessons), tuple(remarks)), known or exercises(), QUICK)


def page(done, known=None):
    known = known or exercises()
    text = pages.student_page(done, [done.results[name] for name in known], 99, "The course")
    assert not LIVE.search(text)
    return " ".join(Reader(text).text.split())


def test_nothing_was_handed_in():
    done = marked({}, (), remarks=["not submitted"])
    assert {(result.status, result.points, result.seen) for result in done.results.values()} == {("not_attempted", 0, "No notebook of this lesson was handed in.")}
    text = page(done)
    assert text.count("No notebook of this lesson was handed in.") == 2  # once a lesson
    assert "2.1 to 2.5: not attempted" in text and "4.1 to 4.5: not attempted" in text
    assert "Nothing that could be marked was found" in page(marked({}, (), remarks=["a.zip cannot be opened; not opened", "nothing is marked"]))


@pytest.mark.parametrize("raw, said", [(b"", "it is empty (0 bytes)."), (b"<html>", "it is a web page"), (b"{", "it is cut off"), (None, "the remarks say why.")])
def test_a_notebook_that_cannot_be_read(raw, said):
    done = marked({} if raw is None else {"02_frequencies.ipynb": raw}, ["02_frequencies"])
    text = page(done)
    assert text.count("This notebook could not be read") == 1 and said in text
    assert text.count("No notebook of this lesson was handed in.") == 1  # the other lesson


@runs
def test_a_cell_that_stopped():
    cells = ("def frequencies(d_model)\n    return 1", "answer = 1\nwavelength_pairs = undefined_name", "def other():\n    pass")
    known = exercises("02_frequencies")
    first, *others = known.values()
    done = marked({"02_frequencies.ipynb": notebook(*cells)}, ["02_frequencies"], known)
    result = done.results[first.id]
    assert (result.status, result.reason, result.points, result.out_of) == ("error", absent.STOPPED, 0, first.points)
    assert result.seen == "Cell 2 (code cell 1: def frequencies(d_model)) stopped with SyntaxError: expected ':' (line 1). So there was nothing to check for 2.1."
    for other in others:
        assert done.results[other.id].status == "not_attempted"
        assert done.results[other.id].seen.startswith(f"There is no `{other.name}` in the notebook that was handed in")
    assert "2.1 The frequencies: stopped with an error" in page(done, known) and "ipython-input" not in repr(done)


@runs
@pytest.mark.parametrize("cell, how", [
    ("import nowhere_to_be_found\n{name} = 3", "stopped with ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
    ("while True:\n    pass\n{name} = 3", "was stopped after 1 s"),
    ("import os\nos._exit(3)\n{name} = 3", "ended its process (exit code 3)"),
    ("raise SystemExit\n{name} = 3", "stopped with SystemExit"),
    ("input()\n{name}: int = 3", "stopped with EOFError"),
    ('check("2.2", my_own)', "stopped with NameError: name 'my_own' is not defined"),
    ("if {name} == 3:\n    pass", None), ("print('{name} = 3')\n1 / 0", None), ("1 / 0", None), ("del {name}_", None),
])
def test_the_missing_name_must_be_the_cell_s(cell, how):
    known = exercises("02_frequencies")
    name = known["2.2"].name
    done = marked({"02_frequencies.ipynb": notebook("from pe_lessons import check", cell.replace("{name}", name))}, ["02_frequencies"], known)
    result = done.results["2.2"]
    if how:
        assert result.status == "error" and f"Cell 3 (code cell 2: {cell.replace('{name}', name).splitlines()[0]}) {how}" in result.seen
    else:
        assert (result.status, result.seen) == ("not_attempted", f"There is no `{name}` in the notebook that was handed in.")


@runs
def test_an_answer_that_is_there_is_not_touched_by_a_cell_that_stopped():
    known = exercises("02_frequencies")
    name = known["2.2"].name
    cells = (f"{name} = 1e8", f"{name} = undefined_name")
    assert marked({"02_frequencies.ipynb": notebook(*cells)}, ["02_frequencies"], known).results["2.2"].status == "correct"


def test_the_class_page_counts_a_cell_that_stopped_under_errors(tmp_path):
    from pe_lessons.course.grading import report
    from pe_lessons.course.grading.records import Marked

    exercise = catalogue.find("2.1")
    done = Marked("Anna", {"2.1": absent.result(exercise, (absent.STOPPED, "Cell 2 stopped."))})
    report.write([done], [exercise], tmp_path, "The course")
    index = Reader((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert re.search(r"2\.1 The frequencies\s*0010", index.text) and absent.STOPPED not in index.text
    assert list(csv.reader(io.StringIO((tmp_path / "grades.csv").read_text(encoding="utf-8-sig"))))[1][1] == "0"


@runs
def test_a_run_that_goes_on_says_the_same(tmp_path):
    """What is put away keeps the reasons, and the order of the exercises is that of the assignment: Q10 behind Q9."""
    (tmp_path / "class/Anna").mkdir(parents=True)
    (tmp_path / "class/Anna/08_practice_questions.ipynb").write_bytes(notebook("answer_q1 = 1 / 0", title="# 08 Exercises: Practice questions"))
    written = []
    for _ in range(2):
        grade.grade(tmp_path / "class", tmp_path / "report", ["08_practice_questions"], limits=QUICK, jobs=1, say=lambda line: None)
        written.append((tmp_path / "report/students" / pages.file_name("Anna")).read_text(encoding="utf-8"))
    assert written[0] == written[1]
    assert re.findall(r"<b>(Q\d+) ", written[0]) == [f"Q{n}" for n in range(1, 11)]
    assert "ZeroDivisionError" in written[0]


@runs
def test_the_name_that_ipython_gives_a_cell_is_not_shown():
    assert protocol.clean('x (<ipython-input-1-e3bec9c69c38>, line 1) in <ipython-input-2-ab> 0x7f0123456789') == "x (line 1) in a cell 0x..."
    _, remarks = run("probe = (1\nfor")
    assert len(remarks) == 1 and "(line 2)" in remarks[0] and "ipython" not in remarks[0]
