"""Relative positions as a number added to each score: ALiBi and the buckets of T5.

No vector is changed. A score is q k^T / sqrt(d) plus a number that depends on the distance between query and key: a
fixed slope times the distance (ALiBi), or an entry of a trained table (T5). Both go into `bias` of `attention`.
"""

import math

import numpy as np

from .arguments import as_array, as_choice, as_number, as_size, show

FORMS = ("relative", "last_key")
LARGEST_DISTANCE = 2**20  # of t5_bucket: below it, neighbouring distances are at least 6e-8 of a bucket apart
ROUNDING = 1e-9  # a bucket that begins at a whole distance must not begin one later because a logarithm was rounded


def alibi_slopes(n_heads, *, bias_max=8.0):
    """Slope of each head.

    Parameters
    ----------
    n_heads : int
        From 1 to 2**16.
    bias_max : float
        The last slope is ``2 ** -bias_max`` for a power of two. The paper has 8.

    Returns
    -------
    ndarray of float64, shape (n_heads,)
        For a power of two ``2 ** (-bias_max * h / n_heads)`` with h = 1, ..., n_heads. For any other number those of
        the power of two below, then every other one, from the first on, of those of the power of two above.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    Notes
    -----
    The paper trains powers of two only; the rule for other numbers is that of the authors' code, which trained models
    (BLOOM, MPT) follow. The formula of the paper put in for every number is another rule.

    References
    ----------
    Press, Smith, Lewis, "Train Short, Test Long", 2021, arXiv:2108.12409, and the authors' `get_slopes`.

    Examples
    --------
    >>> print(alibi_slopes(4), alibi_slopes(3))
    [0.25       0.0625     0.015625   0.00390625] [0.0625     0.00390625 0.25      ]
    """
    n_heads = as_size("n_heads", n_heads)
    bias_max = as_number("bias_max", bias_max, largest=1000)
    if bias_max <= 0:
        raise ValueError(f"bias_max must be greater than 0, but is {show(bias_max)}")
    below = 2 ** (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-bias_max * np.arange(1, below + 1) / below)
    others = 2.0 ** (-bias_max * np.arange(1, 2 * (n_heads - below), 2) / (2 * below))
    return np.concatenate([slopes, others])


def alibi_bias(n_heads, query_length, key_length, *, form="relative", bias_max=8.0):
    """ALiBi: what is added to the scores, falling with the distance between query and key.

    Parameters
    ----------
    n_heads, bias_max
        As in `alibi_slopes`.
    query_length, key_length : int
        The queries are the last ones of the keys: query i has the position ``key_length - query_length + i``.
    form : {"relative", "last_key"}
        "relative" is ``-slope * abs(i - j)`` for the positions i of the query and j of the key, 0 on the diagonal.
        "last_key" is ``slope * (j - (key_length - 1))``: one row, the same for every query.

    Returns
    -------
    ndarray of float64, shape (n_heads, query_length, key_length)
        Add it after the division by sqrt(d).

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if there are more queries than keys.

    Notes
    -----
    Under a causal mask both forms give the same weights: in a row, they differ by a constant, which a softmax does not
    see. Without the mask they do not: "last_key" then prefers keys after the query, and only "relative" is meant for
    both directions. So compare weights, not biases. (A third form, ``slope * j``, differs by a constant as well.)

    References
    ----------
    Press, Smith, Lewis, "Train Short, Test Long", 2021, arXiv:2108.12409.

    Examples
    --------
    >>> print(alibi_bias(8, 3, 3)[0])
    [[ 0.  -0.5 -1. ]
     [-0.5  0.  -0.5]
     [-1.  -0.5  0. ]]
    >>> print(alibi_bias(8, 3, 3, form="last_key")[0])
    [[-1.  -0.5  0. ]
     [-1.  -0.5  0. ]
     [-1.  -0.5  0. ]]
    """
    slopes = alibi_slopes(n_heads, bias_max=bias_max)
    form = as_choice("form", form, FORMS)
    distance = _distances(query_length, key_length)
    if form == "relative":
        steps = -np.abs(distance)
    else:
        steps = np.broadcast_to(np.arange(1 - distance.shape[1], 1), distance.shape)
    return slopes[:, np.newaxis, np.newaxis] * steps


def t5_bucket(relative_position, *, bidirectional=True, num_buckets=32, max_distance=128):
    """Bucket of each distance: near ones have a bucket of their own, far ones share one on a logarithmic scale.

    Parameters
    ----------
    relative_position : array_like of int
        Position of the key minus position of the query, of any shape.
    bidirectional : bool
        Whether keys after the query have buckets of their own, the upper half. Otherwise they all fall into bucket 0,
        and a causal mask must hide them.
    num_buckets : int
        At least 2 in each direction; even if bidirectional.
    max_distance : int
        From here on, all distances fall into the last bucket. At most 2**20, and more than a quarter of `num_buckets`
        if bidirectional, otherwise more than half.

    Returns
    -------
    ndarray of int64, shape of relative_position

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    Notes
    -----
    With b buckets for a direction, a distance n below b // 2 has bucket n; another one has
    ``b // 2 + floor(ln(n / (b // 2)) / ln(max_distance / (b // 2)) * (b - b // 2))``, at most b - 1. If bidirectional,
    the bucket ``num_buckets / 2`` stays empty: it would be distance 0 after the query.

    References
    ----------
    Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", 2019,
    arXiv:1910.10683, and its code in mesh_tensorflow, `_relative_position_bucket`.

    Examples
    --------
    >>> print(t5_bucket([-200, -20, -2, -1, 0, 1, 2, 20, 200]))
    [15 10  2  1  0 17 18 26 31]
    >>> print(t5_bucket([-200, -20, -2, -1, 0, 1], bidirectional=False))
    [31 17  2  1  0  0]
    """
    array = as_array(
        "relative_position", relative_position, "iu", "integers, position of the key minus that of the query"
    )
    bidirectional = _truth("bidirectional", bidirectional)
    num_buckets = as_size("num_buckets", num_buckets, at_least=4 if bidirectional else 2)
    if bidirectional and num_buckets % 2:
        raise ValueError(f"num_buckets must be even if bidirectional, but is {num_buckets}")
    buckets = num_buckets // 2 if bidirectional else num_buckets
    own = buckets // 2
    max_distance = as_size("max_distance", max_distance, at_least=-math.inf, at_most=LARGEST_DISTANCE)
    if max_distance <= own:
        share = "a quarter of num_buckets if bidirectional" if bidirectional else "half of num_buckets"
        raise ValueError(
            f"max_distance must be at least {own + 1}, more than {share} ({num_buckets} buckets), but is "
            f"{show(max_distance)}"
        )

    relative = array.astype(np.float64)
    distance = np.abs(relative) if bidirectional else np.maximum(-relative, 0.0)
    step = np.log(np.maximum(distance, own) / own) / math.log(max_distance / own) * (buckets - own)
    whole = np.rint(step)
    far = own + np.where(np.abs(step - whole) < ROUNDING, whole, np.floor(step))
    bucket = np.where(distance < own, distance, np.minimum(far, buckets - 1)).astype(np.int64)
    return bucket + buckets * (relative > 0) if bidirectional else bucket


def t5_bias(table, query_length, key_length, *, bidirectional=True, max_distance=128):
    """T5: what is added to the scores, read from a trained table by the distance between query and key.

    Parameters
    ----------
    table : array_like, shape (num_buckets, n_heads)
        One number for each bucket and head.
    query_length, key_length : int
        The queries are the last ones of the keys: query i has the position ``key_length - query_length + i``.
    bidirectional, max_distance
        As in `t5_bucket`; they must be those that the table was trained with.

    Returns
    -------
    ndarray, shape (n_heads, query_length, key_length)
        In the float type of the table. T5 adds it to scores that are not divided by sqrt(d); MPNet divides them.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or if there are more queries than keys.

    References
    ----------
    Raffel et al., 2019, arXiv:1910.10683.

    Examples
    --------
    >>> table = [[0.0], [-1.0], [9.0], [-2.0]]
    >>> print(t5_bias(table, 3, 3)[0])
    [[ 0. -2. -2.]
     [-1.  0. -2.]
     [-1. -1.  0.]]
    """
    table = as_array("table", table)
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(f"table must have two axes (buckets, heads) without 0, but has shape {table.shape}")
    table = table if table.dtype.kind == "f" else table.astype(np.float64)
    distance = _distances(query_length, key_length)
    bucket = t5_bucket(
        distance, bidirectional=bidirectional, num_buckets=len(table), max_distance=max_distance
    )
    return np.moveaxis(table[bucket], -1, 0)


def _distances(query_length, key_length):
    """Position of the key minus position of the query, shape (query_length, key_length)."""
    query_length = as_size("query_length", query_length, at_least=0)
    key_length = as_size("key_length", key_length, at_least=0)
    if query_length > key_length:
        raise ValueError(
            f"query_length must be at most key_length, as the queries are the last ones of the keys, "
            f"but they are {query_length} and {key_length}"
        )
    return np.arange(key_length) - np.arange(key_length - query_length, key_length)[:, np.newaxis]


def _truth(name, value):
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, not {show(value)}")
    return bool(value)
