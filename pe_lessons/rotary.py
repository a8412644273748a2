"""Rotary positions (RoPE): queries and keys are turned, and their product then depends on the distance alone.

Two columns of a vector are one hand of a clock. At position p the hand of pair i is turned by p omega_i. The product of
a query turned by m omega and a key turned by n omega holds only (m - n) omega: nothing is added to the vectors, and
nothing but the distance reaches the scores. As complex numbers, turning is one multiplication by exp(i p omega).
"""

import operator

import numpy as np

from .arguments import LARGEST_POSITION, as_array, as_base, as_choice, as_position_array, as_size, show
from .context import Scaling
from .rotation import exact_frequencies, rotation, rotations
from .sinusoidal import LAYOUTS

BLOCK = 2**15  # values of the half layout turned at a time, so that what lies between stays in the cache


def rope_frequencies(head_dim, *, base=10000.0, scaling=None, seq_len=None):
    """Angular frequency of each rotated pair, in radians per position, and the factor on cosine and sine.

    Parameters
    ----------
    head_dim : int
        Number of rotated columns of a head, even, from 2 to 2**16. Where only some columns are rotated, their number.
    base : float
        The ratio that the ladder of frequencies spans, greater than 1 and at most 1e300.
    scaling : optional
        A context extension: `Linear`, `NTK`, `DynamicNTK`, `Yarn`, `YarnPaper`, `LongRope` or `Llama3`.
    seq_len : int, optional
        Current length of the text in tokens, which `DynamicNTK` and `LongRope` go by. Without it, they take the text
        to be no longer than the original length.

    Returns
    -------
    frequencies : ndarray of float64, shape (head_dim / 2,)
        Without scaling ``omega[i] = base ** (-2 * i / head_dim)``: those of `compute_frequencies`.
    attention_factor : float
        What cosine and sine are multiplied by: 1 except for `Yarn`, `YarnPaper` and `LongRope`. As queries and keys are
        both multiplied, each score is multiplied by its square.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, and for an odd `head_dim`.

    References
    ----------
    Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021, arXiv:2104.09864.

    Examples
    --------
    >>> frequencies, factor = rope_frequencies(8)
    >>> print(frequencies, factor)
    [1.    0.1   0.01  0.001] 1.0
    """
    (frequencies, _), factor = _frequencies("head_dim", head_dim, base, scaling, _length(seq_len))
    return frequencies.copy(), factor


def apply_rope(
    x, positions, *, base=10000.0, layout="interleaved", scaling=None, seq_len=None, rotary_dim=None
):
    """Queries or keys, turned by their positions.

    Parameters
    ----------
    x : array_like, shape (..., n, head_dim)
        Queries or keys, for example (batch, heads, n, head_dim); `head_dim` is even.
    positions : int or array_like, shape (n,) or (batch, n) or more
        An integer is the length n and stands for the positions 0, 1, ..., n - 1; it must be that of `x`. Anything else
        is an array of positions, which may be negative or fractional, at most 2**53 in size. Its last axis has the
        length n. Its other axes are the first ones of `x`, so (batch, n) belongs to (batch, heads, n, head_dim) with
        the same positions in all heads; an axis of length 1 is shared.
    base, scaling
        As in `rope_frequencies`; they must be those that the model was trained with.
    layout : {"interleaved", "half"}
        Which columns are a pair: "interleaved" takes neighbours 2 i and 2 i + 1 (RoFormer, GPT-J, Meta's Llama files),
        "half" takes i and i + head_dim / 2 (GPT-NeoX, Llama in the library transformers).
    seq_len : int, optional
        As in `rope_frequencies`. Without it, the largest position plus one.
    rotary_dim : int, optional
        Only this many columns, the first ones, are rotated: even, at most `head_dim`. It takes the place of `head_dim`
        in the frequencies. The other columns are copied.

    Returns
    -------
    ndarray, shape of x
        A new array of the float type of `x` (float16 is computed in float32); float64 for integers.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, if the shapes do not fit, and for an odd `head_dim`, also
        where `rotary_dim` is even.

    Notes
    -----
    The pair (a, b) becomes (a cos - b sin, a sin + b cos) of the angle p omega. Its length is kept (times the attention
    factor), and position 0 leaves it as it is. Both layouts give the same scores for weights whose columns are permuted
    accordingly; with one layout for the queries and another for the keys, or for weights made for the other, the scores
    are wrong without any error.

    Cosine and sine are computed once for each position in float64, as exactly as in `sinusoidal_encoding`, and rounded
    to the type of `x`. (Frequencies that a scaling has changed are taken as they are, rounded to float64.) Of a whole
    table for the length n, n times `head_dim` float64 are needed while it is computed.

    Keys may be stored turned as long as the frequencies do not change, so with every scaling but `DynamicNTK` and
    `LongRope`: there, a text that grows changes the frequencies, and keys turned before do not fit queries turned
    after. Store such keys as they are, or set `seq_len` to the largest length from the start.

    Not checked: NaN and infinities in `x`, which stay in their pair.

    References
    ----------
    Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021, arXiv:2104.09864.

    Examples
    --------
    >>> x = [[1.0, 2.0, 3.0, 4.0]]
    >>> print(apply_rope(x, [1]).round(4))
    [[-1.1426  1.9221  2.9599  4.0298]]
    >>> print(apply_rope(x, [1], layout="half").round(4))
    [[-1.9841  1.9599  2.4624  4.0198]]
    >>> score = apply_rope(x, [5]) @ apply_rope(x, [3]).T
    >>> print(score.round(4), (apply_rope(x, [102]) @ apply_rope(x, [100]).T).round(4))
    [[22.9143]] [[22.9143]]
    """
    x = _vectors(x)
    layout = as_choice("layout", layout, LAYOUTS)
    width = x.shape[-1]
    if rotary_dim is not None:
        width = as_size("rotary_dim", rotary_dim, at_least=2, at_most=width)
    length, positions = _positions(positions, x.shape)
    seq_len = _length(seq_len)
    if seq_len is None and scaling is not None:
        last = length - 1 if positions is None else positions.max(initial=-1.0)
        seq_len = max(int(last) + 1, 0)
    name = "the number of columns of x" if rotary_dim is None else "rotary_dim"
    frequencies, factor = _frequencies(name, width, base, scaling, seq_len)

    result = x.dtype.newbyteorder("=") if x.dtype.kind == "f" else np.dtype(np.float64)
    work = np.result_type(result, np.float32)
    hands = _hands(length, positions, frequencies).astype(np.result_type(work, np.complex64), copy=False)
    if factor != 1.0:
        hands *= factor
    output = np.empty(x.shape, dtype=work)
    output[..., width:] = x[..., width:]
    turn = _turn_neighbours if layout == "interleaved" else _turn_halves
    turn(x[..., :width], hands, output[..., :width])
    return output.astype(result, copy=False)


def _frequencies(name, head_dim, base, scaling, seq_len):
    """Frequencies with what rounding left over, and the attention factor, from arguments that are checked here."""
    head_dim = as_size(name, head_dim, at_least=2)
    if head_dim % 2:
        raise ValueError(f"{name} must be even, because columns are rotated in pairs, but is {head_dim}")
    base = as_base(base)
    plain, left_over = exact_frequencies(head_dim, base)
    if scaling is None:
        return (plain, left_over), 1.0
    if not isinstance(scaling, Scaling):
        hint = f": give it parameters, as in {scaling.__name__}(...)" if isinstance(scaling, type) else ""
        raise TypeError(f"scaling must be None, or Linear(...) or another context extension, not {show(scaling)}{hint}")
    scaled, factor = scaling.scaled(plain.copy(), base=base, head_dim=head_dim, seq_len=seq_len)
    return (scaled, np.where(scaled == plain, left_over, 0.0)), factor


def _length(seq_len):
    return None if seq_len is None else as_size("seq_len", seq_len, at_least=0, at_most=LARGEST_POSITION)


def _vectors(x):
    x = as_array("x", x)
    if x.ndim < 2:
        raise ValueError(f"x must have at least two axes (positions, columns), but has shape {x.shape}")
    if x.shape[-1] % 2 or x.shape[-1] == 0:
        raise ValueError(f"x must have an even number of columns (at least 2), but has shape {x.shape}")
    return x


def _positions(positions, shape):
    """(n, None) for the length n, else (n, array that broadcasts to shape[:-1])."""
    n = shape[-2]
    try:
        operator.index(positions)
    except TypeError:
        positions = as_position_array(positions)
    else:
        length = as_size("positions", positions, at_least=0, at_most=LARGEST_POSITION)
        if length != n:
            raise ValueError(
                f"positions as an integer is a length, which must be that of x, {n}, but is {length}: "
                f"pass [{length}] for a single position"
            )
        return n, None
    given = positions.shape
    fits = 1 <= len(given) < len(shape) and given[-1] == n
    if not fits or any(a not in (1, b) for a, b in zip(given[:-1], shape[:-2])):
        raise ValueError(
            f"positions must have the shape ({n},), or the first axes of x before it, for x of shape {shape}, "
            f"but have shape {given}"
        )
    return n, positions.reshape(given[:-1] + (1,) * (len(shape) - 1 - len(given)) + (n,))


def _hands(length, positions, frequencies):
    """exp(i p omega), complex128: shape (n, pairs) or positions.shape + (pairs,)."""
    backwards = tuple(-part for part in frequencies)  # the rotations there turn by -p omega
    if positions is None:
        return rotations(length, 1, backwards) if length else np.empty((0, backwards[0].size), dtype=np.complex128)
    return rotation(positions.reshape(-1), backwards).reshape(positions.shape + backwards[0].shape)


def _turn_neighbours(x, hands, output):
    """Columns 2 i and 2 i + 1 are a complex number as they lie in memory."""
    turned = output.view(hands.dtype)
    if x.dtype == output.dtype and x.strides[-1] == x.itemsize:
        np.multiply(x.view(hands.dtype), hands, out=turned)
    else:
        output[...] = x
        turned *= hands


def _turn_halves(x, hands, output):
    """Columns i and i + pairs: the row times its cosines, plus the row with its halves exchanged times its sines."""
    cosine = np.concatenate([hands.real, hands.real], axis=-1)
    sine = np.concatenate([-hands.imag, hands.imag], axis=-1)
    _in_blocks(x, np.broadcast_to(cosine, x.shape), np.broadcast_to(sine, x.shape), output)


def _in_blocks(x, cosine, sine, output):
    """Cut the first axis in two until a block is small."""
    if x.size > BLOCK and len(x) > 1:
        middle = len(x) // 2
        for part in (slice(middle), slice(middle, None)):
            _in_blocks(x[part], cosine[part], sine[part], output[part])
    elif x.size > BLOCK and x.ndim > 2:
        _in_blocks(x[0], cosine[0], sine[0], output[0])
    else:
        pairs = x.shape[-1] // 2
        exchanged = np.empty(x.shape, dtype=output.dtype)
        exchanged[..., :pairs] = x[..., pairs:]
        exchanged[..., pairs:] = x[..., :pairs]
        exchanged *= sine
        np.multiply(x, cosine, out=output, casting="same_kind", dtype=output.dtype)
        output += exchanged
