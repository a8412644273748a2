"""Encodings as heat maps: one table, several side by side."""

import numpy as np

from pe_lessons.arguments import as_number

from .inputs import MOST_PANELS, as_entries, as_table
from .picture import Picture, count
from .style import new_figure, show_signed, styled


def sign_changes(table):
    """How often each column of a table changes its sign on the way down.

    Parameters
    ----------
    table : array_like, shape (n, d_model)

    Returns
    -------
    ndarray of int, shape (d_model,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    signs = np.sign(as_table("table", table))
    return np.sum(signs[1:] * signs[:-1] < 0, axis=0)


def frozen_columns(table, within=0.1):
    """How many columns never leave their first value by more than `within`.

    Parameters
    ----------
    table : array_like, shape (n, d_model)
    within : float

    Returns
    -------
    int
        From 0 to d_model.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    table, within = as_table("table", table), as_number("within", within)
    return int(np.sum(np.max(np.abs(table - table[0]), axis=0) <= within))


def draw_table(ax, table):
    """Positions run down, columns to the right; returns the image for a colour bar."""
    ax.spines[:].set_visible(True)
    ax.set_xlabel("column")
    return show_signed(ax, table)


@styled
def plot_table(table, title=""):
    """A heat map of one encoding.

    Parameters
    ----------
    table : array_like, shape (n, d_model)
        Finite numbers, at least one row and one column.
    title : str

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    table = as_table("table", table)
    figure, ax = new_figure(3.6)
    image = draw_table(ax, table)
    ax.set_title(title)
    ax.set_ylabel("position")
    figure.colorbar(image, ax=ax, label="value", fraction=0.03)
    n, d_model = table.shape
    changes = sign_changes(table)
    others = sorted({d_model // 4, d_model - 1} - {0})
    said = "".join(f", column {column} {changes[column]} times" for column in others)
    return Picture(figure, f"""Heat map of an encoding with {count(n, "position")} (rows) and {count(d_model, "column")}, values from
        {table.min():.2f} to {table.max():.2f}. Going down, column 0 changes its sign {changes[0]} times{said}.""")


@styled
def plot_tables(tables):
    """Several encodings of one height side by side.

    Parameters
    ----------
    tables : dict
        ``{title: table (n, d_model)}``, one to 32 tables of the same number of rows; their widths may differ.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    tables = as_entries("tables", tables, "{title: table}")
    if len(tables) > MOST_PANELS:
        raise ValueError(f"tables must hold at most {MOST_PANELS} tables, but holds {len(tables)}")
    tables = {title: as_table(f"tables[{title!r}]", table) for title, table in tables.items()}
    heights = {title: len(table) for title, table in tables.items()}
    if len(set(heights.values())) > 1:
        raise ValueError(f"tables must have the same number of rows, but have {heights}")
    figure, axes = new_figure(3.4, 1, len(tables), sharey=True, squeeze=False)
    axes = axes[0]
    said = []
    for ax, (title, table) in zip(axes, tables.items()):
        image = draw_table(ax, table)
        ax.set_title(title)
        said.append(f"in '{title}' {frozen_columns(table)} of {table.shape[1]} columns stay within 0.1 of their first value")
    axes[0].set_ylabel("position")
    figure.colorbar(image, ax=axes, label="value", fraction=0.03)
    return Picture(figure, f"{count(len(tables), 'heat map')} of {count(len(table), 'position')}: {'; '.join(said)}.")


def places_in_half(interleaved, half):
    """Return the place of each interleaved column in the half layout; refuse tables that differ in more than layout."""
    if interleaved.shape != half.shape:
        raise ValueError(f"interleaved and half must have the same shape, but have {interleaved.shape} and {half.shape}")
    d_model = interleaved.shape[1]
    sines = (d_model + 1) // 2
    places = [column // 2 + column % 2 * sines for column in range(d_model)]
    apart = np.abs(half[:, places] - interleaved).max(axis=0)
    if apart.max() > 1e-6:
        column = int(np.argmax(apart > 1e-6))
        raise ValueError(
            f"half must hold the columns of interleaved, sines first, but column {places[column]} of half differs from "
            f"column {column} of interleaved by up to {apart[column]:.3g}"
        )
    return places


@styled
def plot_layouts(interleaved, half):
    """One table in both layouts; thin lines lead each column to its other place.

    Parameters
    ----------
    interleaved : array_like, shape (n, d_model)
        Columns sine, cosine, sine, cosine, ...
    half : array_like, shape (n, d_model)
        The same columns, all sines first.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is no table, or the two are not one table in its two layouts (within 1e-6).
    """
    interleaved, half = as_table("interleaved", interleaved), as_table("half", half)
    places = places_in_half(interleaved, half)
    figure, (top, bottom) = new_figure(4.2, 2, 1, sharex=True)
    figure.get_layout_engine().set(hspace=0.2)
    d_model = interleaved.shape[1]
    for ax, table, title in ((top, interleaved, "interleaved layout: sine, cosine, sine, cosine, ..."),
                             (bottom, half, "half layout: all sines, then all cosines")):
        image = draw_table(ax, table)
        ax.set(ylabel="position", xticks=range(d_model), yticks=range(len(table)))
        ax.tick_params(axis="x", length=0)
        ax.set_xlabel("" if ax is top else f"column of the {title}")
        if ax is top:
            ax.set_title(title)
    n = len(interleaved)
    for column, place in enumerate(places):
        top.annotate("", xy=(place, -0.5), xycoords=bottom.transData, xytext=(column, n - 0.5), textcoords=top.transData,
                     arrowprops={"arrowstyle": "->", "color": "#444444", "lw": 0.8}, annotation_clip=False)
    figure.colorbar(image, ax=[top, bottom], label="value", fraction=0.03)
    return Picture(figure, f"""Two heat maps of the same {n} x {d_model} table. Lines lead the interleaved columns
        {list(range(d_model))} to the places {places} of the half layout; every column of one is a column of the other.""")
