"""Whoever changes a stored notebook by hand, in whatever place, makes the tests fail.

Each test takes a copy of the course, tampers with one lesson, and runs on the copy those of the course's
own tests that see it. The untouched copy passes them, so it is the tampering that fails.
"""

import base64
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[1]
LESSON = "00_start_here"
NUMBER = "0.141"  # stands in the last output of that lesson


@pytest.fixture
def course(tmp_path):
    for folder in ("source", "notebooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "tests").mkdir()
    for name in ("pyproject.toml", "tests/test_notebooks.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run_tests(course, *selection):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *selection],
        cwd=course, capture_output=True, text=True, encoding="utf-8",
    )
    return done.returncode, done.stdout + done.stderr


def tamper(course, change):
    """Apply `change(notebook)` to the stored notebook, keeping the form in which it is written."""
    path = course / "notebooks" / f"{LESSON}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    change(notebook)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


def picture_output(notebook):
    return next(output for cell in notebook["cells"] for output in cell.get("outputs", ())
                if "image/png" in output.get("data", {}))


def last_output(notebook):
    return next(cell["outputs"][-1] for cell in reversed(notebook["cells"]) if cell.get("outputs"))


NBVAL = f"notebooks/{LESSON}.ipynb"
REVIEW = f"tests/test_notebooks.py::test_stored_notebook_is_in_order[notebooks/{LESSON}.ipynb]"
REBUILD = f"tests/test_notebooks.py::test_rebuilding_gives_the_stored_notebooks[{LESSON}]"


def stored_number(notebook):
    output = last_output(notebook)
    text = "".join(output["text"])
    assert NUMBER in text
    output["text"] = text.replace(NUMBER, "0.142").splitlines(keepends=True)


def picture_text(notebook):
    output = picture_output(notebook)
    text = "".join(output["data"]["text/plain"]).replace("128 positions", "129 positions")
    output["data"]["text/plain"] = text.splitlines(keepends=True)
    output["metadata"]["image/png"]["alt"] = text.split("\n", 1)[1]


def other_picture(notebook):
    data = picture_output(notebook)["data"]
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")
    image.putpixel((image.width // 2, image.height // 2), (1, 2, 3))
    buffer = io.BytesIO()
    image.save(buffer, format="png")
    data["image/png"] = base64.b64encode(buffer.getvalue()).decode("ascii")


def broken_picture(notebook):
    data = picture_output(notebook)["data"]
    data["image/png"] = data["image/png"][: len(data["image/png"]) // 2]


def no_picture(notebook):
    del picture_output(notebook)["data"]["image/png"]


def count(notebook):
    next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")["execution_count"] = 7


def cleared(notebook):
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None


def number_in_text(notebook):
    next(cell for cell in notebook["cells"] if cell["cell_type"] == "markdown")["source"].append("\nAnd 3.1415.")


def stored_line(notebook):
    next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")["source"].append("\n# by hand")


@pytest.mark.parametrize("change, selection, said", [
    (stored_number, NBVAL, "0.142"),
    (picture_text, NBVAL, "mismatch 'text/plain'"),
    pytest.param(other_picture, REBUILD, "the picture (image/png) differs",
                 marks=pytest.mark.skipif(sys.platform != "linux", reason="pixels are compared where they are drawn")),
    (broken_picture, REVIEW, "not a whole PNG"),
    (no_picture, REBUILD, "the picture (image/png) differs"),
    (count, REVIEW, "has execution count 7, not 1"),
    (cleared, REVIEW, "has execution count None, not 1"),
    (number_in_text, REVIEW, "3.1415"),
    (stored_line, REVIEW, "changed in the source since the build"),
], ids=lambda value: getattr(value, "__name__", None))
def test_tampering_fails(course, change, selection, said):
    tamper(course, change)
    code, printed = run_tests(course, selection)
    assert code == 1, printed
    assert said in printed


def test_a_changed_source_line_fails(course):
    source = course / "source" / "lessons" / f"{LESSON}.py"
    source.write_text(source.read_text(encoding="utf-8").replace("p = 3", "p = 4"), encoding="utf-8")
    code, printed = run_tests(course, REVIEW)
    assert code == 1, printed
    assert f"pe-lessons build {LESSON}" in printed


def test_the_untouched_copy_passes(course):
    code, printed = run_tests(course, NBVAL, REVIEW, REBUILD)
    assert code == 0, printed
