"""Pictures of what a sinusoidal encoding cannot do: returns, similarity by distance, number formats."""

import numpy as np

from pe_lessons import compute_frequencies, sinusoidal_encoding
from pe_lessons.bfloat16 import round_to_bfloat16

from .frequencies import pair_chords
from .picture import Picture
from .style import BLUE, COLOURS, GREY, ORANGE, new_figure, styled


def row_distances(reach, d_model, base=10000.0):
    """Distance of rows 0 and k for k = 0..reach: (reach + 1,)."""
    rows = sinusoidal_encoding(reach + 1, d_model, base=base)
    return np.linalg.norm(rows - rows[0], axis=1)


def pair_distances(reach, omega):
    """Distance of positions 0 and k on the circle of one pair, k = 0..reach: (reach + 1,)."""
    return 2 * np.abs(np.sin(np.arange(reach + 1) * omega / 2))


def angle_errors(positions, d_model, pipeline):
    """Largest error of a row, for each position, when the angles are formed in a number format.

    `pipeline` is "float64", "float32" (frequencies and product in float32) or "bfloat16 positions".
    """
    omega = 10000.0 ** (-2 * np.arange(d_model // 2) / d_model)
    p = np.asarray(positions, dtype=np.float64)[:, np.newaxis]
    if pipeline == "float32":
        angle = p.astype(np.float32) * omega.astype(np.float32)
    elif pipeline == "bfloat16 positions":
        angle = round_to_bfloat16(p) * omega.astype(np.float32)
    else:
        angle = p * omega
    usual = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(len(p), d_model)
    return np.abs(usual - sinusoidal_encoding(positions, d_model)).max(axis=1)


@styled
def plot_returns(reach, marked, d_model):
    """How near pair 0 comes back to where it started, and the whole row beside it."""
    figure, (top, bottom) = new_figure(3.8, 2, 1, sharex=True)
    pair, row = pair_distances(reach, 1.0), row_distances(reach, d_model)
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
    said = ", ".join(f"{pair[k]:.4f} at k = {k} (row {row[k]:.2f})" for k in marked)
    return Picture(figure, f"""Distance of positions 0 and k, k up to {reach}. Pair 0 comes back again and again, among others to {said}. The whole
        row of {d_model} columns never comes nearer than {row[1:].min():.2f}, which is at k = {row[1:].argmin() + 1}.""")


@styled
def plot_row_distances(d_models, reach):
    """Distance of rows 0 and k by k, relative to the largest possible, for several widths."""
    figure, ax = new_figure(2.9)
    said = []
    for d_model, colour in zip(d_models, COLOURS):
        distances = row_distances(reach, d_model) / np.sqrt(2 * d_model)
        first_fall = int(np.argmax(np.diff(distances) < 0))
        ax.plot(distances, color=colour, lw=1.2, label=f"d_model = {d_model}")
        ax.plot(first_fall, distances[first_fall], "o", color=colour)
        said.append(f"d_model {d_model} grows up to k = {first_fall} and falls for the first time after it")
    ax.legend(loc="lower right", ncols=len(d_models))
    ax.set(xlabel="offset k", ylabel="distance of the rows\n(1 = opposite)", ylim=(0, 1))
    ax.grid()
    return Picture(figure, f"Distance of the rows of positions 0 and k against k, up to {reach}. {'; '.join(said)}.")


@styled
def plot_angle_errors(d_model):
    """Error of a row against its position, for three ways to form the angles."""
    exponents = np.arange(0, 21)
    positions = 2**exponents - 1
    figure, ax = new_figure(3.2)
    said = []
    for pipeline, colour in zip(("bfloat16 positions", "float32", "float64"), (ORANGE, BLUE, GREY)):
        errors = np.maximum(angle_errors(positions, d_model, pipeline), 1e-17)
        ax.loglog(positions[1:], errors[1:], "o-", ms=3, color=colour)
        ax.annotate(pipeline, (positions[-1], errors[-1]), xytext=(6, 0), textcoords="offset points", va="center", color=colour)
        said.append(f"{pipeline} {errors[10]:.0e} at position {positions[10]}, {errors[-1]:.0e} at {positions[-1]}")
    ax.set(xlabel="position", ylabel="largest error of a row", xlim=(1, None))
    ax.grid()
    return Picture(figure, f"Largest error of the row of a position, d_model = {d_model}, angles formed in: {'; '.join(said)}.")


def slow_pair(length, d_model):
    """Sine and cosine of the slowest pair over the positions 0..length-1: (2, length)."""
    return sinusoidal_encoding(length, d_model)[:, -2:].T


@styled
def plot_slow_pair(length, d_model):
    """The slowest pair: its sine is a ramp, its cosine is nearly flat."""
    sine, cosine = slow_pair(length, d_model)
    figure, (left, right) = new_figure(2.5, 1, 2)
    for ax, values, name, colour in ((left, sine, "sine", BLUE), (right, cosine, "cosine", ORANGE)):
        ax.plot(values, color=colour)
        ax.set(title=f"{name} of the slowest pair", xlabel="position")
        ax.grid()
        ax.ticklabel_format(useOffset=False)
    straight = np.arange(length) * compute_frequencies(d_model)[-1]
    return Picture(figure, f"""Slowest pair of d_model = {d_model} over {length} positions: the sine climbs from {sine[0]:.4f} to {sine[-1]:.4f} and stays within
        {np.abs(sine - straight).max():.6f} of a straight line, the cosine falls from {cosine[0]:.4f} to {cosine[-1]:.4f}.""")


@styled
def plot_beyond_training(results, tested):
    """Accuracy beyond the training length: ``{task: {scheme: (seeds, lengths)}}``; a band from the worst seed to the best."""
    figure, axes = new_figure(3.2, 1, len(results), sharey=True)
    said = []
    for ax, (task, result) in zip(axes, results.items()):
        for (scheme, values), colour in zip(result.items(), (GREY, BLUE, *COLOURS[1:])):
            ax.plot(tested, values.mean(axis=0), "o-", ms=3, color=colour, label=scheme)
            ax.fill_between(tested, values.min(axis=0), values.max(axis=0), color=colour, alpha=0.2, lw=0)
        ax.set_xscale("log", base=2)
        ax.set_xticks(tested, [str(n) for n in tested])
        ax.set(title=task, xlabel="length of the text", ylim=(0, 1.04))
        ax.grid()
        at = tested.index(32)
        said.append(f"{task}: " + ", ".join(f"{scheme} {values.mean(axis=0)[at]:.2f}" for scheme, values in result.items()))
    axes[0].set_ylabel("right answers")
    axes[-1].legend(fontsize=8, loc="lower left")
    return Picture(figure, f"Right answers against the length of the text, trained at {tested[0]}. At length 32: {'; '.join(said)}.")
