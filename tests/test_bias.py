"""Biases by distance: the numbers of the field report, the forms of ALiBi, and T5's buckets in exact arithmetic."""

import numpy as np
import pytest

from pe_lessons import alibi_bias, alibi_slopes, attention_weights, causal_mask, softmax, t5_bias, t5_bucket


@pytest.mark.parametrize(
    "heads, expected",
    [
        (1, [0.00390625]),
        (2, [0.0625, 0.00390625]),
        (3, [0.0625, 0.00390625, 0.25]),
        (4, [0.25, 0.0625, 0.015625, 0.00390625]),
        (6, [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]),
        (8, [2.0**-h for h in range(1, 9)]),
        (12, [2.0**-h for h in range(1, 9)] + [0.707106781187, 0.353553390593, 0.176776695297, 0.0883883476483]),
    ],
)
def test_slopes(heads, expected):
    np.testing.assert_allclose(alibi_slopes(heads), expected, rtol=1e-11)


def test_far_words_lose():
    bias = alibi_bias(8, 4, 4)[0]
    expected = [0.101536324092, 0.167405097278, 0.276004344707, 0.455054233923]
    np.testing.assert_allclose(softmax(bias)[-1], expected, atol=1e-12)
    np.testing.assert_allclose(softmax(-bias)[-1], expected[::-1], atol=1e-12)  # the wrong sign
    assert not np.signbit(np.diagonal(bias)).any() and (np.diff(bias[-1]) > 0).all()


def test_the_forms_agree_under_the_causal_mask_only():
    q, k = np.random.default_rng(0).normal(size=(2, 8, 5, 16))
    relative, last = (alibi_bias(8, 5, 5, form=form) for form in ("relative", "last_key"))
    assert np.abs(relative - last).max() > 1
    causal = [attention_weights(q, k, bias=bias, mask=causal_mask(5)) for bias in (relative, last)]
    np.testing.assert_allclose(*causal, rtol=0, atol=1e-15)
    free = [attention_weights(q, k, bias=bias) for bias in (relative, last)]
    assert np.abs(free[0] - free[1]).max() > 0.1


@pytest.mark.parametrize("form", ["relative", "last_key"])
def test_one_step_at_a_time_against_all_at_once(form):
    q, k = np.random.default_rng(1).normal(size=(2, 8, 6, 16))
    whole = attention_weights(q, k, bias=alibi_bias(8, 6, 6, form=form), mask=causal_mask(6))
    for i in range(6):
        bias = alibi_bias(8, 1, i + 1, form=form)
        step = attention_weights(q[:, i : i + 1], k[:, : i + 1], bias=bias)
        np.testing.assert_allclose(step[:, 0], whole[:, i, : i + 1], atol=1e-15)
    np.testing.assert_array_equal(alibi_bias(8, 2, 6), alibi_bias(8, 6, 6)[:, 4:])


# -------------------------------------------------------------------------------------------------------- T5


def exact_bucket(relative, bidirectional, num_buckets, max_distance):
    """In integers: the step is the largest k with (n / e)^(b - e) >= (max_distance / e)^k."""
    buckets = num_buckets // 2 if bidirectional else num_buckets
    own = buckets // 2
    n = abs(relative) if bidirectional else max(-relative, 0)
    bucket = n
    if n >= own:
        m, k = buckets - own, 0
        while own + k < buckets - 1 and n**m * own ** (k + 1) >= max_distance ** (k + 1) * own**m:
            k += 1
        bucket = own + k
    return bucket + (buckets if bidirectional and relative > 0 else 0)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize("num_buckets, max_distance", [(32, 128), (8, 16), (12, 10), (64, 128), (16, 16), (10, 7), (4, 600)])
def test_buckets_in_exact_arithmetic(bidirectional, num_buckets, max_distance):
    relative = np.arange(-600, 601)
    if max_distance <= (num_buckets // 2 if bidirectional else num_buckets) // 2:
        pytest.skip("no room for the logarithmic part")
    options = {"bidirectional": bidirectional, "num_buckets": num_buckets, "max_distance": max_distance}
    expected = [exact_bucket(int(r), **options) for r in relative]
    np.testing.assert_array_equal(t5_bucket(relative, **options), expected)


def test_rows_and_columns_are_key_minus_query():
    found = t5_bucket([[0, 1, -1], [2, -2, 3]])
    np.testing.assert_array_equal(found, [[0, 17, 1], [18, 2, 19]])
    assert t5_bucket(-1) == 1 and t5_bucket([]).shape == (0,) and found.dtype == np.int64
    np.testing.assert_array_equal(t5_bucket(np.array([-128, 127], dtype=np.int8)), [15, 30 + 1])
    np.testing.assert_array_equal(t5_bucket([-(2**63), 2**63 - 1]), [15, 31])
    np.testing.assert_array_equal(t5_bucket([5, 1, 0, -200], bidirectional=False), [0, 0, 0, 31])


def test_bias_is_read_by_distance():
    table = np.random.default_rng(0).normal(size=(32, 3)).astype(np.float32)
    bias = t5_bias(table, 40, 40)
    assert bias.shape == (3, 40, 40) and bias.dtype == np.float32
    for i, j in ((0, 0), (0, 39), (39, 0), (20, 21)):
        np.testing.assert_array_equal(bias[:, i, j], table[t5_bucket(j - i)])
    np.testing.assert_array_equal(t5_bias(table, 1, 40), bias[:, -1:])
    causal = t5_bias(table, 40, 40, bidirectional=False, max_distance=64)
    np.testing.assert_array_equal(causal[:, 30, 3], table[t5_bucket(-27, bidirectional=False, max_distance=64)])
    assert t5_bias([[1], [2], [3], [4]], 1, 1).dtype == np.float64


@pytest.mark.parametrize(
    "call, error, match",
    [
        (lambda: alibi_slopes(0), ValueError, "n_heads must be at least 1, but is 0"),
        (lambda: alibi_slopes(8.0), TypeError, "n_heads must be an integer"),
        (lambda: alibi_slopes(8, bias_max=0), ValueError, "bias_max must be greater than 0"),
        (lambda: alibi_bias(8, 3, 2), ValueError, "query_length must be at most key_length.* 3 and 2"),
        (lambda: alibi_bias(8, 2, 2, form="first"), ValueError, "'relative' or 'last_key'"),
        (lambda: t5_bucket([0.5]), TypeError, "relative_position must be integers"),
        (lambda: t5_bucket([0], num_buckets=31), ValueError, "num_buckets must be even if bidirectional, but is 31"),
        (lambda: t5_bucket([0], num_buckets=2), ValueError, "num_buckets must be at least 4"),
        (lambda: t5_bucket([0], max_distance=8), ValueError, "at least 9, more than a quarter of num_buckets .*but is 8"),
        (lambda: t5_bucket([0], max_distance=-4), ValueError, "max_distance must be at least 9, .*but is -4"),
        (
            lambda: t5_bucket([0], bidirectional=False, num_buckets=31, max_distance=15), ValueError,
            "at least 16, more than half of num_buckets .31 buckets., but is 15",
        ),
        (lambda: t5_bucket([0], bidirectional=1), TypeError, "bidirectional must be True or False"),
        (lambda: t5_bias([1, 2], 1, 1), ValueError, "table must have two axes"),
        (lambda: t5_bias([[1, 2]], 1, 1), ValueError, "num_buckets"),
    ],
)
def test_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()
