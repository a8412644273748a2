"""Build every derived notebook from its source, or check that none differs from it.

A derived file is rebuilt when anything it depends on changed: its source, the package, the
lock or the installed versions. What was built from what is remembered by content in
``.build/``, which is not committed: after a fresh clone everything is built once.
"""

import hashlib
import json
import platform
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from . import steps
from .compare import differences

WORKERS = 2  # each notebook runs in a kernel process of its own
DRAWN_BY = ("numpy", "matplotlib", "ipywidgets", "ipykernel", "ipython", "jupytext", "nbclient")


@dataclass(frozen=True)
class Derived:
    """One derived notebook: where it comes from and where it goes."""

    root: Path
    source: Path
    target: Path

    @property
    def name(self):
        return self.target.relative_to(self.root).as_posix()

    @property
    def mend(self):
        """The command that brings the notebook up to date."""
        return f"pe-lessons build {self.source.stem}"

    def make(self, on_cell=None):
        """The notebook as it should be stored.

        Raises
        ------
        BuildError
            A cell fails, takes too long or ends the kernel; the message names file and cell.
        """
        notebook = steps.read_source(self.source)
        self.target.parent.mkdir(parents=True, exist_ok=True)
        at = [0]

        def count(index):
            at[0] = index
            if on_cell:
                on_cell(index)

        try:
            return steps.normalise(steps.execute(notebook, self.target.parent, count))
        except CellExecutionError as error:
            why = f"{error.ename}: {error.evalue}"
        except (CellTimeoutError, DeadKernelError) as error:
            why = str(error).split("\n")[0]
        cell = textwrap.indent(notebook.cells[at[0]].source, "    ")
        raise BuildError(f"{self.source.name}: cell {at[0] + 1} fails ({why})\n{cell}")


class BuildError(Exception):
    """One or more sources do not run to their end."""


def derived_files(root, names=()):
    """Everything the build makes, in order; `names` keeps those with these stems.

    Raises
    ------
    ValueError
        A name fits no source; the message lists the names there are.
    """
    root = Path(root)
    found = [
        Derived(root, source, root / "notebooks" / f"{source.stem}.ipynb")
        for source in sorted((root / "source" / "lessons").glob("*.py"))
    ]
    known = [derived.source.stem for derived in found]
    for name in names:
        if not any(name in (stem, stem[:2]) for stem in known):
            raise ValueError(f"no source is called {name!r}; there are {', '.join(known)}")
    return [d for d in found if not names or {d.source.stem, d.source.stem[:2]} & set(names)]


def strays(root):
    """Notebooks in a derived folder that no source makes."""
    made = {derived.target for derived in derived_files(root)}
    return sorted(path for path in (Path(root) / "notebooks").glob("*.ipynb") if path not in made)


def build(root, names=(), everything=False, say=print):
    """Bring derived notebooks up to date; return how many were written.

    Only what changed is built, unless `everything`. A notebook is replaced in one step after
    it ran to its end: a failing cell leaves the old file as it was, and the others are built.

    Raises
    ------
    BuildError
        Says for each source that failed which cell it was.
    """
    record = _Record(root)
    todo = [d for d in derived_files(root, names) if everything or not record.is_current(d)]
    if not todo:
        say("Everything is up to date.")
        return 0
    failures = []
    for derived, made in _made(todo, say):
        if isinstance(made, BuildError):
            failures.append(str(made))
        else:
            _write(derived.target, steps.to_text(made))
            record.remember(derived)
    if failures:
        raise BuildError("\n".join(failures))
    return len(todo)


def check(root, names=(), say=print):
    """Rebuild without writing; return every difference from the stored notebooks."""
    todo = derived_files(root, names)
    found = []
    for derived, made in _made(todo, say):
        found += [str(made)] if isinstance(made, BuildError) else differences(derived, made)
    if not names:
        found += [f"notebooks/{path.name}: no source makes this file; delete it" for path in strays(root)]
    return found


def _made(todo, say):
    """Make each notebook, two at a time; give them, or their BuildError, back in order."""
    def make(derived):
        started = time.perf_counter()
        live = sys.stderr if sys.stderr.isatty() else None
        on_cell = live and (lambda i: print(f"\r  {derived.name} cell {i + 1}   ", end="", file=live))
        try:
            notebook = derived.make(on_cell)
        except BuildError as error:
            return derived, error
        took = f"{time.perf_counter() - started:5.1f} s"
        say(("\r" if live else "") + f"  {derived.name:44s} {len(notebook.cells):3d} cells {took}")
        return derived, notebook

    say(f"Running {len(todo)} notebook{'s' * (len(todo) != 1)}:")
    pool = ThreadPoolExecutor(WORKERS)
    try:
        yield from pool.map(make, todo)
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl+C, start none of those that wait


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    half.write_text(text, encoding="utf-8", newline="\n")
    half.replace(path)


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

    def _inputs(self, derived):
        digest = self.shared.copy()
        digest.update(derived.source.read_bytes())
        return digest.hexdigest()

    def is_current(self, derived):
        entry = self.entries.get(derived.name)
        return (
            entry is not None
            and derived.target.is_file()
            and entry == [self._inputs(derived), hashlib.sha256(derived.target.read_bytes()).hexdigest()]
        )

    def remember(self, derived):
        made = hashlib.sha256(derived.target.read_bytes()).hexdigest()
        self.entries[derived.name] = [self._inputs(derived), made]
        _write(self.path, json.dumps(self.entries, indent=1) + "\n")
