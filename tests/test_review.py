"""The rules for stored notebooks, each with what it must see and what it must let pass."""

import base64
import io

import nbformat
import pytest
from PIL import Image

from pe_lessons.course import review, steps

v4 = nbformat.v4


def notebook(*cells):
    return v4.new_notebook(cells=list(cells))


def code(source="x = 1", count=1, text=None, **data):
    outputs = [v4.new_output("stream", text=text)] if text is not None else []
    if data:
        outputs.append(v4.new_output("display_data", data={key.replace("_", "/", 1): value for key, value in data.items()}))
    return v4.new_code_cell(source, execution_count=count, outputs=outputs)


def png(width=400, height=200):
    buffer = io.BytesIO()
    Image.new("RGB", (width, height)).save(buffer, format="png")
    return base64.b64encode(buffer.getvalue()).decode()


DESCRIPTION = "A picture of nothing in particular, whose description is long enough and holds the number 3."


@pytest.mark.parametrize("counts, fine", [((1, 2, 3), True), ((1, 3, 2), False), ((2, 3, 4), False), ((None, None, None), False)])
def test_counts(counts, fine):
    assert (review.counts(notebook(*(code(count=count) for count in counts))) == []) is fine


def test_a_cell_without_code_has_no_count():
    assert review.counts(notebook(code(count=1), code("", count=None), code(count=2))) == []


@pytest.mark.parametrize("text", [
    "<Figure size 640x480 with 1 Axes>", "<__main__.Thing at 0x7f0000000000>", "np.float64(0.84)", "np.True_ np.bool(True)",
    "0.8414709848078965", "CPU times: user 0 ns\nWall time: 12.4 us", "/home/ada/course", "/tmp/x",
])
def test_text_that_changes_by_itself_is_found(text):
    assert review.outputs(notebook(code(text=text)))


@pytest.mark.parametrize("text", ["0.841471 True", "[1.    0.1   0.01  0.001]", "IndexError: index 512 is out of bounds", "and/or"])
def test_stable_text_passes(text):
    assert review.outputs(notebook(code(text=text))) == []


def test_stderr_errors_and_live_widgets_are_found():
    warned = code()
    warned.outputs = [v4.new_output("stream", name="stderr", text="UserWarning: changed on this machine")]
    failed = code()
    failed.outputs = [v4.new_output("error", ename="ZeroDivisionError", evalue="division by zero", traceback=[])]
    widget = code()
    widget.outputs = [v4.new_output("display_data", data={"text/plain": "IntSlider()", steps.WIDGET_VIEW: {"model_id": "0"}})]
    assert [line.split(" ", 2)[2] for line in review.outputs(notebook(warned, failed, widget))] == [
        "writes to stderr: 'UserWarning: changed on this machine'", "stops with ZeroDivisionError: division by zero",
        "stores a live widget"]
    failed.metadata["tags"] = ["raises-exception"]
    assert review.outputs(notebook(failed)) == []


@pytest.mark.parametrize("image, text, alt, said", [
    (png(), DESCRIPTION, DESCRIPTION, None),
    ("iVBORw0KGgo=", DESCRIPTION, DESCRIPTION, "not a whole PNG"),
    (png()[:-40], DESCRIPTION, DESCRIPTION, "not a whole PNG"),
    (png(90, 90), DESCRIPTION, DESCRIPTION, "only 90 x 90"),
    (png(), "<Figure size 640x480 with 1 Axes>", "", "says too little"),
    (png(), DESCRIPTION, "something else", "alt text"),
])
def test_pictures(image, text, alt, said):
    cell = code(image_png=image, text_plain=f"Picture:\n{text}" if alt else text)
    cell.outputs[0].metadata["image/png"] = {"alt": alt}
    found = review.pictures(notebook(cell))
    assert found == [] if said is None else said in " ".join(found)


@pytest.mark.parametrize("text, fine", [("relative errors:\n0.566", True), ("0.566\n", False), ("Picture:\nA map", True)])
def test_a_folded_output_begins_with_a_heading(text, fine):
    cell = code(text=text)
    assert review.folded(notebook(cell)) == []
    cell.metadata["jupyter"] = {"outputs_hidden": True}
    assert (review.folded(notebook(cell)) == []) is fine


@pytest.mark.parametrize("source", [
    "interact(f, x=3)", "interactive_output(f, {})", "with widgets.Output():", "ax.plot(x);", "ax.plot(x);  # quiet",
    "%matplotlib inline", "!pip install numpy", "import matplotlib.pyplot as plt", "x = " + 100 * "1",
])
def test_constructs_that_the_tools_cannot_take_are_found(source):
    assert review.constructs(notebook(code(source)))


@pytest.mark.parametrize("source", ["x = 7 % 2", "print('a; b')", "a = x; b = y", "outputs = layer(x)", "# interaction (later)"])
def test_plain_python_passes(source):
    assert review.constructs(notebook(code(source))) == []


def test_links(tmp_path):
    (tmp_path / "there.ipynb").write_text("{}")
    page = v4.new_markdown_cell("[a](there.ipynb) [b](there.ipynb#part) [c](https://example.org) [d](#here) [e](gone.ipynb)")
    assert review.links(notebook(page), tmp_path) == ["cell 1 links to gone.ipynb, which does not exist"]


def test_links_to_the_learners_copies(tmp_path):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises/02_two.ipynb").write_text("{}")
    page = v4.new_markdown_cell("[a](../work/02_two.ipynb) [b](../work/02_two.ipynb#part) [c](../work/03_three.ipynb)")
    for folder in ("notebooks", "exercises"):
        assert review.links(notebook(page), tmp_path / folder) == ["cell 1 links to ../work/03_three.ipynb, which does not exist"]


@pytest.mark.parametrize("prose, backed", [
    ("0.841", True), ("0.84", True), ("0.842", False), ("0.8415", True), ("0.8414", False), ("-0.841", False),
    ("0.8414715", False), ("60611", True), ("60612", False), ("6.06e4", True), ("6.07e4", False), ("60,611", True),
    ("32768", True), ("12345", False), ("-0.416", True), ("0.416", False), ("\u22120.416", True), ("7 and 512", True),
    ("[0.123](there.ipynb)", False), ("[Vaswani et al., 2017](https://arxiv.org/abs/1706.03762)", True), ("$0.84^{2}$", True),
    ("quoted 9.99", True), ("`0.123`", False), ("1.5 and 0.841", False), ("0.841.", True), ("(0.841)", True),
    ("5.3ms", False), ("3.5x", False), ("x0.777", False), ("_0.777_", False), (".841", True), (".777", False),
    ("$12\\,345$", False), ("$12{,}345$", False), ("$60{,}611$", True), ("if a < 0.777 and b > 3", False),
    ("<b>0.841</b>", True), ("a-0.841", True), ("arXiv 1706.03762", True), ("arXiv:1706.03762", True), ("position x1024", True),
    ("4096", False), ("32_768", True), ("2017", False),
])
def test_numbers_in_prose(prose, backed):
    shown = code("n = 32_768  # 4096\nname = '2017'", text="value 0.841471, other -0.416147, longest 60611.48")
    found = review.loose_numbers(notebook(shown, v4.new_markdown_cell(prose)), {"9.99": "somewhere"})
    assert (found == []) is backed, found
