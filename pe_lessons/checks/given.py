"""What an exercise hands to the learner's function, or looks at in it: functions that a grader's process for a student may hold."""

import math
from contextlib import contextmanager

import numpy as np

from ..attention import attention, causal_mask
from ..sinusoidal import sinusoidal_encoding
from .calls import call
from .exercise import case

ROWS = 64  # of the table on which calls of sine and cosine are counted

# -- 1.4: what may or may not follow the order of its rows ------------------------------------------------------------


def attend(X):
    return attention(X, X, X)


def attend_causally(X):
    return attention(X, X, X, mask=causal_mask(len(X)))


def mean_pooling(X):
    return np.repeat(X.mean(axis=0, keepdims=True), len(X), axis=0)


def attend_with_positions(X):
    n, d = X.shape
    return attend(X + sinusoidal_encoding(n, d + d % 2)[:, :d])


# -- 5.2: what may or may not compose ---------------------------------------------------------------------------------


def turn_block(c, s):
    """The 2 x 2 block that shifts a (sine, cosine) column by an angle with this cosine and sine."""
    return [[c, s], [-s, c]]


def rotation(k, omega):
    return np.array(turn_block(np.cos(k * omega), np.sin(k * omega)))


def growing(k, omega):
    """Turns and grows, so it does not compose."""
    return (1 + k) * rotation(k, omega)


def squared_angle(k, omega):
    return rotation(k * k, omega)


def late_angle(k, omega):
    """One step too far each time."""
    return rotation(k + 1, omega)


def shear(k, omega):
    """Composes, and is no turn."""
    return np.array([[1.0, k * omega], [0.0, 1.0]])


# -- 5.4: whether a table took a sine for each position ----------------------------------------------------------------


@contextmanager
def counted():
    """Count the numbers whose sine, cosine or complex exponential is taken."""
    count = [0]
    changed = [(np, "sin"), (np, "cos"), (np, "exp"), (math, "sin"), (math, "cos")]
    old = [getattr(module, name) for module, name in changed]

    def counting(function, name):
        def counts(x, *args, **kw):
            count[0] += np.size(x) if name != "exp" or np.iscomplexobj(x) else 0
            return function(x, *args, **kw)
        return counts
    try:
        for (module, name), function in zip(changed, old):
            setattr(module, name, counting(function, name))
        yield count
    finally:
        for (module, name), function in zip(changed, old):
            setattr(module, name, function)


def many_sines(function):
    """A remark on a right table for which sine and cosine were called at every position."""
    with counted() as count:
        tried = call(function, case(ROWS, 2))
    if tried.failure or count[0] < ROWS:
        return None
    return "trig-per-position", f"The table is right. For {ROWS} rows of one pair it took {count[0]} sines and cosines; turning the row before takes 2."
