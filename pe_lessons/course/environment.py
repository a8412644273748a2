"""Is everything here that the lessons need?

Standard library only: this module must still answer when a package is missing or broken. The text that it gives
when all is well is the same on every machine, because a lesson stores it and nbval compares it.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import sys
import tomllib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

PACKAGE = "pe-lessons"
LOCK = "requirements-lock.txt"
STAMP = "pe-lessons.stamp"  # what `make setup` leaves in an environment that it made
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Finding:
    """What was found about one thing that the course needs: ``problem`` is empty when it is in order."""

    name: str
    problem: str = ""
    mend: str = ""
    missing: bool = False

    @property
    def ok(self) -> bool:
        """Whether nothing has to be mended."""
        return not self.problem

    def __str__(self) -> str:
        return f"{self.name:<12} {self.problem or 'ok'}"


def one_blas_thread() -> None:
    """Ask for one BLAS thread, here and in the kernels that start from here, unless somebody chose another number.

    The matrices of the lessons are small: several threads do not make them quicker, and on a busy machine they wait
    for one another for minutes.
    """
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


# -- the lock ------------------------------------------------------------------------------------------------------


def read_lock(path: str | os.PathLike) -> dict[str, str]:
    """Name -> version of each package that the lock pins for this Python on this system.

    Raises
    ------
    ValueError
        For a line that is not ``name==version``, with or without a marker after ``;``.

    Notes
    -----
    The packages that the course asks for by name are pinned without a marker.
    """
    pins = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        requirement, _, marker = line.partition(";")
        name, equals, version = requirement.strip().partition("==")
        if not equals or not re.fullmatch(r"[A-Za-z0-9._-]+", name) or not re.fullmatch(r"[\w.!+-]+", version):
            raise ValueError(f"{Path(path).name}: expected name==version, got {line!r}")
        if not marker or applies(marker.strip()):
            pins[normal(name)] = version
    return pins


def applies(marker: str) -> bool:
    """Whether an environment marker holds here. Where `packaging` is missing no pin with a marker is believed."""
    try:
        from packaging.markers import Marker
    except ModuleNotFoundError:
        return False
    return Marker(marker).evaluate()


def normal(name: str) -> str:
    """The one spelling of a package name: ``Foo_Bar`` -> ``foo-bar``."""
    return re.sub(r"[-_.]+", "-", name).lower()


# -- the check -----------------------------------------------------------------------------------------------------


def course_root() -> Path | None:
    """The folder of the course, or None where the package is installed without it."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / LOCK).is_file() and (root / "pyproject.toml").is_file() else None


def direct_dependencies(root: Path | None) -> list[str]:
    """The packages that the course asks for by name, in the order of pyproject.toml."""
    if root is not None and (root / "pyproject.toml").is_file():
        with open(root / "pyproject.toml", "rb") as file:
            requirements = tomllib.load(file)["project"]["dependencies"]
    else:
        requirements = [line for line in metadata.requires(PACKAGE) or [] if "extra ==" not in line]
    return [re.match(r"[A-Za-z0-9._-]+", line)[0] for line in requirements]


def installed_version(name: str) -> str | None:
    """Version of an installed package, or None."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def has_pip() -> bool:
    """Whether this environment has a pip of its own; those that uv makes have none."""
    return importlib.util.find_spec("pip") is not None


def mend_command(root: Path | None, name: str) -> str:
    """The one command, typed in the course's folder, that puts a package right in the environment that runs this."""
    prefix = Path(sys.prefix)
    if root is not None and (prefix / STAMP).is_file():
        return "make setup" if prefix == root / ".venv" else f'make setup VENV="{prefix}"'
    if root is not None and (prefix / "conda-meta").is_dir():
        return "conda env update --file environment.yml"
    pip = f'"{sys.executable}" -m pip install'
    if not has_pip():  # an environment that uv made
        pip = f'uv pip install --python "{sys.executable}"'
    if root is None:
        return f"{pip} {name}"
    return f"{pip} --no-deps -e ." if name == PACKAGE else f"{pip} -r {LOCK}"


def check_environment(root: str | os.PathLike | None = None) -> list[Finding]:
    """What the course needs and whether it is here: Python, each direct dependency, the kernel, the course's package.

    Parameters
    ----------
    root : path, optional
        The folder of the course. Versions are compared with its lock; without a lock nearby it is enough that a
        package is installed.
    """
    root = course_root() if root is None else Path(root)
    lock = read_lock(root / LOCK) if root is not None and (root / LOCK).is_file() else {}
    findings = []

    if sys.version_info >= OLDEST_PYTHON:
        findings.append(Finding("Python"))
    else:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        problem = f"is {platform.python_version()}, the course needs {oldest} or newer"
        findings.append(Finding("Python", problem, f"install Python {oldest} or newer, then: make setup", missing=True))

    # ipykernel comes with JupyterLab and is not asked for by name, but it is what runs a notebook's cells
    for label, name in [(name, name) for name in direct_dependencies(root)] + [("kernel", "ipykernel")]:
        version, wanted = installed_version(name), lock.get(normal(name))
        named = "" if label == name else f"{name} "
        if version is None:
            findings.append(Finding(label, f"{named}is missing", mend_command(root, name), missing=True))
        elif wanted is not None and version != wanted:
            problem = f"{named}{version} is installed, the course is checked with {wanted}"
            findings.append(Finding(label, problem, mend_command(root, name)))
        else:
            findings.append(Finding(label))

    if installed_version(PACKAGE) is None:
        findings.append(Finding(PACKAGE, "is not installed", mend_command(root, PACKAGE), missing=True))
    else:
        findings.append(Finding(PACKAGE))
    return findings


def report(root: str | os.PathLike | None = None) -> str:
    """The check as text: a line for each thing, then how to mend what is not in order.

    Parameters
    ----------
    root : path, optional
        The folder of the course. Without it, it is found.

    Returns
    -------
    str
    """
    root = course_root() if root is None else Path(root)
    findings = check_environment(root)
    lines = [str(finding) for finding in findings]
    mends = list(dict.fromkeys(finding.mend for finding in findings if not finding.ok))
    if not mends:
        return "\n".join([*lines, "", "Everything is in place."])
    where = "in a terminal" if root is None else f"in a terminal, in the folder {root}"
    return "\n".join([*lines, "", f"To mend it, type {where}:", *(f"    {mend}" for mend in mends),
                      "Then restart the kernel (menu Kernel, Restart Kernel)."])
