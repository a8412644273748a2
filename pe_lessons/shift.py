"""Moving along the positions is a linear map.

The encoding of position p + k is a fixed matrix times the encoding of position p, whatever p is. The matrix turns
each pair (sin, cos) by the angle k omega.
"""

import numpy as np

from .arguments import LARGEST_POSITION, as_choice, as_matrix, as_number, as_size
from .sinusoidal import LAYOUTS, sinusoidal_encoding


def shift_matrix(offset, d_model, *, base=10000.0, layout="interleaved"):
    """Matrix that moves a sinusoidal encoding by an offset.

    Parameters
    ----------
    offset : float
        Number of positions to move by; any real number up to 2**53 in size, negative and fractional ones included.
    d_model : int
        Number of columns of the encoding; even.
    base, layout
        As in `sinusoidal_encoding`; they must be those of the encoding that is moved.

    Returns
    -------
    ndarray of float64, shape (d_model, d_model)
        M with ``encoding(p + offset) = M @ encoding(p)`` for an encoding as a column vector, for every p. For
        encodings as the rows of a table, ``moved = table @ M.T``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, and for an odd `d_model`: its last sine has no cosine
        beside it, so the moved sine cannot be computed from the row.

    Notes
    -----
    On the columns (sin, cos) of frequency omega, M is ``[[cos k omega, sin k omega], [-sin k omega, cos k omega]]``.
    In the layout "half" these four numbers lie in the rows and columns i and d_model / 2 + i. M is a rotation: its
    transpose is its inverse, and ``M(a) @ M(b) = M(a + b)``.

    References
    ----------
    Vaswani et al., "Attention Is All You Need", 2017, arXiv:1706.03762, section 3.5.

    Examples
    --------
    >>> print(shift_matrix(1, 2).round(4))
    [[ 0.5403  0.8415]
     [-0.8415  0.5403]]
    """
    offset = as_number("offset", offset, largest=LARGEST_POSITION)
    d_model = as_size("d_model", d_model)
    layout = as_choice("layout", layout, LAYOUTS)
    if d_model % 2:
        raise ValueError(
            f"d_model must be even for a shift matrix, but is {d_model}: the last sine has no cosine beside it, "
            "and without the cosine its moved value cannot be computed"
        )
    pairs = d_model // 2
    sine, cosine = sinusoidal_encoding([offset], d_model, base=base, layout="half").reshape(2, pairs)

    columns = np.arange(d_model)
    if layout == "interleaved":
        sines, cosines = columns[0::2], columns[1::2]
    else:
        sines, cosines = columns[:pairs], columns[pairs:]
    matrix = np.zeros((d_model, d_model))
    matrix[sines, sines] = cosine
    matrix[sines, cosines] = sine
    matrix[cosines, sines] = 0.0 - sine  # not -sine: a negative zero would be printed as -0.
    matrix[cosines, cosines] = cosine
    return matrix


def best_linear_map(before, after):
    """Linear map that comes closest to carrying one set of vectors into another.

    Parameters
    ----------
    before : array_like, shape (n, d)
        One vector per row, for example the encodings of n positions.
    after : array_like, shape (n, e)
        What each row should become, for example the encodings of the positions moved by k.

    Returns
    -------
    map : ndarray of float64, shape (e, d)
        ``after[p]`` is approximately ``map @ before[p]``; the squared distance, summed over all rows, is least.
    relative_residual : float
        ``norm(before @ map.T - after) / norm(after)`` with the root of the sum of all squares as norm: 0 for a map
        that fits every row, at most 1 (which the zero map reaches).

    Raises
    ------
    TypeError, ValueError
        If an argument is no matrix of finite real numbers, if the numbers of rows differ or are 0, if `after` is
        zero throughout (the residual would be 0 / 0), or if the entries of the map go beyond float64.

    Notes
    -----
    With fewer independent rows than columns many maps fit; the one with the least sum of squares is returned, and a
    small residual says nothing. Use clearly more rows than columns, and judge the map on rows that it has not seen.

    Examples
    --------
    >>> table = sinusoidal_encoding(100, 8)
    >>> found, residual = best_linear_map(table[:-7], table[7:])
    >>> print(np.allclose(found, shift_matrix(7, 8)), f"{residual:.6f}")
    True 0.000000
    """
    before = as_matrix("before", before)
    after = as_matrix("after", after)
    if len(before) != len(after):
        raise ValueError(
            f"before and after must have the same number of rows, but have shapes {before.shape} and {after.shape}"
        )
    if before.size == 0 or after.size == 0:
        raise ValueError(
            f"before and after must not be empty, but have shapes {before.shape} and {after.shape}"
        )
    if not after.any():
        raise ValueError("after must not be zero throughout: the residual is relative to its size")
    before, before_power = _scaled(before)
    after, after_power = _scaled(after)
    solution = np.linalg.lstsq(before, after)[0]
    residual = np.linalg.norm(before @ solution - after) / np.linalg.norm(after)
    return _unscaled(solution, after_power - before_power).T, float(residual)


def _scaled(array):
    """(array / 2**power, power) with the largest entry in [1/2, 1): no square over- or underflows."""
    power = int(np.frexp(np.abs(array).max())[1])
    return np.ldexp(array, -power), power


def _unscaled(array, power):
    """array * 2**power, where its largest entry fits into float64."""
    largest = int(np.frexp(np.abs(array).max())[1]) + power
    if array.any() and not -1021 <= largest <= 1024:
        raise ValueError(
            f"before and after differ too much in size: the map between them would have entries of about 2**{largest}"
        )
    return np.ldexp(array, power)
