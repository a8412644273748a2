"""The words that depend on what was seen, and not on the reason code alone."""

import numpy as np

from . import errors, messages
from .answers import EXCEPTION, other_shapes
from .catalogue import neighbour
from .explain import shows_in_results
from .words import count, example


def at_once(exercise, reason, seen):
    """What to say where no call could be judged."""
    return _wrong_type(exercise, seen) if reason == "wrong-type" else messages.of(exercise, reason)


def words(exercise, attempts, failed, reason, spoken, clues):
    """What the answer usually means, and one thing to try; `spoken` holds the codes, the one that explains what is seen first."""
    if reason == "raised":
        failure = failed.call.failure
        return errors.words(exercise, failed, neighbour(exercise, errors.missing_name(failure)), example(exercise, failed.case))
    if reason == "returned-none":
        return _nothing_returned(exercise, failed, clues)
    if reason == "wrong-type":
        return _wrong_type(exercise, failed.refused.seen)
    if reason == "wrong-shape" and failed.case is None and failed.value is not None and not any(m.code == reason and m.means for m in exercise.misconceptions):
        key = other_shapes(failed.value, failed.want)[0] if isinstance(failed.value, dict) else ...
        return _wrong_length(failed.value, failed.want) if key is ... else _wrong_length(failed.value[key], failed.want[key])
    means, next_step = messages.of(exercise, spoken[0], spoken[1:])
    if reason == "shown-case-only":
        return means, " ".join([next_step, *_holds_in_shown(attempts, failed, clues)])
    if reason == "unrecognised":
        return means, exercise.by_hand or _by_hand(exercise, next_step)
    if failed.kind == "raised" and any(a.kind == "value" for a in attempts):
        return f"The other calls, which did not stop, show what is wrong: {means}", next_step
    if failed.kind == "raised" and shows_in_results(exercise, reason):  # the words speak of a result, and none came
        return f"The call stopped. Where it does not, the same mistake can give this: {means}", next_step
    return means, next_step


def _nothing_returned(exercise, failed, clues):
    kinds = {kind for kind, _ in clues}
    if "returns" not in kinds or failed.case is None:
        return messages.of(exercise, "returned-none")
    if "ends" not in kinds:
        return "The return hands back something that is itself None: print(x), x.sort() and the like do their work and give None.", "Print what stands behind return."
    labels = [repr(a) for a in (*failed.case.args, *failed.case.kw.values()) if isinstance(a, str)]
    branch = f"no branch fits {labels[0]}" if labels else "no branch of an if fits, or a loop has nothing to run over"
    return (f"This call came to the end of the function without meeting a return with a value: perhaps {branch}.",
            "Follow this call line by line: which return should it meet?")


def _wrong_type(exercise, seen):
    if EXCEPTION in seen:
        return "An error was handed back as if it were a result. Whoever called the function would go on with it.", "Write raise in place of return."
    return messages.of(exercise, "wrong-type")


def _wrong_length(value, wanted):
    got, want, rows = np.size(value), np.size(wanted), np.shape(wanted)
    if got == want:
        if len(rows) == 2 and np.ndim(value) == 1:
            return "The numbers are as many as are wanted, without their rows.", f"Put brackets around each row: {count(rows[0], 'row')} of {count(rows[1])}."
        return "The numbers are as many as are wanted; the brackets around them are others.", "Give " + ("one flat list." if len(rows) == 1 else "a plain number." if not rows else "rows within one list.")
    many = f"{count(abs(got - want))} too {'many' if got > want else 'few'}"
    return f"That is {many}.", f"Give {count(want)}" + (", in the order of the question." if want > 1 else " alone.")


def _by_hand(exercise, general):
    if not exercise.is_function:
        return "Take it in small steps and look at each one; or call hint."
    return general


def _holds_in_shown(attempts, failed, clues):
    """What may hold in the shown case only, as far as the code or the results give a sign of it. At most two sentences."""
    by_kind = {}
    for kind, name in clues:
        by_kind.setdefault(kind, []).append(name)
    values = [a.value for a in attempts if a.value is not None]
    wants = [a.want for a in attempts if a.want is not None]
    shown = {f"{part:g}" for a in attempts if a.case.shown for part in _sizes(a.case)} - {f"{part:g}" for part in _sizes(failed.case)}
    written = [text for text in by_kind.get("number", ()) if text in shown]
    if len(values) > 1 and _alike(values) and not _alike(wants):
        yield "The result is the same for every call."
    elif "unused" in by_kind:
        names = " and ".join(by_kind["unused"][:3])
        yield f"One sign: your code never reads the argument{'s' * (len(by_kind['unused']) > 1)} {names}."
    elif "foreign" in by_kind:
        yield f"One sign: your code reads {' and '.join(by_kind['foreign'][:3])} from the notebook. Should that be an argument?"
    elif written:
        yield f"One sign: {written[0]} is written in. Is it a size or a value of the shown case?"
    else:
        yield "Make that call yourself, and print each step."


def _alike(values):
    return all(np.shape(value) == np.shape(values[0]) and np.array_equal(value, values[0]) for value in values)


def _sizes(case):
    """The numbers of a call: plain ones, lengths of lists, sizes of arrays."""
    for value in (*case.args, *case.kw.values()):
        if isinstance(value, np.ndarray):
            yield from value.shape
        elif isinstance(value, list | tuple):
            yield len(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield value
