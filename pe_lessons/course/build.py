"""Build every derived notebook from its source, or check that none differs from it.

A derived file is rebuilt when anything it depends on changed: its source, the package, the
lock or the installed versions. What was built from what is remembered by content in
``.build/``, which is not committed: after a fresh clone everything is built once.
"""

import hashlib
import json
import platform
import re
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from nbclient.exceptions import CellExecutionError

from . import steps
from .compare import differences
from .files import write_whole
from .lessons import pick
from .markers import MarkerError
from .progress import Progress

WORKERS = 2  # each notebook runs in a kernel process of its own
# Folder of sources -> folder that is made of it -> the step that makes it out of what is read.
MADE = {
    "lessons": {"notebooks": steps.hide_until_run},
    "exercises": {"solutions": steps.keep_solutions, "exercises": steps.cut_solutions},
}
DRAWN_BY = ("numpy", "matplotlib", "ipywidgets", "ipykernel", "ipython", "jupytext", "nbclient")


class BuildError(Exception):
    """A source cannot be read or does not run to its end."""


@dataclass(frozen=True)
class Derived:
    """One derived notebook: where it comes from and where it goes."""

    root: Path
    source: Path
    target: Path

    @property
    def name(self):
        """The notebook's path within the course, as messages write it."""
        return self.target.relative_to(self.root).as_posix()

    @property
    def folder(self):
        """``notebooks``, ``solutions`` or ``exercises``."""
        return self.target.parent.name

    @property
    def mend(self):
        """The command that brings the notebook up to date."""
        return f"pe-lessons build {self.source.stem}"

    def findings(self, lines):
        """What was found about the notebook, each line with its name, the file in which to look and the command."""
        source = self.source.relative_to(self.root).as_posix()
        return [f"{self.name}: {line}. If the fault is in {source}, mend it there; then run: {self.mend}" for line in lines]

    def read(self):
        """The notebook before it runs: the cells that it should have, without outputs.

        Raises
        ------
        BuildError
            The source cannot be read, or marks its solutions in a wrong way.
        """
        path = self.source.relative_to(self.root).as_posix()
        try:
            return MADE[self.source.parent.name][self.folder](steps.read_source(self.source))
        except MarkerError as error:
            line = self._line_of(error.cell) + error.line
            raise BuildError(f"{path}, line {line}: {error}. Mend it, then run: {self.mend}\n") from None
        except Exception as error:  # UTF-8, jupytext and nbformat each have their own
            raise BuildError(f"{path}: cannot be read: {error}") from None

    def make(self, on_cell=None, on_start=None):
        """The notebook as it should be stored; `on_cell` and `on_start` as in `steps.execute`.

        Raises
        ------
        BuildError
            As from `read`, or a cell fails, takes too long or ends the kernel. The message names
            file, line and cell, and the command to go on with.
        """
        notebook = self.read()
        if self.folder == "exercises":  # for the learner to run
            return notebook
        self.target.parent.mkdir(parents=True, exist_ok=True)
        at = [0]

        def count(index):
            at[0] = index
            if on_cell:
                on_cell(index, len(notebook.cells))

        try:
            return steps.normalise(steps.execute(notebook, self.target.parent, count, on_start))
        except Exception as error:  # a failing cell, a cell that takes too long, a kernel that dies
            raise BuildError(self._told(notebook.cells[at[0]].source, at[0], error)) from None

    def _line_of(self, index):
        """The line of the source at which a cell begins."""
        text, line, at = self.source.read_text(encoding="utf-8"), 1, 0
        for cell in steps.read_source(self.source).cells[: index + 1]:
            mark = "" if cell.cell_type == "code" else r"(# ?)?"
            lines = "\n".join(mark + re.escape(line) for line in cell.source.split("\n"))
            if found := re.compile(f"^{lines}$", re.MULTILINE).search(text, at):
                line, at = text[: found.start()].count("\n") + 1, found.end()
        return line

    def _told(self, cell, index, error):
        path = self.source.relative_to(self.root).as_posix()
        if isinstance(error, CellExecutionError):
            plain = re.sub(r"\x1b\[[0-9;]*m", "", error.traceback).strip()
            why = "\n".join(plain.split("\n")[-12:])
        else:
            why = textwrap.indent(cell, "    ") + "\n" + str(error).split("\n")[0]
        return f"{path}, line {self._line_of(index)}: cell {index + 1} fails. Mend it, then run: {self.mend}\n{why}\n"


def derived_files(root, names=()):
    """Everything the build makes, folder by folder; `names` keeps those lessons and their exercises only.

    Raises
    ------
    ValueError
        There are no sources, or a name fits none of them.
    """
    root = Path(root)
    sources = {kind: sorted((root / "source" / kind).glob("*.py")) for kind in MADE}
    if not sources["lessons"]:
        raise ValueError(f"{root} holds no source/lessons/*.py: is it the folder of the course?")
    stems = sorted({source.stem for kind in MADE for source in sources[kind]})
    wanted = {pick(name, stems) for name in names} or stems
    return [Derived(root, source, root / folder / f"{source.stem}.ipynb")
            for kind in MADE for folder in MADE[kind] for source in sources[kind] if source.stem in wanted]


def strays(root):
    """A line for each notebook in a derived folder that no source makes."""
    made = {derived.target for derived in derived_files(root)}
    return [f"{folder}/{path.name}: no source makes this file; delete it"
            for folders in MADE.values() for folder in folders
            for path in sorted((Path(root) / folder).glob("*.ipynb")) if path not in made]


def build(root, names=(), everything=False, say=print):
    """Bring derived notebooks up to date; return how many were written.

    Only what changed is built, unless `everything`. A notebook is replaced in one step after
    it ran to its end: a failing cell leaves the old file as it was, and the others are built.

    Raises
    ------
    BuildError
        Says for each source that failed where it was.
    """
    record = _Record(root)
    todo = [d for d in derived_files(root, names) if everything or not record.is_current(d)]
    failures = []
    for derived, made in _made(todo, say):
        if isinstance(made, BuildError):
            failures.append(str(made))
        else:
            write_whole(derived.target, steps.to_text(made).encode())
            record.remember(derived)
    for line in strays(root):
        say(line)
    if failures:
        raise BuildError("\n".join(dict.fromkeys(failures)))  # a solution and its stub may fail alike
    if not todo:
        say("Everything is up to date.")
    return len(todo)


def check(root, names=(), say=print):
    """Rebuild without writing; return every difference from the stored notebooks."""
    return changed(derived_files(root, names), say) + ([] if names else strays(root))


def changed(todo, say=print):
    """Rebuild these without writing; return every difference from the stored notebooks, and every source that fails."""
    found = []
    for derived, made in _made(todo, say):
        found += [str(made)] if isinstance(made, BuildError) else differences(derived, made)
    return list(dict.fromkeys(found))


def _made(todo, say):
    """Make each notebook; give them, or their BuildError, back in order."""
    def make(derived, on_cell, on_start):
        try:
            notebook = derived.make(on_cell, on_start)
        except BuildError as error:
            return error, "fails"
        return notebook, f"{len(notebook.cells):3d} cells"

    if todo:
        say(f"Making {len(todo)} notebook{'s' * (len(todo) != 1)}:")
    yield from side_by_side(todo, make, say)


def side_by_side(todo, work, say):
    """Do ``work(derived, on_cell, on_start) -> (result, words)`` for each notebook, two at a time, each in a kernel of its own.

    Give ``(derived, result)`` back in order; the words stand in the progress line.
    """
    progress, stops, over = Progress(say), [], threading.Event()

    def starts(stop):
        stops.append(stop)
        if over.is_set():
            stop()

    def one(derived):
        with progress.task(derived.name) as task:
            result, words = work(derived, task.at, starts)
            task.done("stopped" if over.is_set() else words)
        return derived, result

    pool = ThreadPoolExecutor(WORKERS)
    try:
        for future in [pool.submit(one, derived) for derived in todo]:
            while not future.done():  # a Ctrl+C that came just before a wait is only noticed after it
                wait([future], timeout=0.5)
            yield future.result()
    finally:  # all done, or Ctrl+C: then no further one starts, and the kernels that run are ended
        pool.shutdown(wait=False, cancel_futures=True)
        over.set()
        for stop in stops:
            stop()
        pool.shutdown()


class _Record:
    """What each derived file was built from, by content."""

    def __init__(self, root):
        self.root = Path(root)
        self.path = self.root / ".build" / "record.json"
        try:
            self.entries = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.entries = {}
        shared = hashlib.sha256(platform.python_version().encode())
        for name in DRAWN_BY:
            shared.update(f"{name} {metadata.version(name)}\n".encode())
        package = Path(__file__).parents[1]
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                shared.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
        self.shared = shared

    def _entry(self, derived):
        inputs = self.shared.copy()
        inputs.update(derived.source.read_bytes())
        return [inputs.hexdigest(), hashlib.sha256(derived.target.read_bytes()).hexdigest()]

    def is_current(self, derived):
        """Whether the notebook is there, unchanged, and built from what there is now."""
        return derived.target.is_file() and self.entries.get(derived.name) == self._entry(derived)

    def remember(self, derived):
        """Note what the notebook that was just written was built from."""
        self.entries[derived.name] = self._entry(derived)
        write_whole(self.path, json.dumps(self.entries, indent=1).encode() + b"\n")
