"""The exercise of the field files, and one that hands in whatever a notebook calls ``probe``."""

from pe_lessons import sinusoidal_encoding
from pe_lessons.checks import readings
from pe_lessons.checks.answers import Numbers
from pe_lessons.checks.exercise import Exercise, case
from pe_lessons.course.grading import supervise
from pe_lessons.course.grading.sandbox import Limits

QUICK = Limits(seconds=1.0)

E1 = Exercise(
    "e1", "The encoding", 5, 2, "sinusoidal_encoding(n_positions, d_model)", "an array of shape (n_positions, d_model)",
    right=lambda n, d: sinusoidal_encoding(n, d), model=readings.table, hints=(), misconceptions=readings.TABLE,
    cases=(case(3, 4, shown=True), case(7, 8), case(5, 6)),
)
E2 = Exercise("e2", "A number", 5, 1, "two", "a number", right=lambda: 2.0, hints=(), form=Numbers(single=True))
PROBE = Exercise("probe", "Whatever", 5, 1, "probe", "anything", right=lambda: 0, hints=())


def field():
    """The exercises of the field files."""
    return {"e1": E1}


def run(*cells, files=None, limits=QUICK, exercises=(PROBE,)):
    """Run cells that bind ``probe``; what it was, and the remarks."""
    ran = supervise.run(files or {}, [(f"cell {n}", source) for n, source in enumerate(cells, 1)], exercises, limits)
    calls = ran.handed[exercises[0].id][1].calls if exercises[0].id in ran.handed else ()
    return calls[0].value if calls else None, ran.remarks
