"""The learner's copies of the exercises in ``work/``: made, renewed, started again, and never lost.

``work/`` is not in the repository, so no ``git pull`` meets it. What was copied is remembered by its hash in
``work/.copied.json``. A file that is not byte for byte what was copied belongs to the learner and is left alone; so
does every file that the record does not know.

Standard library only: this runs before JupyterLab starts.
"""

import hashlib
import itertools
import json
import os
import re
from datetime import datetime
from pathlib import Path

from .files import write_whole
from .lessons import pick

RECORD = ".copied.json"
FURTHER_COPY = re.compile(r"\.(new-version|\d{4}-\d\d-\d\d-\d{4})(-\d+)?\.ipynb", re.IGNORECASE)  # how the names of these end
STATES = {"absent": "not copied yet", "current": "as shipped", "untouched": "an older version, as copied", "theirs": "yours"}


class NoWork(ValueError):
    """Why ``work/`` cannot be used, in words for the reader."""


def bring(root, say=print):
    """Copy each exercise into ``work/``, and say what was done.

    A copy that nobody touched is replaced when the exercise has changed. Beside one that the learner worked in the
    new version is put, once, as ``02_frequencies.new-version.ipynb``.

    Raises
    ------
    NoWork
        ``work/`` is no folder or cannot be written to.
    """
    exercises = shipped(root, say)
    if not exercises:
        return
    work = folder(root)
    record = read_record(work)
    before = dict(record)
    try:
        copied = [name for name, data in exercises.items() if _bring_one(work / name, data, record, say)]
        if record != before:
            _write_record(work, record)
    except OSError as error:
        raise _not_written(error) from None
    if copied:
        say(f"Yours to solve, in work/: {', '.join(copied)}")


def reset(root, name, say=print, now=None):
    """Put a fresh copy of an exercise into ``work/`` and keep the old one under a name with the date.

    Parameters
    ----------
    root : path
        The folder of the course.
    name : str
        The exercise, by number or name.
    say : callable
        Gets each line of what was done.
    now : datetime, optional
        The date for the name, ``02_frequencies.2026-11-30-2215.ipynb``; it never replaces a file.

    Raises
    ------
    ValueError
        There is no such exercise.
    NoWork
        ``work/`` is no folder or cannot be written to.
    """
    exercises = shipped(root, say)
    name = pick(name, [Path(file).stem for file in exercises], "exercise") + ".ipynb"
    work, data = folder(root), exercises[name]
    mine = work / name
    try:
        if os.path.lexists(mine):
            old = mine.read_bytes()
            if old == data:
                say(f"work/{name} is as shipped: there is nothing to reset.")
                return
            kept = _write_dated(mine, old, now or datetime.now())
            say(f"Your old copy is now work/{kept.name}")
        write_whole(mine, data)
        _write_record(work, read_record(work) | {name: _hash(data)})
    except OSError as error:
        raise _not_written(error) from None
    say(f"work/{name} is fresh. If JupyterLab shows the old one: File > Reload Notebook from Disk. progress() still counts what you had solved.")


def overview(root, say=print):
    """A line for each exercise: its name, and whether the learner's copy is as shipped."""
    work = Path(root) / "work"
    record = read_record(work)
    return [f"    {Path(name).stem:34s} {STATES[_state(work / name, _hash(data), record)]}"
            for name, data in shipped(root, say).items()]


def shipped(root, say):
    """The exercises of the course, ``{file name: bytes}``; says which are missing or damaged."""
    root, sound = Path(root), {}
    wanted = {f"{path.stem}.ipynb" for path in (root / "source" / "exercises").glob("*.py")}
    found = {path.name: path for path in (root / "exercises").glob("*.ipynb")}
    for name, path in sorted(found.items()):
        try:
            data = path.read_bytes()
            json.loads(data)
            sound[name] = data
        except (OSError, ValueError):  # unreadable, cut off, or with marks of a merge conflict
            pass
    if missing := sorted((wanted | found.keys()) - sound.keys()):
        say(f"Missing or damaged in exercises/: {', '.join(missing)}. 'git checkout -- exercises' brings them back.")
    return sound


def folder(root):
    """The folder ``work/``, made if need be; `NoWork` if it is none or cannot be written to."""
    work = Path(root) / "work"
    if work.is_symlink() or work.exists() and not work.is_dir():
        what = "a link" if work.is_symlink() else "a file"
        raise NoWork(f"work is {what}, but your copies of the exercises need a folder of that name: rename what is there.")
    try:
        work.mkdir(exist_ok=True)
    except OSError as error:
        raise _not_written(error) from None
    if not os.access(work, os.W_OK):
        raise _not_written(PermissionError(13, "Permission denied", str(work)))
    return work


def read_record(work):
    """What was copied, ``{file name: hash}``; empty where the record is missing or damaged."""
    try:
        record = json.loads((work / RECORD).read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _bring_one(mine, data, record, say):
    """Make or renew one copy; True if there was none."""
    new = _hash(data)
    state = _state(mine, new, record)
    if state == "theirs":
        if record.get(mine.name) != new:  # else the exercise is still the one that they work in
            _put_beside(mine, data, record, say)
        return False
    if state != "current":
        write_whole(mine, data, replace=state == "untouched")
    record[mine.name] = new
    if state == "untouched":
        say(f"work/{mine.name} is now the new version; you had not changed the old one.")
    return state == "absent"


def _put_beside(mine, data, record, say):
    new = _hash(data)
    for number in itertools.count(1):
        path = mine.with_suffix(f".new-version{'' if number == 1 else f'-{number}'}.ipynb")
        state = _state(path, new, record)
        if state == "current" or record.get(path.name) == new:  # it is there, or they have worked in it or removed it
            record[path.name] = new
            return
        if state != "theirs":
            write_whole(path, data, replace=state == "untouched")
            record[path.name] = new
            say(f"work/{mine.name} is yours and stays; the shipped version differs and is beside it: work/{path.name}")
            return


def _write_dated(mine, old, now):
    for number in itertools.count(1):
        path = mine.with_suffix(f".{now:%Y-%m-%d-%H%M}{'' if number == 1 else f'-{number}'}.ipynb")
        try:
            write_whole(path, old, replace=False)
            return path
        except FileExistsError:
            pass


def _state(path, new, record):
    """One of `STATES`: what stands at `path`, compared with the shipped version and with what was copied."""
    if not os.path.lexists(path):
        return "absent"
    if path.is_symlink() or not path.is_file():
        return "theirs"
    have = _hash(path.read_bytes())
    if have == new:
        return "current"
    return "untouched" if record.get(path.name) == have else "theirs"


def _write_record(work, record):
    write_whole(work / RECORD, json.dumps(record, indent=1, sort_keys=True).encode() + b"\n")


def _hash(data):
    return hashlib.sha256(data).hexdigest()


def _not_written(error):
    where = f"{Path(error.filename).name}: " if error.filename else ""
    return NoWork(f"work/ cannot be used ({where}{error.strerror}). To solve the exercises, copy the course to a folder of your own.")
