"""Find what each student handed in: folders, zip archives, loose notebooks of a learning platform, or a mixture.

Everyone gets one `Submission`, whatever is wrong with it; the instructor reads why in its remarks. Nothing is written but
into a scratch folder, no link is followed, and the same files give the same answer: names decide, never file times.
"""

import itertools
import os
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...checks import catalogue
from ..reading import LARGEST, Unreadable
from ..reading import read_notebook as read_submission_notebook
from ..work import FURTHER_COPY
from .archives import BadArchive, extract, is_left_behind
from .choice import choose, look_into, signs
from .names import NOTEBOOK, by_name, read_folder_name, read_name, readable
from .records import Submission

__all__ = ["Unreadable", "find_submissions", "read_submission_notebook"]

OTHER_ARCHIVE = re.compile(r"(\.tar)?\.(tar|gz|bz2|xz|zst|tgz|tbz2?|txz|rar|7z)$", re.IGNORECASE)
LISTS = (".csv", ".xlsx", ".ods", ".md")  # an instructor's own lists beside the submissions


@dataclass
class _Person:
    """One student on the way to a `Submission`; `said` are the names of what was handed in."""

    student: str
    number: str
    said: list
    folder: Path | None = None
    loose: list = field(default_factory=list)
    remarks: list = field(default_factory=list)


def find_submissions(folder, stems, into, exercises=None, others=()):
    """Everyone's `Submission`, sorted by name.

    Parameters
    ----------
    folder : path
        Holds a folder or a zip archive a student, or notebooks with the students' names in theirs.
    stems : iterable of str
        The names of the assignment's notebooks, as ``"02_frequencies"``.
    into : path
        A scratch folder, for archives that are opened and loose notebooks, which get a folder of their own a student.
    exercises : iterable of Exercise, optional
        By whose ids and names a renamed notebook is recognised (default: those of the course).
    others : iterable of str, optional
        The names of the course's further notebooks, which may lie beside and are not marked.

    Returns
    -------
    list of Submission

    Raises
    ------
    NotADirectoryError
        `folder` is none.
    """
    folder, into, stems = Path(folder), Path(into), list(stems)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder; give the folder that holds the submissions")
    known = signs(stems, catalogue.exercises().values() if exercises is None else exercises, others)
    return [_submission(person, stems, known, into / f"inner-{number:05d}")
            for number, person in enumerate(_people(folder, list(known), into))]


def of_one_student(folder, stems):
    """A hint where `folder` looks like one student's own: the exact names of the exercises, and no folder; else empty."""
    entries = [entry for entry in os.scandir(folder) if not is_left_behind(entry.name)]
    own = sorted(entry.name for entry in entries if entry.name in {f"{stem}.ipynb" for stem in stems})
    if not own or any(entry.is_dir() for entry in entries):
        return ""
    return (f"{folder} looks like the folder of one student ({', '.join(own[:2])}{', ...' if own[2:] else ''}): each file was read as a student. "
            "To mark it as one student's, give the folder above it.")


def _people(folder, stems, into):
    """Everyone with a folder to look into, or with the reason why there is none."""
    people, loose = [], {}
    for entry in sorted(os.scandir(folder), key=lambda entry: by_name(entry.name)):
        said, ending = readable(entry.name), Path(entry.name).suffix.lower()
        if is_left_behind(entry.name) or ending in LISTS or FURTHER_COPY.search(entry.name):
            continue
        scratch = into / f"{len(people):05d}"
        is_folder, is_file = entry.is_dir(follow_symlinks=False), entry.is_file(follow_symlinks=False)
        ending_of = next((kind for kind in (NOTEBOOK, OTHER_ARCHIVE) if kind.search(entry.name)), None)
        bare = entry.name if is_folder else ending_of.sub("", entry.name) if ending_of else Path(entry.name).stem
        name = read_folder_name(bare) if is_folder else read_name(bare, stems)
        person = _Person(name.student or readable(bare), name.number, [said])
        if name.late:
            person.remarks.append("handed in late, says the name")
        if is_folder:
            person.folder = Path(entry.path)
        elif not is_file:
            person.remarks.append(f"{said} is {'a link' if entry.is_symlink() else 'no file'}: not followed")
        elif ending == ".zip":
            person.folder = _opened(Path(entry.path), scratch, person.remarks)
        elif NOTEBOOK.search(entry.name):
            key = (name.student, name.number) if name.student else said
            if key in loose:
                loose[key].loose.append(Path(entry.path))
                loose[key].said.append(said)
                loose[key].remarks = list(dict.fromkeys(loose[key].remarks + person.remarks))
                continue
            if not name.student:
                person.remarks.append(f"{said}: the name tells no student")
            loose[key] = person
            person.loose.append(Path(entry.path))
            person.folder = scratch
        else:
            person.remarks.append(_of_another_kind([said]))
        people.append(person)
    for person in loose.values():
        _copy_loose(person)
    return _with_names_of_their_own(people)


def _of_another_kind(said):
    """Why these files are not looked at."""
    names, many = ", ".join(said[:5]) + (", ..." if len(said) > 5 else ""), len(said) > 1
    if all(map(OTHER_ARCHIVE.search, said)):
        return f"{names} {'are' if many else 'is'} not opened: only zip archives are opened"
    return f"{names} {'are neither notebooks nor zip archives' if many else 'is neither a notebook nor a zip archive'}"


def _opened(path, into, remarks):
    try:
        extract(path, into)
        return into
    except BadArchive as error:
        remarks.append(f"{readable(path.name)} {error}; not opened")
        return None


def _copy_loose(person):
    """Give loose notebooks a folder of their own: their code must not see those of others."""
    person.folder.mkdir(parents=True)
    for path in person.loose:
        try:
            if path.stat().st_size > LARGEST:
                person.remarks.append(f"{readable(path.name)} is too large; the limit is {LARGEST / 1e6:.0f} MB")
                continue
            (person.folder / path.name).write_bytes(path.read_bytes())
        except OSError as error:
            person.remarks.append(f"{readable(path.name)} cannot be opened ({error.strerror})")


def _with_names_of_their_own(people):
    people.sort(key=lambda person: (by_name(person.student), person.number))
    often, taken = Counter(person.student for person in people), {person.student for person in people}
    first = set()
    for person in people:
        name = person.student
        if often[name] > 1:
            said = ", ".join(person.said[:3]) + (", ..." if len(person.said) > 3 else "")
            person.remarks.append(f"{often[name]} submissions have the name {name}; this one is {said}")
            if name in first or person.number:
                numbers = itertools.chain([person.number] if person.number else [], itertools.count(2))
                person.student = next(new for number in numbers if (new := f"{name} ({number})") not in taken)
                taken.add(person.student)
            first.add(name)
    return sorted(people, key=lambda person: by_name(person.student))


def _submission(person, stems, known, scratch):
    """What of a student's folder is marked."""
    if person.folder is None:
        return Submission(person.student, remarks=(*person.remarks, "nothing is marked"))
    held = look_into(person.folder)
    if not held.paths and len(held.archives) > 1:
        held.remarks.append(f"{len(held.archives)} zip archives ({', '.join(readable(path.name) for path in held.archives[:5])}): none is opened; one is wanted")
    if not held.paths and len(held.archives) == 1:
        inner = _opened(held.archives[0], scratch, held.remarks)
        if inner:
            opened = look_into(inner)
            held = replace(opened, remarks=held.remarks + opened.remarks)
    remarks = person.remarks + held.remarks
    chosen = choose(held, stems, known, remarks, named=bool(person.loose))
    if not chosen:
        if held.others and not held.paths:
            remarks += [_of_another_kind(part) for kind in (False, True) if (part := [name for name in held.others if bool(OTHER_ARCHIVE.search(name)) is kind])]
        aside = f" (left aside: {', '.join(held.aside[:5])})" if held.aside else ""
        remarks.append(("nothing is marked" if remarks else "not submitted") + aside)
        return Submission(person.student, remarks=tuple(remarks))
    return Submission(person.student, held.folder, tuple(chosen.values()), tuple(remarks), tuple(chosen))
