"""Context extension."""


class Scaling:
    """Changes the frequencies of rotary positions, and may put a factor on cosine and sine."""
