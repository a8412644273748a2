"""What is drawn side by side or in one frame: dictionaries with an entry for each panel or line, maps, ticks."""

import numpy as np

from pe_lessons.arguments import element, first_index

from .inputs import MOST_PANELS, as_entries, as_table

ROUNDING = 1e-9  # a softmax may leave 0 to 1 by this much


def as_panels(name, value, wanted, check, at_most=MOST_PANELS):
    """Return a dictionary of one or more checked entries; `check` takes a name and a value."""
    entries = as_entries(name, value, wanted)
    if len(entries) > at_most:
        raise ValueError(f"{name} must hold at most {at_most} entries, but holds {len(entries)}")
    return {title: check(f"{name}[{title!r}]", entry) for title, entry in entries.items()}


def refuse_different(name, entries, axis, what):
    """Refuse tables that differ in their number of rows (axis 0) or columns (axis 1); return that number."""
    sizes = {title: table.shape[axis] for title, table in entries.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError(f"{name} must have the same number of {what}, but have {sizes}")
    return next(iter(sizes.values()))


def as_square(name, value):
    """Return a float64 matrix (n, n), n at least 1."""
    matrix = as_table(name, value)
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"{name} must have as many rows as columns, but has shape {matrix.shape}")
    return matrix


def as_shares(name, value):
    """Return a float64 table of numbers from 0 to 1."""
    table = as_table(name, value)
    outside = (table < -ROUNDING) | (table > 1 + ROUNDING)
    if outside.any():
        first = first_index(outside)
        raise ValueError(f"{name} must hold numbers from 0 to 1, but {element(name, first)} is {table[first]:g}")
    return table


def as_weights(name, value):
    """Return an attention map (n, n) of weights from 0 to 1."""
    return as_square(name, as_shares(name, value))


def ticks(n, step, panels):
    """Return every `step`-th of n places, or every so many steps that the labels stay apart in one of several panels."""
    most = min(10, 24 // panels) // (2 if n > 100 else 1)  # labels of three digits need more room
    return np.arange(0, n, step * -(-n // (most * step)))
