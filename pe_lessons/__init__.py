"""A small NumPy reference for positional encodings, and the machinery of the course around it."""

from .attention import attention, attention_weights, causal_mask, softmax
from .inputs import add_positions, position_ids
from .learned import LearnedPositions, load_positions
from .shift import best_linear_map, shift_matrix
from .sinusoidal import compute_frequencies, sinusoidal_encoding, wavelengths

__version__ = "0.1.0"

__all__ = [
    "LearnedPositions",
    "add_positions",
    "attention",
    "attention_weights",
    "best_linear_map",
    "causal_mask",
    "compute_frequencies",
    "load_positions",
    "position_ids",
    "shift_matrix",
    "sinusoidal_encoding",
    "softmax",
    "wavelengths",
]
