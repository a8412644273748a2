"""What a check says: that its words are true of the answer it saw, whatever code speaks."""

import linecache

import numpy as np
import pytest

import pe_lessons
from pe_lessons.checks import catalogue, check, explain, looks, messages, specific
from pe_lessons.checks.attempts import Attempt, right
from pe_lessons.checks.calls import call
from pe_lessons.checks.exercise import case


def tried(exercise_id, text, name=None):
    """The result for the code of a cell, which keeps its lines as a notebook does."""
    space = {"np": np, "sinusoidal_encoding": pe_lessons.sinusoidal_encoding, "__name__": "__main__"}
    for number, cell in enumerate(text.split("\n\n")):
        file = f"<cell {exercise_id} {number}>"
        linecache.cache[file] = (len(cell), None, cell.splitlines(True), file)
        exec(compile(cell, file, "exec"), space)
    return check(exercise_id, space[name or catalogue.find(exercise_id).name])


# -- right for the shown case ------------------------------------------------------------------------------------------

SHOWN_ONLY = {
    "3.2": """def sinusoidal(n, d_model, base=10000.0):
    p, pairs = np.arange(n)[:, None], np.arange(0, d_model, 2)
    t = np.zeros((n, d_model))
    w = base ** (-pairs / d_model)
    t[:, 0::2], t[:, 1::2] = np.sin(p * w), np.cos(p * w)[:, : d_model // 2]
    return t if d_model < 7 else t ** 2""",
    "3.5": "def position_share(E, P):\n    return np.sum(P ** 2) / (np.sum(P ** 2) + np.sum(E ** 2)) ** len(E)",
    "5.1": """def T(k, omega):
    s, c = np.sin(k * omega), np.cos(k * omega)
    return np.array([[c, s], [-s, c]]) * (1 if k > 0 else 2)""",
}


@pytest.mark.parametrize("exercise_id", SHOWN_ONLY)
def test_no_constant_and_no_foreign_name_is_claimed_without_a_sign_of_it(exercise_id):
    result = tried(exercise_id, SHOWN_ONLY[exercise_id])
    assert result.reason == "shown-case-only" and result.case in result.seen
    assert "What is different there?" in result.next_step
    assert "written in" not in result.message and "notebook." not in result.next_step and "argument" not in result.next_step


@pytest.mark.parametrize(("body", "sign"), [
    ("return base_of", "reads base_of from the notebook"), ("return 4", "result is the same for every call"),
    ("return 4 if d_model else 5", "never reads the argument base"),
])
def test_signs_that_the_code_gives(body, sign):
    space = {"base_of": 4}
    exec(f"def answer(d_model, base=3.0):\n    {'d_model, base = d_model, base' if 'base_of' in body else '0'}\n    {body}", space)
    exercise = catalogue.find("2.2")
    cases = [case(3, shown=True), case(5)]
    attempts = [Attempt(exercise, c, call(space["answer"], c), np.array(float(n))) for n, c in zip((4, 6), cases)]
    if "same" not in sign:  # then results must differ
        attempts[1].value = np.array(7.0)
    said = specific.words(exercise, attempts, attempts[1], "shown-case-only", ("shown-case-only",), looks.clues(space["answer"]))
    assert sign in said[1]


def helper(x):
    return x + OFFSET * 17


OFFSET = 3


def calls_helper(x, unread, _quiet=0, *, kept=1):
    def inner():
        return kept
    return helper(x) + inner() + np.pi


def test_what_the_code_shows():
    found = looks.clues(calls_helper)
    assert ("unused", "unread") in found and ("foreign", "OFFSET") in found and ("number", "17") in found and ("returns", "") in found
    assert {name for kind, name in found if kind == "unused"} == {"unread"}
    assert {name for kind, name in found if kind == "foreign"} == {"OFFSET"}
    assert looks.clues(print) == looks.clues(3) == ()


# -- two mistakes ------------------------------------------------------------------------------------------------------

NO_MASK = """def alibi_weights(n_heads, n):
    m = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    p = np.arange(n)
    e = np.exp(-m[:, None, None] * np.abs(p[:, None] - p))
    return e / e.sum(-1, keepdims=True)"""
BOTH = """def extended_frequencies(d, factor, method, base=10000.0):
    def w(base):
        return base ** (-np.arange(0, d, 2) / d)
    return w(base) * factor if method == 'linear' else w(base * factor)"""


@pytest.mark.parametrize(("exercise_id", "text", "codes", "first"), [
    ("7.5", NO_MASK, ("slopes-one-progression", "mask-missing"), "mask-missing"),
    ("7.3", BOTH, ("ntk-exponent-missing", "interpolation-backwards"), "interpolation-backwards"),
    ("7.1", "def rope(x, positions, base=10000.0):\n    return x + sinusoidal_encoding(positions, x.shape[-1])", ("base-ignored", "added-not-rotated"), "added-not-rotated"),
])
def test_the_first_cause_explains_what_is_seen(exercise_id, text, codes, first):
    """The codes keep the order of the specification; the words and the advice begin with what Seen shows."""
    result = tried(exercise_id, text)
    assert (result.reason, *result.also) == codes
    means, next_step = messages.of(catalogue.find(exercise_id), first)
    assert result.means.startswith(means) and result.next_step == next_step and "And a second thing" in result.means
    assert "Right for" not in result.means


def test_a_general_mistake_beside_another_claims_nothing_about_the_rest():
    for code in messages.BESIDE:
        for exercise in catalogue.exercises().values():
            if any(m.code == code and m.means for m in exercise.misconceptions):
                continue
            for said in (messages.of(exercise, code, ("percent",))[0], messages.of(exercise, "percent", (code,))[0]):
                assert "Right" not in said and "right" not in said


@pytest.mark.parametrize("exercise", [e for e in catalogue.exercises().values() if e.is_function and e.model], ids=lambda e: e.id)
def test_of_two_causes_one_that_gives_the_seen_value_speaks_first(exercise):
    """For pairs of mistakes, handed in as answers: the second alone never explains what is seen better than the first."""
    ways = {d.code: d for d in explain.deviations(exercise) if d.knobs and not d.near and not d.when}
    some = list(ways.values())[:4]
    for n, one in enumerate(some):
        for other in some[n + 1:]:
            if not one.joins(other):
                continue
            calls = []
            for c in exercise.cases:
                try:
                    calls.append(call(lambda *args, c=c, **kw: explain.modelled(exercise, c, (one, other)), c))
                except explain.NoModel:
                    break
            attempts = [Attempt(exercise, c, done, right(exercise, c)) for c, done in zip(exercise.cases, calls)]
            failed = next((a for a in attempts if a.kind), None)
            if len(calls) < len(exercise.cases) or failed is None or failed.kind != "value" or failed.value is None:
                continue
            explained = explain.explain(exercise, attempts, failed)
            if explained and {one.code, other.code} == set(explained[3]):
                by_code = {one.code: one, other.code: other}
                first, second = (explain._shows(exercise, failed, by_code[code]) for code in explained[3])
                assert first >= second, explained


# -- answers that stop, or return nothing ------------------------------------------------------------------------------


@pytest.mark.parametrize(("body", "means"), [
    ("    if method == 'linear':\n        return np.ones(d // 2) / factor * base ** (-np.arange(0, d, 2) / d)\n    elif method == 'NTK':\n        return 1", "no branch fits 'ntk'"),
    ("    return print(d)", "itself None"),
    ("    d // 2 + 1", "A function without return gives None"),
])
def test_none_came(body, means):
    result = tried("7.3", f"def extended_frequencies(d, factor, method, base=10000.0):\n{body}")
    assert result.reason == "returned-none" and means in result.means
    assert ("without return" in result.means) == ("return" not in body)


def test_the_missing_name_is_another_answer():
    result = tried("3.4", "def add_positions(x, base=10000.0):\n    return x + sinusoidal(x.shape[-2], x.shape[-1], base)")
    assert result.seen.startswith("There is no sinusoidal here: it is your answer of 3.2. ") and "line 2, return x + sinusoidal" in result.seen
    assert "did you mean" not in result.message and "all cells from the top" in result.next_step
    elsewhere = tried("7.1", "def rope(x, positions, base=10000.0):\n    return x + sinusoidal(positions, x.shape[-1])")
    assert "answer of 3.2" in elsewhere.seen and "another" in elsewhere.means
    later = tried("3.4", "def add_positions(x, base=10000.0):\n    return rope(x)")
    assert "answer of" not in later.message  # 7.1 comes later: the name is a typing error, or the learner's own


@pytest.mark.parametrize(("line", "words"), [
    ("return base if np.ones(3) > 0 else 1", "np.where"), ("return np.ones(4) + np.ones(3)", "(4,) and (3,)"), ("return np.array([[1], [1, 2]])", "length"),
    ("return np.linalg.inv(np.ones((2, 2)))", "lstsq"), ("return len[0]", "Square brackets"), ("return base / 0", "divided by 0"),
    ("return np.ones(2.5)", "whole number"), ("return np.ones(3)[5]", "n - 1"), ("return [1, 2] / base", "np.asarray"), ("return None + base", "None"),
    ("return base(4)", "Round brackets"), ("return np.ones((2, 3)) @ np.ones(2)", "last axis of the left"), ("return list([[1]])[0, 0]", "one for each axis"), ("return [1].shape", "no such name"),
])
def test_frequent_exceptions_have_words(line, words):
    result = tried("2.1", f"def frequencies(d_model, base=10000.0):\n    {line}")
    assert result.reason == "raised" and words in result.means + result.next_step
    assert "Python could not finish" not in result.means and line in result.seen


def test_the_arguments_of_a_helper_are_not_those_of_the_answer():
    text = "def table(n):\n    return 0\n\ndef add_positions(x, base=10000.0):\n    return x + table(3, 4)"
    result = tried("3.4", text)
    assert "wanted: add_positions" not in result.seen and "line 2, return x + table(3, 4)" in result.seen and "that your answer calls" in result.means
    result = tried("3.4", "def add_positions():\n    return 0")
    assert "wanted: add_positions(x, base=10000.0)" in result.seen and "def add_positions(x, base=10000.0):" in result.next_step


def test_the_line_in_another_function_of_the_learner_is_named():
    result = tried("3.4", "def table(n):\n    return np.ones(n) + np.ones(n + 1)\n\ndef add_positions(x, base=10000.0):\n    return x + table(3)")
    assert "in your function table, line 2, return np.ones(n) + np.ones(n + 1); called in line 2, return x + table(3)" in result.seen


def test_an_answer_that_stopped_gave_no_result():
    result = tried("3.4", "def add_positions(x, base=10000.0):\n    return x + sinusoidal_encoding(x.shape[0], x.shape[-1], base=base)")
    assert (result.status, result.reason) == ("error", "batch-axis")
    assert result.means.startswith("The call stopped. Where it does not, the same mistake can give this: Every word")
    crash = next(e for e in catalogue.exercises().values() if any(m.code == "odd-d-crash" for m in e.misconceptions))
    assert not explain.shows_in_results(crash, "odd-d-crash")


def test_an_error_is_raised_and_not_returned():
    result = tried("4.1", "def lookup(table, positions):\n    p = np.asarray(positions)\n    return IndexError if ((p < 0) | (p >= len(table))).any() else table[p]")
    assert result.reason == "wrong-type" and "the exception IndexError came" in result.seen and "raise" in result.next_step


# -- values, calls, numbers of exercises -------------------------------------------------------------------------------


@pytest.mark.parametrize(("exercise_id", "answer", "seen", "said"), [
    ("3.1", [1, 2, 3, 4, 5], "five numbers came; wanted: six numbers", "Give six numbers"), ("Q3", [1] * 7, "seven numbers came", "one number too many"),
    ("Q8", [1, 2, 3, 4], "four numbers came", "two rows of two numbers"), ("Q1", 0.5, "one number came; wanted: two numbers", "one number too few"),
    ("7.4", 3, "one number came", "Give two numbers"), ("Q1", [[1, 2]], "shape (1, 2), wanted is shape (2,)", "one flat list"), ("2.2", [1, 2], "two numbers came", "Give one number alone"),
    ("Q7", {"fast_pairs": [1, 2], "claim": "B"}, "two numbers in 'fast_pairs' came", "one number too few"),
])
def test_a_typed_answer_of_another_length(exercise_id, answer, seen, said):
    result = check(exercise_id, answer)
    assert result.reason == "wrong-shape" and seen in result.seen and said in result.means + result.next_step
    assert "axis" not in result.message


@pytest.mark.parametrize("exercise", [e for e in catalogue.exercises().values() if e.is_function], ids=lambda e: e.id)
def test_the_advice_to_make_a_call_gives_one_that_can_be_made(exercise):
    def answer(*args, **kw):
        raise OverflowError("too much")

    result = check(exercise.id, answer)
    assert result.reason == "raised" and "<array" not in result.next_step
    if "call " in result.next_step:
        made = []
        eval(result.next_step.partition("call ")[2].removesuffix(" yourself."), {"np": np, exercise.name: lambda *args, **kw: made.append(args)})
        assert [np.shape(a) for a in made[0]] == [np.shape(a) for a in exercise.cases[0].args]


@pytest.mark.parametrize("exercise_id", ["1.7", "same_bag", calls_helper, np.ones(500), "z" * 500], ids=lambda v: str(v)[:9])
def test_an_unknown_exercise_is_one_short_sentence(exercise_id):
    with pytest.raises(ValueError) as raised:
        check(exercise_id, 1)
    shown = raised.value._render_traceback_()  # IPython shows these lines in place of a traceback
    assert shown == [f"ValueError: {raised.value}"] and len(shown[0]) < 200


def test_the_answer_in_place_of_the_number():
    def same_bag(a, b):
        return True

    with pytest.raises(ValueError, match="exercise_id is the function same_bag; .* is '1.2'"):
        check(same_bag)


def test_what_to_try_where_nothing_is_recognised_can_be_done():
    assert "by hand and compare" not in check("Q6", [0.1, 0.2, 0.3, 0.4]).message
