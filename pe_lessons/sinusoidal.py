"""The sinusoidal positional encoding: frequencies, wavelengths, the table.

Pair i of an encoding is a clock hand that turns by omega_i radians per position. The encoding of position p
holds its two coordinates, sin(p omega_i) and cos(p omega_i). How they are computed is in `rotation.py`.
"""

import operator

import numpy as np

from .arguments import LARGEST_POSITION, as_base, as_choice, as_float_dtype, as_position_array, as_size
from .rotation import exact_frequencies, write_positions, write_table

LAYOUTS = ("interleaved", "half")


def compute_frequencies(d_model=512, *, base=10000.0):
    """Angular frequency of each sine/cosine pair, in radians per position.

    Parameters
    ----------
    d_model : int
        Number of columns of the encoding, from 1 to 2**16 = 65536.
    base : float
        The ratio that the ladder of frequencies spans, greater than 1 and at most 1e300. With a base of 1 all pairs
        would be the same, below 1 they would speed up; both are refused.

    Returns
    -------
    ndarray of float64, shape (ceil(d_model / 2),)
        ``omega[i] = base ** (-2 * i / d_model)``, each correctly rounded. ``omega[0]`` is 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range; the message says which.

    Notes
    -----
    An odd `d_model` keeps `d_model` in the exponent; its last frequency has a sine column only.
    Other projects divide by ``d_model / 2 - 1`` in the exponent, which makes the last frequency exactly
    ``1 / base``. That is another ladder, not another layout, and is not offered here.

    References
    ----------
    Vaswani et al., "Attention Is All You Need", 2017, arXiv:1706.03762, section 3.5.

    Examples
    --------
    >>> print(compute_frequencies(8))
    [1.    0.1   0.01  0.001]
    """
    omega, _ = exact_frequencies(as_size("d_model", d_model), as_base(base))
    return omega.copy()


def wavelengths(d_model=512, *, base=10000.0):
    """Number of positions after which each pair repeats: 2 pi / omega.

    Parameters
    ----------
    d_model, base
        As in `compute_frequencies`.

    Returns
    -------
    ndarray of float64, shape (ceil(d_model / 2),)
        In positions, from 2 pi upwards. The last one stays below ``2 pi * base``.

    Examples
    --------
    >>> print(wavelengths(8).round().astype(int))
    [   6   63  628 6283]
    """
    return 2 * np.pi / compute_frequencies(d_model, base=base)


def sinusoidal_encoding(positions, d_model, *, base=10000.0, layout="interleaved", dtype=np.float64):
    """Sinusoidal encoding of positions.

    Parameters
    ----------
    positions : int or array_like
        An integer is a length n and stands for the positions 0, 1, ..., n - 1. Anything else is an array of
        positions of any shape; they may be negative, fractional, repeated, in any order, of any integer or
        float type, and at most 2**53 in size.
    d_model : int
        Number of columns, from 1 to 2**16 = 65536. With an odd number there is one more sine column than cosine
        columns.
    base : float
        See `compute_frequencies`.
    layout : {"interleaved", "half"}
        "interleaved" orders the columns sin, cos, sin, cos, ...; "half" has all sines, then all cosines.
    dtype : float16, float32 or float64
        Type of the result. It is computed in float64 and rounded once.

    Returns
    -------
    ndarray, shape (n, d_model) or positions.shape + (d_model,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range. A single float is refused: pass ``[5.0]``.

    Notes
    -----
    Positions count from 0, whose row is 0, 1, 0, 1, ... The two layouts are one another's permutation of columns.

    Each value is within 1e-15 of the true sine or cosine for an array of positions, and within 4e-15 in a whole
    table, for every position up to 2**53. A position needs memory for its own row only. A whole table needs its
    own size and, however long it is, room for at most 320 rows of float64 and 1.5 MB. A large table is filled by up
    to four threads, each with rows of its own.

    Not checked: that the result fits into memory.

    References
    ----------
    Vaswani et al., "Attention Is All You Need", 2017, arXiv:1706.03762, section 3.5.

    Examples
    --------
    >>> print(sinusoidal_encoding(3, 4).round(4))
    [[ 0.      1.      0.      1.    ]
     [ 0.8415  0.5403  0.01    1.    ]
     [ 0.9093 -0.4161  0.02    0.9998]]
    >>> print(sinusoidal_encoding([-0.5, 999999], 4, layout="half").round(4))
    [[-0.4794 -0.005   0.8776  1.    ]
     [-0.9774 -0.2961  0.2116 -0.9552]]
    """
    length, positions = _length_or_positions(positions)
    d_model = as_size("d_model", d_model)
    base = as_base(base)
    layout = as_choice("layout", layout, LAYOUTS)
    dtype = as_float_dtype(dtype)

    frequencies = exact_frequencies(d_model, base)
    if length is not None:
        output = np.empty((length, d_model), dtype=dtype)
        write_table(output, frequencies, layout)
    else:
        output = np.empty(positions.shape + (d_model,), dtype=dtype)
        write_positions(output.reshape(-1, d_model), positions.reshape(-1), frequencies, layout)
    return output


def _length_or_positions(positions):
    """(n, None) for a length n, else (None, float64 array)."""
    try:
        operator.index(positions)
    except TypeError:
        return None, as_position_array(positions)
    return as_size("positions", positions, at_least=0, at_most=LARGEST_POSITION), None
