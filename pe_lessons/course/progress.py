"""One line for each finished task, and in a terminal a live line for those that run."""

import sys
import threading
import time
from contextlib import contextmanager


class Progress:
    """Progress of tasks that run side by side in threads.

    `say` gets a line for each finished task; in a terminal the last line shows who is where.
    """

    def __init__(self, say, stream=sys.stderr):
        self.say = say
        self.stream = stream if stream.isatty() else None
        self.lock = threading.Lock()
        self.running = {}

    @contextmanager
    def task(self, name):
        """A task that runs: call its ``at(index, count)`` on the way, and ``done(text)`` at the end."""
        task = _Task(self, name)
        try:
            yield task
        finally:
            self.show(name, None)

    def show(self, name, where, line=None):
        """Note where a task is (None: no longer running), print `line` if there is one, redraw the live line."""
        with self.lock:
            self.running.pop(name, None)
            if where is not None:
                self.running[name] = where
            if self.stream:
                self.stream.write("\r\x1b[2K")
                self.stream.flush()
            if line:
                self.say(line)
            if self.stream and self.running:
                self.stream.write("  " + ",  ".join(f"{n} {w}" for n, w in self.running.items())[:100])
                self.stream.flush()


class _Task:
    def __init__(self, progress, name):
        self.progress, self.name, self.started = progress, name, time.perf_counter()

    def at(self, index, count):
        self.progress.show(self.name, f"{index + 1}/{count}")

    def done(self, text):
        seconds = time.perf_counter() - self.started
        self.progress.show(self.name, None, f"  {self.name:44s} {text} {seconds:5.1f} s")
