"""The controls of an explorer, as plain data: what can be set, to what, and under which label.

Each makes its widget when it is wanted. All of them are reached by Tab and moved by the arrow keys, or pressed by Space.
"""

import dataclasses

from pe_lessons.arguments import as_size, show

LABEL_WIDTH = "170px"
WIDTH = "700px"  # a long slider is easier to set


@dataclasses.dataclass(frozen=True)
class Slider:
    """Whole numbers from `low` to `high`."""

    label: str
    value: int
    low: int
    high: int
    step: int = 1

    def check(self, name, value):
        """Return a value that the control can have, or refuse it."""
        value = as_size(name, value, at_least=self.low, at_most=self.high)
        if (value - self.low) % self.step:
            raise ValueError(f"{name} must be {self.low} plus a multiple of {self.step}, but is {value}")
        return value

    def widget(self, widgets, value):
        """The widget at a value."""
        return widgets.IntSlider(
            value=value, min=self.low, max=self.high, step=self.step, description=self.label,
            style={"description_width": LABEL_WIDTH}, layout=widgets.Layout(width=WIDTH),
        )


@dataclasses.dataclass(frozen=True)
class Choice:
    """One of a few values. `ordered` ones stand on a slider, others are buttons beside each other."""

    label: str
    value: object
    options: tuple
    ordered: bool = False

    def check(self, name, value):
        """Return a value that the control can have, or refuse it."""
        if isinstance(value, bool) or value not in self.options:
            raise ValueError(f"{name} must be one of {', '.join(map(show, self.options))}, but is {show(value)}")
        return self.options[self.options.index(value)]

    def widget(self, widgets, value):
        """The widget at a value."""
        options = [(written(option), option) for option in self.options]
        if self.ordered:
            return widgets.SelectionSlider(
                options=options, value=value, description=self.label,
                style={"description_width": LABEL_WIDTH}, layout=widgets.Layout(width=WIDTH),
            )
        return widgets.ToggleButtons(options=options, value=value, style={"button_width": "auto"})


def labelled(widgets, control, box):
    """The widget with its label before it: a row of buttons would put its own label above."""
    if box.description:
        return box
    label = widgets.Label(control.label, layout=widgets.Layout(width=LABEL_WIDTH, justify_content="flex-end"))
    return widgets.HBox([label, box])


def written(value):
    """A value as a reader sees it: numbers with their digits in groups of three."""
    return f"{value:,}" if isinstance(value, int) and value >= 10000 else str(value)


def said(controls, settings):
    """The controls and where they stand, as one text."""
    return ", ".join(f"{control.label} {written(settings[name])}" for name, control in controls.items())
