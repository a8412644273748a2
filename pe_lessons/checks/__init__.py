"""Exercises that say what is wrong: ``check``, ``hint`` and ``progress``."""

import difflib
import sys
from dataclasses import replace

from . import catalogue, log
from .calls import hand_in
from .diagnose import verdict
from .report import Hint, Progress
from .result import Result

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
    if answer is _LOOK_UP:
        frame = sys._getframe(1)
        names = {**frame.f_globals, **frame.f_locals}
        if exercise.name not in names:
            return _not_there(exercise, names)
        answer = names[exercise.name]
    handed = hand_in(answer, exercise.cases)
    result = verdict(exercise, handed)
    if result.status == "correct" and exercise.remark and (remark := exercise.remark(answer)):
        result = verdict(exercise, replace(handed, remark=remark))
    log.record(result)
    return result


def _not_there(exercise, names):
    own = [name for name, value in names.items() if not name.startswith("_") and callable(value) == exercise.is_function
           and (not exercise.is_function or getattr(value, "__module__", None) == names.get("__name__"))]
    low = {name.lower(): name for name in own}
    near = difflib.get_close_matches(exercise.name.lower(), low, 1, cutoff=0.5)
    seen = f"There is no {exercise.name} here" + (f", but there is {low[near[0]]}" if near else "")
    try_ = f"Give it the name {exercise.name}" if near else f"Run the cell that defines {exercise.name} first"
    return Result(exercise.id, exercise.title, "not_attempted", "not-attempted", seen=f"{seen}. {try_}.", out_of=exercise.points)


def hint(exercise_id):
    """The next hint for an exercise, one step further at each call.

    Parameters
    ----------
    exercise_id : str
        Such as ``"2.1"`` or ``"Q3"``.

    Returns
    -------
    Hint
        Its text is shown in a notebook and in a terminal.

    Raises
    ------
    ValueError
        There is no such exercise.

    Examples
    --------
    >>> hint("2.3").number
    1
    """
    exercise = catalogue.find(exercise_id)
    given = _hints_given[exercise.id] = min(_hints_given.get(exercise.id, 0) + 1, len(exercise.hints) + 1)
    return Hint(exercise.id, given, exercise.hints)


def progress():
    """What has been solved so far in this learner's folder, lesson by lesson.

    Returns
    -------
    Progress
        Its ``done``, ``tried``, ``points`` and ``out_of``; shown as a table. Empty where there is no learner's folder.

    Examples
    --------
    >>> progress().out_of
    131
    """
    return Progress(list(catalogue.exercises().values()), log.entries())
