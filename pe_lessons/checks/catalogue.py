"""Every exercise of the course, by id."""

import difflib
from functools import cache
from importlib import import_module

from .answers import describe

MODULES = ("lesson1", "lesson2", "lesson3", "lesson4", "lesson5", "lesson6", "lesson7", "questions")


@cache
def exercises():
    """All exercises in the order of the course: ``{id: Exercise}``."""
    return {exercise.id: exercise for name in MODULES
            for exercise in import_module(f".{name}", __package__).EXERCISES}


def neighbour(exercise, name):
    """The exercise before this one whose answer is a function with this name, or None."""
    for other in exercises().values():
        if other.id == exercise.id:
            break
        if other.is_function and other.name == name and (len(name) > 1 or other.lesson == exercise.lesson):
            return other
    return None


class UnknownExercise(ValueError):
    """There is no such exercise. IPython shows the sentence alone: the traceback would lead into this package."""

    def _render_traceback_(self):
        return [f"ValueError: {self}"]


def find(exercise_id):
    """The exercise with this id; ``2.1``, ``"2.1"`` and ``"q1"`` are understood.

    Raises
    ------
    ValueError
        There is no such exercise.
    """
    known = exercises()
    wanted = str(exercise_id).strip().upper()
    if wanted in known:
        return known[wanted]
    shown = repr(exercise_id)[:60] if isinstance(exercise_id, str | int | float) else describe(exercise_id)
    name = str(getattr(exercise_id, "__name__", exercise_id))
    named = next((e for e in known.values() if e.name == name), None)
    if named:
        raise UnknownExercise(f"exercise_id is {shown}; the number of the exercise comes first, and that of {name} is {named.id!r}")
    near = [i for i in known if i.split(".")[0] == wanted.split(".")[0]] or difflib.get_close_matches(wanted, known, 3)
    offered = f"Near it: {', '.join(near)}" if near else f"They go from {next(iter(known))} to {next(reversed(known))}; progress() shows all of them"
    raise UnknownExercise(f"exercise_id is {shown}; there is no such exercise. {offered}")
