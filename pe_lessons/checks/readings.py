"""The ways in which people read the definition of the sinusoid, as knobs on one model of it.

The right values come from the package. This model gives the same ones while every knob stands where it belongs (tested),
and a known mistake for each knob that is turned. Two knobs at once are two mistakes in one answer.
"""

import numpy as np

from .answers import Numbers, Refused, describe
from .exercise import NoModel, wrong


class Amounts(Numbers):
    """Numbers that say how much; True and False do not count as 1 and 0."""

    def read(self, value):
        got = super().read(value)
        if np.asarray(value).dtype == bool:
            raise Refused("bool-not-number", str(np.asarray(value).tolist()) if got.size < 5 else f"{describe(value)}: True and False")
        return got


class Floats(Numbers):
    """A table of sines; an array of whole numbers has lost what stood behind the point. (A single row may be whole: 0 1 0 1.)"""

    def read(self, value):
        got = super().read(value)
        if got.ndim == 2 and len(got) > 1 and np.asarray(value).dtype.kind in "iu":
            raise Refused("integer-truncation", "an array of whole numbers")
        return got


def pairs_of(d):
    """How many pairs a width has; the last may lack its cosine."""
    return (d + 1) // 2


def omega(i, d, base=None, *, doubling=2.0, first=0, divisor=lambda d: d, power=-1.0, reverse=False,
          base_of=lambda given: 10000.0 if given is None else given, turn=1.0):
    """The angular frequencies of pairs `i` (fractions are columns between pairs), shape of `i`.

    `doubling` is the 2 of the exponent 2i/d, `first` the number of the first pair, `divisor` the d, `power` the sign of
    the exponent, `base_of` what is made of the argument base, `turn` the unit of the angle.
    """
    if not doubling and turn == 2 * np.pi:
        raise NoModel("whole turns cannot be told from no turn")
    i = np.asarray(i, float)
    i = (pairs_of(d) - 1 - i if reverse else i) + first
    exponent = doubling * i / max(divisor(d), 1e-300) if doubling and i.any() else 0.0 * i
    return turn * float(base_of(base)) ** (power * exponent)


def frequencies(d, base=None, **knobs):
    """One angular frequency a pair, shape (ceil(d/2),)."""
    return omega(np.arange(pairs_of(d)), d, base, **knobs)


LAYOUTS = {  # pair and "is it a cosine" for each column
    "interleaved": lambda c, h: (c // 2, c % 2 == 1),
    "swapped": lambda c, h: (c // 2, c % 2 == 0),
    "halves": lambda c, h: (np.where(c < h, c, c - h), c >= h),
    "cosines first": lambda c, h: (np.where(c < h, c, c - h), c < h),
    "sines": lambda c, h: (c // 2, c < 0),
    "cosines": lambda c, h: (c // 2, c >= 0),
}


def table(positions, d, base=None, *, origin=lambda p: p, layout="interleaved", own=False, sign=1.0, odd="right", **knobs):
    """The table of `positions` (a number counts from 0), shape (n, d).

    `origin` is what is made of the positions; `own` gives each column an exponent of its own; `odd` says what becomes of
    the last column of an odd width.
    """
    p = np.asarray(origin(np.arange(positions, dtype=float) if np.ndim(positions) == 0 else np.asarray(positions, float)))
    if odd == "stops" and d % 2 and d > 1 or odd == "refuses" and d % 2:
        raise ValueError("an odd width")
    width = {"extra": d + d % 2, "dropped": d - d % 2}.get(odd, d)
    c = np.arange(width)
    pair, cosine = LAYOUTS[layout](c, pairs_of(width))
    if odd == "cosine last" and d % 2:
        cosine = cosine.copy()
        cosine[-1:] = True
    column = c / 2 if layout in ("interleaved", "swapped", "sines", "cosines") else pair + cosine / 2
    angle = p[..., None] * omega(column if own else pair, d, base, **knobs)
    values = np.where(cosine, np.cos(angle), sign * np.sin(angle))
    if odd == "zero" and d % 2:
        values[..., -1:] = 0.0
    return values


def backwards(p):
    return p[::-1]


def spread(p):
    return p / max(len(p) - 1, 1)


def fraction(p):
    return p / len(p)


class OtherBase:
    """Another base than the one asked for: as the default only, or written in (`always`)."""

    def __init__(self, base, always=False):
        self.base, self.always = base, always
        self.says = f"They fit the base {base:g}."

    def __call__(self, given):
        return self.base if given is None or self.always else given


def _bases():
    for base in (100.0, 1000.0, 1e5, 1e6, 5e5, 10.0, 2.0, 500.0, 1024.0, 20000.0, 5000.0, 1e8, np.e):
        yield {"base_of": OtherBase(base)}
        if base != 1e8:  # that is the default base, written in, and a doubled factor: two mistakes, and common ones
            yield {"base_of": OtherBase(base, always=True)}


def last_is_inverse_base(d):
    return 2 * pairs_of(d) - 2


ORIGINS = (
    wrong("one-based", "", "", {"origin": lambda p: p + 1}, kind="origin"),
    wrong("position-off-by-one", "", "", {"origin": lambda p: p - 1}, kind="origin"),
    wrong("reversed-positions", "", "", {"origin": backwards}, kind="origin"),
    wrong("normalised-positions", "", "", {"origin": spread}, {"origin": fraction}, kind="origin"),
)
LAYOUT = (
    wrong("halves", "", "", {"layout": "halves"}, kind="layout"),
    wrong("sin-cos-swapped", "", "", {"layout": "swapped"}, kind="layout"),
    wrong("cos-first-halves", "", "", {"layout": "cosines first"}, kind="layout"),
    wrong("all-sine", "", "", {"layout": "sines"}, kind="layout"),
    wrong("all-cosine", "", "", {"layout": "cosines"}, kind="layout"),
)
OWN_EXPONENT = wrong("own-exponent", "", "", {"own": True}, kind="exponent")
EXPONENTS = (
    wrong("factor-two-twice", "", "", {"doubling": 4.0}, kind="exponent"),
    wrong("factor-two-missing", "", "", {"doubling": 1.0}, kind="exponent"),
    wrong("exponent-d-minus-2", "", "", {"divisor": last_is_inverse_base}, {"divisor": lambda d: d - 2}, kind="exponent"),
    wrong("one-based-pairs", "", "", {"first": 1}, kind="exponent"),
    wrong("order-reversed", "", "", {"reverse": True}, kind="exponent"),
    wrong("one-frequency", "", "", {"doubling": 0.0}, kind="exponent"),
)
GROWING = wrong("multiplied-not-divided", "", "", {"power": 1.0}, kind="exponent")
DIVISOR = wrong("divisor-not-frequency", "", "", {"power": 1.0}, kind="exponent")
BASES = (
    wrong("base-ignored", "", "", {"base_of": lambda given: 10000.0}, kind="base"),
    wrong("log-base", "", "", {"base_of": lambda given: np.exp(np.log10(given or 10000.0))},
          {"base_of": lambda given: np.exp(np.log2(given or 10000.0))}, kind="base"),
    wrong("base-wrong", "", "", *_bases(), kind="base"),
)
UNITS = (
    wrong("degrees", "", "", {"turn": np.pi / 180}, {"turn": 180 / np.pi}, kind="unit"),
    wrong("two-pi-multiplied", "", "", {"turn": 2 * np.pi}, kind="unit"),
)
CYCLES = wrong("cycles-not-radians", "", "", {"turn": 1 / (2 * np.pi)}, kind="unit")
SIGN = wrong("sign-flipped", "", "", {"sign": -1.0}, kind="sign")
TRANSPOSED = wrong("axis-swapped", after=lambda value, *args: np.swapaxes(value, -1, -2), kind="axis")
BLOCKS = (
    wrong("rotation-direction", "", "", {"block": lambda c, s: [[c, -s], [s, c]]}, kind="sign"),
    wrong("minus-missing", "", "", {"block": lambda c, s: [[c, s], [s, c]]}, kind="sign"),
    wrong("sin-cos-swapped", "", "", {"block": lambda c, s: [[s, c], [-c, s]]}, {"block": lambda c, s: [[s, -c], [c, s]]}, kind="layout"),
)
ODD_STOPS = wrong("odd-d-crash", "", "", {"odd": "stops"}, {"odd": "refuses"}, kind="axis")

TABLE = (TRANSPOSED, *ORIGINS, *LAYOUT, *EXPONENTS, OWN_EXPONENT, GROWING, *BASES, *UNITS, SIGN)
