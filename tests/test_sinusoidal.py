"""Frequencies, tables and single rows: values, accuracy, layouts, types, memory, refusals."""

import decimal
import pathlib
import runpy
import subprocess
import sys
import threading
import tracemalloc

import numpy as np
import pytest

from pe_lessons import compute_frequencies, rotation, sinusoidal_encoding, wavelengths

PRECISE = runpy.run_path(str(pathlib.Path(__file__).parents[1] / "benchmarks" / "precise.py"))
sine_and_cosine, worst_error = PRECISE["sine_and_cosine"], PRECISE["worst_error"]

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 31, 64, 127, 512]
LENGTHS = [0, 1, 2, 5, 31, 32, 33, 63, 64, 65, 100, 1000]
LAYOUTS = ["interleaved", "half"]
INTEGER_TYPES = [int, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]

# Computed once with mpmath at 100 digits: position, pair, d_model, sine, cosine.
MPMATH = [
    (32768, 0, 1024, 0.9278563334139246745713847, 0.372937829327714955874351),
    (32767, 137, 1024, -0.3195511192667660299613063, -0.947569038210597651521112),
    (999999, 3, 512, 0.9541293456890063370454932, 0.2993947088628465464537114),
    (-7.25, 255, 512, -0.0007515588023654880685740102, 0.9999997175796434128477156),
    (2**53, 1, 8, 0.2111626587390388351647277, -0.977450935625037000177372),
    (12345, 500, 1023, 0.9986342970906299419823693, 0.05224500621402445765391815),
    (100000, 2, 8, 0.8268795405320025602558874, 0.5623790762907029910782492),
]


def direct(positions, d_model, dtype=np.float64):
    """The usual code: the whole angle matrix, then sin and cos."""
    positions = np.asarray(positions, dtype=dtype)
    pairs = np.arange(0, d_model, 2, dtype=dtype)
    angles = positions[..., np.newaxis] / np.power(dtype(10000), pairs / dtype(d_model))
    table = np.empty(positions.shape + (d_model,), dtype=dtype)
    table[..., 0::2] = np.sin(angles)
    table[..., 1::2] = np.cos(angles)[..., : d_model // 2]
    return table


# ------------------------------------------------------------------------------------------ frequencies


def test_frequencies_of_the_paper():
    np.testing.assert_array_equal(compute_frequencies(8), [1.0, 0.1, 0.01, 0.001])
    np.testing.assert_array_equal(compute_frequencies(2), [1.0])
    np.testing.assert_array_equal(compute_frequencies(1), [1.0])
    np.testing.assert_array_equal(compute_frequencies(4, base=100), [1.0, 0.1])
    assert compute_frequencies().shape == (256,)


@pytest.mark.parametrize("d_model", SIZES)
def test_frequencies_are_the_formula_rounded_once(d_model):
    frequencies = compute_frequencies(d_model, base=500000.0)
    assert frequencies.shape == ((d_model + 1) // 2,) and frequencies.dtype == np.float64
    with decimal.localcontext(decimal.Context(prec=60)):
        for i, frequency in enumerate(frequencies):
            assert frequency == float(decimal.Decimal(500000) ** (decimal.Decimal(-2 * i) / d_model))


def test_odd_size_keeps_d_model_in_the_exponent():
    np.testing.assert_allclose(compute_frequencies(5), [1.0, 10000 ** (-2 / 5), 10000 ** (-4 / 5)], rtol=1e-15)


def test_the_half_minus_one_rule_is_not_used():
    assert abs(compute_frequencies(8)[1] - 0.0464158883) > 0.05


def test_wavelengths():
    np.testing.assert_allclose(wavelengths(8), 2 * np.pi * np.array([1, 10, 100, 1000]), rtol=1e-15)
    assert wavelengths(512)[-1] < 2 * np.pi * 10000


def test_frequencies_belong_to_the_caller():
    first = compute_frequencies(8)
    first[:] = 7.0
    np.testing.assert_array_equal(compute_frequencies(8), [1.0, 0.1, 0.01, 0.001])
    assert sinusoidal_encoding(2, 8)[1, 2] == pytest.approx(np.sin(0.1), abs=1e-15)


def test_the_cached_frequencies_cannot_be_written():
    for array in rotation.exact_frequencies(8, 10000.0):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7.0


@pytest.mark.parametrize("d_model", [2**16, 2**16 - 1])
def test_the_widest_encoding_and_the_largest_base_stay_finite(d_model):
    last = wavelengths(d_model, base=1e300)[-1]
    assert 6e300 < last < 2 * np.pi * 1e300
    assert np.isfinite(sinusoidal_encoding([2**53], d_model, base=1e300)).all()


@pytest.mark.parametrize("kind", INTEGER_TYPES + [np.float32, np.float64])
def test_any_type_of_number_as_base(kind):
    base = kind(100)
    np.testing.assert_array_equal(compute_frequencies(8, base=base), compute_frequencies(8, base=100.0))


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint32])
def test_base_10000_in_integer_types_makes_no_integer_power(kind):
    np.testing.assert_array_equal(compute_frequencies(8, base=kind(10000)), [1.0, 0.1, 0.01, 0.001])
    np.testing.assert_array_equal(compute_frequencies(kind(8)), [1.0, 0.1, 0.01, 0.001])


# ----------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    "d_model, position, row",
    [
        (4, 1, [0.841470984808, 0.540302305868, 0.009999833334, 0.999950000417]),
        (3, 1, [0.841470984808, 0.540302305868, 0.002154433023]),
        (5, 1, [0.841470984808, 0.540302305868, 0.025116222910, 0.999684537915, 0.000630957303]),
        (1, 2, [0.909297426826]),
        (2, 1, [0.841470984808, 0.540302305868]),
    ],
)
def test_rows_known_to_twelve_digits(d_model, position, row):
    np.testing.assert_allclose(sinusoidal_encoding(3, d_model)[position], row, atol=6e-13)
    np.testing.assert_allclose(sinusoidal_encoding([position], d_model)[0], row, atol=6e-13)


def test_first_row_is_zero_one_without_a_negative_zero():
    for table in (sinusoidal_encoding(3, 6), sinusoidal_encoding([0], 6), sinusoidal_encoding([0], 6, dtype="f4")):
        row = table[0]
        np.testing.assert_array_equal(row, [0, 1, 0, 1, 0, 1])
        assert not np.signbit(row).any()


@pytest.mark.parametrize("d_model", SIZES)
@pytest.mark.parametrize("length", LENGTHS)
def test_table_is_what_the_usual_code_gives(length, d_model):
    table = sinusoidal_encoding(length, d_model)
    assert table.shape == (length, d_model) and table.dtype == np.float64 and table.flags.c_contiguous
    np.testing.assert_allclose(table, direct(np.arange(length), d_model), atol=1e-12)


@pytest.mark.parametrize("d_model", [2, 64, 512])
def test_each_pair_lies_on_the_unit_circle(d_model):
    table = sinusoidal_encoding(3000, d_model)
    np.testing.assert_allclose(table[:, 0::2] ** 2 + table[:, 1::2] ** 2, 1.0, atol=5e-15)


def test_base_changes_all_pairs_but_the_first():
    usual, other = sinusoidal_encoding(5, 6), sinusoidal_encoding(5, 6, base=30)
    np.testing.assert_array_equal(usual[:, :2], other[:, :2])
    np.testing.assert_allclose(other[:, 2], np.sin(np.arange(5) * 30 ** (-1 / 3)), atol=1e-15)


# --------------------------------------------------------------------------------------------- accuracy


@pytest.mark.parametrize("position, pair, d_model, sine, cosine", MPMATH)
def test_against_mpmath(position, pair, d_model, sine, cosine):
    row = sinusoidal_encoding([position], d_model)[0]
    np.testing.assert_allclose(row[2 * pair : 2 * pair + 2], [sine, cosine], atol=5e-16, rtol=0)


@pytest.mark.parametrize("d_model", [8, 511, 1024])
@pytest.mark.parametrize("position", [1, 1000, 32768, 999999, 2**31 + 1, 2**53, -12345.678, 0.1, 1e-300])
def test_any_position_is_accurate(position, d_model):
    pairs = np.linspace(0, (d_model - 1) // 2, 12).astype(int)
    assert worst_error(lambda p: sinusoidal_encoding([p], d_model)[0], [position], pairs, d_model) < 1e-15


def test_table_is_more_accurate_than_sin_and_cos_of_the_angles():
    table = sinusoidal_encoding(32769, 64)
    positions = [1, 31, 32, 1023, 4095, 12345, 32767, 32768]
    ours = worst_error(lambda p: table[p], positions, range(32), 64)
    usual = worst_error(lambda p: direct([p], 64)[0], positions, range(32), 64)
    assert ours < 4e-15
    assert usual > 1e-13  # what rounding the angle costs
    assert ours < usual / 100


def test_a_small_table_is_no_less_accurate_than_sin_and_cos():
    table = sinusoidal_encoding(20, 16)
    assert worst_error(lambda p: table[p], range(20), range(8), 16) < 8e-16


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [1, 2, 5, 6, 128, 129])
def test_rows_of_a_table_agree_with_single_rows(d_model, layout):
    length = 5000
    table = sinusoidal_encoding(length, d_model, layout=layout)
    positions = np.r_[np.arange(70), length - 70 : length, 0:length:83]
    rows = sinusoidal_encoding(positions, d_model, layout=layout)
    np.testing.assert_allclose(table[positions], rows, atol=1e-14, rtol=0)


def test_float32_is_the_float64_table_rounded_once():
    exact = sinusoidal_encoding(32769, 64)
    ours = sinusoidal_encoding(32769, 64, dtype=np.float32)
    assert ours.dtype == np.float32
    assert np.abs(ours - exact).max() < 2e-7
    np.testing.assert_allclose(ours, exact.astype(np.float32), atol=6e-8, rtol=0)
    usual = direct(np.arange(32769), 64, dtype=np.float32)
    assert np.abs(usual - exact).max() > 1e-3  # what float32 angles cost


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [1, 4, 5])
@pytest.mark.parametrize("dtype, error", [("float16", 5e-4), (np.float32, 6e-8), (np.dtype("f8"), 1e-14)])
def test_types_of_the_result(dtype, error, d_model, layout):
    exact = sinusoidal_encoding(np.arange(100), d_model, layout=layout)
    for given in (100, np.arange(100)):
        result = sinusoidal_encoding(given, d_model, layout=layout, dtype=dtype)
        assert result.dtype == dtype
        assert np.abs(result - exact).max() <= error


@pytest.mark.parametrize("threads", [2, 3, 4, 100])
@pytest.mark.parametrize("length", [1, 32, 33, 64, 97, 1000])
@pytest.mark.parametrize("options", [{}, {"layout": "half"}, {"dtype": np.float32}], ids=str)
def test_threads_change_nothing(monkeypatch, threads, length, options):
    alone = sinusoidal_encoding(length, 6, **options)
    monkeypatch.setattr(rotation, "LARGE_TABLE", 0)
    monkeypatch.setattr(rotation, "THREADS", threads)
    np.testing.assert_array_equal(sinusoidal_encoding(length, 6, **options), alone)


@pytest.mark.parametrize("length, d_model", [(200_000, 2), (70_000, 16), (5000, 200), (3000, 601)])
def test_chapters_and_threads_join_without_a_seam(monkeypatch, length, d_model):
    monkeypatch.setattr(rotation, "LARGE_TABLE", 0)
    monkeypatch.setattr(rotation, "THREADS", 3)
    table = sinusoidal_encoding(length, d_model)
    np.testing.assert_allclose(table, sinusoidal_encoding(np.arange(length), d_model), atol=4e-15, rtol=0)
    np.testing.assert_array_equal(sinusoidal_encoding(length - 77, d_model), table[:-77])


def test_a_large_table_in_a_thread_that_outlives_the_program():
    code = """import threading, time
from pe_lessons import rotation, sinusoidal_encoding
rotation.THREADS = 4
threading.Thread(target=lambda: (time.sleep(0.5), print(sinusoidal_encoding(4000, 512).shape))).start()"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("(4000, 512)", "")


def test_where_no_thread_can_be_started(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    alone = sinusoidal_encoding(500, 6)
    monkeypatch.setattr(rotation, "LARGE_TABLE", 0)
    monkeypatch.setattr(rotation, "THREADS", 3)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    np.testing.assert_array_equal(sinusoidal_encoding(500, 6), alone)


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_failure_in_any_thread_is_raised(monkeypatch, failing):
    def fail(output, first, *rest):
        if first == failing * 6:
            raise MemoryError("no room")

    monkeypatch.setattr(rotation, "LARGE_TABLE", 0)
    monkeypatch.setattr(rotation, "THREADS", 3)
    monkeypatch.setattr(rotation, "_write_blocks", fail)
    with pytest.raises(MemoryError, match="no room"):
        sinusoidal_encoding(32 * 18, 6)


# ---------------------------------------------------------------------------------------------- layouts


def test_layouts_of_row_one():
    half = sinusoidal_encoding(2, 4, layout="half")[1]
    np.testing.assert_allclose(half, [0.841470984808, 0.009999833334, 0.540302305868, 0.999950000417], atol=6e-13)
    np.testing.assert_array_equal(sinusoidal_encoding(2, 4)[1][[0, 2, 1, 3]], half)


@pytest.mark.parametrize("given", [77, [3.5, -2, 400]])
@pytest.mark.parametrize("d_model", SIZES)
def test_layouts_are_permutations_of_one_another(d_model, given):
    interleaved = sinusoidal_encoding(given, d_model)
    half = sinusoidal_encoding(given, d_model, layout="half")
    np.testing.assert_array_equal(np.concatenate([interleaved[:, 0::2], interleaved[:, 1::2]], axis=1), half)
    np.testing.assert_allclose(interleaved @ interleaved.T, half @ half.T, atol=1e-12)


# -------------------------------------------------------------------------------------------- positions


def test_a_length_is_any_integer():
    table = sinusoidal_encoding(5, 6)
    for length in (np.int64(5), np.uint8(5), np.array(5)):
        np.testing.assert_array_equal(sinusoidal_encoding(length, 6), table)
    assert sinusoidal_encoding([5], 6).shape == (1, 6)  # one position, not a length
    assert sinusoidal_encoding(np.array([5]), 6).shape == (1, 6)


@pytest.mark.parametrize("shape", [(0,), (3,), (2, 3), (2, 0, 3), (1, 1, 1, 1)])
def test_result_has_the_shape_of_the_positions(shape):
    assert sinusoidal_encoding(np.zeros(shape), 5).shape == shape + (5,)


def test_positions_in_any_form():
    expected = direct([3.0, 0.0, 3.0, 100.0], 8)
    for kind in INTEGER_TYPES[1:] + [np.float16, np.float32, np.float64]:
        np.testing.assert_allclose(sinusoidal_encoding(np.array([3, 0, 3, 100], dtype=kind), 8), expected, atol=2e-14)
    np.testing.assert_allclose(sinusoidal_encoding([3, 0, 3, 100], 8), expected, atol=2e-14)
    np.testing.assert_allclose(sinusoidal_encoding((3, 0, 3, 100), 8), expected, atol=2e-14)
    np.testing.assert_allclose(sinusoidal_encoding([[3, 0], [3, 100]], 8), expected.reshape(2, 2, 8), atol=2e-14)


def test_the_most_negative_integer_of_a_type():
    np.testing.assert_allclose(sinusoidal_encoding(np.array([-128], np.int8), 8), direct([-128.0], 8), atol=1e-13)


def test_negative_and_fractional_positions():
    positive, negative = sinusoidal_encoding([2.5], 8)[0], sinusoidal_encoding([-2.5], 8)[0]
    np.testing.assert_allclose(negative[0::2], -positive[0::2], atol=1e-16)
    np.testing.assert_allclose(negative[1::2], positive[1::2], atol=1e-16)
    assert positive[0] == pytest.approx(np.sin(2.5), abs=2e-16)


def test_many_positions_cross_the_blocks():
    positions = np.random.default_rng(0).permutation(40000)[:20000] - 10000
    np.testing.assert_allclose(sinusoidal_encoding(positions, 6), direct(positions, 6), atol=5e-11)


def test_input_is_not_changed_and_may_be_read_only():
    positions = np.array([1.0, 5.0, 2.0])
    positions.flags.writeable = False
    result = sinusoidal_encoding(positions[::-1], 4)
    np.testing.assert_array_equal(positions, [1.0, 5.0, 2.0])
    assert result.flags.writeable and not np.shares_memory(result, positions)


# ----------------------------------------------------------------------------------------------- memory


def peak_memory(make):
    make()  # once beforehand, so that the cache of frequencies is not counted
    tracemalloc.start()
    try:
        make()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_far_position_needs_its_own_row_only():
    assert peak_memory(lambda: sinusoidal_encoding([999999], 1024)) < 200_000


@pytest.mark.parametrize(
    "options", [{}, {"layout": "half"}, {"dtype": np.float32}, {"dtype": np.float16, "layout": "half"}], ids=str
)
def test_a_table_needs_its_own_size_and_a_few_megabytes(options):
    size = 8192 * 1024 * np.dtype(options.get("dtype", np.float64)).itemsize
    assert peak_memory(lambda: sinusoidal_encoding(8192, 1024, **options)) < size + 8e6


@pytest.mark.parametrize("length, d_model", [(8192, 512), (32768, 128), (2048, 2048)])
@pytest.mark.parametrize("options", [{}, {"dtype": np.float16}], ids=str)
def test_a_table_needs_320_rows_and_a_megabyte_and_a_half_more_at_most(monkeypatch, length, d_model, options):
    monkeypatch.setattr(rotation, "THREADS", 4)
    size = length * d_model * np.dtype(options.get("dtype", np.float64)).itemsize
    room = 320 * d_model * 8 + 1.5e6  # four threads at once
    assert peak_memory(lambda: sinusoidal_encoding(length, d_model, **options)) < size + room


def test_many_positions_need_their_own_rows_and_a_few_megabytes():
    positions = np.arange(8192.0)
    assert peak_memory(lambda: sinusoidal_encoding(positions, 512)) < 8192 * 512 * 8 + 4e6


# --------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("function", [compute_frequencies, wavelengths, lambda d: sinusoidal_encoding(2, d)])
@pytest.mark.parametrize(
    "d_model, error",
    [(0, ValueError), (-4, ValueError), (10**30, ValueError), (2**16 + 1, ValueError), pytest.param(10**5000, ValueError, id="huge"), (4.0, TypeError), (True, TypeError),
     (np.bool_(True), TypeError), ("4", TypeError), (None, TypeError), (np.float64(4), TypeError)],
)
def test_sizes_refused(function, d_model, error):
    with pytest.raises(error, match="d_model"):
        function(d_model)


@pytest.mark.parametrize(
    "function", [lambda base: compute_frequencies(8, base=base), lambda base: sinusoidal_encoding(2, 8, base=base)]
)
@pytest.mark.parametrize(
    "base, error",
    [(0, ValueError), (-10000, ValueError), (1, ValueError), (0.5, ValueError), (np.nan, ValueError),
     (np.inf, ValueError), (10**400, ValueError), pytest.param(10**5000, ValueError, id="huge"), (1.1e300, ValueError), (1.79e308, ValueError), ("10000", TypeError), (True, TypeError), (1j, TypeError),
     (None, TypeError), ([10000], TypeError)],
)
def test_bases_refused(function, base, error):
    with pytest.raises(error, match="base"):
        function(base)


@pytest.mark.parametrize(
    "positions, error, words",
    [
        (5.0, TypeError, r"pass \[5\.0\] for a single position"),
        (np.float32(5), TypeError, r"pass \[5\.0\]"),
        (np.array(5.0), TypeError, r"pass \[5\.0\]"),
        (True, TypeError, "truth value"),
        ([True, False], TypeError, "truth values"),
        ([1j], TypeError, "complex"),
        (["1"], TypeError, "positions"),
        ("12", TypeError, "positions"),
        (None, TypeError, "positions"),
        (np.array([1, 2], dtype=object), TypeError, "objects"),
        (np.array(["2020-01-01"], dtype="M8[D]"), TypeError, "datetime64"),
        ([[1, 2], [3]], ValueError, "different lengths"),
        ([0.0, np.nan, np.inf], ValueError, r"positions\[1\] is nan"),
        ([[0.0, 1.0], [2.0, -np.inf]], ValueError, r"positions\[1, 1\] is -inf"),
        ([0, 2**53 + 1], ValueError, r"positions\[1\] is 9007199254740993"),
        ([-(2**53) - 1], ValueError, r"-9007199254740993"),
        (np.array([2**64 - 1], dtype=np.uint64), ValueError, "18446744073709551615"),
        ([1, 2**70], ValueError, r"positions\[1\] is 1180591620717411303424"),
        ([1e20], ValueError, "2\\*\\*53"),
        (-1, ValueError, "positions must be at least 0, but is -1"),
        (10**30, ValueError, "positions"),
        pytest.param(10**5000, ValueError, "must be at most 9007199254740992, but is an integer of about 5001 digits", id="huge"),
        ([-(10**5000)], ValueError, r"positions\[0\] is an integer of about 5001 digits"),
        (np.ma.masked_array([1, 2], mask=[0, 1]), TypeError, "positions must have no masked elements"),
        (np.ma.masked_array(5, mask=True), TypeError, "positions must have no masked elements"),
        ([[1.0, np.ma.masked]], TypeError, "positions must have no masked elements"),
    ],
)
def test_positions_refused(positions, error, words):
    with pytest.raises(error, match=words):
        sinusoidal_encoding(positions, 8)


@pytest.mark.parametrize("layout, error", [("halves", ValueError), ("", ValueError), (None, TypeError), (1, TypeError)])
def test_layouts_refused(layout, error):
    with pytest.raises(error, match="layout must be 'interleaved' or 'half'"):
        sinusoidal_encoding(3, 4, layout=layout)


@pytest.mark.parametrize("dtype", [int, complex, bool, "longdouble", "no such type", ">f4", object])
def test_types_refused(dtype):
    with pytest.raises(TypeError, match="dtype must be float16, float32 or float64"):
        sinusoidal_encoding(3, 4, dtype=dtype)


def test_refused_before_any_array_is_made():
    tracemalloc.start()
    try:
        for options in ({"base": 1}, {"layout": "x"}, {"dtype": int}):
            with pytest.raises((TypeError, ValueError)):
                sinusoidal_encoding(10**6, 1024, **options)
        with pytest.raises(TypeError):
            sinusoidal_encoding(10**6, 1024.0)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
