"""What adding a position does to the size of a token's vector."""

import numpy as np

from pe_lessons.arguments import as_array, as_number, refuse_not_finite, show

from .inputs import as_entries
from .picture import Picture
from .style import BLUE, GREY, new_figure, styled


def position_share(entry_size):
    """Energy share of the sinusoid in a sum with a random vector whose entries have this size (rms).

    Parameters
    ----------
    entry_size : float or array_like
        Root mean square of the entries of the other vector.

    Returns
    -------
    float or ndarray, shape of entry_size
        Between 0 and 1.

    Raises
    ------
    TypeError, ValueError
        If entry_size holds something else than finite real numbers.

    Notes
    -----
    The sinusoid's entries have rms 1/sqrt(2) at every position and every even d_model, so the share is
    (1/2) / (1/2 + entry_size**2) when the two vectors are orthogonal, as random ones nearly are.

    Examples
    --------
    >>> print(position_share([0.1, 1.0, 10.0]).round(3))
    [0.98  0.333 0.005]
    """
    entry_size = as_array("entry_size", entry_size)
    refuse_not_finite("entry_size", entry_size)
    return 0.5 / (0.5 + np.square(entry_size, dtype=float))


def as_marks(marks):
    """Return {label: size} with sizes that a logarithmic axis can show."""
    checked = {label: as_number(f"marks[{label!r}]", size) for label, size in as_entries("marks", marks, "{label: size}").items()}
    for label, size in checked.items():
        if size <= 0:
            raise ValueError(f"marks[{label!r}] must be greater than 0, but is {show(size)}")
    return checked


@styled
def plot_position_share(marks):
    """Energy share of the position against the size of an embedding's entries.

    Parameters
    ----------
    marks : dict
        ``{label: size}``, points to mark on the curve; each size (root mean square of the entries) greater than 0.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    marks = as_marks(marks)
    sizes = np.geomspace(0.02, 20, 200)
    figure, ax = new_figure(3.0)
    ax.semilogx(sizes, position_share(sizes), color=BLUE)
    for label, size in marks.items():
        share = position_share(size)
        ax.plot(size, share, "o", color=BLUE)
        ax.annotate(f"{label}: {share:.0%}", (size, share), xytext=(8, 4), textcoords="offset points")
    ax.axhline(0.5, color=GREY, lw=1, ls="--")
    ax.annotate("balanced", (sizes[-1], 0.5), xytext=(0, 4), textcoords="offset points", ha="right", color=GREY)
    ax.set(xlabel="size of an embedding's entries (root mean square)", ylabel="energy share of the position", ylim=(0, 1.08))
    ax.grid()
    said = ", ".join(f"{label} (entries of {size:.2f}) {position_share(size):.3f}" for label, size in marks.items())
    return Picture(figure, f"""Energy share of the sinusoid in embedding + encoding, falling from {position_share(sizes[0]):.3f}
        to {position_share(sizes[-1]):.3f} as the embedding's entries grow; one half at {np.sqrt(0.5):.3f}. Marked: {said}.""")
