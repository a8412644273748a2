"""Pictures of what a sinusoidal encoding cannot do: returns of a pair, similarity by distance, slow pairs."""

import numpy as np

from pe_lessons import compute_frequencies, sinusoidal_encoding
from pe_lessons.arguments import LARGEST_POSITION, as_number, as_size

from .inputs import as_even_size, as_several
from .picture import Picture
from .style import BLUE, COLOURS, DASHES, ORANGE, new_figure, styled

FARTHEST = 10000  # offsets that are drawn one by one
WIDEST = 4096  # columns
NEAR = 0.3  # a pair that comes so near has come back; after 6 positions pair 0 is at 0.28


def row_distances(reach, d_model, base=10000.0):
    """Distance of rows 0 and k.

    Parameters
    ----------
    reach : int
        The largest k, from 1 to 10000.
    d_model : int
        Number of columns, even, from 2 to 4096.
    base : float
        As in `sinusoidal_encoding`.

    Returns
    -------
    ndarray of float64, shape (reach + 1,)
        For k = 0, 1, ..., reach; at most sqrt(2 d_model), where all pairs stand opposite.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    reach = as_size("reach", reach, at_most=FARTHEST)
    rows = sinusoidal_encoding(reach + 1, as_even_size(d_model, at_most=WIDEST), base=base)
    return np.linalg.norm(rows - rows[0], axis=1)


def pair_distances(reach, omega):
    """Distance of positions 0 and k on the circle of one pair.

    Parameters
    ----------
    reach : int
        The largest k, from 1 to 10000.
    omega : float
        Frequency of the pair in radians per position.

    Returns
    -------
    ndarray of float64, shape (reach + 1,)
        For k = 0, 1, ..., reach; from 0 to 2.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    reach, omega = as_size("reach", reach, at_most=FARTHEST), as_number("omega", omega, largest=LARGEST_POSITION)
    return 2 * np.abs(np.sin(np.arange(reach + 1) * omega / 2))


@styled
def plot_returns(reach, marked, d_model):
    """How near pair 0 comes back to where it started, and the whole row beside it.

    Parameters
    ----------
    reach : int
        The largest offset, from 1 to 10000.
    marked : int or iterable of int
        One offset or several (at most 32) to mark, from 1 to reach.
    d_model : int
        Number of columns of the row, even, from 2 to 4096.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    pair, row = pair_distances(reach, 1.0), row_distances(reach, d_model)
    marked = as_several("marked", marked, lambda name, k: as_size(name, k, at_most=reach))
    figure, (top, bottom) = new_figure(3.8, 2, 1, sharex=True)
    top.plot(pair, ".", ms=2, color=BLUE)
    for k in marked:
        top.plot(k, pair[k], "o", color=ORANGE)
        top.annotate(f"{k}", (k, pair[k]), xytext=(0, 7), textcoords="offset points", ha="center", color=ORANGE,
                     bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        bottom.plot(k, row[k], "o", color=ORANGE)
    top.set(title="pair 0 alone", ylabel="distance", ylim=(-0.05, 2.05))
    bottom.plot(row, color=BLUE, lw=1)
    bottom.set(title=f"the whole row, d_model = {d_model}", ylabel="distance", xlabel="offset k", ylim=(0, None))
    for ax in (top, bottom):
        ax.grid(axis="y")
    returns = np.sum(pair[1:] < NEAR) > 1 and pair[marked].max() < NEAR
    said = "comes back again and again, among others to" if returns else "is at a distance of"
    distances = ", ".join(f"{pair[k]:.4f} at k = {k} (row {row[k]:.2f})" for k in marked)
    return Picture(figure, f"""Distance of positions 0 and k, k up to {reach}. Pair 0 {said} {distances}. The whole row of {d_model} columns
        never comes nearer than {row[1:].min():.2f}, which is at k = {row[1:].argmin() + 1}.""")


@styled
def plot_row_distances(d_models, reach):
    """Distance of rows 0 and k by k, relative to the largest possible, for several widths.

    Parameters
    ----------
    d_models : int or iterable of int
        One width or up to five, each even, from 2 to 4096; a line for each.
    reach : int
        The largest k, from 1 to 10000.

    Returns
    -------
    Picture
        Its text says up to which k each line grows before it falls for the first time.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    d_models = as_several("d_models", d_models, lambda name, d_model: as_even_size(d_model, name, at_most=WIDEST), len(COLOURS))
    reach = as_size("reach", reach, at_most=FARTHEST)
    figure, ax = new_figure(2.9)
    said = []
    for d_model, colour, dashes in zip(d_models, COLOURS, DASHES):
        distances = row_distances(reach, d_model) / np.sqrt(2 * d_model)
        ax.plot(distances, color=colour, ls=dashes, lw=1.2, label=f"d_model = {d_model}")
        falls = np.flatnonzero(np.diff(distances) < 0)
        if falls.size:
            ax.plot(falls[0], distances[falls[0]], "o", color=colour)
            said.append(f"d_model {d_model} grows up to k = {falls[0]} and falls for the first time after it")
        else:
            said.append(f"d_model {d_model} grows all the way")
    ax.legend(loc="lower right", ncols=min(3, len(d_models)))
    ax.set(xlabel="offset k", ylabel="distance of the rows\n(1 = opposite)", ylim=(0, 1))
    ax.grid()
    return Picture(figure, f"Distance of the rows of positions 0 and k against k, up to {reach}. {'; '.join(said)}.")


def slow_pair(length, d_model):
    """Sine and cosine of the slowest pair over the positions 0..length-1.

    Parameters
    ----------
    length : int
        Number of positions, from 1 to 10000.
    d_model : int
        Number of columns, even, from 2 to 4096.

    Returns
    -------
    ndarray of float64, shape (2, length)

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    length = as_size("length", length, at_most=FARTHEST)
    return sinusoidal_encoding(length, as_even_size(d_model, at_most=WIDEST))[:, -2:].T


@styled
def plot_slow_pair(length, d_model):
    """The slowest pair: its sine is a ramp and its cosine is nearly flat, as long as it makes a small part of a turn.

    Parameters
    ----------
    length : int
        Number of positions, from 2 to 10000.
    d_model : int
        Number of columns, even, from 2 to 4096.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    length = as_size("length", length, at_least=2, at_most=FARTHEST)
    sine, cosine = slow_pair(length, d_model)
    figure, (left, right) = new_figure(2.5, 1, 2)
    for ax, values, name, colour in ((left, sine, "sine", BLUE), (right, cosine, "cosine", ORANGE)):
        ax.plot(values, color=colour)
        ax.set(title=f"{name} of the slowest pair", xlabel="position")
        ax.grid()
        ax.ticklabel_format(useOffset=False)
    angles = np.arange(length) * compute_frequencies(d_model)[-1]
    if angles[-1] <= np.pi / 2:
        said = (f"the sine climbs from {sine[0]:.4f} to {sine[-1]:.4f} and stays within {np.abs(sine - angles).max():.6f} "
                f"of a straight line, the cosine falls from {cosine[0]:.4f} to {cosine[-1]:.4f}")
    else:
        said = (f"it makes {angles[-1] / (2 * np.pi):.2f} turns, the sine goes from {sine.min():.4f} to {sine.max():.4f}, "
                f"the cosine from {cosine.min():.4f} to {cosine.max():.4f}")
    return Picture(figure, f"Slowest pair of d_model = {d_model} over {length} positions: {said}.")
