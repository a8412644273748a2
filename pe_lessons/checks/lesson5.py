"""Lesson 5: the matrix that moves an encoding, what it is good for, and what goes without it."""

import numpy as np

from .. import shift
from ..sinusoidal import sinusoidal_encoding
from . import readings
from .answers import Numbers
from .exercise import MEASURED, Exercise, NoModel, Tolerance, case, wrong
from .given import growing, late_angle, rotation, shear, squared_angle, turn_block
from .lesson4_spectrum import TWELVE
from .lesson5_rotation import ROTATED

# -- 5.1 --------------------------------------------------------------------------------------------------------------


def block(k, omega, *, step=lambda k: k, angle=lambda k, omega: k * omega, turn=1.0, swap=False, sine=lambda s: s, block=turn_block, finish=lambda T, k: T):
    """A model of T(k): knobs for the angle and its unit, the sine, where the four numbers stand, and what is done to them."""
    angle = angle(step(k), omega)
    if turn == 2 * np.pi and abs(angle - k * omega) > 1e-9 and abs(angle - round(angle)) < 1e-9:
        raise NoModel("whole turns cannot be told from no turn")
    angle = turn * angle
    c, s = np.cos(angle), sine(np.sin(angle))
    return finish(np.array(block(s, c) if swap else block(c, s)), k)


SWAPPED = wrong("sin-cos-swapped", "Sine and cosine have changed places in the matrix. For k = 0 it must be the identity.", "Put cos(k omega) on the diagonal.",
                {"swap": True}, {"block": lambda c, s: [[s, -c], [c, s]]}, kind="layout")
DIRECTION = wrong("rotation-direction", "Turned the other way round. Either the minus stands on the other side, or k has the wrong sign, or it is the matrix for the order "
                  "(cosine, sine), or the one for rows.", "Test it on position 0: (0, 1) must become (sin k omega, cos k omega).",
                  {"block": lambda c, s: [[c, -s], [s, c]]}, kind="sign")
MINUS = wrong("minus-missing", "Exactly one of the two sines has a minus. Without, or with two, it is no turn: lengths change.", "The squares of a row add to 1 and the two rows are at right angles: test both.",
              {"block": lambda c, s: [[c, s], [s, c]]}, {"block": lambda c, s: [[c, -s], [-s, c]]}, kind="sign")
REFLECTION = wrong("reflection", "This is a mirror, with determinant -1. A turn has determinant 1, and for k = 0 it is the identity.", "Both diagonal entries are +cos(k omega).",
                   {"block": lambda c, s: [[c, s], [s, -c]]}, {"block": lambda c, s: [[-c, s], [s, c]]}, {"block": lambda c, s: [[c, -s], [-s, -c]]})
POWER = ("elementwise-power", "** raises each entry by itself, and that is not k steps.", "Put k into the angle: k omega.")


TIMES = ("times-not-turns", "The matrix of one step was multiplied by k. Its entries grow with k, and a turn keeps lengths.", "Put k into the angle: k omega.")


def loops(knob):
    """A loop of k steps, which has no steps for a negative k; it may begin with one step already made."""
    return wrong("negative-not-stepped", "Right for k = 1, 2, 3 and so on. For other k no step was made, or one too many: range(k) is empty for a negative k.",
                 "Put k into the angle, which may be negative: no loop is needed.", *({knob: of} for of in (lambda k: max(k, 0), lambda k: max(k, 1))), kind="sign")


def sign_lost(*ways):
    return wrong("sign-lost", "The sign of k or of the sine got lost: a step back must turn the other way.", "Try k = -2 beside k = 2.", *ways, {"sine": np.abs}, kind="sign")


BLOCK = Exercise(
    "5.1", "The shift block", 6, 2, "T(k, omega)", "an array of shape (2, 2)",
    right=lambda k, omega: shift.shift_matrix(k * omega, 2),
    model=block,
    tolerance=MEASURED,
    cases=(case(1, 1.0, shown=True), case(3, 0.1), case(-2, 0.5), case(1000, 0.01), case(0, 0.7)),
    hints=(
        "sin(a + b) = sin a cos b + cos a sin b, with a = p omega and b = k omega.",
        "The first row makes the new sine out of (sin, cos), the second the new cosine.",
        "Test it on position 0: T(k) @ [0, 1] must be [sin k omega, cos k omega].",
    ),
    misconceptions=(
        SWAPPED, DIRECTION, MINUS, sign_lost({"angle": lambda k, omega: abs(k) * omega}), loops("step"),
        *readings.UNITS,
        wrong("omega-missing", "The angle is k alone, which is right for omega = 1 only.", "The angle is k times omega.", {"angle": lambda k, omega: k}),
        wrong("omega-inverted", "k was divided by omega.", "The angle is k times omega.", {"angle": lambda k, omega: k / omega}),
        REFLECTION,
        wrong(*POWER, {"step": lambda k: 1, "finish": lambda T, k: T ** float(k)}),
        wrong(*TIMES, {"step": lambda k: 1, "finish": lambda T, k: k * T}),
        wrong("one-step-too-many", "This is T(k + 1): one step too many. A loop of k steps begins with the identity, np.eye(2).", "Try k = 0: nothing may move.",
              {"step": lambda k: k + 1}, {"step": lambda k: max(k, 0) + 1}),
        wrong("offset-missing", "The shift k does not come in: this is T(1).", "The angle is k times omega.", {"angle": lambda k, omega: omega}),
    ),
)

# -- 5.2 --------------------------------------------------------------------------------------------------------------


def gap(T, a, b, omega, *, product=np.matmul, second=lambda T, b, omega: T(b, omega), target=lambda a, b: a + b,
        measure=lambda left, right: np.abs(left - right).max()):
    """A model of how far T(a) T(b) is from T(a + b)."""
    return measure(product(T(a, omega), second(T, b, omega)), T(target(a, b), omega))


def of_difference(measure):
    return {"measure": lambda left, right: measure(left - right)}


COMPOSE = Exercise(
    "5.2", "Proof by code: T(a) T(b) = T(a+b)", 8, 3, "composition_gap(T, a, b, omega)", "one number",
    right=gap,
    model=gap,
    form=readings.Amounts(single=True),
    tolerance=MEASURED,
    cases=(
        case(rotation, 3, 5, 0.1, shown=True), case(growing, 2, 1, 0.5), case(squared_angle, 1, 2, 0.3), case(late_angle, 2, 4, 0.2),
        case(shear, 2, 3, 0.5), case(rotation, -4, 4, 0.7),
    ),
    hints=(
        "@ is the matrix product; * multiplies entry by entry.",
        "Call the argument T three times: for a, for b and for a + b, each with omega.",
        "Take the absolute value of every difference, then the largest.",
    ),
    misconceptions=(
        wrong("bool-not-number", "This says whether they agree. The question asks by how much they differ.", "Return the largest absolute difference."),
        wrong("elementwise-product", "* multiplies entry by entry, and that is not one step after the other.", "Use the matrix product, @.", {"product": np.multiply}),
        wrong("offsets-multiplied", "It was compared with T(a b). Steps add: 3 and then 5 is 8.", "Compare with T(a + b, omega).", {"target": lambda a, b: a * b}),
        wrong("offsets-subtracted", "One of the two steps goes back: by a transpose, an inverse, or a minus.", "Go forward twice, and compare with T(a + b, omega).",
              {"second": lambda T, b, omega: T(b, omega).T}, {"second": lambda T, b, omega: T(-b, omega)}, {"target": lambda a, b: a - b},
              {"second": lambda T, b, omega: np.linalg.inv(T(b, omega))}, {"target": lambda a, b: b - a},
              {"product": lambda one, two: one.T @ two}, {"product": np.linalg.solve}),
        wrong("matrices-added", "The matrices were added. One step after the other is a product.", "Use the matrix product, @.", {"product": np.add}),
        wrong("signed-max", "The largest of the signed differences: a large negative one is not seen.", "Take the absolute value of each before the largest.",
              of_difference(np.max), of_difference(lambda d: np.max(-d)), of_difference(lambda d: abs(np.max(d))), of_difference(np.min)),
        wrong("norm-not-max", "This adds up all four differences in some way, as a norm does.", "Take the largest single one: np.abs(...).max().",
              *(of_difference(lambda d, order=order: np.linalg.norm(d, order)) for order in (None, 2, 1, np.inf)), of_difference(lambda d: np.abs(d).sum()),
              of_difference(lambda d: (d**2).sum())),
        wrong("mean-not-max", "The differences were averaged.", "Take the largest one.", of_difference(lambda d: np.abs(d).mean()), of_difference(np.mean),
              of_difference(lambda d: (d**2).mean()), of_difference(lambda d: np.sqrt((d**2).mean()))),
        wrong("maxima-compared", "The largest entry of each matrix was taken, and these two were compared. Other entries may differ all the same.",
              "Take the difference of the matrices first, then the largest absolute value.",
              *({"measure": lambda left, right, f=f, size=size: f(size(left).max() - size(right).max())}
                for f in (np.abs, np.positive, np.negative) for size in (np.abs, np.positive))),
        wrong("determinant-only", "The determinants were compared. Two matrices with one determinant need not be equal.", "Compare the entries.",
              {"measure": lambda left, right: abs(np.linalg.det(left) - np.linalg.det(right))},
              {"measure": lambda left, right: np.linalg.det(left) - np.linalg.det(right)}, of_difference(lambda d: abs(np.linalg.det(d)))),
    ),
)

# -- 5.3 --------------------------------------------------------------------------------------------------------------


def matrix(k, d_model, base=None, *, layout="interleaved", offset=lambda k: k, power=None, swap=False, sine=lambda s: s, block=turn_block, each=None, **knobs):
    """A model of the whole shift; `each` powers the entries of the whole matrix of one step or of its blocks, or takes it k times."""
    angle = (1 if each else offset(k)) * readings.frequencies(d_model, base, **knobs, **({} if power is None else {"power": power}))
    c, s = np.cos(angle), sine(np.sin(angle))
    blocks = np.moveaxis(np.array(block(s, c) if swap else block(c, s)), -1, 0)
    if each == "block":
        blocks = blocks ** float(k)
    pairs = len(blocks)
    i = np.arange(pairs)
    first, second = {"halves": (i, pairs + i), "overlapping": (i, i + 1)}.get(layout, (2 * i, 2 * i + 1))
    whole = np.zeros((2 * pairs, 2 * pairs))
    for row, rows in ((1, second), (0, first)):  # where blocks overlap, the later one stays
        for column, columns in enumerate((first, second)):
            whole[rows, columns] = blocks[:, row, column]
    return whole ** float(k) if each == "whole" else k * whole if each == "times" else whole


def stack(shape):
    """The blocks side by side in some way, not on a diagonal."""
    return wrong("blocks-missing", "The 2 x 2 blocks are there, one beside or behind the other. They belong on the diagonal of one d x d matrix.",
                 "Start with np.zeros((d_model, d_model)) and write block i to rows and columns 2i, 2i + 1.", shape=lambda wanted, k, d, *base: shape(d), kind="axis")


SHIFT = Exercise(
    "5.3", "The whole shift", 10, 3, "shift_matrix(k, d_model, base=10000.0)", "an array of shape (d_model, d_model)",
    right=lambda k, d, base=10000.0: shift.shift_matrix(k, d, base=base),
    model=matrix,
    tolerance=MEASURED,
    cases=(case(1, 4, shown=True), case(3, 6), case(-2, 4), case(5, 8, 100.0), case(0, 4)),
    hints=(
        "Start with zeros; block i stands in the rows and columns 2i and 2i + 1.",
        "Each block has its own frequency, base**(-2i/d_model).",
        "Test it: M @ PE(0), which is M @ [0, 1, 0, 1, ...], must be the row of position k.",
    ),
    misconceptions=(
        stack(lambda d: (d // 2, 2, 2)), stack(lambda d: (d, 2)), stack(lambda d: (2, d)), stack(lambda d: (2, 2, d // 2)),
        wrong("halves", "The numbers are right, in another order: all sines first, then all cosines. This course interleaves them.",
              "Put block i into the rows and columns 2i and 2i + 1.", {"layout": "halves"}, kind="layout"),
        wrong("blocks-overlap", "Each block starts one place after the one before, so it writes over it, and the last rows stay empty. A block is two places wide.",
              "Put block i at [2 * i : 2 * i + 2], rows and columns alike.", {"layout": "overlapping"}, kind="layout"),
        SWAPPED,
        *readings.EXPONENTS, readings.DIVISOR, *readings.BASES, *readings.UNITS, DIRECTION, MINUS, sign_lost({"offset": np.abs}), loops("offset"),
        wrong(*POWER, {"each": "whole"}, {"each": "block"}),
        wrong(*TIMES, {"each": "times"}),
        wrong("offset-missing", "This is the matrix of one step, M(1): k does not come in.", "The angle of block i is k omega_i.", {"offset": lambda k: 1}),
        REFLECTION,
    ),
)

# -- 5.5 --------------------------------------------------------------------------------------------------------------


def residual(A, B, *, fit="right", constant=False, measure=np.linalg.norm, over="B", backwards=False):
    """A model of the best map and what it leaves; `fit` says how the map is found, `over` what its size is compared with."""
    one, other = (B, A) if backwards else (A, B)
    if fit in ("left", "none") and A.shape != B.shape:
        return np.nan  # there is no such map; whoever fits it stops here
    if constant and fit in ("left", "none"):
        raise NoModel("a constant needs a map on the right")
    if constant:
        one = np.c_[one, np.ones(len(one))]
    if fit == "left":
        image = other @ np.linalg.pinv(one) @ one
    elif fit == "none":
        image = one
    elif fit == "right":
        image = one @ np.linalg.lstsq(one, other, rcond=None)[0]
    else:  # a penalty
        square = one.T @ one
        image = one @ np.linalg.solve(square + fit(len(square)), one.T @ other)
    by = {"B": other, "A": one, "input": A, "centred": other - other.mean(axis=0)}.get(over)
    return measure(image - other) / (1.0 if by is None else measure(by))


def penalty(size):
    return {"fit": lambda n: size * np.eye(n)}


def sines(positions, d):
    """One sine a column, each with a frequency of its own."""
    return np.sin(np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(d) / d))


def cosines(positions, d):
    return np.cos(np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(d) / d))


p = np.arange(64)
PAIRS, NEXT_PAIRS = sinusoidal_encoding(p, 4), sinusoidal_encoding(p + 1, 4)
# four columns on purpose: more sines are nearly dependent, and the value then hangs on where their rank is cut off
SINES, NEXT_SINES = sines(p, 4), sines(p + 1, 4)


def largest(values):
    return np.abs(values).max()


MAP = Exercise(
    "5.5", "What a sine alone cannot do", 12, 4, "best_map_residual(A, B)", "one number, 0 or more",
    by_hand="Try it with B = A: 0 must come out. Then with B = A plus a little noise; or call hint.",
    right=lambda A, B: shift.best_linear_map(A, B)[1],
    model=residual,
    form=Numbers(single=True),
    tolerance=Tolerance(1e-5),
    cases=(
        case(PAIRS, NEXT_PAIRS, shown=True), case(SINES, NEXT_SINES, shown=True),
        case(cosines(p, 4), cosines(p + 1, 4)), case(SINES, sines(p + 5, 4)),
        case(TWELVE[:, :3], TWELVE[:, 2:] + 3.0),  # another width on the right
        case(np.hstack([SINES, SINES]), NEXT_SINES),  # columns twice: rank 4 of 8
    ),
    hints=(
        "np.linalg.lstsq(A, B, rcond=None)[0] is the best M.",
        "Divide the norm of A @ M - B by the norm of B.",
        "A.T @ A has no inverse if columns depend on each other; lstsq copes with that.",
    ),
    misconceptions=(
        wrong("backwards", "The map was fitted from B to A.", "It goes from A to B: A comes first in lstsq.", {"backwards": True}, {"backwards": True, "over": "input"},
              {"backwards": True, "over": "A"}),
        wrong("bias-added", "A constant was fitted as well, by a column of ones or by taking means off. A linear map has none.", "Fit A alone, as it is.",
              {"constant": True}, {"constant": True, "over": "centred"}),
        wrong("left-multiplied", "M stands on the left, where it mixes rows, that is positions. The rows are the vectors, so the map for all of them stands on the right.",
              "Fit A @ M = B.", {"fit": "left"}),
        wrong("no-map-fitted", "A itself was compared with B.", "Fit M first, then compare A @ M with B.", {"fit": "none"},
              lambda A, B: np.linalg.norm(A[:, : B.shape[1]] - B[:, : A.shape[1]]) / np.linalg.norm(B)),
        wrong("max-not-norm", "This is the largest entry.", "Use the root of the sum of all squares, np.linalg.norm, above and below.",
              {"measure": largest}, {"measure": largest, "over": None}),
        wrong("divided-by-input", "It was divided by the size of A.", "Divide by the size of B, which is what was to be met.", {"over": "A"}),
        wrong("explained-not-residual", "This is the share that the map explains. The question asks what it leaves.", "Leave out the 1 - ...", after=lambda value, *args: 1 - value),
        wrong("explained-not-residual", after=lambda value, *args: 1 - value**2),
        wrong("explained-not-residual", "", "", lambda A, B: 1 - residual(A, B, over="centred") ** 2),
        wrong("ridge", "A penalty keeps M small, so that even exact pairs do not reach 0.", "Fit without a penalty: np.linalg.lstsq(A, B, rcond=None).",
              *map(penalty, (1.0, 0.1, 0.01, 0.001, 10.0)), {"fit": lambda n: 1.0}),
        wrong("not-relative", "This is the size of the error itself, not relative to B.", "Divide by the norm of B.", {"over": None},
              {"over": None, "measure": lambda d: np.sqrt((d**2).mean())}, {"over": None, "measure": lambda d: (d**2).mean()}),
        wrong("squared", after=lambda value, *args: value**2, kind="scale"),
    ),
)

EXERCISES = (BLOCK, COMPOSE, SHIFT, ROTATED, MAP)
