"""A student's process: run the cells of one notebook in their order, and record what is handed in. Nothing here is right or wrong."""

import builtins
import contextlib
import io
import os
import random
import signal
import sys

import numpy as np
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from ...checks import given
from ...checks.calls import Handed, hand_in, missing
from . import protocol, wire

REMARKS = 20
_LOOK_UP = object()


class Shell(InteractiveShell):
    """IPython without a terminal: magics work, figures are drawn and not shown, tracebacks are not printed."""

    told = None  # called with what is odd

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        if not magic_name and line.strip():  # % matplotlib inline
            magic_name, _, line = line.strip().partition(" ")
            self.told(f"%{magic_name} is written with a blank behind the %")
        if self.find_line_magic(magic_name) is None:
            self.told(f"there is no magic %{magic_name}; the line is left out")
            return None
        return super().run_line_magic(magic_name, line, _stack_depth + 1)

    def run_cell_magic(self, magic_name, line, cell):
        if self.find_cell_magic(magic_name) is None:
            self.told(f"there is no magic %%{magic_name}; the cell is left out")
            return None
        return super().run_cell_magic(magic_name, line, cell)

    def enable_matplotlib(self, gui=None):
        return "inline", "agg"

    def enable_gui(self, gui=None):
        pass

    def ask_exit(self):
        raise SystemExit

    def showtraceback(self, *args, **kw):
        pass

    showsyntaxerror = showindentationerror = showtraceback


def shell():
    """A `Shell`, made before the process is forked, and with no thread."""
    config = Config()
    config.HistoryManager.enabled = False
    made = Shell(config=config)
    made.display_formatter.active_types = ["text/plain"]
    made.colors = "nocolor"
    return made


class Sink(io.RawIOBase):
    """What is printed, counted and dropped; the first `most` bytes are no news, what comes behind is."""

    def __init__(self, most, too_much):
        self.left, self.too_much = most, too_much

    def writable(self):
        return True

    def write(self, raw):
        size = memoryview(raw).nbytes
        if self.left >= 0 > self.left - size:
            self.too_much()
        self.left = max(self.left - size, -1)
        return size


class Run:
    """One notebook, run cell by cell. Each step is told to the grader, which watches the time."""

    def __init__(self, connection, job, arrays, shell, package):
        self.connection, self.shell = connection, shell
        self.cells, self.stuck = job["cells"], set(job["stuck"])
        self.exercises = {plain["id"].upper(): (plain, protocol.unpack_cases(plain, arrays)) for plain in job["exercises"]}
        self.pid = os.getpid()
        self.answered, self.cell, self.open, self.remarks = set(), None, False, 0
        shell.told = self.remark
        package.check, package.hint, package.progress = self.check, _Said("No hints while marking."), _Said("No progress while marking.")
        package.__all__ = ["check", "hint", "progress"]
        package.__path__ = []
        signal.signal(signal.SIGINT, self.interrupt)
        builtins.input = self.no_input
        sink = Sink(job["output"], lambda: self.remark("printed more output than is kept; the rest was dropped"))
        for name in ("stdout", "stderr"):
            setattr(sys, name, io.TextIOWrapper(io.BufferedWriter(sink), encoding="utf-8", errors="replace"))
        random.seed(0)
        np.random.seed(0)

    # -- what the grader is told

    def tell(self, message, packer=None):
        if os.getpid() != self.pid:
            os._exit(0)  # a child that the notebook forked: it has nothing to hand in
        was, self.open = self.open, False
        wire.send(self.connection, message, packer.arrays if packer else ())
        self.open = was

    def remark(self, text):
        self.remarks += 1
        if self.remarks <= REMARKS:
            self.tell({"remark": text[:200], "cell": self.cell})

    def interrupt(self, *_):
        if self.open:  # between two cells there is nothing to interrupt
            raise KeyboardInterrupt

    def no_input(self, prompt=""):
        self.remark("asks for input(), and nobody is there to answer")
        raise EOFError("input() has nobody to answer it while marking")

    # -- cells

    def run(self):
        for number, source in self.cells:
            if f"cell {number}" not in self.stuck:
                self.cell = number
                self.tell({"cell": number})
                self.run_cell(source)
        self.cell = None
        for identity in self.exercises:
            if identity not in self.answered:
                self.look_up(identity, self.shell.user_ns, "named")
        self.tell({"end": True})

    def run_cell(self, source):
        error = None
        try:
            self.open = True
            try:
                done = self.shell.run_cell(source, store_history=False)
                error = done.error_before_exec or done.error_in_exec
            finally:
                self.open = False
        except BaseException as raised:  # whatever was done to the shell, the next cell is run
            error = raised
        if isinstance(error, BaseException) and not isinstance(error, KeyboardInterrupt):  # the grader knows of its own interrupt
            self.tell({"stopped": said_of(error), "cell": self.cell})
        if isinstance(error, SystemExit):
            self.remark("calls for an end (exit); the cells behind it were run all the same")
        elif isinstance(error, BaseException) and not isinstance(error, (KeyboardInterrupt, EOFError)):
            if isinstance(error, MemoryError) or "check(" in source or any(plain["name"] in source for plain, _ in self.exercises.values()):
                self.remark(f"stopped with {said_of(error)}")
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.modules["matplotlib.pyplot"].close("all")

    # -- answers

    def check(self, exercise_id, answer=_LOOK_UP):
        """What the notebook calls: the answer is tried and recorded. Nothing is said about it."""
        identity = str(exercise_id).strip().upper()
        if identity in self.exercises:
            if answer is _LOOK_UP:
                frame = sys._getframe(1)
                self.look_up(identity, {**frame.f_globals, **frame.f_locals}, "checked")
            else:
                self.record(identity, "checked", lambda plain, cases: self.hand_in(answer, plain, cases))
        return _Said(f"{exercise_id}: recorded")

    def look_up(self, identity, names, how):
        name = self.exercises[identity][0]["name"]
        if name in names:
            self.record(identity, how, lambda plain, cases: self.hand_in(names[name], plain, cases))
        else:
            self.record(identity, how, lambda plain, cases: missing(name, plain["function"], names))

    def hand_in(self, answer, plain, cases):
        return hand_in(answer, cases, plain["remark"] and getattr(given, plain["remark"]))

    def record(self, identity, how, tried):
        plain, cases = self.exercises[identity]
        self.tell({"check": plain["id"]})
        packer, was = protocol.Packer(), self.open
        try:
            self.open = True
            handed = Handed(stopped="") if f"check {plain['id']}" in self.stuck else tried(plain, cases)
            packed = protocol.pack_handed(handed, packer)
            blank = handed.blank or handed.absent is not None
        except BaseException:  # an object that does not even let itself be looked at
            packer, blank = protocol.Packer(), False
            packed = protocol.pack_handed(Handed(other="something that cannot be read"), packer)
        finally:
            self.open = was
        self.answered.discard(identity)
        if not blank:
            self.answered.add(identity)
        self.tell({"handed": plain["id"], "how": how, "what": packed, "cell": self.cell}, packer)


def said_of(error):
    """An error in one line, whatever it says of itself."""
    try:
        text = str(error).split("\n")[0][:120]
    except BaseException:
        text = ""
    return type(error).__name__[:60] + (f": {text}" if text else "")


class _Said:
    """What check, hint and progress give here: a sentence, and nothing that a cell could stumble over."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text

    def __call__(self, *args, **kw):
        return self

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return ""
