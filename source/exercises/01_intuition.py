# %% [markdown]
# # 01 Exercises: Intuition
#
# **You will** predict what attention does with shuffled words, write a test for "the same bag of words", measure two kinds of
# symmetry, and let a token find out its place from nothing but a mask.
#
# **You need** the lesson [01 Intuition](../notebooks/01_intuition.ipynb).
#
# **Time** about 28 minutes, and 8 more for exercise 1.3. It is extra: you may leave it out.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("1.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.

# %%
import numpy as np

from pe_lessons import attention, causal_mask, check, hint, progress, sinusoidal_encoding

# %% [markdown]
# ## 1.1 Shuffle and predict
#
# *3 minutes, difficulty 1*
#
# An attention layer has no mask and gets no positions. We give it the words of a sentence, then the same words in a new order. What happens to the rows of
# its output? Give one letter, in quotes.
#
# - **A** Each word keeps its vector; the rows stand in the new order.
# - **B** The output matrix stays as it was.
# - **C** The vectors of the words change.
# - **D** Only the first word keeps its vector.
#
# > **Predict.** Decide before you run anything. In 1.4 you will measure it.

# %%
# solution
after_shuffling = "A"
# stub
# after_shuffling = ...  # a letter, in quotes
# end

# %%
check("1.1")

# %% [markdown] tags=["solution"]
# **Why A.** The output row of a word is a weighted mean over all words. The weights come from the word's own query and from the keys of the others, and
# none of these knows a place. A mean does not see the order of its terms. So each vector stays what it was, and stands where its word now stands.
#
# B tempts, because "attention is permutation-invariant" is often written. That holds for the mean over the rows, not for the matrix.

# %% [markdown]
# ## 1.2 The same bag
#
# *5 minutes, difficulty 1*
#
# A model stacks such layers and takes the mean of the rows at the end. It knows only the bag of the words: which words there are, and how often each occurs.
#
# Write `same_bag(a, b)`. It gets two lists of words. It returns `True` if the model can *not* tell the two lists apart, and `False` if it can. Two words are equal only if
# they are written alike: *The* and *the* are two tokens.
#
# Shown: *The dog bit the man* and *man the bit dog The* give `True`; *dog bites man* and *dog bites boy* give `False`.


# %%
def same_bag(a, b):
    """Whether two lists of words are one bag: the same words, each equally often."""
    # solution
    return sorted(a) == sorted(b)
    # end


# %%
check("1.2")

# %% [markdown] tags=["solution"]
# **Why sorted.** Sorting takes the order away and keeps every copy. `collections.Counter(a) == Counter(b)` does the same by counting.
#
# The usual slip is `set(a) == set(b)`. A set forgets how often a word occurs, but attention does not: each copy of a word takes part in the mean.

# %% tags=["solution"]
rng = np.random.default_rng(3)
vector = {word: rng.normal(size=4) for word in ("dog", "man")}
for words in ("dog dog man", "man dog dog", "dog man man"):
    x = np.stack([vector[word] for word in words.split()])
    print(f"{words}: mean of the output rows {attention(x, x, x).mean(axis=0).round(3)}")

# %% [markdown]
# ## 1.3 Counting in bits (extra)
#
# *8 minutes, difficulty 2*
#
# Write `binary_positions(n, bits)`. It returns the positions 0 to `n - 1` as binary numbers: an array of shape `(n, bits)` with entries 0 and 1, one row for each position.
# Column 0 is the lowest bit, the one that changes from each row to the next. If `n` is larger than `2**bits`, there are too few bits: leave the higher ones out, and rows repeat.
#
# Shown: `binary_positions(8, 3)` has row 1 = `[1, 0, 0]`, row 3 = `[1, 1, 0]` and row 6 = `[0, 1, 1]`.


# %%
def binary_positions(n, bits):
    """Positions in binary digits, lowest bit first, shape (n, bits)."""
    # solution
    return (np.arange(n)[:, None] >> np.arange(bits)) & 1
    # end


# %%
check("1.3")

# %% [markdown]
# > **Predict.** With four bits, how many change from position 7 to 8? And how many from 0 to 8? Then count them in `binary_positions(9, 4)`.

# %% tags=["solution"]
table = binary_positions(9, 4)
for a, b in ((7, 8), (0, 8)):
    print(f"bits that change from {a} to {b}: {int(np.sum(table[a] != table[b]))}")

# %% [markdown] tags=["solution"]
# **What it shows.** `p >> b` drops the `b` lowest bits, and `& 1` keeps the lowest of the rest. Forgetting that last step leaves quotients such as 2 and 3.
#
# The columns have different speeds, and that idea is worth keeping. As a measure of distance bits are bad: the neighbours 7 and 8 differ in
# all four digits, 0 and 8 in one. The sinusoidal table replaces the jumps by waves.

# %% [markdown]
# ## 1.4 Equivariant or invariant: measure it
#
# *12 minutes, difficulty 3*
#
# Does the output follow the words when they change places, or does it stay as it is? Write `order_gaps(f, X, perm)`. It gets
#
# - `f`, a function that takes an array of shape `(n, d)` and returns one of the same shape, such as a layer;
# - `X`, an array of shape `(n, d)`, one row for each word;
# - `perm`, a new order: row `j` of `X[perm]` is row `perm[j]` of `X`.
#
# It returns two numbers:
#
# 1. the largest absolute entry of `f(X[perm])` minus `f(X)[perm]`: 0 if `f` is **equivariant**, that is, if its output follows the words;
# 2. the largest absolute entry of `f(X[perm])` minus `f(X)`: 0 if `f` is **invariant**, that is, if its output stays as it is.
#
# Shown: `order_gaps(attend, X, perm)` is 0 (up to rounding) and 1.550923, for the layer and the numbers in the next cell.

# %%
X = np.array(
    [
        [-0.36, 1.2, 1.4, 0.32, 0.41],
        [-0.49, -0.91, -0.9, -1.0, 0.93],
        [-0.06, 0.13, -0.64, -1.09, -1.2],
        [-0.84, 0.6, 0.02, -0.46, -0.24],
        [-1.43, 1.23, -1.22, 0.04, 2.14],
    ]
)
perm = np.array([1, 2, 0, 4, 3])


def attend(X):
    """One attention layer without mask and without weights: queries, keys and values are X."""
    return attention(X, X, X)


# %%
def order_gaps(f, X, perm):
    """The gap to f(X)[perm] and the gap to f(X), two numbers."""
    # solution
    after, before = f(X[perm]), f(X)
    return np.abs(after - before[perm]).max(), np.abs(after - before).max()
    # end


# %%
check("1.4")

# %% [markdown]
# > **Predict.** Which of the two gaps is 0 for `attend` above, and for each of the three functions below: the layer with a causal mask, the mean over the rows (repeated in
# > each row), and the layer after positions have been added? Then call `order_gaps` with each of the four.


# %%
def attend_causally(X):
    return attention(X, X, X, mask=causal_mask(len(X)))


def mean_pooling(X):
    return np.repeat(X.mean(axis=0, keepdims=True), len(X), axis=0)


def attend_with_positions(X):
    return attend(X + sinusoidal_encoding(*X.shape))


# %% tags=["solution"]
print("                       gap to f(X)[perm]  gap to f(X)")
for f in (attend, attend_causally, mean_pooling, attend_with_positions):
    first, second = order_gaps(f, X, perm)
    print(f"{f.__name__:22s} {first:17.6f} {second:12.6f}")

# %% [markdown] tags=["solution"]
# **What it shows.** Without mask and positions the first gap is 0 and the second is not: equivariant, not invariant. Only the pooled rows have both gaps 0.
# A causal mask or added positions break the symmetry, and then order counts.
#
# Two slips are common. `f(X)[np.argsort(perm)]` undoes the order where it should be followed; an order that only exchanges two words is its own inverse and hides this. And
# `max` without `abs` forgets the large negative differences.

# %% [markdown]
# ## 1.5 Who needs positions? Counting with a causal mask
#
# *8 minutes, difficulty 3*
#
# A text has `n` tokens. The value of token 0 is the number 1, the value of every other token is 0. The mask is causal: token `t` looks at itself and
# at the tokens before it. All scores are equal, so it looks at each of them with the same weight.
#
# Write `bos_share(n)`. It returns the output of each token, an array of shape `(n,)`. (BOS, beginning of sequence, is the usual name of such a first token.)
#
# Shown: `bos_share(4)` begins with 1, and its entry for token 2 is 0.333333.
#
# > **Predict.** Do two tokens get the same number? And is it true that "a Transformer needs explicit positions"?


# %%
def bos_share(n):
    """What each token receives from token 0, shape (n,)."""
    # solution
    return 1 / (np.arange(n) + 1)
    # end


# %%
check("1.5")

# %% tags=["solution"]
n = 6
marker = np.eye(n)[:, :1]
equal = np.zeros((n, 1))
print("from the layer:", attention(equal, equal, marker, mask=causal_mask(n))[:, 0].round(6))
print("bos_share:     ", bos_share(n).round(6))
print("without a mask:", attention(equal, equal, marker)[:, 0].round(6))

# %% [markdown] tags=["solution"]
# **What it shows.** Token $t$ looks at $t+1$ tokens, itself included, with equal weight, and exactly one of them carries a 1. So it receives $1/(t+1)$, and no two tokens receive the same: each
# can read off its place. The sentence is true without a mask, where all tokens receive $1/n$. With a causal mask it is too strong.
#
# Two slips are common: a mask that hides the token from itself, so that token 0 has nothing to look at, and masked scores set to 0. A score of 0 still gets weight; only minus infinity gets none.

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/01_intuition.ipynb) show one way to do each exercise, and say why. Next lesson:
# [02 Frequencies](../notebooks/02_frequencies.ipynb).
