"""Every answer of the banks in tests/answers gets its status and its reason, whatever form it has."""

import importlib.util
import math
import warnings
from pathlib import Path

import numpy as np
import pytest

from pe_lessons.checks import catalogue, check

FOLDER = Path(__file__).parent / "answers"


def read_bank(path):
    """The ANSWERS of a bank; pytest does not collect these files, and they need no package."""
    spec = importlib.util.spec_from_file_location(f"answers_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ANSWERS


ENTRIES = [pytest.param(exercise, entry, id=f"{path.stem}:{entry['id']}")
           for path in sorted(FOLDER.glob("*.py"))
           for exercise, group in read_bank(path).items()
           for entry in group.get("wrong", []) + group.get("right", [])]


@pytest.mark.parametrize(("exercise", "entry"), ENTRIES)
def test_answer(exercise, entry):
    space = {"np": np, "math": math}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a wrong answer may well divide by zero
        exec(compile(entry["code"], entry["id"], "exec"), space)
    result = check(exercise, space["answer"])
    assert result.status == entry.get("status", "correct"), f"{entry['note']}\n{result!r}"
    if result.status == "correct":
        assert result.reason == ""
    else:
        assert (result.reason, list(result.also)) == (entry["reason"], list(entry["also"])), f"{entry['note']}\n{result!r}"
        assert result.message


def test_every_exercise_has_right_and_wrong_answers():
    groups = {}
    for parameter in ENTRIES:
        exercise, entry = parameter.values
        groups.setdefault(exercise, set()).add("form" in entry)
    assert groups == {name: {True, False} for name in catalogue.exercises()}


def test_every_code_that_a_rule_finds_is_tried():
    """What a model finds, tests/test_checks.py hands in as an answer. A rule without a model needs an answer here."""
    tried = {(exercise, code) for exercise, entry in (p.values for p in ENTRIES) for code in (entry.get("reason"), *entry.get("also", ()))}
    missing = [(exercise.id, m.code) for exercise in catalogue.exercises().values() for m in exercise.misconceptions
               if not m.ways and not m.after and (exercise.id, m.code) not in tried]
    assert missing == []
