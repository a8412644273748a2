"""The models that explain a wrong answer.

A misconception is named only where its model gives the learner's values on every case. Closeness names nothing.
"""

import inspect
import itertools

import numpy as np

from .answers import Refused
from .attempts import agrees, place, right
from .exercise import KINDS, NoModel, Tolerance

SAME = 2.0  # a model explains a value that lies within twice the tolerance


def explain(exercise, attempts, failed):
    """The first model, or pair of models, that gives the learner's values; None if there is none.

    One mistake is tried before two. `failed` is the attempt that fails first. Given back are the code that speaks, the further
    codes, what a knob says of itself, and all codes in the order in which they are to be spoken of.
    """
    if failed.kind == "value" and failed.value is None:
        return None
    ranked = sorted(deviations(exercise), key=lambda d: KINDS.index(d.kind))
    for one in ranked:
        if one.when is None and _fits(exercise, attempts, failed, (one,)):
            return one.code, (), one.detail, (one.code,)
        if one.when and failed.kind == "value" and one.when(failed.value):
            rules = [other.code for other in ranked if other.when and other.when(failed.value)]
            codes = tuple(dict.fromkeys((one.code, *rules)))
            return one.code, codes[1:], "", codes
    if failed.kind == "value":
        coarse = _precision(exercise, attempts)
        if coarse:
            return coarse, (), "", (coarse,)
        for one in ranked:
            coarse = None if one.when or one.near else _coarse(exercise, attempts, failed, one)
            if coarse:
                return one.code, (coarse,), one.detail, (one.code, coarse)
    if _one_for_all(attempts):
        return None
    for one, other in itertools.combinations(ranked, 2):
        if one.code != other.code and not one.when and not other.when and one.joins(other) and _fits(exercise, attempts, failed, (one, other)):
            spoken = sorted((one, other), key=lambda d: -_shows(exercise, failed, d))  # the first one explains what is seen
            return one.code, (other.code,), f"{one.detail} {other.detail}".strip(), tuple(d.code for d in spoken)
    return None


def _one_for_all(attempts):
    """Whether one and the same number came on every case. That is a guess, which many pairs of mistakes would give."""
    values = [a.value for a in attempts if a.case and a.sound]
    return len(values) > 2 and all(np.ndim(value) == 0 and value == values[0] for value in values)


def shows_in_results(exercise, code):
    """Whether some way of a misconception gives a wrong result on a case, and does not only stop."""
    def gives(deviation, case):
        try:
            return not agrees(exercise, modelled(exercise, case, (deviation,)), right(exercise, case), case.args)
        except (ModelStops, NoModel):
            return False

    return any(gives(d, case) for d in deviations(exercise) if d.code == code and not d.when for case in exercise.cases if case.expect == "value")


def _shows(exercise, failed, deviation):
    """How much of what is seen a mistake gives alone: 3 all, 2 a value on the same side, 1 another wrong value, 0 nothing."""
    try:
        value = modelled(exercise, failed.case, (deviation,))
    except ModelStops:
        return 3 * (failed.kind == "raised")
    except NoModel:
        return 0
    got, want = failed.value, failed.want
    if failed.kind == "raised" or np.shape(value) != np.shape(got):
        return 0
    if failed.kind == "shape":
        return 3
    if failed.kind == "finite":
        return 3 * int((np.isfinite(value) == np.isfinite(got)).all())
    if deviation.near:
        return 3 * bool(deviation.near(got, value, *failed.args))
    if not np.shape(want) == np.shape(got):
        return 0
    at = place(exercise, failed)
    if exercise.tolerance.excess(got, value, failed.args)[at] <= SAME:
        return 3
    if exercise.tolerance.excess(value, want, failed.args)[at] <= 1:
        return 0
    return 1 + int((value[at] > want[at]) == (got[at] > want[at]))


class Deviation:
    """One way of one misconception: another function, knobs, or something done to the result."""

    def __init__(self, misconception, way=None):
        self.code, self.kind = misconception.code, misconception.kind
        self.after, self.when = (misconception.after, misconception.when) if way is None else (None, None)
        self.near = misconception.near
        self.function = way if callable(way) else None
        self.knobs = way if isinstance(way, dict) else {}

    @property
    def detail(self):
        """What a knob has to say, such as which base the numbers fit."""
        return " ".join(knob.says for knob in self.knobs.values() if hasattr(knob, "says"))

    def joins(self, other):
        """Whether both can be turned at once."""
        if self.function and other.function or self.near and other.near or self.knobs.keys() & other.knobs.keys():
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
        if m.after or m.when or m.near:
            yield Deviation(m)


def _fits(exercise, attempts, failed, deviations):
    if failed.kind == "finite" and not any(a.value is not None and np.isfinite(a.value).any() for a in attempts):
        return False  # where no number came at all, there is nothing to explain
    if all(a.call.failure for a in attempts):
        return False  # a crash on every case shows nothing but a crash
    order = [failed, *(a for a in attempts if a is not failed)]  # the failing case rules most models out
    return all(_fits_one(exercise, a, failed, deviations) for a in order)


def _fits_one(exercise, attempt, failed, deviations):
    is_first = attempt is failed
    raised = attempt.call.failure is not None
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
    near = next((d.near for d in deviations if d.near), None)
    if near:
        return np.shape(attempt.value) == np.shape(value) and bool(near(attempt.value, value, *attempt.args))
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


def _coarse(exercise, attempts, failed, deviation):
    """How the values of a mistake lost digits on top of it, if they did."""
    def of(attempt):
        try:
            return modelled(exercise, attempt.case, (deviation,))
        except (ModelStops, NoModel):
            return None

    first = of(failed) if failed.case else None
    if first is None or np.shape(first) != np.shape(failed.value) or not np.allclose(failed.value, first, rtol=0.02, atol=0.006):
        return None
    return _precision(exercise, attempts, [first if a is failed else of(a) for a in attempts], fewest=2)


def _precision(exercise, attempts, models=None, fewest=1):
    """``rounded-output`` or ``low-precision``, found from what all values have in common.

    They are compared with the right ones or with those of `models`; `fewest` is the least number of decimals.
    """
    wants = [a.want for a in attempts] if models is None else models
    got = [(a.value, want) for a, want in zip(attempts, wants, strict=True) if a.sound and a.case and isinstance(a.value, np.ndarray)]
    if not got or any(want is None or np.shape(value) != np.shape(want) for value, want in got) \
            or isinstance(exercise.tolerance, Tolerance) and exercise.tolerance.absolute >= 1e-3:
        return None
    values, wants = (np.concatenate([np.ravel(part) for part in parts]) for parts in zip(*got))
    if np.array_equal(wants, np.round(wants)) or not np.isfinite(wants).all():
        return None  # counts have no digits to lose
    for digits in range(fewest, 6):
        if np.abs(values - np.round(wants, digits)).max() <= 1.001 * 10.0**-digits * (np.abs(values - np.round(values, digits)).max() < 1e-12) \
                and np.abs(values - wants).max() <= 0.501 * 10.0**-digits and not np.array_equal(values, np.round(values)):
            return "rounded-output"
    size = np.maximum(np.abs(wants), 1e-3)
    with np.errstate(over="ignore"):
        coarse = [np.array_equal(values, values.astype(np.float16)), not (values.astype(np.float32).view(np.uint32) & 0xFFFF).any()
                  and np.array_equal(values, values.astype(np.float32))]
    if any(coarse) and not np.array_equal(wants, np.round(wants)) and (np.abs(values - wants) <= 0.02 * size).all():
        return "low-precision"
    return None
