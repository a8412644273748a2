"""Marking on a Dask cluster: the same work, whole submissions sent, a lost worker replaced."""

import os
import signal
import sys
from pathlib import Path

import pytest

from pe_lessons.course.grading import cluster
from pe_lessons.course.grading.records import Marked, Submission


def marked(submission, suffix=""):
    """What stands for marking: it reads the files, as marking does."""
    if submission.folder is None:
        return Marked(submission.student, {}, ("nothing handed in",))
    names = sorted(path.relative_to(submission.folder).as_posix() for path in submission.folder.rglob("*") if path.is_file())
    (submission.folder / "left behind").touch()
    return Marked(submission.student, {}, (*names, (submission.folder / submission.notebooks[0]).read_text() + suffix))


def die_once(submission, flag):
    """Kills the worker that it runs on, the first time."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return marked(submission)
    os.kill(os.getpid(), signal.SIGKILL)


def submissions(folder):
    made = [Submission("nobody")]
    for number in range(6):
        one = folder / f"student {number}"
        (one / "data").mkdir(parents=True)
        (one / "a.ipynb").write_text(f"answer {number}")
        (one / "data/words.txt").touch()
        (one / "link").symlink_to("/etc/passwd")
        made.append(Submission(one.name, one, (Path("a.ipynb"),)))
    return made


@pytest.fixture(scope="module")
def address():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1") as made:
        yield made.scheduler_address


def test_a_cluster_gives_what_this_machine_gives(address, tmp_path):
    students = submissions(tmp_path)
    with cluster.Cluster(address) as executor:
        done = [future.result() for future in [executor.submit(marked, one, suffix="!") for one in students]]
    assert [one.remarks for one in done] == [("nothing handed in",)] + [("a.ipynb", "data/words.txt", f"answer {n}!") for n in range(6)]
    assert not list(tmp_path.rglob("left behind"))
    with cluster.Cluster(address) as executor:  # it was left, not ended
        assert executor.submit(marked, students[0]).result() == done[0]


def test_a_lost_worker_costs_nothing_but_time(address, tmp_path):
    students = submissions(tmp_path)
    with cluster.Cluster(address) as executor:
        futures = [executor.submit(die_once, one, str(tmp_path / "flag")) for one in students[1:]]
        done = [future.result() for future in futures]
    assert (tmp_path / "flag").exists()
    assert [one.remarks for one in done] == [("a.ipynb", "data/words.txt", f"answer {n}") for n in range(6)]


def test_a_worker_with_another_version_is_named(address, monkeypatch):
    monkeypatch.setattr(cluster, "__version__", "9.9")
    with pytest.raises(cluster.NoCluster, match=r"the worker tcp://\S+ has pe-lessons 0\.\S+; this is 9\.9"):
        cluster.Cluster(address)


@pytest.mark.parametrize("wrong", ["tcp://127.0.0.1:9", "nothing", "foo://127.0.0.1:8786"])
def test_no_scheduler(wrong, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "SECONDS_TO_ANSWER", 2)
    with pytest.raises(cluster.NoCluster, match=f"no Dask scheduler answers at '{wrong}'"):
        cluster.Cluster(wrong)


def test_a_scheduler_without_workers():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as made:
        with pytest.raises(cluster.NoCluster, match="has no worker; start some with: dask worker tcp://"):
            cluster.Cluster(made.scheduler_address)


def test_distributed_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(cluster.NoCluster, match=r'pip install "pe-lessons\[cluster\]"'):
        cluster.Cluster("tcp://127.0.0.1:8786")
