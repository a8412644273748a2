# %% [markdown]
# # 06 Limitations: a number for each
#
# **You will** measure what sinusoidal encodings cannot do, and meet a few limits that are often named and do not exist.
#
# **You need** [02 Frequencies](02_frequencies.ipynb) and [05 Linearity](05_linearity.ipynb), section 5; for section 6 also [04 Learned against sinusoidal](04_learned_versus_sinusoidal.ipynb),
# sections 2 and 7.
#
# **Time** about 35 minutes. The trainings of section 6 take half a minute, on a slow machine more.

# %%
import numpy as np

from pe_lessons import sinusoidal_encoding, wavelengths
from pe_lessons.bfloat16 import round_to_bfloat16
from pe_lessons.experiments import beyond_training_length
from pe_lessons.explorers import explore_aliasing
from pe_lessons.figures import angle_errors, plot_angle_errors, plot_beyond_training, plot_returns
from pe_lessons.figures import plot_row_distances, plot_slow_pair
from pe_lessons.schemes import Sinusoidal
from pe_lessons.tasks import copy_back, last_marked
from pe_lessons.training import accuracy, train

# %% [markdown]
# ## 1. Every pair comes back
#
# A hand that turns comes back. Pair 0 turns by 1 radian a position, so after a little more than 6 positions it has made a turn. But positions are whole numbers,
# and 6 is not quite a turn.
#
# > **Predict.** Among the first 1000 offsets, how near does pair 0 come to where it started? Have the offsets with the nearest returns anything in common?

# %%
k = np.arange(1, 1001)
chords = 2 * np.abs(np.sin(k / 2))  # distance of positions 0 and k on the circle of pair 0
nearest = k[np.argsort(chords)[:3]]
plot_returns(1000, nearest.tolist(), 512)

# %%
print("pair 0:")
for k in (6, 44, *sorted(nearest.tolist())):
    chord = 2 * abs(np.sin(k / 2))
    print(f"k = {k:3d}: {k / (2 * np.pi):9.5f} turns, distance {chord:.6f}")

# %% [markdown]
# The near returns are nearly whole numbers of turns: 44 is 7.003 of them, 710 is 113.00001. To pair 0, the positions 0 and 710 are nearly one and the same. This is called
# **aliasing**, and each pair has it at its own offsets.
#
# It does no harm to a row of many columns, because the pairs do not come back together. The nearest *rows* are neighbours. "They are many turns apart" says nothing about a pair; and one pair
# says nothing about the row.

# %% [markdown]
# ## 2. Are slow pairs constants?
#
# A wavelength much longer than the text makes a pair "a constant offset": so it is often said. Lesson 02 saw that the slowest sine is a ramp. What is it worth?
#
# > **Predict.** With which error can you read the position, 0 to 511, from the *slowest* sine alone, if you may multiply it by one number and add another?

# %%
plot_slow_pair(512, 512)

# %%
table = sinusoidal_encoding(512, 512)
p = np.arange(512)


def worst_reading(columns):
    """Read the position from these columns by a linear map: largest error, in positions."""
    A = np.column_stack([columns, np.ones(len(columns))])
    return np.abs(A @ np.linalg.lstsq(A, p, rcond=None)[0] - p).max()


slow = np.flatnonzero(wavelengths(512) > 512)
print("largest error of a reading:")
print(f"from the slowest sine:   {worst_reading(table[:, -2]):.3f} positions")
print(f"from the slowest cosine: {worst_reading(table[:, -1]):.3f} positions")
print(f"from all {len(slow)} slow sines:    {worst_reading(table[:, 2 * slow]):.6f} positions")

# %% [markdown]
# The slowest sine gives the position to within a tenth of a position. It is not a constant, it is a ruler: small numbers on a straight line. Only the cosine is nearly constant.
#
# Small numbers are at the mercy of the number format. Models store tables in *float32* (24 significant bits), *float16* (11) or *bfloat16* (8, with the range of float32). How many different values of the slowest
# pair are left in each?

# %%
formats = {"float32": np.float32, "float16": np.float16, "bfloat16": round_to_bfloat16}
for name, cast in formats.items():
    sines, cosines = (len(np.unique(cast(table[:, c]))) for c in (-2, -1))
    print(f"{name:8s}  sine {sines:3d} of 512 values, cosine {cosines:3d}")
print("different rows in bfloat16:", len(np.unique(round_to_bfloat16(table), axis=0)))

# %% [markdown]
# The ramp survives even bfloat16 well (369 of 512 steps), the cosine does not. The rows as wholes all stay different.
#
# Sections 1 and 2 to drag, for 64 columns. Left: find the distances at which a pair comes back, and see whether the row comes back with it. Right: what a number format leaves of the slowest pair. Guess first: will a smaller base leave more different
# values, or fewer?

# %%
explore_aliasing()

# %% [markdown]
# ## 3. Is position 0 special?
#
# The row of position 0 reads 0, 1, 0, 1 and so on. Some texts conclude that it stands out and draws attention to the first token.
#
# > **Predict.** Compare position 0 with position 1000: the length of the row, and the distance to the nearest other row.

# %%
rows = sinusoidal_encoding(np.arange(-600, 1601), 512)  # neighbours on both sides
print("rows of 512 columns:")
for position in (0, 1, 1000):
    row = rows[position + 600]
    others = np.delete(rows, position + 600, axis=0)
    nearest = np.linalg.norm(others - row, axis=1).min()
    length = np.linalg.norm(row)
    print(f"{position:4d}: length {length:.4f}, nearest row {nearest:.4f}, mean {row.mean():.3f}")

# %% [markdown]
# Length and distances are the same for every position, since a step is a turn and turns keep both. Only the look of the numbers differs, such as their mean. (In a text,
# position 0 has neighbours on one side only; that is true of any first position.) Models do pay much attention to their first tokens, also models that add no position rows at all
# ([Xiao et al., 2023](https://arxiv.org/abs/2309.17453), call these tokens attention sinks). So such a row is not needed for it.

# %% [markdown]
# ## 4. Is further away in the text further apart?
#
# Two rows are furthest apart where all their pairs stand on opposite sides; we measure the distance against that.
#
# > **Predict.** Rows that are further apart in position are further apart in space. Up to which offset does that hold for 8 columns? For 512?

# %%
plot_row_distances((8, 64, 512), 200)

# %% [markdown]
# At first only: up to an offset of 3 for 8 columns, 5 for 64, 43 for 512. Beyond it the distance goes up and down. More columns make the curve smoother, not monotone. "Near in position is near in
# space" is a good picture for neighbours and a wrong one for far places.

# %% [markdown]
# ## 5. Far positions and number formats
#
# The angle is $p\,\omega_i$. At position 1000000 the first hand has turned by 1000000 radians, and what counts is the small rest after whole turns. A float32 has about seven digits.
#
# > **Predict.** How large is the error of a row at position 1000000, if the angles are formed in float32? And if the position itself is held in bfloat16?

# %%
plot_angle_errors(512)

# %%
held = round_to_bfloat16(np.arange(8192)).astype(int)
print("positions in bfloat16:")
print("256, 257, 258 and 259:", held[256:260].tolist())
print("different positions among 8192:", len(np.unique(held)))
print("furthest from its true place below 2000:", np.abs(held - np.arange(8192))[:2000].max())

# %% [markdown]
# In float32 the error grows with the position, to some hundredths at a million. A position held in bfloat16 becomes *another position*: it holds
# whole numbers up to 256, then every second, every fourth, so that neighbours share one row. So form the angle in float64 (or reduce it first) and cast *last*; `sinusoidal_encoding(..., dtype=np.float32)` does.

# %%
for position in (32_768, 1_000_000):
    exact = sinusoidal_encoding([position], 512)
    cast_last = sinusoidal_encoding([position], 512, dtype=np.float32)
    throughout = angle_errors([position], 512, "float32")[0]
    print(f"position {position}: float32 throughout {throughout:.0e}", end=", ")
    print(f"cast last {np.abs(cast_last - exact).max():.0e}")

# %% [markdown]
# ## 6. Longer than in training
#
# A sinusoid is *defined* for every position. Does a model that was trained on short texts *work* on long ones? We train on 16 letters, as in lesson 04 but with a causal mask, and test on longer
# texts. Two tasks: name the letter **two back** (an exact distance), and name the **last marked** letter (nearness only). Three seeds each, that is, three trainings with other random numbers.
#
# > **Predict.** Who keeps 100 % at length 32: the sinusoid, a learned table with one of its policies (*clamp*, *wrap*, *interpolate*), both, or nobody?

# %%
tested = (16, 24, 32, 64)
tasks = copy_back(2), last_marked()
results = {task.name: beyond_training_length(task, tested=tested) for task in tasks}
for name, result in results.items():
    print(f"{name}, right answers at {tested}, mean of three seeds [lowest, highest at 64]:")
    for scheme, values in result.items():
        means = "  ".join(f"{v:.2f}" for v in values.mean(axis=0))
        print(f"  {scheme:20s} {means}  [{values[:, -1].min():.2f}, {values[:, -1].max():.2f}]")

# %%
plot_beyond_training(results, tested)

# %% [markdown]
# At 16 both kinds of position are perfect. Beyond it nobody keeps the exact task, the sinusoid included: about half of its answers are wrong at length 64. *Clamp* gives all late positions one row, and the
# last marked letter is still found about as often as with the sinusoid. At 64 the sinusoid is there no better than **no positions at all**, a surprise worth remembering. *Interpolate* changes the distances, which ruins the exact task and leaves nearness intact. No policy wins both.
#
# So "sinusoidal encodings extrapolate" is not what happens here. The paper that introduced them says with care that they *may allow* it
# ([Vaswani et al., 2017](https://arxiv.org/abs/1706.03762), section 3.5). **Defined for every length is not the same as works at every length.** (One layer and synthetic letters: do not carry
# the numbers over to large models. [Kazemnejad et al., 2023](https://arxiv.org/abs/2305.19466), trained larger ones and also found the usual encodings wanting beyond the training length.)

# %% [markdown]
# ### Is it the distance, or the place?
#
# The distance asked for, two, was in training. The *places* beyond 15 were not. Let us train on 16 letters that start at a random position from 0 to 112, so that all places up to 127 are seen.
#
# > **Predict.** How much of the loss at length 64 goes away?

# %%
print("two back, sinusoidal, three seeds, at lengths 16, 32, 64, 128:")
for name, largest_start in (("always from 0", 0), ("from 0 to 112", 112)):
    options = dict(length=16, steps=400, causal=True, largest_start=largest_start)
    for seed in range(3):
        model = train(copy_back(2), Sinusoidal(), seed=seed, **options).model
        right = [accuracy(model, copy_back(2), n) for n in (16, 32, 64, 128)]
        print(f"{name}: ", "  ".join(f"{value:.2f}" for value in right))

# %% [markdown]
# Most of it. So what failed was mostly *unseen places*. The rest has to do with the length itself: more letters, further away than any in training, compete for the attention. This is one reason why later encodings let the scores depend on the distance alone; they are the subject of lesson 07.

# %% [markdown]
# ## Recap
#
# - Every pair aliases, at its own offsets; rows of many columns do not.
# - A slow pair is a ruler in its sine and flat in its cosine. Number formats decide how much of it is left.
# - No position is special to the sinusoid. Similarity falls with distance only near by.
# - Form angles in float64, cast last. Never hold positions in bfloat16.
# - Defined at every length, but not learned there: places that training never saw are what fails.
#
# **Pitfalls**
#
# - "Many turns apart, so very different": look at the rest after whole turns (section 1).
# - "Slow columns are constant offsets": section 2 reads the position from one of them.
# - "Position 0 is special, that is why models look at it": section 3.
# - "It extrapolates": measure it, on two tasks (section 6).
#
# **Your turn.** [Your exercises](../work/06_limitations.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. In section 6, replace `copy_back(2)` by `copy_back(1)` and predict which curves move. Question 9 of the [practice questions](08_practice_questions.ipynb) goes with section 1.
#
# **Next.** [07 Rotary and relative positions](07_rotary_and_relative.ipynb): encodings that know the distance and forget the place.
