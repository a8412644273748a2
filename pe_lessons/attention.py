"""Scaled dot-product attention, small enough to read.

Each query is compared with every key; the scores become weights that add up to 1; the output is the weighted mean of
the values. Nothing here knows about positions: they enter through the vectors, through `bias`, or through `mask`.
"""

import numpy as np

from .arguments import as_array, as_size, show


def softmax(x, axis=-1):
    """Exponentials along an axis, divided by their sum.

    Parameters
    ----------
    x : array_like
        Real numbers of any shape; -inf stands for "left out".
    axis : int
        The one axis along which the results add up to 1; neither None nor a tuple.

    Returns
    -------
    ndarray, shape of x
        The float type of x (float16 is computed in float32); float64 for integers.

    Raises
    ------
    TypeError, ValueError
        If x is no array of real numbers, or holds +inf (the result would be inf / inf); if x has no such axis.

    Notes
    -----
    The largest element is subtracted first, so large numbers do not overflow. A slice that is -inf throughout
    becomes zeros, not NaN: nothing is left to share the weight. NaN is not refused; it makes its slice NaN.

    Examples
    --------
    >>> print(softmax([0.0, 1.0, -np.inf]).round(4))
    [0.2689 0.7311 0.    ]
    """
    x = as_array("x", x)
    if x.ndim == 0:
        raise ValueError(f"x must have at least one axis, but is the single value {show(x[()])}")
    axis = as_size("axis", axis, at_least=-x.ndim, at_most=x.ndim - 1)
    work, result = _float_types(x)
    return _softmax("x", x.astype(work, copy=False), axis).astype(result, copy=False)


def attention_weights(q, k, *, bias=None, mask=None):
    """Weight that each query gives to each key.

    Parameters
    ----------
    q : array_like, shape (..., n, d)
        Queries.
    k : array_like, shape (..., m, d)
        Keys.
    bias : array_like, optional
        Added to the scores, after their division by sqrt(d); its shape broadcasts to (..., n, m).
    mask : array_like of bool, optional
        True where a query may see a key; its shape broadcasts to (..., n, m).

    Returns
    -------
    ndarray, shape (..., n, m)
        softmax(q k^T / sqrt(d) + bias) over the keys. A row adds up to 1, or is zero where the query sees nothing.
        The widest float type of the inputs, integers counting as float64; float16 is computed in float32.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or its shape does not fit (the message has the shapes), or if a score that
        is not masked goes beyond the largest float.

    Notes
    -----
    Leading axes broadcast against each other. `bias` and `mask` may add leading axes (one bias per head), but never
    more queries or keys. Not checked: NaN, which spreads to the rows it meets.

    References
    ----------
    Vaswani et al., "Attention Is All You Need", 2017, arXiv:1706.03762: scaled dot-product attention.

    Examples
    --------
    >>> q = k = np.eye(2)
    >>> print(attention_weights(q, k, mask=causal_mask(2)).round(4))
    [[1.     0.    ]
     [0.3302 0.6698]]
    """
    q, k = _vectors("q", q), _vectors("k", k)
    work, result = _float_types(q, k)
    return _weights(q.astype(work, copy=False), k.astype(work, copy=False), bias, mask).astype(result, copy=False)


def attention(q, k, v, *, bias=None, mask=None):
    """Scaled dot-product attention.

    Parameters
    ----------
    q, k, bias, mask
        As in `attention_weights`.
    v : array_like, shape (..., m, d_v)
        Values, one for each key.

    Returns
    -------
    ndarray, shape (..., n, d_v)
        For each query the mean of the values under its weights; zeros for a query that sees nothing. The type follows
        q, k and v as in `attention_weights`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or its shape does not fit; the message has the shapes.

    Notes
    -----
    Not checked: NaN and infinities in v, which show through a weight of 0 because 0 * inf is NaN.

    References
    ----------
    Vaswani et al., "Attention Is All You Need", 2017, arXiv:1706.03762: scaled dot-product attention.

    Examples
    --------
    >>> x = np.eye(3)
    >>> print(attention(x, x, [[1.0], [2.0], [3.0]], mask=causal_mask(3)).round(4))
    [[1.    ]
     [1.6405]
     [2.2066]]
    """
    q, k, v = _vectors("q", q), _vectors("k", k), _vectors("v", v)
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"k and v must have the same number of rows, but have shapes {k.shape} and {v.shape}")
    _leading("k", k, "v", v)
    _leading("q", q, "v", v)
    work, result = _float_types(q, k, v)
    weights = _weights(q.astype(work, copy=False), k.astype(work, copy=False), bias, mask)
    _leading("the weights", weights, "v", v)
    return (weights @ v.astype(work, copy=False)).astype(result, copy=False)


def causal_mask(n):
    """Mask under which each position sees itself and what came before.

    Parameters
    ----------
    n : int
        Number of positions, from 0 to 2**16 = 65536.

    Returns
    -------
    ndarray of bool, shape (n, n)
        True in row i, column j where j <= i.

    Examples
    --------
    >>> print(causal_mask(3).astype(int))
    [[1 0 0]
     [1 1 0]
     [1 1 1]]
    """
    return np.tri(as_size("n", n, at_least=0), dtype=bool)


def _softmax(name, x, axis):
    peak = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    if np.isposinf(peak).any():
        raise ValueError(f"{name} must be below infinity ({x.dtype}) for a softmax, because inf / inf has no value")
    peak[np.isneginf(peak)] = 0  # nothing to see: every exponential below is 0, and so is their sum
    with np.errstate(over="ignore"):  # a difference beyond the largest float is -inf, whose exponential is 0
        exponentials = np.exp(x - peak)
    total = exponentials.sum(axis=axis, keepdims=True)
    total[total == 0] = 1
    return exponentials / total


def _weights(q, k, bias, mask):
    d = q.shape[-1]
    if d != k.shape[-1] or d == 0:
        raise ValueError(
            f"q and k must have the same number of columns (at least 1), but have shapes {q.shape} and {k.shape}"
        )
    _leading("q", q, "k", k)
    with np.errstate(over="ignore", invalid="ignore"):  # looked for below, where a message can say why
        scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d).astype(q.dtype)  # (..., n, m)
    mask = np.True_ if mask is None else _mask(mask, scores)
    if np.any(~np.isfinite(scores) & mask) and np.isfinite(q).all() and np.isfinite(k).all():
        raise ValueError(f"q and k are too large: a score q k^T / sqrt({d}) goes beyond {scores.dtype}")
    name = "the scores"
    if bias is not None:
        bias = as_array("bias", bias, wanted="real numbers (what may be seen or not goes into mask)")
        _fits_scores("bias", bias, scores)
        with np.errstate(over="ignore"):  # the lowest float64, a usual way to say "never", is -inf in float32
            bias = bias.astype(scores.dtype, copy=False)
            scores = scores + bias
        name = "bias" if np.isposinf(bias).any() else "the sum of scores and bias"
    return _softmax(name, np.where(mask, scores, scores.dtype.type(-np.inf)), -1)


def _mask(mask, scores):
    mask = as_array(
        "mask", mask, "b", "boolean, True where a key may be seen (numbers added to the scores go into bias)"
    ).astype(bool, copy=False)
    _fits_scores("mask", mask, scores)
    return mask


def _vectors(name, value):
    array = as_array(name, value)
    if array.ndim < 2:
        raise ValueError(f"{name} must have at least two axes (rows, columns), but has shape {array.shape}")
    return array


def _float_types(*arrays):
    """The type to compute in, and the type of the result."""
    result = np.result_type(*(a.dtype if a.dtype.kind == "f" else np.float64 for a in arrays))
    return np.result_type(result, np.float32), result


def _leading(name, a, other_name, b):
    try:
        np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    except ValueError:
        raise ValueError(
            f"the leading axes of {name} and {other_name} do not fit: their shapes are {a.shape} and {b.shape}"
        ) from None


def _fits_scores(name, array, scores):
    try:
        fits = np.broadcast_shapes(array.shape, scores.shape)[-2:] == scores.shape[-2:]
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"{name} of shape {array.shape} does not fit the scores of shape {scores.shape}")
