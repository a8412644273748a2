"""Say where a stored notebook differs from the one that its source makes."""

import copy
import sys

from . import steps
from .reading import Unreadable, read_notebook

# Pictures are compared to the byte where they are built. Elsewhere another rasteriser may draw
# the same plot with other pixels, and the picture's text decides.
PIXELS_COUNT = sys.platform == "linux"


def read_stored(derived):
    """The stored notebook of `derived`, and the file's text.

    Raises
    ------
    Unreadable
        Says what is wrong and which command mends it.
    """
    if not derived.target.is_file():
        raise Unreadable(f"{derived.name}: not built yet. Run: {derived.mend}")
    try:
        notebook, _ = read_notebook(derived.target)
    except Unreadable as error:
        raise Unreadable(f"{derived.name}: {error}. Run: {derived.mend}") from None
    return notebook, derived.target.read_bytes().decode("utf-8")


def differences(derived, made):
    """Compare the stored notebook of `derived` with `made`; one line a difference."""
    try:
        stored, text = read_stored(derived)
    except Unreadable as error:
        return [str(error)]
    if not PIXELS_COUNT:
        made = _with_pictures_of(stored, made)
        text = text if stored != made else steps.to_text(made)
    if text == steps.to_text(made):
        return []
    found = []
    for index in range(max(len(stored.cells), len(made.cells))):
        if index >= len(stored.cells):
            found.append(f"cell {index + 1} is missing: {first_line(made.cells[index])}")
        elif index >= len(made.cells):
            found.append(f"cell {index + 1} is not in the source: {first_line(stored.cells[index])}")
        else:
            found += [f"cell {index + 1} ({first_line(made.cells[index])}): {what}"
                      for what in _cell_differences(stored.cells[index], made.cells[index])]
    if stored.metadata != made.metadata or not found:
        found.append("metadata or spelling of the file differ")
    return [f"{derived.name}: {line}. Run: {derived.mend}" for line in found]


def first_line(cell):
    """The first line of a cell, shortened, to name it in a message."""
    first = cell.source.strip().split("\n")[0]
    return first if len(first) <= 50 else first[:47] + "..."


def _with_pictures_of(stored, made):
    """`made` with the pixels of `stored` where both have a picture at the same place."""
    made = copy.deepcopy(made)
    for a, b in zip(stored.cells, made.cells):
        for old, new in zip(a.get("outputs", ()), b.get("outputs", ())):
            for kind in old.get("data", {}):
                if kind.startswith("image/") and kind in new.get("data", {}):
                    new["data"][kind] = old["data"][kind]
    return made


def _cell_differences(stored, made):
    if (stored.cell_type, stored.source) != (made.cell_type, made.source):
        return ["the source changed since the build"]
    found = [f"the {key.replace('_', ' ')} differs" for key in ("id", "metadata", "execution_count")
             if stored.get(key) != made.get(key)]
    old, new = stored.get("outputs", []), made.get("outputs", [])
    if len(old) != len(new):
        return found + [f"{len(old)} stored outputs, {len(new)} made"]
    for number, (a, b) in enumerate(zip(old, new), 1):
        found += [f"output {number}: {what}" for what in _output_differences(a, b)]
    return found


def _output_differences(stored, made):
    if stored.output_type != made.output_type:
        return [f"{stored.output_type} stored, {made.output_type} made"]
    found = []
    for key in sorted({*stored, *made} - {"data"}):
        if stored.get(key) != made.get(key):
            found.append(f"{_shown(stored.get(key))} stored, {_shown(made.get(key))} made ({key})")
    old, new = stored.get("data", {}), made.get("data", {})
    for kind in sorted({*old, *new}):
        if old.get(kind) != new.get(kind):
            if kind.startswith("image/"):
                found.append(f"the picture ({kind}) differs")
            else:
                found.append(f"{_shown(old.get(kind))} stored, {_shown(new.get(kind))} made ({kind})")
    return found


def _shown(text):
    """A short form of an output, for a message."""
    if text is None:
        return "nothing"
    text = " ".join(str(text).split())
    return repr(text if len(text) <= 60 else text[:57] + "...")
