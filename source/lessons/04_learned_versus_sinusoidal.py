# %% [markdown]
# # 04 Learned against sinusoidal
#
# **You will** train a tiny model with and without positions, watch a table of positions learn in front of you, and take the table of a published
# model apart.
#
# **You need** [03 Worked example](03_worked_example.ipynb), eigenvalues, and to have seen a network being trained once.
#
# **Time** about 40 minutes. The trainings run live and take a few seconds each.

# %%
import numpy as np

from pe_lessons import LearnedPositions, load_positions, sinusoidal_encoding
from pe_lessons.circles import fitted_circle, leading_plane, one_step_map
from pe_lessons.explorers import explore_tables
from pe_lessons.figures import mean_attention, plot_attention_maps, plot_circles, plot_moved_rows
from pe_lessons.figures import plot_offset_maps, plot_table_learning, plot_trained_table
from pe_lessons.schemes import Learned, NoPositions, Sinusoidal
from pe_lessons.structure import band_powers, common_factor, offset_share, random_walk, spectrum
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
# Twice the positions cost twice the parameters, and each row has to be trained by texts that reach it (section 6).
#
# ## 2. Does it matter which one?
#
# A model as small as it gets: one attention layer with one head, 32 columns, no mask. It reads 16 letters, each drawn at random from eight, and has to name, at each place, **the letter two places
# back**. A reader who sees which letters there are, but not where, can only name the commonest of the others. How often that is right is the *order-blind ceiling*.
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
# task the two are equal (one training each; another *seed*, that is, other random numbers, changes the second decimal of "none"). The authors of the original Transformer tried both in theirs and found "nearly identical results"
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
training = train(walk, Learned(32), length=32, steps=600, checkpoints=range(0, 601, 25))
plot_table_learning({step: training.tables[step] for step in (0, 100, 150, 250, 600)})

# %% [markdown]
# Above is the similarity of all rows (the cosine of the angle between them, after their mean is taken off): first nothing, then blocks, then a band along the diagonal that depends on the distance
# only. Below are the rows in the plane of the two directions in which they differ most, their *leading directions*, joined in order: a tangle that unrolls into most of a circle. Two
# directions that trace a circle are a sine and a cosine. Nothing in the model prescribes that.
#
# The **offset share** measures the band: how much of the similarity is explained by the distance of two positions alone, 0 for noise and 1 for a perfect band.
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
# The band follows the order in the *data*: shuffled it is gone, undone it is back. Two warnings belong to that finding. Numbers first:

# %%
def share_of_two(rows):
    """How much of the differences between rows lies in the two leading directions."""
    return leading_plane(rows)[1].sum()


print(f"two directions hold {share_of_two(training.tables[600]):.2f} of the learned table,")
print(f"  {share_of_two(sinusoidal_encoding(32, 32)):.2f} of the sinusoid")
arc = fitted_circle(leading_plane(training.tables[600])[0])[3]
print(f"its circle covers {arc:.0f} degrees over 31 steps: one turn in {360 / arc * 31:.0f} places")
walks = [offset_share(random_walk(32, 32, seed=s), centred=True) for s in range(20)]
print(f"offset share of 20 random walks: {min(walks):.2f} to {max(walks):.2f}")
copied = train(task, Learned(16), length=16, steps=300, checkpoints=[300]).tables[300]
print(f"offset share of the table of section 2: {offset_share(copied, centred=True):.2f}")

# %% [markdown]
# - **Smooth is not learned.** The fourth map is a random walk, in which each row is the one before plus noise. It has a band as well, and the offset share of a lucky walk comes close to a
#   learned table's. Always show such a control, and trust the shuffle more than the band.
# - **It is not the sinusoid.** The table found *one* wave, a little longer than the text; the sinusoid has a ladder of them. And it has this structure because the task asks for nearness. The
#   copying task of section 2 works with a table that has next to none.
#
# One layer, synthetic letters, one seed: this shows what *can* happen. What does a real model's table look like?

# %% [markdown]
# ## 4. A real table
#
# `all-MiniLM-L6-v2` is a small sentence encoder, a model that turns a sentence into one vector, with a learned table of 512 positions. The table comes with this course.

# %%
minilm = load_positions("minilm_l6_v2")
print(minilm)
table = minilm.values

# %% [markdown]
# Each of its 384 columns is a curve over the positions. The **spectrum** says how much of all curves together repeats once in 512 positions, how much twice, and so on.
#
# > **Predict.** Will the spectrum be spread out, a single wave as in section 3, or something else?

# %%
plot_trained_table(table)

# %% [markdown]
# There are a few peaks. We put bands of frequencies around them *after seeing them*, so the share inside is no surprise by itself; the width of the bands and a random walk show what to compare it with.

# %%
bands = [(0.5, 1.9), (2, 5), (7, 12), (25, 38), (75, 100)]
centres, shares = band_powers(*spectrum(table[1:511]), bands)
print("cycles per 512:", centres.round(2))
print("ratios:        ", (centres[1:] / centres[:-1]).round(2))
width = sum(high - low for low, high in bands) / 256
print(f"power inside the five bands: {shares.sum():.3f} (they cover {width:.2f} of the axis)")
walk_shares = band_powers(*spectrum(random_walk(512, 384)[1:511]), bands)[1]
print(f"in the two fastest:          {shares[-2:].sum():.3f}")
print(f"the same in a random walk:   {walk_shares[-2:].sum():.3f}")

# %% [markdown]
# A ladder: five frequencies, each about **three** times the one before, and almost nothing between them. The sinusoid has such geometric steps by design, this table has them after training. (How it began we do
# not know, nor why three.)
#
# ## 5. Is a step a turn here, too?
#
# If the rows are made of five waves, one step is one turn in each of five planes. We fit *one* linear map from each row to the next, on the rows 129 to 384, in the ten leading
# directions, and test it on *held-out* rows, which it has not seen. $R^2$ says how well it predicts: 1 is exact, 0 no better than guessing the mean row. A turn has eigenvalues of size 1, and their
# angle is the turn.
#
# > **Predict.** By which angles will the map turn, in cycles per 512? And will a random walk, as smooth as it is, do as well?

# %%
walk512 = random_walk(512, 384)
step, walk_step = (one_step_map(rows[129:385], 10) for rows in (table, walk512))
print("one plane each:")
print("MiniLM, cycles per 512:", step.cycles.round(2), " sizes", step.sizes.round(3))
print("walk,   cycles per 512:", walk_step.cycles.round(2), " sizes", walk_step.sizes.round(3))
for k in (1, 5, 10, 20):
    r2, walk_r2 = step.held_out_r2(table[385:511], k), walk_step.held_out_r2(walk512[385:511], k)
    print(f"predicted {k:2d} rows ahead, R2 on rows 385 to 510: {r2:6.3f}   walk {walk_r2:6.3f}")

# %%
plot_circles(step.circles(table[129:385]), step.cycles)

# %% [markdown]
# On the rows of the fit: half a circle, a spiral, and three full circles. The eigenvalues have size 1, but so have the walk's, and one row ahead a smooth walk is predictable, too. Two things part them: five rows
# ahead the walk's map is useless and MiniLM's is not; and the angles of the walk are the lowest ones there are, in even steps, while MiniLM's are the five frequencies of the spectrum.
#
# > **Predict.** If a step were *exactly* one turn, 20 rows ahead would be as good as 1. Why is it not?

# %%
print("turns of each plane, row by row:")
angle = np.unwrap(np.angle(step.circles(table)), axis=0)  # (512, 5): how far each plane has turned
for start, end in ((129, 255), (256, 383), (384, 510)):
    cycles = (angle[end] - angle[start]) / (end - start) * 512 / (2 * np.pi)
    print(f"rows {start} to {end}, cycles per 512:", cycles.round(1))

# %% [markdown]
# The frequencies drift: the fastest plane runs at 88.9, then at 79.4, then at 90.8 cycles. After 20 rows that is a good part of a turn. The sinusoid keeps its frequencies (lesson 05).
#
# Four tables, three views of each: similarity, spectrum, and one plane of the map from row to row. (The sinusoid has 10 columns here, so that it has five planes, too.) Guess first: whose planes are perfect circles, whose are nearly, whose are
# not? Then drag the training steps of our own table from 0 on, and watch the band and the circle appear.

# %%
explore_tables({
    "sinusoid": sinusoidal_encoding(512, 10),
    "MiniLM": table,
    "random walk": walk512,
    "our training": training.tables,
})

# %% [markdown]
# ## 6. Rows that tell a story
#
# Rows 0, 127 and 511 stick out in the picture of section 4. How odd are they?

# %%
def cosine(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


energy = table[0] ** 2 / (table[0] @ table[0])
print(f"row 0: column {energy.argmax()} alone holds {energy.max():.0%} of its energy")
for a, b in ((126, 127), (127, 128), (200, 201)):
    print(f"rows {a} and {b}: cosine {cosine(table[a], table[b]):.2f}")

# %% [markdown]
# Row 0 meets every text, at its first token. Row 127 is the last row of a text that was cut off at 128 tokens, and so met the mark of the end far more often than its neighbours did (that is our reading).
#
# A second model that began with the same table shows which rows training touched: `paraphrase-MiniLM-L3-v2`. We have its rows 96 to 159.
#
# > **Predict.** Both models were *fine-tuned*, that is, trained on for another purpose, MiniLM-L6 on texts cut off at 128 tokens ([its model card](https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2)). Where will their rows differ?

# %%
other = load_positions("minilm_l3_v2_rows_96_159").values
positions = np.arange(96, 160)
ours, beyond_cut = table[positions], positions >= 128
factor, _ = common_factor(ours[beyond_cut], other[beyond_cut])
difference = np.linalg.norm(ours - factor * other, axis=1) / np.linalg.norm(ours, axis=1)
print("relative difference of the rows, after one common factor:")
print(f"from row 128 on at most {difference[beyond_cut].max():.4f} (factor {factor:.4f})")
early = difference[positions < 127]
print(f"rows 96 to 126: {early.min():.2f} to {early.max():.2f}, row 127: {difference[31]:.2f}")
plot_moved_rows(positions, difference)

# %% [markdown]
# From row 128 on the two tables are the same, up to one factor. The bars there are not missing, they are zero. The fine-tuning texts did not reach those rows, so nothing moved them but
# a common shrinking. That is the deepest difference from a formula: **a learned row is as good as
# the texts that reached it.**

# %% [markdown]
# ## 7. And at position 512?
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
middle = LearnedPositions(table, beyond="interpolate").lookup([300], length=1024)[0]
nearest = int(np.argmin(np.linalg.norm(table - middle, axis=1)))
print(f"position 300 of a text of 1024, interpolated: nearest to row {nearest}")

# %% [markdown]
# - **raise** stops, and says so. It is the only policy that cannot go unnoticed.
# - **clamp** gives every later position the last row, so that they all look alike.
# - **wrap** starts again at row 0. NumPy's own `table[-1]` does something of the kind at the other end, in silence.
# - **interpolate** stretches the table over the longer text, so that neighbours move closer together than in training.
#
# [06 Limitations](06_limitations.ipynb) measures what a model makes of each.

# %% [markdown]
# ## 8. The two side by side
#
# | | sinusoidal | learned table |
# |---|---|---|
# | parameters (section 1) | 0 | `max_len` times `d_model` |
# | order task (section 2) | solved | solved |
# | structure | a ladder of waves by design | what the data asks for (section 3); MiniLM: five waves, ratio about three (section 4) |
# | one step | exactly one turn, everywhere (lesson 05) | MiniLM: nearly a turn, and it drifts (section 5) |
# | a row that training never reached (section 6) | like all others | stays as it was |
# | beyond the last row (section 7) | defined | needs a policy |
# | texts longer than in training | measured in lesson 06 | measured in lesson 06 |

# %% [markdown]
# ## Recap
#
# - A learned table is a parameter: one row for each position, and none beyond.
# - For copying by position both kinds work; without positions the model stays at the order-blind ceiling.
# - A table that learns gets the order of the *data*: shuffle it, and the band is gone; undo it, and the band is back.
# - MiniLM's table is a ladder of five waves with ratio about three, on which a step is nearly a turn.
# - Rows that no training text reaches do not move.
#
# **Pitfalls**
#
# - Waves or circles in a plot of leading directions: a random walk has them as well, and its one-step map has eigenvalues of size 1. Use a spectrum of the raw columns, predictions several rows ahead, or a
#   shuffle, and show the control.
# - "Learned tables discover the sinusoid": ours found one wave, MiniLM's five; neither is the formula's ladder.
# - A table whose last rows were never trained looks complete and is not.
#
# **Your turn.** [Your exercises](../work/04_learned_versus_sinusoidal.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. Load `me5_small`, the table of another published model, in place of MiniLM and draw its spectrum with `plot_trained_table`. How many peaks do you see? Then train the table of section 3 with `Learned(32, std=1.0)`: the
# accuracy hardly changes. What has happened to the band, and why? Questions 2 and 4 of the
# [practice questions](08_practice_questions.ipynb) belong to this lesson.
#
# **Next.** [05 Linearity](05_linearity.ipynb) shows why a step of the sinusoid is exactly a turn, and what that is good for.
