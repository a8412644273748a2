"""The warmed process: it has imported what a notebook needs, goes behind its fence, and forks a process for each notebook.

It is started by `warm.Warmed` and holds no right answer. ``keep`` is a process between it and the student's: it builds
the namespaces, hands on the signals that it is told to, and sees that nothing of a run outlives it.
"""

import os
import select
import shutil
import signal
import socket
import sys
import types
from pathlib import Path

INTERRUPT, KILL = b"i", b"k"


def without_exercises():
    """Put in the place of ``pe_lessons.checks`` a package that finds its modules one by one and loads no exercise."""
    import pe_lessons

    package = types.ModuleType("pe_lessons.checks")
    package.__path__ = [str(Path(pe_lessons.__file__).parent / "checks")]
    sys.modules[package.__name__] = pe_lessons.checks = package
    return package


def warm():
    """Import what the notebooks of the course import; the shell that will run the cells, and the stand-in for the checks."""
    import matplotlib

    matplotlib.use("agg")
    package = without_exercises()
    from pe_lessons import figures, training  # noqa: F401

    from . import runner

    return runner.shell(), package


def main():
    """Serve the jobs that come over standard input, one at a time, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever needs it sets it
    end_with_grader()
    control = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    shell, checks = warm()
    from . import sandbox, wire

    start, _ = wire.receive(control)
    held, why = "limits", ""
    if start["namespaces"]:
        try:
            Path("/proc/self/oom_score_adj").write_text("1000")  # if memory ends, not the grader's
            sandbox.enclose(start["scratch"], start["package"], start["hidden"])
            held, start["scratch"] = "namespaces", "/scratch"
        except (OSError, KeyError, AttributeError) as error:  # the last two: no Linux, or no processor that is known
            why = str(error) or type(error).__name__
    wire.send(control, {"held": held, "why": why})
    while True:
        job = next_job(control)
        if job is None:
            return
        keeper = os.fork()
        if keeper == 0:
            code = 1
            try:
                keep(control, job, start, held, shell, checks)
                code = 0
            finally:
                os._exit(code)
        os.waitpid(keeper, 0)
        wire.send(control, {"free": True})


def end_with_grader():
    """A grader that is killed while this process imports: what is written from then on would stay behind."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG; later on the end of the connection tells it
        if os.getppid() != int(sys.argv[1]):
            os._exit(1)


def next_job(control):
    """The connection to the grader for one run; bytes that were meant for the run before are dropped."""
    while True:
        said, sent, _, _ = socket.recv_fds(control, 1, 1)
        if not said:
            return None
        if sent:
            return socket.socket(fileno=sent[0])


def keep(control, connection, start, held, shell, checks):
    """Run one notebook in a process of its own and stay until it has ended."""
    from . import sandbox, wire

    job, arrays = wire.receive(connection)
    limits = sandbox.Limits(**job["limits"])
    folder = os.path.join(start["scratch"], "job")
    try:
        if held == "namespaces":
            folder = sandbox.isolate(folder, limits)
        else:
            closed = os.geteuid() == 0 and sandbox.closed_to_nobody(start["package"])
            if closed:
                raise PermissionError(f"root marks without namespaces, and the user nobody, who runs the notebooks then, cannot look into {closed}; "
                                      "mark as an ordinary user, or with a Python and a course that all may read")
            sandbox.adopt_orphans()
            sandbox.become_nobody(folder)
    except (OSError, shutil.Error) as error:
        wire.send(control, {"ended": None, "problem": str(error)[:200]})
        return
    woken, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    student = os.fork()
    if student == 0:
        code = 70
        try:
            sandbox.restrict(limits, alone=held == "namespaces")
            if held == "namespaces":
                under_init()
            be_student(connection, job, arrays, folder, start, held, shell, checks)
            code = 0
        finally:
            os._exit(code)
    connection.close()
    code = watch(student, control, woken)
    clear(student)
    wire.send(control, {"ended": code, "problem": ""})


def under_init():
    """Leave this process behind as the first one of its namespace, where signals and orphans go; go on in a new one."""
    student = os.fork()
    if student == 0:
        return
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, lambda *_: os.kill(student, signal.SIGINT))
    while True:
        ended, status = os.wait()
        if ended == student:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)


def be_student(connection, job, arrays, folder, start, held, shell, checks):
    from . import runner, sandbox, wire

    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    tube = connection.fileno()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.dup2(tube, 3)
    connection.detach()
    os.closerange(4, 1024)
    connection = socket.socket(fileno=3)
    os.chdir(folder)
    sys.path.insert(0, "")  # modules beside the notebook are found, as in a kernel
    temporary = sandbox.TEMPORARY if held == "namespaces" else folder
    os.environ.update(HOME=temporary, TMPDIR=temporary, USER="student", LOGNAME="student")
    if job["try"]:
        wire.send(connection, {"tried": sandbox.tried(start["package"], start["hidden"])})
    else:
        runner.Run(connection, job, arrays, shell, checks).run()


def watch(student, control, woken):
    """Wait for the end of the student's process; its exit code, negative for a signal. A grader that is gone ends it as well."""
    listening = [woken, control]
    while True:
        ready, _, _ = select.select(listening, [], [])
        if woken in ready:
            woken.recv(64)
        if control in ready:
            said = control.recv(1)
            if not said:
                listening.remove(control)
            os.kill(student, signal.SIGINT if said == INTERRUPT else signal.SIGKILL)
        while True:
            try:
                ended, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return None
            if ended == student:
                code = os.waitstatus_to_exitcode(status)
                return 128 - code if code > 128 else code  # the first process of a namespace says it so
            if not ended:
                break


def clear(student):
    """End what the student's process left behind, where no namespace has ended it already."""
    try:
        os.killpg(student, signal.SIGKILL)
    except OSError:
        pass
    while True:
        children = Path(f"/proc/self/task/{os.getpid()}/children")
        try:
            for child in children.read_text().split():
                os.kill(int(child), signal.SIGKILL)
        except OSError:  # no such list on this system, or /proc is hidden
            return
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


if __name__ == "__main__":
    main()
