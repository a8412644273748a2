"""Mark one submission: its notebooks run elsewhere, its answers judged here."""

import os
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...checks.diagnose import verdict
from ...checks.result import Result
from ..reading import Unreadable, read_bytes
from . import absent
from .choice import is_lesson
from .records import Marked
from .sandbox import Limits
from .supervise import is_empty, run


NOT_SUBMITTED = "not submitted"  # the only remark on somebody of whom there is nothing at all


@dataclass(frozen=True)
class Packed:
    """A submission with its files in hand, so that it can be sent to where it is marked.

    Attributes
    ----------
    student : str
    files : dict of str to bytes
        By their paths, relative to the submission's folder; other people's notebooks and links are not among them.
    notebooks, lessons, remarks : tuple of str
        As in `records.Submission`.
    """

    student: str
    files: dict
    notebooks: tuple
    lessons: tuple
    remarks: tuple


def pack(submission, most=Limits.disk // 2):
    """The `Packed` form of a `Submission`; files are left out where all of them together are too large."""
    remarks = list(submission.remarks)
    notebooks = tuple(Path(name).as_posix() for name in submission.notebooks)
    paths = {}
    for at, folders, names in os.walk(submission.folder or os.devnull):
        folders[:] = sorted(name for name in folders if not os.path.islink(os.path.join(at, name)))
        for name in sorted(names):
            path = Path(at, name)
            inner = path.relative_to(submission.folder).as_posix()
            if path.is_file() and not path.is_symlink() and (inner in notebooks or path.suffix != ".ipynb"):
                paths[inner] = path
    size = sum(path.stat().st_size for path in paths.values())
    if size > most:
        remarks.append(f"its files are too large ({size / 1e6:.0f} MB; the limit is {most / 1e6:.0f} MB): only the notebooks were taken")
        paths = {name: path for name, path in paths.items() if name in notebooks}
    files = {}
    for name, path in paths.items():
        try:
            files[name] = path.read_bytes()
        except OSError as error:
            remarks.append(f"{name} cannot be opened ({error.strerror})")
    return Packed(submission.student, files, notebooks, tuple(submission.lessons), tuple(remarks))


def mark(submission, exercises, limits=Limits()):
    """Mark a submission.

    Parameters
    ----------
    submission : Submission or Packed
    exercises : dict of str to Exercise
        Those of the assignment, in its order.
    limits : Limits

    Returns
    -------
    Marked
    """
    packed = submission if isinstance(submission, Packed) else pack(submission)
    remarks, handed, held, complete = list(packed.remarks), {}, "", bool(packed.notebooks)
    why = {}  # there is no answer to an exercise
    for index, name in enumerate(packed.notebooks):
        said = f"{Path(name).name}: " if len(packed.notebooks) > 1 else ""
        lesson = packed.lessons[index] if index < len(packed.lessons) else ""
        here = belonging(exercises, lesson)
        if name not in packed.files:
            why |= dict.fromkeys(here, absent.LOST)
            complete = False
            continue
        try:
            notebook, odd = read_bytes(packed.files[name])
        except Unreadable as error:
            remarks.append(f"{Path(name).name} {error}")
            why |= dict.fromkeys(here, absent.unreadable(error))
            complete = False
            continue
        if is_lesson(notebook, lesson, set(here), {exercise.name for exercise in here.values()}):
            remarks.append(f"{Path(name).name} is the lesson, not the exercises; points, if any, may come from a name that the lesson uses")
        cells = code_cells(notebook)
        ran = run({Path(name).name: packed.files[name], **beside(packed.files, name)}, cells, here.values(), limits)
        remarks += [said + text for text in (*odd, *ran.remarks)]
        held = ran.held if held in ("", ran.held) else "limits"
        complete = complete and bool(ran.held)
        for identity, found in ran.handed.items():
            if identity not in handed or worth(found) > worth(handed[identity]):
                handed[identity] = found
        stops = [(*cells[number], how) for number, how in sorted(ran.stops.items())]
        for identity, exercise in here.items():
            _, found = ran.handed.get(identity, ("", None))
            why[identity] = (absent.DID_NOT_RUN if not ran.held else absent.CUT_SHORT if found is None
                             else absent.missing(exercise, found.absent, stops))
    nothing = absent.NOT_FOUND if not packed.notebooks and packed.remarks != (NOT_SUBMITTED,) else absent.NOT_HANDED_IN
    results = {identity: judge(exercise, handed[identity][1], remarks) if identity in handed and handed[identity][1].absent is None
               else absent.result(exercise, why.get(identity, nothing)) for identity, exercise in exercises.items()}
    return Marked(packed.student, results, tuple(dict.fromkeys(remarks)), held, complete)


def belonging(exercises, lesson):
    """The exercises of a notebook that belongs to `lesson`, such as ``"02_frequencies"``; all, where that is not known."""
    number = lesson.partition("_")[0].lstrip("0")
    found = {identity: exercise for identity, exercise in exercises.items()
             if identity.partition(".")[0] == number or number == "8" and identity.startswith("Q")}
    return found or exercises


def beside(files, notebook):
    """The files that the notebook sees, by their paths seen from its folder."""
    folder = Path(notebook).parent.as_posix()
    prefix = "" if folder == "." else folder + "/"
    return {name[len(prefix):]: data for name, data in files.items() if name.startswith(prefix) and not name.endswith(".ipynb")}


def code_cells(notebook):
    """How each code cell is called, by its number among all cells, among those with code, and its first line; and its source."""
    cells = [(number, cell.source) for number, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code"]
    named = []
    for count, (number, source) in enumerate(cells, 1):
        first = next((line.strip() for line in source.split("\n") if line.strip()), "empty")
        named.append((f"cell {number} (code cell {count}: {first[:40]})", source))
    return named


def worth(found):
    """How much a find tells: an answer that was checked, one that was found by its name, a near name, nothing."""
    how, handed = found
    return (not is_empty(handed), how == "checked", handed.blank, bool(handed.absent))


def judge(exercise, handed, remarks):
    """The `Result`; an answer that the checks stumble over is told to the instructor, and wrong."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return verdict(exercise, handed)
    except Exception as error:
        remarks.append(f"{exercise.id} could not be judged ({type(error).__name__}: {str(error)[:80]}); look at it yourself")
        return Result(exercise.id, exercise.title, "error", "raised", seen="This answer could not be read.", out_of=exercise.points)
