"""The odd cases of a class, each a function that changes a student and says what must come of it.

Nothing here does harm to a machine without a sandbox, apart from filling its memory and its time.
"""

import json
import re
from pathlib import Path

import class_layouts
import class_maker
import nbformat
from class_layouts import plain, written, zipped

FIELD = Path(__file__).parent / "data" / "field" / "unreadable"
KINDS = {}
UNREADABLE = {  # file of the field: a word of the reason
    "cells_is_a_string": "damaged", "conflict_markers": "merge conflict", "deep_nesting": "nested too deeply", "empty": "empty",
    "future_format": "format 5", "html_page_saved_as": "web page", "json_list": "no notebook", "json_null": "no notebook",
    "json_object_without_cells": "no notebook", "latin1": "UTF-8", "nul_bytes": "NUL", "png_renamed": "PNG",
    "python_source_renamed": "Python source", "truncated": "cut off", "utf16": "UTF-16", "whitespace": "blanks",
}
CELLS = {  # a cell of its own, which costs no other exercise; words of the remark on it, or None where there need be none
    "endless loop": ("while True:\n    pass", ("cell",)),
    "ignores the interrupt": ("while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass", ("cell",)),
    "memory at once": ("big = bytearray(64 << 30)", None),
    "memory grows": ("rows = []\nwhile True:\n    rows.append(b'x' * 10_000_000)", ("cell",)),
    "one long line": ("print('x' * 50_000_000)", ("output",)),
    "many lines": ("for k in range(300_000):\n    print('line', k)", ("output",)),
    "input": ("name = input('Your name? ')", ("input",)),
    "sys.exit": ("import sys\nsys.exit(0)", ("exit",)),
    "dead kernel": ("import os\nos._exit(3)", ("cell",)),
    "signal": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", ("cell",)),
    "recursion": ("def deeper(n):\n    return deeper(n + 1)\n\n\ndeeper(0)", None),
    "error": ("1 / 0", None),
    "magics": ("% matplotlib inline\n%timeit -n 1 -r 1 sum(range(10))\n!echo hello\nlen?", None),
    "unknown magic": ("%no_such_magic 3", ("cell",)),
    "cell magic": ("%%time\nlate = 1", None),
    "syntax error": ("for k in range(3) print(k)", None),
    "another folder": ("import os\nos.chdir('/')", None),
    "writes a file": ("with open('left_behind.txt', 'w') as file:\n    file.write('here')", None),
    "figure": ("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()", None),
    "threads": ("import threading, time\nfor _ in range(4):\n    threading.Thread(target=time.sleep, args=(1000,)).start()", None),
}
CHEATS = {  # put before all answers; none of them changes a mark
    "fakes check": "def check(*answers):\n    print('2.1 The frequencies: correct (2 of 2 points)')",
    "patches numpy": "import numpy\nnumpy.allclose = numpy.array_equal = lambda *a, **k: True",
    "patches the checks": "import pe_lessons.checks as checks\nchecks.verdict = checks.check = lambda *a, **k: 'correct'",
    "patches the log": "from pe_lessons.checks import log\nlog.record = lambda result: None",
}
IN_ANSWER = {  # a function as an answer, and what it must come to
    "answer never ends": ("def answer(*args, **more):\n    while True:\n        pass", ("error",), "interrupted"),
    "answer ignores the interrupt": ("def answer(*args, **more):\n    while True:\n        try:\n            while True:\n                pass\n"
                                     "        except BaseException:\n            pass", ("error",), None),
    "answer exits": ("import sys\n\n\ndef answer(*args, **more):\n    sys.exit()", ("error",), "raised"),
    "answer kills the process": ("import os\n\n\ndef answer(*args, **more):\n    os._exit(0)", ("error",), None),
    "answer asks": ("def answer(*args, **more):\n    return float(input())", ("error",), None),
    "answer prints a flood": ("def answer(*args, **more):\n    print('x' * 50_000_000)", ("incorrect",), "returned-none"),
    "answer fills the memory": ("def answer(*args, **more):\n    return bytearray(64 << 30)", ("error",), None),
    "answer is huge": ("def answer(*args, **more):\n    return np.zeros((20_000, 20_000), dtype=np.int8)", ("incorrect", "error"), None),
    "answer equals everything": ("class Same:\n    def __eq__(self, other):\n        return True\n\n    def __array__(self, *args, **more):\n        return self\n\n\n"
                                 "def answer(*args, **more):\n    return Same()", ("incorrect", "error"), None),
    "answer is what is right": ("def answer(*args, **more):\n    from pe_lessons.checks import catalogue\n    return catalogue.find('{number}').right(*args, **more)",
                                ("incorrect", "error", "not_attempted"), None),
    "answer looks up the stack": ("def answer(*args, **more):\n    import sys\n    frame = sys._getframe(1)\n    while frame:\n        for value in list(frame.f_locals.values()):\n"
                                  "            if hasattr(value, 'right') and getattr(value, 'id', '') == '{number}':\n                return value.right(*args, **more)\n"
                                  "        frame = frame.f_back", ("incorrect", "error", "not_attempted"), None),
}


def odd(function):
    KINDS[function.__name__.replace("_", " ")] = function
    return function


def one(student):
    """The stem of one of the student's notebooks."""
    return student.random.choice(sorted(student.notebooks))


def functions(stem):
    return [number for number in class_maker.exercises_of(stem) if class_maker.catalogue.find(number).is_function]


def insert(student, stem, source, first=False):
    """A further code cell, somewhere behind the imports; returns its number, counted from 1."""
    cells = student.notebooks[stem].cells
    at = next(n for n, cell in enumerate(cells) if cell.cell_type == "code") + 1
    at = at if first else student.random.randint(at, len(cells))
    cells.insert(at, nbformat.v4.new_code_cell(source, id=f"own-{at}"))
    return at + 1


def _cell(name, source, words):
    def change(student):
        stem = one(student)
        number = insert(student, stem, source)
        if words:
            student.remark("run", *(f"cell {number}" if word == "cell" else word for word in words))
    KINDS[f"cell: {name}"] = change


def _cheat(name, source):
    def change(student):
        insert(student, one(student), source, first=True)
    KINDS[f"cheat: {name}"] = change


def _in_answer(name, code, status, reason):
    def change(student):
        stem = student.random.choice([stem for stem in sorted(student.notebooks) if functions(stem)] or [None])
        if stem is None:
            return
        number = student.random.choice(functions(stem))
        _fresh(student, stem, number)
        class_maker.answer(student.notebooks[stem], number, code.replace("{number}", number))
        student.expected[number] = class_maker.expect(*status, reason=reason)
    KINDS[name] = change


def _fresh(student, stem, number):
    """Take the student's answer to one exercise out again."""
    wanted = {other: "right" for other in class_maker.exercises_of(stem) if other != number}
    student.notebooks[stem] = class_maker.answered(stem, student, {**wanted, number: "blank"})


def _unreadable(name, word):
    def change(student):
        stem = one(student)
        del student.notebooks[stem]
        student.files[f"{stem}.ipynb"] = (FIELD / f"{name}.ipynb").read_bytes()
        student.lose(stem)
        student.remark("read", stem, word)
    KINDS[f"unreadable: {name}"] = change


def _archive(name, word, make):
    def change(student):
        student.archive = make(class_layouts.content(student))
        for stem in [*student.notebooks]:
            student.lose(stem)
        student.remark("find", word, "not opened")
    KINDS[f"archive: {name}"] = change


def _file_form(name, make, *words):
    """A notebook in another form, which costs nothing."""
    def change(student):
        stem = one(student)
        student.files[f"{stem}.ipynb"] = make(student.notebooks.pop(stem))
        if words:
            student.remark("read", stem, *words)
    KINDS[f"form: {name}"] = change


def _old(notebook):
    return (nbformat.writes(nbformat.convert(notebook, 3), version=3) + "\n").encode()


def _edited(**changes):
    def make(notebook):
        return json.dumps({**plain(notebook), **changes}).encode()
    return make


def _without_ids(notebook):
    whole = plain(notebook)
    for cell in whole["cells"]:
        del cell["id"]
    return json.dumps(whole).encode()


def _link(info):
    info.external_attr = 0o120777 << 16


def _spoil(raw):
    return raw[: len(raw) // 2]


def _with_password(files):
    raw = bytearray(zipped(files))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the flag in both headers of each file
        for match in re.finditer(re.escape(mark), bytes(raw)):
            raw[match.start() + offset] |= 1
    return bytes(raw)


for _name, (_source, _words) in CELLS.items():
    _cell(_name, _source, _words)
for _name, _source in CHEATS.items():
    _cheat(_name, _source)
for _name, _row in IN_ANSWER.items():
    _in_answer(_name, *_row)
for _name, _word in UNREADABLE.items():
    _unreadable(_name, _word)
_archive("leads out", "leads out", lambda files: zipped({**files, "../../../evil.txt": b"x"}))
_archive("absolute", "leads out", lambda files: zipped({**files, "/tmp/evil.txt": b"x"}))
_archive("backslashes", "leads out", lambda files: zipped({**files, "..\\..\\evil.txt": b"x"}))
_archive("bomb", "bomb", lambda files: zipped({**files, "zeros.bin": bytes(40_000_000)}))
_archive("link", "link", lambda files: zipped({"passwords": b"/etc/passwd"}, _link))
_archive("cut off", "zip archive", lambda files: _spoil(zipped(files)))
_archive("no archive", "zip archive", lambda files: b"Rar!\x1a\x07\x00 not a zip")
_archive("password", "password", _with_password)
_file_form("byte order mark", lambda notebook: b"\xef\xbb\xbf" + written(notebook))
_file_form("CRLF", lambda notebook: written(notebook).replace(b"\n", b"\r\n"))
_file_form("no ids", _without_ids)
_file_form("format 3", _old, "format 3")
_file_form("another kernel", _edited(metadata={"kernelspec": {"name": "conda-env-x-py", "language": "python", "display_name": "x"}}), "kernel")


@odd
def in_another_language(student):
    stem = one(student)
    student.files[f"{stem}.ipynb"] = _edited(metadata={"kernelspec": {"name": "ir", "language": "R", "display_name": "R"}})(student.notebooks.pop(stem))
    student.lose(stem)
    student.remark("read", stem, "in R")


@odd
def nothing(student):
    for stem in [*student.notebooks]:
        student.lose(stem)
    student.notebooks, student.layout = {}, "folder"
    student.remark("find", "not submitted")


@odd
def two_notebooks(student):
    stem = one(student)
    student.layout = "folder"
    student.files[f"{stem} (1).ipynb"] = written(class_maker.stub(stem))
    student.remark("find", f"2 notebooks for {stem}", f"{stem}.ipynb is marked")


@odd
def copied(student):
    stem = one(student)
    student.layout = "folder"
    student.files[f"{stem} (1) copy.ipynb"] = written(student.notebooks.pop(stem))
    student.remark("find", f"{stem} (1) copy.ipynb", "another name")


@odd
def renamed(student):
    stem = one(student)
    student.layout = "folder"
    student.files["Meine Übung é.IPYNB"] = written(student.notebooks.pop(stem))
    student.remark("find", "Meine Übung é.IPYNB", "another name", stem)


@odd
def renamed_without_title(student):
    stem = one(student)
    student.layout = "zip"
    notebook = student.notebooks.pop(stem)
    del notebook.cells[0]
    student.files["week.ipynb.txt"] = written(notebook)
    student.remark("find", "week.ipynb.txt", "another name", stem)


@odd
def something_else(student):
    student.layout = "folder"
    student.files["shopping.ipynb"] = written(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# Shopping", id="a")]))
    student.remark("find", "shopping.ipynb is not marked")


@odd
def further_copies(student):
    """What the course and the tools leave beside the notebooks is no second notebook."""
    stem = one(student)
    student.layout = "folder"
    for name in (f"{stem}.new-version.ipynb", f"{stem}.2026-11-30-2215.ipynb", f".ipynb_checkpoints/{stem}-checkpoint.ipynb", f"__MACOSX/._{stem}.ipynb"):
        student.files[name] = written(class_maker.stub(stem))


@odd
def whole_course(student):
    student.layout = "zip with a folder"
    work = {f"work/{stem}.ipynb": written(notebook) for stem, notebook in student.notebooks.items()}
    given = {f"{folder}/{stem}.ipynb": written(class_maker.stub(stem)) for stem in student.notebooks for folder in ("exercises", "solutions", "notebooks")}
    student.files = {**work, **given, "pyproject.toml": b"", "source/lessons/02_frequencies.py": b""}
    student.notebooks = {}
    student.remark("find", "whole course", "work/ is marked")


@odd
def linked(student):
    """A link to a file outside of the folder."""
    stem = one(student)
    student.layout = "folder"
    student.notebooks.pop(stem)
    student.files[f"{stem}.ipynb"] = Path("somebody else") / f"{stem}.ipynb"
    student.lose(stem)
    student.remark("find", f"{stem}.ipynb is a link")


@odd
def no_checks(student):
    """All cells with a check are deleted: answers are looked up by name."""
    for notebook in student.notebooks.values():
        notebook.cells = [cell for cell in notebook.cells if not cell.source.startswith("check(")]


@odd
def printed_checks(student):
    """The checks are replaced by what they would print."""
    for notebook in student.notebooks.values():
        for cell in notebook.cells:
            if found := re.match(r'check\("(.+?)"\)', cell.source):
                cell.source = f"print('{found[1]}: correct')"
                cell.outputs = [nbformat.v4.new_output("stream", text=f"{found[1]}: correct\n")]


@odd
def own_name(student):
    """The answer has a name of its own and is given to check."""
    stem = one(student)
    number = class_maker.exercises_of(stem)[0]
    _fresh(student, stem, number)
    code = next(entry["code"] for entry in class_maker.bank()[number]["right"] if entry["id"] not in class_maker.SLOW)
    class_maker.answer(student.notebooks[stem], number, code, name="my_own_answer")
    for cell in student.notebooks[stem].cells:
        if cell.source.startswith(f'check("{number}"'):
            cell.source = f'check("{number}", my_own_answer)'
    student.expected[number] = class_maker.expect("correct", reason="")


@odd
def renamed_function(student):
    """A function has another name, and nothing gives it to check."""
    stem = one(student)
    number = class_maker.exercises_of(stem)[0]
    _fresh(student, stem, number)
    name = class_maker.catalogue.find(number).name
    class_maker.answer(student.notebooks[stem], number, class_maker.bank()[number]["right"][0]["code"], name=name.capitalize())
    student.expected[number] = class_maker.expect("not_attempted")


@odd
def reads_a_file(student):
    """A file beside the notebook is there when it runs."""
    stem = one(student)
    student.layout = "folder"
    student.files["data/words.txt"] = b"one\ntwo\n"
    cells = student.notebooks[stem].cells
    cells.insert(len(cells), nbformat.v4.new_code_cell("assert open('data/words.txt').read().split() == ['one', 'two']", id="own"))
