"""What attention makes of word order, and first ideas for telling it."""

import numpy as np
from matplotlib.patches import ConnectionPatch

from pe_lessons import sinusoidal_encoding

from .picture import Picture
from .style import BLUE, GREY, ORANGE, new_figure, show_signed, styled


@styled
def plot_outputs_by_word(sentences, rows):
    """The output row of every word for two orders of the same words, with lines from word to word.

    Parameters
    ----------
    sentences : pair of lists of n words
    rows : dict
        ``{title: (outputs of the first order (n, d), outputs of the second (n, d))}``, one line of
        pictures for each title.
    """
    figure, axes = new_figure(2.1 * len(rows) + 0.2, len(rows), 2, squeeze=False)
    figure.get_layout_engine().set(wspace=0.18)
    partner = [sentences[1].index(word) for word in sentences[0]]
    said = []
    for line, (pair, (title, outputs)) in enumerate(zip(axes, rows.items()), 1):
        limit = max(np.abs(out).max() for out in outputs)
        for ax, words, out in zip(pair, sentences, outputs):
            show_signed(ax, out, limit)
            ax.set(xticks=(), yticks=range(len(words)), yticklabels=words)
            ax.tick_params(length=0)
            ax.spines[:].set_visible(False)
        pair[1].yaxis.tick_right()
        pair[0].set_title(title)
        if line == len(rows):
            pair[0].set_xlabel("columns of the output")
            pair[1].set_xlabel("columns of the output")
        moved = np.abs(outputs[0] - outputs[1][partner]).max(axis=1)
        for word, (start, end) in enumerate(enumerate(partner)):
            colour = BLUE if moved[word] < 1e-9 else ORANGE
            figure.add_artist(ConnectionPatch((out.shape[1] - 0.5, start), (-0.5, end), "data", "data", axesA=pair[0],
                                              axesB=pair[1], color=colour, lw=1.5))
        said.append(f"{title}: {int(np.sum(moved < 1e-9))} of {len(moved)} words keep their vector, "
                    f"the largest change of an entry is {moved.max():.3f}")
    return Picture(figure, f"""Output vectors of the words of '{' '.join(sentences[0])}' and '{' '.join(sentences[1])}',
        one row a word, lines from each word to itself. {'. '.join(said)}.""")


def first_ideas(length):
    """Four ways to write down the positions 0..length-1: {name: table (length, columns)}."""
    positions = np.arange(length)
    bits = int(length - 1).bit_length()
    return {
        "the index": positions[:, None].astype(float),
        "index / length": (positions / (length - 1))[:, None],
        "binary digits": (positions[:, None] >> np.arange(bits) & 1).astype(float),
        "sinusoid": sinusoidal_encoding(length, 8),
    }


def steps(table):
    """Distance from each row of a table to the next: (n - 1,)."""
    return np.linalg.norm(np.diff(table, axis=0), axis=1)


@styled
def plot_first_ideas(length):
    """Each idea as a table, and below it the distance from every position to the next."""
    ideas = first_ideas(length)
    figure, axes = new_figure(3.9, 2, len(ideas), height_ratios=(2, 1))
    said = []
    for (top, bottom), (name, table) in zip(axes.T, ideas.items()):
        show_signed(top, table, np.abs(table).max())
        top.set_title(f"{name}\n{table.min():.0f} to {table.max():.0f}")
        top.set(xticks=(), yticks=(0, length - 1))
        top.spines[:].set_visible(True)
        step = steps(table)
        bottom.bar(range(length - 1), step, color=GREY, width=0.8)
        bottom.set(ylim=(0, 2.4), xlabel="from position", xticks=(0, length - 2))
        bottom.grid(axis="y")
        said.append(f"{name}: steps from {step.min():.3f} to {step.max():.3f}, largest entry {table.max():.0f}")
    axes[0, 0].set_ylabel("position")
    axes[1, 0].set_ylabel("step to the next")
    return Picture(figure, f"Four ways to write positions 0 to {length - 1}, and the distance from each to the next. {'; '.join(said)}.")
