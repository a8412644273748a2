"""Rotary positions: the numbers of the field reports, layouts, positions, types, and what is refused."""

import numpy as np
import pytest

from pe_lessons import (
    NTK, DynamicNTK, Linear, Llama3, LongRope, Yarn, YarnPaper, apply_rope, attention_weights, causal_mask,
    compute_frequencies, position_ids, rope_frequencies, shift_matrix,
)
from pe_lessons.context import Proportional

X = np.array([[1.0, 2.0, 3.0, 4.0]])
RNG = np.random.default_rng(7)
HALVES = np.r_[0:64:2, 1:64:2]  # columns of the half layout, out of interleaved ones
METHODS = [
    None, Linear(4), NTK(4), DynamicNTK(2, 64), Yarn(4, 64), YarnPaper(4, 64), Llama3(4, 64),
    LongRope(np.linspace(1, 2, 32), np.linspace(1, 9, 32), 64, factor=4), Proportional(0.5, 2.0),
]
GROWING = (DynamicNTK, LongRope)


def name(method):
    return type(method).__name__


def score(q, k, m, n, **more):
    return float(np.vecdot(apply_rope(q, [m], **more), apply_rope(k, [n], **more))[0])


# ----------------------------------------------------------------------------------- B08 and the definition


def test_neighbours_and_halves():
    neighbours = [-1.142639663750, 1.922075596545, 2.959850667910, 4.029799501669]
    halves = [-1.984110648556, 1.959900667497, 2.462377902407, 4.019799668333]
    np.testing.assert_allclose(apply_rope(X, [1])[0], neighbours, atol=1e-12)
    np.testing.assert_allclose(apply_rope(X, [1], layout="half")[0], halves, atol=1e-12)
    for layout, expected in (("interleaved", 22.9142659839), ("half", 15.8345317679)):
        for m, n in ((5, 3), (2, 0), (102, 100), (-1, -3), (0.5, -1.5)):
            assert score(X, X, m, n, layout=layout) == pytest.approx(expected, abs=1e-9)
        assert (apply_rope(X, [1], layout=layout) ** 2).sum() == pytest.approx(30, abs=1e-12)
        np.testing.assert_array_equal(apply_rope(X, [0], layout=layout), X)


def test_a_mixture_of_the_layouts_is_found_by_the_length():
    """Cosines and sines in the order of one layout, partners in the order of the other."""
    angles = compute_frequencies(4)
    other = {"rows repeated": (np.tile(angles, 2), [-X[0, 1], X[0, 0], -X[0, 3], X[0, 2]]),
             "columns repeated": (np.repeat(angles, 2), [-X[0, 2], -X[0, 3], X[0, 0], X[0, 1]])}
    lengths = [((X[0] * np.cos(a) + partner * np.sin(a)) ** 2).sum() for a, partner in other.values()]
    np.testing.assert_allclose(sorted(lengths), [24.6296, 34.3772], atol=1e-4)


@pytest.mark.parametrize("method", METHODS, ids=name)
def test_the_layouts_are_a_permutation_apart(method):
    x, positions = RNG.normal(size=(2, 3, 9, 64)), [0, 1, 5, 1000, -3, 2.5, 7, 7, 1e6]
    found = apply_rope(x[..., HALVES], positions, layout="half", scaling=method)
    np.testing.assert_allclose(found, apply_rope(x, positions, scaling=method)[..., HALVES], rtol=0, atol=1e-13)


def test_rotation_is_the_shift_matrix_on_exchanged_columns():
    """A query (a, b) is turned as the encoding (cos, sin) = (b, a) is moved."""
    x = RNG.normal(size=(1, 8))
    exchanged = np.arange(8).reshape(-1, 2)[:, ::-1].reshape(-1)
    for p in (1, 17.5, -4):
        moved = shift_matrix(p, 8) @ x[0, exchanged]
        np.testing.assert_allclose(apply_rope(x, [p])[0, exchanged], moved, atol=1e-14)


@pytest.mark.parametrize("method", METHODS, ids=name)
def test_scores_depend_on_the_distance_alone(method):
    q, k = RNG.normal(size=(2, 1, 64))
    expected = score(q, k, 12, 5, scaling=method, seq_len=100)
    for shift in (1, -40, 0.25, 50_000, 2**40):
        assert score(q, k, 12 + shift, 5 + shift, scaling=method, seq_len=100) == pytest.approx(expected, abs=1e-11)


def test_far_positions_are_exact():
    """Against 50 digits: 2**40 + 1 turns of pair 1, where a float64 product is off by 1e-5."""
    import decimal

    position, context = 2**40 + 1, decimal.Context(prec=60)
    pi = decimal.Decimal("3.14159265358979323846264338327950288419716939937510582097494")
    omega = context.power(decimal.Decimal(10000), decimal.Decimal(-2) / 64)
    angle = float(context.remainder(context.multiply(omega, position), 2 * pi))
    x = np.zeros((1, 64))
    x[0, 2] = 1
    np.testing.assert_allclose(apply_rope(x, [position])[0, 2:4], [np.cos(angle), np.sin(angle)], atol=1e-14)


# --------------------------------------------------------------------------------------------- positions


@pytest.mark.parametrize("layout", ["interleaved", "half"])
def test_a_length_is_the_positions_from_0(layout):
    x = RNG.normal(size=(2, 3, 300, 16))
    np.testing.assert_allclose(
        apply_rope(x, 300, layout=layout), apply_rope(x, np.arange(300), layout=layout), rtol=0, atol=4e-14
    )
    for kind in (np.int8, np.uint16, np.float32, list, range):
        positions = range(9) if kind is range else list(range(9)) if kind is list else np.arange(9, dtype=kind)
        np.testing.assert_array_equal(apply_rope(x[..., :9, :], positions), apply_rope(x[..., :9, :], np.arange(9)))


def test_negative_positions_turn_back():
    x = RNG.normal(size=(5, 16))
    positions = np.array([3, -2, 0.5, 1e5, 0])
    np.testing.assert_allclose(apply_rope(apply_rope(x, positions), -positions), x, atol=1e-14)


def test_positions_of_each_sequence_belong_to_the_first_axis():
    x = RNG.normal(size=(2, 2, 3, 8))  # as many heads as sequences: aligned from the right, it would go wrong silently
    positions = np.array([[0, 1, 2], [5, 6, 7]])
    found = apply_rope(x, positions)
    for sequence in range(2):
        for head in range(2):
            np.testing.assert_array_equal(found[sequence, head], apply_rope(x[sequence, head], positions[sequence]))
    np.testing.assert_array_equal(apply_rope(x, positions[:1]), apply_rope(x, positions[0]))
    each = RNG.integers(0, 9, size=(2, 2, 3))
    np.testing.assert_array_equal(apply_rope(x, each)[1, 0], apply_rope(x[1, 0], each[1, 0]))


def test_left_padding_changes_no_score_between_words():
    q, k = RNG.normal(size=(2, 3, 16))
    plain = apply_rope(q, 3) @ apply_rope(k, 3).T
    mask = np.array([[0, 0, 1, 1, 1], [1, 1, 1, 0, 0]])
    padded_q, padded_k = RNG.normal(size=(2, 2, 4, 5, 16))
    for row, columns in ((0, slice(2, 5)), (1, slice(0, 3))):
        padded_q[row, :, columns], padded_k[row, :, columns] = q, k
    for positions in (position_ids(mask), np.arange(5), position_ids(mask) - 100):
        scores = apply_rope(padded_q, positions) @ apply_rope(padded_k, positions).swapaxes(-1, -2)
        np.testing.assert_allclose(scores[0, :, 2:, 2:], np.broadcast_to(plain, (4, 3, 3)), atol=1e-13)
        np.testing.assert_allclose(scores[1, :, :3, :3], np.broadcast_to(plain, (4, 3, 3)), atol=1e-13)


# --------------------------------------------------------------------------- one step at a time, stale tables


def decoded(q, k, method):
    """Attention with keys that are turned once, when they come, and kept."""
    n, kept, rows = len(q), [], np.zeros((len(q), len(q)))
    for i in range(n):
        kept.append(apply_rope(k[i : i + 1], [i], scaling=method))
        rows[i, : i + 1] = attention_weights(apply_rope(q[i : i + 1], [i], scaling=method), np.concatenate(kept))[0]
    return rows


@pytest.mark.parametrize("method", METHODS, ids=name)
def test_one_step_at_a_time_against_all_at_once(method):
    """Up to the original length every method agrees with itself; beyond it, those that grow do not."""
    q, k = RNG.normal(size=(2, 80, 64))
    for n in (64, 80):
        whole = attention_weights(
            apply_rope(q[:n], n, scaling=method), apply_rope(k[:n], n, scaling=method), mask=causal_mask(n)
        )
        difference = np.abs(decoded(q[:n], k[:n], method) - whole).max()
        assert difference > 0.01 if n > 64 and isinstance(method, GROWING) else difference < 1e-12


@pytest.mark.parametrize("method", METHODS, ids=name)
def test_a_fixed_length_makes_every_method_agree(method):
    k = RNG.normal(size=(80, 64))
    whole = apply_rope(k, 80, scaling=method, seq_len=80)
    for i in (0, 63, 64, 79):
        np.testing.assert_allclose(
            apply_rope(k[i : i + 1], [i], scaling=method, seq_len=80)[0], whole[i], rtol=0, atol=1e-13
        )


@pytest.mark.parametrize("method", [m for m in METHODS if isinstance(m, GROWING)], ids=name)
def test_a_long_text_leaves_nothing_behind(method):
    """No table is kept between calls: short, long, short again."""
    x = RNG.normal(size=(200, 64))
    short = apply_rope(x[:40], 40, scaling=method)
    apply_rope(x, 200, scaling=method)
    np.testing.assert_array_equal(apply_rope(x[:40], 40, scaling=method), short)
    np.testing.assert_array_equal(apply_rope(x[:40], 40, scaling=method, seq_len=64), short)
    assert np.abs(apply_rope(x[:40], 40, scaling=method, seq_len=65) - short).max() > 1e-3


def test_the_length_is_the_largest_position_plus_one():
    method, x = DynamicNTK(2, 4), RNG.normal(size=(3, 8))
    for positions, length in (([0, 1, 9], 10), ([-9, -8, -7], 0), ([0, 1, 8.5], 9), ([3, 2, 1], 4)):
        np.testing.assert_array_equal(
            apply_rope(x, positions, scaling=method), apply_rope(x, positions, scaling=method, seq_len=length)
        )
    assert apply_rope(np.ones((0, 8)), [], scaling=method).shape == (0, 8)


# ------------------------------------------------------------------------------------------- partial, types


@pytest.mark.parametrize("layout", ["interleaved", "half"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_partial_rotation(layout, dtype):
    x = RNG.normal(size=(2, 5, 16)).astype(dtype)
    found = apply_rope(x, 5, layout=layout, rotary_dim=6)
    np.testing.assert_array_equal(found[..., 6:], x[..., 6:])
    np.testing.assert_array_equal(found[..., :6], apply_rope(x[..., :6], 5, layout=layout))
    np.testing.assert_array_equal(apply_rope(x, 5, layout=layout, rotary_dim=16), apply_rope(x, 5, layout=layout))


@pytest.mark.parametrize("layout", ["interleaved", "half"])
@pytest.mark.parametrize("dtype, tolerance", [(np.float16, 4e-3), (np.float32, 1e-6), (np.float64, 1e-14)])
def test_type_memory_order_and_argument_are_kept(layout, dtype, tolerance):
    plain = RNG.normal(size=(3, 4, 50, 32)).astype(dtype)
    expected = apply_rope(plain.astype(np.float64), 50, layout=layout)
    for x in (
        plain, np.asfortranarray(plain), plain[..., ::-1, :][..., ::-1, :], np.repeat(plain, 2, axis=-1)[..., ::2],
        plain.transpose(0, 2, 1, 3).copy().transpose(0, 2, 1, 3), plain.astype(np.dtype(dtype).newbyteorder(">")),
    ):
        x.flags.writeable = False
        kept = x.copy()
        found = apply_rope(x, 50, layout=layout)
        assert found.dtype == dtype and found.dtype.isnative and not np.shares_memory(found, x) and found.flags.writeable
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)
        np.testing.assert_array_equal(x, kept)


def test_float16_is_computed_in_float32():
    x = RNG.normal(size=(64, 32)).astype(np.float16)
    expected = apply_rope(x.astype(np.float32), 64).astype(np.float16)
    np.testing.assert_array_equal(apply_rope(x, 64), expected)


def test_integers_become_float64():
    np.testing.assert_array_equal(apply_rope([[1, 2, 3, 4]], [1]), apply_rope(X, [1]))
    assert apply_rope(np.ones((2, 4), dtype=np.uint8), 2).dtype == np.float64


def test_blocks_of_the_half_layout_fit_together():
    x = RNG.normal(size=(3, 1, 700, 64)).astype(np.float32)
    found = apply_rope(x, 700, layout="half")
    for i in (0, 2):
        np.testing.assert_array_equal(found[i, 0, 100:103], apply_rope(x[i, 0], 700, layout="half")[100:103])
    back = np.argsort(HALVES)
    np.testing.assert_allclose(found[..., back], apply_rope(x[..., back], 700), atol=2e-6)


# ---------------------------------------------------------------------------------------------- frequencies


def test_frequencies():
    np.testing.assert_array_equal(rope_frequencies(64)[0], compute_frequencies(64))
    first = rope_frequencies(8)[0]
    first[:] = 0  # a copy: the next caller does not see it
    np.testing.assert_allclose(rope_frequencies(np.int64(8), base=np.int64(10000))[0], [1, 0.1, 0.01, 0.001], rtol=1e-15)
    assert rope_frequencies(2)[0] == [1.0]


@pytest.mark.parametrize("size", [1, 3, 0, -2])
def test_odd_sizes_are_refused(size):
    with pytest.raises(ValueError, match="head_dim"):
        rope_frequencies(size)
    if size >= 0:
        with pytest.raises(ValueError, match="even number of columns"):
            apply_rope(np.ones((2, size)), 2)
        with pytest.raises(ValueError, match="rotary_dim"):
            apply_rope(np.ones((2, 8)), 2, rotary_dim=size)


@pytest.mark.parametrize(
    "arguments, more, error, match",
    [
        (([1.0, 2.0], 1), {}, ValueError, "x must have at least two axes"),
        ((X, 5), {}, ValueError, r"length.*of x, 1, but is 5: pass \[5\]"),
        ((X, 1.0), {}, TypeError, r"pass \[1.0\]"),
        ((X, [1, 2]), {}, ValueError, r"shape \(1,\).*but have shape \(2,\)"),
        ((np.ones((3, 4)), [1]), {}, ValueError, r"but have shape \(1,\)"),
        ((np.ones((3, 4)), [[0, 1, 2]]), {}, ValueError, r"but have shape \(1, 3\)"),
        ((np.ones((2, 2, 3, 4)), np.zeros((3, 3))), {}, ValueError, r"but have shape \(3, 3\)"),
        ((X, [np.nan]), {}, ValueError, r"positions must be finite"),
        ((X, [2**53 + 2]), {}, ValueError, "2\\*\\*53"),
        ((X, [1]), {"layout": "neox"}, ValueError, "'interleaved' or 'half', not 'neox'"),
        ((X, [1]), {"base": 1}, ValueError, "base must be greater than 1"),
        ((X, [1]), {"seq_len": -1}, ValueError, "seq_len"),
        ((X, [1]), {"rotary_dim": 6}, ValueError, "rotary_dim must be at most 4"),
        ((X, [1]), {"scaling": Linear}, TypeError, r"as in Linear\(...\)"),
        ((X, [1]), {"scaling": {"factor": 2}}, TypeError, "scaling must be None"),
        ((X + 1j, [1]), {}, TypeError, "complex"),
        (([["a", "b"]], [1]), {}, TypeError, "x must be an array of real numbers"),
    ],
)
def test_refused(arguments, more, error, match):
    with pytest.raises(error, match=match):
        apply_rope(*arguments, **more)
