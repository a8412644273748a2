"""Finds lines of a solution in a learner's stub. It reads the marks for itself, so that a fault of the build is seen."""

import nbformat


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
