"""How a hint and the progress look."""

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Hint:
    """Hint number `number` of an exercise."""

    exercise: str
    number: int
    hints: tuple

    def __repr__(self):
        if self.number > len(self.hints):
            return (f"{self.exercise}: these were all {len(self.hints)} hints. "
                    f"check({self.exercise!r}) says what it sees; the notebook of the same name in the folder solutions shows one way to do it.")
        return f"{self.exercise} hint {self.number} of {len(self.hints)}: {self.hints[self.number - 1]}"

    def _repr_html_(self):
        return f"<div>{escape(repr(self))}</div>"


class Progress:
    """Each lesson with its exercises: done, tried, open; and the points won.

    Attributes
    ----------
    done, tried : list of str
        Ids of solved exercises, and of those that were tried and not solved yet.
    points, out_of : int
    """

    def __init__(self, exercises, entries):
        solved = {entry["exercise"] for entry in entries if entry["status"] == "correct"}
        tried = {entry["exercise"] for entry in entries} - solved
        self.exercises = exercises
        self.done = [e.id for e in exercises if e.id in solved]
        self.tried = [e.id for e in exercises if e.id in tried]
        self.points = sum(e.points for e in exercises if e.id in solved)
        self.out_of = sum(e.points for e in exercises)

    def _rows(self):
        for lesson in sorted({e.lesson for e in self.exercises}):
            mine = [e for e in self.exercises if e.lesson == lesson]
            marks = " ".join(f"{e.id}{'✓' if e.id in self.done else '·' if e.id in self.tried else ''}" for e in mine)
            yield f"{lesson:02d}", sum(e.id in self.done for e in mine), len(mine), marks

    def __repr__(self):
        lines = [f"lesson {lesson}  {done:2d} of {total:2d}  {marks}" for lesson, done, total, marks in self._rows()]
        return "\n".join([*lines, f"{len(self.done)} of {len(self.exercises)} exercises, {self.points} of {self.out_of} points "
                                  "(✓ solved, · tried)"])

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{lesson}</td><td>{done} of {total}</td><td style='text-align: left'>{escape(marks)}</td></tr>"
                       for lesson, done, total, marks in self._rows())
        return (f"<table><tr><th>lesson</th><th>solved</th><th>exercises</th></tr>{rows}</table>"
                f"<div>{len(self.done)} of {len(self.exercises)} exercises, {self.points} of {self.out_of} points (✓ solved, · tried)</div>")
