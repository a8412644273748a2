"""Lesson 4, second half: the waves in a trained table, and how much of it is offset."""

import numpy as np

from ..sinusoidal import sinusoidal_encoding
from ..structure import offset_share
from .answers import Numbers
from .exercise import Exercise, Tolerance, case, wrong

# -- 4.4 --------------------------------------------------------------------------------------------------------------

WANTED = np.array([1.0, 3.08, 9.4, 28.6, 84.5])  # cycles per 512; which number a hill gets depends a little on the method
HILLS = ((0.5, 1.9), (2.0, 5.0), (7.0, 12.0), (25.0, 38.0), (75.0, 100.0))  # the bands of lesson 04


class Waves(Numbers):
    """Numbers whose order does not matter."""

    def read(self, value):
        got = super().read(sorted(value) if isinstance(value, set | frozenset) else value)
        return np.sort(got) if got.ndim == 1 else got


class Factors:
    """Agreement by a factor: 0.8 to 1.4 for the slowest wave, of which few turns fit into the table, 1.15 for the others."""

    low = np.log([0.8] + [1 / 1.15] * 4)
    high = np.log([1.4] + [1.15] * 4)

    def excess(self, got, want, args=()):
        with np.errstate(all="ignore"):
            off = np.log(got / want)
            return np.where(got > 0, np.maximum(off / self.low, off / self.high), np.inf)


def right_waves(got):
    return got.shape == (5,) and bool((Factors().excess(np.sort(got), WANTED) <= 1).all())


def undone(undo):
    """Whether an answer is right once something has been undone."""
    def found(got):
        with np.errstate(all="ignore"):
            return right_waves(undo(got))
    return found


def off_by_one(got):
    return not right_waves(got) and (right_waves(got - 1) or right_waves(got + 1))


def hills_of(got):
    """The hill that each number lies on; -1 for none."""
    return [next((k for k, (low, high) in enumerate(HILLS) if low <= value <= high), -1) for value in got]


def on_one_hill(got):
    hills = hills_of(got[got > 0])
    return not off_by_one(got) and -1 not in hills and 3 <= len(set(hills)) < len(hills)


def has_zero(got):
    hills = hills_of(got[1:])
    return got[0] == 0 and -1 not in hills and len(set(hills)) >= 3 and not off_by_one(got)


def other_window(got):
    """Whether these are bins of another number of rows: one factor, or whole numbers next to it."""
    with np.errstate(all="ignore"):
        factor = np.median(got[2:] / WANTED[2:])
    near = np.abs(got - factor * WANTED) <= np.maximum(0.15 * factor * WANTED, 0.76)
    return got[0] > 0 and (0.15 < factor < 1 / 1.15 or 1.15 < factor < 2.3) and bool(near.all())


def along_columns(got):
    """The highest bins along the columns of MiniLM's table, with or without row 0 and the mean, in bins or brought to 512."""
    tops = np.array([[111, 123, 133, 167, 174], [64, 107, 123, 167, 174], [4, 31, 65, 123, 167]])
    return any(bool((np.abs(got - tops * scale + less) < 0.6).all(axis=1).any()) for scale in (1, 512 / 384) for less in (0, 1))


def doubling(got):
    with np.errstate(all="ignore"):
        return got[0] > 0 and bool((np.abs(got[1:] / got[:-1] - 2) < 0.1).all())


WAVES = Exercise(
    "4.4", "Five frequencies", 15, 4, "waves", "five numbers, in cycles per 512 positions",
    by_hand="Print the twenty highest bins with their power: they stand in groups, one for each hill; or call hint.",
    right=lambda: WANTED,
    form=Waves(),
    tolerance=Factors(),
    hints=(
        "Draw the power over a logarithmic axis: there are five hills.",
        "One number a hill: the two highest bins of one hill are one wave.",
        "Divide each frequency by the one before. Is the ratio about the same?",
    ),
    misconceptions=(
        wrong("wrong-shape", "There are five hills, and one number is asked for each.", "Give a list of five numbers, such as [1.0, ...]."),
        wrong("axis-swapped", "This is the spectrum along the columns. Columns have no order, so it says nothing.", "Transform down the positions: axis=0.",
              when=along_columns, kind="axis"),
        wrong("radians-per-position", "These are radians for each position.", "Bring them to cycles per 512: divide by 2 pi, multiply by 512.",
              when=undone(lambda got: got * 512 / (2 * np.pi)), kind="unit"),
        wrong("cycles-per-position", "These are cycles for each position, as np.fft.rfftfreq gives them.", "Multiply by 512.",
              when=undone(lambda got: got * 512), kind="unit"),
        wrong("off-by-one", "Every bin is one off. Bin 0 is the mean, so bin 1 is one cycle in the window.", "Print the number of the bin beside its power.", when=off_by_one),
        wrong("periods-not-frequencies", "These are periods, in positions. Asked are frequencies.", "Take 512 divided by each.",
              when=undone(lambda got: 512 / got)),
        wrong("window-not-512", "These fit a window of another length: bin k of n rows is k 512/n cycles per 512.", "Multiply each bin by 512 and divide by your number of rows.",
              when=other_window),
        wrong("dc-included", "0 cycles is the mean of the column, no wave.", "Take the mean off first, or leave bin 0 out.", when=has_zero),
        wrong("one-band-twice", "Two of the numbers lie on one hill, and one hill has none. A hill is several bins wide.",
              "Give one number a hill; look further to the right for the missing one.", when=on_one_hill),
        wrong("powers-of-two", "Each is twice the one before. That was expected, perhaps, and is not in the table.", "Read the hills off the spectrum, then look at the ratios.",
              when=doubling),
    ),
)

# -- 4.5 --------------------------------------------------------------------------------------------------------------


def explained(table, *, columns=False, mean=None, unit=True, own="out", of="spread", group="offset"):
    """A model of the share; `own` says what becomes of each row with itself, `group` which cosines share a mean."""
    u = np.asarray(table, float)
    u = u.T if columns else u
    u = u - u.mean(axis=mean, keepdims=True) if mean is not None else u
    u = u / np.linalg.norm(u, axis=1, keepdims=True) if unit else u
    c = u @ u.T
    i, j = np.indices(c.shape)
    key = i + j if group.startswith("sum") else j - i + len(c)
    grouped = np.ones(c.shape, bool) if group != "sum of two" else i != j
    count = np.maximum(np.bincount(key[grouped], minlength=key.max() + 1), 1)
    fit = (np.bincount(key[grouped], c[grouped], minlength=key.max() + 1) / count)[key]
    chosen = {"out": i != j, "in": i == i, "half": i <= j}[own]
    c, fit = c[chosen], fit[chosen]
    whole = (c**2).sum() if of == "squares" else ((c - c.mean()) ** 2).sum()
    return 1 - ((c - fit) ** 2).sum() / whole


TWELVE = np.array([[1.92, -1.23, -2.75, 0.03], [-0.41, 1.06, 0.7, -1.81], [-0.45, -0.42, 0.0, -0.42], [-0.21, 0.17, -1.9, -1.06],
                   [1.29, 1.17, 0.16, 0.53], [0.99, 1.43, -0.08, -0.65], [1.2, -0.28, -0.87, 0.59], [-0.17, -0.08, -0.09, 0.78],
                   [0.14, 0.12, -1.4, -1.41], [-1.13, -0.64, 1.16, -0.56], [-0.43, 2.05, 0.4, -0.35], [0.71, 0.16, 1.59, 0.8]])

SHARE = Exercise(
    "4.5", "How much is offset?", 15, 5, "offset_share(table)", "one number, a share",
    right=offset_share,
    model=explained,
    form=Numbers(single=True),
    tolerance=Tolerance(1e-4),
    cases=(
        case(sinusoidal_encoding(24, 8), shown=True), case(TWELVE),
        case(TWELVE + np.array([2.0, 0.0, 0.0, -1.0])),  # with a part that all rows share
        case(sinusoidal_encoding(30, 4) * np.linspace(1, 3, 30)[:, None]),  # lengths differ, directions do not
        case(np.cumsum(TWELVE, axis=0)),
    ),
    hints=(
        "Bring each row to length 1: then U @ U.T holds all cosines.",
        "np.diag(C, k) is everything at offset k; its mean is what the offset explains.",
        "Leave k = 0 out, in the sum of squares that is left and in the one you divide by.",
    ),
    misconceptions=(
        wrong("axis-swapped", "The columns were compared with each other. Positions are the rows.", "C must have as many rows as the table.", {"columns": True}, kind="axis"),
        wrong("mean-removed", "A mean was taken off first, of each column, or of each row as np.corrcoef does.", "Take the cosines of the rows as they are.",
              {"mean": 0}, {"mean": 1}),
        wrong("dot-not-cosine", "These are dot products, in which long rows count more.", "Bring each row to length 1 first.", {"unit": False}),
        wrong("self-pairs-kept", "The main diagonal is in. A row always equals itself, so even a random table would score high.", "Use pairs of different rows only.",
              {"own": "in"}, {"own": "half"}),
        wrong("total-not-variance", "It was divided by the sum of the squares.", "Divide by the spread about the mean: sum (c - mean)^2.", {"of": "squares"}),
        wrong("residual-share", "This is the share that the offset does not explain.", "Take 1 minus it.", after=lambda value, *args: 1 - value),
        wrong("antidiagonals", "The cosines were averaged over i + j, which is twice the middle of the pair. The offset is j - i.", "Use np.diag(C, k).",
              {"group": "sum"}, {"group": "sum of two"}),
        wrong("correlation-not-share", "This is the correlation of the cosines with their fit. The share is its square.", "Square it.",
              after=lambda value, *args: np.sqrt(np.maximum(value, 0.0))),
        wrong("percent", after=lambda value, *args: 100 * value, kind="scale"),
    ),
    extra=True,
)
