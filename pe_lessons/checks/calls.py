"""Calling the learner's function on a case, whatever it does."""

import contextlib
import difflib
import io
import linecache
import traceback
import warnings
from dataclasses import dataclass

import numpy as np


class Interrupted(Exception):
    """The learner stopped a call that took too long; `where` is the line it was in."""

    def __init__(self, where):
        super().__init__(where)
        self.where = where


@dataclass(frozen=True)
class Call:
    """What came of one call: a value, or an error; what was printed; whether an argument was changed."""

    value: object = None
    error: BaseException | None = None
    where: str = ""
    printed: str = ""
    changed: bool = False


def call(function, case):
    """Call `function` with fresh copies of the arguments of `case`; never raises because of what it does.

    Raises
    ------
    Interrupted
        The learner interrupted the kernel while the function ran.
    """
    args, kw = case.fresh()
    before, _ = case.fresh()
    printed = io.StringIO()
    value = error = None
    where = ""
    with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.redirect_stdout(_Bounded(printed)):
        warnings.simplefilter("ignore")
        try:
            value = function(*args, **kw)
        except KeyboardInterrupt as stopped:
            raise Interrupted(line_of(function, stopped)) from None
        except BaseException as raised:  # sys.exit() too: an answer must not end the check
            error, where = raised, line_of(function, raised)
            raised.__traceback__ = None  # the frames hold the arguments alive
    return Call(value, error, where, printed.getvalue(), not all(map(_same, args, before)))


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


def call_text(name, case):
    """The call as a learner would write it; an array is named by its shape only."""
    parts = [_argument(a) for a in case.args] + [f"{key}={_argument(a)}" for key, a in case.kw.items()]
    return f"{name}({', '.join(parts)})"


def _argument(value):
    if isinstance(value, np.ndarray):
        if value.ndim == 1 and 0 < value.size <= 4:
            return "[" + ", ".join(f"{part:g}" for part in value) + "]"
        return f"<array of shape {value.shape}>"
    if callable(value):
        return getattr(value, "__name__", "f")
    return f"{value:g}" if isinstance(value, float) else repr(value)
