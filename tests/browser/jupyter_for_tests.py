"""Start a Jupyter server for a test, with places of its own, talk to it and stop it."""

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60


@dataclass(frozen=True)
class Server:
    """A running Jupyter server, known by its address and token."""

    url: str
    token: str
    process: subprocess.Popen

    def ask(self, path, *, method="GET", token=True):
        """Status code and body of a request, with or without the token; redirects are not followed."""
        request = urllib.request.Request(f"{self.url}{path}", method=method)
        if token:
            request.add_header("Authorization", f"token {self.token}")
        try:
            with urllib.request.build_opener(_NoRedirect).open(request, timeout=10) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def own_places(folder):
    """An environment in which Jupyter and Matplotlib read and write nothing of the person who runs the tests."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON"))}
    for variable, name in [
        ("HOME", "home"), ("JUPYTER_CONFIG_DIR", "config"), ("JUPYTER_DATA_DIR", "data"),
        ("JUPYTER_RUNTIME_DIR", "runtime"), ("IPYTHONDIR", "ipython"), ("MPLCONFIGDIR", "matplotlib"),
    ]:
        path = folder / name
        path.mkdir(parents=True, exist_ok=True)
        environ[variable] = str(path)

    # no question about news, and every cell in the page, also those far below the window
    settings = folder / "config/lab/user-settings/@jupyterlab"
    for name, value in [
        ("apputils-extension/notification.jupyterlab-settings", {"fetchNews": "false"}),
        ("notebook-extension/tracker.jupyterlab-settings", {"windowingMode": "none"}),
    ]:
        (settings / name).parent.mkdir(parents=True, exist_ok=True)
        (settings / name).write_text(json.dumps(value), encoding="utf-8")
    return environ


def wait_for(server, log):
    """Wait until the server answers; show its log if it ends or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            if server.ask("/api/status")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")


def stop(process):
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
