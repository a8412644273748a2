"""The learner's copies of the exercises: made, renewed, started again, and in no case lost."""

import datetime
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pe_lessons.course import cli, files, work

ROOT = Path(__file__).parents[1]
NAME = "02_frequencies.ipynb"
BESIDE = "02_frequencies.new-version.ipynb"
THEIRS = b'{"cells": ["an evening of work"]}'
NOW = datetime.datetime(2026, 11, 30, 22, 15)


@pytest.fixture
def course(tmp_path):
    root = tmp_path / "a cöurse"
    for folder in ("exercises", "source/lessons", "source/exercises"):
        (root / folder).mkdir(parents=True)
    (root / "pyproject.toml").touch()
    ship(root, 1)
    ship(root, 1, "05_linearity.ipynb")
    for name in (NAME, "05_linearity.ipynb"):
        (root / "source/exercises" / name).with_suffix(".py").touch()
    return root


def version(number):
    return json.dumps({"cells": [f"version {number}"]}).encode()


def ship(root, number, name=NAME):
    (root / "exercises" / name).write_bytes(version(number))


def bring(root):
    """What `bring` says."""
    said = []
    work.bring(root, said.append)
    return "\n".join(said)


def held(root):
    """The learner's files; what the course keeps for itself begins with a dot."""
    return {path.name: path.read_bytes() for path in (root / "work").iterdir() if not path.name.startswith(".")}


def test_the_first_time_each_exercise_is_copied(course):
    assert bring(course) == f"Yours to solve, in work/: {NAME}, 05_linearity.ipynb"
    assert held(course) == {NAME: version(1), "05_linearity.ipynb": version(1)}
    before = {path: path.stat().st_mtime_ns for path in (course / "work").iterdir()}
    assert bring(course) == ""
    assert {path: path.stat().st_mtime_ns for path in (course / "work").iterdir()} == before
    assert not list((course / "work").glob("*.part"))


def test_an_untouched_copy_is_renewed(course):
    bring(course)
    ship(course, 2)
    assert bring(course) == f"work/{NAME} is now the new version; you had not changed the old one."
    assert held(course)[NAME] == version(2) and BESIDE not in held(course)


def test_a_copy_that_was_worked_in_stays_and_the_new_version_comes_beside_it_once(course):
    bring(course)
    (course / "work" / NAME).write_bytes(THEIRS)
    assert bring(course) == "" and BESIDE not in held(course)  # the exercise is the one they work in
    ship(course, 2)
    assert f"work/{NAME} is yours and stays" in bring(course)
    assert (held(course)[NAME], held(course)[BESIDE]) == (THEIRS, version(2))
    assert bring(course) == ""
    ship(course, 3)
    assert BESIDE in bring(course)  # nobody touched the one beside: it is renewed
    assert (held(course)[NAME], held(course)[BESIDE]) == (THEIRS, version(3))
    (course / "work" / BESIDE).unlink()
    assert bring(course) == "" and BESIDE not in held(course)  # they do not want it


def test_a_new_version_that_was_worked_in_stays_too(course):
    bring(course)
    (course / "work" / NAME).write_bytes(THEIRS)
    ship(course, 2)
    bring(course)
    (course / "work" / BESIDE).write_bytes(b"also work")
    assert bring(course) == ""
    ship(course, 3)
    assert "02_frequencies.new-version-2.ipynb" in bring(course)
    assert held(course) == {NAME: THEIRS, BESIDE: b"also work", "02_frequencies.new-version-2.ipynb": version(3),
                            "05_linearity.ipynb": version(1)}


@pytest.mark.parametrize("record", [None, b"", b"{half", b"[]", b"\xff\xfe", b'{"02_frequencies.ipynb": 7}'])
def test_without_its_record_every_other_file_counts_as_the_learners(course, record):
    bring(course)
    ship(course, 2)
    path = course / "work" / work.RECORD
    path.unlink() if record is None else path.write_bytes(record)
    bring(course)
    assert (held(course)[NAME], held(course)[BESIDE]) == (version(1), version(2))
    assert held(course)["05_linearity.ipynb"] == version(1) and bring(course) == ""


def test_a_file_of_that_name_that_was_there_before_stays(course):
    (course / "work").mkdir()
    (course / "work" / NAME).write_bytes(THEIRS)
    bring(course)
    assert held(course)[NAME] == THEIRS and held(course)[BESIDE] == version(1)


def test_a_copy_that_was_removed_comes_back(course):
    bring(course)
    (course / "work" / NAME).unlink()
    assert NAME in bring(course) and held(course)[NAME] == version(1)


def test_a_folder_and_a_link_in_the_place_of_a_copy_stay(course):
    (course / "work" / NAME).mkdir(parents=True)
    elsewhere = course / "mine.ipynb"
    elsewhere.write_bytes(version(1))
    try:
        (course / "work/05_linearity.ipynb").symlink_to(elsewhere)
    except OSError:
        pytest.skip("no links here")
    bring(course)
    ship(course, 2, "05_linearity.ipynb")
    bring(course)
    assert (course / "work" / NAME).is_dir() and (course / "work/05_linearity.ipynb").is_symlink()
    assert elsewhere.read_bytes() == version(1)


# -- what can be wrong with the folders ----------------------------------------------------------------------------


def test_without_exercises_nothing_is_made(course):
    shutil.rmtree(course / "exercises")
    shutil.rmtree(course / "source/exercises")
    assert bring(course) == "" and not (course / "work").exists()


def test_a_missing_folder_of_exercises_is_said(course):
    shutil.rmtree(course / "exercises")
    said = bring(course)
    assert NAME in said and "git checkout -- exercises" in said and not (course / "work").exists()


def test_a_damaged_exercise_is_said_and_the_others_are_copied(course):
    (course / "exercises" / NAME).write_bytes(b"<<<<<<< HEAD\n")
    assert f"damaged in exercises/: {NAME}." in bring(course)
    assert held(course) == {"05_linearity.ipynb": version(1)}


@pytest.mark.parametrize("kind", ["file", "link", "dangling"])
def test_work_that_is_no_folder(course, kind, tmp_path):
    if kind == "file":
        (course / "work").write_bytes(b"mine")
    else:
        (tmp_path / "elsewhere").mkdir() if kind == "link" else None
        try:
            (course / "work").symlink_to(tmp_path / "elsewhere")
        except OSError:
            pytest.skip("no links here")
    for attempt in (lambda: work.bring(course), lambda: work.reset(course, "02")):
        with pytest.raises(work.NoWork, match="work is a (file|link), but .* rename"):
            attempt()
    assert kind != "link" or not list((tmp_path / "elsewhere").iterdir())


def test_a_course_that_cannot_be_written_to(course, monkeypatch):
    monkeypatch.setattr(work.os, "access", lambda path, mode: False)
    with pytest.raises(work.NoWork, match="(?s)^work/ cannot be used [^\n]*copy the course to a folder of your own.$"):
        work.bring(course)
    monkeypatch.undo()

    def full(path, data, replace=True):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(work, "write_whole", full)
    with pytest.raises(work.NoWork, match="No space left on device"):
        work.bring(course)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write(course):
    course.chmod(0o555)
    try:
        with pytest.raises(work.NoWork, match="cannot be used"):
            work.bring(course)
    finally:
        course.chmod(0o755)


# -- reset ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["2", "02", "02_frequencies", NAME, f"work/{NAME}"])
def test_reset_keeps_the_old_copy_under_a_name_with_the_date(course, name):
    bring(course)
    (course / "work" / NAME).write_bytes(THEIRS)
    said = []
    work.reset(course, name, said.append, NOW)
    assert held(course) == {NAME: version(1), "02_frequencies.2026-11-30-2215.ipynb": THEIRS, "05_linearity.ipynb": version(1)}
    assert "02_frequencies.2026-11-30-2215.ipynb" in said[0] and "is fresh" in said[1] and "still counts" in said[1]
    ship(course, 2)
    bring(course)
    assert held(course)[NAME] == version(2)  # the fresh copy counts as untouched


def test_reset_never_replaces_a_dated_copy(course):
    bring(course)
    for number in range(3):
        (course / "work" / NAME).write_bytes(b"attempt %d" % number)
        work.reset(course, "02", lambda line: None, NOW)
    kept = {name: data for name, data in held(course).items() if "2215" in name}
    assert kept == {"02_frequencies.2026-11-30-2215.ipynb": b"attempt 0", "02_frequencies.2026-11-30-2215-2.ipynb": b"attempt 1",
                    "02_frequencies.2026-11-30-2215-3.ipynb": b"attempt 2"}


def test_reset_of_what_is_fresh_or_not_there_yet(course):
    said = []
    work.reset(course, "02", said.append)
    assert held(course) == {NAME: version(1)}
    work.reset(course, "02", said.append)
    assert "nothing to reset" in said[-1] and held(course) == {NAME: version(1)}


def test_reset_that_cannot_write_loses_nothing(course, monkeypatch):
    bring(course)
    (course / "work" / NAME).write_bytes(THEIRS)
    whole = work.write_whole

    def only_new_files(path, data, *, replace=True):
        if replace:
            raise OSError(28, "No space left on device", str(path))
        whole(path, data, replace=False)

    monkeypatch.setattr(work, "write_whole", only_new_files)
    with pytest.raises(work.NoWork, match="No space left"):
        work.reset(course, "02")
    assert held(course)[NAME] == THEIRS


def test_reset_on_the_command_line(course, capsys):
    bring(course)
    (course / "work" / NAME).write_bytes(THEIRS)
    assert cli.main(["--root", str(course), "reset"]) == 2
    said = capsys.readouterr().out
    assert "pe-lessons reset NAME" in said and "02_frequencies   " in said and "yours" in said and "as shipped" in said
    assert cli.main(["--root", str(course), "reset", "07"]) == 2
    assert "no exercise '07'" in capsys.readouterr().err
    assert held(course)[NAME] == THEIRS
    assert cli.main(["--root", str(course), "reset", "02"]) == 0
    assert len(held(course)) == 3


# -- writing and git -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("links", [True, False])
def test_a_file_is_written_whole_and_never_over_one_that_must_stay(tmp_path, monkeypatch, links):
    def no_links(*_):
        raise OSError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(files.os, "link", no_links)
    path = tmp_path / "new" / "x.ipynb"
    files.write_whole(path, b"one", replace=False)
    with pytest.raises(FileExistsError):
        files.write_whole(path, b"two", replace=False)
    assert path.read_bytes() == b"one"
    files.write_whole(path, b"three")
    assert path.read_bytes() == b"three" and list(path.parent.iterdir()) == [path]


def test_git_never_meets_the_learners_work():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")

    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)

    if git("status").returncode:
        pytest.skip("git does not trust this folder")
    assert git("ls-files", "work").stdout == ""
    for name in (NAME, BESIDE, work.RECORD):
        assert git("check-ignore", f"work/{name}").returncode == 0
