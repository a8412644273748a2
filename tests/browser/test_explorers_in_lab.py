"""The explorers as a learner meets them: in JupyterLab, moved by keyboard and mouse.

With the variable PE_LESSONS_SCREENSHOTS set to a folder, each explorer is saved there as a PNG, light and dark.
"""

import hashlib
import json
import os
import statistics
import sys
import urllib.request
from pathlib import Path
from urllib.parse import quote

import nbformat
import pytest

from jupyter_for_tests import ROOT
from test_notebooks_in_lab import PANEL, open_notebook, run_all, shut_kernels_down, wait_for_kernel, wait_until

from pe_lessons import explorers

NAME = "all explorers.ipynb"
FIRST = """
import numpy as np
from pe_lessons import load_positions, sinusoidal_encoding
from pe_lessons.explorers import *
from pe_lessons.structure import random_walk
""".strip()
CELLS = {  # explorer: its cell, and a control whose arrow key changes the picture
    "word_order": ("explore_word_order('The dog bit the man'.split(), *np.random.default_rng(0).normal(size=(1, 5, 5)),\n"
                   "                   *np.random.default_rng(1).normal(size=(3, 5, 5)))", "its place"),
    "frequencies": ("explore_frequencies()", "pair i"),
    "hands": ("explore_hands()", "position"),
    "tables": ("explore_tables({'sinusoid': sinusoidal_encoding(512, 10), 'MiniLM': load_positions('minilm_l6_v2').values,\n"
               "                'learning': {step: random_walk(32, 32, seed=step) for step in range(5)}})", "plane"),
    "shift": ("explore_shift()", "offset k"),
    "aliasing": ("explore_aliasing()", "distance k"),
    "rope": ("explore_rope()", "query at"),
}
TROUBLE = ("Error displaying widget", "Loading widget", "model not found", "Traceback")


@pytest.fixture(scope="module", params=["JupyterLab Light", "JupyterLab Dark"])
def opened(request, browser, lab_server):
    """A page of a window of 1280 pixels with every explorer, run."""
    put(lab_server, "/lab/api/settings/@jupyterlab/apputils-extension:themes", {"raw": json.dumps({"theme": request.param})})
    cells = [nbformat.v4.new_code_cell(source) for source in (FIRST, *(source for source, _ in CELLS.values()))]
    upload(lab_server, NAME, cells)
    with browser.new_context(viewport={"width": 1280, "height": 1000}) as context:
        page = context.new_page()
        complaints = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        open_notebook(page, lab_server, NAME)
        panel = page.locator(PANEL)
        wait_for_kernel(page, lab_server, panel, NAME)
        run_all(page, panel, len(cells))
        page.wait_for_timeout(500)
        yield page, panel, "dark" if "Dark" in request.param else "light"
        assert complaints == []
    shut_kernels_down(lab_server)


@pytest.mark.parametrize("name", CELLS)
def test_an_explorer_answers_to_keyboard_and_mouse(opened, name):
    page, panel, theme = opened
    cell = explorer(panel, name)
    save_screenshot(cell, f"explorer-{name}-{theme}")
    changes(page, cell, lambda: handle(cell, CELLS[name][1]).press("ArrowLeft"), "an arrow key")
    changes(page, cell, lambda: drag(page, handle(cell, CELLS[name][1])), "a drag")
    page.wait_for_timeout(300)  # the last of the drag
    save_screenshot(cell, f"explorer-{name}-{theme}-moved")
    assert cell.locator(".widget-html").inner_text().count(" ") > 10  # what is shown, in words
    assert not [word for word in TROUBLE if word in cell.inner_text()]
    right_edge = cell.locator(".jp-OutputArea").evaluate("area => area.getBoundingClientRect().right")
    for control in cell.locator(".widget-slider, .widget-toggle-buttons, img.widget-image").all():
        box = control.bounding_box()
        assert box["x"] + box["width"] <= right_edge + 1, "a control leaves the page at 1280 pixels"


@pytest.mark.parametrize("name", ["word_order", "rope", "shift"])
def test_buttons_are_pressed_from_the_keyboard(opened, name):
    page, panel, _ = opened
    button = explorer(panel, name).locator(".widget-toggle-buttons button:not(.mod-active)").first
    button.focus()
    text = explorer(panel, name).locator(".widget-html")
    before = text.inner_text()
    page.keyboard.press("Space")
    wait_until(page, lambda: text.inner_text() != before, 10, "a button answers to Space")


def test_two_hundred_quick_moves(opened, lab_server):
    """Memory is flat, and the last picture is the one of the last setting, to the byte."""
    page, panel, theme = opened
    cell = explorer(panel, "frequencies")
    slider = handle(cell, "pair i")
    slider.focus()
    sizes = []
    for key in ("End", "Home", "End"):
        for _ in range(100):
            page.keyboard.press("ArrowRight" if key == "Home" else "ArrowLeft")
        page.keyboard.press(key)
        page.wait_for_timeout(1000)
        sizes.append(kernel_megabytes(lab_server))
    live = explorers.explore_frequencies()
    live.draw()
    high = int(slider.get_attribute("aria-valuemax").split(".")[0])
    live.set(pair=high)
    wanted = hashlib.sha256(live.draw()).hexdigest()
    wait_until(page, lambda: picture(cell) == wanted, 10, "the last picture is that of the last setting")
    assert sizes[-1] - sizes[0] < 5, f"the kernel grew: {sizes} MB after 100, 200 and 300 moves"
    print(f"\nkey press to new picture: {key_to_picture(page, cell, slider):.0f} ms in Chromium ({theme}); kernel {sizes} MB")


@pytest.mark.parametrize("path", [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if "explore_" in path.read_text(encoding="utf-8")],
                         ids=lambda path: path.stem)
def test_a_stored_explorer_is_a_picture(browser, lab_server, path):
    with browser.new_context(viewport={"width": 1280, "height": 1000}) as context:
        page = context.new_page()
        open_notebook(page, lab_server, path.name)
        panel = page.locator(PANEL)
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        wanted = sum("explore_" in "".join(cell["source"]) and bool(cell.get("outputs")) for cell in cells)
        shown = panel.locator(".jp-CodeCell").filter(has_text="explore_").filter(has=page.locator("img"))
        wait_until(page, lambda: shown.count() == wanted, 20, f"{wanted} pictures")
        for cell in shown.all():
            assert cell.locator("img").first.evaluate("img => img.decode().then(() => img.naturalWidth)") == 1520
            assert cell.locator(".widget-slider").count() == 0
        text = panel.inner_text()
        assert not [word for word in TROUBLE[:3] if word in text]
    shut_kernels_down(lab_server)


def test_what_a_reader_saved_is_a_picture_when_opened_again(browser, lab_server):
    """The explorer is gone with its kernel; JupyterLab would say so in place of the picture."""
    cells = [nbformat.v4.new_code_cell(source) for source in (FIRST, "explore_hands()")]
    upload(lab_server, "saved.ipynb", cells)
    with browser.new_context(viewport={"width": 1280, "height": 1000}) as context:
        page = context.new_page()
        open_notebook(page, lab_server, "saved.ipynb")
        panel = page.locator(PANEL)
        wait_for_kernel(page, lab_server, panel, "saved.ipynb")
        run_all(page, panel, len(cells))
        for _ in range(2):
            changes(page, panel, lambda: handle(panel, "position").press("ArrowRight"), "an arrow key")
            page.keyboard.press("Control+s")
            wait_until(page, lambda: page.locator(".jp-mod-dirty").count() == 0, 10, "the notebook is saved")
            page.wait_for_timeout(500)
            assert page.locator(".jp-Dialog").count() == 0  # that the file has changed on disk
    shut_kernels_down(lab_server)
    with browser.new_context(viewport={"width": 1280, "height": 1000}) as context:
        page = context.new_page()
        open_notebook(page, lab_server, "saved.ipynb")
        panel = page.locator(PANEL)
        wait_for_kernel(page, lab_server, panel, "saved.ipynb")  # from then on a lost model would be known to be lost
        assert panel.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") == 1520
        assert not [word for word in TROUBLE if word in panel.inner_text()]
    shut_kernels_down(lab_server)


# -- what a person would do ----------------------------------------------------------------------------------------


def explorer(panel, name):
    cell = panel.locator(".jp-CodeCell").nth(1 + list(CELLS).index(name))
    cell.locator("img.widget-image").scroll_into_view_if_needed()
    return cell


def handle(cell, label):
    return cell.locator(".widget-slider").filter(has_text=label).locator(".noUi-handle")


def drag(page, grip):
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x + 20 * step, y)
    page.mouse.up()


def changes(page, cell, move, what):
    before = picture(cell)
    move()
    wait_until(page, lambda: picture(cell) != before, 10, f"a new picture after {what}")


def upload(server, name, cells):
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}})
    put(server, f"/api/contents/notebooks/{quote(name)}", {"type": "notebook", "format": "json", "content": notebook})


def put(server, path, body):
    request = urllib.request.Request(f"{server.url}{path}", json.dumps(body).encode(), method="PUT",
                                     headers={"Authorization": f"token {server.token}", "Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=10).close()


# -- what a person would see ---------------------------------------------------------------------------------------


def picture(cell):
    """Hash of the bytes that the image shows."""
    return cell.locator("img.widget-image").evaluate("""async img => {
        const bytes = await (await fetch(img.src)).arrayBuffer();
        const hash = await crypto.subtle.digest('SHA-256', bytes);
        return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('');
    }""")


def key_to_picture(page, cell, slider, presses=11, pause=300):
    """Median milliseconds from a key press to the loaded new picture."""
    cell.evaluate("""cell => {
        const pressed = window.pressed = [], shown = window.shown = [];
        cell.addEventListener('keydown', () => pressed.push(performance.now()), true);
        cell.addEventListener('load', () => shown.push(performance.now()), true);
    }""")
    slider.focus()
    for _ in range(presses):
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(pause)
    pressed, shown = page.evaluate("[window.pressed, window.shown]")
    assert len(pressed) == len(shown) == presses
    return statistics.median(b - a for a, b in zip(pressed, shown))


def kernel_megabytes(server):
    """Memory of the kernel, the only child of the server."""
    if not sys.platform.startswith("linux"):
        return 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        except OSError:  # it has just ended
            continue
        if fields["PPid"].strip() == str(server.process.pid):
            return int(fields["VmRSS"].split()[0]) // 1024
    raise AssertionError("no kernel is running")


def save_screenshot(cell, name):
    folder = os.environ.get("PE_LESSONS_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        cell.locator(".jp-OutputArea").screenshot(path=Path(folder) / f"{name}.png")
