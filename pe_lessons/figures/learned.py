"""Pictures of learned tables: attention with and without positions, a table that learns, real tables taken apart."""

import numpy as np

from pe_lessons.structure import cosine_similarity, fitted_circle, leading_plane, offset_share, spectrum

from .picture import Picture
from .style import BLUE, COLOURS, DIVERGING, GREY, ORANGE, new_figure, styled


def mean_attention(model, task, length, *, sequences=200, seed=9):
    """Attention of a trained model averaged over random sequences: (length, length)."""
    tokens, *_ = task(np.random.default_rng(seed), sequences, length)
    return model.forward(tokens)[1].mean(axis=0)


@styled
def plot_attention_maps(maps, back):
    """Mean attention maps side by side, ``{title: (n, n)}``; `back` is the offset that the task asks for."""
    figure, axes = new_figure(2.9, 1, len(maps), sharey=True)
    said = []
    for ax, (title, weights) in zip(axes, maps.items()):
        image = ax.imshow(weights, cmap="Blues", vmin=0, vmax=1, interpolation="nearest")
        ax.set(title=title, xlabel="looked at: place", xticks=range(0, len(weights), 5), yticks=range(0, len(weights), 5))
        said.append(f"{title}: {np.diagonal(weights, -back).mean():.2f} of the weight goes {back} back")
    axes[0].set_ylabel("looking: place")
    figure.colorbar(image, ax=axes, label="mean weight", fraction=0.03, shrink=0.8)
    return Picture(figure, f"Mean attention maps of {len(weights)} places. {'; '.join(said)}.")


@styled
def plot_table_learning(tables):
    """Similarity of the rows, and the rows in the plane of their two leading directions, at each checkpoint.

    `tables` is ``{step: table (n, d)}``.
    """
    figure, axes = new_figure(3.5, 2, len(tables))
    said = []
    for (top, bottom), (step, table) in zip(axes.T, tables.items()):
        image = top.imshow(cosine_similarity(table, centred=True), cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest")
        top.set(title=f"step {step}", xticks=(0, len(table) - 1), yticks=(0, len(table) - 1))
        points, _ = leading_plane(table)
        limit = 1.15 * np.abs(points).max()
        bottom.plot(*points.T, color=GREY, lw=0.8)
        bottom.scatter(*points.T, c=np.arange(len(points)), cmap="viridis", s=14, zorder=2)
        bottom.set(aspect="equal", xticks=(), yticks=(), xlim=(-limit, limit), ylim=(-limit, limit))
        bottom.spines[:].set_visible(False)
        share, arc = offset_share(table, centred=True), fitted_circle(points)[3]
        said.append(f"step {step}: offset share {share:.2f}, arc {arc:.0f} degrees")
    axes[0, 0].set_ylabel("place")
    axes[1, 0].set_ylabel("leading plane")
    figure.colorbar(image, ax=axes, label="cosine", fraction=0.03, shrink=0.5, anchor=(0, 0.9))
    return Picture(figure, f"""A learned table of {len(table)} rows at {len(tables)} checkpoints: the similarity of its rows above, the rows in the
        plane of their two leading directions below. {'; '.join(said)}.""")


@styled
def plot_offset_maps(tables):
    """Centred similarity maps side by side, ``{title: table (n, d)}``, with the share that offset explains."""
    figure, axes = new_figure(2.2, 1, len(tables))
    said = []
    for ax, (title, table) in zip(axes, tables.items()):
        image = ax.imshow(cosine_similarity(table, centred=True), cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest")
        share = offset_share(table, centred=True)
        ax.set(title=f"{title}\noffset share {share:.2f}", xticks=(), yticks=())
        said.append(f"{title} {share:.2f}")
    figure.colorbar(image, ax=axes, label="cosine", fraction=0.03, shrink=0.7)
    return Picture(figure, f"Similarity maps of {len(tables)} tables. Share of the map that the offset explains: {', '.join(said)}.")


@styled
def plot_trained_table(table, bands):
    """Norms of the rows of a trained table (n, d), and its spectrum over the positions with bands marked."""
    figure, (left, right) = new_figure(2.9, 1, 2, width_ratios=(2, 3))
    norms = np.linalg.norm(table, axis=1)
    left.semilogy(norms, color=BLUE, lw=1)
    for row in (0, 127, len(table) - 1):
        left.annotate(f"{row}", (row, norms[row]), xytext=(0, 4), textcoords="offset points", ha="center", color=ORANGE)
    left.set(xlabel="position", ylabel="length of the row")
    left.set_yticks([0.4, 0.6, 1, 2], ["0.4", "0.6", "1", "2"])
    left.minorticks_off()
    left.grid(axis="y")
    left.margins(y=0.15)
    cycles, power = spectrum(table[1:-1])
    for low, high in bands:
        right.axvspan(low, high, color=ORANGE, alpha=0.15, lw=0)
    right.semilogx(cycles, power, color=BLUE, lw=1)
    right.set(xlabel="cycles per 512 positions", ylabel="share of the power", ylim=(0, None))
    right.set_xticks([1, 3, 9, 27, 81], ["1", "3", "9", "27", "81"])
    right.minorticks_off()
    inside = sum(power[(cycles >= low) & (cycles <= high)].sum() for low, high in bands)
    peaks = [cycles[(cycles >= low) & (cycles <= high)][power[(cycles >= low) & (cycles <= high)].argmax()] for low, high in bands]
    return Picture(figure, f"""Left: lengths of the {len(table)} rows, {norms[0]:.2f} at row 0, {norms[127]:.2f} at row 127, {norms[-1]:.2f} at the last,
        median {np.median(norms):.2f}. Right: the spectrum over the positions has {len(bands)} peaks, at {', '.join(f'{peak:.1f}' for peak in peaks)} cycles per 512
        positions; the marked bands hold {inside:.3f} of the power.""")


@styled
def plot_circles(circles, cycles):
    """The rows in each plane of a one-step map: circles (n, planes) complex, cycles (planes,)."""
    figure, axes = new_figure(2.1, 1, circles.shape[1])
    said = []
    for ax, plane, turns in zip(axes, circles.T, cycles):
        points = np.column_stack([plane.real, plane.imag])
        ax.scatter(*points.T, c=np.arange(len(points)), cmap="viridis", s=3)
        limit = 1.2 * np.abs(plane).max()
        ax.set(aspect="equal", xticks=(), yticks=(), xlim=(-limit, limit), ylim=(-limit, limit))
        ax.spines[:].set_visible(False)
        ax.set_title(f"{turns:.2f} turns", loc="center")
        said.append(f"{turns:.2f} turns per 512, radius varies by {np.abs(plane).std() / np.abs(plane).mean():.0%}")
    return Picture(figure, f"{len(said)} planes of the one-step map; in each the rows lie on a circle and go round it. {'; '.join(said)}.")


@styled
def plot_moved_rows(positions, factor_residuals):
    """How far each row of one model is from the same row of another, (n,), after one common factor."""
    figure, ax = new_figure(2.5)
    ax.bar(positions, factor_residuals, color=COLOURS[0], width=0.8)
    ax.set(xlabel="position", ylabel="relative difference")
    ax.grid(axis="y")
    late = factor_residuals[positions >= 128]
    early = factor_residuals[positions < 127]
    return Picture(figure, f"""Relative difference between the rows of two fine-tuned models of one base, positions {positions[0]} to {positions[-1]}: from
        {early.min():.2f} to {early.max():.2f} below position 127, {factor_residuals[positions == 127][0]:.2f} at 127, at most {late.max():.4f} from 128 on.""")
