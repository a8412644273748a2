"""The stored notebooks: what nbval does not see (nbval itself compares their outputs)."""

from pathlib import Path

import pytest

from pe_lessons.course import build, review, stubs, validate, verdicts

ROOT = Path(__file__).parents[1]
DERIVED = build.derived_files(ROOT)
LESSONS, SOLUTIONS, STUBS = ([d for d in DERIVED if d.folder == folder] for folder in ("notebooks", "solutions", "exercises"))
STEMS = sorted({derived.source.stem for derived in DERIVED})
QUOTED = review.read_quoted(ROOT)


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.name)
def test_stored_notebook_is_in_order(derived):
    findings = review.review(derived, QUOTED.get(derived.source.stem, {}))
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize("derived", DERIVED, ids=lambda derived: derived.name)
def test_links_lead_somewhere(derived):
    findings = review.dead_links(derived)
    assert not findings, "\n".join(findings)


def test_links_of_the_pages_lead_somewhere():
    findings = [line for page in validate.pages(ROOT) for line in review.dead_links_of_page(page)]
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


def test_each_lesson_links_to_the_learners_copy_of_its_exercise():
    stubs = {derived.target.name for derived in STUBS}
    missing = [lesson.source.name for lesson in LESSONS
               if lesson.target.name in stubs and f"(../work/{lesson.target.name})" not in read(lesson.source)]
    assert not missing, f"without a link to ../work/: {missing}"


def read(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("derived", STUBS, ids=lambda derived: derived.name)
def test_a_stub_gives_no_solution_away_and_is_not_attempted(derived):
    findings = stubs.unsolved(derived, [read(other.source) for other in STUBS])
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize("derived", SOLUTIONS, ids=lambda derived: derived.name)
def test_a_solution_is_solved(derived):
    findings = verdicts.solved(derived)
    assert not findings, "\n".join(findings)
