"""Mark a class: everyone's submission, side by side, each as soon as it is marked put away, and a report on all."""

import functools
import hashlib
import itertools
import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from ...checks import catalogue
from ..environment import one_blas_thread
from ..files import write_whole
from ..progress import Progress
from . import absent, marking, report, stopping, submissions
from .pool import Pool
from .records import Marked
from .sandbox import Limits

STORE = ".marks"  # in the report's folder; what is put there makes an interrupted run go on
PAGES = "pages"  # there: the students' pages that were written
TITLE = "Positional encoding"


@dataclass(frozen=True)
class Summary:
    """What came of a class: how many there are, how many were marked now, who could not be marked whole, and what held the code."""

    students: int
    marked_now: int
    incomplete: tuple
    held: tuple


def assignment(stems):
    """The exercises of the lessons with these names, ``{id: Exercise}``."""
    found = {}
    for stem in stems:
        known = catalogue.exercises()
        mine = marking.belonging(known, stem)
        found |= {} if mine is known else mine
    return found


def grade(folder, out, stems, *, exercises=None, others=(), limits=Limits(), executor=None, jobs=None, title=TITLE, say=print):
    """Mark everyone in `folder` and write a report.

    Parameters
    ----------
    folder : path
        Holds a folder, a zip archive or loose notebooks of each student; nothing in it is changed.
    out : path
        The folder of the report. Marks of submissions that have not changed are taken from there.
    stems : list of str
        The notebooks of the assignment, as ``"02_frequencies"``.
    exercises : callable, optional
        A function of a module, without arguments, that gives the exercises, ``{id: Exercise}`` (default: those of `stems`).
    others : iterable of str
        Further notebooks of the course, which may lie beside and are not marked.
    limits : Limits
    executor : concurrent.futures.Executor, optional
        Where the marking is done (default: processes of this machine, `jobs` of them). It is not shut down.
    jobs : int, optional
        How many at once (default: one a core).
    title : str
        Of the report.
    say : callable
        Gets each line of what was done.

    Returns
    -------
    Summary

    Raises
    ------
    NotADirectoryError, ValueError
        `folder` or `out` is none, `out` lies in `folder`, or there is nothing to mark.
    """
    folder, out = Path(folder), Path(out)
    if file := next((path for path in (out, *out.parents) if path.exists() and not path.is_dir()), None):
        raise NotADirectoryError(f"{file} is a file, and the report needs a folder; name another one")
    if out.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"the report {out} would lie among the submissions in {folder}; name another folder")
    exercises = exercises or functools.partial(assignment, tuple(stems))
    jobs = jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    one_blas_thread()
    known, names, failed = exercises(), [], {}
    with stopping.scratch() as scratch, Progress(say).task("marking") as task:
        for name, rights in (("handed in", 0o700), ("running", 0o755)):
            (scratch / name).mkdir(rights)
        found = submissions.find_submissions(folder, list(stems), scratch / "handed in", known.values(), others)
        if not found:
            raise ValueError(f"there is nothing to mark in {folder}: no folder, zip archive or notebook of a student")
        if hint := submissions.of_one_student(folder, stems):
            say(hint)
        counted = itertools.count(1)
        stamp = fingerprint(known, limits)

        def waiting():
            for one in found:
                packed = marking.pack(one)
                name = f"{key(packed, stamp)}.json"
                names.append(name)
                if read_back(out / STORE / name) is None:
                    yield name, packed
                else:
                    task.at(next(counted) - 1, len(found))

        now = 0
        with Pool(executor, jobs, scratch / "running") as pool:
            for name, packed, marked, trouble in pool.map(functools.partial(_mark, exercises, limits), waiting()):
                if trouble:
                    failed[name] = _not_marked(packed, known, trouble)
                else:
                    write_whole(out / STORE / name, json.dumps(marked.to_plain(), ensure_ascii=False, sort_keys=True).encode())
                    now += 1
                task.at(next(counted) - 1, len(found))
        task.done(f"{len(found)} submissions, {now} of them now,")
    _forget_others(out / STORE, names)
    incomplete, held = [], set()

    def in_order():
        for name in names:
            marked = failed.get(name) or read_back(out / STORE / name)
            held.add(marked.held)
            if not marked.complete:
                incomplete.append(marked.student)
            yield marked

    _forget_pages(out, report.write(in_order(), known, out, title))
    return Summary(len(names), now, tuple(incomplete), tuple(sorted(held)))


# -- what is put away --------------------------------------------------------------------------------------------------


def fingerprint(exercises, limits):
    """A hash of what marks depend on besides the submission: the package, the exercises, the limits."""
    found = hashlib.sha256(repr((list(exercises), [e.signature for e in exercises.values()], asdict(limits))).encode())
    package = Path(catalogue.__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        found.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def key(packed, stamp):
    """The name under which the marks of a submission are put away."""
    found = hashlib.sha256(repr((stamp, packed.student, packed.notebooks, packed.lessons, packed.remarks)).encode())
    for name, data in sorted(packed.files.items()):
        found.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return found.hexdigest()


def read_back(path):
    """The `Marked` that was put away; None where there is none, or only what is left of it."""
    try:
        return Marked.from_plain(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _forget_pages(out, pages):
    """Remove the pages that an earlier run wrote for students who are gone; one that was changed since then is somebody's work and stays."""
    record = out / STORE / PAGES
    try:
        before = dict(json.loads(record.read_bytes()))
    except (OSError, ValueError, TypeError):
        before = {}
    kept = {}
    for name in before.keys() - pages.keys():
        page = out / "students" / name
        if re.fullmatch(r"[a-z0-9-]+\.html", name) and page.is_file() and not page.is_symlink():
            if hashlib.sha256(page.read_bytes()).hexdigest() == before[name]:
                page.unlink()
            else:
                kept[name] = before[name]
    write_whole(record, json.dumps(pages | kept, indent=0, sort_keys=True).encode())


def _forget_others(store, names):
    keep = set(names)
    for path in store.glob("*.json"):
        if path.name not in keep and re.fullmatch(r"[0-9a-f]{64}\.json", path.name):
            path.unlink()


def _mark(exercises, limits, packed):
    return marking.mark(packed, exercises(), limits)


def _not_marked(packed, exercises, error):
    """Stands for a submission in the report and is not put away: the next run tries again."""
    text = f"not marked ({type(error).__name__}: {str(error)[:100]}); run the command once more"
    results = {identity: absent.result(exercise, absent.DID_NOT_RUN) for identity, exercise in exercises.items()}
    return Marked(packed.student, results, (*packed.remarks, text), "", False)
