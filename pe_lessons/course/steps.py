"""The pure steps that turn a py:percent source into a stored notebook.

Every step takes a notebook and returns a new one; `to_text` is the last and gives the bytes
of the file. On one locked environment the same source always gives the same bytes.
"""

import asyncio
import atexit
import contextlib
import copy
import hashlib
import subprocess
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

from .markers import MarkerError, split_cell

KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
CELL_SECONDS = 300
STARTS = 3  # of a kernel: another program may take one of its ports just before it does
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def read_source(path):
    """Read a py:percent file as a notebook with stable cell ids and the course's kernel."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text ({error}); save it as UTF-8") from None
    notebook = jupytext.reads(text, fmt="py:percent")
    notebook.metadata = nbformat.NotebookNode(
        kernelspec=dict(KERNELSPEC), language_info={"name": "python"}
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        cell.metadata.pop("lines_to_next_cell", None)  # jupytext's note on blank lines in the source
    return with_stable_ids(notebook)


def hide_until_run(notebook):
    """Fold the stored outputs of the cells that answer a question; JupyterLab unfolds each when it runs.

    These are the code cells after a text with ``**Predict.**`` or a folded ``Answer``, up to the next text.
    """
    notebook = copy.deepcopy(notebook)
    asked = answered = False
    for cell in notebook.cells:
        if cell.cell_type == "code" and asked:
            cell.metadata["jupyter"] = {"outputs_hidden": True}
            answered = True
        elif cell.cell_type == "markdown":
            asked = "**Predict.**" in cell.source or "<b>Answer</b>" in cell.source or (asked and not answered)
            answered = False
    return notebook


def keep_solutions(notebook):
    """An exercise with its solutions, without the marker lines and the stub parts; its first cell says what it is.

    Raises
    ------
    MarkerError
        The markers of a cell do not fit together, or a cell hides its solution in a wrong way.
    """
    solution, _ = _solution_and_stub(notebook)
    for first in solution.cells[:1]:
        if first.cell_type == "markdown":  # how an exercise is worked on is of no use here
            paragraphs = [part for part in first.source.split("\n\n") if not part.startswith("**How it works.**")]
            first.source = "\n\n".join(paragraphs).replace("Exercises", "Solutions", 1)
    return with_stable_ids(solution)


def cut_solutions(notebook):
    """An exercise as a learner gets it: `...` or the stub part for each solution, no cell with the tag ``solution``.

    Raises
    ------
    MarkerError
        As for `keep_solutions`.
    """
    _, stub = _solution_and_stub(notebook)
    return stub


def _solution_and_stub(notebook):
    """Both at once, so that a source that gives the one also gives the other."""
    solution, stub = copy.deepcopy(notebook), copy.deepcopy(notebook)
    stub.cells = []
    for index, cell in enumerate(solution.cells):
        try:
            whole, left = split_cell(cell)
        except MarkerError as error:
            error.cell = index
            raise
        if left is not None:
            stub.cells.append(copy.deepcopy(cell))
            stub.cells[-1].source = left
        cell.source = whole
    return with_stable_ids(solution), with_stable_ids(stub)


def with_stable_ids(notebook):
    """Name each cell by a hash of its type and source, so that ids change only with the text."""
    notebook = copy.deepcopy(notebook)
    seen = {}
    for cell in notebook.cells:
        digest = hashlib.sha1(f"{cell.cell_type}\0{cell.source}".encode()).hexdigest()[:8]
        repeats = seen[digest] = seen.get(digest, -1) + 1
        cell.id = f"{digest}-{repeats}" if repeats else digest
    return notebook


def execute(notebook, folder, on_cell=None, on_start=None):
    """Run every cell in a fresh kernel whose working folder is `folder`.

    `on_cell(index)` is called before each cell, for progress, and `on_start(stop)` at the
    beginning: `stop()` ends the run from another thread, whatever the kernel is at. An exception in
    a cell without the tag ``raises-exception`` ends the run as nbclient.exceptions.CellExecutionError.
    """
    for attempt in range(STARTS):
        copied = copy.deepcopy(notebook)
        client = NotebookClient(
            copied,
            kernel_name=KERNELSPEC["name"],
            timeout=CELL_SECONDS,
            record_timing=False,
            coalesce_streams=True,
            # False makes nbclient stop with a KeyError at some widgets; `normalise` drops the state.
            store_widget_state=True,
            resources={"metadata": {"path": str(folder)}},
            on_cell_start=lambda cell, cell_index, **_: on_cell(cell_index) if on_cell else None,
        )
        try:
            asyncio.run(_run(client, on_start))
            return copied
        except RuntimeError as error:
            if "died before replying" not in str(error) or attempt == STARTS - 1:
                raise


async def _run(client, on_start):
    """Run a client's notebook as a task that can be stopped, and leave no kernel behind."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop():
        client.shutdown_kernel = "immediate"  # a cell that loops would not answer a polite request
        with contextlib.suppress(RuntimeError):  # the run has ended, and its loop with it
            loop.call_soon_threadsafe(lambda: task.cancelling() or task.cancel())

    if on_start:
        on_start(stop)
    try:
        # The kernel's own start-up notes are not the course's output; a cell's stderr is kept.
        await client.async_execute(stderr=subprocess.DEVNULL)
    finally:  # what nbclient leaves where it is stopped before the kernel has answered
        atexit.unregister(client._cleanup_kernel)
        if client.kc is not None:
            client.kc.stop_channels()
        if client.km is not None and client.km.has_kernel:
            await client.km.shutdown_kernel(now=True)


def normalise(notebook):
    """Drop what differs from run to run: widget state and views, times, versions."""
    notebook = copy.deepcopy(notebook)
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            if "data" in output:
                output["data"].pop(WIDGET_VIEW, None)
                output["data"] = dict(sorted(output["data"].items()))
    return notebook


def to_text(notebook):
    """The file's text; refuses a notebook that the format's own schema refuses."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4) + "\n"
