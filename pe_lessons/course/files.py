"""Write a file whole or not at all, and never over one that must stay."""

import os


def write_whole(path, data, *, replace=True):
    """Write bytes in one step: whoever looks sees the old file or the new one, never a half.

    Parameters
    ----------
    path : pathlib.Path
        The file; its folder is made if need be.
    data : bytes
        What it should hold.
    replace : bool
        Whether a file of that name may be replaced.

    Raises
    ------
    FileExistsError
        With ``replace=False``: something has that name, and is left as it is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        half.write_bytes(data)
        if replace:
            half.replace(path)
        else:
            _rename_to_free_name(half, path)
    finally:
        half.unlink(missing_ok=True)


def _rename_to_free_name(half, path):
    try:
        os.link(half, path)  # unlike a rename, it never replaces what came in the meantime
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        if os.path.lexists(path):
            raise FileExistsError(f"{path} exists") from None
        half.rename(path)
