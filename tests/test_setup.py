"""The set-up: the files that name versions agree, and what can go wrong is said in one clear message."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import pe_lessons
from pe_lessons.course import environment, lab

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DIRECT = [re.match(r"[\w.-]+", line)[0] for line in PYPROJECT["project"]["dependencies"]]
LOCK_LINE = re.compile(r"[a-z0-9-]+==[\w.!+]+( ; [\w.'<>=!() ]+)?")

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def lines(name):
    """A requirements file without its comments."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def release(version):
    return tuple(int(part) for part in version.split("."))


def inside(version, specifier):
    """Whether a version satisfies e.g. ``>=2.3,<2.5``."""
    for clause in specifier.split(","):
        sign, bound = re.fullmatch(r"(>=|<)([\d.]+)", clause.strip()).groups()
        if (release(version) >= release(bound)) != (sign == ">="):
            return False
    return True


# -- the files agree -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["requirements-lock.txt", "requirements-dev.txt"])
def test_a_lock_holds_versions_and_no_address(name):
    for line in lines(name):
        assert LOCK_LINE.fullmatch(line), line
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text and "--" not in text and "@" not in text


def test_the_lock_is_universal():
    text = "\n".join(lines("requirements-lock.txt"))
    assert "sys_platform == 'win32'" in text and "sys_platform == 'darwin'" in text


@pytest.mark.parametrize("requirement", PYPROJECT["project"]["dependencies"])
def test_a_direct_dependency_is_locked_inside_its_range(requirement):
    name = re.match(r"[\w.-]+", requirement)[0]
    lock = environment.read_lock(ROOT / "requirements-lock.txt")
    assert inside(lock[name], requirement.removeprefix(name))


def test_the_dev_extra_is_locked_apart_from_what_learners_install():
    dev = environment.read_lock(ROOT / "requirements-dev.txt")
    for requirement in PYPROJECT["project"]["optional-dependencies"]["dev"]:
        name = re.match(r"[\w.-]+", requirement)[0]
        assert inside(dev[name], requirement.removeprefix(name))
    assert not dev.keys() & environment.read_lock(ROOT / "requirements-lock.txt").keys()


def test_conda_and_repo2docker_get_the_locked_versions():
    spec = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    *conda, pip = spec["dependencies"]
    assert spec["name"] == PYPROJECT["project"]["name"] and spec["channels"] == ["conda-forge"]
    assert conda[1] == "pip" and re.fullmatch(r"python=3\.\d+", conda[0])
    assert inside(conda[0].removeprefix("python="), PYPROJECT["project"]["requires-python"])
    assert pip["pip"][0] == "--constraint requirements-lock.txt" and pip["pip"][-1] == "-e ."
    pins = dict(line.split("==") for line in pip["pip"][1:-1])
    lock = environment.read_lock(ROOT / "requirements-lock.txt")
    assert pins == {name: lock[name] for name in DIRECT}


def test_the_citation_names_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert str(citation["version"]) == pe_lessons.__version__
    assert {"title", "message", "authors", "license"} <= citation.keys()


def test_git_leaves_the_environment_and_the_learners_work_alone():
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {".venv/", "work/"} <= set(ignored)


def test_the_hosted_workflow_parses_and_covers_three_systems():
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    assert len(matrix["os"]) == 3 and matrix["python"] == ["3.11", "3.14"]


# -- the lock reader -----------------------------------------------------------------------------------------------


def test_the_lock_reader_honours_markers(tmp_path):
    lock = tmp_path / "lock.txt"
    lock.write_text(
        "# a comment\n"
        "Foo_Bar==1.0\n"
        "two==2.10 ; python_full_version < '3.0'\n"
        "two==4.1.3 ; python_full_version >= '3.0' and sys_platform != 'emscripten'\n"
        "never==3 ; sys_platform == 'emscripten'\n",
        encoding="utf-8",
    )
    assert environment.read_lock(lock) == {"foo-bar": "1.0", "two": "4.1.3"}


def test_what_is_asked_for_by_name_is_pinned_without_a_marker():
    lines = (ROOT / "requirements-lock.txt").read_text(encoding="utf-8").splitlines()
    assert all(any(re.fullmatch(rf"{name}==[0-9.]+", line) for line in lines) for name in [*DIRECT, "ipykernel"])


@pytest.mark.parametrize("line", ["numpy>=2", "numpy", "-r other.txt", "x @ file:here"])
def test_the_lock_reader_refuses_what_is_not_a_pin(tmp_path, line):
    lock = tmp_path / "lock.txt"
    lock.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ValueError):
        environment.read_lock(lock)


# -- the report that the first lesson prints -----------------------------------------------------------------------


@pytest.fixture
def as_locked(monkeypatch):
    """Installed versions exactly as the lock has them, and pip; returns the dict so that a test can change it."""
    monkeypatch.setattr(environment, "has_pip", lambda: True)
    versions = environment.read_lock(ROOT / "requirements-lock.txt") | {environment.PACKAGE: pe_lessons.__version__}
    monkeypatch.setattr(environment, "installed_version", lambda name: versions.get(environment.normal(name)))
    return versions


def test_the_report_is_the_same_text_everywhere_when_all_is_well(as_locked):
    text = environment.report(ROOT)
    assert text == environment.report(ROOT)
    names = ["Python", *DIRECT, "kernel", "pe-lessons"]
    assert text.splitlines() == [f"{name:<12} ok" for name in names] + ["", "Everything is in place."]


def test_the_report_needs_no_lock(as_locked, tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "course_root", lambda: None)
    monkeypatch.setattr(environment.metadata, "requires", lambda _: [*DIRECT, 'playwright>=1; extra == "dev"'])
    as_locked["numpy"] = "1.0"
    assert environment.report().endswith("Everything is in place.")
    del as_locked["numpy"]
    assert re.search(r"^numpy +is missing$", environment.report(), re.MULTILINE)
    assert re.search(r"install numpy$", environment.report(), re.MULTILINE)


def test_the_report_names_package_both_versions_and_the_command(as_locked, tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    text = (ROOT / "requirements-lock.txt").read_text(encoding="utf-8")
    have = as_locked["numpy"]
    (tmp_path / "requirements-lock.txt").write_text(text.replace(f"numpy=={have}", "numpy==9.8.7"), encoding="utf-8")
    report = environment.report(tmp_path)
    assert re.search(rf"^numpy +{re.escape(have)} is installed, the course is checked with 9\.8\.7$", report, re.MULTILINE)
    assert re.search(r"^matplotlib +ok$", report, re.MULTILINE)
    assert report.count(environment.mend_command(tmp_path, "numpy")) == 1
    assert "Everything is in place" not in report


def test_the_command_that_mends_fits_the_environment(tmp_path, monkeypatch):
    monkeypatch.setattr(environment.sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr(environment, "has_pip", lambda: False)
    assert environment.mend_command(tmp_path, "numpy").startswith("uv pip install --python")
    monkeypatch.setattr(environment, "has_pip", lambda: True)
    monkeypatch.setattr(environment.sys, "executable", "PY")
    (tmp_path / ".venv").mkdir()
    assert environment.mend_command(tmp_path, "numpy") == '"PY" -m pip install -r requirements-lock.txt'
    assert environment.mend_command(tmp_path, "pe-lessons") == '"PY" -m pip install --no-deps -e .'
    (tmp_path / ".venv/conda-meta").mkdir()
    assert environment.mend_command(tmp_path, "numpy") == "conda env update --file environment.yml"
    (tmp_path / ".venv" / environment.STAMP).touch()
    assert environment.mend_command(tmp_path, "numpy") == "make setup"
    assert environment.mend_command(tmp_path / "elsewhere", "numpy") == f'make setup VENV="{tmp_path / ".venv"}"'


def test_the_environment_is_checked_without_any_package():
    """The check must be able to say that NumPy is missing, so it may import nothing but the standard library."""
    code = (
        "import sys, runpy; sys.path[:] = [p for p in sys.path if 'site-packages' not in p]; "
        f"print(runpy.run_path({str(ROOT / 'pe_lessons/course/environment.py')!r})['report']())"
    )
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    assert re.search(r"^numpy +is missing$", run.stdout, re.MULTILINE)


# -- opening JupyterLab --------------------------------------------------------------------------------------------


@pytest.fixture
def course(tmp_path, as_locked, monkeypatch):
    """A small course folder with a space and an umlaut in its name; ``start`` is replaced and records what JupyterLab would get."""
    root = tmp_path / "a cöurse"
    (root / "notebooks").mkdir(parents=True)
    for name in ("00_start_here", "01_intuition", "02_frequencies"):
        (root / "notebooks" / f"{name}.ipynb").write_text("{}", encoding="utf-8")
    for name in ("pyproject.toml", "requirements-lock.txt"):
        shutil.copy(ROOT / name, root)
    kernels = tmp_path / "share/jupyter/kernels/python3"
    kernels.mkdir(parents=True)
    (kernels / "kernel.json").write_text(json.dumps({"argv": ["python", "-m", "ipykernel_launcher"]}), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "share/jupyter"))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")
    started = []
    monkeypatch.setattr(lab, "start", lambda arguments, folder: started.append(arguments) or 0)
    return root, started


def test_lab_opens_the_first_lesson_on_loopback(course, monkeypatch, capsys):
    root, started = course
    monkeypatch.setattr(lab, "is_root", lambda: False)
    assert lab.lab(root) == 0
    (arguments,) = started
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in arguments
    assert f"--ServerApp.root_dir={root}" in arguments and "--ServerApp.ip=127.0.0.1" in arguments
    assert not [part for part in arguments if "allow-root" in part or "port" in part or "token" in part]
    assert os.environ["JUPYTER_PREFER_ENV_PATH"] == "1"
    assert capsys.readouterr() == ("", "")


def test_lab_says_aloud_that_it_runs_as_root(course, monkeypatch, capsys):
    root, started = course
    monkeypatch.setattr(lab, "is_root", lambda: True)
    assert lab.lab(root, browser=False) == 0
    assert {"--allow-root", "--no-browser"} <= set(started[0])
    assert "You are root" in capsys.readouterr().out


@pytest.mark.parametrize("asked", ["2", "02", "02_frequencies", "02_frequencies.ipynb", "notebooks/02_frequencies.ipynb"])
def test_lab_opens_the_lesson_asked_for(course, asked):
    root, started = course
    assert lab.lab(root, notebook=asked) == 0
    assert "--LabApp.default_url=/lab/tree/notebooks/02_frequencies.ipynb" in started[0]


def test_lab_lists_the_lessons_when_there_is_none_of_that_name(course, capsys):
    root, started = course
    assert lab.lab(root, notebook="77") == 1 and not started
    message = capsys.readouterr().err
    assert "no lesson '77'" in message and "01_intuition" in message


def test_lab_without_its_first_notebook(course, capsys):
    root, started = course
    (root / "notebooks/00_start_here.ipynb").unlink()
    assert lab.lab(root) == 1 and not started
    message = capsys.readouterr().err
    assert "00_start_here.ipynb is missing" in message and "git checkout -- notebooks" in message


def test_lab_with_a_kernel_of_another_environment(course, tmp_path, capsys):
    root, started = course
    spec = tmp_path / "share/jupyter/kernels/python3/kernel.json"
    spec.write_text(json.dumps({"argv": [str(tmp_path / "other/bin/python"), "-m", "ipykernel_launcher"]}), encoding="utf-8")
    assert lab.lab(root) == 1 and not started
    message = capsys.readouterr().err
    assert "kernel 'python3' starts" in message and str(spec.parent) in message and "JUPYTER_PATH" in message


def test_lab_with_a_damaged_kernel(course, tmp_path, capsys):
    root, started = course
    (tmp_path / "share/jupyter/kernels/python3/kernel.json").write_text("{", encoding="utf-8")
    assert lab.lab(root) == 1 and not started
    assert "kernel 'python3' is damaged" in capsys.readouterr().err


def test_the_kernel_check_looks_where_jupyter_looks(course, tmp_path, monkeypatch):
    from jupyter_client.kernelspec import KernelSpecManager

    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.delenv("JUPYTER_PATH")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "share/jupyter"))
    spec = tmp_path / "share/jupyter/kernels/python3/kernel.json"  # now a kernel of the user, hidden by this environment's
    spec.write_text(json.dumps({"argv": ["/other/python"], "display_name": "other", "language": "python"}), encoding="utf-8")
    lab.check_kernel()
    assert lab.is_this_python(KernelSpecManager().get_kernel_spec("python3").argv[0])


def test_lab_with_a_taken_port(course, capsys):
    root, started = course
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert lab.lab(root, port=port) == 1 and not started
    message = capsys.readouterr().err
    assert f"Port {port} is taken" in message and "next free one" in message


def test_lab_with_an_impossible_port(course, capsys):
    root, started = course
    assert lab.lab(root, port=70000) == 1 and not started
    assert "from 0 to 65535" in capsys.readouterr().err


def test_lab_with_a_free_port_takes_that_one_only(course):
    root, started = course
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert lab.lab(root, port=port) == 0
    assert {f"--ServerApp.port={port}", "--ServerApp.port_retries=0"} <= set(started[0])


def test_lab_in_a_folder_that_cannot_be_written_to(course, monkeypatch, capsys):
    root, started = course
    monkeypatch.setattr(lab.os, "access", lambda path, mode: False)
    assert lab.lab(root) == 0 and started
    message = capsys.readouterr().err
    assert "changes cannot be saved" in message and "copy the folder" in message


@pytest.fixture
def with_exercise(course):
    root, started = course
    (root / "exercises").mkdir()
    (root / "exercises/02_frequencies.ipynb").write_text("{}", encoding="utf-8")
    return root, started


@pytest.mark.parametrize("asked", ["work/02_frequencies.ipynb", "02"])
def test_lab_gives_the_learner_a_copy_of_each_exercise(with_exercise, capsys, asked):
    root, started = with_exercise
    assert lab.lab(root, notebook=asked) == 0
    folder = "work" if "work" in asked else "notebooks"
    assert f"--LabApp.default_url=/lab/tree/{folder}/02_frequencies.ipynb" in started[0]
    assert "in work/: 02_frequencies.ipynb" in capsys.readouterr().out
    (root / "work/02_frequencies.ipynb").write_text('{"mine": 1}', encoding="utf-8")
    assert lab.lab(root, notebook=asked) == 0
    assert (root / "work/02_frequencies.ipynb").read_text(encoding="utf-8") == '{"mine": 1}'
    assert capsys.readouterr().err == ""


def test_lab_opens_the_lessons_where_no_copy_can_be_made(with_exercise, capsys):
    root, started = with_exercise
    (root / "work").touch()
    assert lab.lab(root) == 0 and started
    assert "work is a file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["numpy", "pe-lessons", "ipykernel"])
def test_lab_with_a_package_missing(course, as_locked, capsys, name):
    root, started = course
    del as_locked[name]
    assert lab.lab(root) == 1 and not started
    message = capsys.readouterr().err
    assert name in message and ("missing" in message or "not installed" in message)
    assert environment.mend_command(root, name) in message


def test_lab_with_another_version_says_so_and_opens(course, as_locked, capsys):
    root, started = course
    as_locked["numpy"] = "1.26.4"
    assert lab.lab(root) == 0 and started
    message = capsys.readouterr().err
    assert "numpy: 1.26.4 is installed" in message and "To mend it" in message


def test_lab_imports_nothing_heavy():
    code = "import sys; import pe_lessons.course.lab; print([m for m in ('jupyterlab', 'matplotlib', 'jupyter_server', 'nbformat', 'jupytext') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.strip() == "[]", run.stderr


# -- the Makefile --------------------------------------------------------------------------------------------------


def make(*arguments, cwd=ROOT, **variables):
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "VENV", "PYTHON"))}
    return subprocess.run(["make", *arguments], cwd=cwd, env=environ | variables, capture_output=True, text=True, encoding="utf-8")


@needs_make
@pytest.mark.parametrize("target, command", [
    ("lab", "pe_lessons.course.cli lab"),
    ("test", "pytest"),
    ("reset", "pe_lessons.course.cli reset"),
    ("build", "pe_lessons.course.cli build"),
    ("check", "pe_lessons.course.cli build --check"),
    ("validate", "pe_lessons.course.cli validate"),
    ("bench", "benchmarks"),
    ("picture", "tools/draw_readme_picture.py"),
    ("lock", "uv pip compile"),
    ("setup", "tools/setup.sh"),
])
def test_make_has_the_target(target, command):
    run = make("-n", target)
    assert run.returncode == 0, run.stderr
    assert command in run.stdout


@needs_make
def test_make_help_lists_the_targets():
    text = make().stdout
    for target in ("lab", "test", "build", "bench", "lock"):
        assert f"make {target} " in text


@needs_make
def test_make_check_and_build_check_are_one():
    assert "build --check" in make("-n", "build", "CHECK=1").stdout
    assert "build --check" in make("-n", "check").stdout


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/setup.sh", "pyproject.toml", "requirements-lock.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@needs_make
def test_setup_with_a_python_that_is_too_old(checkout):
    old = checkout / "old python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    run = make("setup", cwd=checkout, PYTHON=str(old))
    assert run.returncode != 0
    assert "is not a Python 3.11 or newer: Python 3.9.2" in run.stderr


@needs_make
def test_setup_leaves_a_folder_with_other_things_alone(checkout):
    home = checkout / "precious"
    home.mkdir()
    (home / "thesis.txt").write_text("years", encoding="utf-8")
    run = make("setup", f"VENV={home}", cwd=checkout)
    assert run.returncode != 0 and "something else than a Python environment" in run.stderr
    assert [path.name for path in home.iterdir()] == ["thesis.txt"]


@needs_make
def test_setup_where_the_environment_cannot_be_made(checkout):
    (checkout / "file").touch()
    run = make("setup", "VENV=file/env", cwd=checkout)
    assert run.returncode != 0
    assert "cannot be written" in run.stderr and "pe-lessons-venv" in run.stderr
