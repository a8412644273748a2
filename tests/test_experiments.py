"""Trainings over schemes and seeds, at sizes that take no time."""

import numpy as np
import pytest
from pictures import assert_documented

from pe_lessons.experiments import beyond_training_length
from pe_lessons.schemes import Learned, Sinusoidal
from pe_lessons.tasks import copy_back, last_marked, shuffled_places
from pe_lessons.training import accuracy, train

SMALL = dict(length=4, steps=3)
NAMES = ["none", "sinusoidal", "learned, clamp", "learned, wrap", "learned, interpolate"]


def test_every_scheme_seed_and_length():
    results = beyond_training_length(last_marked(), tested=(3, 4, 7), seeds=(5, 0), **SMALL)
    assert list(results) == NAMES
    assert all(values.shape == (2, 3) and (0 <= values).all() and (values <= 1).all() for values in results.values())
    learned = [results[name] for name in NAMES[2:]]
    for policy in learned[1:]:
        np.testing.assert_array_equal(policy[:, :2], learned[0][:, :2])  # the same model, and no policy needed up to its length


def test_it_is_what_training_and_testing_one_by_one_gives():
    task = copy_back(1)
    results = beyond_training_length(task, tested=[4, 6], seeds=[1], **SMALL)
    model = train(task, Sinusoidal(), seed=1, causal=True, **SMALL).model
    assert results["sinusoidal"].tolist() == [[accuracy(model, task, 4), accuracy(model, task, 6)]]
    model = train(task, Learned(4), seed=1, causal=True, **SMALL).model
    for policy in ("clamp", "wrap", "interpolate"):
        assert results[f"learned, {policy}"][0, 1] == accuracy(model, task, 6, scheme=Learned(4, beyond=policy))


def test_one_length_and_one_seed():
    results = beyond_training_length(last_marked(), tested=np.int64(5), seeds=0, **SMALL)
    again = beyond_training_length(last_marked(), tested=np.array([5]), seeds=range(1), **SMALL)
    for name in NAMES:
        assert results[name].shape == (1, 1)
        np.testing.assert_array_equal(results[name], again[name])


@pytest.mark.parametrize(
    "changed, error, words",
    [
        (dict(task="copy"), TypeError, r"task must be a Task, such as copy_back\(2\), not 'copy'"),
        (dict(length=0), ValueError, "length must be at least 1"),
        (dict(length=2), ValueError, "length must be so long that the task 'copy 2 back' scores a place, but is 2"),
        (dict(tested=(4, 1)), ValueError, r"tested\[1\] must be so long that the task 'copy 2 back' scores a place, but is 1"),
        (dict(tested=()), ValueError, r"tested must hold at least one integer, but is \(\)"),
        (dict(tested=(4, 5.5)), TypeError, r"tested\[1\] must be an integer, not 5.5"),
        (dict(tested="45"), TypeError, "tested must be an integer, not '45'"),
        (dict(steps=0), ValueError, "steps must be at least 1"),
        (dict(seeds=(0, -1)), ValueError, r"seeds\[1\] must be at least 0"),
        (dict(seeds=[]), ValueError, "seeds must hold at least one integer"),
        (dict(task=shuffled_places(copy_back(1), [1, 0, 3, 2])), ValueError, "length must be 4"),
    ],
)
def test_refused_before_anything_is_trained(changed, error, words, monkeypatch):
    monkeypatch.setattr("pe_lessons.experiments.train", None)
    with pytest.raises(error, match=words):
        beyond_training_length(**{"task": copy_back(2), "tested": (4, 5), "seeds": 0, **SMALL, **changed})


def test_documented():
    assert_documented(beyond_training_length)
