"""The build: pure steps, the same bytes each time, nothing lost when a cell fails."""

import io
import json
import shutil

import nbformat
import pytest
from interrupted import MOMENTS, POSIX, interrupted

from pe_lessons.course import build, cli, lessons, steps
from pe_lessons.course.compare import differences
from pe_lessons.course.progress import Progress

LESSON = """# %% [markdown]
# # A lesson
#
# > **Predict.** What is printed?

# %%
print("one", flush=True)
print("two", flush=True)

# %%
print(1 + 1)
"""


@pytest.fixture(scope="module")
def built_once(tmp_path_factory):
    """A small course with two built lessons, in a folder whose name needs care."""
    root = tmp_path_factory.mktemp("build") / "a cöurse"
    (root / "source" / "lessons").mkdir(parents=True)
    (root / "pyproject.toml").write_text("", encoding="utf-8")
    (root / "source/lessons/01_one.py").write_text(LESSON, encoding="utf-8")
    (root / "source/lessons/02_two.py").write_text(LESSON.replace("one", "zwei ü"), encoding="utf-8")
    assert build.build(root, say=silent) == 2
    return root


@pytest.fixture
def course(built_once, tmp_path):
    shutil.copytree(built_once, tmp_path / "a cöurse")
    return tmp_path / "a cöurse"


def silent(line):
    pass


def stored(course):
    return {path.name: path.read_bytes() for path in sorted((course / "notebooks").glob("*"))}


def edit(course, name, old, new):
    path = course / "source" / "lessons" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_building_twice_gives_the_same_bytes_and_check_agrees(course):
    first = stored(course)
    assert build.build(course, everything=True, say=silent) == 2
    assert stored(course) == first
    assert build.check(course, say=silent) == []
    assert all(path.suffix == ".ipynb" for path in (course / "notebooks").iterdir())


def test_the_stored_form(course):
    notebook = nbformat.read(course / "notebooks/01_one.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata == {"kernelspec": steps.KERNELSPEC, "language_info": {"name": "python"}}
    assert [cell.get("execution_count") for cell in notebook.cells] == [None, 1, 2]
    assert [output.text for output in notebook.cells[1].outputs] == ["one\ntwo\n"]
    assert [dict(cell.metadata) for cell in notebook.cells] == [{}, *2 * [{"jupyter": {"outputs_hidden": True}}]]


@pytest.mark.parametrize("cells, folded", [
    ("?cc.c", [1, 2]), ("?.cc", [2, 3]), ("c.c", []), ("?c.?cc.c", [1, 4, 5]), ("!c.c", [1]), ("?c!c.c", [1, 3]),
])
def test_answers_are_folded_up_to_the_next_text(cells, folded):
    texts = {"?": "> **Predict.** What?", "!": "<details><summary><b>Answer</b></summary>", ".": "A text."}
    made = [nbformat.v4.new_code_cell("1") if c == "c" else nbformat.v4.new_markdown_cell(texts[c]) for c in cells]
    hidden = steps.hide_until_run(nbformat.v4.new_notebook(cells=made)).cells
    assert [n for n, cell in enumerate(hidden) if "jupyter" in cell.metadata] == folded


def test_only_what_changed_is_built(course):
    assert build.build(course, say=silent) == 0
    edit(course, "02_two.py", "1 + 1", "1 + 2")
    said = []
    assert build.build(course, say=said.append) == 1
    assert "02_two" in said[1]
    (course / "notebooks/01_one.ipynb").unlink()
    assert build.build(course, say=silent) == 1
    (course / "notebooks/01_one.ipynb").write_text("{}", encoding="utf-8")  # edited by hand
    assert build.build(course, say=silent) == 1
    (course / ".build/record.json").write_text("{half", encoding="utf-8")
    assert build.build(course, say=silent) == 2


def test_ids_follow_the_text(course):
    source = course / "source/lessons/01_one.py"
    before = [cell.id for cell in steps.read_source(source).cells]
    edit(course, "01_one.py", "1 + 1", "1 + 2")
    after = [cell.id for cell in steps.read_source(source).cells]
    assert before[:2] == after[:2] and before[2] != after[2]
    source.write_text("# %%\nx = 1\n\n# %%\nx = 1\n\n# %%\nx = 1\n", encoding="utf-8")
    assert len({cell.id for cell in steps.read_source(source).cells}) == 3


def test_steps_leave_their_argument_alone(course):
    notebook = steps.read_source(course / "source/lessons/01_one.py")
    before = nbformat.writes(notebook)
    steps.normalise(steps.with_stable_ids(steps.hide_until_run(notebook)))
    assert nbformat.writes(notebook) == before


def test_widget_views_times_and_versions_are_dropped():
    cell = nbformat.v4.new_code_cell("w", metadata={"execution": {"iopub.status.busy": "2026"}}, execution_count=1, outputs=[
        nbformat.v4.new_output("display_data", data={"text/plain": "a", "image/png": "b", steps.WIDGET_VIEW: {"model_id": "1"}})])
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}, "language_info": {"name": "python", "version": "3.11.2"}})
    normal = steps.normalise(notebook)
    assert normal.cells[0].outputs[0].data == {"image/png": "b", "text/plain": "a"}
    assert normal.cells[0].metadata == {} and normal.metadata == {"language_info": {"name": "python"}}


def test_a_failing_cell_leaves_the_old_notebook(course, capsys):
    before = stored(course)
    edit(course, "01_one.py", "1 + 1", "1 / 0")
    assert cli.main(["--root", str(course), "build", "01"]) == 1
    said = capsys.readouterr().err
    assert "source/lessons/01_one.py, line 11: cell 3 fails. Mend it, then run: pe-lessons build 01_one" in said
    assert "print(1 / 0)" in said and "ZeroDivisionError: division by zero" in said
    assert stored(course) == before
    assert build.build(course, ["02"], say=silent) == 0  # the other one is still up to date


def test_check_names_file_cell_and_command(course, capsys):
    path = course / "notebooks/01_one.ipynb"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"2\\n"', '"3\\n"'), encoding="utf-8")
    (course / "notebooks/extra.ipynb").write_text("{}", encoding="utf-8")
    capsys.readouterr()
    assert cli.main(["--root", str(course), "build", "--check"]) == 1
    said = capsys.readouterr().out
    assert "notebooks/01_one.ipynb: cell 3 (print(1 + 1)): output 1: '3' stored, '2' made (text). Run: pe-lessons build 01_one" in said
    assert "notebooks/extra.ipynb: no source makes this file" in said


@pytest.mark.parametrize("broken, said", [
    ("", "is empty"), ("<<<<<<< HEAD\n", "marks of a merge conflict (line 1"), ("[]", "no notebook"), (None, "not built yet"),
    ("cells", "cell 3 is missing"), ("source", "the source changed"), ("count", "the execution count differs"),
    ("kernel", "metadata"), ("spelling", "spelling of the file"),
])
def test_check_says_what_is_wrong_with_a_notebook(course, broken, said):
    path = course / "notebooks/01_one.ipynb"
    made = nbformat.read(path, as_version=4)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    if broken == "cells":
        del notebook["cells"][2]
    elif broken == "source":
        notebook["cells"][2]["source"] = ["print(2)"]
    elif broken == "count":
        notebook["cells"][2]["execution_count"] = 9
    elif broken == "kernel":
        notebook["metadata"]["kernelspec"]["name"] = "conda-env-mine-py"
    if broken is None:
        path.unlink()
    elif broken in ("cells", "source", "count", "kernel", "spelling"):
        path.write_text(json.dumps(notebook), encoding="utf-8")
    else:
        path.write_text(broken, encoding="utf-8")
    found = differences(*build.derived_files(course, ["01"]), made)
    assert len(found) >= 1 and said in " ".join(found)
    assert all("pe-lessons build 01_one" in line for line in found)


def test_names_that_fit_nothing(course, capsys):
    with pytest.raises(ValueError, match="(?s)'07'.*01_one.*02_two"):
        build.derived_files(course, ["07"])
    assert cli.main(["--root", str(course), "build", "07"]) == 2
    assert "02_two" in capsys.readouterr().err
    assert [d.source.stem for name in ("2", "02", "02_two", "notebooks/02_two.ipynb") for d in build.derived_files(course, [name])
            ] == ["02_two"] * 4


def test_a_folder_without_sources_is_no_success(tmp_path):
    (tmp_path / "source" / "lessons").mkdir(parents=True)
    with pytest.raises(ValueError, match="holds no source/lessons"):
        build.build(tmp_path, say=silent)


def test_the_course_is_found_from_within_and_from_elsewhere(course, tmp_path, monkeypatch):
    assert lessons.find_root(course / "source" / "lessons") == course.resolve()
    assert (lessons.find_root(tmp_path) / "source/lessons").is_dir()  # the course of the installed package
    assert cli.main(["--root", str(tmp_path), "build"]) == 2
    with pytest.raises(SystemExit):
        cli.main(["no-such-command"])


def test_a_source_that_is_not_utf8(course):
    (course / "source/lessons/01_one.py").write_bytes("# %%\nx = 'ü'\n".encode("latin-1"))
    edit(course, "02_two.py", "1 + 1", "1 + 3")
    with pytest.raises(build.BuildError, match="source/lessons/01_one.py: cannot be read.*UTF-8"):
        build.build(course, say=silent)
    assert b"1 + 3" in stored(course)["02_two.ipynb"]  # the other one was built


def test_line_endings_of_windows_make_the_same_notebook(course):
    before = stored(course)
    source = course / "source/lessons/01_one.py"
    source.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    build.build(course, ["01"], everything=True, say=silent)
    assert stored(course) == before


@POSIX
@pytest.mark.parametrize("after", MOMENTS)
def test_ctrl_c_ends_a_build_whatever_its_kernel_is_at(course, after):
    edit(course, "01_one.py", "print(1 + 1)", "while True: pass")
    code, said = interrupted(course, "build", "01", after=after)
    assert code == 130 and "nothing half-written" in said
    assert "Traceback" not in said
    assert not list((course / "notebooks").glob("*.part"))


def test_progress_in_a_terminal_shows_who_is_where():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    said, terminal = [], Terminal()
    progress = Progress(said.append, terminal)
    with progress.task("one") as one, progress.task("two") as two:
        one.at(0, 3)
        two.at(4, 9)
        assert terminal.getvalue().endswith("one 1/3,  two 5/9")
        one.done("3 cells")
    assert len(said) == 1 and "one" in said[0] and "3 cells" in said[0]
    assert terminal.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize("deaths, made", [(0, True), (2, True), (3, False)])
def test_a_kernel_that_dies_before_it_answers_is_started_again(tmp_path, monkeypatch, deaths, made):
    """Two kernels may be given one port, and one of them then ends before it has said anything."""
    start, starts = steps.NotebookClient.async_start_new_kernel_client, []

    async def dies(client):
        starts.append(client)
        if len(starts) <= deaths:
            await client._async_cleanup_kernel()
            raise RuntimeError("Kernel died before replying to kernel_info")
        return await start(client)

    monkeypatch.setattr(steps.NotebookClient, "async_start_new_kernel_client", dies)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    if made:
        assert steps.execute(notebook, tmp_path).cells[0].outputs[0].data["text/plain"] == "2"
    else:
        with pytest.raises(RuntimeError, match="died before"):
            steps.execute(notebook, tmp_path)
    assert len(starts) == min(deaths + 1, steps.STARTS)
