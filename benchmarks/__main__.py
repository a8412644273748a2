"""`python -m benchmarks [--quick]`: how fast and how exact the package is, beside the usual ways to do the same.

All contestants of a group run in turn, again and again, in this one process; a row shows medians, and ratios of the
medians. So the ratios can be compared between machines, the times cannot. A row is one line in a list: to measure
something new, add a function that returns a group of rows (or a list of groups) to GROUPS.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

import numpy as np

from pe_lessons import apply_rope, rotation, sinusoidal_encoding

from . import explorers, marking
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


def torch_complex(x, hands):
    """Rotary positions as Meta's Llama code has them; the table of exp(i p omega) is made beforehand."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * hands).flatten(-2)


def torch_hands(length, head_dim):
    """The table for `torch_complex`."""
    frequencies = 1.0 / 10000.0 ** (torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim)
    angles = torch.outer(torch.arange(length, dtype=torch.float32), frequencies)
    return torch.polar(torch.ones_like(angles), angles)


def torch_halves(x, cosine, sine):
    """Rotary positions as the library transformers has them; cosines and sines are made beforehand."""
    pairs = x.shape[-1] // 2
    return x * cosine + torch.cat([-x[..., pairs:], x[..., :pairs]], dim=-1) * sine


def rotate_columns(x):
    """The usual NumPy form: even and odd columns, float32 angles."""
    length, head_dim = x.shape[-2:]
    frequencies = 1.0 / 10000.0 ** (np.arange(0, head_dim, 2, dtype=np.float32) / np.float32(head_dim))
    angles = np.outer(np.arange(length, dtype=np.float32), frequencies)
    cosine, sine = np.cos(angles), np.sin(angles)
    even, odd = x[..., 0::2], x[..., 1::2]
    result = np.empty_like(x)
    result[..., 0::2] = even * cosine - odd * sine
    result[..., 1::2] = even * sine + odd * cosine
    return result


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


def rope_group(heads, length, head_dim, repetitions):
    """Rotary positions of the queries of one layer, on one thread."""
    x = np.random.default_rng(0).normal(size=(heads, length, head_dim)).astype(np.float32)
    contestants = {
        "copy of the array": x.copy,
        "apply_rope, interleaved": lambda: apply_rope(x, length),
        "apply_rope, half": lambda: apply_rope(x, length, layout="half"),
        "NumPy, even and odd columns": lambda: rotate_columns(x),
    }
    remark = "PyTorch is not installed, so its forms are not measured."
    if torch is not None:
        torch.set_num_threads(1)
        ours, hands = torch.from_numpy(x), torch_hands(length, head_dim)
        cosine, sine = (torch.cat([part, part], dim=-1) for part in (hands.real, hands.imag))
        contestants["PyTorch, complex, table given"] = lambda: torch_complex(ours, hands)
        contestants["PyTorch, complex, table made"] = lambda: torch_complex(ours, torch_hands(length, head_dim))
        contestants["PyTorch, halves, table given"] = lambda: torch_halves(ours, cosine, sine)
        remark = ""
    rows = [Row(name, seconds) for name, seconds in medians(contestants, repetitions).items()]
    rows[1].target = f"{rows[1].seconds / rows[0].seconds:.2f} x the copy (target <= 2 beyond the cache, from 16 MB on)"
    if torch is not None:
        rows[1].target += f"; {rows[5].seconds / rows[1].seconds:.2f} x as fast as PyTorch's complex form (>= 1)"
    return Group(f"Rotary positions of {heads} heads, {length} x {head_dim}, float32", rows, remark)


def import_group(repetitions):
    """A fresh interpreter that imports one thing and ends."""
    contestants = {
        name: lambda name=name: subprocess.run([sys.executable, "-c", f"import {name}"], check=True)
        for name in ("numpy", "pe_lessons")
    }
    rows = [Row(f"import {name}", seconds) for name, seconds in medians(contestants, repetitions).items()]
    rows[1].target = f"{rows[1].seconds / rows[0].seconds:.2f} x NumPy (target <= 1.1)"
    return Group("Starting Python and importing", rows)


def explorer_groups(repetitions):
    """A move of a slider in an explorer, in the kernel and as the reader sees it."""
    seconds = explorers.in_kernel(repetitions)
    rows = [Row(name, value) for name, value in seconds.items()]
    rows[0].target = f"{rows[1].seconds / rows[0].seconds:.1f} x faster than interactive_output (target >= 6)"
    kernel = Group("A move of a slider, in the kernel: a map of 128 x 128 and four curves of 512", rows)
    seen = explorers.in_chromium(repetitions) if repetitions > 3 else None
    if seen is None:
        kernel.remark = "From key press to picture was not measured: that is for the full run, with Playwright and Chromium."
        return [kernel]
    return [kernel, Group("The same from key press to new picture, in JupyterLab in Chromium", [Row(*item) for item in seen.items()])]


def marking_group(students):
    """A class marked, per submission; only where NBGRADER_PYTHON says which Python has nbgrader."""
    seconds, remark = marking.measure(students, os.environ.get("NBGRADER_PYTHON"))
    return Group(f"Marking a class of {students}, time for each", [Row(name, value) for name, value in seconds.items()], remark)


GROUPS = [
    lambda quick: table_group(*((512, 64) if quick else (32768, 1024)), np.float64, 3 if quick else 9),
    lambda quick: table_group(*((512, 64) if quick else (32768, 1024)), np.float32, 3 if quick else 5),
    lambda quick: loop_group(*((64, 64) if quick else (512, 512)), 3),
    lambda quick: rope_group(*((2, 64, 16) if quick else (32, 4096, 128)), 3 if quick else 9),
    lambda quick: rope_group(*((2, 64, 16) if quick else (32, 512, 64)), 3 if quick else 51),
    lambda quick: import_group(1 if quick else 7),
    lambda quick: explorer_groups(3 if quick else 21),
    lambda quick: marking_group(2 if quick else 40),
]


def show(group):
    """Print a group as a table."""
    print(f"\n{group.title}")
    if not group.rows:
        print(f"  -> {group.remark}")
        return
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
    for measure in GROUPS:
        groups = measure(quick)
        for group in groups if isinstance(groups, list) else [groups]:
            show(group)


if __name__ == "__main__":
    main()
