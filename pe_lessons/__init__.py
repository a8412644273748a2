"""A small NumPy reference for positional encodings, and the machinery of the course around it."""

from .attention import attention, attention_weights, causal_mask, softmax  # at once: the module has the function's name
from .lazy import attach

TYPE_CHECKING = False
if TYPE_CHECKING:  # for tools that read and do not run; a test compares it with the names below
    from .bias import alibi_bias, alibi_slopes, t5_bias, t5_bucket
    from .checks import check, hint, progress
    from .configuration import rope_arguments
    from .context import NTK, DynamicNTK, Linear
    from .inputs import add_positions, position_ids
    from .learned import LearnedPositions, load_positions
    from .longrope import LongRope
    from .rotary import apply_rope, rope_frequencies
    from .shift import best_linear_map, shift_matrix
    from .sinusoidal import compute_frequencies, sinusoidal_encoding, wavelengths
    from .yarn import Llama3, Yarn, YarnPaper

__version__ = "1.0.0"

__getattr__, __dir__, __all__ = attach(__name__, {
    "bias": ["alibi_bias", "alibi_slopes", "t5_bias", "t5_bucket"],
    "checks": ["check", "hint", "progress"],
    "configuration": ["rope_arguments"],
    "context": ["NTK", "DynamicNTK", "Linear"],
    "inputs": ["add_positions", "position_ids"],
    "learned": ["LearnedPositions", "load_positions"],
    "longrope": ["LongRope"],
    "rotary": ["apply_rope", "rope_frequencies"],
    "shift": ["best_linear_map", "shift_matrix"],
    "sinusoidal": ["compute_frequencies", "sinusoidal_encoding", "wavelengths"],
    "yarn": ["Llama3", "Yarn", "YarnPaper"],
})
__all__ = sorted([*__all__, "attention", "attention_weights", "causal_mask", "softmax"])
