# %% [markdown]
# # 03 Worked example: every digit of a small table
#
# **You will** compute the encoding of five positions with six columns, digit by digit, meet the two column orders in use, add the encoding
# to three words, and measure how much of the sum is position.
#
# **You need** the formula of [02 Frequencies](02_frequencies.ipynb) and matrix shapes.
#
# **Time** about 30 minutes.

# %%
import numpy as np

from pe_lessons import add_positions, compute_frequencies, sinusoidal_encoding
from pe_lessons.figures import plot_hands, plot_layouts, plot_position_share

np.set_printoptions(precision=4, suppress=True)

# %% [markdown]
# ## 1. Three angles for each position
#
# Take `d_model` = 6: three pairs. The angles of position $p$ are $p$ times the three frequencies, or $p$ divided by 1, by $10000^{1/3}$ and by $10000^{2/3}$.
#
# > **Predict.** At position 2, the first hand has turned by 2 radians. By about how much has the second one turned? And the third?

# %%
omega = compute_frequencies(6)
print("for each of the three pairs:")
print("divisors   ", " ".join(f"{1 / w:9.4f}" for w in omega))
print("frequencies", " ".join(f"{w:9.6f}" for w in omega))
for p in range(5):
    print(f"angles at position {p}:", " ".join(f"{p * w:8.5f}" for w in omega))
plot_hands(range(5), 6)

# %% [markdown]
# In the first circle the hand sweeps through more than half a turn. In the second the five hands open like a fan, in the third they lie
# nearly on each other. A hand's height is its sine, its reach to the right its cosine. Write them down in turn, pair by pair:

# %%
print("position   sin0    cos0    sin1    cos1    sin2    cos2")
for p in range(5):
    numbers = [f(p * w) for w in omega for f in (np.sin, np.cos)]
    print(f"{p:8d}", " ".join(f"{v:7.3f}" for v in numbers))

# %% [markdown]
# That is the whole encoding. The package computes the same table:

# %%
table = sinusoidal_encoding(5, 6)
print(table)
by_hand = np.array([[f(p * w) for w in omega for f in (np.sin, np.cos)] for p in range(5)])
print(f"largest difference from our own: {np.abs(table - by_hand).max():.6f}")

# %% [markdown]
# ### Digits that go wrong in print
#
# Some digits suffer when a worked example is done or copied by hand. Three to watch:

# %%
print(f"cos(4)  = {np.cos(4):.6f}, to three places {np.cos(4):.3f}")
print(f"second angle at position 2: {2 * omega[1]:.6f}")
print(f"the same, divided by the rounded 21.54: {2 / 21.54:.6f}")
print(f"last cosine at position 1: {table[1, 5]:.6f}, to three places {table[1, 5]:.3f}")

# %% [markdown]
# - The cosine of 4 rounds to -0.654. Cut off, it would be -0.653, and that has been printed as well.
# - Divide by a rounded number and the third digit moves: 0.0928 becomes 0.0929. Keep all digits and round once, at the end.
# - A printed 1.000 is not always a one. Only at position 0 is the cosine exactly 1.

# %% [markdown]
# ## 2. Pair by pair, or column by column
#
# Some code loops over columns instead of pairs. Then the frequency has to be the same for both columns of a pair.
#
# > **Predict.** For column 3, which exponent is right: 3/6 or 2/6?

# %%
print("column by column against pair by pair:")
columns = np.zeros((5, 6))
for p in range(5):
    for c in range(6):
        angle = p / 10000 ** (2 * (c // 2) / 6)
        columns[p, c] = np.sin(angle) if c % 2 == 0 else np.cos(angle)
print(f"largest difference: {np.abs(columns - table).max():.6f}")

sine, cosine = table[1, 2:4]
own = np.cos(1 / 10000 ** (3 / 6))
print(f"squares of pair 1 at position 1, one exponent for both:  {sine**2 + cosine**2:.4f}")
print(f"squares, the cosine with the exponent of its own column: {sine**2 + own**2:.4f}")

# %% [markdown]
# 2/6: column $c$ belongs to pair `c // 2`, so column 3 to pair 1. A test that costs nothing finds the mistake: the point lies on a circle, so the squares of a pair add up to 1. With an
# exponent of its own, the cosine leaves the circle.

# %% [markdown]
# ## 3. Two orders of the columns
#
# The paper puts sine and cosine side by side. Other projects store all sines first and then all cosines. We call the orders **interleaved** and **half**.

# %%
half = sinusoidal_encoding(5, 6, layout="half")
print("columns moved, then equal:", bool(np.array_equal(table[:, [0, 2, 4, 1, 3, 5]], half)))
print("row 1, interleaved", table[1])
print("row 1, half       ", half[1])
print(f"dot products of all rows differ by {np.abs(table @ table.T - half @ half.T).max():.6f}")
plot_layouts(table, half)

# %% [markdown]
# A layout is only another order of the columns. All dot products between rows stay, and a layer that multiplies by a learned matrix can learn the
# same function from either. A mixture is a mistake: a table in one layout does not fit weights trained with the other.
#
# A different **frequency rule** is something else. Some projects ([tensor2tensor](https://github.com/tensorflow/tensor2tensor), [fairseq](https://github.com/facebookresearch/fairseq)) spread the exponents over $d_\mathrm{model}/2 - 1$ steps, so
# that the last frequency is exactly 1/10000:

# %%
other_rule = 10000.0 ** (-np.arange(4) / (8 / 2 - 1))
print("the paper's rule, 8 columns:", compute_frequencies(8))
print("over d_model/2 - 1 steps:   ", other_rule)

# %% [markdown]
# No order of columns turns one into the other. When you compare with other code, compare the frequencies first, then the layout.

# %% [markdown]
# ## 4. Add it to words
#
# Now a model's input layer, as small as it gets: a vocabulary of 1000 tokens, 512 columns, an encoding for up to 100 positions, and the sentence *I love
# transformers* as the token numbers 42, 87 and 256.
#
# > **Predict.** Write down the shapes of the five arrays: token numbers, embedding table, the words of the sentence, encoding, and sum.

# %%
vocabulary, d_model, max_len = 1000, 512, 100
rng = np.random.default_rng(0)
embedding_table = 0.1 * rng.normal(size=(vocabulary, d_model))
encoding = sinusoidal_encoding(max_len, d_model)

tokens = np.array([42, 87, 256])
words = embedding_table[tokens]
x = add_positions(words, encoding)
print("shapes:")
print("tokens", tokens.shape, " table", embedding_table.shape, " words", words.shape)
print("encoding", encoding.shape, " sum", x.shape)
print("row 0 has position 0, row 1 position 1:", np.allclose(x - words, encoding[:3]))

# %% [markdown]
# A token number selects a row of the embedding table; the *place in the sentence* selects a row of the encoding. 42 has nothing to do with position 42. The
# sum has the shape of the words, and the model's width does not grow.
#
# `add_positions` refuses what NumPy would do in silence. A table with one row, added to three words, would be stretched over all three:

# %%
print("NumPy:", (words + encoding[:1]).shape, "- all three words got position 0")
try:
    add_positions(words, encoding[:1])
except ValueError as error:
    print("add_positions:", error)

# %% [markdown]
# ## 5. How much of the sum is position?
#
# Let us call the words $E$ and the encoding $P$. The length $\lVert P\rVert$ of a matrix is the root of the sum of all its squares. A percentage that is sometimes shown is $\lVert P\rVert / \lVert E + P\rVert$, the length of one against
# the length of the sum.
#
# > **Predict.** The same can be done for the words. If the two numbers were shares, what would they add up to? Do they?

# %%
E, P = words, encoding[:3]
norm = np.linalg.norm
part_p, part_e = norm(P) / norm(E + P), norm(E) / norm(E + P)
print("length against the length of the sum:")
print(f"position {part_p:.1%} + words {part_e:.1%} = {part_p + part_e:.1%}")
opposite = -0.1 * P
print(f"with words that point the other way, the position has {norm(P) / norm(opposite + P):.1%}")

# %% [markdown]
# It is not a share. The two do not add up to 100 %, and one alone can exceed it, since lengths of vectors do not add. *Squared* lengths
# do, when the two vectors are at right angles, and random vectors of this width nearly are. So take the **energy share**
#
# $$\frac{\lVert P\rVert^2}{\lVert P\rVert^2 + \lVert E\rVert^2}.$$

# %%
def energy_share(a, b):
    return norm(a) ** 2 / (norm(a) ** 2 + norm(b) ** 2)


print(f"length of a row: position {norm(P[1]):.2f}, word {norm(E[1]):.2f}")
print(f"energy share of the position: {energy_share(P, E):.1%}")
angles = np.sum(E * P, axis=1) / (norm(E, axis=1) * norm(P, axis=1))
print("cosine of the angle between each word and its position:", angles.round(3))

# %% [markdown]
# Every row of the encoding has the same length: 256 pairs, each on a circle of radius 1, give $\sqrt{256} = 16$. The words, with entries of
# about 0.1, are drowned.
#
# ### The factor $\sqrt{d_\mathrm{model}}$
#
# The original Transformer multiplies its embeddings by $\sqrt{d_\mathrm{model}}$ before the sum
# ([Vaswani et al., 2017](https://arxiv.org/abs/1706.03762), in the part on embeddings and softmax).
#
# > **Predict.** With this factor, who has the larger part?

# %%
scaled = np.sqrt(d_model) * E
print("words times the factor:")
print(f"factor {np.sqrt(d_model):.2f}, length of a word now {norm(scaled[1]):.2f}")
print(f"energy share of the position: {energy_share(P, scaled):.1%}")
size = np.sqrt(np.mean(E**2))
plot_position_share({"as drawn": size, "times sqrt(d_model)": np.sqrt(d_model) * size})

# %% [markdown]
# The two are balanced when a word's entries have the size $1/\sqrt 2$, the root mean square of a sine. The factor is no law: whether it balances
# depends on how the embeddings were drawn. Entries of size $1/\sqrt{d_\mathrm{model}}$ become 1 with it, and then one third of the energy is position:

# %%
usual = rng.normal(size=(3, d_model)) / np.sqrt(d_model)
print(f"entries of {1 / np.sqrt(d_model):.3f}: share {energy_share(P, usual):.1%}")
print(f"with the factor: share {energy_share(P, np.sqrt(d_model) * usual):.1%}")

# %% [markdown]
# ## 6. Why add, and not append?
#
# One could keep word and position apart by writing them next to each other. The row would have 1024 columns.
#
# > **Predict.** Is there a fixed matrix that makes the sum out of the appended row?

# %%
print("the appended row and the sum:")
appended = np.concatenate([E, P], axis=1)
fold = np.concatenate([np.eye(d_model), np.eye(d_model)])
print("appended", appended.shape, " matrix", fold.shape)
print(f"appended @ matrix against the sum: {np.abs(appended @ fold - (E + P)).max():.6f}")

# %% [markdown]
# Yes: two identity matrices on top of each other. Adding is appending followed by one fixed map. It keeps the width, and a learned matrix $W$ after it
# sees $(E + P)W = EW + PW$: a part that depends on the word and a part that depends on the place.

# %% [markdown]
# ## Recap
#
# - Angles first, $p\,\omega_i$; then sine and cosine of each in turn. Round once, at the end.
# - Both columns of a pair share one frequency, and their squares add up to 1.
# - Interleaved and half layout hold the same columns. Another frequency rule is another encoding.
# - The encoding is added: shape `(n, d_model)` before and after. Every row has the length $\sqrt{d_\mathrm{model}/2}$.
# - Measure shares in energy. How large the position is depends on how the words are scaled.
#
# **Pitfalls**
#
# - Adding a table that is too short: NumPy stretches a single row without a word (section 4).
# - A cosine with an exponent of its own (section 2): nothing fails, the circle is lost.
# - "Position is 99 % of the signal": a ratio of lengths is not a share (section 5).
#
# **Your turn.** [Your exercises](../work/03_worked_example.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. Compute the row of position 5 for `d_model` = 6 on paper or with a calculator set to radians, to three places. Then look it up with
# `sinusoidal_encoding([5], 6)`. [Question 3](08_practice_questions.ipynb) asks for position 4.
#
# **Next.** [04 Learned against sinusoidal](04_learned_versus_sinusoidal.ipynb): must the table be computed, or can a model find its own?
