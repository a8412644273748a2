"""What the name of a file or folder tells: the student, and the lesson."""

import os
import re
import unicodedata
from dataclasses import dataclass

NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # some browsers add what they take for the right ending
# How learning platforms name what they export: Moodle, Canvas, Brightspace, Blackboard.
PLATFORMS = [re.compile(pattern, re.DOTALL) for pattern in (
    r"(?P<who>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?",
    r"(?P<who>.+?)(?P<late>_LATE)?_(?P<id>\d{3,})_(?:question_\d+_)?\d{3,}_(?P<file>.+)",
    r"(?P<id>\d+)-\d+ - (?P<who>.+?) - .*?\d{4}.*? - (?P<file>.+)",
    r".+_(?P<who>[^_]+)_attempt_[\d-]+(?:_(?P<file>.*))?",
)]
# What a browser, a file manager or JupyterLab adds to the name of a copy, in the very form that they give it: Copy may be a name.
COPY_BEHIND = re.compile(r"( ?\(\d+\)| copy( \d+)?| - (Copy|Kopie|Copie|copia|Copia)|-Copy\d+)$")
COPY_BEFORE = re.compile(r"^(Copy of|Kopie von|Copie de|Copia de) ")
AROUND = " _-.,+"


@dataclass(frozen=True)
class Name:
    """What a name says: the student (empty if nobody), a number of the platform, the lesson, whether it came late."""

    student: str
    number: str = ""
    stem: str = ""
    late: bool = False


def read_name(name, stems):
    """Take the name of a file apart, without its ending.

    The lesson is the last of `stems` that stands in it, with any of blank, ``_``, ``-`` and ``.`` between its words.
    The student is what the learning platform says, else the rest.

    Examples
    --------
    >>> read_name("Doe Jane_12345_assignsubmission_file_02_frequencies", ["02_frequencies"])
    Name(student='Doe Jane', number='12345', stem='02_frequencies', late=False)
    >>> read_name("Jane Doe - 02 Frequencies (1) copy", ["02_frequencies"]).student
    'Jane Doe'
    """
    name = readable(name)
    parts = _of_platform(name)
    stem, rest = _take_stem((parts.get("file") or "") if parts else name, stems)
    return Name(parts.get("who") or rest, parts.get("id") or "", stem, bool(parts.get("late")))


def read_folder_name(name):
    """The `Name` that a folder's tells: a student's, as it is, unless a learning platform gave it.

    Examples
    --------
    >>> read_folder_name("Sol Copy").student
    'Sol Copy'
    """
    parts = _of_platform(readable(name))
    return Name(parts.get("who") or readable(name), parts.get("id") or "", late=bool(parts.get("late")))


def _of_platform(name):
    platform = next((found for pattern in PLATFORMS if (found := pattern.fullmatch(name))), None)
    return platform.groupdict() if platform else {}


def _take_stem(text, stems):
    found = [(match.end(), len(stem), stem, match) for stem in stems
             if (match := re.search(rf"(?<![^\W_]){_loosely(stem)}(?![^\W_])(?!.*{_loosely(stem)})", text, re.IGNORECASE | re.DOTALL))]
    if not found:
        return "", _original(text)
    _, _, stem, match = max(found, key=lambda item: item[:3])
    before, after = text[: match.start()], re.sub(r"^-\d+", "", text[match.end():])  # Canvas numbers what is handed in again
    return stem, " ".join(part for part in (_original(before.rstrip(AROUND)), _original(after).lstrip(AROUND)) if part)


def _original(text):
    """The name of what was copied."""
    while (shorter := COPY_BEHIND.sub("", text)) != text:
        text = shorter
    return COPY_BEFORE.sub("", f"{text} ").strip()


def _loosely(stem):
    return r"[\s_.-]+".join(map(re.escape, stem.split("_")))


def readable(name):
    """A file's name as text that can be shown and written anywhere: composed letters, no control characters."""
    text = os.fsencode(name).decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in unicodedata.normalize("NFC", text))


def by_name(name):
    """A key that sorts names as people do: small and capital letters alike, 2 before 10."""
    parts = re.split(r"(\d+)", readable(name).casefold())
    return [(int(part), "") if part.isdecimal() and part.isascii() and len(part) < 20 else (0, part) for part in parts], str(name)
