"""Heads of a real model with rotary positions, before they are rotated, so that a lesson can rotate them itself.

The model is SmolLM2-135M-Instruct: 30 layers, 9 query heads and 3 key heads of 64 columns, base 100000. It read a short
story. Kept are queries and keys of three heads for 128 tokens, and the mean query and key of all heads. Beside it,
the trained bias of MPNet, as a curve.
"""

import dataclasses
import functools

import numpy as np

from .arguments import as_array, as_size, refuse_not_finite, show
from .attention import attention_weights, causal_mask
from .bias import t5_bucket
from .learned import load_data, load_positions, read_only
from .rotary import apply_rope

SHARED = 3  # query heads that share a key head
PLAIN_FIRST = 20  # queries before this one see too little to be counted in a mean


@dataclasses.dataclass(frozen=True, eq=False)
class RopeHeads:
    """Queries and keys of real heads before rotation, and where they come from.

    Attributes
    ----------
    heads : tuple of (int, int)
        Layer and query head of each head in `q` and `k`.
    q, k : ndarray of float64, shape (3, 128, 64)
        Queries and keys of the 128 tokens. Pair i is the columns 2 i and 2 i + 1 (layout "interleaved").
    mean_q : ndarray of float64, shape (30, 9, 64)
        Mean query of each layer and query head, over all tokens but the first.
    mean_k : ndarray of float64, shape (30, 3, 64)
        Mean key of each layer and key head; query head h uses key head h // 3.
    frequencies : ndarray of float64, shape (32,)
        ``rope_frequencies(64, base=100000)``.
    base : float
    tokens : tuple of str
    model, licence, source, note : str
        As in `TrainedTable`.
    """

    heads: tuple
    q: np.ndarray
    k: np.ndarray
    mean_q: np.ndarray
    mean_k: np.ndarray
    frequencies: np.ndarray
    base: float
    tokens: tuple
    model: str
    licence: str
    source: str
    note: str

    def __repr__(self):
        return f"RopeHeads({list(self.heads)}, {len(self.tokens)} tokens, from {self.model}, {self.licence})"

    def turned(self, layer, head, *, positions=None, pairs=None):
        """Queries and keys of a head after rotation, each (n, 64); see `scores`."""
        index = self._index(layer, head)
        positions = len(self.tokens) if positions is None else positions
        columns = np.repeat(self._pairs(pairs), 2)
        vectors = self.q[index], self.k[index]
        return tuple(np.where(columns, apply_rope(x, positions, base=self.base), x) for x in vectors)

    def scores(self, layer, head, *, positions=None, pairs=None):
        """Scores q k^T / 8 of a head, without a mask.

        Parameters
        ----------
        layer, head : int
            One of `heads`.
        positions : array_like, shape (128,), optional
            In place of 0, 1, ..., 127; for example ``0.5 * np.arange(128)`` for position interpolation.
        pairs : slice or array_like of int, optional
            The pairs that are rotated, for example ``slice(8)`` for the 8 fastest and ``[]`` for none. All without it.

        Returns
        -------
        ndarray of float64, shape (128, 128)
            One row for each query.
        """
        q, k = self.turned(layer, head, positions=positions, pairs=pairs)
        return q @ k.T / np.sqrt(q.shape[1])

    def attention(self, layer, head, *, positions=None, pairs=None):
        """Weights of a head under the causal mask, shape (128, 128); arguments as in `scores`."""
        q, k = self.turned(layer, head, positions=positions, pairs=pairs)
        return attention_weights(q, k, mask=causal_mask(len(q)))

    def cosines(self, layer, head):
        """Amplitude and phase of each pair in the score of the mean query and the mean key.

        Parameters
        ----------
        layer, head : int
            Any layer from 0 to 29 and any query head from 0 to 8.

        Returns
        -------
        amplitudes, phases : ndarray of float64, shape (32,)
            At distance d (the key is d positions before the query) the score is the sum over the pairs of
            ``amplitude * cos(d * frequency + phase)``.
        """
        layer = as_size("layer", layer, at_least=0, at_most=len(self.mean_q) - 1)
        head = as_size("head", head, at_least=0, at_most=self.mean_q.shape[1] - 1)
        q, k = (np.ascontiguousarray(x).view(np.complex128)
                for x in (self.mean_q[layer, head], self.mean_k[layer, head // SHARED]))
        product = q * k.conj() / np.sqrt(2 * q.size)
        return np.abs(product), np.angle(product)

    def predicted_scores(self, layer, head, distances):
        """Score of the mean query and mean key at each distance: a sum of 32 cosines, shape of distances."""
        distances = as_array("distances", distances)
        refuse_not_finite("distances", distances)
        amplitudes, phases = self.cosines(layer, head)
        return np.cos(distances[..., np.newaxis] * self.frequencies + phases) @ amplitudes

    def measured_scores(self, layer, head, distances):
        """Mean score over all pairs of tokens (the first one left out) at each distance, 0 to 126."""
        scores = self.scores(layer, head)[1:, 1:]
        distances = [as_size("distances", d, at_least=0, at_most=len(scores) - 1) for d in distances]
        return np.array([np.diagonal(scores, -d).mean() for d in distances])

    def _index(self, layer, head):
        wanted = as_size("layer", layer, at_least=0), as_size("head", head, at_least=0)
        if wanted not in self.heads:
            raise ValueError(f"layer and head must be one of {', '.join(map(str, self.heads))}, but are {wanted}")
        return self.heads.index(wanted)

    def _pairs(self, pairs):
        """True for each pair that is rotated."""
        rotated = np.zeros(self.frequencies.size, dtype=bool)
        if pairs is None or isinstance(pairs, slice):
            rotated[pairs or slice(None)] = True
            return rotated
        chosen = as_array("pairs", pairs, "iu", "a slice or a list of the numbers of pairs")
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < rotated.size:
            raise ValueError(f"pairs must lie between 0 and {rotated.size - 1}, but are {show(pairs)}")
        rotated[chosen.astype(np.intp)] = True
        return rotated


@functools.cache
def load_rope_heads():
    """Queries and keys of three real heads before rotation, and the means of all heads.

    Returns
    -------
    RopeHeads
        Its arrays are read-only.

    Raises
    ------
    ValueError
        If the file is damaged.
    FileNotFoundError
        If the file is missing.

    Notes
    -----
    The file holds float16 and is compared with its SHA-256 sum before it is used. The weights of the model were rounded
    to four bits, and it read one text: what is seen are examples, no statistics.

    Examples
    --------
    >>> data = load_rope_heads()
    >>> print(data)
    RopeHeads([(16, 0), (2, 2), (8, 0)], 128 tokens, from HuggingFaceTB/SmolLM2-135M-Instruct, Apache-2.0)
    >>> for pairs in (None, []):
    ...     print(f"{attention_to_offsets(data.attention(16, 0, pairs=pairs), [1])[0]:.2f} to the token before")
    0.72 to the token before
    0.01 to the token before
    """
    loaded, provenance = load_data("smollm2_135m_rope_heads", ".npz")
    return RopeHeads(
        heads=tuple(map(tuple, loaded["heads"].tolist())),
        **{name: read_only(loaded[name]) for name in ("q", "k", "mean_q", "mean_k")},
        frequencies=read_only(loaded["theta"]),
        base=100000.0,
        tokens=tuple(loaded["tokens"].tolist()),
        **provenance,
    )


def attention_to_offsets(weights, offsets, *, first=PLAIN_FIRST):
    """Mean weight on the key so many positions before the query.

    Parameters
    ----------
    weights : array_like, shape (n, n)
        Attention weights, one row for each query.
    offsets : iterable of int
        From 0 (the query's own place) to `first`.
    first : int
        Queries before this one are not counted: they see too few keys.

    Returns
    -------
    ndarray of float64, shape (number of offsets,)

    Examples
    --------
    >>> weights = attention_weights(np.zeros((4, 2)), np.zeros((4, 2)), mask=causal_mask(4))
    >>> print(attention_to_offsets(weights, [0, 1], first=1).round(3))
    [0.361 0.361]
    """
    weights = as_array("weights", weights)
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1]:
        raise ValueError(f"weights must have shape (n, n), but have shape {weights.shape}")
    first = as_size("first", first, at_least=0, at_most=max(len(weights) - 1, 0))
    queries = np.arange(first, len(weights))
    offsets = [as_size("offsets", offset, at_least=0, at_most=first) for offset in offsets]
    return np.array([weights[queries, queries - offset].mean() for offset in offsets])


def mpnet_bias(offsets):
    """The bias that MPNet adds for a key so many positions after (negative: before) the query.

    Parameters
    ----------
    offsets : array_like of int
        Position of the key minus position of the query.

    Returns
    -------
    ndarray of float64, shape offsets.shape + (12,)
        One number for each head.

    Examples
    --------
    >>> print(mpnet_bias([-1, 0, 1])[:, [6, 11]].round(2))
    [[ 3.26 -1.59]
     [-4.29 -4.08]
     [-4.08  3.37]]
    """
    return load_positions("mpnet_relative_bias").values[t5_bucket(offsets)]
