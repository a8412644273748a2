"""Trainings that a lesson repeats over schemes and seeds, as one call each."""

import dataclasses

import numpy as np

from .schemes import Learned, NoPositions, Sinusoidal
from .training import accuracy, train

POLICIES = ("clamp", "wrap", "interpolate")  # what people do where a learned table ends


def beyond_training_length(task, *, length=16, tested=(16, 24, 32, 64), steps=400, seeds=(0, 1, 2)):
    """Train at one length, test at others, causal: none, sinusoidal, and a learned table with each policy.

    Returns
    -------
    dict of ndarray, shape (len(seeds), len(tested))
        Accuracy over all scored places of the test sequences, by the name of the scheme.
    """
    results = {}
    for scheme in (NoPositions(), Sinusoidal(), Learned(length)):
        models = [train(task, scheme, length=length, steps=steps, seed=seed, causal=True).model for seed in seeds]
        if isinstance(scheme, Learned):
            variants = {f"learned, {policy}": dataclasses.replace(scheme, beyond=policy) for policy in POLICIES}
        else:
            variants = {scheme.name: scheme}
        for name, variant in variants.items():
            results[name] = np.array([[accuracy(model, task, n, scheme=variant) for n in tested] for model in models])
    return results
