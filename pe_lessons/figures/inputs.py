"""How the pictures read their arguments: one number or several, tables, and dictionaries of them.

It adds to `pe_lessons.arguments` what only pictures need; refusals name the argument, the value and what is allowed.
"""

from itertools import islice

from pe_lessons.arguments import as_matrix, as_size, show

MOST_PANELS = 32  # a picture of more panels is too tall to look at


def as_several(name, value, check, at_most=MOST_PANELS):
    """Return a list of one or more checked values, given one value or several; `check` takes a name and a value."""
    try:
        items = None if isinstance(value, (str, bytes)) else list(islice(value, at_most + 1))
    except TypeError:
        items = None
    if items is None:
        return [check(name, value)]
    if not items:
        raise ValueError(f"{name} must hold at least one value, but is {show(value)}")
    if len(items) > at_most:
        raise ValueError(f"{name} must hold at most {at_most} values, but is {show(value)}")
    return [check(f"{name}[{index}]", item) for index, item in enumerate(items)]


def as_entries(name, value, wanted):
    """Return a dictionary that has at least one entry."""
    if not isinstance(value, dict):
        raise TypeError(f"{name} must be a dictionary {wanted}, not {show(value)} ({type(value).__name__})")
    if not value:
        raise ValueError(f"{name} must be a dictionary {wanted} with at least one entry, but is empty")
    return value


def as_table(name, value):
    """Return a float64 table (n, d_model) of at least one row and one column."""
    table = as_matrix(name, value)
    if 0 in table.shape:
        raise ValueError(f"{name} must have at least one row and one column, but has shape {table.shape}")
    return table


def as_even_size(value, name="d_model", **limits):
    """Return an even number of columns: whole pairs of a sine and a cosine."""
    size = as_size(name, value, **limits)
    if size % 2:
        raise ValueError(f"{name} must be even, so that every pair has a sine and a cosine, but is {size}")
    return size


def as_pairs(value, d_model, name="pairs"):
    """Return a list of pairs, each one of 0, 1, ..., ceil(d_model / 2) - 1."""
    last = (d_model + 1) // 2 - 1
    pairs = as_several(name, value, lambda at, item: as_size(at, item, at_least=-(2**20)))
    for pair in pairs:
        if not 0 <= pair <= last:
            allowed = f"the pairs of d_model = {d_model} are 0 to {last}" if last else f"d_model = {d_model} has pair 0 only"
            raise ValueError(f"{name}: pair {pair} does not exist, {allowed}")
    return pairs
