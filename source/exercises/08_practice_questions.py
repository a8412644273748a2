# %% [markdown]
# # 08 Exercises: Practice questions
#
# **You will** answer the ten questions of the lesson, and have each answer checked.
#
# **You need** the lesson [08 Practice questions](../notebooks/08_practice_questions.ipynb), which asks the same ten questions and explains the answers. Look there afterwards.
#
# **Time** about 52 minutes.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("Q1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.
#
# As in the lesson: positions $p$ and pairs $i$ count from 0, and the columns $2i$ and $2i+1$ belong to pair $i$. Its frequency is $\omega_i = 10000^{-2i/d_\mathrm{model}}$, in radians for each position; its wavelength is in
# positions.

# %%
import numpy as np

from pe_lessons import best_linear_map, check, hint, progress, sinusoidal_encoding

# %% [markdown]
# ## Q1 The last pair
#
# *3 minutes, difficulty 1*
#
# For `d_model` = 512, what are the frequency and the wavelength of the *last* pair? Give the two numbers in this order, to three significant digits.

# %%
# solution
omega = 10000.0 ** (-2 * 255 / 512)
answer_q1 = (omega, 2 * np.pi / omega)
# stub
# answer_q1 = ...  # (frequency, wavelength)
# end

# %%
check("Q1")

# %% tags=["solution"]
print("the last of 256 pairs is pair 255:")
print(f"frequency {omega:.4e}, wavelength {2 * np.pi / omega:.1f}")

# %% [markdown]
# ## Q2 Where a learned table ends
#
# *3 minutes, difficulty 1*
#
# A learned table has 512 rows, one for each position. Which sentences are true? Give the set of all their letters.
#
# - **A** Position 512 has no row, and looking it up fails.
# - **B** For longer texts the vectors would have to be longer.
# - **C** For longer texts the softmax overflows.
# - **D** A longer table can be made by interpolating or extending it, and training on.
# - **E** A sinusoidal encoding has a row for position 1024, but a model trained on 512 has never seen it.
# - **F** With rotary encodings, a model trained on 512 positions works at 8192 without any change.

# %%
# solution
answer_q2 = {"A", "D", "E"}
# stub
# answer_q2 = ...  # for example {"A", "B"}
# end

# %%
check("Q2")

# %% [markdown]
# ## Q3 A row by hand
#
# *5 minutes, difficulty 1*
#
# Work out the encoding of position 4 for `d_model` = 6: six numbers, in the order of the columns. Three decimals are enough: a number is right if it is at most 0.0005 off. So round the last digit, do not cut it.

# %%
# solution
answer_q3 = [-0.757, -0.654, 0.185, 0.983, 0.009, 1.000]
# stub
# answer_q3 = ...  # six numbers
# end

# %%
check("Q3")

# %% tags=["solution"]
angle = 4 / 10000.0 ** (np.arange(0, 6, 2) / 6)
row = np.stack([np.sin(angle), np.cos(angle)], axis=1).ravel()
print("position 4, 6 columns:")
print(" ".join(f"{value:.6f}" for value in row))

# %% [markdown]
# ## Q4 512 rows, 600 tokens
#
# *4 minutes, difficulty 2*
#
# A learned table has 512 rows, a text has 600 tokens. Fill in the dictionary:
#
# - `"first"`: the first position that has no row
# - `"missing"`: how many positions of the text have no row
# - `"at_512"` and `"at_-1"`: what NumPy gives for `table[512]` and for `table[-1]`. Choose from `"error"`, `"last row"`, `"row 0"` and `"zeros"`.

# %%
# solution
answer_q4 = {"first": 512, "missing": 88, "at_512": "error", "at_-1": "last row"}
# stub
# answer_q4 = {"first": ..., "missing": ..., "at_512": ..., "at_-1": ...}
# end

# %%
check("Q4")

# %% [markdown]
# ## Q5 Five wavelengths
#
# *4 minutes, difficulty 2*
#
# For `d_model` = 512, what are the wavelengths of the pairs 0, 64, 128, 192 and 255? Give five numbers in this order, to three significant digits.

# %%
# solution
answer_q5 = [2 * np.pi * 10000.0 ** (2 * pair / 512) for pair in (0, 64, 128, 192, 255)]
# stub
# answer_q5 = ...  # five numbers
# end

# %%
check("Q5")

# %% tags=["solution"]
print("in positions:", " ".join(f"{value:.2f}" for value in answer_q5))

# %% [markdown]
# ## Q6 Only sines
#
# *10 minutes, difficulty 4*
#
# How well can one matrix take row $p$ to row $p + 1$, for the 64 positions $p = 0$ to 63 at once? Give the relative error of the best matrix for each of these, to two decimals:
#
# 1. pairs: the sinusoid with four columns
# 2. sines: four sines with the frequencies $10000^{-c/4}$, $c = 0, 1, 2, 3$
# 3. cosines: four cosines with the same frequencies
# 4. the four sines once more, but the matrix may read *two* neighbouring rows: it takes the rows $p$ and $p + 1$, side by side, to row $p + 2$
#
# You need not fit anything yourself. `best_linear_map(before, after)` gets two arrays with one vector in each row, and returns two things: the best matrix and its relative error.

# %%
positions = np.arange(66)[:, None]
sines = np.sin(positions * 10000.0 ** (-np.arange(4) / 4))  # rows 0 to 65

# %%
# solution
cosines = np.cos(positions * 10000.0 ** (-np.arange(4) / 4))
tables = [sinusoidal_encoding(66, 4), sines, cosines]
answer_q6 = [best_linear_map(table[:64], table[1:65])[1] for table in tables]
answer_q6.append(best_linear_map(np.hstack([sines[1:65], sines[:64]]), sines[2:66])[1])
# stub
# answer_q6 = ...  # four numbers: pairs, sines, cosines, sines from two rows
# end

# %%
check("Q6")

# %% tags=["solution"]
print("relative errors:", " ".join(f"{value:.3f}" for value in answer_q6))

# %% [markdown]
# ## Q7 The base
#
# *5 minutes, difficulty 3*
#
# For `d_model` = 512, how many pairs have a frequency above 0.1, if the base is 100, 10000 or 100000? And which sentence is true of a *larger* base? Fill in the dictionary: `"fast_pairs"` is a list of three whole
# numbers, in this order; `"claim"` is a letter.
#
# - **A** More fast pairs, and neighbours are easier to tell apart.
# - **B** Fewer fast pairs, a longer reach, and neighbours are harder to tell apart.
# - **C** All frequencies shrink by one factor.
# - **D** More slow pairs, but the longest wavelength stays.

# %%
# solution
pairs = np.arange(256)
fast = [int(np.sum(base ** (-2 * pairs / 512) > 0.1)) for base in (100.0, 10000.0, 100000.0)]
answer_q7 = {"fast_pairs": fast, "claim": "B"}
# stub
# answer_q7 = {"fast_pairs": ..., "claim": ...}
# end

# %%
check("Q7")

# %% tags=["solution"]
print("fast pairs for three bases:", answer_q7["fast_pairs"])

# %% [markdown]
# ## Q8 The matrix of a shift
#
# *4 minutes, difficulty 2*
#
# The 2 x 2 matrix $T(k)$ takes a pair, as a column with the sine above the cosine, from position $p$ to position $p + k$. What is it for `d_model` = 8, pair 2 and $k = 30$? Three decimals are enough, at most 0.0005
# off.

# %%
# solution
answer_q8 = [[np.cos(0.3), np.sin(0.3)], [-np.sin(0.3), np.cos(0.3)]]
# stub
# answer_q8 = ...  # [[., .], [., .]]
# end

# %%
check("Q8")

# %% [markdown]
# ## Q9 Positions 0 and 1000
#
# *4 minutes, difficulty 3*
#
# For `d_model` = 512, look at the pairs 0, 1, 55 and 255. Each is a point on a circle of radius 1. How far apart are its points for the positions 0 and 1000, in a straight line? Give four numbers from 0 to 2. Three
# decimals are enough, at most 0.0005 off.
#
# > **Predict.** Are the fast pairs far apart because they have made many turns?

# %%
# solution
angles = 1000 * 10000.0 ** (-2 * np.array([0, 1, 55, 255]) / 512)
answer_q9 = np.hypot(np.sin(angles), np.cos(angles) - 1)
# stub
# answer_q9 = ...  # four numbers
# end

# %%
check("Q9")

# %% tags=["solution"]
print("turns:    ", " ".join(f"{turns:.3f}" for turns in angles / (2 * np.pi)))
print("distances:", " ".join(f"{chord:.3f}" for chord in answer_q9))

# %% [markdown]
# ## Q10 Weights on the encoding
#
# *10 minutes, difficulty 4*
#
# Every column of the sinusoid is multiplied by a weight of its own. What does the table keep? Write `keeps(w)`. It gets the list of weights, one for each column, of even length. It returns two truth values:
#
# 1. Is there still one matrix for each $k$ that takes row $p$ to row $p + k$, for all $p$?
# 2. Does the dot product of two rows still depend on their distance alone?
#
# Shown: `keeps([2, 2, 2, 2])` is `(True, True)`. You may find the rules by thinking or by measuring.


# %%
def keeps(w):
    """(shift map kept, offset-only dot product kept) for the weights w."""
    # solution
    a, b = np.abs(np.asarray(w, float).reshape(-1, 2)).T
    return bool(np.all((a == 0) == (b == 0))), bool(np.all(a == b))
    # end


# %%
check("Q10")

# %% tags=["solution"]
print("weights: (shift map, offset only)")
for w in ([2, 2, 2, 2], [1, 1, 3, 3], [1, 2, 3, 4], [1, 0, 1, 1], [0, 0, 1, 1], [1, -1, 2, 2]):
    print(w, keeps(w))

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/08_practice_questions.ipynb) show one way to do each exercise, and say why. Next lesson:
# [09 Key formulas](../notebooks/09_key_formulas.ipynb).
