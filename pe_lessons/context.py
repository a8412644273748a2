"""Context extension: how the frequencies of rotary positions are changed for texts longer than those of the training.

Each method is a small class: its parameters are those of the trained model, and `scaled` turns the plain frequencies
into those that are used, with the factor on cosine and sine. With s = factor: all methods leave something as it was
(the fast pairs, which tell neighbours apart) and slow down the rest (up to s times, so that the longer text turns
them no further than the original length did); `Linear` slows down everything. Configuration files: `config.py`.
"""

import dataclasses
import math

import numpy as np

from .arguments import LARGEST_POSITION, as_array, as_number, as_size, element, first_index, refuse_not_finite, show


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

    def _check(self, *, positive=(), lengths=(), optional=()):
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


def _refuse_unordered(low_name, low, high_name, high):
    if not low < high:
        raise ValueError(f"{low_name} must be below {high_name}, but they are {show(low)} and {show(high)}")


@dataclasses.dataclass(frozen=True)
class Linear(Scaling):
    """Position interpolation: every frequency is divided by the factor, as if positions lay closer together.

    Keys may be stored turned. The fast pairs slow down too, so neighbours become harder to tell apart.
    Chen et al., "Extending Context Window of Large Language Models via Positional Interpolation", 2023,
    arXiv:2306.15595.
    """

    factor: float

    def __post_init__(self):
        self._check(positive=("factor",))

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        return frequencies / self.factor, 1.0


@dataclasses.dataclass(frozen=True)
class NTK(Scaling):
    """NTK-aware: a larger base. Pair 0 stays, the slowest pair is slowed down by the factor, the others in between.

    Keys may be stored turned. Peng et al., "YaRN", 2023, arXiv:2309.00071, equations 14 to 16.
    """

    factor: float

    def __post_init__(self):
        self._check(positive=("factor",))

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        return _with_larger_base(frequencies, self.factor), 1.0

    def new_base(self, base, head_dim):
        """The base that gives the changed frequencies: base * factor ** (head_dim / (head_dim - 2))."""
        return base * self.factor ** (head_dim / (as_size("head_dim", head_dim, at_least=4) - 2))


def _with_larger_base(frequencies, factor):
    """(base factor^(R / (R-2)))^(-2 i / R), written so that pair 0 is not changed and the last one is divided exactly."""
    pairs = frequencies.size
    return frequencies / factor ** (np.arange(pairs) / max(pairs - 1, 1))


@dataclasses.dataclass(frozen=True)
class DynamicNTK(Scaling):
    """`NTK` with a factor that grows with the text: 1 up to `original_length`, then factor * seq_len / original - (factor - 1).

    So a text that fits is not changed at all. But each further token changes the frequencies: keys that were turned
    before no longer fit. Keep them as they are and turn all of them anew, or fix `seq_len`.
    """

    factor: float
    original_length: int

    def __post_init__(self):
        self._check(positive=("factor",), lengths=("original_length",))

    def factor_at(self, seq_len):
        """The factor for a text of that length."""
        if seq_len is None or seq_len <= self.original_length:
            return 1.0
        return self.factor * seq_len / self.original_length - (self.factor - 1)

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        return _with_larger_base(frequencies, self.factor_at(seq_len)), 1.0


def _yarn_attention_factor(factor, mscale=1.0):
    return 0.1 * mscale * math.log(factor) + 1.0 if factor > 1 else 1.0


@dataclasses.dataclass(frozen=True)
class Yarn(Scaling):
    """YaRN as its released code has it, and as all checkpoints use it: the ramp is linear in the number of the pair.

    Pairs that turn more than `beta_fast` times in `original_length` positions stay, those that turn less than
    `beta_slow` times are divided by the factor. `truncate` rounds the ends of the ramp outwards to whole pairs. The
    attention factor is 0.1 ln(factor) + 1, unless `attention_factor` is given, or both `mscale` and `mscale_all_dim`:
    then it is the quotient of that formula with 0.1 mscale and with 0.1 mscale_all_dim. Keys may be stored turned.
    The formula in the paper is another one: `YarnPaper`. Peng et al., 2023, arXiv:2309.00071; the code is
    jquesnelle/yarn, `YaRNScaledRotaryEmbedding`.
    """

    factor: float
    original_length: int
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    truncate: bool = True
    attention_factor: float | None = None
    mscale: float | None = None
    mscale_all_dim: float | None = None

    def __post_init__(self):
        self._check(
            positive=("factor", "beta_fast", "beta_slow"), lengths=("original_length",), optional=("attention_factor",)
        )
        for name in ("mscale", "mscale_all_dim"):
            if getattr(self, name) is not None:
                number = as_number(name, getattr(self, name))
                if number < 0:
                    raise ValueError(f"{name} must not be negative, but is {show(number)}")
                object.__setattr__(self, name, number)
        if not isinstance(self.truncate, (bool, np.bool_)):
            raise TypeError(f"truncate must be True or False, not {show(self.truncate)}")
        _refuse_unordered("beta_slow", self.beta_slow, "beta_fast", self.beta_fast)

    def ramp_ends(self, base, head_dim):
        """The numbers of the pairs between which the ramp runs; they need not be whole."""

        def pair_that_turns(times):
            return head_dim * math.log(self.original_length / (2 * math.pi * times)) / (2 * math.log(base))

        low, high = pair_that_turns(self.beta_fast), pair_that_turns(self.beta_slow)
        if self.truncate:
            low, high = math.floor(low), math.ceil(high)
        return max(low, 0), min(high, head_dim - 1)  # not head_dim / 2 - 1: so it is in the released code

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        low, high = self.ramp_ends(base, head_dim)
        if high < low:  # the released code would run the ramp backwards
            raise ValueError(
                f"original_length {self.original_length} is out of proportion: with base {show(base)} and {head_dim} "
                f"columns the ramp of Yarn would have to run from pair {low:g} to pair {high:g}"
            )
        high += 0.001 * (high == low)
        ramp = np.clip((np.arange(frequencies.size) - low) / (high - low), 0.0, 1.0)
        return frequencies * (1 - ramp) + frequencies / self.factor * ramp, self._attention_factor()

    def _attention_factor(self):
        if self.attention_factor is not None:
            return self.attention_factor
        if self.mscale and self.mscale_all_dim:
            numerator = _yarn_attention_factor(self.factor, self.mscale)
            return numerator / _yarn_attention_factor(self.factor, self.mscale_all_dim)
        return _yarn_attention_factor(self.factor)


def _by_parts(frequencies, factor, original_length, low, high):
    """Divided where a pair turns less than `low` times in the original length, kept above `high`, mixed between."""
    turns = original_length * frequencies / (2 * np.pi)
    kept = np.clip((turns - low) / (high - low), 0.0, 1.0)
    return (1 - kept) * frequencies / factor + kept * frequencies


@dataclasses.dataclass(frozen=True)
class YarnPaper(Scaling):
    """YaRN as the paper has it ("NTK-by-parts"): the ramp is linear in the number of turns, from `alpha` to `beta`.

    No released checkpoint was trained with it; see `Yarn`. Peng et al., 2023, arXiv:2309.00071, equations 17 to 22.
    """

    factor: float
    original_length: int
    alpha: float = 1.0
    beta: float = 32.0
    attention_factor: float | None = None

    def __post_init__(self):
        self._check(positive=("factor", "alpha", "beta"), lengths=("original_length",), optional=("attention_factor",))
        _refuse_unordered("alpha", self.alpha, "beta", self.beta)

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        factor = self.attention_factor
        factor = _yarn_attention_factor(self.factor) if factor is None else factor
        return _by_parts(frequencies, self.factor, self.original_length, self.alpha, self.beta), factor


@dataclasses.dataclass(frozen=True)
class Llama3(Scaling):
    """Llama 3.1: the by-parts formula of the YaRN paper with other limits, and without an attention factor.

    Keys may be stored turned. Source: meta-llama/llama-models, `apply_scaling`.
    """

    factor: float
    original_length: int
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0

    def __post_init__(self):
        self._check(positive=("factor", "low_freq_factor", "high_freq_factor"), lengths=("original_length",))
        _refuse_unordered("low_freq_factor", self.low_freq_factor, "high_freq_factor", self.high_freq_factor)

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        limits = self.low_freq_factor, self.high_freq_factor
        return _by_parts(frequencies, self.factor, self.original_length, *limits), 1.0


@dataclasses.dataclass(frozen=True)
class LongRope(Scaling):
    """LongRoPE: one searched divisor per pair; one list up to `original_length`, another one beyond.

    The attention factor is sqrt(1 + ln s / ln original_length) with s = `factor` or `max_length` / `original_length`
    (give one of the two), 1 for s up to 1, unless `attention_factor` is given; it does not depend on the list. Where a
    text grows past `original_length` the list changes, and keys that were turned before no longer fit.
    Ding et al., "LongRoPE", 2024, arXiv:2402.13753; the lists and the factor are those of the Phi-3 models.
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
                f"either factor or max_length must be given, but they are {show(self.factor)} and {show(self.max_length)}"
            )
        lengths = ("original_length",) + (() if self.max_length is None else ("max_length",))
        self._check(lengths=lengths, optional=("factor", "attention_factor"))

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


@dataclasses.dataclass(frozen=True)
class Proportional(Scaling):
    """Only a fraction of the pairs, the fastest ones, is rotated at all; the others get frequency 0.

    Unlike `rotary_dim`, the exponent keeps the whole head. The type "proportional" of the library transformers.
    """

    rotated_fraction: float
    factor: float = 1.0

    def __post_init__(self):
        self._check(positive=("rotated_fraction", "factor"))
        if self.rotated_fraction > 1:
            raise ValueError(f"rotated_fraction must be at most 1, but is {show(self.rotated_fraction)}")

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        rotated = np.arange(frequencies.size) < int(self.rotated_fraction * head_dim / 2)
        return np.where(rotated, frequencies / self.factor, 0.0), 1.0
