"""Measurements of the package against the usual ways to do the same, in one run: `python -m benchmarks`."""
