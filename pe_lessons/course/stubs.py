"""What a learner is handed: it gives nothing away, it runs as it stands, and each check says that nothing was tried.

The marks of a source are read here once more, apart from `markers`, so that a fault of the build is seen.
"""

import tempfile
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError

from . import review, steps
from .verdicts import verdicts


def unsolved(derived, sources, on_cell=None, on_start=None):
    """Every finding for one stub, which is run in a folder ``work`` of its own, as a learner runs it.

    Parameters
    ----------
    derived : build.Derived
        The stub; its stored notebook can be read.
    sources : list of str
        The sources of all exercises: no line of any solution may stand in the stub.
    on_cell, on_start : callable, optional
        As in `build.Derived.make`.
    """
    text = derived.target.read_text(encoding="utf-8")
    found = [f"shows a line of a solution: {line}" for line in leaks(text, derived.source.read_text(encoding="utf-8"), sources)]
    notebook = nbformat.reads(text, as_version=4)
    count = (lambda index: on_cell(index, len(notebook.cells))) if on_cell else None
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "work")
        work.mkdir()
        try:
            run = steps.execute(notebook, work, count, on_start)
        except CellExecutionError as error:
            found.append(f"stops with {error.ename}: {error.evalue}")
        except Exception as error:  # a cell that takes too long, a kernel that dies
            why = str(error).split("\n")[0]
            found.append(f"does not run to its end: {why}")
        else:
            found += review.outputs(steps.normalise(run)) + verdicts(run, "not attempted")
    return derived.findings(found)


def secret_and_shown(source):
    """The lines of a source that belong to its solutions, and the others."""
    secret, shown = [], []
    hidden_cell = hidden_part = False
    for line in source.splitlines():
        bare = line.strip()
        if line.startswith("# %%"):
            hidden_cell, hidden_part = "solution" in line, False
        elif bare in ("# solution", "# stub", "# end"):
            hidden_part = bare == "# solution"
        else:
            (secret if hidden_cell or hidden_part else shown).append(bare.removeprefix("# "))
    return secret, shown


def leaks(stub, own_source, sources):
    """The lines of solutions in `sources` that stand somewhere in a stub's file and not in the open part of its own source."""
    shown = "\n".join(secret_and_shown(own_source)[1])
    notebook = nbformat.reads(stub, as_version=4)
    text = "\n".join(str(value) for holder in (*notebook.cells, notebook.metadata) for value in holder.values())
    return [line for source in sources for line in secret_and_shown(source)[0]
            if len(line) > 12 and line not in shown and line in text]
