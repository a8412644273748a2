# %% [markdown]
# # 05 Exercises: Linearity
#
# **You will** write the matrix of a step, check by code that steps add up, build a whole table by turning one row again and again, and measure what a table of sines alone has lost.
#
# **You need** the lesson [05 Linearity](../notebooks/05_linearity.ipynb).
#
# **Time** about 48 minutes.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("5.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.
#
# Vectors are columns, with the sine of a pair above its cosine. $\omega$ is a frequency in radians for each position.

# %%
import numpy as np

from pe_lessons import check, hint, progress, sinusoidal_encoding

# %% [markdown]
# ## 5.1 The shift block
#
# *6 minutes, difficulty 2*
#
# Write `T(k, omega)`. It returns the matrix of shape `(2, 2)` that moves one pair by $k$ positions, from every position $p$:
#
# $$T(k)\begin{pmatrix}\sin p\,\omega\\ \cos p\,\omega\end{pmatrix} = \begin{pmatrix}\sin (p + k)\,\omega\\ \cos (p + k)\,\omega\end{pmatrix}$$
#
# `k` is any whole number, also a negative one.
#
# Shown: `T(1, 1.0)`, rounded, is `[[0.540, 0.841], [-0.841, 0.540]]`.
#
# > **Predict.** What must `T(0, omega)` be? And what does `T(k, omega) @ [0, 1]` have to give?


# %%
def T(k, omega):
    """The matrix that moves (sin, cos) by k positions: an array of shape (2, 2)."""
    # solution
    cosine, sine = np.cos(k * omega), np.sin(k * omega)
    return np.array([[cosine, sine], [-sine, cosine]])
    # end


# %%
check("5.1")

# %% [markdown] tags=["solution"]
# The first row makes the new sine: $\sin(a+b) = \cos b\,\sin a + \sin b\,\cos a$. The second makes the new cosine. The column (0, 1) is position 0, so $T(k)$ takes it to the pair of position $k$, and a
# minus on the wrong side shows at once. The transposed matrix is a turn as well, the one backwards. It is also the matrix for the order (cosine, sine) and the one for rows: that is how it gets into code.

# %% tags=["solution"]
print("position 0, moved by 3 with omega = 0.1:")
print("T     ", (T(3, 0.1) @ [0, 1]).round(4), " wanted", np.round([np.sin(0.3), np.cos(0.3)], 4))
print("T.T   ", (T(3, 0.1).T @ [0, 1]).round(4), " which is position -3")

# %% [markdown]
# ## 5.2 Proof by code: T(a) T(b) = T(a+b)
#
# *8 minutes, difficulty 3*
#
# First $b$ steps, then $a$ steps: that should be one move by $a + b$. Write `composition_gap(T, a, b, omega)`, which measures how far it is off. It returns one number, the **largest absolute entry** of
# $T(a)\,T(b) - T(a+b)$. Here `T` is an argument: some function that is called as `T(k, omega)` and returns a matrix. The check hands in the right `T`, and others that only look like it.
#
# Shown: for the right `T`, `composition_gap(T, 3, 5, 0.1)` is 0, up to rounding.
#
# The next cell has three impostors, two of them made from your `T` of 5.1.
#
# > **Predict.** Which of the three have a gap of 0? Then try your function on each.

# %%
def growing(k, omega):
    return (1 + k) * T(k, omega)


def squared_angle(k, omega):
    return T(k * k, omega)


def shear(k, omega):
    return np.array([[1.0, k * omega], [0.0, 1.0]])


# %%
def composition_gap(T, a, b, omega):
    """How far T(a) T(b) is from T(a + b): the largest absolute entry of the difference."""
    # solution
    return np.abs(T(a, omega) @ T(b, omega) - T(a + b, omega)).max()
    # end


# %%
check("5.2")

# %% tags=["solution"]
print("gap of each candidate:")
print(f"T             {composition_gap(T, 3, 5, 0.1):.6f}")
print(f"growing       {composition_gap(growing, 2, 1, 0.5):.6f}")
print(f"squared angle {composition_gap(squared_angle, 1, 2, 0.3):.6f}")
print(f"shear         {composition_gap(shear, 2, 3, 0.5):.6f}")
print("determinant and T(-k) against T(k) transposed:")
for name, move in (("T    ", T), ("shear", shear)):
    backwards = np.abs(move(-2, 0.5) - move(2, 0.5).T).max()
    print(f"{name}         {np.linalg.det(move(2, 0.5)):.3f}   {backwards:.3f}")

# %% [markdown] tags=["solution"]
# The shear composes, and is no turn. So this test alone proves that steps add up, not that they are turns. For that, $T(-k)$ must be the transpose of $T(k)$ as well, and the determinant 1 (which the shear has, too).
# A test is worth as much as the impostors that fail it: try the function on something wrong before you trust it. A signed largest entry, or an entry-by-entry product with `*`, goes unnoticed with a single candidate.

# %% [markdown]
# ## 5.3 The whole shift
#
# *10 minutes, difficulty 3*
#
# A row of the table has $d_\mathrm{model}/2$ pairs, each with its own frequency $\omega_i = \mathrm{base}^{-2i/d_\mathrm{model}}$. Write `shift_matrix(k, d_model, base=10000.0)`. It returns the matrix of shape
# `(d_model, d_model)` that moves all pairs of a row by $k$ positions; the row is taken as a column. Pair $i$ stands in the entries $2i$ and $2i + 1$. `d_model` is even. You may call your `T` of 5.1.
#
# Shown: `shift_matrix(1, 4)` has two blocks on its diagonal. The second begins with 0.999950 and 0.010000.
#
# > **Predict.** How many entries of `shift_matrix(1, 512)` are not 0, out of 262144?


# %%
def shift_matrix(k, d_model, base=10000.0):
    """The matrix that moves an encoding by k positions: an array of shape (d_model, d_model)."""
    # solution
    M = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        pair = slice(2 * i, 2 * i + 2)
        M[pair, pair] = T(k, base ** (-2 * i / d_model))
    return M
    # end


# %%
check("5.3")

# %% [markdown] tags=["solution"]
# Zeros first, then one block for each pair along the diagonal. The offset goes into the angle: raising the matrix of one step with `**` would raise each entry by itself. Repeated products, or
# `np.linalg.matrix_power`, would be right.

# %% tags=["solution"]
print("shift_matrix(1, 4):")
for line in shift_matrix(1, 4):
    print(" ".join(f"{value:9.6f}" for value in line))
table = sinusoidal_encoding(100, 64)
error = np.abs(table[:-7] @ shift_matrix(7, 64).T - table[7:]).max()
print(f"row p to row p + 7, largest error {error:.6f}")
print(f"entries that are not 0: {np.count_nonzero(shift_matrix(1, 512))} of {512 * 512}")

# %% [markdown]
# ## 5.4 A table without sines
#
# *12 minutes, difficulty 4*
#
# Row 0 of the sinusoid needs no sine at all: it is 0 1 0 1 and so on. Every other row is the one before, turned by one step. Write `table_by_rotation(n, d_model, base=10000.0)`. It returns the rows of
# the positions 0 to `n - 1`, shape `(n, d_model)`, made that way: with sines and cosines **for one step only**. `d_model` is even. You may call your `shift_matrix` of 5.3.
#
# Shown: row 1 of `table_by_rotation(4, 6)`, rounded, is `0.8415 0.5403 0.0464 0.9989 0.0022 1.0000`.
#
# > **Predict.** Each turn rounds a little. How large will the error be after 10000 turns: about $10^{-4}$, about $10^{-8}$, or less?


# %%
def table_by_rotation(n, d_model, base=10000.0):
    """The encodings of positions 0 to n - 1, by turning row 0: shape (n, d_model)."""
    # solution
    M = shift_matrix(1, d_model, base)
    rows = [np.tile([0.0, 1.0], d_model // 2)]
    while len(rows) < n:
        rows.append(M @ rows[-1])
    return np.array(rows)
    # end


# %%
check("5.4")

# %% [markdown] tags=["solution"]
# `M @ row` treats the row as a column. If the rows stay rows, it is `row @ M.T`: with `row @ M` every sine has the wrong sign. Each row is *one* step from the one before, so `M` stays as it is. The errors of ten
# thousand turns stay below 1e-11: a turn keeps lengths, so it does not enlarge what was lost before.

# %% tags=["solution"]
print("rows 0 to 3 of 6 columns:")
for line in table_by_rotation(4, 6):
    print(" ".join(f"{value:7.4f}" for value in line))
drift = np.abs(table_by_rotation(10001, 8)[10000] - sinusoidal_encoding([10000], 8)[0]).max()
print("after 10000 turns, error below 1e-11:", bool(drift < 1e-11))

# %% [markdown]
# ## 5.5 What a sine alone cannot do
#
# *12 minutes, difficulty 4*
#
# `A` holds the encodings of some positions as rows, `B` those of the positions $k$ further on. How well can *one* matrix carry every row of `A` to its row of `B`? Here the vectors stay rows, so the matrix stands on the
# right.
#
# Write `best_map_residual(A, B)`. It finds the matrix $M$ for which $A M$ comes closest to $B$, and returns what is left, relative to $B$:
#
# $$\min_M \frac{|A M - B|}{|B|}, \qquad |X| = \sqrt{\textstyle\sum X_{ij}^2}.$$
#
# `A` has more rows than columns. Some of its columns may be sums or multiples of others. `B` may have another width.
#
# Shown, with the arrays of the next cell: `best_map_residual(pairs, next_pairs)` is 0 up to rounding, and `best_map_residual(sines, next_sines)` is 0.566.
#
# > **Predict.** Four cosines instead of four sines: more than 0.566, or less? And sines moved by 5 positions instead of 1?

# %%
p = np.arange(64)  # 64 positions, moved by k = 1
pairs, next_pairs = sinusoidal_encoding(p, 4), sinusoidal_encoding(p + 1, 4)
four = 10000.0 ** (-np.arange(4) / 4)  # four frequencies, one for each sine
sines, next_sines = np.sin(p[:, None] * four), np.sin((p[:, None] + 1) * four)
print(pairs.shape, next_pairs.shape, sines.shape, next_sines.shape)


# %%
def best_map_residual(A, B):
    """What the best matrix leaves of B, relative to B: one number, 0 or more."""
    # solution
    M = np.linalg.lstsq(A, B, rcond=None)[0]
    return np.linalg.norm(A @ M - B) / np.linalg.norm(B)
    # end


# %%
check("5.5")

# %% [markdown] tags=["solution"]
# `np.linalg.lstsq` is made for this, also where columns depend on each other: there `A.T @ A` has no inverse, and the usual formula stops. The map stands on the *right*, because the vectors are rows. A map on the left
# mixes positions, and reaches everything. With as few rows as columns, a map on the right reaches everything, too: use many rows.
#
# What is left of the sines is large: more than half of the length of `B`. A constant would not help either.

# %% tags=["solution"]
print("what is left:")
print(f"pairs              {best_map_residual(pairs, next_pairs):.3f}")
print(f"sines              {best_map_residual(sines, next_sines):.3f}")
cosines, next_cosines = np.cos(p[:, None] * four), np.cos((p[:, None] + 1) * four)
print(f"cosines            {best_map_residual(cosines, next_cosines):.3f}")
print(f"sines, 5 further   {best_map_residual(sines, np.sin((p[:, None] + 5) * four)):.3f}")
with_ones = np.column_stack([sines, np.ones(64)])
print(f"sines and constant {best_map_residual(with_ones, next_sines):.3f}")
print(f"first 4 sines only {best_map_residual(sines[1:5], next_sines[1:5]):.3f}")

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/05_linearity.ipynb) show one way to do each exercise, and say why. Next lesson:
# [06 Limitations](../notebooks/06_limitations.ipynb).
