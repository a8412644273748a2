"""What is in a table of positions: similarity, spectrum, and what two tables have in common.

Each function takes rows of a table, one position after the other. A smooth curve scores high in many measures without
being periodic at all, so `random_walk` is here as a control.
"""

import numpy as np

from .arguments import as_choice, as_matrix, as_size, show

PER = 512  # frequencies are counted in cycles per so many positions


def cosine_similarity(rows, *, centred=False):
    """Cosine of the angle between each two rows.

    Parameters
    ----------
    rows : array_like, shape (n, d)
    centred : bool
        Whether the mean row is taken off first. What all rows have in common makes all of them similar.

    Returns
    -------
    ndarray of float64, shape (n, n)

    Raises
    ------
    ValueError
        If a row is zero (after centring): it has no direction.

    Examples
    --------
    >>> print(cosine_similarity([[1, 0], [1, 1]]).round(3))
    [[1.    0.707]
     [0.707 1.   ]]
    """
    rows = as_matrix("rows", rows)
    rows = rows - rows.mean(axis=0) if centred else rows
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    if (norms == 0).any():
        raise ValueError(f"rows must not be zero{' after centring' if centred else ''}, but row {norms.argmin()} is")
    rows = rows / norms
    return rows @ rows.T


def offset_share(rows, *, centred=False):
    """Share of the cosine matrix that the offset between two positions explains alone.

    Parameters
    ----------
    rows : array_like, shape (n, d)
        At least 3 rows.
    centred : bool
        As in `cosine_similarity`.

    Returns
    -------
    float
        R2 of replacing each element outside the diagonal by the mean of its own diagonal (the best Toeplitz matrix):
        1 if the similarity depends on the offset only. The main diagonal is left out: every row equals itself, and
        with it even random rows would score high.

    Raises
    ------
    ValueError
        If there are fewer than 3 rows, if one has no direction, or if all are equally similar: then there is nothing
        to explain.

    Examples
    --------
    >>> walk = random_walk(100, 50)
    >>> shuffled = np.random.default_rng(1).permutation(walk)
    >>> print(f"{offset_share(walk):.2f} {offset_share(shuffled):.2f}")
    0.66 0.01
    """
    cosines = cosine_similarity(rows, centred=centred)
    n = len(cosines)
    if n < 3:
        raise ValueError(f"rows must be at least 3, but are {n}")
    upper = [np.diagonal(cosines, k) for k in range(1, n)]
    values = np.concatenate(upper)
    if np.ptp(values) < 1e-12:  # no more than rounding
        raise ValueError("rows must differ in how similar they are, but each two have the same cosine")
    left = sum(((diagonal - diagonal.mean()) ** 2).sum() for diagonal in upper)
    return float(1 - left / ((values - values.mean()) ** 2).sum())


def spectrum(rows, *, window="hann"):
    """Power of each frequency along the positions, added up over the columns.

    Parameters
    ----------
    rows : array_like, shape (n, d)
        Consecutive rows; the mean row is taken off.
    window : {"hann", "none"}
        "hann" lets the rows fade in and out, so that what does not fit a whole number of times into the n positions
        stays near its frequency, two or three bins wide. Without a window its power leaks over the whole axis.

    Returns
    -------
    frequencies : ndarray, shape (n // 2,)
        In cycles per 512 positions, from 512 / n up; without 0.
    power : ndarray, shape (n // 2,)
        Shares, which add up to 1.

    Raises
    ------
    ValueError
        If there are fewer than 3 rows, or if all are the same: a constant has no frequency.

    Examples
    --------
    >>> wave = np.cos(2 * np.pi * 5 * np.arange(512) / 512)
    >>> frequencies, power = spectrum(wave[:, np.newaxis])
    >>> print(frequencies[power.argmax()])
    5.0
    """
    rows = as_matrix("rows", rows)
    if len(rows) < 3:
        raise ValueError(f"rows must be at least 3, but are {len(rows)}")
    if (rows == rows[0]).all():
        raise ValueError("rows must not all be the same: a constant has no frequency")
    rows = rows - rows.mean(axis=0)
    if as_choice("window", window, ("hann", "none")) == "hann":
        rows = rows * np.hanning(len(rows))[:, np.newaxis]
    power = (np.abs(np.fft.rfft(rows, axis=0)) ** 2).sum(axis=1)[1:]
    return np.arange(1, power.size + 1) * PER / len(rows), power / power.sum()


def band_powers(frequencies, power, bands):
    """Centre and share of the power for bands of a spectrum.

    Parameters
    ----------
    frequencies, power : ndarray
        From `spectrum`.
    bands : sequence of (low, high)
        In cycles per 512 positions, both ends included.

    Returns
    -------
    centres, shares : ndarray, shape (len(bands),)
        The mean frequency of each band, weighted by power, and its share of all power.

    Raises
    ------
    ValueError
        If there is no power in a band, for example because it lies between two frequencies: it has no centre.

    Examples
    --------
    >>> centres, shares = band_powers(np.arange(1.0, 9.0), np.full(8, 1 / 8), [(2, 4), (6, 7)])
    >>> print(centres, shares)
    [3.  6.5] [0.375 0.25 ]
    """
    inside = [(frequencies >= low) & (frequencies <= high) for low, high in bands]
    shares = np.array([power[band].sum() for band in inside])
    if not (shares > 0).all():
        empty = int(np.argmin(shares > 0))
        low, high = bands[empty]
        raise ValueError(f"bands must hold power, but bands[{empty}], from {show(low)} to {show(high)}, has none")
    centres = np.array([(frequencies * power)[band].sum() for band in inside]) / shares
    return centres, shares


def common_factor(rows, others):
    """Factor that brings other rows closest to rows, all with the same factor.

    Parameters
    ----------
    rows, others : array_like, shape (n, d)

    Returns
    -------
    factor : float
    residuals : ndarray, shape (n,)
        ``norm(rows - factor * others) / norm(rows)``, row by row.

    Examples
    --------
    >>> factor, residuals = common_factor([[2.0, 4.0], [6.0, 0.0]], [[1.0, 2.0], [3.0, 0.0]])
    >>> print(round(factor, 6), residuals.round(6))
    2.0 [0. 0.]
    """
    rows, others = as_matrix("rows", rows), as_matrix("others", others)
    factor = float((rows * others).sum() / (others**2).sum())
    return factor, np.linalg.norm(rows - factor * others, axis=1) / np.linalg.norm(rows, axis=1)


def random_walk(n, d, *, seed=0):
    """Rows of a random walk: each is the one before plus normal noise. Smooth, without a frequency.

    Parameters
    ----------
    n, d : int
        Rows and columns.
    seed : int

    Returns
    -------
    ndarray of float64, shape (n, d)

    Examples
    --------
    >>> random_walk(100, 3).shape
    (100, 3)
    """
    return np.cumsum(np.random.default_rng(seed).normal(size=(as_size("n", n), as_size("d", d))), axis=0)
