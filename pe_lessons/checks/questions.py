"""The ten practice questions, as items that can be checked."""

import numpy as np

from ..shift import best_linear_map, shift_matrix
from ..sinusoidal import compute_frequencies, sinusoidal_encoding, wavelengths
from . import readings
from .answers import Letter, Letters, Numbers, Record
from .exercise import EXACT, THREE_DECIMALS, THREE_DIGITS, Exercise, Tolerance, case, wrong
from .given import turn_block
from .lesson3 import by_hand, digits_cut, row, two_decimals

# -- Q1 ---------------------------------------------------------------------------------------------------------------


def last_pair(*, pair=255, **knobs):
    """Frequency and wavelength of a pair of 512 columns."""
    frequency = readings.omega(pair, 512, **knobs)
    return np.array([frequency, 2 * np.pi / frequency])


LAST = compute_frequencies(512)[-1]
LIMIT = (1e-4, 2 * np.pi * 1e4)

Q1 = Exercise(
    "Q1", "The last pair", 3, 1, "answer_q1", "two numbers, (frequency, wavelength), to three significant digits",
    right=lambda: np.array([LAST, wavelengths(512)[-1]]),
    model=last_pair,
    tolerance=THREE_DIGITS,
    hints=("How many pairs do 512 columns make?", "The first pair has the number 0.", "The exponent of the last pair is 510/512."),
    misconceptions=(
        wrong("factor-two-twice", "", "", {"doubling": 4.0}, kind="exponent"),
        wrong("limit-not-reached", "", "", lambda: LIMIT, lambda: (LIMIT[0], 2 * np.pi / LAST), lambda: (LAST, LIMIT[1]), kind="exponent"),
        wrong("column-index-as-pair", "255 is the number of a pair, not of a column: its exponent is 2 * 255/512.", "Write out the exponent 2i/d.",
              {"doubling": 1.0}, kind="exponent"),
        wrong("cycles-not-radians", "", "", lambda: (LAST / (2 * np.pi), 2 * np.pi / LAST), lambda: (LAST / (2 * np.pi), 1 / LAST), kind="unit"),
        wrong("two-pi-missing", "", "", lambda: (LAST, 1 / LAST), kind="unit"),
        wrong("degrees", "", "", {"turn": 180 / np.pi}, lambda: (LAST, 360 / LAST), kind="unit"),
        wrong("off-by-one", "This is the pair before the last one.", "Pairs count from 0: the last of 256 is 255.", {"pair": 254}),
        wrong("middle-pair", "This is pair 128, in the middle. There are 256 pairs.", "Take the last one, pair 255.", {"pair": 128}),
        wrong("parts-exchanged", "The two numbers have changed places.", "Give the frequency first.", after=lambda value: value[::-1]),
    ),
)

# -- Q2 ---------------------------------------------------------------------------------------------------------------

Q2 = Exercise(
    "Q2", "Where a learned table ends", 3, 1, "answer_q2", "the letters of all true sentences, such as {'A', 'B'}",
    right=lambda: {"A", "D", "E"},
    form=Letters("ABCDEF"),
    hints=("What exactly fails when position 512 is looked up?", "Exercise 4.2 stretches a table.", "That a row is defined does not mean that a model has learned to read it."),
    misconceptions=(
        wrong("lookup-not-seen", "A is true: the rows are 0 to 511, so looking up position 512 fails.", "Try it on a small table.", when=lambda a: "A" not in a),
        wrong("capacity-myth", "B is not true: how wide a vector is has nothing to do with how long a text may be.", "Ask how many numbers one position needs, however long the text is.", when=lambda a: "B" in a),
        wrong("softmax-myth", "C is not true: a position is an index into the table; it is no score and enters no softmax.", "Ask where in the model the position is used.", when=lambda a: "C" in a),
        wrong("no-remedy-myth", "D is true: in practice tables are stretched, and trained on afterwards.", "Look at exercise 4.2.", when=lambda a: "D" not in a),
        wrong("defined-not-learned", "E is true: the formula has a row for every position, and a model has learned to read only those that it met.", "Compare what the formula gives with what was trained.",
              when=lambda a: "E" not in a),
        wrong("extrapolates-myth", "F is not true: models with rotary encodings soon get worse beyond the length they were trained on, unless something is done about it.",
              "Look at exercise 7.3: why are frequencies changed for longer texts?", when=lambda a: "F" in a),
    ),
)

# -- Q3 ---------------------------------------------------------------------------------------------------------------

Q3 = Exercise(
    "Q3", "A row by hand", 5, 1, "answer_q3", "six numbers, to three decimals",
    right=lambda: sinusoidal_encoding([4], 6)[0],
    model=row(4),
    tolerance=THREE_DECIMALS,
    hints=("Six columns are three pairs: three angles, in radians.", "The angles are 4, 4/21.544 and 4/464.16.", "Sine, cosine, sine, cosine and so on. Round the last digit; do not cut it."),
    misconceptions=by_hand(4),
)

# -- Q4 ---------------------------------------------------------------------------------------------------------------

ROWS = ("error", "last row", "row 0", "zeros")


def numpy_gives(index):
    """What NumPy does with ``table[index]`` of a table with 512 rows."""
    try:
        row = np.arange(512)[index]
    except IndexError:
        return "error"
    return "last row" if row == 511 else "row 0"


Q4 = Exercise(
    "Q4", "512 rows, 600 tokens", 4, 2, "answer_q4",
    "a dictionary with the keys first and missing (whole numbers), at_512 and at_-1 (one of: " + ", ".join(ROWS) + ")",
    right=lambda: {"first": 512, "missing": 600 - 512, "at_512": numpy_gives(512), "at_-1": numpy_gives(-1)},
    form=Record(**{"first": Numbers(single=True), "missing": Numbers(single=True), "at_512": ROWS, "at_-1": ROWS}),
    tolerance=EXACT,
    hints=("The rows are numbered 0 to 511.", "600 tokens have the positions 0 to 599.", "Make a table of 5 rows and try table[5] and table[-1]."),
    misconceptions=(
        wrong("one-based", "The first position without a row is 512: it is the 513th token, since counting starts at 0.", "List the row numbers that exist.",
              when=lambda a: a["first"] == 513, kind="origin"),
        wrong("fencepost", "One off: the positions are 0 to 599, the rows 0 to 511.", "Count the positions from 512 to 599.",
              when=lambda a: a["missing"] in (87, 89) or a["first"] == 511),
        wrong("total-not-missing", "This is the number of all tokens, or of those that have a row.", "How many have no row?",
              when=lambda a: a["missing"] in (600, 512)),
        wrong("clamps-not-raises", "NumPy raises an IndexError; JAX is the one that takes the last row.", "Try it.", when=lambda a: a["at_512"] == "last row"),
        wrong("silent-padding", "NumPy raises an IndexError; it fills nothing in.", "Try it.", when=lambda a: a["at_512"] in ("zeros", "row 0")),
        wrong("negative-index", "NumPy counts a negative index from the end, without a word. That makes it dangerous.", "Try table[-1].",
              when=lambda a: a["at_-1"] != "last row"),
    ),
)

# -- Q5 ---------------------------------------------------------------------------------------------------------------

FIVE = np.array([0, 64, 128, 192, 255])


def five(*, wave=2 * np.pi, **knobs):
    """The wavelengths of five pairs of 512 columns."""
    return wave / readings.omega(FIVE, 512, **knobs)


Q5 = Exercise(
    "Q5", "Five wavelengths", 4, 2, "answer_q5", "five numbers, to three significant digits",
    right=lambda: wavelengths(512)[FIVE],
    model=five,
    tolerance=THREE_DIGITS,
    hints=("The wavelength of pair i is 2 pi 10000**(2i/512).", "From pair 0 to pair 64 it grows by a factor of 10.",
           "The last step, from 192 to 255, is one pair short."),
    misconceptions=(
        *(m for m in readings.EXPONENTS if m.code in ("factor-two-twice", "factor-two-missing", "exponent-d-minus-2", "one-based-pairs")),
        wrong("column-index-as-pair", "The numbers are those of pairs, not of columns.", "The exponent of pair i is 2i/512.",
              lambda: 2 * np.pi / readings.omega((FIVE - FIVE % 2) / 2, 512), kind="exponent"),
        wrong("limit-not-reached", "", "", lambda: np.append(wavelengths(512)[FIVE[:-1]], LIMIT[1]), kind="exponent"),
        wrong("degrees", "", "", {"wave": 360.0}, kind="unit"),
        wrong("two-pi-missing", "", "", {"wave": 1.0}, kind="unit"),
        wrong("half-turn", "A full turn is 2 pi, not pi.", "Double them.", {"wave": np.pi}, kind="unit"),
        wrong("frequency-not-wavelength", "These are the frequencies.", "The wavelength is 2 pi over the frequency.", lambda: compute_frequencies(512)[FIVE]),
        wrong("inverse-wavelength", "Turned over: these fall where wavelengths grow.", "Divide 2 pi by the frequency.",
              lambda: 2 * np.pi * compute_frequencies(512)[FIVE], lambda: compute_frequencies(512)[FIVE] / (2 * np.pi)),
    ),
)

# -- Q6 ---------------------------------------------------------------------------------------------------------------


def residuals(*, length=64, columns=4, measure=lambda left, right: np.linalg.norm(left) / np.linalg.norm(right)):
    """What the best matrix leaves over for pairs, sines, cosines, and sines of two neighbouring rows."""
    p = np.arange(length + 2)
    angles = p[:, None] * 10000.0 ** (-np.arange(columns) / 4 * (4 // columns))
    pairs = sinusoidal_encoding(length + 2, 4)

    def left_over(before, after):
        best, _ = best_linear_map(before, after)
        return measure(before @ best.T - after, after)

    one_row = [left_over(t[:-2], t[1:-1]) for t in (pairs, np.sin(angles), np.cos(angles))]
    sines = np.sin(angles)
    return np.array([*one_row, left_over(np.hstack([sines[1:-1], sines[:-2]]), sines[2:])])


Q6_RIGHT = residuals()


def q6_when(entry, judge):
    """A rule on one entry of the four, while every other one is right."""
    def holds(answer):
        others = np.delete(np.arange(4), entry)
        return bool(np.shape(answer) == (4,) and judge(answer[entry]) and (np.abs(answer - Q6_RIGHT)[others] <= 0.0101).all())
    return holds


Q6 = Exercise(
    "Q6", "Only sines", 10, 4, "answer_q6", "four numbers, to two decimals",
    by_hand="Call best_linear_map(before, after)[1] for each of the four, and print the shapes of what goes in; or call hint.",
    right=residuals,
    model=residuals,
    tolerance=Tolerance(0.01 + 1e-7),
    hints=("It is the best_map_residual of exercise 5.5.", "Use all 64 rows, position 0 too: with few rows any matrix fits.",
           "For the last one, set row p + 1 and row p side by side and map them to row p + 2."),
    misconceptions=(
        wrong("wrong-shape", "Four numbers are asked for, one for each table. best_linear_map returns two things, the matrix and the relative error.",
              "Take the second one: best_linear_map(before, after)[1]."),
        wrong("sine-only-is-linear", "Sines alone do not shift by a matrix. With few rows any matrix fits, and row 0 of the sines is zero while row 1 is not.",
              "Use 64 rows, position 0 too.", lambda: np.zeros(4), when=q6_when(1, lambda value: abs(value) < 0.01)),
        wrong("half-the-frequencies", "Half of the frequencies are missing: the question has 4 sines, with the exponents 0, 1/4, 2/4 and 3/4.",
              "Count the columns.", {"columns": 2}),
        wrong("too-few-rows", "These errors come from fewer rows. The fewer rows, the better a matrix can fit them; the question has 64.", "Use the positions 0 to 63.",
              {"length": 16}, {"length": 8}, when=lambda answer: np.shape(answer) == (4,) and np.abs(answer - residuals(length=32)).max() < 0.0051),  # close to the right ones
        wrong("not-relative", "This is the length of what is left over, as it is.", "Divide it by the length of the shifted table.",
              {"measure": lambda left, right: np.linalg.norm(left)}),
        wrong("explained-not-residual", "This is the share that the matrix explains. The question asks for the relative error, what is left.", "Use the second value that best_linear_map returns.", after=lambda value: 1 - value**2),
        wrong("squared", after=lambda value: value**2, kind="scale"),
        wrong("pairs-fail-too", "Sine and cosine together shift exactly: the first number is 0.", "Check the columns of the first table.",
              when=q6_when(0, lambda value: abs(value) > 0.0101)),
        wrong("cosine-differs", "A cosine alone fails as a sine alone does.", "Measure the third table again.", when=q6_when(2, lambda value: abs(value) < 0.01)),
        wrong("two-rows-fail-too", "Two neighbouring rows hold what the cosine held: sin w(p+2) = 2 cos w sin w(p+1) - sin wp.",
              "Set rows p + 1 and p side by side.", when=q6_when(3, lambda value: abs(value) > 0.0101)),
    ),
)

# -- Q7 ---------------------------------------------------------------------------------------------------------------

THREE_BASES = (100.0, 10000.0, 100000.0)


def fast_pairs(is_fast=lambda w: w > 0.1, **knobs):
    """How many pairs of 512 columns are fast, for three bases."""
    return np.array([np.sum(is_fast(readings.frequencies(512, base, **knobs))) for base in THREE_BASES], float)


def counts(*others):
    """Whether the counts are one of `others`."""
    return lambda answer: any(np.array_equal(answer["fast_pairs"], other) for other in others)


def claims(letter):
    return lambda answer: answer["claim"] == letter


Q7 = Exercise(
    "Q7", "The base", 5, 3, "answer_q7", "a dictionary with fast_pairs (three whole numbers) and claim (one letter)",
    right=lambda: {"fast_pairs": [np.sum(compute_frequencies(512, base=base) > 0.1) for base in THREE_BASES], "claim": "B"},
    form=Record(fast_pairs=Numbers(), claim=Letter("ABCD")),
    tolerance=EXACT,
    hints=("From pair to pair the frequency falls by the factor base**(-2/d).", "Count them: np.sum(frequencies > 0.1).",
           "How far are rows 0 and 1 apart? 5.21, 3.71 and 3.34 for the three bases."),
    misconceptions=(
        wrong("factor-two-twice", when=counts(fast_pairs(doubling=4.0)), kind="exponent"),
        wrong("factor-two-missing", when=counts(fast_pairs(doubling=1.0)), kind="exponent"),
        wrong("cycles-not-radians", when=counts(fast_pairs(lambda w: w / (2 * np.pi) > 0.1)), kind="unit"),
        wrong("base-effect-reversed", "The counts or the claim are the other way round: a larger base leaves fewer fast pairs and reaches farther.",
              "The first count belongs to the base 100, the last to 100000.", when=lambda a: claims("A")(a) or counts(fast_pairs()[::-1])(a)),
        wrong("base-no-effect", "Pair 0 keeps the frequency 1; the ratio from pair to pair changes, so the base does not rescale all alike.",
              "Print the first and the last frequency for two bases.", when=lambda a: claims("C")(a) or len(set(np.ravel(a["fast_pairs"]))) == 1),
        wrong("reach-not-changed", "The longest wavelength grows with the base.", "Print the last wavelength for two bases.", when=claims("D")),
        wrong("complement", "These are the slow pairs.", "Count those above 0.1.", when=counts(256 - fast_pairs())),
        wrong("counts-columns", "These are columns; two make a pair.", "Count pairs.", when=counts(2 * fast_pairs())),
        wrong("wavelength-threshold", "These are the wavelengths below 100. A frequency above 0.1 is a wavelength below 62.8.",
              "Compare the frequency with 0.1.", when=counts(fast_pairs(lambda w: 2 * np.pi / w < 100))),
    ),
)

# -- Q8 ---------------------------------------------------------------------------------------------------------------


def block_by_hand(*, block=turn_block, angle=lambda k, w: k * w, **knobs):
    """The matrix that shifts pair 2 of 8 columns by 30 positions."""
    a = angle(30, float(readings.omega(2, 8, **knobs)))
    return np.array(block(np.cos(a), np.sin(a)))


BLOCK = shift_matrix(30, 8)[4:6, 4:6]

Q8 = Exercise(
    "Q8", "The matrix of a shift", 4, 2, "answer_q8", "a 2 x 2 matrix, to three decimals",
    right=lambda: BLOCK,
    model=block_by_hand,
    tolerance=THREE_DECIMALS,
    hints=("The frequency of pair 2 is 10000**(-4/8).", "sin(a + b) = sin a cos b + cos a sin b.", "Where does the minus stand? Test it on (0, 1)."),
    misconceptions=(
        *readings.BLOCKS,
        wrong("factor-two-missing", "This is the matrix of another pair. Either pairs were counted from 1, while the first one is pair 0, "
              "or the exponent is i/d where it should be 2i/d: both give the same numbers here.",
              "Work out the frequency of pair 2: it is 0.01.", {"doubling": 1.0}, {"first": -1}, kind="exponent"),
        *(m for m in readings.EXPONENTS if m.code not in ("factor-two-missing", "order-reversed", "one-frequency")),
        *readings.UNITS,
        wrong("omega-missing", "The angle is k times the frequency, here 0.3.", "Multiply 30 by the frequency.", {"angle": lambda k, w: k}),
        wrong("offset-missing", "The offset k does not appear: this is one step.", "The angle is k times the frequency.", {"angle": lambda k, w: w}),
        wrong("reflection", "The determinant is -1: this is a mirror, not a turn.", "T(0) must be the identity.", {"block": lambda c, s: [[c, s], [s, -c]]},
              {"block": lambda c, s: [[-c, s], [s, c]]}),
        wrong("truncated", when=digits_cut(BLOCK), kind="precision"),
        wrong("precision-two-digits", when=two_decimals(BLOCK), kind="precision"),
    ),
)

# -- Q9 ---------------------------------------------------------------------------------------------------------------

FOUR = np.array([0, 1, 55, 255])


def chords(*, distance=1000, measure=lambda a: np.abs(2 * np.sin(a / 2)), **knobs):
    """How far four pairs of 512 columns are from where they started."""
    return measure(distance * readings.omega(FOUR, 512, **knobs))


Q9_RIGHT = chords()

Q9 = Exercise(
    "Q9", "Positions 0 and 1000", 4, 3, "answer_q9", "four numbers, to three decimals",
    right=lambda: np.linalg.norm(np.diff(sinusoidal_encoding([0, 1000], 512), axis=0).reshape(256, 2), axis=1)[FOUR],
    model=chords,
    tolerance=THREE_DECIMALS,
    hints=("The straight distance of two points on a circle of radius 1, an angle a apart, is 2 |sin(a/2)|.", "Take whole turns off: only the rest counts.",
           "2 is the largest value that can come out."),
    misconceptions=(
        *(m for m in readings.EXPONENTS if m.code != "order-reversed"),
        *readings.UNITS,
        wrong("many-turns", "Many turns say nothing: pair 55 has made 22.001 of them and is back where it was.", "Take whole turns off first.",
              lambda: [2, 2, 2, 0], when=lambda a: np.shape(a) == (4,) and bool((a[:3] == 2).all())),
        wrong("angle-not-wrapped", "This is the angle, and no turn has been taken off.", "What is the straight distance of the two points?", {"measure": lambda a: a}),
        wrong("angle-wrapped-not-chord", "This is the arc, the angle without its whole turns.", "Take the straight line between the two points.",
              {"measure": lambda a: np.abs(np.angle(np.exp(1j * a)))}, {"measure": lambda a: a % (2 * np.pi)}),
        wrong("sine-only", "Both coordinates of a pair count, the cosine as well.", "Use the difference of the sines and of the cosines.",
              {"measure": lambda a: np.abs(np.sin(a))}),
        wrong("turns-not-distance", "This is how many turns each pair has made, or the part of a turn that is left.", "Make an angle of that part; the distance is 2 |sin(angle/2)|.",
              {"measure": lambda a: a / (2 * np.pi)}, {"measure": lambda a: a / (2 * np.pi) % 1}, {"measure": lambda a: np.angle(np.exp(1j * a)) / (2 * np.pi)},
              {"measure": lambda a: np.abs(np.angle(np.exp(1j * a))) / (2 * np.pi)}),
        wrong("half-chord", "This is half of the distance.", "The chord is 2 |sin(angle/2)|.", {"measure": lambda a: np.abs(np.sin(a / 2))}),
        wrong("similarity-not-distance", "This is the cosine, a similarity.", "Take the straight line between the two points.", {"measure": np.cos}),
        wrong("city-block", "The two differences were added.", "Square them, add, take the root.", {"measure": lambda a: np.abs(np.sin(a)) + np.abs(np.cos(a) - 1)}),
        wrong("fencepost", "", "", {"distance": 999}, {"distance": 1001}),
        wrong("squared", after=lambda value: value**2, kind="scale"),
        wrong("truncated", when=digits_cut(Q9_RIGHT), kind="precision"),
        wrong("precision-two-digits", when=two_decimals(Q9_RIGHT), kind="precision"),
    ),
)

# -- Q10 --------------------------------------------------------------------------------------------------------------


def neighbours(w):
    return np.reshape(w, (-1, 2)).T


def shift_kept(a, b):
    """A matrix still shifts the table: in no pair has one coordinate been forgotten alone."""
    return np.all((a == 0) == (b == 0))


def dot_kept(a, b):
    """The dot product still depends on the offset only: both coordinates of a pair have the same size."""
    return np.all(np.abs(a) == np.abs(b))


def keeps(w, *, pairs=neighbours, shift=shift_kept, dot=dot_kept):
    a, b = pairs(np.asarray(w, float))
    return bool(shift(a, b)), bool(dot(a, b))


def always(a, b):
    return True


def equal_weights(w):
    return (len(set(w)) == 1,) * 2


Q10 = Exercise(
    "Q10", "Weights on the encoding", 10, 4, "keeps(w)", "two truth values, (shift map kept, offset-only dot product kept)",
    right=keeps,
    form=Numbers(truth=True),
    tolerance=EXACT,
    cases=(case([2, 2, 2, 2], shown=True), case([1, 1, 3, 3]), case([1, 2, 3, 4]), case([1, 0, 1, 1]), case([0, 0, 1, 1]), case([1, -1, 2, 2]),
           case([-1, -1, 2, -2]), case([0, 3, 3, 3])),
    hints=("Weights of two sizes turn the circle of a pair into an ellipse.", "A weight of zero forgets one coordinate.",
           "Write out the dot product of w PE(p) and w PE(q) for one pair."),
    misconceptions=(
        wrong("wrong-shape", "Two truth values are asked for, one for the matrix and one for the dot product.",
              "Return both, with a comma between them."),
        wrong("halves", "Neighbours make a pair, the weights 2i and 2i+1; yours are half the width apart.", "Use w[0::2] and w[1::2].",
              {"pairs": lambda w: np.reshape(w, (2, -1))}, kind="layout"),
        wrong("all-kept-myth", "Not every weighting keeps both.", "Measure [1, 2, 3, 4]: the dot product now depends on p + q as well.", lambda w: (True, True)),
        wrong("nothing-kept-myth", "A plain scale changes nothing that matters here.", "Measure [2, 2, 2, 2].", lambda w: (False, False)),
        wrong("scalar-only", "Each pair may have a weight of its own.", "Measure [1, 1, 3, 3].", equal_weights,
              lambda w: (keeps(w)[0], equal_weights(w)[1]), lambda w: (equal_weights(w)[0], keeps(w)[1]),
              lambda w: equal_weights(np.abs(w).tolist())),
        wrong("dot-always-kept", "Unequal sizes in a pair add a term that depends on p + q.", "Measure [1, 2, 3, 4].", {"dot": always}),
        wrong("map-always-kept", "With one coordinate of a pair forgotten, it cannot be rebuilt from the other.", "Measure [1, 0, 1, 1].", {"shift": always}),
        wrong("any-zero-breaks", "A whole pair that is switched off leaves a zero pair, which shifts to itself.", "Measure [0, 0, 1, 1].",
              {"shift": lambda a, b: np.all(a != 0) and np.all(b != 0)},
              lambda w: (all(w), all(w) and keeps(w)[1])),
        wrong("sign-matters", "A sign mirrors the pair; its lengths stay.", "Compare sizes, without their signs.", {"dot": lambda a, b: np.all(a == b)},
              {"shift": lambda a, b: np.all((a == 0) == (b == 0)) and np.all(a * b >= 0), "dot": lambda a, b: np.all(a == b)}),
        wrong("map-same-as-dot", "Unequal weights keep the map and lose the dot product: there are two rules.", "Measure [1, 2, 3, 4].", {"shift": dot_kept}),
        wrong("dot-same-as-map", "The dot product asks for more than the map: equal sizes in each pair.", "Measure [1, 2, 3, 4].", {"dot": shift_kept}),
        wrong("parts-exchanged", "The two truth values have changed places.", "The map comes first.", after=lambda value, w: value[::-1]),
    ),
)

EXERCISES = (Q1, Q2, Q3, Q4, Q5, Q6, Q7, Q8, Q9, Q10)
