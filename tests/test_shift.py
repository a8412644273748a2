"""The shift matrix, and the search for a linear map."""

import numpy as np
import pytest

from pe_lessons import best_linear_map, compute_frequencies, shift_matrix, sinusoidal_encoding

LAYOUTS = ["interleaved", "half"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [2, 4, 6, 32, 130])
@pytest.mark.parametrize("offset", [0, 1, 17, -3, 0.5, 1000, np.int8(-7), np.float32(2.5)])
def test_moves_every_row(offset, d_model, layout):
    positions = np.array([0.0, 1.0, 5.0, -2.5, 321.0])
    matrix = shift_matrix(offset, d_model, layout=layout)
    assert matrix.shape == (d_model, d_model) and matrix.dtype == np.float64
    before = sinusoidal_encoding(positions, d_model, layout=layout)
    after = sinusoidal_encoding(positions + float(offset), d_model, layout=layout)
    np.testing.assert_allclose(before @ matrix.T, after, atol=1e-14)
    np.testing.assert_allclose(matrix @ before[1], after[1], atol=1e-14)


def test_block_of_one_pair():
    np.testing.assert_allclose(
        shift_matrix(1, 2), [[np.cos(1), np.sin(1)], [-np.sin(1), np.cos(1)]], atol=2e-16
    )


def test_where_the_blocks_lie():
    w = 3 * compute_frequencies(6, base=100)
    interleaved, half = (shift_matrix(3, 6, base=100, layout=layout) for layout in LAYOUTS)
    for i in range(3):
        block = [[np.cos(w[i]), np.sin(w[i])], [-np.sin(w[i]), np.cos(w[i])]]
        np.testing.assert_allclose(interleaved[2 * i : 2 * i + 2, 2 * i : 2 * i + 2], block, atol=2e-16)
        np.testing.assert_allclose(half[np.ix_([i, 3 + i], [i, 3 + i])], block, atol=2e-16)
    assert np.count_nonzero(interleaved) == np.count_nonzero(half) == 12


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rotations_compose_and_invert(layout):
    a, b = shift_matrix(5, 8, layout=layout), shift_matrix(-2.5, 8, layout=layout)
    np.testing.assert_allclose(a @ b, shift_matrix(2.5, 8, layout=layout), atol=1e-15)
    np.testing.assert_allclose(a.T @ a, np.eye(8), atol=1e-15)
    np.testing.assert_allclose(a.T, shift_matrix(-5, 8, layout=layout), atol=1e-15)


def test_no_offset_is_the_identity_without_negative_zeros():
    matrix = shift_matrix(0, 4)
    np.testing.assert_array_equal(matrix, np.eye(4))
    assert not np.signbit(matrix).any()


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ((1, 5), ValueError, "d_model must be even .* is 5: .* cosine"),
        ((1, 0), ValueError, "d_model"),
        ((1, 4.0), TypeError, "d_model"),
        ((np.inf, 4), ValueError, "offset"),
        ((np.nan, 4), ValueError, "offset"),
        ((2**53 + 1, 4), ValueError, "offset"),
        ((10**400, 4), ValueError, "offset"),
        (("1", 4), TypeError, "offset"),
        ((True, 4), TypeError, "offset"),
        (([1], 4), TypeError, "offset"),
    ],
)
def test_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        shift_matrix(*arguments)


def test_layout_and_base_refused():
    with pytest.raises(ValueError, match="layout"):
        shift_matrix(1, 4, layout="halves")
    with pytest.raises(ValueError, match="base"):
        shift_matrix(1, 4, base=1.0)


# --------------------------------------------------------------------------------------- best_linear_map


def test_finds_the_shift_of_a_sinusoidal_table():
    table = sinusoidal_encoding(200, 8)
    found, residual = best_linear_map(table[:-7], table[7:])
    np.testing.assert_allclose(found, shift_matrix(7, 8), atol=1e-10)
    assert type(residual) is float and residual < 1e-12


def test_finds_a_map_that_is_not_square():
    rng = np.random.default_rng(1)
    true, before = rng.normal(size=(3, 5)), rng.normal(size=(40, 5))
    found, residual = best_linear_map(before, before @ true.T)
    assert found.shape == (3, 5)
    np.testing.assert_allclose(found, true, atol=1e-12)
    assert residual < 1e-14


def test_residual_by_hand():
    # One column: the best factor from (1, 1) to (1, 3) is 2, the rest (1, -1), relative to (1, 3).
    found, residual = best_linear_map([[1], [1]], [[1], [3]])
    np.testing.assert_allclose(found, [[2.0]])
    assert residual == pytest.approx(np.sqrt(2 / 10), abs=1e-15)
    assert best_linear_map([[0.0], [1.0]], [[1.0], [0.0]])[1] == pytest.approx(1.0)


@pytest.mark.parametrize("size", [1e-320, 1e-200, 1e-160, 1.0, 1e160, 1e200, 1.7e308])
def test_no_size_is_too_small_or_too_large(size):
    before, after = np.array([[1.0], [1.0]]), np.array([[1.0], [3.0]])  # by hand above, where the largest is 3
    found, residual = best_linear_map(before * size, after * (size / 3))
    np.testing.assert_allclose(found, [[2 / 3]], rtol=1e-3)  # a size of 1e-320 has three digits
    assert residual == pytest.approx(np.sqrt(2 / 10), rel=1e-3)
    if 1e-300 < size < 1e300:  # beyond, the map does not fit into float64
        np.testing.assert_allclose(best_linear_map(np.eye(3) * size, np.eye(3))[0] * size, np.eye(3))


@pytest.mark.parametrize("before, after", [(1e-200, 1e200), (1e200, 1e-200), (1e-320, 1.0)])
def test_a_map_beyond_float64_is_refused(before, after):
    with pytest.raises(ValueError, match="before and after differ too much in size"):
        best_linear_map([[before]], [[after]])


def test_float32_and_read_only_input():
    table = sinusoidal_encoding(100, 4, dtype=np.float32)
    table.flags.writeable = False
    found, residual = best_linear_map(table[:-1], table[1:])
    assert found.dtype == np.float64 and residual < 1e-6


@pytest.mark.parametrize(
    "before, after, error, words",
    [
        ([[1.0]], [[0.0]], ValueError, "after must not be zero throughout"),
        ([[1.0]], [[1.0], [2.0]], ValueError, r"\(1, 1\) and \(2, 1\)"),
        ([1.0], [[1.0]], ValueError, "before must have two axes"),
        ([[1.0]], [1.0], ValueError, "after must have two axes"),
        (np.ones((0, 2)), np.ones((0, 2)), ValueError, "empty"),
        ([[np.nan]], [[1.0]], ValueError, r"before\[0, 0\] is nan"),
        ([[1.0]], [[np.inf]], ValueError, r"after\[0, 0\] is inf"),
        ([[1j]], [[1.0]], TypeError, "before"),
        ([[True]], [[1.0]], TypeError, "before"),
        (np.ma.masked_equal([[1.0], [2.0]], 2), [[1.0], [2.0]], TypeError, "before must have no masked"),
    ],
)
def test_linear_map_refused(before, after, error, words):
    with pytest.raises(error, match=words):
        best_linear_map(before, after)
