"""The pictures: their data, and their text that is computed from it."""

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from pe_lessons import attention, figures, sinusoidal_encoding, wavelengths
from pe_lessons.figures import adding, frequencies, order, tables

FIRST, SECOND = "the dog bit a man".split(), "a man bit the dog".split()


def outputs(added):
    rng = np.random.default_rng(0)
    vector = {word: rng.normal(size=8) for word in FIRST}
    inputs = [np.stack([vector[word] for word in words]) + added for words in (FIRST, SECOND)]
    return tuple(attention(x, x, x) for x in inputs)


PICTURES = {
    "table": (lambda: figures.plot_table(sinusoidal_encoding(20, 7)), "20 positions (rows) and 7 columns"),
    "tables": (lambda: figures.plot_tables({"a": sinusoidal_encoding(9, 4), "b": np.ones((9, 4))}), "in 'b' 4 of 4 columns stay"),
    "layouts": (lambda: figures.plot_layouts(sinusoidal_encoding(5, 6), sinusoidal_encoding(5, 6, layout="half")),
                "[0, 3, 1, 4, 2, 5]"),
    "waves": (lambda: figures.plot_waves([0, 1], 8, 64), "pair 0 10.03, pair 1 1.00"),
    "wavelengths": (lambda: figures.plot_wavelengths(512, 512), "133 of 256 pairs longer than 512"),
    "scales": (lambda: figures.plot_scales([1, 10], 512), "by 1, 63; by 10, 127"),
    "hands": (lambda: figures.plot_hands(range(5), 6), "pair 1 by 0.1857 radians"),
    "share": (lambda: figures.plot_position_share({"one": 1.0}), "one (entries of 1.00) 0.333"),
    "ideas": (lambda: figures.plot_first_ideas(16), "binary digits: steps from 1.000 to 2.000"),
    "words": (lambda: figures.plot_outputs_by_word((FIRST, SECOND), {"bare": outputs(0)}), "bare: 5 of 5 words keep their vector"),
    "placed": (lambda: figures.plot_outputs_by_word((FIRST, SECOND), {"placed": outputs(sinusoidal_encoding(5, 8))}),
               "placed: 0 of 5 words keep their vector"),
}


@pytest.mark.parametrize("draw, said", PICTURES.values(), ids=PICTURES)
def test_a_picture_says_what_it_shows(draw, said):
    picture = draw()
    assert said in picture.text
    data, metadata = picture._repr_mimebundle_()
    assert data["text/plain"] == repr(picture) == "Picture:\n" + picture.text
    assert metadata["image/png"]["alt"] == picture.text
    with Image.open(io.BytesIO(picture.png)) as image:
        image.load()
        assert image.width == 2 * metadata["image/png"]["width"] == 1520
        assert len(image.convert("L").histogram()) > 2 and image.convert("L").getextrema() != (255, 255)
    assert draw().png == picture.png


def test_every_picture_is_tried():
    drawn = {name for name in figures.__all__ if name.startswith("plot_")}
    tried = {name for draw, _ in PICTURES.values() for name in draw.__code__.co_names}
    assert drawn <= tried


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
                          env={**__import__("os").environ, "HOME": str(tmp_path), "MPLCONFIGDIR": str(tmp_path / "mpl")})
    assert (done.stdout.strip(), done.stderr) == ("False", "")
