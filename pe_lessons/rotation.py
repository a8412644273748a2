"""Rotating rows instead of calling sine and cosine: accurate at far positions, fast for whole tables.

A row is kept as one complex number per pair, i exp(-i p omega) = sin(p omega) + i cos(p omega): in memory that
is sin, cos, sin, cos, ..., the interleaved row itself. Multiplying it by exp(-i k omega) turns it into the row of
position p + k. So a whole table needs sines and cosines for a handful of rows only.
"""

import decimal
import functools
import os
import threading

import numpy as np

BLOCK_ROWS = 32
CHAPTER_PAIRS = 2**12  # a chapter has 32 blocks, or more where the rows are short, so that it is never a trifle
BLOCK_PAIRS = 2**14  # pairs computed at a time where the result is not written directly: 256 kB
LARGE_TABLE = 2**20  # from this many values on, a table is filled by several threads, each with its own rows
THREADS = min(4, os.cpu_count() or 1)


@functools.lru_cache(maxsize=16)
def exact_frequencies(d_model, base):
    """Frequencies as two float64 arrays: the rounded values, and what the rounding left over."""
    with decimal.localcontext(decimal.Context(prec=50)):
        ratio = decimal.Decimal(base) ** (decimal.Decimal(-2) / d_model)
        power = decimal.Decimal(1)
        omega = np.empty((d_model + 1) // 2)
        left_over = np.empty_like(omega)
        for i in range(omega.size):
            omega[i] = float(power)
            left_over[i] = float(power - decimal.Decimal(float(omega[i])))
            power *= ratio
    omega.flags.writeable = left_over.flags.writeable = False  # the cache hands out these very arrays
    return omega, left_over


def rotation(positions, frequencies):
    """exp(-i p omega) for each position p and each frequency: complex128, (len(positions), pairs).

    At position 32768 the product p * omega has an error of some 4e-12 in float64, because omega is rounded and
    the product is rounded again. So the angle is kept as a sum of two numbers: the rounded product, and a
    remainder made of what both roundings lost. Turning by the product and then by the remainder is turning by
    the whole angle.
    """
    omega, left_over = frequencies
    p = np.asarray(positions, dtype=np.float64)[:, np.newaxis]
    angle = p * omega
    remainder = _product_error(p, omega, angle) + p * left_over
    return _turn(angle) * _turn(remainder)


def _turn(angle):
    """exp(-i angle)."""
    hand = np.empty(angle.shape, dtype=np.complex128)
    hand.real = np.cos(angle)
    hand.imag = -np.sin(angle)
    return hand


def _product_error(a, b, product):
    """a * b - product without any error (Dekker's product)."""
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a):
    """Two numbers of half the digits each whose sum is a (Veltkamp's splitting): their products are exact."""
    scaled = a * 134217729.0  # 2**27 + 1
    high = scaled - (scaled - a)
    return high, a - high


def write_table(output, frequencies, layout):
    """Fill output with the rows 0, 1, 2, ...: one a chapter, turned to the first of each block, turned to each row."""
    length, pairs = len(output), frequencies[0].size
    if length == 0:
        return
    size = min(BLOCK_ROWS, length)  # rows of a block
    blocks = -(-length // size)
    fine = rotations(size, 1, frequencies)
    coarse = rotations(min(blocks, max(BLOCK_ROWS, CHAPTER_PAIRS // pairs)), size, frequencies)
    share = blocks if output.size < LARGE_TABLE else -(-blocks // THREADS)  # blocks for each thread
    jobs = []
    for first in range(0, blocks, share):
        part = output[first * size : (first + share) * size]
        jobs.append(functools.partial(_write_blocks, part, first, coarse, fine, frequencies, layout))
    _in_threads(jobs)


def _in_threads(jobs):
    """Do the first job here and each of the others in a thread of its own."""
    failures = []

    def attempt(job):
        try:
            job()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=attempt, args=(job,)) for job in jobs[1:]]
    for thread, job in zip(threads, jobs[1:]):
        try:
            thread.start()
        except RuntimeError:  # no more threads: in a browser, or where the program is about to end
            attempt(job)
    attempt(jobs[0])
    for thread in threads:
        if thread.ident is not None:  # it was started
            thread.join()
    if failures:
        raise failures[0]


def _write_blocks(output, first, coarse, fine, frequencies, layout):
    """Fill output with the rows from block `first` on, a chapter of len(coarse) blocks at a time."""
    size, chapter = len(fine), len(coarse)
    while len(output):
        number, block = divmod(first, chapter)
        start = 1j * rotation([number * chapter * size], frequencies) if number else 1j
        rows = (chapter - block) * size
        _write_chapter(output[:rows], start * coarse[block:], fine, layout)
        output, first = output[rows:], first + chapter - block


def _write_chapter(output, coarse, fine, layout):
    """Fill output with blocks of rows; the last block may be cut short."""
    length, d_model = output.shape
    size, pairs = fine.shape
    if output.dtype == np.float64 and layout == "interleaved" and d_model % 2 == 0:
        rows = output.view(np.complex128)
        complete = length // size
        split = complete * size
        np.multiply(coarse[:complete, np.newaxis], fine, out=rows[:split].reshape(complete, size, pairs))
        if split < length:
            np.multiply(coarse[complete], fine[: length - split], out=rows[split:])
    else:
        block = np.empty_like(fine)
        for first, row in zip(range(0, length, size), coarse):
            part = output[first : first + size]
            np.multiply(row, fine, out=block)
            _write_rows(part, block[: len(part)], layout)


def rotations(count, step, frequencies):
    """exp(-i p omega) for p = 0, step, 2 step, ...: what is there already, turned on, doubles it."""
    rows = np.empty((count, frequencies[0].size), dtype=np.complex128)
    rows[0] = 1
    done = 2 ** np.arange((count - 1).bit_length())
    for start, turn in zip(done.tolist(), rotation(done * step, frequencies)):
        more = min(start, count - start)
        np.multiply(rows[:more], turn, out=rows[start : start + more])
    return rows


def write_positions(output, positions, frequencies, layout):
    """Fill output with the rows of any positions, a block at a time."""
    count = max(1, BLOCK_PAIRS // frequencies[0].size)
    for start in range(0, len(positions), count):
        block = slice(start, start + count)
        _write_rows(output[block], 1j * rotation(positions[block], frequencies), layout)


def _write_rows(output, rows, layout):
    """Copy complex rows (sin + i cos) into the columns of a layout, rounding to the type of output."""
    d_model = output.shape[1]
    if layout == "interleaved":
        output[...] = rows.view(np.float64)[:, :d_model]
    else:
        sines = (d_model + 1) // 2
        output[:, :sines] = rows.real
        output[:, sines:] = rows.imag[:, : d_model // 2]
