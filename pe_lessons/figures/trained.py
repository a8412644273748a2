"""Pictures of real tables taken apart: their spectrum, the circles of a step, the rows that training moved."""

import numbers

import numpy as np

from pe_lessons.arguments import as_array, as_number, refuse_not_finite, show
from pe_lessons.structure import PER, spectrum

from .inputs import as_several, as_table
from .picture import Picture, count
from .style import BLUE, COLOURS, ORANGE, new_figure, styled

SHORTEST = 8  # rows: a shorter table has no spectrum to speak of
CUT = 128  # tokens, where the texts of the fine-tuning were cut off: row 127 is the last that they reach
MOST_PLANES = 8  # side by side
MOST_BARS = 4096
ROUND = 0.25  # rows whose radius varies by less lie on a circle, to the eye


def as_band(name, value):
    """Return (low, high) in cycles per 512 positions."""
    wanted = f"{name} must be a pair (low, high) with 0 <= low <= high"
    try:
        low, high = value
    except (TypeError, ValueError):
        raise TypeError(f"{wanted}, not {show(value)}") from None
    low, high = as_number(f"{name}[0]", low), as_number(f"{name}[1]", high)
    if not 0 <= low <= high:
        raise ValueError(f"{wanted}, but is ({low:g}, {high:g})")
    return low, high


def as_bands(value, cycles):
    """Return a list of bands, none, one or several, each with one of the frequencies `cycles` in it."""
    if value is None or (hasattr(value, "__len__") and len(value) == 0):
        return []
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(isinstance(end, numbers.Real) for end in value):
        return as_bands([value], cycles)
    bands = as_several("bands", value, as_band)
    for index, (low, high) in enumerate(bands):
        if not ((cycles >= low) & (cycles <= high)).any():
            raise ValueError(f"bands[{index}] must hold a frequency of this table ({cycles[0]:.4g} to {cycles[-1]:.4g} cycles per {PER} "
                             f"positions, in steps of {cycles[0]:.4g}), but is ({low:g}, {high:g})")
    return bands


def said_of_bands(cycles, power, bands):
    """Return what the picture's text says about a spectrum and its marked bands."""
    if not bands:
        return f"is largest at {cycles[power.argmax()]:.1f} cycles per {PER} positions; no band is marked"
    inside = [(cycles >= low) & (cycles <= high) for low, high in bands]
    tops = [int(np.where(band, power, -1).argmax()) for band in inside]
    around = np.concatenate([[-1], power, [-1]])  # around[i] and around[i + 2] are beside power[i]
    if all(power[top] > max(around[top], around[top + 2]) for top in tops):
        said = f"has {count(len(set(tops)), 'peak')}, at"
    else:
        said = f"is largest in the {count(len(bands), 'marked band')} at"
    share = power[np.any(inside, axis=0)].sum()
    return (f"{said} {', '.join(f'{cycles[top]:.1f}' for top in dict.fromkeys(tops))} cycles per {PER} positions; "
            f"the marked band{'s hold' if len(bands) > 1 else ' holds'} {share:.3f} of the power")


def draw_norms(ax, norms, rows):
    """Lengths of the rows, some of them named; on a logarithmic axis where they differ enough."""
    logarithmic = norms.max() > 1.5 * norms.min() > 0
    (ax.semilogy if logarithmic else ax.plot)(norms, color=BLUE, lw=1)
    for row in rows:
        ax.annotate(f"{row}", (row, norms[row]), xytext=(0, 4), textcoords="offset points", ha="center", color=ORANGE)
    ax.set(xlabel="position", ylabel="length of the row")
    if logarithmic:
        powers = 10.0 ** np.arange(np.floor(np.log10(norms.min())), np.ceil(np.log10(norms.max())) + 1)
        marks = np.outer(powers, (1, 2, 4, 6)).ravel()
        marks = marks[(marks >= norms.min()) & (marks <= norms.max())]
        marks = marks if len(marks) <= 6 else powers
        ax.set_yticks(marks, [f"{mark:g}" for mark in marks])
        ax.minorticks_off()
    ax.grid(axis="y")
    ax.margins(y=0.15)
    if not logarithmic:
        ax.set_ylim(0, 1.3 * norms.max())


@styled
def plot_trained_table(table, bands=()):
    """Norms of the rows of a trained table, and its spectrum over the positions with bands marked.

    Parameters
    ----------
    table : array_like, shape (n, d)
        At least 8 rows. A `TrainedTable` will do. The spectrum leaves out the first and the last row.
    bands : pair or iterable of pairs (low, high)
        In cycles per 512 positions, both ends included: none, one or up to 32, each with a frequency of the table in it.

    Returns
    -------
    Picture
        Its text has the lengths of row 0, row 127 (where there is one before the last) and the last row, the highest
        point in each band, and the share of the power in all of them.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if all rows but the first and the last are equal.
    """
    table = as_table("table", table)
    n = len(table)
    if n < SHORTEST:
        raise ValueError(f"table must have at least {SHORTEST} rows, but has shape {table.shape}")
    if not np.ptp(table[1:-1], axis=0).any():
        raise ValueError("table must have rows that differ, but all rows between the first and the last are equal")
    cycles, power = spectrum(table[1:-1])
    bands = as_bands(bands, cycles)
    norms = np.linalg.norm(table, axis=1)
    figure, (left, right) = new_figure(2.9, 1, 2, width_ratios=(2, 3))
    named = [0, CUT - 1, n - 1] if n > CUT else [0, n - 1]
    draw_norms(left, norms, named)
    for low, high in bands:
        right.axvspan(low, high, color=ORANGE, alpha=0.15, lw=0)
    right.semilogx(cycles, power, color=BLUE, lw=1)
    right.set(xlabel=f"cycles per {PER} positions", ylabel="share of the power", ylim=(0, None))
    right.set_xticks([1, 3, 9, 27, 81], ["1", "3", "9", "27", "81"])
    right.minorticks_off()
    lengths = ", ".join(f"{norms[row]:.2f} at row {row}" for row in named[:-1])
    return Picture(figure, f"""Left: lengths of the {n} rows, {lengths}, {norms[-1]:.2f} at the last, median {np.median(norms):.2f}.
        Right: the spectrum over the positions {said_of_bands(cycles, power, bands)}.""")


def as_planes(value):
    """Return complex coordinates (n, planes), none of the planes zero throughout."""
    circles = as_array("circles", value, "iufc", "an array of complex numbers")
    circles = circles[:, np.newaxis] if circles.ndim == 1 else circles
    if circles.ndim != 2 or 0 in circles.shape or circles.shape[1] > MOST_PLANES:
        raise ValueError(f"circles must have at least one row and 1 to {MOST_PLANES} planes, but has shape {circles.shape}")
    if not np.isfinite(circles).all():
        raise ValueError("circles must be finite, but holds NaN or an infinity")
    if not circles.any(axis=0).all():
        raise ValueError(f"circles must not be zero throughout in a plane, but is in plane {circles.any(axis=0).argmin()}")
    return circles.astype(complex)


@styled
def plot_circles(circles, cycles):
    """The rows in each plane of a one-step map.

    Parameters
    ----------
    circles : array_like of complex, shape (n, planes) or (n,) for one plane
        From `OneStepMap.circles`; 1 to 8 planes.
    cycles : float or iterable of float
        Turns per 512 positions, one number for each plane; from `OneStepMap.cycles`.

    Returns
    -------
    Picture
        Its text says by how much (standard deviation over mean) the distance of the rows from 0 varies in each plane.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or the two do not belong together.
    """
    circles = as_planes(circles)
    cycles = as_several("cycles", cycles, as_number)
    if len(cycles) != circles.shape[1]:
        raise ValueError(f"cycles must hold one number for each of {count(circles.shape[1], 'plane')}, but holds {len(cycles)}")
    figure, axes = new_figure(2.1, 1, circles.shape[1], squeeze=False)
    said = []
    spreads = np.abs(circles).std(axis=0) / np.abs(circles).mean(axis=0)
    for ax, plane, turns, spread in zip(axes[0], circles.T, cycles, spreads):
        points = np.column_stack([plane.real, plane.imag])
        ax.scatter(*points.T, c=np.arange(len(points)), cmap="viridis", s=3)
        limit = 1.2 * np.abs(plane).max()
        ax.set(aspect="equal", xticks=(), yticks=(), xlim=(-limit, limit), ylim=(-limit, limit))
        ax.spines[:].set_visible(False)
        ax.set_title(f"{turns:.2f} turns", loc="center")
        said.append(f"{turns:.2f} turns per {PER}, radius varies by {spread:.0%}")
    turned = np.ptp(np.unwrap(np.angle(circles), axis=0), axis=0)  # radians
    if spreads.max() < ROUND and turned.min() > 1:
        seen = f"; in {'each' if len(said) > 1 else 'it'} the rows lie on a circle and go round it"
    else:
        seen = f"; the rows do not go round a circle in {'each' if len(said) > 1 else 'it'}"
    return Picture(figure, f"{count(len(said), 'plane')} of the one-step map{seen}. {'; '.join(said)}.")


def as_rows_moved(positions, residuals):
    """Return positions and residuals, both (n,): whole numbers, and numbers that are not negative."""
    positions, residuals = np.atleast_1d(as_array("positions", positions)), np.atleast_1d(as_array("factor_residuals", residuals))
    if positions.ndim != 1 or positions.shape != residuals.shape or not 1 <= positions.size <= MOST_BARS:
        raise ValueError(f"positions and factor_residuals must be two lists of one length, 1 to {MOST_BARS}, "
                         f"but have shapes {positions.shape} and {residuals.shape}")
    refuse_not_finite("positions", positions)
    refuse_not_finite("factor_residuals", residuals)
    if (positions != np.floor(positions)).any():
        raise ValueError(f"positions must be whole numbers, but are {show(positions.tolist())}")
    if (residuals < 0).any():
        raise ValueError(f"factor_residuals must not be negative, but the least is {residuals.min():g}")
    return positions.astype(np.int64), residuals.astype(np.float64)


@styled
def plot_moved_rows(positions, factor_residuals):
    """How far each row of one model is from the same row of another, after one common factor.

    Parameters
    ----------
    positions : int or array_like of int, shape (n,)
        Of the rows, at most 4096.
    factor_residuals : float or array_like, shape (n,)
        Relative difference of each row, not negative; from `common_factor`.

    Returns
    -------
    Picture
        Its text tells apart the rows below 127, row 127, and the rows from 128 on, as far as there are such rows.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    positions, residuals = as_rows_moved(positions, factor_residuals)
    figure, ax = new_figure(2.5)
    ax.bar(positions, residuals, color=COLOURS[0], width=0.8)
    ax.set(xlabel="position", ylabel="relative difference")
    ax.grid(axis="y")
    last = CUT - 1
    early, at, late = residuals[positions < last], residuals[positions == last], residuals[positions > last]
    said = [f"from {early.min():.2f} to {early.max():.2f} below position {last}"] if early.size else []
    said += [f"{at[0]:.2f} at {last}"] if at.size else []
    said += [f"at most {late.max():.4f} from {CUT} on"] if late.size else []
    return Picture(figure, f"""Relative difference between the rows of two fine-tuned models of one base,
        positions {positions[0]} to {positions[-1]}: {', '.join(said)}.""")
