"""What pytest needs to know before it collects."""

import os

# As `pe_lessons.course.environment.one_blas_thread`, which would import NumPy before it could help.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")

collect_ignore = ["tests/data"]  # notebooks as students hand them in: some never end, and none is the course's


def pytest_ignore_collect(collection_path):
    """Leave a broken notebook to tests/test_notebooks.py, which says what is wrong: nbval would end the whole run."""
    if collection_path.suffix == ".ipynb":
        import nbformat

        try:
            nbformat.read(collection_path, as_version=4)
        except Exception:
            return True
    return None
