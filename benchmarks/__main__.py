"""`python -m benchmarks [--quick]`: how fast and how exact the package is, beside the usual ways to do the same.

All contestants of a group run in turn, again and again, in this one process; a row shows medians, and ratios of the
medians. So the ratios can be compared between machines, the times cannot. A row is one line in a list: to measure
something new, add a function that returns a group of rows to GROUPS.
"""

import argparse
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

import numpy as np

from pe_lessons import rotation, sinusoidal_encoding

from .precise import worst_error

try:
    import torch
except ImportError:
    torch = None


@dataclass
class Row:
    """One contestant of a group."""

    name: str
    seconds: float
    error: float | None = None  # the largest one, against 60-digit values
    target: str = ""  # what is promised, as the text to print


@dataclass
class Group:
    """Rows that are compared with one another; the first is the unit of the ratios."""

    title: str
    rows: list
    remark: str = ""


def medians(contestants, repetitions):
    """Median time of each function, run in turn; a result is thrown away before the next one is made."""
    times = {name: [] for name in contestants}
    for repetition in range(repetitions + 1):
        for name, function in contestants.items():
            start = time.perf_counter()
            result = function()
            stop = time.perf_counter()
            del result
            if repetition:  # the first round only warms up
                times[name].append(stop - start)
    return {name: statistics.median(values) for name, values in times.items()}


# ---------------------------------------------------------------------- the usual ways to make a table


def vectorised(length, d_model, dtype=np.float64):
    """sin and cos of the whole angle matrix."""
    positions = np.arange(length, dtype=dtype)[:, np.newaxis]
    angles = positions / np.power(dtype(10000), np.arange(0, d_model, 2, dtype=dtype) / dtype(d_model))
    table = np.empty((length, d_model), dtype=dtype)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


def with_torch(length, d_model):
    """The form that most PyTorch code uses: float32, exp of a logarithm."""
    positions = torch.arange(length, dtype=torch.float32).unsqueeze(1)
    frequencies = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float32) * (-np.log(10000.0) / d_model))
    table = torch.zeros(length, d_model)
    table[:, 0::2] = torch.sin(positions * frequencies)
    table[:, 1::2] = torch.cos(positions * frequencies)
    return table


def one_thread(length, d_model, dtype):
    """The package, with a single thread: how much of its speed is the method."""
    threads, rotation.THREADS = rotation.THREADS, 1
    try:
        return sinusoidal_encoding(length, d_model, dtype=dtype)
    finally:
        rotation.THREADS = threads


def double_loop(length, d_model):
    """One sine and one cosine at a time, as in the text that the course grew from (with the right exponent)."""
    table = np.zeros((length, d_model))
    for position in range(length):
        for column in range(0, d_model, 2):
            angle = position / 10000 ** (column / d_model)
            table[position, column] = np.sin(angle)
            table[position, column + 1] = np.cos(angle)
    return table


# ---------------------------------------------------------------------------------------------- groups


def table_group(length, d_model, dtype, repetitions):
    """A whole table in one type."""
    name = np.dtype(dtype).name
    contestants = {
        "plain fill (np.full)": lambda: np.full((length, d_model), 1, dtype=dtype),
        "sinusoidal_encoding": lambda: sinusoidal_encoding(length, d_model, dtype=dtype),
        "sinusoidal_encoding, one thread": lambda: one_thread(length, d_model, dtype),
        f"NumPy sin and cos, {name} angles": lambda: vectorised(length, d_model, dtype),
    }
    remark = ""
    if torch is not None:
        contestants["PyTorch's usual form, float32"] = lambda: with_torch(length, d_model)
    else:
        remark = "PyTorch is not installed, so its form is not measured."
    seconds = medians(contestants, repetitions)

    positions = np.unique(np.linspace(0, length - 1, 12).astype(int)).tolist()
    pairs = np.unique(np.linspace(0, d_model // 2 - 1, 24).astype(int)).tolist()
    rows = []
    for contestant, function in contestants.items():
        row = Row(contestant, seconds[contestant])
        if "fill" not in contestant:
            table = function()
            row.error = worst_error(lambda p: table[p], positions, pairs, d_model)
            del table
        rows.append(row)
    fill, ours, usual = (rows[i].seconds for i in (0, 1, 3))
    if dtype == np.float64:
        rows[1].target = f"{ours / fill:.2f} x the fill (target <= 1.5); {usual / ours:.1f} x faster than NumPy (>= 6)"
    else:
        rows[1].target = f"{usual / ours:.1f} x faster than NumPy; error (target <= 2e-7)"
    return Group(f"A table of {length} x {d_model}, {name}", rows, remark)


def loop_group(length, d_model, repetitions):
    """The double loop, on a table small enough to wait for."""
    contestants = {
        "sinusoidal_encoding": lambda: sinusoidal_encoding(length, d_model),
        "NumPy sin and cos, float64 angles": lambda: vectorised(length, d_model),
        "double loop in Python": lambda: double_loop(length, d_model),
    }
    return Group(
        f"A table of {length} x {d_model}, float64",
        [Row(name, seconds) for name, seconds in medians(contestants, repetitions).items()],
    )


def import_group(repetitions):
    """A fresh interpreter that imports one thing and ends."""
    contestants = {
        name: lambda name=name: subprocess.run([sys.executable, "-c", f"import {name}"], check=True)
        for name in ("numpy", "pe_lessons")
    }
    rows = [Row(f"import {name}", seconds) for name, seconds in medians(contestants, repetitions).items()]
    return Group("Starting Python and importing", rows)


GROUPS = [
    lambda quick: table_group(*((512, 64) if quick else (32768, 1024)), np.float64, 3 if quick else 9),
    lambda quick: table_group(*((512, 64) if quick else (32768, 1024)), np.float32, 3 if quick else 5),
    lambda quick: loop_group(*((64, 64) if quick else (512, 512)), 3),
    lambda quick: import_group(1 if quick else 7),
]


def show(group):
    """Print a group as a table."""
    print(f"\n{group.title}")
    print(f"  {'':36} {'median':>11} {'ratio':>9}   largest error")
    unit = group.rows[0].seconds
    for row in group.rows:
        error = "" if row.error is None else f"{row.error:.1e}"
        print(f"  {row.name:36} {row.seconds * 1e3:8.2f} ms {row.seconds / unit:9.2f}   {error}")
    for text in [row.target and f"{row.name}: {row.target}" for row in group.rows] + [group.remark]:
        if text:
            print(f"  -> {text}")


def main(arguments=None):
    """Measure and print all groups."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed and accuracy, measured in one run.")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that everything runs, measures nothing")
    quick = parser.parse_args(arguments).quick
    print("Ratios are to the first row of a group. Errors are the largest ones over sampled positions and columns,")
    print("the last row of the table included, against values computed to 60 digits.")
    print(f"A large table is filled by {rotation.THREADS} threads; NumPy and the fill use one.")
    if quick:
        print("Small sizes (--quick): the targets are meant for the full run.")
    for group in GROUPS:
        show(group(quick))


if __name__ == "__main__":
    main()
