"""A submission marked, and a class: the files of the field, values on their way, runs that are interrupted."""

import concurrent.futures as cf
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from grading_exercises import E1, QUICK, field

from pe_lessons.checks import given
from pe_lessons.checks.answers import describe
from pe_lessons.checks.calls import Call, Failure, Handed
from pe_lessons.checks.exercise import case
from pe_lessons.course import cli
from pe_lessons.course.grading import grade, marking, pages, protocol, wire
from pe_lessons.course.grading.records import Marked, Submission

FIELD = Path(__file__).parent / "data" / "field"
EXPECTED = json.loads((FIELD / "expected.json").read_text(encoding="utf-8"))
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="notebooks are run in forked processes, which this system has not")


# -- the files of the field --------------------------------------------------------------------------------------------


def marked(name, limits=QUICK):
    path = FIELD / name
    files = {path.name: path.read_bytes(), "data/words.txt": (FIELD / "submissions/data/words.txt").read_bytes()}
    return marking.mark(marking.Packed("a", files, (path.name,), (), ()), field(), limits)


@pytest.mark.parametrize("name", list(EXPECTED))
def test_field_file(name):
    verdict, done = EXPECTED[name]["verdict"], marked(name)
    result = done.results["e1"]
    runaway = "runaway" in name and verdict == "attention"
    assert (result.status == "correct") == (verdict in ("pass", "pass_note") or runaway), f"{result!r}\n{done.remarks}"
    if verdict == "attention" or verdict == "pass_note" and "renamed" not in name:  # the name of the file is told where it is found
        assert done.remarks and all(len(text) < 250 for text in done.remarks)
    if verdict == "pass" and "kernel" not in name and "nbformat3" not in name:
        assert done.remarks == ()
    assert done.complete == bool(done.held) == (name.startswith(("submissions", "readable")) and "other_language" not in name)


def test_what_the_field_files_are_told():
    assert marked("submissions/renamed_function.ipynb").results["e1"].seen == (
        "There is no `sinusoidal_encoding` in the notebook that was handed in, but there is `sinusoidal_encoding2`. The check looks for the name `sinusoidal_encoding`.")
    assert "SinusoidalEncoding" in marked("submissions/renamed_function_case.ipynb").results["e1"].seen
    for name, reason in (("multiplied", "multiplied-not-divided"), ("sin_cos_halves", "halves"), ("exponent_doubled", "factor-two-twice"),
                         ("integer_division", "one-frequency")):
        assert marked(f"submissions/wrong_{name}.ipynb").results["e1"].reason == reason
    assert "cell 2" in marked("submissions/runaway_infinite_loop.ipynb").remarks[0]


# -- values on their way -----------------------------------------------------------------------------------------------


def travel(value):
    packer = protocol.Packer()
    text = json.loads(json.dumps(packer.pack(value)))
    return protocol.unpack(text, [np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape) if a.size else a for a in packer.arrays])


@pytest.mark.parametrize("value", [
    None, ..., True, False, 0, -7, 2**70, -(2**70), 0.1, math.inf, 1e-320, 1 + 2j, Fraction(1, 3), "text", "ü€😀", [], (), {}, [1, [2.0, (3,)]],
    {"a": 1, 2: [None, ...]}, frozenset({1, "b"}), np.float32(0.5), np.int8(-3), np.bool_(True), np.arange(6).reshape(2, 3), np.zeros((0, 4)),
    np.array(3.5), np.array([True, False]), np.arange(3, dtype=np.float16), np.array([1 + 2j]), np.arange(6.0)[::2], np.array([1.5], ">f8"),
    np.array([Fraction(1, 2), 2], object), np.array(["A", "B"]),
], ids=lambda value: type(value).__name__)  # the text of a set would depend on the hash seed, and with it the name of the test
def test_plain_values_arrive(value):
    got = travel(value)
    assert type(got) is type(value)
    if isinstance(value, np.ndarray):
        assert got.shape == value.shape and got.tolist() == value.tolist()
        assert got.dtype.kind == ("O" if value.dtype.kind == "U" else value.dtype.kind)
    else:
        assert got == value


def test_odd_values_arrive_as_their_description():
    def twice(x):
        return 2 * x

    class Own:
        pass

    for value in (twice, Own(), Decimal(1), b"bytes", (n for n in range(3)), type, slice(3)):
        got = travel(value)
        assert describe(got) == describe(value)
    assert np.array(travel(range(3))).tolist() == [0, 1, 2]
    assert np.array(travel([0.5] * 60_000)).shape == (60_000,)  # a long list, as an array
    assert describe(travel(np.broadcast_to(1.0, (10**6, 10**6)))) == "an array of shape (1000000, 1000000) and type float64"
    masked = travel(np.ma.MaskedArray([1, 2], [True, False]))
    assert masked.mask.tolist() == [True, False]
    assert math.isnan(travel(math.nan)) and travel(10**5000) > 1e308
    loop = []
    loop.append(loop)
    travel(loop)
    assert travel(given.attend) is given.attend


@pytest.mark.parametrize("plain", [
    [], {}, {"array": 0}, {"array": -1}, {"array": True}, {"list": 3}, {"dict": [[1]]}, {"dict": [[{"list": []}, 1]]}, {"set": [{"list": []}]},
    {"given": "np"}, {"given": "__import__"}, {"fraction": [1, 0]}, {"complex": ["1", 2]}, {"objects": [[2], []]}, {"objects": [[-1], []]}, {"other": [1, None]},
    {"masked": [1, 2]}, {"exec": "1"}, {"list": [], "set": []},
], ids=str)
def test_what_is_no_value_is_refused(plain):
    with pytest.raises(wire.Broken):
        protocol.unpack(plain, [])


@pytest.mark.parametrize("raw", [
    wire.HEAD.pack(2**31, 0), wire.HEAD.pack(4, 2**31), wire.HEAD.pack(4, 0) + b"nope", wire.HEAD.pack(2, 0) + b"[]",
    wire.HEAD.pack(30, 0) + b'{"message": 1, "arrays": [[]]}', wire.HEAD.pack(43, 0) + b'{"message": 1, "arrays": [["|O8", [1, 1]]]} '[:43],
    wire.HEAD.pack(42, 1) + b'{"message": 1, "arrays": [["<f8", [1, 1]]]}',
    wire.HEAD.pack(27, 8) + b'{"message": 1, "arrays":[]}' + bytes(8), wire.HEAD.pack(100_000, 0) + b"[" * 100_000,
], ids=range(9))
def test_what_is_no_message_is_refused(raw):
    with pytest.raises(wire.Broken):
        list(wire.Inbox().feed(raw))


def test_what_was_handed_in_arrives():
    handed = Handed((Call(np.ones(3), None, "printed", True), Call(None, Failure(("ValueError", "Exception"), "at 0x7f0123456789", "line 2"), "", False)),
                    remark=("code", "text"), clues=(("unused", "base"), ("ends", "")))
    packer = protocol.Packer()
    got = protocol.unpack_handed(json.loads(json.dumps(protocol.pack_handed(handed, packer))), packer.arrays)
    assert got.calls[0].changed and got.calls[0].printed == "printed" and got.remark == ("code", "text") and got.clues == handed.clues
    assert got.calls[1].failure.is_a("ValueError") and str(got.calls[1].failure) == "at 0x... (in line 2)"  # an address differs from run to run


def test_every_exercise_of_the_course_can_be_sent():
    from pe_lessons.checks import catalogue

    packer = protocol.Packer()
    for exercise in catalogue.exercises().values():
        cases = protocol.unpack_cases(json.loads(json.dumps(protocol.pack_cases(exercise, packer))), packer.arrays)
        assert len(cases) == len(exercise.cases)
    with pytest.raises(ValueError, match=r"an argument of exercise e1 .* not in checks/given.py"):
        protocol.pack_cases(with_own_function(), packer)


def with_own_function():
    def own(x):
        return x

    return replace(E1, cases=(case(own),))


# -- several notebooks, and where they run -----------------------------------------------------------------------------


def test_links_and_other_notebooks_are_not_copied(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    for name in ("a.ipynb", "b.ipynb", "data.csv"):
        (tmp_path / "sub" / name).write_text("{}")
    (tmp_path / "sub" / "link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    packed = marking.pack(Submission("a", tmp_path / "sub", ("a.ipynb",)))
    assert sorted(packed.files) == ["a.ipynb", "data.csv"]
    packed = marking.pack(Submission("a", tmp_path / "sub", ("a.ipynb",)), most=3)
    assert list(packed.files) == ["a.ipynb"] and "too large" in packed.remarks[0]


def test_each_notebook_is_asked_for_its_own_exercises():
    known = grade.assignment(["02_frequencies", "08_practice_questions"])
    assert set(marking.belonging(known, "02_frequencies")) == {name for name in known if name.startswith("2.")}
    assert set(marking.belonging(known, "08_practice_questions")) == {name for name in known if name.startswith("Q")}
    assert marking.belonging(known, "") == known


# -- a class -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def class_folder(tmp_path):
    folder = tmp_path / "handed in"
    for name in ("ok_reference", "wrong_multiplied", "cwd_reads_relative_file", "cwd_writes_file", "cwd_changes_directory", "magic_unknown"):
        (folder / name / "data").mkdir(parents=True)
        shutil.copy(FIELD / "submissions" / f"{name}.ipynb", folder / name / "e1.ipynb")
        shutil.copy(FIELD / "submissions/data/words.txt", folder / name / "data")
    return folder


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and ".marks" not in path.parts}


def grade_class(folder, out, **more):
    more.setdefault("executor", cf.ThreadPoolExecutor(1))
    with more["executor"]:
        return grade.grade(folder, out, ["e1"], exercises=field, limits=QUICK, say=lambda line: None, **more)


def test_the_second_run_gives_the_same_bytes_and_leaves_the_submissions_alone(class_folder, tmp_path, monkeypatch):
    before = contents(class_folder)
    done = grade_class(class_folder, tmp_path / "report")
    assert (done.students, done.marked_now, done.incomplete) == (6, 6, ())
    first = contents(tmp_path / "report")
    monkeypatch.chdir(tmp_path)
    assert grade_class(class_folder, tmp_path / "report").marked_now == 0
    assert contents(tmp_path / "report") == first
    assert grade_class(class_folder, tmp_path / "other").marked_now == 6
    assert contents(tmp_path / "other") == first
    assert contents(class_folder) == before
    rows = (tmp_path / "report/grades.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [row.split('","')[1] for row in rows[1:]] == ["2", "2", "2", "2", "2", "0"]


def test_damaged_marks_are_made_again_and_changed_files_marked_again(class_folder, tmp_path):
    out = tmp_path / "report"
    grade_class(class_folder, out)
    first = contents(out)
    stored = sorted((out / ".marks").glob("*.json"))
    stored[0].write_bytes(stored[0].read_bytes()[:40])
    stored[1].write_text("[]")
    stored[2].unlink()
    assert grade_class(class_folder, out).marked_now == 3
    assert contents(out) == first
    shutil.copy(FIELD / "submissions/wrong_sin_cos_halves.ipynb", class_folder / "ok_reference/e1.ipynb")
    assert grade_class(class_folder, out).marked_now == 1
    assert len(list((out / ".marks").glob("*.json"))) == 6


def test_the_page_of_a_student_who_is_gone_goes_too(class_folder, tmp_path):
    """Only a page that an earlier run wrote, and as it wrote it."""
    out = tmp_path / "report"
    grade_class(class_folder, out)
    page = {name: out / "students" / pages.file_name(name) for name in ("ok_reference", "wrong_multiplied", "magic_unknown")}
    own = out / "students/own-0123456789.html"
    own.write_text("mine")
    page["wrong_multiplied"].write_text("with a remark of the instructor's")
    for name in ("ok_reference", "wrong_multiplied"):
        shutil.rmtree(class_folder / name)
    for _ in range(2):
        grade_class(class_folder, out)
        assert [path.exists() for path in (*page.values(), own)] == [False, True, True, True]
    (out / ".marks/pages").write_text('{"../grades.csv": "x", "../../own.html": "y"}')
    shutil.rmtree(class_folder / "magic_unknown")
    grade_class(class_folder, out)
    assert page["magic_unknown"].exists() and (out / "grades.csv").exists()  # not recorded any more


@pytest.mark.parametrize("lesson", ["02_frequencies", "04_learned_versus_sinusoidal"])
def test_the_lesson_in_place_of_the_exercises_is_told(lesson):
    known = grade.assignment([lesson])
    for folder, wanted in (("notebooks", True), ("exercises", False), ("solutions", False)):
        raw = (Path(__file__).parents[1] / folder / f"{lesson}.ipynb").read_bytes()
        done = marking.mark(marking.Packed("a", {f"{lesson}.ipynb": raw}, (f"{lesson}.ipynb",), (lesson,), ()), known)
        assert any(f"{lesson}.ipynb is the lesson, not the exercises" in remark for remark in done.remarks) == wanted, done.remarks


def test_the_answers_in_lesson_08_are_marked_like_those_in_its_exercises():
    lesson = "08_practice_questions"
    raw = (Path(__file__).parents[1] / f"notebooks/{lesson}.ipynb").read_bytes().replace(b"answer_q1 = ...", b"answer_q1 = (1.0366e-4, 60611)")
    done = marking.mark(marking.Packed("a", {f"{lesson}.ipynb": raw}, (f"{lesson}.ipynb",), (lesson,), ()), grade.assignment([lesson]))
    assert done.results["Q1"].status == "correct" and done.results["Q2"].status == "not_attempted" and not done.remarks



class Stops(cf.ThreadPoolExecutor):
    """An executor that somebody stops at the third task."""

    count = 0

    def submit(self, *args):
        self.count += 1
        if self.count == 4:
            raise KeyboardInterrupt
        return super().submit(*args)


def test_an_interrupted_run_goes_on(class_folder, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        grade_class(class_folder, tmp_path / "report", executor=Stops(1), jobs=0.25)
    done = grade_class(class_folder, tmp_path / "report")
    assert 0 < done.marked_now < 6
    grade_class(class_folder, tmp_path / "other")
    assert contents(tmp_path / "report") == contents(tmp_path / "other")


class Fails(cf.ThreadPoolExecutor):
    def submit(self, function, packed):
        def fail():
            raise RuntimeError("a worker is lost")
        return super().submit(fail) if packed.student == "ok_reference" else super().submit(function, packed)


def test_what_cannot_be_marked_is_told_and_tried_again(class_folder, tmp_path):
    done = grade_class(class_folder, tmp_path / "report", executor=Fails(1))
    assert done.incomplete == ("ok_reference",)
    assert "not marked (RuntimeError: a worker is lost)" in (tmp_path / "report/grades.csv").read_text(encoding="utf-8-sig")
    assert grade_class(class_folder, tmp_path / "report").incomplete == ()


def test_the_report_may_not_lie_among_the_submissions(class_folder):
    with pytest.raises(ValueError, match="would lie among the submissions"):
        grade_class(class_folder, class_folder / "report")


def test_what_cannot_be_begun_is_said_plainly(class_folder, tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "empty").mkdir()
    for out in ("file", "file/report"):
        assert cli.main(["grade", str(class_folder), "--out", str(tmp_path / out)]) == 2
        assert f"{tmp_path / 'file'} is a file, and the report needs a folder" in capsys.readouterr().err
    assert cli.main(["grade", str(tmp_path / "empty"), "--out", str(tmp_path / "report")]) == 2
    assert "there is nothing to mark in" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "mine" and not (tmp_path / "report").exists()


def test_marks_survive_being_put_away():
    done = marked("submissions/wrong_multiplied.ipynb")
    assert Marked.from_plain(json.loads(json.dumps(done.to_plain()))) == done


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def handed_in(tmp_path):
    """Three students with lesson 2, the third with an unreadable file."""
    import nbformat

    from pe_lessons.course.steps import cut_solutions, keep_solutions, read_source

    source = read_source(Path(__file__).parents[1] / "source/exercises/02_frequencies.py")
    folder = tmp_path / "handed in"
    for name, notebook in (("Anna", keep_solutions(source)), ("Ben", cut_solutions(source))):
        (folder / name).mkdir(parents=True)
        nbformat.write(notebook, folder / name / "02_frequencies.ipynb")
    return folder


def test_the_command(handed_in, tmp_path, capsys):
    command = ["grade", str(handed_in), "--out", str(tmp_path / "report"), "--lesson", "02", "--jobs", "1", "--seconds", "5"]
    assert cli.main(command) == 0
    said = capsys.readouterr().out
    assert "2 submissions, 2 of them now" in said and "index.html" in said
    rows = (tmp_path / "report/grades.csv").read_text(encoding="utf-8-sig").splitlines()
    assert rows[1].startswith('"Anna"') and rows[1].split('","')[-3] == rows[1].split('","')[-2] != "0"  # all points
    assert rows[2].startswith('"Ben"') and rows[2].split('","')[-3] == "0"
    (handed_in / "Cleo").mkdir()
    (handed_in / "Cleo/02_frequencies.ipynb").write_text("<html>", encoding="utf-8")
    (handed_in / "Dora").mkdir()
    assert cli.main(command) == 1
    assert "Not marked, or not whole: Cleo, Dora." in capsys.readouterr().out
    assert cli.main(["grade", str(tmp_path / "nowhere"), "--out", str(tmp_path / "report")]) == 2


def test_a_killed_grader_leaves_nothing_running_and_goes_on(handed_in, tmp_path, capsys):
    for number in range(4):
        shutil.copytree(handed_in / "Anna", handed_in / f"Anna {number}")
    (handed_in / "Ben/02_frequencies.ipynb").write_text(json.dumps({
        "cells": [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source": "while True:\n    pass"}],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    command = [sys.executable, "-m", "pe_lessons.course.cli", "grade", str(handed_in), "--lesson", "02", "--jobs", "1", "--out"]
    killed = subprocess.Popen([*command, str(tmp_path / "report"), "--seconds", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    store = tmp_path / "report/.marks"
    until = time.monotonic() + 60
    while not list(store.glob("*.json")) and time.monotonic() < until:
        time.sleep(0.05)
    below = descendants(killed.pid)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    while any(map(runs, below)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(runs, below))
    assert cli.main([*command[3:], str(tmp_path / "report"), "--seconds", "2"]) == 0
    assert "6 submissions, 6 of them now" not in capsys.readouterr().out
    assert cli.main([*command[3:], str(tmp_path / "other"), "--seconds", "2"]) == 0
    assert contents(tmp_path / "report") == contents(tmp_path / "other")


def descendants(pid):
    try:
        children = [int(child) for task in os.listdir(f"/proc/{pid}/task") for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
    except OSError:  # it has ended, or there is no /proc
        return []
    return children + [below for child in children for below in descendants(child)]


def runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_threads_have_a_warmed_process_each():
    found = []
    threads = [threading.Thread(target=lambda: found.append(marked("submissions/ok_reference.ipynb").points)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2, 2]
