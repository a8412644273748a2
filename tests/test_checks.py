"""The check itself: right values, models, gates, and answers that try its patience."""

import json
import re
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import pe_lessons
from pe_lessons.checks import attempts, catalogue, check, explain, hint, messages
from pe_lessons.checks.answers import Numbers
from pe_lessons.checks.exercise import KINDS

EXERCISES = catalogue.exercises()
FUNCTIONS = [e for e in EXERCISES.values() if e.is_function and isinstance(e.form, Numbers)]
EXPECTED = json.loads((Path(__file__).parent / "data" / "expected_answers.json").read_text(encoding="utf-8"))


def by_id(exercises):
    return [pytest.param(e, id=e.id) for e in exercises]


# -- the data ---------------------------------------------------------------------------------------------------------


def test_all_exercises_are_there():
    counts = {}
    for exercise in EXERCISES.values():
        counts[exercise.lesson] = counts.get(exercise.lesson, 0) + 1
    assert counts == {1: 5, 2: 5, 3: 6, 4: 5, 5: 5, 6: 5, 7: 6, 8: 10}
    assert sum(e.extra for e in EXERCISES.values()) == 7


@pytest.mark.parametrize("exercise", by_id(EXERCISES.values()))
def test_an_exercise_is_complete(exercise):
    assert 1 <= exercise.difficulty <= 5 and 2 <= exercise.minutes <= 15
    assert len(exercise.hints) == 3 and all(text.endswith((".", "?")) for text in exercise.hints)
    assert exercise.is_function == bool(exercise.cases)
    if exercise.cases:
        assert exercise.cases[0].shown and not all(c.shown for c in exercise.cases)
    for m in exercise.misconceptions:
        assert m.kind in KINDS
        recognised = m.ways or m.after or m.when or m.shape or m.near
        assert recognised or m.code in ("wrong-shape", "bool-not-number"), f"{m.code} has nothing to be recognised by"
        means, next_step = messages.of(exercise, m.code)
        assert means.endswith((".", "?", ".)")) and next_step.endswith((".", "?", ".)")), m.code


@pytest.mark.parametrize("exercise", by_id(EXERCISES.values()))
def test_right_values(exercise):
    """Against values that were computed apart from this package."""
    expected = EXPECTED[exercise.id]
    if exercise.is_function:
        assert len(expected) == len(exercise.cases)
        for case, want in zip(exercise.cases, expected):
            assert (case.expect == "raise") == (isinstance(want, str) and want == "raise")
            if case.expect == "value" and np.size(want):
                got = attempts.right(exercise, case)
                assert attempts.agrees(exercise, got, attempts.plain(exercise, want), case.args, 0.01), case
    else:
        assert attempts.agrees(exercise, attempts.right(exercise, None), attempts.plain(exercise, expected), (), 0.5)


@pytest.mark.parametrize("exercise", by_id(e for e in EXERCISES.values() if e.model))
def test_a_model_with_its_knobs_at_rest_is_right(exercise):
    for case in exercise.cases or (None,):
        if case is None or case.expect == "value":
            got = explain.modelled(exercise, case, ())
            assert attempts.agrees(exercise, got, attempts.right(exercise, case), case.args if case else (), 0.01), case


def answer_of(exercise, deviation):
    """The answer that a learner with this misconception would hand in."""
    if not exercise.is_function:
        return explain.modelled(exercise, None, (deviation,))

    def answer(*args, **kw):
        try:
            return explain.modelled(exercise, pe_lessons.checks.exercise.Case(args, kw), (deviation,))
        except explain.ModelStops as stopped:
            raise ValueError(str(stopped)) from None

    return answer


MODELS = [pytest.param(e, d, id=f"{e.id}-{d.code}-{n}") for e in EXERCISES.values()
          for n, d in enumerate(explain.deviations(e)) if not d.when and not d.near]


# Two models that no case of the exercise can part: the one that stands first in `KINDS` speaks.
TWINS = {("base-wrong", "factor-two-twice"), ("base-wrong", "factor-two-missing"), ("base-wrong", "exponent-d-minus-2")}


@pytest.mark.parametrize(("exercise", "deviation"), MODELS)
def test_a_model_is_recognised_as_itself(exercise, deviation):
    """Each way of a misconception, handed in as an answer, is wrong and gets its own code."""
    result = check(exercise.id, answer_of(exercise, deviation))
    assert result.status in ("incorrect", "error"), repr(result)
    assert result.reason == deviation.code or (deviation.code, result.reason) in TWINS, repr(result)


@pytest.mark.parametrize("exercise", by_id(e for e in FUNCTIONS if not e.form.truth))
@pytest.mark.parametrize("kind", ["noise", "near miss", "constant"])
def test_what_no_misconception_gives_is_not_named(exercise, kind):
    def answer(*args, **kw):
        case = pe_lessons.checks.exercise.Case(args, kw)
        want = np.array(attempts.right(exercise, case))
        if kind == "noise":
            return np.random.default_rng(want.size).uniform(-1, 1, want.shape) * (1 + np.abs(want).max(initial=0))
        if kind == "constant":
            return np.full(want.shape, 0.73219)
        want[(0,) * want.ndim] += 0.0137 * (1 + abs(want[(0,) * want.ndim]))
        return want

    if kind == "near miss" and exercise.tolerance.absolute >= 1e-2:
        pytest.skip("the tolerance is wider than the miss")
    result = check(exercise.id, answer)
    assert (result.status, result.reason) == ("incorrect", "unrecognised"), repr(result)


# -- states and forms -------------------------------------------------------------------------------------------------


def frequencies(d_model, base=10000.0):
    return base ** (-np.arange(0, d_model, 2) / d_model)


def test_right_answer():
    result = check("2.1", frequencies)
    assert (result.status, result.points, result.out_of) == ("correct", 2, 2)
    assert repr(result).startswith("2.1 The frequencies: correct (2 of 2 points)")


@pytest.mark.parametrize("number, answer, said", [
    ("2.2", 10000.0**2, "2.2 Which base does the listing use: correct (2 of 2 points)"), ("2.2", None, "2.2 Which base does the listing use: not attempted"),
    ("1.1", "A", "1.1 Shuffle and predict: correct (1 of 1 point)"),
])
def test_the_headline(number, answer, said):
    assert repr(check(number, answer)).split("\n")[0] == said


def empty_with_text(d_model, base=10000.0):
    """A docstring only."""


def raises_not_implemented(d_model, base=10000.0):
    raise NotImplementedError


@pytest.mark.parametrize("answer", [None, ..., empty_with_text, raises_not_implemented, lambda d_model, base=1.0: ...])
def test_nothing_to_check_yet(answer):
    result = check("2.1", answer)
    assert result.status == "not_attempted"
    assert "array of" in repr(result) or "frequencies" in repr(result)


@pytest.mark.parametrize("answer", [None, ..., "", {"A": None, "B": ...}, [None, None]])
def test_no_value_yet(answer):
    assert check("3.6", answer).status == "not_attempted"


def test_an_answer_is_looked_up_by_its_name():
    assert check("2.1").status == "correct"  # the function above


def test_a_name_that_is_not_there():
    space = {"check": check, "np": np, "__name__": "__main__"}
    exec("def Frequencys(d_model, base=1e4):\n    return 1\nresult = check('2.1')", space)
    assert space["result"].status == "not_attempted"
    assert "There is no frequencies here, but there is Frequencys" in repr(space["result"])


def test_unknown_exercise():
    with pytest.raises(ValueError, match=r"exercise_id is '2.9'.*2\.1, 2\.2"):
        check("2.9", 1)
    assert check(2.2, 20000).reason == "base-doubled"
    assert check("q2", "ade").status == "correct"


def test_a_typing_error_is_named_with_its_line():
    space = {"np": np}
    import linecache

    text = "def frequencies(d_model, base=10000.0):\n    i = np.arange((d_model + 1) // 2)\n    return base ** (-2 * i / d_modle)\n"
    linecache.cache["<learner>"] = (len(text), None, text.splitlines(True), "<learner>")
    exec(compile(text, "<learner>", "exec"), space)
    result = check("2.1", space["frequencies"])
    assert (result.status, result.reason) == ("error", "raised")
    assert "d_modle" in result.seen and "did you mean 'd_model'" in result.seen
    assert "line 3, return base ** (-2 * i / d_modle)" in result.seen


def test_another_base_is_named():
    result = check("2.1", lambda d_model, base=500.0: frequencies(d_model, base))
    assert result.reason == "base-wrong" and "They fit the base 500." in result.means


def test_a_missing_parameter_shows_the_signature():
    result = check("2.1", lambda d_model: frequencies(d_model))
    assert (result.status, result.reason) == ("error", "raised")
    assert "frequencies(d_model, base=10000.0)" in result.seen


def test_a_printed_value():
    def answer(d_model, base=10000.0):
        print("the frequencies are", frequencies(d_model, base))

    result = check("2.1", answer)
    assert result.reason == "returned-none" and "printed 'the frequencies are" in result.seen


def test_printing_fills_no_memory_and_no_screen(capsys):
    def answer(d_model, base=10000.0):
        for _ in range(20000):
            print("line " * 100)
        return frequencies(d_model, base)

    assert check("2.1", answer).status == "correct"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("change", "reason"), [
    (lambda w: w[None], "wrong-shape"),
    (lambda w: 0.5, "wrong-shape"),
    (lambda w: [], "wrong-shape"),
    (lambda w: w * np.nan, "not-finite"),
    (lambda w: np.ma.masked_greater(w, 0.5), "not-finite"),
    (lambda w: str(w), "wrong-type"),
    (lambda w: {"w": w}, "wrong-type"),
    (lambda w: w + 1j, "wrong-type"),
    (lambda w: [str(x) for x in w], "wrong-type"),
    (lambda w: [*w[:-1], None], "wrong-type"),
    (lambda w: [[1], [1, 2]], "wrong-shape"),
    (lambda w: (x for x in w), "wrong-type"),
    (lambda w: print, "wrong-type"),
])
def test_each_kind_of_value_gets_its_own_words(change, reason):
    result = check("2.1", lambda d_model, base=10000.0: change(frequencies(d_model, base)))
    assert (result.status, result.reason) == ("incorrect", reason), repr(result)


@pytest.mark.parametrize("change", [list, tuple, np.float32, lambda w: w + 0j, lambda w: np.array(w, dtype=object), lambda w: np.ma.array(w)])
def test_honest_forms_are_accepted(change):
    assert check("2.1", lambda d_model, base=10000.0: change(frequencies(d_model, base))).status == "correct"


class Nasty:
    """An object that claims to equal everything and refuses everything else."""

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kw):
        raise RuntimeError("no")

    def __iter__(self):
        raise RuntimeError("no")

    def __repr__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize("exercise", by_id(EXERCISES.values()))
@pytest.mark.parametrize("value", [Nasty(), float("nan"), "text", [], {}, print, 10**400, b"x", np.datetime64("2020-01-01"), [[1], 2], set(), object],
                         ids=lambda v: type(v).__name__)
def test_nothing_makes_a_check_raise(exercise, value):
    answer = (lambda *args, **kw: value) if exercise.is_function else value
    assert check(exercise.id, answer).status in ("incorrect", "error", "not_attempted")
    assert check(exercise.id, value).status != "correct"
    repr(check(exercise.id, answer))
    check(exercise.id, answer)._repr_html_()


@pytest.mark.parametrize("error", [SystemExit(3), RecursionError("deep"), MemoryError(), GeneratorExit(), ZeroDivisionError("")], ids=lambda e: type(e).__name__)
def test_any_exception_becomes_a_message(error):
    def answer(*args, **kw):
        raise error

    result = check("2.1", answer)
    assert (result.status, result.reason) == ("error", "raised")
    assert type(error).__name__ in result.message


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals to a thread")
def test_an_endless_loop_can_be_interrupted_and_the_check_goes_on():
    def answer(d_model, base=10000.0):
        end = time.monotonic() + 30  # a test must end even if the interrupt does not come
        while time.monotonic() < end:
            pass

    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    timer = threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    timer.start()
    try:
        result = check("2.1", answer)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, handler)
    assert (result.status, result.reason) == ("error", "interrupted")
    assert re.search(r"line \d+", result.seen)
    assert check("2.1", frequencies).status == "correct"


@pytest.mark.parametrize("exercise", by_id(FUNCTIONS))
def test_hidden_values_are_not_printed(exercise):
    """A message may tell how far off one value is, never the values wanted."""
    def answer(*args, **kw):
        want = np.array(attempts.right(exercise, pe_lessons.checks.exercise.Case(args, kw)))
        return want + 0.37 * (1 + np.abs(want))

    text = repr(check(exercise.id, answer))
    assert len(text) < 900
    shown, hidden = (
        {f"{value:.6g}" for case in exercise.cases if case.shown == where and case.expect == "value"
         for value in np.ravel(attempts.right(exercise, case))} for where in (True, False))
    assert [value for value in hidden - shown if len(value) > 4 and value in text] == []


def test_arguments_of_the_cases_stay_as_they_are():
    before = repr([c.args for c in EXERCISES["3.4"].cases])

    def answer(x, base=10000.0):
        x[...] = 0
        return x

    check("3.4", answer)
    assert repr([c.args for c in EXERCISES["3.4"].cases]) == before


def test_hints_go_one_step_further():
    from pe_lessons import checks

    checks._hints_given.clear()
    texts = [repr(hint("2.1")) for _ in range(5)]
    assert [t[:16] for t in texts[:3]] == [f"2.1 hint {n} of 3:"[:16] for n in (1, 2, 3)]
    assert len(set(texts[:4])) == 4 and texts[3] == texts[4] and "solutions" in texts[3]


def test_html_escapes_what_the_learner_wrote():
    result = check("Q2", "<script>")
    assert "<script>" not in result._repr_html_()
