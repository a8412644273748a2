"""What a check saw, in words: one call, one place, the value that came."""

import numpy as np

from . import answers, errors
from .attempts import agrees, place
from .catalogue import neighbour


def call_of(exercise, attempt):
    """The call as a learner would write it, or the name of the value; a large array is named by its shape only."""
    return _call(exercise, attempt.case, lambda array: f"<array of shape {array.shape}>") if attempt.case else exercise.name


def example(exercise, case):
    """A call like that of a case that a learner can make, or an empty text where an argument is not the learner's."""
    if any(map(callable, case.args)):
        return ""
    return _call(exercise, case, lambda array: f"np.arange({array.size})" if array.ndim == 1 and array.dtype.kind in "iu" else f"np.ones({array.shape})")


def _call(exercise, case, large):
    parts = [_argument(a, large) for a in case.args] + [f"{key}={_argument(a, large)}" for key, a in case.kw.items()]
    return f"{exercise.name}({', '.join(parts)})"


def _argument(value, large):
    if isinstance(value, np.ndarray):
        whole = f"np.array({value.tolist()!r})"
        return whole if 0 < value.size <= 12 and len(whole) <= 100 else large(value)
    if callable(value):
        return getattr(value, "__name__", "f")
    return f"{value:g}" if isinstance(value, float) else repr(value)


def seen(exercise, failed):
    """What was seen, of the first attempt that fails."""
    call = call_of(exercise, failed)
    if failed.kind == "raised":
        failure = failed.call.failure
        text = str(failure)
        wanted = f"; wanted: {exercise.signature}" if errors.about_call(failure) else ""
        other = neighbour(exercise, errors.missing_name(failure))
        if other:
            return f"There is no {other.name} here: it is your answer of {other.id}. {call} stopped" + (f" in {failure.where}" if failure.where else " there")
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
            part = failed.refused.seen if failed.refused else " and ".join(
                f"{count(np.size(failed.value[key]))} in {key!r}" for key in answers.other_shapes(failed.value, failed.want))
            return f"{call}: {part} came; wanted: {exercise.wanted}"
        if failed.case is None and np.ndim(failed.value) < 2:
            return f"{call}: {count(np.size(failed.value))} came; wanted: {exercise.wanted}"
        return f"{call} gives {_shape(np.shape(failed.value))}, wanted is {_shape(np.shape(failed.want))}"
    if failed.kind == "finite":
        odd = np.argwhere(~np.isfinite(failed.value))
        if not np.ndim(failed.value):
            return f"{call} is {float(failed.value)}"
        return f"{call} has {len(odd)} {'values that are' if len(odd) > 1 else 'value that is'} NaN or infinite, the first at {_index(odd[0])}"
    if isinstance(failed.value, dict):
        parts = [repr(key) for key in failed.want if not agrees(exercise, failed.value[key], failed.want[key])]
        return f"in {call}, {' and '.join([', '.join(parts[:-1]), parts[-1]] if parts[1:] else parts)} {'do' if parts[1:] else 'does'} not agree yet"
    if not isinstance(failed.value, np.ndarray):
        return f"{call} is {_short(failed.value)}"
    return _first_difference(exercise, failed, call)


def _first_difference(exercise, failed, call):
    excess = exercise.tolerance.excess(failed.value, failed.want, failed.args)
    at = place(exercise, failed)
    got, want = float(failed.value[at]), float(failed.want[at])
    many = int((excess > 1).sum())
    truth = getattr(exercise.form, "truth", False)
    text = f"{call}{_index(at)} is {bool(got) if truth and got in (0, 1) else _digits(got)}"
    if failed.case and failed.case.shown:
        text += f", wanted is {bool(want) if truth else _digits(want)}"
    elif failed.case and not truth:
        text += f", off by {abs(got - want):.3g}"
    if np.size(failed.value) > 1:
        text += f" ({many} of {np.size(failed.value)} values differ)" if failed.case else ""
    return text


def _digits(value):
    return "0" if abs(value) < 1e-12 else format(value, ".6g")  # what rounding leaves of 0 looks odd


NAMES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(n, what="number"):
    """``five numbers``."""
    return f"{NAMES[n] if n < len(NAMES) else n} {what}{'s' * (n != 1)}"


def _shape(shape):
    return f"shape {shape}" if shape else "one number"


def _index(at):
    return f"[{', '.join(str(int(i)) for i in at)}]" if len(at) else ""


def _short(value):
    return ", ".join(sorted(value)) if isinstance(value, frozenset) else str(value)


def absent(exercise, near):
    """What was seen where no answer has the name that it should have; `near` is a name like it, or empty."""
    seen = f"There is no {exercise.name} here" + (f", but there is {near}" if near else "")
    return f"{seen}. " + (f"Give it the name {exercise.name}." if near else f"Run the cell that defines {exercise.name} first.")


def changed(exercise, attempts):
    """What was seen where an argument was changed."""
    call = next(a for a in attempts if a.call.changed)
    return f"{call_of(exercise, call)} gave the right values, and changed its argument"
