"""Lesson 1: bags, equivariance, binary positions, and what a causal mask lets a token count."""

from collections import Counter

import numpy as np

from . import readings
from .answers import Letter, Numbers
from .exercise import EXACT, MEASURED, Exercise, case, wrong
from .given import attend, attend_causally, attend_with_positions, mean_pooling

# -- 1.1 --------------------------------------------------------------------------------------------------------------


def chosen(letter):
    return lambda answer: answer == letter


SHUFFLE = Exercise(
    "1.1", "Shuffle and predict", 3, 1, "after_shuffling", "one letter, A, B, C or D",
    right=lambda: "A",
    form=Letter("ABCD"),
    hints=(
        "Words 1 and 2 change places. What is different for word 3?",
        "An output row is a weighted mean. Does a mean depend on the order of its terms?",
        "The query of a word is made from the word alone, so it moves with the word.",
    ),
    misconceptions=(
        wrong("invariant-not-equivariant", "What stays as it was is the mean over the rows. The matrix does not: each row moves with its word.",
              "Think of two words that change places, and of the two rows that belong to them.", when=chosen("B")),
        wrong("order-sensitive", "A word sees the same words with the same weights, only in another order, "
              "and a weighted sum does not see the order of its terms.",
              "Write the output of one word as a sum, and exchange two terms.", when=chosen("C")),
        wrong("first-token-special", "Without a mask and without positions no place is special, not the first one either.",
              "Look for a step of the layer that asks which row comes first.", when=chosen("D")),
    ),
)

# -- 1.2 --------------------------------------------------------------------------------------------------------------


def bags(a, b, *, see="count", compare="equal", fold=False, letters=False, negate=False):
    """A model of the comparison: what is seen of the words, and how the two collections are compared."""
    if fold:
        a, b = [word.lower() for word in a], [word.lower() for word in b]
    if letters:
        a, b = list("".join(a)), list("".join(b))
    length = len(a) == len(b)
    if see != "count":
        a, b = list(dict.fromkeys(a)), list(dict.fromkeys(b))
    same = {
        "equal": Counter(a) == Counter(b),
        "a in b": Counter(a) <= Counter(b), "b in a": Counter(a) >= Counter(b),
        "words of a in b": set(a) <= set(b), "words of b in a": set(a) >= set(b),
        "order": a == b,
        "length": len(a) == len(b),
    }[compare] and (see != "distinct, length" or length)
    return same != negate


def words(text):
    return text.split()


BAG = Exercise(
    "1.2", "The same bag", 5, 1, "same_bag(a, b)", "True or False",
    right=lambda a, b: sorted(a) == sorted(b),
    model=bags,
    form=Numbers(single=True, truth=True),
    tolerance=EXACT,
    cases=(
        case(words("The dog bit the man"), words("man the bit dog The"), shown=True),
        case(words("dog bites man"), words("dog bites boy"), shown=True),
        case(words("dog dog man"), words("dog man man")),
        case(words("a b"), words("a b c")), case(words("a b c"), words("a b")),  # contained in one direction, and in the other
        case(words("a a"), words("a")),
        case(words("the cat"), words("The cat")),
        case(words("ab c"), words("a bc")),
        case([], []),
        case(words("x y z"), words("z x y")),
    ),
    hints=(
        "Two lists are the same bag if each word occurs equally often in both.",
        "A set forgets how often a word occurs.",
        "Sort both lists and compare, or use collections.Counter.",
    ),
    misconceptions=(
        wrong("set-not-multiset", "The words were compared, but not how often each occurs. Attention sees every copy: "
              "dog dog man and dog man man are two bags.",
              "Count the words, or sort the whole lists.", {"see": "distinct"}, {"see": "distinct, length"}),
        wrong("one-sided-test", "It was asked whether one list lies inside the other. The other may hold more, and then the bags differ.",
              "Exchange a and b: the answer has to stay the same.", {"compare": "words of a in b"}, {"compare": "words of b in a"},
              {"compare": "a in b"}, {"compare": "b in a"}),
        wrong("order-compared", "The order was compared, and the order is just what this model cannot see.",
              "Try it with two words that change places.", {"compare": "order"}),
        wrong("length-only", "Only sizes were compared. Two lists of equal size may hold other words.", "Look at the words as well.", {"compare": "length"}),
        wrong("case-folded", "Capitals were taken away. To the model The and the are two tokens with two vectors.", "Leave out lower().", {"fold": True}),
        wrong("letters-not-words", "Letters were pooled. The lists [ab, c] and [a, bc] share all letters and no token.",
              "Do not join the words.", {"letters": True}),
        wrong("unrecognised", "True came for every two lists. If you compare a.sort() with b.sort(): list.sort puts the list itself in order and returns None, "
              "and None equals None.",
              "Use sorted(a), which returns a new list.", lambda a, b: True),
        wrong("answer-negated", "True and False are exchanged: True means that the model cannot tell the two apart.",
              "Say in words what your function returns for two equal lists.", {"negate": True}),
    ),
)

# -- 1.3 --------------------------------------------------------------------------------------------------------------


def bit_table(n, bits, *, origin=lambda p: p, code=lambda p: p, lowest=0, reverse=False, digit=lambda p, b: p // 2**b % 2,
              inverted=False, signed=False):
    """A model of the table of bits: how a position is counted and coded, which column is which, what a digit is."""
    p, b = code(origin(np.arange(n))), np.arange(bits) + lowest
    values = digit(p[:, None], b[::-1] if reverse else b)
    values = 1 - values if inverted else values
    return 2 * values - 1 if signed else values


def fingers(n, bits):
    return np.arange(bits) < np.arange(n)[:, None]


BITS = Exercise(
    "1.3", "Counting in bits", 8, 2, "binary_positions(n, bits)", "an array of shape (n, bits) with entries 0 and 1",
    right=lambda n, bits: (np.arange(n)[:, None] >> np.arange(bits)) & 1,
    model=bit_table,
    tolerance=EXACT,
    cases=(
        case(8, 3, shown=True), case(5, 4),
        case(6, 2),  # more positions than codes: rows repeat
        case(4, 4), case(1, 2),
    ),
    hints=(
        "Column 0 changes at every row, column b at every 2**b rows.",
        "Divide the position by 2**b, round down, and take the remainder of a division by 2.",
        "All at once: np.arange(n)[:, None] against np.arange(bits).",
    ),
    misconceptions=(
        readings.TRANSPOSED,
        wrong("one-based", "Counting starts at 0. Either your rows start with position 1, or your columns start with bit 1.",
              "Look at row 0: position 0 has only zeros; and at column 0: it reads 0 1 0 1.", {"origin": lambda p: p + 1}, {"lowest": 1}, kind="origin"),
        wrong("reversed-positions", "", "", {"origin": lambda p: p[::-1]}, kind="origin"),
        wrong("bits-reversed", "These are the bits as a number is written, with the slow one on the left. Here column 0 is the fastest bit, then 2, 4, 8.",
              "Turn the columns round.", {"reverse": True}, kind="layout"),
        wrong("quotient-not-bit", "A bit is 0 or 1. Either the step % 2 is missing after the division by 2**b, "
              "or the division was not rounded down, "
              "or a place value such as 4 was kept where its bit is asked.", "Look at the largest entry, and at how it comes about.",
              {"digit": lambda p, b: p // 2**b}, {"digit": lambda p, b: p / 2**b}, {"digit": lambda p, b: p / 2**b % 2}, {"digit": lambda p, b: p & 2**b}),
        wrong("plus-minus-one", "The entries are -1 and 1; 0 and 1 were asked.", "Leave out the step that makes -1.", {"signed": True}),
        wrong("gray-code", "This is the Gray code, in which neighbours differ in one bit only. A good idea, and the answer to another question.",
              "Take the bits of p itself.", {"code": lambda p: p ^ (p >> 1)}),
        wrong("one-hot", "One column for each position: that takes n columns. Bits share them, and 3 columns serve 8 positions.",
              "Let column b change every 2**b rows.", lambda n, bits: np.eye(n, bits), lambda n, bits: np.eye(n),
              lambda n, bits: np.eye(bits)[np.arange(n) % bits]),
        wrong("unary", "Position p got p ones, as one counts on fingers. Columns of a binary number count 1, 2, 4, not 1 each.",
              "Let column b change every 2**b rows.", fingers, lambda n, bits: fingers(n, bits)[:, ::-1], lambda n, bits: fingers(n, n),
              lambda n, bits: np.arange(bits) <= np.arange(n)[:, None], lambda n, bits: np.arange(n) <= np.arange(n)[:, None]),
        wrong("bits-inverted", "0 and 1 are exchanged: position 0 has only zeros.", "Look at row 0.", {"inverted": True}),
    ),
    extra=True,
)

# -- 1.4 --------------------------------------------------------------------------------------------------------------


def inverse(perm):
    return np.argsort(perm)


def largest(difference):
    return np.abs(difference).max()


def gaps(f, X, perm, *, shuffle=lambda m, perm: m[perm], follow=lambda m, perm: m[perm], stay=lambda m, perm: m, size=largest):
    """A model of the two gaps: how the input is shuffled, what its output is compared with, how a difference is measured."""
    after, before = f(shuffle(X, perm)), f(X)
    return size(after - follow(before, perm)), size(after - stay(before, perm))


def by_columns(m, perm):
    return m[:, perm]


def by_inverse(m, perm):
    return m[inverse(perm)]


def tests(same):
    """A model that says whether, where it was asked by how much."""
    def gaps_or_not(f, X, perm):
        after, before = f(X[perm]), f(X)
        return float(same(after, before[perm])), float(same(after, before))
    return gaps_or_not


FIVE = np.array([[-0.36, 1.2, 1.4, 0.32, 0.41], [-0.49, -0.91, -0.9, -1.0, 0.93], [-0.06, 0.13, -0.64, -1.09, -1.2],
                 [-0.84, 0.6, 0.02, -0.46, -0.24], [-1.43, 1.23, -1.22, 0.04, 2.14]])
FOUR = np.array([[-2.55, -1.41, -0.72, 0.12], [-1.71, -0.24, -0.03, 0.17], [-2.39, 0.65, 1.6, 0.44], [-0.72, -0.61, -2.65, 0.48]])
SIX = np.array([[1.5, 0.65, -2.98], [-0.43, -0.1, -0.48], [1.03, -1.74, -0.72], [0.6, 0.99, 0.17], [1.06, 0.52, -1.06], [1.29, -0.51, -1.63]])
PERM = np.array([1, 2, 0, 4, 3])  # not its own inverse

GAPS = Exercise(
    "1.4", "Equivariant or invariant: measure it", 12, 3, "order_gaps(f, X, perm)", "two numbers, the gap to f(X)[perm] and the gap to f(X)",
    right=lambda f, X, perm: np.round(gaps(f, X, perm), 12),  # 0 where only rounding is left
    model=gaps,
    form=readings.Amounts(),
    tolerance=MEASURED,
    cases=(
        case(attend, FIVE, PERM, shown=True), case(attend_causally, FIVE, PERM),
        case(mean_pooling, FOUR, np.array([1, 2, 3, 0])),
        case(attend_with_positions, SIX, np.array([2, 0, 1, 5, 3, 4])),
    ),
    hints=(
        "Run f twice, on X and on the shuffled X; keep both outputs.",
        "X[perm] puts the rows in the new order; f(X)[perm] does the same to the output.",
        "Take the absolute value of the difference first, then its largest entry.",
    ),
    misconceptions=(
        wrong("wrong-shape", "Two numbers are asked for, the gap to f(X)[perm] and the gap to f(X). Each is the largest entry of a whole array.",
              "Return both, with a comma between them."),
        wrong("columns-permuted", "Columns were put in a new order. The words are the rows; a column is one entry of all words.",
              "Write X[perm], not X[:, perm].",
              {"shuffle": by_columns}, {"shuffle": by_columns, "follow": by_columns}, {"follow": by_columns}, kind="axis"),
        wrong("invariant-not-equivariant", "Both numbers come from one and the same test. For the first gap f(X) is put into the new order too, "
              "for the second it stays as it is.",
              "Write the two differences under each other: they differ in one [perm].", {"follow": lambda m, perm: m}, {"stay": lambda m, perm: m[perm]}),
        wrong("one-output-only", "A gap compares an output with itself: f(X)[perm] with f(X), or f(X[perm]) with f(X[perm]), which is always 0. It says nothing "
              "about what f does to words in another order.",
              "In each difference, the output of X[perm] stands on one side, that of X on the other.",
              lambda f, X, perm: (gaps(f, X, perm)[0], largest(f(X)[perm] - f(X))), lambda f, X, perm: (0.0, gaps(f, X, perm)[1]),
              lambda f, X, perm: (largest(f(X)[perm] - f(X)), gaps(f, X, perm)[1]), lambda f, X, perm: (largest(f(X)[perm] - f(X)),) * 2,
              lambda f, X, perm: (gaps(f, X, perm)[0], 0.0)),
        wrong("inverse-permutation", "The order was undone where it should be followed (argsort gives the way back). "
              "The two are the same only for an order that is its own inverse.",
              "Treat f(X) with the same [perm] as X.", {"follow": by_inverse}, {"shuffle": by_inverse, "follow": by_inverse}, {"shuffle": by_inverse}),
        wrong("signed-max", "The largest difference was taken without its absolute value, so a large negative one does not count.",
              "Take np.abs of the difference, then max.",
              {"size": np.max}, {"size": lambda m: m.max() - m.min()}, {"size": lambda m: -m.min()}, {"size": np.min}),
        wrong("gaps-exchanged", "The two gaps stand in the other order.",
              "First the gap to f(X)[perm], then the gap to f(X).", after=lambda value, *args: value[::-1]),
        wrong("mean-not-max", "A mean was taken; the largest difference was asked.", "Use max.",
              {"size": lambda m: np.abs(m).mean()}, {"size": lambda m: np.mean(m**2)}, {"size": lambda m: np.median(np.abs(m))}, kind="scale"),
        wrong("norm-not-max", "A length, or a sum over many entries, was taken; the largest single entry was asked.", "Use np.abs and max on the whole array.",
              {"size": np.linalg.norm}, {"size": lambda m: np.linalg.norm(m, axis=1).max()}, {"size": lambda m: np.linalg.norm(m, axis=0).max()},
              {"size": lambda m: np.sum(m**2)}, {"size": lambda m: np.sqrt(np.mean(m**2))}, {"size": lambda m: np.abs(m).sum()},
              {"size": lambda m: np.linalg.norm(m, 2)}, {"size": lambda m: np.linalg.norm(m, 1)}, {"size": lambda m: np.linalg.norm(m, np.inf)}, kind="scale"),
        wrong("bool-not-number", "This says whether there is a gap, as True and False or as 1 and 0. It was asked how large the gap is.", "Return the largest difference itself.",
              tests(np.allclose), tests(lambda a, b: not np.allclose(a, b))),
    ),
)

# -- 1.5 --------------------------------------------------------------------------------------------------------------


def received(n, *, sees=np.tri, weigh=lambda allowed: allowed, share=lambda got, count: got / count, count=lambda c: c, empty=np.nan):
    """A model of what token t gets from token 0: `sees` is the mask, `weigh` makes weights of it, `share` the result.

    `empty` stands in a row that may see nothing.
    """
    weights = np.asarray(weigh(sees(n)), float)
    many = count(weights.sum(axis=1))
    got = share(weights[:, 0], many)
    return np.where(many == 0, empty, got)


def strict(n):
    return np.tri(n, k=-1)


def softmax_with_zeros(allowed):
    """Weights where a masked score was set to 0 and not to minus infinity; all scores are 1."""
    return np.exp(np.where(allowed > 0, 1.0, 0.0))


COUNT = Exercise(
    "1.5", "Who needs positions? Counting with a causal mask", 8, 3, "bos_share(n)", "an array of shape (n,)",
    right=lambda n: 1 / (np.arange(n) + 1),
    model=received,
    cases=(case(4, shown=True), case(7), case(1), case(2)),
    hints=(
        "Which tokens does token 2 see under a causal mask? Count them.",
        "Token t sees the tokens 0 to t, itself included, all with equal weight.",
        "The output is the mean of x[: t + 1], and x is 1 at token 0 only.",
    ),
    misconceptions=(
        wrong("wrong-shape", "One number is asked for each of the n tokens, token 0 too.",
              "Call bos_share(1): it should give one number."),
        wrong("one-based", "Token 0 sees one token, itself. Yours begins with two: the count starts one too late, or the mask lets the next token in.",
              "Work out token 0 by hand.", {"count": lambda c: c + 1}, {"sees": lambda n: np.tri(n, k=1)}, kind="origin"),
        wrong("mask-missing", "Every token saw the whole text. Either there is no mask, or masked scores were set to 0, "
              "where only minus infinity takes all the weight away, "
              "or the mask came behind the softmax.", "Print the weights of token 0: only one of them may be above 0.",
              {"sees": lambda n: np.ones((n, n))}, {"weigh": softmax_with_zeros}),
        wrong("mask-excludes-self", "Token t sees t + 1 tokens, itself among them: token 0 sees one. Here only the t tokens before it were counted, as 1/t or a mask without its diagonal does.",
              "Work out token 0 by hand: it sees itself.", *({"sees": strict, "empty": value} for value in (np.nan, 1.0, 0.0, np.inf))),
        wrong("mask-reversed", "The mask shows the future: token t looked at x[t:].", "Print the row of the mask for token 0.", {"sees": lambda n: np.tri(n).T},
              lambda n: received(n, sees=lambda n: strict(n).T)),
        wrong("sum-not-mean", "A running sum. The weights of attention add up to 1, so the result is a mean.", "Divide by the number of tokens that are seen.",
              {"share": lambda got, count: got}),
        wrong("marker-not-attended", "Only token 0 kept something. The later tokens look back at it as well.", "Ask what token 1 collects from token 0.",
              {"sees": np.eye}),
        wrong("count-not-share", "These are the numbers of tokens seen. What arrives from token 0 is one share among them.", "Take one over the count.",
              {"share": lambda got, count: count}),
    ),
)

EXERCISES = (SHUFFLE, BAG, BITS, GAPS, COUNT)
