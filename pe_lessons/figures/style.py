"""One look for all pictures of the course: sizes, colours, fonts."""

import logging
import threading
from functools import wraps

# A first import in an empty home announces a font cache on stderr, which would become output.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

from matplotlib import rc_context  # noqa: E402  (after the logger)
from matplotlib.figure import Figure  # noqa: E402

WIDTH = 7.6  # inches, 760 CSS pixels: the text width of JupyterLab at 1280 pixels

# Okabe and Ito's colours, which readers with any colour vision can tell apart.
BLUE, ORANGE, GREEN, PINK, SKY, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#6E6E6E"
COLOURS = [BLUE, ORANGE, GREEN, PINK, SKY]
# Blue and orange are far apart for everybody; green, pink, sky and grey are not for readers with a colour-vision deficiency
# (grey and green without the middle cones, green and blue without the short ones). So each line of a legend has a second mark.
DASHES = ["-", "-", "--", "-.", (0, (5, 1, 1, 1, 1, 1))]
MARKERS = ["o", "s", "^", "D", "v"]
DIVERGING = "RdBu_r"  # centred at zero for encodings; red and blue stay apart for all readers

RC = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#444444",
    "axes.grid": False,
    "axes.axisbelow": True,  # bars cover the grid, not the other way round
    "grid.color": "#E3E3E3",
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


# JupyterLab may run a cell and the moves of a slider in two threads, and Matplotlib is made for one.
DRAWING = threading.RLock()


def styled(draw):
    """Decorate a function that draws, so that everything in it has the course's look, and nothing else is drawn meanwhile."""
    @wraps(draw)
    def inside(*args, **kwargs):
        with DRAWING, rc_context(RC):
            return draw(*args, **kwargs)

    return inside


def new_figure(height, rows=1, columns=1, **kwargs):
    """A figure of the text's width and its axes, without pyplot: nothing is left open."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **kwargs)


def show_signed(ax, values, limit=1.0):
    """Draw a matrix with zero in the middle of the colours."""
    return ax.imshow(values, cmap=DIVERGING, vmin=-limit, vmax=limit, aspect="auto", interpolation="nearest")
