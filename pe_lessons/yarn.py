"""Context extension by parts: pairs that turn often are kept, those that turn seldom slowed down; a ramp lies between.

YaRN (in two forms) and Llama 3 differ in where the ramp begins and ends, in what it is linear in, and in the factor on
cosine and sine. The other methods are in `context.py`.
"""

import dataclasses
import math

import numpy as np

from .arguments import as_number, show
from .context import Scaling, refuse_unordered


def _yarn_attention_factor(factor, mscale=1.0):
    return 0.1 * mscale * math.log(factor) + 1.0 if factor > 1 else 1.0


@dataclasses.dataclass(frozen=True)
class Yarn(Scaling):
    """YaRN as its released code has it, and as all checkpoints use it: a ramp that is linear in the number of the pair.

    Parameters
    ----------
    factor : float
        How many times the original length the text may be, greater than 0.
    original_length : int
        Number of positions of the training.
    beta_fast, beta_slow : float
        Pairs that turn more than `beta_fast` times in `original_length` positions stay; those that turn less than
        `beta_slow` times are divided by the factor.
    truncate : bool
        Whether the ends of the ramp are rounded outwards to whole pairs.
    attention_factor : float, optional
        In place of ``0.1 * ln(factor) + 1``, which is 1 for factors up to 1.
    mscale, mscale_all_dim : float, optional
        If both are given and not 0, the attention factor is the quotient of that formula with ``0.1 * mscale`` and
        with ``0.1 * mscale_all_dim`` in place of 0.1.

    Returns
    -------
    Yarn
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    The formula in the paper is another one, `YarnPaper`: in between, frequencies differ by more than half. Keys may be
    stored turned. Refused when it is applied: an original length so small or so large that the whole ramp lies outside
    the limits to which the released code clips its ends. That code would then do the opposite of what is meant: keep
    all frequencies where all pairs are slow, divide all where all are fast.

    References
    ----------
    Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023, arXiv:2309.00071, and its
    code jquesnelle/yarn.

    Examples
    --------
    >>> from pe_lessons import rope_frequencies
    >>> method = Yarn(16, 4096)
    >>> frequencies, attention_factor = rope_frequencies(128, scaling=method)
    >>> print(method.ramp_ends(10000.0, 128), f"{frequencies[38]:.6f} {attention_factor:.6f}")
    (20, 46) 0.001480 1.277259
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
        self.check(
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
        refuse_unordered("beta_slow", self.beta_slow, "beta_fast", self.beta_fast)

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
        if high < low:  # the released code would clip: keep all pairs, or divide all
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
    """YaRN as the paper has it ("NTK-by-parts"): a ramp that is linear in the number of turns.

    Parameters
    ----------
    factor, original_length, attention_factor
        As in `Yarn`.
    alpha, beta : float
        Pairs that turn less than `alpha` times in `original_length` positions are divided by the factor; those that
        turn more than `beta` times stay.

    Returns
    -------
    YarnPaper
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    Released checkpoints follow the code, not this formula: use `Yarn` for them.

    References
    ----------
    Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023, arXiv:2309.00071,
    equations 17 to 22.

    Examples
    --------
    >>> from pe_lessons import rope_frequencies
    >>> print(f"{rope_frequencies(128, scaling=YarnPaper(16, 4096))[0][38]:.6f}")
    0.000487
    """

    factor: float
    original_length: int
    alpha: float = 1.0
    beta: float = 32.0
    attention_factor: float | None = None

    def __post_init__(self):
        self.check(positive=("factor", "alpha", "beta"), lengths=("original_length",), optional=("attention_factor",))
        refuse_unordered("alpha", self.alpha, "beta", self.beta)

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        factor = self.attention_factor
        factor = _yarn_attention_factor(self.factor) if factor is None else factor
        return _by_parts(frequencies, self.factor, self.original_length, self.alpha, self.beta), factor


@dataclasses.dataclass(frozen=True)
class Llama3(Scaling):
    """Llama 3.1: the formula of `YarnPaper` with other limits, and without an attention factor.

    Parameters
    ----------
    factor : float
        How many times slower the slow pairs get, greater than 0.
    original_length : int
        Number of positions of the training before the extension: 8192 for Llama 3.1.
    low_freq_factor, high_freq_factor : float
        Pairs that turn less than `low_freq_factor` times in `original_length` positions are divided by the factor;
        those that turn more than `high_freq_factor` times stay.

    Returns
    -------
    Llama3
        To be given as `scaling` to `rope_frequencies` and `apply_rope`.

    Notes
    -----
    Keys may be stored turned. The base of Llama 3 is 500000.

    References
    ----------
    meta-llama/llama-models, `apply_scaling` in models/llama3/model.py.

    Examples
    --------
    >>> from pe_lessons import rope_frequencies
    >>> plain = rope_frequencies(128, base=500000)[0]
    >>> slower = plain / rope_frequencies(128, base=500000, scaling=Llama3(8, 8192))[0]
    >>> print((slower == 1).sum(), (slower > 7.999).sum())
    29 29
    """

    factor: float
    original_length: int
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0

    def __post_init__(self):
        self.check(positive=("factor", "low_freq_factor", "high_freq_factor"), lengths=("original_length",))
        refuse_unordered("low_freq_factor", self.low_freq_factor, "high_freq_factor", self.high_freq_factor)

    def scaled(self, frequencies, *, base, head_dim, seq_len=None):
        limits = self.low_freq_factor, self.high_freq_factor
        return _by_parts(frequencies, self.factor, self.original_length, *limits), 1.0
