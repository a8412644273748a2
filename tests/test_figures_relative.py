"""The pictures of lesson 07: gazes, score curves, biases, stretched frequencies."""

import numpy as np
import pytest
from pictures import assert_documented, assert_refuses, assert_says_what_it_shows

from pe_lessons import Linear, figures, rope_frequencies
from pe_lessons.heads import load_rope_heads, mpnet_bias

PLAIN = rope_frequencies(16)[0]
BACK = np.eye(30, k=-2) + np.diag([1.0, 1.0] + [0.0] * 28)  # everybody looks two back

PICTURES = {
    "gaze": (lambda: figures.plot_gaze_by_distance({"head": load_rope_heads().attention(16, 0)}),
             "0 to 8 tokens back. head: 0.72 on the token before, most on 1 back (0.72)."),
    "scores": (lambda: figures.plot_score_curves({"a": [1, 3, 2]}, {"a": [2, 6, 4]}),
               "a: highest at 1 back, correlation with the measured scores 1.00."),
    "bias": (lambda: figures.plot_bias_curves({"head 6": mpnet_bias(np.arange(-3, 4))[:, 6]}),
             "Bias by offset from -3 to 3. head 6 highest at offset -1 (+3.26)"),
    "stretched": (lambda: figures.plot_stretched({"linear": rope_frequencies(16, scaling=Linear(4))[0]}, PLAIN, 400, 100),
                  "for 400 instead of 100 positions; 3 pairs make a whole turn in 100. How many times slower: linear 4.00 at pair 0, 4.00"),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_a_picture_says_what_it_shows(draw, said):
    assert_says_what_it_shows(draw, said)


OTHERS = {
    "two back": (lambda: figures.plot_gaze_by_distance({"a": BACK}, reach=2), "a: 0.00 on the token before, most on 2 back (1.00)"),
    "near": (lambda: figures.plot_gaze_by_distance({"a": np.eye(21)}, reach=1), "most on 0 back (1.00)"),
    "unmeasured": (lambda: figures.plot_score_curves({"a": [1, 2]}), "a: highest at 1 back."),
    "flat": (lambda: figures.plot_score_curves({"a": [1, 1]}, {"a": [1, 2]}), "a: highest at 0 back."),
    "one offset": (lambda: figures.plot_bias_curves({"a": [2.0]}), "from 0 to 0. a highest at offset 0 (+2.00)"),
    "one pair": (lambda: figures.plot_stretched({"a": [0.5]}, [1.0], 20, 10), "1 pairs make a whole turn in 10. How many times slower: a 2.00 at pair 0"),
}


@pytest.mark.parametrize("draw, said", OTHERS.values(), ids=OTHERS)
def test_what_learners_try_is_drawn(draw, said):
    assert said in draw().text


@pytest.mark.parametrize("draw, error, words", [
    (lambda: figures.plot_gaze_by_distance([BACK]), TypeError, "maps must be a dictionary"),
    (lambda: figures.plot_gaze_by_distance({"a": np.ones((3, 4))}), ValueError, "(n, n)"),
    (lambda: figures.plot_gaze_by_distance({"a": BACK}, reach=21), ValueError, "reach must be"),
    (lambda: figures.plot_gaze_by_distance({n: BACK for n in range(7)}), ValueError, "at most 6 maps"),
    (lambda: figures.plot_score_curves({"a": [1, 2]}, {"b": [1, 2]}), ValueError, "titles of curves"),
    (lambda: figures.plot_score_curves({"a": [1, 2]}, {"a": [1, 2, 3]}), ValueError, "measured['a'] must have shape (2,)"),
    (lambda: figures.plot_score_curves({"a": [1, np.nan]}), ValueError, "curves['a']"),
    (lambda: figures.plot_bias_curves({"a": [1, 2]}), ValueError, "an odd number, but holds 2"),
    (lambda: figures.plot_bias_curves({n: [1.0] for n in range(6)}), ValueError, "at most 5 curves"),
    (lambda: figures.plot_stretched({"a": [1.0, 2.0]}, [1.0], 2, 1), ValueError, "frequencies['a'] must have shape (1,)"),
    (lambda: figures.plot_stretched({"a": [0.0]}, [1.0], 2, 1), ValueError, "greater than 0, but those of a are not"),
])
def test_refusals_are_in_words(draw, error, words):
    assert_refuses(draw, error, words)


def test_documented():
    assert_documented(figures.plot_gaze_by_distance, figures.plot_score_curves, figures.plot_bias_curves, figures.plot_stretched)
