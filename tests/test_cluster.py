"""Marking on a Dask cluster: the executor, what can go wrong with it, and that a lost worker costs nothing but time."""

import os
import signal
import sys
import threading
import time
from concurrent.futures import as_completed

import class_maker
import pytest

from pe_lessons.course import cli
from pe_lessons.course.grading import cluster


def tripled(number):
    return 3 * number


def die_once(number, flag):
    """Kills the worker that it runs on, the first time."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return tripled(number)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(scope="module")
def address():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1") as made:
        yield made.scheduler_address


def test_it_is_an_executor_and_leaves_the_cluster_running(address):
    for _ in range(2):
        with cluster.executor(address) as (executor, threads):
            assert threads == 2
            futures = {executor.submit(tripled, number): number for number in range(20)}
            assert {futures[one]: one.result() for one in as_completed(futures)} == {number: 3 * number for number in range(20)}


def test_a_lost_worker_costs_nothing_but_time(address, tmp_path):
    with cluster.executor(address) as (executor, threads):
        futures = [executor.submit(die_once, number, str(tmp_path / "flag")) for number in range(8)]
        assert [one.result() for one in futures] == [3 * number for number in range(8)]
    assert (tmp_path / "flag").exists()


def test_a_class_marked_on_a_cluster_that_loses_a_worker_gets_the_same_report(address, tmp_path):
    from distributed import Client

    class_maker.make_class(tmp_path / "class", students=8, stems=["02_frequencies"], odd=False)
    submissions = str(tmp_path / "class/submissions")

    def kill_one():
        while not list((tmp_path / "there/.marks").glob("*.json")):  # the first one is marked
            time.sleep(0.05)
        with Client(address, set_as_default=False) as client:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    arguments = ["grade", submissions, "--lesson", "02"]
    there = cli.main([*arguments, "--out", str(tmp_path / "there"), "--scheduler", address])
    killer.join(30)
    assert not killer.is_alive()
    here = cli.main([*arguments, "--out", str(tmp_path / "here")])
    assert there == here
    reports = [{path.relative_to(out): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
               for out in (tmp_path / "here", tmp_path / "there")]
    assert reports[0] == reports[1] and len(reports[0]) > 10


def test_a_worker_with_another_version_is_named(address, monkeypatch):
    monkeypatch.setattr(cluster, "__version__", "9.9")
    with pytest.raises(cluster.NoCluster, match=r"the worker tcp://\S+ has pe-lessons 0\.\S+; this is 9\.9"):
        with cluster.executor(address):
            pass


@pytest.mark.parametrize("wrong", ["tcp://127.0.0.1:9", "nothing", "foo://127.0.0.1:8786"])
def test_no_scheduler(wrong, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "SECONDS_TO_ANSWER", 2)
    with pytest.raises(cluster.NoCluster, match=f"no Dask scheduler answers at '{wrong}'"):
        with cluster.executor(wrong):
            pass


def test_a_scheduler_without_workers():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as made:
        with pytest.raises(cluster.NoCluster, match="has no worker; start some with: dask worker tcp://"):
            with cluster.executor(made.scheduler_address):
                pass


def test_distributed_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(cluster.NoCluster, match=r'pip install "pe-lessons\[cluster\]"'):
        with cluster.executor("tcp://127.0.0.1:8786"):
            pass
