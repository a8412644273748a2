# %% [markdown]
# # 06 Exercises: Limitations
#
# **You will** read positions off a pair that is said to be constant, test whether position 0 is special, sort eight common sentences into true and false, and, if you like, go
# to position one million and find the place where similarity rises again.
#
# **You need** the lesson [06 Limitations](../notebooks/06_limitations.ipynb).
#
# **Time** about 24 minutes, and 16 more for exercises 6.3 and 6.4. They are extra: you may leave them out.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("6.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.

# %%
import numpy as np

from pe_lessons import check, hint, load_positions, progress, sinusoidal_encoding

# %% [markdown]
# ## 6.1 Only a constant offset?
#
# *10 minutes, difficulty 3*
#
# One often reads: "A pair whose wavelength is much longer than the text adds nearly the same numbers to every word. It is only a constant offset." Here is what the slowest pair of 512 columns
# holds. One turn of it takes 60611 positions.

# %%
p = np.array([0, 1, 100, 511])
omega = 10000.0 ** (-510 / 512)  # radians for each position
s, c = np.sin(p * omega), np.cos(p * omega)
print("position      sine    cosine")
for row in zip(p.tolist(), s, c):
    print("{:8d}  {:8.6f}  {:8.6f}".format(*row))

# %% [markdown]
# If the pair were only a constant, nobody could read the position off it. Can you?
#
# Write `decode_position(s, c, omega)`. It gets the sines `s` and the cosines `c` of some positions, two arrays of the same shape, and the frequency `omega` of the pair in radians for each position.
# It returns the positions, an array of that shape. They lie within one turn: from 0 up to, but not including, the wavelength $2\pi/\omega$.
#
# It must work on the whole turn, not only at its beginning. An error of up to 0.02 of a position is allowed.
#
# Shown: for the four rows above, `decode_position(s, c, omega)` gives 0, 1, 100, 511.
#
# > **Predict.** A first try might be `np.arcsin(s) / omega`. For which positions is it right?


# %%
def decode_position(s, c, omega):
    """The positions from 0 up to one wavelength that have these sines and cosines."""
    # solution
    angle = np.arctan2(s, c)  # from -pi to pi
    return np.mod(angle, 2 * np.pi) / omega
    # end


# %%
check("6.1")

# %% tags=["solution"]
print(f"one turn of the slowest of 512 columns: {2 * np.pi * 10000 ** (510 / 512):.0f} positions")

# %% [markdown] tags=["solution"]
# **A slow pair is a ruler.** The angle is position times $\omega$, so the position is the angle over $\omega$. `np.arctan2(y, x)` takes the sine as y and the cosine as x and uses
# both signs. It answers from $-\pi$ to $\pi$, so past half a wavelength a turn must be added.
#
# The shortcuts are right for a part of the turn only: `arcsin` for the first quarter, `arccos` for the first half. That is why trying your function on the first few positions shows nothing:

# %% tags=["solution"]
far = np.arange(0, 700, 100)
s, c = np.sin(0.01 * far), np.cos(0.01 * far)  # one turn takes 628 positions
ways = {
    "both numbers": decode_position(s, c, 0.01),
    "arcsin only": np.arcsin(s) / 0.01,
    "arccos only": np.arccos(c) / 0.01,
    "no turn added": np.arctan2(s, c) / 0.01,
    "s / omega": s / 0.01,
}
print("true positions", " ".join(f"{x:6d}" for x in far))
for name, positions in ways.items():
    print(f"{name:14s}", " ".join(f"{x:6.0f}" for x in positions))

# %% [markdown]
# ## 6.2 Is position 0 special?
#
# *8 minutes, difficulty 3*
#
# "Row 0 reads 0 1 0 1 and so on, so it stands apart from all other rows, and the model is drawn to the first token." Test the first half of this sentence.
#
# Write `isolation(table)`. It gets a table of shape `(n, d)`, one row for each position. It returns an array of shape `(n,)`: for each row the straight (Euclidean) distance to the nearest
# *other* row. Any other row can be the nearest, not only a neighbour. If another row holds the same numbers, the distance is 0.
#
# Shown: for `sinusoidal_encoding(6, 4)` all six numbers are 0.958903.
#
# > **Predict.** For 512 rows with 512 columns: which row will have the largest number? And in a *learned* table?


# %%
def isolation(table):
    """Distance of each row to the nearest other row: an array of shape (n,)."""
    # solution
    nearest = []
    for p, row in enumerate(table):
        distances = np.linalg.norm(table - row, axis=1)
        distances[p] = np.inf  # a row does not count as its own neighbour
        nearest.append(distances.min())
    return np.array(nearest)
    # end


# %%
check("6.2")

# %% tags=["solution"]
distances = isolation(sinusoidal_encoding(6, 4))
print("six rows of 4 columns:", " ".join(f"{value:.6f}" for value in distances))

# %% [markdown] tags=["solution"]
# Two slips are common. Without the infinity every row finds itself, at distance 0. And who looks at the rows before and after only will miss that with two columns the nearest row can be 44
# positions away. (Without the loop, all differences at once are `table[:, None] - table[None, :]`. For 512 rows of 512 columns that takes a gigabyte.)
#
# Now the prediction, for the sinusoid and for the learned table of MiniLM:

# %% tags=["solution"]
sinusoid = isolation(sinusoidal_encoding(512, 512))
print("sinusoid, 512 rows and columns:")
print(f"  smallest {sinusoid.min():.6f}, largest {sinusoid.max():.6f}")
learned = isolation(load_positions("minilm_l6_v2").values.astype(float))
print("MiniLM, 512 rows and 384 columns:")
print(f"  row 0 {learned[0]:.2f}, median {np.median(learned):.2f}", end=", ")
print(f"largest in row {learned.argmax()}")

# %% [markdown] tags=["solution"]
# In the sinusoid every row has the same distance, 3.714: a step of one position is a turn of each pair, and turns keep distances. In the *learned* table row 0 does stand apart. So
# the sentence fits trained tables, not the sinusoid.

# %% [markdown]
# ## 6.3 Far positions in float32 (extra)
#
# *8 minutes, difficulty 3*
#
# Write `rows_at(positions, d_model)`. It gets an array of whole numbers, in any order, and an even `d_model`. It returns the rows of these positions of the sinusoid, in the same order: shape
# `(len(positions), d_model)`, base 10000, sines in the even columns and cosines in the odd ones. You may return float32 or float64, but each number must be right to six decimals, up to position one million.
#
# Shown: `rows_at(np.array([0, 1, 2]), 8)` begins with 0, 1, 0, 1; row 1 begins with 0.841471, 0.540302, 0.099833, 0.995004.
#
# > **Predict.** The next cell computes the angle of position 1000000 in pair 1, once in float64 and once in float32. In which digit will they begin to differ?

# %%
w = 10000.0 ** (-2 / 64)  # pair 1 of 64 columns
print(f"float64: {1_000_000 * w:.6f}")
print(f"float32: {float(np.float32(1_000_000) * np.float32(w)):.6f}")


# %%
def rows_at(positions, d_model):
    """The rows of these positions: an array of shape (number of positions, d_model)."""
    # solution
    frequencies = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.asarray(positions, dtype=np.float64)[:, None] * frequencies
    rows = np.stack([np.sin(angles), np.cos(angles)], axis=-1)  # (n, pairs, 2)
    return rows.reshape(len(angles), d_model).astype(np.float32)  # cast last
    # end


# %%
check("6.3")

# %% tags=["solution"]
for line in rows_at(np.arange(3), 8):
    print(" ".join(f"{value:9.6f}" for value in line))

# %% [markdown] tags=["solution"]
# **Form the angle in float64, cast last.** A float32 holds about seven digits. At 749894 radians six of them stand in front of the point, and the sine needs those behind it. A float32 *result* is harmless: sines
# and cosines lie between -1 and 1.

# %% tags=["solution"]
w = 10000.0 ** (-np.arange(0, 64, 2) / 64)
print("position   float32 angle   cast last")
for position in (100, 131_071, 1_000_000):
    exact = sinusoidal_encoding([position], 64)[0]
    angles = np.float32(position) * w.astype(np.float32)
    early = np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
    late = rows_at(np.array([position]), 64)[0]
    print(f"{position:8d}   {np.abs(early - exact).max():13.6f}   {np.abs(late - exact).max():.6f}")

# %% [markdown]
# ## 6.4 Similarity falls with distance (extra)
#
# *8 minutes, difficulty 3*
#
# The dot product of two rows that are $k$ positions apart is a sum over the pairs, $s(k) = \sum_i \cos(k\,\omega_i)$. It is largest at $k = 0$ and falls at first. Where does it rise for the first time?
#
# Write `first_rise(d_model, base=10000.0)`. It returns one whole number: the first $k$, counted from 0, for which $s(k + 1)$ is larger than $s(k)$. `d_model` is even.
#
# Shown: `first_rise(64)` is 5.
#
# > **Predict.** The cosine of pair 0 alone rises from $k = 3$ on. With 512 columns instead of 64, will the rise of the sum come earlier or later?


# %%
def first_rise(d_model, base=10000.0):
    """The first k with s(k + 1) > s(k)."""
    # solution
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    similarity = np.cos(np.outer(np.arange(3000), omega)).sum(axis=1)
    return int(np.flatnonzero(np.diff(similarity) > 0)[0])
    # end


# %%
check("6.4")

# %% [markdown] tags=["solution"]
# Entry $k$ of `np.diff(s)` is $s(k+1) - s(k)$, so the index of the first positive entry is the answer itself. It is not the lowest point of the curve, which goes on falling and rising far beyond.

# %% tags=["solution"]
print("first rise, and where the lowest of 1000 offsets is:")
for d_model in (8, 32, 64, 256, 512):
    omega = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    similarity = np.cos(np.outer(np.arange(1000), omega)).sum(axis=1)
    print(f"{d_model:4d} columns: k = {first_rise(d_model):3d}, lowest at {similarity.argmin():3d}")

# %% [markdown] tags=["solution"]
# Later with more columns. With few pairs the fastest one is a large part of the sum, and its ups and downs show. With many, pairs of nearly the same speed stand beside it and average them out. But in the end
# each of these sums rises.

# %% [markdown]
# ## 6.5 Eight sentences
#
# *6 minutes, difficulty 3*
#
# These sentences are about the sinusoid. Which are true? Write `True` or `False` for each letter. Decide by what was measured, here and in the lesson.
#
# - **a** It has a row for every position, however far.
# - **b** So a model that was trained with the sinusoid works at any length.
# - **c** A pair with a wavelength of ten times the text is a constant offset.
# - **d** The longer the text, the less the slowest pairs vary within it.
# - **e** Row 0 is farther from its nearest row than other rows are from theirs.
# - **f** All rows have the length $\sqrt{d_\mathrm{model}/2}$ (an even number of columns).
# - **g** In pair 0 the positions 0 and 710 nearly coincide, although 113 turns lie between them.
# - **h** With every further step of distance, the similarity of two rows falls.

# %%
# solution
sentences = dict(a=True, b=False, c=False, d=False, e=False, f=True, g=True, h=False)
# stub
# sentences = dict(a=..., b=..., c=..., d=..., e=..., f=..., g=..., h=...)
# end

# %%
check("6.5")

# %% [markdown] tags=["solution"]
# **a** and **b** belong together: defined everywhere, learned only where training text reached (section 6 of the lesson). **c** was 6.1: over a tenth of a turn the sine still goes from 0 to 0.588. **d** has it the wrong way
# round. **e** was 6.2. **f**: each pair has length 1, and there are $d_\mathrm{model}/2$ of them. **g**: only the rest after whole turns counts. **h** was 6.4.

# %% tags=["solution"]
print(f"c: sine after a tenth of a turn {np.sin(2 * np.pi / 10):.3f}")
slowest = 2 * np.pi * 10000.0 ** (510 / 512)
for length in (10_000, 1_000_000):
    print(f"d: the slowest pair makes {length / slowest:.2f} turns in {length} positions")
lengths = np.linalg.norm(sinusoidal_encoding(2000, 512), axis=1)
print(f"f: lengths from {lengths.min():.6f} to {lengths.max():.6f}")
turns = 710 / (2 * np.pi)
print(f"g: {turns:.5f} turns, distance on the circle {2 * abs(np.sin(355)):.6f}")

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/06_limitations.ipynb) show one way to do each exercise, and say why. Next lesson:
# [07 Rotary and relative positions](../notebooks/07_rotary_and_relative.ipynb).
