"""Write the report on a class: grades.csv, a page for each student, a page and a picture for the class.

Students are taken one after the other and forgotten; what is kept of them are counts. Nothing in the report tells a time, a
path or a version, so the same marks give the same bytes.
"""

import csv
import hashlib
import io
import re
import tempfile
from collections import Counter
from html import escape

from ...checks.diagnose import UNEXPLAINED
from ...checks.messages import of
from ...figures import plot_class
from ..files import write_whole
from . import absent, pages

MOST_MISCONCEPTIONS = 20  # on the class page
NO_MISCONCEPTION = ("", "not-attempted", "raised", "interrupted", *absent.REASONS, *UNEXPLAINED)
HELD = {
    "namespaces": "Linux namespaces: no network, no way to write outside its copy",
    "limits": "plain limits of time, memory, files and processes; network and other files were within reach",
    "": "nothing ran",
}
# A spreadsheet takes such a cell for a formula; some also cut at a semicolon or a tabulator, whatever the quotes say.
FORMULA = re.compile(r"^(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\"])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")


def write(marked, exercises, out, title):
    """Write the report.

    Parameters
    ----------
    marked : iterable of Marked
        In the order in which they are to be listed; may be a generator, and is read once.
    exercises : iterable of Exercise, or dict of them
        Those of the assignment, in their order.
    out : pathlib.Path
        A folder. It gets ``grades.csv``, ``index.html``, ``class.png`` and ``students/*.html``; other files in it stay.
    title : str
        Of the course or the assignment.

    Returns
    -------
    dict of str to str
        The students' pages, each with the hash of what stands in it.
    """
    exercises = list(exercises.values() if isinstance(exercises, dict) else exercises)
    out_of = sum(exercise.points for exercise in exercises)
    counts, reasons, held, written = Counter(), Counter(), Counter(), {}
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as grades, tempfile.TemporaryFile("w+", encoding="utf-8") as rows:
        # quoted throughout, and with a byte order mark, without which Excel takes the umlauts of UTF-8 for two letters each
        lines = csv.writer(grades, quoting=csv.QUOTE_ALL)
        lines.writerow(["student", *(exercise.id for exercise in exercises), "total", "out of", "remarks"])
        for one in marked:
            shown = pages.bounded(one.remarks)
            points = [one.results[exercise.id].points if exercise.id in one.results else 0 for exercise in exercises]
            lines.writerow([_harmless(pages.cut(one.student, pages.LONGEST)), *points, sum(points), out_of, _harmless(pages.cut(" | ".join(shown), 5 * pages.LONGEST))])
            name = pages.file_name(one.student)
            results = [one.results[exercise.id] for exercise in exercises if exercise.id in one.results]  # what was put away has lost its order
            raw = pages.student_page(one, results, out_of, title).encode()
            write_whole(out / "students" / name, raw)
            written[name] = hashlib.sha256(raw).hexdigest()
            rows.write(_row(one, name, sum(points), shown))
            _count(one, exercises, counts, reasons)
            held[one.held] += 1
        _write_class(out, title, exercises, counts, reasons, held, rows)
        grades.seek(0)
        write_whole(out / "grades.csv", b"\xef\xbb\xbf" + grades.read().encode())
    return written


def _harmless(text):
    """A cell's text that no spreadsheet runs; one line."""
    return FORMULA.sub("'", text).replace("\n", " ").replace("\r", " ")


def _row(one, name, points, remarks):
    said = "" if not remarks else escape(remarks[0]) + (f" (and {len(one.remarks) - 1} more)" if len(remarks) > 1 else "")
    link = f'<a href="students/{name}">{escape(pages.cut(one.student, pages.LONGEST))}</a>'
    return f'<tr><th scope="row">{link}</th><td class="number">{points}</td><td>{said}</td></tr>\n'


def _count(one, exercises, counts, reasons):
    for exercise in exercises:
        result = one.results.get(exercise.id)
        counts[exercise.id, result.status if result else "not_attempted"] += 1
        if result and result.status in ("incorrect", "error"):
            for code in dict.fromkeys((result.reason, *result.also)):
                if code not in NO_MISCONCEPTION:
                    reasons[exercise.id, code] += 1


def _write_class(out, title, exercises, counts, reasons, held, rows):
    by_id = {exercise.id: exercise for exercise in exercises}
    order = list(by_id)
    common = sorted(reasons.items(), key=lambda item: (-item[1], order.index(item[0][0]), item[0][1]))[:MOST_MISCONCEPTIONS]
    body = io.StringIO()
    number = sum(held.values())
    body.write(f"<p>{number} student{'s' * (number != 1)}, {len(exercises)} exercises. "
               '<a href="grades.csv">grades.csv</a> has the points of everyone, <a href="#students">the table of students</a> stands at the end.</p>\n')
    if exercises:
        picture = plot_class({exercise.id: _bars(counts, exercise.id) for exercise in exercises},
                             {f"{exercise} {code}": times for (exercise, code), times in common})
        write_whole(out / "class.png", picture.png)
        body.write(f'<p><img src="class.png" width="{picture.width}" height="{picture.height}" alt="{escape(picture.text)}"></p>\n')
    body.writelines(pages.table("How each exercise went, in students", pages.EXERCISE_HEAD, pages.exercise_rows(exercises, counts)))
    if common:
        body.writelines(pages.table(
            f"The most common misconceptions{f' ({len(common)} of {len(reasons)})' if len(reasons) > len(common) else ''}",
            ["exercise and name", "students", "what it usually means", "one thing to try"],
            ([escape(f"{exercise} {code}"), times, *map(escape, _means(by_id[exercise], code))] for (exercise, code), times in common)))
    body.writelines(pages.table("What the students' code was held by", ["held by", "students"],
                                ([escape(HELD.get(name, name)), held[name]] for name in sorted(held))))
    rows.seek(0)
    body.write('<div class="wide" id="students" role="region" aria-label="Students" tabindex="0">\n<table>\n<caption>Students</caption>\n<thead><tr><th scope="col">student</th><th scope="col">points</th>'
               f'<th scope="col">remarks</th></tr></thead>\n<tbody>\n{rows.read()}</tbody>\n</table>\n</div>\n')
    write_whole(out / "index.html", pages.page(f"{title}: the class", body.getvalue()).encode())


def _bars(counts, name):
    return (counts[name, "correct"], counts[name, "incorrect"] + counts[name, "error"], counts[name, "not_attempted"])


def _means(exercise, code):
    try:
        return of(exercise, code)
    except KeyError:  # a reason that the marking gives, not the exercise
        return "", ""
