"""Lesson 5: a table made by turning row 0 again and again."""

import numpy as np

from ..sinusoidal import sinusoidal_encoding
from . import readings
from .exercise import Exercise, NoModel, case, wrong
from .given import many_sines


def turned(n, d, base=None, *, start=None, layout="interleaved", **knobs):
    """A model of the table; `start` is a first row other than 0 1 0 1."""
    values = readings.table(n, d, base, layout=layout, **knobs)
    if start is None:
        return values
    if layout != "interleaved":
        raise NoModel("another first row has the usual order")
    s, c = values[:, 0::2], values[:, 1::2]
    first = start(d)
    return np.stack([first[0::2] * c + first[1::2] * s, first[1::2] * c - first[0::2] * s], axis=-1).reshape(n, d)


def one_step(d, base, *, sign=1.0, **knobs):
    """The step as one complex number for each pair, exp(-i omega): what turns sine + i cosine."""
    if not knobs.keys() <= {"doubling", "first", "divisor", "power", "reverse", "base_of", "turn"}:
        raise NoModel("a step has frequencies only")
    return np.exp(-1j * sign * readings.frequencies(d, base, **knobs))


def powers_of_entries(first):
    """M ** p raises the entries; only row 0 depends on where the ones of M ** 0 stand."""
    def model(n, d, base=None, **knobs):
        step = (1j * one_step(d, base, **knobs)).view(float)
        values = step ** np.arange(n)[:, None]
        values[0] = {"sums": d / 2, "ones": 1.0, "start": np.tile([0.0, 1.0], d // 2)}[first]
        return values
    return model


def step_grows(n, d, base=None, **knobs):
    """The step is squared each time: positions 0 1 3 7."""
    step = one_step(d, base, **knobs)
    rows = [np.full(d // 2, 1j)]
    while len(rows) < n:
        rows.append(rows[-1] * step)
        step = step * step
    return np.array(rows).view(float)


def unit(*ones):
    def start(d):
        first = np.zeros(d)
        first[list(ones)] = 1.0
        return first
    return start


def row_zero_only(n, d, base=None):
    return np.where(np.arange(n)[:, None] == 0, turned(n, d), 0.0)


ROTATED = Exercise(
    "5.4", "A table without sines", 12, 4, "table_by_rotation(n, d_model, base=10000.0)", "an array of shape (n, d_model)",
    right=lambda n, d, base=10000.0: sinusoidal_encoding(n, d, base=base),
    model=turned,
    form=readings.Floats(),
    cases=(case(4, 6, shown=True), case(6, 8), case(3, 4, 100.0), case(6, 6), case(1, 4), case(40, 2)),
    hints=(
        "Row 0 needs no sine: it is 0 1 0 1 and so on.",
        "The column of row p + 1 is M times the column of row p, with the one M(1).",
        "If the rows stay rows, multiply by M.T on the right.",
    ),
    misconceptions=(
        readings.TRANSPOSED,
        wrong("wrong-shape", "The table has n rows: row 0, and the n - 1 rows that turns make of it. Each has d_model entries.",
              "Call it with n = 1: only row 0 should come."),
        wrong("start-at-one", "The first row is turned already. Row 0 is position 0, before any turn.", "Store the row first, then turn it.",
              {"origin": lambda p: p + 1}, kind="origin"),
        *(m for m in readings.ORIGINS if m.code != "one-based"),
        wrong("step-doubled", "Each row is two steps from the one before.", "Row 1 is position 1: turn once a row.", {"origin": lambda p: 2 * p}, kind="origin"),
        wrong("steps-accumulated", "The step is turned, too, so the steps grow. Each row is ONE step from the one before: 0 1 2 3, not 0 1 3 6.", "Keep M fixed, and apply it to the row before.",
              {"origin": lambda p: p * (p + 1) / 2}, step_grows, kind="origin"),
        wrong("rotated-once", "Every row is row 0 turned once.", "Go on from the row before.", {"origin": lambda p: np.minimum(p, 1)}, kind="origin"),
        *readings.LAYOUT,
        wrong("start-vector", "The first row is not 0 1 0 1: sin 0 = 0, cos 0 = 1, in every pair. (A row of zeros stays zero, however it is turned.)",
              "Print row 0.", {"start": lambda d: np.tile([1.0, 0.0], d // 2)}, {"start": np.zeros}, {"start": np.ones}, {"start": unit(1)}, {"start": unit(0)},
              {"start": unit(-1)}, {"start": lambda d: np.repeat([0.0, 1.0], d // 2)}, {"start": lambda d: np.repeat([1.0, 0.0], d // 2)}, kind="layout"),
        *readings.EXPONENTS, readings.OWN_EXPONENT, readings.GROWING, *readings.BASES, *readings.UNITS,
        wrong("rotation-direction", "The sines have the wrong sign: either each step turns backward, or the sines are negated. Perhaps M and its transpose have changed places.",
              "Row 1 should begin with +0.841. For rows, multiply by M.T.", {"sign": -1.0}, kind="sign"),
        wrong("elementwise-power", "M ** p raises each entry by itself. p steps are p matrix products.", "Apply M to the row before.",
              *map(powers_of_entries, ("sums", "ones", "start"))),
        wrong("integer-truncation", "Only row 0 is there, the others are zero. Either the table holds whole numbers (dtype=int), which cut 0.84 to 0, "
              "or the rows after the first were never written.",
              "Make the table with np.zeros((n, d_model)), and print it after one turn.", row_zero_only),
    ),
    remark=many_sines,
)
