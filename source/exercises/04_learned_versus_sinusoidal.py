# %% [markdown]
# # 04 Exercises: Learned against sinusoidal
#
# **You will** write a look-up that says where the table ends, stretch a table over a longer text, and find out from the numbers of published models which rows were trained
# and which waves are in them.
#
# **You need** the lesson [04 Learned against sinusoidal](../notebooks/04_learned_versus_sinusoidal.ipynb).
#
# **Time** about 39 minutes, and 15 more for exercise 4.5. It is extra: you may leave it out.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("4.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.

# %%
import numpy as np

from pe_lessons import check, hint, load_positions, progress, sinusoidal_encoding

# %% [markdown]
# ## 4.1 A safe look-up
#
# *6 minutes, difficulty 2*
#
# A learned table of shape `(n, d)` has the rows 0 to `n - 1` and no others. Write `lookup(table, positions)`. It gets such a table and an array of whole numbers, of any shape. It returns the row
# of each position. The result has the shape of `positions`, and one more axis of length `d` at the end. If a position has no row, the function raises an `IndexError`.
#
# Shown: in the table below the positions `[0, 2, 1]` give the rows 0, 2 and 1, shape `(3, 3)`; `[5]` raises the error.
#
# > **Predict.** NumPy refuses `table[5]` by itself. What does it do with `table[-1]`?

# %%
table = np.array([[0.63, -0.53, -0.33], [-0.71, 0.61, 0.73], [-0.12, 0.29, -2.12],
                  [0.88, -2.04, -0.66], [-2.48, -0.67, -0.72]])
print("row -1:", table[-1])


# %%
def lookup(table, positions):
    """The rows of positions; an IndexError where a position has none."""
    # solution
    p = np.asarray(positions)
    if ((p < 0) | (p >= len(table))).any():
        raise IndexError(f"positions must lie between 0 and {len(table) - 1}")
    return table[p]
    # end


# %%
check("4.1")

# %% [markdown] tags=["solution"]
# NumPy counts -1 from the end, so it hands out the last row without a word. Clipping, wrapping and zeros are as silent: the model gets a vector, a wrong one, and nobody is told. Two tests, one for each
# end, are the whole cure. `.any()` of nothing is False, so an empty array of positions passes.

# %% tags=["solution"]
print("what comes back:")
for positions in ([0, 2, 1], [5], [-1]):
    try:
        print(positions, "gives shape", lookup(table, positions).shape)
    except IndexError as error:
        print(positions, "stops:", error)

# %% [markdown]
# ## 4.2 Stretch a table
#
# *10 minutes, difficulty 3*
#
# What if a text is longer than the table? Image models meet this when they get a larger image. They stretch their table: the old rows are spread evenly over the new length, and each new row in between is a
# linear mix of the two old rows beside it.
#
# Write `stretch(table, n_new)`. It gets a table of shape `(n, d)` and returns one of shape `(n_new, d)`. The first row stays the first, and the last stays the last. `n_new` is at least 2, and
# may be smaller than `n`.
#
# Shown: in `stretch(table[:3], 5)`, with the table above, the new row 1 is the mean of the old rows 0 and 1, which is `[-0.04, 0.04, 0.2]`.
#
# > **Predict.** For 3 rows and `n_new` = 5, where on the old axis do the new rows fall? How large is the step?


# %%
def stretch(table, n_new):
    """The table, spread evenly over n_new rows: an array of shape (n_new, d)."""
    # solution
    n = len(table)
    x = np.arange(n_new) * (n - 1) / (n_new - 1)
    return np.stack([np.interp(x, np.arange(n), column) for column in table.T], axis=1)
    # end


# %%
check("4.2")

# %% [markdown] tags=["solution"]
# The step on the old axis is $(n-1)/(n_\mathrm{new}-1)$: both numbers count gaps, not rows. With $n/(n_\mathrm{new}-1)$ the last rows fall behind the table, with $n/n_\mathrm{new}$ the last one never
# arrives. Neighbours are now closer together than in training. In lesson 07, RoPE is stretched over longer texts by the same idea, there with the angles.

# %% tags=["solution"]
print("three rows stretched to five:")
for row in stretch(table[:3], 5):
    print(" ".join(f"{value:7.4f}" for value in row))
minilm = load_positions("minilm_l6_v2").values
far = stretch(minilm, 1024)
print("mean distance of neighbours, rows 100 to 110:")
print(f"old {np.linalg.norm(np.diff(minilm[100:111], axis=0), axis=1).mean():.3f}", end="  ")
print(f"stretched to 1024 {np.linalg.norm(np.diff(far[200:221], axis=0), axis=1).mean():.3f}")

# %% [markdown]
# ## 4.3 Rows that never moved
#
# *8 minutes, difficulty 3*
#
# Two published models, MiniLM-L6 and MiniLM-L3, began with the same table. Then each was trained further by itself. `a` and `b` in the next cell hold their rows for the positions 96 to 159.
# Some rows have drifted apart. Others, from one position on, are still equal apart from a factor: row of `a` = factor times row of `b`. From which **position** on? The answer is one whole number.
#
# One way: take a row $a$ of `a` and its row $b$ of `b`. The factor $c = (a \cdot b) / (b \cdot b)$, a quotient of two dot products, brings $b$ closest to $a$. What is left is $|a - c\,b| / |a|$, where
# $|a|$ is the length of the row. The 64 rows give 64 numbers; look where they drop to nearly 0.
#
# > **Predict.** What would the 64 numbers $|a - b| / |a|$ show, without the factor?

# %%
a = load_positions("minilm_l6_v2").values[96:160]
b = load_positions("minilm_l3_v2_rows_96_159").values
print(a.shape, b.shape)

# %%
# solution
c = (a * b).sum(axis=1) / (b * b).sum(axis=1)
left = np.linalg.norm(a - c[:, None] * b, axis=1) / np.linalg.norm(a, axis=1)
first_untouched = 96 + int(np.argmax(left < 0.01))
# stub
# first_untouched = ...  # a position
# end

# %%
check("4.3")

# %% [markdown] tags=["solution"]
# L6 was fine-tuned on texts that were cut off after 128 tokens. They filled the positions 0 to 127, and the rows behind were never read, so they did not move. One thing reached them all the same: a common
# factor of 1.0144, as if one training had let all weights shrink a little. Taken as they are, *no* two rows are equal, and one would conclude that all were trained. Of these rows, 127 moved most.

# %% tags=["solution"]
print("what is left of a row, after its factor:")
for position in (96, 126, 127, 128, 129, 159):
    i = position - 96
    print(f"row {position}: {left[i]:.4f}, factor {c[i]:.4f}")
plain = np.linalg.norm(a - b, axis=1) / np.linalg.norm(a, axis=1)
print(f"without the factor, rows 128 to 159: {plain[32:].min():.4f} to {plain[32:].max():.4f}")

# %% [markdown]
# ## 4.4 Five frequencies
#
# *15 minutes, difficulty 4*
#
# Each column of MiniLM's table is a curve over the positions. Which waves are in these curves? A Fourier transform tells:
#
# 1. Take the rows 1 to 510 (`rows` in the next cell) and subtract the mean row.
# 2. `np.fft.rfft(..., axis=0)` goes down the positions. In the result, row `f` (a **bin**) belongs to waves that turn `f` times in the 510 rows. That is $512 f / 510$ cycles per 512 positions.
# 3. The **power** of a bin is the sum over the columns of the squared absolute values.
#
# The power stands on five hills, some narrow and some wide. Give **one number for each hill**, in cycles per 512 positions, in any order. The top of a hill or its middle will do, also read off a picture, such as
# the spectrum in section 4 of the lesson. The slowest wave counts as right from 0.8 to 1.4, the others within 15 percent.
#
# > **Predict.** Will the frequencies have a constant difference, a constant ratio, or neither? Would the five highest bins be a good answer?

# %%
rows = load_positions("minilm_l6_v2").values[1:511]
print(rows.shape)

# %%
# solution
power = (np.abs(np.fft.rfft(rows - rows.mean(axis=0), axis=0)) ** 2).sum(axis=1)
cycles = np.arange(len(power)) * 512 / len(rows)
waves = []
for low, high in ((0.5, 1.9), (2, 5), (7, 12), (25, 38), (75, 100)):  # read off the spectrum
    hill = (cycles >= low) & (cycles <= high)
    waves.append((cycles * power)[hill].sum() / power[hill].sum())
# stub
# waves = [..., ..., ..., ..., ...]  # cycles per 512 positions
# end

# %%
check("4.4")

# %% [markdown] tags=["solution"]
# Each frequency is about three times the one before. The five highest bins do not show it: the hill near 9 is two bins wide and is counted twice, while the fastest hill is spread over so many bins that none of them is
# among the five. Yet it holds more power than any other. A hill is an area, not a height. That the ratio is constant reminds of the sinusoid, but nobody wrote a three into this table.

# %% tags=["solution"]
print("one number a hill, and the ratio to the one before:")
for k, wave in enumerate(waves):
    print(f"{wave:6.2f}" + (f"  ratio {wave / waves[k - 1]:.2f}" if k else ""))
print("the five highest bins:", np.sort(np.argsort(power)[-5:]))
for low, high in ((0.5, 1.9), (2, 5), (7, 12), (25, 38), (75, 100)):
    hill = (cycles >= low) & (cycles <= high)
    print(f"share of power from {low} to {high}: {power[hill].sum() / power.sum():.3f}")

# %% [markdown]
# ## 4.5 How much is offset? (extra)
#
# *15 minutes, difficulty 5*
#
# In the sinusoid the similarity of two rows depends on their offset alone. How near does a learned table come? Measure it like this:
#
# - $c_{pq}$ is the cosine of the angle between row $p$ and row $q$. Only pairs of **different** rows count, $p \neq q$.
# - $f_{pq}$ is the mean of all cosines at the same offset $q - p$, that is, on the same diagonal.
# - $m$ is the mean of all cosines.
#
# (The maps in the lesson take the mean row off first. Here it stays in.)
#
# The share of the offset is then, with both sums over all pairs of different rows,
#
# $$1 - \frac{\sum (c_{pq} - f_{pq})^2}{\sum (c_{pq} - m)^2}.$$
#
# Write `offset_share(table)`. It gets a table of shape `(n, d)` and returns this number.
#
# Shown: for the sinusoid with 24 rows and 8 columns, `sinusoidal_encoding(24, 8)`, it is 1.
#
# > **Predict.** A random walk (each row is the one before plus noise) has no offset rule in it. Will it score near 0?


# %%
def offset_share(table):
    """The share of the spread of the cosines that the offset explains alone: one number."""
    # solution
    u = table / np.linalg.norm(table, axis=1, keepdims=True)
    C = u @ u.T
    diagonals = [np.diag(C, k) for k in range(1, len(C))]
    cosines = np.concatenate(diagonals)
    fit_missed = sum(((d - d.mean()) ** 2).sum() for d in diagonals)
    return 1 - fit_missed / ((cosines - cosines.mean()) ** 2).sum()
    # end


# %%
check("4.5")

# %% [markdown] tags=["solution"]
# One half of the matrix is enough, because it is symmetric. The main diagonal has to stay out: each row equals itself, in a random table, too, and that alone would look like a rule.

# %% tags=["solution"]
minilm, me5 = (load_positions(name).values[8:504] for name in ("minilm_l6_v2", "me5_small"))
noise = np.random.default_rng(0).normal(size=(496, 384))
print("share of the offset:")
print(f"sinusoid         {offset_share(sinusoidal_encoding(496, 384)):.3f}")
print(f"MiniLM           {offset_share(minilm):.3f}")
print(f"mE5              {offset_share(me5):.3f}")
print(f"MiniLM, shuffled {offset_share(np.random.default_rng(0).permutation(minilm)):.3f}")
print(f"random rows      {offset_share(noise):.3f}")
print(f"random walk      {offset_share(np.cumsum(noise, axis=0)):.3f}")

# %% [markdown] tags=["solution"]
# The walk scores *higher* than both trained tables. So the number says "neighbours are alike", and hardly more: smoothness alone is enough for it. Compare with a walk before you conclude anything from such a map, and use what a
# walk does not have, for example the waves of 4.4.

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/04_learned_versus_sinusoidal.ipynb) show one way to do each exercise, and say why. Next lesson:
# [05 Linearity](../notebooks/05_linearity.ipynb).
