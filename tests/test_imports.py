"""What an import brings in and offers, and that the benchmarks run."""

import ast
import importlib
import inspect
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import pe_lessons
from pe_lessons import explorers, figures

ROOT = pathlib.Path(__file__).parents[1]
LAZY = [pe_lessons, figures, explorers]


def own_modules(code):
    """The modules of the course that are loaded once a fresh Python has run `code`."""
    code += "; import sys; print(*sorted(name for name in sys.modules if name.startswith('pe_lessons')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


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


def test_an_import_loads_only_what_it_names():
    base = {"pe_lessons", "pe_lessons.lazy", "pe_lessons.attention", "pe_lessons.arguments"}
    assert own_modules("import pe_lessons") == base
    core = own_modules("from pe_lessons import sinusoidal_encoding, wavelengths")
    assert core == base | {"pe_lessons.sinusoidal", "pe_lessons.rotation"}
    picture = own_modules("from pe_lessons.figures import plot_table")
    assert picture == base | {f"pe_lessons.figures{name}" for name in ("", ".inputs", ".picture", ".style", ".tables")}
    one = own_modules("from pe_lessons.explorers import explore_shift")
    assert not one & {"pe_lessons.training", "pe_lessons.checks", "pe_lessons.explorers.tables", "pe_lessons.figures.learned"}


def test_no_command_waits_for_a_grammar_of_addresses():
    """jsonschema makes one while it is imported, if it can, which takes two seconds of each process that reads a notebook."""
    code = "import sys, pe_lessons.course.build, pe_lessons.course.grading.grade, jupyterlab.labapp; print({'jsonschema', 'lark'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'jsonschema'}"


@pytest.mark.parametrize("package", LAZY, ids=lambda package: package.__name__)
def test_names_that_load_late(package):
    modules = {found.name for found in pkgutil.iter_modules(package.__path__)}
    assert set(package.__all__) <= set(dir(package))
    for name in package.__all__:
        assert package.__name__ in getattr(package, name).__module__
    tree = ast.parse(pathlib.Path(package.__file__).read_text(encoding="utf-8"))
    read = {node.module: {alias.name for alias in node.names} for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    (call,) = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "attach")
    late = {module: set(names) for module, names in ast.literal_eval(call.args[1]).items()}
    assert late == {module: names for module, names in read.items() if module in late}  # what tools read, and what runs
    assert not set().union(*late.values()) & modules  # an import of the module would take the name's place
    with pytest.raises(AttributeError, match="has no attribute 'plot_nothing'"):
        package.plot_nothing
    with pytest.raises(ImportError):
        exec(f"from {package.__name__} import plot_nothing")


def test_a_module_does_not_take_the_place_of_its_function():
    importlib.import_module("pe_lessons.attention")
    assert inspect.isfunction(pe_lessons.attention)
    assert inspect.ismodule(pe_lessons.rotary) and inspect.isfunction(pe_lessons.apply_rope)


def test_public_names_are_there_and_documented():
    assert sorted(pe_lessons.__all__) == list(pe_lessons.__all__)
    for name in pe_lessons.__all__:
        public = getattr(pe_lessons, name)
        text = inspect.getdoc(public)
        for heading in ("Parameters", "Returns", "Examples")[not inspect.signature(public).parameters:]:
            assert f"{heading}\n---" in text, (name, heading)


def names_in_lessons():
    """What lessons and exercises import from the package: ``{name: object}``, each with the module it is asked from."""
    found = {}
    for source in sorted((ROOT / "source").glob("*/*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "pe_lessons":
                module = importlib.import_module(node.module)
                found |= {f"{node.module}.{alias.name}": getattr(module, alias.name) for alias in node.names}
    return found


@pytest.mark.parametrize("name, public", names_in_lessons().items(), ids=list(names_in_lessons()))
def test_what_a_lesson_imports_is_documented(name, public):
    """A reader asks for it with ``?``: parameters, what comes back, and outside pictures and commands an example that runs."""
    text = inspect.getdoc(public)
    if inspect.signature(public).parameters:
        assert "Parameters\n---" in text or "Attributes\n---" in text
    if inspect.isfunction(public):
        assert "Returns\n---" in text
        if name.split(".")[1] not in ("figures", "explorers", "course"):
            assert "Examples\n---" in text and ">>> " in text


def test_benchmarks_run():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "benchmarks", "--quick"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for words in ("plain fill", "sinusoidal_encoding", "NumPy sin and cos", "double loop", "import pe_lessons", "<= 1.5", "apply_rope, interleaved", "(target <= 2"):
        assert words in done.stdout
