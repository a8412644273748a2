"""Explorer: an offset turns every pair, wherever the position stands; without cosines there is no such turn."""

import numpy as np

from pe_lessons import best_linear_map, compute_frequencies, shift_matrix, sinusoidal_encoding
from pe_lessons.figures.style import BLUE, GREY, ORANGE, new_figure, show_signed, styled

from .controls import Choice, Slider
from .live import Live, Scene

D_MODEL = 8
PAIRS, SINES = KINDS = ("sines and cosines", "sines only")
ROWS = 64  # positions 1 to 64: one matrix has to move them all
CIRCLE = np.linspace(0, 2 * np.pi, 100)
BASE = 100.0  # so that also the last pair can be seen to move


class Shift(Scene):
    """Above the hands before and after; below the matrix, and where it takes one column at each position."""

    controls = {
        "columns": Choice("the row has", PAIRS, KINDS),
        "offset": Slider("offset k (positions)", 3, -32, 32),
        "position": Slider("position p", 4, 1, ROWS),
        "pair": Slider("pair i (below)", 0, 0, D_MODEL // 2 - 1),
    }

    @styled
    def __init__(self):
        pairs = D_MODEL // 2
        self.figure, axes = new_figure(4.6, 2, pairs, height_ratios=(5, 6))
        grid = axes[1, 0].get_gridspec()
        for ax in axes[1]:
            ax.remove()
        self.map_axes, self.wave_axes = self.figure.add_subplot(grid[1, 0]), self.figure.add_subplot(grid[1, 1:])
        self.before, self.after, self.twins, self.twins_after, self.arcs, self.titles = [], [], [], [], [], []
        for ax in axes[0]:
            ax.plot(np.cos(CIRCLE), np.sin(CIRCLE), color="#CCCCCC", lw=1)
            for lines, colour, style in ((self.twins, GREY, ":"), (self.twins_after, ORANGE, ":"), (self.before, GREY, "-"), (self.after, BLUE, "-")):
                lines.append(ax.plot([], [], "o", ls=style, color=colour, ms=4, markevery=[1])[0])
            self.arcs.append(ax.plot([], [], color=BLUE, lw=1)[0])
            self.titles.append(ax.text(0, 1.32, "", ha="center", color=GREY))
            ax.set(aspect="equal", xlim=(-1.2, 1.2), ylim=(-1.2, 1.6), xticks=(), yticks=())
            ax.spines[:].set_visible(False)
        self.image = show_signed(self.map_axes, np.zeros((D_MODEL, D_MODEL)))
        self.image.set_extent((-0.5, D_MODEL - 0.5, D_MODEL - 0.5, -0.5))  # stays, whatever the size of the matrix
        self.map_axes.set(aspect="equal", xticks=(), yticks=(), xlabel="column read", ylabel="column written")
        self.map_axes.spines[:].set_visible(False)
        self.map_title = self.map_axes.text(0, 1.04, "", transform=self.map_axes.transAxes, fontsize=10)
        self.wanted, = self.wave_axes.plot([], [], color=GREY, lw=1)
        self.reached, = self.wave_axes.plot([], [], ".", ms=5)
        self.wave_axes.set(xlim=(0, ROWS + 1), ylim=(-1.15, 1.15), yticks=(-1, 0, 1), xlabel="position p")
        self.wave_axes.grid(axis="y")
        self.wave_axes.text(1, 1.04, "line: sine at p + k    dots: matrix times row p", transform=self.wave_axes.transAxes, ha="right",
                            fontsize=8, color=GREY)
        self.title = self.wave_axes.text(0, 1.04, "", transform=self.wave_axes.transAxes, fontsize=10)
        self.moving = [*self.twins, *self.twins_after, *self.arcs, *self.before, *self.after, *self.titles, self.image, self.map_title,
                       self.wanted, self.reached, self.title]

    def show(self, columns, offset, position, pair):
        table, moved = (sinusoidal_encoding(np.arange(1, ROWS + 1) + k, D_MODEL, base=BASE) for k in (0, offset))
        with_cosines = columns == PAIRS
        if with_cosines:
            matrix = shift_matrix(offset, D_MODEL, base=BASE)
        else:
            table, moved = table[:, 0::2], moved[:, 0::2]
            matrix = best_linear_map(table, moved)[0]
        reached = table @ matrix.T
        error = np.linalg.norm(reached - moved) / np.linalg.norm(moved)
        self._show_hands(offset, position, with_cosines)
        self.image.set_data(matrix)
        self.map_title.set_text("M(k)" if with_cosines else "the best matrix")
        column = 2 * pair if with_cosines else pair
        fine = np.linspace(1, ROWS, 8 * ROWS)
        self.wanted.set_data(fine, sinusoidal_encoding(fine + offset, D_MODEL, base=BASE)[:, 2 * pair])
        self.reached.set_data(np.arange(1, ROWS + 1), reached[:, column])
        self.reached.set_color(BLUE if error < 1e-9 else ORANGE)
        self.title.set_text(f"pair {pair}: error {error:.3f}")
        return (f"Rows of {columns}, {D_MODEL // 2} pairs, moved by an offset of {offset}. One matrix for the positions 1 to {ROWS}: "
                f"relative error {error:.3f} over all columns, at most {np.abs(reached - moved)[:, column].max():.3f} in the sine of pair {pair}.")

    def _show_hands(self, offset, position, with_cosines):
        start, end = sinusoidal_encoding([position, position + offset], D_MODEL, base=BASE).reshape(2, -1, 2)  # (pairs, 2): sine, cosine
        angles = np.arctan2(*start.T)
        turned, frequencies = shift_matrix(offset, D_MODEL, base=BASE), compute_frequencies(D_MODEL, base=BASE)
        twins = start * (1, -1)  # the same sine, the other cosine: without a cosine nobody knows which
        twins_end = (turned @ twins.ravel()).reshape(-1, 2)
        for i, angle in enumerate(angles):
            total = offset * frequencies[i]
            arc = angle + np.linspace(0, np.fmod(total, 2 * np.pi), 30)
            self.arcs[i].set_data(0.5 * np.cos(arc), 0.5 * np.sin(arc))
            for line, (sine, cosine) in ((self.before[i], start[i]), (self.after[i], end[i]), (self.twins[i], twins[i]),
                                         (self.twins_after[i], twins_end[i])):
                line.set_data([0, cosine], [0, sine])
            self.twins[i].set_visible(not with_cosines)
            self.twins_after[i].set_visible(not with_cosines)
            self.titles[i].set_text(f"pair {i}: {np.degrees(total):+.0f} degrees")


def explore_shift():
    """Explorer: an offset turns every pair by its own angle, and one matrix does it at every position; sines alone have none.

    Returns
    -------
    Live

    Notes
    -----
    Base 100 in place of 10000, so that the slowest of the four pairs moves visibly.

    Examples
    --------
    >>> explorer = explore_shift()
    >>> explorer.set(columns="sines only")
    >>> print(explorer.text[:60])
    Rows of sines only, 4 pairs, moved by an offset of 3. One ma
    """
    return Live(Shift)
