"""Position schemes of the tiny model, behind one small interface.

A scheme may act in three places: it may add a row to each token vector, it may turn queries and keys, and it may add
a bias to the scores. `NoPositions` does none of it and is the base of all others: a scheme overrides what it does.
"""

import dataclasses

import numpy as np

from .bias import t5_bucket
from .context import Scaling
from .learned import LearnedPositions
from .rotary import apply_rope
from .sinusoidal import sinusoidal_encoding


@dataclasses.dataclass(frozen=True)
class NoPositions:
    """No encoding at all, and the interface.

    `positions` is an array of shape (n,), the same for all sequences, or (batch, n). `parameters` is a dict of arrays
    that are trained; each ``..._gradient`` returns a dict with the same names.
    """

    name = "none"

    def initial(self, rng, d_model):
        """Parameters before training."""
        return {}

    def rows(self, parameters, positions, d_model):
        """What is added to the token vectors: shape positions.shape + (d_model,), or None."""
        return None

    def rows_gradient(self, parameters, positions, d_rows):
        """Gradient for the parameters from d_rows, the gradient for each added row: (batch, n, d_model)."""
        return {}

    def rotate(self, x, positions):
        """Queries or keys, (batch, n, d_model), after they were turned."""
        return x

    def rotate_back(self, x, positions):
        """The transpose of `rotate`, which is its inverse: it carries gradients back."""
        return x

    def bias(self, parameters, positions):
        """What is added to the scores: shape (n, n) or (batch, n, n), or None."""
        return None

    def bias_gradient(self, parameters, positions, d_scores):
        """Gradient for the parameters from d_scores, the gradient for each score: (batch, n, n)."""
        return {}


@dataclasses.dataclass(frozen=True)
class Sinusoidal(NoPositions):
    """The sinusoidal encoding is added. Nothing is trained.

    Attributes
    ----------
    base : float
        As in `sinusoidal_encoding`.
    """

    base: float = 10000.0
    name = "sinusoidal"

    def rows(self, parameters, positions, d_model):
        return sinusoidal_encoding(positions, d_model, base=self.base)


@dataclasses.dataclass(frozen=True)
class Learned(NoPositions):
    """The rows of a trained table of `length` positions are added.

    Attributes
    ----------
    length : int
        Number of positions, the rows of the table.
    std : float
        Standard deviation of its entries before training.
    beyond : {"raise", "clamp", "wrap", "interpolate"}
        What a position beyond the table gets, as in `LearnedPositions`.
    """

    length: int
    std: float = 0.1
    beyond: str = "raise"
    name = "learned"

    def initial(self, rng, d_model):
        return {"P": rng.normal(0.0, self.std, size=(self.length, d_model))}

    def rows(self, parameters, positions, d_model):
        return LearnedPositions(parameters["P"], beyond=self.beyond).lookup(positions)

    def rows_gradient(self, parameters, positions, d_rows):
        if positions.ndim == 1:  # the same for all sequences: added up over them first
            d_rows = d_rows.sum(axis=0)
        return {"P": sum_by_index(positions, d_rows, len(parameters["P"]))}


@dataclasses.dataclass(frozen=True)
class Rope(NoPositions):
    """Queries and keys are turned, all columns in interleaved pairs. Nothing is trained.

    Attributes
    ----------
    base : float
    scaling : Scaling, optional
        Both as in `apply_rope`; the length of the text counts as ``seq_len``.
    """

    base: float = 10000.0
    scaling: Scaling | None = None
    name = "rope"

    def rotate(self, x, positions):
        return self._turned(x, positions, 1)

    def rotate_back(self, x, positions):
        return self._turned(x, positions, -1)

    def _turned(self, x, positions, sign):
        length = max(int(positions.max()) + 1, 0)  # of the text, also where it is turned back
        return apply_rope(x, sign * positions, base=self.base, scaling=self.scaling, seq_len=length)


@dataclasses.dataclass(frozen=True)
class Alibi(NoPositions):
    """Minus slope times distance is added to the scores. Nothing is trained.

    Attributes
    ----------
    slope : float
        What a step of one position takes off; as there is one head, it has no list of slopes.
    """

    slope: float = 1.0
    name = "alibi"

    def bias(self, parameters, positions):
        return -self.slope * np.abs(_distances(positions))


@dataclasses.dataclass(frozen=True)
class T5Bias(NoPositions):
    """A trained number for each bucket of distance is added to the scores, 0 before training.

    Distances between fractional positions are cut to whole ones.

    Attributes
    ----------
    num_buckets, max_distance : int
    bidirectional : bool
        For a model that sees what comes after, too. All three as in `t5_bucket`.
    """

    num_buckets: int = 32
    max_distance: int = 128
    bidirectional: bool = False
    name = "t5 bias"

    def initial(self, rng, d_model):
        return {"B": np.zeros(self.num_buckets)}

    def bias(self, parameters, positions):
        return parameters["B"][self._buckets(positions)]

    def bias_gradient(self, parameters, positions, d_scores):
        buckets = self._buckets(positions)
        if buckets.ndim == 2:  # the same for all sequences: added up over them first
            d_scores = d_scores.sum(axis=0)
        return {"B": np.bincount(buckets.reshape(-1), weights=d_scores.reshape(-1), minlength=self.num_buckets)}

    def _buckets(self, positions):
        distances = np.trunc(_distances(positions)).astype(np.int64)
        return t5_bucket(
            distances, bidirectional=self.bidirectional, num_buckets=self.num_buckets, max_distance=self.max_distance
        )


def _distances(positions):
    """Position of the key minus position of the query: shape positions.shape + (n,)."""
    return positions[..., np.newaxis, :] - positions[..., :, np.newaxis]


def sum_by_index(index, rows, count):
    """Sum of the rows that share an index, shape (count, d): a product with a 0/1 matrix is quicker than a loop."""
    hot = np.arange(count)[:, np.newaxis] == index.reshape(-1)
    return hot.astype(rows.dtype) @ rows.reshape(-1, rows.shape[-1])
