"""What is known of one student: what was handed in, and what came of it."""

from dataclasses import asdict, dataclass
from pathlib import Path

from ...checks.result import Result


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    Attributes
    ----------
    student : str
        The name of the student's folder or archive, or the one found in the name of a loose notebook.
    folder : Path or None
        The folder that the notebooks run in a copy of; None where nothing was handed in.
    notebooks : tuple of Path
        The notebooks to be marked, relative to `folder`.
    remarks : tuple of str
        Anything odd, one line each, for the instructor.
    lessons : tuple of str
        The lesson that each of the notebooks belongs to, as ``"02_frequencies"``, in the same order.
    """

    student: str
    folder: Path | None = None
    notebooks: tuple = ()
    remarks: tuple = ()
    lessons: tuple = ()


@dataclass(frozen=True)
class Marked:
    """What came of one submission.

    Attributes
    ----------
    student : str
    results : dict of str to Result
        One for each exercise of the assignment, in its order; what was not found is ``not_attempted``.
    remarks : tuple of str
        Anything odd, one line each, for the instructor.
    held : str
        What the student's code was held by: ``"namespaces"`` or ``"limits"``; empty where nothing ran.
    complete : bool
        Every notebook was there, could be read, and ran.
    """

    student: str
    results: dict
    remarks: tuple = ()
    held: str = ""
    complete: bool = True

    @property
    def points(self):
        return sum(result.points for result in self.results.values())

    def to_plain(self):
        """The record as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain):
        """The record that `to_plain` gave."""
        results = {name: Result(**{**result, "also": tuple(result["also"])}) for name, result in plain["results"].items()}
        return cls(plain["student"], results, tuple(plain["remarks"]), plain["held"], plain["complete"])
