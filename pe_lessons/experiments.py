"""Trainings that a lesson repeats over schemes and seeds, as one call each."""

import dataclasses

import numpy as np

from .arguments import as_size, show
from .schemes import Learned, NoPositions, Sinusoidal
from .tasks import Task
from .training import accuracy, train

POLICIES = ("clamp", "wrap", "interpolate")  # what people do where a learned table ends


def beyond_training_length(task, *, schemes=None, length=16, tested=(16, 24, 32, 64), steps=400, seeds=(0, 1, 2)):
    """Train at one length, test at others, causal, for several position schemes.

    Parameters
    ----------
    task : Task
        Must score a place at each of the lengths: "two back" has nothing to say about two letters.
    schemes : dict, optional
        ``{name: scheme}``. Without it: none, sinusoidal, and a learned table, which is tested with each policy.
    length : int
        Letters in a text in training, at least 1.
    tested : int or iterable of int
        Lengths to test at, one or several, each at least 1.
    steps : int
        Updates in each training.
    seeds : int or iterable of int
        One seed or several, each at least 0; as many trainings for each scheme.

    Returns
    -------
    dict of ndarray, shape (len(seeds), len(tested))
        Accuracy over all scored places of the test sequences, by the name of the scheme.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range; before anything is trained.

    Examples
    --------
    >>> from pe_lessons.tasks import copy_back
    >>> results = beyond_training_length(copy_back(1), schemes={"none": NoPositions()}, length=4, tested=(4, 8), steps=2)
    >>> results["none"].shape  # three seeds, two lengths
    (3, 2)
    """
    if not isinstance(task, Task):
        raise TypeError(f"task must be a Task, such as copy_back(2), not {show(task)} ({type(task).__name__})")
    length, steps = as_size("length", length), as_size("steps", steps)
    tested, seeds = _as_sizes("tested", tested, at_least=1), _as_sizes("seeds", seeds, at_least=0)
    for name, n in [("length", length), *((f"tested[{index}]", n) for index, n in enumerate(tested))]:
        if not task(np.random.default_rng(0), 100, n)[2].any():
            raise ValueError(f"{name} must be so long that the task {task.name!r} scores a place, but is {n}")
    each_policy = schemes is None
    if each_policy:
        schemes = {scheme.name: scheme for scheme in (NoPositions(), Sinusoidal(), Learned(length))}
    results = {}
    for name, scheme in schemes.items():
        models = [train(task, scheme, length=length, steps=steps, seed=seed, causal=True).model for seed in seeds]
        if each_policy and isinstance(scheme, Learned):
            variants = {f"learned, {policy}": dataclasses.replace(scheme, beyond=policy) for policy in POLICIES}
        else:
            variants = {name: scheme}
        for label, variant in variants.items():
            results[label] = np.array([[accuracy(model, task, n, scheme=variant) for n in tested] for model in models])
    return results


def _as_sizes(name, value, at_least):
    """A list of one or more integers, given one or several."""
    if isinstance(value, (str, bytes)) or not np.iterable(value):
        return [as_size(name, value, at_least=at_least)]
    sizes = [as_size(f"{name}[{index}]", size, at_least=at_least) for index, size in enumerate(value)]
    if not sizes:
        raise ValueError(f"{name} must hold at least one integer, but is {show(value)}")
    return sizes
