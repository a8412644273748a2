"""A class whose marking is stopped: one line is said, nothing of a student's stays behind, nothing runs on, and the same command goes on."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from test_marking import contents, descendants, handed_in, runs  # noqa: F401

from pe_lessons.course import cli
from pe_lessons.course.grading import stopping

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="notebooks are run in forked processes, which this system has not")
SAID = "Stopped; nothing half-written is left. The same command goes on where it stopped."


@pytest.fixture
def temporary(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def marking(handed_in, tmp_path, temporary):  # noqa: F811
    """A run with two students whose notebooks take long, in a process group of its own, as a terminal has it."""
    slow = (handed_in / "Anna/02_frequencies.ipynb").read_text(encoding="utf-8").replace('"import numpy as np\\n"', '"import time; time.sleep(8)\\n", "import numpy as np\\n"')
    assert "sleep" in slow
    for name in ("Carl", "Dora"):
        (handed_in / name).mkdir()
        (handed_in / name / "02_frequencies.ipynb").write_text(slow, encoding="utf-8")
    command = [sys.executable, "-m", "pe_lessons.course.cli", "--root", str(ROOT), "grade", str(handed_in), "--lesson", "02", "--jobs", "2", "--out", str(tmp_path / "report")]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    yield process
    process.kill()
    process.wait()


def when(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.01)


def scratch(temporary):
    return list(temporary.glob("pe-lessons-*"))


def warmed(temporary):
    return list(temporary.glob("pe-lessons-*/running/*"))


def jobs(temporary):
    return list(temporary.glob("pe-lessons-*/running/*/job/*.ipynb"))


def ends(process, number=130):
    below = descendants(process.pid)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == number
    assert [line for line in said.splitlines() if line.strip() and not line.startswith("The course in")] == [SAID], said
    when(lambda: not any(map(runs, below)))


MOMENTS = {"it has begun": (scratch, 0), "its processes import": (scratch, 0.5), "the warmed process begins": (warmed, 0), "a notebook runs": (jobs, 0.5)}


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_says_one_line_and_leaves_nothing(marking, temporary, moment):
    begun, after = MOMENTS[moment]
    when(lambda: begun(temporary))
    time.sleep(after)
    os.killpg(marking.pid, signal.SIGINT)  # a terminal tells everyone
    ends(marking)
    assert list(temporary.iterdir()) == []


def test_ctrl_c_as_soon_as_the_folder_is_there(monkeypatch, temporary):
    make = os.mkdir

    def made(*arguments, **options):
        make(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(os, "mkdir", made)
    with pytest.raises(KeyboardInterrupt), stopping.scratch():
        pass
    assert list(temporary.iterdir()) == []


def test_ctrl_c_again_and_again(marking, temporary):
    when(lambda: jobs(temporary))
    for _ in range(20):
        os.killpg(marking.pid, signal.SIGINT)
        time.sleep(0.005)
    ends(marking)
    assert list(temporary.iterdir()) == []


def test_sigterm_is_as_ctrl_c(marking, temporary):
    when(lambda: jobs(temporary))
    marking.send_signal(signal.SIGTERM)
    ends(marking)
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("which", ["the process of the pool", "the warmed process"])
def test_a_killed_process_leaves_nothing(marking, temporary, which):
    when(lambda: jobs(temporary))
    wanted = "spawn_main" if "pool" in which else "zygote"
    for pid in descendants(marking.pid):
        if runs(pid) and wanted in Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace"):
            os.kill(pid, signal.SIGKILL)
            break
    else:
        pytest.fail(f"there is no {wanted}")
    time.sleep(0.3)
    os.killpg(marking.pid, signal.SIGINT)
    ends(marking)
    assert list(temporary.iterdir()) == []


def test_the_same_command_goes_on(marking, temporary, handed_in, tmp_path, capsys):  # noqa: F811
    when(lambda: list((tmp_path / "report/.marks").glob("*.json")))
    os.killpg(marking.pid, signal.SIGINT)
    ends(marking)
    again = ["--root", str(ROOT), "grade", str(handed_in), "--lesson", "02", "--jobs", "2", "--out"]
    assert cli.main([*again, str(tmp_path / "report")]) == cli.main([*again, str(tmp_path / "other")]) == 0
    assert contents(tmp_path / "report") == contents(tmp_path / "other")
    first, second = (line for line in capsys.readouterr().out.splitlines() if "of them now" in line)
    assert "4 submissions, 4 of them now" not in first and "4 submissions, 4 of them now" in second
