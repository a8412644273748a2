"""Context extension: the numbers of the field report, the facts of each method, configurations, and what is refused."""

import dataclasses
import math

import numpy as np
import pytest

from pe_lessons import (
    NTK, DynamicNTK, Linear, Llama3, LongRope, Yarn, YarnPaper, apply_rope, rope_arguments, rope_frequencies,
)
from pe_lessons.context import Proportional

# ------------------------------------------------------------------------------------------------------- B15


def test_linear_divides_outside_the_power():
    np.testing.assert_allclose(rope_frequencies(8, scaling=Linear(4))[0], [0.25, 0.025, 0.0025, 0.00025], rtol=1e-15)


def test_ntk_aware():
    found = rope_frequencies(8, scaling=NTK(4))[0]
    np.testing.assert_allclose(found, [1, 0.0629960524947, 0.00396850262992, 0.00025], rtol=1e-11)
    base = NTK(4).new_base(10000, 8)
    assert base == pytest.approx(63496.0420787, abs=1e-6)
    np.testing.assert_allclose(found, rope_frequencies(8, base=base)[0], rtol=1e-14)
    assert found[0] == 1 and rope_frequencies(2, scaling=NTK(4))[0] == [1.0]


@pytest.mark.parametrize("factor, expected", [(4, 1.13862943611), (16, 1.27725887222), (128, 1.48520302639), (1, 1)])
@pytest.mark.parametrize("method", [Yarn, YarnPaper])
def test_attention_factor(method, factor, expected):
    scaling = method(factor, 4096)
    assert rope_frequencies(128, scaling=scaling)[1] == pytest.approx(expected, abs=1e-11)
    x = np.random.default_rng(0).normal(size=(1, 128))  # once on each side: squared in the score, and nowhere else
    turned = apply_rope(x, [3], scaling=scaling)
    assert (turned @ turned.T).item() == pytest.approx(expected**2 * (x @ x.T).item(), rel=1e-11)


@pytest.mark.parametrize("length, base", [(None, 10000), (2048, 10000), (4096, 10000), (8192, 30527.7367488)])
def test_dynamic_base(length, base):
    method = DynamicNTK(2, 4096)
    assert NTK(method.factor_at(length)).new_base(10000, 128) == pytest.approx(base, abs=1e-6)
    found = rope_frequencies(128, scaling=method, seq_len=length)[0]
    np.testing.assert_allclose(found, rope_frequencies(128, base=base)[0], rtol=1e-10)


def test_dynamic_factor():
    assert [DynamicNTK(4, 100).factor_at(length) for length in (100, 200, 400)] == [1, 5, 13]
    assert DynamicNTK(1, 100).factor_at(250) == 2.5  # the rule of the paper


def test_yarn_of_the_code_and_of_the_paper():
    code, paper = (rope_frequencies(128, scaling=method(16, 4096))[0] for method in (Yarn, YarnPaper))
    assert np.abs(np.log(code / paper)).argmax() == 38
    assert paper[38] == pytest.approx(0.000486613169, rel=1e-8) and code[38] == pytest.approx(0.00147999254, rel=1e-8)
    low, high = Yarn(16, 4096).ramp_ends(10000, 128)
    np.testing.assert_array_equal(code[: low + 1], rope_frequencies(128)[0][: low + 1])
    np.testing.assert_allclose(code[high:], rope_frequencies(128)[0][high:] / 16, rtol=1e-15)


# ----------------------------------------------------------------------------------------------------- facts


def test_positions_divided_or_frequencies_divided():
    x = np.random.default_rng(0).normal(size=(50, 16))
    divided = apply_rope(x, np.arange(50) / 4)
    np.testing.assert_allclose(apply_rope(x, 50, scaling=Linear(4)), divided, rtol=0, atol=1e-14)


def test_llama3_is_the_paper_with_other_limits():
    llama = rope_frequencies(128, base=500000, scaling=Llama3(8, 8192, 1, 4))[0]
    paper, factor = rope_frequencies(128, base=500000, scaling=YarnPaper(8, 8192, alpha=1, beta=4, attention_factor=1))
    np.testing.assert_array_equal(llama, paper)
    slower = rope_frequencies(128, base=500000)[0] / llama
    assert factor == 1 and (slower == 1).sum() == 29 and (slower > 8 - 1e-9).sum() == 29


def test_llama3_as_its_code_has_it():
    plain, low, high, length, s = rope_frequencies(128, base=500000)[0], 1.0, 4.0, 8192, 8.0
    expected = []
    for omega in plain:
        wavelength = 2 * math.pi / omega
        smooth = (length / wavelength - low) / (high - low)
        if wavelength < length / high:
            expected.append(omega)
        elif wavelength > length / low:
            expected.append(omega / s)
        else:
            expected.append((1 - smooth) * omega / s + smooth * omega)
    np.testing.assert_allclose(rope_frequencies(128, base=500000, scaling=Llama3(8, 8192))[0], expected, rtol=1e-15)


def test_the_ramp_is_held_at_the_number_of_columns_not_of_pairs():
    method = Yarn(16, 131072)
    assert method.ramp_ends(10000, 256) == (90, 139)
    slower = rope_frequencies(256)[0] / rope_frequencies(256, scaling=method)[0]
    assert 1 < slower[-1] < 16  # held at pair 127 it would be 16


def test_truncate_and_mscale():
    plain, open_ends = (rope_frequencies(128, scaling=Yarn(16, 4096, truncate=t))[0] for t in (True, False))
    assert np.abs(plain / open_ends - 1).max() > 0.1
    assert Yarn(16, 4096, truncate=False).ramp_ends(10000, 128) == pytest.approx((20.94, 45.03), abs=0.01)

    def factor(**more):
        return rope_frequencies(64, scaling=Yarn(40, 4096, **more))[1]

    assert factor(mscale=1, mscale_all_dim=1) == 1 and factor(mscale=0.7) == factor(mscale=0, mscale_all_dim=1) == factor()
    ratio = (0.0707 * math.log(40) + 1) / (0.1 * math.log(40) + 1)
    assert factor(mscale=0.707, mscale_all_dim=1) == pytest.approx(ratio, abs=1e-14)
    assert factor(mscale=1, mscale_all_dim=1, attention_factor=0.5) == 0.5


def test_longrope_switches_after_the_original_length():
    method = LongRope([1, 2], [4, 8], 4096, max_length=131072)
    for length, divisors in ((None, [1, 2]), (4096, [1, 2]), (4097, [4, 8])):
        found, factor = rope_frequencies(4, scaling=method, seq_len=length)
        np.testing.assert_allclose(found, np.array([1, 0.01]) / divisors, rtol=1e-15)
        assert factor == pytest.approx(1.190238, abs=1e-6)
    assert rope_frequencies(4, scaling=dataclasses.replace(method, attention_factor=1.5))[1] == 1.5
    assert rope_frequencies(4, scaling=LongRope([1, 2], [4, 8], 64, factor=0.5))[1] == 1


def test_proportional_keeps_the_exponent_of_the_whole_head():
    found = rope_frequencies(16, scaling=Proportional(0.25, 2))[0]
    np.testing.assert_allclose(found, [0.5, rope_frequencies(16)[0][1] / 2, 0, 0, 0, 0, 0, 0])
    x = np.random.default_rng(0).normal(size=(4, 16))
    np.testing.assert_array_equal(apply_rope(x, 4, scaling=Proportional(0.25))[:, 4:], x[:, 4:])


def test_methods_are_frozen_values():
    assert Linear(np.int64(2)) == Linear(2.0) and hash(Yarn(4, 64)) == hash(Yarn(4.0, np.int32(64)))
    assert LongRope(np.array([1, 2]), [3, 4], 64, factor=2) == LongRope((1.0, 2.0), (3, 4), 64, factor=2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Linear(2).factor = 3


@pytest.mark.parametrize(
    "make, error, match",
    [
        (lambda: Linear(0), ValueError, "factor must be greater than 0"),
        (lambda: Linear("2"), TypeError, "factor must be a real number"),
        (lambda: NTK(float("nan")), ValueError, "factor must be finite"),
        (lambda: DynamicNTK(2, 2048.0), TypeError, "original_length must be an integer"),
        (lambda: DynamicNTK(2, 1), ValueError, "original_length must be at least 2"),
        (lambda: Yarn(4, 64, beta_fast=1, beta_slow=32), ValueError, "beta_slow must be below beta_fast"),
        (lambda: Yarn(4, 64, truncate=1), TypeError, "truncate must be True or False"),
        (lambda: Yarn(4, 64, attention_factor=-1), ValueError, "attention_factor must be greater than 0"),
        (lambda: Yarn(4, 64, mscale=-1), ValueError, "mscale must not be negative"),
        (lambda: rope_frequencies(128, scaling=Yarn(4, 3)), ValueError, "original_length 3 is out of proportion"),
        (lambda: rope_frequencies(4, base=2, scaling=Yarn(4, 2**40)), ValueError, "out of proportion"),
        (lambda: YarnPaper(4, 64, alpha=32, beta=1), ValueError, "alpha must be below beta"),
        (lambda: Llama3(8, 64, 4, 1), ValueError, "low_freq_factor must be below high_freq_factor"),
        (lambda: LongRope([1], [1, 2], 64, factor=2), ValueError, "must have the same length, but have 1 and 2"),
        (lambda: LongRope([1, 0], [1, 2], 64, factor=2), ValueError, r"short_factor\[1\] is 0"),
        (lambda: LongRope([1], [1], 64), ValueError, "either factor or max_length"),
        (lambda: LongRope([1], [1], 64, 2, 128), ValueError, "either factor or max_length"),
        (lambda: LongRope(2, 3, 64, 2), ValueError, "short_factor must be a list"),
        (lambda: rope_frequencies(8, scaling=LongRope([1], [1], 64, 2)), ValueError, "each of the 4 pairs, but have 1"),
        (lambda: Proportional(1.5), ValueError, "at most 1"),
        (lambda: NTK(2).new_base(10000, 2), ValueError, "head_dim must be at least 4"),
    ],
)
def test_refused(make, error, match):
    with pytest.raises(error, match=match):
        make()


# ---------------------------------------------------------------------------------------- configurations

ORIGINAL = {"original_max_position_embeddings": 4096}


@pytest.mark.parametrize(
    "config, more, expected",
    [
        (None, {}, None),
        ({}, {}, None),
        ({"rope_type": "default"}, {}, None),
        ({"type": "linear", "factor": 2}, {}, Linear(2)),
        ({"type": "linear", "rope_type": "linear", "factor": 2.0}, {}, Linear(2)),
        ({"rope_type": "dynamic", "factor": 2, **ORIGINAL}, {}, DynamicNTK(2, 4096)),
        ({"rope_type": "dynamic", "factor": 2}, {"max_position_embeddings": 2048}, DynamicNTK(2, 2048)),
        ({"rope_type": "yarn", "factor": 4, **ORIGINAL}, {"max_position_embeddings": 9999}, Yarn(4, 4096)),
        ({"rope_type": "yarn", **ORIGINAL}, {"max_position_embeddings": 16384}, Yarn(4, 4096)),
        ({"rope_type": "yarn", "factor": 4, "beta_fast": None}, {"max_position_embeddings": 512}, Yarn(4, 512)),
        (
            {"type": "yarn", "factor": 40, "beta_fast": 16, "beta_slow": 2, "truncate": False, "attention_factor": 1.5,
             "mscale": 1.0, "mscale_all_dim": 0.5, **ORIGINAL}, {},
            Yarn(40, 4096, 16, 2, False, 1.5, 1.0, 0.5),
        ),
        (
            {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4, **ORIGINAL}, {},
            Llama3(8, 4096, 1, 4),
        ),
        (
            {"type": "su", "short_factor": [1, 2], "long_factor": [3, 4], **ORIGINAL}, {"max_position_embeddings": 8192},
            LongRope([1, 2], [3, 4], 4096, max_length=8192),
        ),
        (
            {"type": "longrope", "short_factor": [1], "long_factor": [3], "factor": 32, "attention_factor": 1.2,
             **ORIGINAL}, {"max_position_embeddings": 8192},
            LongRope([1], [3], 4096, factor=32, attention_factor=1.2),
        ),
        ({"rope_type": "proportional", "partial_rotary_factor": 0.25}, {}, Proportional(0.25)),
    ],
)
def test_configurations(config, more, expected):
    kept = dict(config or {})
    assert rope_arguments(config, **more) == {"scaling": expected}
    assert config is None or config == kept


@pytest.mark.parametrize(
    "config",
    [
        {"type": "longrope", "short_factor": [1], "long_factor": [3]},
        {"rope_type": "yarn"},
        {"rope_type": "dynamic", "factor": 2},
        {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4},
    ],
)
def test_original_length_beside_the_dictionary(config):
    more = {"max_position_embeddings": 8192}
    inside = rope_arguments({**config, **ORIGINAL}, **more)
    assert inside["scaling"].original_length == 4096
    assert rope_arguments(config, **more, **ORIGINAL) == inside
    assert rope_arguments({**config, **ORIGINAL}, **more, original_max_position_embeddings=64) == inside
    assert rope_arguments({**config, "original_max_position_embeddings": None}, **more, **ORIGINAL) == inside
    assert rope_arguments({"type": "linear", "factor": 2}, **ORIGINAL) == {"scaling": Linear(2)}
    with pytest.raises(ValueError, match="original_max_position_embeddings must be at least 2"):
        rope_arguments(config, **more, original_max_position_embeddings=1)


def test_base_and_partial_rotation_of_a_configuration():
    config = {"rope_type": "default", "rope_theta": 500000, "partial_rotary_factor": 0.25}
    arguments = rope_arguments(config, head_dim=64)
    assert arguments == {"scaling": None, "base": 500000.0, "rotary_dim": 16}
    assert apply_rope(np.ones((2, 64)), 2, layout="half", **arguments).shape == (2, 64)


@pytest.mark.parametrize(
    "kind, share, match",
    [
        ("default", 0.3, "partial_rotary_factor .* 0.3 of head_dim 64 is 19"),
        ("default", 0.01, "partial_rotary_factor .* 0.01 of head_dim 64 is 0"),
        ("default", 1 / 64, "partial_rotary_factor .* is 1"),
        ("proportional", 0.03, "partial_rotary_factor .* 0.03 of head_dim 64 is less than one"),
    ],
)
def test_partial_rotation_needs_whole_pairs(kind, share, match):
    with pytest.raises(ValueError, match=match):
        rope_arguments({"rope_type": kind, "partial_rotary_factor": share}, head_dim=64)


@pytest.mark.parametrize(
    "config, more, error, match",
    [
        ({"type": "dynamic", "factor": 2, "original_max_position_embeddings": 1}, {}, ValueError, "^original_max_pos"),
        ({"type": "yarn", "factor": 2, "original_max_position_embeddings": 4e3}, {}, TypeError, "^original_max_pos"),
        ({"type": "yarn", "factor": 2}, {"max_position_embeddings": 1}, ValueError, "^max_position_embeddings must be"),
        (
            {"type": "longrope", "short_factor": [1], "long_factor": [1], **ORIGINAL}, {"max_position_embeddings": 1},
            ValueError, "^max_position_embeddings must be at least 2",
        ),
        ({"type": "proportional", "partial_rotary_factor": 2}, {}, ValueError, "^partial_rotary_factor must be at most"),
        ({"type": "proportional", "partial_rotary_factor": "a"}, {}, TypeError, "^partial_rotary_factor must be a real"),
        ({"type": "linear", "factor": 0}, {}, ValueError, "^factor must be greater"),
    ],
)
def test_refused_values_are_named_as_in_the_configuration(config, more, error, match):
    with pytest.raises(error, match=match):
        rope_arguments(config, **more)


def test_smallest_partial_rotation():
    assert rope_arguments({"partial_rotary_factor": 2 / 64}, head_dim=64)["rotary_dim"] == 2
    config = {"rope_type": "proportional", "partial_rotary_factor": 2 / 64}
    assert rope_arguments(config, head_dim=64) == {"scaling": Proportional(2 / 64)}


@pytest.mark.parametrize(
    "config, error, match",
    [
        ("linear", TypeError, "config must be a dictionary"),
        ({"rope_type": "ntk-by-parts"}, ValueError, "'default', 'linear', .*'su', not 'ntk-by-parts'"),
        ({"rope_type": 3}, TypeError, "rope_type must be a text, not 3"),
        ({"rope_type": "linear", "type": "yarn", "factor": 2}, ValueError, "they must agree"),
        ({"rope_type": "linear", "factor": 2, "beta_fast": 3, "x": 1}, ValueError, "unknown keys 'beta_fast', 'x'; known"),
        ({"factor": 2}, ValueError, "type 'default' has the unknown key 'factor'"),
        ({"rope_type": "linear"}, ValueError, "type 'linear' needs 'factor'"),
        ({"rope_type": "yarn", "factor": 2}, ValueError, "needs 'original_max_position_embeddings'"),
        ({"rope_type": "llama3", "factor": 2, **ORIGINAL}, ValueError, "needs 'low_freq_factor', 'high_freq_factor'"),
        ({"rope_type": "longrope", "short_factor": [1], "long_factor": [1], **ORIGINAL}, ValueError, "needs 'factor'"),
        ({"partial_rotary_factor": 0.5}, ValueError, "head_dim must be given"),
        ({"partial_rotary_factor": 2}, ValueError, "partial_rotary_factor must be"),
    ],
)
def test_refused_configurations(config, error, match):
    with pytest.raises(error, match=match):
        rope_arguments(config)
