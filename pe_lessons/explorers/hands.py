"""Explorer: one position, one hand a pair, and the row of numbers that the hands make."""

import numpy as np

from pe_lessons import compute_frequencies, sinusoidal_encoding
from pe_lessons.figures.style import BLUE, DIVERGING, GREY, ORANGE, SKY, new_figure, styled

from .controls import Choice, Slider
from .live import Live, Scene

D_MODEL = 8
FARTHEST = 640  # the third hand goes round once in 628
TRAIL = 5  # positions before this one, as pale hands
CIRCLE = np.linspace(0, 2 * np.pi, 100)


class Hands(Scene):
    """Four circles above, the row of the position below."""

    controls = {
        "position": Slider("position", 5, 0, FARTHEST),
        "base": Choice("base", 10_000, (10, 100, 1000, 10_000, 100_000), ordered=True),
    }

    @styled
    def __init__(self):
        pairs = D_MODEL // 2
        self.figure, axes = new_figure(3.5, 2, pairs, height_ratios=(4, 1))
        grid = axes[1, 0].get_gridspec()
        for ax in axes[1]:
            ax.remove()
        self.row_axes = self.figure.add_subplot(grid[1, :])
        self.trails, self.hands, self.reaches, self.titles = [], [], [], []
        for ax in axes[0]:
            ax.plot(np.cos(CIRCLE), np.sin(CIRCLE), color="#CCCCCC", lw=1)
            ax.plot([-1, 1, 0, 0, 0], [0, 0, 0, -1, 1], color="#E3E3E3", lw=1)
            self.trails.append([ax.plot([], [], color=SKY, lw=1.2, alpha=0.15 + 0.1 * n)[0] for n in range(TRAIL)])
            self.reaches.append(tuple(ax.plot([], [], color=colour, lw=4, solid_capstyle="butt")[0] for colour in (BLUE, ORANGE)))
            self.hands.append(ax.plot([], [], "o-", color="#222222", lw=2, ms=4, markevery=[1])[0])
            self.titles.append(ax.text(0, 1.5, "", ha="center", va="center", color=GREY))
            ax.set(aspect="equal", xlim=(-1.25, 1.25), ylim=(-1.2, 1.75), xticks=(), yticks=())
            ax.spines[:].set_visible(False)
        self.row = self.row_axes.imshow(np.zeros((1, D_MODEL)), cmap=DIVERGING, vmin=-1, vmax=1, aspect="auto")
        self.numbers = [self.row_axes.text(column, 0, "", ha="center", va="center") for column in range(D_MODEL)]
        self.row_axes.set(yticks=(), xticks=range(D_MODEL), xticklabels=["sine", "cosine"] * pairs)
        self.row_axes.tick_params(length=0)
        self.row_axes.spines[:].set_visible(False)
        self.row_title = self.row_axes.text(0, 1.12, "", transform=self.row_axes.transAxes, color=GREY)
        self.moving = [*sum(self.trails, []), *sum(self.reaches, ()), *self.hands, *self.titles, self.row, *self.numbers, self.row_title]

    def show(self, position, base):
        table = sinusoidal_encoding(np.arange(position - TRAIL, position + 1), D_MODEL, base=base)
        points = table.reshape(TRAIL + 1, -1, 2)  # (positions, pairs, 2): sine, cosine
        frequencies = compute_frequencies(D_MODEL, base=base)
        for pair, (sine, cosine) in enumerate(points[-1]):
            for trail, (old_sine, old_cosine) in zip(self.trails[pair], points[:-1, pair]):
                trail.set_data([0, old_cosine], [0, old_sine])
            for trail, old in zip(self.trails[pair], range(position - TRAIL, position)):
                trail.set_visible(old >= 0)
            self.hands[pair].set_data([0, cosine], [0, sine])
            height, reach = self.reaches[pair]
            height.set_data([0, 0], [0, sine])
            reach.set_data([0, cosine], [0, 0])
            angle = position * frequencies[pair]
            self.titles[pair].set_text(f"pair {pair}\n{angle / (2 * np.pi):,.2f} turns so far")
        self.row.set_data(table[-1:])
        for number, value in zip(self.numbers, table[-1]):
            number.set_text(f"{value:+.3f}")
            number.set_color("white" if abs(value) > 0.55 else "black")
        self.row_title.set_text(f"the row of position {position}")
        said = "; ".join(f"pair {pair} {position * omega / (2 * np.pi):.2f}" for pair, omega in enumerate(frequencies))
        row = ", ".join(f"{value:.3f}" for value in table[-1])
        return f"Four hands at position {position}. Turns since position 0: {said}. The row, sine and cosine in turn: {row}."


def explore_hands():
    """Explorer: the position turns the hands, one hand a pair; what they reach is the row of the table.

    Returns
    -------
    Live

    Examples
    --------
    >>> print(explore_hands().picture.text[:79])
    Four hands at position 5. Turns since position 0: pair 0 0.80; pair 1 0.08; pai
    """
    return Live(Hands)
