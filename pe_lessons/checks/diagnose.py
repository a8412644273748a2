"""From an answer to its verdict: the gates in their order, and the models that explain a wrong answer.

A misconception is named only where its model gives the learner's values on every case. Closeness names nothing.
"""

import inspect
import itertools
import re

import numpy as np

from . import answers, calls, messages
from .answers import Numbers, Refused
from .exercise import KINDS, NoModel, Tolerance
from .result import Result

SAME = 2.0  # a model explains a value that lies within twice the tolerance


class Attempt:
    """What came out on one case: `kind` is the gate it fails at (None: right), `value` what could be read."""

    def __init__(self, exercise, case, call, want):
        self.case, self.call, self.want = case, call, want
        self.args = case.args if case else ()
        self.value = self.refused = None
        self.kind = self._judge(exercise)

    def _judge(self, exercise):
        if self.call.error is not None:
            wanted = self.case.expect == "raise" and isinstance(self.call.error, IndexError | ValueError | TypeError)
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


def verdict(exercise, answer):
    """The verdict on `answer`, a `Result`. It never raises because of the answer."""
    def result(status, reason="", also=(), seen="", means=None, next_step=None, case=""):
        if reason and means is None:
            means, next_step = messages.of(exercise, reason, also)
        return Result(exercise.id, exercise.title, status, reason, tuple(also), seen, means or "", next_step or "", case, exercise.points)

    def not_attempted():
        return result("not_attempted", "not-attempted", seen=f"Nothing to check yet; wanted: {exercise.wanted}", means="", next_step="")

    if answers.is_blank(answer) or exercise.is_function and answers.is_empty_function(answer):
        return not_attempted()
    if exercise.is_function != callable(answer):
        if exercise.is_function:
            seen = f"{answers.describe(answer)} came; wanted: the function {exercise.signature} itself, without brackets behind its name"
        else:
            seen = f"{answers.describe(answer)} came; wanted: {exercise.wanted}"
        return result("incorrect", "wrong-type", seen=seen)
    try:
        attempts = list(_attempts(exercise, answer))
    except calls.Interrupted as stopped:
        seen = "You stopped the check" + (f" while the function was in {stopped.where}" if stopped.where else "")
        return result("error", "interrupted", seen=seen)
    if any(isinstance(a.call.error, NotImplementedError) for a in attempts[:1]) or answers.is_blank(attempts[0].call.value) \
            and attempts[0].call.value is not None and exercise.is_function and attempts[0].call.error is None:
        return not_attempted()

    failed = next((a for a in attempts if a.kind), None)
    changed = any(a.call.changed for a in attempts)
    if changed and all(a.kind in (None, "raised") for a in attempts) and any(a.kind is None for a in attempts):
        return result("incorrect", "mutated-input", seen=_changed(exercise, attempts))
    if failed is None:
        remark = exercise.remark(answer) if exercise.remark else None
        return result("correct", also=(remark[0],) if remark else (), seen=remark[1] if remark else "")

    reason, also = _reason(exercise, attempts, failed, answer)
    case = calls.call_text(exercise.name, failed.case) if failed.case else ""
    return result("error" if failed.kind == "raised" else "incorrect", reason, also, _seen(exercise, failed, answer), case=case)


def _attempts(exercise, answer):
    if not exercise.is_function:
        yield Attempt(exercise, None, calls.Call(answer), plain(exercise, exercise.right()))
        return
    for case in exercise.cases:
        yield Attempt(exercise, case, calls.call(answer, case), right(exercise, case))


def right(exercise, case):
    """The right value on a case, None where an error is wanted."""
    if case is None:
        return plain(exercise, exercise.right())
    args, kw = case.fresh()
    return None if case.expect == "raise" else plain(exercise, exercise.right(*args, **kw))


def plain(exercise, value):
    """A value of the package in the plain form that answers are read into."""
    return exercise.form.read(value)


# -- which reason speaks --------------------------------------------------------------------------------------------


def _reason(exercise, attempts, failed, answer):
    """The code that speaks, and further ones."""
    if failed.kind == "type":
        return failed.refused.code, ()
    explained = _explain(exercise, attempts, failed)
    if explained:
        return explained
    if failed.kind == "raised":
        return "raised", ()
    if failed.kind == "shape":
        return _shape_reason(exercise, attempts, failed), ()
    if failed.kind == "finite":
        return "not-finite", ()
    if exercise.is_function and any(a.case.shown for a in attempts) and all(a.kind is None for a in attempts if a.case.shown):
        return "shown-case-only", ()
    return "unrecognised", ()


def _shape_reason(exercise, attempts, failed):
    got = np.shape(failed.value) if failed.value is not None else None
    if got is None:
        return "wrong-shape"
    for m in exercise.misconceptions:
        if m.shape and all(np.shape(a.value) == tuple(m.shape(np.shape(a.want), *a.args)) for a in attempts
                           if a.kind == "shape" and a.value is not None):
            return m.code
    want = np.shape(failed.want)
    if len(want) >= 2 and got == (*want[:-2], want[-1], want[-2]):
        return "axis-swapped"
    shown = [np.shape(a.want) for a in attempts if a.case and a.case.shown and a.want is not None]
    right_when_shown = shown and all(a.kind is None for a in attempts if a.case and a.case.shown)
    if right_when_shown and any(len(s) == len(got) == len(want) and any(g == s_ != w for g, s_, w in zip(got, s, want)) for s in shown):
        return "shown-case-only"  # a size of the shown case stands where a variable should
    return "wrong-shape"


def _explain(exercise, attempts, failed):
    """The codes of the first model, or pair of models, that gives the learner's values; None if there is none."""
    if failed.kind == "value" and failed.value is None:
        return None
    ranked = sorted(deviations(exercise), key=lambda d: KINDS.index(d.kind))
    for one in ranked:
        if one.when is None and _fits(exercise, attempts, failed, (one,)):
            return one.code, ()
        if one.when and failed.kind == "value" and one.when(failed.value):
            rules = [other.code for other in ranked if other.when and other.when(failed.value)]
            return one.code, tuple(dict.fromkeys(code for code in rules if code != one.code))
    near = _precision(exercise, attempts) if failed.kind == "value" else None
    if near:
        return near, ()
    for one, other in itertools.combinations(ranked, 2):
        if one.code != other.code and not one.when and not other.when and one.joins(other) and _fits(exercise, attempts, failed, (one, other)):
            return one.code, (other.code,)
    return None


class Deviation:
    """One way of one misconception: another function, knobs, or something done to the result."""

    def __init__(self, misconception, way=None):
        self.code, self.kind = misconception.code, misconception.kind
        self.after, self.when = (misconception.after, misconception.when) if way is None else (None, None)
        self.function = way if callable(way) else None
        self.knobs = way if isinstance(way, dict) else {}

    def joins(self, other):
        """Whether both can be turned at once."""
        if self.function and other.function or self.knobs.keys() & other.knobs.keys():
            return False
        function, knobs = self.function or other.function, {**self.knobs, **other.knobs}
        return not function or not knobs or _takes(function, knobs)


def _takes(function, knobs):
    parameters = inspect.signature(function).parameters.values()
    return any(p.kind is p.VAR_KEYWORD for p in parameters) or knobs.keys() <= {p.name for p in parameters}


def deviations(exercise):
    for m in exercise.misconceptions:
        for way in m.ways:
            yield Deviation(m, way)
        if m.after or m.when:
            yield Deviation(m)


def _fits(exercise, attempts, failed, deviations):
    if all(a.call.error is not None for a in attempts):
        return False  # a crash on every case shows nothing but a crash
    order = [failed, *(a for a in attempts if a is not failed)]  # the failing case rules most models out
    return all(_fits_one(exercise, a, failed, deviations) for a in order)


def _fits_one(exercise, attempt, failed, deviations):
    is_first = attempt is failed
    raised = attempt.call.error is not None
    if not is_first and not attempt.sound and not (failed.kind == "raised" and raised):
        return True  # a crash elsewhere does not hide the mistake
    try:
        value = modelled(exercise, attempt.case, deviations)
    except NoModel:
        return False
    except ModelStops:
        if failed.kind == "raised" or attempt.case and attempt.case.expect == "raise":
            return raised
        return not is_first and not raised
    if raised:
        return False
    if attempt.value is None:
        return False
    if not is_first and attempt.kind is None and np.size(value) and not np.isfinite(value).all():
        return True  # the model has no answer here, say for a single pair; the learner guarded it
    return agrees(exercise, attempt.value, value, attempt.args, SAME)


class ModelStops(Exception):
    """A model raises on a case, as the learner's function would."""


def modelled(exercise, case, deviations):
    """The value that a learner with these misconceptions would get on `case`."""
    function = next((d.function for d in deviations if d.function), exercise.model or exercise.right)
    knobs = {key: value for d in deviations for key, value in d.knobs.items()}
    args, kw = case.fresh() if case else ((), {})
    try:
        with np.errstate(all="ignore"):
            value = function(*args, **kw, **knobs)
            value = exercise.form.read(value)
            for d in deviations:
                if d.after:
                    value = np.asarray(d.after(value, *args), float)
    except Refused as refused:
        raise ModelStops(str(refused)) from None
    except (ArithmeticError, ValueError, IndexError, TypeError) as error:
        raise ModelStops(str(error)) from None
    return value


def _precision(exercise, attempts):
    """``rounded-output`` or ``low-precision``, found from what all values have in common."""
    got = [(a.value, a.want) for a in attempts if a.sound and a.case and isinstance(a.value, np.ndarray) and a.want is not None]
    if not got or any(a.kind == "value" and a.want is None for a in attempts) or isinstance(exercise.tolerance, Tolerance) and exercise.tolerance.absolute >= 1e-3:
        return None
    values, wants = (np.concatenate([np.ravel(part) for part in parts]) for parts in zip(*got))
    for digits in range(1, 6):
        if np.abs(values - np.round(wants, digits)).max() <= 1.001 * 10.0**-digits * (np.abs(values - np.round(values, digits)).max() < 1e-12) \
                and np.abs(values - wants).max() <= 0.501 * 10.0**-digits and not np.array_equal(values, np.round(values)):
            return "rounded-output"
    size = np.maximum(np.abs(wants), 1e-3)
    with np.errstate(over="ignore"):
        coarse = [np.array_equal(values, values.astype(np.float16)), not (values.astype(np.float32).view(np.uint32) & 0xFFFF).any()
                  and np.array_equal(values, values.astype(np.float32))]
    if any(coarse) and (np.abs(values - wants) <= 0.02 * size).all():
        return "low-precision"
    return None


# -- what was seen --------------------------------------------------------------------------------------------------


def _seen(exercise, failed, answer):
    call = calls.call_text(exercise.name, failed.case) if failed.case else exercise.name
    if failed.kind == "raised":
        text = calls.error_text(failed.call.error, failed.call.where, answer)
        wanted = f"; wanted: {exercise.signature}" if re.search(r"argument|positional", text) and isinstance(failed.call.error, TypeError) else ""
        if failed.case and failed.case.expect == "raise":
            wanted = "; wanted: an IndexError or a ValueError"
        return f"{call} stopped with {text}{wanted}"
    if failed.refused:
        if failed.refused.code == "returned-none":
            printed = failed.call.printed.strip().split("\n")[0][:60]
            return f"{call} returned None" + (f" and printed {printed!r}" if printed else "")
        return f"{call}: {failed.refused.seen} came; wanted: {exercise.wanted}" if failed.case else f"{failed.refused.seen}; wanted: {exercise.wanted}"
    if failed.case and failed.case.expect == "raise":
        return f"{call} returned {answers.describe(failed.call.value)}, without a word"
    if failed.kind == "shape":
        if failed.value is None or isinstance(failed.value, dict):
            return f"{call}: {failed.refused.seen if failed.refused else 'a part with another number of values'} came; wanted: {exercise.wanted}"
        return f"{call} gives {_shape(np.shape(failed.value))}, wanted is {_shape(np.shape(failed.want))}"
    if failed.kind == "finite":
        odd = np.argwhere(~np.isfinite(failed.value))
        return f"{call} has {len(odd)} values that are NaN or infinite, the first at {_index(odd[0])}"
    if not isinstance(failed.value, np.ndarray):
        return f"{call} is {_short(failed.value)}" if isinstance(failed.value, str | frozenset) else f"{call} does not agree yet"
    return _first_difference(exercise, failed, call)


def _first_difference(exercise, failed, call):
    excess = exercise.tolerance.excess(failed.value, failed.want, failed.args)
    at = tuple(np.argwhere(np.atleast_1d(excess) > 1)[0]) if np.ndim(excess) else ()
    got, want = float(failed.value[at]), float(failed.want[at])
    many = int((excess > 1).sum())
    truth = getattr(exercise.form, "truth", False)
    text = f"{call}{_index(at)} is {bool(got) if truth and got in (0, 1) else _digits(got)}"
    if failed.case and failed.case.shown:
        text += f", wanted is {bool(want) if truth else _digits(want)}"
    elif failed.case and not truth:
        text += f", off by {abs(got - want):.2g}"
    if np.size(failed.value) > 1:
        text += f" ({many} of {np.size(failed.value)} values differ)" if failed.case else ""
    return text


def _digits(value):
    return "0" if abs(value) < 1e-12 else format(value, ".6g")  # what rounding leaves of 0 looks odd


def _shape(shape):
    return f"shape {shape}" if shape else "one number"


def _index(at):
    return f"[{', '.join(str(int(i)) for i in at)}]" if len(at) else ""


def _short(value):
    return ", ".join(sorted(value)) if isinstance(value, frozenset) else str(value)


def _changed(exercise, attempts):
    call = next(a for a in attempts if a.call.changed)
    return f"{calls.call_text(exercise.name, call.case)} gave the right values and left other numbers in its argument"
