"""Marking a class with `pe-lessons grade` and with nbgrader's autograde: the same files, the same machine, one run.

Each submission is the exercise notebook of lesson 2, solved, in which each check has become a test cell in nbgrader's way: it asserts
that the check says "correct". Both run every cell of every file. Every third student has one exercise wrong.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat

from pe_lessons.course import steps, verdicts

ROOT = Path(__file__).parents[1]
STEM = "02_frequencies"
RIGHT, WRONG = "base_of_listing = 10000.0**2", "base_of_listing = 20000.0"


def assignment():
    """The solved exercise notebook, its cells named as nbgrader wants it."""
    solved = steps.keep_solutions(steps.read_source(ROOT / f"source/exercises/{STEM}.py"))
    for number, cell in enumerate(solved.cells):
        if cell.cell_type != "code":
            continue
        cell.metadata["nbgrader"] = named(f"cell-{number}", solution=True)
        for item in verdicts.checked(cell.source):
            cell.source = f'assert check("{item}").status == "correct"'
            cell.metadata["nbgrader"] = named(f"check-{item.replace('.', '-')}", grade=True, locked=True) | {"points": 1}
    return solved


def named(name, grade=False, solution=False, locked=False):
    return {"grade": grade, "solution": solution, "locked": locked, "task": False, "grade_id": name, "schema_version": 3}


def write_class(folder, students):
    """The submissions of a class, ``folder/student/NOTEBOOK`` each."""
    text = nbformat.writes(assignment())
    assert RIGHT in text, f"the exercise of lesson 2 changed: {RIGHT!r} does not stand in it"
    wrong = text.replace(RIGHT, WRONG)
    for number in range(students):
        path = folder / f"student{number:03d}" / f"{STEM}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(wrong if number % 3 == 2 else text, encoding="utf-8")


def run(command, folder):
    """Run a command of a Python to its end: its seconds, and what it said."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ["PATH"]])  # nbgrader looks for its tools there
    environ = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True)
    return time.perf_counter() - start, done


def ours(folder, students):
    """Seconds for `pe-lessons grade` of a class."""
    write_class(folder / "submissions", students)
    command = [sys.executable, "-m", "pe_lessons.course.cli", "--root", str(ROOT), "grade", "submissions", "--out", "report"]
    seconds, done = run(command, folder)
    rows = (folder / "report/grades.csv").read_text(encoding="utf-8-sig").splitlines() if done.returncode in (0, 1) else []
    assert len(rows) == students + 1, done.stdout + done.stderr
    return seconds


def theirs(folder, students, python):
    """Seconds for `nbgrader autograde` of the same class; making the assignment is not counted."""
    source = folder / f"source/hw/{STEM}.ipynb"
    source.parent.mkdir(parents=True)
    nbformat.write(assignment(), source)
    write_class(folder / "class", students)
    for student in (folder / "class").iterdir():
        shutil.copytree(student, folder / "submitted" / student.name / "hw")
    (folder / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "pe"\n', encoding="utf-8")
    _, done = run([python, "-m", "nbgrader", "generate_assignment", "hw", "--create", "--force"], folder)
    assert done.returncode == 0, done.stderr
    seconds, done = run([python, "-m", "nbgrader", "autograde", "hw"], folder)
    marked = list((folder / "autograded").glob("*/hw/*.ipynb"))
    assert len(marked) == students, done.stderr
    return seconds


def measure(students, python):
    """Seconds a submission, of the whole class with start-up divided by its size: ``({name: seconds}, remark)``."""
    if not python:
        return {}, "Marking is not measured: NBGRADER_PYTHON names no Python that has nbgrader and the packages of the lock."
    contestants = {"pe-lessons grade": ours, "nbgrader autograde": lambda *args: theirs(*args, python)}
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in (1, students):  # the class of one only warms up: what Python and Matplotlib keep from their first run
            for number, (name, mark) in enumerate(contestants.items()):
                seconds[name] = mark(Path(folder, f"{number} of {count}"), count) / count
    fast, slow = seconds.values()
    return seconds, (f"{60 / fast:.0f} submissions a minute against {60 / slow:.0f}: {slow / fast:.1f} times as many (target >= 10). "
                     f"nbgrader marks one after the other, pe-lessons on {os.cpu_count()} processors.")
