"""What students hand in is found and read, whatever it looks like."""

import io
import json
import os
import unicodedata
import zipfile
from pathlib import Path

import class_maker
import nbformat
import pytest
from class_layouts import zipped

from pe_lessons.course.grading import archives
from pe_lessons.course.grading.names import by_name, read_name
from pe_lessons.course.grading.submissions import Unreadable, find_submissions, of_one_student, read_submission_notebook

FIELD = Path(__file__).parent / "data" / "field"
OK = FIELD / "submissions" / "ok_reference.ipynb"
STEMS = ["01_intuition", "02_frequencies", "03_worked_example"]


# -- reading -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FIELD.glob("readable/*")), ids=lambda path: path.stem)
def test_readable(path):
    notebook, remarks = read_submission_notebook(path)
    nbformat.validate(notebook)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells) == 4
    assert "def sinusoidal_encoding" in notebook.cells[2].source and "\r" not in notebook.cells[2].source
    assert remarks == (["has the old notebook format 3"] if "nbformat3" in path.name else [])


UNREADABLE = {
    "cells_is_a_string": "is damaged", "conflict_markers": "marks of a merge conflict (line 11", "deep_nesting": "nested too deeply",
    "empty": "is empty (0 bytes)", "future_format": "notebook format 5", "html_page_saved_as": "is a web page", "json_list": "is JSON, but no notebook",
    "json_null": "is JSON, but no notebook", "json_object_without_cells": "is JSON, but no notebook", "latin1": "is not UTF-8 text (line 6); perhaps it is Latin-1",
    "nul_bytes": "holds NUL bytes, the first in line 10", "png_renamed": "is a picture (PNG)", "python_source_renamed": "is Python source",
    "truncated": "is cut off", "utf16": "is UTF-16", "whitespace": "only blanks",
}


@pytest.mark.parametrize("path", sorted(FIELD.glob("unreadable/*")), ids=lambda path: path.stem)
def test_unreadable_says_one_reason(path):
    with pytest.raises(Unreadable) as caught:
        read_submission_notebook(path)
    assert UNREADABLE[path.stem] in str(caught.value) and "\n" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def edited(**changes):
    return json.dumps({**json.loads(OK.read_text(encoding="utf-8")), **changes}).encode()


def cell(**changes):
    return edited(cells=[{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": "x", "id": "a", **changes}])


@pytest.mark.parametrize("raw, said", [
    (edited(nbformat="4"), "its format is '4'"), (edited(nbformat=True), "its format is 'True'"), (edited(nbformat=2), "is damaged"),
    (edited(cells=[3]), "is damaged"), (edited(cells=None), "is damaged"), (cell(source=None), "cell 1 has no source"),
    (cell(source=["a", 3]), "is damaged"), (cell(outputs=None), "is damaged"), (cell(cell_type=None), "cell 1 has no source or no type"),
    (edited(metadata={"a": json.loads("[" * 300 + "]" * 300)}), "nested too deeply"), (b'{"cells": [' + b"1" * 6000 + b"]}", "is not JSON that can be read"),
    (b'{"cells": []} x', "is not JSON (Extra data, line 1)"), (b"hello", "is not JSON"), (b"%PDF-1.7", "a PDF document"), (b"PK\x03\x04", "a zip archive"),
    (b'{"cells": [', "is cut off"), (b'{"cells": "half', "is cut off"), ("ü".encode("utf-16-le") * 9, "UTF-16"), (b"\xef\xbb\xbf", "only blanks"),
    (edited(metadata={"language_info": {"name": "julia"}}), "is a notebook in julia, not in Python"),
])
def test_refused(tmp_path, raw, said):
    (tmp_path / "x.ipynb").write_bytes(raw)
    with pytest.raises(Unreadable) as caught:
        read_submission_notebook(tmp_path / "x.ipynb")
    assert said in str(caught.value)


@pytest.mark.parametrize("raw, remarks", [
    (edited(metadata=None), []), (edited(nbformat_minor=99), []), (cell(id=5), []), (cell(source="x = '\ud800'"), []), (cell(metadata=None), []),
    (edited(metadata={"kernelspec": {"name": "conda-env-x-py", "display_name": "x"}}), ["names the kernel 'conda-env-x-py'; the course's own kernel is taken"]),
    (cell(source="<<<<<<< local\na\n=======\nb\n>>>>>>> remote"), ["cell 1 holds marks of a merge conflict"]),
    (b'{"nbformat": 1, "cells": [{"cell_type": "code", "code": "a = 1"}]}', ["has the old notebook format 1"]),
])
def test_mended(tmp_path, raw, remarks):
    (tmp_path / "x.ipynb").write_bytes(raw)
    notebook, said = read_submission_notebook(tmp_path / "x.ipynb")
    nbformat.validate(notebook)
    assert said == remarks
    assert "\ud800" not in notebook.cells[0].source


def test_too_large_or_gone(tmp_path):
    with open(tmp_path / "x.ipynb", "wb") as file:
        file.truncate(30_000_000)
    with pytest.raises(Unreadable, match="is too large: 30 MB; the limit is 20 MB"):
        read_submission_notebook(tmp_path / "x.ipynb")
    with pytest.raises(Unreadable, match="cannot be opened"):
        read_submission_notebook(tmp_path / "y.ipynb")


# -- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, student, number, stem, late", [
    ("Last First_12345_assignsubmission_file_02_frequencies", "Last First", "12345", "02_frequencies", False),
    ("Last First_12345_assignsubmission_file_", "Last First", "12345", "", False),
    ("Last First_12345_assignsubmission_file_my work", "Last First", "12345", "", False),
    ("lastname_firstname_LATE_123_456_02_frequencies-1", "lastname_firstname", "123", "02_frequencies", True),
    ("doejane_123_question_5_456_02_frequencies", "doejane", "123", "02_frequencies", False),
    ("123-456 - Jane Doe - Nov 3, 2026 1015 AM - 02_frequencies", "Jane Doe", "123", "02_frequencies", False),
    ("hw1_jdoe_attempt_2026-11-03-10-15-00_02_frequencies", "jdoe", "", "02_frequencies", False),
    ("02_frequencies (1) copy", "", "", "02_frequencies", False),
    ("02_frequencies-Copy1", "", "", "02_frequencies", False),
    ("Jane Doe - 02_frequencies", "Jane Doe", "", "02_frequencies", False),
    ("Jane O'Neil - 02 Frequencies (2)", "Jane O'Neil", "", "02_frequencies", False),
    ("02-frequencies_Jane Doe", "Jane Doe", "", "02_frequencies", False),
    ("Mu\u0308ller - 02_frequencies", "Müller", "", "02_frequencies", False),
    ("Jane Doe", "Jane Doe", "", "", False),
    ("Cop Copy", "Cop Copy", "", "", False), ("copy", "copy", "", "", False), ("Copia", "Copia", "", "", False), ("Copy - 02_frequencies", "Copy", "", "02_frequencies", False),
    ("-dash", "-dash", "", "", False), ("Jo (1) Doe", "Jo (1) Doe", "", "", False), ("Jo (1)", "Jo", "", "", False), ("Jo - Copy (2)", "Jo", "", "", False),
    ("Jo copy", "Jo", "", "", False), ("Jo copy 2", "Jo", "", "", False), ("Copy of Jo", "Jo", "", "", False), ("Jo-Copy1", "Jo", "", "", False), ("Jo - Kopie", "Jo", "", "", False),
    ("Copy of 02_frequencies", "", "", "02_frequencies", False), ("02_frequencies - Copy", "", "", "02_frequencies", False), ("02_frequencies - Kopie (2)", "", "", "02_frequencies", False),
    ("102_frequencies", "102_frequencies", "", "", False),
    ("Jane_01_02_frequencies", "Jane_01", "", "02_frequencies", False),
    ("a\x1b[31m\u202e\n - 02_frequencies", "a\ufffd[31m\ufffd\ufffd", "", "02_frequencies", False),
    (os.fsdecode(b"J\xe4ger - 02_frequencies"), "J\ufffdger", "", "02_frequencies", False),
])
def test_read_name(name, student, number, stem, late):
    read = read_name(name, STEMS)
    assert (read.student, read.number, read.stem, read.late) == (student, number, stem, late)


def test_names_are_sorted_as_people_do():
    assert sorted(["b10", "B2", "a", "Ä²"], key=by_name) == ["a", "B2", "b10", "Ä²"]


# -- finding -------------------------------------------------------------------------------------------------------


def notebook(title="# 02 Exercises: Frequencies", code="x = 1"):
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(title, id="t"), nbformat.v4.new_code_cell(code, id="c")])
    return nbformat.writes(made).encode()


def found(tmp_path, files, stems=("02_frequencies",)):
    """``{student: (notebooks, remarks)}`` for a class of these files; a value of None makes a folder."""
    for name, data in files.items():
        path = tmp_path / "class" / name
        if data is None:
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    submissions = find_submissions(tmp_path / "class", list(stems), tmp_path / "scratch")
    assert all((s.folder is None) == (s.notebooks == ()) and len(s.notebooks) == len(s.lessons) for s in submissions)
    assert all((s.folder / path).is_file() for s in submissions for path in s.notebooks)
    return {s.student: ([path.as_posix() for path in s.notebooks], list(s.remarks)) for s in submissions}


N = notebook()
NAME = "02_frequencies.ipynb"


@pytest.mark.parametrize("files, student, notebooks, remarks", [
    ({f"Jane/{NAME}": N}, "Jane", [NAME], []),
    ({f"Jane/work/{NAME}": N}, "Jane", [NAME], []),
    ({f"Jane/a/{NAME}": N, "Jane/b/x.txt": b""}, "Jane", [f"a/{NAME}"], []),
    ({"Jane.zip": zipped({NAME: N})}, "Jane", [NAME], []),
    ({"Jane.ZIP": zipped({f"Jane's work/{NAME}": N, "__MACOSX/._x": b"x"})}, "Jane", [NAME], []),
    ({"Jane/work.zip": zipped({NAME: N})}, "Jane", [NAME], []),
    ({f"Doe Jane_123_assignsubmission_file_/{NAME}": N}, "Doe Jane", [NAME], []),
    ({f"Doe Jane_123_assignsubmission_file_{NAME}": N}, "Doe Jane", [f"Doe Jane_123_assignsubmission_file_{NAME}"], []),
    ({"doejane_LATE_123_456_02_frequencies-1.IPYNB": N}, "doejane", ["doejane_LATE_123_456_02_frequencies-1.IPYNB"], ["handed in late, says the name"]),
    ({"02_frequencies (1) copy.ipynb": N}, "02_frequencies (1) copy", ["02_frequencies (1) copy.ipynb"], ["the name tells no student"]),
    ({"Jane/02_Frequencies (1).ipynb": N}, "Jane", ["02_Frequencies (1).ipynb"], ["02_Frequencies (1).ipynb has another name than 02_frequencies.ipynb; it is taken for that by its name"]),
    ({"Jane/übung.ipynb": N}, "Jane", ["übung.ipynb"], ["übung.ipynb has another name than 02_frequencies.ipynb; it is taken for that by what it holds"]),
    ({"Jane/a.ipynb": notebook("# x", 'check("2.3")')}, "Jane", ["a.ipynb"], ["what it holds"]),
    ({"Jane/a.ipynb": notebook("# x", "def frequencies(d):\n    pass")}, "Jane", ["a.ipynb"], ["what it holds"]),
    ({"Jane/a.ipynb": notebook("# 02 Solutions: Frequencies"), "Jane/b.ipynb": notebook("# y")}, "Jane", ["a.ipynb"], ["b.ipynb is not marked", "what it holds"]),
    ({"Jane/a.ipynb.txt": notebook("# x", "y = 1")}, "Jane", ["a.ipynb.txt"], ["being the only one"]),
    ({"Jane/a.ipynb": notebook("# x"), "Jane/b.ipynb": notebook("# y")}, "Jane", [], ["a.ipynb is not marked", "b.ipynb is not marked", "nothing is marked"]),
    ({f"Jane/{NAME}": N, "Jane/02_frequencies (1).ipynb": N}, "Jane", [NAME], [f"2 notebooks for 02_frequencies (02_frequencies (1).ipynb, {NAME}): {NAME} is marked (it has the exact name)"]),
    ({f"Jane/{NAME}": b"", "Jane/02_frequencies (1).ipynb": N}, "Jane", ["02_frequencies (1).ipynb"], ["(it can be read)", "another name"]),
    ({"Jane/02_frequencies (2).ipynb": N, "Jane/02_frequencies (10).ipynb": N}, "Jane", ["02_frequencies (10).ipynb"], ["(it is the last by name)", "another name"]),
    ({f"Jane/x/{NAME}": N, f"Jane/work/{NAME}": N}, "Jane", [f"work/{NAME}"], ["(it lies in work/)"]),
    ({f"Jane/x/{NAME}": N, f"Jane/{NAME}": N}, "Jane", [NAME], ["(it is nearest to the top)"]),
    ({f"Jane/x/{NAME}": N, f"Jane/{NAME}": notebook("# 02 Frequencies: a row of clock hands")}, "Jane", [f"x/{NAME}"], ["(it is not the lesson)"]),
    ({f"Jane/{NAME}": b"{"}, "Jane", [NAME], []),  # why it cannot be read is for who reads it
    ({"Jane/x.ipynb": b"{"}, "Jane", [], ["x.ipynb is cut off", "nothing is marked"]),
    ({"Jane": None}, "Jane", [], ["not submitted"]),
    ({"Jane/notes.txt": b"x"}, "Jane", [], ["notes.txt is neither a notebook nor a zip archive", "nothing is marked"]),
    ({"Jane/my work/report.pdf": b"x", "Jane/my work/a.py": b"", "Jane/my work/b.tar.gz": b""}, "Jane", [],
     ["a.py, report.pdf are neither notebooks nor zip archives", "b.tar.gz is not opened: only zip archives are opened", "nothing is marked"]),
    ({"Jane/a.zip": zipped({NAME: N}), "Jane/b.zip": b""}, "Jane", [], ["2 zip archives (a.zip, b.zip): none is opened; one is wanted", "nothing is marked"]),
    ({"Jane/a/b.zip": zipped({NAME: N}), "Jane/c/d.txt": b""}, "Jane", [NAME], []),
    ({f"Jane/{NAME}": N, "Jane/notes.txt": b"x", "Jane/old.rar": b""}, "Jane", [NAME], []),
    ({"Jane.pdf": b"x"}, "Jane", [], ["Jane.pdf is neither a notebook nor a zip archive", "nothing is marked"]),
    *(({f"Tara Tar.{ending}": b"x"}, "Tara Tar", [], [f"Tara Tar.{ending} is not opened: only zip archives are opened", "nothing is marked"])
      for ending in ("tar.gz", "tgz", "tar", "tar.xz", "7z", "RAR", "gz")),
    ({f"Sol Copy/{NAME}": N}, "Sol Copy", [NAME], []),
    ({f"-dash/{NAME}": N}, "-dash", [NAME], []),
    ({f"Jo (1) Doe/{NAME}": N}, "Jo (1) Doe", [NAME], []),
    ({f"Jo (1)/{NAME}": N}, "Jo (1)", [NAME], []),
    ({f"Jo - {Path(NAME).stem}/{NAME}": N}, f"Jo - {Path(NAME).stem}", [NAME], []),
    ({"Jane/02_frequencies.new-version.ipynb": N}, "Jane", [], ["not submitted (left aside: 02_frequencies.new-version.ipynb)"]),
    ({f"Jane/{NAME}": N, "Jane/02_frequencies.2026-11-30-2215.ipynb": N, f"Jane/.ipynb_checkpoints/{NAME}": N}, "Jane", [NAME], []),
    ({f"Jane/{folder}/{NAME}": N for folder in ("work", "exercises", "solutions", "notebooks")} | {"Jane/source/lessons/a.py": b"", "Jane/pyproject.toml": b""},
     "Jane", [f"work/{NAME}"], ["the whole course was handed in; work/ is marked"]),
    ({"Jane.rar": b"Rar!"}, "Jane", [], ["Jane.rar is not opened: only zip archives are opened", "nothing is marked"]),
    ({"Jane.zip": b"x"}, "Jane", [], ["Jane.zip cannot be opened as a zip archive", "nothing is marked"]),
])
def test_one_student(tmp_path, files, student, notebooks, remarks):
    (name, (paths, said)), = found(tmp_path, files).items()
    assert (name, paths) == (student, notebooks)
    assert len(said) == len(remarks) and all(want in have for want, have in zip(remarks, said)), said


def test_layouts_can_be_mixed_and_everyone_has_a_row(tmp_path):
    files = {f"Anna/{NAME}": N, "Zoë.zip": zipped({NAME: N}), f"Mark - {NAME}": N, "Mark - 01_intuition.ipynb": N, f"Doe Jo_9_assignsubmission_file_{NAME}": N,
             "Bob": None, "__MACOSX/x": b"", ".git/x": b"", "roster.csv": b"", "10 Eve": None, "9 Eve": None}
    rows = found(tmp_path, files, ["01_intuition", "02_frequencies"])
    assert list(rows) == ["9 Eve", "10 Eve", "Anna", "Bob", "Doe Jo", "Mark", "Zoë"]
    assert rows["Mark"][0] == ["Mark - 01_intuition.ipynb", f"Mark - {NAME}"]
    again = find_submissions(tmp_path / "class", ["02_frequencies"], tmp_path / "again", others=["01_intuition"])
    assert {s.student: ([path.as_posix() for path in s.notebooks], s.remarks) for s in again}["Mark"] == ([f"Mark - {NAME}"], ())
    mark = next(s for s in again if s.student == "Mark")
    assert sorted(path.name for path in mark.folder.iterdir()) == ["Mark - 01_intuition.ipynb", f"Mark - {NAME}"]  # and nobody else's


def test_one_name_twice(tmp_path):
    nfd = unicodedata.normalize("NFD", "Zoë")
    files = {f"Zoë/{NAME}": N, f"{nfd}.zip": zipped({NAME: N}), f"Jo_1_assignsubmission_file_{NAME}": N, f"Jo_2_assignsubmission_file_{NAME}": N}
    rows = found(tmp_path, files)
    assert list(rows) == ["Jo (1)", "Jo (2)", "Zoë", "Zoë (2)"]
    assert rows["Zoë"] == ([NAME], ["2 submissions have the name Zoë; this one is Zoë"])
    assert rows["Zoë (2)"] == ([NAME], ["2 submissions have the name Zoë; this one is Zoë.zip"])
    assert all(f"2 submissions have the name Jo; this one is Jo_{n}_assignsubmission_file_{NAME}" in rows[f"Jo ({n})"][1] for n in (1, 2))


def test_the_folder_of_one_student_is_hinted_at(tmp_path):
    found(tmp_path, {NAME: N, "01_intuition.ipynb": N})
    assert of_one_student(tmp_path / "class", STEMS).startswith(f"{tmp_path / 'class'} looks like the folder of one student (01_intuition.ipynb, {NAME}): each file")
    assert of_one_student(tmp_path / "class", ["04_other"]) == ""
    found(tmp_path / "more", {NAME: N, "Jane/x.txt": b""})
    found(tmp_path / "loose", {f"Jane - {NAME}": N})
    assert of_one_student(tmp_path / "more/class", STEMS) == of_one_student(tmp_path / "loose/class", STEMS) == ""


def test_links_are_not_followed(tmp_path):
    secret = tmp_path / "secret" / NAME
    secret.parent.mkdir()
    secret.write_bytes(N)
    for folder in ("Jane", "Mary/work"):
        (tmp_path / "class" / folder).mkdir(parents=True)
    (tmp_path / "class/Jane" / NAME).symlink_to(secret)
    (tmp_path / "class/Jane/below").symlink_to(secret.parent)
    (tmp_path / "class/Eve").symlink_to(secret.parent)
    (tmp_path / f"class/Ed - {NAME}").symlink_to(secret)
    os.mkfifo(tmp_path / "class/Mary/work" / NAME)
    rows = found(tmp_path, {})
    assert rows["Jane"] == ([], [f"{NAME} is a link: not followed", "below is a link: not followed", "nothing is marked"])
    assert rows["Eve"] == ([], ["Eve is a link: not followed", "nothing is marked"])
    assert rows["Ed"][1][0] == f"Ed - {NAME} is a link: not followed"
    assert rows["Mary"] == ([], [f"{NAME} is no file: not opened", "nothing is marked"])


def test_no_folder(tmp_path):
    with pytest.raises(NotADirectoryError, match="is no folder"):
        find_submissions(tmp_path / "none", STEMS, tmp_path / "scratch")
    assert found(tmp_path, {".hidden": b""}) == {}


# -- archives ------------------------------------------------------------------------------------------------------


def changed(**changes):
    def change(info):
        for name, value in changes.items():
            setattr(info, name, value)
    return change


BAD = {
    "leads out": (zipped({"a.txt": b"", "../../evil": b"x"}), "holds a path that leads out of it ('../../evil')"),
    "absolute": (zipped({"/etc/evil": b"x"}), "leads out of it"),
    "backslashes": (zipped({"a\\..\\..\\evil": b"x"}), "leads out of it"),
    "drive": (zipped({"C:\\evil": b"x"}), "leads out of it"),
    "hidden": (zipped({"../.evil": b"x"}), "leads out of it"),
    "link": (zipped({"a": b"/etc/passwd"}, changed(external_attr=0o120777 << 16)), "holds a link ('a')"),
    "device": (zipped({"a": b""}, changed(external_attr=0o020666 << 16)), "holds a special file"),
    "bomb": (zipped({"a": bytes(10_000_000)}), "it may be a zip bomb"),
    "large": (zipped({"a": bytes(60_000_000)}, changed(compress_type=zipfile.ZIP_STORED)), "holds a file of 60 MB ('a'); the limit is 50 MB"),
    "many": (zipped({f"{n}": b"" for n in range(2500)}), "holds 2500 files; the limit is 2000"),
    "far too many": (zipped({f"{n}": b"" for n in range(5000)}), "holds too many files"),
    "deep": (zipped({"a/" * 30 + "b": b""}), "nested too deeply"),
    "twice": (zipped({"a.txt": b"", "A.TXT": b""}), "twice"),
    "file and folder": (zipped({"a": b"", "a/b": b""}), "cannot be opened"),
    "long name": (zipped({"a" * 300: b""}), "cannot be opened"),
    "cut off": (zipped({"a": bytes(1000)})[:60], "cannot be opened as a zip archive"),
    "spoilt": (zipped({"a": bytes(range(256))}, changed(compress_type=zipfile.ZIP_STORED)).replace(bytes(range(50, 60)), bytes(10)), "cannot be opened as a zip archive"),
    "empty": (b"", "cannot be opened as a zip archive"),
}


@pytest.mark.parametrize("raw, said", BAD.values(), ids=BAD)
def test_a_bad_archive_is_refused_whole(tmp_path, raw, said):
    (tmp_path / "x.zip").write_bytes(raw)
    with pytest.raises(archives.BadArchive) as caught:
        archives.extract(tmp_path / "x.zip", tmp_path / "a" / "b")
    assert said in str(caught.value) and "\n" not in str(caught.value)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "x.zip"]


def test_what_an_archive_declares_too_small_is_not_written(tmp_path):
    raw = bytearray(zipped({"a": bytes(5000)}))
    for place in (raw.index(b"PK\x01\x02") + 24, 22):
        raw[place: place + 4] = (10).to_bytes(4, "little")
    (tmp_path / "x.zip").write_bytes(raw)
    with pytest.raises(archives.BadArchive):
        archives.extract(tmp_path / "x.zip", tmp_path / "into")
    assert not (tmp_path / "into").exists()


def test_names_of_other_systems(tmp_path):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("übung\\a.txt", b"1")
        archive.writestr(zipfile.ZipInfo("Übung".encode().decode("cp437")), b"2")
    (tmp_path / "x.zip").write_bytes(raw.getvalue())
    archives.extract(tmp_path / "x.zip", tmp_path / "into")
    assert sorted(path.relative_to(tmp_path / "into").as_posix() for path in (tmp_path / "into").rglob("*.txt")) == ["übung/a.txt"]


# -- a whole class -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    return folder, class_maker.make_class(folder, 110, seed=3, stems=["02_frequencies"])


def test_everyone_of_a_made_class_is_found_with_what_is_odd(made, tmp_path):
    folder, whole = made
    submissions = find_submissions(folder / "submissions", whole["stems"], tmp_path / "scratch")
    assert [s.student for s in submissions] == sorted(whole["students"], key=by_name)
    for submission in submissions:
        expected, remarks = whole["students"][submission.student], list(submission.remarks)
        for path in submission.notebooks:
            try:
                read, more = read_submission_notebook(submission.folder / path)
                remarks += [f"{path} {remark}" for remark in more]
            except Unreadable as error:
                remarks.append(f"{path} {error}")
        for wanted in expected["remarks"]:
            if wanted["at"] != "run":
                assert any(all(word in remark for word in wanted["words"]) for remark in remarks), (expected["kind"], wanted, remarks)
        if expected["kind"] == "plain":
            assert remarks == [] and submission.notebooks
    again = find_submissions(folder / "submissions", whole["stems"], tmp_path / "again")
    assert [(s.student, s.notebooks, s.remarks) for s in again] == [(s.student, s.notebooks, s.remarks) for s in submissions]


def test_a_class_is_made_the_same_twice(made, tmp_path):
    folder, whole = made
    assert class_maker.make_class(tmp_path, 110, seed=3, stems=["02_frequencies"]) == whole
    first, second = ({path.relative_to(root): path.is_symlink() or path.read_bytes() for path in root.rglob("*") if path.is_symlink() or path.is_file()}
                     for root in (folder, tmp_path))
    assert first == second
    assert {student["kind"] for student in whole["students"].values()} == {"plain", *class_maker.class_oddities.KINDS}
