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
        assert all(word in opening for word in ("**You will**", "**You need**", "**Time**"))
        assert "## Recap" in "".join(cell.source for cell in cells)


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.target.stem)
def test_rebuilding_gives_the_stored_notebook(derived):
    differences = build.check(ROOT, [derived.source.stem])
    assert not differences, "\n".join(differences)


def test_no_notebook_without_a_source():
    assert DERIVED and build.strays(ROOT) == []


def test_every_quotation_is_still_needed():
    for stem, quoted in QUOTED.items():
        text = (ROOT / "source" / "lessons" / f"{stem}.py").read_text(encoding="utf-8")
        assert [number for number in quoted if number not in text] == []
        assert all(source for source in quoted.values())
