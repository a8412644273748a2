"""A pair as a clock hand: one circle a pair, one hand a position."""

import numpy as np
from matplotlib import colormaps

from pe_lessons import compute_frequencies, sinusoidal_encoding

from .picture import Picture
from .style import GREY, new_figure, styled


def apart(points):
    """Smallest distance between neighbouring points (n, 2)."""
    return np.linalg.norm(np.diff(points, axis=0), axis=1).min()


@styled
def plot_hands(positions, d_model):
    """The points (cosine, sine) of every pair at the given positions (n,)."""
    table = sinusoidal_encoding(positions, d_model)
    frequencies = compute_frequencies(d_model)
    figure, axes = new_figure(2.9, 1, d_model // 2)
    colours = colormaps["viridis"](np.linspace(0, 0.9, len(table)))
    circle = np.linspace(0, 2 * np.pi, 200)
    for pair, ax in enumerate(axes):
        ax.plot(np.cos(circle), np.sin(circle), color="#CCCCCC", lw=1)
        for position, row, colour in zip(positions, table, colours):
            sine, cosine = row[2 * pair], row[2 * pair + 1]
            ax.plot([0, cosine], [0, sine], color=colour, lw=2)
            if apart(table[:, 2 * pair: 2 * pair + 2]) > 0.15:
                ax.annotate(f"{position}", (1.17 * cosine, 1.17 * sine), ha="center", va="center", color=colour)
        if apart(table[:, 2 * pair: 2 * pair + 2]) <= 0.15:
            middle = np.mean(table[:, 2 * pair: 2 * pair + 2], axis=0)
            ax.annotate(f"{min(positions)} to {max(positions)}", (1.1 * middle[1], 1.1 * middle[0]), va="center", color=GREY)
        ax.set(aspect="equal", xlim=(-1.35, 1.6), ylim=(-1.25, 1.75), xticks=(), yticks=())
        ax.spines[:].set_visible(False)
        ax.text(0, 1.5, f"pair {pair}: {frequencies[pair]:.5f}\nradians per position", ha="center", va="center", color=GREY)
    last = max(positions)
    said = "; ".join(f"pair {pair} by {last * omega:.4f} radians" for pair, omega in enumerate(frequencies))
    return Picture(figure, f"""{len(axes)} circles, one a pair, with a hand for each of the positions {list(positions)}; a
        hand's height is the sine, its reach to the right the cosine. From position 0 to {last} the hand turned: {said}.""")
