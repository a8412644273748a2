"""An exercise as data: what is asked, on which cases it is tried, what is right, and how people go wrong.

A new exercise is one `Exercise`; a new misconception is one `Misconception`, whose model is a small wrong
implementation, the right one with a knob turned, or something done to the right result.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .answers import Numbers

# Which misconception speaks when several fit equally well: the one that stands first here.
KINDS = ("axis", "origin", "layout", "exponent", "base", "unit", "sign", "concept", "scale", "precision")


class NoModel(Exception):
    """Raised by a model whose knobs make no sense together, so that this pair explains nothing, not even an error."""


@dataclass(frozen=True)
class Tolerance:
    """A value agrees if ``|got - want| <= absolute + relative * |want|``."""

    absolute: float
    relative: float = 0.0

    def excess(self, got, want, args=()):
        """Each difference in units of what is allowed; at most 1 where the value agrees."""
        with np.errstate(invalid="ignore"):
            off = np.abs(got - want) / (self.absolute + self.relative * np.abs(want))
        return np.where(got == want, 0.0, np.where(np.isnan(got) & np.isnan(want), 0.0, np.where(np.isnan(off), np.inf, off)))


TABLE = Tolerance(1e-5, 1e-5)  # float32 throughout passes, float16 does not
MEASURED = Tolerance(1e-6, 1e-5)
EXACT = Tolerance(1e-9)
THREE_DECIMALS = Tolerance(5e-4 + 1e-7)  # a correctly rounded answer passes, a cut one does not
THREE_DIGITS = Tolerance(0.0, 5e-3)


@dataclass(frozen=True)
class Case:
    """One call of the learner's function.

    `shown` says that the notebook shows it, so that a message may name the value wanted. `expect` is ``"value"``
    or ``"raise"`` (an IndexError, ValueError or TypeError is what is wanted).
    """

    args: tuple
    kw: dict = field(default_factory=dict)
    shown: bool = False
    expect: str = "value"

    def fresh(self):
        """A fresh copy of the arguments, for a function that may change them."""
        return tuple(a if callable(a) else copy.deepcopy(a) for a in self.args), dict(self.kw)


def case(*args, shown=False, expect="value", **kw):
    """A `Case`, written like the call itself."""
    return Case(args, kw, shown, expect)


@dataclass(frozen=True)
class Misconception:
    """One way to go wrong, as a model of it.

    Attributes
    ----------
    code : str
        Its name.
    means, next_step : str
        What it usually means and one thing to try; empty for a general one, whose words stand in `messages`.
    ways : tuple
        Each a wrong implementation (a callable with the arguments of the right one) or a dict of knobs of the
        exercise's own model. Several ways are several forms of the same mistake.
    after : callable, optional
        ``after(right_result, *args)``: something done to the result, such as a factor or a transposition.
    when : callable, optional
        ``when(answer)``: for answers that are no numbers, whether the answer shows this mistake.
    near : callable, optional
        ``near(value, wanted, *args)``: whether the value of a case shows it, where a model cannot give the numbers (ties,
        rounding that differs from form to form). Asked on every case; `wanted` is the right value, or that of a second model.
    shape : callable, optional
        ``shape(wanted_shape, *args)``: the shape that gives it away where the numbers may be anything.
    kind : str
        One of `KINDS`.
    """

    code: str
    means: str = ""
    next_step: str = ""
    ways: tuple = ()
    after: Callable | None = None
    when: Callable | None = None
    near: Callable | None = None
    shape: Callable | None = None
    kind: str = "concept"


def wrong(code, means="", next_step="", *ways, **more):
    """A `Misconception`; the ways stand last because there may be several."""
    return Misconception(code, means, next_step, ways, **more)


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    Attributes
    ----------
    id, title : str
    minutes, difficulty : int
        The points to be won are the difficulty.
    signature : str
        What the learner writes: ``"frequencies(d_model, base=10000.0)"``, or only a name for a value.
    wanted : str
        What is asked for, in words that fit after "wanted:".
    right : callable
        The right answer: called with a case's arguments, or without for a value.
    cases : tuple of Case
        Empty for a value.
    form : object
        How an answer is read and compared (`answers`).
    tolerance : Tolerance
    hints : tuple of str
    model : callable, optional
        The right answer once more, with keyword knobs that misconceptions turn.
    variants : tuple of dict
        Knobs of the model that give other conventions, which are right as well if they are kept in all cases.
    misconceptions : tuple of Misconception
    extra : bool
        Not one of the core exercises.
    remark : callable, optional
        ``remark(function) -> (code, text) or None``: something to say about a correct answer.
    by_hand : str
        What to try where no mistake is recognised; without it, a sentence that holds for all.
    """

    id: str
    title: str
    minutes: int
    difficulty: int
    signature: str
    wanted: str
    right: Callable
    hints: tuple
    cases: tuple = ()
    form: object = Numbers()
    tolerance: Tolerance = TABLE
    model: Callable | None = None
    variants: tuple = ()
    misconceptions: tuple = ()
    extra: bool = False
    remark: Callable | None = None
    by_hand: str = ""

    @property
    def name(self):
        """The name that the learner's answer has in the notebook."""
        return self.signature.partition("(")[0]

    @property
    def is_function(self):
        return "(" in self.signature

    @property
    def lesson(self):
        """The number of the lesson, 8 for the practice questions."""
        return 8 if self.id.startswith("Q") else int(self.id.partition(".")[0])

    @property
    def points(self):
        return self.difficulty
