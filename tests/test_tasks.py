"""Tasks: what is asked, what is scored, and the controls."""

import numpy as np
import pytest

from pe_lessons.tasks import BLANK, copy_back, last_marked, masked_walk, order_blind_ceiling, shuffled_places

ORDER = np.random.default_rng(0).permutation(12)
TASKS = [copy_back(2), masked_walk(), last_marked(), shuffled_places(masked_walk(), ORDER)]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_examples_fit_their_ranges_and_follow_the_seed(task):
    tokens, targets, scored = task(np.random.default_rng(1), 50, 12)
    assert tokens.shape == targets.shape == scored.shape == (50, 12) and scored.dtype == bool and scored.any()
    assert set(np.unique(tokens)) == set(range(task.n_tokens)) and set(np.unique(targets)) == set(range(task.n_answers))
    for first, second in zip((tokens, targets, scored), task(np.random.default_rng(1), 50, 12)):
        np.testing.assert_array_equal(first, second)
    assert (tokens != task(np.random.default_rng(2), 50, 12)[0]).any()


@pytest.mark.parametrize("k", [1, 2, 5])
def test_copy_back(k):
    tokens, targets, scored = copy_back(k)(np.random.default_rng(0), 4, 9)
    np.testing.assert_array_equal(targets[:, k:], tokens[:, :-k])
    assert scored[:, k:].all() and not scored[:, :k].any()


def test_masked_walk():
    tokens, targets, scored = masked_walk()(np.random.default_rng(0), 400, 32)
    assert set(np.unique(np.diff(targets, axis=1) % 16)) == {0, 1, 15}
    np.testing.assert_array_equal(tokens, np.where(scored, BLANK, targets))
    assert scored.mean() == pytest.approx(0.2, abs=0.02)


def test_last_marked():
    tokens, targets, scored = last_marked()(np.random.default_rng(0), 30, 20)
    assert scored.all() and (tokens[:, 0] >= 8).all()
    for row, wanted in zip(tokens, targets):
        for i in range(20):
            assert wanted[i] == [token - 8 for token in row[: i + 1] if token >= 8][-1]


def test_shuffled_places_and_back():
    order = np.random.default_rng(3).permutation(10)
    plain = masked_walk()(np.random.default_rng(0), 5, 10)
    shuffled = shuffled_places(masked_walk(), order)(np.random.default_rng(0), 5, 10)
    for before, after in zip(plain, shuffled):
        np.testing.assert_array_equal(after[:, np.argsort(order)], before)
    with pytest.raises(ValueError, match="10, .* but is 11"):
        shuffled_places(masked_walk(), order)(np.random.default_rng(0), 5, 11)
    with pytest.raises(ValueError, match="order"):
        shuffled_places(masked_walk(), [0, 0, 1])


def test_order_blind_ceiling():
    assert order_blind_ceiling(16) == pytest.approx(0.267, abs=0.002)
    assert order_blind_ceiling(32) == pytest.approx(0.2215, abs=0.002)
    assert order_blind_ceiling(2) == 1


@pytest.mark.parametrize("k, error", [(0, ValueError), (1.5, TypeError)])
def test_refused(k, error):
    with pytest.raises(error, match="k must be"):
        copy_back(k)
