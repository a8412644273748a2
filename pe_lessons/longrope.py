"""LongRoPE: every pair has a divisor of its own, found by a search; one list of them for short texts, one for long ones."""

import dataclasses
import math

import numpy as np

from .arguments import as_array, element, first_index, refuse_not_finite, show
from .context import Scaling


@dataclasses.dataclass(frozen=True)
class LongRope(Scaling):
    """LongRoPE: one searched divisor for each pair; one list up to `original_length`, another one beyond.

    Parameters
    ----------
    short_factor, long_factor : array_like, shape (head_dim / 2,)
        Divisors of the frequencies, greater than 0.
    original_length : int
        Number of positions of the training; a text of just this length still has the short list.
    factor : float, optional
    max_length : int, optional
        One of the two: the factor s, or the longest text, for which s is ``max_length / original_length``.
    attention_factor : float, optional
        In place of ``sqrt(1 + ln s / ln original_length)``, which is 1 for s up to 1.

    Returns
    -------
    LongRope
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    The attention factor is the same for both lists. Where a text grows past `original_length` the list changes, and
    keys that were turned before no longer fit; so fix `seq_len` for the largest length from the start.

    References
    ----------
    Ding et al., "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens", 2024, arXiv:2402.13753; the lists
    and the attention factor as in the Phi-3 models.

    Examples
    --------
    >>> from pe_lessons import rope_frequencies
    >>> method = LongRope([1, 1], [1, 4], 4096, max_length=16384)
    >>> for length in (4096, 4097):
    ...     print(*rope_frequencies(4, scaling=method, seq_len=length))
    [1.   0.01] 1.0801234497346435
    [1.     0.0025] 1.0801234497346435
    """

    short_factor: tuple
    long_factor: tuple
    original_length: int
    factor: float | None = None
    max_length: int | None = None
    attention_factor: float | None = None

    def __post_init__(self):
        for name in ("short_factor", "long_factor"):
            object.__setattr__(self, name, _divisors(name, getattr(self, name)))
        if len(self.short_factor) != len(self.long_factor):
            raise ValueError(
                f"short_factor and long_factor must have the same length, but have {len(self.short_factor)} and "
                f"{len(self.long_factor)}"
            )
        if (self.factor is None) == (self.max_length is None):
            raise ValueError(
                f"either factor or max_length must be given, but they are {show(self.factor)} and "
                f"{show(self.max_length)}"
            )
        lengths = ("original_length",) + (() if self.max_length is None else ("max_length",))
        self.check(lengths=lengths, optional=("factor", "attention_factor"))

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        long = seq_len is not None and seq_len > self.original_length
        divisors = self.long_factor if long else self.short_factor
        if len(divisors) != frequencies.size:
            raise ValueError(
                f"short_factor and long_factor must have one number for each of the {frequencies.size} pairs, "
                f"but have {len(divisors)}"
            )
        return frequencies / np.array(divisors), self._attention_factor()

    def _attention_factor(self):
        if self.attention_factor is not None:
            return self.attention_factor
        ratio = self.factor if self.max_length is None else self.max_length / self.original_length
        return math.sqrt(1 + math.log(ratio) / math.log(self.original_length)) if ratio > 1 else 1.0


def _divisors(name, values):
    """A list of numbers above 0 as a tuple."""
    array = as_array(name, values).astype(np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must be a list of numbers, one for each pair, but has shape {array.shape}")
    refuse_not_finite(name, array)
    if array.min() <= 0:
        first = first_index(array <= 0)
        raise ValueError(f"{name} must be greater than 0, but {element(name, first)} is {show(array[first])}")
    return tuple(array.tolist())
