# %% [markdown]
# # 01 Intuition: why a Transformer has to be told where a word stands
#
# **You will** run attention on two sentences made of the same words, see what it can and cannot tell apart, add positions,
# and try three ways of writing down a position that do not work.
#
# **You need** arrays and the idea of a word embedding: one vector of numbers for each word.
#
# **Time** about 25 minutes. Run each cell with Shift+Enter, from top to bottom. Where it says *Predict*, stop and
# decide before you run the next cell; a wrong guess teaches more than a right one.

# %%
import numpy as np

from pe_lessons import attention, causal_mask, sinusoidal_encoding
from pe_lessons.explorers import explore_word_order
from pe_lessons.figures import first_ideas, plot_first_ideas, plot_outputs_by_word, steps

# %% [markdown]
# ## 1. Two sentences, one bag of words
#
# Here are two sentences. In the first, the man needs a plaster. In the second, the man needs a muzzle.

# %%
first = "The dog bit the man".split()
second = "The man bit the dog".split()
print("same words, same number of each:", sorted(first) == sorted(second))

# %% [markdown]
# A collection that remembers how often each word occurs, but not where, is called a **bag**. The two sentences are one bag.
#
# Each word gets a vector of `d_model` = 8 random numbers. A trained model would have better numbers, but what follows holds
# for any. A sentence of `n` words becomes an array `x` of shape `(n, d_model)`, one row a word.
#
# **Attention**, the heart of a Transformer, lets every word collect from all words. From its vector, each word makes a *query* `x @ W_q` (what it
# looks for), a *key* `x @ W_k` (what it offers) and a *value* `x @ W_v` (what it hands over). The dot product of a query with each key, the *score*, says how
# much of that word's value is taken. (`attention` divides it by the root of the number of columns, so that wide vectors do not make large scores.) A *softmax* turns the scores into weights that are positive and add up to 1, so an output row is a weighted mean of the values. One such step is a *layer*; a layer may hold
# several attentions side by side, its *heads*.

# %%
rng = np.random.default_rng(11)
d_model = 8
vector = {word: rng.normal(size=d_model) for word in sorted(set(first))}
W_q, W_k, W_v = rng.normal(size=(3, d_model, d_model)) / 2


def embed(words):
    return np.stack([vector[word] for word in words])


def layer(x):
    """One attention layer: every row looks at every row. (n, d_model) -> (n, d_model)"""
    return attention(x @ W_q, x @ W_k, x @ W_v)


print("shape of a sentence:", embed(first).shape)

# %% [markdown]
# > **Predict.** We run `layer` on both sentences. Compare the output row of the word *dog* in the first with its row in
# > the second. Are the two rows **A** different, since the dog bites in one and is bitten in the other, **B** equal,
# > or **C** equal only if the word stands in the same place?

# %%
out_first, out_second = layer(embed(first)), layer(embed(second))
print("from the first sentence to the second:")
for word in first:
    a, b = first.index(word), second.index(word)
    change = np.abs(out_first[a] - out_second[b]).max()
    print(f"{word:4s} row {a} and row {b}: largest change of an entry {change:.6f}")

# %% [markdown]
# **B.** Every word keeps its vector; the vector only stands in another row. To this layer the biter and the bitten are the same.
# The picture shows both outputs, a row a word, with a line from each word to itself.

# %%
plot_outputs_by_word((first, second), {"nothing added": (out_first, out_second)})

# %% [markdown]
# ## 2. Equivariant, not invariant
#
# You will often read that attention is *permutation-invariant*: the same tokens (words, or pieces of words) in any order give the same output. Is that so?
#
# > **Predict.** We put the rows of the input `X` in a new order, `X[perm]`, and run the layer. Does the output
# > matrix stay as it was?

# %%
X = embed(first)
perm = [2, 0, 3, 1, 4]

stays = np.abs(layer(X[perm]) - layer(X)).max()
follows = np.abs(layer(X[perm]) - layer(X)[perm]).max()
pooled = np.abs(layer(X[perm]).mean(axis=0) - layer(X).mean(axis=0)).max()
print("largest difference of an entry:")
print(f"output against the old output:              {stays:.6f}")
print(f"output against the old output, rows moved:  {follows:.6f}")
print(f"mean over the rows, before and after:       {pooled:.6f}")

# %% [markdown]
# The matrix does change: its rows move along with their words. Write $S$ for the matrix that reorders rows, and $f$ for the
# layer. What we measured is
#
# $$f(SX) = S\,f(X),$$
#
# and its name is **equivariance**. Why does it hold? The output row of a word is a weighted mean over all words, and a sum does not care in which order its
# terms arrive.
#
# **Invariant**, $f(SX) = f(X)$, is only what you get after the rows are *pooled*, that is, averaged into one vector. So the usual sentence is wrong
# about the layer and right about a sentence vector made from it. Either way the order is lost: whatever is built on the bag
# knows the bag and nothing else.

# %% [markdown]
# ## 3. Tell it the place
#
# Now we add to each row a vector that depends on its place alone. Which vector is the subject of lessons 02 and 03;
# for now take a ready one of shape `(5, 8)`.
#
# > **Predict.** The rows of *dog* in the two sentences will now differ. What about *bit*, which stands at the same place in both?

# %%
places = sinusoidal_encoding(len(first), d_model)
placed_first, placed_second = layer(embed(first) + places), layer(embed(second) + places)
print("from the first sentence to the second:")
for word in first:
    a, b = first.index(word), second.index(word)
    change = np.abs(placed_first[a] - placed_second[b]).max()
    print(f"{word:4s} row {a} and row {b}: largest change of an entry {change:.3f}")

# %%
plot_outputs_by_word(
    (first, second),
    {"nothing added": (out_first, out_second), "positions added": (placed_first, placed_second)},
)

# %% [markdown]
# All five change, also the three that stand where they stood (*The*, *bit*, *the*): they look at a dog and a man who have changed places. The two sentences are now different
# inputs, and a model can learn to give them different meanings.

# %% [markdown]
# ## 4. Why a recurrent network does not ask
#
# A recurrent network, the older way to read text, takes one word after the other and keeps a state.

# %%
W_state, W_in = rng.normal(size=(2, d_model, d_model)) / np.sqrt(d_model)


def last_state(x):
    state = np.zeros(d_model)
    for row in x:
        state = np.tanh(W_state @ state + W_in @ row)
    return state


difference = last_state(embed(first)) - last_state(embed(second))
print(f"last states differ by up to {np.abs(difference).max():.3f}")

# %% [markdown]
# The order is in the order of its steps. Attention gave up these steps so that all words can be computed at once, and has to get the order back by other means.

# %% [markdown]
# ## 5. What a causal mask changes
#
# Models that write text, from left to right, use a **causal mask**: a word may look at itself and at earlier words only.
#
# > **Predict.** We shuffle the four words before the last one. Does the output row of the *last* word change? And
# > after two such layers?

# %%
mask = causal_mask(5)
print("row t: what word t may see:")
print(mask.astype(int))


def causal_layer(x):
    return attention(x @ W_q, x @ W_k, x @ W_v, mask=mask)


def two_layers(x):
    return causal_layer(causal_layer(x))


past_shuffled = [2, 0, 3, 1, 4]
for name, f in (("one layer ", causal_layer), ("two layers", two_layers)):
    before, after = f(X), f(X[past_shuffled])
    print(f"{name}: last row changes by {np.abs(after[-1] - before[-1]).max():.3f}", end=", ")
    print(f"mean over the rows by {np.abs(after.mean(axis=0) - before.mean(axis=0)).max():.3f}")

# %% [markdown]
# After one layer, the *last* word has seen its past as a bag. The other rows have changed already, since each word now has another past, and so the mean
# changes too. After two layers the last row changes as well: the words it looks at have themselves seen different pasts. The mask breaks the symmetry. How could a model make use of that? Let the first token carry a 1 and all others a 0, and let every token
# look with equal weight at all tokens it may see:

# %%
n = 8
marker = np.zeros((n, 1))
marker[0] = 1
equal = np.zeros((n, 1))  # equal queries and keys, so equal weights
share = attention(equal, equal, marker, mask=causal_mask(n))[:, 0]
print("what token t receives:", share.round(3))
print("one over it:          ", (1 / share).round(3))

# %% [markdown]
# Token $t$, counted from 0, receives $1/(t+1)$: it knows its place. So "a Transformer needs explicit positions" is too strong.
# Without a mask it does. With a causal mask a model can work positions out, and language models trained without any encoding do
# ([Haviv et al., 2022](https://arxiv.org/abs/2203.16634); [Kazemnejad et al., 2023](https://arxiv.org/abs/2305.19466)).

# %% [markdown]
# ### Move the words yourself
#
# Choose a word, then drag the slider of its place. A blue line is a vector that stayed the same, an orange one has changed. Say before each move: which lines will be orange if the
# layer is told nothing, if positions are added, and behind a causal mask? (With the mask, move words about before the last one, and look at the last one.)

# %%
explore_word_order(first, embed(first), W_q, W_k, W_v)

# %% [markdown]
# ## 6. Three first ideas, and why they fail
#
# How would *you* write a position as numbers? Three ideas come first to most people:
#
# 1. **the index** itself, 0, 1, 2, ...;
# 2. **the index over the length** (over the last index, to be exact), so that it goes from 0 to 1;
# 3. **binary digits**, one column a bit.
#
# > **Predict.** For each of them: what goes wrong in a long text, and how far is it from one position to the next?

# %%
plot_first_ideas(16)

# %% [markdown]
# Each idea is a table with a row for each position. The bars show the distance from each row to the next. The fourth panel is the kind of table that section 3
# used, for comparison. In numbers:

# %%
index = first_ideas(5001)["the index"]
print(f"index: the entry at position 5000 is {index[5000, 0]:.0f}")
print(f"       the entries of a word are about {np.abs(X).mean():.1f}")
for length in (5, 50):
    step = steps(first_ideas(length)["index / length"])[0]
    print(f"index over length: one step is {step:.4f} in a text of {length} words")
bits = first_ideas(16)["binary digits"]
for a, b in ((7, 8), (0, 8)):
    print(f"binary digits that change from {a} to {b}: {int(np.abs(bits[a] - bits[b]).sum())}")
for length in (16, 50):
    sinusoid = steps(first_ideas(length)["sinusoid"])
    print(f"sinusoid, {length} words: steps of {sinusoid.min():.4f} to {sinusoid.max():.4f}")

# %% [markdown]
# - The **index** grows without limit. Added to a word, a large position drowns it.
# - The **index over the length** makes one step mean different things in different texts: "the next word" is 0.25 away in
#   a text of 5 and 0.0204 away in a text of 50.
# - **Binary digits** stay small and have an idea worth keeping: columns that change at different speeds. But they jump. From 7 to 8
#   four digits change, and the bar is $\sqrt 4 = 2$; from 0 to 8 only one does.
#
# So we ask for a vector that stays small, and whose step from one position to the next has the same length everywhere and in every text. The
# fourth table, with 8 columns for any length, has both properties. It keeps the idea of the binary digits, columns of different speed, and replaces their jumps by waves.

# %% [markdown]
# ## Recap
#
# - Attention without mask and positions is **equivariant**: $f(SX) = S f(X)$. Pooled over the rows it is invariant, and the input is a bag.
# - Adding a vector that depends on the place makes two orders two different inputs.
# - A recurrent network has order in its steps. Behind a causal mask each word sees its own past. In one layer
#   that past is still a bag. A second layer sees its order, and a marked first token lets each word know its place.
# - A good position code stays small and takes equal steps, whatever the length of the text.
#
# **Pitfalls**
#
# - "Attention is permutation-invariant": only after pooling. Section 2 measured both.
# - "A bag of words is a set of words": a bag counts. *dog dog man* and *dog man man* are different inputs.
# - "Without positions a Transformer is blind to order": not under a causal mask. See section 5.
#
# **Your turn.** [Your exercises](../work/01_intuition.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. In section 3, replace `places` by `np.arange(5)[:, None]`, the bare index. Can the layer tell the sentences apart now? Then
# move the sentence to position 500 of a long text, with `500 + np.arange(5)[:, None]`, and print `placed_first`. What has the position done to the words?
#
# <details><summary><b>What happens</b></summary>
#
# With the bare index the sentences differ. At position 500 the numbers of the position drown those of the words: the rows of the output have become nearly the same,
# and the words hardly count.
# </details>

# %% [markdown]
# **Next.** [02 Frequencies](02_frequencies.ipynb) takes the fourth table apart: what its columns do and how fast they are.
