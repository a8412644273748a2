"""What is said of an exercise for which nothing came: why, as far as it is certain. None of it gives or costs a point."""

import re

from ...checks.result import Result

LESSON = "lesson-missing"  # these three concern a whole lesson, and are said once
UNREADABLE = "unreadable"
NOT_RUN = "not-run"
STOPPED = "cell-stopped"
OF_A_LESSON = (LESSON, UNREADABLE, NOT_RUN)
REASONS = (*OF_A_LESSON, STOPPED)

NOT_HANDED_IN = LESSON, "No notebook of this lesson was handed in."
NOT_FOUND = LESSON, "Nothing that could be marked was found in what was handed in; the remarks say why."
LOST = UNREADABLE, "This notebook could not be read; the remarks say why."
DID_NOT_RUN = NOT_RUN, "This notebook could not be run; the remarks say why."
CUT_SHORT = "not-attempted", "The notebook was ended before this was looked at; the remarks say where."


def unreadable(error):
    """Of a notebook that is `reading.Unreadable`."""
    return UNREADABLE, f"This notebook could not be read: it {error}."


def missing(exercise, near, stops):
    """Why a notebook that ran holds no answer: ``(reason, sentence)``.

    Parameters
    ----------
    exercise : Exercise
    near : str
        A name like the one that is missing, or empty.
    stops : list of (str, str, str)
        Each cell that did not come to its end: how it is called, its source, and how it ended, as ``"stopped with NameError"``.

    Returns
    -------
    (str, str)
    """
    for wanted in (_defines(exercise.name), _checks(exercise.id)):
        for cell, source, how in reversed(stops):
            if wanted.search(source):
                return STOPPED, f"{cell[:1].upper()}{cell[1:]} {how}. So there was nothing to check for {exercise.id}."
    return "not-attempted", (f"There is no `{exercise.name}` in the notebook that was handed in"
                             + (f", but there is `{near}`. The check looks for the name `{exercise.name}`." if near else "."))


def result(exercise, why):
    """The `Result` of an exercise for which nothing came; `why` is one of the pairs of this module."""
    reason, sentence = why
    return Result(exercise.id, exercise.title, "error" if reason == STOPPED else "not_attempted", reason, seen=sentence, out_of=exercise.points)


def _defines(name):
    return re.compile(rf"^[ \t]*(?:(?:async[ \t]+)?def[ \t]+{re.escape(name)}\b|{re.escape(name)}[ \t]*(?::[^=\n]*)?=(?!=))", re.MULTILINE)


def _checks(identity):
    """An answer under another name, given to check, is missing as well where that cell stopped."""
    return re.compile(rf"""\bcheck\(\s*["']{re.escape(identity)}["']\s*,""", re.IGNORECASE)
