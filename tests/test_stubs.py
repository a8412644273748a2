"""One source of an exercise gives the solution and the learner's stub, and the stub gives nothing away."""

import shutil
import subprocess
import sys

import nbformat
import pytest
from small_course import EXERCISE, small_course

from pe_lessons.course import build, cli, markers, review, steps, verdicts
from pe_lessons.course.stubs import leaks


@pytest.fixture(scope="module")
def built_once(tmp_path_factory):
    return small_course(tmp_path_factory.mktemp("stubs") / "a cöurse")


@pytest.fixture
def course(built_once, tmp_path):
    shutil.copytree(built_once, tmp_path / "a cöurse")
    return tmp_path / "a cöurse"


def notebook_of(*cells):
    """Cells given as source, or as (source, tags)."""
    made = [cell if isinstance(cell, tuple) else (cell, []) for cell in cells]
    return nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell(source, metadata={"tags": tags} if tags else {}) for source, tags in made])


def sources(notebook):
    return [cell.source for cell in notebook.cells]


# -- the markers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source, solution, stub", [
    ("a = 1", "a = 1", "a = 1"),
    ("# solution\na = 1\n# end", "a = 1", "..."),
    ("def f():\n    # solution\n    a = 1\n\n    return a\n    # end\nf()", "def f():\n    a = 1\n\n    return a\nf()", "def f():\n    ...\nf()"),
    ("# solution\na = 1\n# stub\n# a = ...\n# end", "a = 1", "a = ..."),
    ("for x in 1, 2:\n    # solution\n    a = x\n    # stub\n    # if x:\n    #     a = ...\n    #\n    # # why?\n    # end",
     "for x in 1, 2:\n    a = x", "for x in 1, 2:\n    if x:\n        a = ...\n\n    # why?"),
    ("b = 2\n# solution\na = 1\n# stub\n# end", "b = 2\na = 1", "b = 2"),
    ("f(\n    # solution\n    1,\n    # end\n)", "f(\n    1,\n)", "f(\n    ...\n)"),
    ("# solution\na = 1\n# end\nb = 2\n# solution\nc = 3\n# end", "a = 1\nb = 2\nc = 3", "...\nb = 2\n..."),
])
def test_markers(source, solution, stub):
    notebook = notebook_of(source)
    assert sources(steps.keep_solutions(notebook)) == [solution]
    assert sources(steps.cut_solutions(notebook)) == [stub]
    assert sources(notebook) == [source]


@pytest.mark.parametrize("source, line, said", [
    ("a = 1\n# end", 1, "'# end' where only '# solution' can stand"),
    ("# stub\n# a\n# end", 0, "'# stub' where only '# solution'"),
    ("b = 1\n# solution\na = 1", 1, "'# solution' without '# end'"),
    ("# solution\na = 1\n# stub\n# a = ...", 0, "'# solution' without '# end'"),
    ("# solution\na = 1\n# solution\n# end", 2, "'# solution' where only '# stub' or '# end'"),
    ("# solution\na = 1\n# stub\n# stub\n# end", 3, "'# stub' where only '# end'"),
    ("# solution\n\n# end", 0, "no line of a solution"),
    ("# solution\n# stub\n# a = ...\n# end", 0, "no line of a solution"),
    ("# solution\na = 1\n# stub\na = ...\n# end", 3, "must be a comment"),
    ("#solution\na = 1\n# end", 0, "looks like a marker"),
    ("# Solution:\na = 1\n# end", 0, "looks like a marker"),
    ("# solution\na = 1\n# END", 2, "looks like a marker"),
    ("if x:\n    # solution\n    a = 1\n    # stub\n    # end", 0, "not Python"),
    (("# solution\na = 1\n# end", ["solution"]), 0, "without the tag 'solution'"),
    (("a = 1", ["solutions"]), 0, 'tags=["solution"]'),
])
def test_wrong_markers(source, line, said):
    for step in (steps.keep_solutions, steps.cut_solutions):
        with pytest.raises(markers.MarkerError) as caught:
            step(notebook_of("x = 1", source))
        assert said in str(caught.value)
        assert (caught.value.cell, caught.value.line) == (1, line)


def test_markers_in_text_and_titles_in_place_of_tags(tmp_path):
    for text, said in [("# %% [markdown]\n# # solution\n", "belongs into a code cell"), ("# %% solution\na = 1\n", "begins with")]:
        (tmp_path / "x.py").write_text(text, encoding="utf-8")
        with pytest.raises(markers.MarkerError, match=said):
            steps.cut_solutions(steps.read_source(tmp_path / "x.py"))


def test_a_wrong_marker_is_told_with_file_and_line(course, capsys):
    source = course / "source/exercises/02_two.py"
    before = {path: path.read_bytes() for path in course.glob("*/*.ipynb")}
    source.write_text(EXERCISE.replace("# stub\n", "").replace("    # end\n", "    # end\n\n\n# %%\npass\n"), encoding="utf-8")
    source.write_text(source.read_text(encoding="utf-8").replace("    # end\n", ""), encoding="utf-8")
    assert cli.main(["--root", str(course), "build"]) == 1
    said = capsys.readouterr().err
    assert said.count("without '# end'") == 1  # though it stops the solution and the stub
    line = EXERCISE[: EXERCISE.index("    # solution")].count("\n") + 1
    assert f"source/exercises/02_two.py, line {line}: '# solution' without '# end'. Mend it, then run: pe-lessons build 02_two" in said
    assert {path: path.read_bytes() for path in course.glob("*/*.ipynb")} == before


def test_a_solution_that_fails_is_told_with_its_line(course, capsys):
    source = course / "source/exercises/02_two.py"
    source.write_text(EXERCISE.replace("answer = 10000.0 ** 2", "answer = 1 / 0"), encoding="utf-8")
    assert cli.main(["--root", str(course), "build", "02"]) == 1
    line = EXERCISE[: EXERCISE.index("# solution\nanswer")].count("\n") + 1
    assert f"source/exercises/02_two.py, line {line}: cell 6 fails." in capsys.readouterr().err


# -- the two notebooks ---------------------------------------------------------------------------------------------


def test_the_solution_and_the_stub(course):
    solution, stub = (nbformat.read(course / folder / "02_two.ipynb", as_version=4) for folder in ("solutions", "exercises"))
    assert [cell.execution_count for cell in solution.cells if cell.cell_type == "code"] == [1, 2, 3, 4]
    assert len(solution.cells) == 6 and len(stub.cells) == 4
    assert stub.cells[2].source.split("\n")[2:] == ["    ...", "", "", 'check("2.1", frequencies)']
    assert stub.cells[3].source == 'answer = ...\n\n# a number\ncheck("2.2", answer)'
    assert verdicts.unanswered(stub) == [] and all(cell.metadata == {} for cell in stub.cells)
    assert stub.metadata == solution.metadata == {"kernelspec": steps.KERNELSPEC, "language_info": {"name": "python"}}
    assert stub.cells[1].id == solution.cells[1].id and [book.cells[0].source[:14] for book in (stub, solution)] == ["# Exercises 02", "# Solutions 02"]
    assert not any("# end" in cell.source or "jupyter" in cell.metadata for cell in [*solution.cells, *stub.cells])


def test_one_name_builds_the_lesson_and_its_exercise(course):
    said = []
    assert build.build(course, ["2"], everything=True, say=said.append) == 3
    assert sorted(line.split()[0] for line in said[1:]) == [f"{folder}/02_two.ipynb" for folder in ("exercises", "notebooks", "solutions")]
    assert build.build(course, say=said.append) == 0
    source = course / "source/exercises/02_two.py"
    source.write_text(EXERCISE.replace("# # a number", "# # one number"), encoding="utf-8")
    assert build.build(course, say=said.append) == 2
    assert [d.name for d in build.derived_files(course, ["exercises/02_two.ipynb"])] == [
        "notebooks/02_two.ipynb", "solutions/02_two.ipynb", "exercises/02_two.ipynb"]


def test_check_and_strays_cover_the_folders(course):
    (course / "exercises/07_old.ipynb").write_text("{}", encoding="utf-8")
    path = course / "exercises/02_two.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("a number", "10000 squared"), encoding="utf-8")
    (course / "solutions/02_two.ipynb").unlink()
    assert build.check(course, say=lambda line: None) == [
        "solutions/02_two.ipynb: not built yet. Run: pe-lessons build 02_two",
        "exercises/02_two.ipynb: cell 4 (answer = ...): the source changed since the build. Run: pe-lessons build 02_two",
        "exercises/07_old.ipynb: no source makes this file; delete it"]


def test_review_of_both(course):
    solution, stub = build.derived_files(course, ["02"])[1:]
    assert review.review(solution, {}) == review.review(stub, {}) == []
    assert review.dead_links(solution) == review.dead_links(stub) == verdicts.solved(solution) == []
    for folder in ("exercises", "solutions"):
        path = course / folder / "02_two.ipynb"
        path.write_text(path.read_text(encoding="utf-8").replace("../work/02_two", "../work/03_three"), encoding="utf-8")
    for derived in (solution, stub):
        assert "cell 1 links to ../work/03_three.ipynb, which does not exist" in " ".join(review.dead_links(derived))


def test_what_a_stub_may_not_carry():
    run, tagged, pictured = notebook_of("a = 1", "b = 2", "c = 3").cells
    run.execution_count = 1
    tagged.metadata["title"] = "the answer is 7"
    pictured["attachments"] = {"answer.png": {}}
    allowed, = notebook_of(("1 / 0", ["raises-exception"])).cells
    notebook = notebook_of()
    notebook.cells = [run, tagged, pictured, allowed]
    found = verdicts.unanswered(notebook)
    assert found == ["cell 1 has been run", "cell 2 carries more than its text: ['title']",
                     "cell 3 carries more than its text: ['answer.png']"]


def test_a_solution_says_that_it_is_one():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text) for text in (
        "# 02 Exercises: Two\n\n**Time** Exercises take a while.\n\n**How it works.** Put your answer\nhere.\n\nPairs count from 0.", "**How it works.** It does.")])
    solution, stub = steps.keep_solutions(notebook), steps.cut_solutions(notebook)
    assert sources(solution) == ["# 02 Solutions: Two\n\n**Time** Exercises take a while.\n\nPairs count from 0.", "**How it works.** It does."]
    assert sources(stub) == sources(notebook)


@pytest.mark.parametrize("source, text, said", [
    ('check("2.1", f)', "2.1 The frequencies: correct\nWell done", None),
    ('check("2.1")', "2.1 The frequencies: incorrect", "not 'correct'"),
    ('check("2.1")', "2.1 The frequencies: not attempted\ncorrect: later", "not 'correct'"),
    ('check("2.1")', "2.10 Another one: correct", "no result of check 2.1"),
    ('_ = check("2.1")', None, "no result of check 2.1"),
    ("print('nothing')", "nothing", "no cell checks anything"),
])
def test_verdicts(source, text, said):
    notebook = notebook_of(source)
    if text:
        notebook.cells[0].outputs = [nbformat.v4.new_output("execute_result", data={"text/plain": text})]
    found = verdicts.verdicts(notebook, "correct")
    assert found == [] if said is None else len(found) == 1 and said in found[0]


# -- the course's own tests see it ---------------------------------------------------------------------------------


def run_tests(course, *selection):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *selection],
        cwd=course, capture_output=True, text=True, encoding="utf-8")
    return done.returncode, done.stdout + done.stderr


def test_the_untouched_exercise_passes(course):
    names = "in_order or belongs or links or away or solved or rebuilding or without_a_source"
    code, printed = run_tests(course, "tests/test_notebooks.py", "solutions", "-k", f"{names} or ipynb")  # ipynb: nbval
    assert code == 0 and "20 passed" in printed, printed


@pytest.mark.parametrize("old, new, said", [
    ("# answer = ...\n", "# answer = 7\n", "says '2.2 Some title: correct', not 'not attempted'"),
    ("# answer = ...\n", "# raise ValueError('no')\n", "exercises/02_two.ipynb: stops with ValueError: no"),
])
def test_a_stub_that_is_solved_or_fails(course, old, new, said):
    (course / "source/exercises/02_two.py").write_text(EXERCISE.replace(old, new), encoding="utf-8")
    build.build(course, say=lambda line: None)
    code, printed = run_tests(course, "tests/test_notebooks.py", "-k", "not_attempted")
    assert code == 1 and said in printed, printed


def test_lines_of_a_solution_in_a_stub_are_found(course):
    path = course / "exercises/02_two.ipynb"
    clean = path.read_text(encoding="utf-8")
    assert leaks(clean, EXERCISE, [EXERCISE]) == []
    line = "pairs = range((d_model + 1) // 2)"
    output = nbformat.v4.new_output("stream", text=f"> {line}")
    for place, value in (("source", f"x = 1\n{line}"), ("metadata", {"note": line}), ("outputs", [output])):
        notebook = nbformat.reads(clean, as_version=4)
        notebook.cells[2][place] = value
        assert leaks(nbformat.writes(notebook), EXERCISE, [EXERCISE]) == [line]
    open_line = EXERCISE.replace('check("2.2"', f'{line}\ncheck("2.2"')  # the exercise shows the line itself
    assert leaks(nbformat.writes(notebook), open_line, [open_line]) == []
    notebook.metadata["note"] = "Each pair turns more slowly than the one before it."
    assert len(leaks(nbformat.writes(notebook), EXERCISE, [EXERCISE])) == 2
