# %% [markdown]
# # 04 Learned against sinusoidal
#
# **You will** train a tiny model with and without positions, watch a table of positions learn in front of you, and take the real table of a published
# model apart, down to the waves that it found by itself.
#
# **You need** [03 Worked example](03_worked_example.ipynb), and to have seen a network being trained once.
#
# **Time** about 40 minutes. The trainings run live and take a few seconds each.

# %%
import numpy as np

from pe_lessons import LearnedPositions, load_positions, sinusoidal_encoding
from pe_lessons.figures import mean_attention, plot_attention_maps, plot_circles, plot_moved_rows
from pe_lessons.figures import plot_offset_maps, plot_table_learning, plot_trained_table
from pe_lessons.schemes import Learned, NoPositions, Sinusoidal
from pe_lessons.structure import band_powers, common_factor, one_step_map, random_walk, spectrum
from pe_lessons.tasks import copy_back, masked_walk, order_blind_ceiling, shuffled_places
from pe_lessons.training import accuracy, train

# %% [markdown]
# ## 1. What is a learned table?
#
# Instead of computing the row of a position, one can make it a **parameter**: a table of shape `(max_len, d_model)`, random at first, that is trained like
# every other weight. Row $p$ is added to the word at position $p$, as before.
#
# > **Predict.** How many parameters is that for 512 positions and 768 columns, and for 1024 positions? And how many has the sinusoid?

# %%
print("parameters:")
for max_len in (512, 1024):
    table = np.zeros((max_len, 768))
    print(f"{max_len} positions: {table.size}")
print("sinusoid, any length: 0")

# %% [markdown]
# ## 2. Does it matter which one?
#
# A model as small as it gets: one attention layer with one head, 32 columns, no mask. It reads 16 random letters out of 8, and has to name, at each place, **the letter two places
# back**. A reader who sees which letters there are, but not where, can only name the commonest of the others.
#
# > **Predict.** Rank the three models: no positions, sinusoidal, learned table.

# %%
task = copy_back(2)
schemes = {"none": NoPositions(), "sinusoidal": Sinusoidal(), "learned": Learned(16)}
models = {name: train(task, scheme, length=16, steps=300).model for name, scheme in schemes.items()}
print("right answers:")
for name, model in models.items():
    print(f"{name:10s} {accuracy(model, task, 16):.2f}")
print(f"best without order: {order_blind_ceiling(16):.2f}")

# %%
maps = {name: mean_attention(model, task, 16) for name, model in models.items()}
plot_attention_maps(maps, back=2)

# %% [markdown]
# Without positions the model sits at the order-blind ceiling, and its attention is flat. With either kind of position it is right every time, and looks two places back. For this
# task the two are equal. The authors of the original Transformer tried both in theirs and found "nearly identical results"
# ([Vaswani et al., 2017](https://arxiv.org/abs/1706.03762), section 3.5).

# %% [markdown]
# ## 3. Watch a table learn
#
# Now a task in which *near* matters: a letter walks on a ring of 16, one step or none at a time, and a fifth of the letters is hidden. The model has to fill them in. We look at
# the table of 32 rows on the way.
#
# > **Predict.** At the beginning the rows are noise. When it has learned, which rows will be similar?

# %%
walk = masked_walk()
training = train(walk, Learned(32), length=32, steps=600, checkpoints=(0, 100, 150, 250, 600))
plot_table_learning(training.tables)

# %% [markdown]
# Above is the similarity of all rows: first nothing, then blocks, then a band along the diagonal that depends on the distance only. Below are the rows in the plane of their
# two leading directions, joined in order: a tangle that unrolls into most of a circle. Two directions that trace a circle are a sine and a cosine. Nobody told the model.
#
# The **offset share** in the picture's text measures the band: how much of the similarity is explained by the distance of two positions alone, 0 for noise and 1 for a perfect band.
#
# ### The control that matters
#
# Is this the order of the *text*, or something in the numbering of the rows? We shuffle the places in the data, always in the same way, and train again.
#
# > **Predict.** What will the similarity map look like? And after the rows are sorted back?

# %%
order = np.random.default_rng(0).permutation(32)
shuffled = train(shuffled_places(walk, order), Learned(32), length=32, steps=600, checkpoints=[600])
mixed = shuffled.tables[600]
plot_offset_maps({
    "learned": training.tables[600],
    "places shuffled": mixed,
    "shuffle undone": mixed[np.argsort(order)],
    "random walk": random_walk(32, 32, seed=1),
    "sinusoidal": sinusoidal_encoding(32, 32),
})

# %% [markdown]
# The band follows the order in the data. That is the finding. Two warnings belong to it:
#
# - **Smooth is not learned.** The fourth map is a random walk, in which each row is the one before plus noise. It has a band as well, and its leading directions look like waves: a plot
#   of principal components with waves in it proves nothing. Always show such a control beside it.
# - **It is not the sinusoid.** The table found *one* wave, a little longer than the text, where the sinusoid has a ladder of them. And it has structure because this task asks
#   for nearness; the copying task of section 2 works with a table that shows none.
#
# One layer, synthetic letters: this shows what *can* happen. What does happen in a real model?

# %% [markdown]
# ## 4. A real table
#
# `all-MiniLM-L6-v2` is a small sentence encoder with a learned table of 512 positions. The table comes with this course.

# %%
minilm = load_positions("minilm_l6_v2")
print(minilm)
table = minilm.values

# %% [markdown]
# > **Predict.** We take the spectrum along the positions, in the raw columns: how much of the table repeats how often in 512 positions. Will it be spread out, as for a random walk, a
# > single wave as in section 3, or a ladder?

# %%
bands = [(0.5, 1.9), (2, 5), (7, 12), (25, 38), (75, 100)]
plot_trained_table(table, bands)

# %%
centres, shares = band_powers(*spectrum(table[1:511]), bands)
print("cycles per 512:", centres.round(2))
print("ratios:        ", (centres[1:] / centres[:-1]).round(2))
print(f"power inside the five bands: {shares.sum():.3f}")
walk_shares = band_powers(*spectrum(random_walk(512, 384)[1:511]), bands)[1]
print(f"in the two fastest:          {shares[-2:].sum():.3f}")
print(f"the same in a random walk:   {walk_shares[-2:].sum():.3f}")

# %% [markdown]
# A ladder. Five frequencies, each about **three** times the one before, and almost nothing between them. Training found what the sinusoid was given by design: waves in geometric
# steps. Why three, nobody we know of has explained.
#
# ### Is a step a turn here, too?
#
# If the rows are made of five waves, one step is one turn in each of five planes. We fit *one* linear map from each row to the next, on the rows 129 to 384, in the ten leading
# directions, and test it on rows that it has not seen.
#
# > **Predict.** A turn has eigenvalues of size 1. By which angles should they turn, in cycles per 512?

# %%
step = one_step_map(table[129:385], 10)
print("one plane each:")
print("cycles per 512:", step.cycles.round(2))
print("sizes:         ", step.sizes.round(3))
for k in (1, 5, 10, 20):
    r2 = step.held_out_r2(table[385:511], k)
    print(f"predicted {k:2d} rows ahead, on rows 385 to 510: R2 = {r2:.3f}")

# %%
plot_circles(step.circles(table[129:385]), step.cycles)

# %%
angle = np.unwrap(np.angle(step.circles(table)), axis=0)  # (512, 5): how far each plane has turned
for start, end in ((129, 255), (256, 383), (384, 510)):
    cycles = (angle[end] - angle[start]) / (end - start) * 512 / (2 * np.pi)
    print(f"rows {start} to {end}, cycles per 512:", cycles.round(1))

# %% [markdown]
# Five circles. One step is a turn, to within a fraction of a percent. But it is not *exactly* the same turn everywhere: the fastest plane runs at 88.9, then at 79.4, then at 90.8 cycles. So the
# prediction 20 rows ahead has lost its grip. A sinusoid keeps its frequencies.

# %% [markdown]
# ## 5. Rows that tell a story
#
# Some rows are odd. Rows 0, 127 and 511 stick out in the picture above. And another model of the same family tells us why rows differ at all: `paraphrase-MiniLM-L3-v2` comes
# from the same base model. We have its rows 96 to 159.
#
# > **Predict.** Both models were fine-tuned, MiniLM-L6 on texts cut off at 128 tokens ([its model card](https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2)). Where will their rows differ?

# %%
other = load_positions("minilm_l3_v2_rows_96_159").values
positions = np.arange(96, 160)
factor, _ = common_factor(table[128:160], other[32:])
ours = table[96:160]
difference = np.linalg.norm(ours - factor * other, axis=1) / np.linalg.norm(ours, axis=1)
print("one factor for all rows:")
print(f"{factor:.4f}; rows 128 to 159 then differ by at most {difference[32:].max():.4f}")
early = difference[:31]
print(f"rows 96 to 126 by {early.min():.2f} to {early.max():.2f}, row 127 by {difference[31]:.2f}")
plot_moved_rows(positions, difference)

# %% [markdown]
# From row 128 on the two tables are the same, up to one factor. The fine-tuning texts did not reach those rows, so nothing moved them but a common shrinking (weight decay
# would do that; this part is our guess). That is the deepest difference to a formula: **a learned row is as good as
# the texts that reached it.**

# %% [markdown]
# ## 6. And at position 512?
#
# The table has the rows 0 to 511. What now? There is no answer in the table, only policies:
#
# > **Predict.** Which row does position 512 get from *clamp*, which from *wrap*?

# %%
print("position 512, for each policy:")
for beyond in ("raise", "clamp", "wrap", "interpolate"):
    try:
        row = LearnedPositions(table, beyond=beyond).lookup([512])[0]
        nearest = int(np.argmin(np.linalg.norm(table - row, axis=1)))
        print(f"{beyond:12s} gives a row nearest to row {nearest}")
    except ValueError as error:
        print(f"{beyond:12s} {error}")

# %% [markdown]
# - **raise** stops, and says so. It is the only policy that cannot go unnoticed.
# - **clamp** gives every later position the last row, so that they all look alike.
# - **wrap** starts again at row 0. NumPy's own `table[-1]` does something of the kind at the other end, in silence.
# - **interpolate** stretches the table over the longer text, so that neighbours move closer together than in training.
#
# [06 Limitations](06_limitations.ipynb) measures what a model makes of each.

# %% [markdown]
# ## 7. The two side by side
#
# | | sinusoidal | learned table |
# |---|---|---|
# | parameters (section 1) | 0 | `max_len` times `d_model` |
# | order task (section 2) | solved | solved |
# | structure | a ladder of waves by design | what the data asks for (section 3); MiniLM: five waves, ratio about three (section 4) |
# | one step (section 4) | exactly one turn, everywhere | nearly a turn, and it drifts |
# | a row that training never reached (section 5) | like all others | stays as it was |
# | beyond the last row (section 6) | defined | needs a policy |
# | works on longer texts | defined is not learned: see 06 | see 06 |

# %% [markdown]
# ## Recap
#
# - A learned table is a parameter: one row for each position, and none beyond.
# - For copying by position both kinds work; without positions the model stays at the order-blind ceiling.
# - A table that learns gets the order of the *data*: shuffle it, and the band is gone; undo it, and the band is back.
# - MiniLM's table is a ladder of five waves with ratio three, on which a step is nearly a turn.
# - Rows that no training text reaches do not move.
#
# **Pitfalls**
#
# - Waves in a PCA plot: a random walk has them as well. Use a spectrum of the raw columns, held-out rows, or a shuffle.
# - "Learned tables discover the sinusoid": ours found one wave, MiniLM's five; neither is the formula's ladder.
# - A table whose last rows were never trained looks complete and is not.
#
# **Your turn.** Load `me5_small` in place of MiniLM and draw its spectrum with `plot_trained_table`. How many bands do you see? Then train the table of section 3 with `Learned(32, std=1.0)`: the
# accuracy hardly changes. What has happened to the band, and why?
#
# **Next.** [05 Linearity](05_linearity.ipynb) shows why a step of the sinusoid is exactly a turn, and what that is good for.
