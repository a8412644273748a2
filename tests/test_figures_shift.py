"""The pictures of lesson 05: shift matrices, dot products by offset, a head that looks back."""

import numpy as np
import pytest
from pictures import assert_documented, assert_refuses, assert_says_what_it_shows

from pe_lessons import attention_weights, best_linear_map, figures, shift_matrix, sinusoidal_encoding
from pe_lessons.figures import shift

ROWS = sinusoidal_encoding(24, 64)
PAIRS, SINES = sinusoidal_encoding(30, 4)[1:], np.sin(np.arange(1, 30)[:, np.newaxis] * 10000.0 ** (-np.arange(4) / 4))


def head(offset, sharpness=8):
    return attention_weights(sharpness * ROWS @ shift_matrix(-offset, 64).T, ROWS)


PICTURES = {
    "matrices": (lambda: figures.plot_shift_matrices({"M(1)": shift_matrix(1, 16), "M(300)": shift_matrix(300, 16)}),
                 "2 shift matrices as heat maps, 2 x 2 blocks along the diagonal and zero elsewhere. 'M(1)' has 32 non-zero entries of 256, "
                 "12 of 16 on the diagonal above 0.99; 'M(300)' has 32 non-zero entries of 256, 2 of 16"),
    "residuals": (lambda: figures.plot_shift_residuals({"pairs": PAIRS, "sines only": SINES}, range(2, 29)),
                  "against the number of rows: pairs 0.000 at 2 rows, 0.000 at 28; sines only 0.000 at 2 rows, 0.565 at 28."),
    "products": (lambda: figures.plot_offset_products((64, 512), 60),
                 "from -60 to 60; 1 at k = 0. d_model 64: 0.966 at offset 1, 0.658 at 10, largest difference between k and -k 0.000; d_model 512: "
                 "0.973 at offset 1, 0.679 at 10, largest difference between k and -k 0.000."),
    "gaze": (lambda: figures.plot_gaze(head(3), 3), "Attention map of 24 positions. A dark line 3 below the diagonal: from position 3 on, the "
             "weight on the place 3 back is 0.58 to 0.73."),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_a_picture_says_what_it_shows(draw, said):
    assert_says_what_it_shows(draw, said)


OTHERS = {
    "one matrix": (lambda: figures.plot_shift_matrices({"one": shift_matrix(1, 2)}),
                   "1 shift matrix as a heat map, 2 x 2 blocks along the diagonal and zero elsewhere. 'one' has 4 non-zero entries of 4"),
    "half": (lambda: figures.plot_shift_matrices({"half": shift_matrix(1, 64, layout="half")}), "not zero outside the 2 x 2 blocks"),
    "five sizes": (lambda: figures.plot_shift_matrices({n: np.eye(n) for n in (1, 2, 7, 64, 512)}), "512 of 512 on the diagonal"),
    "one table": (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, (2, 28)), "pairs 0.000 at 2 rows, 0.000 at 28."),
    "one count": (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, 28), "pairs 0.000 at 28 rows."),
    "one row": (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, [1]), "pairs 0.000 at 1 row."),
    "one width": (lambda: figures.plot_offset_products(64, 60), "d_model 64: 0.966 at offset 1, 0.658 at 10, largest"),
    "near only": (lambda: figures.plot_offset_products(2, 1), "from -1 to 1; 1 at k = 0. d_model 2: 0.540 at offset 1, largest difference"),
    "ten": (lambda: figures.plot_offset_products(2, 10), "-0.839 at 10"),
    "ahead": (lambda: figures.plot_gaze(head(-2), -2), "A dark line 2 above the diagonal: up to position 21, the weight on the place 2 ahead is 0.5"),
    "elsewhere": (lambda: figures.plot_gaze(head(-2), 3), "No line 3 below the diagonal: from position 3 on"),
    "pale": (lambda: figures.plot_gaze(head(3, 1), 3), "A pale line 3 below the diagonal"),
    "flat": (lambda: figures.plot_gaze(np.full((4, 4), 0.25), 1), "No line 1 below the diagonal: "
             "from position 1 on, the weight on the place 1 back is 0.25"),
    "own place": (lambda: figures.plot_gaze(np.eye(3), 0), "A dark line on the diagonal: the weight on the own place is 1.00 to 1.00."),
    "last": (lambda: figures.plot_gaze(head(3), 23), "from position 23 on"),
    "one position": (lambda: figures.plot_gaze([[1]], 0), "Attention map of 1 position."),
}


@pytest.mark.parametrize("draw, said", OTHERS.values(), ids=OTHERS)
def test_what_learners_try_is_drawn(draw, said):
    assert said in draw().text


REFUSED = [
    (lambda: figures.plot_shift_matrices(shift_matrix(1, 2)), TypeError, "matrices must be a dictionary {title: matrix}, not array"),
    (lambda: figures.plot_shift_matrices({}), ValueError, "{title: matrix} with at least one entry"),
    (lambda: figures.plot_shift_matrices({"a": PAIRS}), ValueError, "matrices['a'] must have as many rows as columns, but has shape (29, 4)"),
    (lambda: figures.plot_shift_matrices({n: [[1]] for n in range(6)}), ValueError, "matrices must hold at most 5 entries, but holds 6"),
    (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, range(2, 40)), ValueError,
     "counts must be at most 28 for the 29 rows of tables['pairs'] (each row needs the next one), but counts[37] is 39"),
    (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, 29), ValueError, "counts must be at most 28"),
    (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, [0, 2]), ValueError, "counts[0] must be at least 1"),
    (lambda: figures.plot_shift_residuals({"pairs": PAIRS}, []), ValueError, "counts must hold at least one value"),
    (lambda: figures.plot_shift_residuals({"a": PAIRS, "b": PAIRS[:, :2]}, 3), ValueError, "the same number of columns, but have {'a': 4, 'b': 2}"),
    (lambda: figures.plot_shift_residuals({n: PAIRS for n in range(6)}, 3), ValueError, "tables must hold at most 5 entries"),
    (lambda: figures.plot_shift_residuals({"zero": np.zeros((4, 4))}, 3), ValueError, "zero throughout"),
    (lambda: shift.shift_residuals(PAIRS, 3), TypeError, "tables must be a dictionary {name: table}"),
    (lambda: figures.plot_offset_products(64, 0), ValueError, "reach must be at least 1"),
    (lambda: figures.plot_offset_products([64, 7], 9), ValueError, "d_models[1] must be even"),
    (lambda: figures.plot_offset_products(64, 10**6), ValueError, "reach must be at most 10000"),
    (lambda: shift.offset_products(7, 9), ValueError, "d_model must be even"),
    (lambda: figures.plot_gaze(head(3), 24), ValueError, "offset must be at most 23, but is 24"),
    (lambda: figures.plot_gaze(head(3), -24), ValueError, "offset must be at least -23, but is -24"),
    (lambda: figures.plot_gaze(head(3), 2.5), TypeError, "offset must be an integer, not 2.5"),
    (lambda: figures.plot_gaze(head(3)[:5], 2), ValueError, "weights must have as many rows as columns, but has shape (5, 24)"),
    (lambda: figures.plot_gaze(ROWS @ ROWS.T, 2), ValueError, "weights must hold numbers from 0 to 1, but weights[0, 0] is 32"),
]


@pytest.mark.parametrize("draw, error, words", REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_name_argument_value_and_what_is_allowed(draw, error, words):
    assert_refuses(draw, error, words)


def test_data_of_the_pictures():
    residuals = shift.shift_residuals({"sines": SINES}, [4, 28])["sines"]
    assert residuals[0] == pytest.approx(0, abs=1e-7)
    assert residuals[1] == best_linear_map(SINES[:28], SINES[1:])[1] > 0.1
    products = shift.offset_products(64, 20)
    np.testing.assert_allclose(products, (ROWS @ ROWS.T / 32)[20][20 - np.abs(np.arange(-20, 21))], atol=1e-12)
    assert_documented(shift.shift_residuals, shift.offset_products)
