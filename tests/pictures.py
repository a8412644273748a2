"""What each picture is asked: that it is drawn, that its text says what it shows, that it refuses in words."""

import inspect
import io

import pytest
from PIL import Image


def assert_says_what_it_shows(draw, said):
    picture = draw()
    assert said in picture.text
    data, metadata = picture._repr_mimebundle_()
    assert data["text/plain"] == repr(picture) == "Picture:\n" + picture.text
    assert metadata["image/png"]["alt"] == picture.text
    with Image.open(io.BytesIO(picture.png)) as image:
        image.load()
        assert image.width == 2 * metadata["image/png"]["width"] == 1520
        colours = image.convert("RGB").getcolors(maxcolors=image.width * image.height)
        coloured = sum(pixels for pixels, rgb in colours if max(rgb) - min(rgb) > 40)
        assert coloured > 1000  # more than an empty frame, which is grey
    assert draw().png == picture.png


def assert_refuses(draw, error, words):
    with pytest.raises(error) as caught:
        draw()
    assert words in str(caught.value)


def assert_documented(*functions):
    for function in functions:
        text = inspect.getdoc(function)
        for heading in ("Parameters", "Returns", "Raises"):
            assert f"{heading}\n---" in text, (function.__name__, heading)


def tried(pictures):
    """The names that the functions of a table ``{id: (draw, said)}`` mention."""
    return {name for draw, _ in pictures.values() for name in draw.__code__.co_names}
