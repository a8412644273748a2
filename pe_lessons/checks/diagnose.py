"""From what was handed in to its verdict: the gates in their order."""

from dataclasses import replace
from functools import partial

import numpy as np

from . import specific, words
from .attempts import Attempt, right
from .explain import explain
from .result import Result

UNEXPLAINED = ("unrecognised", "shown-case-only")


def verdict(exercise, handed):
    """The `Result` for what was `calls.Handed` in.

    Other conventions of the exercise (`variants`) are right as well, if they are kept in all cases. A wrong answer is judged
    by the convention that explains it with the fewest mistakes.
    """
    best = _verdict(exercise, handed)
    for knobs in exercise.variants:
        if best.status == "correct" or best.reason not in UNEXPLAINED and not best.also:
            break
        model = partial(exercise.model, **knobs)
        best = min(best, _verdict(replace(exercise, right=model, model=model), handed), key=_mistakes)
    return best


def _mistakes(result):
    """How many mistakes a verdict needs to explain an answer; the simpler explanation counts."""
    return 0 if result.status == "correct" else 9 if result.reason in UNEXPLAINED else 1 + len(result.also)


def _verdict(exercise, handed):
    def result(status, reason="", also=(), seen="", case="", said=None):
        means, next_step = said or (specific.at_once(exercise, reason, seen) if status in ("incorrect", "error") else ("", ""))
        return Result(exercise.id, exercise.title, status, reason, tuple(also), seen, means, next_step, case, exercise.points)

    if handed.absent is not None:
        return result("not_attempted", "not-attempted", seen=words.absent(exercise, handed.absent))
    if handed.blank:
        return result("not_attempted", "not-attempted", seen=f"Nothing to check yet; wanted: {exercise.wanted}")
    if handed.stopped is not None:
        return result("error", "interrupted", seen="The check was stopped" + (f" while the function was in {handed.stopped}" if handed.stopped else ""))
    if handed.other:
        wanted = f"the function {exercise.signature} itself, without brackets behind its name" if exercise.is_function else exercise.wanted
        return result("incorrect", "wrong-type", seen=f"{handed.other} came; wanted: {wanted}")

    attempts = [Attempt(exercise, case, call, right(exercise, case))
                for case, call in zip(exercise.cases or (None,), handed.calls, strict=True)]
    failed = next((a for a in attempts if a.kind), None)
    if any(a.call.changed for a in attempts) and all(a.kind in (None, "raised") for a in attempts) and any(a.kind is None for a in attempts):
        return result("incorrect", "mutated-input", seen=words.changed(exercise, attempts))
    if failed is None:
        return result("correct", also=handed.remark[:1], seen="".join(handed.remark[1:]))
    reason, also, more, spoken = _reason(exercise, attempts, failed)
    means, next_step = specific.words(exercise, attempts, failed, reason, spoken, handed.clues)
    return result("error" if failed.kind == "raised" else "incorrect", reason, also, words.seen(exercise, failed),
                  words.call_of(exercise, failed) if failed.case else "", (f"{means} {more}".strip(), next_step))


def _reason(exercise, attempts, failed):
    """The code that speaks, further ones, what there is to add, and all codes in the order in which they are spoken of."""
    explained = explain(exercise, attempts, failed) if failed.kind != "type" else None
    if explained:
        return explained
    code = _general(exercise, attempts, failed)
    return code, (), "", (code,)


def _general(exercise, attempts, failed):
    if failed.kind == "type":
        return failed.refused.code
    if failed.kind == "raised":
        return "raised"
    if failed.kind == "shape":
        return _shape_reason(exercise, attempts, failed)
    if failed.kind == "finite":
        return "not-finite"
    if exercise.is_function and any(a.case.shown for a in attempts) and all(a.kind is None for a in attempts if a.case.shown):
        return "shown-case-only"
    return "unrecognised"


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
