"""Context extension: how the frequencies of rotary positions are changed for texts longer than those of the training.

Each method is a small class: its parameters are those of the trained model, and `scaled` turns the plain frequencies
into those that are used, with the factor on cosine and sine. `Linear` slows down every pair by its factor, so
that a text longer by that factor turns none further than the training did. The others leave the fast pairs, which tell
neighbours apart, nearly or entirely as they were, and slow down the slow ones. More of them are in `yarn.py` and
`longrope.py`; `configuration.py` reads configuration dictionaries.
"""

import dataclasses

import numpy as np

from .arguments import LARGEST_POSITION, as_number, as_size, show


class Scaling:
    """The common interface."""

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        """Changed frequencies and attention factor.

        Parameters
        ----------
        frequencies : ndarray of float64, shape (head_dim / 2,)
            The plain ones, ``base ** (-2 * i / head_dim)``.
        base : float
        head_dim : int
        seq_len : int, optional
            Current length of the text; without it, no longer than the original length.

        Returns
        -------
        frequencies : ndarray of float64, shape (head_dim / 2,)
            A new array.
        attention_factor : float
            To multiply cosine and sine by; each score is multiplied by its square.
        """
        raise NotImplementedError

    def check(self, *, positive=(), lengths=(), optional=()):
        """Store fields as plain numbers, or refuse them."""
        for name in positive + optional:
            value = getattr(self, name)
            if value is None and name in optional:
                continue
            number = as_number(name, value)
            if number <= 0:
                raise ValueError(f"{name} must be greater than 0, but is {show(value)}")
            object.__setattr__(self, name, number)
        for name in lengths:
            object.__setattr__(self, name, as_size(name, getattr(self, name), at_least=2, at_most=LARGEST_POSITION))


def refuse_unordered(low_name, low, high_name, high):
    """Refuse two numbers that are not in their order."""
    if not low < high:
        raise ValueError(f"{low_name} must be below {high_name}, but they are {show(low)} and {show(high)}")


@dataclasses.dataclass(frozen=True)
class Linear(Scaling):
    """Position interpolation: every frequency is divided by the factor, as if positions lay closer together.

    Parameters
    ----------
    factor : float
        How many times the original length the text may be, greater than 0.

    Returns
    -------
    Linear
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    The fast pairs slow down too, so neighbours become harder to tell apart. Keys may be stored turned.

    References
    ----------
    Chen et al., "Extending Context Window of Large Language Models via Positional Interpolation", 2023,
    arXiv:2306.15595, equation 4.

    Examples
    --------
    >>> from pe_lessons import rope_frequencies
    >>> print(*rope_frequencies(8, scaling=Linear(4))[0])
    0.25 0.025 0.0025 0.00025
    """

    factor: float

    def __post_init__(self):
        self.check(positive=("factor",))

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        return frequencies / self.factor, 1.0


@dataclasses.dataclass(frozen=True)
class NTK(Scaling):
    """NTK-aware: a larger base. Pair 0 stays, the slowest pair is slowed down by the factor, the others in between.

    Parameters
    ----------
    factor : float
        How many times slower the slowest pair gets, greater than 0.

    Returns
    -------
    NTK
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    The new base is ``base * factor ** (head_dim / (head_dim - 2))``: `new_base`. Keys may be stored turned.

    References
    ----------
    Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023, arXiv:2309.00071,
    equations 14 to 16.

    Examples
    --------
    >>> from pe_lessons import rope_frequencies
    >>> print(*rope_frequencies(8, scaling=NTK(4))[0].round(6))
    1.0 0.062996 0.003969 0.00025
    """

    factor: float

    def __post_init__(self):
        self.check(positive=("factor",))

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        return _with_larger_base(frequencies, self.factor), 1.0

    def new_base(self, base, head_dim):
        """The base that gives the changed frequencies: base * factor ** (head_dim / (head_dim - 2))."""
        return base * self.factor ** (head_dim / (as_size("head_dim", head_dim, at_least=4) - 2))


def _with_larger_base(frequencies, factor):
    """(base factor^(R / (R-2)))^(-2 i / R), written so that pair 0 stays and the last is divided by the factor."""
    pairs = frequencies.size
    return frequencies / factor ** (np.arange(pairs) / max(pairs - 1, 1))


@dataclasses.dataclass(frozen=True)
class DynamicNTK(Scaling):
    """`NTK` with a factor that grows with the text.

    Parameters
    ----------
    factor : float
        Greater than 0; see `factor_at`.
    original_length : int
        Number of positions of the training. A text up to this length is not changed at all.

    Returns
    -------
    DynamicNTK
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    The factor for a longer text is ``factor * seq_len / original_length - (factor - 1)``: not `factor` at `factor`
    times the length. Each further token changes the frequencies, so keys that were turned before no longer fit: keep
    them as they are and turn all of them anew, or fix `seq_len`.

    References
    ----------
    Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023, arXiv:2309.00071,
    section 3.3 (with factor 1); `_compute_dynamic_ntk_parameters` in the library transformers.

    Examples
    --------
    >>> method = DynamicNTK(2, 4096)
    >>> print([method.factor_at(length) for length in (2048, 4096, 8192)])
    [1.0, 1.0, 3.0]
    """

    factor: float
    original_length: int

    def __post_init__(self):
        self.check(positive=("factor",), lengths=("original_length",))

    def factor_at(self, seq_len):
        """The factor for a text of that length."""
        if seq_len is None or seq_len <= self.original_length:
            return 1.0
        return self.factor * seq_len / self.original_length - (self.factor - 1)

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        return _with_larger_base(frequencies, self.factor_at(seq_len)), 1.0


@dataclasses.dataclass(frozen=True)
class Proportional(Scaling):
    """Only a fraction of the pairs, the fastest ones, is rotated at all; the others get frequency 0.

    Parameters
    ----------
    rotated_fraction : float
        Greater than 0, at most 1.
    factor : float
        Divides the frequencies of the rotated pairs.

    Notes
    -----
    Unlike with `rotary_dim`, the exponent keeps the whole head. The type "proportional" of the library transformers.
    """

    rotated_fraction: float
    factor: float = 1.0

    def __post_init__(self):
        self.check(positive=("rotated_fraction", "factor"))
        if self.rotated_fraction > 1:
            raise ValueError(f"rotated_fraction must be at most 1, but is {show(self.rotated_fraction)}")

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        rotated = np.arange(frequencies.size) < int(self.rotated_fraction * head_dim / 2)
        return np.where(rotated, frequencies / self.factor, 0.0), 1.0
