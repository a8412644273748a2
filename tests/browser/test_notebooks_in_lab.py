"""Every lesson as a learner meets it: opened in JupyterLab, Run All, and looked at.

With the variable PE_LESSONS_SCREENSHOTS set to a folder, the whole of each notebook is saved there as a row of PNGs.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import pytest

from jupyter_for_tests import ROOT, Server, free_port, own_places, stop, wait_for

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
RUN_SECONDS = 180
GIVE_UP_SECONDS = 10  # with the kernel idle and cells left over
RED = '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]'  # errors and stderr alike
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_lesson_runs_in_jupyterlab(browser, lab_server, path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        page = context.new_page()
        open_notebook(page, lab_server, path.name)
        panel = page.locator(PANEL)
        folded = sum(cell["metadata"].get("jupyter", {}).get("outputs_hidden", False) for cell in notebook["cells"])
        wait_for_kernel(page, lab_server, panel, path.name)
        placeholders = panel.locator(".jp-OutputPlaceholder")
        wait_until(page, lambda: placeholders.count() == folded, 20, "each answer is folded away before its question")
        run_all(page, panel, sum(is_run(cell) for cell in notebook["cells"]))
        assert placeholders.count() == 0
        page.wait_for_timeout(500)  # pictures decode and mathematics is set after the kernel is done
        save_screenshots(page, panel, path.stem)

        assert_no_error(panel, notebook)
        assert_pictures(panel)
        assert_mathematics(panel, notebook)
    shut_kernels_down(lab_server)


# -- what a person would do ----------------------------------------------------------------------------------------


def open_notebook(page, server, name, folder="notebooks"):
    page.goto(f"{server.url}/lab/workspaces/tests/tree/{folder}/{quote(name)}?token={server.token}&reset")
    page.locator(f"{PANEL} .jp-Cell").first.wait_for(timeout=60_000)


def wait_for_kernel(page, server, panel, name, folder="notebooks"):
    """The page shows "idle" before it is connected, and would lose a Run All then: the server knows better."""
    def connected():
        status, body = server.ask("/api/sessions")
        if status != 200:  # 500 while a kernel starts
            return False
        kernels = [session["kernel"] for session in json.loads(body) if session["path"] == f"{folder}/{name}"]
        return any(kernel["connections"] >= 1 and kernel["execution_state"] == "idle" for kernel in kernels)

    wait_until(page, connected, 60, "the kernel is connected")
    wait_idle(panel)


def wait_idle(panel):
    panel.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=RUN_SECONDS * 1000)


def run_all(page, panel, expected):
    """Run All, then wait until each code cell shows its number, from 1 on."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    prompts = panel.locator(".jp-CodeCell .jp-InputArea-prompt")
    idle_since = None

    def finished():
        nonlocal idle_since
        texts = [text.strip("[]: ") for text in prompts.all_inner_texts()]
        if sorted(int(text) for text in texts if text.isdecimal()) == list(range(1, expected + 1)):
            return True
        # JupyterLab does not run what comes after an error
        idle = "*" not in texts and panel.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').count() == 1
        idle_since = (idle_since or time.monotonic()) if idle else None
        if idle and time.monotonic() - idle_since > GIVE_UP_SECONDS:
            ran = sum(text.isdecimal() for text in texts)
            pytest.fail(f"{expected} cells should have run, {ran} did:\n" + "\n".join(panel.locator(RED).all_inner_texts()))
        return False

    wait_until(page, finished, RUN_SECONDS, "every cell ran")
    wait_idle(panel)


def wait_until(page, condition, seconds, what):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s: {what}")
        page.wait_for_timeout(100)


def is_run(cell):
    return cell["cell_type"] == "code" and "".join(cell["source"]).strip() != ""


def shut_kernels_down(server):
    """One kernel at a time is enough for a small machine."""
    for session in json.loads(server.ask("/api/sessions")[1]):
        server.ask(f"/api/sessions/{session['id']}", method="DELETE")


# -- what a person would see ---------------------------------------------------------------------------------------


def assert_no_error(panel, notebook):
    """As many errors as the notebook announces by a tag, and nothing else in red."""
    announced = sum("raises-exception" in cell["metadata"].get("tags", []) for cell in notebook["cells"])
    red = panel.locator(RED).all_inner_texts()
    assert len(red) == announced, "\n---\n".join(red)
    text = panel.locator(".jp-OutputArea").all_inner_texts()
    assert not [line for line in text if "Error displaying widget" in line or "Loading widget" in line]


def assert_pictures(panel):
    pictures = panel.evaluate("""panel => [...panel.querySelectorAll('.jp-OutputArea-output img, img.widget-image')].map(img => {
        const box = img.getBoundingClientRect(), area = img.closest('.jp-OutputArea').getBoundingClientRect();
        return {natural: img.naturalWidth, width: box.width, height: box.height, over: box.right - area.right, alt: img.alt};
    })""")
    for number, picture in enumerate(pictures, 1):
        assert picture["natural"] > 100, f"picture {number} did not load, or is tiny: {picture}"
        assert picture["width"] > 100 and picture["height"] > 20, f"picture {number} cannot be seen: {picture}"
        assert picture["over"] <= 1, f"picture {number} is wider than its place: {picture}"
    wanted = panel.locator('.jp-OutputArea-output[data-mime-type="image/png"]').count()
    assert len(pictures) >= wanted


def assert_mathematics(panel, notebook):
    prose = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    prose = [re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL) for text in prose]
    formulas = sum(len(re.findall(r"\$\$.+?\$\$|\$[^$\n]+\$", text, re.DOTALL)) for text in prose)
    rendered = panel.locator(".jp-MarkdownOutput mjx-container").count()
    assert rendered >= formulas, f"{formulas} formulas are written, {rendered} are set"
    assert panel.locator("mjx-merror, [data-mjx-error]").count() == 0
    # MathJax sets a command that it does not know as text
    texts = panel.locator("mjx-container").evaluate_all("all => all.map(formula => formula.textContent)")
    assert [text for text in texts if "\\" in text] == []
    # what is left of a formula that was not recognised
    left = panel.evaluate(r"""panel => [...panel.querySelectorAll('.jp-MarkdownOutput')].flatMap(cell => {
        const copy = cell.cloneNode(true);
        copy.querySelectorAll('mjx-container, code, pre').forEach(node => node.remove());
        return copy.textContent.match(/\\[a-z]{2,}|\$\$/g) || [];
    })""")
    assert left == []


def save_screenshots(page, panel, name):
    """The whole notebook, one window height after the other, for a person to look at."""
    folder = os.environ.get("PE_LESSONS_SCREENSHOTS")
    if not folder:
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    page.set_viewport_size({"width": 1400, "height": 1600})
    page.wait_for_timeout(300)
    scroller = panel.locator(".jp-WindowedPanel-outer")
    step, total = scroller.evaluate("box => [box.clientHeight, box.scrollHeight]")
    for number in range(-(-total // step)):
        scroller.evaluate("(box, y) => box.scrollTo(0, y)", number * step)
        page.wait_for_timeout(150)
        panel.screenshot(path=Path(folder) / f"{name}-{number + 1:02}.png")


# -- the command itself --------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="stopping the server by its process id works differently on Windows")
def test_lab_starts_jupyterlab_on_loopback_with_a_token(tmp_path):
    course = tmp_path / "a cöurse"
    (course / "notebooks").mkdir(parents=True)
    empty = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (course / "notebooks/00_start_here.ipynb").write_text(json.dumps(empty), encoding="utf-8")
    for name in ("pyproject.toml", "requirements-lock.txt"):
        shutil.copy(ROOT / name, course)
    port, log, environ = free_port(), tmp_path / "log.txt", own_places(tmp_path / "own")
    code = "import sys; from pe_lessons.course.lab import lab; sys.exit(lab(sys.argv[1], port=int(sys.argv[2]), browser=False))"
    with open(log, "wb") as file:
        process = subprocess.Popen([sys.executable, "-c", code, str(course), str(port)], cwd=tmp_path, env=environ,
                                   stdout=file, stderr=subprocess.STDOUT)
    try:
        description = tmp_path / f"own/runtime/jpserver-{process.pid}.json"  # lab() became JupyterLab
        deadline = time.monotonic() + 60
        while not description.exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        assert description.exists(), log.read_text(encoding="utf-8", errors="replace")
        facts = json.loads(description.read_text(encoding="utf-8"))
        assert facts["hostname"] == "127.0.0.1" and facts["port"] == port and len(facts["token"]) >= 32
        assert Path(facts["root_dir"]) == course
        server = Server(f"http://127.0.0.1:{port}", facts["token"], process)
        wait_for(server, log)
        assert server.ask("/api/kernels", token=False)[0] == 403
        assert server.ask("/lab", token=False)[0] == 302  # to the page that asks for the token
        assert server.ask("/api/kernels")[0] == 200
    finally:
        stop(process)
    # the address that it prints opens the lesson, also where there is no browser to open it in
    assert f"http://127.0.0.1:{port}/lab/tree/notebooks/00_start_here.ipynb?token=" in log.read_text(encoding="utf-8", errors="replace")
