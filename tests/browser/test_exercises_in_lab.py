"""An exercise as a learner does it in JupyterLab: wrong first, then right, with the check saying what it sees."""

import os
from pathlib import Path

from test_notebooks_in_lab import PANEL, open_notebook, shut_kernels_down, wait_for_kernel, wait_idle, wait_until

NAME = "02_frequencies.ipynb"
DOUBLED = "def frequencies(d_model, base=10000.0):\n    i = np.arange(0, d_model, 2)\n    return base ** (-2 * i / d_model)"
RIGHT = DOUBLED.replace("-2 * i", "-i")
BROKEN = DOUBLED.replace("/ d_model)", "/ d_modle)")


def test_an_exercise_from_wrong_to_right(browser, lab_server):
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        page = context.new_page()
        open_notebook(page, lab_server, NAME, "work")
        panel = page.locator(PANEL)
        wait_for_kernel(page, lab_server, panel, NAME, "work")

        def run(cell, text=None):
            cell.locator(".cm-content").click()
            if text:
                page.keyboard.press("Control+A")
                page.keyboard.insert_text(text)  # as pasted: no brackets or indents of the editor's own
            page.keyboard.press("Control+Enter")
            page.wait_for_timeout(200)
            wait_idle(panel)

        def code(text):
            return panel.locator(".jp-CodeCell").filter(has_text=text).first

        def says(text):
            shown = code('check("2.1")').locator(".jp-OutputArea-output")
            wait_until(page, lambda: text in " ".join(shown.all_inner_texts()), 20, f"the check says {text!r}")
            shown.last.scroll_into_view_if_needed()
            shot(panel, text)

        run(code("import numpy as np"))
        run(code("def frequencies"))
        run(code('check("2.1")'))
        says("2.1 The frequencies: not attempted")
        for answer, message in ((DOUBLED, "The 2 of the exponent 2i/d counts twice"), (BROKEN, "did you mean 'd_model'?"),
                                (RIGHT, "2.1 The frequencies: correct (2 of 2 points)")):
            run(code("def frequencies"), answer)
            run(code('check("2.1")'))
            says(message)
        page.keyboard.press("Control+S")
    shut_kernels_down(lab_server)


def shot(panel, text):
    folder = os.environ.get("PE_LESSONS_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        panel.screenshot(path=Path(folder) / f"exercise-{''.join(filter(str.isalnum, text))[:20]}.png")
