"""Marking on a Dask cluster that is there already: its executor, after a look at who is on it.

The work that is sent is complete, with the files of a submission in it, so a worker needs nothing of this machine but the
same version of this package. A worker that is lost costs nothing but time: Dask gives its work to another one.
"""

import asyncio
from contextlib import contextmanager

from pe_lessons import __version__

SECONDS_TO_ANSWER = 10


class NoCluster(ValueError):
    """Why the cluster cannot be used, in words for the reader."""


@contextmanager
def executor(address):
    """A `concurrent.futures` executor on the cluster whose scheduler answers at `address`, and how much it does at once.

    Parameters
    ----------
    address : str
        Such as ``"tcp://10.0.0.5:8786"``.

    Yields
    ------
    (Executor, int)

    Notes
    -----
    At the end what was not done is taken back; the cluster goes on for others.

    Raises
    ------
    NoCluster
        The package distributed is not installed, no scheduler answers, there is no worker, or one has another version
        of this package.
    """
    client = _client(address)
    try:
        _look_at_workers(client, address)
        yield client.get_executor(), sum(client.nthreads().values())
    finally:
        client.close()


def _client(address):
    try:
        from distributed import Client
        from distributed.comm import connect
    except ModuleNotFoundError:
        raise NoCluster('--scheduler needs the package distributed: python -m pip install "pe-lessons[cluster]"') from None
    try:
        asyncio.run(_answers(connect, address))  # a Client that could not connect takes long to go
        return Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except Exception as error:  # a wrong address alone has three kinds
        why = ": " + str(error).split("\n")[0] if str(error) else ""
        raise NoCluster(f"no Dask scheduler answers at {address!r}, wanted an address such as tcp://10.0.0.5:8786{why}") from None


async def _answers(connect, address):
    channel = await connect(address, timeout=SECONDS_TO_ANSWER)
    await channel.close()


def _look_at_workers(client, address):
    versions = client.run(version_here, on_error="return")
    if not versions:
        raise NoCluster(f"the scheduler at {address} has no worker; start some with: dask worker {address} --nthreads 1")
    for worker, version in versions.items():
        if version != __version__:
            told = f"pe-lessons {version}" if isinstance(version, str) else f"no pe-lessons that can be used ({version})"
            raise NoCluster(f"the worker {worker} has {told}; this is {__version__}: install the same version there")


def version_here():
    """The version of this package where it is called."""
    return __version__
