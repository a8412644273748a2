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
        A new array with only values that bfloat16 can hold: 8 significant bits, the range of float32. What lies beyond
        the range becomes an infinity; infinities, NaN and the sign of zero stay.

    Raises
    ------
    TypeError, ValueError
        If values holds something else than real numbers.

    Notes
    -----
    The largest number is 2**128 - 2**120, about 3.39e38. Below 2**-126 bfloat16 has steps of 2**-133.

    Examples
    --------
    >>> print(round_to_bfloat16([255, 256, 257, 1001]))
    [ 255.  256.  256. 1000.]
    """
    array = as_array("values", values)
    with np.errstate(over="ignore", under="ignore"):  # beyond float32 an infinity or 0 is what is wanted
        exact = array.astype(np.float32, order="C").reshape(array.shape)
    bits = exact.view(np.uint32)
    # Half a step less one bit is added, and that bit too if the last bit kept is 1: ties go to even.
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> 16) & np.uint32(1))) & np.uint32(0xFFFF0000)
    return np.asarray(np.where(np.isfinite(exact), rounded, bits), dtype=np.uint32).view(np.float32)
