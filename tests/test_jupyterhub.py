"""The configuration in deploy/jupyterhub, run by a real JupyterHub on this machine's loopback address.

Needs jupyterhub, nbgitpuller and configurable-http-proxy (deploy/jupyterhub/README.md installs them); skipped without.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "deploy/jupyterhub/jupyterhub_config.py"
LESSON = "positional-encoding/notebooks/01_one.ipynb"

pytest.importorskip("jupyterhub")
pytest.importorskip("nbgitpuller")
pytestmark = pytest.mark.skipif(shutil.which("configurable-http-proxy") is None or shutil.which("git") is None,
                                reason="configurable-http-proxy or git is not on the PATH")

# The configuration as it stands; only who comes in and as whom differs, because the tests have one user.
FOR_TESTS = """
load_subconfig({config!r})
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r}
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}"
c.JupyterHub.hub_port = {ports[1]}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
c.Spawner.args = {args!r}
"""


def git(folder, *arguments):
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def notebook(text):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": text}
    return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A course in a git repository, with a lesson and an exercise."""
    root = tmp_path_factory.mktemp("repository") / "course"
    for name in ("source/lessons", "source/exercises", "notebooks", "exercises"):
        (root / name).mkdir(parents=True)
    (root / "pyproject.toml").touch()
    (root / "source/lessons/01_one.py").touch()
    (root / ".gitignore").write_text("work/\n", encoding="utf-8")
    (root / "notebooks/01_one.ipynb").write_text(json.dumps(notebook("the first version")), encoding="utf-8")
    (root / "exercises/01_one.ipynb").write_text(json.dumps(notebook("solve this")), encoding="utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "course")
    return root


@pytest.fixture(scope="module")
def hub(repository, tmp_path_factory):
    """The address of a hub that runs, and the folder of its students' homes."""
    folder = tmp_path_factory.mktemp("hub")
    ports = free_ports(3)
    args = ["--allow-root"] if os.geteuid() == 0 else []
    (folder / "config.py").write_text(
        FOR_TESTS.format(config=str(CONFIG), homes=f"{folder}/homes/{{username}}", ports=ports, args=args), encoding="utf-8")
    (folder / "homes").mkdir()
    environ = os.environ | {"COURSE_REPOSITORY": repository.as_uri(), "PYTHONPATH": str(ROOT),
                            "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])}
    with open(folder / "log", "w") as log:
        process = subprocess.Popen([sys.executable, "-m", "jupyterhub", "-f", "config.py"], cwd=folder, env=environ,
                                   stdout=log, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{ports[0]}"
    try:
        wait(lambda: requests.get(f"{address}/hub/health", timeout=5).ok, process, folder / "log")
        yield address, folder / "homes"
    finally:
        process.terminate()  # the hub ends its servers and its proxy
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()


def wait(is_so, process, log, seconds=120):
    """Wait until something is so; with the end of the hub's log if it never is."""
    last = None
    for _ in range(seconds * 2):
        assert process is None or process.poll() is None, log.read_text()
        try:
            if is_so():
                return
        except requests.RequestException as error:
            last = error
        time.sleep(0.5)
    pytest.fail(f"waited {seconds} s in vain ({last})\n" + (log.read_text()[-6000:] if log else ""))


@pytest.fixture(scope="module")
def student(hub):
    """A student who has logged in, and whose server runs: a session, and the address of the server."""
    address, homes = hub
    session = requests.Session()
    session.get(f"{address}/hub/login", timeout=30).raise_for_status()
    form = {"username": "ada", "password": "any", "_xsrf": session.cookies.get("_xsrf", path="/hub/")}
    session.post(f"{address}/hub/login", data=form, timeout=30).raise_for_status()
    session.get(f"{address}/hub/spawn/ada", timeout=30).raise_for_status()

    def has_come_up():
        page = session.get(f"{address}/user/ada/lab", timeout=30)  # by way of the hub's login, as a browser goes
        return page.ok and page.url.startswith(f"{address}/user/ada/lab")

    wait(has_come_up, None, homes.parent / "log")
    session.headers["X-XSRFToken"] = session.cookies.get("_xsrf", path="/user/ada/")
    return session, f"{address}/user/ada"


def contents(student, path):
    session, address = student
    answer = session.get(f"{address}/api/contents/{path}", timeout=30)
    answer.raise_for_status()
    return answer.json()["content"]


def test_a_student_finds_the_course_and_the_exercises(student, hub):
    assert contents(student, LESSON)["cells"][0]["source"] == "the first version"
    assert contents(student, "positional-encoding/work/01_one.ipynb")["cells"][0]["source"] == "solve this"
    assert [path.name for path in hub[1].iterdir()] == ["ada"]


def test_a_stranger_is_sent_to_the_login(hub, student):
    answer = requests.get(f"{student[1]}/api/contents/{LESSON}", timeout=30, allow_redirects=False)
    assert answer.status_code in (302, 403)


def test_the_link_pulls_a_new_version_and_keeps_what_the_student_did(student, repository):
    session, address = student
    work = "positional-encoding/work/01_one.ipynb"
    saved = session.put(f"{address}/api/contents/{work}", json={"type": "notebook", "content": notebook("my answer")}, timeout=30)
    assert saved.ok, saved.text
    own = session.put(f"{address}/api/contents/positional-encoding/notes.txt",
                      json={"type": "file", "format": "text", "content": "mine"}, timeout=30)
    assert own.ok
    (repository / "notebooks/01_one.ipynb").write_text(json.dumps(notebook("the second version")), encoding="utf-8")
    git(repository, "commit", "-qam", "a new version")

    query = {"repo": repository.as_uri(), "targetpath": "positional-encoding", "urlpath": f"lab/tree/{LESSON}"}
    page = session.get(f"{address}/git-pull", params=query, timeout=30)
    assert page.ok and "git-pull" in page.text
    said = session.get(f"{address}/git-pull/api", params=query, timeout=60).text
    assert re.search(r'"phase": "finished"', said), said
    assert contents(student, LESSON)["cells"][0]["source"] == "the second version"
    assert contents(student, work)["cells"][0]["source"] == "my answer"
    assert contents(student, "positional-encoding/notes.txt") == "mine"


def test_the_lesson_runs_in_a_kernel(student):
    session, address = student
    kernel = session.post(f"{address}/api/kernels", json={"name": "python3"}, timeout=60)
    assert kernel.status_code == 201, kernel.text
    assert session.delete(f"{address}/api/kernels/{kernel.json()['id']}", timeout=30).status_code == 204
