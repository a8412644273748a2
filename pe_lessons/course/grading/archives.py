"""Open a student's zip archive without trusting it."""

import io
import re
import shutil
import stat
import unicodedata
import zipfile
import zlib
from pathlib import PurePosixPath

LARGEST_ARCHIVE, LARGEST_FILE, LARGEST_TOTAL = 100_000_000, 50_000_000, 200_000_000  # bytes
MOST_FILES = 2000
MOST_RATIO = 200  # a notebook shrinks to a tenth, a flood of one letter to a thousandth
DEEPEST = 20  # folders within folders


class BadArchive(Exception):
    """Why an archive is not opened, as words that fit after its name."""


def extract(path, into):
    """Write the files of a zip archive into a new folder, all of them or none.

    Nothing is written elsewhere: names that lead out of the folder, links, devices and whatever is larger than the limits of
    this module are refused. What a system leaves behind (``__MACOSX``, hidden files) is not written.

    Parameters
    ----------
    path : pathlib.Path
        The archive.
    into : pathlib.Path
        A folder that does not exist yet.

    Raises
    ------
    BadArchive
        Says what is wrong with it.
    """
    into.mkdir(parents=True)
    try:
        raw = _read(path)
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            for name, info in _checked(archive.infolist(), len(raw)):
                target = into.joinpath(*name.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(info) as source, open(target, "xb") as file:
                    shutil.copyfileobj(source, file)  # gives no more bytes than the archive declares
    except BadArchive:
        shutil.rmtree(into)
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        shutil.rmtree(into)
        why = getattr(error, "strerror", None) or str(error) or "damaged"
        raise BadArchive(f"cannot be opened as a zip archive ({why[:80]})") from None


def is_left_behind(name):
    """Whether a file or folder of this name was made by a system or an editor, not by a student."""
    return name.startswith((".", "~$")) or name.casefold() in ("__macosx", "__pycache__", "thumbs.db", "desktop.ini")


def _read(path):
    if (size := path.stat().st_size) > LARGEST_ARCHIVE:
        raise BadArchive(f"is too large: {size / 1e6:.0f} MB; the limit is {LARGEST_ARCHIVE / 1e6:.0f} MB")
    raw = path.read_bytes()
    if raw.count(zipfile.stringCentralDir) > 2 * MOST_FILES:  # before the list of files is made: it alone can fill the memory
        raise BadArchive(f"holds too many files; the limit is {MOST_FILES}")
    return raw


def _checked(infos, size):
    """The files to be written with their names, after all of the archive has been looked at."""
    if len(infos) > MOST_FILES:
        raise BadArchive(f"holds {len(infos)} files; the limit is {MOST_FILES}")
    total = sum(info.file_size for info in infos)
    if total > LARGEST_TOTAL or total > 1_000_000 and total > MOST_RATIO * size:
        raise BadArchive(f"would grow from {size / 1e6:.1f} MB to {total / 1e6:.0f} MB; it may be a zip bomb")
    files, seen = [], set()
    for info in infos:
        name = _name(info)
        said = repr(str(name)[:60])
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise BadArchive(f"holds a {'link' if kind == stat.S_IFLNK else 'special file'} ({said})")
        if info.flag_bits & 1:
            raise BadArchive("has a password")
        if info.file_size > LARGEST_FILE:
            raise BadArchive(f"holds a file of {info.file_size / 1e6:.0f} MB ({said}); the limit is {LARGEST_FILE / 1e6:.0f} MB")
        if info.filename.endswith("/") or kind == stat.S_IFDIR:
            continue
        alike = unicodedata.normalize("NFC", str(name)).casefold()
        if alike in seen:
            raise BadArchive(f"holds {said} twice")
        seen.add(alike)
        if not any(is_left_behind(part) for part in name.parts):
            files.append((name, info))
    return files


def _name(info):
    """The path of a file within its archive; refused if it could lead elsewhere."""
    text = info.filename
    if not info.flag_bits & 0x800:  # macOS writes UTF-8 and does not say so
        try:
            text = text.encode("cp437").decode("utf-8")
        except UnicodeError:
            pass
    text = text.replace("\\", "/")
    name = PurePosixPath(text)
    if text.startswith("/") or ".." in name.parts or re.match("[A-Za-z]:", text) or not name.parts:
        raise BadArchive(f"holds a path that leads out of it ({text[:60]!r})")
    if len(name.parts) > DEEPEST:
        raise BadArchive(f"holds folders that are nested too deeply ({text[:60]!r})")
    return name
