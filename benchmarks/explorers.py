"""What an explorer costs for each move of a slider, beside `interactive_output` with a new figure for each.

The picture: a map of 128 x 128 beside four curves of 512 points, 8 x 3 inches at 100 dots per inch. Both are measured
in one kernel, in turn; and in one page of JupyterLab in Chromium, from the key press to the new picture, where
Playwright and Chromium are installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from pe_lessons import sinusoidal_encoding
from pe_lessons.explorers import Live, Scene
from pe_lessons.explorers.controls import Slider
from pe_lessons.figures.style import styled

ROOT = Path(__file__).resolve().parents[1]
CURVES = (0, 8, 16, 32)  # columns
BASES = Slider("base", 10_000, 100, 20_000)


class Benchmark(Scene):
    """The picture with artists that move."""

    controls = {"base": BASES}

    @styled
    def __init__(self):
        from matplotlib.figure import Figure

        self.figure = Figure(figsize=(8, 3))
        left, right = self.figure.subplots(1, 2)
        self.map = draw_map(left, np.zeros((128, 128)))
        self.curves = [right.plot(np.arange(512), np.zeros(512))[0] for _ in CURVES]
        right.set_ylim(-1.1, 1.1)
        self.moving = [self.map, *self.curves]

    def show(self, base):
        table = sinusoidal_encoding(512, 128, base=base)
        self.map.set_data(table[:128])
        for curve, column in zip(self.curves, CURVES):
            curve.set_ydata(table[:, column])
        return f"Base {base}."


def draw_map(ax, table):
    return ax.imshow(table, cmap="RdBu_r", vmin=-1, vmax=1, aspect="auto", interpolation="nearest")


def live():
    """The picture as an explorer."""
    return Live(Benchmark)


def usual():
    """The picture as it is usually made: the slider, and an output that gets a new figure for each move."""
    import ipywidgets
    import matplotlib.pyplot as plt

    def draw(base):
        table = sinusoidal_encoding(512, 128, base=base)
        _, (left, right) = plt.subplots(1, 2, figsize=(8, 3), dpi=100)
        draw_map(left, table[:128])
        for column in CURVES:
            right.plot(table[:, column])
        right.set_ylim(-1.1, 1.1)
        plt.show()

    slider = ipywidgets.IntSlider(BASES.value, BASES.low, BASES.high, description="base")
    return ipywidgets.VBox([slider, ipywidgets.interactive_output(draw, {"base": slider})])


def measure_here(repetitions):
    """Print the medians as JSON; to be called in a kernel."""
    from .__main__ import medians

    explorer, (slider, _) = live(), usual().children
    explorer.widget  # noqa: B018  (made here, not in the first measurement)
    bases = iter(range(5000, 20_000))
    print(json.dumps(medians({
        "explorer": lambda: explorer.set(base=next(bases)),
        "interactive_output, new figure": lambda: setattr(slider, "value", next(bases)),
    }, repetitions)))


def in_kernel(repetitions):
    """Medians of both in a fresh kernel, in seconds."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3", cwd=str(ROOT), stderr=subprocess.DEVNULL)
    said = []

    def listen(message):
        if message["msg_type"] == "stream":
            said.append(message["content"]["text"])
        elif message["msg_type"] == "error":
            raise RuntimeError("\n".join(message["content"]["traceback"]))

    try:
        code = f"%matplotlib inline\nfrom benchmarks.explorers import measure_here\nmeasure_here({repetitions})"
        client.execute_interactive(code, output_hook=listen, timeout=300)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return json.loads("".join(said).strip().splitlines()[-1])


def in_chromium(presses):
    """Median seconds from a key press to the new picture for both, or None where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        return None
    sys.path.insert(0, str(ROOT / "tests" / "browser"))
    import jupyter_for_tests as jupyter
    from test_explorers_in_lab import PANEL, key_to_picture, upload
    from test_notebooks_in_lab import open_notebook, run_all, wait_for_kernel

    import nbformat

    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "log.txt", "wb") as log:
        (Path(folder) / "course" / "notebooks").mkdir(parents=True)
        port, token = jupyter.free_port(), "benchmark"
        environ = {**jupyter.own_places(Path(folder)), "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--ServerApp.root_dir={folder}/course",
             "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"],
            cwd=folder, env=environ, stdout=log, stderr=subprocess.STDOUT)
        server = jupyter.Server(f"http://127.0.0.1:{port}", token, process)
        try:
            jupyter.wait_for(server, Path(folder) / "log.txt")
            cells = ["%matplotlib inline\nfrom benchmarks.explorers import live, usual", "live()", "usual()"]
            upload(server, "keys.ipynb", [nbformat.v4.new_code_cell(source) for source in cells])
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-quic"])
                page = browser.new_page(viewport={"width": 1280, "height": 1000})
                open_notebook(page, server, "keys.ipynb")
                panel = page.locator(PANEL)
                wait_for_kernel(page, server, panel, "keys.ipynb")
                run_all(page, panel, len(cells))
                page.wait_for_timeout(1000)
                found = {}
                for number, name in ((1, "explorer"), (2, "interactive_output, new figure")):
                    cell = panel.locator(".jp-CodeCell").nth(number)
                    found[name] = key_to_picture(page, cell, cell.locator(".noUi-handle"), presses, pause=1000) / 1e3
                browser.close()
        finally:
            jupyter.stop(process)
    return found
