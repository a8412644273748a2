"""Explorer: tables of positions, each seen in three ways, and one of them while it learns."""

import dataclasses

import numpy as np

from pe_lessons.arguments import as_size
from pe_lessons.circles import one_step_map
from pe_lessons.figures.inputs import as_entries
from pe_lessons.figures.learned import as_similar, similarity
from pe_lessons.figures.style import BLUE, DIVERGING, new_figure, styled
from pe_lessons.structure import PER, spectrum

from .controls import Choice, Slider
from .live import Live, Scene

MOST_TABLES, MOST_STEPS = 6, 64
FEWEST_ROWS, MOST_ROWS, MOST_COLUMNS = 16, 512, 1024
SHOWN = 128  # rows of the similarity map that are drawn; every fourth row of 512 would be a picture of aliasing
PLANES = 5
SHORT = 64  # rows: a longer table is looked at in its middle half only, as frequencies may drift


@dataclasses.dataclass(frozen=True)
class Seen:
    """What is shown of a table: computed once, as it may take some tenths of a second."""

    rows: int
    cosines: np.ndarray
    share: float
    spectrum: tuple
    circles: np.ndarray
    cycles: np.ndarray


def see(table):
    """Similarity, spectrum and planes of a table, with the functions of the static pictures."""
    n = len(table)
    cosines, share = similarity(table)
    middle = table if n <= SHORT else table[n // 4 + 1:3 * n // 4 + 1]
    step = one_step_map(middle, min(2 * PLANES, n // 8, table.shape[1]))
    return Seen(n, cosines[:SHOWN, :SHOWN].copy(), share, spectrum(table), step.circles(middle), step.cycles)


class Tables(Scene):
    """Similarity map, spectrum, and the rows in one of the planes of the map from row to row."""

    @styled
    def __init__(self, tables, steps):
        self.tables = tables  # {name: Seen or {step: Seen}}
        names = tuple(tables)
        first = tables[names[0]] if isinstance(tables[names[0]], Seen) else tables[names[0]][steps[-1]]
        plane = min(3, max(1, len(first.cycles)))
        self.controls = {"table": Choice("table", names[0], names), "plane": Slider("plane (1: slowest)", plane, 1, PLANES)}
        if steps:
            self.controls["steps"] = Choice("training steps", steps[-1], steps, ordered=True)
        self.figure, (left, middle, right) = new_figure(3.1, 1, 3, width_ratios=(1, 1.25, 1))
        self.image = left.imshow(np.zeros((2, 2)), cmap=DIVERGING, vmin=-1, vmax=1, interpolation="nearest", extent=(0, 1, 1, 0))
        left.set(xlabel="position", ylabel="position", xticks=(0, 1), yticks=(0, 1))
        left.spines[:].set_visible(False)
        self.left = left
        self.power, = middle.semilogx([1], [0], ".-", color=BLUE, lw=1, ms=3)
        middle.set(xlabel=f"cycles per {PER} positions", ylabel="power (highest = 1)", xlim=(0.9, 280), ylim=(0, 1.05), yticks=(0, 0.5, 1))
        middle.set_xticks([1, 3, 9, 27, 81, 243], ["1", "3", "9", "27", "81", "243"])
        middle.minorticks_off()
        middle.grid()
        self.points = right.scatter([], [], c=[], cmap="viridis", vmin=0, vmax=1, s=5)
        self.path, = right.plot([], [], color="#CCCCCC", lw=0.6, zorder=0)
        right.set(aspect="equal", xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), xticks=(), yticks=())
        right.spines[:].set_visible(False)
        right.set_xlabel("rows, from dark to bright")
        self.titles = [ax.text(0, 1.03, "", transform=ax.transAxes, va="bottom", fontsize=9) for ax in (left, middle, right)]
        self.moving = [self.image, self.power, self.path, self.points, *self.titles]
        self.rows = None

    def seen(self, settings):
        """What is shown, and its name."""
        name = settings["table"]
        if isinstance(self.tables[name], dict):
            return self.tables[name][settings["steps"]], f"{name}, step {settings['steps']}"
        return self.tables[name], name

    def settle(self, settings, changed):
        if changed == "steps":  # who moves the training steps wants to see the training
            settings["table"] = next(name for name, entry in self.tables.items() if isinstance(entry, dict))
        return {**settings, "plane": min(settings["plane"], max(1, len(self.seen(settings)[0].cycles)))}

    def show(self, **settings):
        (seen, name), plane = self.seen(settings), settings["plane"] - 1
        if self.rows != seen.rows:
            self.rows = seen.rows
            ends = "0", f"{len(seen.cosines) - 1}"
            self.left.set_xticks((0, 1), ends)
            self.left.set_yticks((0, 1), ends)
        self.image.set_data(seen.cosines)
        cycles, power = seen.spectrum
        top = power.argmax()
        self.power.set_data(cycles, power / power[top])
        text = (f"{name}: {seen.rows} rows. Offset explains {seen.share:.2f} of the similarity map (mean row taken off). The spectrum is largest at "
                f"{cycles[top]:.1f} cycles per {PER} positions, with {power[top]:.2f} of the power. ")
        self.titles[0].set_text(f"{name}\noffset share {seen.share:.2f}")
        self.titles[1].set_text(f"spectrum, highest at {cycles[top]:.1f}\nwith {power[top]:.2f} of the power")
        return text + self._show_plane(seen, plane)

    def _show_plane(self, seen, plane):
        count = len(seen.cycles)
        self.points.set_visible(count > 0)
        self.path.set_visible(count > 0)
        if not count:
            self.titles[2].set_text("no plane\nin which a step turns")
            return "No step from row to row turns in any plane."
        circle = seen.circles[:, plane]
        points = np.column_stack([circle.real, circle.imag]) / np.abs(circle).max()
        self.points.set_offsets(points)
        self.points.set_array(np.linspace(0, 1, len(points)))
        self.path.set_data(*points.T)
        spread = np.abs(circle).std() / np.abs(circle).mean()
        self.titles[2].set_text(f"plane {plane + 1} of {count}: {seen.cycles[plane]:.1f} cycles\nradius varies by {spread:.0%}")
        return (f"In plane {plane + 1} of {count} of the best map from row to row, the rows turn {seen.cycles[plane]:.1f} times per {PER} "
                f"positions, and their distance from the centre varies by {spread:.0%}.")


def explore_tables(tables):
    """Explorer: similarity, spectrum and planes of tables, also of one that learns.

    Parameters
    ----------
    tables : dict
        ``{name: table (n, d)}``, one to six tables of 16 to 512 rows and at most 1024 columns. One of the entries may be a
        training ``{step: table}`` of up to 64 tables, from ``train(...).tables``.

    Returns
    -------
    Live

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    Notes
    -----
    All is computed beforehand, about a quarter of a second for a table of 512 rows and 384 columns.
    """
    tables = as_entries("tables", tables, "{name: table, or {step: table}}")
    trainings = [name for name, entry in tables.items() if isinstance(entry, dict)]
    if len(tables) > MOST_TABLES or len(trainings) > 1:
        raise ValueError(f"tables must hold at most {MOST_TABLES} entries, one of them a training, but holds {len(tables)}, "
                         f"{len(trainings)} of them trainings")
    steps = ()
    for name in trainings:
        training = as_entries(f"tables[{name!r}]", tables[name], "{step: table}")
        steps = tuple(as_size(f"the steps of tables[{name!r}]", step, at_least=0) for step in training)
        if not 2 <= len(steps) <= MOST_STEPS:
            raise ValueError(f"tables[{name!r}] must hold 2 to {MOST_STEPS} steps, but holds {len(steps)}")
    known = {name: {step: see(as_long(f"tables[{name!r}][{step}]", table)) for step, table in entry.items()} if name in trainings
             else see(as_long(f"tables[{name!r}]", entry)) for name, entry in tables.items()}
    return Live(lambda: Tables(known, steps))


def as_long(name, value):
    """Return a table that has a spectrum and planes, and is not too large to be looked at."""
    table = as_similar(name, value)
    if not (FEWEST_ROWS <= len(table) <= MOST_ROWS and table.shape[1] <= MOST_COLUMNS):
        raise ValueError(f"{name} must have {FEWEST_ROWS} to {MOST_ROWS} rows and at most {MOST_COLUMNS} columns, but has shape {table.shape}")
    return table
