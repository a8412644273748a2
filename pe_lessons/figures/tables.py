"""Encodings as heat maps: one table, several side by side."""

import numpy as np

from .picture import Picture
from .style import new_figure, show_signed, styled


def sign_changes(table):
    """How often each column of a table (n, d_model) changes its sign on the way down: (d_model,) ints."""
    signs = np.sign(table)
    return np.sum(signs[1:] * signs[:-1] < 0, axis=0)


def frozen_columns(table, within=0.1):
    """How many columns never leave their first value by more than `within`."""
    return int(np.sum(np.max(np.abs(table - table[0]), axis=0) <= within))


def draw_table(ax, table):
    """Positions run down, columns to the right; returns the image for a colour bar."""
    ax.spines[:].set_visible(True)
    ax.set_xlabel("column")
    return show_signed(ax, table)


@styled
def plot_table(table, title=""):
    """A heat map of one encoding, table (n, d_model)."""
    figure, ax = new_figure(3.6)
    image = draw_table(ax, table)
    ax.set_title(title)
    ax.set_ylabel("position")
    figure.colorbar(image, ax=ax, label="value", fraction=0.03)
    n, d_model = table.shape
    changes = sign_changes(table)
    return Picture(figure, f"""Heat map of an encoding with {n} positions (rows) and {d_model} columns, values from
        {table.min():.2f} to {table.max():.2f}. Going down, column 0 changes its sign {changes[0]} times, column
        {d_model // 4} {changes[d_model // 4]} times, column {d_model - 1} {changes[-1]} times.""")


@styled
def plot_tables(tables):
    """Several encodings of one height side by side, ``{title: table (n, d_model)}``."""
    figure, axes = new_figure(3.4, 1, len(tables), sharey=True)
    said = []
    for ax, (title, table) in zip(axes, tables.items()):
        image = draw_table(ax, table)
        ax.set_title(title)
        said.append(f"in '{title}' {frozen_columns(table)} of {table.shape[1]} columns stay within 0.1 of their first value")
    axes[0].set_ylabel("position")
    figure.colorbar(image, ax=axes, label="value", fraction=0.03)
    return Picture(figure, f"{len(tables)} heat maps of {len(table)} positions: {'; '.join(said)}.")


@styled
def plot_layouts(interleaved, half):
    """One table in both layouts (n, d_model); thin lines lead each column to its other place."""
    figure, (top, bottom) = new_figure(4.2, 2, 1, sharex=True)
    figure.get_layout_engine().set(hspace=0.2)
    d_model = interleaved.shape[1]
    places = [int(np.argmin(np.abs(half - column[:, None]).sum(axis=0))) for column in interleaved.T]
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
