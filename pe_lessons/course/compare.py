"""Say where a stored notebook differs from the one that its source makes."""

import sys

import nbformat

from . import steps


def differences(derived, made):
    """Compare the stored notebook of `derived` with `made`; one line a difference.

    Pictures are compared to the byte where they are built (Linux); elsewhere another
    rasteriser may draw the same plot with other pixels, and the picture's text decides.
    """
    name, mend = derived.name, f"Run: {derived.mend}"
    if not derived.target.is_file():
        return [f"{name}: not built yet. {mend}"]
    text = derived.target.read_text(encoding="utf-8")
    if text == steps.to_text(made):
        return []
    try:
        stored = nbformat.reads(text, as_version=4)
    except Exception as error:  # nbformat raises half a dozen kinds for a broken file
        return [f"{name}: cannot be read as a notebook ({type(error).__name__}). {mend}"]
    found = []
    for index in range(max(len(stored.cells), len(made.cells))):
        if index >= len(stored.cells):
            found.append(f"cell {index + 1} is missing: {_first_line(made.cells[index])}")
        elif index >= len(made.cells):
            found.append(f"cell {index + 1} is not in the source: {_first_line(stored.cells[index])}")
        else:
            found += [f"cell {index + 1} ({_first_line(made.cells[index])}): {what}"
                      for what in _cell_differences(stored.cells[index], made.cells[index])]
    if stored.metadata != made.metadata or not found and _pixels_count():
        found.append("metadata or spelling of the file differ")
    return [f"{name}: {line}. {mend}" for line in found]


def _pixels_count():
    return sys.platform == "linux"


def _first_line(cell):
    first = cell.source.strip().split("\n")[0]
    return first if len(first) <= 50 else first[:47] + "..."


def _cell_differences(stored, made):
    if (stored.cell_type, stored.source) != (made.cell_type, made.source):
        return ["the source differs"]
    found = [f"the {key.replace('_', ' ')} differs" for key in ("id", "metadata", "execution_count")
             if stored.get(key) != made.get(key)]
    old, new = stored.get("outputs", []), made.get("outputs", [])
    if len(old) != len(new):
        return found + [f"{len(old)} stored outputs, {len(new)} made"]
    for number, (a, b) in enumerate(zip(old, new), 1):
        if a.output_type != b.output_type:
            found.append(f"output {number} is {a.output_type}, made {b.output_type}")
        elif "data" in b:
            for kind in sorted({*a.data, *b.data}):
                if a.data.get(kind) != b.data.get(kind):
                    if not kind.startswith("image/"):
                        found.append(f"output {number}: {_shown(a.data.get(kind))} stored, {_shown(b.data.get(kind))} made")
                    elif _pixels_count() or kind not in a.data:
                        found.append(f"output {number}: the picture ({kind}) differs")
            if a.metadata != b.metadata:
                found.append(f"output {number}: its metadata (alt text, size) differs")
        elif a != b:
            found.append(f"output {number}: {_shown(a.get('text', a.get('evalue')))} stored, "
                         f"{_shown(b.get('text', b.get('evalue')))} made")
    return found


def _shown(text):
    """A short form of an output, for a message."""
    if text is None:
        return "nothing"
    text = " ".join(str(text).split())
    return repr(text if len(text) <= 60 else text[:57] + "...")
