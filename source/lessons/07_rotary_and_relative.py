# %% [markdown]
# # 07 Rotary and relative positions
#
# **You will** move the turn from the table to the queries and keys, find a mistake that no error message shows, look into heads of a published model, and see
# what the methods that stretch its context do to each pair.
#
# **You need** [05 Linearity](05_linearity.ipynb) and section 6 of [06 Limitations](06_limitations.ipynb).
#
# **Time** about 40 minutes.

# %%
import numpy as np

from pe_lessons import NTK, Linear, Llama3, Yarn, alibi_bias, apply_rope, attention
from pe_lessons import attention_weights
from pe_lessons import causal_mask, rope_arguments, rope_frequencies
from pe_lessons.experiments import beyond_training_length
from pe_lessons.figures import plot_beyond_training, plot_bias_curves, plot_gaze_by_distance
from pe_lessons.figures import plot_score_curves, plot_stretched
from pe_lessons.configuration import load_rope_config
from pe_lessons.heads import load_rope_heads, mpnet_bias
from pe_lessons.schemes import Alibi, NoPositions, Rope, T5Bias
from pe_lessons.tasks import copy_back, last_marked

# %% [markdown]
# ## 1. Turn the query and the key
#
# In lesson 05 a step of $k$ was a turn of each pair. **Rotary positions** (RoPE, [Su et al., 2021](https://arxiv.org/abs/2104.09864)) take this at its word. Nothing is added to the words. Instead, in
# every attention layer, the query of position $p$ is turned by $p\,\omega_i$ in each pair $i$ of its columns, and the key of position $q$ by $q\,\omega_i$. Values are not turned.
#
# > **Predict.** Take one query and one key. We score them at the positions 5 and 3, then at 102 and 100. Then at 3 and 5. Which scores agree?

# %%
rng = np.random.default_rng(0)
query, key, other = rng.normal(size=(3, 64))


def score(p, q, **options):
    return apply_rope([query], [p], **options)[0] @ apply_rope([key], [q], **options)[0]


print("query at p, key at q:")
for p, q in ((5, 3), (102, 100), (10_002, 10_000), (3, 5)):
    print(f"p = {p:5d}, q = {q:5d}: {score(p, q):8.4f}")
turned_other, turned_key = apply_rope([other], [5])[0], apply_rope([key], [3])[0]
print(f"another query at 5, key at 3: {turned_other @ turned_key:.4f}")

# %% [markdown]
# For one query and one key, the score depends on $p - q$ alone, wherever they stand. Turning both by the same angle changes nothing, and what is left is the difference:
#
# $$(R(p)\,\mathbf q)\cdot(R(q)\,\mathbf k) = \mathbf q\cdot R(q - p)\,\mathbf k.$$
#
# "RoPE scores depend only on the offset" is said too shortly, though: they depend on the words as well, and on the *sign* of the offset. Before and after are different, as they were not for the bare
# dot product of lesson 05.

# %% [markdown]
# ## 2. Which columns are a pair?
#
# The paper pairs neighbours: columns 0 and 1, 2 and 3 (**interleaved**). Many programs pair column $i$ with column $i + d/2$ (**half**). Both are fine. What if a program builds its cosines for one
# layout and turns by the other?
#
# > **Predict.** A turn keeps the length of a vector. Which of the four results below keep it?

# %%
print("position 1:")
x = np.array([1.0, 2.0, 3.0, 4.0])
angles = rope_frequencies(4)[0]  # position 1
tables = {"interleaved": angles[[0, 0, 1, 1]], "half": angles[[0, 1, 0, 1]]}
partners = {"interleaved": np.array([-x[1], x[0], -x[3], x[2]]),
            "half": np.array([-x[2], -x[3], x[0], x[1]])}
print(f"squared length of x: {x @ x:.1f}")
for table, angle in tables.items():
    for turn, partner in partners.items():
        y = x * np.cos(angle) + partner * np.sin(angle)
        print(f"table {table:11s} turn {turn:11s}: {y.round(3)}  squared length {y @ y:.2f}")

# %% [markdown]
# The mixtures are no turns: the length changes. Nothing fails, the shapes fit, at position 0 all is right, and the model is broken from position 1 on. The test with the length finds it at once. The two
# clean layouts are one permutation apart, which has to be applied to queries *and* keys:

# %%
order = np.array([0, 2, 1, 3])
halves = apply_rope([x[order]], [1], layout="half")[0]
print("permuted, turned in halves, permuted back:", end=" ")
print(np.allclose(halves[np.argsort(order)], apply_rope([x], [1])[0]))

# %% [markdown]
# A model that was trained with one layout gives nonsense with the other, without an error. When you convert weights, this is the first thing to test.

# %% [markdown]
# ### And the base?
#
# > **Predict.** Query and key are all ones, so that the score is a sum of cosines, one a pair. Does it fall faster or more slowly with the distance when the base is larger?

# %%
ones = np.ones((1, 128))
print("base     longest wave   score over 128 at offsets 1, 10, 100, 1000, 10000:")
for base in (10_000, 500_000):
    longest = 2 * np.pi / rope_frequencies(128, base=base)[0][-1]
    offsets = (1, 10, 100, 1000, 10_000)
    scores = [(apply_rope(ones, [k], base=base) @ ones[0])[0] / 128 for k in offsets]
    print(f"{base:6d}  {longest:13.0f}  ", "  ".join(f"{s:6.3f}" for s in scores))

# %% [markdown]
# More slowly: a larger base has fewer fast pairs and a longer reach, as for the sinusoid (lesson 02). Llama 3, with 500000 (`rope_theta` in its published configuration), was made for longer texts than the models with 10000 before it.

# %% [markdown]
# ## 3. A head that looks one back
#
# `SmolLM2-135M-Instruct` is a small language model with rotary positions. The course has the queries and keys of three of its heads, before the turn, for the first 128 tokens of a little story.
#
# > **Predict.** One of them (layer 16, head 0) looks at the token before. What will it do if we leave the turn out? And if only the fast quarter of its pairs is turned, or only the slow rest?

# %%
heads = load_rope_heads()
turned = {"all 32 pairs": None, "none": [], "8 fastest": slice(8), "24 slowest": slice(8, 32)}
maps = {name: heads.attention(16, 0, pairs=pairs) for name, pairs in turned.items()}
plot_gaze_by_distance(maps)

# %% [markdown]
# Without the turn the head has lost its target. The fast pairs alone keep most of it: to tell one back from two back is their work (lesson 02, section 4).
#
# Where does the gaze come from? Take the *mean* query and the *mean* key of a head, turn them, and add up: for each distance this is a sum of 32 cosines.

# %%
curves, measured, distances = {}, {}, np.arange(41)
for layer, head in heads.heads:
    title = f"layer {layer}, head {head}"
    curves[title] = heads.predicted_scores(layer, head, distances)
    measured[title] = heads.measured_scores(layer, head, distances)
plot_score_curves(curves, measured)

# %% [markdown]
# For the first two heads the mean query and key already say how far they like to look: for the one that looks one back, the cosines add up at distance one. The third goes by what a word is and not by where it
# stands, and there they say little.
#
# ### Interpolate the positions, and the gaze moves
#
# > **Predict.** We multiply all positions by 0.5, as **position interpolation** does to fit a text of twice the length. Where will the head look now?

# %%
scaled = {f"positions x {s:g}": heads.attention(16, 0, positions=s * np.arange(128))
          for s in (1, 0.5, 0.25)}
plot_gaze_by_distance(scaled)

# %% [markdown]
# Two back, and at a quarter four to five back: the head looks for the *angle* that it learned. That is why models are trained on for a while after their positions were interpolated.

# %% [markdown]
# ## 4. A bias on the scores
#
# One can also leave queries and keys alone and add a number to each score that depends on the offset. **T5** learns one number for each head and *bucket* of offsets: near ones have a
# bucket of their own, far ones share one ([Raffel et al., 2019](https://arxiv.org/abs/1910.10683)). `all-mpnet-base-v2` has such a bias. Positive offsets are keys *after* the query.
#
# > **Predict.** What would the bias of a head look like that attends to the word before?

# %%
reach = 12
bias = mpnet_bias(np.arange(-reach, reach + 1))  # (25 offsets, 12 heads)
plot_bias_curves({f"head {h}": bias[:, h] for h in (6, 11, 7, 1)})

# %% [markdown]
# Head 6 likes the word before, head 11 the word after, head 7 both, head 1 nearly nothing. And all of them push the word itself away.
#
# **ALiBi** learns nothing: it subtracts a slope times the distance, steep in some heads and flat in others ([Press et al., 2021](https://arxiv.org/abs/2108.12409)). Programs write it in two forms.
#
# > **Predict.** One form uses the distance to the query, the other the distance to the *last* key, one row for all queries. Do they give the same attention weights?

# %%
q, k = rng.normal(size=(2, 8, 16))
print("largest difference of the weights:")
for name, mask in (("with causal mask", causal_mask(8)), ("without", None)):
    biases = (alibi_bias(8, 8, 8, form=form)[0] for form in ("relative", "last_key"))
    a, b = (attention_weights(q, k, bias=bias, mask=mask) for bias in biases)
    print(f"{name:17s} {np.abs(a - b).max():.6f}")

# %% [markdown]
# Under a causal mask they do: in a row the two differ by a constant, and a softmax does not see constants. Without the mask they do not, and only the first form treats both sides alike.

# %% [markdown]
# ## 5. Who goes beyond the training length?
#
# The two tasks of lesson 06 again, trained at 16: *two back* is an exact distance, *last marked* is nearness.
#
# > **Predict.** Which scheme wins both: rotary, ALiBi, T5's bias, no encoding at all?

# %%
tested = (16, 24, 32, 64)
schemes = {"none": NoPositions(), "rotary": Rope(), "ALiBi": Alibi(), "T5 bias": T5Bias(16, 16)}
results = {task.name: beyond_training_length(task, schemes=schemes, tested=tested, seeds=(0, 1))
           for task in (copy_back(2), last_marked())}
print("mean of two seeds:")
for name, result in results.items():
    print(f"{name}, right answers at lengths {tested}:")
    for scheme, values in result.items():
        print(f"  {scheme:12s}", "  ".join(f"{v:.2f}" for v in values.mean(axis=0)))

# %%
plot_beyond_training(results, tested)

# %% [markdown]
# Nobody is perfect on both at length 64. Rotary positions keep the exact distance, and lose some nearness. ALiBi keeps nearness at any length, and cannot do the exact task even at 16 with its one gentle slope: it prefers what is near, and two back is
# not the nearest. T5's bias does both well and neither best, and only because all its buckets were trained (16 of them, the last from distance 16 on). Rotary positions and T5's bias do far better than what lesson 06 measured for positions that are added to the words. (One layer, synthetic
# letters: steeper slopes in several heads would help ALiBi, more training would help T5.)
#
# And **none**? Under a causal mask a start token, which nobody can mistake for another, is enough to know one's place. With equal weights, token $t$ takes the share $1/(t+1)$ from it:

# %%
n = 200
start = np.zeros((n, 1))
start[0] = 1
share = attention(np.zeros((n, 1)), np.zeros((n, 1)), start, mask=causal_mask(n))[:, 0]
place = np.round(1 / share) - 1
print("every place read from its share:", bool(np.array_equal(place, np.arange(n))))
print(f"but the shares of places 198 and 199 differ by {share[198] - share[199]:.6f}")

# %% [markdown]
# The place is there, and further on it is written smaller and smaller. The single layer of our tasks makes little of it.

# %% [markdown]
# ## 6. Stretching the context
#
# A model was trained on texts of 4096 tokens; you want 131072, that is, $s = 32$ times as many. The slow pairs will meet angles that they have never seen. Methods differ in **which pairs they
# slow down, and by how much**:
#
# - **linear** (position interpolation): every pair by $s$;
# - **NTK-aware**: a larger base, so that pair 0 stays and the last pair is slowed by exactly $s$;
# - **YaRN**: fast pairs stay, slow pairs by $s$, a ramp between;
# - **Llama 3**: the same idea with other limits;
# - **LongRoPE**: one searched number for each pair.
#
# > **Predict.** Which of the five touch the pairs that tell neighbours apart?

# %%
original, length, head_dim = 4096, 131_072, 96
phi3 = rope_arguments(load_rope_config("phi3_128k"), max_position_embeddings=length)["scaling"]
methods = {
    "linear": Linear(32),
    "NTK-aware": NTK(32),
    "YaRN": Yarn(32, original),
    "Llama 3": Llama3(32, original, 1, 4),
    "LongRoPE": phi3,  # the numbers of Phi-3
}
plain, _ = rope_frequencies(head_dim)
stretched = {name: rope_frequencies(head_dim, scaling=method, seq_len=length)
             for name, method in methods.items()}
plot_stretched({name: f for name, (f, _) in stretched.items()}, plain, length, original)

# %%
print("how much slower, and the factor on cosine and sine:")
for name, (frequencies, factor) in stretched.items():
    slower = plain / frequencies
    print(f"{name:10s} pair 0 {slower[0]:6.2f}   last pair {slower[-1]:6.2f}   factor {factor:.4f}")

# %% [markdown]
# Linear interpolation slows the fast pairs as well, which is what moved the gaze in section 3. All others leave pair 0 nearly alone. The dashed line says where it matters: right of it, a pair has not finished one turn in training, so
# that larger angles are new to it.
#
# YaRN and LongRoPE also multiply cosine and sine by a factor, which sharpens the attention; a score contains it squared. Two traps: YaRN's *released code* has another ramp than its paper, and all
# published models follow the code; and methods whose frequencies change as the text grows (dynamic NTK, LongRoPE's two lists) do not fit keys that were turned and stored before.

# %% [markdown]
# ## 7. All of them side by side
#
# | | acts on | trained numbers | knows direction | beyond the training length | measured in |
# |---|---|---|---|---|---|
# | sinusoidal | words (added) | 0 | in the row, not in the plain dot product | defined, fails at unseen places | 05, 06 |
# | learned table | words (added) | `max_len` times `d_model` | as trained | needs a policy | 04, 06 |
# | rotary | queries and keys | 0 | yes | holds for a while; stretch the frequencies | sections 1, 5, 6 |
# | T5 bias | scores | one for each bucket and head | yes | if the buckets were trained | sections 4, 5 |
# | ALiBi | scores | 0 | only behind a causal mask | holds for nearness | sections 4, 5 |
# | none | the causal mask | 0 | from the mask | little, in one layer | section 5 |

# %% [markdown]
# ## Recap
#
# - Rotary positions turn queries and keys; the score of two given vectors then depends on their offset, sign included.
# - Two layouts, one permutation apart. A mixture changes lengths: test that.
# - A real head that looks one back does it with its fast pairs; scaling the positions moves its gaze.
# - T5 and ALiBi add a number to the score. No scheme of section 5 wins both tasks.
# - Context extension slows down slow pairs; the methods differ in what they do to the fast ones.
#
# **Pitfalls**
#
# - Converting weights without permuting queries and keys: nothing fails (section 2).
# - "RoPE scores depend only on the offset": for one query and one key (section 1).
# - Comparing ALiBi biases instead of weights (section 4).
# - The factor of YaRN applied twice, or to the score without the square (section 6).
#
# **Your turn.** In section 3, take `positions=2 * np.arange(128)` and predict the gaze. In section 6, replace `Yarn(32, original)` by `YarnPaper(32, original)`, imported from `pe_lessons`, and compare the two curves.
#
# **Next.** [08 Practice questions](08_practice_questions.ipynb): ten questions over the whole subject.
