"""Right answers that other graders turned down for their form, and wrong ones that need a word of help."""

import json
from pathlib import Path

import numpy as np
import pytest

from pe_lessons import sinusoidal_encoding
from pe_lessons.checks.answers import Numbers
from pe_lessons.checks.calls import hand_in
from pe_lessons.checks.diagnose import verdict
from pe_lessons.checks.exercise import THREE_DECIMALS, Exercise, Tolerance, wrong
from pe_lessons.checks.lesson3 import two_decimals

ROWS = json.loads((Path(__file__).parent / "data" / "field_answers.json").read_text(encoding="utf-8"))

EXERCISES = {
    "scalar": Exercise(
        "F.1", "A sine", 2, 1, "sine", "one number, to three decimals", right=lambda: np.sin(1.0), hints=(), form=Numbers(single=True),
        tolerance=THREE_DECIMALS, misconceptions=(
            wrong("degrees", "", "", lambda: np.sin(np.radians(1.0)), kind="unit"),
            wrong("precision-two-digits", when=two_decimals(np.sin(1.0)), kind="precision"),
        )),
    "vector": Exercise("F.2", "A row", 2, 1, "row", "four numbers", right=lambda: sinusoidal_encoding([1], 4)[0], hints=(), tolerance=Tolerance(1e-6)),
}
SAYS = {  # what the message has to speak of
    "0.84": "Give three decimals",
    "'0.841470984808'": "one number, to three decimals",
    "np.array([[": "shape (1, 4), wanted is shape (4,)",
    "0.01745": "radians",
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["why"][:40])
def test_field_answer(row):
    exercise = EXERCISES[row["target"]]
    result = verdict(exercise, hand_in(eval(row["answer"], {"np": np}), ()))
    if row["verdict"] == "accept":
        assert result.status == "correct", repr(result)
    elif row["why"].startswith("list of one"):  # accepted by the rule that CONTRIBUTING states
        assert result.status == "correct"
    else:
        assert result.status == "incorrect"
        wanted = next(text for begins, text in SAYS.items() if row["answer"].startswith(begins) and (begins != "0.84" or row["answer"] == "0.84"))
        assert wanted in result.message, repr(result)
