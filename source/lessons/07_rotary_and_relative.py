# %% [markdown]
# # 07 Rotary and relative positions
#
# **You will** move the turn from the table to the queries and keys, find a mistake that has broken real models, look into heads of a published model, and see what the methods that stretch its
# context do to each pair.
#
# **You need** [05 Linearity](05_linearity.ipynb) and [06 Limitations](06_limitations.ipynb), section 6.
#
# **Time** about 40 minutes.

# %%
import numpy as np

from pe_lessons import alibi_bias, apply_rope, attention_weights, causal_mask, load_positions, rope_frequencies
