"""The explorers without a browser: stored pictures, settings, what is redrawn, bursts of moves, bounds."""

import asyncio
import inspect
import io
import subprocess
import sys
import threading
import time
import tracemalloc

import numpy as np
import pytest
from jupyter_client.manager import start_new_kernel
from PIL import Image

from pe_lessons import apply_rope, explorers, load_positions, sinusoidal_encoding, wavelengths
from pe_lessons.course import saved
from pe_lessons.explorers import live
from pe_lessons.explorers.controls import Choice, Slider
from pe_lessons.figures import plot_outputs_by_word
from pe_lessons.heads import load_rope_heads
from pe_lessons.structure import random_walk

WORDS = "the dog bit a man".split()
RNG = np.random.default_rng(0)
VECTORS, MATRICES = RNG.normal(size=(5, 8)), RNG.normal(size=(3, 8, 8))
TABLES = {"sinusoid": sinusoidal_encoding(512, 10), "walk": random_walk(100, 20),
          "learning": {step: random_walk(32, 32, seed=step) for step in (0, 5, 10)}}
EXPLORERS = {
    "word_order": (lambda: explorers.explore_word_order(WORDS, VECTORS, *MATRICES), "5 of 5 words keep their vector"),
    "frequencies": (explorers.explore_frequencies, "21 of them are longer than the text of 128"),
    "hands": (explorers.explore_hands, "pair 1 0.08"),
    "tables": (lambda: explorers.explore_tables(TABLES), "Offset explains 0.99 of the similarity map"),
    "shift": (explorers.explore_shift, "relative error 0.000 over all columns"),
    "aliasing": (explorers.explore_aliasing, "pair 0 of base 10000 makes 7.003 turns"),
    "rope": (explorers.explore_rope, "largest at offset 1"),
}


@pytest.fixture(params=EXPLORERS)
def explorer(request):
    return EXPLORERS[request.param][0]()


def pixels(picture):
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def ends(control):
    """The values at both ends of a control, and all of a few."""
    return control.options if isinstance(control, Choice) else (control.low, control.low + control.step, control.high)


# -- where nothing is running --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make, said", EXPLORERS.values(), ids=EXPLORERS)
def test_the_stored_picture_says_what_it_shows_and_how_to_move_it(make, said):
    explorer = make()
    data, metadata = explorer._repr_mimebundle_()
    assert said in explorer.picture.text
    assert explorer.picture.text.endswith("Run this cell in JupyterLab to move them.")
    assert data["text/plain"] == repr(explorer) == "Picture:\n" + metadata["image/png"]["alt"]
    with Image.open(io.BytesIO(explorer.picture.png)) as image:
        assert image.width == 2 * metadata["image/png"]["width"] == 1520
    again = make().picture
    assert (again.png, again.text) == (explorer.picture.png, explorer.picture.text)


def test_without_ipywidgets_there_is_the_picture(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    data, _ = explorers.explore_hands()._repr_mimebundle_()
    assert sorted(data) == ["image/png", "text/plain"]


def test_explorers_need_no_widgets_until_they_are_shown():
    code = ("import sys; from pe_lessons.explorers import explore_hands as e; e().set(position=7); "
            "print(sorted({'ipywidgets', 'matplotlib.pyplot', 'IPython'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_saved_notebook_keeps_the_picture_only():
    view = {live.WIDGET_VIEW: {"model_id": "0"}}
    model = {"type": "notebook", "content": {"cells": [{"outputs": [
        {"data": {"image/png": "", **view}}, {"data": {"text/plain": "IntSlider()", **view}}, {"name": "stdout", "text": ""},
    ]}, {"source": "text"}]}}
    saved.keep_pictures(model, path="a.ipynb", contents_manager=None)
    first, second, _ = model["content"]["cells"][0]["outputs"]
    assert first == {"data": {"image/png": ""}} and live.WIDGET_VIEW in second["data"]
    saved.keep_pictures({"type": "file", "content": "text"}, path="a.txt", contents_manager=None)


def test_a_saved_notebook_keeps_no_version_and_no_second_fold():
    cells = [{"metadata": {"collapsed": True, "jupyter": {"outputs_hidden": True}}}, {"metadata": {"collapsed": True}}]
    content = {"metadata": {"language_info": {"name": "python", "version": "3.11.2"}}, "cells": cells}
    saved.keep_pictures({"type": "notebook", "content": content})
    assert content["metadata"]["language_info"] == {"name": "python"}
    assert cells == [{"metadata": {"jupyter": {"outputs_hidden": True}}}, {"metadata": {"collapsed": True}}]


# -- moved ---------------------------------------------------------------------------------------------------------


def test_every_control_changes_picture_and_text(explorer):
    for name, control in explorer.controls.items():
        seen = set()
        for value in ends(control):
            explorer.set(**{name: value})
            assert explorer.settings[name] <= value if isinstance(control, Slider) else explorer.settings[name] == value
            seen.add((explorer.text, explorer.draw()))
        unused = name == "factor"  # of no consequence without a method
        assert len(seen) > 1 or unused, name


def test_no_setting_fails_or_takes_much_memory(explorer):
    """All controls at one end, then each at its other end in turn."""
    explorer.draw()
    tracemalloc.start()
    try:
        for here, there in ((0, -1), (-1, 0)):
            explorer.set(**{name: ends(control)[here] for name, control in explorer.controls.items()})
            for name, control in explorer.controls.items():
                for which in (there, here):
                    explorer.set(**{name: ends(control)[which]})
        assert tracemalloc.get_traced_memory()[1] < 200e6
    finally:
        tracemalloc.stop()


def test_the_picture_does_not_depend_on_the_way_to_it(explorer):
    if "word" in explorer.controls:
        pytest.skip("the order of the words is the way to it")
    first = {name: value for name, value in explorer.settings.items() if name != "steps"}  # which choose the table
    wanted, text = explorer.draw(), explorer.text
    for name, control in explorer.controls.items():
        for value in ends(control)[::-1]:
            explorer.set(**{name: value})
    explorer.set(**first)
    assert explorer.text == text
    assert np.array_equal(pixels(explorer.draw()), pixels(wanted))


def test_the_live_picture_shows_what_the_stored_one_shows(explorer):
    """Redrawing only what moves must leave nothing out."""
    explorer.draw()
    for name, control in explorer.controls.items():
        explorer.set(**{name: ends(control)[-1]})
    quick = pixels(explorer.draw())
    explorer.frames.background = None  # draws everything
    assert np.abs(quick - pixels(explorer.draw())).max() == 0


@pytest.mark.parametrize("make, name, still", [
    (explorers.explore_frequencies, "pair", True), (explorers.explore_frequencies, "base", True),
    (explorers.explore_frequencies, "length", False), (explorers.explore_hands, "position", True),
    (explorers.explore_shift, "offset", True), (explorers.explore_aliasing, "distance", True), (explorers.explore_rope, "query", True),
])
def test_only_what_changed_is_redrawn(make, name, still):
    explorer = make()
    explorer.draw()
    for value in ends(explorer.controls[name]):
        explorer.set(**{name: value})
    assert (explorer.frames.backgrounds == 1) is still


def test_a_slider_ends_where_the_others_let_it():
    explorer = explorers.explore_frequencies()
    explorer.set(d_model=512, pair=255)
    explorer.set(d_model=8)
    assert explorer.settings["pair"] == 3
    assert explorer.widget is not None
    assert [box.max for box in explorer._inputs.values() if box.description == "pair i"] == [3]


@pytest.mark.parametrize("settings, error, words", [
    ({"paris": 1}, TypeError, "paris must be one of the controls d_model, base, length, pair"),
    ({"base": 7}, ValueError, "base must be one of 2, 10, 30"),
    ({"base": True}, ValueError, "but is True"),
    ({"pair": 256}, ValueError, "pair must be at most 255, but is 256"),
    ({"pair": 1.5}, TypeError, "pair must be an integer"),
    ({"d_model": 5}, ValueError, "d_model must be 2 plus a multiple of 2, but is 5"),
])
def test_what_cannot_be_set_is_refused(settings, error, words):
    with pytest.raises(error, match=words.replace("+", r"\+")):
        explorers.explore_frequencies().set(**settings)


# -- in a notebook -------------------------------------------------------------------------------------------------


def test_moves_by_widget_without_an_event_loop_are_drawn_at_once():
    explorer = explorers.explore_hands()
    assert explorer.widget.children[-2].format == "jpeg"
    drawn = explorer.drawn
    explorer._inputs["position"].value = 44
    assert (explorer.drawn, explorer.settings["position"]) == (drawn + 1, 44)
    assert "position 44" in explorer.text and "position 44" in explorer._caption.value
    assert explorer._image.value == explorer.draw()


def test_a_burst_of_moves_is_one_picture_and_the_last_one():
    explorer = explorers.explore_hands()
    explorer.widget  # noqa: B018  (made here)

    async def drag():
        drawn = explorer.drawn
        for position in range(200):
            explorer._inputs["position"].value = 2 + position
        await asyncio.sleep(0.5)
        assert explorer.drawn - drawn == 1
        explorer._inputs["position"].value = 17
        await asyncio.sleep(0.5)
        assert explorer.drawn - drawn == 2

    asyncio.run(drag())
    assert "at position 17" in explorer.text
    assert explorer._image.value == explorer.draw()


def test_moves_that_do_not_end_are_drawn_all_the_same():
    explorer = explorers.explore_hands()
    explorer.widget  # noqa: B018

    async def drag():
        drawn = explorer.drawn
        for position in range(400):
            explorer._inputs["position"].value = 1 + position
            await asyncio.sleep(live.QUIET / 4)
        assert explorer.drawn > drawn

    asyncio.run(drag())


@pytest.mark.parametrize("make", [make for make, _ in EXPLORERS.values()], ids=EXPLORERS)
def test_moves_in_two_threads_do_not_meet_in_a_picture(make):
    """As in JupyterLab, which sends the first moves to the thread of the cells and the others to one of its own."""
    explorer = make()
    explorer.widget  # noqa: B018  (made here)
    name, slider = next((name, control) for name, control in explorer.controls.items() if isinstance(control, Slider))
    frames, waits = explorer.frames, [threading.Event(), threading.Event()]
    copy, frames.background = frames.canvas.copy_from_bbox, None

    def copy_slowly(box):
        waits[0].set()
        waits[1].wait(0.5)  # the other thread may draw now, if it is let
        return copy(box)

    frames.canvas.copy_from_bbox = copy_slowly
    first = threading.Thread(target=explorer.set, kwargs={name: slider.low})
    first.start()
    waits[0].wait(10)
    explorer.set(**{name: slider.low + slider.step})
    waits[1].set()
    first.join()
    shown, frames.background = explorer.draw(), None
    assert shown == explorer.draw()


def test_a_fast_drag_in_a_kernel_queues_no_pictures():
    """200 messages of a slider, sent at once: few pictures are drawn, and the last one is right."""
    manager, client = start_new_kernel(kernel_name="python3", stderr=subprocess.DEVNULL)
    said = []

    def ask(code):
        said.clear()
        client.execute_interactive(code, output_hook=said.append, timeout=60)
        return "".join(message["content"]["text"] for message in said if message["msg_type"] == "stream").strip()

    try:
        model = ask("from pe_lessons.explorers import explore_hands\ne = explore_hands()\ne.widget\n"
                    "print(e._inputs['position'].model_id, e.drawn)").split()
        for value in range(200):
            content = {"comm_id": model[0], "data": {"method": "update", "state": {"value": 1 + value}, "buffer_paths": []}}
            client.shell_channel.send(client.session.msg("comm_msg", content))
        latest = time.monotonic() + 60
        while ask("print(e.settings['position'], e._waiting)") != "200 None" and time.monotonic() < latest:
            time.sleep(0.2)
        drawn, position, right = ask("print(e.drawn, e.settings['position'], e._image.value == e.draw())").split()
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert (position, right) == ("200", "True")
    assert 1 <= int(drawn) - int(model[1]) < 100  # each move for itself would be 200


# -- the same numbers as elsewhere ---------------------------------------------------------------------------------


def test_words_move_as_in_the_static_picture():
    explorer = explorers.explore_word_order(WORDS, VECTORS, *MATRICES)
    explorer.set(told="positions added", word="man", place=0)
    assert explorer.settings["order"] == (4, 0, 1, 2, 3)
    explorer.set(word="the")
    assert explorer.settings["place"] == 1  # where it stands now
    scene, order = explorer.scene, explorer.settings["order"]
    outputs = tuple(scene.outputs(o, "positions added") for o in (range(5), order))
    static = plot_outputs_by_word((WORDS, [WORDS[i] for i in order]), {"x": outputs})
    assert static.text.split(": ")[-1] in explorer.text


def test_the_score_is_that_of_the_heads():
    explorer = explorers.explore_rope()
    explorer.set(query=40, key=33, further=1000)
    heads = load_rope_heads()
    assert explorer.scene.scores("layer 16, head 0", 1040, [1033], None) == pytest.approx(heads.predicted_scores(16, 0, [7]))
    assert apply_rope(np.ones((1, 64)), [1040], base=heads.base).shape == (1, 64)


def test_the_ladder_is_that_of_the_package():
    explorer = explorers.explore_frequencies()
    explorer.set(d_model=100, base=300)
    assert explorer.scene.ladder.get_ydata() == pytest.approx(wavelengths(100, base=300))


def test_a_training_is_shown_when_its_steps_are_moved():
    explorer = explorers.explore_tables(TABLES)
    explorer.set(steps=5)
    assert explorer.settings["table"] == "learning" and explorer.text.startswith("learning, step 5: 32 rows.")
    explorer = explorers.explore_tables({"MiniLM": load_positions("minilm_l6_v2").values})
    assert "In plane 3 of 5 of the best map from row to row, the rows turn 9.4 times" in explorer.picture.text


# -- arguments -----------------------------------------------------------------------------------------------------


REFUSED = [
    (lambda: explorers.explore_word_order("a b", VECTORS, *MATRICES), TypeError, "split a text with .split()"),
    (lambda: explorers.explore_word_order(["a"], VECTORS[:1], *MATRICES), ValueError, "words must be 2 to 12 texts, but are ['a']"),
    (lambda: explorers.explore_word_order(WORDS, VECTORS[:4], *MATRICES), ValueError, "x must have 5 rows, one a word"),
    (lambda: explorers.explore_word_order(WORDS, VECTORS, np.eye(7), np.eye(8), np.eye(8)), ValueError, "w_q must have shape (8, 8)"),
    (lambda: explorers.explore_tables({}), ValueError, "tables must be a dictionary"),
    (lambda: explorers.explore_tables({"a": np.ones((5, 5))}), ValueError, "tables['a'] must have no row that equals the mean row"),
    (lambda: explorers.explore_tables({"a": random_walk(10, 5)}), ValueError, "tables['a'] must have 16 to 512 rows"),
    (lambda: explorers.explore_tables({"a": {0: random_walk(32, 5)}}), ValueError, "tables['a'] must hold 2 to 64 steps, but holds 1"),
    (lambda: explorers.explore_tables({"a": {"b": 0, "c": 1}}), TypeError, "the steps of tables['a'] must be an integer"),
    (lambda: explorers.explore_tables({"a": TABLES["learning"], "b": TABLES["learning"]}), ValueError, "2 of them trainings"),
]


@pytest.mark.parametrize("make, error, words", REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_name_argument_value_and_what_is_allowed(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)


def test_names_are_sorted_and_documented():
    assert explorers.__all__ == sorted(explorers.__all__)
    for name in explorers.__all__:
        if name.startswith("explore_"):
            assert "Returns\n-------\nLive" in inspect.getdoc(getattr(explorers, name)), name
