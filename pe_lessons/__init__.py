"""A small NumPy reference for positional encodings, and the machinery of the course around it."""

__version__ = "0.1.0"
