"""The report's HTML: a page for each student, one for the class. No scripts, no addresses, and nothing of a student's unescaped."""

import hashlib
import itertools
import re
import unicodedata
from dataclasses import replace
from html import escape

from ...checks.result import WORDS
from .absent import OF_A_LESSON

LONGEST = 400  # characters of one remark; of a message, five times as many
MOST_REMARKS = 30  # of one student, in the report
STYLE = """
:root { color-scheme: light dark; --text: #1a1a1a; --back: #ffffff; --line: #c8c8c8; --link: #0550ae;
  --jp-ui-font-color2: #616161; --jp-success-color1: #2e7d32; --jp-warn-color1: #c04a00; --jp-error-color1: #c62828; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --back: #16181c; --line: #4a4d52; --link: #8ab4f8;
  --jp-ui-font-color2: #b0b0b0; --jp-success-color1: #81c784; --jp-warn-color1: #ffb74d; --jp-error-color1: #ef9a9a; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
a { color: var(--link); } a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; } caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; font-weight: normal; }
thead th { font-weight: bold; } td.number, th.number { text-align: right; white-space: nowrap; }
.wide { overflow-x: auto; }
li { margin: .8rem 0; } ul.remarks li { margin: .2rem 0; } ol { list-style: none; padding: 0; }
img { max-width: 100%; height: auto; background: #ffffff; }
"""


def file_name(student):
    """A name for a student's page: safe on every system, and another one for each student.

    Examples
    --------
    >>> file_name("Zoë O'Neil/..")
    'zoe-o-neil-7fdf9423e7.html'
    """
    plain = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode()
    words = re.sub("[^a-z0-9]+", "-", plain.lower())[:50].strip("-")
    return f"{words or 'student'}-{hashlib.sha256(student.encode('utf-8', 'replace')).hexdigest()[:10]}.html"


def bounded(remarks):
    """The remarks as the report shows them: none too long, and not too many."""
    shown = [cut(remark, LONGEST) for remark in remarks[:MOST_REMARKS]]
    return shown + ([f"and {len(remarks) - MOST_REMARKS} more remarks"] if len(remarks) > MOST_REMARKS else [])


def cut(text, longest):
    """A text without control characters, and with its end cut off where it is too long."""
    text = "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text[: longest + 1])
    return text if len(text) <= longest else text[:longest] + " ... (cut)"


def page(title, body):
    """A whole page around its body."""
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"<main>\n<h1>{escape(title)}</h1>\n{body}</main>\n</body>\n</html>\n")


def student_page(marked, results, out_of, title):
    """What one student is told: the same messages as those of the notebook's check, of `results` in their order."""
    remarks = "".join(f"<li>{escape(remark)}</li>\n" for remark in bounded(marked.remarks))
    results = "".join(f"<li>{_short(result)._repr_html_()}</li>\n" for result in _once_a_lesson(results))
    body = (f"<p>{escape(title)}: <b>{marked.points} of {out_of} points</b></p>\n"
            + (f'<h2>Remarks</h2>\n<ul class="remarks">\n{remarks}</ul>\n' if remarks else "")
            + f"<h2>Exercises</h2>\n<ol>\n{results}</ol>\n")
    return page(cut(marked.student, LONGEST), body)  # it is given back alone: no link leads from it


def _once_a_lesson(results):
    """The results, where all of a lesson's are absent for one reason only one of them, which names them all."""
    def alike(result):  # 2.1 and 2.2, Q1 and Q10
        return re.match(r"\d+|\D*", result.exercise)[0], result.reason, result.seen

    for (_, reason, _), group in itertools.groupby(results, alike):
        group = list(group)
        if reason in OF_A_LESSON and len(group) > 1:
            yield replace(group[0], title=f"to {group[-1].exercise}")
        else:
            yield from group


def _short(result):
    """A result whose texts are cut: an answer may be anything, and so may what is said of it."""
    return replace(result, **{name: cut(getattr(result, name), 5 * LONGEST) for name in ("seen", "means", "next_step")})


def table(caption, head, rows):
    """A table with a caption, in a frame that can be moved where it is too wide; the first cell of a row is its heading. Numbers stand right, the rest is HTML."""
    def cell(value, tag="td", extra=""):
        number = ' class="number"' if isinstance(value, int) else ""
        return f"<{tag}{extra}{number}>{value}</{tag}>"

    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    yield f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">\n<table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n'
    for first, *others in rows:
        yield "<tr>" + cell(first, "th", ' scope="row"') + "".join(map(cell, others)) + "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n"


def exercise_rows(exercises, counts):
    """A row for each exercise: how many students have which status."""
    for exercise in exercises:
        yield [escape(f"{exercise.id} {exercise.title}"), *(counts[exercise.id, status] for status in ("correct", "incorrect", "error", "not_attempted"))]


EXERCISE_HEAD = ["exercise", "solved", *(WORDS[status] for status in ("incorrect", "error", "not_attempted"))]
