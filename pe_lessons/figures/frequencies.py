"""Waves, wavelengths and what each pair can tell apart."""

import numpy as np

from pe_lessons import sinusoidal_encoding, wavelengths

from .picture import Picture
from .style import BLUE, COLOURS, GREY, ORANGE, new_figure, styled


def turns(pairs, d_model, length, base=10000.0):
    """How many full turns each pair makes over `length` positions: {pair: turns}."""
    waves = wavelengths(d_model, base=base)
    return {pair: (length - 1) / waves[pair] for pair in pairs}


def pair_chords(offset, d_model, base=10000.0):
    """How far each pair moves over `offset` positions: (d_model // 2,), 0 to 2."""
    start, end = sinusoidal_encoding([0, offset], d_model, base=base)
    return np.hypot(*(end - start).reshape(-1, 2).T)


@styled
def plot_waves(pairs, d_model, length, base=10000.0):
    """The sine and cosine of a few pairs over the positions 0..length-1."""
    table = sinusoidal_encoding(length, d_model, base=base)
    figure, axes = new_figure(0.95 * len(pairs) + 0.6, len(pairs), 1, sharex=True, sharey=True)
    for ax, pair in zip(axes, pairs):
        ax.plot(table[:, 2 * pair], color=BLUE, label="sine")
        ax.plot(table[:, 2 * pair + 1], color=ORANGE, label="cosine", lw=1.2)
        ax.set_title(f"pair {pair} (columns {2 * pair} and {2 * pair + 1})", pad=4)
        ax.set(ylim=(-1.15, 1.15), yticks=(-1, 0, 1))
        ax.grid(axis="y")
    axes[-1].set_xlabel("position")
    axes[0].legend(loc="upper right", ncols=2, bbox_to_anchor=(1, 1.5))
    said = ", ".join(f"pair {pair} {count:.2f}" for pair, count in turns(pairs, d_model, length, base).items())
    return Picture(figure, f"""Sine and cosine of {len(pairs)} pairs over positions 0 to {length - 1}, d_model = {d_model}.
        Full turns made: {said}. In each pair the cosine is the sine a quarter turn ahead.""")


@styled
def plot_wavelengths(d_model, length, bases=(10000.0,)):
    """Wavelength of every pair on a logarithmic axis, against the length of a sequence."""
    figure, ax = new_figure(3.3)
    said = []
    for base, colour in zip(bases, COLOURS):
        waves = wavelengths(d_model, base=base)
        longer = int(np.sum(waves > length))
        ax.semilogy(waves, color=colour)
        ax.annotate(f"base {base:g}", (len(waves) - 1, waves[-1]), xytext=(5, 0), textcoords="offset points",
                    va="center", color=colour)
        said.append(f"base {base:g}: from {waves[0]:.2f} to {waves[-1]:.0f} positions, "
                    f"{longer} of {len(waves)} pairs longer than {length}")
    ax.axhline(length, color=GREY, lw=1, ls="--")
    ax.annotate(f"sequence of {length}", (0, length), xytext=(4, 4), textcoords="offset points", color=GREY)
    ax.set(xlabel="pair i", ylabel="wavelength (positions)", xlim=(0, len(waves) - 1), ylim=(4, 4 * max(wavelengths(d_model, base=max(bases)))))
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.grid()
    ax.set_title("equal steps on a logarithmic axis: every pair is slower by one and the same factor")
    return Picture(figure, f"Wavelength by pair for d_model = {d_model}, a straight line on a logarithmic axis. {'; '.join(said)}.")


@styled
def plot_scales(offsets, d_model, base=10000.0):
    """Which pairs move when the position moves by an offset: one curve for each offset."""
    figure, axes = new_figure(1.0 * len(offsets) + 0.5, len(offsets), 1, sharex=True, sharey=True)
    said = []
    for ax, offset in zip(axes, offsets):
        chords = pair_chords(offset, d_model, base)
        ax.fill_between(range(len(chords)), chords, color=BLUE, alpha=0.25, lw=0)
        ax.plot(chords, color=BLUE, lw=1)
        ax.set_title(f"{offset} position{'s' * (offset != 1)} further on", pad=3)
        ax.set(ylim=(0, 2.1), yticks=(0, 1, 2))
        ax.grid(axis="y")
        said.append(f"by {offset}, {np.flatnonzero(chords >= 0.1)[-1]}")
    axes[-1].set(xlabel="pair i", xlim=(0, len(chords) - 1))
    figure.supylabel("distance moved", fontsize=9)
    return Picture(figure, f"How far each of {len(chords)} pairs moves on its circle, 0 to 2, when the position moves. "
                   f"The last pair that moves 0.1 or more: {'; '.join(said)}.")
