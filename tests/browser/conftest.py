"""One JupyterLab and one browser for the browser tests, which are skipped where Playwright or Chromium is absent."""

import secrets
import shutil
import subprocess
import sys

import pytest

from jupyter_for_tests import ROOT, Server, free_port, own_places, stop, wait_for


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory):
    """JupyterLab on a copy of the notebooks, and of the exercises as a learner has them, in a folder with a space and an umlaut in its name."""
    place = tmp_path_factory.mktemp("lab")
    course = place / "a cöurse"
    for source, target in (("notebooks", "notebooks"), ("exercises", "exercises"), ("exercises", "work")):
        shutil.copytree(ROOT / source, course / target, ignore=shutil.ignore_patterns(".*"))
    port, token = free_port(), secrets.token_hex(16)
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--ServerApp.root_dir={course}",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}", "--LabApp.extension_manager=readonly",
        "--ContentsManager.pre_save_hook=pe_lessons.course.saved.keep_pictures",  # as `pe-lessons lab` has it
    ]
    log = place / "log.txt"
    with open(log, "wb") as file:
        process = subprocess.Popen(command, cwd=course, env=own_places(place), stdout=file, stderr=subprocess.STDOUT)
    server = Server(f"http://127.0.0.1:{port}", token, process)
    try:
        wait_for(server, log)
        yield server
    finally:
        stop(process)


@pytest.fixture(scope="session")
def browser():
    """Chromium, driven by Playwright."""
    playwright = pytest.importorskip(
        "playwright.sync_api",
        reason="Playwright is not installed: python -m pip install -r requirements-dev.txt",
    )
    found = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    program = next(found, None)
    if program is None:
        pytest.skip("Chromium is not installed: on Debian, apt install chromium")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                  "--disable-component-update", "--disable-sync"],
        )
        yield chromium
        chromium.close()
