# %% [markdown]
# # 02 Frequencies: a row of clock hands
#
# **You will** read the picture of a sinusoidal encoding, find the formula behind it, measure how fast each column turns, see what
# the number 10000 really changes, and find a bug in a published listing by looking at its picture.
#
# **You need** sine and cosine of an angle in radians, and [01 Intuition](01_intuition.ipynb).
#
# **Time** about 30 minutes.

# %%
import numpy as np

from pe_lessons import compute_frequencies, sinusoidal_encoding, wavelengths
from pe_lessons.explorers import explore_frequencies, explore_hands
from pe_lessons.figures import plot_scales, plot_table, plot_tables, plot_waves, plot_wavelengths

# %% [markdown]
# ## 1. What does the table look like?
#
# A **sinusoidal encoding** is a table with one row for each position $p = 0, 1, 2, \dots$ and `d_model` columns. Row $p$ is the vector
# that will be added to the word at position $p$.
#
# > **Predict.** The columns work like the digits of a counter: some change at every position, some rarely. Which will be the fast ones, left or right?

# %%
plot_table(sinusoidal_encoding(128, 64), "128 positions, d_model = 64")

# %% [markdown]
# The left columns flicker, the right ones hardly move. Let us pull four pairs of neighbouring columns out and draw them as curves.

# %%
plot_waves([0, 4, 8, 16], d_model=64, length=128)

# %% [markdown]
# Two columns that stand next to each other, 0 and 1, or 8 and 9, make the same wave, a quarter turn apart: the first is the sine, the second the cosine. We call
# them a **pair**, and number the pairs $i = 0, 1, 2, \dots$ Pair $i$ owns the columns $2i$ and $2i+1$.
#
# Think of a clock: each pair is one hand, of length 1. A full turn is $2\pi$, about 6.28 *radians*. A hand that points to the right and is then turned by an angle, against
# the clock's direction, has its tip at the height sine of that angle, and reaches cosine of it to the right. The first hand is fast, and each further hand is slower than the one before.
#
# Here are the four hands of a table with 8 columns. Drag the position. (Click on a slider, and the arrow keys move it too.) Guess first: at which position is the second hand back where it began? The blue bar is the sine, the orange one the
# cosine; both stand in the row below. (Leave the base alone until section 5.)

# %%
explore_hands()

# %% [markdown]
# ## 2. How fast is each pair?
#
# > **Predict.** For `d_model` = 8 there are four pairs. The first turns by 1 radian at each position. Guess the other three.

# %%
print("radians for each position:")
print(compute_frequencies(8))

# %% [markdown]
# Each is a tenth of the one before. In general the ratio is the same from pair to pair, a *geometric* ladder:
#
# $$\omega_i = \mathrm{base}^{-2i/d_\mathrm{model}}, \qquad i = 0, \dots, \tfrac{d_\mathrm{model}}{2} - 1, \qquad \mathrm{base} = 10000.$$
#
# $\omega_i$ is an **angular frequency**: radians for each position. The table itself is
#
# $$\mathrm{PE}[p, 2i] = \sin(p\,\omega_i), \qquad \mathrm{PE}[p, 2i+1] = \cos(p\,\omega_i)$$
#
# ([Vaswani et al., 2017](https://arxiv.org/abs/1706.03762), section 3.5). One frequency serves a pair, so there are half as many frequencies as columns.

# %%
omega = compute_frequencies(512)
print("frequencies for 512 columns:", len(omega))
print(f"ratio of neighbours, first and last: {omega[1] / omega[0]:.5f} {omega[-1] / omega[-2]:.5f}")
print(f"pair 0   {omega[0]:.6f}")
print(f"pair 128 {omega[128]:.6f}")
print(f"pair 255 {omega[255]:.6f}")

# %% [markdown]
# ### The pair that does not exist
#
# Some texts give a "pair 256" for `d_model` = 512, with a frequency of exactly 1/10000.
#
# > **Predict.** What does `omega[256]` return?

# %%
print("pair 256 of 512 columns:")
try:
    print(omega[256])
except IndexError as error:
    print("IndexError:", error)
last = len(omega) - 1
print("last pair", last, "owns columns", 2 * last, "and", 2 * last + 1)
print(f"its frequency {omega[-1]:.4e}, the value people quote {1 / 10000:.4e}")

# %% [markdown]
# Pairs and columns both count from 0. The last pair is 255, its columns are 510 and 511, and its exponent is 510/512. The value 1/10000
# would need the exponent 1. The pairs come near it and stop before.

# %% [markdown]
# ## 3. From frequency to wavelength
#
# A frequency is hard to picture. How many positions until a pair has made one full turn? A full turn is $2\pi$ radians, so the **wavelength** is
#
# $$\lambda_i = \frac{2\pi}{\omega_i} \quad\text{positions.}$$
#
# > **Predict.** Take 512 columns and a text of 512 tokens. How many of the 256 pairs do *not* finish one turn: about 10, about 60, or about 130?

# %%
waves = wavelengths(512)
print("wavelengths for 512 columns:")
for pair in (0, 64, 128, 192, 255):
    print(f"pair {pair:3d}: wavelength {waves[pair]:9.2f} positions")
print(f"the number people quote for the longest: {2 * np.pi * 10000:.2f}")
print("pairs with a wavelength above 512:", int(np.sum(waves > 512)), "of", len(waves))

# %%
plot_wavelengths(512, 512)

# %% [markdown]
# More than half. On a logarithmic axis the wavelengths climb a straight line from 6.28 to 60611 positions. The 62832 that
# is often printed is the limit $2\pi \cdot 10000$ that no pair reaches.

# %% [markdown]
# ## 4. What are the slow pairs good for?
#
# If a pair never finishes a turn, is it wasted? Take two positions that are $k$ apart, and ask how far each pair moves on its circle from one
# to the other: 0 if it stands still, 2 if it goes to the opposite side.
#
# > **Predict.** Which pairs notice a step of 1? Which notice a step of 1000?

# %%
plot_scales([1, 10, 100, 1000], d_model=512)

# %% [markdown]
# A step of 1 is felt by the fast pairs, a step of 1000 by nearly all. Each pair answers at its own scale. (Where the curve is jagged, neighbouring pairs have made
# very different numbers of turns; look at the last broad hill.) In numbers, the share of the
# squared distance between two rows that comes from the first quarter of the pairs:

# %%
table = sinusoidal_encoding([0, 1, 10, 100, 1000], 512)
for k, row in zip((1, 10, 100, 1000), table[1:]):
    squared = (row - table[0]) ** 2
    print(f"k = {k:4d}: {squared[:128].sum() / squared.sum():.2f} from pairs 0 to 63")

# %% [markdown]
# Two sentences about this are common and wrong. "Later columns carry more position information": each carries information at its own scale. And "the slow
# pairs are constant": look at the sine of the slowest one over 512 positions.

# %%
slow_sine, slow_cosine = sinusoidal_encoding(512, 512)[:, -2:].T
print(f"slowest sine:   from {slow_sine[0]:.4f} to {slow_sine[-1]:.4f}")
print(f"slowest cosine: from {slow_cosine[0]:.4f} to {slow_cosine[-1]:.4f}")

# %% [markdown]
# The cosine is nearly constant. The sine is a ramp: small, but it grows with every position, like a ruler.

# %% [markdown]
# ## 5. What does the base change?
#
# > **Predict.** We replace 10000 by 100000. Are there more fast pairs or fewer? Are two neighbouring positions easier or harder to tell apart?

# %%
print("  base   ratio  fast pairs  longest wave  distance of rows 0 and 1:")
for base in (100, 10000, 100000):
    ladder, longest = compute_frequencies(512, base=base), wavelengths(512, base=base)[-1]
    here, there = sinusoidal_encoding(2, 512, base=base)
    distance = np.linalg.norm(there - here)
    fast = np.sum(ladder > 0.1)
    print(f"{base:6d}  {ladder[1]:.4f}  {fast:10d}  {longest:12.0f}  {distance:.2f}")

# %%
plot_wavelengths(512, 512, bases=(100, 10000, 100000))

# %% [markdown]
# *Fast* here means more than 0.1 radians a position. Some texts say that a larger base makes more pairs fast and neighbours easier to tell
# apart. It is the other way round. A **larger base** stretches the ladder: fewer fast pairs (52 instead of 64), a longer reach, and a
# *smaller* distance between neighbours (3.34 instead of 3.71). A smaller base does the opposite.
#
# Why 10000? The paper gives no reason. There are models with much larger bases, such as Llama 3 with 500000 (`rope_theta` in its published configuration).
#
# All of it in one place: left the wavelength of every pair, right the pair with the orange dot, over the whole text. Guess first, then drag: which two sliders move the blue line, and which moves only the dashed one? Find the slowest pair that still makes a
# whole turn in the text.

# %%
explore_frequencies()

# %% [markdown]
# ## 6. Find the bug by its picture
#
# This listing follows one that is in circulation. It runs without a complaint, and its first row and first column are right.

# %%
def listing(length, d_model):
    table = np.zeros((length, d_model))
    for i in range(0, d_model, 2):
        angle = np.arange(length) / 10000 ** (2 * i / d_model)
        table[:, i] = np.sin(angle)
        table[:, i + 1] = np.cos(angle)
    return table


plot_tables({"the listing": listing(128, 64), "the formula": sinusoidal_encoding(128, 64)})

# %% [markdown]
# > **Predict.** The left picture goes quiet much too early. Look at the exponent and at what `i` counts. What is wrong? For which base would this table be right?

# %%
print("the listing against the formula with the base squared:")
difference = np.abs(listing(128, 64) - sinusoidal_encoding(128, 64, base=10000**2)).max()
print(f"largest difference from the right table with base 10000**2: {difference:.6f}")
for base in (10000, 10000**2):
    waves = wavelengths(512, base=base)
    longer = np.mean(waves > 512)
    print(f"base {base:9d}: longest wave {waves[-1]:.2e}, longer than 512: {longer:.1%}")

# %% [markdown]
# In the formula $i$ counts pairs: 0, 1, 2. In the loop `i` counts *columns*: 0, 2, 4. It has the factor 2 in it already, and `2 * i` puts it in once
# more. The exponent is doubled, and a doubled exponent is a squared base: the listing is a correct table for the base 100000000. Three quarters of its pairs never finish a turn in 512 tokens. Nothing fails,
# no shape is wrong, a model would train on it. Only a look at the picture, or a test against a known value, shows it. Two repairs are right:
# let `i` count pairs and keep `2 * i`, or let it count columns and write `i / d_model`.

# %% [markdown]
# ## Recap
#
# - Pair $i$ owns columns $2i$ and $2i+1$: sine and cosine of one angle $p\,\omega_i$.
# - $\omega_i = \mathrm{base}^{-2i/d_\mathrm{model}}$ radians for each position; $\lambda_i = 2\pi/\omega_i$ positions for a turn; neighbours differ by one fixed ratio.
# - For 512 columns the pairs are 0 to 255, the wavelengths 6.28 to 60611.
# - Fast pairs tell neighbours apart, slow pairs tell far from near. A larger base moves pairs from fast to slow.
#
# **Pitfalls**
#
# - A pair 256, or a wavelength of 62832, for 512 columns: sections 2 and 3.
# - The factor 2 twice: section 6. Test with `d_model` of 4 or more; at 2 the bug is invisible, since there is only pair 0.
# - "Frequency" without saying which: here it is radians for each position, not turns for each position.
#
# **Your turn.** [Your exercises](../work/02_frequencies.ipynb) say at once whether an answer is right and, if not, which mistake it shows.
#
# Or stay here. Change `listing` so that it agrees with the formula; the largest difference must be 0. Questions 1, 5, 7 and 9 of the
# [practice questions](08_practice_questions.ipynb) belong to this lesson.
#
# **Next.** [03 Worked example](03_worked_example.ipynb) computes a small table digit by digit and adds it to words.
