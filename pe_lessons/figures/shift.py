"""Pictures of the shift property: the matrix, what fails without cosines, dot products by offset."""

import numpy as np

from pe_lessons import best_linear_map, sinusoidal_encoding
from pe_lessons.arguments import as_size

from .inputs import as_even_size, as_several, as_table
from .panels import as_panels, as_square, refuse_different, ticks
from .picture import Picture, count
from .style import COLOURS, DASHES, GREY, new_figure, show_signed, styled

MOST_MATRICES = 5  # side by side
MOST_COUNTS = 1000
FARTHEST = 10000  # offsets
WIDEST = 4096  # columns


def as_shifts(tables, counts):
    """Return {name: table (rows, d)} with one d, and numbers of rows that each table can shift by one."""
    tables = as_panels("tables", tables, "{name: table}", as_table, len(COLOURS))
    refuse_different("tables", tables, 1, "columns")
    counts = as_several("counts", counts, as_size, MOST_COUNTS)
    for name, table in tables.items():
        if max(counts) >= len(table):
            raise ValueError(f"counts must be at most {len(table) - 1} for the {count(len(table), 'row')} of tables[{name!r}] "
                             f"(each row needs the next one), but counts[{counts.index(max(counts))}] is {max(counts)}")
    return tables, counts


def shift_residuals(tables, counts):
    """Relative residual of the best map from row p to row p + 1, on the first rows of each table.

    Parameters
    ----------
    tables : dict
        ``{name: table (rows, d)}``, one table or up to five with the same number of columns.
    counts : int or iterable of int
        Numbers of rows that the map has to shift, each from 1 to rows - 1; at most 1000.

    Returns
    -------
    dict
        ``{name: ndarray of float64, shape (len(counts),)}``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if there are only zeros to map to.
    """
    tables, counts = as_shifts(tables, counts)
    return {name: np.array([best_linear_map(table[:n], table[1:n + 1])[1] for n in counts]) for name, table in tables.items()}


def offset_products(d_model, reach, base=10000.0):
    """Dot product of row 0 with row k, over d_model / 2.

    Parameters
    ----------
    d_model : int
        Number of columns, even, from 2 to 4096.
    reach : int
        The largest offset, from 1 to 10000.
    base : float
        As in `sinusoidal_encoding`.

    Returns
    -------
    ndarray of float64, shape (2 reach + 1,)
        For k = -reach, ..., reach; 1 at k = 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    d_model, reach = as_even_size(d_model, at_most=WIDEST), as_size("reach", reach, at_most=FARTHEST)
    rows = sinusoidal_encoding(np.arange(-reach, reach + 1), d_model, base=base)
    return rows @ rows[reach] / (d_model / 2)


@styled
def plot_shift_matrices(matrices):
    """Shift matrices side by side.

    Parameters
    ----------
    matrices : dict
        ``{title: matrix (d, d)}``, one to five matrices of any sizes, entries from -1 to 1; from `shift_matrix`.

    Returns
    -------
    Picture
        Its text says whether there are 2 x 2 blocks along the diagonal and nothing else.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    matrices = as_panels("matrices", matrices, "{title: matrix}", as_square, MOST_MATRICES)
    figure, axes = new_figure(2.9, 1, len(matrices), squeeze=False)
    axes = axes[0]
    said, blocks = [], True
    for ax, (title, matrix) in zip(axes, matrices.items()):
        d = len(matrix)
        image = show_signed(ax, matrix)
        ax.set(title=title, aspect="equal", xticks=ticks(d, 2, len(matrices)), yticks=ticks(d, 2, len(matrices)))
        ax.spines[:].set_visible(True)
        pair = np.arange(d) // 2
        blocks &= not (np.abs(matrix[pair[:, np.newaxis] != pair]) > 1e-9).any()
        said.append(f"'{title}' has {np.count_nonzero(np.abs(matrix) > 1e-9)} non-zero entries of {matrix.size}, "
                    f"{np.count_nonzero(np.diag(matrix) > 0.99)} of {d} on the diagonal above 0.99")
    axes[0].set(xlabel="column read", ylabel="column written")
    figure.colorbar(image, ax=axes, label="value", fraction=0.03)
    heads = "1 shift matrix as a heat map" if len(said) == 1 else f"{len(said)} shift matrices as heat maps"
    where = "2 x 2 blocks along the diagonal and zero elsewhere" if blocks else "not zero outside the 2 x 2 blocks along the diagonal"
    return Picture(figure, f"{heads}, {where}. {'; '.join(said)}.")


@styled
def plot_shift_residuals(tables, counts):
    """How badly the best single matrix shifts each table by one, as the number of rows grows.

    Parameters
    ----------
    tables, counts
        As in `shift_residuals`; a line for each table, a point for each number of rows.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if there are only zeros to map to.
    """
    tables, counts = as_shifts(tables, counts)
    residuals = shift_residuals(tables, counts)
    figure, ax = new_figure(2.9)
    for (name, values), colour in zip(residuals.items(), COLOURS):
        ax.plot(counts, values, "o-", ms=3, color=colour)
        ax.annotate(name, (counts[-1], values[-1]), xytext=(6, 0), textcoords="offset points", va="center", color=colour)
    columns = next(iter(tables.values())).shape[1]
    ax.axvline(columns, color=GREY, lw=1, ls="--")
    ax.annotate(f"as many rows as columns ({columns})", (columns, 0.97), xytext=(4, 0), textcoords="offset points",
                xycoords=("data", "axes fraction"), va="top", color=GREY)
    highest = None if max(values.max() for values in residuals.values()) > 0.1 else 1.0
    ax.set(xlabel="number of rows that one matrix has to shift", ylabel="relative error of the best one", ylim=(-0.02, highest))
    ax.grid()
    said = []
    for name, values in residuals.items():
        last = f", {values[-1]:.3f} at {counts[-1]}" if len(counts) > 1 else ""
        said.append(f"{name} {values[0]:.3f} at {count(counts[0], 'row')}{last}")
    return Picture(figure, f"""Relative error of the best matrix that takes each row to the next, against the number of rows:
        {'; '.join(said)}.""")


@styled
def plot_offset_products(d_models, reach):
    """Dot product of two rows by the distance of their positions, for several widths.

    Parameters
    ----------
    d_models : int or iterable of int
        One width or up to five, each even, from 2 to 4096; a line for each.
    reach : int
        The largest offset, from 1 to 10000.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    d_models = as_several("d_models", d_models, lambda name, d_model: as_even_size(d_model, name, at_most=WIDEST), len(COLOURS))
    reach = as_size("reach", reach, at_most=FARTHEST)
    figure, ax = new_figure(2.9)
    offsets = np.arange(-reach, reach + 1)
    said = []
    for d_model, colour, dashes in zip(d_models, COLOURS, DASHES):
        products = offset_products(d_model, reach)
        ax.plot(offsets, products, color=colour, ls=dashes, label=f"d_model = {d_model}")
        farther = f"{products[reach + 10]:.3f} at 10, " if reach >= 10 else ""
        said.append(f"d_model {d_model}: {products[reach + 1]:.3f} at offset 1, {farther}"
                    f"largest difference between k and -k {np.abs(products - products[::-1]).max():.3f}")
    ax.legend()
    ax.set(xlabel="offset k", ylabel="dot product / (d_model / 2)")
    ax.grid()
    return Picture(figure, f"""Dot product of the rows of positions p and p + k by k, from {-reach} to {reach}; 1 at k = 0.
        {'; '.join(said)}.""")
