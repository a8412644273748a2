# %% [markdown]
# # Positional encoding: start here
#
# A Transformer reads all words of a text at once. On its own it does not know which one came first. A **positional encoding** is what tells it.
# This course takes positional encodings apart: you run them, look at them, and measure what is often only asserted.
#
# Look at this picture. Each row is the code of one position in a text, from 0 at the top to 127 at the bottom.

# %%
from pe_lessons import sinusoidal_encoding
from pe_lessons.figures import plot_table

plot_table(sinusoidal_encoding(128, 64), "What a Transformer is told about the places 0 to 127")

# %% [markdown]
# What do the columns do? How many of them still change their sign within these 128 positions, and is that good or bad? How would you see that somebody got the
# formula wrong? After lesson 02 you can tell.
#
# *Did the cell above stop with* `No module named 'pe_lessons'`*? Then this page was opened with another Python than the course's own.
# Close it, open a terminal in the folder of the course, and type* `make lab`.

# %% [markdown]
# ## Is everything in place?
#
# Run this cell. It compares what is installed with what the course was tested with, and names the command that mends a difference.

# %%
from pe_lessons.course.environment import report

print(report())

# %% [markdown]
# ## The lessons
#
# | | Lesson | Its question | Minutes |
# |---|---|---|---|
# | 01 | [Intuition](01_intuition.ipynb) | Why must a Transformer be told where a word stands? | 25 |
# | 02 | [Frequencies](02_frequencies.ipynb) | What do the columns of a sinusoidal encoding do? | 30 |
# | 03 | [Worked example](03_worked_example.ipynb) | How does one compute it, and what happens when it is added to words? | 30 |
# | 04 | [Learned against sinusoidal](04_learned_versus_sinusoidal.ipynb) | What does a table learn, and what did a real model find? | 40 |
# | 05 | [Linearity](05_linearity.ipynb) | Why is a step a turn, and what is that good for? | 35 |
# | 06 | [Limitations](06_limitations.ipynb) | What can it not do, in numbers? | 35 |
# | 07 | [Rotary and relative positions](07_rotary_and_relative.ipynb) | What do current models do instead, and how is their context stretched? | 45 |
# | 08 | [Practice questions](08_practice_questions.ipynb) | Ten questions. Do you agree with the printed answers? | 45 |
# | 09 | [Key formulas](09_key_formulas.ipynb) | Where is that formula, that mistake, that word, that source? | 30 |
#
# Take them in order. You need arrays in NumPy, and the idea of a word embedding: one vector of numbers for each word. What a lesson needs beyond that (sine and cosine from 02 on, matrices from 03 on, now and then a little more) stands in its first lines. A Transformer is the kind of network
# behind today's language models; all you need to know of it is explained when it is used.

# %% [markdown]
# ## How to use them
#
# - **Predict, run, look.** Shift+Enter runs a cell. Where a lesson says *Predict*, decide before you run the next cell. Its stored output
#   is folded away and opens when you run the cell.
# - **Run from top to bottom.** If something looks odd after you jumped around, choose *Kernel > Restart Kernel and Run All Cells*.
# - **Drag.** Some pictures get sliders and buttons once you run their cell. Guess before you move one; a click on a slider lets the arrow keys move it, too.
# - **Change things.** The small package `pe_lessons` does the arithmetic. To read the code behind a function, type its name and two question marks
#   in a cell, `sinusoidal_encoding??`; with one question mark you get its description. Options are written with their name, as in `base=100`.
# - **Exercises answer.** Each lesson ends with a link to your own copy of its exercises, in the folder `work`. `check("2.1")` says whether the answer is right and, if not,
#   which mistake it shows; `hint("2.1")` helps one step further at each call; `progress()` shows what you have solved. Nothing is sent anywhere.
# - **Numbers are computed.** The decimals and large numbers that a text states as results come out of cells of the same page. If your output differs, it is a fault of ours.
# - **Common mistakes are part of the course.** Where books and blogs often say something that does not hold, the lesson says so and measures it.
# - **Keep your own copy of a lesson.** Your exercises are your own anyway. To try things out in a lesson, save the page under a new name (*File > Save Notebook As...*). Then a newer version of the course never
#   meets your changes.
#
# ## A first try
#
# Here is the code of position `p` in a smaller table of 8 columns. Change the number and run the cell again. Which of the eight values move most from one position to the next?

# %%
p = 3
print([round(float(value), 3) for value in sinusoidal_encoding([p], 8)[0]])

# %% [markdown]
# **Next.** [01 Intuition](01_intuition.ipynb)
