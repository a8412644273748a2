"""The pictures of lesson 06: what a sinusoidal encoding cannot do."""

import numpy as np
import pytest
from pictures import assert_documented, assert_refuses, assert_says_what_it_shows

from pe_lessons import figures, shift_matrix, sinusoidal_encoding
from pe_lessons.figures import limits

RESULTS = {"copy": {"none": [[0.2, 0.1], [0.4, 0.3]], "learned": np.array([[1.0, 0.5]])}}

PICTURES = {
    "returns": (lambda: figures.plot_returns(100, (44, 6), 64),
                "Distance of positions 0 and k, k up to 100. Pair 0 comes back again and again, among others to 0.0177 at k = 44 (row 5.07), "
                "0.2822 at k = 6 (row 4.11). The whole row of 64 columns never comes nearer than 1.47, which is at k = 1."),
    "row distances": (lambda: figures.plot_row_distances((8, 64, 512), 200),
                      "up to 200. d_model 8 grows up to k = 3 and falls for the first time after it; d_model 64 grows up to k = 5 and falls for "
                      "the first time after it; d_model 512 grows up to k = 43 and"),
    "angles": (lambda: figures.plot_angle_errors(512), "bfloat16 positions 9e-01 at position 1023, 9e-01 at 1048575; float32 4e-05 at position 1023, 3e-02"),
    "slow": (lambda: figures.plot_slow_pair(512, 512), "the sine climbs from 0.0000 to 0.0529 and stays within 0.000025 of a straight line, "
             "the cosine falls from 1.0000 to 0.9986."),
    "beyond": (lambda: figures.plot_beyond_training({**RESULTS, "other": RESULTS["copy"]}, (16, 32)),
               "trained at 16. At length 32: copy: none 0.20, learned 0.50; other: none 0.20, learned 0.50."),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_a_picture_says_what_it_shows(draw, said):
    assert_says_what_it_shows(draw, said)


OTHERS = {
    "one mark": (lambda: figures.plot_returns(1000, 710, 512), "comes back again and again, among others to 0.0001 at k = 710 (row 19.43)."),
    "no return": (lambda: figures.plot_returns(1000, [3], 8), "Pair 0 is at a distance of 1.9950 at k = 3"),
    "once": (lambda: figures.plot_returns(7, 6, 2), "Pair 0 is at a distance of 0.2822 at k = 6 (row 0.28). The whole row of 2 columns never comes "
             "nearer than 0.28, which is at k = 6."),
    "smallest": (lambda: figures.plot_returns(1, 1, 2), "k up to 1."),
    "one width": (lambda: figures.plot_row_distances(8, 200), "up to 200. d_model 8 grows up to k = 3 and falls"),
    "no fall": (lambda: figures.plot_row_distances([512, 8], 10), "d_model 512 grows all the way; d_model 8 grows up to k = 3"),
    "one step": (lambda: figures.plot_row_distances(512, 1), "d_model 512 grows all the way."),
    "five widths": (lambda: figures.plot_row_distances((2, 4, 8, 16, 32), 9), "d_model 32"),
    "odd width": (lambda: figures.plot_angle_errors(7), "d_model = 7"),
    "no error": (lambda: figures.plot_angle_errors(1), "float64 0e+00 at position 1023"),
    "fast pair": (lambda: figures.plot_slow_pair(100, 2), "over 100 positions: it makes 15.76 turns, the sine goes from -1.0000 to 0.9999, the cosine"),
    "two positions": (lambda: figures.plot_slow_pair(2, 2), "the sine climbs from 0.0000 to 0.8415"),
    "one task": (lambda: figures.plot_beyond_training(RESULTS, [16, 32]), "At length 32: copy: none 0.20, learned 0.50."),
    "no 32": (lambda: figures.plot_beyond_training(RESULTS, np.array([8, 20])), "trained at 8. At length 20: copy: none 0.20, learned 0.50."),
    "32 first": (lambda: figures.plot_beyond_training(RESULTS, (32, 64), trained=16), "trained at 16. At length 32: copy: none 0.30, learned 1.00."),
    "one length": (lambda: figures.plot_beyond_training({"copy": {"none": [[0.5]]}}, 8), "trained at 8. At length 8: copy: none 0.50."),
    "all": (lambda: figures.plot_beyond_training({t: {s: [[0, 1]] for s in range(6)} for t in range(4)}, (16, 32)), "5 1.00."),
}


@pytest.mark.parametrize("draw, said", OTHERS.values(), ids=OTHERS)
def test_what_learners_try_is_drawn(draw, said):
    assert said in draw().text


REFUSED = [
    (lambda: figures.plot_returns(1000, (44, 2000), 512), ValueError, "marked[1] must be at most 1000, but is 2000"),
    (lambda: figures.plot_returns(1000, -1, 512), ValueError, "marked must be at least 1, but is -1"),
    (lambda: figures.plot_returns(1000, (), 512), ValueError, "marked must hold at least one value"),
    (lambda: figures.plot_returns(0, 1, 512), ValueError, "reach must be at least 1"),
    (lambda: figures.plot_returns(10**9, 1, 512), ValueError, "reach must be at most 10000"),
    (lambda: figures.plot_returns(100, 1, 7), ValueError, "d_model must be even"),
    (lambda: figures.plot_returns(100, 1, 2**14), ValueError, "d_model must be at most 4096"),
    (lambda: figures.plot_row_distances([8, 7], 200), ValueError, "d_models[1] must be even"),
    (lambda: figures.plot_row_distances([2, 4, 6, 8, 10, 12], 200), ValueError, "d_models must hold at most 5 values"),
    (lambda: figures.plot_row_distances(8, 0), ValueError, "reach must be at least 1"),
    (lambda: figures.plot_row_distances(8, 9.5), TypeError, "reach must be an integer, not 9.5"),
    (lambda: figures.plot_angle_errors(0), ValueError, "d_model must be at least 1"),
    (lambda: figures.plot_angle_errors("512"), TypeError, "d_model must be an integer, not '512'"),
    (lambda: figures.angle_errors([1], 8, "float16"), ValueError, "pipeline must be 'bfloat16 positions' or 'float32' or 'float64', not 'float16'"),
    (lambda: figures.angle_errors([[1]], 8, "float32"), ValueError, "positions must be a length or a list of positions, but has shape (1, 1)"),
    (lambda: figures.angle_errors(-1, 8, "float32"), ValueError, "positions must be at least 0"),
    (lambda: figures.angle_errors([np.inf], 8, "float32"), ValueError, "positions must be finite"),
    (lambda: figures.plot_slow_pair(1, 2), ValueError, "length must be at least 2, but is 1"),
    (lambda: figures.plot_slow_pair(9, 7), ValueError, "d_model must be even"),
    (lambda: limits.pair_distances(9, np.nan), ValueError, "omega must be finite"),
    (lambda: figures.plot_beyond_training({}, 16), ValueError, "results must be a dictionary {task: {scheme: accuracies}} with at least one entry"),
    (lambda: figures.plot_beyond_training(RESULTS["copy"], 16), TypeError, "results['none'] must be a dictionary {scheme: accuracies}, not [["),
    (lambda: figures.plot_beyond_training({"copy": {}}, 16), ValueError, "results['copy'] must be a dictionary {scheme: accuracies} with at least one"),
    (lambda: figures.plot_beyond_training(RESULTS, (16, 24, 32)), ValueError,
     "results['copy']['none'] must have one column for each tested length (3), but has shape (2, 2)"),
    (lambda: figures.plot_beyond_training({"copy": {"none": [[50]]}}, 16), ValueError, "results['copy']['none'] must hold numbers from 0 to 1"),
    (lambda: figures.plot_beyond_training({"copy": {n: [[0]] for n in range(7)}}, 16), ValueError, "results['copy'] must hold at most 6 entries"),
    (lambda: figures.plot_beyond_training({n: {"none": [[0]]} for n in range(5)}, 16), ValueError, "results must hold at most 4 entries"),
    (lambda: figures.plot_beyond_training(RESULTS, (16, 0)), ValueError, "tested[1] must be at least 1"),
    (lambda: figures.plot_beyond_training(RESULTS, (16, 32), trained=0), ValueError, "trained must be at least 1"),
]


@pytest.mark.parametrize("draw, error, words", REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_name_argument_value_and_what_is_allowed(draw, error, words):
    assert_refuses(draw, error, words)


def test_distances():
    rows = limits.row_distances(20, 6, base=30.0)
    pairs = [limits.pair_distances(20, omega) for omega in 30.0 ** (-np.arange(3) / 3)]
    np.testing.assert_allclose(rows, np.linalg.norm(pairs, axis=0), atol=1e-14)  # the pairs are at right angles
    np.testing.assert_allclose(limits.slow_pair(9, 6), sinusoidal_encoding(9, 6)[:, 4:].T)
    start = sinusoidal_encoding([0], 6, base=30.0)[0]
    assert rows[7] == pytest.approx(np.linalg.norm(shift_matrix(7, 6, base=30.0) @ start - start))


def test_angle_errors():
    assert figures.angle_errors(4, 8, "float64") == pytest.approx(0, abs=1e-15)
    assert figures.angle_errors([], 8, "float32").shape == (0,)
    for d_model in (1, 7, 8):
        held, exact = sinusoidal_encoding([256, 300.0], d_model), sinusoidal_encoding([257, 300.0], d_model)
        expected = np.abs(held - exact).max(axis=1)  # bfloat16 holds 256 and 300, and no 257
        np.testing.assert_allclose(figures.angle_errors([257, 300.0], d_model, "bfloat16 positions"), expected, atol=3e-5)
    errors = {name: figures.angle_errors([1_000_001], 512, name)[0] for name in ("float64", "float32", "bfloat16 positions")}
    assert errors["float64"] < 1e-9 < 1e-3 < errors["float32"] < 0.1 < errors["bfloat16 positions"] < 2.0


def test_the_data_functions_are_documented():
    assert_documented(limits.row_distances, limits.pair_distances, limits.slow_pair)
