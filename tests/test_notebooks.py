"""The stored notebooks: what nbval does not see (nbval itself compares their outputs)."""

from pathlib import Path

import pytest

from pe_lessons.course import build, review

ROOT = Path(__file__).parents[1]
DERIVED = build.derived_files(ROOT)
QUOTED = review.read_quoted(ROOT)


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.target.stem)
def test_stored_notebook_is_in_order(derived):
    findings = review.review(derived, QUOTED.get(derived.source.stem, {}))
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.target.stem)
def test_lesson_opens_with_what_the_reader_wants_to_know(derived):
    cells = review.steps.read_source(derived.source).cells
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
    missing = [d.target.name for d in DERIVED if f"{d.target.name})" not in text and d.target.name not in page.replace(".py", ".ipynb")]
    assert not missing, f"{page} does not list {missing}"


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.target.stem)
def test_rebuilding_gives_the_stored_notebook(derived):
    differences = build.check(ROOT, [derived.source.stem])
    assert not differences, "\n".join(differences)


def test_no_notebook_without_a_source():
    assert not build.strays(ROOT), "\n".join(build.strays(ROOT))


def test_every_quotation_is_still_needed():
    stems = {derived.source.stem for derived in DERIVED}
    assert QUOTED.keys() <= stems, f"source/quoted.toml has no lesson for {sorted(QUOTED.keys() - stems)}"
    for stem, quoted in QUOTED.items():
        text = (ROOT / "source" / "lessons" / f"{stem}.py").read_text(encoding="utf-8")
        assert [number for number in quoted if number not in text] == []
        assert all(source for source in quoted.values())
