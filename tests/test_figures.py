"""The pictures: their data, and their text that is computed from it."""

import os
import subprocess
import sys

import numpy as np
import pytest
from pictures import assert_documented, assert_refuses, assert_says_what_it_shows, tried
from test_figures_learned import PICTURES as LEARNED
from test_figures_limits import PICTURES as LIMITS
from test_figures_relative import PICTURES as RELATIVE
from test_figures_shift import PICTURES as SHIFT
from test_report import PICTURES as REPORT

from pe_lessons import attention, figures, sinusoidal_encoding, wavelengths
from pe_lessons.figures import adding, frequencies, order, tables

FIRST, SECOND = "the dog bit a man".split(), "a man bit the dog".split()


def outputs(added):
    rng = np.random.default_rng(0)
    vector = {word: rng.normal(size=8) for word in FIRST}
    inputs = [np.stack([vector[word] for word in words]) + added for words in (FIRST, SECOND)]
    return tuple(attention(x, x, x) for x in inputs)


ABOUT_WORDS = ("Output vectors of the words of 'the dog bit a man' and 'a man bit the dog', one row a word, lines from each word "
               "to itself. ")
PICTURES = {
    "table": (lambda: figures.plot_table(sinusoidal_encoding(20, 7, base=30)),
              "Heat map of an encoding with 20 positions (rows) and 7 columns, values from -1.00 to 1.00. Going down, column 0 "
              "changes its sign 6 times, column 1 6 times, column 6 0 times."),
    "tables": (lambda: figures.plot_tables({"a": sinusoidal_encoding(9, 4), "b": np.ones((9, 4))}), "in 'b' 4 of 4 columns stay"),
    "layouts": (lambda: figures.plot_layouts(sinusoidal_encoding(5, 6), sinusoidal_encoding(5, 6, layout="half")),
                "[0, 3, 1, 4, 2, 5]"),
    "waves": (lambda: figures.plot_waves([0, 1], 8, 64), "pair 0 10.03, pair 1 1.00"),
    "wavelengths": (lambda: figures.plot_wavelengths(512, 101), "178 of 256 pairs longer than 101."),  # one more has 100.3
    "scales": (lambda: figures.plot_scales([1, 10], 512), "by 1, 63; by 10, 127"),
    "hands": (lambda: figures.plot_hands(range(5), 6), "pair 1 by 0.1857 radians"),
    "share": (lambda: figures.plot_position_share({"one": 1.0}), "one (entries of 1.00) 0.333"),
    "ideas": (lambda: figures.plot_first_ideas(16), "binary digits: steps from 1.000 to 2.000"),
    "words": (lambda: figures.plot_outputs_by_word((FIRST, SECOND), {"bare": outputs(0)}),
              ABOUT_WORDS + "bare: 5 of 5 words keep their vector, the largest change of an entry is 0.000."),
    "placed": (lambda: figures.plot_outputs_by_word((FIRST, SECOND), {"placed": outputs(sinusoidal_encoding(5, 8))}),
               ABOUT_WORDS + "placed: 0 of 5 words keep their vector, the largest change of an entry is 1.515."),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_a_picture_says_what_it_shows(draw, said):
    assert_says_what_it_shows(draw, said)


ONE = {
    "table": (lambda: figures.plot_table([[1]]), "1 position (rows) and 1 column, values from 1.00 to 1.00. Going down, column 0 changes its sign 0 times."),
    "tables": (lambda: figures.plot_tables({"one": sinusoidal_encoding(9, 4)}), "1 heat map of 9 positions: in 'one' 2 of 4"),
    "layouts": (lambda: figures.plot_layouts([[0.0, 1, 0, 1]], [[0.0, 0, 1, 1]]), "[0, 2, 1, 3]"),
    "waves": (lambda: figures.plot_waves([0], 8, 64), "Sine and cosine of 1 pair over positions 0 to 63"),
    "wave": (lambda: figures.plot_waves(3, 8, 64), "pair 3 0.01"),
    "wavelength": (lambda: figures.plot_wavelengths(2, 10**6), "0 of 1 pairs longer than 1000000"),
    "base": (lambda: figures.plot_wavelengths(512, 512, bases=100), "11 of 256 pairs longer than 512"),
    "scales": (lambda: figures.plot_scales([1], 512), "by 1, 63."),
    "scale": (lambda: figures.plot_scales(np.float64(2.5), 2), "1 pair moves on its circle, 0 to 2, when the position moves. "
              "The last pair that moves 0.1 or more: by 2.5, 0."),
    "no move": (lambda: figures.plot_scales([0, 1], 512), "by 0, none; by 1, 63"),
    "circle": (lambda: figures.plot_hands(range(3), 2), "1 circle, one a pair"),
    "hand": (lambda: figures.plot_hands([3], 6), "each of the positions [3]; a hand's height is the sine, its reach to the right the cosine. "
             "From position 0 to 3 the hand turned: pair 0 by 3.0000"),
    "length": (lambda: figures.plot_hands(5, 6), "positions [0, 1, 2, 3, 4]"),
    "ideas": (lambda: figures.plot_first_ideas(2), "positions 0 to 1"),
    "word": (lambda: figures.plot_outputs_by_word((["a"], ["a"]), {"one": ([[1.0]], [[1.0]])}), "one: 1 of 1 words"),
}


@pytest.mark.parametrize("draw, said", ONE.values(), ids=ONE)
def test_one_of_everything_is_drawn(draw, said):
    assert said in draw().text


def test_the_hands_turn_from_the_first_position_to_the_last():
    assert "From position 2 to 5 the hand turned: pair 0 by 3.0000 radians; pair 1 by 0.1392" in figures.plot_hands([2, 5], 6).text
    assert "From position 9 to 2.5 the hand turned: pair 0 by -6.5000" in figures.plot_hands([9, 4, 2.5], 2).text.replace("9.0", "9")


REFUSED = [
    (lambda: figures.plot_waves([0, 40], d_model=64, length=9), ValueError, "pair 40 does not exist, the pairs of d_model = 64 are 0 to 31"),
    (lambda: figures.plot_waves(-1, 2, 9), ValueError, "pair -1 does not exist, d_model = 2 has pair 0 only"),
    (lambda: figures.plot_waves([0.5], 8, 9), TypeError, "pairs[0] must be an integer, not 0.5"),
    (lambda: figures.plot_waves("01", 8, 9), TypeError, "pairs must be an integer, not '01'"),
    (lambda: figures.plot_waves([], 8, 9), ValueError, "pairs must hold at least one value"),
    (lambda: figures.plot_waves(range(10**9), 8, 9), ValueError, "pairs must hold at most 32 values"),
    (lambda: figures.plot_waves(0, 8, 1), ValueError, "length must be at least 2, but is 1"),
    (lambda: figures.plot_wavelengths(8, 64, bases=[2, 3, 4, 5, 6, 7]), ValueError, "bases must hold at most 5 values"),
    (lambda: figures.plot_wavelengths(8, 64, bases=[10, 1]), ValueError, "bases[1] must be greater than 1"),
    (lambda: figures.plot_scales([1, 10], d_model=7), ValueError, "d_model must be even"),
    (lambda: figures.plot_scales([np.nan], 8), ValueError, "offsets[0] must be finite"),
    (lambda: frequencies.pair_chords(1, 7), ValueError, "d_model must be even"),
    (lambda: frequencies.turns(9, 8, 101), ValueError, "pair 9 does not exist, the pairs of d_model = 8 are 0 to 3"),
    (lambda: figures.plot_hands(range(5), 7), ValueError, "d_model must be even, so that every pair has a sine and a cosine, but is 7"),
    (lambda: figures.plot_hands(range(5), 512), ValueError, "d_model must be at most 8, but is 512"),
    (lambda: figures.plot_hands([], 6), ValueError, "positions must be a list of 1 to 100 numbers"),
    (lambda: figures.plot_hands(10**6, 6), ValueError, "positions must be at most 100"),
    (lambda: figures.plot_hands(5.0, 6), TypeError, "pass [5.0] for a single position"),
    (lambda: figures.plot_tables({}), ValueError, "tables must be a dictionary {title: table} with at least one entry"),
    (lambda: figures.plot_tables([[1.0]]), TypeError, "tables must be a dictionary {title: table}, not [[1.0]]"),
    (lambda: figures.plot_tables({"a": [[1]], "b": [[1], [2]]}), ValueError, "the same number of rows, but have {'a': 1, 'b': 2}"),
    (lambda: figures.plot_tables({str(n): [[1]] for n in range(33)}), ValueError, "tables must hold at most 32 tables"),
    (lambda: figures.plot_table([1, 2]), ValueError, "table must have two axes"),
    (lambda: figures.plot_table(np.ones((0, 4))), ValueError, "at least one row and one column, but has shape (0, 4)"),
    (lambda: figures.plot_layouts(sinusoidal_encoding(5, 6), sinusoidal_encoding(5, 8, layout="half")), ValueError,
     "must have the same shape, but have (5, 6) and (5, 8)"),
    (lambda: figures.plot_layouts(sinusoidal_encoding(5, 6), sinusoidal_encoding(5, 6)), ValueError,
     "column 3 of half differs from column 1 of interleaved"),
    (lambda: figures.plot_first_ideas(1), ValueError, "length must be at least 2, but is 1"),
    (lambda: order.first_ideas(1), ValueError, "length must be at least 2, but is 1"),
    (lambda: order.steps([1, 2]), ValueError, "table must have two axes"),
    (lambda: figures.plot_outputs_by_word(("a b", "b a"), {}), TypeError, "split a text with .split()"),
    (lambda: figures.plot_outputs_by_word((["a", "a"], ["a", "a"]), {}), ValueError, "each word once"),
    (lambda: figures.plot_outputs_by_word((["a"], ["a"]), {"one": 1}), TypeError, "rows['one'] must be a pair of tables"),
    (lambda: figures.plot_outputs_by_word((["a"], ["a"]), {"one": ([[1], [2]], [[1], [2]])}), ValueError, "with 1 rows"),
    (lambda: figures.plot_position_share({"none": 0}), ValueError, "marks['none'] must be greater than 0"),
    (lambda: figures.position_share([np.inf]), ValueError, "entry_size must be finite"),
]


@pytest.mark.parametrize("draw, error, words", REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_name_argument_value_and_what_is_allowed(draw, error, words):
    assert_refuses(draw, error, words)


def test_the_functions_are_documented():
    assert_documented(*(getattr(figures, name) for name in set(figures.__all__) - {"Picture"}))


def test_the_names_are_sorted():
    assert figures.__all__ == sorted(figures.__all__)


def test_every_picture_is_tried():
    drawn = {name for name in figures.__all__ if name.startswith("plot_")}
    assert drawn <= set().union(*map(tried, (PICTURES, LEARNED, LIMITS, SHIFT, RELATIVE, REPORT)))


def test_a_picture_can_be_saved(tmp_path):
    picture = figures.plot_table(sinusoidal_encoding(8, 4))
    picture.save(tmp_path / "table.png")
    assert (tmp_path / "table.png").read_bytes() == picture.png


def test_data_of_the_pictures():
    assert tables.sign_changes(np.array([[1.0, 1], [-1, 1], [1, 1]])).tolist() == [2, 0]
    assert tables.frozen_columns(np.array([[0, 0.0], [0.05, 0.2]])) == 1
    assert adding.position_share(np.sqrt(0.5)) == pytest.approx(0.5)
    assert frequencies.turns([1], 8, 101)[1] == pytest.approx(100 / wavelengths(8)[1])
    chords = frequencies.pair_chords(1000, 512)
    assert chords[[0, 55, 255]] == pytest.approx([0.9355436, 0.0071460, 0.1036169], abs=1e-7)
    ideas = order.first_ideas(16)
    assert ideas["binary digits"][5].tolist() == [1, 0, 1, 0]
    assert order.steps(ideas["index / length"]) == pytest.approx(np.full(15, 1 / 15))


def test_figures_open_no_window_and_say_nothing_in_a_new_home(tmp_path):
    code = "import sys; from pe_lessons import figures, sinusoidal_encoding as s; figures.plot_table(s(9, 4)); print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "HOME": str(tmp_path), "MPLCONFIGDIR": str(tmp_path / "mpl")})
    assert (done.stdout.strip(), done.stderr) == ("False", "")
