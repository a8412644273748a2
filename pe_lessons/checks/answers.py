"""How an answer is read: numbers in any honest form, letters, dictionaries. Text, NaN and odd shapes get their own words.

A form has `read(value) -> plain value`, which raises `Refused` with a code, and `same_shape`, which compares two plain values.
"""

import dis
import numbers
import re
import types

import numpy as np

TRUTHS = {"true": True, "t": True, "yes": True, "y": True, "1": True,
          "false": False, "f": False, "no": False, "n": False, "0": False}


EXCEPTION = "the exception "  # how the description of one begins


class Described:
    """What stands for a value of a kind that does not leave its process: its description and, where it has one, its array."""

    def __init__(self, words, array=None):
        self.words, self.array = words, array

    def __str__(self):
        return self.words

    def __array__(self, dtype=None, copy=None):
        if self.array is None:
            raise TypeError("no numbers")
        return np.array(self.array, dtype)


class Refused(Exception):
    """An answer that cannot be compared; `code` says why, the text what came and what was wanted."""

    def __init__(self, code, seen):
        super().__init__(seen)
        self.code, self.seen = code, seen


def is_blank(value):
    """Whether nothing has been filled in yet: None, ``...``, or a container that holds nothing else."""
    if value is None or value is Ellipsis or isinstance(value, str) and value.strip() in ("", "..."):
        return True
    if isinstance(value, dict):
        return bool(value) and all(is_blank(part) for part in value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return bool(value) and all(is_blank(part) for part in value)
    return False


def is_empty_function(function):
    """Whether a function's body does nothing: only ``...``, ``pass`` or a docstring.

    What is returned counts: ``return True, True`` has the instructions of an empty body, apart from the constant.
    """
    code = getattr(function, "__code__", None)
    if not isinstance(code, types.CodeType):
        return False
    steps = [(step.opname, step.argval) for step in dis.get_instructions(code)
             if step.opname not in ("RESUME", "NOP", "CACHE", "COPY_FREE_VARS")]
    return steps in ([("LOAD_CONST", None), ("RETURN_VALUE", None)], [("RETURN_CONST", None)])


def describe(value):
    """What an answer is, in a few words."""
    if isinstance(value, Described):
        return value.words
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, bool | np.bool_ | int | float | np.number):
        return f"the number {value}" if not isinstance(value, bool | np.bool_) else f"{bool(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and type {value.dtype}"
    if isinstance(value, types.GeneratorType):
        return "a generator (the function uses yield, not return)"
    if isinstance(value, BaseException) or isinstance(value, type) and issubclass(value, BaseException):
        return f"{EXCEPTION}{(value if isinstance(value, type) else type(value)).__name__}"
    if callable(value):
        return f"the function {getattr(value, '__name__', '')}".strip()
    article = "an" if type(value).__name__[0] in "aeiou" else "a"
    return f"{article} {type(value).__name__}"


class Numbers:
    """A number or an array of numbers: lists, tuples, NumPy scalars, 0-d arrays and float32 are read alike.

    `single` says that one number is wanted: then a list of one number will do. `truth` says that they are truth values.
    """

    def __init__(self, single=False, truth=False):
        self.single, self.truth = single, truth

    @property
    def kind(self):
        what = "True or False" if self.truth else "a number"
        return what if self.single else "numbers"

    def read(self, value):
        if value is None:
            raise Refused("returned-none", "None")
        if isinstance(value, str | bytes | dict | set | frozenset) or callable(value) or isinstance(value, Described) and value.array is None:
            raise Refused("wrong-type", describe(value))
        if isinstance(value, np.ma.MaskedArray):
            value = np.ma.filled(value.astype(float), np.nan)
        try:
            got = np.array(value)
        except ValueError:
            raise Refused("wrong-shape", "rows of different lengths") from None
        except Exception as error:  # an object may refuse in its own way
            raise Refused("wrong-type", f"{describe(value)} ({error})") from None
        if got.dtype == object:
            parts = got.ravel().tolist()
            if not all(isinstance(part, numbers.Real) for part in parts) or not parts:
                odd = next((part for part in parts if not isinstance(part, numbers.Real)), value)
                inside = "" if odd is value else f" with {describe(odd)} in it"
                raise Refused("wrong-type", describe(value) + inside)
        if got.dtype.kind == "c":
            if np.abs(got.imag).max(initial=0.0) > 1e-9:
                raise Refused("wrong-type", "complex numbers with an imaginary part")
            got = got.real
        if got.dtype.kind not in "biufO":
            raise Refused("wrong-type", describe(value))
        try:
            got = got.astype(float)
        except OverflowError:
            raise Refused("wrong-type", "a number too large for float64") from None
        return got.reshape(()) if self.single and got.shape == (1,) else got

    def same_shape(self, got, want):
        return got.shape == np.shape(want)


class Letter:
    """One letter of `options`. Case, blanks, brackets and quotes do not matter."""

    kind = "one letter"

    def __init__(self, options):
        self.options = options

    def read(self, value):
        if isinstance(value, list | tuple | set | frozenset) and len(value) == 1:
            value = next(iter(value))
        if not isinstance(value, str):
            raise Refused("wrong-type", describe(value))
        letter = re.sub(r"[^A-Za-z0-9]", "", value).upper()
        if letter not in self.options:
            raise Refused("unknown-option", f"{value[:40]!r}; the letters are {', '.join(self.options)}")
        return letter

    def same_shape(self, got, want):
        return True


class Letters(Letter):
    """A set of letters: a set, a list, or a text such as ``"ADE"`` or ``"a, d"``."""

    kind = "a set of letters"

    def read(self, value):
        if isinstance(value, dict):
            value = [key for key, chosen in value.items() if chosen]
        if isinstance(value, str):
            value = re.sub(r"\b(and|und|et)\b", " ", value)
            value = list(re.sub(r"[^A-Za-z0-9]", "", value))
        if not isinstance(value, list | tuple | set | frozenset | np.ndarray):
            raise Refused("wrong-type", describe(value))
        return frozenset(super(Letters, self).read(str(part)) for part in value)


class Record:
    """A dictionary with given keys, each with a form of its own: a `Numbers`, or a tuple of labels that are offered."""

    kind = "a dictionary"

    def __init__(self, **parts):
        self.parts = parts

    def read(self, value):
        if not isinstance(value, dict):
            raise Refused("wrong-type", describe(value))
        keys = {str(key).strip().lower(): key for key in value}
        missing = [key for key in self.parts if key.lower() not in keys or is_blank(value[keys[key.lower()]])]
        if missing:
            known = [key.lower() for key in self.parts]
            odd = [str(key) for low, key in keys.items() if low not in known]
            raise Refused("missing-key", f"no value for {', '.join(map(repr, missing))}"
                          + (f"; {', '.join(map(repr, odd))} is not asked for" if odd else ""))
        return {key: self._part(key, form, value[keys[key.lower()]]) for key, form in self.parts.items()}

    def _part(self, key, form, value):
        if isinstance(form, tuple):
            return _label(key, form, value)
        try:
            return form.read(value)
        except Refused as refused:
            raise Refused(refused.code, f"{key!r} holds {refused.seen}") from None

    def same_shape(self, got, want):
        return not other_shapes(got, want)


def other_shapes(got, want):
    """The keys of two dictionaries under which the shapes differ."""
    return [key for key in want if np.shape(got[key]) != np.shape(want[key])]


class Truths(Record):
    """A dictionary of True or False; words such as ``"yes"`` or ``"F"`` will do."""

    def __init__(self, keys):
        super().__init__(**dict.fromkeys(keys, "truth"))

    def _part(self, key, form, value):
        word = str(value).strip().lower()
        if word in ("1.0", "0.0"):
            word = word[0]
        if word not in TRUTHS:
            raise Refused("unknown-option", f"{key!r} is {str(value)[:40]!r}; the choices are True and False")
        return TRUTHS[word]


def _label(key, offered, value):
    if not isinstance(value, str):
        raise Refused("wrong-type" if not isinstance(value, bool | int | float) else "unknown-option",
                      f"{key!r} holds {describe(value)}; the choices are {', '.join(offered)}")
    plain = re.sub(r"[\s_-]+", "-", re.sub(r"[\"'().\[\]]", "", value).strip().lower())
    for label in offered:
        if plain == re.sub(r"[\s_-]+", "-", label.lower()):
            return label
    raise Refused("unknown-option", f"{key!r} is {value[:40]!r}; the choices are {', '.join(offered)}")
