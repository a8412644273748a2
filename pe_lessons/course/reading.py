"""Read a notebook as it comes, or say in plain words why it cannot be read.

What a learner's tools leave behind is mended: a byte order mark, other line ends, old formats, cells without ids. What is
no notebook is refused with one reason, never with a traceback.
"""

import json
import re
import warnings

import nbformat

from .steps import KERNELSPEC, with_stable_ids

LARGEST = 20_000_000  # bytes; a notebook of the course has less than one million
DEEPEST = 100  # brackets within brackets; an output of a plotting library has about 20
OTHER_KINDS = {  # how a file of another kind begins
    b"\x89PNG": "a picture (PNG)", b"\xff\xd8\xff": "a picture (JPEG)", b"GIF8": "a picture (GIF)", b"%PDF": "a PDF document",
    b"PK\x03\x04": "a zip archive", b"\x1f\x8b": "a gzip archive", b"7z\xbc\xaf": "a 7z archive", b"Rar!": "a rar archive",
}
CONFLICT = re.compile(r"^(<<<<<<<|=======|>>>>>>>)(?= |\r?$)", re.MULTILINE)


class Unreadable(Exception):
    """Why a file is no notebook that could be run, as words that fit after the file's name."""


def read_notebook(path):
    """Read a notebook of any format from 1 to 4 as one of format 4.5.

    Parameters
    ----------
    path : pathlib.Path

    Returns
    -------
    notebook : nbformat.NotebookNode
        Every cell with a text as source and an id of its own. Its outputs are not validated.
    remarks : list of str
        What is odd about it and does not stop it from being run, one line each.

    Raises
    ------
    Unreadable
        Says why: empty, cut off, marks of a merge conflict, no JSON, no notebook, another language, ...
    """
    try:
        if (size := path.stat().st_size) > LARGEST:
            raise Unreadable(f"is too large: {size / 1e6:.0f} MB; the limit is {LARGEST / 1e6:.0f} MB")
        raw = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"cannot be opened ({error.strerror})") from None
    return read_bytes(raw)


def read_bytes(raw):
    """As `read_notebook`, of a file's content."""
    try:
        return _notebook(_json(_text(raw)))
    except RecursionError:
        raise Unreadable("is nested too deeply to be a notebook") from None


def _text(raw):
    """The text of a file."""
    if not raw:
        raise Unreadable("is empty (0 bytes)")
    for start, kind in OTHER_KINDS.items():
        if raw.startswith(start):
            raise Unreadable(f"is {kind}, not a notebook")
    head = raw[:1000]
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or head.count(0) > len(head) // 3:
        raise Unreadable("is not UTF-8 text; it is UTF-16: save it as UTF-8")
    if 0 in raw:
        raise Unreadable(f"holds NUL bytes, the first in {_line(raw, raw.index(0))}: it was damaged on its way")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is not UTF-8 text ({_line(raw, error.start)}); perhaps it is Latin-1: save it as UTF-8") from None


def _json(text):
    """The JSON value of a text."""
    bare = text.strip()
    if not bare:
        raise Unreadable("is empty: it holds only blanks")
    if mark := CONFLICT.search(text):  # within JSON no line can begin like this
        raise Unreadable(f"holds marks of a merge conflict ({_line(text, mark.start())}: {mark.group()})")
    if bare.startswith("<"):
        raise Unreadable("is a web page or XML, not a notebook; perhaps a sign-in page was saved")
    if bare[0] not in "{[" and re.match(r"(#|%|import\s|from\s|def\s|class\s|'''|\"\"\"|[A-Za-z_]\w*\s*=)", bare):
        raise Unreadable("is Python source, not a notebook")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg.startswith("Unterminated string") or not text[error.pos:].strip():
            raise Unreadable(f"is cut off: its end is missing ({_line(text, len(text))})") from None
        raise Unreadable(f"is not JSON ({error.msg}, line {error.lineno})") from None
    except ValueError as error:  # a number of thousands of digits
        raise Unreadable(f"is not JSON that can be read ({str(error)[:80]})") from None


def _notebook(plain):
    if not isinstance(plain, dict) or not plain.keys() & {"cells", "worksheets"}:
        raise Unreadable("is JSON, but no notebook: it has no cells")
    if _depth(plain) > DEEPEST:
        raise Unreadable("is nested too deeply to be a notebook")
    version = plain.get("nbformat", 4 if "cells" in plain else 3)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise Unreadable(f"is no notebook: its format is {str(version)[:20]!r}")
    if version > 4:
        raise Unreadable(f"has notebook format {str(version)[:20]}; formats up to 4 can be read")
    plain = {"nbformat_minor": 0, **plain, "nbformat": version}
    for holder in (plain, *(cell for cell in plain.get("cells") or () if isinstance(cell, dict))):
        if not isinstance(holder.get("metadata"), dict):
            holder["metadata"] = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # each mended fault is one
            read = nbformat.versions[version].to_notebook_json(plain, minor=plain["nbformat_minor"])
            notebook = nbformat.convert(read, 4)
    except RecursionError:
        raise
    except Exception as error:  # nbformat takes the shape for granted, and fails in many ways where it is another
        raise Unreadable(f"is damaged: it does not have the shape of a notebook ({type(error).__name__})") from None
    _mend(notebook)
    return notebook, ([f"has the old notebook format {version}"] if version < 4 else []) + _about_kernel(notebook) + _about_cells(notebook)


def _depth(plain):
    """How many lists and dictionaries stand within each other, without a call for each."""
    depth, level = 0, [plain]
    while level and depth <= DEEPEST:
        depth += 1
        level = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole) if isinstance(part, (dict, list))]
    return depth


def _mend(notebook):
    """Give every cell what a cell of format 4.5 has; refuse what is no cell."""
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise Unreadable("is damaged: its cells are no list")
    seen = set()
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict) or not isinstance(cell.get("source"), str) or not isinstance(cell.get("cell_type"), str):
            raise Unreadable(f"is damaged: cell {number} has no source or no type")
        if re.search("[\ud800-\udfff]", cell.source):  # half of a character, which cannot be written again
            cell.source = cell.source.encode("utf-8", "replace").decode()
        if cell.cell_type == "code":
            cell.setdefault("outputs", [])
            cell.setdefault("execution_count", None)
    for cell, renamed in zip(cells, with_stable_ids(notebook).cells):
        own = cell.get("id")
        if not isinstance(own, str) or not re.fullmatch(r"[\w-]{1,64}", own, re.ASCII) or own in seen:
            cell.id = renamed.id if renamed.id not in seen else f"{renamed.id}-{len(seen)}"
        seen.add(cell.id)
    notebook.nbformat, notebook.nbformat_minor = 4, 5


def _about_kernel(notebook):
    """A remark on a kernel of another name; a notebook in another language is refused."""
    kernel, language = (notebook.metadata.get(key) for key in ("kernelspec", "language_info"))
    kernel, language = (part if isinstance(part, dict) else {} for part in (kernel, language))
    named = str(kernel.get("language") or language.get("name") or "python")
    if "python" not in named.lower():
        raise Unreadable(f"is a notebook in {named[:40]}, not in Python")
    name = str(kernel.get("name") or KERNELSPEC["name"])
    return [] if name == KERNELSPEC["name"] else [f"names the kernel {name[:60]!r}; the course's own kernel is taken"]


def _about_cells(notebook):
    return [f"cell {number} holds marks of a merge conflict"
            for number, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code"
            and {"<", ">"} <= {mark[0] for mark in CONFLICT.findall(cell.source)}]


def _line(text, index):
    end = b"\n" if isinstance(text, bytes) else "\n"
    return f"line {text.count(end, 0, index) + 1}"
