# %% [markdown]
# # 02 Exercises: Frequencies
#
# **You will** repair a listing that many texts print, find out which table it really makes, count the pairs that never finish a turn, and
# look for the moment at which a pair comes back to its start.
#
# **You need** the lesson [02 Frequencies](../notebooks/02_frequencies.ipynb).
#
# **Time** about 30 minutes, and 10 more for exercise 2.5. It is extra: you may leave it out.
#
# **How it works.** Put your answer in place of `...` and run the cell. Then run the cell with `check` under it: it says what it sees, and what to try. Check as often as you like.
# Stuck? `hint("2.1")` gives one hint, and one more at each call. Difficulty goes from 1 to 5; it is also the number of points.
# To try something out, press Esc, then B: you get a new cell. After a restart of the kernel, run all cells from the top.

# %%
import numpy as np

from pe_lessons import check, hint, progress

# %% [markdown]
# ## 2.1 The frequencies
#
# *8 minutes, difficulty 2*
#
# This listing should return one angular frequency for each pair, in radians for each position. It has a bug.


# %%
def listing(d_model, base=10000.0):
    values = []
    for i in range(0, d_model, 2):
        values.append(1.0 / base ** (2 * i / d_model))
    return np.array(values)


print("the listing, 8 columns:", *listing(8))
print("number of values for 512 columns:", len(listing(512)))

# %% [markdown]
# For 8 columns the right values are 1, 0.1, 0.01 and 0.001. (One text that prints this listing also reads its value at index 256, for 512 columns. Is there such an index?)
#
# Find the bug. Then write `frequencies(d_model, base=10000.0)`. It returns $\mathrm{base}^{-2i/d_\mathrm{model}}$ for the pairs $i = 0, 1, 2, \dots$, an
# array of shape `(ceil(d_model / 2),)`. The width `d_model` may be odd: then the last column is a sine without a cosine, and it needs a frequency, too. Do not round.
#
# Shown: `frequencies(6)` is 1, 0.046416, 0.002154.


# %%
def frequencies(d_model, base=10000.0):
    """One angular frequency a pair: an array of shape (ceil(d_model / 2),)."""
    # solution
    i = np.arange((d_model + 1) // 2)
    return base ** (-2 * i / d_model)
    # end


# %%
check("2.1")

# %% [markdown] tags=["solution"]
# **The bug.** In the formula $i$ counts pairs: 0, 1, 2. In the loop `i` counts columns: 0, 2, 4, so the factor 2 is in it already, and `2 * i` puts it in once more. Either let
# `i` count pairs and keep `2 * i`, or let it count columns and write `i / d_model`.
#
# A test that is quick and finds most slips: the neighbours of `1 / frequencies(8)` differ by a factor of 10, and the first value is 1. It does not find an exponent that makes an odd width
# even first; for that, try `d_model` = 7. And a base that is written in shows only when you ask for another.

# %% tags=["solution"]
print("frequencies(6):    ", *frequencies(6).round(6))
print("frequencies(8):    ", *frequencies(8).round(6))
print("1 / frequencies(8):", *(1 / frequencies(8)).round(6))
print("frequencies(7):    ", *frequencies(7).round(6))

# %% [markdown]
# ## 2.2 Which base does the listing use?
#
# *4 minutes, difficulty 2*
#
# The listing is wrong for the base 10000, but its values are right for another base. For which base does your `frequencies(d_model, base)` give the values of
# `listing(d_model)`? The answer is one number, the same for every width.
#
# > **Predict.** Twice as large? Half as large? Write your number down before you compare the two lists.

# %%
# solution
base_of_listing = 10000.0**2
# stub
# base_of_listing = ...  # one number
# end

# %%
check("2.2")

# %% tags=["solution"]
difference = np.abs(listing(512) - frequencies(512, base_of_listing)).max()
print(f"base {base_of_listing:.0f}: largest difference of the two lists {difference:.6f}")
for name, values in (("formula", frequencies(512)), ("listing", listing(512))):
    print(f"longest wave of the {name}: {2 * np.pi / values[-1]:.1e} positions")
try:
    frequencies(512)[256]
except IndexError as error:
    print("IndexError:", error)

# %% [markdown] tags=["solution"]
# **Why the square.** With $i = 2j$ the listing computes $\mathrm{base}^{-4j/d} = (\mathrm{base}^2)^{-2j/d}$. A doubled exponent is a squared base, not a doubled one. So
# the listing is a right table for a base of 100000000: nothing fails, no shape is wrong, and every pair but the first is slower than intended. The last lines answer the question of 2.1: the pairs of 512
# columns end at 255.

# %% [markdown]
# ## 2.3 How many pairs are slower than the sequence?
#
# *8 minutes, difficulty 2*
#
# A pair of frequency $\omega$ makes one turn in $2\pi/\omega$ positions, its wavelength. If that is more than the length of the text, the pair never finishes a turn.
#
# Write `pairs_longer_than(length, d_model, base=10000.0)`. It returns how many pairs have a wavelength larger than `length` (in positions): one whole number. `d_model` is even here.
#
# Shown: `pairs_longer_than(512, 512)` is 133, of 256 pairs.


# %%
def pairs_longer_than(length, d_model, base=10000.0):
    """How many pairs have a wavelength of more than `length` positions."""
    # solution
    wave = 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)
    return int(np.sum(wave > length))
    # end


# %%
check("2.3")

# %% tags=["solution"]
for length in (512, 2048, 8192):
    slow = pairs_longer_than(length, 512)
    print(f"a text of {length:4d} tokens: {slow:3d} of 256 pairs do not finish a turn")

# %% [markdown] tags=["solution"]
# **What it shows.** In a text of 512 tokens more than half of the pairs do not finish one turn, and a long text leaves some as well. These pairs are not wasted: within one turn a pair is a ruler.
#
# The usual slip is to take $1/\omega$ for the wavelength. That is the number of positions for one radian, and gives 82. If you got 123, you counted the fast pairs, or returned the index of the first slow one.

# %% [markdown]
# ## 2.4 When does a pair come back?
#
# *10 minutes, difficulty 3*
#
# A pair is a point on a circle. It starts at $(0, 1)$, and after $k$ positions it stands at $(\sin k\omega, \cos k\omega)$. The straight distance between these two points is called the **chord**.
#
# Write `nearest_repeat(omega, kmax)`. It gets the frequency `omega` in radians for each position. It looks at the whole numbers $k$ from 1 to `kmax`, both included, and returns the $k$ with the
# smallest chord.
#
# Shown: `nearest_repeat(1.0, 100)` is 44; the chord there is 0.0177.
#
# > **Predict.** For `omega` = 1 one turn takes 6.28 positions, so $k = 6$ comes near. Will the best $k$ up to 1000 be a small or a large number? Then call your function.


# %%
def nearest_repeat(omega, kmax):
    """The k from 1 to kmax after which the pair is nearest to its start."""
    # solution
    k = np.arange(1, kmax + 1)
    chord = np.abs(2 * np.sin(k * omega / 2))
    return int(k[np.argmin(chord)])
    # end


# %%
check("2.4")

# %% tags=["solution"]
print(f"one turn: {2 * np.pi:.2f} positions")
for kmax in (10, 100, 1000):
    k = nearest_repeat(1.0, kmax)
    chord = abs(2 * np.sin(k / 2))
    print(f"up to {kmax:4d}: k = {k:3d}, chord {chord:.6f}, turns {k / (2 * np.pi):.5f}")
print(f"half a turn off: k = 355, sine {np.sin(355.0):.6f}, cosine {np.cos(355.0):.6f}")

# %% [markdown] tags=["solution"]
# **What it shows.** A whole number of positions never makes exactly a whole number of turns, but 44 comes near to 7 turns and 710 to 113. To this pair alone, positions that are 710 apart look the same. That
# is called *aliasing*, and it is why one fast pair is not enough: the slow pairs tell such positions apart.
#
# The usual slip is to look at the sine alone. It is near 0 after half turns too, at 22 and 355, where the cosine is near -1: the opposite side of the circle.
# The chord is $2\,|\sin(k\omega/2)|$; the largest cosine picks the same $k$.

# %% [markdown]
# ## 2.5 Choose a base (extra)
#
# *10 minutes, difficulty 4*
#
# The slowest pair shall have a wavelength of exactly `longest` positions. Which base does that? Write `base_for_longest(longest, d_model)`. It returns the base: one number, not rounded. `d_model` is even,
# and at least 4.
#
# Shown: `base_for_longest(1000.0, 8)` is 862.502129.


# %%
def base_for_longest(longest, d_model):
    """The base for which the slowest pair has the wavelength `longest`."""
    # solution
    return (longest / (2 * np.pi)) ** (d_model / (d_model - 2))
    # end


# %%
check("2.5")

# %% tags=["solution"]
for longest, d_model in ((1000.0, 8), (62831.853072, 512)):
    base = base_for_longest(longest, d_model)
    slowest = frequencies(d_model, base)[-1]
    print(f"base {base:.6f} for {d_model} columns: longest wave {2 * np.pi / slowest:.3f}")

# %% [markdown] tags=["solution"]
# **Why this power.** The last pair is $i = d/2 - 1$, its exponent $2i/d = (d-2)/d$, and its wavelength $2\pi\,\mathrm{base}^{(d-2)/d}$. Set this equal to the wanted wavelength, divide by $2\pi$ and raise
# both sides to the power $d/(d-2)$. The exponent turns over.
#
# The second line of the output is the $2\pi \cdot 10000$ that people quote: to reach it with 512 columns, the base must be a little larger than 10000. The same power $d/(d-2)$ returns in lesson 07, where
# a base is changed to make room for longer texts.

# %% [markdown]
# ## When you are done
#
# `progress()` in a new cell shows what you have solved. [The solutions](../solutions/02_frequencies.ipynb) show one way to do each exercise, and say why. Next lesson:
# [03 Worked example](../notebooks/03_worked_example.ipynb).
