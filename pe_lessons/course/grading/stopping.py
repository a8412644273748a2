"""Ctrl+C while a class is marked: one process hears it, and nothing of a student's stays behind."""

import contextlib
import os
import secrets
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path

TO_GO = 5.0  # seconds in which what has been killed writes no more
ENDINGS = {signal.SIGINT, signal.SIGTERM}


@contextlib.contextmanager
def scratch():
    """A folder for all that is temporary while a class is marked, gone at the end, also if it is an early one.

    SIGTERM comes as Ctrl+C does. The processes of the pool put their folders here, so that they may be killed.
    """
    with _once():
        place = Path(tempfile.gettempdir(), f"pe-lessons-{secrets.token_hex(8)}")  # known before it is there: no moment is too early to remove it
        try:
            place.mkdir(mode=0o700)
            os.chmod(place, 0o711)  # the user nobody, who runs the notebooks where root marks without namespaces, must come through
            yield place
        finally:
            try:
                with undisturbed():
                    _remove(place)
            except KeyboardInterrupt:  # it came on the way in or out; there is no second one
                _remove(place)
                raise


@contextlib.contextmanager
def undisturbed():
    """Put Ctrl+C and SIGTERM off to the end of the block; a process that is started in it is deaf until `listen_to_parent`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def listen_to_parent():
    """In a process that was started `undisturbed`: ignore Ctrl+C, of which the parent knows what is to be done; hear SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)


@contextlib.contextmanager
def _once():
    """SIGTERM is as Ctrl+C, and the first of them is enough: a second one would fall into the tidying up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_):
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: handler for number in ENDINGS if (handler := signal.getsignal(number)) in (signal.SIG_DFL, signal.default_int_handler)}
    try:
        for number in before:
            signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _remove(place):
    until = time.monotonic() + TO_GO
    while True:
        shutil.rmtree(place, ignore_errors=True)
        if not place.exists() or time.monotonic() > until:
            return
        time.sleep(0.05)
