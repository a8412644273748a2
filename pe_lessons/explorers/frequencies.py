"""Explorer: the ladder of wavelengths, one pair of it as a wave, and the text that they are to cover."""

import numpy as np

from pe_lessons import compute_frequencies, sinusoidal_encoding, wavelengths
from pe_lessons.figures.frequencies import turns
from pe_lessons.figures.style import BLUE, GREY, ORANGE, new_figure, styled

from .controls import Choice, Slider
from .live import Live, Scene

WIDEST = 512
BASES = (2, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 500_000, 1_000_000)
LENGTHS = (8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)


class Frequencies(Scene):
    """Left the wavelength of each pair, right the wave of one of them over the text."""

    controls = {
        "d_model": Slider("d_model (columns)", 64, 2, WIDEST, 2),
        "base": Choice("base", 10_000, BASES, ordered=True),
        "length": Choice("text (positions)", 128, LENGTHS, ordered=True),
        "pair": Slider("pair i", 8, 0, WIDEST // 2 - 1),
    }

    @styled
    def __init__(self):
        self.figure, (self.left, self.right) = new_figure(3.1, 1, 2, width_ratios=(2, 3))
        left, right = self.left, self.right
        self.ladder, = left.semilogy([0], [1], ".-", color=BLUE, ms=3, lw=1)
        self.text_line = left.axhline(1, color=GREY, lw=1, ls="--")
        self.text_label = left.annotate("", (1, 1), xycoords=("axes fraction", "data"), xytext=(-2, 4), textcoords="offset points",
                                        ha="right", color=GREY)
        self.picked, = left.plot([0], [1], "o", color=ORANGE, ms=8)
        left.set(xlabel="pair i", ylabel="wavelength (positions)", ylim=(4, 1e7))
        left.grid()
        self.turn = right.axvspan(0, 1, color=ORANGE, alpha=0.12, lw=0)
        self.sine, = right.plot([], [], color=BLUE, label="sine")
        self.cosine, = right.plot([], [], color=ORANGE, lw=1.2, label="cosine")
        self.title = right.text(0, 1.04, "", transform=right.transAxes, fontsize=10)
        right.set(xlabel="position", ylim=(-1.15, 1.15), yticks=(-1, 0, 1))
        right.grid(axis="y")
        right.legend(loc="upper right", ncols=2, bbox_to_anchor=(1.02, 1.145))
        self.moving = [self.ladder, self.text_line, self.text_label, self.picked, self.turn, self.sine, self.cosine, self.title]
        self.axes_fit = None

    def ends(self, settings):
        return {"pair": (0, settings["d_model"] // 2 - 1)}

    def show(self, d_model, base, length, pair):
        waves = wavelengths(d_model, base=base)
        if self.axes_fit != (d_model, length):  # only then the axes have to be drawn again
            self.axes_fit = d_model, length
            self.left.set_xlim(-0.02 * len(waves), max(1, 1.02 * (len(waves) - 1)))
            self.right.set_xlim(0, length - 1)
        self.ladder.set_data(np.arange(len(waves)), waves)
        self.text_line.set_ydata([length, length])
        self.text_label.set_text(f"text of {length}")
        self.text_label.xy = 1, length
        self.picked.set_data([pair], [waves[pair]])
        columns = sinusoidal_encoding(length, d_model, base=base)[:, 2 * pair:2 * pair + 2]
        self.sine.set_data(np.arange(length), columns[:, 0])
        self.cosine.set_data(np.arange(length), columns[:, 1])
        self.turn.set_width(min(waves[pair], length - 1))
        done = turns(pair, d_model, length, base)[pair]
        self.title.set_text(f"pair {pair}: a turn in {waves[pair]:,.1f} positions\n{done:,.2f} turns in this text")
        omega = compute_frequencies(d_model, base=base)[pair]
        return (f"Wavelengths of {len(waves)} pairs, from {waves[0]:.2f} to {waves[-1]:.0f} positions; {int(np.sum(waves > length))} of them are "
                f"longer than the text of {length}. Pair {pair} turns by {omega:.6f} radians a position, once in {waves[pair]:.2f} "
                f"positions, and makes {done:.2f} turns from the first position to the last.")


def explore_frequencies():
    """Explorer: what `d_model`, base and the length of the text do to the pairs, and one pair as a wave.

    Returns
    -------
    Live

    Examples
    --------
    >>> explore_frequencies().settings
    {'d_model': 64, 'base': 10000, 'length': 128, 'pair': 8}
    """
    return Live(Frequencies)
