"""Pictures of what number formats do to the angles of far positions."""

import numpy as np

from pe_lessons import sinusoidal_encoding
from pe_lessons.arguments import as_choice, as_position_array, as_size
from pe_lessons.bfloat16 import round_to_bfloat16

from .picture import Picture
from .style import BLUE, GREY, ORANGE, new_figure, styled

PIPELINES = ("bfloat16 positions", "float32", "float64")
LOWEST = 1e-17  # below it a logarithmic axis shows no error, 0 included
WIDEST = 4096  # columns


def angle_errors(positions, d_model, pipeline):
    """Largest error of a row, for each position, when the angles are formed in a number format.

    Parameters
    ----------
    positions : int or array_like, shape (n,)
        As in `sinusoidal_encoding`: an integer is a length n and stands for 0, 1, ..., n - 1.
    d_model : int
        Number of columns, from 1 to 4096.
    pipeline : {"float64", "float32", "bfloat16 positions"}
        "float32" has frequencies, positions and their product in float32, "bfloat16 positions" rounds the
        positions to bfloat16 and goes on in float32.

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    Examples
    --------
    >>> print(angle_errors([0, 255, 257], 2, "bfloat16 positions").round(2))
    [0.   0.   0.86]
    """
    pipeline = as_choice("pipeline", pipeline, PIPELINES)
    d_model = as_size("d_model", d_model, at_most=WIDEST)
    p = as_position_array(positions)
    p = np.arange(as_size("positions", positions, at_least=0), dtype=np.float64) if p.ndim == 0 else p
    if p.ndim != 1:
        raise ValueError(f"positions must be a length or a list of positions, but has shape {p.shape}")
    omega = 10000.0 ** (-2 * np.arange((d_model + 1) // 2) / d_model)  # the usual formula: it is the one that is measured
    if pipeline == "float32":
        angle = p.astype(np.float32)[:, np.newaxis] * omega.astype(np.float32)
    elif pipeline == "bfloat16 positions":
        angle = round_to_bfloat16(p)[:, np.newaxis] * omega.astype(np.float32)
    else:
        angle = p[:, np.newaxis] * omega
    usual = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(len(p), 2 * len(omega))[:, :d_model]
    return np.abs(usual - sinusoidal_encoding(p, d_model)).max(axis=1)


@styled
def plot_angle_errors(d_model):
    """Error of a row against its position, for three ways to form the angles.

    Parameters
    ----------
    d_model : int
        Number of columns, from 1 to 4096.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If d_model is of the wrong kind or out of range.
    """
    d_model = as_size("d_model", d_model, at_most=WIDEST)
    positions = 2 ** np.arange(0, 21) - 1
    figure, ax = new_figure(3.2)
    said = []
    for pipeline, colour in zip(PIPELINES, (ORANGE, BLUE, GREY)):
        errors = angle_errors(positions, d_model, pipeline)
        shown = np.maximum(errors, LOWEST)
        ax.loglog(positions[1:], shown[1:], "o-", ms=3, color=colour)
        ax.annotate(pipeline, (positions[-1], shown[-1]), xytext=(6, 0), textcoords="offset points", va="center", color=colour)
        said.append(f"{pipeline} {errors[10]:.0e} at position {positions[10]}, {errors[-1]:.0e} at {positions[-1]}")
    ax.set(xlabel="position", ylabel="largest error of a row", xlim=(1, None))
    ax.grid()
    return Picture(figure, f"Largest error of the row of a position, d_model = {d_model}, angles formed in: {'; '.join(said)}.")
