"""Pictures of models and tables while they learn: attention with and without positions, similarity of the rows."""

import math

import numpy as np

from pe_lessons.arguments import as_size, show
from pe_lessons.circles import fitted_circle, leading_plane
from pe_lessons.structure import cosine_similarity, offset_share
from pe_lessons.tasks import Task
from pe_lessons.training import Model

from .inputs import as_table
from .panels import as_panels, as_weights, refuse_different, ticks
from .picture import Picture, count
from .style import DIVERGING, GREY, new_figure, styled

MOST_MAPS, MOST_STEPS = 5, 8  # side by side: the titles of more would overlap
MOST_ROWS = 2048  # a similarity map has the square of it
MOST_SCORES = 2**24  # attention weights in memory at one time


def mean_attention(model, task, length, *, sequences=200, seed=9):
    """Attention of a trained model averaged over random sequences.

    Parameters
    ----------
    model : Model
        From ``train(...).model``.
    task : Task
        Where the sequences come from.
    length : int
        Tokens in a sequence, at least 1; at most 2**24 weights are computed, which is a length of 289 for 200 sequences.
    sequences : int
        How many sequences, at least 1.
    seed : int
        Of the sequences, at least 0.

    Returns
    -------
    ndarray of float64, shape (length, length)
        Row: the place that looks. Column: the place it looks at.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if the model has a learned table without so many rows.
    """
    for name, value, kind, wanted in (("model", model, Model, "a Model, such as train(...).model"),
                                      ("task", task, Task, "a Task, such as copy_back(2)")):
        if not isinstance(value, kind):
            raise TypeError(f"{name} must be {wanted}, not {show(value)} ({type(value).__name__})")
    sequences = as_size("sequences", sequences)
    length = as_size("length", length, at_most=max(1, math.isqrt(MOST_SCORES // sequences)))
    tokens, *_ = task(np.random.default_rng(as_size("seed", seed, at_least=0, at_most=2**64)), sequences, length)
    return model.forward(tokens)[1].mean(axis=0)


def as_similar(name, value):
    """Return a table (n, d) whose centred rows have a direction each: n at least 3, d at least 2."""
    table = as_table(name, value)
    if len(table) < 3 or table.shape[1] < 2 or len(table) > MOST_ROWS:
        raise ValueError(f"{name} must have 3 to {MOST_ROWS} rows and at least 2 columns, but has shape {table.shape}")
    still = ~(table - table.mean(axis=0)).any(axis=1)
    if still.any():
        raise ValueError(f"{name} must have no row that equals the mean row and so points nowhere, but row {still.argmax()} does")
    return table


def similarity(table):
    """Centred similarity map of a table and the share that offset explains, as `cosine_similarity` and `offset_share`.

    Parameters
    ----------
    table : array_like, shape (n, d)
        At least 3 rows and 2 columns; no row equals the mean row.

    Returns
    -------
    cosines : ndarray of float64, shape (n, n)
    share : float
        1 if all rows are equally similar, as far as float64 can tell: then there is nothing else to explain.

    Raises
    ------
    TypeError, ValueError
        If table is of the wrong kind or out of range.
    """
    table = as_similar("table", table)
    cosines = cosine_similarity(table, centred=True)
    if np.ptp(cosines[np.triu_indices(len(table), 1)]) < 1e-12:
        return cosines, 1.0
    return cosines, offset_share(table, centred=True)


@styled
def plot_attention_maps(maps, back):
    """Mean attention maps side by side.

    Parameters
    ----------
    maps : dict
        ``{title: map (n, n)}``, one to five maps of one size, weights from 0 to 1; from `mean_attention`.
    back : int
        The offset that the task asks for, from -(n - 1) to n - 1: so many places back, or ahead if negative.

    Returns
    -------
    Picture
        Its text says how much weight each map puts there, on average over the places that have such a place.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    maps = as_panels("maps", maps, "{title: map}", as_weights, MOST_MAPS)
    n = refuse_different("maps", maps, 0, "places")
    back = as_size("back", back, at_least=1 - n, at_most=n - 1)
    where = f"{back} back" if back >= 0 else f"{-back} ahead"
    figure, axes = new_figure(2.9, 1, len(maps), sharey=True, squeeze=False)
    axes = axes[0]
    said = []
    for ax, (title, weights) in zip(axes, maps.items()):
        image = ax.imshow(weights, cmap="Blues", vmin=0, vmax=1, interpolation="nearest")
        ax.set(title=title, xlabel="looked at: place", xticks=ticks(n, 5, len(maps)), yticks=ticks(n, 5, len(maps)))
        said.append(f"{title}: {np.diagonal(weights, -back).mean():.2f} of the weight goes {where}")
    axes[0].set_ylabel("looking: place")
    figure.colorbar(image, ax=axes, label="mean weight", fraction=0.03, shrink=0.8)
    return Picture(figure, f"Mean attention map{'s' * (len(maps) != 1)} of {count(n, 'place')}. {'; '.join(said)}.")


@styled
def plot_table_learning(tables):
    """Similarity of the rows, and the rows in the plane of their two leading directions, at each checkpoint.

    Parameters
    ----------
    tables : dict
        ``{step: table (n, d)}``, one to 8 tables of one shape, n at least 3 and d at least 2; from ``train(...).tables``.

    Returns
    -------
    Picture
        Its text has the offset share of each table, and the arc of its rows about the circle that fits them.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if a row equals the mean row.
    """
    tables = as_panels("tables", tables, "{step: table}", as_similar, MOST_STEPS)
    n = refuse_different("tables", tables, 0, "rows")
    refuse_different("tables", tables, 1, "columns")
    figure, axes = new_figure(3.5, 2, len(tables), squeeze=False)
    said = []
    for (top, bottom), (step, table) in zip(axes.T, tables.items()):
        cosines, share = similarity(table)
        image = top.imshow(cosines, cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest")
        top.set(title=f"step {step}", xticks=(0, n - 1), yticks=(0, n - 1))
        points, _ = leading_plane(table)
        limit = 1.15 * np.abs(points).max()
        bottom.plot(*points.T, color=GREY, lw=0.8)
        bottom.scatter(*points.T, c=np.arange(n), cmap="viridis", s=14, zorder=2)
        bottom.set(aspect="equal", xticks=(), yticks=(), xlim=(-limit, limit), ylim=(-limit, limit))
        bottom.spines[:].set_visible(False)
        said.append(f"step {step}: offset share {share:.2f}, arc {fitted_circle(points)[3]:.0f} degrees")
    axes[0, 0].set_ylabel("place")
    axes[1, 0].set_ylabel("leading plane")
    figure.colorbar(image, ax=axes, label="cosine", fraction=0.03, shrink=0.5, anchor=(0, 0.9))
    return Picture(figure, f"""A learned table of {n} rows at {count(len(tables), "checkpoint")}: the similarity of its rows above, the rows
        in the plane of their two leading directions below. {'; '.join(said)}.""")


@styled
def plot_offset_maps(tables):
    """Centred similarity maps side by side, with the share that offset explains.

    Parameters
    ----------
    tables : dict
        ``{title: table (n, d)}``, one to five tables, n at least 3 and d at least 2; their shapes may differ.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if a row equals the mean row.
    """
    tables = as_panels("tables", tables, "{title: table}", as_similar, MOST_MAPS)
    figure, axes = new_figure(2.2, 1, len(tables), squeeze=False)
    axes = axes[0]
    said = []
    for ax, (title, table) in zip(axes, tables.items()):
        cosines, share = similarity(table)
        image = ax.imshow(cosines, cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest")
        ax.set(title=f"{title}\noffset share {share:.2f}", xticks=(), yticks=())
        said.append(f"{title} {share:.2f}")
    figure.colorbar(image, ax=axes, label="cosine", fraction=0.03, shrink=0.7)
    return Picture(figure, f"""Similarity map{'s' * (len(tables) != 1)} of {count(len(tables), "table")}.
        Share of the map that the offset explains: {', '.join(said)}.""")
