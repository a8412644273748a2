# %% [markdown]
# # 03 Exercises: Worked example
#
# **You will** work out a row by hand, write the table as code, mend two bugs that many people have met, measure how much of a vector is position, and name the bugs in five
# public listings.
#
# **You need** the lesson [03 Worked example](../notebooks/03_worked_example.ipynb).
#
# **Time** about 46 minutes, and 10 more for exercise 3.6. It is extra: you may leave it out.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("3.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.
#
# Positions $p$ and pairs $i$ count from 0. The columns $2i$ and $2i+1$ belong to pair $i$. The base is 10000, if no other is given.

# %%
import numpy as np

from pe_lessons import check, hint, progress

# %% [markdown]
# ## 3.1 One row by hand
#
# *8 minutes, difficulty 1*
#
# Work out the encoding of position 5 for `d_model` = 6, with paper and a calculator that is set to radians. The definition:
#
# $$\mathrm{PE}[p, 2i] = \sin(p\,\omega_i), \qquad \mathrm{PE}[p, 2i+1] = \cos(p\,\omega_i), \qquad \omega_i = \mathrm{base}^{-2i/d_\mathrm{model}}$$
#
# Give a list of six numbers, in the order of the columns. Three decimals are enough: a number is right if it is at most 0.0005 off. So round the last digit, do not cut it.
#
# > **Predict.** Which of the six numbers will be closest to 1?

# %%
# solution
row_5 = [-0.959, 0.284, 0.230, 0.973, 0.011, 1.000]
# stub
# row_5 = ...  # six numbers
# end

# %%
check("3.1")

# %% [markdown] tags=["solution"]
# The angles are 5 divided by 1, by 21.544 and by 464.159. The last cosine is not 1, it only rounds to it. Keep all digits until the end: with 0.333 for one third the third number
# becomes 0.231.

# %% tags=["solution"]
print("position 5, 6 columns:")
angles = 5 / 10000.0 ** (np.arange(3) / 3)
divisors = 10000.0 ** (np.arange(3) / 3)
print("divisors", " ".join(f"{divisor:.3f}" for divisor in divisors))
print("angles  ", " ".join(f"{angle:.6f}" for angle in angles))
row = np.stack([np.sin(angles), np.cos(angles)], 1).ravel()
print("row     ", " ".join(f"{value:.6f}" for value in row))
print("with 0.333 for one third:", f"{np.sin(5 / 10000.0 ** 0.333):.3f}")

# %% [markdown]
# ## 3.2 The table
#
# *12 minutes, difficulty 2*
#
# Write the definition of 3.1 as code: `sinusoidal(n, d_model, base=10000.0)`. It returns the rows of the positions 0 to `n - 1`, an array of shape `(n, d_model)`. `d_model` may be
# odd: then the last column is a sine without a cosine. Round nothing inside the function.
#
# Shown: the first two rows of `sinusoidal(4, 6)`, rounded, are `0 1 0 1 0 1` and `0.8415 0.5403 0.0464 0.9989 0.0022 1.0000`.


# %%
def sinusoidal(n, d_model, base=10000.0):
    """The encodings of positions 0 to n - 1: an array of shape (n, d_model)."""
    # solution
    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d_model, 2) / d_model)
    table = np.empty((n, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table
    # end


# %%
check("3.2")

# %% [markdown] tags=["solution"]
# `np.arange(0, d_model, 2)` already counts 0, 2, 4: that is the $2i$ of the formula. Doubling it once more is the most common mistake in printed code, and row 0 does not
# show it. Column 2 of row 1 does: 0.0464 is right, 0.0022 is the doubled factor.

# %% tags=["solution"]
print("rows 0 to 3 of 6 columns:")
for line in sinusoidal(4, 6):
    print(" ".join(f"{value:7.4f}" for value in line))
pairs = sinusoidal(4, 6).reshape(4, 3, 2)
print("squares of each pair add to 1:", bool(np.allclose((pairs ** 2).sum(-1), 1)))

# %% [markdown]
# ## 3.3 Find the bug: odd d_model
#
# *8 minutes, difficulty 2*
#
# Many projects have the listing below. It works for even widths and stops for `d_model` = 5.
#
# > **Predict.** How many columns do `0::2` and `1::2` select for 5 columns? What will happen for `d_model` = 1?


# %%
def two_slices(n, d_model):
    table = np.zeros((n, d_model))
    positions = np.arange(n)[:, None]
    frequencies = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    table[:, 0::2] = np.sin(positions * frequencies)
    table[:, 1::2] = np.cos(positions * frequencies)
    return table


for width in (6, 5, 1):
    try:
        print(width, "columns:", two_slices(2, width).shape)
    except ValueError as error:
        print(width, "columns:", error)

# %% [markdown]
# For one column NumPy fits the single column of cosines into no columns at all, and says nothing.
#
# Write `sinusoidal_any(n, d_model)`, a version that works for every width from 1 on. If the width is odd, the last column is the sine of its pair, and the exponents are still
# $2i/d_\mathrm{model}$, with the odd $d_\mathrm{model}$. (Does your `sinusoidal` of 3.2 do all this? Then try to mend the listing with one small change.)
#
# Shown: row 1 of `sinusoidal_any(4, 5)`, rounded, is `0.841 0.540 0.025 1.000 0.001`.


# %%
def sinusoidal_any(n, d_model):
    """The table for any width: an array of shape (n, d_model)."""
    # solution
    table = np.zeros((n, d_model))
    positions = np.arange(n)[:, None]
    frequencies = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    table[:, 0::2] = np.sin(positions * frequencies)
    table[:, 1::2] = np.cos(positions * frequencies[: d_model // 2])
    return table
    # end


# %%
check("3.3")

# %% tags=["solution"]
print("row 1 of 5 columns:", " ".join(f"{value:.3f}" for value in sinusoidal_any(2, 5)[1]))
print("rows of 1 column:  ", " ".join(f"{value:.3f}" for value in sinusoidal_any(3, 1)[:, 0]))

# %% [markdown] tags=["solution"]
# Five columns are three sines and two cosines, so the cosines take the first `d_model // 2` frequencies only. Other projects pad the last column with zero, make one column too many, or
# refuse odd widths. Each is a choice; mixing two of them is a bug.

# %% [markdown]
# ## 3.4 Add it to a batch
#
# *10 minutes, difficulty 3*
#
# Write `add_positions(x, base=10000.0)`. It gets embeddings `x` of shape `(..., n, d_model)`: in most cases `(batch, n, d_model)`, that is sentences, words, columns, but there may be more axes in
# front, or none. It returns a new array of the same shape, in which the encoding of its position has been added to every word. `x` itself stays as it is, and may hold whole numbers. You may call
# your `sinusoidal` of 3.2. (The `add_positions` of the lesson is given a table; yours makes it.)
#
# Shown: for `x = np.zeros((2, 3, 4))` both sentences of the result are `sinusoidal(3, 4)`.
#
# > **Predict.** A colleague writes `x + table[: x.shape[0]][:, None, :]` for a batch of shape `(batch, n, d_model)`. It runs. Which row of the table is added to which word?


# %%
def add_positions(x, base=10000.0):
    """x plus the encoding of each word's position: an array of the shape of x."""
    # solution
    n, d_model = x.shape[-2:]
    return x + sinusoidal(n, d_model, base)
    # end


# %%
check("3.4")

# %% [markdown] tags=["solution"]
# NumPy lines up the last axes, so a table of shape `(n, d_model)` is added to each sentence. The colleague's line gives all words of sentence $b$ the row of position $b$. Nothing stops, the shapes are right,
# and the order of the words is lost. Two equal sentences show it: their results must be equal.

# %% tags=["solution"]
two_equal = np.zeros((2, 3, 4))
wrong = two_equal + sinusoidal(3, 4)[:2][:, None, :]
right = add_positions(two_equal)
print("two equal sentences:")
print("equal results, right:", bool(np.allclose(right[0], right[1])))
print("equal results, wrong:", bool(np.allclose(wrong[0], wrong[1])))
print("words of one sentence alike, wrong:", bool(np.allclose(wrong[1, 0], wrong[1, 2])))

# %% [markdown]
# ## 3.5 Which share is position?
#
# *8 minutes, difficulty 3*
#
# `E` holds the embeddings and `P` the encodings, both of shape `(n, d_model)`. Which share of `E + P` is position? One text divides the length
# of `P` by the length of `E + P` and calls that a percentage.
#
# > **Predict.** What does that rule say for `E = -P / 10`?

# %%
encodings = np.ones((2, 3))
embeddings = -encodings / 10
print("length of P over length of E + P:")
print(f"{100 * np.linalg.norm(encodings) / np.linalg.norm(embeddings + encodings):.1f} percent")

# %% [markdown]
# More than the whole cannot be a share. So take the **energy** instead, the sum of all squares of a matrix. The share of position is the energy of `P`, divided by the energy of `P` plus the energy of `E`.
#
# Write `position_share(E, P)`. It returns one number from 0 to 1, for the whole matrices.
#
# Shown: for `E` = `[[3, 0]]` and `P` = `[[0, 4]]`, as arrays, it is 0.64.


# %%
def position_share(E, P):
    """The share of the energy that is position: one number from 0 to 1."""
    # solution
    energy_p, energy_e = np.sum(P ** 2), np.sum(E ** 2)
    return energy_p / (energy_p + energy_e)
    # end


# %%
check("3.5")

# %% [markdown] tags=["solution"]
# The shares of `P` and of `E` now add to 1, whatever the two are. Lengths do not do that: they do not add. How much of a real input is position depends on the scale of the embeddings, and that is why the original
# model multiplies them by the root of `d_model` first ([Vaswani et al., 2017](https://arxiv.org/abs/1706.03762), section 3.4).

# %% tags=["solution"]
words = 0.1 * np.random.default_rng(0).normal(size=(64, 512))
places = sinusoidal(64, 512)
shown = position_share(np.array([[3.0, 0.0]]), np.array([[0.0, 4.0]]))
print(f"share of position, shown case: {shown:.2f}")
print(f"512 columns, small embeddings   {position_share(words, places):.4f}")
print(f"512 columns, scaled by the root {position_share(words * 512 ** 0.5, places):.4f}")

# %% [markdown]
# ## 3.6 Five listings (extra)
#
# *10 minutes, difficulty 3*
#
# Here are five listings as one finds them in public. `A` to `D` make a table, `E` adds a table to `x` of shape `(batch, n, d_model)`. Give each a label, as text:
#
# - `"none"`: nothing is wrong
# - `"factor-two-twice"`: the 2 of the exponent $2i/d_\mathrm{model}$ counts twice
# - `"own-exponent"`: each column has an exponent of its own
# - `"halves"`: all sines come first, then all cosines
# - `"sin-cos-swapped"`: in each pair the cosine comes first
# - `"batch-axis"`: the positions run along the sentences
# - `"one-based"`: the positions count from 1
# - `"degrees"`: the angles are taken in degrees
#
# You can read the code, or run each listing and compare one or two numbers with a row that you know. Not every label is needed.


# %%
def A(n, d):
    table = np.zeros((n, d))
    for p in range(n):
        for i in range(0, d, 2):
            angle = p / 10000.0 ** (2 * i / d)
            table[p, i], table[p, i + 1] = np.sin(angle), np.cos(angle)
    return table


def B(n, d):
    table = np.zeros((n, d))
    for p in range(n):
        for col in range(d):
            angle = p / 10000.0 ** (col / d)
            table[p, col] = np.sin(angle) if col % 2 == 0 else np.cos(angle)
    return table


def C(n, d):
    angles = np.arange(n)[:, None] / 10000.0 ** (np.arange(0, d, 2) / d)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def D(n, d):
    table = np.zeros((n, d))
    for p in range(n):
        for col in range(d):
            if col % 2 == 0:
                table[p, col] = np.sin(p / 10000.0 ** (col / d))
            else:
                table[p, col] = np.cos(p / 10000.0 ** ((col - 1) / d))
    return table


def E(x):
    table = D(x.shape[1], x.shape[2])
    return x + table[: x.shape[0]][:, None, :]


# %%
# solution
listings = {
    "A": "factor-two-twice",
    "B": "own-exponent",
    "C": "halves",
    "D": "none",
    "E": "batch-axis",
}
# stub
# listings = {"A": ..., "B": ..., "C": ..., "D": ..., "E": ...}
# end

# %%
check("3.6")

# %% tags=["solution"]
print("row 1 of 6 columns:")
for name, listing in {"A": A, "B": B, "C": C, "D": D}.items():
    row = listing(2, 6)[1]
    squares = row[2] ** 2 + row[3] ** 2
    print(name, " ".join(f"{value:.4f}" for value in row), f" squares of 2 and 3: {squares:.4f}")
first, second = E(np.zeros((2, 3, 4)))
print("E, two equal sentences give equal results:", bool(np.allclose(first, second)))

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/03_worked_example.ipynb) show one way to do each exercise, and say why. Next lesson:
# [04 Learned against sinusoidal](../notebooks/04_learned_versus_sinusoidal.ipynb).
