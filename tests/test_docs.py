"""What is written for people: links lead somewhere, words are spelt, README and picture say what is the case. No network."""

import ast
import html
import importlib
import io
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

import numpy as np
import pytest
from PIL import Image

import pe_lessons
from pe_lessons.checks.catalogue import exercises
from pe_lessons.course.compare import PIXELS_COUNT

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HIDDEN = {".venv", ".git", ".build", ".pytest_cache", ".ipynb_checkpoints", "work", "field"}  # field: notebooks as students hand them in

# -- links ---------------------------------------------------------------------------------------------------------

TEXTS = sorted(path for path in ROOT.rglob("*") if path.suffix in (".md", ".ipynb") and not HIDDEN & set(path.relative_to(ROOT).parts))
MARKED = re.compile(r"""\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:href|src|srcset)=["']([^"'\s]+)""")
ADDRESS = re.compile(r"https?://[^\s)>\]\"'`|]*[\w/]")
TRACKING = re.compile(r"utm_\w+|fbclid|gclid|ref|ref_src|source|si|mc_[ce]id|igshid|share\w*", re.IGNORECASE)


def prose(path):
    """The text of a Markdown file or of the text cells of a notebook, without its code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")
    return re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path):
    """What can stand after ``#``: GitHub's form of each heading in a Markdown file, JupyterLab's in a notebook."""
    headings = re.findall(r"^#{1,6} +(.+?) *$", prose(path), flags=re.MULTILINE)
    if path.suffix == ".ipynb":
        return {heading.replace(" ", "-") for heading in headings}
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def broken_links(path):
    """Each link of a text that leads nowhere, or to an address that is not as it should be."""
    found, text = [], prose(path)
    for link in (found_link[1] or found_link[2] for found_link in MARKED.finditer(text)):
        if re.match(r"[a-z][a-z+.-]*:", link):
            if not link.startswith(("https://", "mailto:", "data:", "attachment:")):
                found.append(f"{link} is not https")
            continue
        name, _, anchor = unquote(link).partition("#")
        target = path.parent / re.sub(r"^\.\./work/", "../exercises/", name) if name else path
        if not target.exists():
            found.append(f"{link}: there is no such file")
        elif anchor and target.suffix in (".md", ".ipynb") and anchor not in anchors(target):
            found.append(f"{link}: {target.name} has no such heading; it has {sorted(anchors(target))}")
    return found + ill_formed(text)


def ill_formed(text):
    """Each external address that is not https, or that says who followed it."""
    found = []
    for address in ADDRESS.findall(text):
        parts = urlsplit(address)
        if parts.scheme != "https":
            found.append(f"{address} is not https")
        if "." not in parts.netloc or "@" in parts.netloc or ":" in parts.netloc:
            found.append(f"{address} has no plain host")
        found += [f"{address} tracks with {key}" for key, _ in parse_qsl(parts.query, keep_blank_values=True) if TRACKING.fullmatch(key)]
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path):
    assert broken_links(path) == []


@pytest.mark.parametrize("text, said", [
    ("[a](gone.md)", "no such file"), ("[a](there.md#no-such)", "no such heading"), ("[a](http://example.org/)", "not https"),
    ("see http://example.org/x", "not https"), ('<img src="gone.png">', "no such file"), ("[a](#nowhere)", "no such heading"),
    ("[a](https://example.org/?utm_source=x)", "tracks with utm_source"), ("[a](https://localhost/x)", "no plain host"),
    ("[a](file:///etc)", "not https"),
])
def test_the_link_check_sees_it(tmp_path, text, said):
    (tmp_path / "there.md").write_text("# A heading, with `code`\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    assert said in " ".join(broken_links(page))


def test_the_link_check_lets_pass_what_is_right(tmp_path):
    (tmp_path / "there.md").write_text("# What's new, in short\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text("## Here\n[a](there.md) [b](there.md#whats-new-in-short) [c](#here) [d](https://example.org/a?page=2) `[e](gone.md)`",
                    encoding="utf-8")
    assert broken_links(page) == []


@pytest.mark.parametrize("folder", ["pe_lessons", "source", "tools"])
def test_addresses_in_code_are_well_formed(folder):
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".toml", ".sh"):
            assert ill_formed(path.read_text(encoding="utf-8")) == [], path

# -- spelling ------------------------------------------------------------------------------------------------------

# Not mistakes here: a misspelt key that a doctest hands in, names in answers, a French word in file names.
ALLOWED = "faktor,tabel,copie,nd"
SPELT = ["source", "pe_lessons", "tests", "tools", "benchmarks", "Makefile", "pyproject.toml", "environment.yml", "CITATION.cff", "references.bib", "deploy", ".ci", ".github"]


def misspelt(*paths):
    """What codespell has to say about files and folders, one line each."""
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words-list", ALLOWED, "--skip", "*.pyc,*.np?,*.json,__pycache__,*/data/field/*", *paths]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert not run.stderr, run.stderr
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def codespell():
    pytest.importorskip("codespell_lib", reason="codespell is not installed: python -m pip install -r requirements-dev.txt")


def test_words_are_spelt(codespell):
    assert misspelt(*(path.name for path in ROOT.glob("*.md")), *SPELT) == []


def test_the_spelling_check_sees_a_mistake(codespell, tmp_path):
    (tmp_path / "page.md").write_text("a " + "posi" + "tonal encoding\n", encoding="utf-8")  # in two parts: this file is checked, too
    (line,) = misspelt(str(tmp_path))
    assert line.endswith("posi" + "tonal ==> positional")

# -- README and changelog ------------------------------------------------------------------------------------------


def rows():
    """The lesson table of README: ``{number: cells}``."""
    return {cells[0]: cells for line in README.splitlines() if re.match(r"\| \d\d \|", line)
            for cells in [[cell.strip() for cell in line.strip("|").split("|")]]}


def test_readme_has_the_minutes_of_each_lesson():
    for number, cells in rows().items():
        (source,) = (ROOT / "source/lessons").glob(f"{number}_*.py")
        told = re.search(r"\*\*Time\*\* about (\d+) minutes", source.read_text(encoding="utf-8"))
        if told:
            assert cells[3] == told[1], source.name


def test_readme_has_the_minutes_of_the_exercises():
    minutes = defaultdict(lambda: [0, 0])
    for exercise in exercises().values():
        minutes[f"{exercise.lesson:02}"][exercise.extra] += exercise.minutes
    for number, cells in rows().items():
        core, extra = minutes.pop(number, (0, 0))
        assert cells[4] == (f"{core} + {extra}" if extra else f"{core}" if core else ""), f"lesson {number}"
    assert not minutes


def test_readme_fits_on_two_screens():
    shown = re.sub(r"<details>.*?</details>", "", README, flags=re.DOTALL)
    assert len(shown.splitlines()) <= 100


def test_the_changelog_begins_with_this_version():
    newest = re.search(r"^## (\S+), (\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest[1] == pe_lessons.__version__
    assert f"date-released: {newest[2]}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")

# -- the picture ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tool():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        return importlib.import_module("draw_readme_picture")
    finally:
        sys.path.pop(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_is_what_its_command_draws(tool, theme):
    with Image.open(ROOT / tool.FILES[theme]) as stored, Image.open(io.BytesIO(tool.draw(theme))) as drawn:
        assert stored.size == drawn.size == (1760, 860)
        if PIXELS_COUNT:  # as for the pictures of the lessons: another system rounds the edges of letters in another way
            assert np.array_equal(stored.convert("RGB"), drawn.convert("RGB")), "make picture"


def test_the_picture_is_described_by_its_numbers(tool):
    _, planes, turns = tool.two_tables()
    assert f'alt="{html.escape(tool.describe(planes, turns))}"' in README, "make picture"
    np.testing.assert_allclose(np.abs(planes["formula"]), 1, atol=1e-12)
    np.testing.assert_allclose(turns["formula"], turns["learned"], rtol=0.03)
    assert np.abs(planes["learned"]).std(axis=0).max() < 0.1


def test_the_alt_text_finds_its_place(tool):
    page = '<img src="docs/two-tables-light.png" width="9" alt="old">'
    assert tool.with_alt_text(page, 'a "b"') == page.replace("old", "a &quot;b&quot;")
    with pytest.raises(ValueError, match="exactly once"):
        tool.with_alt_text("", "new")

# -- modules -------------------------------------------------------------------------------------------------------

LIMIT = 200
DATA = re.compile(r"checks/(lesson\w+|questions)\.py")  # exercises are lists of entries, which read as well when they are long


def code_lines(text):
    """Lines that are code: no docstring, no comment, not blank."""
    said = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            said |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return sum(bool(line.strip()) and not line.strip().startswith("#") and number not in said
               for number, line in enumerate(text.splitlines(), 1))


def test_the_lines_of_code_are_counted():
    assert code_lines('"""A text\nof two lines."""\n\nx = 1\n# why\n\n\ndef f():\n    """Says."""\n    return """no\n    docstring"""\n') == 4


def test_a_module_is_short():
    lengths = {path.relative_to(ROOT / "pe_lessons").as_posix(): code_lines(path.read_text(encoding="utf-8"))
               for path in (ROOT / "pe_lessons").rglob("*.py")}
    assert {name: n for name, n in lengths.items() if n > LIMIT and not (DATA.fullmatch(name) and n <= 1.5 * LIMIT)} == {}
