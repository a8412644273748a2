"""Open the lessons in JupyterLab, after looking at what can go wrong.

Nothing heavy is imported for the checks, so that they cost a few hundredths of a second and JupyterLab starts no
later for them. Each check gives one message that says what is wrong and what mends it.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from pathlib import Path
from urllib.parse import quote

from pe_lessons.course.environment import check_environment, one_blas_thread
from pe_lessons.course.lessons import pick
from pe_lessons.course.work import NoWork, bring

FIRST = "00_start_here"
HOST = "127.0.0.1"


class Stop(Exception):
    """A reason why JupyterLab cannot be opened usefully, in words for the reader."""


def lab(root: str | os.PathLike, *, port: int | None = None, browser: bool = True, notebook: str | None = None) -> int:
    """Open JupyterLab on a lesson, on this machine's loopback address and with JupyterLab's own token.

    Parameters
    ----------
    root : path
        The folder of the course.
    port : int, optional
        The port to use, and no other. Without it JupyterLab takes 8888 or the next one that is free, and says which.
    browser : bool
        Whether to open a browser.
    notebook : str, optional
        A lesson by number (``2``) or name (``02_frequencies``), or any notebook of the course by its path
        (``work/02_frequencies.ipynb``). Without it the first lesson.

    Returns
    -------
    int
        An exit code: 0 once JupyterLab has been stopped, 1 where it was not started.
    """
    root = Path(root).resolve()
    one_blas_thread()
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # a kernel in the home folder must not hide this environment's own
    try:
        check_packages(root)
        check_kernel()
        bring_exercises(root)
        path = find_notebook(root, notebook)
        if port is not None:
            check_port(port)
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    warn_if_read_only(path.parent)

    # the address that JupyterLab prints leads to the lesson too, for those who open their browser themselves
    page = "/lab/tree/" + quote(path.relative_to(root).as_posix())
    arguments = [f"--ServerApp.root_dir={root}", f"--ServerApp.ip={HOST}", f"--LabApp.default_url={page}"]
    arguments.append("--ContentsManager.pre_save_hook=pe_lessons.course.saved.keep_pictures")
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        arguments.append("--no-browser")
    if is_root():
        print(f"You are root: JupyterLab is told to allow that. It listens on {HOST} only and asks for its token.")
        arguments.append("--allow-root")
    return start(arguments, root)


def start(arguments: list[str], root: Path) -> int:
    """Become JupyterLab: in this process, so that signals go where they should and nothing is loaded twice."""
    from jupyterlab.labapp import main

    os.chdir(root)
    sys.stdout.flush()
    main(argv=arguments)
    return 0


# -- what can go wrong ---------------------------------------------------------------------------------------------


def check_packages(root: Path) -> None:
    """Stop if something is missing; only mention another version, since most lessons will still run."""
    wrong = [finding for finding in check_environment(root) if not finding.ok]
    if not wrong:
        return
    mends = list(dict.fromkeys(finding.mend for finding in wrong))
    text = "\n".join([*(f"{finding.name}: {finding.problem}" for finding in wrong), "To mend it:",
                      *(f"    {mend}" for mend in mends)])
    if any(finding.missing for finding in wrong):
        raise Stop(text)
    print(f"{text}\nJupyterLab opens all the same; numbers and pictures may differ from the stored ones.", file=sys.stderr)


def check_kernel() -> None:
    """The notebooks ask for the kernel ``python3``: what answers to that name must be this environment's Python."""
    from jupyter_core.paths import jupyter_path

    for folder in jupyter_path("kernels"):
        file = Path(folder, "python3", "kernel.json")
        try:
            program = json.loads(file.read_text(encoding="utf-8"))["argv"][0]
        except FileNotFoundError:
            continue
        except (OSError, ValueError, LookupError, TypeError):
            program = None
        if program is not None and is_this_python(program):
            return
        what = "is damaged" if program is None else f"starts {program}, which is not this environment ({sys.executable})"
        mend = f"Rename or remove that folder ({file.parent})"
        if str(folder).startswith(tuple(filter(None, os.environ.get("JUPYTER_PATH", "").split(os.pathsep)))):
            mend += ", or unset the variable JUPYTER_PATH, through which it is found"
        raise Stop(f"The kernel 'python3' {what}, so the lessons would not find their packages.\n{mend}, and try again.")
    # none registered: Jupyter then takes the ipykernel of this environment, which check_packages has seen


def is_this_python(program: str) -> bool:
    """Whether a kernel's program is this Python. Jupyter replaces a bare ``python`` by the Python that it runs in."""
    if re.fullmatch(r"python(\d+(\.\d+)?)?(\.exe)?", program, re.IGNORECASE):
        return True
    folder = os.path.realpath(os.path.dirname(program))  # not of the program: an environment's python is a link
    return os.path.normcase(folder) == os.path.normcase(os.path.realpath(os.path.dirname(sys.executable)))


def find_notebook(root: Path, notebook: str | None) -> Path:
    """The notebook that a reader asks for, by lesson or by path; it has to lie in the course."""
    lessons = sorted((root / "notebooks").glob("*.ipynb"))
    if notebook is None:
        path = root / "notebooks" / f"{FIRST}.ipynb"
        if path.is_file():
            return path
        raise Stop(f"notebooks/{FIRST}.ipynb is missing in {root}.\n"
                   "To mend it: 'git checkout -- notebooks' brings it back, 'make build' makes it anew.")
    for path in (root / notebook, Path(notebook)):
        if path.suffix == ".ipynb" and path.is_file():
            path = path.resolve()
            if path.is_relative_to(root):
                return path
            raise Stop(f"{path} is outside the folder of the course ({root}). Open it with JupyterLab itself.")
    try:
        return root / "notebooks" / f"{pick(notebook, [path.stem for path in lessons])}.ipynb"
    except ValueError as error:
        raise Stop(str(error)) from None


def bring_exercises(root: Path) -> None:
    """Give the learner a copy of each exercise; where that is not possible say so, and go on to the lessons."""
    try:
        bring(root)
    except NoWork as reason:
        print(reason, file=sys.stderr)


def check_port(port: int) -> None:
    """Stop if the server could not have this port."""
    if not 0 <= port <= 65535:
        raise Stop(f"A port is a number from 0 to 65535, got {port}.")
    with socket.socket() as probe:
        if os.name != "nt":  # as the server does it: a connection just closed does not count as taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError:
            raise Stop(f"Port {port} may not be used by you. Take one from 1024 up, or leave the port out.") from None
        except OSError:
            raise Stop(f"Port {port} is taken, perhaps by a JupyterLab that still runs.\n"
                       "Leave the port out, and JupyterLab takes the next free one; or name another one: "
                       f'make lab ARGS="--port {min(port + 1, 65535)}"') from None


def warn_if_read_only(folder: Path) -> None:
    """Say so if changes cannot be saved; that is no reason to stop."""
    if not os.access(folder, os.W_OK):
        print(f"{folder} cannot be written to: the lessons run, but changes cannot be saved.\n"
              "To keep your work, copy the folder of the course to a place of your own and open it there.", file=sys.stderr)


def is_root() -> bool:
    """Whether this is the superuser, whom JupyterLab refuses unless told otherwise."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
