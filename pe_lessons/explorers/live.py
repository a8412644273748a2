"""A picture that answers while a slider is dragged, and a stored one for where nothing is running.

A `Scene` knows how to draw and to move its picture; `Live` adds controls, an image, and the text below. No Output
widget is used: the image is one widget that gets new bytes.
"""

import asyncio
import functools
import html

from pe_lessons.figures.picture import Picture
from pe_lessons.figures.style import DRAWING, GREY, styled

from .controls import labelled, said
from .frames import Frames

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
QUIET = 0.002  # seconds without a move, after which a burst of moves counts as over
MOST_WAITS = 15  # nobody waits longer than so many times QUIET for a picture while the moves go on


class Scene:
    """What an explorer draws. A subclass builds `figure` and the list `moving` of artists, and has `controls`.

    Attributes
    ----------
    controls : dict
        ``{name of a setting: Slider or Choice}``.
    figure : matplotlib.figure.Figure
    moving : list of matplotlib artists
        What `show` changes often: redrawn alone, on top of the rest.
    """

    controls = {}

    def show(self, **settings):
        """Move the artists to where the settings want them; return the picture's text."""
        raise NotImplementedError

    def settle(self, settings, changed):
        """Return settings that fit each other, after the one named `changed` was moved."""
        return settings

    def ends(self, settings):
        """Return ``{name: (low, high)}`` for sliders whose ends depend on the other settings."""
        return {}


class Live:
    """A scene with its controls: moves in a running notebook, and is a `Picture` everywhere else.

    Parameters
    ----------
    scene : callable
        Returns a new `Scene`. It is called once for the stored picture and once for the live one.

    Attributes
    ----------
    picture : Picture
        The scene at its first settings, with a line that says how to move them.
    settings : dict
        Where the controls stand.
    text : str
        What the live picture shows, computed from its numbers.
    drawn : int
        How many live pictures were drawn.
    """

    def __init__(self, scene):
        self._new_scene = scene
        self.drawn = 0
        self.text = ""
        still = scene()
        self.controls = still.controls
        self.settings = {name: control.value for name, control in self.controls.items()}
        self.picture = stored_picture(still, self.settings)
        self._inputs = {}
        self._image = self._caption = None
        self._moves = 0  # counted, to see whether a burst of them goes on
        self._waiting = None
        self._settling = False

    def __repr__(self):
        return repr(self.picture)

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = self.picture._repr_mimebundle_()
        if self.widget is not None:
            data[WIDGET_VIEW] = self.widget._repr_mimebundle_()[WIDGET_VIEW]
        return data, metadata

    @functools.cached_property
    def scene(self):
        """The scene of the live picture."""
        return self._new_scene()

    @functools.cached_property
    def frames(self):
        """The live picture."""
        return Frames(self.scene.figure, self.scene.moving)

    @functools.cached_property
    def widget(self):
        """Controls, image and text as one widget; None where ipywidgets is not installed."""
        try:
            import ipywidgets  # not needed to see the stored picture
        except ImportError:
            return None
        self._inputs = {name: control.widget(ipywidgets, self.settings[name]) for name, control in self.controls.items()}
        self._show_settings()
        for name, box in self._inputs.items():
            box.observe(functools.partial(self._moved, name), "value")
        width = f"{self.picture.width}px"
        self._image = ipywidgets.Image(format="jpeg", layout=ipywidgets.Layout(width=width, height=f"{self.picture.height}px"))
        self._caption = ipywidgets.HTML(layout=ipywidgets.Layout(width=width))
        self.draw()
        rows = [labelled(ipywidgets, self.controls[name], box) for name, box in self._inputs.items()]
        return ipywidgets.VBox([*rows, self._image, self._caption], layout=ipywidgets.Layout(align_items="flex-start"))

    def set(self, **settings):
        """Move controls as a reader would, and draw.

        Parameters
        ----------
        **settings
            New values by the name of the control.

        Raises
        ------
        TypeError, ValueError
            If there is no control of that name, or it cannot have that value.
        """
        for name, value in settings.items():
            if name not in self.controls:
                raise TypeError(f"{name} must be one of the controls {', '.join(self.controls)}")
            self._take(name, self.controls[name].check(name, value))
        self.draw()

    def draw(self):
        """Draw the settings of now; return the bytes of the picture."""
        with DRAWING:
            self.text = self.scene.show(**self.settings)
            picture = self.frames.draw()
            self.drawn += 1
            if self._image is not None:
                self._image.value = picture
                self._caption.value = f'<div aria-live="polite" style="line-height: 1.4">{html.escape(self.text)}</div>'
            return picture

    def _moved(self, name, change):
        """A control has a new value: draw soon, but not for each of a burst of moves."""
        with DRAWING:  # moves may come in two threads: JupyterLab's first ones in another than the rest
            if self._settling:
                return
            self._take(name, change["new"])
            self._moves += 1
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:  # plain Python: nobody would come back to draw later
                self.draw()
                return
            if self._waiting is None:
                self._waiting = loop.create_task(self._draw_soon())

    async def _draw_soon(self):
        """Let the moves that have arrived meanwhile be taken first: only where they lead to is drawn."""
        for _ in range(MOST_WAITS):
            seen = self._moves
            await asyncio.sleep(QUIET)
            if seen == self._moves:
                break
        with DRAWING:
            self._waiting = None  # a move from here on asks for a picture of its own
            self.draw()

    def _take(self, name, value):
        """Take a new value, and move what does not fit it to the nearest value that does."""
        self.settings = self.scene.settle({**self.settings, name: value}, name)
        for other, (low, high) in self.scene.ends(self.settings).items():
            self.settings[other] = min(max(self.settings[other], low), high)
        self._show_settings()

    def _show_settings(self):
        """Let the widgets stand where the settings are."""
        self._settling = True
        try:
            for name, box in self._inputs.items():
                if name in (ends := self.scene.ends(self.settings)):
                    box.min, box.max = ends[name]
                box.value = self.settings[name]
        finally:
            self._settling = False


@styled
def stored_picture(scene, settings):
    """The scene at its settings as a `Picture`, with a line that says how to move it."""
    line = f"Shown: {said(scene.controls, settings)}. Run this cell in JupyterLab to move them."
    text = scene.show(**settings)
    scene.figure.supxlabel(line, x=0.01, ha="left", fontsize=8, color=GREY, wrap=True)
    return Picture(scene.figure, f"{text} {line}")
