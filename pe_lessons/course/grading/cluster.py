"""Marking on a Dask cluster that is there already: an executor like any other, whose work is done elsewhere.

What is sent is complete: a submission's files go along as bytes, so that a worker needs no folder of ours, only the
same version of this package. A worker that is lost costs nothing but time: Dask gives its submissions to another one.
"""

import asyncio
import tempfile
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from pe_lessons import __version__

SECONDS_TO_ANSWER = 10


class NoCluster(ValueError):
    """Why the cluster cannot be used, in words for the reader."""


class Cluster(Executor):
    """An executor on the cluster whose scheduler answers at `address`, such as ``tcp://10.0.0.5:8786``.

    Its tasks are calls ``function(submission, ...)``; the submission's folder may be one that only this machine has.

    Raises
    ------
    NoCluster
        The package distributed is not installed, no scheduler answers, there is no worker, or one has another version
        of this package.
    """

    def __init__(self, address):
        try:
            from distributed import Client
            from distributed.comm import connect
        except ModuleNotFoundError:
            raise NoCluster('--scheduler needs the package distributed: python -m pip install "pe-lessons[cluster]"') from None
        try:
            asyncio.run(_answers(connect, address))  # a Client that could not connect takes long to go
            self.client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        except Exception as error:  # a wrong address alone has three kinds
            why = ": " + str(error).split("\n")[0] if str(error) else ""
            raise NoCluster(f"no Dask scheduler answers at {address!r}, wanted an address such as tcp://10.0.0.5:8786{why}") from None
        try:
            self._look_at_workers(address)
        except NoCluster:
            self.client.close()
            raise
        self.executor = self.client.get_executor(retries=2)

    def _look_at_workers(self, address):
        versions = self.client.run(version_here, on_error="return")
        if not versions:
            raise NoCluster(f"the scheduler at {address} has no worker; start some with: dask worker {address} --nthreads 1")
        for worker, version in versions.items():
            if version != __version__:
                told = f"pe-lessons {version}" if isinstance(version, str) else f"no pe-lessons that can be used ({version})"
                raise NoCluster(f"the worker {worker} has {told}; this is {__version__}: install the same version there")

    def submit(self, function, /, submission, *args, **kw):
        """Have ``function(submission, *args, **kw)`` called by a worker, on a copy of the submission's files."""
        return self.executor.submit(call_there, function, submission, files_of(submission.folder), *args, **kw)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Leave the cluster; it goes on for others."""
        self.executor.shutdown(wait=wait and not cancel_futures)
        self.client.close()


async def _answers(connect, address):
    channel = await connect(address, timeout=SECONDS_TO_ANSWER)
    await channel.close()


def version_here():
    """The version of this package where it is called."""
    return __version__


def files_of(folder):
    """The regular files of a folder, ``{path within it: bytes}``; no link is followed. None for no folder."""
    if folder is None:
        return None
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(Path(folder).rglob("*")) if path.is_file() and not path.is_symlink()}


def call_there(function, submission, files, *args, **kw):
    """On the worker: lay the files out in a folder of its own and call the function on it."""
    if files is None:
        return function(submission, *args, **kw)
    with tempfile.TemporaryDirectory(prefix="pe-lessons-") as folder:
        for name, data in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return function(replace(submission, folder=Path(folder)), *args, **kw)
