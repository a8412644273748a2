"""Which notebooks of a student's folder are marked, and for which lesson."""

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..lessons import is_course
from ..reading import Unreadable, read_notebook
from ..work import FURTHER_COPY
from .archives import is_left_behind
from .names import NOTEBOOK, by_name, read_name, readable

MOST_NOTEBOOKS = 100  # of one student; looking into each takes time
WHY = ("can be read", "is not the lesson", "has the exact name", "is nearest to the top", "is the last by name")  # what counts of several, in this order
DEFINED = re.compile(r"^(?:def +)?(\w+) *[(=]", re.MULTILINE)
WRAPPED = 3  # folders around folders that are looked through, as archives have them


@dataclass
class Held:
    """What a student's folder holds.

    Attributes
    ----------
    folder : Path
        The folder itself, or the one folder in it that holds everything.
    paths : list of Path
        Its notebooks, at the top and one level down, relative to `folder`.
    archives : list of Path
        Its zip archives, there as well.
    aside : list of str
        Further copies that the course itself made, which are not looked at.
    others : list of str
        Files that are neither a notebook nor a zip archive.
    remarks : list of str
    """

    folder: Path
    paths: list = field(default_factory=list)
    archives: list = field(default_factory=list)
    aside: list = field(default_factory=list)
    others: list = field(default_factory=list)
    remarks: list = field(default_factory=list)


def look_into(folder, wrapped=WRAPPED):
    """What a folder `Held`; no link is followed."""
    held = Held(folder)
    below = _list(held, Path())
    if wrapped and not held.paths and not held.archives and len(below) == 1 and not held.remarks:
        inner = look_into(folder / below[0], wrapped - 1)
        if inner.paths or inner.archives or inner.remarks or inner.aside or inner.others:
            return inner
    if is_course(folder):
        worked = next((name for name in ("work", "exercises") if Path(name) in below), None)
        held.remarks.append("the whole course was handed in" + (f"; {worked}/ is marked" if worked else ""))
        below = [Path(worked)] if worked else []
    for sub in below:
        _list(held, sub)
    return held


def _list(held, sub):
    """Note what stands in a folder, sorted; return its folders."""
    below = []
    try:
        entries = sorted(os.scandir(held.folder / sub), key=lambda entry: by_name(entry.name))
    except OSError as error:
        held.remarks.append(f"{readable(sub.as_posix())}/ cannot be opened ({error.strerror})")
        return below
    for entry in entries:
        path, said = sub / entry.name, readable((sub / entry.name).as_posix())
        if is_left_behind(entry.name):
            continue
        if entry.is_symlink():
            held.remarks.append(f"{said} is a link: not followed")
        elif entry.is_dir():
            below.append(path)
        elif not entry.is_file():
            held.remarks.append(f"{said} is no file: not opened")
        elif FURTHER_COPY.search(entry.name):
            held.aside.append(said)
        elif NOTEBOOK.search(entry.name):
            held.paths.append(path)
        elif entry.name.lower().endswith(".zip"):
            held.archives.append(held.folder / path)
        else:
            held.others.append(said)
    return below


def choose(held, stems, known, remarks, named):
    """The notebook to be marked for each lesson, ``{stem: path}``; what is odd is added to `remarks`.

    Of several for one lesson, the one that can be read, is not the lesson itself, and has the very name counts, then the
    one nearest to the top (``work/`` before other folders), then the last by name: ``(2)`` after ``(1)``. `named` says
    that the names hold more than the lesson, as those of a learning platform do.
    """
    found = {}
    if len(held.paths) > MOST_NOTEBOOKS:
        remarks.append(f"{len(held.paths)} notebooks; only the first {MOST_NOTEBOOKS} are looked at")
    for path in held.paths[:MOST_NOTEBOOKS]:
        bare = readable(NOTEBOOK.sub("", path.name))
        stem, by = read_name(bare, list(known)).stem, ""
        if not stem:
            stem, by = _renamed(held, path, stems, known, remarks)
        elif bare != stem and not named:
            by = "its name"
        if stem:
            found.setdefault(stem, {})[path] = by
    chosen = {stem: _one_of(held, stem, list(found[stem]), known, remarks) for stem in stems if stem in found}
    remarks += [f"{readable(path.as_posix())} has another name than {stem}.ipynb; it is taken for that by {found[stem][path]}"
                for stem, path in chosen.items() if found[stem][path]]
    return chosen


def _renamed(held, path, stems, known, remarks):
    """The lesson of a notebook whose name does not tell it, and what tells it."""
    said = readable(path.as_posix())
    try:
        notebook, _ = read_notebook(held.folder / path)
    except Unreadable as error:
        remarks.append(f"{said} {error}; its name is none of the assignment's")
        return None, ""
    if stem := recognised(notebook, known):
        return stem, "what it holds"
    if len(stems) == len(held.paths) == 1:
        return stems[0], "being the only one"
    wanted = ", ".join(stems[:3]) + (", ..." if len(stems) > 3 else "")
    remarks.append(f"{said} is not marked: neither its name nor what it holds tells a lesson ({wanted})")
    return None, ""


def _one_of(held, stem, paths, known, remarks):
    if len(paths) == 1:
        return paths[0]

    def rank(path):
        try:
            notebook, _ = read_notebook(held.folder / path)
            sound, wanted = True, not is_lesson(notebook, stem, *known[stem])
        except Unreadable:
            sound = wanted = False
        bare = readable(NOTEBOOK.sub("", path.name))
        place = 2 if len(path.parts) == 1 else path.parts[0] == "work"
        return sound, wanted, bare == stem, place, by_name(path.as_posix())

    (_, second), (first, best) = sorted((rank(path), path) for path in paths)[-2:]
    why = next(why for why, one, other in zip(WHY, first, rank(second)) if one != other)
    if why == WHY[3] and best.parts[0] == "work":
        why = "lies in work/"
    names = ", ".join(readable(path.as_posix()) for path in paths[:5]) + (", ..." if len(paths) > 5 else "")
    remarks.append(f"{len(paths)} notebooks for {stem} ({names}): {readable(best.as_posix())} is marked (it {why})")
    return best


def signs(stems, exercises, others=()):
    """What gives away a lesson: ``{stem: (ids, names)}`` of the exercises that belong to it; `stems` first, then `others`."""
    known = {stem: (set(), set()) for stem in (*stems, *others)}
    for exercise in exercises:
        for stem in [stem for stem in known if _belongs(exercise, stem)] or (stems if len(known) == 1 else ()):
            known[stem][0].add(exercise.id)
            known[stem][1].add(exercise.name)
    return known


def _belongs(exercise, stem):
    try:
        return stem.startswith(f"{exercise.lesson:02d}_")
    except ValueError:  # an id without a lesson, as another course may have
        return False


def is_lesson(notebook, stem, ids, names):
    """Whether a notebook is the lesson that has the same file name as its exercises.

    It has the lesson's heading, does not call ``check("2.1")``, and defines few of the names. (Lesson 08 calls check as
    well, and gives it the answer.)
    """
    title = _title(notebook)
    number = re.match(r"\W*0*(\d+)\b", title)
    if not number or not re.match(rf"0*{number[1]}_", stem) or re.search("exercise|solution", title.casefold()):
        return False
    code = _code(notebook)
    asked = set(re.findall(r"""\bcheck\(\s*["']([\w.]+)["']\s*\)""", code))
    return not asked & ids and 2 * len(set(DEFINED.findall(code)) & names) < len(names)


def _title(notebook):
    text = next((cell.source for cell in notebook.cells if cell.cell_type == "markdown" and cell.source.strip()), "")
    return text.strip().split("\n")[0]


def _code(notebook):
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


def recognised(notebook, known):
    """The lesson that a notebook belongs to by its title, else by the exercises it checks, else by the names it defines; or None."""
    title = "_".join(re.findall(r"\w+", re.sub("exercises|solutions", " ", _title(notebook).casefold())))
    titled = [stem for stem in known if f"_{stem.casefold()}_" in f"_{title}_"]
    if len(titled) == 1:
        return titled[0]
    code = _code(notebook)
    checked = set(re.findall(r"""\bcheck\(\s*["']([\w.]+)["']""", code))
    defined = set(DEFINED.findall(code))
    for seen, which in ((checked, 0), (defined, 1)):
        votes = Counter({stem: len(seen & known[stem][which]) for stem in known}).most_common(2)
        if votes and votes[0][1] and (len(votes) == 1 or votes[0][1] > votes[1][1]):
            return votes[0][0]
    return None
