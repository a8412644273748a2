"""Draw the picture at the top of README.md, once for a light and once for a dark page:  make picture

Writes docs/two-tables-light.png and docs/two-tables-dark.png, and puts the text computed from the same numbers into
README.md as the picture's alt text. Left: two position tables as they are, one from the formula, one that a real model
learned. Right: what a one-step map finds in the learned one (lesson 04, section 5), under the columns of the formula
that turn as fast.
"""

import argparse
import html
import io
import re
from pathlib import Path

import numpy as np
from matplotlib import colormaps, rc_context
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from PIL import Image

from pe_lessons import compute_frequencies, load_positions, sinusoidal_encoding
from pe_lessons.circles import one_step_map
from pe_lessons.figures import style
from pe_lessons.structure import PER

ROOT = Path(__file__).resolve().parents[1]
FILES = {"light": "docs/two-tables-light.png", "dark": "docs/two-tables-dark.png"}
FIRST, LAST = 129, 384  # the rows that lesson 04 fits its map to
WIDTH, HEIGHT, PIXELS = 8.8, 4.3, 200  # inches, and device pixels in each: 880 CSS pixels at two device pixels each

# The page's own grounds. The ends of viridis that would sink into a ground are left out. Zero has the ground's lightness.
THEMES = {
    "light": {"ground": "#FFFFFF", "ink": "#1F2328", "faint": "#59636E", "table": "RdBu_r", "order": (0.0, 0.88)},
    "dark": {"ground": "#0D1117", "ink": "#F0F6FC", "faint": "#9198A1", "table": "berlin", "order": (0.22, 1.0)},
}


def two_tables():
    """The numbers: both tables, and the rows of each in planes of equal speed.

    Returns
    -------
    tables : dict
        ``{"formula": rows, "learned": rows}``, rows of shape (256, 384).
    planes : dict
        The same keys; complex numbers (256, 5), each plane scaled to mean radius 1.
    turns : dict
        The same keys; turns of each plane per 512 positions, shape (5,).
    """
    learned = load_positions("minilm_l6_v2").values[FIRST : LAST + 1]
    d_model = learned.shape[1]
    positions = np.arange(FIRST, LAST + 1)
    formula = sinusoidal_encoding(positions, d_model, layout="half")
    step = one_step_map(learned, 10)
    speeds = compute_frequencies(d_model) * PER / (2 * np.pi)
    pairs = [int(np.abs(np.log(speeds / wanted)).argmin()) for wanted in step.cycles]
    hands = formula[:, d_model // 2 :][:, pairs] + 1j * formula[:, : d_model // 2][:, pairs]  # (cosine, sine)
    found = step.circles(learned)
    planes = {"formula": hands, "learned": found / np.abs(found).mean(axis=0)}
    return {"formula": formula, "learned": learned}, planes, {"formula": speeds[pairs], "learned": step.cycles}


def describe(planes, turns):
    """The alt text."""
    def listed(numbers, form):
        *most, last = (format(number, form) for number in numbers)
        return f"{', '.join(most)} and {last}"

    spreads = np.abs(planes["learned"]).std(axis=0)
    return (
        "Two tables of position vectors, and the rows of each as points in five planes, coloured by position. "
        "Top: the sinusoidal formula, a regular pattern of waves; five of its pairs of columns put the positions exactly on circles, "
        f"with {listed(turns['formula'], '.1f')} turns per {PER} positions. "
        "Bottom: the table that the model all-MiniLM-L6-v2 learned, which looks like noise in stripes; in five planes of it the "
        f"positions go round as well, with {listed(turns['learned'], '.1f')} turns, and their distance from the centre varies "
        f"by {listed(100 * spreads, '.0f')} percent."
    )


def place(figure, left, top, width, height):
    """Axes at a place in inches, counted from the upper left."""
    return figure.add_axes([left / WIDTH, 1 - (top + height) / HEIGHT, width / WIDTH, height / HEIGHT])


def write(figure, left, base, text, **look):
    """A text on a base line in inches, counted from the upper left."""
    figure.text(left / WIDTH, 1 - base / HEIGHT, text, **look)


def draw(theme):
    """The picture for one ground, as the bytes of a PNG."""
    look = THEMES[theme]
    tables, planes, turns = two_tables()
    order = ListedColormap(colormaps["viridis"](np.linspace(*look["order"], 256)))
    colours = {"text.color": look["ink"], "axes.labelcolor": look["faint"], "axes.edgecolor": look["faint"],
               "xtick.color": look["faint"], "ytick.color": look["faint"], "figure.facecolor": look["ground"],
               "savefig.facecolor": look["ground"], "axes.facecolor": look["ground"], "font.size": 10}
    with rc_context(style.RC | colours):
        figure = Figure(figsize=(WIDTH, HEIGHT))
        write(figure, 0.12, 0.30, "Two ways to tell a model where a word stands. Both go round in circles.", size=14.5, weight="bold")
        for top, which, title, seen in (
            (0.93, "formula", "A formula from 2017", "Pairs of its columns as points: exact circles"),
            (2.64, "learned", "A learned table", "Planes in it, found by a fit: nearly circles"),
        ):
            rows, columns = tables[which].shape
            ax = place(figure, 0.42, top, columns / PIXELS, rows / PIXELS)  # one device pixel for each number
            limit = 1.0 if which == "formula" else 2.5 * tables[which].std()
            ax.imshow(tables[which], cmap=look["table"], vmin=-limit, vmax=limit, aspect="auto", interpolation="nearest",
                      extent=(-0.5, columns - 0.5, LAST + 0.5, FIRST - 0.5))
            ax.set(xticks=(), yticks=(FIRST, LAST))
            ax.tick_params(length=0, labelsize=9)
            ax.set_ylabel("position", size=9, labelpad=-12)
            ax.spines[:].set_visible(False)
            write(figure, 0.42, top - 0.14, title, size=10.5, weight="bold")
            write(figure, 2.75, top - 0.14, seen, size=10.5, weight="bold")
            for column, (plane, speed) in enumerate(zip(planes[which].T, turns[which])):
                ax = place(figure, 2.60 + 1.24 * column, top, 1.22, rows / PIXELS)
                ax.scatter(plane.real, plane.imag, c=np.arange(len(plane)), cmap=order, s=5.5, lw=0)
                ax.set(aspect="equal", xlim=(-1.22, 1.22), ylim=(-1.22, 1.22))
                ax.set_axis_off()
                ax.text(0, 0, f"{speed:.{int(speed < 10)}f}\nturns", ha="center", va="center", size=10, color=look["faint"])
        write(figure, 0.42 + columns / PIXELS / 2, 4.13, f"{columns} columns", ha="center", size=9, color=look["faint"])
        key = place(figure, 3.62, 4.045, 1.6, 0.09)
        key.imshow(np.arange(256)[np.newaxis], cmap=order, aspect="auto")
        key.set_axis_off()
        write(figure, 3.56, 4.13, f"position {FIRST}", ha="right", size=9, color=look["faint"])
        write(figure, 5.28, 4.13, f"{LAST}", size=9, color=look["faint"])
        write(figure, 8.70, 4.13, f"turns in {PER} positions", ha="right", size=9, color=look["faint"])
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=PIXELS, metadata={"Software": None})
    colours = Image.open(buffer).convert("RGB").quantize(256)  # a third of the size, and no difference to the eye
    colours.save(file := io.BytesIO(), format="png", optimize=True)
    return file.getvalue()


def with_alt_text(readme, text):
    """README with the picture's alt text replaced."""
    new, count = re.subn(r'(<img src="docs/two-tables-light\.png" width="\d+" alt=")[^"]*"', lambda found: found[1] + html.escape(text) + '"', readme)
    if count != 1:
        raise ValueError("README.md does not show docs/two-tables-light.png exactly once")
    return new


def main():
    """Write both files and the alt text."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    (ROOT / "docs").mkdir(exist_ok=True)
    for theme, name in FILES.items():
        (ROOT / name).write_bytes(draw(theme))
        print(name)
    _, planes, turns = two_tables()
    readme = ROOT / "README.md"
    readme.write_text(with_alt_text(readme.read_text(encoding="utf-8"), describe(planes, turns)), encoding="utf-8")


if __name__ == "__main__":
    main()
