"""Softmax and scaled dot-product attention."""

import numpy as np
import pytest

from pe_lessons import attention, attention_weights, causal_mask, softmax

RNG = np.random.default_rng(0)


def by_hand(q, k, v, bias=None, mask=None):
    """Attention with Python loops, for two-dimensional inputs."""
    n, m = len(q), len(k)
    weights = np.zeros((n, m))
    for i in range(n):
        seen = [j for j in range(m) if mask is None or mask[i][j]]
        scores = [q[i] @ k[j] / q.shape[1] ** 0.5 + (0.0 if bias is None else bias[i][j]) for j in seen]
        total = sum(np.exp(score) for score in scores)
        for j, score in zip(seen, scores):
            weights[i, j] = np.exp(score) / total
    return weights, weights @ v


# ---------------------------------------------------------------------------------------------- softmax


def test_softmax_values():
    np.testing.assert_allclose(softmax([0.0, np.log(3.0)]), [0.25, 0.75], atol=1e-16)
    np.testing.assert_allclose(softmax([[0, 0], [0, 0]], axis=0), [[0.5, 0.5], [0.5, 0.5]])
    x = RNG.normal(size=(3, 4, 5))
    for axis in (0, 1, 2, -1, -2):
        np.testing.assert_allclose(softmax(x, axis), np.exp(x) / np.exp(x).sum(axis, keepdims=True), atol=1e-15)


def test_softmax_of_large_numbers():
    np.testing.assert_allclose(softmax([1e308, 1e308, -1e308]), [0.5, 0.5, 0.0])
    np.testing.assert_allclose(softmax([-1e5, -1e5 + np.log(3)]), [0.25, 0.75], atol=1e-11)
    np.testing.assert_allclose(softmax(np.float32([1e38, 0])), [1, 0])


def test_softmax_of_nothing_is_zero():
    result = softmax([[-np.inf, -np.inf], [0.0, -np.inf]])
    np.testing.assert_array_equal(result, [[0, 0], [1, 0]])
    assert softmax(np.zeros((3, 0))).shape == (3, 0)
    assert softmax(np.zeros((0, 3))).shape == (0, 3)


def test_softmax_keeps_its_input_and_spreads_nan():
    x = np.array([[-np.inf, -np.inf], [1.0, np.nan]])
    x.flags.writeable = False
    result = softmax(x)
    assert np.isneginf(x[0]).all()
    assert np.isnan(result[1]).all() and not np.isnan(result[0]).any()


@pytest.mark.parametrize(
    "given, expected",
    [(np.float16, np.float16), (np.float32, np.float32), (np.float64, np.float64), (np.int32, np.float64),
     (np.longdouble, np.longdouble)],
)
def test_softmax_types(given, expected):
    result = softmax(np.array([0, 1, 2], dtype=given))
    assert result.dtype == expected
    np.testing.assert_allclose(result, softmax([0.0, 1.0, 2.0]), atol=5e-4)


def test_float16_is_computed_in_float32():
    x = RNG.normal(size=(20, 300)).astype(np.float16)
    np.testing.assert_array_equal(softmax(x), softmax(x.astype(np.float32)).astype(np.float16))
    q = np.full((2, 4), 200, dtype=np.float16)  # q k^T = 160000 is beyond float16
    np.testing.assert_array_equal(attention_weights(q, q), [[0.5, 0.5], [0.5, 0.5]])


@pytest.mark.parametrize(
    "x, error, words",
    [([1.0, np.inf], ValueError, "x must be below infinity"), (1.0, ValueError, "axis"), ("a", TypeError, "x"),
     ([True], TypeError, "x"), ([1j], TypeError, "x"), ([[1], [1, 2]], ValueError, "x")],
)
def test_softmax_refused(x, error, words):
    with pytest.raises(error, match=words):
        softmax(x)


@pytest.mark.parametrize(
    "axis, error", [(2, ValueError), (-3, ValueError), (1.5, TypeError), (None, TypeError), ((0, 1), TypeError), (True, TypeError)]
)
def test_softmax_axis_refused(axis, error):
    with pytest.raises(error, match="axis must be"):
        softmax([[1.0]], axis=axis)


# -------------------------------------------------------------------------------------------- attention


@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize("with_mask", [False, True])
def test_against_loops(with_bias, with_mask):
    q, k, v = RNG.normal(size=(5, 3)), RNG.normal(size=(7, 3)), RNG.normal(size=(7, 2))
    bias = RNG.normal(size=(5, 7)) if with_bias else None
    mask = RNG.random((5, 7)) < 0.5 if with_mask else None
    weights, output = by_hand(q, k, v, bias, mask)
    np.testing.assert_allclose(attention_weights(q, k, bias=bias, mask=mask), weights, atol=1e-15)
    np.testing.assert_allclose(attention(q, k, v, bias=bias, mask=mask), output, atol=1e-14)


def test_scale_is_the_root_of_d():
    q = np.full((1, 16), 1.0)
    k = np.stack([np.zeros(16), np.full(16, np.log(3.0) / 4)])
    np.testing.assert_allclose(attention_weights(q, k), [[0.25, 0.75]], atol=1e-15)


def test_bias_is_added_after_the_scale():
    q, k = np.zeros((1, 16)), np.zeros((2, 16))
    np.testing.assert_allclose(attention_weights(q, k, bias=[[0.0, np.log(3.0)]]), [[0.25, 0.75]], atol=1e-15)


def test_weights_add_up_to_one_and_nothing_seen_is_zero():
    q, k, v = RNG.normal(size=(3, 4)), RNG.normal(size=(5, 4)), RNG.normal(size=(5, 2))
    mask = np.ones((3, 5), dtype=bool)
    mask[1] = False
    weights = attention_weights(q, k, mask=mask)
    np.testing.assert_allclose(weights.sum(-1), [1, 0, 1], atol=1e-15)
    np.testing.assert_array_equal(attention(q, k, v, mask=mask)[1], [0, 0])
    bias = np.where(mask, 0.0, -np.inf)
    np.testing.assert_array_equal(attention_weights(q, k, bias=bias), weights)


def test_causal_mask_hides_the_future():
    np.testing.assert_array_equal(causal_mask(3), [[1, 0, 0], [1, 1, 0], [1, 1, 1]])
    assert causal_mask(3).dtype == bool and causal_mask(0).shape == (0, 0)
    x = RNG.normal(size=(6, 4))
    changed = x.copy()
    changed[4:] = 99.0
    a, b = (attention(y, y, y, mask=causal_mask(6)) for y in (x, changed))
    np.testing.assert_array_equal(a[:4], b[:4])
    assert not np.allclose(a[4], b[4])


def test_without_positions_attention_only_permutes():
    x, order = RNG.normal(size=(6, 4)), RNG.permutation(6)
    np.testing.assert_allclose(attention(x[order], x[order], x[order]), attention(x, x, x)[order], atol=1e-14)


def test_leading_axes_broadcast():
    q, k, v = RNG.normal(size=(2, 1, 3, 4)), RNG.normal(size=(5, 6, 4)), RNG.normal(size=(5, 6, 2))
    bias, mask = RNG.normal(size=(5, 1, 6)), RNG.random((3, 6)) < 0.7
    result = attention(q, k, v, bias=bias, mask=mask)
    assert result.shape == (2, 5, 3, 2)
    for i in range(2):
        for j in range(5):
            expected = by_hand(q[i, 0], k[j], v[j], np.broadcast_to(bias[j], (3, 6)), mask)[1]
            np.testing.assert_allclose(result[i, j], expected, atol=1e-14)
    per_head = attention_weights(q[0, 0], k[0], bias=np.zeros((8, 3, 6)))
    assert per_head.shape == (8, 3, 6)


def test_no_queries_and_no_keys():
    assert attention(np.ones((0, 4)), np.ones((3, 4)), np.ones((3, 2))).shape == (0, 2)
    np.testing.assert_array_equal(attention(np.ones((3, 4)), np.ones((0, 4)), np.ones((0, 2))), np.zeros((3, 2)))


@pytest.mark.parametrize(
    "types, expected",
    [(("f4", "f4", "f4"), "f4"), (("f2", "f2", "f2"), "f2"), (("f4", "f8", "f4"), "f8"), (("f2", "f4", "f2"), "f4"),
     (("i4", "i4", "i8"), "f8"), (("f4", "i4", "f4"), "f8"), (("f8", "f8", "f8"), "f8")],
)
def test_types(types, expected):
    q, k, v = (np.array([[1, 2], [3, 0]], dtype=kind) for kind in types)
    exact = attention(*(a.astype(float) for a in (q, k, v)))
    result = attention(q, k, v, bias=np.zeros((2, 2)), mask=causal_mask(2) | True)
    assert result.dtype == np.dtype(expected)
    np.testing.assert_allclose(result, exact, atol=2e-3 if expected == "f2" else 1e-6)
    assert attention_weights(q, k).dtype == np.result_type(*("f8" if t[0] == "i" else t for t in types[:2]))


def test_the_lowest_number_as_bias_hides_also_in_float32():
    q = np.ones((2, 4), dtype=np.float32)
    bias = np.where(causal_mask(2), 0.0, np.finfo(np.float64).min)
    np.testing.assert_allclose(attention_weights(q, q, bias=bias), [[1, 0], [0.5, 0.5]], atol=1e-7)
    bias = np.where(causal_mask(2), 0.0, np.finfo(np.float32).min).astype(np.float32)
    np.testing.assert_allclose(attention_weights(-q, q, bias=bias), [[1, 0], [0.5, 0.5]], atol=1e-7)


def test_the_lowest_float64_throughout_hides_everything_in_float32():
    q = np.ones((2, 4), dtype=np.float32)
    np.testing.assert_array_equal(attention_weights(q, q, bias=np.full((2, 2), np.finfo(np.float64).min)), np.zeros((2, 2)))


def test_what_is_masked_may_be_too_large():
    k = np.array([[1.0, 1.0], [1e308, 1e308]])
    mask, bias = [True, False], [0.0, np.inf]
    np.testing.assert_array_equal(attention_weights(k * 2**-1, k, mask=mask, bias=bias)[0], [1, 0])
    np.testing.assert_array_equal(attention_weights(k[:1] * 1e10, k, mask=mask), [[1, 0]])


def test_inputs_are_not_changed():
    q, k, v = (RNG.normal(size=(3, 3)) for _ in range(3))
    bias, mask = np.zeros((3, 3)), causal_mask(3)
    copies = [a.copy() for a in (q, k, v, bias, mask)]
    for a in (q, k, v, bias, mask):
        a.flags.writeable = False
    attention(q, k, v, bias=bias, mask=mask)
    for a, b in zip((q, k, v, bias, mask), copies):
        np.testing.assert_array_equal(a, b)


X = np.ones((2, 4))
HIDDEN = np.ma.masked_equal(np.arange(8.0).reshape(2, 4), 3)


@pytest.mark.parametrize(
    "arguments, options, error, words",
    [
        ((X, np.ones((2, 3)), X), {}, ValueError, r"q and k .*\(2, 4\) and \(2, 3\)"),
        ((X, X, np.ones((3, 4))), {}, ValueError, r"k and v .*\(2, 4\) and \(3, 4\)"),
        ((np.ones(4), X, X), {}, ValueError, r"q must have at least two axes.*\(4,\)"),
        ((X, X, np.ones(2)), {}, ValueError, "v must have at least two axes"),
        ((np.ones((2, 0)), np.ones((2, 0)), X), {}, ValueError, "at least 1"),
        ((np.ones((2, 2, 4)), np.ones((3, 2, 4)), X), {}, ValueError, r"q and k .*\(2, 2, 4\) and \(3, 2, 4\)"),
        ((X, np.ones((2, 2, 4)), np.ones((3, 2, 4))), {}, ValueError, "k and v"),
        ((X, X, X), {"mask": np.zeros((2, 2))}, TypeError, "mask must be boolean.*bias"),
        ((X, X, X), {"mask": [[1, 0], [1, 1]]}, TypeError, "mask must be boolean.*integers"),
        ((X, X, X), {"mask": causal_mask(3)}, ValueError, r"mask of shape \(3, 3\) .*\(2, 2\)"),
        ((X[:1], X, X), {"mask": causal_mask(2)}, ValueError, r"mask of shape \(2, 2\) .*\(1, 2\)"),
        ((X[:1], X, X), {"bias": np.zeros((2, 2))}, ValueError, r"bias of shape \(2, 2\) .*\(1, 2\)"),
        ((X, X, X), {"bias": causal_mask(2)}, TypeError, "bias must be real numbers.*mask"),
        ((X, X, X), {"bias": [[np.inf, 0], [0, 0]]}, ValueError, "^bias must be below infinity"),
        ((np.float32(X),) * 3, {"bias": np.full((2, 2), 1e39)}, ValueError, r"^bias .*\(float32\)"),
        ((X * 1e153, X * 2e154, X), {"bias": np.full((2, 2), 1.797e308)}, ValueError, "^the sum of scores and bias"),
        ((X * 1e200, X * 1e200, X), {}, ValueError, r"^q and k are too large: .* sqrt\(4\) .* float64"),
        ((np.float32(X * 1e30), -np.float32(X * 1e30), np.float32(X)), {}, ValueError, "^q and k are too large: .* float32"),
        ((X * np.inf, X, X), {}, ValueError, "^the scores must be below infinity"),
        (([[1.0, 1], [1, 1]], [[1.0, 1], [1, 1]], np.ones((7, 2, 5))), {"bias": np.zeros((3, 2, 2))}, ValueError,
         r"the leading axes of the weights and v .*\(3, 2, 2\) and \(7, 2, 5\)"),
        ((HIDDEN, X, X), {}, TypeError, "q must have no masked elements"),
        ((X, X, HIDDEN), {}, TypeError, "v must have no masked elements"),
        ((X, X, X), {"mask": np.ma.masked_equal(causal_mask(2), False)}, TypeError, "mask must have no masked"),
        ((X, X, X), {"bias": np.ma.masked_equal(np.eye(2), 0)}, TypeError, "bias must have no masked"),
        ((X * 1j, X, X), {}, TypeError, "q must be an array of real numbers"),
        ((X, X > 0, X), {}, TypeError, "k must be an array of real numbers"),
    ],
)
def test_refused(arguments, options, error, words):
    with pytest.raises(error, match=words):
        attention(*arguments, **options)


@pytest.mark.parametrize(
    "n, error", [(-1, ValueError), (2.0, TypeError), (True, TypeError), ("3", TypeError), (10**9, ValueError)]
)
def test_causal_mask_refused(n, error):
    with pytest.raises(error, match="n must be"):
        causal_mask(n)
