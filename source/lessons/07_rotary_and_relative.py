# %% [markdown]
# # 07 Rotary and relative positions
#
# **You will** move the turn from the table to the queries and keys, find a mistake that no error message shows, look into heads of a published model, and see
# what the methods that stretch its context do to each pair.
#
# **You need** [05 Linearity](05_linearity.ipynb) and section 6 of [06 Limitations](06_limitations.ipynb).
#
# **Time** about 45 minutes. The trainings of sections 5 and 6 take half a minute, on a slow machine more.

# %%
import numpy as np

from pe_lessons import NTK, Linear, Llama3, Yarn, alibi_bias, apply_rope
from pe_lessons import attention, attention_weights, causal_mask, rope_arguments, rope_frequencies
from pe_lessons.configuration import load_rope_config
from pe_lessons.experiments import beyond_training_length
from pe_lessons.explorers import explore_rope
from pe_lessons.figures import plot_beyond_training, plot_bias_curves, plot_gaze_by_distance
from pe_lessons.figures import plot_score_curves, plot_stretched
from pe_lessons.heads import attention_to_offsets, load_rope_heads, mpnet_bias
from pe_lessons.schemes import Alibi, Learned, NoPositions, Rope, Sinusoidal, T5Bias
from pe_lessons.tasks import copy_back, last_marked
from pe_lessons.training import accuracy, train

# %% [markdown]
# ## 1. Turn the query and the key
#
# In lesson 05 a step of $k$ was a turn of each pair. **Rotary positions** (RoPE, [Su et al., 2021](https://arxiv.org/abs/2104.09864)) use this directly. Nothing is added to the words. Instead, in
# every attention layer, the query at position $m$ is turned by $m\,\omega_i$ in each pair $i$ of its columns, and the key at position $n$ by $n\,\omega_i$. The $\omega_i$ are those of lesson 02, with the width of a head in place of
# $d_\mathrm{model}$. Values are not turned.
#
# > **Predict.** Take one query and one key. We score them at the positions 5 and 3, then at 102 and 100. Then at 3 and 5. Which scores agree?

# %%
rng = np.random.default_rng(0)
query, key, other = rng.normal(size=(3, 64))


def score(m, n):
    return apply_rope([query], [m])[0] @ apply_rope([key], [n])[0]


print("query at m, key at n:")
for m, n in ((5, 3), (102, 100), (10_002, 10_000), (3, 5)):
    print(f"m = {m:5d}, n = {n:5d}: {score(m, n):8.4f}")
turned_other, turned_key = apply_rope([other], [5])[0], apply_rope([key], [3])[0]
print(f"another query at 5, key at 3: {turned_other @ turned_key:.4f}")

# %% [markdown]
# For one query and one key, the score depends on $m - n$ alone, wherever they stand. Write $R(m)$ for the turn of all pairs: it takes the pair $(a, b)$ to $(a\cos m\omega_i - b\sin m\omega_i,\; a\sin m\omega_i + b\cos m\omega_i)$. Turning both
# vectors by the same angle changes no dot product, so only the difference is left:
#
# $$(R(m)\,\mathbf q)\cdot(R(n)\,\mathbf k) = \mathbf q\cdot R(n - m)\,\mathbf k.$$
#
# "RoPE scores depend only on the offset" leaves something out: they depend on the words as well, and (if query and key are different vectors) on the *sign* of the offset. Unlike the dot product of lesson 05, the score tells
# before from after.

# %% [markdown]
# ## 2. Which columns are a pair?
#
# Here is a turn as one can find it in programs. At position 0 it is right, and no shape is wrong.

# %%
def turn(x, angles):
    """Four columns, two angles."""
    angle = angles[[0, 0, 1, 1]]
    partner = np.array([-x[2], -x[3], x[0], x[1]])
    return x * np.cos(angle) + partner * np.sin(angle)


print("position 0:", turn(np.array([1.0, 2.0, 3.0, 4.0]), np.zeros(2)))

# %% [markdown]
# > **Predict.** Something is wrong. What, and which test would show it?

# %%
print("position 1, with the angles and the partners of either layout:")
x = np.array([1.0, 2.0, 3.0, 4.0])
angles = rope_frequencies(4)[0]  # position 1
tables = {"interleaved": angles[[0, 0, 1, 1]], "half": angles[[0, 1, 0, 1]]}
partners = {"interleaved": np.array([-x[1], x[0], -x[3], x[2]]),
            "half": np.array([-x[2], -x[3], x[0], x[1]])}
print(f"squared length of x: {x @ x:.1f}")
for table, angle in tables.items():
    for layout, partner in partners.items():
        y = x * np.cos(angle) + partner * np.sin(angle)
        print(f"table {table:11s} turn {layout:11s}: {y.round(3)}  squared length {y @ y:.2f}")

# %% [markdown]
# The paper pairs neighbours, columns 0 and 1, 2 and 3 (**interleaved**); many programs pair column $i$ with column $i + d/2$, where $d$ is the number of columns (**half**). Both are fine. The program above spread its angles for one and took the partners of the
# other. A turn keeps the length, and this does not: the length test finds a mixture inside the formula.
#
# It does not find the other mistake, weights that were trained with one layout and are turned by the other. There every length is kept. Take a head of a real model, made for interleaved pairs; it likes to look one
# token back (section 3):

# %%
heads = load_rope_heads()
q, k = heads.q[0], heads.k[0]  # queries and keys of 128 tokens, before the turn
order = np.r_[0:64:2, 1:64:2]  # where the half layout finds the columns of an interleaved one


def gaze_back(q, k, layout):
    q, k = (apply_rope(x, 128, base=heads.base, layout=layout) for x in (q, k))
    return attention_to_offsets(attention_weights(q, k, mask=causal_mask(128)), [1])[0]


print("mean weight on the token before:")
print(f"interleaved                 {gaze_back(q, k, 'interleaved'):.3f}")
print(f"half                        {gaze_back(q, k, 'half'):.3f}")
print(f"half, q and k permuted      {gaze_back(q[:, order], k[:, order], 'half'):.3f}")
back = np.argsort(order)
print(f"half, permuted the other way {gaze_back(q[:, back], k[:, back], 'half'):.3f}")

# %% [markdown]
# Without an error the head is lost, unless queries *and* keys are permuted, in the right direction. When you convert weights, compare a score or a gaze, not a length.

# %% [markdown]
# ### And the base?
#
# > **Predict.** Query and key are all ones, so that the score is a sum of cosines, one a pair. Does it fall faster or more slowly with the distance when the base is larger?

# %%
ones = np.ones((1, 128))
print("base     longest wave   score / 128 at offsets 1, 10, 100, 1000, 10000:")
for base in (10_000, 500_000):
    longest = 2 * np.pi / rope_frequencies(128, base=base)[0][-1]
    offsets = (1, 10, 100, 1000, 10_000)
    scores = [(apply_rope(ones, [k], base=base) @ ones[0])[0] / 128 for k in offsets]
    print(f"{base:6d}  {longest:13.0f}  ", "  ".join(f"{s:6.3f}" for s in scores))

# %% [markdown]
# More slowly: a larger base has fewer fast pairs and a longer reach, as for the sinusoid (lesson 02). Llama 3 has 500000 (`rope_theta` in its published configuration).

# %% [markdown]
# ## 3. A head that looks one back
#
# [SmolLM2-135M-Instruct](https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct) is a small language model with rotary positions. The course has the queries and keys of three of its 270 heads, before the turn, for the first 128 tokens of
# a little story: examples that we picked, from weights rounded to four bits, and no statistics.
#
# > **Predict.** One of them (layer 16, head 0) looks at the token before. What will it do if we leave the turn out? And if only the fast quarter of its pairs is turned, or only the slow rest?

# %%
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
# The mean query and key say what the *mean* score does by distance (not each single weight). In the head that looks one back, the cosines add up at distance one. The third is predicted too, except at distance 0, where query and key come from the
# same word. That head goes by what a word is: with and without the turn its attention is nearly the same.

# %%
seen = causal_mask(128)
print("correlation of the attention with and without the turn:")
for layer, head in heads.heads:
    turned, plain = heads.attention(layer, head)[seen], heads.attention(layer, head, pairs=[])[seen]
    print(f"layer {layer:2d}, head {head}: {np.corrcoef(turned, plain)[0, 1]:.2f}")

# %% [markdown]
# ### Interpolate the positions, and the gaze moves
#
# > **Predict.** We multiply all positions by 0.5, as **position interpolation** does to fit a text of twice the length. Where will the head look now?

# %%
scaled = {f"positions x {s:g}": heads.attention(16, 0, positions=s * np.arange(128))
          for s in (1, 0.5, 0.25)}
plot_gaze_by_distance(scaled)

# %% [markdown]
# Two to three back, and at a quarter four to five back: the head looks for the *angle* that it learned. So models are trained on for a while after their positions were interpolated
# ([Chen et al., 2023](https://arxiv.org/abs/2306.15595)).

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
# Head 6 likes the word before, head 11 the word after, head 7 both sides, before more than after. Head 1 only pushes the word itself away, and so do all. (Only differences within a curve count: a constant does not change a softmax.)
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
# > **Predict.** Rank the schemes on each task. Is the order the same?

# %%
tested = (16, 24, 32, 64)
schemes = {
    "none": NoPositions(), "sinusoidal": Sinusoidal(),
    "learned, clamp": Learned(16, beyond="clamp"),
    "rotary": Rope(), "ALiBi": Alibi(), "T5 bias": T5Bias(16, 16),
}
results = {task.name: beyond_training_length(task, schemes=schemes, tested=tested, seeds=(0, 1))
           for task in (copy_back(2), last_marked())}
for name, result in results.items():
    print(f"{name}, right answers at {tested}, mean of two seeds [lowest, highest at 64]:")
    for scheme, values in result.items():
        means = "  ".join(f"{v:.2f}" for v in values.mean(axis=0))
        print(f"  {scheme:14s} {means}  [{values[:, -1].min():.2f}, {values[:, -1].max():.2f}]")
plot_beyond_training(results, tested)

# %% [markdown]
# Nobody is perfect on both at length 64. Rotary positions keep the exact distance, and lose some nearness. ALiBi keeps nearness at every length tested, and cannot do the exact task even at 16, with one head and slope 1 (the published rule would give a single head 1/256): it prefers what is near, and two back is
# not the nearest. T5's bias does both well and neither best; it has 16 buckets, the last from distance 15 on, so that texts of 16 letters train every one. Rotary positions and T5's bias do far better on these two tasks than the sinusoid and the clamped table. (One layer, one
# head, synthetic letters, two seeds: an example, no ranking of methods.)
#
# And **none**? Lesson 01 saw that under a causal mask a marked first token is enough to know one's place: with equal weights, token $t$ takes the share $1/(t+1)$ from it. How far does that reach?

# %%
n = 200
start = np.zeros((n, 1))
start[0] = 1
share = attention(np.zeros((n, 1)), np.zeros((n, 1)), start, mask=causal_mask(n))[:, 0]
place = np.round(1 / share) - 1
print("every place read from its share:", bool(np.array_equal(place, np.arange(n))))
print(f"but the shares of places 198 and 199 differ by {share[198] - share[199]:.6f}")

# %% [markdown]
# The place is there, and further on it is written smaller and smaller. The single layer of our tasks makes little of it; larger decoders (models that write one word after the other, behind a causal mask) do well without any encoding
# ([Kazemnejad et al., 2023](https://arxiv.org/abs/2305.19466)).

# %% [markdown]
# ## 6. Stretching the context
#
# A model was trained on texts of 4096 tokens; you want 131072, that is, $s = 32$ times as many. The slow pairs, which made less than a turn in training, will meet angles that they have never seen.
# To change the frequencies so that the longer text can be read is called *context extension*.
#
# > **Predict.** Which pairs should be slowed down so that the longer text brings no new angles? Which should be left alone, and why?

# %%
original, length, head_dim = 4096, 131_072, 96
phi3 = rope_arguments(load_rope_config("phi3_128k"), max_position_embeddings=length)["scaling"]
methods = {
    "linear": Linear(32),
    "NTK-aware": NTK(32),
    "YaRN": Yarn(32, original),
    "Llama 3": Llama3(32, original, 1, 4),
    "LongRoPE": phi3,  # the published numbers of Phi-3
}
plain, _ = rope_frequencies(head_dim)
stretched = {name: rope_frequencies(head_dim, scaling=method, seq_len=length)
             for name, method in methods.items()}
slow = 2 * np.pi / plain > original  # less than a turn in training
print("           times slower at pairs 0, 10, 20, last   largest new angle   factor:")
for name, (frequencies, factor) in stretched.items():
    slower = "  ".join(f"{x:6.2f}" for x in (plain / frequencies)[[0, 10, 20, -1]])
    new = np.max(frequencies[slow] * length / (plain[slow] * original))
    print(f"{name:10s} {slower}   {new:17.2f}   {factor:10.4f}")
plot_stretched({name: f for name, (f, _) in stretched.items()}, plain, length, original)

# %% [markdown]
# - **linear** ([position interpolation](https://arxiv.org/abs/2306.15595)): every pair by $s$. No new angles, but the fast pairs are slowed as well, which moved the gaze in section 3.
# - **NTK-aware**: a larger base, so that pair 0 stays and the last pair is slowed by exactly $s$. Between, the slow pairs still meet new angles, up to 2.6 times the largest one of the training.
# - **[YaRN](https://arxiv.org/abs/2309.00071)**: fast pairs stay, slow pairs by $s$, a ramp between.
# - **Llama 3**: the same idea with other limits, as in Meta's [llama-models](https://github.com/meta-llama/llama-models) (we use our $s$ and length to compare, not those of the published model).
# - **[LongRoPE](https://arxiv.org/abs/2402.13753)**: one searched number for each pair.
#
# *Largest new angle* is the largest angle of a slow pair in the longer text, over the largest that it met in training; 1 says that there is no new one. YaRN and LongRoPE also multiply cosine and sine by a factor, which sharpens the attention; a score contains it squared. Two
# traps: YaRN's *released code* has another ramp than its paper (`Yarn` and `YarnPaper`); and methods whose frequencies change as the text grows, such as LongRoPE with one list for short texts and one for long, do not fit keys that were turned and stored before.
#
# Here are both sides of it: left the score of the mean query and key of the head that looks one back, right the wavelengths of its pairs (dotted: as they were). Guess before you choose a method: which ones move the highest point of the score, and why? Then drag
# both positions and see what matters.

# %%
explore_rope()

# %% [markdown]
# Does stretching help without further training? Our tiny model, trained at 16, tested at 64:

# %%
options = dict(length=16, steps=400, causal=True)
scalings = {"plain": None, "linear": Linear(4), "NTK-aware": NTK(4), "YaRN": Yarn(4, 16)}
print("right answers at 64, two back and last marked:")
models = [(task, train(task, Rope(), **options).model) for task in (copy_back(2), last_marked())]
for name, scaling in scalings.items():
    right = [accuracy(model, task, 64, scheme=Rope(scaling=scaling)) for task, model in models]
    print(f"{name:10s}", "  ".join(f"{value:.2f}" for value in right))

# %% [markdown]
# Here it hurts the exact distance, most of all where the fast pairs are slowed, and gains next to nothing: this model did not need it, and it was not trained on afterwards.

# %% [markdown]
# ## 7. All of them side by side
#
# | | acts on | trained numbers | knows direction | beyond the training length | measured in |
# |---|---|---|---|---|---|
# | sinusoidal | words (added) | 0 | in the row, not in the plain dot product | defined, fails at unseen places | 05, 06 |
# | learned table | words (added) | `max_len` times `d_model` | as trained | needs a policy | 04, 06 |
# | rotary | queries and keys | 0 | yes | falls slowly here | sections 1, 5 |
# | rotary, stretched | its frequencies | 0 (LongRoPE: a searched list) | yes | no new angles (NTK: some); wants training | section 6 |
# | T5 bias | scores | one for each bucket and head | yes | if the buckets were trained | sections 4, 5 |
# | ALiBi | scores | 0 | only behind a causal mask | holds for nearness | sections 4, 5 |
# | none | the causal mask | 0 | from the mask | little, in one layer | section 5 |

# %% [markdown]
# ## Recap
#
# - Rotary positions turn queries and keys; the score of two given vectors then depends on their offset, sign included.
# - Two layouts, one permutation apart. Lengths find a mixed formula, scores find mixed weights.
# - A real head that looks one back does it mostly with its fast pairs; scaling the positions moves its gaze.
# - T5 and ALiBi add a number to the score. No scheme of section 5 wins both tasks.
# - Context extension slows down slow pairs; the methods differ in what they do to the fast ones and in between.
#
# **Pitfalls**
#
# - Converting weights without permuting queries and keys: nothing fails (section 2).
# - "RoPE scores depend only on the offset": for one query and one key (section 1).
# - Comparing ALiBi biases instead of weights (section 4).
# - The factor of YaRN: cosine and sine get it, so the score gets its square (section 6).
#
# **Your turn.** [Your exercises](../work/07_rotary_and_relative.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. In section 3, take `positions=2 * np.arange(128)` and predict the gaze. In section 6, put `"YaRN, paper": YarnPaper(32, original)`, imported from `pe_lessons`, in place of NTK-aware and compare the two ramps.
#
# **Next.** [08 Practice questions](08_practice_questions.ipynb): ten questions, most of them on lessons 02 to 05, to see what has stayed.
