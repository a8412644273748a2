"""Lesson 7, first half: rotary positions and longer contexts. The biases are in `lesson7_biases`."""

import numpy as np

from ..context import NTK, Linear
from ..rotary import apply_rope, rope_frequencies
from . import lesson7_biases, readings
from .answers import Numbers
from .exercise import Exercise, Tolerance, case, wrong

# -- 7.1 --------------------------------------------------------------------------------------------------------------


def split(x, columns):
    """The first and the second column of each pair."""
    half = x.shape[-1] // 2
    return (x[..., 0::2], x[..., 1::2]) if columns == "neighbours" else (x[..., :half], x[..., half:])


def join(a, b, columns):
    if columns == "neighbours":
        return np.stack([a, b], axis=-1).reshape(*a.shape[:-1], -1)
    return np.concatenate([a, b], axis=-1)


def turn(a, b, c, s):
    return a * c - b * s, a * s + b * c


def overwritten(a, b, c, s):
    a = a * c - b * s
    return a, a * s + b * c


def overwritten_second(a, b, c, s):
    b = a * s + b * c
    return a * c - b * s, b


def turned(x, positions, base=None, *, origin=lambda p: p, columns="neighbours", table=None, out=None, pair=turn, sense=1.0, **knobs):
    """A model of rotary positions.

    `columns` is the layout in which pairs are taken, `table` the one the angles are spread for, `out` the one in which
    the result is written; `pair` is what becomes of a pair, `sense` the direction.
    """
    x = np.asarray(x, float)
    p = np.asarray(origin(np.asarray(positions, float)), float)
    angles = sense * p[:, None] * readings.frequencies(x.shape[-1], base, **knobs)
    first, second = split(join(angles, angles, table or columns), columns)
    a, b = split(x, columns)
    a, b = pair(a, b, np.cos(first), np.sin(first))[0], pair(a, b, np.cos(second), np.sin(second))[1]
    return join(a, b, out or columns)


PAIRS = (
    wrong("minus-missing", "One minus sign is missing, so lengths change: the pair (a, b) becomes (a cos - b sin, a sin + b cos).",
          "Compare the length of a row before and after.",
          {"pair": lambda a, b, c, s: (a * c + b * s, a * s + b * c)}, {"pair": lambda a, b, c, s: (a * c - b * s, b * c - a * s)}, kind="sign"),
    wrong("overwritten", "The first column of the pair was replaced before the second had used it (or the other way round).",
          "Keep both old columns until both new ones are there.", {"pair": overwritten}, {"pair": overwritten_second}),
    wrong("elementwise-product", "Each column was only multiplied. A turn mixes the two columns of a pair.",
          "Both a and b occur in each of the two new columns.",
          {"pair": lambda a, b, c, s: (a * s, b * c)}, {"pair": lambda a, b, c, s: (a * c, b * s)}, {"pair": lambda a, b, c, s: (a * c, b * c)}),
)
ADDED = wrong("added-not-rotated", "The sinusoid was added. Rotary positions add nothing: they turn.", "At position 0 nothing may change.",
              {"pair": lambda a, b, c, s: (a + s, b + c)}, {"pair": lambda a, b, c, s: (a + c, b + s)})
SAME_FOR_ALL = wrong("one-frequency", "", "", {"doubling": 0.0, "turn": 1.0}, kind="exponent")  # with 2 pi it would be no turn at all
ANGLES = (*(m for m in readings.EXPONENTS if m.code != "one-frequency"), SAME_FOR_ALL, readings.DIVISOR, *readings.BASES[:2], *readings.UNITS)

THREE_ROWS = np.array([[0.49, -1.37, -0.57, -0.65], [-1.3, -0.8, -0.23, 0.94], [-0.13, 1.17, 0.21, 0.01]])
TWO_HEADS = np.array([
    [[0.35, -0.42, 0.77, -0.05, -0.02, 1.64], [-0.98, -1.1, -0.21, 0.16, -0.45, 0.76],
     [0.21, 0.23, -1.4, 1.54, -0.03, -0.98], [1.24, -0.11, -0.81, -1.18, -0.1, -0.72]],
    [[-1.06, -0.17, -0.31, -0.63, 0.84, 1.38], [1.34, -0.44, -0.59, -1.63, -0.34, -1.03],
     [0.1, -0.35, 0.55, -0.12, 0.38, 0.52], [-2.47, -1.08, 0.17, -0.07, 0.12, -0.56]]])

ROPE = Exercise(
    "7.1", "RoPE", 15, 4, "rope(x, positions, base=10000.0)", "the turned rows, an array of the shape of x",
    right=lambda x, positions, base=10000.0: apply_rope(x, positions, base=base),
    model=turned,
    cases=(
        case(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1]), shown=True),
        case(THREE_ROWS, np.array([0, 1, 2])), case(THREE_ROWS, np.array([5, 0, -3])),
        case(TWO_HEADS, np.array([0, 1, 2, 3])), case(THREE_ROWS, np.array([2, 3, 4]), 100.0),
        case(THREE_ROWS[:, :2], np.array([1, 2, 3])),  # one pair: both layouts agree
    ),
    hints=(
        "Make an array of angles with n rows and one column for each pair: positions times frequencies.",
        "Take a = x[..., 0::2] and b = x[..., 1::2] from x, and write the results into a new array.",
        "Two tests: each row keeps its length, and position 0 changes nothing.",
    ),
    misconceptions=(
        wrong("axis-swapped", "This is the transpose: positions run along the last axis but one, columns along the last.",
              "Print the shape of the result; it must be that of x.", after=readings.TRANSPOSED.after, kind="axis"),
        wrong("positions-ignored", "The rows were turned as if their positions were 0, 1, 2 and so on (or 1, 2, 3).",
              "Use the argument positions in place of np.arange.", {"origin": lambda p: np.arange(len(p))},
              {"origin": lambda p: np.arange(len(p)) + 1}, kind="origin"),
        wrong("one-based", "Each row was turned by the position after its own.", "Use the positions as they are given, without + 1.",
              {"origin": lambda p: p + 1}, kind="origin"),
        wrong("position-off-by-one", "Each row was turned by the position before its own.", "Use the positions as they are given, without - 1.",
              {"origin": lambda p: p - 1}, kind="origin"),
        *readings.ORIGINS[2:],
        wrong("halves", "Column j was paired with column j + d/2: the layout of GPT-NeoX and of Llama in transformers. Here neighbours are pairs, "
              "as in the paper. "
              "For given q and k the scores differ as well, unless the columns of both are permuted.",
              "Take 0::2 and 1::2.", {"columns": "halves"}, kind="layout"),
        wrong("mixed-layout", "Two layouts are mixed: the angles are spread for one, the partners taken (or the results written) in the other. "
              "Lengths or partners no longer fit.",
              "Let neighbours share an angle: np.repeat(angles, 2, axis=-1), not two copies side by side.",
              {"table": "halves"}, {"columns": "halves", "table": "neighbours"}, {"columns": "halves", "out": "neighbours"}, kind="layout"),
        wrong("halves-out", "The turn is right, but the result has all first columns of the pairs, then all second ones.", "Write the results back into 0::2 and 1::2.",
              {"out": "halves"}, kind="layout"),
        wrong("sin-cos-swapped", "Sine and cosine have changed places, or the two new columns of a pair have.", "At position 0 nothing may "
              "change: there cos is 1 and sin is 0.",
              {"pair": lambda a, b, c, s: (a * s - b * c, a * c + b * s)},
              {"pair": lambda a, b, c, s: (a * s + b * c, a * c - b * s)}, kind="layout"),
        *ANGLES,
        readings.BASES[2],
        wrong("rotation-direction", "Turned backwards. Either the minus stands in the other column, or the angle has the wrong sign, or a matrix "
              "for columns was used on rows.",
              "(1, 0) at position 1 must become (cos 1, sin 1), with a plus.", {"sense": -1.0}, kind="sign"),
        wrong("sign-lost", "The sign of the position was lost: negative positions turn back.", "Leave abs out.", {"origin": np.abs}, kind="sign"),
        PAIRS[0],
        PAIRS[1],
        ADDED,
        PAIRS[2],
    ),
)

# -- 7.2 --------------------------------------------------------------------------------------------------------------

OTHER = {"neighbours": "halves", "halves": "neighbours"}


def score(q, k, m, n, base=None, *, columns="neighbours", mixed="", query=lambda m, n: m, key=lambda m, n: n, **knobs):
    """A model of the score of a query at m and a key at n; `query` and `key` are the positions that each is turned by."""
    layouts = {"q": OTHER[columns] if mixed == "q" else columns, "k": OTHER[columns] if mixed == "k" else columns}
    if mixed == "table":
        knobs = {**knobs, "table": OTHER[columns]}
    q = turned([q], [query(m, n)], base, columns=layouts["q"], **knobs)[0]
    k = turned([k], [key(m, n)], base, columns=layouts["k"], **knobs)[0]
    return q @ k


def still(m, n):
    return 0


Q8 = np.array([-1.86, 0.06, 1.21, 1.08, 0.67, 0.01, 1.35, -0.29])
K8 = np.array([-0.04, -1.69, 0.31, -0.32, 0.05, -2.27, -1.19, -0.15])
Q4 = np.array([-1.22, 0.64, 2.07, -0.04])
K4 = np.array([0.42, -0.46, -0.49, -1.48])
SECOND, FIFTH = np.eye(6)[1], np.eye(6)[4]  # their scores show the frequency of their pair, in either layout

SCORE = Exercise(
    "7.2", "Only the difference counts", 12, 4, "rope_score(q, k, m, n, base=10000.0)", "one number",
    right=lambda q, k, m, n, base=10000.0: (apply_rope([q], [m], base=base) @ apply_rope([k], [n], base=base).T)[0, 0],
    model=score,
    variants=({"sense": -1.0}, {"columns": "halves"}, {"columns": "halves", "sense": -1.0}),
    form=Numbers(single=True),
    cases=(
        case(Q4, K4, 4, 0, shown=True), case(Q4, K4, 0, 4), case(Q4, K4, 104, 100), case(Q8, K8, 7, 2), case(Q8, K8, 3, 3),
        case(Q4, K4, 5, 2, 100.0), case(SECOND, SECOND, 2, 1), case(FIFTH, FIFTH, 9, 1),
    ),
    hints=(
        "Turn q by its position m and k by its position n, as in 7.1; then take the dot product.",
        "Both must turn the same way and with the same pairs.",
        "Three tests: m = n gives q @ k, adding 100 to both changes nothing, exchanging m and n does.",
    ),
    misconceptions=(
        wrong("mixed-layout", "q and k were turned in two layouts (or one with the angles of the other): they need the same pairs.",
              "Use one function for both.", {"mixed": "k"}, {"mixed": "q"}, {"mixed": "table"}, kind="layout"),
        *ANGLES,
        PAIRS[0],
        wrong("sum-not-difference", "The score depends on m + n: q and k turn in opposite directions.", "Turn both the same way; the dot product "
              "then takes the difference.",
              {"key": lambda m, n: -n}),
        wrong("distance-not-offset", "Only the distance |m - n| counts here, so before and after are the same: f(4, 0) = f(0, 4).",
              "Leave abs out, and turn q and k each by its own position.", {"query": lambda m, n: abs(m - n), "key": still}),
        wrong("query-only", "Only q was turned. At m = n the score must be q @ k.", "Turn k by n as well.", {"key": still}),
        wrong("key-only", "Only k was turned. At m = n the score must be q @ k.", "Turn q by m as well.", {"query": still}),
        wrong("no-rotation", "This is q @ k: either nothing was turned, or both by the same position.", "Turn q by m and k by n.",
              {"query": still, "key": still}),
        ADDED,
        wrong("elementwise-product", PAIRS[2].means, PAIRS[2].next_step, *PAIRS[2].ways),
        PAIRS[1],
        wrong("cosine-not-dot", "This was divided by the lengths of q and k, which makes it a cosine.", "Return the dot product itself.",
              after=lambda value, q, k, *args: value / (np.linalg.norm(q) * np.linalg.norm(k)), kind="scale"),
        wrong("scaled-by-sqrt-d", "This was divided by the root of d, as attention does later. Here the plain dot product is asked for.",
              "Leave the division out.",
              after=lambda value, q, *args: value / np.sqrt(len(q)), kind="scale"),
        wrong("scaled-by-sqrt-d", after=lambda value, q, *args: value / len(q), kind="scale"),
    ),
)

# -- 7.3 --------------------------------------------------------------------------------------------------------------


def right_frequencies(d, factor, method, base=10000.0):
    return rope_frequencies(d, base=base, scaling={"linear": Linear, "ntk": NTK}[method](factor))[0]


def extended(d, factor, method, base=None, *, method_of=lambda method: method, linear=lambda w, s, d, i: w / s,
             growth=lambda s, d: s ** (d / max(d - 2, 1e-300)), ntk=lambda w, s, d: w, only="", base_of=lambda given: 10000.0 if given is None else given,
             **knobs):
    """A model of both methods: `growth` is what NTK multiplies the base by; `only` names the branch that other knobs hold for."""
    method = method_of(method)
    knobs = knobs if only in ("", method) else {}
    i, base = np.arange(d // 2), base_of(base)
    if method == "linear":
        return linear(readings.frequencies(d, base, **knobs), factor, d, i)
    return ntk(readings.frequencies(d, base * growth(factor, d), **knobs), factor, d)


def in_either_branch(misconceptions):
    """The same mistakes in both branches, or in one of them only."""
    for m in misconceptions:
        yield wrong(m.code, m.means, m.next_step, *m.ways, *({**way, "only": only} for way in m.ways for only in ("linear", "ntk")), kind=m.kind)


def power(exponent):
    return {"growth": lambda s, d: s ** exponent(max(d, 3))}


EXTENDED = Exercise(
    "7.3", "Longer contexts: PI and NTK", 12, 4, "extended_frequencies(d, factor, method, base=10000.0)", "d / 2 frequencies",
    right=right_frequencies,
    model=extended,
    tolerance=Tolerance(1e-8, 1e-4),
    cases=(
        case(8, 4.0, "linear", shown=True), case(8, 4.0, "ntk", shown=True), case(128, 2.0, "ntk"), case(64, 8.0, "linear", 500000.0),
        case(16, 8.0, "ntk", 100.0), case(8, 1.0, "ntk"), case(8, 1.0, "linear"),
    ),
    hints=(
        "linear: the positions are divided by the factor, which is the same as dividing every frequency by it.",
        "ntk: only the base changes; it becomes base times a power of the factor.",
        "The last pair must be slowed by exactly the factor: solve new_base ** (-(d - 2)/d) = base ** (-(d - 2)/d) / factor.",
    ),
    misconceptions=(
        *(wrong("rounded-output", after=lambda value, *args, places=places: np.round(value, places), kind="precision") for places in (6, 7)),
        *in_either_branch((*readings.EXPONENTS, readings.DIVISOR)),
        wrong("base-ignored", "", "", {"base_of": lambda given: 10000.0}, kind="base"),
        *(m for m in readings.BASES if m.code != "base-ignored"),
        *in_either_branch((*readings.UNITS, readings.CYCLES)),
        wrong("ntk-exponent-missing", "The base was multiplied by the factor itself, so the last pair is slowed by less than the factor (for d = "
              "8 by 2.83 in place of 4).",
              "Raise the factor to d/(d - 2) first.", power(lambda d: 1.0)),
        wrong("ntk-exponent-inverted", "The exponent of the factor is turned over: it is d/(d - 2), a little more than 1.",
              "Test the last pair: it must be slowed by exactly the factor.", power(lambda d: (d - 2) / d)),
        wrong("all-pairs-scaled", "Pair 0 was slowed in the NTK method. That method leaves pair 0 alone: the base changes, and nothing is divided.",
              "Put the power of the factor into the base.",
              {"growth": lambda s, d: 1.0, "ntk": lambda w, s, d: w / s ** (d / (d - 2))}, {"ntk": lambda w, s, d: w / s},
              {"ntk": lambda w, s, d: w / s ** (d / (d - 2))}, {"growth": lambda s, d: s, "ntk": lambda w, s, d: w / s},
              {"growth": lambda s, d: 1.0, "ntk": lambda w, s, d: w / s ** (d / (d - 2)), "linear": lambda w, s, d, i: w / s ** (d / (d - 2))}),
        wrong("factor-inside-power", "In the linear method the factor went into the power (into the base), so pair 0 is not slowed.",
              "Divide the frequencies by the factor, pair 0 too.", {"linear": lambda w, s, d, i: w * s ** (-2 * i / d)}),
        wrong("methods-swapped", "The two methods are exchanged.", "linear divides every frequency, ntk changes the base.",
              {"method_of": lambda method: {"linear": "ntk", "ntk": "linear"}[method]}),
        wrong("interpolation-backwards", "The frequencies rose. A longer text is squeezed into the old range of angles, so they must fall.",
              "Divide in place of multiplying.", {"linear": lambda w, s, d, i: w * s}, {"growth": lambda s, d: s ** (-d / (d - 2))},
              {"linear": lambda w, s, d, i: w * s, "growth": lambda s, d: s ** (-d / (d - 2))},
              {"growth": lambda s, d: 1 / s}, {"linear": lambda w, s, d, i: w * s, "growth": lambda s, d: 1 / s},
              {"linear": lambda w, s, d, i: w * s, "growth": lambda s, d: 1.0, "ntk": lambda w, s, d: w / s}),
        wrong("ntk-exponent-off", "The factor has a wrong exponent in the new base. The last pair has the exponent (d - 2)/d, which asks for d/(d "
              "- 2).",
              "Test the last pair: it must be slowed by exactly the factor.",
              power(lambda d: d / (d - 1)), power(lambda d: (d - 1) / (d - 2)), power(lambda d: (d + 2) / d), power(lambda d: d / (d + 2)), power(lambda d: 2.0),
              power(lambda d: d / 2), power(lambda d: d), power(lambda d: d - 2), power(lambda d: 2 / (d - 2)), power(lambda d: 2 / d), power(lambda d: d / 2 / (d - 2)),
              power(lambda d: (d / 2) / (d / 2 - 2) if d > 4 else 1.0), power(lambda d: 2 * d / (d - 2)),
              {"growth": lambda s, d: s * d / (d - 2)}),
        wrong("method-ignored", "Both methods gave the same numbers, or one of them the plain frequencies.", "Use the argument method; both "
              "branches need a return of their own.",
              {"method_of": lambda method: "linear"}, {"method_of": lambda method: "ntk"},
              {"linear": lambda w, s, d, i: w}, {"growth": lambda s, d: 1.0}, {"linear": lambda w, s, d, i: w, "growth": lambda s, d: 1.0}),
    ),
)

EXERCISES = (ROPE, SCORE, EXTENDED, *lesson7_biases.EXERCISES)
