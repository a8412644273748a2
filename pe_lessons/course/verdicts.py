"""Rules for exercise notebooks: a stub as shipped gives nothing away, and each check says what it should."""

import ast
import re

from .compare import read_stored


def unanswered(notebook):
    """A stub is as it leaves the build: never run, and with no metadata or attachments that could tell something."""
    found = []
    for n, cell in enumerate(notebook.cells, 1):
        if cell.get("outputs") or cell.get("execution_count") is not None:
            found.append(f"cell {n} has been run")
        if cell.metadata not in ({}, {"tags": ["raises-exception"]}) or "attachments" in cell:
            found.append(f"cell {n} carries more than its text: {[*cell.metadata, *cell.get('attachments', {})]}")
    return found


def solved(derived):
    """Every check of a stored solution that does not say that the answer is correct."""
    notebook, _ = read_stored(derived)
    return derived.findings(verdicts(notebook, "correct"))


def verdicts(notebook, wanted):
    """Each ``check("2.1", ...)`` shows a result that begins with ``2.1``, a title, a colon and the status `wanted`."""
    found, checks = [], 0
    for n, cell in enumerate(notebook.cells, 1):
        if cell.cell_type != "code":
            continue
        shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs]
        for item in checked(cell.source):
            checks += 1
            said = [text.split("\n")[0] for text in shown if text.startswith(f"{item} ")]
            if not said:
                found.append(f"cell {n} shows no result of check {item}; it must be the last line of its cell")
            elif not re.search(rf": {wanted}\b", said[0]):
                found.append(f"cell {n} says {said[0]!r}, not {wanted!r}")
    return found if checks else ["no cell checks anything"]


def checked(source):
    """The ids of the exercises that the code of a cell checks."""
    return [node.args[0].value for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "check"
            and node.args and isinstance(node.args[0], ast.Constant)]
