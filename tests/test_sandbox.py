"""What a student's code cannot do, each thing tried: read, write, connect, outlive, grow, forge."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from grading_exercises import E1, E2, QUICK, run

import pe_lessons
from pe_lessons.course.grading import marking, sandbox, supervise, warm

ROOT = Path(__file__).parents[1]
PACKAGE = Path(pe_lessons.__file__).parent
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="notebooks are run in forked processes, which this system has not")


def test_a_folder_that_nobody_may_look_into_is_found(tmp_path):
    """Without namespaces root cannot have a notebook run with what lies there."""
    inside = tmp_path / "closed" / "course"
    inside.mkdir(parents=True)
    (tmp_path / "closed").chmod(0o700)
    assert sandbox.closed_to_nobody(inside)


@pytest.fixture
def fenced():
    one = supervise.warmed()
    if one.held != "namespaces":
        pytest.skip(f"this system allows no namespaces ({one.why})")


@pytest.fixture(params=["namespaces", "limits"])
def both(request, monkeypatch):
    """Behind the fence, and with plain limits only."""
    if request.param == "namespaces":
        request.getfixturevalue("fenced")
    else:
        if os.geteuid() == 0 and (closed := sandbox.closed_to_nobody(PACKAGE)):
            pytest.skip(f"root is asked to mark with what the user nobody cannot read ({closed})")
        plain = warm.Warmed(namespaces=False)
        monkeypatch.setattr(supervise._local, "warmed", plain, raising=False)
        yield request.param
        plain.close()
        return
    yield request.param


def alive(mark):
    """Processes that have `mark` in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark in path.read_text(errors="replace") and int(path.parent.name) != os.getpid():
                found.append(path.parent.name)
        except OSError:
            pass
    return found


# -- reading -----------------------------------------------------------------------------------------------------------


def test_neither_solutions_nor_tests_nor_other_people_are_there(fenced, tmp_path):
    (tmp_path / "other.ipynb").write_text("theirs")
    for path in (tmp_path, tmp_path / "other.ipynb"):
        path.chmod(0o755)
    paths = [ROOT / name for name in ("solutions", "source", "tests", "exercises", "notebooks", "README.md", ".git")]
    paths += [tmp_path, tmp_path / "other.ipynb", Path.home() / ".bashrc", "/etc/passwd", "/proc/self", "/proc/1/root", "/sys", "/scratch/job"]
    paths += [PACKAGE / "checks" / f"{name}.py" for name in ("catalogue", "lesson2", "questions", "readings")] + [PACKAGE / "course/cli.py"]
    seen, _ = run(f"import os\nprobe = [path for path in {list(map(str, paths))} if os.path.exists(path)]")
    assert seen == []


def test_no_exercise_is_in_the_process(both):
    seen, _ = run("""
import gc, sys
probe = [name for name in sys.modules if name.startswith("pe_lessons.checks.")]
try:
    import pe_lessons.checks.catalogue
    probe.append("imported")
except ImportError:
    pass
probe += [type(o).__name__ for o in gc.get_objects() if type(o).__name__ in ("Exercise", "Misconception", "Tolerance") and hasattr(o, "right")]
""")
    assert set(seen) == {f"pe_lessons.checks.{name}" for name in ("answers", "calls", "exercise", "given", "looks")}


def test_nothing_right_is_up_the_stack():
    value, _ = run("""
import sys
found = []
def sinusoidal_encoding(n, d):
    frame = sys._getframe()
    while frame:
        for values in (frame.f_locals, frame.f_globals):
            found.extend(name for name, value in list(values.items()) if name in ("want", "right", "exercise", "verdict") or hasattr(value, "misconceptions"))
        frame = frame.f_back
    return found
""", exercises=(E1,))
    assert value == []


# -- writing -----------------------------------------------------------------------------------------------------------


def test_only_the_copy_can_be_written_to(fenced, tmp_path):
    tmp_path.chmod(0o777)
    places = ["/", "/usr", "/etc", "/dev", "/proc", str(tmp_path), str(ROOT), str(PACKAGE), sys.prefix, str(Path.home())]
    seen, _ = run(f"""
import os
probe = []
for place in {places}:
    try:
        os.makedirs(place, exist_ok=True)
        open(os.path.join(place, "was-here"), "w").close()
        probe.append(place)
    except OSError:
        pass
open("mine.txt", "w").write("x")
import tempfile
tempfile.TemporaryFile().close()
probe.append(os.listdir("."))
""", files={"words.txt": b"one two"})
    *written, copy = seen
    assert sorted(copy) == ["mine.txt", "words.txt"]
    assert written in ([], [str(tmp_path)])  # /tmp is a folder of the student's own, unless this Python lies in it
    assert list(tmp_path.iterdir()) == []


def test_the_disk_is_small(fenced):
    seen, _ = run("""
probe = 0
try:
    for n in range(20):
        with open(f"{n}.bin", "wb") as file:
            probe += file.write(bytes(2_000_000))
except OSError:
    pass
try:
    open("large.bin", "wb").write(bytes(30_000_000))
except OSError as error:
    probe = [probe, type(error).__name__]
""", limits=replace(QUICK, disk=10_000_000, file=3_000_000))
    assert seen[0] < 10_000_000 and seen[1] == "OSError"


def test_rights_cannot_be_had_back(fenced):
    seen, _ = run("""
import ctypes, os, resource
libc = ctypes.CDLL(None)
probe = [libc.mount(b"tmpfs", b"/usr", b"tmpfs", 0, None), libc.umount2(b"/proc", 2), libc.chroot(b"/"), libc.sethostname(b"x", 1)]
libc.unshare(0x10020000)
probe += [libc.umount2(b"/proc", 2), int(os.path.exists("/proc/self"))]
try:
    os.setuid(0)
    probe.append("root")
except OSError:
    pass
for limit in (resource.RLIMIT_AS, resource.RLIMIT_NPROC):
    try:
        resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        probe.append("limit")
    except (OSError, ValueError):
        pass
""")
    assert seen == [-1, -1, -1, -1, -1, 0]


# -- the network, and other processes ----------------------------------------------------------------------------------


def test_no_socket_leads_anywhere(fenced):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        seen, _ = run(f"""
import socket
probe = []
for address in (("127.0.0.1", {server.getsockname()[1]}), ("192.0.2.1", 80)):
    try:
        socket.create_connection(address, timeout=0.5)
        probe.append(address)
    except OSError:
        pass
try:
    socket.getaddrinfo("example.org", 80)
    probe.append("name")
except OSError:
    pass
""")
    assert seen == []


def test_processes_are_few(fenced):
    seen, _ = run("""
import os, time
probe = 0
while probe < 200:
    try:
        if os.fork() == 0:
            time.sleep(100)
            os._exit(0)
    except OSError:
        break
    probe += 1
""", limits=replace(QUICK, processes=10))
    assert 0 < seen <= 10


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_nothing_outlives_its_run(both):
    mark = f"pe-lessons-test-{os.getpid()}-{both}"
    code = f"import os, time; os.fork() or (os.setsid(), os.fork() or time.sleep(600)); '{mark}'"
    seen, _ = run(f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {code!r}])\nimport time\ntime.sleep(0.5)\nprobe = 1")
    assert seen == 1
    assert alive(mark) == []


def test_no_other_process_can_be_signalled(fenced):
    seen, _ = run(f"""
import os
probe = []
for number in ({os.getpid()}, {os.getppid()}, {supervise.warmed().process.pid}):
    try:
        os.kill(number, 0)
        probe.append(number)
    except OSError:
        pass
""")
    assert seen == []


# -- time, memory, output ----------------------------------------------------------------------------------------------


def test_an_endless_loop_costs_its_cell_only(both):
    seen, remarks = run("probe = 1", "while True:\n    pass", "probe += 1")
    assert seen == 2 and remarks == ["cell 2 was stopped after 1 s"]


def test_whoever_ignores_the_interrupt_is_ended(both):
    seen, remarks = run("probe = 1", "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass", "probe += 1")
    assert seen == 2 and remarks == ["cell 2 was ended: it ran longer than 1 s and ignored the interrupt"]


def test_memory_is_limited(both):
    seen, remarks = run("probe = 1", "rows = []\nwhile True:\n    rows.append(bytearray(10_000_000))", "probe += 1", limits=replace(QUICK, seconds=10.0, memory=600_000_000))
    assert seen == 2 and remarks == ["cell 2: stopped with MemoryError"]


def test_a_flood_of_output_is_dropped(both):
    seen, remarks = run("print('x' * 30_000_000)\nimport os\nos.write(1, b'y' * 1000)\nprobe = 1")
    assert seen == 1 and remarks == ["cell 1: printed more output than is kept; the rest was dropped"]


def test_a_process_that_ends_is_run_again_past_that_cell(both):
    seen, remarks = run("import os\nprobe = 1", "os._exit(3)", "probe += 1", "os.kill(os.getpid(), 9)", "probe += 1", "import ctypes\nctypes.string_at(0)")
    assert seen == 3
    assert remarks == ["cell 2 ended its process (exit code 3)", "cell 4 crashed its process (SIGKILL)", "cell 6 crashed its process (SIGSEGV)"]


def test_the_whole_has_a_limit_too():
    _, remarks = run(*["while True:\n    pass"] * 5, limits=replace(QUICK, seconds=0.3, total=1.0))
    assert remarks[-1].endswith("after 1 s in all") and len(remarks) <= 4


# -- marks -------------------------------------------------------------------------------------------------------------

RIGHT = Path(__file__).parent / "data/field/submissions/ok_reference.ipynb"
WRONG = "import numpy as np\ndef sinusoidal_encoding(n_positions, d_model):\n    return np.zeros((n_positions, d_model))\n"


def marked(*cells, limits=QUICK):
    import nbformat

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    files = {"a.ipynb": nbformat.writes(notebook).encode()}
    return marking.mark(marking.Packed("a", files, ("a.ipynb",), (), ()), {"e1": E1, "e2": E2}, limits)


@pytest.mark.parametrize("cheat", [
    "np.allclose = np.array_equal = np.abs = lambda *a, **k: True",
    "import pe_lessons\npe_lessons.check = lambda *a: 'correct'\nimport pe_lessons.checks as checks\nchecks.verdict = checks.check = pe_lessons.check",
    "import io, sys\nsys.stdout = sys.stderr = io.StringIO()\nprint('e1: correct')",
    "class Same(np.ndarray):\n    def __eq__(self, other):\n        return True\n    def tobytes(self):\n        return b''\n    @property\n    def shape(self):\n        return (1,)\n"
    "old = sinusoidal_encoding\nsinusoidal_encoding = lambda n, d: old(n, d).view(Same)",
    "import pe_lessons.checks.calls as calls, pe_lessons.checks.answers as answers\ncalls.hand_in = answers.is_blank = lambda *a, **k: True",
    "from pe_lessons.course.grading import runner\nrunner.protocol.pack_handed = lambda *a: [[[1.0, None, '', False]], False, '', None, ['a', 'b'], None]",
    "import json, os, struct\ntext = json.dumps({'message': {'handed': 'e1', 'how': 'checked', 'status': 'correct', 'points': 2, "
    "'what': [[[True, None, '', False]] * 3, False, '', None, ['correct', 'x'], None]}, 'arrays': []}).encode()\n"
    "os.write(3, struct.pack('<II', len(text), 0) + text)",
    "import os\nos.write(3, b'\\xff' * 100_000)",
    "import os, struct\nos.write(3, struct.pack('<II', 60, 0) + b'{\"message\": {\"cell\": 10000000000000}, \"arrays\": []}' + b' ' * 8)",
    "import os\nos.close(3)",
    "from IPython.core.interactiveshell import InteractiveShell\nInteractiveShell.run_cell = lambda *a, **k: None",
])
def test_no_trick_earns_points(cheat):
    done = marked(WRONG, cheat, "from pe_lessons import check\ncheck('e1')")
    assert done.results["e1"].points == 0, done
    assert done.points == 0 and all(len(text) < 300 for text in done.remarks)


def test_the_last_answer_that_was_checked_counts_or_the_name():
    right = json.loads(RIGHT.read_text())["cells"][2]["source"]
    right = right if isinstance(right, str) else "".join(right)
    check = "from pe_lessons import check\ncheck('e1', sinusoidal_encoding)"
    assert marked(WRONG, check, right, check).points == 2
    assert marked(WRONG, right).points == 2  # without a check
    assert marked(WRONG, right, "def check(*a):\n    print('e1: wrong')\ncheck('e1')").points == 2
    assert marked("import numpy as np", right, check, WRONG).points == 2  # the name was bound again behind it
    assert marked("import numpy as np", right, "check = None", "from pe_lessons import check\ncheck('e1', ...)").points == 2  # nothing was handed in there
    assert marked("two = 2\nfrom pe_lessons import check\nassert check('e2').status == ''").points == 1
    done = marked("tow = 3")
    assert done.results["e2"].seen == "There is no `two` in the notebook that was handed in, but there is `tow`. The check looks for the name `two`."


def test_a_check_that_never_ends_is_named_and_the_rest_marked():
    loop = "def sinusoidal_encoding(n, d):\n    while True:\n        {}\n"
    done = marked("from pe_lessons import check", loop.format("pass") + "check('e1')", "two = 2")
    assert (done.results["e1"].reason, done.points, done.remarks) == ("interrupted", 1, ("the check of e1 was stopped after 1 s",))
    assert "in line " in done.results["e1"].seen
    stubborn = "try:\n            __import__('time').sleep(9)\n        except BaseException: pass"
    done = marked("from pe_lessons import check", loop.format(stubborn) + "check('e1')", "two = 2")
    assert (done.results["e1"].reason, done.points) == ("interrupted", 1)
    assert done.remarks == ("the check of e1 was ended: it ran longer than 1 s and ignored the interrupt",)


def test_input_exit_and_magics_are_remarks():
    done = marked("name = input('who?')", "import sys\nsys.exit()", "exit()", "quit", "%nothing 1\ntwo = 2", "%%nothing\nx", "import os\nos.chdir('..')\n")
    assert done.points == 1
    said = " ".join(done.remarks)
    for words in ("cell 1 (code cell 1: name = input('who?')): asks for input()", "cell 2", "cell 3", "no magic %nothing", "no magic %%nothing"):
        assert words in said


def test_the_warmed_process_is_tried_before_it_is_believed(monkeypatch):
    monkeypatch.setattr(supervise._local, "warmed", None, raising=False)
    monkeypatch.setattr(supervise.Watch, "_hear", lambda self, message, arrays: setattr(self, "tried", ["the network can be reached"]))
    one = supervise.warmed()
    try:
        assert one.held == "limits" and one.why
    finally:
        one.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_warmed_process_has_one_thread():
    assert len(os.listdir(f"/proc/{supervise.warmed().process.pid}/task")) == 1
