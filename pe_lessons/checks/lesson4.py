"""Lesson 4: learned tables. Looking up, stretching, and what is in two trained tables.

4.4 and 4.5 stand in `lesson4_spectrum`.
"""

import numpy as np

from ..learned import LearnedPositions
from .answers import Numbers
from .exercise import EXACT, MEASURED, Exercise, case, wrong
from .lesson4_spectrum import SHARE, WAVES

FIVE_ROWS = np.array([[0.63, -0.53, -0.33], [-0.71, 0.61, 0.73], [-0.12, 0.29, -2.12], [0.88, -2.04, -0.66], [-2.48, -0.67, -0.72]])
FOUR_ROWS = np.array([[1.92, -1.23, -2.75, 0.03], [-0.41, 1.06, 0.7, -1.81], [-0.45, -0.42, 0.0, -0.42], [-0.21, 0.17, -1.9, -1.06]])

# -- 4.1 --------------------------------------------------------------------------------------------------------------


def looked_up(table, positions, *, shift=0, below="raise", above="raise", first=0, last=0, axis=0):
    """A model of looking rows up; `below` and `above` say what becomes of positions outside, `first` and `last` move the bounds."""
    p = np.asarray(positions) + shift
    n = table.shape[axis]
    low, high = p < 0, p >= n
    if below == "raise" and (p < first).any() or above == "raise" and (p >= n + last).any():
        raise IndexError("no such position")
    zeros = low & (below == "zeros") | high & (above == "zeros")
    if below == "wrap" and (p < -n).any():
        raise IndexError("too far back")
    rows = np.where(low & (below == "clip"), 0, np.where(high & (above == "clip"), n - 1, p)) % n
    return np.where(zeros, 0.0, table[:, rows]) if axis else np.where(zeros[..., None], 0.0, table[rows])


class Rows(Numbers):
    """Numbers; no rows at all are [] or an array of shape (0, d) alike."""

    def read(self, value):
        got = super().read(value)
        return got if got.size else got.ravel()


LOOKUP = Exercise(
    "4.1", "A safe look-up", 6, 2, "lookup(table, positions)", "rows of the table, or an IndexError where a position has none",
    right=lambda table, positions: LearnedPositions(table).lookup(positions),
    model=looked_up,
    form=Rows(),
    cases=(
        case(FIVE_ROWS, np.array([0, 2, 1]), shown=True), case(FIVE_ROWS, np.array([5]), shown=True, expect="raise"),
        case(FIVE_ROWS, np.array([-1]), expect="raise"),  # NumPy reads the last row
        case(FIVE_ROWS, np.array([2, -3]), expect="raise"),
        case(FIVE_ROWS, np.array([4, 4, 0])), case(FIVE_ROWS, np.array([[0, 1], [2, 2]])), case(FIVE_ROWS, np.array([], dtype=int)),
        case(FIVE_ROWS, np.array([0, 7]), expect="raise"),
    ),
    hints=(
        "What does table[-1] give?",
        "Test both ends before you index: (p < 0).any() and (p >= n).any().",
        "The last row there is has the number n - 1.",
    ),
    misconceptions=(
        wrong("axis-swapped", "The positions chose columns, or the result is turned on its side. A position is a row.", "Index the first axis: table[positions].",
              {"axis": 1}, lambda table, positions: looked_up(table, positions).T, kind="axis"),
        wrong("one-based", "Position p got the row p - 1, as if positions were counted from 1. Position 0 has row 0.", "Take the positions as they are.",
              {"shift": -1}, kind="origin"),
        wrong("position-off-by-one", "Position p got the row p + 1: the answer belongs to the neighbour.", "Take the positions as they are.",
              {"shift": 1}, kind="origin"),
        wrong("negative-wraps", "NumPy counts -1 from the end: it read the last row, without a word.", "Test the lower end too: p < 0.", {"below": "wrap"}),
        wrong("clamped", "A position outside got the row at the end: a wrong position, without a word.", "Raise an IndexError instead of clipping.",
              {"below": "clip", "above": "clip"}, {"above": "clip"}, {"below": "clip"}),
        wrong("modulo", "Positions outside start again at the other end: position 5 got the row of position 0.", "Raise an IndexError instead of taking the remainder.",
              {"below": "modulo", "above": "modulo"}, {"above": "modulo"}),
        wrong("silent-zeros", "A missing row became zeros. A row of zeros is an answer, too, and nobody notices.", "Stop with an IndexError.",
              {"below": "zeros", "above": "zeros"}, {"above": "zeros"}, {"below": "zeros"}),
        wrong("position-zero-refused", "Position 0 was refused. It is valid: counting starts at 0, and the first row of the table is its row.",
              "Compare with < 0, not with <= 0.", {"first": 1}),
        wrong("last-row-refused", "Row n - 1 exists, and it was refused.", "Compare with >= n, not with >= n - 1.", {"last": -1}),
    ),
)

# -- 4.2 --------------------------------------------------------------------------------------------------------------


def even(j, n, m):
    """Where new row j of m falls on an old table of n rows."""
    return j * (n - 1) / max(m - 1, 1)


def stretched(table, n_new, *, place=even, read="linear", beyond="last", axis=0, backwards=False):
    """A model of stretching; `place` says where the new rows fall, `read` how two rows are mixed, `beyond` what follows the last."""
    if axis:
        return stretched(table.T, n_new, place=place, read=read, beyond=beyond, backwards=backwards).T
    n = len(table)
    x = place(np.arange(n_new), n, n_new)
    inside = np.clip(x, 0, n - 1)
    if read == "linear" or read == "exchanged":
        low = np.minimum(np.floor(inside).astype(int), n - 1 if beyond == "last" else n - 2)
        share = ((inside if beyond == "last" else x) - low)[:, None]
        share = 1 - share if read == "exchanged" else share
        values = (1 - share) * table[low] + share * table[np.minimum(low + 1, n - 1)]
    else:
        values = table[np.clip(read(x), 0, n - 1).astype(int)]
    if beyond == "zeros":
        values = np.where((x > n - 1)[:, None], 0.0, values)
    return values[::-1] if backwards else values


def gaps(j, n, m):
    return j * n / max(m - 1, 1)


def without_end(j, n, m):
    return j * n / m


def start_of_cells(j, n, m):
    return j * (n - 1) / m


def middle_of_cells(j, n, m):
    return (j + 0.5) * n / m - 0.5


def unstretched(j, n, m):
    return j


def half_up(x):
    return np.floor(x + 0.5)


def half_down(x):
    return np.ceil(x - 0.5)


def repeated(table, n_new):
    return np.repeat(table, -(-n_new // len(table)), axis=0)[:n_new]


STRETCH = Exercise(
    "4.2", "Stretch a table", 10, 3, "stretch(table, n_new)", "an array of shape (n_new, d)",
    right=lambda table, m: LearnedPositions(table, beyond="interpolate").lookup(even(np.arange(m), len(table), m)),
    model=stretched,
    tolerance=MEASURED,
    cases=(
        case(FIVE_ROWS[:3], 5, shown=True), case(FOUR_ROWS, 7), case(FIVE_ROWS, 5), case(FOUR_ROWS, 12),
        case(FIVE_ROWS, 3),  # fewer rows than before
    ),
    hints=(
        "Where on the old axis, from 0 to n - 1, does the new row j fall?",
        "At x = j (n - 1)/(n_new - 1): the first on the first, the last on the last.",
        "np.interp(x, np.arange(n), column) mixes one column; do it for each.",
    ),
    misconceptions=(
        wrong("axis-swapped", "The columns were stretched, or the result is turned on its side. Positions run down the rows.",
              "The result has n_new rows and as many columns as before.", {"axis": 1}, lambda *args: stretched(*args).T, kind="axis"),
        wrong("reversed-positions", "", "", {"backwards": True}, kind="origin"),
        wrong("fencepost", "n rows have n - 1 gaps between them; here the old axis was taken to be n long.", "The last new row falls on n - 1.",
              {"place": gaps}, {"place": gaps, "beyond": "on"}, {"place": gaps, "beyond": "zeros"}),
        wrong("nearest-row", "The rows are copies of old ones, so some repeat. They should be mixed.", "Mix the two old rows on either side.",
              {"read": np.round}, {"read": half_up}, {"read": half_down}, {"read": np.floor}, {"read": np.ceil}, {"read": np.floor, "place": without_end},
              {"read": np.floor, "place": middle_of_cells}, repeated),
        wrong("ends-not-kept", "The new rows do not begin and end exactly on the first and the last old row.",
              "Row j reads the old table at j (n - 1)/(n_new - 1).", {"place": without_end}, {"place": without_end, "beyond": "on"},
              {"place": start_of_cells}, {"place": middle_of_cells}),
        wrong("last-row-repeated", "All rows behind the old end are the last row, so a model cannot part these positions.",
              "Spread the old rows over the whole new length.", {"place": unstretched}),
        wrong("zero-padded", "Nothing was stretched: zeros were put behind the old rows.", "Spread the old rows over the whole new length.",
              {"place": unstretched, "beyond": "zeros"}),
        wrong("wrapped-around", "The old rows start again from the first, so position n looks like position 0.", "Spread the old rows over the whole new length.",
              {"place": lambda j, n, m: j % n}),
        wrong("weights-exchanged", "The weights of the two neighbours have changed places: the nearer row must weigh more.",
              "Below x lies row floor(x); it gets 1 - (x - floor(x)).", {"read": "exchanged"}, {"read": "exchanged", "beyond": "on"}),
        wrong("extrapolated", "The last difference was carried on behind the table. The old rows should spread over the new length instead.",
              "The last new row is the last old row.", {"place": unstretched, "beyond": "on"}),
    ),
)

# -- 4.3 --------------------------------------------------------------------------------------------------------------


def first_untouched(*, counted_from=0, last_touched=False):
    return 128 - last_touched - counted_from


UNTOUCHED = Exercise(
    "4.3", "Rows that never moved", 8, 3, "first_untouched", "one number, a position",
    right=first_untouched,
    model=first_untouched,
    form=Numbers(single=True),
    tolerance=EXACT,
    hints=(
        "For each row, fit c = <a, b>/<b, b> and look at |a - c b| / |a|: 64 numbers, one curve.",
        "The second file starts at position 96, not at 0.",
        "Wanted is the first position from which the curve stays near 0.",
    ),
    misconceptions=(
        wrong("slice-index", "This counts rows of the file, which starts at position 96.", "Add 96.", {"counted_from": 96}),
        wrong("fencepost", "This is the last row that moved. The question asks for the first one that did not.", "Go one row on.", {"last_touched": True}),
        wrong("one-too-far", "One row too far: the row before this one did not move either.", "Go one row back.", {"last_touched": -1}),
        wrong("ends-exchanged", "The file begins here; from here on the rows differ by about half their length or more.",
              "Look for the other end: where do the differences stop?", lambda: 96),
        wrong("scale-not-removed", "Taken as they are, no two rows are equal: all of them differ by one common factor of 1.4 %.",
              "Take the factor c out first, then look at what is left.", lambda: 160),
    ),
)

EXERCISES = (LOOKUP, STRETCH, UNTOUCHED, WAVES, SHARE)
