"""How a student's files lie in the class's folder: a folder, an archive, loose notebooks of a learning platform."""

import io
import json
import os
import unicodedata
import zipfile
from pathlib import Path

import nbformat

LAYOUTS = ("folder", "folder below", "zip", "zip with a folder", "Moodle", "Canvas", "dash")
DATE = (2026, 11, 30, 12, 0, 0)  # an archive's bytes depend on it


def put(student, submissions):
    """Write what a student hands in."""
    number, files = 10000 + len(list(submissions.iterdir())), content(student)
    if student.archive:
        (submissions / f"{student.name}.zip").write_bytes(student.archive)
    elif student.layout in ("Moodle", "Canvas", "dash"):
        before = {"Moodle": f"{student.name}_{number}_assignsubmission_file_", "Canvas": f"{student.name}_{number}_{number + 7}_",
                  "dash": f"{student.name} - "}[student.layout]
        for name, data in files.items():
            (submissions / f"{before}{name}").write_bytes(data)
        if not files:
            (submissions / student.name).mkdir()
    elif student.layout.startswith("zip"):
        within = "my work/" if "with" in student.layout else ""
        (submissions / f"{student.name}.zip").write_bytes(zipped({within + name: data for name, data in files.items()}))
    else:
        # some systems take composed letters apart, as macOS does
        folder = submissions / (unicodedata.normalize("NFD", student.name) if number % 2 else student.name)
        folder.mkdir()
        for name, data in files.items():
            path = folder / ("work" if "below" in student.layout else "") / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(data, Path):
                path.symlink_to(os.path.relpath(submissions / data, path.parent))
            else:
                path.write_bytes(data)


def content(student):
    """``{path: bytes}`` of a submission."""
    return {**{f"{stem}.ipynb": written(notebook) for stem, notebook in student.notebooks.items()}, **student.files}


def written(notebook):
    return (nbformat.writes(notebook, version=4) + "\n").encode()


def plain(notebook):
    """The notebook as the JSON value of its file."""
    return json.loads(written(notebook))


def zipped(files, change=lambda info: None):
    """An archive; `change` may spoil what it says of a file."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            change(info)
            archive.writestr(info, data)
    return raw.getvalue()
