"""Pictures of models that read longer texts than in training."""

from pe_lessons.arguments import as_size

from .inputs import as_several
from .panels import as_panels, as_shares
from .picture import Picture
from .style import COLOURS, GREY, MARKERS, new_figure, styled

LINES = [(GREY, "x"), *zip(COLOURS, MARKERS)]  # the first scheme is the one without positions
MOST_TASKS = 4  # side by side
SAID_AT = 32  # the length whose numbers the text has, where it was tested; else the last


def as_accuracies(name, value, lengths):
    """Return ``{scheme: (seeds, lengths)}`` of shares from 0 to 1."""
    def as_accuracy(name, value):
        accuracies = as_shares(name, value)
        if accuracies.shape[1] != lengths:
            raise ValueError(f"{name} must have one column for each tested length ({lengths}), but has shape {accuracies.shape}")
        return accuracies

    return as_panels(name, value, "{scheme: accuracies}", as_accuracy, len(LINES))


@styled
def plot_beyond_training(results, tested, trained=None):
    """Accuracy beyond the training length; a band from the worst seed to the best.

    Parameters
    ----------
    results : dict
        ``{task: {scheme: accuracies (seeds, lengths)}}``, one to four tasks and one to six schemes, each accuracy from 0
        to 1; from `beyond_training_length`.
    tested : int or iterable of int
        The lengths, one for each column of the accuracies.
    trained : int, optional
        The length in training. Without it, the first of the tested ones.

    Returns
    -------
    Picture
        Its text has the means at length 32, or at the last tested length if 32 is not among them.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range, or the shapes do not fit.
    """
    tested = as_several("tested", tested, as_size)
    trained = tested[0] if trained is None else as_size("trained", trained)
    results = as_panels("results", results, "{task: {scheme: accuracies}}",
                        lambda name, result: as_accuracies(name, result, len(tested)), MOST_TASKS)
    at = tested.index(SAID_AT) if SAID_AT in tested else len(tested) - 1
    figure, axes = new_figure(3.2, 1, len(results), sharey=True, squeeze=False)
    axes = axes[0]
    said = []
    for ax, (task, result) in zip(axes, results.items()):
        for (scheme, values), (colour, marker) in zip(result.items(), LINES):
            ax.plot(tested, values.mean(axis=0), marker=marker, ms=4.5, color=colour, label=scheme)
            ax.fill_between(tested, values.min(axis=0), values.max(axis=0), color=colour, alpha=0.2, lw=0)
        ax.set_xscale("log", base=2)
        ax.set_xticks(tested, [str(n) for n in tested])
        ax.set(title=task, xlabel="length of the text", ylim=(0, 1.04))
        ax.grid()
        said.append(f"{task}: " + ", ".join(f"{scheme} {values.mean(axis=0)[at]:.2f}" for scheme, values in result.items()))
    axes[0].set_ylabel("right answers")
    axes[-1].legend(fontsize=8, loc="lower left")
    return Picture(figure, f"""Right answers against the length of the text, trained at {trained}.
        At length {tested[at]}: {'; '.join(said)}.""")
