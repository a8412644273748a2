"""The command line: ``pe-lessons COMMAND``."""

import argparse
import sys
from pathlib import Path

from pe_lessons import __version__


def find_root(start=None):
    """The folder of the course: the nearest one upwards that holds its sources and notebooks.

    Raises
    ------
    FileNotFoundError
        Neither the working folder nor the installed package lies in a copy of the course.
    """
    start = Path(start or Path.cwd()).resolve()
    for folder in (start, *start.parents, Path(__file__).resolve().parents[2]):
        if (folder / "source" / "lessons").is_dir() and (folder / "pyproject.toml").is_file():
            return folder
    raise FileNotFoundError(
        f"{start} is not inside a copy of the course (a folder with source/lessons and pyproject.toml); "
        "go there first, or name it with --root"
    )


def build(args):
    from . import build as builder

    if args.check:
        found = builder.check(args.root, args.names)
        for line in found:
            print(line)
        print(f"{len(found)} differences." if found else "Every notebook is what its source makes.")
        return 1 if found else 0
    try:
        builder.build(args.root, args.names, everything=args.all)
    except builder.BuildError as error:
        print(f"{error}\nMend the source and build again; what stood in the notebooks before is untouched.", file=sys.stderr)
        return 1
    return 0


def lab(args):
    from .lab import lab as start

    return start(args.root, port=args.port, browser=not args.no_browser, notebook=args.lesson)


def parser():
    top = argparse.ArgumentParser(prog="pe-lessons", description="The positional-encoding course.")
    top.add_argument("--version", action="version", version=f"pe-lessons {__version__}")
    top.add_argument("--root", type=Path, help="the folder of the course (default: found from here upwards)")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    one = commands.add_parser("lab", help="open the course in JupyterLab")
    one.add_argument("lesson", nargs="?", help="a lesson, as 02 or 02_frequencies (default: the start page)")
    one.add_argument("--port", type=int, help="this port and no other")
    one.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    one.set_defaults(run=lab)

    one = commands.add_parser("build", help="make the notebooks from their sources")
    one.add_argument("names", nargs="*", metavar="LESSON", help="only these, as 02 or 02_frequencies")
    one.add_argument("--check", action="store_true", help="write nothing; fail if a stored notebook differs")
    one.add_argument("--all", action="store_true", help="also what did not change")
    one.set_defaults(run=build)
    return top


def main(argv=None):
    args = parser().parse_args(argv)
    try:
        args.root = args.root.resolve() if args.root else find_root()
        return args.run(args)
    except (FileNotFoundError, ValueError) as error:
        print(f"pe-lessons: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped; nothing half-written is left.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
