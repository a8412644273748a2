"""Does the whole course still hold? Step by step, with the functions that the tests call.

Nothing is written: every notebook is made anew in memory, every stub runs in a folder of its own.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path

from . import build, review, stubs, verdicts
from .compare import Unreadable, read_stored
from .environment import check_environment, one_blas_thread
from .progress import Progress

PAGES = ("README.md", "CONTRIBUTING.md", "INSTRUCTORS.md")


@dataclass(frozen=True)
class Step:
    """One step of the validation and what came of it.

    Attributes
    ----------
    name, asked : str
        Its name, and what has to be true.
    looked_at : str
        What was looked at, counted.
    findings : tuple of str
        What is wrong, each with the place and the command that mends it.
    seconds : float
        How long it took.
    """

    name: str
    asked: str
    looked_at: str
    findings: tuple = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def result(self):
        """In words: in order, or how much was found."""
        return counted(len(self.findings), "finding") if self.findings else "in order"


def validate(root, names=(), say=print):
    """Look at the whole course, or at the lessons `names` and their exercises.

    Parameters
    ----------
    root : path
        The folder of the course.
    names : sequence of str
        Lessons by number or name; without them everything.
    say : callable
        Gets a line at the beginning of each step, and one for each notebook that has run.

    Returns
    -------
    list of Step
        The course holds if none of them has findings.

    Raises
    ------
    ValueError
        There are no sources, or a name fits none of them.
    """
    one_blas_thread()
    root = Path(root)
    todo = build.derived_files(root, names)
    done = []
    for name, asked, look in _steps(root, todo, names, say):
        say(f"{len(done) + 1}. {name}: {asked}")
        start = time.perf_counter()
        looked_at, findings = look()
        done.append(Step(name, asked, looked_at, tuple(dict.fromkeys(findings)), time.perf_counter() - start))
    return done


def _steps(root, todo, names, say):
    """Each step as a name, what has to be true, and ``look() -> (what was looked at, findings)``."""
    sound, quoted = [], {}  # filled by the second step: no later one stumbles over an unreadable file

    def of(folder):
        return [derived for derived in sound if derived.folder == folder]

    def rules(derived):
        return review.review(derived, quoted.get(derived.source.stem, {}))

    yield "Environment", "the packages are those of the lock", lambda: _environment(root)
    yield "Files", "every source and every stored notebook can be read", lambda: _files(root, todo, sound, quoted)
    yield "Rules", "counts, pictures and form; no error, no loose number in the text", lambda: _each(sound, rules, say)
    yield "Links", "each link to a file leads somewhere", lambda: _links(root, sound, names, say)
    yield ("Build", "each notebook is made anew and reproduces every stored output",
           lambda: (notebooks(sound), build.changed(sound, say)))
    yield ("Stubs", "run as handed out they give nothing away, and each check says 'not attempted'",
           lambda: _stubs(of("exercises"), say))
    yield "Solutions", "each check says 'correct'", lambda: _each(of("solutions"), verdicts.solved, say)
    if not names:
        yield "Strays", "no notebook without a source", lambda: ("derived folders", build.strays(root))


def _environment(root):
    found = check_environment(root)
    return counted(len(found), "package"), [f"{finding.name}: {finding.problem}. Run: {finding.mend}"
                                            for finding in found if not finding.ok]


def _files(root, todo, sound, quoted):
    found = []
    try:
        quoted.update(review.read_quoted(root))
    except (OSError, ValueError) as error:
        found.append(f"source/quoted.toml: cannot be read ({error}). Mend source/quoted.toml")
    for derived in todo:
        try:
            derived.read()
            read_stored(derived)
            sound.append(derived)
        except (build.BuildError, Unreadable) as error:
            found.append(str(error).strip())
    return f"{counted(len({derived.source for derived in todo}), 'source')}, {notebooks(todo)}", found


def _each(todo, look, say):
    """Look at one notebook after the other; in a terminal the live line shows how far it is."""
    found = []
    with Progress(say).task("notebook") as task:
        for index, derived in enumerate(todo):
            task.at(index, len(todo))
            found += look(derived)
    return notebooks(todo), found


def _links(root, sound, names, say):
    looked_at, found = _each(sound, review.dead_links, say)
    if names:
        return looked_at, found
    return f"{looked_at}, {counted(len(pages(root)), 'page')}", [
        *found, *(line for page in pages(root) for line in review.dead_links_of_page(page))]


def _stubs(todo, say):
    sources = [derived.source.read_text(encoding="utf-8") for derived in todo]

    def run(derived, on_cell, on_start):
        found = stubs.unsolved(derived, sources, on_cell, on_start)
        return found, counted(len(found), "finding") if found else "unsolved"

    return notebooks(todo), [line for _, found in build.side_by_side(todo, run, say) for line in found]


def pages(root):
    """The Markdown pages of the course that there are."""
    return [root / name for name in PAGES if (root / name).is_file()]


def counted(number, what):
    """``3 findings``, ``1 finding``."""
    return f"{number} {what}{'s' * (number != 1)}"


def notebooks(todo):
    return counted(len(todo), "notebook")
