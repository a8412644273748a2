"""The circles that a table of positions goes round: the linear map from each row to the next, and planes.

Each function takes rows of a table, one position after the other; the spectrum is in `structure`.
"""

import dataclasses

import numpy as np

from .arguments import as_matrix, as_size
from .structure import PER


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
