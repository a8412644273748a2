"""Explorer: pairs that come back, rows that do not, and what a number format leaves of a slow pair."""

import numpy as np

from pe_lessons import compute_frequencies, sinusoidal_encoding
from pe_lessons.bfloat16 import round_to_bfloat16
from pe_lessons.figures.limits import pair_distances, row_distances
from pe_lessons.figures.picture import count
from pe_lessons.figures.style import BLUE, GREY, ORANGE, new_figure, styled

from .controls import Choice, Slider
from .live import Live, Scene

D_MODEL = 64
FARTHEST = 1000
LENGTH = 512  # positions of the slow pair
FORMATS = {
    "float64": np.asarray, "float32": lambda x: x.astype(np.float32), "float16": lambda x: x.astype(np.float16),
    "bfloat16": round_to_bfloat16,
}
SINE, COSINE = COLUMNS = ("sine", "cosine")


class Aliasing(Scene):
    """Left the distances of positions 0 and k, for a pair and for the row; right what number formats keep of the slowest pair."""

    controls = {
        "distance": Slider("distance k (positions)", 44, 1, FARTHEST),
        "pair": Slider("pair i (left)", 0, 0, D_MODEL // 2 - 1),
        "base": Choice("base", 10_000, (10, 100, 1000, 10_000, 100_000, 1_000_000), ordered=True),
        "format": Choice("number format", "bfloat16", tuple(FORMATS), ordered=True),
        "column": Choice("slowest pair", COSINE, COLUMNS),
    }

    @styled
    def __init__(self):
        self.figure, ((top, self.values), (bottom, counts)) = new_figure(4.3, 2, 2, width_ratios=(3, 2))
        k, positions = np.arange(FARTHEST + 1), np.arange(LENGTH)
        self.marks = [(ax.axvline(0, color=ORANGE, lw=1), ax.plot([], [], "o", color=ORANGE)[0]) for ax in (top, bottom)]
        self.lines = [top.plot(k, k, ".", ms=2, color=BLUE)[0], bottom.plot(k, k, color=BLUE, lw=1)[0]]
        top.set(xlim=(0, FARTHEST), ylim=(-0.05, 2.1), ylabel="distance on the circle")
        bottom.set(xlim=(0, FARTHEST), ylim=(0, np.sqrt(2 * D_MODEL)), xlabel="distance k (positions)", ylabel="distance of the rows")
        self.exact, = self.values.plot(positions, positions, color=GREY, lw=1)
        self.kept, = self.values.plot(positions, positions, color=ORANGE, lw=1.4)
        self.values.set(xlim=(0, LENGTH - 1), xlabel="position")
        self.values.ticklabel_format(useOffset=False)
        self.bars = counts.barh(range(len(FORMATS)), [LENGTH] * len(FORMATS), height=0.6)
        self.counts = [counts.text(0, at, "", va="center") for at in range(len(FORMATS))]
        counts.set(yticks=range(len(FORMATS)), yticklabels=list(FORMATS), xlim=(0, 1.18 * LENGTH), xlabel=f"different values, of {LENGTH}")
        counts.invert_yaxis()
        for ax in (top, bottom, self.values):
            ax.grid(axis="y")
        self.titles = [ax.text(0, 1.03, "", transform=ax.transAxes, va="bottom") for ax in (top, bottom, self.values)]
        self.moving = [*self.lines, *sum(self.marks, ()), self.exact, self.kept, *self.bars, *self.counts, *self.titles]
        self.axes_fit = None

    def show(self, distance, pair, base, format, column):
        omega = compute_frequencies(D_MODEL, base=base)[pair]
        on_circle, of_rows = pair_distances(FARTHEST, omega), row_distances(FARTHEST, D_MODEL, base)
        for line, (rule, mark), values in zip(self.lines, self.marks, (on_circle, of_rows)):
            line.set_ydata(values)
            rule.set_xdata([distance, distance])
            mark.set_data([distance], [values[distance]])
        turned, nearest = distance * omega / (2 * np.pi), int(of_rows[1:].argmin()) + 1
        self.titles[0].set_text(f"pair {pair}: {turned:,.3f} turns, distance {on_circle[distance]:.4f}")
        self.titles[1].set_text(f"row: distance {of_rows[distance]:.2f}, nearest {of_rows[nearest]:.2f} at k = {nearest}")
        different = self._show_formats(base, format, column)
        return (f"Positions 0 and {distance}: pair {pair} of base {base} makes {turned:.3f} turns from one to the other and is at a distance of "
                f"{on_circle[distance]:.4f} on its circle; the rows of {D_MODEL} columns are {of_rows[distance]:.2f} apart. The nearest row up to "
                f"{FARTHEST} is {count(nearest, 'position')} away, at {of_rows[nearest]:.2f}. Different values of the {column} of the slowest pair "
                f"at the positions 0 to {LENGTH - 1}: {', '.join(f'{name} {number}' for name, number in different.items())}.")

    def _show_formats(self, base, format, column):
        exact = sinusoidal_encoding(LENGTH, D_MODEL, base=base)[:, COLUMNS.index(column) - 2]
        kept = {name: cast(exact).astype(np.float64) for name, cast in FORMATS.items()}
        different = {name: len(np.unique(values)) for name, values in kept.items()}
        if self.axes_fit != (base, column):
            self.axes_fit = base, column
            margin = 0.05 * np.ptp(exact)
            self.values.set_ylim(exact.min() - margin, exact.max() + margin)
        self.exact.set_ydata(exact)
        self.kept.set_ydata(kept[format])
        self.titles[2].set_text(f"{column} of pair {D_MODEL // 2 - 1} in {format}")
        for bar, label, (name, number) in zip(self.bars, self.counts, different.items()):
            bar.set_width(number)
            bar.set_color(ORANGE if name == format else "#BBBBBB")
            label.set_text(f" {number}")
            label.set_x(number)
        return different


def explore_aliasing():
    """Explorer: at which distances a pair comes back, and how many values of a slow pair a number format keeps.

    Returns
    -------
    Live

    Examples
    --------
    >>> print(explore_aliasing().picture.text[:92])
    Positions 0 and 44: pair 0 of base 10000 makes 7.003 turns from one to the other and is at a
    """
    return Live(Aliasing)
