"""Side by side: an executor with few tasks in it at once, which survives the end of a process of its own."""

import concurrent.futures as cf
import multiprocessing
import multiprocessing.connection
import os
import tempfile
import threading
from concurrent.futures import BrokenExecutor
from multiprocessing import resource_tracker

from .stopping import listen_to_parent, undisturbed

TRIES = 3


class Pool:
    """Processes of this machine, `jobs` of them, or an executor that is given, which is not shut down.

    Parameters
    ----------
    executor : concurrent.futures.Executor or None
    jobs : int
    scratch : path
        A folder that the processes put theirs into; whoever made it removes it.
    """

    def __init__(self, executor, jobs, scratch):
        self.given, self.executor, self.jobs, self.scratch = executor, executor, jobs, str(scratch)
        self.most = 2 * jobs if executor is None else 4 * jobs

    def __enter__(self):
        self.before = set(multiprocessing.active_children())
        return self

    def __exit__(self, kind, *_):
        if self.given is None and self.executor is not None:
            if kind is None:
                self.executor.shutdown(wait=True, cancel_futures=True)
                return
            with undisturbed():
                for process in set(multiprocessing.active_children()) - self.before:
                    process.kill()  # what runs may run for minutes
                self.executor.shutdown(wait=True, cancel_futures=True)

    def _submit(self, function, packed):
        if self.given is not None:
            return self.executor.submit(function, packed)
        resource_tracker.ensure_running()  # whose own start, which the first process brings about, would let the signals through
        with undisturbed():  # what is started here would answer Ctrl+C with a traceback while it imports
            if self.executor is None:
                self.executor = cf.ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), _begin, (self.scratch,))
            return self.executor.submit(function, packed)

    def map(self, function, named):
        """Run ``function(packed)`` for each ``(name, packed)``.

        Yields
        ------
        (str, object, object, Exception or None)
            Name, packed, what came of it, or the error that is left after some tries; as they come.
        """
        named, running, tries, again = iter(named), {}, {}, []
        while True:
            while len(running) < self.most:
                name, packed = again.pop() if again else next(named, (None, None))
                if name is None:
                    break
                try:
                    running[self._submit(function, packed)] = name, packed
                except BrokenExecutor:
                    self._renew()
                    again.append((name, packed))
            if not running:
                return
            done, _ = cf.wait(running, return_when=cf.FIRST_COMPLETED)
            for future in done:
                name, packed = running.pop(future)
                try:
                    result, trouble = future.result(), None
                except Exception as error:
                    tries[name] = tries.get(name, 0) + 1
                    if isinstance(error, BrokenExecutor) and tries[name] < TRIES:
                        self._renew()
                        again.append((name, packed))
                        continue
                    result, trouble = None, error
                yield name, packed, result, trouble

    def _renew(self):
        if self.given is None and self.executor is not None:
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = None


def _begin(scratch):
    """In a process of the pool: its temporary files lie in `scratch`, and it ends when the one that marks the class has ended, in whatever way."""
    listen_to_parent()
    tempfile.tempdir = scratch
    parent = multiprocessing.parent_process()

    def wait():
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
