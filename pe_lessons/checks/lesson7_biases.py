"""Lesson 7, second half: positions as a bias on the scores."""

import math

import numpy as np

from ..attention import attention_weights, causal_mask
from ..bias import alibi_bias, alibi_slopes, t5_bucket
from ..heads import mpnet_bias
from ..learned import load_positions
from .exercise import EXACT, Exercise, Tolerance, case, wrong

# -- 7.4 --------------------------------------------------------------------------------------------------------------


def by_bucket(*buckets, pick=np.argmax):
    return lambda: [pick(load_positions("mpnet_relative_bias").values[b]) for b in buckets]


HEADS = Exercise(
    "7.4", "Read a real bias", 6, 2, "previous_and_next", "two whole numbers: the head for the previous token, the head for the next",
    right=lambda: mpnet_bias([-1, 1]).argmax(axis=1),
    tolerance=EXACT,
    hints=(
        "The table has 32 rows, one a bucket, and 12 columns, one a head.",
        "The offset is key minus query: the previous token is -1, the next is +1.",
        "Take the rows 1 and 17, and np.argmax of each.",
    ),
    misconceptions=(
        wrong("one-based", "The heads count from 0, so that the last of twelve is 11.",
              "Use what argmax gives.", after=lambda value: value + 1, kind="origin"),
        wrong("sign-convention", "The two are exchanged. The offset is key minus query: the previous token is -1, in bucket 1.",
              "Ask first for the bucket of -1, then for that of +1.", after=lambda value: value[::-1]),
        wrong("lowest-not-highest", "These heads have the lowest values there, the strongest dislike.", "Take the highest bias, with its sign: "
              "argmax, without abs.",
              by_bucket(1, 17, pick=np.argmin)),
        wrong("bucket-off-by-one", "The row of another bucket was read, such as 2 and 18 (offsets -2 and +2) or 0 and 16.", "Take the rows 1 and 17.",
              by_bucket(2, 18), by_bucket(0, 16)),
        wrong("value-not-head", "These are the largest biases themselves. The question is which head has them.", "Use np.argmax where np.max stands.",
              by_bucket(1, 17, pick=np.max), when=lambda answer: np.shape(answer) == (2,) and np.abs(answer - by_bucket(1, 17, pick=np.max)()).max() < 0.051),
        wrong("bucket-not-head", "These are the buckets, the numbers of the rows. Heads are columns.", "Take argmax along the heads, of each of "
              "the two rows.",
              lambda: [1, 17]),
    ),
)

# -- 7.5 --------------------------------------------------------------------------------------------------------------


def progression(n, start=1):
    return 2.0 ** (-8 * np.arange(start, n + start) / n)


def filled(rest, first=progression):
    """Slopes of the power of two below, and `rest(m, r)` for the r heads that are left."""
    def slopes(n_heads):
        m = 2 ** (n_heads.bit_length() - 1)
        return np.concatenate([first(m), rest(m, n_heads - m)])
    return slopes


def from_next(n_heads, step=1):
    """Slopes of the power of two above, as many as are needed."""
    m = 2 ** (n_heads.bit_length() - 1)
    return progression(m) if m == n_heads else progression(2 * m)[::step][:n_heads]


def later(p, q):
    return q > p


def nobody(p, q):
    return q < -1


def distance(p, q):
    return -abs(p - q)


def signed(p, q):
    return q - p


def weights(n_heads, n, *, slopes=alibi_slopes, order=lambda m: m, bias=distance, hidden=later, hide=-np.inf, how="softmax", axis=-1, empty=np.nan):
    """A model of the weights for equal scores. `hide` is what a hidden score is set to (or "added": -1e9 is added to it)."""
    p, q = np.arange(n)[:, None], np.arange(n)[None, :]
    b = order(slopes(n_heads))[:, None, None] * bias(p, q)
    masked = hidden(p, q)
    seen = b - 1e9 * masked if hide == "added" else np.where(masked, hide, b)
    if how == "bias":
        return seen
    if how == "exp":
        return np.exp(seen)
    if how == "mask last":
        seen = b
    e = np.exp(seen - seen.max(axis=axis, keepdims=True))
    w = e / e.sum(axis=axis, keepdims=True)
    w = np.where(np.isnan(w), empty, w)
    return w * ~masked if how == "mask last" else w


def not_below(p, q):
    return q >= p


def earlier(p, q):
    return q < p


ALIBI = Exercise(
    "7.5", "ALiBi", 15, 4, "alibi_weights(n_heads, n)", "attention weights, an array of shape (n_heads, n, n)",
    right=lambda n_heads, n: np.stack([attention_weights(np.zeros((n, 1)), np.zeros((n, 1)), bias=b, mask=causal_mask(n)) for b in alibi_bias(n_heads, n, n)]),
    model=weights,
    cases=(case(2, 4, shown=True), case(8, 5), case(3, 4), case(6, 3), case(1, 4), case(12, 5)),
    hints=(
        "The bias comes first: for each head slope times -(p - q), 0 on the diagonal and falling to the left.",
        "Then hide the later keys (minus infinity where q > p), then the softmax along the keys, the last axis.",
        "Slopes of three heads: the two of H = 2, then the first of 2H = 4. In general every other one of 2H, from the first on.",
    ),
    misconceptions=(
        wrong("axis-swapped", "This is the transpose: queries run down the rows, keys along the columns, and each row adds to 1.",
              "Row 0 must be 1 0 0 0.", after=lambda value, *args: np.swapaxes(value, -1, -2), kind="axis"),
        wrong("softmax-axis", "The softmax ran along another axis than the keys, so the rows do not add to 1.", "Normalise over the last axis, "
              "with keepdims=True.",
              {"axis": -2}, {"axis": 0}, {"axis": 0, "empty": 0.0}, {"axis": None}, kind="axis"),
        wrong("slopes-off-by-one", "The slopes start one too early, at 1. The first is 2 ** (-8/n_heads).", "The exponents are -8/n_heads for head 0, twice that for head 1, and so on.",
              {"slopes": lambda n: progression(n, start=0)},
              {"slopes": filled(lambda m, r: progression(2 * m, start=0)[::2][:r], lambda m: progression(m, start=0))},
              {"slopes": filled(lambda m, r: progression(2 * m, start=0)[1::2][:r], lambda m: progression(m, start=0))},
              {"slopes": filled(lambda m, r: progression(2 * m)[::2][:r], lambda m: progression(m, start=0))}),
        wrong("slopes-one-progression", "For numbers of heads that are no power of two, the formula was put in as it stands. The authors' code "
              "takes the slopes of the power of two below, "
              "then every other one of the power of two above.", "Print your slopes for 3 heads: 1/16, 1/256 and 1/4 are wanted.",
              {"slopes": progression}),
        wrong("slopes-reversed", "The slopes stand in reverse order. Head 0 should have the largest one.", "Print your slopes for 2 heads: 1/16 comes first, then 1/256.", {"order": lambda m: m[::-1]}),
        wrong("slopes-fixed-ratio", "The slopes fall by a fixed ratio, such as a half from head to head. The ratio depends on the number of "
              "heads: 2 ** (-8/n_heads), so that the last slope is 2 ** -8.",
              "Print the last slope for 8 heads and for 4.", {"slopes": lambda n: 0.5 ** np.arange(1, n + 1)},
              {"slopes": lambda n: 0.5 ** np.arange(n)},
              {"slopes": lambda n: 2.0 ** (-8 * np.arange(1, n + 1))}, {"slopes": lambda n: 2.0 ** (-np.arange(1, n + 1) / n)},
              {"slopes": lambda n: 0.25 ** np.arange(1, n + 1)}),
        wrong("sign-flipped", "The bias grows with the distance, so far words win.", "It must be 0 on the diagonal and negative to the left of it.",
              {"bias": lambda p, q: abs(p - q)}, kind="sign"),
        wrong("mask-missing", "Later words are visible: either the mask is missing, or hidden scores were set to 0, which a softmax turns into a "
              "weight.",
              "Set scores with q > p to minus infinity before the softmax.", {"hidden": nobody}, {"hidden": nobody, "bias": signed}, {"hide": 0.0}),
        wrong("mask-excludes-self", "The mask hides the diagonal as well. A word sees itself; otherwise row 0 has nothing to look at.",
              "Hide q > p, not q >= p.",
              {"hidden": not_below}, {"hidden": not_below, "empty": 0.0}, {"hidden": not_below, "hide": -1e9},
              {"hidden": not_below, "hide": "added"}),
        wrong("mask-reversed", "The mask hides the past and shows the future.", "Hide q > p: keys to the right of the diagonal.",
              {"hidden": earlier}, {"hidden": earlier, "bias": signed}, {"hidden": lambda p, q: q <= p},
              {"hidden": lambda p, q: q <= p, "empty": 0.0}),
        wrong("mask-after-softmax", "The weights were cut after the softmax, so the rows no longer add to 1.", "Mask the scores first, then take "
              "the softmax.",
              {"how": "mask last"}, {"how": "mask last", "bias": signed}),
        wrong("slopes-rest-rule", "The slopes of the first heads fit, those that fill up to a number that is no power of two do not (or their "
              "order does not): after the slopes of the power of two H below come "
              "every other one of 2H, from the first on.", "Print your slopes for 3 heads: 1/16, 1/256 and 1/4 are wanted.",
              {"slopes": lambda n: np.sort(alibi_slopes(n))[::-1]}, {"slopes": lambda n: np.sort(alibi_slopes(n))},
              {"slopes": filled(lambda m, r: progression(2 * m)[:r])}, {"slopes": filled(lambda m, r: progression(2 * m)[1::2][:r])},
              {"slopes": filled(lambda m, r: progression(2 * m)[::2][::-1][:r])}, {"slopes": filled(lambda m, r: progression(2 * m)[::2][:r][::-1])},
              {"slopes": filled(lambda m, r: progression(2 * m)[::-1][:r])}, {"slopes": filled(lambda m, r: progression(2 * m)[m:m + r])},
              {"slopes": filled(lambda m, r: progression(r) if r else np.empty(0))}, {"slopes": filled(lambda m, r: np.zeros(r))},
              {"slopes": filled(lambda m, r: np.full(r, 2.0**-8))}, {"slopes": filled(lambda m, r: 2.0 ** (-8 * np.arange(m + 1, m + r + 1) / m))},
              {"slopes": lambda n: from_next(n)}, {"slopes": lambda n: from_next(n, 2)},
              {"slopes": lambda n: np.roll(alibi_slopes(n), n - 2 ** (n.bit_length() - 1))}),
        wrong("bias-not-weights", "This is the bias, or its exponential: the rows do not add to 1 because the softmax is missing.",
              "Take the softmax of each row.",
              {"how": "bias"}, {"how": "bias", "hidden": nobody}, {"how": "bias", "hidden": nobody, "bias": signed}, {"how": "bias", "hide": 0.0},
              {"how": "bias", "hide": -1e9}, {"how": "exp"}, {"how": "exp", "hidden": nobody}, {"how": "bias", "bias": lambda p, q: abs(p - q),
              "hidden": nobody}),
        wrong("bias-ignored", "All visible words have equal weight: the slopes play no part.", "Add the bias to the scores before the softmax.",
              {"bias": lambda p, q: 0.0 * (p - q), "how": "softmax"}),
    ),
)

# -- 7.6 --------------------------------------------------------------------------------------------------------------


def share_of_far(n, exact, most):
    """Where a distance lies between `exact` and `most`, from 0 to 1, on a logarithmic scale."""
    return math.log(n / exact) / math.log(most / exact)


def buckets(rel, num_buckets=32, max_distance=128, *, direction=np.asarray, upper=lambda rel: rel > 0, sides=2, share=share_of_far,
            whole=math.floor, cap=lambda bucket, last: min(bucket, last), exact=lambda half: half // 2):
    """A model of the buckets. `direction` makes an offset of rel, `sides` is into how many parts the buckets are divided."""
    rel = direction(np.asarray(rel))
    half = num_buckets // sides
    own = exact(half)

    def one(r):
        n = abs(int(r))
        if n < own:
            return n
        far = own + whole(round(share(n, own, max_distance) * (half - own), 9))
        return cap(far, half - 1)

    return np.vectorize(one, otypes=[float])(rel) + half * upper(rel)


class Rounding(Tolerance):
    """A bucket that begins at a whole distance may begin one later: the logarithm there may be rounded down."""

    def excess(self, got, want, args=()):
        off = super().excess(got, want)
        if not args or np.shape(args[0]) != np.shape(got):
            return off
        edge = np.isin(np.abs(args[0]), [16, 32, 64])  # 2 log2(n / 8) is whole there
        return np.where(edge & (np.abs(got - want + 1) <= self.absolute), 0.0, off)


def to_the_right(rel):
    return rel < -10**9


FAR_OFFSETS = np.array([-1000, -128, -127, -91, -64, -32, -16, 16, 32, 64, 91, 127, 128, 1000])

BUCKET = Exercise(
    "7.6", "T5 buckets", 15, 5, "t5_bucket(rel, num_buckets=32, max_distance=128)", "whole numbers, an array of the shape of rel",
    right=lambda rel, num_buckets=32, max_distance=128: t5_bucket(rel, num_buckets=num_buckets, max_distance=max_distance),
    model=buckets,
    tolerance=Rounding(1e-9),
    cases=(
        case(np.array([-3, -1, 0, 1, 3]), shown=True), case(np.arange(-12, 13)), case(FAR_OFFSETS),
        case(np.arange(-20, 21), 8, 16), case(np.array([[0, 1], [-1, 0]])),
    ),
    hints=(
        "Half of the buckets are for rel > 0, the other half for rel <= 0. Within a half only the distance counts.",
        "Half of the buckets of a half hold one distance each; the others divide the rest evenly in the logarithm.",
        "The logarithm of 0 is minus infinity: put np.maximum(distance, b) into it, then choose with np.where(distance < b, ...).",
    ),
    misconceptions=(
        wrong("one-based", "The buckets count from 0: offset 0 has bucket 0.",
              "Leave the + 1 out.", after=lambda value, *args: value + 1, kind="origin"),
        wrong("sign-convention", "The halves are exchanged. rel is key minus query: a later key is positive and gets the upper half of the buckets.",
              "t5_bucket(1) is 17, t5_bucket(-1) is 1.", {"direction": lambda rel: -rel}, {"upper": lambda rel: rel < 0}),
        wrong("past-only", "This is the form for a causal mask, in which only the past has buckets. Here both directions have half of them each.",
              "Halve num_buckets first, and add a half where rel > 0.",
              {"direction": lambda rel: np.minimum(rel, 0), "sides": 1, "upper": to_the_right}, {"direction": lambda rel: np.maximum(rel, 0),
              "sides": 1, "upper": to_the_right},
              {"direction": lambda rel: np.minimum(rel, 0), "upper": to_the_right}),
        wrong("direction-lost", "-3 and 3 got the same bucket: the direction was lost.", "Add half of the buckets where rel > 0.",
              {"sides": 1, "upper": to_the_right}, {"upper": to_the_right}),
        wrong("zero-in-upper-half", "Offset 0 landed in the upper half.", "The upper half is for rel > 0, without equality.",
              {"upper": lambda rel: rel >= 0}),
        wrong("linear-not-log", "Beyond the exact ones, the buckets have equal widths. They should have equal ratios: each is wider than the one "
              "before.",
              "Take the logarithm of distance/b.", {"share": lambda n, m, most: (n - m) / (most - m)}, {"share": lambda n, m, most: n / most}),
        wrong("no-log-part", "Every bucket holds one distance. Only half of a half does; the others are logarithmic.", "Use the logarithm from "
              "distance b = B // 2 on.",
              {"exact": lambda half: half}, {"exact": lambda half: half - 1}),
        wrong("log-ratio", "The logarithmic part does not start at the last exact bucket: both logarithms are taken of a ratio, log(distance/b) over "
              "log(max_distance/b).",
              "At distance b the fraction must be 0, at max_distance it must be 1.",
              {"share": lambda n, m, most: math.log(n) / math.log(most)}, {"share": lambda n, m, most: math.log(n / m) / math.log(most)},
              {"share": lambda n, m, most: math.log(n / m)}, {"share": lambda n, m, most: math.log(n) / math.log(most / m)},
              {"share": lambda n, m, most: math.log(n / m) / math.log(most / m / 2)}),
        wrong("rounded-not-floored", "The logarithmic part was rounded (or up) to a whole number. It is rounded down.",
              "Use np.floor, or astype(int) for positive numbers.",
              {"whole": round}, {"whole": math.ceil}),
        wrong("not-floored", "Beyond the exact ones the buckets have digits behind the point. A bucket is a whole number: the logarithmic part is rounded down.",
              "Use np.floor, or astype(int) for positive numbers.", {"whole": float}),
        wrong("uncapped", "Far offsets run past the last bucket of their half.", "Take at most B - 1: np.minimum.",
              {"cap": lambda bucket, last: bucket}, {"cap": lambda bucket, last: min(bucket, last + 1)}),
    ),
    extra=True,
)

EXERCISES = (HEADS, ALIBI, BUCKET)
