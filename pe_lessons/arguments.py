"""How arguments are checked and refused.

Every public function of the package passes its arguments through here before it makes an array. A value
that is refused leads to a TypeError (the wrong kind of thing) or a ValueError (the right kind, but not
allowed), and the message names the argument, the value and what is allowed. Nothing is changed in place:
each function returns a plain value that the caller can rely on.
"""

import math
import numbers
import operator
import reprlib

import numpy as np

LARGEST_SIZE = 2**16  # a wider encoding than this is taken for a slip of the keyboard
LARGEST_BASE = 1e300  # up to here every frequency and every wavelength fits into float64
LARGEST_POSITION = 2**53  # beyond it float64 no longer holds every integer
FLOAT_TYPES = (np.float16, np.float32, np.float64)


class _Short(reprlib.Repr):
    def repr_int(self, value, level):
        if value.bit_length() > 2000:  # Python refuses to write out integers of some thousand digits
            return f"an integer of about {int(value.bit_length() * math.log10(2)) + 1} digits"
        return super().repr_int(value, level)


def show(value):
    """Return a short text for a value, fit for an error message."""
    if isinstance(value, np.generic):
        value = value.item() if value.dtype.kind in "biufcU" else value
    return _Short().repr(value)


def as_size(name, value, *, at_least=1, at_most=LARGEST_SIZE):
    """Return an integer size as a Python int; booleans, floats and text are refused."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be an integer, not the truth value {value}")
    refuse_masked(name, value)
    try:
        size = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {show(value)} ({type(value).__name__})") from None
    if size < at_least:
        raise ValueError(f"{name} must be at least {at_least}, but is {show(size)}")
    if size > at_most:
        raise ValueError(f"{name} must be at most {at_most}, but is {show(size)}")
    return size


def as_number(name, value, *, largest=None):
    """Return a finite real number as a Python float, whatever its integer or float type was."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a real number, not {show(value)} ({type(value).__name__})")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{name} must fit into float64 (below 1.8e308), but is {show(value)}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, but is {show(value)}")
    exact = int(value) if isinstance(value, numbers.Integral) else number
    if largest is not None and abs(exact) > largest:
        raise ValueError(f"{name} must lie between {-largest} and {largest}, but is {show(value)}")
    return number


def as_base(value, name="base"):
    """Return the base of the frequency ladder: a number greater than 1, and at most 1e300."""
    base = as_number(name, value)
    if base <= 1.0:
        raise ValueError(
            f"{name} must be greater than 1, so that each frequency is lower than the one before, "
            f"but is {show(value)}"
        )
    if base > LARGEST_BASE:
        raise ValueError(f"{name} must be at most {LARGEST_BASE}, but is {show(value)}")
    return base


def as_choice(name, value, allowed):
    """Return a text that must be one of the allowed ones."""
    if not isinstance(value, str) or value not in allowed:
        error = ValueError if isinstance(value, str) else TypeError
        raise error(f"{name} must be {' or '.join(map(repr, allowed))}, not {show(value)}")
    return value


def as_float_dtype(value, name="dtype"):
    """Return a NumPy dtype that must be float16, float32 or float64."""
    try:
        dtype = np.dtype(value)
    except TypeError:
        dtype = None
    if dtype not in FLOAT_TYPES:
        raise TypeError(f"{name} must be float16, float32 or float64, not {show(value)}")
    return dtype


KIND_NAMES = {
    "b": "truth values", "i": "integers", "u": "integers", "f": "floats", "c": "complex numbers", "O": "objects",
}


def as_array(name, value, kinds="iuf", wanted="an array of real numbers"):
    """Return an array whose elements are of some NumPy kinds, without copying where possible.

    An empty list passes for any kind: it arrives as float64 because it has no element to tell its type.
    """
    refuse_masked(name, value)
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(
            f"{name} must be {wanted}, but its parts have different lengths: {show(value)}"
        ) from None
    if array.dtype.kind not in kinds and not (array.size == 0 and array.dtype == np.float64):
        found = KIND_NAMES.get(array.dtype.kind, f"elements of type {array.dtype}")
        raise TypeError(f"{name} must be {wanted}, not {found}: {show(value)}")
    return array


def as_matrix(name, value):
    """Return a two-dimensional array of finite numbers as float64."""
    array = as_array(name, value)
    if array.ndim != 2:
        raise ValueError(f"{name} must have two axes (rows, columns), but has shape {array.shape}")
    refuse_not_finite(name, array)
    return array.astype(np.float64, copy=False)


def as_position_array(value, name="positions"):
    """Return an array of positions as float64: finite, and at most 2**53 in size."""
    try:
        array = as_array(name, value, wanted="a length (an integer) or an array of positions (real numbers)")
    except TypeError:
        if huge := huge_integer(value):
            raise ValueError(too_far(name, *huge)) from None
        raise
    if array.ndim == 0 and array.dtype.kind == "f":
        raise TypeError(
            f"{name} must be a length (an integer) or an array of positions, not the single float "
            f"{show(array[()])}: pass [{show(array[()])}] for a single position"
        )
    refuse_not_finite(name, array)
    positions = array.astype(np.float64, copy=False)
    exact = positions if array.dtype.kind == "f" else array  # integers are compared before they are rounded
    if array.size and (exact.min() < -LARGEST_POSITION or exact.max() > LARGEST_POSITION):
        first = first_index((exact < -LARGEST_POSITION) | (exact > LARGEST_POSITION))
        raise ValueError(too_far(name, first, exact[first]))
    return positions


def too_far(name, index, value):
    """Return the message for a position that float64 cannot tell from its neighbours."""
    return (
        f"{name} must lie between -2**53 and 2**53 (float64 skips integers beyond), "
        f"but {element(name, index)} is {show(value)}"
    )


def huge_integer(value):
    """Return index and value of the first Python integer that no NumPy integer holds, or None."""
    for index, item in np.ndenumerate(np.asarray(value, dtype=object)):
        if type(item) is int and not -(2**63) <= item < 2**64:
            return index, item
    return None


def refuse_masked(name, value):
    """Refuse a masked array, or a list of them, that hides an element: its mask would be lost."""
    if np.ma.is_masked(value):
        raise TypeError(f"{name} must have no masked elements (fill them first), but is {show(value)}")
    if isinstance(value, (list, tuple)):
        for part in value:
            if isinstance(part, (list, tuple, np.ma.MaskedArray)):
                refuse_masked(name, part)


def refuse_not_finite(name, array):
    """Refuse an array that holds NaN or an infinity, naming the first place."""
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        first = first_index(~np.isfinite(array))
        raise ValueError(f"{name} must be finite, but {element(name, first)} is {show(array[first])}")


def first_index(marks):
    """Return the index of the first True of a boolean array as a tuple of ints (empty for a single value)."""
    return () if marks.ndim == 0 else tuple(int(axis[0]) for axis in np.nonzero(marks))


def element(name, index):
    """Return the text that names one element of an argument, such as positions[0, 3]."""
    return f"{name}[{', '.join(map(str, index))}]" if index else name
