"""Lesson 6: what the limits of the sinusoid are, and what they are not. The extra exercises are in `lesson6_far`."""

import numpy as np

from ..sinusoidal import sinusoidal_encoding
from . import lesson6_far
from .answers import Truths
from .exercise import Exercise, Tolerance, case, wrong

# -- 6.1 --------------------------------------------------------------------------------------------------------------


class Circular(Tolerance):
    """Positions on a circle of one wavelength: its end is its beginning, but one turn too many or too few is wrong."""

    def excess(self, got, want, args=()):
        straight = super().excess(got, want)
        if len(args) < 3:
            return straight
        wave = 2 * np.pi / args[2]
        on_circle = (np.minimum(got, want) >= -self.absolute) & (np.maximum(got, want) <= wave + self.absolute)
        around = np.abs(np.abs(got - want) - wave) / self.absolute
        return np.where(on_circle, np.minimum(straight, around), straight)


def whole_turn(angle):
    return np.mod(angle, 2 * np.pi)


def as_it_is(angle):
    return angle


def decode(s, c, omega, *, angle=np.arctan2, wrap=whole_turn, scale=lambda a, omega: a / omega, unit=1.0):
    """A model of reading positions off a pair; `wrap` is what is done about negative angles."""
    return scale(unit * wrap(angle(s, c)), omega)


def folded(angle):
    """Ways of taking the angle from less than both numbers, with and without a turn for negative ones."""
    return {"angle": angle}, {"angle": angle, "wrap": as_it_is}


def pair_at(positions, omega):
    angle = np.array(positions) * omega
    return np.sin(angle), np.cos(angle), omega


DECODE = Exercise(
    "6.1", "Only a constant offset?", 10, 3, "decode_position(s, c, omega)", "the positions, an array of the shape of s",
    right=decode,
    model=decode,
    tolerance=Circular(0.02),
    cases=(
        case(*pair_at([0, 1, 100, 511], 10000.0 ** (-510 / 512)), shown=True),
        case(*pair_at([0, 100, 200, 300, 400, 500, 600], 0.01)),  # past a quarter, a half, three quarters of a turn
        case(*pair_at([0, 1, 2, 3, 4, 5, 6], 1.0)),
    ),
    hints=(
        "First find the angle, then the position: the angle is the position times omega.",
        "np.arctan2(y, x) uses both numbers with their signs. Which of s and c is y?",
        "Angles past half a turn come out negative: add a whole turn, 2 pi, to those.",
    ),
    misconceptions=(
        wrong("degrees", "Degrees and radians are mixed: omega is in radians for each position, and a turn is 2 pi.",
              "Stay in radians from arctan2 to the division.",
              {"unit": 180 / np.pi}, {"unit": np.pi / 180}, {"wrap": lambda angle: np.mod(angle, 360.0)}, kind="unit"),
        wrong("cycles-not-radians", "The angle was counted in turns, and omega is in radians for each position.",
              "Divide the angle in radians by omega; leave the division by 2 pi out.", {"unit": 1 / (2 * np.pi)}, kind="unit"),
        wrong("two-pi-multiplied", "There is a factor of 2 pi too many.", "The angle is the position times omega, and nothing else.",
              {"unit": 2 * np.pi}, kind="unit"),
        wrong("arctan-arguments", "The two arguments of arctan2 are exchanged: it is arctan2(y, x), and the sine is y.",
              "At position 0 the angle must be 0: which order gives that?", {"angle": lambda s, c: np.arctan2(c, s)}),
        wrong("omega-missing", "The division by omega is missing. The angle is position times omega, so the position is the angle over omega.",
              "Divide by omega.", {"scale": lambda a, omega: a}),
        wrong("omega-inverted", "The angle was multiplied by omega. As the angle is position times omega, one has to divide.",
              "Replace * omega by / omega.", {"scale": lambda a, omega: a * omega}),
        wrong("half-turn", "Past half a wavelength arctan2 gives negative angles: either they were left as they are, or only half a turn was added.",
              "Add a whole turn, 2 pi, where the angle is negative.",
              {"wrap": as_it_is}, {"wrap": lambda angle: np.mod(angle, np.pi)}),
        wrong("added-to-all", "The same was added to all angles. Only the negative ones lack a turn; the others were right.",
              "Use np.where(angle < 0, angle + 2 * np.pi, angle), or the remainder np.mod(angle, 2 * np.pi).",
              {"wrap": lambda angle: angle + np.pi}, {"wrap": lambda angle: angle + 2 * np.pi}),
        wrong("sine-only", "The arcsine folds back after a quarter turn: sine 0.5 belongs to two places of a turn. The cosine tells which.",
              "Use both numbers: np.arctan2.", *folded(lambda s, c: np.arcsin(s))),
        wrong("cosine-only", "Either the cosine alone was used, or the sign of the angle was dropped: both fold back after half a turn.",
              "Let the sign of the sine tell which half of the turn it is.", *folded(lambda s, c: np.arccos(c))),
        wrong("arctan-of-quotient", "The quotient s/c forgets the signs: (s, c) and (-s, -c) give the same.",
              "np.arctan2 takes both numbers and keeps their signs.", *folded(lambda s, c: np.arctan(s / c))),
        wrong("small-angle", "s is nearly the angle for small angles only. For the slowest pair it is 0.24 positions off at 511, and far more later.",
              "Take the angle itself, from both numbers.", *folded(lambda s, c: s)),
    ),
)

# -- 6.2 --------------------------------------------------------------------------------------------------------------


def euclid(t):
    return np.linalg.norm(t[:, None] - t[None], axis=-1)


def cosine(t):
    unit = t / np.linalg.norm(t, axis=1, keepdims=True)
    return unit @ unit.T


def others(n):
    return ~np.eye(n, dtype=bool)


def steps(*offsets, around=False):
    """Which rows are looked at if only those so many places on are; `around` says that the last one precedes the first."""
    def allowed(n):
        apart = np.arange(n) - np.arange(n)[:, None]
        return np.isin(apart % n, [k % n for k in offsets]) if around else np.isin(apart, offsets)
    return allowed


def isolation(table, *, metric=euclid, allowed=others, zero=0.0, pick=np.min):
    """A model of the distance to the nearest other row; `allowed(n)` says which rows are looked at."""
    distances = metric(table)
    distances = np.where(distances < 1e-12, zero, distances)
    seen = allowed(len(table))
    return np.array([pick(row[there]) if there.any() else np.nan for row, there in zip(distances, seen)])


def is_a_nearest(value, wanted, table):
    """Whether these are numbers of nearest rows; of several equally near ones, any."""
    distances = euclid(table)
    itself = np.arange(len(table))
    if np.array_equal(value, itself):
        return True
    if (value != np.round(value)).any() or not np.isin(value, itself).all() or (value == itself).any():
        return False
    return bool(np.allclose(distances[itself, value.astype(int)], isolation(table), atol=1e-9))


RANDOM_ROWS = np.array([
    [1.92, -1.23, -2.75, 0.03], [-0.41, 1.06, 0.7, -1.81], [-0.45, -0.42, 0.0, -0.42], [-0.21, 0.17, -1.9, -1.06],
    [1.29, 1.17, 0.16, 0.53], [0.99, 1.43, -0.08, -0.65], [1.2, -0.28, -0.87, 0.59], [-0.17, -0.08, -0.09, 0.78],
    [0.14, 0.12, -1.4, -1.41], [-1.13, -0.64, 1.16, -0.56], [-0.43, 2.05, 0.4, -0.35], [0.71, 0.16, 1.59, 0.8]])

ISOLATION = Exercise(
    "6.2", "Is position 0 special?", 8, 3, "isolation(table)", "one distance for each row, shape (n,)",
    right=isolation,
    model=isolation,
    cases=(
        case(sinusoidal_encoding(6, 4), shown=True),
        case(sinusoidal_encoding(40, 16)),
        case(np.vstack([np.full((1, 4), 3.0), sinusoidal_encoding(9, 4)])),  # one lonely row
        case(sinusoidal_encoding(8, 4)[[0, 1, 2, 3, 4, 5, 6, 7, 3]]),  # an equal row that is no neighbour
        case(RANDOM_ROWS),
        case(sinusoidal_encoding(60, 2)),  # the nearest row is 44 positions away
    ),
    hints=(
        "Start from the distances of all pairs of rows, an (n, n) array.",
        "The nearest row to a row is the row itself, at distance 0. It must not count.",
        "Put infinity on the diagonal (np.fill_diagonal), then take the smallest of each row.",
    ),
    misconceptions=(
        wrong("axis-swapped", "The columns were compared with each other: one number came out for each column.",
              "Rows are positions: subtract table[None, :] from table[:, None] and sum over the last axis.",
              lambda table, **knobs: isolation(table.T, **knobs), kind="axis"),
        wrong("includes-itself", "Each row found itself, at distance 0.", "Leave the row itself out: infinity on the diagonal.",
              {"allowed": lambda n: np.ones((n, n), bool)}),
        wrong("neighbour-only", "Only rows next to each other were compared. The nearest row need not be a neighbour: with two columns it is 44 "
              "positions away.",
              "Compare each row with all others.",
              *({"allowed": steps(*offsets, around=around)} for offsets in ((-1, 1), (1,), (-1,)) for around in (False, True)),
              {"allowed": lambda n: steps(1)(n) | (np.eye(n, k=-1, dtype=bool) & (np.arange(n) == n - 1)[:, None])},
              {"allowed": lambda n: steps(-1)(n) | (np.eye(n, k=1, dtype=bool) & (np.arange(n) == 0)[:, None])}),
        wrong("from-row-zero", "These are the distances to row 0.", "Each row has a nearest row of its own: compare all with all.",
              {"allowed": lambda n: np.eye(1, n, dtype=bool).repeat(n, axis=0)}),
        wrong("farthest", "These are the distances to the farthest row.", "Take the smallest, not the largest.", {"pick": np.max}),
        wrong("norm-not-distance", "These are the lengths of the rows.", "A distance is the length of a difference of two rows.",
              {"metric": lambda t: np.linalg.norm(t, axis=1, keepdims=True).repeat(len(t), axis=1)}),
        wrong("duplicates-skipped", "All distances of 0 were dropped. An equal row elsewhere counts: it is another row, at distance 0.",
              "Drop the diagonal, not the zeros.", {"zero": np.inf}),
        wrong("mean-not-min", "This is a mean (or a median) over the other rows.", "Take the smallest distance of each row.", {"pick": np.mean},
              {"pick": np.mean, "allowed": lambda n: np.ones((n, n), bool)}, {"pick": np.median},
              {"pick": lambda row: row.sum()}),
        wrong("other-metric", "Another measure than the straight (Euclidean) distance: a sum or the largest of absolute differences, a root of a "
              "mean, or a cosine.",
              "Take the root of the sum of squared differences.",
              {"metric": lambda t: np.abs(t[:, None] - t[None]).sum(axis=-1)}, {"metric": lambda t: np.abs(t[:, None] - t[None]).max(axis=-1)},
              {"metric": lambda t: euclid(t) / np.sqrt(t.shape[1])}, {"metric": lambda t: euclid(t) / t.shape[1]},
              {"metric": lambda t: np.abs(t[:, None] - t[None]).mean(axis=-1)},
              {"metric": lambda t: np.maximum(1 - cosine(t), 0.0)}, {"metric": cosine, "pick": np.max}, {"metric": cosine, "zero": 0.0},
              {"metric": lambda t: np.arccos(np.clip(cosine(t), -1, 1))}, {"metric": lambda t: t @ t.T, "pick": np.max}),
        wrong("one-number", "One number for the whole table came out.", "Take the smallest along one axis: one number for each row.",
              lambda table, **knobs: isolation(table, **knobs).min(), lambda table, **knobs: isolation(table, **knobs).mean(),
              lambda table, **knobs: isolation(table, **knobs).max()),
        wrong("index-not-distance", "These are the numbers of the rows. The question is how far the nearest row is, not which it is.",
              "Use min where argmin stands.", near=is_a_nearest),
        wrong("squared", "These are squared distances.", "Take the root.", after=lambda value, *args: value**2, kind="scale"),
    ),
)

# -- 6.5 --------------------------------------------------------------------------------------------------------------

RIGHT = dict(a=True, b=False, c=False, d=False, e=False, f=True, g=True, h=False)


def unlike(letter):
    return lambda answer: answer[letter] != RIGHT[letter]


SENTENCES = Exercise(
    "6.5", "Eight sentences", 6, 3, "sentences", "a dictionary with True or False for each of a to h",
    right=lambda: RIGHT,
    form=Truths("abcdefgh"),
    hints=(
        "e was measured in 6.2, c in 6.1, h in 6.4 and in section 4 of the lesson.",
        "For b look at section 6 of the lesson, for g at 2.4 and at section 1.",
        "a: what does the formula need to know? d: how far does a hand turn in more time? f: what is sin squared plus cos squared?",
    ),
    misconceptions=(
        wrong("undefined-beyond", "a is true: the formula gives a row for any position.",
              "Ask sinusoidal_encoding for position 10000000.", when=unlike("a")),
        wrong("defined-not-learned", "b: a row exists, but the model never met it, and section 6 of the lesson measured what that costs.",
              "Compare lengths 16 and 64 there.", when=unlike("b")),
        wrong("constant-offset", "c: over a tenth of a turn the sine of such a pair still moves by 0.588, and 6.1 reads positions off a pair that "
              "is slower still.",
              "Compute sin(2 pi / 10).", when=unlike("c")),
        wrong("slow-pair-backwards", "d has it the wrong way round: in a longer text the slow pairs turn MORE, for d_model = 512 the slowest 0.16 "
              "turns in 10 000 positions and 16.5 in a million.",
              "Divide the length by the wavelength, for two lengths.", when=unlike("d")),
        wrong("position-zero-special", "e: in a sinusoidal table each row is as far from its nearest row as every other (6.2).",
              "Run isolation on a table with 512 columns.", when=unlike("e")),
        wrong("norms-differ", "f is true: a row has d_model / 2 pairs, and each has length 1.",
              "Compute np.linalg.norm of some rows.", when=unlike("f")),
        wrong("many-turns", "g is true: what counts is the rest after whole turns, and 710 radians are 113.00001 turns.",
              "Compute 710 / (2 pi), as in 2.4.", when=unlike("g")),
        wrong("monotone-similarity", "h: the similarity rises for the first time at an offset of 5 for 64 columns, of 43 for 512.",
              "Plot or print the sum of cosines over the offset (6.4).", when=unlike("h")),
    ),
)

EXERCISES = (DECODE, ISOLATION, *lesson6_far.EXERCISES, SENTENCES)
