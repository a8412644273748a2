# %% [markdown]
# # 08 Practice questions
#
# **You will** answer ten questions that are asked about positional encodings again and again. Several of the answers in circulation are wrong.
#
# **You need** lessons [02](02_frequencies.ipynb) and [03](03_worked_example.ipynb); for questions 2 and 4 also [04](04_learned_versus_sinusoidal.ipynb), for 6, 8 and
# 10 also [05](05_linearity.ipynb).
#
# **Time** about 45 minutes.
#
# Every question has three parts: the question, a cell for your own answer, and an answer that is computed. Put your answer in place of the `...` and run the cell: `check` says
# what it sees. (Question 10 asks for a function; it is checked in the exercises.) Then open **Answer** and run the cell under it. The same questions stand in [your exercises](../work/08_practice_questions.ipynb), with more room; answer each in one of the two places. `hint("Q1")` gives a hint, and one more at each call. Notation: position $p$, pair $i$ with the columns $2i$ and $2i+1$, angular frequency
# $\omega_i = 10000^{-2i/d_\mathrm{model}}$ radians for each position.

# %%
import numpy as np

from pe_lessons import best_linear_map, check, compute_frequencies, hint
from pe_lessons import shift_matrix, sinusoidal_encoding, wavelengths

# %% [markdown]
# ## Question 1. The last pair
#
# For `d_model` = 512, what are the frequency and the wavelength of the *last* pair? Three significant digits.

# %%
answer_q1 = ...  # (frequency, wavelength)
check("Q1", answer_q1)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# There are 256 pairs, counted from 0, so the last is pair 255 and its exponent is 510/512. Its frequency is 1.04e-4 radians for each position, its wavelength
# 60611 positions, or 6.06e4 in three digits. The numbers often given, 1e-4 and 62832, belong to a pair 256. It does not exist; they are limits.
# </details>

# %%
omega = compute_frequencies(512)
print("for 512 columns:")
print(len(omega), "pairs, the last is pair", len(omega) - 1)
print(f"frequency  {omega[-1]:.4e}")
print(f"wavelength {2 * np.pi / omega[-1]:.1f}")
print(f"limits that no pair reaches: {1 / 10000:.0e} and {2 * np.pi * 10000:.1f}")

# %% [markdown]
# ## Question 2. Where a learned table ends
#
# Some models learn their position vectors: a table with one trained row for each position. *Rotary* encodings turn queries and keys instead of adding
# anything. A learned table has 512 rows. Which of these sentences are true?
#
# - **A** Position 512 has no row, and looking it up fails.
# - **B** For longer texts the vectors would have to be longer.
# - **C** For longer texts the softmax overflows.
# - **D** One can make a longer table by interpolating or extending it and then training on.
# - **E** A sinusoidal encoding has a row for position 1024, but a model trained on 512 has never seen it.
# - **F** With rotary encodings, a model trained on 512 positions works at 8192 without any change.

# %%
answer_q2 = ...  # a set of letters
check("Q2", answer_q2)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# A, D and E. The rows are 0 to 511, and that is all that fails: the width of a vector (B) and the softmax (C) have nothing to do with the length.
# "There is no way to go further" is too strong: image models stretch their tables and are then trained on (as the [documentation of tfimm](https://tfimm.readthedocs.io/en/latest/content/transformers.html) says of its own). And a code that is *defined*
# for every position (E) is not a code that a model has *learned* to read there; that holds for sinusoids and for rotary encodings
# (F; [Chen et al., 2023](https://arxiv.org/abs/2306.15595), measured it for the latter).
# </details>

# %%
print("looked up in a table of 512 rows:")
learned = np.random.default_rng(0).normal(size=(512, 4))
for position in (511, 512, 1024):
    try:
        learned[position]
        print(position, "has a learned row")
    except IndexError:
        print(position, "has no learned row")
print("sinusoidal row 1024:", sinusoidal_encoding([1024], 4).round(3)[0])
places = np.linspace(0, 511, 1024)
stretched = np.stack([np.interp(places, np.arange(512), column) for column in learned.T], axis=1)
print("a stretched table, to be trained on:", stretched.shape)

# %% [markdown]
# ## Question 3. A row by hand
#
# Compute the encoding of position 4 for `d_model` = 6, all six numbers, rounded to three places.

# %%
answer_q3 = ...  # six numbers
check("Q3", answer_q3)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# The angles are 4, 0.18566 and 0.00862 radians. Their sines and cosines in turn: -0.757, -0.654, 0.185, 0.983, 0.009, 1.000.
# The cosine of 4 is -0.653644 and rounds to -0.654; the last number is 0.99996, not one.
# </details>

# %%
print("position 4, 6 columns:")
print("angles ", " ".join(f"{4 * w:.5f}" for w in compute_frequencies(6)))
row = sinusoidal_encoding([4], 6)[0]
print("3 places", " ".join(f"{value:.3f}" for value in row))
print("6 places", " ".join(f"{value:.6f}" for value in row))

# %% [markdown]
# ## Question 4. 512 rows, 600 tokens
#
# A model with a learned table of 512 rows receives 600 tokens. Which position is the first without a row? How many have none? What does NumPy do
# with `table[512]`, and with `table[-1]`?

# %%
answer_q4 = {"first": ..., "missing": ..., "at_512": ..., "at_-1": ...}
check("Q4", answer_q4)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# Position 512, the 513th token, is the first of 88 without a row. NumPy raises an IndexError for 512. For -1 it returns row 511 without a word, since
# negative indices count from the end: that is the dangerous case. Other programs may cut the text or take the last row instead, so check what yours
# does. Using row 511 for all later positions is a choice somebody makes, not a rule.
# </details>

# %%
table = np.arange(512)  # a table with one column: row p holds p
positions = np.arange(600)
without_row = positions[positions >= len(table)]
print("600 tokens, 512 rows:")
print("first without a row:", int(without_row[0]), " how many:", len(without_row))
try:
    table[512]
except IndexError:
    print("table[512]: IndexError")
print("table[-1] is row", int(table[-1]))

# %% [markdown]
# ## Question 5. Five wavelengths
#
# For `d_model` = 512, give the wavelengths of the pairs 0, 64, 128, 192 and 255. Three significant digits.

# %%
answer_q5 = ...  # five numbers
check("Q5", answer_q5)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# $2\pi\cdot 10000^{2i/512}$: 6.28, 62.8, 628, 6283 and 60611 positions. Each 64 pairs are a factor of 10, up to the last step, which is one pair short.
# Mind the index: $i$ is a pair, not a column.
# </details>

# %%
print("in positions:")
for pair in (0, 64, 128, 192, 255):
    print(f"pair {pair:3d}: wavelength {wavelengths(512)[pair]:9.2f}")

# %% [markdown]
# ## Question 6. Only sines
#
# For shifts by one position, look for one matrix $M$ with $\mathrm{row}_{p+1} = M\,\mathrm{row}_p$ at all positions $p$. How well does the best
# matrix do if the table has **a** sine and cosine pairs, **b** four sines of different frequencies, **c** four cosines, **d** four sines,
# but $M$ may read *two* neighbouring rows? Compute the four relative errors for 64 positions and four columns: the length of what is missed over the length of what was wanted, 0 for
# a perfect map. You need matrices as maps; `best_linear_map` finds the best one and its error.

# %%
answer_q6 = ...  # four numbers, two decimals
check("Q6", answer_q6)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# 0, 0.57, 0.35 and 0. With pairs a shift is a turn of each clock hand, and a turn is a matrix. With sines alone there is no such matrix for all
# positions: row 0 is zero, and no matrix makes row 1 out of zero. But "sines lose the linear property" is not the whole truth. Two
# neighbouring rows hold what the cosine held, since $\sin\omega(p+2) = 2\cos\omega\,\sin\omega(p+1) - \sin\omega p$.
# </details>

# %%
print("relative error of the best matrix:")
n, d_model = 64, 4
p = np.arange(n + 2)[:, None]
own = 10000.0 ** (-np.arange(d_model) / d_model)  # four sines need four frequencies
sines, cosines = np.sin(p * own), np.cos(p * own)
tables = {"pairs": sinusoidal_encoding(n + 2, d_model), "sines": sines, "cosines": cosines}
for name, table in tables.items():
    print(f"{name:16s} {best_linear_map(table[:n], table[1:n + 1])[1]:.3f}")
two_rows = np.hstack([sines[1:n + 1], sines[:n]])
print(f"{'sines, two rows':16s} {best_linear_map(two_rows, sines[2:])[1]:.3f}")
print("row 0 of the sines is zero:", not sines[0].any(), " row 1 is not:", bool(sines[1].any()))

# %% [markdown]
# ## Question 7. The base
#
# For `d_model` = 512, count the pairs with $\omega_i > 0.1$ for the bases 100, 10000 and 100000. Which sentence is true of a *larger* base?
#
# - **A** More fast pairs, neighbours easier to tell apart.
# - **B** Fewer fast pairs, longer reach, neighbours harder to tell apart.
# - **C** All frequencies shrink by one factor.
# - **D** More slow pairs, but the longest wavelength stays.

# %%
answer_q7 = {"fast_pairs": ..., "claim": ...}
check("Q7", answer_q7)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# 128, 64 and 52 pairs, so **B**. A is often printed and is the reverse of the truth. C fails at pair 0, which keeps the frequency 1 for every base; D fails in
# the column of the longest wave.
# </details>

# %%
print("  base  fast pairs  pair 0  longest wave  distance of rows 0 and 1:")
for base in (100, 10000, 100000):
    omega, longest = compute_frequencies(512, base=base), wavelengths(512, base=base)[-1]
    rows = sinusoidal_encoding(2, 512, base=base)
    distance = np.linalg.norm(rows[1] - rows[0])
    print(f"{base:6d}  {np.sum(omega > 0.1):10d}  {omega[0]:6.1f}  {longest:12.0f}  {distance:.3f}")

# %% [markdown]
# ## Question 8. The matrix of a shift
#
# Write down the 2 x 2 matrix $T(k)$ that takes the column (sine, cosine) of a pair from position $p$ to $p + k$, for `d_model` = 8, pair 2 and $k = 30$.
# You need the addition theorems of sine and cosine.

# %%
answer_q8 = ...  # [[., .], [., .]], three places
check("Q8", answer_q8)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# $\omega_2 = 0.01$, so the angle is 0.3:
#
# $$T(30) = \begin{pmatrix}\cos 0.3 & \sin 0.3\\ -\sin 0.3 & \cos 0.3\end{pmatrix} = \begin{pmatrix}0.955 & 0.296\\ -0.296 & 0.955\end{pmatrix}.$$
#
# Where the minus stands depends on the order. Drawn with the sine to the right and the cosine up, this turns clockwise; with the order (cosine, sine) it is the usual
# counter-clockwise turn. If your vectors are rows, use the transpose.
# </details>

# %%
M = shift_matrix(30, 8)
T = M[4:6, 4:6]  # pair 2 owns columns 4 and 5
print("T(30) for pair 2 of 8 columns:")
for line in T:
    print(" ".join(f"{value:7.3f}" for value in line))
here, there = sinusoidal_encoding([7, 37], 8)
print("takes position 7 to 37:", bool(np.allclose(M @ here, there)))
print("T(30) T(12) = T(42):   ", bool(np.allclose(M @ shift_matrix(12, 8), shift_matrix(42, 8))))
print("T(-30) is T(30) transposed:", bool(np.allclose(shift_matrix(-30, 8), M.T)))
omega = compute_frequencies(8)[2]
print(f"frequency of pair 2: {omega:.2f}, angle {30 * omega:.1f}")

# %% [markdown]
# ## Question 9. Positions 0 and 1000
#
# How far apart are positions 0 and 1000 on the circles of the pairs 0, 1, 55 and 255, for `d_model` = 512? Give the straight distance, 0 to 2, to
# three places. First guess: are the fast pairs far apart because they have made many turns?

# %%
answer_q9 = ...  # four numbers
check("Q9", answer_q9)

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# 0.936, 1.991, 0.007 and 0.104. How many turns a pair has made says nothing; what is left after the whole turns are taken off decides. Pair 55
# has made 22.001 turns and is back where it was. The rows as wholes are 20.54 apart, because the pairs do not come back together. And the slowest pair has moved:
# at 0.104 it is not one of the 2 pairs closer than 0.1.
# </details>

# %%
rows = sinusoidal_encoding([0, 1000], 512)
chords = np.hypot(*(rows[1] - rows[0]).reshape(-1, 2).T)
turns = 1000 / wavelengths(512)
print("from position 0 to 1000:")
for pair in (0, 1, 55, 255):
    print(f"pair {pair:3d}: turns {turns[pair]:8.3f}, distance {chords[pair]:.3f}")
print(f"whole rows: {np.linalg.norm(rows[1] - rows[0]):.2f}")
print("pairs closer than 0.1:", np.flatnonzero(chords < 0.1).tolist())

# %% [markdown]
# ## Question 10. Weights on the encoding
#
# Multiply every column of the encoding by a weight of its own before adding it. Two properties may survive. **Shift map**: one matrix takes row $p$ to
# row $p + k$ for all $p$. **Offset only**: the dot product of two rows depends on their distance alone. For four columns, which of the weights
# (2, 2, 2, 2), (1, 1, 3, 3), (1, 2, 3, 4), (1, 0, 1, 1) and (0, 0, 1, 1) keep which? Columns 0 and 1 are one pair, 2 and 3 the other. You need dot products and question 6.

# %%
answer_q10 = ...  # for each of the weights (shift map kept, offset only kept)
# your exercises ask for a function, and check it

# %% [markdown]
# <details><summary><b>Answer</b></summary>
#
# Call the two weights of a pair $a$ and $b$. The **shift map** survives if in every pair both are zero or neither is: then $W M W^{-1}$ does the work, and a pair of
# zeros stays zero. **Offset only** needs $|a| = |b|$, because
#
# $$\tfrac12(a^2+b^2)\cos\omega(p-q) + \tfrac12(b^2-a^2)\cos\omega(p+q)$$
#
# is what a pair gives to the dot product of rows $p$ and $q$. So one weight for all, or one a pair, keeps both; one a column keeps the map and
# loses the other; half a pair switched off loses both; a whole pair switched off keeps both. Whether the result may still be called sinusoidal is a
# matter of taste.
# </details>

# %%
def keeps(weights):
    """Measured on 60 positions: (shift map kept, dot product depends on the offset only)."""
    rows = sinusoidal_encoding(60, len(weights)) * weights
    error = best_linear_map(rows[:-1], rows[1:])[1]
    dots = rows @ rows.T
    spread = max(np.ptp(np.diagonal(dots, k)) for k in range(60))
    return error < 1e-9, spread < 1e-9


print("weights of the four columns:")
for weights in ([2, 2, 2, 2], [1, 1, 3, 3], [1, 2, 3, 4], [1, 0, 1, 1], [0, 0, 1, 1]):
    shift, offset = ("kept" if kept else "lost" for kept in keeps(weights))
    print(f"{weights}  shift map {shift}, offset only {offset}")

# %% [markdown]
# ## Recap
#
# Count what you agreed on.
#
# **Pitfalls.** An index too many (1, 5), a digit cut off (3), the effect of the base reversed (7), "many turns" taken for "far" (9), weights that break a pair (10).
# For 1, 5, 7 and 9 go back to [02 Frequencies](02_frequencies.ipynb), for 3 to [03 Worked example](03_worked_example.ipynb), for 2 and 4 to
# [04 Learned against sinusoidal](04_learned_versus_sinusoidal.ipynb), for 6, 8 and 10 to [05 Linearity](05_linearity.ipynb).
#
# **Next.** [09 Key formulas](09_key_formulas.ipynb): every formula with a cell that checks it, the common mistakes, every term in one line, the sources, and what to study next.
