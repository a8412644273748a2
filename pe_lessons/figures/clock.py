"""A pair as a clock hand: one circle a pair, one hand a position."""

import numpy as np
from matplotlib import colormaps

from pe_lessons import compute_frequencies, sinusoidal_encoding
from pe_lessons.arguments import as_position_array, as_size

from .inputs import as_even_size
from .order import steps
from .picture import Picture, count
from .style import GREY, new_figure, styled

MOST_HANDS = 100
WIDEST = 8  # four circles side by side: the text above them still fits
ROOM = 0.15  # hands whose ends are closer than this get one label for all


def hand_positions(positions):
    """Return positions as a list of numbers: a length stands for 0..n-1, as in `sinusoidal_encoding`."""
    if as_position_array(positions).ndim == 0:
        return list(range(as_size("positions", positions, at_most=MOST_HANDS)))
    array = np.asarray(positions)
    if array.ndim != 1 or not 1 <= array.size <= MOST_HANDS:
        raise ValueError(f"positions must be a list of 1 to {MOST_HANDS} numbers, but has shape {array.shape}")
    return array.tolist()


@styled
def plot_hands(positions, d_model):
    """Every pair as a circle, with a hand to the point (cosine, sine) of each position.

    Parameters
    ----------
    positions : int or array_like, shape (n,)
        As in `sinusoidal_encoding`: an integer is a length n and stands for 0, 1, ..., n - 1. At most 100.
    d_model : int
        Even, from 2 to 8: a circle for each of the d_model / 2 pairs.

    Returns
    -------
    Picture
        Its text says by how many radians each hand turned from the first position to the last; for a single
        position, from position 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    positions = hand_positions(positions)
    d_model = as_even_size(d_model, at_least=2, at_most=WIDEST)
    table = sinusoidal_encoding(positions, d_model)
    frequencies = compute_frequencies(d_model)
    figure, axes = new_figure(2.9, 1, d_model // 2, squeeze=False)
    colours = colormaps["viridis"](np.linspace(0, 0.9, len(table)))
    circle = np.linspace(0, 2 * np.pi, 200)
    for pair, ax in enumerate(axes[0]):
        points = table[:, 2 * pair: 2 * pair + 2]  # (n, 2): sine, cosine
        fan_out = len(points) == 1 or steps(points).min() > ROOM
        ax.plot(np.cos(circle), np.sin(circle), color="#CCCCCC", lw=1)
        for position, (sine, cosine), colour in zip(positions, points, colours):
            ax.plot([0, cosine], [0, sine], color=colour, lw=2)
            if fan_out:
                ax.annotate(f"{position}", (1.17 * cosine, 1.17 * sine), ha="center", va="center", color=colour)
        if not fan_out:
            middle = np.mean(points, axis=0)
            ax.annotate(f"{min(positions)} to {max(positions)}", (1.1 * middle[1], 1.1 * middle[0]), va="center", color=GREY)
        ax.set(aspect="equal", xlim=(-1.35, 1.6), ylim=(-1.25, 1.75), xticks=(), yticks=())
        ax.spines[:].set_visible(False)
        ax.text(0, 1.5, f"pair {pair}: {frequencies[pair]:.5f}\nradians per position", ha="center", va="center", color=GREY)
    start, end = (0 if len(positions) == 1 else positions[0]), positions[-1]
    said = "; ".join(f"pair {pair} by {(end - start) * omega:.4f} radians" for pair, omega in enumerate(frequencies))
    return Picture(figure, f"""{count(len(frequencies), "circle")}, one a pair, with a hand for each of the positions {positions};
        a hand's height is the sine, its reach to the right the cosine. From position {start} to {end} the hand turned: {said}.""")
