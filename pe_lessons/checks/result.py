"""What a check says: a status, a reason, what was seen, what it usually means, one thing to try."""

from dataclasses import dataclass
from html import escape

WORDS = {
    "not_attempted": "not attempted",
    "correct": "correct",
    "incorrect": "not right yet",
    "error": "stopped with an error",
}
# JupyterLab's own colours, so that both themes work; elsewhere the fallback counts
COLOURS = {
    "not_attempted": "var(--jp-ui-font-color2, #616161)",
    "correct": "var(--jp-success-color1, #388e3c)",
    "incorrect": "var(--jp-warn-color1, #e65100)",
    "error": "var(--jp-error-color1, #d32f2f)",
}


@dataclass(frozen=True)
class Result:
    """The verdict on one answer.

    Attributes
    ----------
    exercise, title : str
        Which exercise was checked.
    status : str
        ``"not_attempted"``, ``"correct"``, ``"incorrect"`` or ``"error"``.
    reason : str
        The code of what is wrong; empty when correct.
    also : tuple of str
        Codes of further misconceptions in the same answer, or of a remark on a correct one.
    seen, means, next_step : str
        What was seen, what it usually means, one thing to try.
    case : str
        The call, or the part of the answer, that failed first.
    points, out_of : int
        Points won, and points to be won.
    """

    exercise: str
    title: str
    status: str
    reason: str = ""
    also: tuple = ()
    seen: str = ""
    means: str = ""
    next_step: str = ""
    case: str = ""
    out_of: int = 0

    @property
    def points(self):
        return self.out_of if self.status == "correct" else 0

    @property
    def message(self):
        """Everything that is said to the learner, as one text."""
        return "\n".join(f"{name}: {text}" if name else text for name, text in self._parts())

    def _parts(self):
        names = ("", "", "") if self.status in ("correct", "not_attempted") else ("Seen", "Usually", "Try")
        return [(name, text) for name, text in zip(names, (self.seen, self.means, self.next_step)) if text]

    def _headline(self):
        head = f"{self.exercise} {self.title.rstrip('?')}: {WORDS[self.status]}"
        if self.status == "correct" and self.out_of:
            head += f" ({self.points} of {self.out_of} point{'s' * (self.out_of > 1)})"
        return head

    def __repr__(self):
        lines = self.message.split("\n") if self.message else []
        return "\n".join([self._headline(), *("    " + line for line in lines)])

    def _repr_html_(self):
        parts = "".join(f"<div>{f'<b>{name}:</b> ' if name else ''}{escape(text)}</div>" for name, text in self._parts())
        return (f'<div style="border-left: 4px solid {COLOURS[self.status]}; padding: 2px 0 2px 12px; max-width: 52em">'
                f"<div><b>{escape(self._headline())}</b></div>{parts}</div>")
