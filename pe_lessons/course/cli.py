"""The command line: ``pe-lessons COMMAND``."""

import argparse
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

from pe_lessons import __version__

from .lessons import find_root, is_course, pick


def build(args):
    """``pe-lessons build``: exit code 1 if a source fails or, with --check, a notebook differs."""
    from .environment import one_blas_thread

    one_blas_thread()  # before NumPy reads it in a kernel
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
        print(f"{error}\nWhat stood in the notebooks before is untouched.", file=sys.stderr)
        return 1
    return 0


def lab(args):
    """``pe-lessons lab``: open JupyterLab."""
    from .lab import lab as start

    return start(args.root, port=args.port, browser=not args.no_browser, notebook=args.lesson)


def reset(args):
    """``pe-lessons reset``: a fresh copy of an exercise; without a name, what there is and how to say it."""
    from . import work

    if args.exercise:
        work.reset(args.root, args.exercise)
        return 0
    print("pe-lessons reset NAME puts a fresh copy of an exercise into work/ and keeps yours under a name with the date.",
          "NAME is one of these, or its number:", *work.overview(args.root), sep="\n")
    return 2


def work(args):
    """``pe-lessons work``: exit code 1 if ``work/`` cannot be used."""
    from .work import NoWork, bring

    try:
        bring(args.root)
    except NoWork as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


def validate(args):
    """``pe-lessons validate``: exit code 1 if anything does not hold."""
    from . import environment

    if any(finding.missing for finding in environment.check_environment(args.root)):  # what follows would stop at an import
        print(environment.report(args.root), file=sys.stderr)
        return 1
    from . import outcome
    from . import validate as validator

    if args.html:
        outcome.check_free(args.html)
    steps = validator.validate(args.root, args.names)
    print("", outcome.text(steps), sep="\n")
    if args.html:
        outcome.write_page(steps, args.html)
        print(f"The same as a page: {args.html}")
    return 1 if any(step.findings for step in steps) else 0


def grade(args):
    """``pe-lessons grade``: exit code 1 if anything could not be marked."""
    from .grading.grade import Limits
    from .grading.grade import grade as mark_all

    stems = [path.stem for path in sorted((args.root / "source" / "exercises").glob("*.py"))]
    others = [path.stem for path in sorted((args.root / "source" / "lessons").glob("*.py"))]
    wanted = [pick(name, stems, "exercise") for name in args.lesson] or stems
    with ExitStack() as stack:
        executor, jobs = None, args.jobs
        if args.scheduler:
            from .grading import cluster

            executor, threads = stack.enter_context(cluster.executor(args.scheduler))
            jobs = jobs or threads
        done = mark_all(args.submissions, args.out, wanted, others=[stem for stem in dict.fromkeys(stems + others) if stem not in wanted],
                        limits=Limits(seconds=args.seconds), executor=executor, jobs=jobs)
    if "limits" in done.held:
        print("This system allows no namespaces: the notebooks were held by plain limits, with the network and other files within reach.")
    if done.incomplete:
        print(f"Not marked, or not whole: {', '.join(done.incomplete)}. The report says why.")
    print(f"The report on {done.students} submissions is in {args.out}; begin with index.html.")
    return 1 if done.incomplete else 0


def parser():
    """The commands and their options."""
    top = argparse.ArgumentParser(prog="pe-lessons", description="The positional-encoding course.")
    top.add_argument("--version", action="version", version=f"pe-lessons {__version__}")
    top.add_argument("--root", type=Path, help="the folder of the course (default: found from here upwards)")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    one = commands.add_parser("lab", help="open the course in JupyterLab")
    one.add_argument("lesson", nargs="?", help="a lesson, as 02 or 02_frequencies, or a path, as work/02_frequencies.ipynb (default: the start page)")
    one.add_argument("--port", type=int, help="this port and no other")
    one.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    one.set_defaults(run=lab)

    one = commands.add_parser("reset", help="start an exercise again; the old copy is kept")
    one.add_argument("exercise", nargs="?", metavar="NAME", help="an exercise, as 02 or 02_frequencies (default: list them)")
    one.set_defaults(run=reset)

    one = commands.add_parser("work", help="put a copy of each exercise into work/; lab does this by itself")
    one.set_defaults(run=work)

    one = commands.add_parser("grade", help="mark a class")
    one.add_argument("submissions", type=Path, metavar="SUBMISSIONS", help="a folder with a folder, a zip archive or loose notebooks of each student")
    one.add_argument("--out", type=Path, required=True, metavar="REPORT", help="the folder for the report; a second run goes on from it")
    one.add_argument("--lesson", nargs="+", default=[], metavar="LESSON", help="only these lessons, as 02 or 02_frequencies")
    one.add_argument("--jobs", type=_count, metavar="N", help="how many at once (default: one a core)")
    one.add_argument("--seconds", type=_seconds, default=20.0, metavar="S", help="time for each cell and each check (default: 20)")
    one.add_argument("--scheduler", metavar="ADDRESS", help="mark on the Dask cluster whose scheduler is there, as tcp://10.0.0.5:8786")
    one.set_defaults(run=grade)

    one = commands.add_parser("build", help="make the notebooks from their sources")
    one.add_argument("names", nargs="*", metavar="LESSON", help="only these and their exercises, as 02 or 02_frequencies")
    one.add_argument("--check", action="store_true", help="write nothing; fail if a stored notebook differs")
    one.add_argument("--all", action="store_true", help="also what did not change")
    one.set_defaults(run=build)

    one = commands.add_parser("validate", help="say whether the whole course still holds")
    one.add_argument("names", nargs="*", metavar="LESSON", help="only these and their exercises, as 02 or 02_frequencies")
    one.add_argument("--html", type=Path, metavar="FILE", help="also write the result as a page, as report.html")
    one.set_defaults(run=validate)
    return top


def _count(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"it is {text!r}; a whole number from 1 is wanted")
    return int(text)


def _seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"it is {text!r}; a number of seconds up to 3600 is wanted")
    return value


def main(argv=None):
    """Run a command; the exit code is 0 if all is well, 1 if not, 2 if it could not be tried."""
    args = parser().parse_args(argv)
    try:
        if args.root and not is_course(args.root):
            raise FileNotFoundError(f"{args.root} holds no course (no source/lessons and pyproject.toml)")
        args.root = find_root(args.root)
        if not Path.cwd().resolve().is_relative_to(args.root):
            print(f"The course in {args.root}:")
        return args.run(args)
    except PermissionError as error:
        print(f"pe-lessons: {error.filename} cannot be written to; copy the course to a folder of yours", file=sys.stderr)
        return 2
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        print(f"pe-lessons: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever presses it twice wants no traceback
        more = " The same command goes on where it stopped." if args.command == "grade" else ""
        print(f"\nStopped; nothing half-written is left.{more}", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
