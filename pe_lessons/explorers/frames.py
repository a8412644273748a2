"""One figure, drawn again and again: what stands still is kept as pixels, what moves is drawn on top of it."""

import io

from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from pe_lessons.figures.style import styled

DPI = 100  # of the live picture: one pixel for each CSS pixel
# JPEG with full colour resolution, measured on the picture of the benchmark: 3 ms, where PNG at its fastest takes 10 to
# 17 and lossless WebP 13, at about the size of a PNG. Quality 95 keeps thin lines and small letters: 1 in 255 off on
# average. Only BMP is faster, with 700 KB a picture. What is stored in notebooks is PNG: see `Live.picture`.
ENCODING = {"format": "JPEG", "quality": 95, "subsampling": 0}


class Frames:
    """A figure as a sequence of encoded pictures.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    moving : list of matplotlib artists
        Redrawn for each picture, on top of everything else. They are marked as animated, so that a change of
        theirs leaves the rest of the figure as it is.

    Attributes
    ----------
    backgrounds : int
        How often the rest had to be drawn, too: the first time, and after each change of axes, titles or labels.
    """

    def __init__(self, figure, moving):
        self.figure = figure
        self.moving = sorted(moving, key=lambda artist: artist.get_zorder())
        for artist in self.moving:
            artist.set_animated(True)
        figure.set_dpi(DPI)
        self.canvas = FigureCanvasAgg(figure)
        self.background = None
        self.backgrounds = 0

    @styled
    def draw(self):
        """Draw the figure as it is now; return the encoded picture."""
        # Matplotlib itself keeps account: a figure is stale when anything in it changed that is not animated.
        if self.background is None or self.figure.stale:
            self.canvas.draw()
            self.figure.set_layout_engine("none")  # axes that jump while one drags cannot be looked at
            self.background = self.canvas.copy_from_bbox(self.figure.bbox)
            self.backgrounds += 1
        else:
            self.canvas.restore_region(self.background)
        for artist in self.moving:
            self.figure.draw_artist(artist)
        return self._encoded()

    def _encoded(self):
        pixels = Image.frombuffer("RGBA", self.canvas.get_width_height(), self.canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
        buffer = io.BytesIO()
        pixels.convert("RGB").save(buffer, **ENCODING)
        return buffer.getvalue()
