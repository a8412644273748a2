"""Lesson 6, extra exercises: far positions, and where similarity rises."""

from functools import lru_cache

import numpy as np

from ..bfloat16 import round_to_bfloat16
from ..sinusoidal import sinusoidal_encoding
from . import readings
from .answers import Numbers
from .exercise import EXACT, Exercise, Tolerance, case, wrong

# -- 6.3 --------------------------------------------------------------------------------------------------------------


def unchanged(values):
    return values


def rows(positions, d, *, held=unchanged, frequency=unchanged, angle=unchanged, **knobs):
    """A model of the rows of far positions; the first three knobs round what is held on the way."""
    if frequency is unchanged and angle is unchanged:
        return readings.table(held(positions), d, **knobs)
    angles = angle(held(positions)[:, None] * frequency(readings.frequencies(d)))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(positions), -1)[:, :d]


def half(values):
    return np.asarray(values).astype(np.float16).astype(float)


def in_float32(value, wanted, positions, d):
    """Right near 0; far away wrong in many columns, by no more than float32 leaves of the angle."""
    off = np.abs(value - wanted)
    allowed = 6 * np.abs(positions) * 2.0**-24 + 1e-6
    far = np.abs(positions) > 10_000
    return bool((off <= allowed[:, None]).all() and ((off > 1e-6).sum(axis=1) >= 4)[far].all())


def held_in(cast):
    return {"held": cast}, {"frequency": cast}, {"angle": cast}, {"held": cast, "frequency": cast}, \
        {"held": cast, "frequency": cast, "angle": cast}


FAR = Exercise(
    "6.3", "Far positions in float32", 8, 3, "rows_at(positions, d_model)", "an array of shape (number of positions, d_model)",
    right=sinusoidal_encoding,
    model=rows,
    tolerance=Tolerance(1e-6),
    cases=(
        case(np.array([0, 1, 2]), 8, shown=True), case(np.array([5, 3]), 6),
        case(np.array([131071]), 64), case(np.array([999999, 1000000]), 64),
    ),
    hints=(
        "How many decimal digits does a float32 hold?",
        "At a million radians the digits in front of the point have used them up, and the sine needs those behind.",
        "Form position times frequency in float64; if you cast to float32, cast the sines and cosines.",
    ),
    misconceptions=(
        wrong("positions-ignored", "Rows 0, 1, 2 and so on came, whatever positions were given.", "Use the argument positions in place of np.arange.",
              {"origin": lambda p: np.arange(len(p))}, {"origin": lambda p: np.arange(len(p)) + p[0]},
              {"origin": lambda p: np.arange(len(p)) + min(p)}, kind="origin"),
        wrong("positions-sorted", "The rows came in the order of the positions; they were asked for in the order given.",
              "Do not sort, and leave out np.unique.", {"origin": np.sort}, kind="origin"),
        wrong("one-based", "Each row belongs to the position after the one asked for.", "Use the positions as they are given, without + 1.",
              {"origin": lambda p: p + 1}, kind="origin"),
        *(m for m in readings.TABLE if m.code not in ("base-ignored", "one-based")),
        wrong("low-precision", "Half precision somewhere on the way: it has three digits and no number above 65504, and bfloat16 has less than "
              "three.",
              "Compute in float64; cast last, if at all.", *held_in(half), *held_in(round_to_bfloat16), kind="precision"),
        wrong("angle-in-float32", "The angle was formed in float32, which holds seven digits. The farther the position, the fewer of them stand "
              "behind the point: at a million, only one.",
              "Form the angle in float64: make positions and frequencies float64 before you multiply.", near=in_float32, kind="precision"),
    ),
    extra=True,
)

# -- 6.4 --------------------------------------------------------------------------------------------------------------


SIZES = (128, 1024, 8200)  # a curve is kept in few lengths, so that a shorter one is not summed again


@lru_cache(maxsize=256)
def _sums(wave, frequencies, n):
    total, k = np.zeros(n), np.arange(n)
    for omega in frequencies:  # pair by pair, so that a long curve needs little memory
        total += wave(k * omega)
    return total


def rise(curve, pairs):
    """The first k after which the curve goes up."""
    for n in (128, 1024, 8192):
        up = np.flatnonzero(np.diff(curve(n)) > 0)
        if len(up):
            return up[0]
    return np.nan


def below_zero(curve, pairs):
    for n in (128, 1024, 8192):
        negative = np.flatnonzero(curve(n) < 0)
        if len(negative):
            return negative[0]
    return np.nan


def below_zero_within(n):
    """The first place below 0 among `n`; 0 where there is none, as argmax has it."""
    return lambda curve, pairs: np.argmax(curve(n) < 0)


def lowest(n):
    return lambda curve, pairs: np.argmin(curve(n))


def height(after=0, share=False):
    """The value of the curve at the first rise, or at the point after it."""
    def pick(curve, pairs):
        k = rise(curve, pairs)
        return np.nan if np.isnan(k) else curve(8193)[int(k) + after] / (pairs if share else 1)
    return pick


def first_rise(d, base=None, *, wave=np.cos, pick=rise, late=0, **knobs):
    """A model of where the similarity rises for the first time; `late` is how many places further on one looks."""
    frequencies = readings.frequencies(d, base, **knobs)
    return pick(lambda n: _sums(wave, tuple(frequencies), next(size for size in SIZES if size >= n))[:n], len(frequencies)) + late


RISE = Exercise(
    "6.4", "Similarity falls with distance", 8, 3, "first_rise(d_model, base=10000.0)", "one whole number",
    right=first_rise,
    model=first_rise,
    form=Numbers(single=True),
    tolerance=EXACT,
    cases=(case(64, shown=True), case(512), case(32), case(128, 100.0), case(256)),
    hints=(
        "Pair 0 alone rises from k = 3 on; the slower pairs still fall there and pull the sum down.",
        "No table is needed: s(k) is the sum of cos(k omega) over the pairs.",
        "np.diff(s) > 0 marks the rises; the first True has the index that is asked for.",
    ),
    misconceptions=(
        *readings.EXPONENTS[:4], readings.BASES[0],  # a sum does not see the order of the pairs
        wrong("global-minimum", "This is the lowest point of the stretch that was searched. The question is where the curve rises for the FIRST "
              "time.",
              "Look for the first positive difference in place of argmin.",
              *({"pick": lowest(n)} for n in (50, 64, 100, 128, 200, 256, 300, 400, 500, 512, 1000, 1001, 1024, 2000, 2001, 2048, 3000, 4000, 4096,
                                              5000, 8192))),
        wrong("one-turn-only", "Only pair 0 was looked at (it is lowest at 3 and has made a turn after 6), or all pairs turn as fast as it. The "
              "slower pairs pull the sum along.",
              "Add up the cosines of all pairs, each with its own frequency.", lambda d, base=None: 6.0, lambda d, base=None: 2 * np.pi,
              lambda d, base=None: 3.0),
        wrong("sign-change", "This is where the sum falls below 0. A curve can rise while it is positive.",
              "Compare s(k + 1) with s(k), not with 0.", {"pick": below_zero}, *({"pick": below_zero_within(n)} for n in (100, 1000, 2000, 3000))),
        wrong("sine-sum", "A sum of sines rises at once, from k = 0, so the answer is 0 or 1 at every width. The dot product of two rows is a sum "
              "of cosines.",
              "At k = 0 the sum must be d_model / 2: which of the two gives that?", {"wave": np.sin},
              lambda d, base=None: 1.0),
        wrong("value-not-offset", "This is the value of s there. The offset k was asked for.", "Return the index.",
              {"pick": height()}, {"pick": height(share=True)}, {"pick": height(1)}, {"pick": height(1, share=True)}),
        wrong("fencepost", "One off: k is the last point before the rise, so that s(k + 1) is the first value that is larger.",
              "Entry k of np.diff(s) is s(k + 1) - s(k): its index is the answer, if s starts at k = 0.",
              {"late": 1}, {"late": -1}),
    ),
    extra=True,
)

EXERCISES = (FAR, RISE)
