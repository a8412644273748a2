"""One notebook run from outside: the warmed process, the clock, what is handed in, and another run past what is stuck."""

import contextlib
import dataclasses
import select
import signal
import socket
import threading
import time
from dataclasses import dataclass, field

from . import protocol, wire, zygote
from .sandbox import Limits
from .warm import Warmed

GRACE = 2.0  # seconds from the interrupt to the end
TO_START = 30.0  # seconds until the first cell
RUNS = 6  # of one notebook; each goes past one more place that ends the process
REMARKS = 20  # of one run
MOST_BYTES = 400_000_000  # that are read from one run
_local = threading.local()


def warmed():
    """The warmed process of this thread, started when first needed, behind the best fence that holds when it is tried."""
    one = getattr(_local, "warmed", None)
    if one is None or one.process.poll() is not None:
        if one is not None:
            one.close()
        one = Warmed()
        if one.held == "namespaces":
            trial = Watch(one, {}, {"cells": [], "exercises": [], "stuck": [], "try": True}, [], Limits(), time.monotonic() + TO_START)
            if trial.tried != []:
                one.close()
                one = Warmed(namespaces=False)
                one.why = "; ".join(trial.tried or [trial.problem or "a first try failed"])
        _local.warmed = one
    return one


# -- one notebook ------------------------------------------------------------------------------------------------------


@dataclass
class Ran:
    """What came of one notebook: ``{id: (how, Handed)}``, remarks, what held it (nothing: it did not run), what kept it from more.

    `stops` has the cells that did not come to their end, ``{number: how}``.
    """

    handed: dict = field(default_factory=dict)
    remarks: list = field(default_factory=list)
    stops: dict = field(default_factory=dict)
    held: str = ""
    why: str = ""


def run(files, cells, exercises, limits):
    """Run the cells of a notebook, once more past each place at which its process has to be ended.

    Parameters
    ----------
    files : dict of str to bytes
        What lies beside the notebook, by its path.
    cells : list of (str, str)
        How each code cell is called in a remark, and its source.
    exercises : iterable of Exercise
        The answers to these are handed in.
    limits : Limits

    Returns
    -------
    Ran
    """
    ran, stuck, packer = Ran(), [], protocol.Packer()
    job = {"exercises": [protocol.pack_cases(exercise, packer) for exercise in exercises], "try": False, "stuck": stuck,
           "cells": [[number, source] for number, (_, source) in enumerate(cells)]}
    until = time.monotonic() + limits.whole
    for _ in range(RUNS):
        one = warmed()
        watch = Watch(one, files, job, packer.arrays, limits, until, [name for name, _ in cells])
        ran.why = one.why
        for identity, (how, handed) in watch.handed.items():
            before = ran.handed.get(identity)
            if before is None or not is_empty(handed) or is_empty(before[1]):
                ran.handed[identity] = how, handed
        ran.remarks += [text for text in watch.remarks if text not in ran.remarks]
        ran.stops |= watch.stops
        if not watch.problem:
            ran.held = one.held
        if watch.ended or watch.place is None or time.monotonic() > until:
            break
        stuck.append(watch.place)
    return ran


def is_empty(handed):
    """Whether nothing was handed in."""
    return handed.blank or handed.absent is not None


class Watch:
    """One run of one notebook, watched to its end.

    Attributes
    ----------
    handed : dict of str to (str, Handed)
        What was handed in, and how: ``"checked"`` or ``"named"``.
    remarks : list of str
    stops : dict of int to str
        The cells that did not come to their end, and how they ended.
    place : str or None
        Where the run was at its end: ``"cell 2"``, ``"check 2.1"``.
    ended : bool
        It came to the end of the notebook.
    tried : list of str or None
        What does not hold, where that was asked.
    problem : str
        Why it did not run at all.
    """

    def __init__(self, one, files, job, arrays, limits, until, names=()):
        self.handed, self.remarks, self.stops, self.place, self.ended, self.tried, self.problem = {}, [], {}, None, False, None, ""
        self.names, self.limits, self.ids = names, limits, {plain["id"] for plain in job["exercises"]}
        self.cell, self.interrupted, self.killed, self.read = -1, False, False, 0
        self.control, self.until = one.control, until
        one.lay_out(files)
        self.connection, theirs = socket.socketpair()
        with self.connection:
            with theirs:
                socket.send_fds(self.control, [b"J"], [theirs.fileno()])
            self._watch({**job, "output": limits.output, "limits": dataclasses.asdict(limits)}, arrays)

    def _watch(self, job, arrays):
        inbox, code = wire.Inbox(), None
        self.deadline = time.monotonic() + TO_START
        with contextlib.suppress(OSError):
            wire.send(self.connection, job, arrays)
        self.connection.setblocking(False)
        open_ends = [self.control, self.connection]
        while True:
            left = min(self.deadline, self.until) - time.monotonic()
            ready, _, _ = select.select(open_ends, [], [], max(left, 0))
            if self.connection in ready and not self._take(inbox):
                open_ends.remove(self.connection)
            if self.control in ready:
                said = wire.receive(self.control)
                if said is None:
                    self.problem = self.problem or "the process that runs the notebooks has ended"
                    break
                if "free" in said[0]:
                    break
                code, self.problem = said[0]["ended"], said[0]["problem"]
            elif left <= 0 and not self.killed:
                self._time_is_up()
        while self.connection in open_ends and self._take(inbox):
            pass
        if not self.ended and not self.killed and self.tried is None:
            self._explain(code)

    def _take(self, inbox):
        """Read what has come; False where nothing more will."""
        try:
            raw = self.connection.recv(1 << 20)
        except BlockingIOError:
            return False
        except OSError:
            return False
        if not raw:
            return False
        self.read += len(raw)
        if self.killed:
            return True
        try:
            if self.read > MOST_BYTES:
                raise wire.Broken("too much")
            for message, arrays in inbox.feed(raw):
                self._hear(message, arrays)
        except wire.Broken:
            self._end(f"{self.where()} sent what is no answer; it was ended")
        return True

    def _hear(self, message, arrays):
        if not isinstance(message, dict):
            raise wire.Broken("no message")
        if "remark" in message:
            if len(self.remarks) < REMARKS and isinstance(message["remark"], str):
                self.remarks.append(f"{self.where()}: {protocol.clean(message['remark'][:200])}")
            return
        if "stopped" in message:
            if isinstance(message["stopped"], str):
                self._stopped(f"stopped with {protocol.clean(message['stopped'][:200])}")
            return
        if self.interrupted:
            self.remarks.append(f"{self.where()} was stopped after {self.limits.seconds:g} s")
            self._stopped(f"was stopped after {self.limits.seconds:g} s")
        if "cell" in message and len(message) == 1:
            number = message["cell"]
            if type(number) is not int or not self.cell < number < len(self.names):
                raise wire.Broken("no cell")
            self.cell, self.place = number, f"cell {number}"
        elif "check" in message:
            if message["check"] not in self.ids:
                raise wire.Broken("no exercise")
            self.place = f"check {message['check']}"
        elif "handed" in message:
            identity, how = message["handed"], message.get("how")
            if identity not in self.ids or how not in ("checked", "named"):
                raise wire.Broken("no exercise")
            handed = protocol.unpack_handed(message.get("what"), arrays)
            if how == "checked" or identity not in self.handed or not is_empty(handed):
                self.handed[identity] = how, handed
            self.place = f"cell {self.cell}" if self.cell >= 0 else None
        elif "end" in message:
            self.ended = True
            self._tell(zygote.KILL)
        elif "tried" in message:
            self.tried = message["tried"]
        else:
            raise wire.Broken("no message")
        self.interrupted, self.deadline = False, time.monotonic() + self.limits.seconds

    def _stopped(self, how):
        """Note how the cell ended that runs; a check that was stopped is no cell."""
        if self.cell >= 0 and self.place == f"cell {self.cell}":
            self.stops[self.cell] = how

    def where(self):
        """The place in words."""
        kind, _, which = (self.place or "").partition(" ")
        return self.names[int(which)] if kind == "cell" else f"the check of {which}" if kind else "the start"

    def _time_is_up(self):
        if time.monotonic() > self.until:
            self._end(f"the notebook was ended in {self.where()}, after {self.limits.whole:g} s in all")
        elif self.place is None:
            self.problem = "the notebook's process did not start in time"
            self._end(self.problem)
        elif not self.interrupted:
            self.interrupted, self.deadline = True, time.monotonic() + GRACE
            self._tell(zygote.INTERRUPT)
        else:
            self._end(f"{self.where()} was ended: it ran longer than {self.limits.seconds:g} s and ignored the interrupt")

    def _end(self, remark):
        self.killed = True
        self.remarks.append(remark)
        self._stopped("was ended")
        self._tell(zygote.KILL)

    def _tell(self, what):
        with contextlib.suppress(OSError):
            self.control.send(what)

    def _explain(self, code):
        if self.problem:
            self.remarks.append(f"not run: {self.problem}")
        else:
            how = (f"crashed its process ({_signal(-code)})" if code is not None and code < 0
                   else "ended its process" + ("" if code is None else f" (exit code {code})"))
            self.remarks.append(f"{self.where()} {how}")
            self._stopped(how)


def _signal(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
