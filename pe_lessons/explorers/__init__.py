"""Pictures that answer while the reader drags: a persistent figure, controls, and a stored picture."""

from pe_lessons.lazy import attach

TYPE_CHECKING = False
if TYPE_CHECKING:  # for tools that read and do not run; a test compares it with the names below
    from .aliasing import explore_aliasing
    from .frequencies import explore_frequencies
    from .hands import explore_hands
    from .live import Live, Scene
    from .shifting import explore_shift
    from .tables import explore_tables
    from .turning import explore_rope
    from .words import explore_word_order

__getattr__, __dir__, __all__ = attach(__name__, {
    "aliasing": ["explore_aliasing"],
    "frequencies": ["explore_frequencies"],
    "hands": ["explore_hands"],
    "live": ["Live", "Scene"],
    "shifting": ["explore_shift"],
    "tables": ["explore_tables"],
    "turning": ["explore_rope"],
    "words": ["explore_word_order"],
})
