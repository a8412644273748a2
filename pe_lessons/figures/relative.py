"""Pictures of relative positions: heads of a real model, biases by offset, wavelengths after a stretch."""

import numpy as np

from pe_lessons.heads import attention_to_offsets

from .inputs import as_entries
from .picture import Picture
from .style import COLOURS, GREY, new_figure, styled

MOST_CURVES = len(COLOURS)


@styled
def plot_gaze_by_distance(maps, reach=8):
    """Mean attention weight by distance back for several maps of one head.

    Parameters
    ----------
    maps : dict
        ``{title: attention map (n, n)}``, at most 6.
    reach : int
        The largest distance shown.

    Returns
    -------
    Picture
    """
    maps = as_entries("maps", maps, "{title: attention map (n, n)}")
    figure, axes = new_figure(2.2, 1, len(maps), sharey=True, squeeze=False)
    said = []
    for ax, (title, weights) in zip(axes[0], maps.items()):
        means = attention_to_offsets(weights, range(reach + 1))
        ax.bar(range(reach + 1), means, color=COLOURS[0])
        ax.set(title=title, xlabel="tokens back", ylim=(0, 1), xticks=range(0, reach + 1, 2))
        ax.grid(axis="y")
        said.append(f"{title}: {means[1]:.2f} on the token before, most on {means.argmax()} back ({means.max():.2f})")
    axes[0, 0].set_ylabel("mean weight")
    return Picture(figure, f"Mean attention weight by distance, 0 to {reach} tokens back. {'; '.join(said)}.")


@styled
def plot_score_curves(curves, measured=None):
    """Mean scores of heads by distance, as predicted, with the measured ones as dots.

    Parameters
    ----------
    curves : dict
        ``{title: score by distance (reach + 1,)}``.
    measured : dict, optional
        The same titles with what was measured, (reach + 1,).

    Returns
    -------
    Picture
    """
    curves = as_entries("curves", curves, "{title: score by distance}")
    figure, axes = new_figure(2.4, 1, len(curves), squeeze=False)
    said = []
    for ax, (title, curve) in zip(axes[0], curves.items()):
        ax.plot(curve, color=COLOURS[0], label="from the mean query and key")
        text = f"{title}: highest at {np.argmax(curve)} back"
        if measured is not None:
            ax.plot(measured[title], ".", color=COLOURS[1], ms=4, label="measured")
            text += f", correlation with the measured scores {np.corrcoef(curve, measured[title])[0, 1]:.2f}"
        ax.set(title=title, xlabel="tokens back")
        ax.grid()
        said.append(text)
    axes[0, 0].set_ylabel("mean score")
    axes[0, -1].legend(fontsize=8)
    return Picture(figure, f"Mean score by distance. {'; '.join(said)}.")


@styled
def plot_bias_curves(curves, reach):
    """What is added to the score by offset, key minus query.

    Parameters
    ----------
    curves : dict
        ``{title: bias (2 reach + 1,)}`` for the offsets -reach..reach; at most 5.
    reach : int

    Returns
    -------
    Picture
    """
    curves = as_entries("curves", curves, "{title: bias by offset}")
    if len(curves) > MOST_CURVES:
        raise ValueError(f"curves must hold at most {MOST_CURVES} biases, but holds {len(curves)}")
    figure, ax = new_figure(2.8)
    offsets = np.arange(-reach, reach + 1)
    said = []
    for (title, curve), colour in zip(curves.items(), COLOURS):
        ax.plot(offsets, curve, "o-", ms=3, color=colour, label=title)
        said.append(f"{title} highest at offset {offsets[np.argmax(curve)]} ({np.max(curve):+.2f}), {curve[reach]:+.2f} at 0")
    ax.axvline(0, color=GREY, lw=0.8)
    ax.set(xlabel="offset: position of the key minus position of the query", ylabel="added to the score")
    ax.grid()
    ax.legend(fontsize=8)
    return Picture(figure, f"Bias by offset from {-reach} to {reach}. {'; '.join(said)}.")


@styled
def plot_stretched(frequencies, plain, length, original_length):
    """Wavelength of each pair after a context extension, relative to the plain one.

    Parameters
    ----------
    frequencies : dict
        ``{method: frequencies (pairs,)}``, radians per position; at most 5.
    plain : array_like, shape (pairs,)
        The frequencies of the training.
    length, original_length : int
        The longer text, and that of the training.

    Returns
    -------
    Picture
    """
    frequencies = as_entries("frequencies", frequencies, "{method: frequencies}")
    if len(frequencies) > MOST_CURVES:
        raise ValueError(f"frequencies must hold at most {MOST_CURVES} methods, but holds {len(frequencies)}")
    plain = np.asarray(plain)
    pairs = np.arange(len(plain))
    figure, ax = new_figure(3.4)
    said = []
    for (method, changed), colour in zip(frequencies.items(), COLOURS):
        stretch = plain / np.asarray(changed)
        ax.semilogy(pairs, stretch, color=colour, label=method)
        said.append(f"{method} {stretch[0]:.2f} at pair 0, {stretch[len(pairs) // 2]:.2f} in the middle, {stretch[-1]:.2f} at the last")
    wave = int(np.sum(2 * np.pi / plain <= original_length))
    ax.axvline(wave - 0.5, color=GREY, lw=1, ls="--")
    ax.annotate(f"right of here: less than\none turn in {original_length}", (wave - 0.5, 0.97), xytext=(4, 0), va="top",
                xycoords=("data", "axes fraction"), textcoords="offset points", color=GREY, fontsize=8)
    ax.margins(y=0.12)
    ax.yaxis.set_major_formatter("{x:g}")
    ax.set(xlabel="pair i", ylabel="how many times slower")
    ax.grid()
    ax.legend(loc="upper left", ncols=2)
    return Picture(figure, f"How many times slower each pair turns, for {length} instead of {original_length} positions. {'; '.join(said)}.")
