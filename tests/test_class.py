"""A whole class with every odd case is marked, and every verdict and every remark is as expected."""

import os
from pathlib import Path

import class_maker
import pytest

from pe_lessons.course.grading import grade, supervise
from pe_lessons.course.grading.sandbox import Limits

STEM = "02_frequencies"
LESSONS = [path.stem for path in (Path(__file__).parents[1] / "source/lessons").glob("*.py")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="notebooks are run in forked processes, which this system has not")
def test_every_verdict_of_a_class_is_as_expected(tmp_path):
    if supervise.warmed().held != "namespaces":
        pytest.skip("some of the odd cases reach further where the system allows no namespaces")
    expected = class_maker.make_class(tmp_path / "made", 100, seed=4, stems=[STEM])
    others = [stem for stem in LESSONS if stem != STEM]
    done = grade.grade(tmp_path / "made/submissions", tmp_path / "report", [STEM], others=others, limits=Limits(seconds=3.0), say=lambda line: None)
    assert done.students == 100
    assert class_maker.differences(expected, tmp_path / "report") == []
