# %% [markdown]
# # 07 Exercises: Rotary and relative positions
#
# **You will** write rotary positions, show by code that only the difference of the positions counts, stretch a context in two ways, read heads off a published bias, write the attention weights of ALiBi,
# and, if you like, the buckets of T5.
#
# **You need** the lesson [07 Rotary and relative positions](../notebooks/07_rotary_and_relative.ipynb).
#
# **Time** about 60 minutes, best in two sittings (7.1 to 7.3, then 7.4 and 7.5), and 15 more for exercise 7.6. It is extra: you may leave it out.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("7.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.

# %%
import numpy as np

from pe_lessons import check, hint, load_positions, progress

# %% [markdown]
# ## 7.1 RoPE
#
# *15 minutes, difficulty 4*
#
# Write `rope(x, positions, base=10000.0)`. It gets
#
# - `x`, queries or keys of shape `(..., n, d)`, with an even `d`;
# - `positions`, an array of `n` whole numbers: row $r$ of `x` stands at `positions[r]`. They may come in any order, and may be negative.
#
# It returns a new array of the shape of `x`, and leaves `x` as it is. Neighbouring columns $2i$ and $2i+1$ are a pair. The pair $(a, b)$ at position $p$ becomes
#
# $$(a\cos\theta - b\sin\theta,\quad a\sin\theta + b\cos\theta), \qquad \theta = p\,\omega_i, \qquad \omega_i = \mathrm{base}^{-2i/d}.$$
#
# Shown: `rope(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1]))` is -1.142640, 1.922076, 2.959851, 4.029800.


# %%
def rope(x, positions, base=10000.0):
    """Rows of x, each turned by its position: an array of the shape of x."""
    # solution
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)  # (n, d / 2)
    a, b = x[..., 0::2], x[..., 1::2]
    out = np.empty(x.shape)
    out[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
    out[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return out
    # end


# %%
check("7.1")

# %% tags=["solution"]
turned = rope(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1]))[0]
print("turned:", " ".join(f"{value:.6f}" for value in turned))

# %% [markdown] tags=["solution"]
# The results go into a *new* array. On a copy of `x` alone, the second line would read the first columns when they have already changed, and nothing would complain. Test with what a turn must do: position 0 changes nothing,
# and every row keeps its length.
#
# Many programs pair column $i$ with column $i + d/2$ instead. That is as good, as long as queries, keys and weights all agree on it (lesson, section 2). Mixed, the lengths change:

# %% tags=["solution"]
x = np.array([[1.0, 2.0, 3.0, 4.0]])
print("squared length before:", x[0] @ x[0])
turned = rope(x, np.array([1]))[0]
print(f"turned by rope:        {turned @ turned:.4f}")
angles = np.array([1.0, 0.01])
table = np.concatenate([angles, angles])  # spread for the other layout
partner = np.array([-2.0, 1.0, -4.0, 3.0])  # neighbours
mixed = x[0] * np.cos(table) + partner * np.sin(table)
print(f"layouts mixed:         {mixed @ mixed:.4f}")

# %% [markdown]
# ## 7.2 Only the difference counts
#
# *12 minutes, difficulty 4*
#
# Write `rope_score(q, k, m, n, base=10000.0)`. It gets a query `q` at position `m` and a key `k` at position `n`, both of shape `(d,)`. It returns one number: the dot product of the turned
# query and the turned key. Do not divide by anything. You may call your `rope` of 7.1.
#
# Shown: for the `q` and `k` below, `rope_score(q, k, 4, 0)` is -0.771561, with neighbours as pairs. (The check also takes the layout that pairs column $i$ with column $i + d/2$, and a turn in the other
# direction, if query and key are treated alike.)
#
# > **Predict.** Write $f(m, n)$ for `rope_score(q, k, m, n)`. Which of these four numbers are equal: $f(4, 0)$, $f(0, 4)$, $f(104, 100)$, $f(3, 3)$? Is one of them the plain dot product of `q` and `k`?

# %%
q = np.array([-1.22, 0.64, 2.07, -0.04])
k = np.array([0.42, -0.46, -0.49, -1.48])
print(f"plain dot product: {q @ k:.6f}")


# %%
def rope_score(q, k, m, n, base=10000.0):
    """Dot product of q at position m and k at position n, both turned: one number."""
    # solution
    turned_q = rope(q[None, :], np.array([m]), base)[0]
    turned_k = rope(k[None, :], np.array([n]), base)[0]
    return turned_q @ turned_k
    # end


# %%
check("7.2")

# %% [markdown] tags=["solution"]
# The cell shows the property, for one query and one key. Adding 100 to both positions changes nothing; at equal positions the score is the plain dot product. Exchanging the positions does change it: the score knows the
# sign of the offset. If only the query is turned, the first line is right and the third is not. That is why one test case proves little.

# %% tags=["solution"]
for m, n in ((4, 0), (0, 4), (104, 100), (3, 3)):
    print(f"f({m:3d}, {n:3d}) = {rope_score(q, k, m, n):9.6f}")

# %% [markdown]
# ## 7.3 Longer contexts: PI and NTK
#
# *12 minutes, difficulty 4*
#
# A model shall read texts that are `factor` times as long as those of its training. There are two common ways to change the frequencies of its RoPE. The text `method` says which:
#
# - `"linear"` (position interpolation, PI): every position is divided by `factor`. The same comes out if the positions stay and all frequencies change. How must they change?
# - `"ntk"`: only the base changes, to a larger one. Pair 0 keeps its frequency 1, and the *last* pair gets slower by exactly `factor`. Find the new base.
#
# Write `extended_frequencies(d, factor, method, base=10000.0)`. It returns the `d // 2` frequencies, in radians for each position. `d` is even, and at least 4.
#
# Shown, for `d` = 8 and `factor` = 4: linear gives 0.25, 0.025, 0.0025, 0.00025; ntk gives 1, 0.062996, 0.003969, 0.00025.


# %%
def extended_frequencies(d, factor, method, base=10000.0):
    """The frequencies for a longer text: an array of shape (d / 2,)."""
    # solution
    exponents = -np.arange(0, d, 2) / d
    if method == "linear":
        return base**exponents / factor
    new_base = base * factor ** (d / (d - 2))
    return new_base**exponents
    # end


# %%
check("7.3")

# %% tags=["solution"]
for method in ("linear", "ntk"):
    values = extended_frequencies(8, 4.0, method)
    print(f"{method:6s}", " ".join(f"{value:.6f}" for value in values))

# %% [markdown] tags=["solution"]
# The last pair has the exponent $-(d-2)/d$. From $\mathrm{new}^{-(d-2)/d} = \mathrm{base}^{-(d-2)/d} / s$, where $s$ is the factor, follows $\mathrm{new} = \mathrm{base}\cdot s^{d/(d-2)}$. With $\mathrm{base}\cdot s$, as one often reads, the last pair
# is slowed by less than $s$:

# %% tags=["solution"]
plain = extended_frequencies(8, 1.0, "linear")
print("times slower, pairs 0 to 3 of 8 columns, factor 4:")
rows = {
    "linear": extended_frequencies(8, 4.0, "linear"),
    "ntk": extended_frequencies(8, 4.0, "ntk"),
    "base times 4": 40000.0 ** (-np.arange(0, 8, 2) / 8),
}
for name, frequencies in rows.items():
    print(f"{name:13s}", "  ".join(f"{x:.3f}" for x in plain / frequencies))

# %% [markdown]
# ## 7.4 Read a real bias
#
# *6 minutes, difficulty 2*
#
# The sentence model MPNet adds a learned number to every score, a **bias**. It depends on the head and on the offset, which is the position of the key minus the position of the query. The table has one column for each
# head, and one row for each **bucket**, that is, for one offset or a few. The *previous* token has the offset -1 and bucket 1; the *next* token has the offset +1 and bucket 17.

# %%
bias = load_positions("mpnet_relative_bias").values
print("buckets and heads:", bias.shape)

# %% [markdown]
# Which head gives the previous token its highest bias, and which head the next token? Give the numbers of the two heads, in this order. Heads count from 0.

# %%
# solution
previous_and_next = (int(bias[1].argmax()), int(bias[17].argmax()))
# stub
# previous_and_next = ...  # two whole numbers
# end

# %%
check("7.4")

# %% tags=["solution"]
for name, bucket in (("previous", 1), ("next", 17)):
    row = bias[bucket]
    print(f"{name:8s} token: head {row.argmax():2d} with {row.max():+.2f}", end=", ")
    print(f"lowest is head {row.argmin()} with {row.min():+.2f}")

# %% [markdown] tags=["solution"]
# Two slips are common. With query minus key the two heads change places. And with `np.abs` one finds the heads that *avoid* these places, as their bias is larger in size, with a minus.

# %% [markdown]
# ## 7.5 ALiBi
#
# *15 minutes, difficulty 4*
#
# Write `alibi_weights(n_heads, n)`. It returns attention weights, an array of shape `(n_heads, n, n)`: for each head one row for the query at each position $p$, and one column for the key at each position $q$. All scores are 0 at first, so that
# the bias alone decides:
#
# 1. Head $h$ has a slope $a_h$ and adds $-a_h\,(p - q)$ to the score.
# 2. A causal mask hides the keys with $q > p$.
# 3. The softmax along the keys makes weights of the scores.
#
# The slopes: if the number of heads is a power of two, $a_h = 2^{-8(h+1)/n_\mathrm{heads}}$ for $h = 0, 1, 2, \dots$. If not, the authors' code does this: take all slopes of the power of two $H$ below, then fill up with
# every other slope of $2H$ heads, from the first on. So 3 heads have the slopes of 2 heads, 1/16 and 1/256, and then the first slope of 4 heads, 1/4.
#
# Shown: the last row of head 0 of `alibi_weights(2, 4)` is 0.227073, 0.241718, 0.257307, 0.273902.
#
# > **Predict.** In this row each weight is the next one times a constant *ratio*. Which ratio, if the slope is $a_h$?


# %%
def alibi_weights(n_heads, n):
    """Causal attention weights for equal scores: an array of shape (n_heads, n, n)."""
    # solution
    H = 2 ** (n_heads.bit_length() - 1)  # the power of two below, or n_heads itself
    slopes = 2.0 ** (-8 * np.arange(1, H + 1) / H)
    others = 2.0 ** (-8 * np.arange(1, 2 * H + 1, 2) / (2 * H))
    slopes = np.concatenate([slopes, others[: n_heads - H]])
    p, q = np.arange(n)[:, None], np.arange(n)[None, :]
    scores = -slopes[:, None, None] * (p - q)
    scores = np.where(q > p, -np.inf, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
    # end


# %%
check("7.5")

# %% tags=["solution"]
print("last row of head 0:", *alibi_weights(2, 4)[0, -1].round(6))

# %% [markdown] tags=["solution"]
# The ratio is $e^{-a_h}$: one step further away costs $a_h$ in the score. In a row, adding a constant to all scores changes nothing after the softmax. So the form with one row of biases for all queries, $a_h\,q$, passes as well.
#
# The mask has to come before the softmax. Cut afterwards, the rows no longer add to 1.

# %% tags=["solution"]
weights = alibi_weights(2, 4)
print("head 0:")
for row in weights[0]:
    print("  ", " ".join(f"{w:.4f}" for w in row))
print(f"ratio of neighbours {weights[0, 3, 2] / weights[0, 3, 3]:.6f}", end=", ")
print(f"exp(-1/16) {np.exp(-1 / 16):.6f}")
one_row = np.where(np.tri(4) == 1, np.arange(4) / 16, -np.inf)  # the same for every query
same = np.exp(one_row) / np.exp(one_row).sum(axis=1, keepdims=True)
print("one row of biases gives the same:", bool(np.allclose(same, weights[0])))

# %% [markdown]
# ## 7.6 T5 buckets (extra)
#
# *15 minutes, difficulty 5*
#
# T5 (and MPNet in 7.4) learns one number for each *bucket* of offsets. Write `t5_bucket(rel, num_buckets=32, max_distance=128)`. It gets an array of offsets `rel`: whole numbers, position of the key minus position of the
# query. It returns the bucket of each, an array of the same shape. The rules:
#
# - Half of the buckets, $B$ of them, are for offsets $r \le 0$: buckets 0 to $B - 1$. The other half is for $r > 0$: the same, plus $B$. Within a half only the distance $|r|$ counts.
# - The first $b = B/2$ buckets of a half hold one distance each: 0, 1, ..., $b - 1$.
# - From distance $b$ on, the bucket within the half is $b + \lfloor \frac{\log(|r|/b)}{\log(\mathrm{max\_distance}/b)}\,(B - b) \rfloor$, but at most $B - 1$. ($\lfloor\;\rfloor$ rounds down.)
#
# `num_buckets` is a multiple of 4, and `max_distance` is larger than $b$.
#
# Shown: for `rel` = -3, -1, 0, 1, 3 the buckets are 3, 1, 0, 17, 19.
#
# > **Predict.** The distances go from 0 to 511. How many of them share the last bucket of a half: about 30, about 130, or about 400?


# %%
def t5_bucket(rel, num_buckets=32, max_distance=128):
    """The bucket of each offset: whole numbers in an array of the shape of rel."""
    # solution
    B = num_buckets // 2
    b = B // 2
    distance = np.abs(rel)
    share = np.log(np.maximum(distance, b) / b) / np.log(max_distance / b)  # 0 at b
    far = np.minimum(b + np.floor(share * (B - b)).astype(int), B - 1)
    return np.where(distance < b, distance, far) + B * (np.asarray(rel) > 0)
    # end


# %%
check("7.6")

# %% tags=["solution"]
buckets = t5_bucket(-np.arange(512))
for bucket in range(16):
    members = np.flatnonzero(buckets == bucket)
    print(f"bucket {bucket:2d}: distances {members[0]} to {members[-1]} ({len(members)})")

# %% [markdown] tags=["solution"]
# Near offsets are told apart exactly, far ones only roughly: from distance 8 on each bucket reaches about 1.4 times as far as the one before, and the last takes everything from 91 on, 421 of the 512 distances. The most common mistake is the sign. With query
# minus key the halves change places, and a trained table is read from the wrong side.

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/07_rotary_and_relative.ipynb) show one way to do each exercise, and say why. Next lesson:
# [08 Practice questions](../notebooks/08_practice_questions.ipynb).
