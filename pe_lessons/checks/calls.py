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

from .answers import describe, is_blank, is_empty_function


@dataclass(frozen=True)
class Failure:
    """An exception as plain text: the names of its classes, the most special one first, and one sentence."""

    classes: tuple
    text: str

    def is_a(self, name):
        return name in self.classes

    def __str__(self):
        return self.text


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
    """

    calls: tuple = ()
    blank: bool = False
    other: str = ""
    stopped: str | None = None
    remark: tuple = ()
    absent: str | None = None


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
    return Handed(tuple(done), remark=said or ())


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
            failure = Failure(tuple(c.__name__ for c in type(raised).__mro__), error_text(raised, line_of(function, raised), function))
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
    """The learner's own line in which it happened: ``line 3, `return x / 0` ``; empty where it cannot be told."""
    frames = traceback.extract_tb(error.__traceback__)
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    own = [frame for frame in frames if frame.filename == file]
    if not own:
        return ""
    text = linecache.getline(own[-1].filename, own[-1].lineno).strip()
    return f"line {own[-1].lineno}" + (f", {text}" if text else "")


def error_text(error, where, function):
    """An exception in one sentence, with the learner's line, and the name that was perhaps meant."""
    text = str(error).split("\n")[0][:200]
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if isinstance(error, NameError) and getattr(error, "name", None):
        code = getattr(function, "__code__", None)
        known = [*getattr(code, "co_varnames", ()), *getattr(function, "__globals__", ())]
        close = difflib.get_close_matches(error.name, known, 1)
        text += f"; did you mean {close[0]!r}?" if close and "Did you mean" not in text else ""
    return text + (f" (in {where})" if where else "")
