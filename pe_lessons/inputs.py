"""From token vectors to the input of a model: which position each token has, and adding its encoding."""

import numpy as np

from .arguments import as_array, element, first_index, huge_integer, show


def position_ids(mask):
    """Position of each token, counted over real tokens only.

    Parameters
    ----------
    mask : array_like of bool or of the integers 0 and 1, shape (..., n)
        1 for a real token, 0 for padding, which may lie on the left, on the right, or in between.

    Returns
    -------
    ndarray of int64, shape (..., n)
        0, 1, 2, ... for the real tokens of each row; 0 for padding.

    Raises
    ------
    TypeError, ValueError
        If mask is neither boolean nor made of the integers 0 and 1, or has no axis.

    Notes
    -----
    The running sum of the mask minus one is -1 on left padding, and -1 as an index reads the last row of a table
    without a word. Padding therefore gets the valid position 0; that it is not seen is the task of the attention mask.

    Examples
    --------
    >>> print(position_ids([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]]))
    [[0 0 0 1 2]
     [0 1 2 3 4]]
    """
    array = as_array("mask", mask, "biu", "an array of truth values or of the integers 0 and 1")
    if array.ndim == 0:
        raise ValueError(f"mask must have at least one axis, but is the single value {show(array[()])}")
    wrong = (array != 0) & (array != 1)
    if wrong.any():
        first = first_index(wrong)
        raise ValueError(f"mask must be 0 or 1 throughout, but {element('mask', first)} is {show(array[first])}")
    real = array == 1
    return np.where(real, np.cumsum(real, axis=-1, dtype=np.int64) - 1, 0)


def add_positions(embeddings, table, positions=None):
    """Add to each token vector the row of a table that belongs to its position.

    Parameters
    ----------
    embeddings : array_like, shape (..., n, d)
        Token vectors.
    table : array_like, shape (max_len, d)
        Row p is the encoding of position p.
    positions : array_like of int, optional
        Position of each token, with a shape that broadcasts to (..., n). Without it, they are 0, 1, ..., n - 1.

    Returns
    -------
    ndarray, shape (..., n, d)
        A new array of the type of `embeddings` (float64 if they are integers), rounded once.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, if the shapes do not fit, if the sequence is longer than the table, or if
        a position is negative or beyond the table.

    Notes
    -----
    A table of a single row is never spread over a longer sequence, as adding the arrays would do, and a negative
    position never counts from the end, as an index would do. Padding gets its row added like any token; see
    `position_ids`. Not checked: NaN in the vectors or the table.

    Examples
    --------
    >>> print(add_positions([[10.0, 20.0], [30.0, 40.0]], [[0.0, 1.0], [0.8, 0.5], [0.9, -0.4]]))
    [[10.  21. ]
     [30.8 40.5]]
    """
    embeddings = as_array("embeddings", embeddings)
    table = as_array("table", table)
    if embeddings.ndim < 2:
        raise ValueError(f"embeddings must have at least two axes (tokens, columns), but have shape {embeddings.shape}")
    if table.ndim != 2 or table.shape[1] != embeddings.shape[-1]:
        raise ValueError(
            f"table must have shape (max_len, {embeddings.shape[-1]}) for embeddings of shape {embeddings.shape}, "
            f"but has shape {table.shape}"
        )
    n, max_len = embeddings.shape[-2], len(table)
    if positions is not None:
        rows = table[_checked_ids(positions, embeddings.shape[:-1], max_len)]
    elif n > max_len:
        raise ValueError(f"a sequence of {n} tokens needs a table of at least {n} rows, but table has {max_len}")
    else:
        rows = table[:n]
    result = embeddings.dtype if embeddings.dtype.kind == "f" else np.dtype(np.float64)
    total = embeddings.astype(result, copy=False) + rows
    return total.astype(result, copy=False)


def _checked_ids(positions, shape, max_len):
    """Return positions as an integer array whose values are rows of the table."""
    try:
        ids = as_array("positions", positions, "iu", "integers, rows of the table")
    except TypeError:
        if huge := huge_integer(positions):
            raise ValueError(_no_such_row(max_len, *huge)) from None
        raise
    ids = ids if ids.size else ids.astype(np.int64)  # an empty list arrives as float64
    try:
        fits = np.broadcast_shapes(ids.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"positions of shape {ids.shape} do not fit the tokens of shape {shape}")
    wrong = (ids < 0) | (ids >= max_len)
    if wrong.any():
        first = first_index(wrong)
        raise ValueError(_no_such_row(max_len, first, ids[first]))
    return ids


def _no_such_row(max_len, index, value):
    """The message for a position beyond the table."""
    allowed = f"lie between 0 and {max_len - 1}, the last row of the table"
    if not max_len:
        allowed = "be empty, because the table has no rows"
    return f"positions must {allowed}, but {element('positions', index)} is {show(value)}"
