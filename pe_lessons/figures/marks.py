"""A picture of a marked class: how each exercise went, and which misconceptions are common."""

from pe_lessons.arguments import as_size

from .inputs import as_entries
from .picture import Picture, count
from .style import BLUE, ORANGE, new_figure, styled

OPEN = "#C9C9C9"  # a light grey: what was not tried is the background of the rest
MOST_BARS = 100  # exercises; more are no longer told apart
MOST_COMMON = 8  # misconceptions
LARGEST = 10**6  # students


@styled
def plot_class(exercises, misconceptions):
    """How many students solved each exercise, got it wrong or left it open, and the most common misconceptions.

    Parameters
    ----------
    exercises : dict
        ``{id: (solved, wrong, open)}``, numbers of students, for 1 to 100 exercises.
    misconceptions : dict
        ``{name: number of students}``, the most common first; the first 8 are drawn, and none are needed.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    exercises = {name: _numbers(f"exercises[{name!r}]", numbers)
                 for name, numbers in as_entries("exercises", exercises, "{id: (solved, wrong, open)}").items()}
    if len(exercises) > MOST_BARS:
        raise ValueError(f"exercises must hold at most {MOST_BARS} entries, but holds {len(exercises)}")
    if not isinstance(misconceptions, dict):
        raise TypeError(f"misconceptions must be a dictionary {{name: number}}, not {type(misconceptions).__name__}")
    common = {name: as_size(f"misconceptions[{name!r}]", number, at_least=0, at_most=LARGEST)
              for name, number in list(misconceptions.items())[:MOST_COMMON]}
    ratios = [2.3] + [0.25 * len(common) + 0.15] * bool(common)
    figure, axes = new_figure(sum(ratios) + 0.9 * len(ratios) - 0.1, len(ratios), 1, squeeze=False, height_ratios=ratios)
    _draw_exercises(axes[0, 0], exercises)
    if common:
        _draw_common(axes[1, 0], common)
    return Picture(figure, _said(exercises, common))


def _numbers(name, value):
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        raise TypeError(f"{name} must be three numbers of students (solved, wrong, open), not {value!r}")
    return tuple(as_size(f"{name}[{index}]", number, at_least=0, at_most=LARGEST) for index, number in enumerate(value))


def _draw_exercises(ax, exercises):
    below = [0] * len(exercises)
    for label, colour, heights in zip(("solved", "wrong", "open"), (BLUE, ORANGE, OPEN), zip(*exercises.values())):
        ax.bar(range(len(exercises)), heights, bottom=below, color=colour, label=label, width=0.8)
        below = [low + height for low, height in zip(below, heights)]
    ax.set_xticks(range(len(exercises)), exercises, rotation=90 if len(exercises) > 18 else 0)
    ax.set(ylabel="students", xlabel="exercise", ylim=(0, max(*below, 1)), xlim=(-0.6, len(exercises) - 0.4))
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.tick_params(axis="x", length=0)
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3, borderaxespad=0.1)


def _draw_common(ax, common):
    bars = ax.barh(range(len(common)), list(common.values()), color=ORANGE, height=0.7)
    ax.bar_label(bars, padding=4)
    ax.set_yticks(range(len(common)), common)
    ax.invert_yaxis()
    ax.set(title="most common misconceptions (exercise, name, students)", xlim=(0, 1.08 * max(*common.values(), 1)))
    ax.tick_params(axis="y", length=0)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)


def _said(exercises, common):
    students = max(sum(numbers) for numbers in exercises.values())
    if not students:
        return f"{count(len(exercises), 'exercise')}, no students."
    by_solved = sorted(exercises, key=lambda name: exercises[name][0])
    most, fewest = by_solved[-1], by_solved[0]
    text = (f"{count(len(exercises), 'exercise')}, {count(students, 'student')}: {most} was solved most often "
            f"({exercises[most][0]} solved, {exercises[most][1]} wrong, {exercises[most][2]} open), "
            f"{fewest} least often ({exercises[fewest][0]} solved, {exercises[fewest][1]} wrong, {exercises[fewest][2]} open). ")
    if not common:
        return text + "No misconceptions were seen."
    return text + "Most common misconceptions: " + ", ".join(f"{name} ({number})" for name, number in common.items()) + "."
