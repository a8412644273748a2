"""Pictures of the shift property: the matrix, what fails without cosines, dot products by offset."""

import numpy as np

from pe_lessons import best_linear_map, sinusoidal_encoding

from .picture import Picture
from .style import COLOURS, GREY, new_figure, show_signed, styled


def shift_residuals(tables, counts):
    """Relative residual of the best map from row p to row p + 1, on the first n rows: {name: (len(counts),)}."""
    return {name: np.array([best_linear_map(table[:n], table[1:n + 1])[1] for n in counts]) for name, table in tables.items()}


def offset_products(d_model, reach, base=10000.0):
    """Dot product of row 0 with row k over d_model / 2, for k = -reach..reach: (2 reach + 1,)."""
    rows = sinusoidal_encoding(np.arange(-reach, reach + 1), d_model, base=base)
    return rows @ rows[reach] / (d_model / 2)


@styled
def plot_shift_matrices(matrices):
    """Shift matrices side by side, ``{title: matrix (d, d)}``."""
    figure, axes = new_figure(2.9, 1, len(matrices))
    said = []
    for ax, (title, matrix) in zip(axes, matrices.items()):
        image = show_signed(ax, matrix)
        ax.set(title=title, aspect="equal", xticks=range(0, len(matrix), 2), yticks=range(0, len(matrix), 2))
        ax.spines[:].set_visible(True)
        said.append(f"'{title}' has {np.count_nonzero(np.abs(matrix) > 1e-9)} non-zero entries of {matrix.size}, "
                    f"{np.count_nonzero(np.diag(matrix) > 0.99)} of {len(matrix)} on the diagonal above 0.99")
    axes[0].set(xlabel="column read", ylabel="column written")
    figure.colorbar(image, ax=axes, label="value", fraction=0.03)
    return Picture(figure, f"{len(matrices)} shift matrices as heat maps, 2 x 2 blocks along the diagonal and zero elsewhere. {'; '.join(said)}.")


@styled
def plot_shift_residuals(tables, counts):
    """How badly the best single matrix shifts each table by one, as the number of rows grows."""
    residuals = shift_residuals(tables, counts)
    figure, ax = new_figure(2.9)
    for (name, values), colour in zip(residuals.items(), COLOURS):
        ax.plot(counts, values, "o-", ms=3, color=colour)
        ax.annotate(name, (counts[-1], values[-1]), xytext=(6, 0), textcoords="offset points", va="center", color=colour)
    columns = next(iter(tables.values())).shape[1]
    ax.axvline(columns, color=GREY, lw=1, ls="--")
    ax.annotate(f"as many rows as columns ({columns})", (columns, 0.97), xytext=(4, 0), textcoords="offset points",
                xycoords=("data", "axes fraction"), va="top", color=GREY)
    ax.set(xlabel="number of rows that one matrix has to shift", ylabel="relative error of the best one", ylim=(-0.02, None))
    ax.grid()
    said = "; ".join(f"{name} {values[0]:.3f} at {counts[0]} rows, {values[-1]:.3f} at {counts[-1]}" for name, values in residuals.items())
    return Picture(figure, f"Relative error of the best matrix that takes each row to the next, against the number of rows: {said}.")


@styled
def plot_offset_products(d_models, reach):
    """Dot product of two rows by the distance of their positions, for several widths."""
    figure, ax = new_figure(2.9)
    offsets = np.arange(-reach, reach + 1)
    said = []
    for d_model, colour in zip(d_models, COLOURS):
        products = offset_products(d_model, reach)
        ax.plot(offsets, products, color=colour, label=f"d_model = {d_model}")
        said.append(f"d_model {d_model}: {products[reach + 1]:.3f} at offset 1, {products[reach + 10]:.3f} at 10, "
                    f"largest difference between k and -k {np.abs(products - products[::-1]).max():.3f}")
    ax.legend()
    ax.set(xlabel="offset k", ylabel="dot product / (d_model / 2)")
    ax.grid()
    return Picture(figure, f"Dot product of the rows of positions p and p + k by k, from {-reach} to {reach}; 1 at k = 0. {'; '.join(said)}.")


@styled
def plot_gaze(weights, offset):
    """An attention map (n, n) of a head that was built to look `offset` positions back."""
    figure, ax = new_figure(3.3)
    image = ax.imshow(weights, cmap="Blues", vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    ax.set(xlabel="looked at: position", ylabel="looking: position")
    figure.colorbar(image, ax=ax, label="attention weight", fraction=0.03)
    gaze = np.diagonal(weights, -offset)
    return Picture(figure, f"""Attention map of {len(weights)} positions. A dark line {offset} below the diagonal: from position {offset} on,
        the weight on the place {offset} back is {gaze.min():.2f} to {gaze.max():.2f}.""")
