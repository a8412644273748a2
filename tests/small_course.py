"""A small course that tests build, tamper with and look at: two lessons, and one exercise with a check of its own."""

import shutil
from pathlib import Path

from pe_lessons.course import build

ROOT = Path(__file__).parents[1]
# The check stands for the course's own: it shows a result that begins in the same way.
EXERCISE = '''# %% [markdown]
# # Exercises 02
#
# > **Predict.** Back to [the lesson](../notebooks/02_two.ipynb), or solve it in [your copy](../work/02_two.ipynb).

# %%
def check(item, answer):
    done = answer is not ... and (not callable(answer) or answer(6) is not None)

    class Verdict:
        def __repr__(self):
            return f"{item} Some title: {'correct' if done else 'not attempted'}\\nand more"

    return Verdict()

# %%
def frequencies(d_model, base=100.0):
    """One value a pair."""
    # solution
    pairs = range((d_model + 1) // 2)

    return [base ** (-2 * i / d_model) for i in pairs]
    # end


check("2.1", frequencies)

# %% [markdown] tags=["solution"]
# Each pair turns more slowly than the one before it.

# %% tags=["solution"]
print("the last of them:", round(frequencies(4)[-1], 6))

# %%
# solution
answer = 10000.0 ** 2
# stub
# answer = ...
#
# # a number
# end
check("2.2", answer)
'''


def small_course(root):
    """Make it in the folder `root`, with the tests of the course that look at notebooks."""
    for kind in ("lessons", "exercises"):
        (root / "source" / kind).mkdir(parents=True)
    (root / "tests").mkdir()
    shutil.copy(ROOT / "tests/test_notebooks.py", root / "tests")
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "source/quoted.toml").touch()
    (root / "source/lessons/01_one.py").write_text("# %%\nprint(1)\n", encoding="utf-8")
    (root / "source/lessons/02_two.py").write_text("# %% [markdown]\n# [Yours](../work/02_two.ipynb)\n", encoding="utf-8")
    (root / "source/exercises/02_two.py").write_text(EXERCISE, encoding="utf-8")
    assert build.build(root, say=lambda line: None) == 4
    return root
