"""Every exercise of the course, by id."""

import difflib
from functools import cache
from importlib import import_module

MODULES = ("lesson1", "lesson2", "lesson3", "lesson4", "lesson5", "lesson6", "lesson7", "questions")


@cache
def exercises():
    """All exercises in the order of the course: ``{id: Exercise}``."""
    return {exercise.id: exercise for name in MODULES
            for exercise in import_module(f".{name}", __package__).EXERCISES}


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
    near = [i for i in known if i.split(".")[0] == wanted.split(".")[0]] or difflib.get_close_matches(wanted, known, 3) or list(known)
    raise ValueError(f"exercise_id is {exercise_id!r}; there is no such exercise. Near it: {', '.join(near)}")
