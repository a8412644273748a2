"""Trying the learner's answer on every case, whatever it does."""

import contextlib
import difflib
import inspect
import io
import linecache
import traceback
import warnings
from dataclasses import dataclass

import numpy as np

from . import looks
from .answers import describe, is_blank, is_empty_function


@dataclass(frozen=True)
class Failure:
    """An exception as plain text: the names of its classes, the most special one first; one sentence; the learner's line."""

    classes: tuple
    text: str
    where: str = ""

    def is_a(self, name):
        return name in self.classes

    def __str__(self):
        return self.text + (f" (in {self.where})" if self.where else "")


@dataclass(frozen=True)
class Call:
    """What came of one call: a value, or a failure; what was printed; whether an argument was changed."""

    value: object = None
    failure: Failure | None = None
    printed: str = ""
    changed: bool = False


@dataclass(frozen=True)
class Handed:
    """What was handed in, after every case was tried.

    Attributes
    ----------
    calls : tuple of Call
        One for each case; for a value one, which holds it.
    blank : bool
        Nothing has been filled in yet.
    other : str
        What came where a function was asked for and a value came, or the other way round.
    stopped : str, optional
        The line in which a call was when it was stopped.
    remark : tuple
        A code and a text to say about a correct answer, or nothing.
    absent : str, optional
        Nothing was handed in, and nothing has the name of the answer; the name nearest to it, if any.
    clues : tuple
        What the code of the answer shows (`looks.clues`).
    """

    calls: tuple = ()
    blank: bool = False
    other: str = ""
    stopped: str | None = None
    remark: tuple = ()
    absent: str | None = None
    clues: tuple = ()


def hand_in(answer, cases, remark=None):
    """Try `answer` on every case (none: it is a value), whatever it does. Nothing here knows what is right.

    ``remark(answer)`` gives what would be said about it if it is correct, or None.
    """
    if is_blank(answer) or cases and is_empty_function(answer):
        return Handed(blank=True)
    if bool(cases) != callable(answer):
        return Handed(other=describe(answer))
    if not cases:
        return Handed((Call(answer),))
    done = []
    for case in cases:
        try:
            done.append(call(answer, case))
        except KeyboardInterrupt as stopped:
            return Handed(stopped=line_of(answer, stopped))
        if len(done) == 1 and (done[0].failure and done[0].failure.is_a("NotImplementedError")
                               or done[0].value is not None and is_blank(done[0].value)):
            return Handed(blank=True)
    try:
        said = remark(answer) if remark and not any(one.failure for one in done) else None
    except KeyboardInterrupt:
        said = None
    return Handed(tuple(done), remark=said or (), clues=looks.clues(answer))


def missing(name, is_function, names):
    """What is handed in where `names`, the learner's, hold no `name`."""
    own = [other for other, value in names.items() if not other.startswith("_") and callable(value) == is_function
           and (not is_function or getattr(value, "__module__", None) == names.get("__name__"))]
    low = {other.lower(): other for other in own}
    near = difflib.get_close_matches(name.lower(), low, 1, cutoff=0.5)
    return Handed(absent=low[near[0]] if near else "")


def call(function, case):
    """Call `function` with fresh copies of the arguments of `case`. Of all exceptions only KeyboardInterrupt comes through."""
    args, kw = case.fresh()
    before, _ = case.fresh()
    printed = io.StringIO()
    value = failure = None
    with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.redirect_stdout(_Bounded(printed)):
        warnings.simplefilter("ignore")
        try:
            value = function(*args, **kw)
            if inspect.iscoroutine(value):
                value.close()  # or Python warns, at some later time, that nobody awaited it
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # sys.exit() too: an answer must not end the check
            failure = Failure(tuple(c.__name__ for c in type(raised).__mro__), error_text(raised, function), line_of(function, raised))
    return Call(value, failure, printed.getvalue(), not all(map(_same, args, before)))


class _Bounded:
    """A text stream that keeps the beginning of what is printed, so that a loop that prints fills no memory."""

    def __init__(self, kept, size=200):
        self.kept, self.size = kept, size

    def write(self, text):
        self.kept.write(text[: max(self.size - self.kept.tell(), 0)])
        return len(text)

    def flush(self):
        pass


def _same(after, before):
    if callable(before):
        return True
    if isinstance(before, np.ndarray):
        return after.shape == before.shape and after.dtype == before.dtype and after.tobytes() == before.tobytes()
    return after == before


def line_of(function, error):
    """The learner's own line in which it happened: ``line 3, return x / 0``; empty where it cannot be told.

    If that was in another function of the learner's, that one is named, and the line of the answer that led there.
    """
    code, names = getattr(function, "__code__", None), getattr(function, "__globals__", None)
    if code is None:
        return ""
    steps = list(traceback.walk_tb(error.__traceback__))  # all cells of a notebook share their globals
    own = [(frame.f_code, number) for frame, number in steps if frame.f_globals is names or frame.f_code.co_filename == code.co_filename]
    if not own:
        return ""
    last, number = own[-1]
    if looks.learners(function, last):
        return _line(last, number)
    before = next((_line(*step) for step in reversed(own) if looks.learners(function, step[0])), "")
    return f"your function {last.co_name}, {_line(last, number)}" + (f"; called in {before}" if before else "")


def _line(code, number):
    text = linecache.getline(code.co_filename, number).strip()
    return f"line {number}" + (f", {text}" if text else "")


def error_text(error, function):
    """An exception in one sentence, with the name that was perhaps meant."""
    text = str(error).split("\n")[0][:200].strip()
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if isinstance(error, NameError) and getattr(error, "name", None):
        code = getattr(function, "__code__", None)
        known = [*getattr(code, "co_varnames", ()), *getattr(function, "__globals__", ())]
        close = difflib.get_close_matches(error.name, known, 1)
        text += f"; did you mean {close[0]!r}?" if close and "Did you mean" not in text else ""
    return text
