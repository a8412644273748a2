"""What is in a table of positions: similarity, spectrum, and the linear map from each row to the next.

Each function takes rows of a table, one position after the other. A smooth curve scores high in many measures without
being periodic at all, so `random_walk` is here as a control.
"""

import dataclasses

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


@dataclasses.dataclass(frozen=True, eq=False)
class OneStepMap:
    """A linear map from the coordinates of each row to those of the next: z[p + 1] = matrix @ z[p] + constant.

    Attributes
    ----------
    mean : ndarray, shape (d,)
        Mean of the rows it was fitted to.
    axes : ndarray, shape (components, d)
        Their principal axes: z = axes @ (row - mean).
    matrix : ndarray, shape (components, components)
    constant : ndarray, shape (components,)
    eigenvalues : ndarray of complex, shape (components,)
        Of the matrix. Size 1 is a rotation; the angle is what a step turns by. Slowest first.
    """

    mean: np.ndarray
    axes: np.ndarray
    matrix: np.ndarray
    constant: np.ndarray
    eigenvalues: np.ndarray

    @property
    def sizes(self):
        """Size of one eigenvalue for each plane (pair of conjugate eigenvalues), slowest first."""
        return np.abs(self.eigenvalues[self._planes()])

    @property
    def cycles(self):
        """Turns per 512 positions in each plane, slowest first."""
        return np.angle(self.eigenvalues[self._planes()]) * PER / (2 * np.pi)

    def coordinates(self, rows):
        """z of rows: shape (n, components)."""
        return (as_matrix("rows", rows) - self.mean) @ self.axes.T

    def held_out_r2(self, rows, steps=1):
        """R2 of predicting each row from the one `steps` before it, in the coordinates of the map.

        Give it rows that the map was not fitted to. 1 is perfect, 0 is no better than their mean.
        """
        z = self.coordinates(rows)
        if len(z) < 2:
            raise ValueError(f"rows must be at least 2, but are {len(z)}")
        steps = as_size("steps", steps, at_most=len(z) - 1)
        if (z == z[0]).all():
            raise ValueError("rows must not all be the same: there is nothing to predict")
        guess = z[:-steps]
        for _ in range(steps):
            guess = guess @ self.matrix.T + self.constant
        return float(1 - ((z[steps:] - guess) ** 2).sum() / ((z[steps:] - z.mean(axis=0)) ** 2).sum())

    def circles(self, rows):
        """Complex coordinate of each row in each plane of the map: shape (n, planes), slowest plane first.

        Where the map holds, a row's number is the one before times the eigenvalue: it goes round a circle about 0.
        """
        values, vectors = np.linalg.eig(self.matrix.T)  # left eigenvectors: w z[p + 1] = eigenvalue w z[p]
        order = [int(np.argmin(np.abs(values - wanted))) for wanted in self.eigenvalues[self._planes()]]
        # The point that stays: z = matrix @ z + constant. If an eigenvalue is 1, there are many or none: the nearest.
        still = np.linalg.lstsq(np.eye(len(self.matrix)) - self.matrix, self.constant)[0]
        return (self.coordinates(rows) - still) @ _largest_positive(vectors.T)[order].T

    def _planes(self):
        values = self.eigenvalues  # one of each conjugate pair; a real one, be it negative, turns nothing
        return values.imag > 1e-9 * np.abs(values)


def one_step_map(rows, components):
    """Fit one linear map from each row to the next.

    Parameters
    ----------
    rows : array_like, shape (n, d)
        Consecutive rows, clearly more than `components`.
    components : int
        Number of principal axes to work in.

    Returns
    -------
    OneStepMap

    Examples
    --------
    >>> angle = np.arange(40) * 2 * np.pi / 16
    >>> circle = np.column_stack([np.cos(angle), np.sin(angle)])
    >>> print(one_step_map(circle, 2).cycles.round(2))  # 512 positions / 16 positions in a turn
    [32.]
    """
    rows = as_matrix("rows", rows)
    components = as_size("components", components, at_most=min(rows.shape[1], max(len(rows) - 2, 1)))
    mean = rows.mean(axis=0)
    axes = _largest_positive(np.linalg.svd(rows - mean, full_matrices=False)[2][:components])
    z = (rows - mean) @ axes.T
    solution = np.linalg.lstsq(np.column_stack([z[:-1], np.ones(len(z) - 1)]), z[1:])[0]
    matrix, constant = solution[:-1].T, solution[-1]
    eigenvalues = np.linalg.eigvals(matrix)
    eigenvalues = eigenvalues[np.argsort(np.abs(np.angle(eigenvalues)), kind="stable")].astype(complex)
    return OneStepMap(mean, axes, matrix, constant, eigenvalues)


def _largest_positive(vectors):
    """The same directions, with the largest element positive: a sign (or phase) that does not depend on the machine."""
    largest = np.take_along_axis(vectors, np.abs(vectors).argmax(axis=1, keepdims=True), axis=1)
    return vectors * (np.abs(largest) / largest)


def leading_plane(rows):
    """Coordinates of rows along their two leading principal axes.

    Parameters
    ----------
    rows : array_like, shape (n, d)

    Returns
    -------
    points : ndarray, shape (n, 2)
        The mean is at 0. The signs are such that the first row is not negative in either coordinate.
    shares : ndarray, shape (2,)
        Share of the variance along each axis.

    Examples
    --------
    >>> angle = np.arange(40) * 2 * np.pi / 16
    >>> circle = np.column_stack([np.cos(angle), np.sin(angle)])
    >>> points, shares = leading_plane(np.column_stack([circle, np.zeros(40)]))
    >>> print(points.shape, round(float(shares.sum()), 6))
    (40, 2) 1.0
    """
    rows = as_matrix("rows", rows)
    left, sizes, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    points = left[:, :2] * sizes[:2]
    return points * np.where(points[0] < 0, -1.0, 1.0), sizes[:2] ** 2 / (sizes**2).sum()


def fitted_circle(points):
    """Circle that fits points best (least squares on x^2 + y^2), and the angle that they sweep about its centre.

    Parameters
    ----------
    points : array_like, shape (n, 2)
        In order.

    Returns
    -------
    centre : ndarray, shape (2,)
    radius : float
        Mean distance from the centre.
    spread : float
        Standard deviation of that distance, relative to the radius.
    arc : float
        Degrees between the first and the last point, counted along the way.

    Examples
    --------
    >>> angle = np.arange(40) * 2 * np.pi / 16
    >>> circle = np.column_stack([np.cos(angle), np.sin(angle)])
    >>> centre, radius, spread, arc = fitted_circle(3 * circle[:5])
    >>> print(round(radius, 6), round(arc, 6))
    3.0 90.0
    """
    points = as_matrix("points", points)
    solution = np.linalg.lstsq(np.column_stack([2 * points, np.ones(len(points))]), (points**2).sum(axis=1))[0]
    centre = solution[:2]
    distance = np.linalg.norm(points - centre, axis=1)
    angles = np.unwrap(np.arctan2(*(points - centre).T[::-1]))
    radius = float(distance.mean())
    return centre, radius, float(distance.std()) / radius, float(np.degrees(abs(angles[-1] - angles[0])))


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
