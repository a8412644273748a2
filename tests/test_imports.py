"""What `import pe_lessons` brings in and offers, and that the benchmarks run."""

import inspect
import pathlib
import subprocess
import sys

import pe_lessons


def test_import_brings_in_numpy_and_the_standard_library_only():
    code = (
        "import sys, numpy; before = set(sys.modules); import pe_lessons; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "pe_lessons" in loaded
    assert not loaded & {"matplotlib", "ipywidgets", "IPython", "PIL", "jupytext", "nbformat", "torch", "scipy"}
    foreign = {name for name in loaded - {"pe_lessons", "numpy"} if name not in sys.stdlib_module_names}
    assert not foreign


def test_public_names_are_there_and_documented():
    assert sorted(pe_lessons.__all__) == list(pe_lessons.__all__)
    for name in pe_lessons.__all__:
        public = getattr(pe_lessons, name)
        text = inspect.getdoc(public)
        for heading in ("Parameters", "Returns", "Examples")[not inspect.signature(public).parameters:]:
            assert f"{heading}\n---" in text, (name, heading)


def test_benchmarks_run():
    root = pathlib.Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "benchmarks", "--quick"], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for words in ("plain fill", "sinusoidal_encoding", "NumPy sin and cos", "double loop", "import pe_lessons", "<= 1.5", "apply_rope, interleaved", "(target <= 2"):
        assert words in done.stdout
