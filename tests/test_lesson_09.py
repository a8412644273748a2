"""Lesson 09 holds what the other lessons use: every term, every source, and pitfalls that lead somewhere."""

import re
from pathlib import Path

import jupytext
import pytest

from pe_lessons.checks import catalogue

ROOT = Path(__file__).parents[1]
NUMBER = {path.stem[:2]: path for path in sorted((ROOT / "source/lessons").glob("*.py"))}

# Bold for weight, not for a term. Everything else in bold is a term, and belongs into the glossary.
EMPHASIS = {
    "the index", "index", "the index over the length", "index over the length", "binary digits",  # 01: ideas that fail
    "larger base", "three", "wherever it stands", "no positions at all", "none", "answer",
    "one number for each hill", "different", "largest absolute entry", "for one step only",  # exercises
}


def text_of(path):
    """The text cells, without code in backticks and without the words of a link's address."""
    cells = jupytext.read(path, fmt="py:percent").cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return re.sub(r"\]\([^)]*\)", "]", text)


EXERCISES = {path.stem[:2]: text_of(path) for path in (ROOT / "source/exercises").glob("*.py")}
TEXT = {number: text_of(path) + EXERCISES.get(number, "") for number, path in NUMBER.items()}
LESSON = TEXT["09"]


def section(number):
    return re.search(rf"^## {number}\. .*?(?=^## )", LESSON, re.MULTILINE | re.DOTALL)[0]


def rows(text):
    """The cells of each row of the tables in a text, without their headings."""
    found = []
    for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        found += [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]
    return found


GLOSSARY = [(re.split(r", ", term), meaning, lesson.strip(" |")) for term, meaning, lesson in rows(section(3))]
TERMS = {term.lower() for terms, _, _ in GLOSSARY for term in terms}


# -- glossary ------------------------------------------------------------------------------------------------------


def test_the_glossary_is_in_order():
    first = [terms[0].lower() for terms, _, _ in GLOSSARY]
    assert first == sorted(first) and len(TERMS) == sum(len(terms) for terms, _, _ in GLOSSARY)
    assert all(meaning and lesson in NUMBER for _, meaning, lesson in GLOSSARY)


def bold(text):
    """What is bold and may be a term: not the frame, not a choice such as **A**, not a sentence or its beginning."""
    found = [re.sub(r"[\[\]]", "", words) for words in re.findall(r"\*\*([^*\n]+)\*\*", text)]
    return [words for words in found if len(words) > 1 and words[-1] not in ".:?!" and not words.startswith("You ")
            and words not in ("Time", "Pitfalls", "Your turn") and len(words.split()) < 6]


@pytest.mark.parametrize("number", [number for number in NUMBER if number != "09"])
def test_every_term_in_bold_is_in_the_glossary(number):
    missing = [words for words in bold(TEXT[number]) if words.lower() not in TERMS | EMPHASIS]
    assert not missing, f"lesson {number}: {missing} are neither in the glossary of lesson 09 nor in EMPHASIS here"


def test_what_counts_as_a_term_in_bold():
    text = "**You will** see. **Time** 5. > **Predict.** **A** or **B**. A **shear** is **not that**.\n**[YaRN](x)** **Smooth is not learned.**"
    assert bold(text) == ["shear", "not that", "YaRN(x)"]


def says(term, text):
    stem = re.escape(re.sub(r"(s|ed|ing)$", "", term))
    return re.search(rf"(?<!\w){stem}", text, re.IGNORECASE)


@pytest.mark.parametrize("terms, meaning, lesson", GLOSSARY, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_the_lesson_that_is_named_has_the_term(terms, meaning, lesson):
    text = TEXT[lesson] if lesson != "09" else LESSON.replace(section(3), "")
    assert any(says(term, text) for term in terms), f"lesson {lesson} does not say {terms}"


# -- references ----------------------------------------------------------------------------------------------------


def entries():
    """The entries of references.bib: {key: {field: value}}."""
    text = (ROOT / "references.bib").read_text(encoding="utf-8")
    found = {}
    for kind, key, body in re.findall(r"^@(\w+)\{(\w+),\n(.*?)^\}", text, re.MULTILINE | re.DOTALL):
        assert key not in found and kind in ("misc", "inproceedings"), key
        found[key] = dict(re.findall(r"^  (\w+) = \{(.*)\},?$", body, re.MULTILINE))
    assert len(found) == text.count("\n@")
    return found


ENTRIES = entries()
URLS = {entry["url"]: entry for entry in ENTRIES.values()}


def links(path):
    return {url.rstrip(".,;") for url in re.findall(r"https?://[^\s)>`\"']+", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("key", ENTRIES)
def test_an_entry_is_complete(key):
    entry = ENTRIES[key]
    assert {"title", "author", "url", "lessons", "checked"} <= entry.keys()
    assert "eprint" not in entry or entry["url"] == f"https://arxiv.org/abs/{entry['eprint']}" and "year" in entry
    assert len(URLS) == len(ENTRIES)


def test_every_link_has_an_entry():
    sources = [*(ROOT / "source").glob("*/*.py"), ROOT / "pe_lessons/data/NOTICE.md"]
    missing = {path.name: sorted(links(path) - URLS.keys()) for path in sources if links(path) - URLS.keys()}
    assert not missing, f"not in references.bib: {missing}"


def test_lesson_09_lists_every_entry_and_no_other():
    listed = re.findall(r"^- .*", references(), re.MULTILINE)
    urls = re.findall(r"\]\((https?://[^)]+)\)", "\n".join(listed))
    assert sorted(urls) == sorted(URLS)
    for line in listed:
        for name, url in re.findall(r"\[([^\]]+)\]\((https?://[^)]+)\)", line):
            entry = URLS[url]
            if "eprint" in entry:  # the name is the first author's and the year, the title follows
                first = entry["author"].split(",")[0]
                assert name == f"{first} et al., {entry['year']}" and f"*{entry['title']}.*" in line
            numbers = ["09"] if "Section 5" in line else re.findall(r"\b\d\d\b", line.rsplit(" Lesson", 1)[-1]) or ["notice"]
            assert entry["lessons"] == ", ".join(numbers), line


def test_an_entry_names_the_lessons_that_use_it():
    for number, path in NUMBER.items():
        if number != "09":
            unsaid = [url for url in links(path) if number not in URLS[url]["lessons"]]
            assert not unsaid, f"references.bib does not say that lesson {number} uses {unsaid}"


def test_an_entry_is_used_where_it_says():
    names = {  # what a lesson or its exercises calls a source that it does not link
        "yarncode": "released code", "alibicode": "ALiBi", "minilml3": "paraphrase-MiniLM-L3-v2", "me5small": "me5_small",
        "mpnet": "all-mpnet-base-v2", "phi3": "phi3_128k",
    }
    for key, entry in ENTRIES.items():
        for number in entry["lessons"].split(", "):
            path = ROOT / "pe_lessons/data/NOTICE.md" if number == "notice" else NUMBER[number]
            text = path.read_text(encoding="utf-8")
            assert any(name in text for name in (entry["url"], entry.get("eprint"), names.get(key)) if name), (key, number)


def references():
    text = "\n".join(cell.source for cell in jupytext.read(NUMBER["09"], fmt="py:percent").cells if cell.cell_type == "markdown")
    return re.search(r"^## 4\. .*?(?=^## )", text, re.MULTILINE | re.DOTALL)[0]


# -- pitfalls ------------------------------------------------------------------------------------------------------


def test_pitfalls_are_counted_and_lead_to_a_section_or_an_exercise():
    table = rows(section(2))
    stated = int(re.search(r"tables, (\d+) mistakes", LESSON)[1])
    stops = [row for row in table if row[1].startswith("stops")]
    assert stated == len(table) and f"of the {stated} stop" in LESSON and len(stops) == 3
    for pitfall, cost, where in table:
        exercises = re.findall(r'check\("([^"]+)"\)', where)
        assert all(number in catalogue.exercises() for number in exercises), where
        lessons = re.findall(r"(\d\d) section (\d)", where)
        assert lessons or exercises or "section 1 above" in where, where
        for lesson, number in lessons:
            assert re.search(rf"^## {number}\. ", TEXT[lesson], re.MULTILINE), where


def test_every_lesson_with_formulas_has_its_group():
    groups = re.findall(r"^### Lesson \[(\d\d)\]", section(1), re.MULTILINE)
    assert groups == ["01", "02", "03", "04", "05", "06", "07"]
