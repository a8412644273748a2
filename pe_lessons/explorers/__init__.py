"""Pictures that answer while the reader drags: a persistent figure, controls, and a stored picture."""

from .aliasing import explore_aliasing
from .frequencies import explore_frequencies
from .hands import explore_hands
from .live import Live, Scene
from .shifting import explore_shift
from .tables import explore_tables
from .turning import explore_rope
from .words import explore_word_order

__all__ = [
    "Live", "Scene", "explore_aliasing", "explore_frequencies", "explore_hands", "explore_rope", "explore_shift", "explore_tables",
    "explore_word_order",
]
