"""The sinusoidal positional encoding: frequencies -> rotation at a position -> table.

Pair i of an encoding is a clock hand that turns by omega_i radians per position. The encoding of position p
holds its two coordinates, sin(p omega_i) and cos(p omega_i). The file is written in that order: how fast the
hands turn, where they point at one position, and how a whole table follows from a few positions.
"""

import decimal
import functools
import operator
import os

import numpy as np

from .arguments import (
    LARGEST_POSITION, as_base, as_choice, as_float_dtype, as_position_array, as_size,
)

LAYOUTS = ("interleaved", "half")

# ---------------------------------------------------------------------------------------------- frequencies


def compute_frequencies(d_model=512, *, base=10000.0):
    """Angular frequency of each sine/cosine pair, in radians per position.

    Parameters
    ----------
    d_model : int
        Number of columns of the encoding, from 1 to 2**20.
    base : float
        The ratio that the ladder of frequencies spans, greater than 1. With a base of 1 all pairs would be the
        same, below 1 they would speed up; both are refused.

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
    omega, _ = _exact_frequencies(as_size("d_model", d_model), as_base(base))
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


@functools.lru_cache(maxsize=16)
def _exact_frequencies(d_model, base):
    """Frequencies as two float64 arrays: the rounded values, and what the rounding left over."""
    with decimal.localcontext(decimal.Context(prec=50)):
        ratio = decimal.Decimal(base) ** (decimal.Decimal(-2) / d_model)
        power = decimal.Decimal(1)
        omega = np.empty((d_model + 1) // 2)
        left_over = np.empty_like(omega)
        for i in range(omega.size):
            omega[i] = float(power)
            left_over[i] = float(power - decimal.Decimal(float(omega[i])))
            power *= ratio
    omega.flags.writeable = left_over.flags.writeable = False  # the cache hands out these very arrays
    return omega, left_over


# --------------------------------------------------------------------------------- the rotation at a position


def _rotation(positions, frequencies):
    """exp(-i p omega) for each position p and each frequency: complex128, (len(positions), pairs).

    At position 32768 the product p * omega has an error of some 4e-12 in float64, because omega is rounded and
    the product is rounded again. So the angle is kept as a sum of two numbers: the rounded product, and a
    remainder made of what both roundings lost. Turning by the product and then by the remainder is turning by
    the whole angle.
    """
    omega, left_over = frequencies
    p = np.asarray(positions, dtype=np.float64)[:, np.newaxis]
    angle = p * omega
    remainder = _product_error(p, omega, angle) + p * left_over
    return _turn(angle) * _turn(remainder)


def _turn(angle):
    """exp(-i angle)."""
    hand = np.empty(angle.shape, dtype=np.complex128)
    hand.real = np.cos(angle)
    hand.imag = -np.sin(angle)
    return hand


def _product_error(a, b, product):
    """a * b - product without any error (Dekker's product)."""
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a):
    """Two numbers of half the digits each whose sum is a (Veltkamp's splitting): their products are exact."""
    scaled = a * 134217729.0  # 2**27 + 1
    high = scaled - (scaled - a)
    return high, a - high


# ------------------------------------------------------------------------------------------------- the table


def sinusoidal_encoding(positions, d_model, *, base=10000.0, layout="interleaved", dtype=np.float64):
    """Sinusoidal encoding of positions.

    Parameters
    ----------
    positions : int or array_like
        An integer is a length n and stands for the positions 0, 1, ..., n - 1. Anything else is an array of
        positions of any shape; they may be negative, fractional, repeated, in any order, of any integer or
        float type, and at most 2**53 in size.
    d_model : int
        Number of columns, from 1 to 2**20. With an odd number there is one more sine column than cosine columns.
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
    table, for every position up to 2**53. A position needs memory for its own row only; a whole table needs
    its own size and a few MB. A large table is filled by up to four threads, each with rows of its own.

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

    frequencies = _exact_frequencies(d_model, base)
    if length is not None:
        output = np.empty((length, d_model), dtype=dtype)
        _write_table(output, frequencies, layout)
    else:
        output = np.empty(positions.shape + (d_model,), dtype=dtype)
        _write_positions(output.reshape(-1, d_model), positions.reshape(-1), frequencies, layout)
    return output


def _length_or_positions(positions):
    """(n, None) for a length n, else (None, float64 array)."""
    try:
        operator.index(positions)
    except TypeError:
        return None, as_position_array(positions)
    return as_size("positions", positions, at_least=0, at_most=LARGEST_POSITION), None


# Below, a row is kept as one complex number per pair,  i exp(-i p omega) = sin(p omega) + i cos(p omega):
# in memory that is sin, cos, sin, cos, ..., the interleaved row itself. Multiplying it by exp(-i k omega)
# turns it into the row of position p + k. So a table needs sines and cosines for a handful of rows only.

BLOCK_ROWS = 32
BLOCK_PAIRS = 2**14  # pairs computed at a time where the result is not written directly: 256 kB
LARGE_TABLE = 2**20  # from this many values on, a table is filled by several threads, each with its own rows
THREADS = min(4, os.cpu_count() or 1)


def _write_table(output, frequencies, layout):
    """Fill output with the rows 0, 1, 2, ...: the first row of each block, turned by each of a few rotations."""
    length = len(output)
    if length == 0:
        return
    size = min(BLOCK_ROWS, length)  # rows of a block
    fine = _rotations(size, 1, frequencies, start=1)
    coarse = _rotations(-(-length // size), size, frequencies, start=1j)
    if output.size < LARGE_TABLE or THREADS == 1:
        _write_blocks(output, coarse, fine, layout)
    else:
        _write_in_threads(output, coarse, fine, layout)


def _write_in_threads(output, coarse, fine, layout):
    """The same as _write_blocks, with the rows shared out among threads."""
    from concurrent.futures import ThreadPoolExecutor  # here, because importing it takes longer than a small table

    share = -(-len(coarse) // THREADS)  # blocks for each thread
    rows = share * len(fine)
    with ThreadPoolExecutor(THREADS) as pool:
        jobs = [
            pool.submit(
                _write_blocks, output[i * rows : (i + 1) * rows], coarse[i * share : (i + 1) * share], fine, layout
            )
            for i in range(THREADS)
        ]
    for job in jobs:
        job.result()  # raises what a thread may have raised


def _write_blocks(output, coarse, fine, layout):
    """Fill output with blocks of rows; the last block may be cut short."""
    length, d_model = output.shape
    size, pairs = fine.shape
    if output.dtype == np.float64 and layout == "interleaved" and d_model % 2 == 0:
        rows = output.view(np.complex128)
        complete = length // size
        split = complete * size
        np.multiply(coarse[:complete, np.newaxis], fine, out=rows[:split].reshape(complete, size, pairs))
        if split < length:
            np.multiply(coarse[complete], fine[: length - split], out=rows[split:])
    else:
        block = np.empty_like(fine)
        for first, row in zip(range(0, length, size), coarse):
            part = output[first : first + size]
            np.multiply(row, fine, out=block)
            _write_rows(part, block[: len(part)], layout)


def _rotations(count, step, frequencies, start):
    """start * exp(-i p omega) for p = 0, step, 2 step, ...: what is there already, turned on, doubles it."""
    rotations = np.empty((count, frequencies[0].size), dtype=np.complex128)
    rotations[0] = start
    done = 1
    while done < count:
        more = min(done, count - done)
        np.multiply(rotations[:more], _rotation([done * step], frequencies), out=rotations[done : done + more])
        done += more
    return rotations


def _write_positions(output, positions, frequencies, layout):
    """Fill output with the rows of any positions, a block at a time."""
    count = max(1, BLOCK_PAIRS // frequencies[0].size)
    for start in range(0, len(positions), count):
        block = slice(start, start + count)
        _write_rows(output[block], 1j * _rotation(positions[block], frequencies), layout)


def _write_rows(output, rows, layout):
    """Copy complex rows (sin + i cos) into the columns of a layout, rounding to the type of output."""
    d_model = output.shape[1]
    if layout == "interleaved":
        output[...] = rows.view(np.float64)[:, :d_model]
    else:
        sines = (d_model + 1) // 2
        output[:, :sines] = rows.real
        output[:, sines:] = rows.imag[:, : d_model // 2]
