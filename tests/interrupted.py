"""A command that gets Ctrl+C while it makes a notebook."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# At 0 and 0.3 seconds the kernel is starting, at 3 it is in the loop.
MOMENTS = (0, 0.3, 3)
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")


def interrupted(course, *words, after):
    """Run ``pe-lessons WORDS``, send SIGINT so many seconds after it began to make a notebook; return exit code and output."""
    command = [sys.executable, "-m", "pe_lessons.course.cli", "--root", str(course), *words]
    process = subprocess.Popen(
        command, cwd=course, env=os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's background job ignores it
    )
    try:
        while "Making 1 notebook" not in (line := process.stdout.readline()):
            assert line, "it ended before the build"
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, said
