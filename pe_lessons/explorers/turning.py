"""Explorer: rotary positions. Two positions, one score; and what a context extension does to each pair."""

import numpy as np

from pe_lessons import NTK, Linear, Llama3, Yarn, apply_rope, rope_frequencies
from pe_lessons.figures.style import BLUE, GREY, ORANGE, new_figure, styled
from pe_lessons.heads import SHARED, load_rope_heads

from .controls import Choice, Slider
from .live import Live, Scene

REACH = 60  # positions, so that every offset is on the axis
FURTHER = (0, 10, 100, 1000, 10_000, 100_000)
ORIGINAL = 4096  # positions of the training, as in the lesson; not a statement about the model of the heads
METHODS = {
    "plain": lambda factor: None, "linear": Linear, "NTK-aware": NTK, "YaRN": lambda factor: Yarn(factor, ORIGINAL),
    "Llama 3": lambda factor: Llama3(factor, ORIGINAL, 1, 4),
}
HEADS = {"layer 16, head 0": (16, 0), "layer 2, head 2": (2, 2), "layer 8, head 0": (8, 0)}


class Turning(Scene):
    """Left the score of the mean query and key of a head by offset; right the wavelengths of its pairs. Dotted: without extension."""

    controls = {
        "query": Slider("query at position m", 31, 0, REACH),
        "key": Slider("key at position n", 30, 0, REACH),
        "further": Choice("both further on by", 0, FURTHER, ordered=True),
        "head": Choice("head", "layer 16, head 0", tuple(HEADS)),
        "method": Choice("context extension", "plain", tuple(METHODS)),
        "factor": Choice("factor s", 4, (2, 4, 8, 16, 32), ordered=True),
    }

    @styled
    def __init__(self):
        self.heads = load_rope_heads()
        self.figure, (left, right) = new_figure(3.3, 1, 2)
        self.curve, = left.plot([], [], color=BLUE)
        self.plain_curve, = left.plot([], [], color=GREY, lw=1.2, ls=":")
        self.rule = left.axvline(0, color=ORANGE, lw=1)
        self.mark, = left.plot([], [], "o", color=ORANGE, ms=7)
        left.set(xlabel="offset m - n (positions)", ylabel="score", xlim=(-REACH, REACH))
        left.grid()
        self.left = left
        pairs = len(self.heads.frequencies)
        right.semilogy(2 * np.pi / self.heads.frequencies, color=GREY, ls=":")
        self.waves, = right.semilogy(np.ones(pairs), ".-", color=BLUE, ms=4, lw=1)
        right.axhline(ORIGINAL, color=GREY, lw=0.8, ls="--")
        right.annotate(f"training: {ORIGINAL}", (0, ORIGINAL), xytext=(2, 3), textcoords="offset points", color=GREY, fontsize=8)
        self.longer = right.axhline(ORIGINAL, color=ORANGE, lw=0.8, ls="--")
        self.longer_label = right.annotate("", (0, ORIGINAL), xytext=(2, 3), textcoords="offset points", color=ORANGE, fontsize=8)
        right.set(xlabel="pair i", ylabel="wavelength (positions)", xlim=(-0.5, pairs - 0.5), ylim=(4, 3e7))
        right.grid()
        self.titles = [ax.text(0, 1.03, "", transform=ax.transAxes, va="bottom", fontsize=10) for ax in (left, right)]
        self.moving = [self.plain_curve, self.curve, self.rule, self.mark, self.waves, self.longer, self.longer_label, *self.titles]
        self.head = None

    def scores(self, head, query, keys, scaling):
        """Score of the mean query of a head at a position, and its mean key at each of some positions."""
        layer, number = HEADS[head]
        q, k = self.heads.mean_q[layer, number], self.heads.mean_k[layer, number // SHARED]
        options = {"base": self.heads.base, "scaling": scaling}
        turned = apply_rope([q], [query], **options)[0]
        return apply_rope(np.broadcast_to(k, (len(keys), k.size)), keys, **options) @ turned / np.sqrt(q.size)

    def show(self, query, key, further, head, method, factor):
        query, key = query + further, key + further
        scaling = METHODS[method](factor)
        offsets = np.arange(-REACH, REACH + 1)
        if self.head != head:  # the axis keeps its place while positions and methods move
            self.head = head
            self.middle = self.scores(head, query, query - offsets, None)
            margin = 0.15 * np.ptp(self.middle)
            self.left.set_ylim(self.middle.min() - margin, self.middle.max() + margin)
        scores = self.scores(head, query, query - offsets, scaling)
        score = self.scores(head, query, [key], scaling)[0]
        offset = query - key
        self.plain_curve.set_data(offsets, self.middle)
        self.curve.set_data(offsets, scores)
        self.rule.set_xdata([offset, offset])
        self.mark.set_data([offset], [score])
        frequencies, attention_factor = rope_frequencies(2 * len(self.heads.frequencies), base=self.heads.base, scaling=scaling)
        self.waves.set_data(np.arange(len(frequencies)), 2 * np.pi / frequencies)
        longer = ORIGINAL * (factor if scaling else 1)
        self.longer.set_ydata([longer, longer])
        self.longer.set_visible(scaling is not None)
        self.longer_label.set_text(f"longer text: {longer}" if scaling else "")
        self.longer_label.xy = 0, longer
        slower = self.heads.frequencies / frequencies
        kept, full = int(np.sum(slower < 1.01)), int(np.sum(slower > 0.99 * factor)) if scaling else 0
        self.titles[0].set_text(f"m - n = {offset}: score {score:.3f}")
        self.titles[1].set_text(f"{method}: {kept} pairs kept" + (f", {full} slower by {factor}" if scaling else ""))
        best = offsets[scores.argmax()]
        said = f"{method}, factor {factor}" if scaling else "no context extension"
        return (f"Mean query and key of {head}, {said}: query at {query}, key at {key}, offset {offset}, score {score:.3f}. "
                f"Within {REACH} positions the score is largest at offset {best} ({scores.max():.3f}). {kept} of {len(slower)} pairs keep their "
                f"frequency, the last is {slower[-1]:.2f} times slower; cosine and sine are multiplied by {attention_factor:.3f}.")


def explore_rope():
    """Explorer: score by offset of a real head with rotary positions, and context extensions pair by pair.

    Returns
    -------
    Live

    Notes
    -----
    The scores are those of the mean query and the mean key of heads of SmolLM2-135M-Instruct, see `load_rope_heads`. The
    extensions are shown as if the training had been on 4096 positions.

    Examples
    --------
    >>> explorer = explore_rope()
    >>> explorer.set(further=10_000)  # elsewhere, and the offset is still 1
    >>> print(explorer.text[:104])
    Mean query and key of layer 16, head 0, no context extension: query at 10031, key at 10030, offset 1, sc
    """
    return Live(Turning)
