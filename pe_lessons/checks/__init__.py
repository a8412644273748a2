"""Exercises that say what is wrong: ``check``, ``hint`` and ``progress``."""

import sys

from . import catalogue, log
from .calls import hand_in, missing
from .diagnose import verdict
from .report import Hint, Progress

_LOOK_UP = object()
_hints_given = {}


def check(exercise_id, answer=_LOOK_UP):
    """Check an answer; say whether it is right and, if not, which mistake it shows.

    Parameters
    ----------
    exercise_id : str
        Such as ``"2.1"`` or ``"Q3"``.
    answer : object, optional
        The function or the value that the exercise asks for. Without it, it is looked up by its name.

    Returns
    -------
    Result
        Rich in a notebook, plain in a terminal. An answer never makes it raise.

    Raises
    ------
    ValueError
        There is no such exercise.

    Examples
    --------
    >>> check("2.2", 20000).reason
    'base-doubled'
    """
    exercise = catalogue.find(exercise_id)
    handed = None
    if answer is _LOOK_UP:
        frame = sys._getframe(1)
        names = {**frame.f_globals, **frame.f_locals}
        if exercise.name in names:
            answer = names[exercise.name]
        else:
            handed = missing(exercise.name, exercise.is_function, names)
    result = verdict(exercise, handed or hand_in(answer, exercise.cases, exercise.remark))
    log.record(result)
    return result


def hint(exercise_id):
    """The next hint for an exercise, one step further at each call.

    Raises
    ------
    ValueError
        There is no such exercise.
    """
    exercise = catalogue.find(exercise_id)
    given = _hints_given[exercise.id] = min(_hints_given.get(exercise.id, 0) + 1, len(exercise.hints) + 1)
    return Hint(exercise.id, given, exercise.hints)


def progress():
    """What has been solved so far in this learner's folder, lesson by lesson."""
    return Progress(list(catalogue.exercises().values()), log.entries())
