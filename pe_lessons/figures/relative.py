"""Pictures of relative positions: heads of a real model, biases by offset, frequencies after a stretch."""

import numpy as np

from pe_lessons.arguments import LARGEST_POSITION, as_array, as_size, refuse_not_finite
from pe_lessons.heads import PLAIN_FIRST, attention_to_offsets

from .inputs import as_entries
from .picture import Picture
from .style import COLOURS, DASHES, GREY, MARKERS, new_figure, styled

MOST_CURVES = len(COLOURS)
MOST_PANELS = 6


def as_curves(name, value, most, length=None):
    """Return a dictionary of curves, all of one length (`length`, if given), of finite numbers."""
    value = as_entries(name, value, "{title: numbers}")
    if len(value) > most:
        raise ValueError(f"{name} must hold at most {most} curves, but holds {len(value)}")
    curves = {}
    for title, numbers in value.items():
        label = f"{name}[{title!r}]"
        curve = as_array(label, numbers)
        refuse_not_finite(label, curve)
        length = len(curve) if length is None and curve.ndim == 1 and curve.size else length
        if curve.shape != (length,):
            raise ValueError(f"{label} must have shape ({length},), but has shape {curve.shape}")
        curves[title] = curve
    return curves


@styled
def plot_gaze_by_distance(maps, reach=8):
    """Mean attention weight by distance back, for several maps of one head.

    Parameters
    ----------
    maps : dict
        ``{title: attention weights (n, n)}``, at most 6.
    reach : int
        The largest distance shown, 1 to 20. Queries that see fewer than 20 keys before them are not counted.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or a map is not square.
    """
    maps = as_entries("maps", maps, "{title: attention weights (n, n)}")
    if len(maps) > MOST_PANELS:
        raise ValueError(f"maps must hold at most {MOST_PANELS} maps, but holds {len(maps)}")
    reach = as_size("reach", reach, at_most=PLAIN_FIRST)
    figure, axes = new_figure(2.2, 1, len(maps), sharey=True, squeeze=False)
    said = []
    for ax, (title, weights) in zip(axes[0], maps.items()):
        means = attention_to_offsets(weights, range(reach + 1))
        ax.bar(range(reach + 1), means, color=COLOURS[0])
        ax.set(title=title, xlabel="tokens back", ylim=(0, 1), xticks=range(0, reach + 1, 1 + reach // 5))
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
        ``{title: score at the distances 0, 1, ... (reach + 1,)}``, at most 6.
    measured : dict, optional
        The same titles, with what was measured.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or if titles or lengths differ.
    """
    curves = as_curves("curves", curves, MOST_PANELS)
    if measured is not None:
        measured = as_curves("measured", measured, MOST_PANELS, len(next(iter(curves.values()))))
        if measured.keys() != curves.keys():
            raise ValueError(f"measured must have the titles of curves, {list(curves)}, but has {list(measured)}")
    figure, axes = new_figure(2.4, 1, len(curves), squeeze=False)
    said = []
    for ax, (title, curve) in zip(axes[0], curves.items()):
        ax.plot(curve, color=COLOURS[0], label="from the mean query and key")
        text = f"{title}: highest at {np.argmax(curve)} back"
        if measured is not None:
            ax.plot(measured[title], ".", color=COLOURS[1], ms=4, label="measured")
            if np.ptp(curve) and np.ptp(measured[title]):
                text += f", correlation with the measured scores {np.corrcoef(curve, measured[title])[0, 1]:.2f}"
        ax.set(title=title, xlabel="tokens back")
        ax.grid()
        said.append(text)
    axes[0, 0].set_ylabel("mean score")
    axes[0, -1].legend(fontsize=8)
    return Picture(figure, f"Mean score by distance. {'; '.join(said)}.")


@styled
def plot_bias_curves(curves):
    """What is added to the score by offset, key minus query.

    Parameters
    ----------
    curves : dict
        ``{title: bias (2 reach + 1,)}`` for the offsets -reach, ..., reach; at most 5.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or if the lengths are even or differ.
    """
    curves = as_curves("curves", curves, MOST_CURVES)
    count = len(next(iter(curves.values())))
    if count % 2 == 0:
        raise ValueError(f"curves must hold a number for each offset from -reach to reach, an odd number, but holds {count}")
    reach = count // 2
    figure, ax = new_figure(2.8)
    offsets = np.arange(-reach, reach + 1)
    said = []
    for (title, curve), colour, marker in zip(curves.items(), COLOURS, MARKERS):
        ax.plot(offsets, curve, marker=marker, ms=4, color=colour, label=title)
        said.append(f"{title} highest at offset {offsets[np.argmax(curve)]} ({np.max(curve):+.2f}), {curve[reach]:+.2f} at 0")
    ax.axvline(0, color=GREY, lw=0.8)
    ax.set(xlabel="offset: position of the key minus position of the query", ylabel="added to the score")
    ax.grid()
    ax.legend(fontsize=8)
    return Picture(figure, f"Bias by offset from {-reach} to {reach}. {'; '.join(said)}.")


@styled
def plot_stretched(frequencies, plain, length, original_length):
    """Wavelength of each pair after a context extension, beside the plain one.

    Parameters
    ----------
    frequencies : dict
        ``{method: frequencies (pairs,)}``, radians per position; at most 5.
    plain : array_like, shape (pairs,)
        The frequencies of the training, fastest first.
    length, original_length : int
        Positions of the longer text, and of the training.

    Returns
    -------
    Picture
        Its text says how many times slower each method makes three of the pairs.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if lengths differ.
    """
    plain = as_curves("plain", {"frequencies": plain}, 1)["frequencies"]
    frequencies = as_curves("frequencies", frequencies, MOST_CURVES, len(plain))
    length = as_size("length", length, at_most=LARGEST_POSITION)
    original_length = as_size("original_length", original_length, at_most=LARGEST_POSITION)
    for name, curve in {"plain": plain, **frequencies}.items():
        if not (curve > 0).all():
            raise ValueError(f"frequencies must be greater than 0, but those of {name} are not")
    figure, ax = new_figure(3.8)
    said = []
    ax.semilogy(2 * np.pi / plain, color="black", ls=":", label="plain")
    for (method, changed), colour, dashes in zip(frequencies.items(), COLOURS, DASHES):
        stretch = plain / changed
        ax.semilogy(2 * np.pi / changed, color=colour, ls=dashes, label=method)
        said.append(f"{method} {stretch[0]:.2f} at pair 0, {stretch[len(plain) // 2]:.2f} in the middle, {stretch[-1]:.2f} at the last")
    for size, text in ((original_length, "training"), (length, "longer text")):
        ax.axhline(size, color=GREY, lw=0.8, ls="--")
        ax.annotate(f"{text}: {size}", (0, size), xytext=(2, 3), textcoords="offset points", color=GREY, fontsize=8)
    fast = int(np.sum(2 * np.pi / plain <= original_length))
    ax.set(xlabel="pair i", ylabel="wavelength (positions)")
    ax.grid()
    ax.legend(loc="lower right")
    return Picture(figure, f"""Wavelength of each of {len(plain)} pairs, plain and stretched for {length} instead of {original_length} positions; {fast}
        pairs make a whole turn in {original_length}. How many times slower: {'; '.join(said)}.""")
