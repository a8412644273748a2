"""The picture of a head that was built to look a fixed number of positions back."""

import numpy as np

from pe_lessons.arguments import as_size

from .panels import as_weights
from .picture import Picture, count
from .style import new_figure, styled


def said_of_gaze(weights, offset):
    """Return what the text says of the weight that each place puts `offset` places back (ahead if negative)."""
    gaze = np.diagonal(weights, -offset)
    highest = weights.max(axis=1)[max(offset, 0):len(weights) + min(offset, 0)]  # of the rows that have such a place
    line = "A dark line" if gaze.min() > 0.5 else "A pale line" if (gaze == highest).all() and gaze.max() > weights.mean() else "No line"
    if offset == 0:
        return f"{line} on the diagonal: the weight on the own place is {gaze.min():.2f} to {gaze.max():.2f}"
    if offset > 0:
        start, way, side = f"from position {offset} on", "back", "below"
    else:
        start, way, side = f"up to position {len(weights) + offset - 1}", "ahead", "above"
    distance = abs(offset)
    return (f"{line} {distance} {side} the diagonal: {start}, the weight on the place {distance} {way} is "
            f"{gaze.min():.2f} to {gaze.max():.2f}")


@styled
def plot_gaze(weights, offset):
    """An attention map of a head that was built to look `offset` positions back.

    Parameters
    ----------
    weights : array_like, shape (n, n)
        Attention weights, from 0 to 1; a row for each position that looks.
    offset : int
        From -(n - 1) to n - 1; a negative one looks ahead.

    Returns
    -------
    Picture
        Its text says whether there is a line: dark if every weight on it is above one half, pale if each is still the
        largest of its row.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    weights = as_weights("weights", weights)
    n = len(weights)
    offset = as_size("offset", offset, at_least=1 - n, at_most=n - 1)
    figure, ax = new_figure(3.3)
    image = ax.imshow(weights, cmap="Blues", vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    ax.set(xlabel="looked at: position", ylabel="looking: position")
    figure.colorbar(image, ax=ax, label="attention weight", fraction=0.03)
    return Picture(figure, f"Attention map of {count(n, 'position')}. {said_of_gaze(weights, offset)}.")
