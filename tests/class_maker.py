"""Make a class: submissions out of the answer banks, with every odd case mixed in, and the verdict that each must get.

    python tests/class_maker.py FOLDER [--students 200] [--seed 0] [--lessons 02 03] [--plain]
    pe-lessons grade FOLDER/submissions --out REPORT
    python tests/class_maker.py FOLDER --compare REPORT

The first line writes ``FOLDER/submissions`` and ``FOLDER/expected.json``, the last one says where the report differs from that. The same arguments give the same files::

    {"stems": [...], "students": {name: {
        "kind": which odd case, or "plain",
        "exercises": {id: {"status": [those allowed], "reason": one code or null (any), "also": [codes] or null}},
        "remarks": [{"at": "find", "read" or "run", "words": [words that stand in one remark together]}]}}}
"""

import argparse
import ast
import io
import json
import random
import re
import tokenize
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import class_layouts
import class_oddities
import nbformat
from test_answer_banks import FOLDER, read_bank

from pe_lessons.checks import catalogue
from pe_lessons.course import steps
from pe_lessons.course.lessons import pick

ROOT = Path(__file__).parents[1]
SLOW = {"6.4-x19", "6.4-x25", "6.4-x13", "7.2-r02", "7.2-w08", "7.2-r04", "7.2-w17"}  # half a second and more
FIRST = ["Anna", "Björn", "Chloé", "Đorđe", "Emre", "Fatima", "Gül", "Håkon", "Ilse", "João", "Kofi", "Łucja", "Mary Ann", "Núria", "Oisín", "Péter"]
LAST = ["Ångström", "Doe", "d'Arc", "García", "Hồ", "Ivanović", "Jäger", "Kowalski", "Müller", "Núñez", "O'Neil", "Öztürk", "Smith-Jones", "Şahin", "Weiß"]
ABLE = {"right": 5, "wrong": 4, "blank": 1}


@dataclass
class Student:
    """One student in the making; odd cases change it."""

    name: str
    random: random.Random
    kind: str = "plain"
    notebooks: dict = field(default_factory=dict)  # stem: notebook
    files: dict = field(default_factory=dict)  # path: bytes, or another path that a link leads to
    expected: dict = field(default_factory=dict)
    remarks: list = field(default_factory=list)
    layout: str = ""
    archive: bytes = b""  # stands for the whole submission

    def lose(self, stem, status=("not_attempted",)):
        """What of a lesson is not marked."""
        for number in exercises_of(stem):
            self.expected[number] = expect(*status)

    def remark(self, at, *words):
        self.remarks.append({"at": at, "words": list(words)})


def expect(*status, reason=None, also=None):
    return {"status": list(status), "reason": reason, "also": also}


def make_class(folder, students=200, seed=0, stems=None, odd=True):
    """Write a class into a new folder; return what is expected, which is also in ``expected.json``."""
    folder = Path(folder)
    stems = stems or [path.stem for path in sorted((ROOT / "source/exercises").glob("*.py"))]
    chance = random.Random(seed)
    names = [f"{last} {first}" for first in FIRST for last in LAST]
    chance.shuffle(names)
    names = [names[n % len(names)] + (f" {n // len(names)}" if n >= len(names) else "") for n in range(students)]
    kinds = list(class_oddities.KINDS) if odd else []
    # each odd case once, and the rest as a class is
    kinds = (kinds + ["plain"] * max(students - len(kinds), 0))[:students]
    chance.shuffle(kinds)
    expected = {}
    (folder / "submissions").mkdir(parents=True)
    for name, kind in zip(names, kinds):
        student = plain_student(name, stems, chance)
        student.kind, student.layout = kind, chance.choice(class_layouts.LAYOUTS)
        if kind != "plain":
            class_oddities.KINDS[kind](student)
        class_layouts.put(student, folder / "submissions")
        expected[student.name] = {"kind": kind, "exercises": student.expected, "remarks": student.remarks}
    whole = {"stems": stems, "students": dict(sorted(expected.items()))}
    (folder / "expected.json").write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return whole


def plain_student(name, stems, chance):
    """A student who hands in all lessons, or some, with answers from the banks."""
    student = Student(name, random.Random(chance.random()))
    some = stems if chance.random() < 0.7 else sorted(chance.sample(stems, chance.randint(1, len(stems))))
    for stem in stems:
        student.lose(stem)
        if stem in some:
            student.notebooks[stem] = answered(stem, student, {number: chance.choices(list(ABLE), ABLE.values())[0] for number in exercises_of(stem)})
    return student


def answered(stem, student, wanted):
    """The learner's notebook of a lesson with an answer from the bank for each exercise."""
    notebook = nbformat.from_dict(stub(stem))
    taken = {name for cell in notebook.cells if cell.cell_type == "code" for name in mentioned(cell.source)}
    taken |= {catalogue.find(number).name for number in wanted} - {"np", "math"}
    for number, quality in wanted.items():
        student.expected[number] = expect("not_attempted", reason="not-attempted")
        fitting = [entry for entry in bank()[number].get(quality, ()) if entry["id"] not in SLOW and not bound(entry["code"]) & taken]
        if fitting:
            entry = student.random.choice(fitting)
            taken |= bound(entry["code"])  # two answers must not disturb each other, in whatever order they are tried
            answer(notebook, number, entry["code"])
            student.expected[number] = expect(entry.get("status", "correct"), reason=entry.get("reason", ""), also=entry.get("also"))
    return notebook


def answer(notebook, number, code, name=None):
    """Put the code of a bank, which binds ``answer``, in place of the statement that defines the exercise's name."""
    own = catalogue.find(number).name
    cell, statement = next((cell, node) for cell in notebook.cells if cell.cell_type == "code"
                           for node in ast.parse(cell.source).body if own in defined(node))
    lines = cell.source.split("\n")
    lines[statement.lineno - 1: statement.end_lineno] = ["import math", "", *renamed(code.strip("\n"), name or own).split("\n")]
    cell.source = "\n".join(lines)


def renamed(code, name):
    """Bank code with `name` in place of ``answer``; where the code has another use for that name, it is bound at the end."""
    tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    if any(token.string == name for token in tokens):
        return f"{code}\n{name} = answer"
    lines = code.split("\n")
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string == "answer":
            (row, start), (_, end) = token.start, token.end
            lines[row - 1] = lines[row - 1][:start] + name + lines[row - 1][end:]
    return "\n".join(lines)


def defined(node):
    """The names that a statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.split(".")[0] for alias in node.names}
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


@cache
def bound(code):
    return frozenset().union(*map(defined, ast.parse(code).body)) - {"answer", "np", "math"}


@cache
def mentioned(source):
    return frozenset(node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)) - {"np", "math", "answer"}


@cache
def bank():
    """``{exercise: {"wrong": [...], "right": [...]}}`` of all banks."""
    whole = {}
    for path in sorted(FOLDER.glob("*.py")):
        for number, group in read_bank(path).items():
            for quality in ("wrong", "right"):
                whole.setdefault(number, {}).setdefault(quality, []).extend(group.get(quality, []))
    return whole


@cache
def stub(stem):
    """The learner's notebook of a lesson, cut out of its source."""
    return steps.cut_solutions(steps.read_source(ROOT / "source/exercises" / f"{stem}.py"))


@cache
def exercises_of(stem):
    return re.findall(r'^check\("([\w.]+)"\)', "\n".join(cell.source for cell in stub(stem).cells if cell.cell_type == "code"), re.MULTILINE)


def differences(expected, report):
    """Where the marks in `report`, the folder that ``grade`` wrote, are not what is `expected`, one line each."""
    marks = {}
    for path in (Path(report) / ".marks").glob("*.json"):
        mark = json.loads(path.read_text(encoding="utf-8"))
        marks[mark["student"]] = mark
    found = [f"{name}: no mark" for name in expected["students"].keys() - marks.keys()]
    found += [f"{name}: not of the class" for name in marks.keys() - expected["students"].keys()]
    for name in sorted(expected["students"].keys() & marks.keys()):
        student, mark = expected["students"][name], marks[name]
        for exercise, want in student["exercises"].items():
            got = mark["results"][exercise]
            if got["status"] not in want["status"] or want["reason"] not in (None, got["reason"]) or want["also"] not in (None, got["also"]):
                found.append(f"{name} ({student['kind']}), {exercise}: {got['status']} {got['reason']} {got['also']}, expected {want}")
        for want in student["remarks"]:
            # of one notebook a student a remark need not name the file
            words = [word for word in want["words"] if word not in expected["stems"] or expected["stems"][1:]]
            if not any(all(word in remark for word in words) for remark in mark["remarks"]):
                found.append(f"{name} ({student['kind']}): no remark with {want['words']} in {mark['remarks']}")
    return found


if __name__ == "__main__":
    import class_maker  # the odd cases import this module by its name

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lessons", nargs="*", metavar="LESSON", help="only these, as 02 (default: all with exercises)")
    parser.add_argument("--plain", action="store_true", help="no odd cases")
    parser.add_argument("--compare", metavar="REPORT", help="make nothing; compare what grade wrote with what is expected")
    args = parser.parse_args()
    if args.compare:
        found = differences(json.loads((Path(args.folder) / "expected.json").read_text(encoding="utf-8")), args.compare)
        print("\n".join([*found, f"{len(found)} differences."]))
        raise SystemExit(bool(found))
    known = [path.stem for path in sorted((ROOT / "source/exercises").glob("*.py"))]
    made = class_maker.make_class(args.folder, args.students, args.seed, [pick(name, known) for name in args.lessons or ()], not args.plain)
    print(f"{len(made['students'])} students in {args.folder}/submissions, what is expected in {args.folder}/expected.json")
