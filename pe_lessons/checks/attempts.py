"""One attempt: what came out on a case, beside what should have come out, and the gate at which it fails."""

import numpy as np

from .answers import Numbers, Refused


class Attempt:
    """What came out on one case: `kind` is the gate it fails at (None: right), `value` what could be read."""

    def __init__(self, exercise, case, call, want):
        self.case, self.call, self.want = case, call, want
        self.args = case.args if case else ()
        self.value = self.refused = None
        self.kind = self._judge(exercise)

    def _judge(self, exercise):
        failure = self.call.failure
        if failure is not None:
            wanted = self.case.expect == "raise" and any(map(failure.is_a, ("IndexError", "ValueError", "TypeError")))
            return None if wanted else "raised"
        try:
            self.value = exercise.form.read(self.call.value)
        except Refused as refused:
            self.refused = refused
            return "shape" if refused.code == "wrong-shape" else "type"
        if self.case and self.case.expect == "raise":
            return "value"
        if not exercise.form.same_shape(self.value, self.want):
            return "shape"
        if isinstance(exercise.form, Numbers) and not np.isfinite(self.value).all():
            return "finite"
        return None if agrees(exercise, self.value, self.want, self.args) else "value"

    @property
    def sound(self):
        """Whether the value can be compared with a model's."""
        return self.kind in (None, "value")


def agrees(exercise, got, want, args=(), slack=1.0):
    """Whether two plain values agree within `slack` times the tolerance of the exercise."""
    if isinstance(got, dict):
        return all(agrees(exercise, got[key], want[key], args, slack) for key in want)
    if isinstance(got, np.ndarray) and isinstance(want, np.ndarray):
        return got.shape == want.shape and bool((exercise.tolerance.excess(got, want, args) <= slack).all())
    return got == want


def place(exercise, attempt):
    """The index of the first number that is wrong."""
    excess = exercise.tolerance.excess(attempt.value, attempt.want, attempt.args)
    return tuple(np.argwhere(np.atleast_1d(excess) > 1)[0]) if np.ndim(excess) else ()


def right(exercise, case):
    """The right value on a case, None where an error is wanted."""
    if case is None:
        return plain(exercise, exercise.right())
    args, kw = case.fresh()
    return None if case.expect == "raise" else plain(exercise, exercise.right(*args, **kw))


def plain(exercise, value):
    """A value of the package in the plain form that answers are read into."""
    return exercise.form.read(value)
