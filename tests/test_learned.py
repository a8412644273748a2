"""Learned positions: each policy beyond the table, refusals, and the trained tables that are shipped."""

import dataclasses
import hashlib
import pathlib
import re
import tomllib

import numpy as np
import pytest

from pe_lessons import LearnedPositions, add_positions, learned, load_positions

TABLE = np.array([[0.0, 10.0], [1.0, 20.0], [2.0, 40.0]])
DATA = pathlib.Path(learned.DATA)
SOURCES = tomllib.loads((DATA / "sources.toml").read_text(encoding="utf-8"))


# --------------------------------------------------------------------------------------------- inside


@pytest.mark.parametrize("beyond", learned.BEYOND)
@pytest.mark.parametrize(
    "positions", [[0, 1, 2], [[2, 0], [1, 1]], 1, [], np.array([2, 0], dtype=np.uint8), [1.0, 2.0]]
)
def test_inside_the_table_every_policy_reads_the_row(beyond, positions):
    found = LearnedPositions(TABLE, beyond=beyond).lookup(positions)
    assert found.shape == np.shape(positions) + (2,)
    np.testing.assert_array_equal(found, TABLE[np.asarray(positions, dtype=int)])


def test_raise_is_the_default_and_agrees_with_add_positions():
    words = np.ones((3, 2))
    np.testing.assert_array_equal(words + LearnedPositions(TABLE).lookup([0, 1, 2]), add_positions(words, TABLE))
    assert LearnedPositions(TABLE).beyond == "raise"


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("beyond", learned.BEYOND)
def test_the_type_of_the_table_is_kept_and_nothing_is_changed(dtype, beyond):
    table = TABLE.astype(dtype)
    before = table.copy()
    positions = np.array([0, 2])
    positions.flags.writeable = False
    chooser = LearnedPositions(table, beyond=beyond)
    found = chooser.lookup(positions)
    assert found.dtype == dtype
    found[...] = -1  # a new array: neither the table nor the caller's array shows it
    np.testing.assert_array_equal(table, before)
    assert np.shares_memory(chooser.table, table) and table.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        chooser.table[0, 0] = 1


def test_integer_tables_become_float64():
    assert LearnedPositions([[1, 2], [3, 4]]).lookup([1]).dtype == np.float64


# --------------------------------------------------------------------------------------------- beyond


@pytest.mark.parametrize(
    "position", [3, 1000, -1, 2**60, 2**64 - 1, 2**70, -(2**70), np.uint64(2**64 - 1), np.int64(-(2**63))]
)
def test_raise_names_position_and_range(position):
    with pytest.raises(ValueError, match=rf"positions.* is {re.escape(str(int(position)))[:9]}") as caught:
        LearnedPositions(TABLE).lookup([0, position] if abs(int(position)) < 2**63 else position)
    assert "between 0 and 2" in str(caught.value) or "2**63" in str(caught.value)


def test_clamp_reads_the_nearest_row():
    found = LearnedPositions(TABLE, beyond="clamp").lookup([-5, 0, 2, 3, 10**9, 2**62])
    np.testing.assert_array_equal(found, TABLE[[0, 0, 2, 2, 2, 2]])


def test_wrap_counts_modulo_the_length():
    positions = [3, 4, 5, 6, -1, -3, 2**62]
    found = LearnedPositions(TABLE, beyond="wrap").lookup(positions)
    np.testing.assert_array_equal(found, TABLE[[p % 3 for p in positions]])


def test_narrow_integers_find_rows_of_long_tables():
    table = np.arange(600.0)[:, np.newaxis]
    for beyond in learned.BEYOND:
        found = LearnedPositions(table, beyond=beyond).lookup(np.array([0, 200], dtype=np.uint8))
        np.testing.assert_array_equal(found[:, 0], [0, 200])


def test_interpolate_stretches_over_the_text():
    stretched = LearnedPositions(TABLE, beyond="interpolate")
    np.testing.assert_allclose(stretched.lookup(range(5)), [[0, 10], [0.5, 15], [1, 20], [1.5, 30], [2, 40]])
    np.testing.assert_allclose(stretched.lookup([1, 3], length=5), [[0.5, 15], [1.5, 30]])
    for length in (4, 7, 100, 12345):
        places = np.linspace(0, 2, length)
        expected = np.column_stack([np.interp(places, range(3), column) for column in TABLE.T])
        np.testing.assert_allclose(stretched.lookup(np.arange(length)), expected, atol=1e-12)
        np.testing.assert_array_equal(stretched.lookup([0, length - 1]), TABLE[[0, 2]])


def test_interpolate_does_not_shrink_and_reads_between_rows():
    stretched = LearnedPositions(TABLE, beyond="interpolate")
    np.testing.assert_array_equal(stretched.lookup([0, 1], length=2), TABLE[:2])
    np.testing.assert_allclose(stretched.lookup([0.5, 1.25]), [[0.5, 15], [1.25, 25]])
    np.testing.assert_array_equal(LearnedPositions(TABLE[:1], beyond="interpolate").lookup(range(4)), TABLE[[0] * 4])


@pytest.mark.parametrize(
    "positions, length, words",
    [([-1], None, r"\[0\] is -1"), ([4], 4, r"0 and 3.* is 4"), ([-0.5], 9, "0 and 8")],
)
def test_interpolate_refuses_what_is_not_in_the_text(positions, length, words):
    with pytest.raises(ValueError, match=words):
        LearnedPositions(TABLE, beyond="interpolate").lookup(positions, length=length)


@pytest.mark.parametrize("beyond", ["raise", "clamp", "wrap"])
def test_only_interpolate_reads_between_rows_or_takes_a_length(beyond):
    chooser = LearnedPositions(TABLE, beyond=beyond)
    with pytest.raises(ValueError, match=r"whole.*positions\[1\] is 0.5"):
        chooser.lookup([0, 0.5])
    with pytest.raises(ValueError, match="length is for"):
        chooser.lookup([0], length=5)


@pytest.mark.parametrize("beyond", learned.BEYOND)
@pytest.mark.parametrize(
    "positions, error, words",
    [
        (True, TypeError, "truth"), (["a"], TypeError, "positions"), ([1j], TypeError, "complex"),
        (None, TypeError, "positions"),
        ([[0], [0, 1]], ValueError, "lengths"), ([np.nan], ValueError, "finite"), (np.inf, ValueError, "finite"),
        (1e300, ValueError, "positions is 1e[+]300"),
    ],
)
def test_positions_refused_by_every_policy(beyond, positions, error, words):
    with pytest.raises(error, match=words):
        LearnedPositions(TABLE, beyond=beyond).lookup(positions)


@pytest.mark.parametrize(
    "table, beyond, error, words",
    [
        ([1.0, 2.0], "raise", ValueError, "two axes"), (np.zeros((0, 3)), "raise", ValueError, r"\(0, 3\)"),
        ("abc", "raise", TypeError, "table"), (TABLE, "extend", ValueError, "beyond must be 'raise' or 'clamp'"),
        (TABLE, None, TypeError, "beyond"), (TABLE > 1, "raise", TypeError, "truth values"),
    ],
)
def test_tables_and_policies_refused(table, beyond, error, words):
    with pytest.raises(error, match=words):
        LearnedPositions(table, beyond=beyond)


# --------------------------------------------------------------------------------------- trained tables


@pytest.mark.parametrize(
    "name, shape",
    [
        ("minilm_l6_v2", (512, 384)), ("me5_small", (512, 384)), ("minilm_l3_v2_rows_96_159", (64, 384)),
        ("mpnet_relative_bias", (32, 12)),
    ],
)
def test_trained_tables(name, shape):
    table = load_positions(name)
    assert table.shape == table.values.shape == shape and table.values.dtype == np.float64
    assert not table.values.flags.writeable and np.isfinite(table.values).all()
    assert table.name == name and table.licence in ("Apache-2.0", "MIT") and "PyPI" in table.source and table.note
    np.testing.assert_array_equal(np.asarray(table), table.values)
    assert np.asarray(table, dtype=np.float32).dtype == np.float32
    assert len(repr(table)) < 150
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.licence = "none"
    np.testing.assert_array_equal(LearnedPositions(table).lookup([5]), table.values[[5]])


def test_every_data_file_has_a_source_a_notice_and_the_right_sum():
    files = {path.name for path in DATA.glob("*.np*")}
    assert files == {entry["file"] for entry in SOURCES.values()}
    notice = (DATA / "NOTICE.md").read_text(encoding="utf-8")
    for name, entry in SOURCES.items():
        assert hashlib.sha256((DATA / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
        for words in (name, entry["file"], entry["sha256"], entry["model"]):
            assert words in notice
    assert "END OF TERMS AND CONDITIONS" in (DATA / "LICENSE-Apache-2.0.txt").read_text(encoding="utf-8")
    mit = (DATA / "LICENSE-MIT-multilingual-e5-small.txt").read_text(encoding="utf-8")
    assert "Permission is hereby granted" in mit


def test_unknown_names_are_answered_with_the_known_ones():
    with pytest.raises(ValueError, match="'minilm_l6_v2' or 'me5_small' or .*, not 'bert'"):
        load_positions("bert")
    with pytest.raises(TypeError, match="name"):
        load_positions(3)


def test_damaged_and_missing_files(tmp_path, monkeypatch):
    monkeypatch.setattr(learned, "DATA", tmp_path)
    with pytest.raises(FileNotFoundError, match="sources.toml is missing"):
        load_positions("me5_small")
    (tmp_path / "sources.toml").write_bytes((DATA / "sources.toml").read_bytes())
    with pytest.raises(FileNotFoundError, match="me5_small_positions_f16.npy is missing"):
        load_positions("me5_small")
    (tmp_path / "me5_small_positions_f16.npy").write_bytes(b"cut short")
    with pytest.raises(ValueError, match="me5_small_positions_f16.npy .* damaged .*1ae0183e3341"):
        load_positions("me5_small")
