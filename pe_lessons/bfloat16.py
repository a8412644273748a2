"""The number format bfloat16, which NumPy does not have: float32 with 16 of its 32 bits."""

import numpy as np

from .arguments import as_array


def round_to_bfloat16(values):
    """Round to the nearest bfloat16, ties to even.

    Parameters
    ----------
    values : array_like of numbers
        Rounded to float32 first, as a model does that casts its tables.

    Returns
    -------
    ndarray of float32, same shape
        Only values that bfloat16 can hold: 8 significant bits, the range of float32.

    Examples
    --------
    >>> print(round_to_bfloat16([255, 256, 257, 1001]))
    [ 255.  256.  256. 1000.]
    """
    exact = np.ascontiguousarray(as_array("values", values), dtype=np.float32)
    bits = exact.view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    return np.where(np.isfinite(exact), rounded.astype(np.uint32).view(np.float32), exact).reshape(np.shape(values))
