"""Rounding to bfloat16 against exact values."""

import numpy as np
import pytest

from pe_lessons.bfloat16 import round_to_bfloat16

LARGEST = 2.0**128 - 2.0**120
STEP = 2.0**-133  # between subnormals


def nearest(values):
    """The same in exact float64 arithmetic: 8 significant bits, and no step below 2**-133."""
    values = np.asarray(values, dtype=np.float32).astype(np.float64)
    step = np.ldexp(1.0, np.maximum(np.frexp(values)[1] - 8, -133))
    rounded = np.rint(values / step) * step  # rint: ties to even
    return np.where(np.abs(rounded) > LARGEST, np.copysign(np.inf, rounded), rounded)


@pytest.mark.parametrize(
    "value, expected",
    [
        (0.0, 0.0), (1.0, 1.0), (256, 256), (257, 256), (258, 258), (259, 260), (-257, -256), (-259, -260),
        (1 + 2**-8, 1.0), (1 + 2**-8 + 2**-20, 1 + 2**-7), (1 + 3 * 2**-8, 1 + 2**-6), (2 - 2**-9, 2.0),
        (np.pi, 3.140625), (0.1, 0.10009765625),
        (LARGEST, LARGEST), (LARGEST + 2.0**118, LARGEST), (LARGEST + 2.0**119, np.inf), (-LARGEST - 2.0**119, -np.inf),
        (np.finfo(np.float32).max, np.inf), (1e300, np.inf), (-1e300, -np.inf), (np.inf, np.inf), (-np.inf, -np.inf),
        (2.0**-126, 2.0**-126), (2.0**-126 - STEP / 4, 2.0**-126), (5 * STEP, 5 * STEP), (STEP / 2, 0.0), (1.5 * STEP, 2 * STEP),
        (0.75 * STEP, STEP), (2.5 * STEP, 2 * STEP), (2.0**-149, 0.0), (1e-300, 0.0),
    ],
)
def test_exact_values(value, expected):
    rounded = round_to_bfloat16(value)
    assert rounded.dtype == np.float32 and rounded.shape == ()
    assert float(rounded) == expected
    assert float(round_to_bfloat16(-value)) == -expected


def test_any_float32_goes_to_the_nearest():
    bits = np.random.default_rng(0).integers(2**32, size=200_000, dtype=np.uint32)
    ties = np.random.default_rng(1).integers(2**16, size=50_000, dtype=np.uint32) << 16 | np.uint32(0x8000)
    values = np.concatenate([bits, ties]).view(np.float32)
    values = values[np.isfinite(values)]
    rounded = round_to_bfloat16(values)
    np.testing.assert_array_equal(rounded, nearest(values))
    np.testing.assert_array_equal(np.signbit(rounded), np.signbit(values))
    assert not (rounded.view(np.uint32) & 0xFFFF).any()  # 16 bits are enough for them


def test_every_bfloat16_stays():
    every = (np.arange(2**16, dtype=np.uint32) << 16).view(np.float32)
    np.testing.assert_array_equal(round_to_bfloat16(every).view(np.uint32), every.view(np.uint32))  # to the bit, NaN as well


def test_nan_stays_nan_whatever_its_bits():
    nans = np.array([0x7FC00000, 0xFFFFFFFF, 0x7FFFFFFF, 0x7FC00001, 0xFFC08000], dtype=np.uint32).view(np.float32)
    assert np.isnan(round_to_bfloat16(nans)).all()
    assert np.isnan(round_to_bfloat16(np.nan))


def test_the_sign_of_zero_stays():
    assert np.signbit(round_to_bfloat16([-0.0, 0.0, -1e-300])).tolist() == [True, False, True]


@pytest.mark.parametrize("kind", ["<f4", ">f4", "<f8", ">f8", "<f2", ">f2", ">i8", "u2", "longdouble"])
def test_kinds_and_byte_orders(kind):
    rounded = round_to_bfloat16(np.array([[1, 257], [259, 1001]]).astype(kind))
    assert rounded.dtype == np.float32 and rounded.dtype.isnative
    expected = nearest(np.array([[1, 257], [259, 1001]]).astype(kind))
    np.testing.assert_array_equal(rounded, expected)
    assert expected.tolist() == [[1, 256], [260, 1000]]


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (1,), (2, 3, 4)])
def test_shapes_stay(shape):
    values = np.full(shape, 257.0)
    assert round_to_bfloat16(values).shape == shape
    assert (round_to_bfloat16(values) == 256).all()


def test_lists_views_and_read_only_arrays():
    assert round_to_bfloat16([]).shape == (0,)
    assert round_to_bfloat16([[257], [2]]).tolist() == [[256], [2]]
    values = np.arange(512, dtype=np.float32).reshape(16, 32)
    values.flags.writeable = False
    for view in (values, values.T, values[::-2, ::3], values[5]):
        rounded = round_to_bfloat16(view)
        np.testing.assert_array_equal(rounded, nearest(view))
        assert not np.shares_memory(rounded, values) and rounded.flags.writeable
    np.testing.assert_array_equal(values.ravel(), np.arange(512))


@pytest.mark.parametrize("value", ["1", [True], [1j], [None], [2**70], np.ma.masked_array([1.0, 2.0], [0, 1])])
def test_refused(value):
    with pytest.raises(TypeError, match="values must"):
        round_to_bfloat16(value)


def test_ragged_lists_are_refused():
    with pytest.raises(ValueError, match="values must .*different lengths"):
        round_to_bfloat16([[1], [1, 2]])
