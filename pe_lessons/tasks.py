"""Small tasks in which the order of the letters matters, drawn afresh whenever they are asked for.

A task is called as ``tokens, targets, scored = task(rng, batch, length)``: three arrays of shape (batch, length), what
the reader sees, what it has to name, and where its answer counts.
"""

import collections.abc
import dataclasses

import numpy as np

from .arguments import as_array, as_size

LETTERS = 8
RING = 16  # letters of the walk
BLANK = RING  # the token that hides a letter of the walk


@dataclasses.dataclass(frozen=True)
class Task:
    """A task: how many tokens and answers there are, and how examples are drawn.

    Attributes
    ----------
    name : str
    n_tokens, n_answers : int
        Tokens are 0, ..., n_tokens - 1, and targets are 0, ..., n_answers - 1.
    draw : callable
        ``draw(rng, batch, length) -> tokens, targets, scored``; calling the task does the same.
    """

    name: str
    n_tokens: int
    n_answers: int
    draw: collections.abc.Callable

    def __call__(self, rng, batch, length):
        return self.draw(rng, as_size("batch", batch), as_size("length", length))


def copy_back(k):
    """Name the letter k places back, in random letters. Scored from place k on.

    Parameters
    ----------
    k : int
        At least 1.

    Returns
    -------
    Task

    Examples
    --------
    >>> tokens, targets, scored = copy_back(2)(np.random.default_rng(0), 1, 6)
    >>> print(tokens, targets[scored])
    [[6 5 4 2 2 0]] [6 5 4 2]
    """
    k = as_size("k", k)

    def draw(rng, batch, length):
        tokens = rng.integers(LETTERS, size=(batch, length))
        targets = np.roll(tokens, k, axis=1)
        return tokens, targets, np.broadcast_to(np.arange(length) >= k, tokens.shape)

    return Task(f"copy {k} back", LETTERS, LETTERS, draw)


def masked_walk(blanks=0.2):
    """Fill in the blanks of a walk on a ring of 16 letters that steps by -1, 0 or +1. Scored at the blanks.

    Parameters
    ----------
    blanks : float
        Share of the places that are blank, which is token 16.

    Returns
    -------
    Task

    Examples
    --------
    >>> tokens, targets, scored = masked_walk()(np.random.default_rng(2), 1, 6)
    >>> print(tokens, targets)
    [[13 12 16 16 12 12]] [[13 12 11 11 12 12]]
    """

    def draw(rng, batch, length):
        start = rng.integers(RING, size=(batch, 1))
        steps = rng.integers(-1, 2, size=(batch, length))
        steps[:, 0] = 0
        targets = (start + np.cumsum(steps, axis=1)) % RING
        scored = rng.random((batch, length)) < blanks
        return np.where(scored, BLANK, targets), targets, scored

    return Task("masked walk", RING + 1, RING, draw)


def last_marked(marked=0.3):
    """Name the nearest marked letter at or before here. Tokens from 8 on are marked; the first one always is.

    Parameters
    ----------
    marked : float
        Share of the letters that are marked.

    Returns
    -------
    Task

    Examples
    --------
    >>> tokens, targets, scored = last_marked()(np.random.default_rng(2), 1, 6)
    >>> print(tokens, targets)
    [[14  2  0 10 11 14]] [[6 6 6 2 3 6]]
    """

    def draw(rng, batch, length):
        letters = rng.integers(LETTERS, size=(batch, length))
        marks = rng.random((batch, length)) < marked
        marks[:, 0] = True
        latest = np.maximum.accumulate(np.where(marks, np.arange(length), 0), axis=1)  # place of the nearest mark
        return letters + LETTERS * marks, np.take_along_axis(letters, latest, axis=1), np.full(letters.shape, True)

    return Task("last marked", 2 * LETTERS, LETTERS, draw)


def shuffled_places(task, order):
    """The same task with its places in another, fixed order: a control for what a learned table learns.

    Column j of the shuffled task is column ``order[j]`` of the task. A table trained on it has its rows shuffled in the
    same way; ``table[numpy.argsort(order)]`` undoes it.

    Parameters
    ----------
    task : Task
    order : array_like of int, shape (n,)
        Each of 0, ..., n - 1 once.

    Returns
    -------
    Task
        For the length n only.

    Raises
    ------
    TypeError, ValueError
        If order is something else.

    Examples
    --------
    >>> shuffled_places(copy_back(1), [2, 0, 1])(np.random.default_rng(0), 1, 3)[0]
    array([[4, 6, 5]])
    """
    order = as_array("order", order, "iu", "integers, the places in their new order")
    if order.ndim != 1 or not np.array_equal(np.sort(order), np.arange(order.size)):
        raise ValueError("order must hold each of 0, ..., n - 1 once")

    def draw(rng, batch, length):
        if length != order.size:
            raise ValueError(f"length must be {order.size}, the number of places in order, but is {length}")
        return tuple(part[:, order] for part in task(rng, batch, length))

    return Task(f"{task.name}, places shuffled", task.n_tokens, task.n_answers, draw)


def order_blind_ceiling(length, *, draws=100_000, seed=0):
    """Best accuracy in `copy_back` for a reader who sees which other letters there are, but not where.

    It names the commonest of the other length - 1 letters, and is right as often as that letter is among them.
    Estimated from random draws.

    Parameters
    ----------
    length : int
        At least 2.
    draws, seed : int
        How many draws, and where they come from.

    Returns
    -------
    float

    Examples
    --------
    >>> print(f"{order_blind_ceiling(16):.2f}")
    0.27
    """
    others = as_size("length", length, at_least=2) - 1
    counts = np.random.default_rng(seed).multinomial(others, np.full(LETTERS, 1 / LETTERS), size=draws)
    return float(counts.max(axis=1).mean() / others)
