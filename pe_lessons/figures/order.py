"""What attention makes of word order, and first ideas for telling it."""

import numpy as np
from matplotlib.patches import ConnectionPatch

from pe_lessons import sinusoidal_encoding
from pe_lessons.arguments import as_size, show

from .inputs import as_entries, as_table
from .picture import Picture
from .style import BLUE, GREY, ORANGE, new_figure, show_signed, styled


def as_orders(sentences):
    """Return two lists of the same words, each word once in each."""
    wanted = "sentences must be two lists of the same words, each word once"
    if not isinstance(sentences, (tuple, list)) or not all(isinstance(words, (tuple, list)) for words in sentences):
        raise TypeError(f"{wanted}, not {show(sentences)}: split a text with .split()")
    orders = [list(words) for words in sentences]
    if len(orders) != 2 or not orders[0] or sorted(orders[0]) != sorted(orders[1]) or len(set(orders[0])) < len(orders[0]):
        raise ValueError(f"{wanted}, but are {orders}")
    return orders


def as_outputs(name, value, words):
    """Return the two output tables (n, d) of one line of pictures, a row for each of n words."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"{name} must be a pair of tables, one for each order of the words, not {show(value)}")
    first, second = (as_table(f"{name}[{index}]", table) for index, table in enumerate(value))
    if first.shape != second.shape or len(first) != words:
        raise ValueError(f"{name} must be two tables of one shape with {words} rows, one a word, but have {first.shape} and {second.shape}")
    return first, second


@styled
def plot_outputs_by_word(sentences, rows):
    """The output row of every word for two orders of the same words, with lines from word to word.

    Parameters
    ----------
    sentences : pair of lists of n words
        The same words in two orders, each word once.
    rows : dict
        ``{title: (outputs of the first order (n, d), outputs of the second (n, d))}``, one line of
        pictures for each title.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    sentences = as_orders(sentences)
    rows = {title: as_outputs(f"rows[{title!r}]", outputs, len(sentences[0]))
            for title, outputs in as_entries("rows", rows, "{title: (outputs, outputs)}").items()}
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
    """Four ways to write down the positions 0..length-1.

    Parameters
    ----------
    length : int
        Number of positions, at least 2: with one there is nothing to tell apart.

    Returns
    -------
    dict
        ``{name: table (length, columns)}``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    Examples
    --------
    >>> {name: table.shape for name, table in first_ideas(16).items()}
    {'the index': (16, 1), 'index / length': (16, 1), 'binary digits': (16, 4), 'sinusoid': (16, 8)}
    """
    length = as_size("length", length, at_least=2)
    positions = np.arange(length)
    bits = (length - 1).bit_length()
    return {
        "the index": positions[:, None].astype(float),
        "index / length": (positions / (length - 1))[:, None],
        "binary digits": (positions[:, None] >> np.arange(bits) & 1).astype(float),
        "sinusoid": sinusoidal_encoding(length, 8),
    }


def steps(table):
    """Distance from each row of a table to the next.

    Parameters
    ----------
    table : array_like, shape (n, columns)

    Returns
    -------
    ndarray of float64, shape (n - 1,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    Examples
    --------
    >>> print(steps([[0, 0], [3, 4], [3, 4]]))
    [5. 0.]
    """
    return np.linalg.norm(np.diff(as_table("table", table), axis=0), axis=1)


@styled
def plot_first_ideas(length):
    """Each idea of `first_ideas` as a table, and below it the distance from every position to the next.

    Parameters
    ----------
    length : int
        Number of positions, from 2 to 128.

    Returns
    -------
    Picture

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.
    """
    length = as_size("length", length, at_least=2, at_most=128)
    ideas = first_ideas(length)
    figure, axes = new_figure(3.9, 2, len(ideas), height_ratios=(2, 1))
    highest = max(2.4, 1.1 * max(steps(table).max() for table in ideas.values()))
    said = []
    for (top, bottom), (name, table) in zip(axes.T, ideas.items()):
        show_signed(top, table, np.abs(table).max())
        top.set_title(f"{name}\n{table.min():.0f} to {table.max():.0f}")
        top.set(xticks=(), yticks=(0, length - 1))
        top.spines[:].set_visible(True)
        step = steps(table)
        bottom.bar(range(length - 1), step, color=GREY, width=0.8 if length <= 64 else 1)  # no gaps finer than a pixel
        bottom.set(ylim=(0, highest), xlabel="from position", xticks=(0, length - 2))
        bottom.grid(axis="y")
        said.append(f"{name}: steps from {step.min():.3f} to {step.max():.3f}, largest entry {table.max():.0f}")
    axes[0, 0].set_ylabel("position")
    axes[1, 0].set_ylabel("step to the next")
    return Picture(figure, f"Four ways to write positions 0 to {length - 1}, and the distance from each to the next. {'; '.join(said)}.")
