"""The stored notebooks: what nbval does not see (nbval itself compares their outputs)."""

import re
from pathlib import Path

import nbformat
import pytest

from pe_lessons.course import build, review, steps
from pe_lessons.course.verdicts import verdicts

ROOT = Path(__file__).parents[1]
DERIVED = build.derived_files(ROOT)
LESSONS, SOLUTIONS, STUBS = ([d for d in DERIVED if d.folder == folder] for folder in ("notebooks", "solutions", "exercises"))
STEMS = sorted({derived.source.stem for derived in DERIVED})
QUOTED = review.read_quoted(ROOT)


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.name)
def test_stored_notebook_is_in_order(derived):
    findings = review.review(derived, QUOTED.get(derived.source.stem, {}))
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize("derived", LESSONS, ids=lambda derived: derived.source.stem)
def test_lesson_opens_with_what_the_reader_wants_to_know(derived):
    cells = derived.read().cells
    opening = cells[0].source
    assert opening.startswith("# ")
    if derived.source.stem[:2] != "00":
        text = "\n".join(cell.source for cell in cells)
        missing = [part for part in ("**You will**", "**You need**", "**Time**") if part not in opening]
        missing += [part for part in ("## Recap", "**Pitfalls", "**Predict.**") if part not in text]
        assert missing == ["**Predict.**"] * ("Practice questions" in opening), f"{derived.source.name} lacks {missing}"


@pytest.mark.parametrize("page", ["README.md", "source/lessons/00_start_here.py"])
def test_every_lesson_is_on_the_map(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [d.target.name for d in LESSONS if f"{d.target.name})" not in text and d.target.name not in page.replace(".py", ".ipynb")]
    assert not missing, f"{page} does not list {missing}"


@pytest.mark.parametrize("stem", STEMS)
def test_rebuilding_gives_the_stored_notebooks(stem):
    differences = build.check(ROOT, [stem])
    assert not differences, "\n".join(differences)


def test_no_notebook_without_a_source():
    assert not build.strays(ROOT), "\n".join(build.strays(ROOT))


def test_every_quotation_is_still_needed():
    assert QUOTED.keys() <= set(STEMS), f"source/quoted.toml has no lesson for {sorted(QUOTED.keys() - set(STEMS))}"
    for stem, quoted in QUOTED.items():
        text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "source").glob(f"*/{stem}.py"))
        assert [number for number in quoted if number not in text] == []
        assert all(source for source in quoted.values())


# -- exercises -----------------------------------------------------------------------------------------------------


def test_each_exercise_belongs_to_a_lesson():
    assert {derived.source.stem for derived in STUBS} <= {derived.source.stem for derived in LESSONS}


def secret_and_shown(source):
    """The lines of a source that are its solutions, and the others; told apart here without the build's own reader."""
    secret, shown = [], []
    hidden_cell = hidden_part = False
    for line in source.splitlines():
        bare = line.strip()
        if line.startswith("# %%"):
            hidden_cell, hidden_part = "solution" in line, False
        elif bare in ("# solution", "# stub", "# end"):
            hidden_part = bare == "# solution"
        else:
            (secret if hidden_cell or hidden_part else shown).append(bare.removeprefix("# "))
    return secret, shown


def leaks(stub, own_source, sources):
    """The lines of solutions, of whatever exercise, that stand in the text of a stub's file and not in its own source's open part."""
    shown = "\n".join(secret_and_shown(own_source)[1])
    text = "\n".join(str(value) for cell in nbformat.reads(stub, as_version=4).cells for value in cell.values())
    return [line for source in sources for line in secret_and_shown(source)[0]
            if len(line) > 12 and line not in shown and line in text]


def read(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("derived", STUBS, ids=lambda derived: derived.name)
def test_a_stub_gives_no_solution_away(derived):
    found = leaks(read(derived.target), read(derived.source), [read(other.source) for other in STUBS])
    assert not found, f"{derived.name} shows lines of a solution: {found}"


@pytest.mark.parametrize("derived", STUBS, ids=lambda derived: derived.name)
def test_a_stub_as_shipped_is_not_attempted(derived, tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    notebook = steps.execute(nbformat.read(derived.target, as_version=4), work)
    found = review.outputs(steps.normalise(notebook)) + verdicts(notebook, "not attempted")
    assert not found, "\n".join(found)
    assert not list(work.iterdir())
