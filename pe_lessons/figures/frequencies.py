"""Waves, wavelengths and what each pair can tell apart."""

import numpy as np

from pe_lessons import sinusoidal_encoding, wavelengths
from pe_lessons.arguments import LARGEST_POSITION, as_base, as_number, as_size

from .inputs import as_even_size, as_pairs, as_several
from .picture import Picture, count
from .style import BLUE, COLOURS, GREY, ORANGE, new_figure, styled


def turns(pairs, d_model, length, base=10000.0):
    """How many full turns each pair makes from the first to the last of `length` positions.

    Parameters
    ----------
    pairs : int or iterable of int
        One pair or several, from 0 to ceil(d_model / 2) - 1.
    d_model, base
        As in `wavelengths`.
    length : int
        Number of positions, at least 1.

    Returns
    -------
    dict
        ``{pair: turns}``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    d_model, length = as_size("d_model", d_model), as_size("length", length, at_most=LARGEST_POSITION)
    waves = wavelengths(d_model, base=base)
    return {pair: (length - 1) / waves[pair] for pair in as_pairs(pairs, d_model)}


def pair_chords(offset, d_model, base=10000.0):
    """How far each pair moves on its circle over `offset` positions.

    Parameters
    ----------
    offset : float
        In positions; may be 0, negative or fractional.
    d_model : int
        Even, at least 2.
    base : float
        As in `sinusoidal_encoding`.

    Returns
    -------
    ndarray of float64, shape (d_model / 2,)
        Lengths of chords, 0 to 2.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    as_number("offset", offset, largest=LARGEST_POSITION)
    d_model = as_even_size(d_model, at_least=2)
    start, end = sinusoidal_encoding([0, offset], d_model, base=base)
    return np.hypot(*(end - start).reshape(-1, 2).T)


def as_offset(name, value):
    """Return an offset as it was given, an integer as an integer, for the titles."""
    number = as_number(name, value, largest=LARGEST_POSITION)
    return int(number) if number.is_integer() else number


@styled
def plot_waves(pairs, d_model, length, base=10000.0):
    """The sine and cosine of a few pairs over the positions 0..length-1.

    Parameters
    ----------
    pairs : int or iterable of int
        One pair or several (at most 32), from 0 to d_model / 2 - 1; one panel for each.
    d_model : int
        Even, from 2 to 4096.
    length : int
        Number of positions, from 2 to 10000.
    base : float
        As in `sinusoidal_encoding`.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    d_model = as_even_size(d_model, at_least=2, at_most=4096)
    pairs = as_pairs(pairs, d_model)
    length = as_size("length", length, at_least=2, at_most=10000)
    table = sinusoidal_encoding(length, d_model, base=base)
    figure, axes = new_figure(0.95 * len(pairs) + 0.6, len(pairs), 1, sharex=True, sharey=True, squeeze=False)
    axes = axes[:, 0]
    for ax, pair in zip(axes, pairs):
        ax.plot(table[:, 2 * pair], color=BLUE, label="sine")
        ax.plot(table[:, 2 * pair + 1], color=ORANGE, label="cosine", lw=1.2)
        ax.set_title(f"pair {pair} (columns {2 * pair} and {2 * pair + 1})", pad=4)
        ax.set(ylim=(-1.15, 1.15), yticks=(-1, 0, 1))
        ax.grid(axis="y")
    axes[-1].set_xlabel("position")
    axes[0].legend(loc="upper right", ncols=2, bbox_to_anchor=(1, 1.5 if len(pairs) > 1 else 1.32))
    said = ", ".join(f"pair {pair} {count:.2f}" for pair, count in turns(pairs, d_model, length, base).items())
    return Picture(figure, f"""Sine and cosine of {count(len(pairs), "pair")} over positions 0 to {length - 1}, d_model = {d_model}.
        Full turns made: {said}. In each pair the cosine is the sine a quarter turn ahead.""")


@styled
def plot_wavelengths(d_model, length, bases=(10000.0,)):
    """Wavelength of every pair on a logarithmic axis, against the length of a sequence.

    Parameters
    ----------
    d_model : int
        Number of columns, at least 1.
    length : int
        Length of the sequence in positions, at least 1.
    bases : float or iterable of float
        One base or up to five, each greater than 1; one line for each.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    d_model, length = as_size("d_model", d_model), as_size("length", length, at_most=LARGEST_POSITION)
    bases = as_several("bases", bases, lambda name, base: as_base(base, name), at_most=len(COLOURS))
    figure, ax = new_figure(3.3)
    said = []
    for base, colour in zip(bases, COLOURS):
        waves = wavelengths(d_model, base=base)
        longer = int(np.sum(waves > length))
        ax.semilogy(waves, color=colour, marker="o" if len(waves) == 1 else None)
        ax.annotate(f"base {base:g}", (len(waves) - 1, waves[-1]), xytext=(5, 0), textcoords="offset points",
                    va="center", color=colour)
        said.append(f"base {base:g}: from {waves[0]:.2f} to {waves[-1]:.0f} positions, "
                    f"{longer} of {len(waves)} pairs longer than {length}")
    ax.axhline(length, color=GREY, lw=1, ls="--")
    ax.annotate(f"sequence of {length}", (0, length), xytext=(4, 4), textcoords="offset points", color=GREY)
    highest = 4 * max(wavelengths(d_model, base=max(bases)))
    ax.set(xlabel="pair i", ylabel="wavelength (positions)", xlim=(0, max(1, len(waves) - 1)),
           ylim=(min(4, length / 2), max(highest, 2 * length)))
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.grid()
    ax.set_title("equal steps on a logarithmic axis: every pair is slower by one and the same factor")
    return Picture(figure, f"Wavelength by pair for d_model = {d_model}, a straight line on a logarithmic axis. {'; '.join(said)}.")


@styled
def plot_scales(offsets, d_model, base=10000.0):
    """Which pairs move when the position moves by an offset: one curve for each offset.

    Parameters
    ----------
    offsets : float or iterable of float
        One offset or several (at most 32), in positions; 0 is allowed.
    d_model : int
        Even, at least 2.
    base : float
        As in `sinusoidal_encoding`.

    Returns
    -------
    Picture
        Its text names the last pair that moves 0.1 or more for each offset, or says that none does.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    offsets = as_several("offsets", offsets, as_offset)
    d_model, base = as_even_size(d_model, at_least=2), as_base(base)
    figure, axes = new_figure(1.0 * len(offsets) + 0.5, len(offsets), 1, sharex=True, sharey=True, squeeze=False)
    axes = axes[:, 0]
    said = []
    for ax, offset in zip(axes, offsets):
        chords = pair_chords(offset, d_model, base)
        ax.fill_between(range(len(chords)), chords, color=BLUE, alpha=0.25, lw=0)
        ax.plot(chords, color=BLUE, lw=1, marker="o" if len(chords) == 1 else None)
        ax.set_title(f"{offset} position{'s' * (offset != 1)} further on", pad=3)
        ax.set(ylim=(0, 2.1), yticks=(0, 1, 2))
        ax.grid(axis="y")
        moving = np.flatnonzero(chords >= 0.1)
        said.append(f"by {offset}, {moving[-1] if moving.size else 'none'}")
    axes[-1].set(xlabel="pair i", xlim=(0, max(1, len(chords) - 1)))
    figure.supylabel("distance moved", fontsize=9)
    return Picture(figure, f"How far each of {count(len(chords), 'pair')} moves on its circle, 0 to 2, when the position moves. "
                   f"The last pair that moves 0.1 or more: {'; '.join(said)}.")
