# %% [markdown]
# # 05 Linearity: a step is a turn
#
# **You will** derive the matrix that moves an encoding by $k$ positions, measure it, see what is lost without the cosines, and use it twice: to build
# an attention head that looks three words back, and to compute a large table almost without calling sine and cosine.
#
# **You need** [02 Frequencies](02_frequencies.ipynb), the product of a matrix and a vector, and complex numbers for the last section.
#
# **Time** about 35 minutes.

# %%
import numpy as np

from pe_lessons import attention_weights, best_linear_map, compute_frequencies
from pe_lessons import shift_matrix, sinusoidal_encoding
from pe_lessons.explorers import explore_shift
from pe_lessons.figures import plot_gaze, plot_offset_products
from pe_lessons.figures import plot_shift_matrices, plot_shift_residuals

# %% [markdown]
# ## 1. One hand, moved by k positions
#
# A pair is a clock hand. At position $p$ it has turned by $p\,\omega$, at position $p + k$ by $p\,\omega + k\,\omega$. So a step of $k$ turns it
# by $k\,\omega$, **wherever it stands**. A turn is a matrix. Which one?
#
# Write the pair as a column (sine, cosine). The addition theorems say
#
# $$\sin(p\omega + k\omega) = \cos(k\omega)\,\sin(p\omega) + \sin(k\omega)\,\cos(p\omega),$$
# $$\cos(p\omega + k\omega) = \cos(k\omega)\,\cos(p\omega) - \sin(k\omega)\,\sin(p\omega).$$
#
# On the right, $p$ stands only in the old pair, and $k$ only in the factors. Collect the factors:
#
# $$\begin{pmatrix}\sin\omega(p+k)\\ \cos\omega(p+k)\end{pmatrix} = \underbrace{\begin{pmatrix}\cos k\omega & \sin k\omega\\ -\sin k\omega & \cos k\omega\end{pmatrix}}_{T(k)} \begin{pmatrix}\sin\omega p\\ \cos\omega p\end{pmatrix}.$$
#
# > **Predict.** One matrix $T(3)$ is to take position 0 to 3, position 1 to 4, and position 900 to 903. How large is the largest error over 2000 positions?

# %%
def T(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, s], [-s, c]])


omega = 0.1
p = np.arange(2000)
pair = np.array([np.sin(omega * p), np.cos(omega * p)])  # one column for each position
moved = np.array([np.sin(omega * (p + 3)), np.cos(omega * (p + 3))])
print("T(3) for omega = 0.1:")
print(T(3, omega).round(3))
print(f"largest error: {np.abs(T(3, omega) @ pair - moved).max():.6f}")

# %% [markdown]
# The direction depends on how you write it down. On the column (sine, cosine), the minus stands below the diagonal; drawn with the sine to the right, that turns clockwise. If you put the cosine first, or
# write positions as rows, the minus stands above. All are right; a mixture is a mistake that no error message shows:

# %%
print(f"minus on the other side: error {np.abs(T(3, omega).T @ pair - moved).max():.3f}")
backwards = T(3, omega).T @ pair[:, 3:]
print(f"which is position p - 3: error {np.abs(backwards - pair[:, :-3]).max():.6f}")

# %% [markdown]
# ## 2. All pairs at once
#
# A row has $d_\mathrm{model}/2$ pairs, each with its own frequency. So the matrix for a whole row, $M(k)$ of shape `(d_model, d_model)`, has one
# block $T(k)$ for each pair.
#
# > **Predict.** In which corner of $M(1)$ and $M(17)$ do the blocks look like a plain identity?

# %%
plot_shift_matrices({f"M({k})": shift_matrix(k, 16) for k in (1, 17, 300)})

# %% [markdown]
# The upper left blocks belong to the fast pairs and turn far. The lower right ones belong to the slow pairs and hardly turn, until $k$ is large. Does one matrix really
# serve all positions?

# %%
angles = np.arange(300)[:, None] * compute_frequencies(32)  # plain sines, no shift in them
table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(300, 32)
M = shift_matrix(17, 32)
error = np.abs(table[:-17] @ M.T - table[17:]).max()  # a row times M.T is M times the column
print(f"row p to row p + 17, p = 0..282: largest error {error:.6f}")
print("below 1e-12:", bool(error < 1e-12))

# %% [markdown]
# ## 3. What kind of matrix is it?
#
# > **Predict.** First 5 steps, then 12 steps: what is $M(12)\,M(5)$? And what does $M(k)$ do to the length of a row?

# %%
def gap(A, B):
    return f"{np.abs(A - B).max():.6f}"


print("largest difference:")
print("M(12) M(5) against M(17):          ", gap(shift_matrix(12, 32) @ shift_matrix(5, 32), M))
print("M(-17) against M(17) transposed:   ", gap(shift_matrix(-17, 32), M.T))
print("M(17) transposed M(17) against I:  ", gap(M.T @ M, np.eye(32)))
before, after = table[5], M @ table[5]
print(f"length of row 5 before and after: {np.linalg.norm(before):.4f} {np.linalg.norm(after):.4f}")

# %% [markdown]
# $$M(a)\,M(b) = M(a+b), \qquad M(-k) = M(k)^\top, \qquad M(k)^\top M(k) = I.$$
#
# The matrices are **orthogonal**: they turn and keep lengths. That steps add up is not enough to know that. A shear adds up as well, and it
# does not keep lengths:

# %%
def shear(k):
    return np.array([[1.0, k], [0.0, 1.0]])


print("shear: S(2) S(3) against S(5):   ", gap(shear(2) @ shear(3), shear(5)))
print("shear: S(5) transposed S(5) and I:", gap(shear(5).T @ shear(5), np.eye(2)))

# %% [markdown]
# ## 4. Why not sines alone?
#
# Take the cosines out. Give each of the four columns a sine with a frequency of its own, and look for the best matrix that takes each row to the next, from row 1 on.
# (Row 0 of the sines is all zero. That it spoils everything by itself we leave for later.)
#
# > **Predict.** Will it fail at once, or only when there are enough rows?

# %%
d = 4
p = np.arange(66)[:, None]
sines = np.sin(p * 10000.0 ** (-np.arange(d) / d))
pairs = sinusoidal_encoding(66, d)
plot_shift_residuals({"pairs": pairs[1:], "sines only": sines[1:]}, range(2, 65))  # from position 1

# %% [markdown]
# Up to as many rows as columns, a matrix fits *anything* (here the rows are independent): four unknowns in each of its rows, at most four equations. So a test with few positions proves nothing. From
# the fifth on the sines fail, and the pairs never do.
#
# "Sines lose the linear property" is often said, and two details are often left out. **The exact condition:** a matrix that works for all positions exists if
# and only if $\sin(\omega_i k) = 0$ for every frequency. With $\omega_0 = 1$ that leaves $k = 0$. The proof is two lines. Row 0 is all zero, so the matrix makes row $k$ zero, and that is the condition. And where it holds, $\sin\omega_i(p+k) = \cos(\omega_i k)\sin\omega_i p$, a matrix with
# $\cos\omega_i k$ on its diagonal.
# **The way back:** two neighbouring rows hold what the cosine held, because
#
# $$\sin\omega(p+2) = 2\cos\omega\,\sin\omega(p+1) - \sin\omega p.$$

# %%
print("row 0 of the sines:", sines[0])
two_rows = np.hstack([sines[1:-1], sines[:-2]])  # rows p + 1 and p, side by side
print(f"from one row:  relative error {best_linear_map(sines[:-1], sines[1:])[1]:.3f}")
print(f"from two rows: relative error {best_linear_map(two_rows, sines[2:])[1]:.3f}")

# %% [markdown]
# A model reads many rows, so it is not lost without cosines. What is lost is that a single row knows where the next one is.
#
# Drag the offset: grey hands turn to blue ones, each pair by its own angle. Then drag the position: do the angles change? Now take the cosines away. A sine says how high a hand points, and two hands point that high, the second one dotted. Guess: at
# which offsets do the two end at the same height in all four circles? (Base 100 here, so that all four hands move.)

# %%
explore_shift()

# %% [markdown]
# ## 5. What does a dot product see?
#
# Attention compares rows by dot products. For one pair,
#
# $$\sin\omega p\,\sin\omega q + \cos\omega p\,\cos\omega q = \cos\omega(p - q).$$
#
# The sum over the pairs depends on $p - q$ alone.
#
# > **Predict.** Can this dot product tell "three before" from "three after"?

# %%
plot_offset_products((64, 512), 60)

# %%
dots = sinusoidal_encoding(200, 64) @ sinusoidal_encoding(200, 64).T
spread = max(np.ptp(np.diagonal(dots, k)) for k in range(200))
print("dot products of rows 0 to 199:")
print(f"largest spread along a diagonal: {spread:.6f}")
print(f"3 after and 3 before: {dots[100, 103]:.4f} and {dots[100, 97]:.4f}")

# %% [markdown]
# It cannot: the cosine is **even**, $k$ and $-k$ give one value. The plain dot product knows how far, not in which direction.
#
# Put the shift matrix between the rows, and the direction comes in: with $\mathrm{PE}_p$ for row $p$, $(M(3)\,\mathrm{PE}_p)\cdot\mathrm{PE}_q$ is largest where $q = p + 3$. In an attention layer
# the learned matrices of queries and keys stand where $M(3)$ stands. So a head *can* look three words back. Let us build one by hand:

# %%
n, width = 24, 64
rows = sinusoidal_encoding(n, width)
back = shift_matrix(-3, width)
weights = attention_weights(8 * rows @ back.T, rows)  # queries moved 3 back; 8 sharpens the softmax
plot_gaze(weights, 3)

# %% [markdown]
# (The first three positions have nothing three back, and look at position 0.) That is what linearity buys: looking $k$ back is *one* matrix, the same at every position. And this is what it does not buy. The matrix has to be learned. Real rows are
# word plus position, so words enter the scores too. And nothing here says that a model trained on short texts will use the same matrix well on long ones.

# %% [markdown]
# ## 6. A weight on every column
#
# Some models scale the encoding, by one number or one for each column. Let $W$ be the diagonal matrix of the weights. The weighted row moves by $W M(k) W^{-1}$, if
# no weight is zero.
#
# > **Predict.** Give the sine and cosine of a pair different weights. Is the weighted row still moved by one matrix? Does the dot product still depend on the offset only? (The *spread* in the output is the largest difference between dot products at one offset: 0 if the offset decides.)

# %%
def measure(weights):
    rows = sinusoidal_encoding(60, 4) * weights
    dots = rows @ rows.T
    spread = max(np.ptp(np.diagonal(dots, k)) for k in range(60))
    return best_linear_map(rows[:-1], rows[1:])[1], spread


print("weights        error of the map   spread at one offset:")
for w in ([2, 2, 2, 2], [1, 1, 3, 3], [1, 2, 3, 4], [1, 0, 1, 1], [0, 0, 1, 1]):
    error, unevenness = measure(w)
    print(f"{w}   {error:12.3f}   {unevenness:18.3f}")

# %% [markdown]
# Different weights turn the circle into an ellipse. The map survives (the ellipse can be stretched to a circle, turned, and squeezed again; it is no longer orthogonal), the dot product
# does not: for weights $a$ and $b$ a pair contributes
#
# $$\tfrac12(a^2+b^2)\cos\omega(p-q) + \tfrac12(b^2-a^2)\cos\omega(p+q),$$
#
# and the second part depends on where you are. One weight for both columns of a pair keeps everything. With half a pair switched off, one coordinate is gone for good and both are
# lost. A pair switched off as a whole does no harm.

# %% [markdown]
# ## 7. The property at work: tables without sines
#
# Write a pair as one complex number, $z_p = \sin\omega p + i\cos\omega p$ ($i$ is the imaginary unit here, no pair). Then a step is a multiplication: $z_{p+k} = z_p\,e^{-ik\omega}$. So we need not call sine and cosine
# for each of the $n$ positions. Every position is a coarse step and a fine one, $p = 32a + b$.
#
# > **Predict.** A table of 32768 positions has 1024 coarse and 32 fine steps. Is the largest error after multiplying them out near $10^{-3}$, near $10^{-6}$, or below $10^{-10}$?

# %%
omega = compute_frequencies(64)
print("coarse times fine:")
fine = np.exp(-1j * np.arange(32)[:, None] * omega)
coarse = 1j * np.exp(-1j * 32 * np.arange(1024)[:, None] * omega)
z = (coarse[:, None, :] * fine).reshape(-1, 32)  # every coarse step with every fine one
table = z.view(float)  # real and imaginary part in turn: sine, cosine, sine, cosine
angles = np.arange(32768)[:, None] * omega
direct = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(-1, 64)
print(table.shape, "largest error below 1e-10:", bool(np.abs(table - direct).max() < 1e-10))
print(f"rows computed with sine and cosine: {len(fine) + len(coarse)} of {len(table)}")

# %% [markdown]
# `sinusoidal_encoding` computes its tables on this idea. It takes more care (the coarse and fine rows are themselves made by doubling, and the angles of far positions are kept in two numbers), and `python -m benchmarks`
# measures how fast and how exact that is.

# %% [markdown]
# ## Recap
#
# - A step of $k$ positions is one matrix $M(k)$ for all positions: a turn by $k\omega_i$ in each pair.
# - $M(a)M(b) = M(a+b)$, and $M(k)$ is orthogonal. On (sine, cosine) columns the minus is below the diagonal.
# - Dot products depend on the offset only, and are even in it. A matrix between the rows brings the direction in.
# - Sines alone have no such matrix for all positions; from two neighbouring rows there is one.
# - Weights: one for each pair keeps everything; one for each column keeps the map only.
#
# **Pitfalls**
#
# - The transposed matrix moves backwards. Test with a position, not with the eye (section 1).
# - Testing linearity with as few rows as columns: everything passes (section 4).
# - "The dot product knows relative position": it knows the distance, not the direction (section 5).
#
# **Your turn.** [Your exercises](../work/05_linearity.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. Change `-3` in section 5 to `+2` and predict the picture. Then give `attention_weights` the factor 1 instead of 8: what happens to the line, and why? Questions 6, 8 and 10 of the
# [practice questions](08_practice_questions.ipynb) belong to this lesson.
#
# **Next.** The algebra has no gaps. [06 Limitations](06_limitations.ipynb) asks what the sinusoid still cannot do, with a number for each.
