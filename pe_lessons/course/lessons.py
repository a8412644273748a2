"""Which lesson a reader means, and where the course is."""

from pathlib import Path


def is_course(folder):
    """Whether a folder holds the sources of a course."""
    return (folder / "source" / "lessons").is_dir() and (folder / "pyproject.toml").is_file()


def find_root(start=None):
    """The folder of the course: the nearest one upwards from `start` (default: the working folder), else the installed one.

    Raises
    ------
    FileNotFoundError
        Neither `start` nor the installed package lies in a copy of the course.
    """
    start = Path(start or Path.cwd()).resolve()
    for folder in (start, *start.parents, Path(__file__).resolve().parents[2]):
        if is_course(folder):
            return folder
    raise FileNotFoundError(
        f"{start} is not inside a copy of the course (a folder with source/lessons and pyproject.toml); "
        "go there first, or name it with --root"
    )


def pick(name, stems, kind="lesson"):
    """The one of `stems` that a reader calls `name`: ``2``, ``02``, ``02_frequencies`` or a file of that name.

    Raises
    ------
    ValueError
        The name fits none, or several; the message lists what there is.
    """
    wanted = name.zfill(2) if name.isdecimal() else Path(name).stem
    found = [stem for stem in stems if stem == wanted or stem.startswith(f"{wanted}_")]
    if len(found) == 1:
        return found[0]
    listed = "\n".join(f"    {stem}" for stem in stems) or "    (none)"
    raise ValueError(f"There is no {kind} {name!r}. The {kind}s are:\n{listed}")
