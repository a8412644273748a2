"""The commands behind ``pe-lessons``: build, lab and what they share."""
