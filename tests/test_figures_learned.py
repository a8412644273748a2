"""The pictures of lesson 04: models that learn, and real tables taken apart."""

import numpy as np
import pytest
from pictures import assert_documented, assert_refuses, assert_says_what_it_shows

from pe_lessons import figures, load_positions, sinusoidal_encoding
from pe_lessons.figures import learned, trained
from pe_lessons.schemes import Learned, NoPositions
from pe_lessons.structure import cosine_similarity, offset_share, random_walk
from pe_lessons.tasks import copy_back
from pe_lessons.training import initial_model, train

WALK = random_walk(32, 8)
BANDS = [(0.5, 1.9), (2, 5), (7, 12), (25, 38), (75, 100)]
MINILM, ME5, PART = (load_positions(name).values for name in ("minilm_l6_v2", "me5_small", "minilm_l3_v2_rows_96_159"))
TASK = copy_back(2)
MODEL = initial_model(TASK, Learned(6))


def back(k, n=12):
    """A head that looks k places back; the first k places look everywhere."""
    weights = np.eye(n, k=-k)
    weights[:k] = 1 / n
    return weights


def turning(*cycles, n=200):
    return np.exp(2j * np.pi * np.outer(np.arange(n), cycles) / 512)


ROUND = "in each the rows lie on a circle and go round it. 1.50 turns per 512, radius varies by 0%; 9.00 turns per 512, radius varies by 0%."
PICTURES = {
    "maps": (lambda: figures.plot_attention_maps({"a": back(2), "b": back(1)}, 2),
             "Mean attention maps of 12 places. a: 1.00 of the weight goes 2 back; b: 0.00 of the weight goes 2 back."),
    "learning": (lambda: figures.plot_table_learning({0: WALK, 5: sinusoidal_encoding(32, 8)}),
                 "A learned table of 32 rows at 2 checkpoints: the similarity of its rows above, the rows in the plane of their two leading "
                 "directions below. step 0: offset share 0.88, arc 217 degrees; step 5: offset share 0.9"),
    "offset maps": (lambda: figures.plot_offset_maps({"walk": WALK, "part": PART}),
                    "Similarity maps of 2 tables. Share of the map that the offset explains: walk 0.88, part 0."),
    "trained": (lambda: figures.plot_trained_table(MINILM, BANDS),
                "Left: lengths of the 512 rows, 2.36 at row 0, 0.69 at row 127, 0.97 at the last, median 0.48. Right: the spectrum over the "
                "positions has 5 peaks, at 1.0, 3.0, 9.0, 28.1, 79.3 cycles per 512 positions; the marked bands hold 0.971 of the power."),
    "circles": (lambda: figures.plot_circles(turning(1.5, 9), [1.5, 9]), "2 planes of the one-step map; " + ROUND),
    "moved": (lambda: figures.plot_moved_rows(np.arange(96, 160), np.r_[np.linspace(0.5, 0.6, 31), 0.9, np.full(32, 0.0002)]),
              "positions 96 to 159: from 0.50 to 0.60 below position 127, 0.90 at 127, at most 0.0002 from 128 on."),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_a_picture_says_what_it_shows(draw, said):
    assert_says_what_it_shows(draw, said)


OTHERS = {
    "one map": (lambda: figures.plot_attention_maps({"a": back(2)}, 2), "Mean attention map of 12 places. a: 1.00"),
    "one place": (lambda: figures.plot_attention_maps({"a": [[1]]}, 0), "map of 1 place. a: 1.00 of the weight goes 0 back"),
    "ahead": (lambda: figures.plot_attention_maps({"a": np.eye(3, k=1)}, -1), "a: 1.00 of the weight goes 1 ahead"),
    "many places": (lambda: figures.plot_attention_maps({"a": back(3, 200), "b": back(3, 200)}, 3), "200 places"),
    "all maps": (lambda: figures.plot_attention_maps({n: back(2) for n in range(5)}, 2), "4: 1.00"),
    "one step": (lambda: figures.plot_table_learning({0: WALK}), "at 1 checkpoint:"),
    "all steps": (lambda: figures.plot_table_learning({n: WALK for n in range(8)}), "at 8 checkpoints:"),
    "equal rows apart": (lambda: figures.plot_table_learning({0: np.eye(3)}), "offset share 1.00, arc 240 degrees"),
    "on a line": (lambda: figures.plot_table_learning({0: np.outer(np.arange(4), [1, 2])}), "arc 180 degrees"),
    "one table": (lambda: figures.plot_offset_maps({"walk": WALK}), "Similarity map of 1 table. Share of the map that the offset explains: walk 0.88."),
    "all tables": (lambda: figures.plot_offset_maps({n: WALK for n in range(5)}), "4 0.88"),
    "no bands": (lambda: figures.plot_trained_table(load_positions("minilm_l6_v2")), "is largest at 1.0 cycles per 512 positions; no band is marked."),
    "bands None": (lambda: figures.plot_trained_table(ME5, None), "no band is marked"),
    "other table": (lambda: figures.plot_trained_table(ME5, BANDS),
                    "is largest in the 5 marked bands at 1.0, 2.0, 7.0, 26.1, 99.4 cycles per 512 positions; the marked bands hold 0.442"),
    "one band": (lambda: figures.plot_trained_table(MINILM, (7, 12)), "has 1 peak, at 9.0 cycles per 512 positions; the marked band holds 0."),
    "same bands": (lambda: figures.plot_trained_table(PART, np.array([[1, 300], [1, 300]])), "has 1 peak, at 8.3 cycles per 512 positions; "
                   "the marked bands hold 1.000 of the power"),
    "64 rows": (lambda: figures.plot_trained_table(PART), "lengths of the 64 rows, 0.49 at row 0, 0.47 at the last, median"),
    "128 rows": (lambda: figures.plot_trained_table(MINILM[:128]), "2.36 at row 0, 0.69 at the last"),
    "129 rows": (lambda: figures.plot_trained_table(MINILM[:129]), "0.69 at row 127, 0.4"),
    "8 rows": (lambda: figures.plot_trained_table(WALK[:8]), "lengths of the 8 rows"),
    "one column": (lambda: figures.plot_trained_table(WALK[:, :1]), "lengths of the 32 rows"),
    "zero row": (lambda: figures.plot_trained_table(np.vstack([np.zeros(8), WALK])), "0.00 at row 0"),
    "equal norms": (lambda: figures.plot_trained_table(sinusoidal_encoding(200, 8)), "2.00 at row 0, 2.00 at row 127, 2.00 at the last"),
    "far norms": (lambda: figures.plot_trained_table(WALK * np.logspace(-6, 6, 32)[:, np.newaxis]), "lengths of the 32 rows"),
    "one plane": (lambda: figures.plot_circles(turning(9), 9), "1 plane of the one-step map; in it the rows lie on a circle and go round it."),
    "plain plane": (lambda: figures.plot_circles(turning(9)[:, 0], [9.0]), "1 plane of the one-step map; in it"),
    "one point": (lambda: figures.plot_circles([1j], 9), "the rows do not go round a circle in it. 9.00 turns"),
    "no circle": (lambda: figures.plot_circles(turning(9, 9) * np.linspace(0, 1, 200)[:, np.newaxis], [9, 9]), "do not go round a circle in each"),
    "all planes": (lambda: figures.plot_circles(turning(*range(1, 9)), range(1, 9)), "8 planes"),
    "rows before": (lambda: figures.plot_moved_rows([3, 4], [0.1, 0.2]), "positions 3 to 4: from 0.10 to 0.20 below position 127."),
    "row 127": (lambda: figures.plot_moved_rows(127, 0.2), "positions 127 to 127: 0.20 at 127."),
    "rows after": (lambda: figures.plot_moved_rows([128.0, 129], [0, 1]), "positions 128 to 129: at most 1.0000 from 128 on."),
}


@pytest.mark.parametrize("draw, said", OTHERS.values(), ids=OTHERS)
def test_what_learners_try_is_drawn(draw, said):
    assert said in draw().text


REFUSED = [
    (lambda: figures.plot_attention_maps({}, 2), ValueError, "maps must be a dictionary {title: map} with at least one entry"),
    (lambda: figures.plot_attention_maps(back(2), 2), TypeError, "maps must be a dictionary {title: map}, not array"),
    (lambda: figures.plot_attention_maps({"a": np.ones((2, 3))}, 1), ValueError, "maps['a'] must have as many rows as columns, but has shape (2, 3)"),
    (lambda: figures.plot_attention_maps({"a": [[2]]}, 0), ValueError, "maps['a'] must hold numbers from 0 to 1, but maps['a'][0, 0] is 2"),
    (lambda: figures.plot_attention_maps({"a": [[np.nan]]}, 0), ValueError, "maps['a'] must be finite"),
    (lambda: figures.plot_attention_maps({"a": back(2)}, 12), ValueError, "back must be at most 11, but is 12"),
    (lambda: figures.plot_attention_maps({"a": back(2)}, -12), ValueError, "back must be at least -11, but is -12"),
    (lambda: figures.plot_attention_maps({"a": back(2), "b": back(2, 5)}, 2), ValueError, "the same number of places, but have {'a': 12, 'b': 5}"),
    (lambda: figures.plot_attention_maps({n: back(2) for n in range(6)}, 2), ValueError, "maps must hold at most 5 entries, but holds 6"),
    (lambda: figures.mean_attention(train, TASK, 6), TypeError, "model must be a Model, such as train(...).model, not <function"),
    (lambda: figures.mean_attention(MODEL, "copy", 6), TypeError, "task must be a Task, such as copy_back(2), not 'copy'"),
    (lambda: figures.mean_attention(MODEL, TASK, 0), ValueError, "length must be at least 1"),
    (lambda: figures.mean_attention(MODEL, TASK, 290), ValueError, "length must be at most 289"),
    (lambda: figures.mean_attention(MODEL, TASK, 7), ValueError, "the last row of the table"),
    (lambda: figures.mean_attention(MODEL, TASK, 6, sequences=0), ValueError, "sequences must be at least 1"),
    (lambda: figures.mean_attention(MODEL, TASK, 6, seed=-1), ValueError, "seed must be at least 0"),
    (lambda: figures.plot_table_learning({}), ValueError, "{step: table} with at least one entry"),
    (lambda: figures.plot_table_learning({0: WALK[:2]}), ValueError, "tables[0] must have 3 to 2048 rows and at least 2 columns, but has shape (2, 8)"),
    (lambda: figures.plot_table_learning({0: WALK[:, :1]}), ValueError, "but has shape (32, 1)"),
    (lambda: figures.plot_table_learning({0: WALK, 1: WALK[:9]}), ValueError, "the same number of rows, but have {0: 32, 1: 9}"),
    (lambda: figures.plot_table_learning({0: WALK, 1: WALK[:, :4]}), ValueError, "the same number of columns, but have {0: 8, 1: 4}"),
    (lambda: figures.plot_table_learning({n: WALK for n in range(9)}), ValueError, "tables must hold at most 8 entries, but holds 9"),
    (lambda: figures.plot_offset_maps({"a": np.ones((4, 4))}), ValueError, "tables['a'] must have no row that equals the mean row"),
    (lambda: figures.plot_offset_maps({"a": [[-1, 0], [0, 0], [1, 0]]}), ValueError, "but row 1 does"),
    (lambda: figures.plot_trained_table(WALK[:7]), ValueError, "table must have at least 8 rows, but has shape (7, 8)"),
    (lambda: figures.plot_trained_table(WALK[0]), ValueError, "table must have two axes"),
    (lambda: figures.plot_trained_table(np.ones((20, 3))), ValueError, "table must have rows that differ"),
    (lambda: figures.plot_trained_table(PART, BANDS), ValueError, "bands[0] must hold a frequency of this table (8.258 to 256 cycles per 512 positions"),
    (lambda: figures.plot_trained_table(MINILM, 3), TypeError, "bands must be a pair (low, high) with 0 <= low <= high, not 3"),
    (lambda: figures.plot_trained_table(MINILM, [(1, 2, 3)]), TypeError, "bands[0] must be a pair (low, high)"),
    (lambda: figures.plot_trained_table(MINILM, [(1, 2), (5, 3)]), ValueError, "bands[1] must be a pair (low, high) with 0 <= low <= high, but is (5, 3)"),
    (lambda: figures.plot_trained_table(MINILM, [(1, np.nan)]), ValueError, "bands[0][1] must be finite"),
    (lambda: figures.plot_circles(np.ones((9, 0)), []), ValueError, "at least one row and 1 to 8 planes, but has shape (9, 0)"),
    (lambda: figures.plot_circles(turning(*range(9)), range(9)), ValueError, "1 to 8 planes, but has shape (200, 9)"),
    (lambda: figures.plot_circles(turning(1, 2), [1]), ValueError, "cycles must hold one number for each of 2 planes, but holds 1"),
    (lambda: figures.plot_circles([[1, 0]], [1, 2]), ValueError, "circles must not be zero throughout in a plane, but is in plane 1"),
    (lambda: figures.plot_circles([[1j * np.inf]], 1), ValueError, "circles must be finite"),
    (lambda: figures.plot_circles("o", 1), TypeError, "circles must be an array of complex numbers"),
    (lambda: figures.plot_moved_rows([1, 2], [1]), ValueError, "two lists of one length, 1 to 4096, but have shapes (2,) and (1,)"),
    (lambda: figures.plot_moved_rows([], []), ValueError, "two lists of one length"),
    (lambda: figures.plot_moved_rows([1.5], [1]), ValueError, "positions must be whole numbers, but are [1.5]"),
    (lambda: figures.plot_moved_rows([1], [-1]), ValueError, "factor_residuals must not be negative, but the least is -1"),
    (lambda: figures.plot_moved_rows([1], [np.nan]), ValueError, "factor_residuals must be finite"),
]


@pytest.mark.parametrize("draw, error, words", REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_name_argument_value_and_what_is_allowed(draw, error, words):
    assert_refuses(draw, error, words)


def test_mean_attention():
    weights = figures.mean_attention(MODEL, TASK, 6, sequences=3)
    tokens, *_ = TASK(np.random.default_rng(9), 3, 6)
    np.testing.assert_allclose(weights, sum(MODEL.forward(tokens[i : i + 1])[1][0] for i in range(3)) / 3)
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    assert figures.mean_attention(initial_model(TASK, NoPositions()), TASK, 1).tolist() == [[1]]


def test_data_of_the_pictures():
    cosines, share = learned.similarity(WALK)
    np.testing.assert_array_equal(cosines, cosine_similarity(WALK, centred=True))
    assert share == offset_share(WALK, centred=True)
    power = np.array([0.1, 0.3, 0.1, 0.4, 0.1])
    said = trained.said_of_bands(np.arange(1, 6), power, [(1, 3), (3, 5)])
    assert said == "has 2 peaks, at 2.0, 4.0 cycles per 512 positions; the marked bands hold 1.000 of the power"  # 3 is counted once
    assert_documented(learned.similarity)


def test_arguments_stay_as_they_are():
    tables = {0: WALK.astype(np.float32)}
    tables[0].flags.writeable = False
    figures.plot_table_learning(tables), figures.plot_offset_maps(tables), figures.plot_trained_table(tables[0])
    assert list(tables) == [0] and tables[0].dtype == np.float32
