"""Lesson 2: frequencies, wavelengths, and when a pair comes back."""

import numpy as np

from ..sinusoidal import compute_frequencies, wavelengths
from . import readings
from .answers import Numbers
from .exercise import EXACT, Exercise, Tolerance, case, wrong

TURN = 2 * np.pi


def coded(group, *codes):
    """Those misconceptions of a group that make sense here."""
    return tuple(m for m in group if m.code in codes)


# -- 2.1 --------------------------------------------------------------------------------------------------------------


def even_steps(last):
    """Pairs at equal distances, from 1 down to `last`, which is made of d, the base and the number of pairs."""
    def ladder(d, base=10000.0):
        pairs = readings.pairs_of(d)
        return np.linspace(1, last(d, base, pairs), pairs)
    return ladder


LASTS = (lambda d, base, h: 1 / base, lambda d, base, h: base ** (-2 * (h - 1) / d), lambda d, base, h: 1 - 2 * (h - 1) / d,
         lambda d, base, h: 0.0, lambda d, base, h: 1 / h, lambda d, base, h: 1 - (h - 1) / h * (1 - 1 / base))


def cut_down(d, base=10000.0):
    """The exponent -2i/d cut with //, which goes down to -1 for every pair but the first."""
    return base ** np.floor(-2 * np.arange(readings.pairs_of(d)) / d)


def without_brackets(read):
    """The frequencies if the power ends too early; `read(base, j, d)` is what Python reads."""
    return lambda d, base=10000.0: read(base, np.arange(readings.pairs_of(d), dtype=float), d)


LOGARITHM = wrong(
    "log-base", "Power and logarithm do not belong together: exp undoes np.log, 10** undoes np.log10, 2** undoes np.log2.",
    "Use np.exp with np.log, or write base ** exponent.",
    *({"base_of": lambda given, top=top, log=log: top ** log(10000.0 if given is None else given)}
      for top, log in ((np.e, np.log10), (np.e, np.log2), (10, np.log), (2, np.log), (2, np.log10), (10, np.log2))), kind="base")
ONE_FREQUENCY = wrong(
    "one-frequency", "The pairs do not get slower one by one: all, or all but the first, have one frequency. The exponent is missing, "
    "or // or int cut it to a whole number.",
    "Print your exponents; they should run from 0 towards 1 in equal steps.", {"doubling": 0.0}, cut_down, kind="exponent")

FREQUENCIES = Exercise(
    "2.1", "The frequencies", 8, 2, "frequencies(d_model, base=10000.0)", "one number a pair: an array of shape (ceil(d_model / 2),)",
    right=lambda d, base=10000.0: compute_frequencies(d, base=base),
    model=readings.frequencies,
    tolerance=Tolerance(1e-7, 1e-4),
    cases=(case(6, shown=True), case(8), case(10, 500000.0), case(4, 100.0), case(7), case(2)),
    hints=(
        "How many pairs have 6 columns? And 7, where the last sine stands alone?",
        "Here i counts pairs: 0, 1, 2. The 2 in the exponent 2i/d turns a pair into its column.",
        "Print 1/f for d_model = 8; the formula gives 1, 10, 100, 1000.",
    ),
    misconceptions=(
        wrong("one-per-column", "One value for each column. A sine and its cosine share one frequency, so there is one value for each pair.",
              "Count the pairs: (d_model + 1) // 2.", shape=lambda s, d, *base: (d,), kind="axis"),
        wrong("one-per-column", shape=lambda s, d, *base: (d + d % 2,), kind="axis"),
        wrong("odd-d-length", "An odd width has one sine more than cosines, and that sine needs a frequency too. Yours has only the full pairs.",
              "Round up: (d_model + 1) // 2.", shape=lambda s, d, *base: (d // 2,), kind="axis"),
        *coded(readings.EXPONENTS, "factor-two-twice", "factor-two-missing", "exponent-d-minus-2", "one-based-pairs", "order-reversed"),
        ONE_FREQUENCY,
        readings.DIVISOR,
        wrong("brackets-missing", "A power binds more closely than a product: base ** -2 * i / d is (base ** -2) * i / d. The whole exponent needs brackets.",
              "Write base ** (-2 * i / d_model).", *map(without_brackets, (lambda b, j, d: b**-2 * j / d, lambda b, j, d: b**-2 * 2 * j / d,
              lambda b, j, d: b ** (-2 * j) / d, lambda b, j, d: d / (b**2 * j), lambda b, j, d: b**2 * j / d)), kind="exponent"),
        wrong("odd-d-exponent", "Right for even widths. For an odd one the exponent was divided by the even number beside it.",
              "Divide by d_model as it is, also when it is odd.", {"divisor": lambda d: d + d % 2}, {"divisor": lambda d: d - d % 2}, kind="exponent"),
        *coded(readings.BASES, "base-ignored"), LOGARITHM, *coded(readings.BASES, "base-wrong"),
        wrong("degrees", "These are degrees for each position; radians are wanted.", "Leave out the conversion.",
              *({"turn": turn} for turn in (180 / np.pi, np.pi / 180)), kind="unit"),
        *coded(readings.UNITS, "two-pi-multiplied"), readings.CYCLES,
        wrong("linear-not-geometric", "Neighbours have one difference; they should have one ratio, each pair slower than the one before by the same factor.",
              "Divide each value by the one before it.", *map(even_steps, LASTS)),
        wrong("rounded-output", after=lambda value, *args: np.round(value, 6), kind="precision"),
    ),
)

# -- 2.2 --------------------------------------------------------------------------------------------------------------


class Given:
    """An answer, and what there is to say about this one."""

    def __init__(self, value, says):
        self.value, self.says = value, says


def base_of_listing(*, given=Given(10000.0**2, "")):
    return given.value


LISTING = Exercise(
    "2.2", "Which base does the listing use?", 4, 2, "base_of_listing", "one number, a base",
    right=base_of_listing,
    model=base_of_listing,
    form=Numbers(single=True),
    tolerance=Tolerance(0.0, 1e-6),
    hints=(
        "In the loop i is 0, 2, 4. Write i = 2j, where j counts pairs.",
        "The exponent is then 4j/d. Write base**(4j/d) as (another base)**(2j/d).",
        "The other base is base**x. Which x makes the two exponents equal?",
    ),
    misconceptions=(
        wrong("base-doubled", "The exponent is doubled, not the base: base**(2x) is (base**2)**x.", "Try x = 1: what is base**2?", lambda: 20000.0),
        wrong("no-change", "With this base the formula gives other values than the listing, from pair 1 on.",
              "Print both lists next to each other.", lambda: 10000.0),
        wrong("square-root", "The other way round: the listing falls faster than the formula, so its base is larger than 10000.",
              "Look at pair 1 of both lists.",
              lambda: 100.0),
        wrong("base-halved", "Doubling an exponent does not halve the base, and the listing falls faster than the formula, so its base is larger.",
              "Write base**(2x) as a power with the exponent x.", lambda: 5000.0),
        wrong("exponent-only", "This is an exponent. The base itself was asked.", "Write the power out as a number.",
              lambda: 8.0, {"given": Given(2.0, "Or was it 10^8? In Python that is 2: ^ is no power, a power is written 10**8.")}),
        wrong("caret-not-power", "In Python ^ is no power: it compares the binary digits of two numbers, and 10000^2 is 10002.", "Write a power with **: 10000**2.",
              lambda: float(10000 ^ 2)),
        wrong("fourth-power", "The exponent is doubled, not multiplied by 4: one of the two 2s belongs to the formula.",
              "Compare 4j/d with 2j/d.", lambda: 10000.0**4),
    ),
)

# -- 2.3 --------------------------------------------------------------------------------------------------------------


def slower(length, d, base=None, *, full=TURN, count=lambda longer: longer.sum(), own=False, **knobs):
    """A model of the count: `full` is what one turn is taken for, `count` what is made of the comparison."""
    pairs = np.arange(d) / 2 if own else np.arange(d // 2)
    return count(full / readings.omega(pairs, d, base, **knobs) > length)


def none_slower(length, d, base=None):
    """One over the wavelength is below 1/6 and never above a length."""
    return 0


LONGER = Exercise(
    "2.3", "How many pairs are slower than the sequence?", 8, 2, "pairs_longer_than(length, d_model, base=10000.0)", "a number of pairs",
    right=lambda length, d, base=10000.0: np.sum(wavelengths(d, base=base) > length),
    model=slower,
    form=Numbers(single=True),
    tolerance=EXACT,
    cases=(case(512, 512, shown=True), case(2048, 512), case(512, 64), case(100, 128, 500000.0), case(7, 512), case(1000, 16)),
    hints=(
        "A full turn is 2 pi radians; pair 0 needs 6.28 positions for it.",
        "Make the wavelengths of all pairs, in positions, and compare each with the length.",
        "Count pairs, not columns: there are d_model // 2.",
    ),
    misconceptions=(
        *coded(readings.EXPONENTS, "factor-two-twice", "factor-two-missing", "exponent-d-minus-2"),
        *coded(readings.BASES, "base-ignored"), LOGARITHM, *coded(readings.BASES, "base-wrong"),
        wrong("degrees", "A full turn was taken as 360, or the frequency changed into degrees. The frequencies are in radians.", "A full turn is 2 pi radians.",
              {"full": 360.0}, {"full": TURN * np.pi / 180}, kind="unit"),
        wrong("two-pi-missing", "The wavelength was taken as one over the frequency: that is the number of positions for one radian.",
              "A full turn is 2 pi radians: multiply by 2 pi.", {"full": 1.0}, kind="unit"),
        wrong("two-pi-multiplied", "2 pi was put in twice.", "The wavelength is 2 pi over base**(-2i/d), and nothing else.", {"full": TURN**2}, kind="unit"),
        wrong("off-by-one", "One pair too many or too few. Either a pair d/2 was counted, or the last or first one was left out, or i starts at 1.",
              "The pairs are i = 0 to d/2 - 1.", after=lambda value, *args: value + 1),
        wrong("off-by-one", after=lambda value, *args: value - 1),
        wrong("wrong-shape", "One whole number is asked for. A comparison gives True or False for each pair, and np.where gives the pairs themselves.",
              "Count the pairs for which the comparison is True, for example with np.sum."),
        wrong("complement", "Either the short waves were counted, or this is the index of the first long one; the numbers are the same.",
              "The slow pairs are those with a wavelength above the length.", {"count": lambda longer: (~longer).sum()}),
        wrong("counts-columns", "Columns were counted. The two columns of a pair share one wavelength.", "Count each pair once.",
              {"count": lambda longer: 2 * longer.sum()}, {"own": True}),
        wrong("inverse-wavelength", "No pair at all came out: the comparison holds nowhere. Usually the wavelength is turned over, "
              "or the frequency itself was compared with the length, "
              "or the exponent has the other sign.", "Print the wavelength of pair 0; it is 6.28, and all others are longer.", none_slower),
        wrong("share-not-count", "This is a share of the pairs; how many they are was asked.", "Use sum, not mean.", {"count": np.mean},
              {"count": lambda longer: 100 * longer.mean()}),
    ),
)

# -- 2.4 --------------------------------------------------------------------------------------------------------------


def chord(angle):
    return np.hypot(np.sin(angle), np.cos(angle) - 1)


def nearest(omega, kmax, *, first=1, last=1, angle=lambda k, omega: k * omega, far=chord, pick=np.argmin, give=lambda k, at, far: k[at]):
    """A model of the search: which offsets are tried, how far one is from the start, what is given back."""
    k = np.arange(first, kmax + last)
    distance = far(angle(k, omega))
    at = pick(distance)
    return give(k, at, distance[at])


def minus_cosine(angle):
    return -np.cos(angle)


def rest(period):
    """The angle after whole periods are taken off, from below only."""
    return lambda angle: angle % period


def turns(rounded):
    return lambda omega, kmax: rounded(TURN / omega)


REPEAT = Exercise(
    "2.4", "When does a pair come back?", 10, 3, "nearest_repeat(omega, kmax)", "a whole number from 1 to kmax",
    right=nearest,
    model=nearest,
    form=Numbers(single=True),
    tolerance=EXACT,
    cases=(
        case(1.0, 100, shown=True),
        case(1.0, 1000),  # 355 is half a turn off
        case(1.0, 710),  # the end of the range belongs to it
        case(0.01, 1000), case(0.1, 1000), case(2.5, 100),
    ),
    hints=(
        "Begin with one turn: k = 6 is nearest, and its chord is 0.28. Later turns may hit better.",
        "Both coordinates have to come back: the sine to 0 and the cosine to 1.",
        "Compute the chord for every k from 1 to kmax and take the k of the smallest; 44 is 7.003 turns.",
    ),
    misconceptions=(
        wrong("degrees", "", "", {"angle": lambda k, omega: np.deg2rad(k * omega)}, {"angle": lambda k, omega: np.rad2deg(k * omega)}, kind="unit"),
        # whole turns are exact here but for rounding, so the order of the factors decides which offset wins
        wrong("two-pi-multiplied", "A factor of 2 pi too many: omega already is in radians for each position.", "The angle after k positions is k * omega.",
              *({"angle": angle, "far": far} for far in (chord, minus_cosine)
                for angle in (lambda k, omega: k * (omega * TURN), lambda k, omega: k * omega * TURN)), kind="unit"),
        wrong("zero-offset-included", "k = 0 was among the offsets, and there every pair is where it started.", "Begin the search at k = 1.", {"first": 0}),
        wrong("range-exclusive", "kmax itself was left out of the search.", "range and arange stop before their end: write kmax + 1.", {"last": 0}),
        wrong("one-turn-only", "This is the whole number next to the first full turn. It misses the start by a little, and a later turn may hit better.",
              "Search all k up to kmax.", *map(turns, (np.round, np.floor, np.ceil))),
        wrong("half-turn", "Only the sine came back, or the angle to a multiple of half a turn. There the cosine may be -1, which is the opposite side.",
              "Both the sine and the cosine have to come back.", {"far": lambda angle: np.abs(np.sin(angle))}, {"far": rest(np.pi)}),
        wrong("index-not-offset", "This is an index into your list. Index 0 stands for k = 1.", "Look the k up at this index, or add 1.",
              {"give": lambda k, at, far: at}),
        wrong("farthest", "This is the offset at which the pair is farthest from its start.",
              "Take the smallest distance (or the largest cosine).", {"pick": np.argmax}),
        wrong("angle-not-wrapped", "The angle has to be measured from the nearest whole turn. Either no turns were taken off, "
              "and then k = 1 is always smallest, "
              "or only from one side: an angle a little below 2 pi is near the start too.", "Use sine and cosine of the angle; they do not see whole turns.",
              lambda omega, kmax: 1, {"far": rest(TURN)}),
        wrong("distance-not-offset-k", "This is how near the pair comes. The offset k at which it does was asked.", "Return the k that belongs to it (argmin).",
              *({"give": give} for give in (lambda k, at, far: far, lambda k, at, far: far**2, lambda k, at, far: 1 - far**2 / 2,
                                            lambda k, at, far: 2 * np.arcsin(far / 2)))),
    ),
)

# -- 2.5 --------------------------------------------------------------------------------------------------------------


def base_for(longest, d, *, full=TURN, exponent=lambda d: (d - 2) / d, solve=lambda exponent: 1 / exponent, forward=False):
    """A model of the way back: `exponent` is that of the last pair; `forward` goes from a base to its wave instead."""
    if forward:
        return full * longest ** exponent(d)
    return (longest / full) ** solve(exponent(d))


CHOOSE = Exercise(
    "2.5", "Choose a base", 10, 4, "base_for_longest(longest, d_model)", "one number, a base",
    right=base_for,
    model=base_for,
    form=Numbers(single=True),
    cases=(case(1000.0, 8, shown=True), case(TURN * 100, 4), case(TURN * 10000, 512), case(200.0, 16)),
    hints=(
        "The last pair is i = d/2 - 1.",
        "Its wavelength is 2 pi times base to the power (d - 2)/d.",
        "Divide by 2 pi, then undo the power.",
    ),
    misconceptions=(
        wrong("factor-two-twice", "The exponent of the last pair was taken twice as large, as 4i/d; it is 2i/d. Your base is the root of the right one.",
              "Write the exponents out for d = 8: the pairs have 0, 1/4, 1/2, 3/4.", {"exponent": lambda d: 2 * (d - 2) / d}, kind="exponent"),
        wrong("factor-two-missing", "The exponent of the last pair was taken as i/d; it is 2i/d. Your base is the square of the right one.",
              "Write the exponents out for d = 8: the pairs have 0, 1/4, 1/2, 3/4.",
              {"exponent": lambda d: (d - 2) / 2 / d}, kind="exponent"),
        wrong("limit-not-reached", "The exponent 1 was used, which no pair has. Either the last pair was taken as i = d/2, or i was divided by d/2 - 1.",
              "The last pair is i = d/2 - 1: write out 2i/d.", {"exponent": lambda d: 1.0}, kind="exponent"),
        wrong("two-pi-missing", "The 2 pi of the wavelength is missing: the last pair needs 2 pi times base**((d - 2)/d) positions for a turn.",
              "Divide by 2 pi before you undo the power.", {"full": 1.0}, kind="unit"),
        wrong("two-pi-multiplied", "2 pi stands on the wrong side: the wavelength is 2 pi times a power of the base, so it is divided by 2 pi on the way back.",
              "Put your base into the formula of the wavelength; the wave you asked for must come out.", {"full": 1 / TURN}, kind="unit"),
        wrong("degrees", "A full turn was taken as 360; the frequencies are in radians.", "A full turn is 2 pi radians.", {"full": 360.0}, kind="unit"),
        wrong("exponent-inverted", "The power was not undone. When you solve base**x = y for the base, the exponent turns over.",
              "Raise both sides to the power 1/x.",
              {"solve": lambda exponent: exponent}),
        wrong("forward-not-inverse", "The number was put into the formula as a base, and this is the wavelength that comes out. The other way was asked.",
              "The wavelength is given, the base is unknown: solve for it.", {"forward": True}),
    ),
    extra=True,
)

EXERCISES = (FREQUENCIES, LISTING, LONGER, REPEAT, CHOOSE)
