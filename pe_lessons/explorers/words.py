"""Explorer: the order of the words, and the vectors that attention makes of them."""

import numpy as np
from matplotlib.patches import ConnectionPatch

from pe_lessons import attention, causal_mask, sinusoidal_encoding
from pe_lessons.arguments import show
from pe_lessons.figures.inputs import as_table
from pe_lessons.figures.order import as_orders
from pe_lessons.figures.panels import as_square
from pe_lessons.figures.style import BLUE, ORANGE, new_figure, show_signed, styled

from .controls import Choice, Slider
from .live import Live, Scene

NOTHING, ADDED, CAUSAL = WAYS = ("nothing", "positions added", "causal mask")
MOST_WORDS, WIDEST = 12, 64
KEPT = 1e-9  # a vector that changes by less has not changed


class Words(Scene):
    """Left the outputs for the sentence as it was, right for the words in the order of now; a line from each word to itself."""

    @styled
    def __init__(self, words, x, weights):
        n, width = x.shape
        self.words, self.x, self.weights = words, x, weights
        self.controls = {
            "told": Choice("the layer is told", NOTHING, WAYS),
            "word": Choice("the word to move", words[1 % n], tuple(words)),
            "place": Slider("its place", 1 % n, 0, n - 1),
        }
        self.figure, (self.left, self.right) = new_figure(0.42 * n + 1.1, 1, 2)
        self.figure.get_layout_engine().set(wspace=0.3)
        blank = np.zeros((n, width))
        self.images = [show_signed(ax, blank) for ax in (self.left, self.right)]
        for ax in (self.left, self.right):
            ax.set(xticks=(), yticks=(), xlabel="columns of the output")
            ax.spines[:].set_visible(False)
        self.left.set(yticks=range(n), yticklabels=words)
        self.left.tick_params(length=0)
        self.left.text(0, 1.02, "the words as they stood", transform=self.left.transAxes, va="bottom", fontsize=10)
        self.title = self.right.text(0, 1.02, "", transform=self.right.transAxes, va="bottom", fontsize=10)
        self.labels = [self.right.text(width - 0.35, place, "", va="center") for place in range(n)]
        self.lines = [self.figure.add_artist(ConnectionPatch((width - 0.5, 0), (-0.5, 0), "data", "data", axesA=self.left, axesB=self.right))
                      for _ in words]
        self.moving = [*self.images, self.title, *self.labels, *self.lines]

    def settle(self, settings, changed):
        order = list(settings.get("order", range(len(self.words))))  # which word stands at each place
        chosen = self.words.index(settings["word"])
        if changed == "place":
            order.remove(chosen)
            order.insert(settings["place"], chosen)
        return {**settings, "order": tuple(order), "place": order.index(chosen)}

    def outputs(self, order, told):
        """Output rows of the words in an order: (n, d_model)."""
        x = self.x[list(order)]
        if told == ADDED:
            x = x + sinusoidal_encoding(*x.shape)
        mask = causal_mask(len(x)) if told == CAUSAL else None
        w_q, w_k, w_v = self.weights
        return attention(x @ w_q, x @ w_k, x @ w_v, mask=mask)

    def show(self, told, word, place, order=None):
        n = len(self.words)
        order = range(n) if order is None else order
        before, after = self.outputs(range(n), told), self.outputs(order, told)
        limit = max(np.abs(before).max(), np.abs(after).max())
        for image, out in zip(self.images, (before, after)):
            image.set_data(out / limit)
        moved = np.abs(after - before[list(order)]).max(axis=1)  # by place
        for at, (index, label) in enumerate(zip(order, self.labels)):
            label.set_text(self.words[index])
            label.set_fontweight("bold" if self.words[index] == word else "normal")
            self.lines[at].set_color(BLUE if moved[at] < KEPT else ORANGE)
            self.lines[at].set_linewidth(3 if self.words[index] == word else 1.5)
            self.lines[at].xy1, self.lines[at].xy2 = (self.x.shape[1] - 0.5, index), (-0.5, at)
        kept = int(np.sum(moved < KEPT))
        self.title.set_text(f"now: {kept} of {n} keep their vector")
        return (f"The layer is told: {told}. Output vectors of the words '{' '.join(self.words)}' and '{' '.join(self.words[i] for i in order)}', "
                f"one row a word: {kept} of {n} words keep their vector, the largest change of an entry is {moved.max():.3f}.")


def explore_word_order(words, x, w_q, w_k, w_v):
    """Explorer: move a word and see whether the output vectors of attention move with the words.

    Parameters
    ----------
    words : list of str
        2 to 12 different words.
    x : array_like, shape (n, d_model)
        One vector for each word; d_model at most 64.
    w_q, w_k, w_v : array_like, shape (d_model, d_model)
        The matrices that make queries, keys and values.

    Returns
    -------
    Live

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or the shapes do not fit.
    """
    words, x = as_orders((words, words))[0], as_table("x", x)
    if not 2 <= len(words) <= MOST_WORDS or not all(isinstance(word, str) for word in words):
        raise ValueError(f"words must be 2 to {MOST_WORDS} texts, but are {show(words)}")
    if len(x) != len(words) or x.shape[1] > WIDEST:
        raise ValueError(f"x must have {len(words)} rows, one a word, and at most {WIDEST} columns, but has shape {x.shape}")
    weights = tuple(as_square(name, value) for name, value in (("w_q", w_q), ("w_k", w_k), ("w_v", w_v)))
    for name, matrix in zip(("w_q", "w_k", "w_v"), weights):
        if len(matrix) != x.shape[1]:
            raise ValueError(f"{name} must have shape ({x.shape[1]}, {x.shape[1]}) for x of shape {x.shape}, but has shape {matrix.shape}")
    return Live(lambda: Words(words, x, weights))
