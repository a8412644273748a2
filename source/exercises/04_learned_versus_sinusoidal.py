# %% [markdown]
# # 04 Exercises: Learned against sinusoidal
#
# **You will** write a look-up that says where the table ends, stretch a table over a longer text, and find out from the numbers of published models which rows were trained
# and which waves are in them.
#
# **Time** about 39 minutes, and 15 more for the extra one. **You need** the lesson [04 Learned against sinusoidal](../notebooks/04_learned_versus_sinusoidal.ipynb).
#
# Put your answer in place of `...`, run the cell, and run the cell with `check` under it. Stuck? `hint("4.1")` gives one hint, and one more at each call. Positions count from 0.

# %%
import numpy as np

from pe_lessons import check, hint, load_positions, progress, sinusoidal_encoding

# %% [markdown]
# ## 4.1 A safe look-up
#
# *6 minutes, difficulty 2.* A learned table of shape `(n, d)` has the rows 0 to n - 1 and no others. Write a function that returns the rows of `positions`, an array of whole numbers of any
# shape. The result has the shape of `positions`, with one axis of length d behind. For a position without a row it stops with an `IndexError`.
#
# In the table below, positions `[0, 2, 1]` give three rows, and `[5]` must stop.
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
# *10 minutes, difficulty 3.* A text is longer than the table. Image models meet this when they get a larger image, and they stretch: the old rows are spread evenly over the new length, and in between two neighbours are
# mixed linearly. Write a function that turns a table of shape `(n, d)` into one of shape `(n_new, d)`. The first row stays the first, and the last stays the last. `n_new` is at least 2, and
# may be smaller than n.
#
# Stretch the first three rows of `table` to 5: the new row 1 is the mean of the old rows 0 and 1, which is `[-0.04, 0.04, 0.2]`.
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
# *8 minutes, difficulty 3.* Two published models, MiniLM-L6 and MiniLM-L3, began from one and the same table and were then trained further, each by itself. `a` and `b` hold their rows of the positions 96 to 159.
# From which **position** on are the rows equal up to one factor? The answer is one whole number.
#
# One way: for each row, find the factor $c = \langle a, b\rangle / \langle b, b\rangle$ that brings $b$ closest to $a$, and look at what is left, $|a - c\,b| / |a|$. That is one curve of 64 numbers.
#
# > **Predict.** Why take a factor out at all? What would the curve of $|a - b| / |a|$ look like?

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
# *15 minutes, difficulty 4.* Each column of MiniLM's table is a curve over the positions. Which waves are in it? Take the rows 1 to 510, subtract the mean row, take the Fourier transform down the positions with
# `np.fft.rfft(..., axis=0)`, and add up the squared sizes over the columns. Bin `f` of n rows is $512 f / n$ cycles per 512 positions.
#
# The power lies on five hills. Give **one number for each hill**, in cycles per 512 positions, in any order. The top of a hill, its centre of gravity, or a value read off a picture will do: the slowest
# counts as right from 0.8 to 1.4, the others within 15 percent.
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
# ## 4.5 How much is offset?
#
# *Extra, 15 minutes, difficulty 5.* The similarity of two rows of the sinusoid depends on their offset alone. How near does a learned table come? Take the cosines of the angles between all pairs of **different**
# rows. Replace each by the mean of all cosines at its offset, that is of its diagonal. The share of the offset is
#
# $$1 - \frac{\sum (c - \mathrm{fit})^2}{\sum (c - \mathrm{mean})^2},$$
#
# both sums over the pairs of different rows, without the main diagonal. Write a function that takes a table of shape `(n, d)` and returns this number. For the sinusoid with 24 rows and 8 columns it is 1.
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
# ---
# Done? `progress()` shows what you have solved. The next lesson is [05 Linearity](../notebooks/05_linearity.ipynb).
