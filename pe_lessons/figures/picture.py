"""A picture that carries its own description."""

import base64
import io

PIXELS_PER_POINT = 2  # two device pixels for each CSS pixel: sharp on today's screens


def count(number, noun):
    """Return a number with its noun: "1 circle", "3 circles"."""
    return f"{number} {noun}{'s' * (number != 1)}"


class Picture:
    """A drawn figure as PNG, with a text computed from the numbers that it shows.

    The text is the picture for whoever cannot see it: it is stored as ``text/plain`` and as alt
    text, and the course's tests compare it, since comparing pixels says nothing about meaning.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Rendered at once and not kept.
    text : str
        What the picture shows, in one to three sentences, with its numbers.
    """

    def __init__(self, figure, text):
        self.text = " ".join(text.split())
        buffer = io.BytesIO()
        # No software name: the bytes depend on the plot alone.
        figure.savefig(buffer, format="png", dpi=100 * PIXELS_PER_POINT, metadata={"Software": None})
        self.png = buffer.getvalue()
        self.width, self.height = (round(100 * inches) for inches in figure.get_size_inches())

    def __repr__(self):
        # JupyterLab shows the first line of a folded output: it must not give the answer away.
        return f"Picture:\n{self.text}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = {"image/png": base64.b64encode(self.png).decode("ascii"), "text/plain": repr(self)}
        shown = {"width": self.width, "height": self.height, "alt": self.text}
        return data, {"image/png": shown}

    def save(self, path):
        """Write the PNG to `path`."""
        with open(path, "wb") as file:
            file.write(self.png)
