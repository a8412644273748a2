"""Lesson 3: the worked example, and adding the encoding to embeddings."""

import numpy as np

from ..inputs import add_positions
from ..sinusoidal import sinusoidal_encoding
from . import readings
from .answers import Numbers, Record
from .exercise import MEASURED, THREE_DECIMALS, Exercise, NoModel, case, wrong

# -- 3.1 --------------------------------------------------------------------------------------------------------------


def row(position):
    """A model of one row with 6 columns, worked by hand; knobs as in `readings.table`."""
    def model(*, places=None, **knobs):
        if places is None:
            return readings.table([position], 6, **knobs)[0]
        exponents = np.round(np.arange(3) / 3, places["exponent"]) if "exponent" in places else np.arange(3) / 3
        divisors = np.round(10000.0**exponents, places.get("divisor", 12))
        angles = np.round(position / divisors, places.get("angle", 12))
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
    return model


def digits_cut(right, digits=3):
    """Whether an answer holds numbers that were cut after `digits` places, the others being rounded ones."""
    def cut(answer):
        if np.shape(answer) != np.shape(right):
            return False
        cut_off, rounded = np.trunc(right * 10**digits) / 10**digits, np.round(right, digits)
        is_cut = np.abs(answer - cut_off) < 1e-9
        return bool((is_cut | (np.abs(answer - rounded) < 1e-9)).all() and is_cut.any())
    return cut


def two_decimals(right):
    """Whether an answer is right, with two decimals only."""
    def close(answer):
        return np.shape(answer) == np.shape(right) and bool((np.abs(answer - right) <= 5.01e-3).all()
                                                            and np.abs(answer - np.round(answer, 2)).max() < 1e-9)
    return close


def by_hand(position):
    """The misconceptions of a row worked by hand: a table's, and what happens to digits."""
    right = sinusoidal_encoding([position], 6)[0]
    table = [m for m in readings.TABLE if m.code not in ("axis-swapped", "reversed-positions", "normalised-positions", "base-ignored")]
    return (
        *table,
        wrong("angles-not-sines", "These are the angles.", "Take the sine and the cosine of each angle, in turn.",
              lambda: np.repeat(position / 10000.0 ** (np.arange(3) / 3), 2)),
        wrong("truncated", when=digits_cut(right), kind="precision"),
        wrong("rounded-too-early", "", "", *({"places": {"exponent": n}} for n in (2, 3)), {"places": {"divisor": 0}},
              *({"places": {"angle": n}} for n in (1, 2)), kind="precision"),
        wrong("precision-two-digits", when=two_decimals(right), kind="precision"),
    )


ROW = Exercise(
    "3.1", "One row by hand", 8, 1, "row_5", "six numbers, to three decimals",
    right=lambda: sinusoidal_encoding([5], 6)[0],
    model=row(5),
    tolerance=THREE_DECIMALS,
    hints=(
        "Six columns are three pairs, so there are three angles: 5 divided by 10000 to the power 0, 2/6 and 4/6.",
        "The angles are 5/1, 5/21.544 and 5/464.16. Of each take the sine, then the cosine: s0 c0 s1 c1 s2 c2.",
        "Set the calculator to radians, keep all digits, and round at the end.",
    ),
    misconceptions=by_hand(5),
)

# -- 3.2 --------------------------------------------------------------------------------------------------------------

WHOLE = wrong("integer-truncation", "The table holds whole numbers, by dtype=int or by rounding, and 0.84 is none.", "Make it with np.zeros((n, d_model)), without a dtype, and round nothing.",
              lambda *args: np.floor(readings.table(*args)), lambda *args: np.rint(readings.table(*args)))


def partly(n, d, base=None, *, filled=None, **knobs):
    """A model of a table of which only the entries `filled` were written."""
    values = readings.table(n, d, base, **knobs)
    if filled is None:
        return values
    written = np.zeros_like(values)
    written[filled] = values[filled]
    if n > 1 and np.abs(written).max() < 1e-9:
        raise NoModel("zeros may come from anything")
    return written


def at_angles(n, d, frequency):
    angles = np.arange(n)[:, None] * frequency(np.arange(readings.pairs_of(d)))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n, -1)[:, :d]


TABLE = Exercise(
    "3.2", "The table", 12, 2, "sinusoidal(n, d_model, base=10000.0)", "an array of shape (n, d_model)",
    right=lambda n, d, base=10000.0: sinusoidal_encoding(n, d, base=base),
    model=partly,
    form=readings.Floats(),
    cases=(
        case(4, 6, shown=True), case(5, 8), case(3, 4, 100.0),
        case(6, 6),  # square: the transpose has the right shape
        case(7, 5), case(20, 2), case(1, 4),
    ),
    hints=(
        "Make the angles first: an array of n rows and one column for each pair.",
        "The sines go into the columns 0::2, the cosines into 1::2.",
        "Test it: row 0 is 0 1 0 1, and the squares of a pair add to 1.",
    ),
    misconceptions=(
        wrong("odd-d-extra-column", "For an odd width there are d_model + 1 columns: one cosine too many.", "Cut the result to d_model columns.",
              {"odd": "extra"}, shape=lambda s, n, d, *base: (n, d + d % 2), kind="axis"),
        wrong("odd-d-dropped", "For an odd width the last sine is missing: there are d_model - 1 columns.", "Count the sines: (d_model + 1) // 2.",
              {"odd": "dropped"}, shape=lambda s, n, d, *base: (n, d - d % 2), kind="axis"),
        wrong("odd-d-zero-pad", "Right for even widths. For an odd one the last column stayed zero: it is the sine of one more pair, which has no cosine. "
              "A loop over d_model // 2 pairs never comes to it.",
              "Count the pairs of d_model = 5: there are three, (d_model + 1) // 2.", {"odd": "zero"}, {"odd": "zero", "divisor": lambda d: d - d % 2},
              kind="axis"),
        readings.ODD_STOPS,
        wrong("return-in-loop", "Only the first row or the first columns were written, the rest stayed zero. A return inside the loop ends it after one round.",
              "Put the return under the loop, as far to the left as the for.",
              *({"filled": there} for there in (np.s_[:1], np.s_[:, :2], np.s_[:, :1], np.s_[:1, :2])), kind="axis"),
        wrong("loop-too-short", "A row or a pair at the edge was left out by the loop and stayed zero: range(1, n) does not come to 0, range(n - 1) not to n - 1.",
              "Print the first and the last number that your loop runs through.", *({"filled": there} for there in (np.s_[1:], np.s_[:-1], np.s_[:, 2:])), kind="axis"),
        *readings.TABLE, WHOLE,
        wrong("brackets-missing", "Power comes first, then * and / from the left: p / base ** 2 * i / d is ((p / base ** 2) * i) / d. The whole exponent needs brackets.",
              "Write base ** (2 * i / d_model), and print the first angles.",
              lambda n, d, base=10000.0: at_angles(n, d, lambda i: base**-2 * i / d), lambda n, d, base=10000.0: at_angles(n, d, lambda i: base ** (-2.0 * i) / d)),
    ),
)

# -- 3.3 --------------------------------------------------------------------------------------------------------------


def even_broken(n, d):
    """Right for odd widths only: every width is treated as if the last column were a lonely sine."""
    values = sinusoidal_encoding(n, d)
    if d % 2 == 0:
        values[:, -1] = 0.0
    return values


def shifted(n, d):
    """For odd widths each cosine has the frequency of the next pair."""
    values = sinusoidal_encoding(n, d)
    if d % 2:
        values[:, 1::2] = np.cos(np.arange(n)[:, None] * readings.frequencies(d)[1:])
    return values


ODD = Exercise(
    "3.3", "Find the bug: odd d_model", 8, 2, "sinusoidal_any(n, d_model)", "an array of shape (n, d_model)",
    right=lambda n, d: sinusoidal_encoding(n, d),
    model=readings.table,
    form=readings.Floats(),
    cases=(case(4, 5, shown=True), case(3, 7), case(4, 6), case(6, 3), case(2, 1)),
    hints=(
        "For d_model = 5, how many columns do 0::2 and 1::2 select?",
        "There is one cosine less: keep the first d_model // 2 frequencies for it.",
        "Keep d_model itself in the exponent, odd as it is.",
    ),
    misconceptions=(
        readings.ODD_STOPS,
        wrong("odd-d-extra-column", "One cosine too many: there are d_model + 1 columns. A well-known tutorial returns this without a word.",
              "Cut the result to d_model columns.", {"odd": "extra"}, shape=lambda s, n, d: (n, d + d % 2), kind="axis"),
        wrong("odd-d-dropped", "The last sine is missing: there are d_model - 1 columns.", "Count the sines: (d_model + 1) // 2.",
              {"odd": "dropped"}, shape=lambda s, n, d: (n, d - d % 2), kind="axis"),
        wrong("odd-d-zero-pad", "The last column is zero. Some projects do that; here it is the sine of the last pair.",
              "Count the frequencies: (d_model + 1) // 2.", {"odd": "zero"},
              {"odd": "zero", "divisor": lambda d: d - d % 2}, kind="layout"),
        wrong("odd-d-cosine-last", "The lonely last column is the sine of its pair; yours is the cosine.", "At position 0 it should be 0.",
              {"odd": "cosine last"}, kind="layout"),
        *(m for m in readings.TABLE if m.code != "base-ignored"),
        wrong("odd-d-exponent", "The exponent was divided by an even width. Keep the odd d_model in it: column 2 changes.",
              "Divide by d_model, as it is.", {"divisor": lambda d: d + d % 2}, {"divisor": lambda d: d - d % 2}, kind="exponent"),
        wrong("frequencies-shifted", "The cosines got the frequencies from the second one on, frequencies[1:]. The sine and the cosine of a pair share one frequency; "
              "the sine without a cosine is the last one.",
              "Leave out the last frequency, not the first: frequencies[: d_model // 2].", shifted, kind="exponent"),
        WHOLE,
        wrong("even-d-broken", "Odd widths are right now, even ones no longer.", "Try d_model = 6 as well.", even_broken,
              lambda n, d: sinusoidal_encoding(n, d) if d % 2 else np.zeros((n, d)),
              lambda n, d: readings.table(n, d + 1)[:, :d] if d % 2 == 0 else sinusoidal_encoding(n, d),
              lambda n, d: sinusoidal_encoding(n, d) if d % 2 else sinusoidal_encoding(n, d)[:, :-1]),
    ),
)

# -- 3.4 --------------------------------------------------------------------------------------------------------------


def added(x, base=None, *, where="rows", how="add", scale=1.0, **knobs):
    """A model of adding the table along the last axis but one; `where` says which axis the positions run along."""
    x = np.asarray(x)
    n, d = x.shape[-2:]
    if where == "batch":  # only there is a batch axis to mistake
        if x.ndim < 3:
            raise ValueError("no batch axis")
        pe = readings.table(x.shape[-3], d, base, **knobs)[:, None, :]
    elif where == "first":
        pe = readings.table(x.shape[0], d, base, **knobs).reshape(x.shape[0], *(1,) * (x.ndim - 2), d)
    elif where == "cut":  # NumPy stops where there are not as many sentences as words
        pe = readings.table(x.shape[0], d, base, **knobs)
    elif where == "length first":  # and here too
        pe = readings.table(n, d, base, **knobs)[:, None, :]
    elif where == "running":
        pe = readings.table(x.size // d, d, base, **knobs).reshape(x.shape)
    elif where in ("last row", "row one", "row zero"):
        pe = readings.table(max(n, 2), d, base, **knobs)[{"last row": n - 1, "row one": 1, "row zero": 0}[where]]
    else:
        pe = readings.table(n, d, base, **knobs)
    if how == "multiply":
        return x * pe
    if how == "table":
        return np.broadcast_to(pe, x.shape)
    if how == "integers" and x.dtype.kind == "i":
        return (x + pe).astype(int)
    return scale(d) * x + pe if callable(scale) else x + pe


BATCH = np.array([[[-1.28, 1.69, -0.62, 0.47], [-0.27, -0.72, -0.17, 0.79], [-0.69, -1.65, 1.8, 0.44]],
                  [[-0.96, -0.09, -1.56, -0.07], [0.86, -1.93, 0.87, 0.81], [-0.27, 0.1, -0.33, -0.45]],
                  [[-1.86, 1.63, -0.67, 0.13], [-0.23, 0.46, 0.57, -1.02], [0.36, -0.27, -0.88, 1.3]]])
ONE_SENTENCE = np.array([[1.18, -0.9, -0.3, -1.01], [-1.14, -0.98, 0.55, -1.42], [-1.46, 0.29, -0.72, 1.23]])
TWO_BATCH_AXES = np.array([[[[-0.96, -0.49, -0.78, -2.31], [0.35, 0.7, 0.96, -0.19], [0.67, -0.15, -0.09, -0.8]],
                            [[-0.16, -0.94, 0.6, -0.67], [-1.05, -0.11, -0.06, -1.69], [-1.07, -0.59, 0.38, 0.52]]],
                           [[[0.78, -0.27, -0.84, -1.44], [0.1, -0.42, 0.42, 0.99], [1.98, -0.88, 0.55, -1.66]],
                            [[1.03, -1.22, -0.14, -1.1], [1.55, 0.55, 0.89, -0.14], [0.38, -1.11, -0.48, 1.37]]]])

ADD = Exercise(
    "3.4", "Add it to a batch", 10, 3, "add_positions(x, base=10000.0)", "an array of the shape of x",
    right=lambda x, base=10000.0: add_positions(x, sinusoidal_encoding(x.shape[-2], x.shape[-1], base=base)),
    model=added,
    cases=(
        case(np.zeros((2, 3, 4)), shown=True),
        case(BATCH),  # as many sentences as words: the wrong axis has the right length
        case(ONE_SENTENCE), case(TWO_BATCH_AXES),
        case(np.ones((2, 3, 4), dtype=int)), case(BATCH, base=100.0),
        case(np.full((2, 2, 6), 0.5)),  # at d = 4 a doubled factor and the exponent d - 2 are the same
    ),
    hints=(
        "x has the shape (batch, n, d_model): positions run along the last axis but one.",
        "NumPy lines up the last axes: an (n, d_model) table is added to every sentence.",
        "Look at the results of two equal sentences: they must be equal.",
    ),
    misconceptions=(
        wrong("concatenated", "The encoding was set beside the embedding; the width doubled. It is added, and the width stays d_model.",
              "Use +.", shape=lambda s, x: (*s[:-1], 2 * s[-1]), kind="axis"),
        wrong("batch-axis", "Every word of sentence b got position b, so the order of the words is lost.",
              "Positions run along the last axis but one: take x.shape[-2] rows of the table.", {"where": "first"}, {"where": "batch"}, {"where": "cut"}, {"where": "length first"},
              kind="axis"),
        wrong("batch-flattened", "The positions run on from one sentence into the next.", "Each sentence starts at position 0.",
              {"where": "running"}, kind="axis"),
        wrong("same-row-for-all", "All words got one and the same row of the table.", "Word p gets row p.",
              {"where": "last row"}, {"where": "row one"}, {"where": "row zero"}, kind="axis"),
        *(m for m in readings.TABLE if m.code != "axis-swapped"),
        wrong("integer-truncation", "With whole numbers as input the result was stored as whole numbers: 0.84 became 0.", "Make the result an array of floats.",
              {"how": "integers"}),
        wrong("multiplied", "The table was multiplied.", "It is added.", {"how": "multiply"}),
        wrong("table-only", "This is the table alone; the embedding is missing.", "Add x.", {"how": "table"}),
        wrong("scaled-by-sqrt-d", "The embedding was scaled by the root of d_model first. The paper does that; this exercise does not.",
              "Leave x as it is.", {"scale": lambda d: d**0.5}),
    ),
)

# -- 3.5 --------------------------------------------------------------------------------------------------------------


def share(E, P):
    """The share of the energy that is position."""
    p, e = np.sum(P**2), np.sum(E**2)
    return p / (p + e)


def by_rows(E, P):
    p, e = np.sum(P**2, axis=-1), np.sum(E**2, axis=-1)
    return np.mean(p / (p + e))


EMBEDDINGS = np.array([[0.13, 0.54, 0.29, 0.3, 0.06, -0.74, 0.2, 0.05], [-0.79, -0.2, -0.26, 0.32, 0.04, 0.09, 0.07, -0.4],
                       [-0.59, 0.02, -0.09, 0.0, -0.05, -0.15, 0.17, 0.06]])
length = np.linalg.norm

SHARE = Exercise(
    "3.5", "Which share is position?", 8, 3, "position_share(E, P)", "one number from 0 to 1",
    right=share,
    form=Numbers(single=True),
    tolerance=MEASURED,
    cases=(
        case(np.array([[3.0, 0.0]]), np.array([[0.0, 4.0]]), shown=True),
        case(-0.1 * np.ones((2, 3)), np.ones((2, 3))),
        case(EMBEDDINGS, sinusoidal_encoding(3, 8)),
        case(np.ones((2, 2)), np.zeros((2, 2))), case(np.zeros((2, 2)), np.ones((2, 2))),
    ),
    hints=(
        "The share of P and the share of E must add to 1.",
        "Try E = -P/10: what does your rule say?",
        "Energies add, lengths do not: use sums of squares.",
    ),
    misconceptions=(
        wrong("norm-of-sum", "This is the length of P over the length of the sum. It is no share: it passes 1 when E and P point against each other.",
              "Divide by the two energies added.", lambda E, P: length(P) / length(E + P)),
        wrong("energy-of-sum", "Dividing by the energy of the sum is right at right angles only; for E = -P/10 it gives 1.23.",
              "Divide by the two energies added.", lambda E, P: np.sum(P**2) / np.sum((E + P) ** 2)),
        wrong("norm-share", "Energies add, lengths do not.", "Square before you divide.", lambda E, P: length(P) / (length(P) + length(E))),
        wrong("token-share", "This is the share of the tokens.", "Put the energy of P on top.", lambda E, P: share(P, E)),
        wrong("ratio-not-share", "This is one part over the other.", "Divide by the whole.", lambda E, P: np.sum(P**2) / np.sum(E**2),
              lambda E, P: length(P) / length(E)),
        wrong("row-by-row", "These are the shares of the rows, averaged.", "One share for the whole matrix: add up all squares first.", by_rows),
        wrong("absolute-sum", "Absolute values were added.", "Energy is the sum of squares.",
              lambda E, P: np.abs(P).sum() / (np.abs(P).sum() + np.abs(E).sum())),
        wrong("variance-not-energy", "The variance takes the mean off, and the mean carries energy.", "Use the sum of squares.",
              lambda E, P: np.var(P) / (np.var(P) + np.var(E))),
        wrong("brackets-missing", "Without brackets only the first number after / divides: P2 / P2 + E2 is (P2 / P2) + E2.", "Put the sum of the two energies into brackets.",
              lambda E, P: np.sum(P**2) / np.sum(P**2) + np.sum(E**2)),
        wrong("sum-squared", "The sum was squared; entries of both signs cancel in it. An energy is the sum of the squares.", "Write np.sum(P**2), not np.sum(P)**2.",
              lambda E, P: np.sum(P) ** 2 / (np.sum(P) ** 2 + np.sum(E) ** 2)),
        wrong("percent", after=lambda value, *args: 100 * value, kind="scale"),
        wrong("squared", after=lambda value, *args: value**2, kind="scale"),
    ),
)

# -- 3.6 --------------------------------------------------------------------------------------------------------------

LABELS = ("none", "factor-two-twice", "own-exponent", "halves", "sin-cos-swapped", "batch-axis", "one-based", "degrees")
LISTINGS = {"A": "factor-two-twice", "B": "own-exponent", "C": "halves", "D": "none", "E": "batch-axis"}


def unlike(letter):
    return lambda answer: answer[letter] != LISTINGS[letter]


FIVE = Exercise(
    "3.6", "Five listings", 10, 3, "listings", "a dictionary with a label for each of A, B, C, D and E",
    right=lambda: LISTINGS,
    form=Record(**dict.fromkeys("ABCDE", LABELS)),
    hints=(
        "Run each for d_model = 6 and compare row 1 with the one worked by hand.",
        "Do the squares of a pair add to 1?",
        "Give E two equal sentences.",
    ),
    misconceptions=(
        wrong("listing-a", "In A sines and cosines stand where they belong, and row 0 is right. What is off is an angle: for d_model = 6 that of column 2 is 21 times too small.",
              "Run it with d_model = 6: column 2 of row 1 is 0.0022; by hand it is 0.0464.", when=unlike("A")),
        wrong("listing-b", "B has sines and cosines in turn, as it should, and its even columns are right. Look at the angle that a cosine gets, beside that of its sine.",
              "Run it: do the squares of columns 2 and 3 add to 1?", when=unlike("B")),
        wrong("listing-c", "C has one right angle for each pair, and takes its sine and its cosine. Look at what concatenate then does.",
              "Run it: are the right numbers in other columns?", when=unlike("C")),
        wrong("false-alarm", "D agrees with the rows worked by hand: (col - 1)/d gives the cosine the frequency of its sine.",
              "Compare D with your answer to 3.2.", when=unlike("D")),
        wrong("listing-e", "E adds a right table, the one of D. Look at which rows it takes, table[: x.shape[0]], and what [:, None, :] makes of them.",
              "Give it two equal sentences: are the results equal?", when=unlike("E")),
    ),
    extra=True,
)

EXERCISES = (ROW, TABLE, ODD, ADD, SHARE, FIVE)
