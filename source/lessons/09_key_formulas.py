# %% [markdown]
# # 09 Key formulas, pitfalls, glossary, references
#
# **You will** find every formula of the course with a cell that checks it, the common mistakes with what each one costs, every term in one line, and every source. The last section looks ahead to
# whole Transformer layers.
#
# **You need** the lessons that you want to look something up from. Nothing new is explained here, except in section 5.
#
# **Time** about 30 minutes to read it through. It is made for coming back.

# %%
import numpy as np

from pe_lessons import NTK, DynamicNTK, LearnedPositions, Linear, Llama3, Yarn, YarnPaper
from pe_lessons import alibi_bias, alibi_slopes, apply_rope, attention, attention_weights
from pe_lessons import best_linear_map, causal_mask, compute_frequencies, load_positions
from pe_lessons import position_ids, rope_frequencies, shift_matrix, sinusoidal_encoding
from pe_lessons import softmax, t5_bucket, wavelengths
from pe_lessons.bfloat16 import round_to_bfloat16
from pe_lessons.circles import one_step_map
from pe_lessons.figures import angle_errors
from pe_lessons.heads import attention_to_offsets, load_rope_heads
from pe_lessons.schemes import Sinusoidal
from pe_lessons.structure import offset_share, random_walk
from pe_lessons.tasks import copy_back
from pe_lessons.training import accuracy, train

pi, norm = np.pi, np.linalg.norm


def gap(a, b):
    """The largest difference between two arrays."""
    return f"{np.abs(np.asarray(a) - np.asarray(b)).max():.6f}"

# %% [markdown]
# ## 1. The formulas
#
# One notation holds in all lessons:
#
# | symbol | in code | what it is |
# |---|---|---|
# | $p$, $q$ | `p` | positions, counted from 0 |
# | $n$ | `n` | number of positions, or of words in a text |
# | $d_\mathrm{model}$ | `d_model` | number of columns of a row |
# | $i$ | `i` | number of a pair, from 0; pair $i$ owns the columns $2i$ and $2i+1$ |
# | $c$ | `c` | number of a column, from 0; it belongs to pair $\lfloor c/2\rfloor$ |
# | $\omega_i$ | `omega` | angular frequency of pair $i$: radians for each position |
# | $\lambda_i$ | `waves` | wavelength of pair $i$: positions for each turn |
# | base | `base` | 10000, unless something else is said |
# | $k$ | `k` | offset: how many positions further on |
# | $E$, $P$ | `E`, `P` | word embeddings and encoding, a row each word |
# | $\mathbf q$, $\mathbf k$ | `query`, `key` | one query and one key (bold: vectors). $Q$, $K$, $V$ are the queries, keys and values of all words, a row each |
# | $m$, $n$ | `m`, `n` | with rotary positions: the position of the query and that of the key |
#
# Each group below ends with a cell. It computes both sides of every line and prints the largest difference, so a zero says that the formula holds for the numbers that were tried. Lesson 08 has no formulas of its own: its answers
# use those of 02 to 05.

# %% [markdown]
# ### Lesson [01](01_intuition.ipynb): attention
#
# $X$: the rows of a text. $d$: number of columns of a query. $S$: any matrix that reorders rows. $f$: one attention layer without a mask.
#
# 1. Weights: $A = \operatorname{softmax}(QK^\top/\sqrt d)$, where the softmax of a row divides $e^{\text{score}}$ by the sum over the row. Output: $AV$.
# 2. Equivariant: $f(SX) = S\,f(X)$.
# 3. Invariant after pooling: the mean over the rows of $f(SX)$ is that of $f(X)$.
# 4. With a causal mask and equal weights, token $t$ (from 0) receives $1/(t+1)$ from a marked first token.

# %%
rng = np.random.default_rng(0)
X = rng.normal(size=(6, 8))
W_q, W_k, W_v = rng.normal(size=(3, 8, 8)) / 2
Q, K, V = X @ W_q, X @ W_k, X @ W_v
scores = Q @ K.T / np.sqrt(8)
A = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
order = rng.permutation(6)
f_X, f_SX = attention(Q, K, V), attention(Q[order], K[order], V[order])
mark = np.eye(6)[:, :1]  # the first token carries a 1
received = attention(0 * mark, 0 * mark, mark, mask=causal_mask(6))[:, 0]
print("1 weights, output     ", gap(A, attention_weights(Q, K)), gap(A @ V, f_X))
print("2 equivariant         ", gap(f_SX, f_X[order]))
print("3 invariant, pooled   ", gap(f_SX.mean(axis=0), f_X.mean(axis=0)))
print("4 share of the marker ", gap(received, 1 / (np.arange(6) + 1)))

# %% [markdown]
# ### Lesson [02](02_frequencies.ipynb): frequencies
#
# 1. $\omega_i = \mathrm{base}^{-2i/d_\mathrm{model}}$, for $i = 0, \dots, d_\mathrm{model}/2 - 1$.
# 2. $\omega_{i+1}/\omega_i = \mathrm{base}^{-2/d_\mathrm{model}}$, the same for all neighbours.
# 3. $\mathrm{PE}[p, 2i] = \sin(p\,\omega_i)$ and $\mathrm{PE}[p, 2i+1] = \cos(p\,\omega_i)$.
# 4. $\lambda_i = 2\pi/\omega_i$.
# 5. The factor 2 put in twice is the base squared: $\mathrm{base}^{-2(2i)/d_\mathrm{model}} = (\mathrm{base}^2)^{-2i/d_\mathrm{model}}$.

# %%
n, d_model, base = 50, 16, 10000
p, i = np.arange(n)[:, None], np.arange(d_model // 2)
omega = base ** (-2 * i / d_model)
table = np.zeros((n, d_model))
table[:, 2 * i], table[:, 2 * i + 1] = np.sin(p * omega), np.cos(p * omega)
PE = sinusoidal_encoding(n, d_model)
doubled = base ** (-2 * (2 * i) / d_model)
print("1 frequencies         ", gap(omega, compute_frequencies(d_model)))
print("2 ratio of neighbours ", gap(omega[1:] / omega[:-1], base ** (-2 / d_model)))
print("3 the table           ", gap(table, PE))
print("4 wavelengths         ", gap(2 * pi / omega, wavelengths(d_model)))
print("5 factor 2 twice      ", gap(doubled, compute_frequencies(d_model, base=base**2)))

# %% [markdown]
# ### Lesson [03](03_worked_example.ipynb): the table and the sum
#
# $W$: any matrix with $d_\mathrm{model}$ rows. $I$: the identity matrix. $\lVert\cdot\rVert$: length; of a matrix, the root of the sum of all squares.
#
# 1. Both columns of a pair: $\sin^2(p\,\omega_i) + \cos^2(p\,\omega_i) = 1$. So every row has the length $\sqrt{d_\mathrm{model}/2}$.
# 2. Half layout: column $i$ holds the sine of pair $i$, column $d_\mathrm{model}/2 + i$ its cosine. Dot products of rows stay.
# 3. Adding is appending and folding: $E + P$ is $[E\;P]$ times two identity matrices on top of each other.
# 4. $(E + P)W = EW + PW$.
# 5. Energy share of the position: $\lVert P\rVert^2/(\lVert P\rVert^2 + \lVert E\rVert^2)$. If each word is at right angles to its position, the bottom is $\lVert E + P\rVert^2$.

# %%
sines, cosines = PE[:, 0::2], PE[:, 1::2]
half = sinusoidal_encoding(n, d_model, layout="half")
P, E, W = PE[1:4], rng.normal(size=(3, d_model)), rng.normal(size=(d_model, d_model))
fold = np.vstack([np.eye(d_model), np.eye(d_model)])
E_right = E - (E * P).sum(axis=1, keepdims=True) / (d_model / 2) * P  # at right angles to P
parts, whole = norm(P) ** 2 + norm(E_right) ** 2, norm(E_right + P) ** 2
print("1 circle, length      ", gap(sines**2 + cosines**2, 1), gap(norm(PE, axis=1), 8**0.5))
print("2 half, dot products  ", gap(half, np.hstack([sines, cosines])), end=" ")
print(gap(half @ half.T, PE @ PE.T))
print("3 append and fold     ", gap(np.hstack([E, P]) @ fold, E + P))
print("4 two parts           ", gap((E + P) @ W, E @ W + P @ W))
print("5 energies add        ", gap(parts, whole))

# %% [markdown]
# ### Lesson [04](04_learned_versus_sinusoidal.ipynb): learned tables
#
# $L$: number of rows of the table. $R^2$: 1 minus the squared error of a prediction over that of the mean.
#
# 1. Parameters of a learned table: $L \cdot d_\mathrm{model}$. Of the sinusoid: 0.
# 2. Interpolate: position $p$ of a text of $n$ words reads the table at $p\,(L-1)/(n-1)$, between two rows in proportion.
# 3. Offset share: the $R^2$ of replacing each similarity off the main diagonal by the mean of its diagonal. The sinusoid has 1.
# 4. A map from each row to the next that is a turn by the angles $\theta$ has eigenvalues $e^{\pm i\theta}$, where $i$ is the imaginary unit. In cycles per 512 positions that is $512\,\theta/2\pi$. For the sinusoid $\theta$ is $\omega_i$.

# %%
minilm = load_positions("minilm_l6_v2").values  # a trained table
L, width = minilm.shape
p = np.arange(1000)
by_hand = np.interp(p * (L - 1) / 999, np.arange(L), minilm[:, 0])  # its first column
stretched = LearnedPositions(minilm, beyond="interpolate").lookup(p, length=1000)
step = one_step_map(sinusoidal_encoding(600, 10, base=100), 10)
cycles = 512 * compute_frequencies(10, base=100)[::-1] / (2 * pi)
print("1 parameters          ", L * width, "is", minilm.size)
print("2 interpolated        ", gap(by_hand, stretched[:, 0]))
print("3 offset share        ", gap(offset_share(sinusoidal_encoding(32, 32)), 1))
print("4 angles, sizes       ", gap(step.cycles, cycles), gap(step.sizes, 1))

# %% [markdown]
# ### Lesson [05](05_linearity.ipynb): a step is a turn
#
# $M(k)$: the matrix with one block $T(k)$ for each pair. $W$: a diagonal matrix of weights, none of them zero. $a$ and $b$: two offsets in line 2, the two weights of a pair in line 5.
#
# 1. $T(k) = \begin{pmatrix}\cos k\omega & \sin k\omega\\ -\sin k\omega & \cos k\omega\end{pmatrix}$ on the column (sine, cosine), and $\mathrm{PE}_{p+k} = M(k)\,\mathrm{PE}_p$ for all $p$.
# 2. $M(a)M(b) = M(a+b)$, $M(-k) = M(k)^\top$, $M(k)^\top M(k) = I$.
# 3. Sines alone need two rows: $\sin\omega(p+2) = 2\cos\omega\,\sin\omega(p+1) - \sin\omega p$.
# 4. $\mathrm{PE}_p\cdot\mathrm{PE}_q = \sum_i \cos\omega_i(p-q)$, which is even in the offset.
# 5. Weighted rows move by $W M(k) W^{-1}$; a pair gives $\tfrac12(a^2+b^2)\cos\omega(p-q) + \tfrac12(b^2-a^2)\cos\omega(p+q)$ to the dot product.
# 6. With $z_p = \sin\omega p + i\cos\omega p$ ($i$ is the imaginary unit): $z_{p+k} = z_p\,e^{-ik\omega}$.

# %%
omega, M = compute_frequencies(16), {k: shift_matrix(k, 16) for k in (-5, 5, 12, 17)}
p, PE = np.arange(60)[:, None], sinusoidal_encoding(60, 16)
cos, sin = np.cos(5 * omega[1]), np.sin(5 * omega[1])
away, both = p - p.T, p + p.T
sines, z = np.sin(p * omega), np.sin(p * omega) + 1j * np.cos(p * omega)
W = np.diag(rng.uniform(1, 2, size=16))
rows, (a, b) = PE @ W, np.diag(W)[:2]
weighted = (a**2 + b**2) / 2 * np.cos(away) + (b**2 - a**2) / 2 * np.cos(both)  # pair 0: omega is 1
print("1 block, step         ", gap(M[5][2:4, 2:4], [[cos, sin], [-sin, cos]]), end=" ")
print(gap(PE[:-5] @ M[5].T, PE[5:]))
print("2 adds, back, lengths ", gap(M[12] @ M[5], M[17]), gap(M[-5], M[5].T), end=" ")
print(gap(M[5].T @ M[5], np.eye(16)))
print("3 two rows of sines   ", gap(sines[2:], 2 * np.cos(omega) * sines[1:-1] - sines[:-2]))
print("4 dot product         ", gap(PE @ PE.T, np.cos(away[:, :, None] * omega).sum(axis=2)))
print("5 weighted: map, dot  ", gap(rows[:-5] @ (W @ M[5] @ np.linalg.inv(W)).T, rows[5:]), end=" ")
print(gap(rows[:, :2] @ rows[:, :2].T, weighted))
print("6 complex             ", gap(z[5:], z[:-5] * np.exp(-5j * omega)))

# %% [markdown]
# ### Lesson [06](06_limitations.ipynb): limits
#
# 1. A pair moves by $2\,|\sin(k\omega_i/2)|$ when the position moves by $k$: 0 if $k\omega_i$ is a whole number of turns. The distance of two rows is the root of the sum of the squares over all pairs.
# 2. A format with $b$ significant bits holds every whole number up to $2^b$, and not $2^b + 1$: 11 bits in float16, 8 in bfloat16, 24 in float32.
# 3. An angle $p\,\omega_0 = p$ that is formed in float32 makes an error of about $p\cdot 2^{-24}$ in the row (a size, not an equation).

# %%
k, omega = np.arange(1000), compute_frequencies(512)
moved = sinusoidal_encoding(k, 512) - sinusoidal_encoding([0], 512)
chords = 2 * np.abs(np.sin(k[:, None] * omega / 2))
print("1 a pair, a row       ", gap(norm(moved[:, :2], axis=1), chords[:, 0]), end=" ")
print(gap(norm(moved, axis=1), norm(chords, axis=1)))
formats = {11: np.float16, 8: round_to_bfloat16, 24: np.float32}
for bits, cast in formats.items():
    whole = 2.0**bits + np.array([-1, 0, 1])
    print(f"2 {bits:2d} bits, up to {2**bits:8d}:", (cast(whole).astype(float) == whole).tolist())
far = np.array([1000, 100_000, 1_000_000])
ratio = angle_errors(far, 512, "float32") / (far * 2.0**-24)
print("3 within a factor of 3:", bool(np.all((ratio > 1 / 3) & (ratio < 3))))

# %% [markdown]
# ### Lesson [07](07_rotary_and_relative.ipynb): rotary and relative positions
#
# $d$: number of columns of a query. $s$: how many times longer the text is than in training. $\ell$: its length now, $L$: its length in training. $h$: number of a head, from 0 to $H - 1$. $r$: position of the key minus that of the query.
#
# 1. $R(m)$ takes each pair $(a, b)$ to $(a\cos m\omega_i - b\sin m\omega_i,\; a\sin m\omega_i + b\cos m\omega_i)$. It keeps lengths.
# 2. $(R(m)\,\mathbf q)\cdot(R(n)\,\mathbf k) = \mathbf q\cdot R(n-m)\,\mathbf k$.
# 3. Linear: $\omega_i/s$. NTK-aware: the base times $s^{d/(d-2)}$. Dynamic NTK: the same with $s\,\ell/L - (s-1)$ in place of $s$ once $\ell > L$, and nothing before.
# 4. YaRN (released code), with a ramp $r_i$ that rises from 0 to 1 in the pair number: $(1-r_i)\,\omega_i + r_i\,\omega_i/s$. Cosine and sine are multiplied by $1 + 0.1\ln s$, so a score by its square.
# 5. Llama 3 and the paper of YaRN: the same mixture, with a ramp in the number of turns $L\omega_i/2\pi$.
# 6. ALiBi: the slope of head $h$ is $2^{-8(h+1)/H}$ if $H$ is a power of two; the score gets minus the slope times $|r|$.
# 7. T5, both directions, 32 buckets: a distance $|r| < 8$ is its own bucket; a further one has $8 + \lfloor 8\,\ln(|r|/8)/\ln(128/8)\rfloor$, at most 15. A key after the query ($r > 0$): 16 more.

# %%
d, s, L = 64, 4, 4096
omega, pairs = compute_frequencies(d), np.arange(d // 2)
q, key, x = rng.normal(size=(3, d))


def R(m):
    """The turn of all pairs: the shift matrix of lesson 05, transposed."""
    return shift_matrix(m, d).T


def stretched_by(method, length=None):
    return rope_frequencies(d, scaling=method, seq_len=length)[0]


turned = np.stack([x[0::2] * np.cos(5 * omega) - x[1::2] * np.sin(5 * omega),
                   x[0::2] * np.sin(5 * omega) + x[1::2] * np.cos(5 * omega)], axis=1).ravel()
print("1 the turn, lengths   ", gap(turned, apply_rope([x], [5])[0]), gap(norm(turned), norm(x)))
print("2 only the offset     ", gap((R(5) @ q) @ (R(3) @ key), q @ R(3 - 5) @ key))
bigger = base * s ** (d / (d - 2))
now = s * 8192 / L - (s - 1)
print("3 linear, NTK, dynamic", gap(stretched_by(Linear(s)), omega / s), end=" ")
print(gap(stretched_by(NTK(s)), bigger ** (-2 * pairs / d)), end=" ")
print(gap(stretched_by(DynamicNTK(s, L), 8192), stretched_by(NTK(now))))
low, high = Yarn(s, L).ramp_ends(base, d)
ramp = np.clip((pairs - low) / (high - low), 0, 1)
factor = rope_frequencies(d, scaling=Yarn(s, L))[1]
mixed = (1 - ramp) * omega + ramp * omega / s
print("4 YaRN: pairs, factor ", gap(stretched_by(Yarn(s, L)), mixed), end=" ")
print(gap(factor, 1 + 0.1 * np.log(s)))
for limits, method in (((1, 4), Llama3(s, L, 1, 4)), ((1, 32), YarnPaper(s, L))):
    ramp = 1 - np.clip((L * omega / (2 * pi) - limits[0]) / (limits[1] - limits[0]), 0, 1)
    mixed = (1 - ramp) * omega + ramp * omega / s
    print(f"5 ramp in turns {limits}", gap(stretched_by(method), mixed))
r, slope = np.arange(6) - np.arange(6)[:, None], 2.0 ** (-8 * (np.arange(8) + 1) / 8)
print("6 slopes, bias        ", gap(alibi_slopes(8), slope), end=" ")
print(gap(alibi_bias(8, 6, 6), -slope[:, None, None] * np.abs(r)))
r = np.arange(-200, 201)
log = 8 * np.log(np.maximum(np.abs(r), 8) / 8) / np.log(128 / 8)
near_or_far = np.where(np.abs(r) < 8, np.abs(r), np.minimum(8 + np.floor(log + 1e-9), 15))
print("7 buckets             ", gap(near_or_far + 16 * (r > 0), t5_bucket(r)))

# %% [markdown]
# ## 2. Common pitfalls
#
# Five tables: what people get wrong, what it costs in one number, and where the course measures it. The number comes from the cell above each table; `check("2.2")` names the exercise that recognises the mistake.
#
# Three of them stand at the end of many texts, and deserve a closer look. **Encoding and embedding**: fixed and trained positions are two things, but the words are used for both; "rotary position *embedding*" has nothing to train. **Higher columns hold more
# information**: no, each pair answers at its own scale. **Added, not appended**: right, and less of a difference than it seems, since adding is appending followed by a fixed map.
#
# > **Predict.** Five tables, 44 mistakes, all of them made by somebody. How many stop with an error message?

# %%
print("in the table:")
for base in (10000, 10000**2):
    longer = np.mean(wavelengths(512, base=base) > 512)
    print(f"base {base:9d}: longer than 512 positions {longer:.1%}")
for base in (10000, 100000):
    fast = np.sum(compute_frequencies(512, base=base) > 0.1)
    distance = norm(np.diff(sinusoidal_encoding(2, 512, base=base), axis=0))
    print(f"base {base:6d}: {fast} fast pairs, rows 0 and 1 are {distance:.2f} apart")
print(f"longest wave {wavelengths(512)[-1]:.0f}, the limit {2 * pi * 10000:.0f}")
sine, cosine = np.sin(10000 ** (-2 / 6)), np.cos(10000 ** (-3 / 6))  # columns 2 and 3 of 6, p = 1
print(f"an exponent for each column: squares add up to {sine**2 + cosine**2:.4f}")
print("exponent with //:", (10000.0 ** (-(2 * np.arange(4) // 8))).tolist())
print(f"2 / 21.54 = {2 / 21.54:.4f}, without rounding {2 * 10000 ** (-2 / 6):.4f}", end=", ")
print(f"cos 4 = {np.cos(4):.3f}, cut off {np.trunc(1000 * np.cos(4)) / 1000:.3f}")
rows = sinusoidal_encoding([0, 1, 1000], 512)
for k, row in zip((1, 1000), rows[1:]):
    squared = (row - rows[0]) ** 2
    fast = squared[:128].sum() / squared.sum()
    print(f"offset {k}: {fast:.2f} of the squared distance from pairs 0 to 63")
try:
    angles = np.arange(3)[:, None] * compute_frequencies(5)
    np.zeros((3, 5))[:, 1::2] = np.cos(angles)
except ValueError as error:
    print("d_model = 5:", error)
try:
    compute_frequencies(512)[256]
except IndexError as error:
    print("pair 256:", error)
print(f"one radian is {1 / (2 * pi):.3f} turns")

# %% [markdown]
# **In the table**
#
# | pitfall | what it costs | measured |
# |---|---|---|
# | The factor 2 twice: the loop counts columns, the formula doubles | the table of base 100000000; 75.8 % of the pairs do not turn once in 512 positions, instead of 52.0 % | 02 section 6, `check("2.2")`, `check("3.6")` |
# | Testing with `d_model` = 2 | there is only pair 0, and every wrong exponent is right | 02 section 6 |
# | An exponent of its own for each column | the squares of a pair add up to 1.0021, not 1 | 03 section 2, `check("3.6")` |
# | Whole-number division `//` in the exponent | all frequencies are 1.0 | `check("2.1")` |
# | "Pair 256" of 512 columns, a wavelength of 62832 | stops: the last pair is 255, and its wavelength is 60611 | 02 section 2, `check("Q1")` |
# | "A larger base makes more fast pairs" | 52 instead of 64, and neighbours are 3.34 apart, not 3.71 | 02 section 5, `check("Q7")` |
# | "Frequency" in turns instead of radians | off by the factor 0.159 | 02 section 2, `check("2.1")` |
# | "Higher columns hold more information" | pairs 0 to 63 make 0.99 of the squared distance at offset 1, and 0.32 at offset 1000 | 02 section 4 |
# | Dividing by a rounded number, cutting digits off | 0.0929 for 0.0928; -0.653 for -0.654 | 03 section 1, `check("3.1")`, `check("Q3")` |
# | Odd `d_model`: as many cosines as sines | stops: 3 cosines do not fit into 2 columns | `check("3.3")` |

# %%
print("adding and looking up:")
E = (0.1 * np.random.default_rng(0).normal(size=(1000, 512)))[[42, 87, 256]]  # as in lesson 03
P = sinusoidal_encoding(3, 512)
print(f"lengths over that of the sum: {norm(P) / norm(E + P):.1%} and {norm(E) / norm(E + P):.1%}")
for name, words in (("as drawn", E), ("times sqrt(d_model)", np.sqrt(512) * E)):
    energy = norm(P) ** 2 / (norm(P) ** 2 + norm(words) ** 2)
    print(f"energy share of the position, words {name}: {energy:.1%}")
print("parameters of 512 learned rows, 768 columns:", 512 * 768)
print("columns: added", (E + P).shape[1], " appended", np.hstack([E, P]).shape[1])
x, places = np.zeros((2, 4, 8)), sinusoidal_encoding(4, 8)  # two equal sentences of four words
wrong = x + places[:2, None, :]  # row b for the whole of sentence b
print("different rows in sentence 1:", len(np.unique((x + places)[1], axis=0)), end=", ")
print("along the wrong axis", len(np.unique(wrong[1], axis=0)), end=", ")
print("with a table of one row", len(np.unique((x + places[:1])[1], axis=0)))
padded = np.array([0, 0, 1, 1, 1])  # two paddings, three words
print("left padding: sum minus one", (np.cumsum(padded) - 1).tolist(), end=", ")
print("position_ids", position_ids(padded).tolist())
positions = np.arange(512)  # a table that holds its row numbers
print("row -1 is row", int(positions[-1]), " tokens of 600 without a row:", 600 - len(positions))
try:
    positions[512]
except IndexError as error:
    print("row 512:", error)
layers = attention(X, X, X), attention(X[order], X[order], X[order])
print("attention, rows reordered: output differs by", gap(layers[0], layers[1]), end=", ")
print("its mean by", gap(layers[0].mean(axis=0), layers[1].mean(axis=0)))
walks = [offset_share(random_walk(32, 32, seed=seed), centred=True) for seed in range(20)]
print(f"offset share of the luckiest of 20 random walks: {max(walks):.2f}")

# %% [markdown]
# **Adding and looking up**
#
# | pitfall | what it costs | measured |
# |---|---|---|
# | "Attention is permutation-invariant" | the output changes by up to 2.05, its mean by 0 | 01 section 2, `check("1.4")` |
# | "Without positions, no order": forgetting the causal mask | token 4 receives one fifth of a mark at the start, and so knows its place | 01 section 5, `check("1.5")` |
# | Taking "encoding" and "embedding" for the difference | what counts is trained or not: 393216 parameters or 0 | 04 section 1 |
# | Appending where adding is meant | 1024 columns instead of 512 | 03 section 6, `check("3.4")` |
# | Positions along the batch axis | 1 different row in a sentence of four equal words, instead of 4 | `check("3.4")`, `check("3.6")` |
# | A table with one row, stretched by NumPy | again 1 instead of 4, and no message | 03 section 4 |
# | A ratio of lengths taken for a share | 99.5 % and 14.4 %: more than 100 % together | 03 section 5, `check("3.5")` |
# | Word embeddings of the wrong size | the position is 98.0 % of the energy, or 8.6 % after the factor $\sqrt{d_\mathrm{model}}$ | 03 section 5 |
# | Positions beyond the table | stops at row 512: 88 of 600 tokens have none | 04 section 7, `check("4.1")`, `check("Q4")` |
# | A negative index | row 511 for -1, and no message; left padding makes such positions | 04 section 7, `check("4.1")`, `check("Q4")` |
# | "Smooth, so it has learned" | a random walk has an offset share of up to 0.93 | 04 section 3 |

# %%
print("steps:")
p = np.arange(66)[:, None]
sines = np.sin(p * 10000.0 ** (-np.arange(4) / 4))
for n in (4, 64):
    print(f"sines only, {n} rows: error {best_linear_map(sines[1:n + 1], sines[2:n + 2])[1]:.2f}")
two = np.hstack([sines[1:-1], sines[:-2]])
print(f"sines only, from two rows: error {best_linear_map(two, sines[2:])[1]:.2f}")
PE = sinusoidal_encoding(200, 64)
moved = shift_matrix(3, 64).T @ PE[5]
print("transposed M(3): row 5 moves to row", int(norm(PE - moved, axis=1).argmin()))
print(f"dot product with row 100: row 103 {PE[100] @ PE[103]:.3f}, row 97 {PE[100] @ PE[97]:.3f}")
rows = sinusoidal_encoding(60, 4) * [1, 2, 3, 4]
spread = max(np.ptp(np.diagonal(rows @ rows.T, k)) for k in range(60))
print(f"weights 1, 2, 3, 4: dot products at one offset differ by up to {spread:.1f}")
# %% [markdown]
# **Steps**
#
# | pitfall | what it costs | measured |
# |---|---|---|
# | The transposed shift matrix | row 5 moves to row 2, not to row 8 | 05 section 1, `check("5.1")`, `check("Q8")` |
# | Testing linearity with as many rows as columns | error 0.00 for sines alone; with 64 rows 0.56 | 05 section 4, `check("Q6")` |
# | "Sines alone lose everything" | from two rows the error is 0.00 again | 05 section 4, `check("Q6")` |
# | "The dot product knows before from after" | 25.587 for three after, and 25.587 for three before | 05 section 5 |
# | A weight of its own for every column | dot products at one offset differ by up to 5.1 from place to place | 05 section 6, `check("Q10")` |

# %%
print("far and slow:")
turns = 1000 / wavelengths(512)[55]
print(f"pair 55, offset 1000: {turns:.3f} turns, distance {2 * abs(np.sin(pi * turns)):.3f}")
slowest = sinusoidal_encoding(512, 512)[:, -2:-1]
line = np.hstack([slowest, np.ones((512, 1))])
error = line @ np.linalg.lstsq(line, np.arange(512), rcond=None)[0] - np.arange(512)
print(f"position read from the slowest sine: error {np.abs(error).max():.2f}")
wide = sinusoidal_encoding(np.arange(-100, 1101), 512)
for place in (0, 1000):
    others = np.delete(wide, place + 100, axis=0)
    nearest = norm(others - wide[place + 100], axis=1).min()
    print(f"position {place}: nearest row {nearest:.3f}", end=", ")
apart = norm(sinusoidal_encoding(200, 512) - sinusoidal_encoding([0], 512), axis=1)
print("distances grow up to offset", int(np.argmax(np.diff(apart) < 0)))
error = angle_errors([1_000_000], 512, "float32")[0]
print(f"float32 angles at position 1000000: error {error:.2f}")
held = round_to_bfloat16(np.arange(8192))
print("positions 256 to 258 in bfloat16:", held[256:259].astype(int).tolist(), end=", ")
print("different ones among 8192:", len(np.unique(held)))
model = train(copy_back(2), Sinusoidal(), length=16, steps=400, causal=True).model
right = [accuracy(model, copy_back(2), n) for n in (16, 64)]
print(f"two back, trained at 16: {right[0]:.2f} right at 16, {right[1]:.2f} at 64")

# %% [markdown]
# **Far and slow**
#
# | pitfall | what it costs | measured |
# |---|---|---|
# | "Many turns apart, so far apart" | pair 55 makes 22.001 turns from 0 to 1000 and ends 0.007 from its start | 06 section 1, `check("2.4")`, `check("Q9")` |
# | "Slow columns are constant offsets" | the slowest sine alone tells the position within 0.07 | 06 section 2, `check("6.1")`, `check("6.5")` |
# | "Position 0 is special" | nearest row 3.714 at position 0, and 3.714 at 1000 | 06 section 3, `check("6.2")` |
# | "Further in position is further in space" | for 512 columns only up to offset 43 | 06 section 4, `check("6.4")` |
# | Angles in float32 far out | error 0.05 at position 1000000 | 06 section 5, `check("6.3")` |
# | Positions held in bfloat16 | 257 becomes 256; 897 different positions among 8192 | 06 section 5 |
# | "Sinusoids extrapolate" | 1.00 right at the length of the training, 0.51 at four times that length | 06 section 6, `check("6.5")`, `check("Q2")` |

# %%
print("rotary and relative:")
x, angle = np.array([1.0, 2.0, 3.0, 4.0]), compute_frequencies(4)[[0, 0, 1, 1]]  # position 1
mixed = x * np.cos(angle) + np.array([-x[2], -x[3], x[0], x[1]]) * np.sin(angle)
print(f"squared length {x @ x:.2f}, after a mixed turn {mixed @ mixed:.2f}")
heads = load_rope_heads()  # of a trained model; they were made for interleaved pairs
for layout in ("interleaved", "half"):
    q, k = (apply_rope(v[0], 128, base=heads.base, layout=layout) for v in (heads.q, heads.k))
    weights = attention_weights(q, k, mask=causal_mask(128))
    back = attention_to_offsets(weights, [1])[0]
    print(f"a head that looks one back, turned {layout}: weight {back:.2f}")
query, key = np.random.default_rng(0).normal(size=(2, 64))
for m, n in ((5, 3), (102, 100), (3, 5)):
    score = apply_rope([query], [m])[0] @ apply_rope([key], [n])[0]
    print(f"query at {m}, key at {n}: score {score:.2f}")
last, bigger = (compute_frequencies(8, base=base)[-1] for base in (10000, 4 * 10000))
print(f"slowest of 4 pairs: {last / bigger:.2f} times slower with 4 times the base", end=", ")
print(f"{last / rope_frequencies(8, scaling=NTK(4))[0][-1]:.2f} times with NTK(4)")
factor = rope_frequencies(128, scaling=Yarn(16, 4096))[1]
print(f"YaRN, 16 times: factor {factor:.3f}, in a score {factor**2:.3f}", end=", ")
print(f"if it is applied twice {factor**4:.3f}")
code, paper = (rope_frequencies(128, scaling=way(16, 4096))[0][38] for way in (Yarn, YarnPaper))
print(f"pair 38: released code {code:.6f}, paper {paper:.6f}")
print(f"dynamic, half the length: plain formula {2 * 2048 / 4096 - 1:.0f}", end=", ")
print(f"held at {DynamicNTK(2, 4096).factor_at(2048):.0f}")
formula = 2.0 ** (-8 * np.arange(1, 4) / 3)
print("slopes of 3 heads:", alibi_slopes(3).round(4), " formula for 3:", formula.round(4))
for sign in (1, -1):
    print(f"last row, bias times {sign:2d}:", softmax(sign * alibi_bias(8, 4, 4)[0, -1]).round(3))
forms = [alibi_bias(8, 4, 4, form=form)[0] for form in ("relative", "last_key")]
seen = [softmax(np.where(causal_mask(4), form, -np.inf)) for form in forms]
print("two forms of ALiBi: biases differ by", gap(*forms), " weights by", gap(*seen))
print("buckets of the word before and after:", t5_bucket([-1, 1]).tolist())

# %% [markdown]
# **Rotary and relative**
#
# | pitfall | what it costs | measured |
# |---|---|---|
# | Angles of one layout, partners of the other | the squared length 30.00 becomes 34.38: no turn any more | 07 section 2, `check("7.1")` |
# | Weights of one layout, turned by the other | every length stays; the weight on the word before falls from 0.72 to 0.01 | 07 section 2 |
# | "RoPE scores depend only on the offset" | -8.12 for a key two before, -12.64 for the same key two after; other words, other scores | 07 section 1, `check("7.2")` |
# | NTK without its exponent | the slowest pair gets 2.83 times slower, not 4.00 times | 07 section 6, `check("7.3")` |
# | The factor of YaRN applied twice | a score is multiplied by 2.661 instead of 1.631 | 07 section 6 |
# | The paper of YaRN for its code | pair 38: 0.000487 instead of 0.001480 | 07 section 6 |
# | Dynamic NTK for a text that is not longer | the plain formula gives the factor 0 at half the length; held at 1 it changes nothing | section 1 above |
# | ALiBi's formula for 3 heads | slopes of 0.1575, 0.0248, 0.0039 where trained models have 0.0625, 0.0039, 0.25 | `check("7.5")` |
# | ALiBi with the wrong sign | the own word gets 0.102 and the furthest 0.455, instead of the reverse | `check("7.5")` |
# | Comparing ALiBi biases instead of weights | two right forms differ by up to 1.5 in the bias, and by 0 in the weights | 07 section 4, `check("7.5")` |
# | T5 offsets with the wrong sign | the word before falls into bucket 17 instead of 1 | 07 section 4, `check("7.4")`, `check("7.6")` |
#
# And the prediction? **Three** of the 44 stop with an error: the pair that does not exist, the odd width, and the row that does not exist. The others run, nearly all with the right shapes, and a model would train on them. So test against a known value, a length that must
# stay, or a property that must hold; section 1 has one for every formula.

# %% [markdown]
# ## 3. Glossary
#
# Each term in one line, with the lesson that introduces it.
#
# | term | what it is | lesson |
# |---|---|---|
# | aliasing | a pair comes back to nearly the same place after an offset, so it cannot tell the two positions apart | 06 |
# | ALiBi | a bias on the scores: minus a slope times the distance; nothing is trained | 07 |
# | angular frequency | by how many radians a pair turns at each position, $\omega_i$ | 02 |
# | attention | every word collects a weighted mean of the values of all words | 01 |
# | attention sink | a first token that gets much attention whatever it says | 06 |
# | bag | a collection that remembers how often each word occurs, but not where | 01 |
# | base | the number whose powers are the frequencies, usually 10000 | 02 |
# | bfloat16, float16, float32 | number formats with 8, 11 and 24 significant bits | 06 |
# | bias | a number that is added to a score | 07 |
# | bin | one of the waves that a Fourier transform looks for | 04 |
# | bucket | a group of offsets that share one trained bias | 07 |
# | causal mask | lets a word look at itself and at earlier words only | 01 |
# | chord | the straight distance between two points of a circle | 02 |
# | clamp | a policy: every position beyond the table gets the last row | 04 |
# | column | one of the `d_model` numbers of a row, counted from 0 | 02 |
# | context extension | changing the frequencies of a trained model so that it can read longer texts | 07 |
# | decoder | a stack of layers with a causal mask, which writes a text word by word | 07 |
# | embedding | the vector of numbers that stands for a word; also used for trained position rows | 01 |
# | encoder | a stack of layers without a mask, which reads a text as a whole; a sentence encoder makes one vector of it | 04 |
# | energy | the sum of the squares of all entries | 03 |
# | energy share | the squared length of one part over that of both parts | 03 |
# | equivariant, equivariance | reorder the input, and the output is reordered in the same way | 01 |
# | even | the same for an offset $k$ and for $-k$ | 05 |
# | fine-tune | to train a trained model on, on other texts or for another purpose | 04 |
# | frequency rule | how the exponents are spread over the pairs; another rule is another encoding | 03 |
# | half | the layout with all sines first, then all cosines | 03 |
# | head | one attention of its own inside a layer, with its own queries, keys and values | 01 |
# | held-out | rows that a fit has not seen, kept for testing it | 04 |
# | interleaved | the layout with sine and cosine of a pair side by side | 03 |
# | interpolate | a policy: a table is stretched over a longer text, with rows in between | 04 |
# | invariant | reorder the input, and the output stays as it is | 01 |
# | key | what a word offers to the others, compared with their queries | 01 |
# | last marked | a task: name the last marked letter; only nearness counts | 06 |
# | layer | one step of attention, from rows to rows (in a full Transformer, with more in it: section 5) | 01 |
# | layout | the order of the columns; it must be the same wherever a row is used | 03 |
# | leading directions | the directions in which the rows of a table differ most | 04 |
# | learned table | a table of positions that is trained like any other weight | 04 |
# | linear | context extension that slows down every pair by one factor; the same as position interpolation | 07 |
# | Llama 3 | here: context extension with a ramp between two numbers of turns, as in that model | 07 |
# | LongRoPE | context extension with one searched number for each pair | 07 |
# | NTK-aware | context extension by a larger base: pair 0 stays, the last is slowed by the factor | 07 |
# | offset | how many positions lie between two places, $k$; with a sign | 05 |
# | offset only | the dot product of two rows depends on their offset alone | 08 |
# | offset share | how much of the similarity of rows the offset explains, from 0 to 1 | 04 |
# | order-blind ceiling | what a reader can get right who knows the letters but not their places | 04 |
# | orthogonal | of a matrix: it turns (or mirrors) and keeps every length | 05 |
# | pair | the two columns $2i$ and $2i+1$: sine and cosine of one angle | 02 |
# | parameter | a number that training changes | 04 |
# | policy | what a table answers for a position beyond its last row | 04 |
# | pooled | averaged over the rows into one vector | 01 |
# | position | the place of a word in its text, counted from 0 | 02 |
# | position interpolation | all positions are multiplied by a number below 1, so that a longer text fits | 07 |
# | positional encoding | what tells a Transformer where a word stands | 00 |
# | power | of a bin: how much of its wave is in the curves, a sum of squares | 04 |
# | query | what a word looks for, compared with the keys | 01 |
# | radian | an angle whose arc is as long as the radius; a full turn is $2\pi$ of them | 02 |
# | raise | a policy: stop with an error beyond the table | 04 |
# | random walk | rows that are each the one before plus noise: smooth, and nothing learned | 04 |
# | rotary positions, RoPE | queries and keys are turned by an angle that grows with the position | 07 |
# | score | the dot product of a query with a key, before the softmax | 01 |
# | shift map | one matrix that takes row $p$ to row $p + k$ for all $p$ | 08 |
# | sinusoidal encoding | the table of sines and cosines, one row each position | 02 |
# | slope | how fast the bias of ALiBi falls with the distance | 07 |
# | softmax | turns the scores of a row into weights that are positive and add up to 1 | 01 |
# | spectrum | how much of a table repeats once, twice, and so on in 512 positions | 04 |
# | T5 | a model, and its bias: one trained number for each bucket of offsets and each head | 07 |
# | token | a word or a piece of a word, the unit that a model reads | 01 |
# | Transformer | the kind of network that is made of attention layers | 00 |
# | two back | a task: name the letter two places before; the exact distance counts | 06 |
# | value | what a word hands over to those that attend to it | 01 |
# | wavelength | after how many positions a pair has made a full turn, $\lambda_i$ | 02 |
# | wrap | a policy: beyond the table, begin again at row 0 | 04 |
# | YaRN | context extension: fast pairs stay, slow ones are slowed, a ramp between; a factor on cosine and sine | 07 |

# %% [markdown]
# ## 4. References
#
# Every source that a lesson, an exercise or a notice of the course names, with the lessons that use it. The same list, for programs that manage references, is the file
# [references.bib](../references.bib).
#
# **Papers**
#
# - [Chen et al., 2023](https://arxiv.org/abs/2306.15595). *Extending Context Window of Large Language Models via Positional Interpolation.* Lessons 07, 08.
# - [Ding et al., 2024](https://arxiv.org/abs/2402.13753). *LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens.* Lesson 07.
# - [Haviv et al., 2022](https://arxiv.org/abs/2203.16634). *Transformer Language Models without Positional Encodings Still Learn Positional Information.* Lesson 01.
# - [Kazemnejad et al., 2023](https://arxiv.org/abs/2305.19466). *The Impact of Positional Encoding on Length Generalization in Transformers.* Lessons 01, 06, 07.
# - [Peng et al., 2023](https://arxiv.org/abs/2309.00071). *YaRN: Efficient Context Window Extension of Large Language Models.* Lesson 07.
# - [Press et al., 2021](https://arxiv.org/abs/2108.12409). *Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation.* Lesson 07.
# - [Raffel et al., 2019](https://arxiv.org/abs/1910.10683). *Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer.* Lesson 07.
# - [Su et al., 2021](https://arxiv.org/abs/2104.09864). *RoFormer: Enhanced Transformer with Rotary Position Embedding.* Lesson 07.
# - [Vaswani et al., 2017](https://arxiv.org/abs/1706.03762). *Attention Is All You Need.* Lessons 02, 03, 04, 06.
# - [Wang et al., 2024](https://arxiv.org/abs/2402.05672). *Multilingual E5 Text Embeddings: A Technical Report.* In the notice of the trained tables.
# - [Xiao et al., 2023](https://arxiv.org/abs/2309.17453). *Efficient Streaming Language Models with Attention Sinks.* Lesson 06.
#
# **Code and documentation**
#
# - [fairseq](https://github.com/facebookresearch/fairseq) and [tensor2tensor](https://github.com/tensorflow/tensor2tensor): another frequency rule. Lesson 03.
# - [llama-models](https://github.com/meta-llama/llama-models): the context extension of Llama 3. Lesson 07.
# - [yarn](https://github.com/jquesnelle/yarn): the released code of YaRN, whose ramp is not that of the paper. Lesson 07.
# - [attention_with_linear_biases](https://github.com/ofirpress/attention_with_linear_biases): the authors' slopes for any number of heads. Lesson 07, exercises.
# - [documentation of tfimm](https://tfimm.readthedocs.io/en/latest/content/transformers.html): stretching the tables of image models. Lesson 08.
# - [The Annotated Transformer](https://github.com/harvardnlp/annotated-transformer) and [minGPT](https://github.com/karpathy/minGPT): whole models to read. Section 5.
#
# **Models**
#
# - [all-MiniLM-L6-v2](https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2) and [paraphrase-MiniLM-L3-v2](https://huggingface.co/sentence-transformers/paraphrase-MiniLM-L3-v2): learned tables. Lesson 04.
# - [multilingual-e5-small](https://huggingface.co/intfloat/multilingual-e5-small): a learned table, `me5_small`. Lesson 04.
# - [all-mpnet-base-v2](https://huggingface.co/sentence-transformers/all-mpnet-base-v2): a trained bias. Lesson 07.
# - [SmolLM2-135M-Instruct](https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct): rotary heads. Lesson 07.
# - [Phi-3-mini-128k-instruct](https://huggingface.co/microsoft/Phi-3-mini-128k-instruct): the numbers of LongRoPE. Lesson 07.

# %% [markdown]
# ## 5. What to study next: whole layers
#
# The course has looked at attention and at what is added to it or turned in it. A Transformer is built of *layers* that hold more than attention. Three things are worth knowing before you read one.
#
# **An encoder layer** is attention without a mask, followed by a small network that works on each row by itself; the input of each part is added to its output, and rows are normalised one by one. Steps that treat each row alike know nothing of places.
# So a stack of them should be as blind to order as a single attention.
#
# **A decoder layer** has a causal mask in its attention. In a model that translates, it has a second attention: queries from the text being written, keys and values from the encoder. This *cross-attention* sees the rows of
# the encoder. Does it see their order?
#
# > **Predict.** We reorder the rows that come out of the encoder, without touching them otherwise. What happens to the output of the cross-attention? And what if we reorder the *words*, before positions are added and the encoder reads them?

# %%
rng = np.random.default_rng(1)
weights = rng.normal(size=(8, 8, 8)) / 3  # five for the encoder layer, three for cross-attention


def encoder_layer(x):
    W_q, W_k, W_v, W_1, W_2 = weights[:5]
    x = x + attention(x @ W_q, x @ W_k, x @ W_v)
    return x + np.maximum(x @ W_1, 0) @ W_2  # the small network, row by row


def cross_attention(writing, read):
    W_q, W_k, W_v = weights[5:]
    return attention(writing @ W_q, read @ W_k, read @ W_v)


words, writing, places = rng.normal(size=(6, 8)), rng.normal(size=(3, 8)), sinusoidal_encoding(6, 8)
order = np.array([3, 0, 5, 1, 4, 2])
encoded = encoder_layer(words + places)
print("largest difference:")
blind, moved = encoder_layer(words), encoder_layer(words[order])
print("encoder layer, rows move along        ", gap(moved, blind[order]))
as_read, shuffled = cross_attention(writing, encoded), cross_attention(writing, encoded[order])
print("cross-attention, rows reordered       ", gap(as_read, shuffled))
other_text = cross_attention(writing, encoder_layer(words[order] + places))
print("cross-attention, words reordered first", gap(as_read, other_text))

# %% [markdown]
# To the first, nothing happens: cross-attention takes the encoder's rows as a bag. The second changes, because the order was written *into* the rows before. So the encoder needs its positions, and the decoder relies on them. That is where the original
# Transformer puts them: added to the embeddings at the bottom of both stacks ([Vaswani et al., 2017](https://arxiv.org/abs/1706.03762)).
#
# Questions to take along when you read a model:
#
# 1. Where do positions come in: once at the bottom, or in every layer? (Rotary positions and biases: in every layer.)
# 2. Which attentions get them? Between two texts an offset has no plain meaning: is cross-attention left without?
# 3. Is there a causal mask, and would the model know places without any encoding (lesson 01, section 5)?
# 4. Which layout, which base, which length of training, and what happens beyond it?
#
# Two models that are short enough to read in an evening: [The Annotated Transformer](https://github.com/harvardnlp/annotated-transformer), an encoder and a decoder with sinusoidal positions; and
# [minGPT](https://github.com/karpathy/minGPT), a decoder with a learned table.

# %% [markdown]
# ## Recap
#
# - Every formula of the course has a line that checks it. Change a sign, and its zero goes.
# - Most mistakes stop nothing. A known value, a length or a property finds them.
# - A term is in the glossary, a source in the references. If you miss one, that is a fault of ours.
#
# **Pitfalls.** Section 2 is all about them. One more: a zero in section 1 says that two ways of computing agree on the numbers that were tried. It is a test and no proof; the proofs are in the lessons.
#
# **Your turn.** In the cell of lesson 05, write `M[5]` in place of `M[5].T` in the line that ends in `PE[5:]))`. Predict which numbers are no longer 0. Then make a mistake of your own in each of the other cells. Is there one that no line notices?
#
# <details><summary><b>What happens</b></summary>
#
# Only the second number of line 1 changes. The matrix now moves backwards, while all that line 2 says of the matrices is still true: a property finds a mistake only if the mistake breaks it.
# </details>

# %% [markdown]
# **Next.** You are at the end of the course. `progress()` in one of [your exercises](../work/08_practice_questions.ipynb) shows what is left to do; section 5 has what comes after.
