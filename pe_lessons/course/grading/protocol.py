"""Cases and answers in plain form, for the way between a student's process and the grader's. No pickle, and nothing is believed.

Values of a plain kind arrive as they were; of any other the description arrives, `checks.answers.Described`.
"""

import math
import numbers
import re
from fractions import Fraction

import numpy as np

from ...checks import given
from ...checks.answers import Described, describe
from ...checks.calls import Call, Failure, Handed
from ...checks.exercise import Case
from .wire import LARGEST_ARRAYS, TYPES, Broken, listed, shaped

LETTERS = 4_000  # of one text
MOST = 50_000  # parts of one message
WIDEST = 2_000  # keys of a dictionary, members of a set
DEEPEST = 12  # containers within containers
DIGITS = 4096  # bits of a whole number; what is larger overflows float64 all the same


# -- values ------------------------------------------------------------------------------------------------------------


class Packer:
    """Turns values into plain ones; the arrays are put aside in `arrays`."""

    def __init__(self):
        self.arrays, self.parts, self.bytes = [], 0, 0

    def pack(self, value, depth=0):
        """The plain form of `value`, whatever it is."""
        self.parts += 1
        if value is None or value is True or value is False:
            return value
        kind = type(value)
        if value is Ellipsis:
            return {"ellipsis": True}
        if isinstance(value, np.ma.MaskedArray):
            return {"masked": [self.pack(np.ma.getdata(value), depth + 1), self.pack(np.ma.getmaskarray(value), depth + 1)]}
        if isinstance(value, np.ndarray):
            return self._array(np.asarray(value), depth)
        if isinstance(value, str):
            return str.__str__(value)[:LETTERS]
        if isinstance(value, np.generic):
            index = self._aside(np.asarray(value))
            return self._described(value) if index is None else {"scalar": index}
        if isinstance(value, int):
            size = int.bit_length(value)
            return int(value) if size <= DIGITS else -(1 << DIGITS) if value < 0 else 1 << DIGITS
        if isinstance(value, float):
            return float(value)
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        if kind is Fraction:
            return {"fraction": [self.pack(value.numerator), self.pack(value.denominator)]}
        if callable(value) and getattr(given, getattr(value, "__name__", ""), None) is value:
            return {"given": value.__name__}
        if isinstance(value, list | tuple | set | frozenset | dict):
            if depth < DEEPEST and self.parts + len(value) < MOST and (isinstance(value, list | tuple) or len(value) <= WIDEST):
                if isinstance(value, dict):
                    return {"dict": [[self.pack(key, depth + 1), self.pack(part, depth + 1)] for key, part in dict.items(value)]}
                name = "list" if isinstance(value, list) else "tuple" if isinstance(value, tuple) else "set"
                return {name: [self.pack(part, depth + 1) for part in value]}
        return self._described(value)

    def _array(self, array, depth):
        index = self._aside(array)
        if index is not None:
            return {"array": index}
        if array.dtype.kind in "OU" and array.size + self.parts < MOST and depth < DEEPEST:
            return {"objects": [list(array.shape), [self.pack(part, depth + 1) for part in array.ravel().tolist()]]}
        return self._described(array)

    def _aside(self, array):
        """The index under which an array of numbers is sent; None if it is none, or too large."""
        if array.dtype.newbyteorder("=").str not in TYPES or self.bytes + array.nbytes > LARGEST_ARRAYS or len(self.arrays) >= MOST:
            return None
        array = np.ascontiguousarray(array, array.dtype.newbyteorder("=")).reshape(array.shape)
        self.bytes += array.nbytes
        self.arrays.append(array)
        return len(self.arrays) - 1

    def _described(self, value):
        """A value of another kind; what NumPy can read as numbers is sent as those, too."""
        words, index = describe(value)[:LETTERS], None
        if not callable(value) and not isinstance(value, str | bytes | dict | set | frozenset | np.ndarray):
            try:
                index = self._aside(np.asarray(float(value) if isinstance(value, numbers.Real) else value))
            except Exception:  # it may refuse in its own way
                pass
        return {"other": [words, index]}


def unpack(plain, arrays):
    """The value that `Packer.pack` was given; `Broken` where the form is not one that it makes."""
    if plain is None or isinstance(plain, bool | int | float):
        return plain
    if isinstance(plain, str):
        return clean(plain)
    if not isinstance(plain, dict) or len(plain) != 1:
        raise Broken("no value")
    (kind, held), = plain.items()
    if kind == "ellipsis":
        return Ellipsis
    if kind in ("array", "scalar"):
        return _taken(arrays, held)[() if kind == "scalar" else ...]
    if kind == "masked":
        data, mask = (unpack(part, arrays) for part in listed(held, 2))
        if not isinstance(data, np.ndarray) or not isinstance(mask, np.ndarray) or data.shape != mask.shape or mask.dtype != bool:
            raise Broken("no masked array")
        return np.ma.MaskedArray(data, mask)
    if kind in ("complex", "fraction"):
        one, other = listed(held, 2)
        if kind == "complex" and isinstance(one, float) and isinstance(other, float):
            return complex(one, other)
        if kind == "fraction" and type(one) is int and type(other) is int and other:
            return Fraction(one, other)
    if kind == "objects":
        shape, items = listed(held, 2)
        shape, items = shaped(shape), listed(items)
        if math.prod(shape) == len(items):
            flat = np.empty(len(items), object)
            flat[:] = [unpack(part, arrays) for part in items]
            return flat.reshape(shape)
    if kind == "given" and isinstance(held, str) and callable(getattr(given, held, None)):
        return getattr(given, held)
    if kind == "other":
        words, index = listed(held, 2)
        return Described(_text(words), None if index is None else _taken(arrays, index))
    if kind in ("list", "tuple", "set"):
        parts = [unpack(part, arrays) for part in listed(held)]
        return parts if kind == "list" else tuple(parts) if kind == "tuple" else frozenset(_hashable(parts))
    if kind == "dict":
        pairs = [listed(pair, 2) for pair in listed(held)]
        return dict(zip(_hashable([unpack(key, arrays) for key, _ in pairs]), [unpack(part, arrays) for _, part in pairs]))
    raise Broken("no value of a known kind")


def clean(text):
    """A text as it may stand in a report: no halves of characters, no addresses, which differ from run to run, and no name that IPython gives a cell."""
    text = re.sub(r"\b0x[0-9a-f]{6,16}\b", "0x...", text[:LETTERS].encode("utf-8", "replace").decode())
    return re.sub(r"<ipython-input-[\w-]+>(, (?=line \d))?", lambda found: "" if found[1] else "a cell", text)


def _text(held):
    if not isinstance(held, str):
        raise Broken("no text")
    return clean(held)


def _taken(arrays, index):
    if type(index) is not int or not 0 <= index < len(arrays):
        raise Broken("no array")
    return arrays[index]


def _hashable(parts):
    if len(parts) > WIDEST or not all(isinstance(part, str | int | float | complex | Fraction | np.generic | tuple | frozenset | type(None) | type(...))
                                      for part in parts):
        raise Broken("no key")
    try:
        hash(tuple(parts))
    except TypeError:
        raise Broken("no key") from None
    return parts


# -- cases, and what was handed in -------------------------------------------------------------------------------------


def pack_cases(exercise, packer):
    """What a student's process needs to try an answer: names and inputs, nothing that is right."""
    for name, function in [("an argument", a) for case in exercise.cases for a in case.args if callable(a)] + [("the remark", exercise.remark)]:
        if function is not None and getattr(given, function.__name__, None) is not function:
            raise ValueError(f"{name} of exercise {exercise.id} is the function {function.__name__}, which is not in checks/given.py")
    return {"id": exercise.id, "title": exercise.title, "name": exercise.name, "function": exercise.is_function,
            "remark": exercise.remark and exercise.remark.__name__,
            "cases": [[packer.pack(case.args), packer.pack(case.kw)] for case in exercise.cases]}


def unpack_cases(plain, arrays):
    return tuple(Case(unpack(args, arrays), unpack(kw, arrays)) for args, kw in plain["cases"])


def pack_handed(handed, packer):
    calls = [[packer.pack(call.value), call.failure and [list(call.failure.classes), call.failure.text, call.failure.where], call.printed, bool(call.changed)]
             for call in handed.calls]
    return [calls, handed.blank, handed.other, handed.stopped, list(handed.remark), handed.absent, [list(clue) for clue in handed.clues]]


def unpack_handed(plain, arrays):
    """The `Handed` that came; `Broken` if it is none."""
    calls, blank, other, stopped, remark, absent, clues = listed(plain, 7)
    done = []
    for call in listed(calls):
        value, failure, printed, changed = listed(call, 4)
        if failure is not None:
            classes, text, where = listed(failure, 3)
            failure = Failure(tuple(map(_text, listed(classes))), _text(text), _text(where))
        done.append(Call(unpack(value, arrays), failure, _text(printed), changed is True))
    stopped, absent = (None if text is None else _text(text) for text in (stopped, absent))
    remark = tuple(map(_text, listed(remark)))
    if len(remark) not in (0, 2):
        raise Broken("no remark")
    clues = tuple(tuple(map(_text, listed(clue, 2))) for clue in listed(clues))
    return Handed(tuple(done), blank is True, _text(other), stopped, remark, absent, clues)
