"""Positions of tokens in padded rows, and adding a table to embeddings."""

import numpy as np
import pytest

from pe_lessons import add_positions, position_ids, sinusoidal_encoding

TABLE = sinusoidal_encoding(5, 4)

# ----------------------------------------------------------------------------------------- position_ids


@pytest.mark.parametrize(
    "mask, expected",
    [
        ([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]], [[0, 0, 0, 1, 2], [0, 1, 2, 3, 4]]),
        ([0, 0, 0], [0, 0, 0]),
        ([1, 0, 1], [0, 0, 1]),
        ([1, 1, 0, 0], [0, 1, 0, 0]),
        ([], []),
        ([[[0, 1]], [[1, 1]]], [[[0, 0]], [[0, 1]]]),
    ],
)
@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int8, bool])
def test_real_tokens_are_counted(mask, expected, kind):
    ids = position_ids(np.array(mask, dtype=kind))
    assert ids.dtype == np.int64
    np.testing.assert_array_equal(ids, expected)


def test_lists_and_long_rows():
    np.testing.assert_array_equal(position_ids([True, True]), [0, 1])
    np.testing.assert_array_equal(position_ids([]), [])
    np.testing.assert_array_equal(position_ids(np.ones(1000, dtype=np.int8)), np.arange(1000))


def test_left_padding_gives_the_vectors_of_the_unpadded_row():
    words = np.random.default_rng(0).normal(size=(3, 4))
    padded = np.concatenate([np.zeros((2, 4)), words])
    result = add_positions(padded, TABLE, position_ids([0, 0, 1, 1, 1]))
    np.testing.assert_array_equal(result[2:], add_positions(words, TABLE))
    np.testing.assert_array_equal(result[:2], TABLE[[0, 0]])  # not the last row, which the index -1 would read


@pytest.mark.parametrize(
    "mask, error, words",
    [
        ([0, 2, 1], ValueError, r"mask\[1\] is 2"),
        ([[0, 1], [1, -1]], ValueError, r"mask\[1, 1\] is -1"),
        ([0.0, 1.0], TypeError, "mask .*floats"),
        (["1"], TypeError, "mask"),
        (1, ValueError, "mask must have at least one axis"),
        ([[1], [1, 0]], ValueError, "different lengths"),
        (np.ma.masked_array([0, 1, 1], mask=[0, 0, 1]), TypeError, "mask must have no masked elements"),
        ([np.ma.masked_array([0, 1], mask=[0, 1])], TypeError, "mask must have no masked elements"),
    ],
)
def test_masks_refused(mask, error, words):
    with pytest.raises(error, match=words):
        position_ids(mask)


# ---------------------------------------------------------------------------------------- add_positions


def test_a_masked_array_that_hides_nothing_is_an_array():
    np.testing.assert_array_equal(position_ids(np.ma.masked_equal([0, 1, 1], 7)), [0, 0, 1])
    result = add_positions(np.ma.masked_array(np.ones((2, 4))), TABLE)
    assert type(result) is np.ndarray
    np.testing.assert_array_equal(result, 1 + TABLE[:2])


@pytest.mark.parametrize("n", [0, 1, 4, 5])
@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_adds_the_first_rows(n, leading):
    x = np.random.default_rng(n).normal(size=leading + (n, 4))
    before = x.copy()
    x.flags.writeable = False
    result = add_positions(x, TABLE)
    assert result.shape == x.shape and result.dtype == np.float64 and not np.shares_memory(result, x)
    np.testing.assert_array_equal(result, before + TABLE[:n])
    np.testing.assert_array_equal(x, before)


def test_adds_the_rows_asked_for():
    x = np.zeros((2, 3, 4))
    np.testing.assert_array_equal(add_positions(x, TABLE, [4, 0, 4])[1], TABLE[[4, 0, 4]])
    ids = np.array([[0, 1, 2], [2, 3, 4]], dtype=np.uint8)
    np.testing.assert_array_equal(add_positions(x, TABLE, ids), TABLE[ids])
    np.testing.assert_array_equal(add_positions(x, TABLE, 3), np.broadcast_to(TABLE[3], x.shape))
    np.testing.assert_array_equal(add_positions(x, TABLE, [[1], [2]])[1, 2], TABLE[2])
    assert add_positions(np.zeros((0, 4)), TABLE, []).shape == (0, 4)


def test_more_tokens_than_rows_are_fine_with_positions():
    np.testing.assert_array_equal(add_positions(np.zeros((6, 4)), TABLE, [0, 1, 2, 3, 4, 4])[5], TABLE[4])


@pytest.mark.parametrize(
    "given, expected", [("f2", "f2"), ("f4", "f4"), ("f8", "f8"), ("i1", "f8"), ("i8", "f8"), ("u1", "f8")]
)
@pytest.mark.parametrize("table_type", ["f2", "f4", "f8"])
def test_type_of_the_embeddings_is_kept(given, expected, table_type):
    x = np.array([[1, 2, 3, 4], [5, 6, 7, 8]], dtype=given)
    table = TABLE.astype(table_type)
    result = add_positions(x, table)
    assert result.dtype == np.dtype(expected)
    np.testing.assert_array_equal(result, (x.astype(float) + table[:2]).astype(expected))


@pytest.mark.parametrize(
    "n, rows, numbers", [(6, 5, "6.* 5"), (6, 1, "6.* 1"), (2, 1, "2.* 1"), (1, 0, "1.* 0")]
)
def test_too_long_for_the_table(n, rows, numbers):
    with pytest.raises(ValueError, match=numbers):
        add_positions(np.zeros((n, 4)), TABLE[:rows])


X = np.zeros((2, 4))


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ((X, TABLE, [-1, 0]), ValueError, r"between 0 and 4.*positions\[0\] is -1"),
        ((X, TABLE, [0, 5]), ValueError, r"between 0 and 4.*positions\[1\] is 5"),
        ((X, TABLE, [0, 2**62]), ValueError, "4611686018427387904"),
        ((X, TABLE, np.array([0, 2**63], dtype=np.uint64)), ValueError, "9223372036854775808"),
        ((X, TABLE[:0], [0, 0]), ValueError, r"the table has no rows, but positions\[0\] is 0"),
        ((X, TABLE[:0], [10**30, 0]), ValueError, r"the table has no rows, but positions\[0\] is 10{30}"),
        ((X, TABLE, [0, 10**30]), ValueError, r"between 0 and 4.*positions\[1\] is 10{30}"),
        ((X, TABLE, [10**5000, 0]), ValueError, r"positions\[0\] is an integer of about 5001 digits"),
        ((X, TABLE, np.array([0, 1], dtype=object)), TypeError, "objects"),
        ((X, TABLE, np.ma.masked_array([0, 1], mask=[0, 1])), TypeError, "positions must have no masked"),
        ((np.ma.masked_equal(X, 0), TABLE), TypeError, "embeddings must have no masked"),
        ((X, np.ma.masked_equal(TABLE, 0)), TypeError, "table must have no masked"),
        ((X, TABLE, [0.0, 1.0]), TypeError, "positions must be integers"),
        ((X, TABLE, [True, False]), TypeError, "positions must be integers"),
        ((X, TABLE, [0, 1, 2]), ValueError, r"\(3,\) .*\(2,\)"),
        ((X, TABLE, [[0, 1], [0, 1]]), ValueError, r"\(2, 2\) .*\(2,\)"),
        ((X[:1], TABLE, [0, 1]), ValueError, r"\(2,\) .*\(1,\)"),
        ((X, TABLE[:, :3]), ValueError, r"\(5, 3\)"),
        ((X, TABLE[0]), ValueError, r"\(4,\)"),
        ((X, TABLE[np.newaxis]), ValueError, r"\(1, 5, 4\)"),
        ((X[0], TABLE), ValueError, r"embeddings .*\(4,\)"),
        ((X * 1j, TABLE), TypeError, "embeddings"),
        ((X > 0, TABLE), TypeError, "embeddings"),
        ((X, TABLE * 1j), TypeError, "table"),
    ],
)
def test_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        add_positions(*arguments)
