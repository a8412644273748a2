"""Learned positions: a table with one trained row per position, and what to do where the table ends.

A learned encoding is nothing but a table. It has no row for a position that it was not trained for, so beyond its
last row somebody has to decide; `LearnedPositions` makes that decision a name.
"""

import dataclasses
import os

import numpy as np

from .arguments import (
    LARGEST_POSITION, as_array, as_choice, as_size, element, first_index, refuse_not_finite, show, too_far,
)

BEYOND = ("raise", "clamp", "wrap", "interpolate")
DATA = os.path.join(os.path.dirname(__file__), "data")


class LearnedPositions:
    """A table of learned positions, and a policy for positions that it has no row for.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Row p is the vector of position p; n and d are at least 1. A `TrainedTable` will do.
    beyond : {"raise", "clamp", "wrap", "interpolate"}
        What a position outside 0, ..., n - 1 leads to.

        - "raise": an error that names the position and the range.
        - "clamp": the nearest row that there is: the last row beyond the end, row 0 for negative positions. All
          positions beyond the end look the same.
        - "wrap": the row of the position modulo n. Position n looks like position 0, and -1 like n - 1.
        - "interpolate": the table is stretched. For a text of `length` > n positions, position p reads the table at
          p (n - 1) / (length - 1), linearly between two rows: the first and the last row stay the ends, and
          neighbours move closer together. A text that fits is not stretched, and the table never shrinks. Negative
          positions lead to an error.

    Attributes
    ----------
    table : ndarray, shape (n, d)
        Read-only view of the table. It is not a copy: what is trained in place shows here.
    beyond : str
        The policy.

    Returns
    -------
    LearnedPositions
        Rows are read with `lookup`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or not allowed; the message says which.

    Notes
    -----
    No policy but "raise" makes a model work beyond its training length. They only give it rows: rows it has seen
    elsewhere (clamp, wrap), or mixtures of rows (interpolate). Not checked: NaN in the table.

    References
    ----------
    Documentation of tfimm, "Transformer Models": trained tables of image models, interpolated (in two dimensions)
    before they are trained on for larger inputs.

    Examples
    --------
    >>> table = [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    >>> print(LearnedPositions(table, beyond="clamp").lookup([1, 2, 3, 4]))
    [[2. 3.]
     [4. 5.]
     [4. 5.]
     [4. 5.]]
    >>> print(LearnedPositions(table, beyond="interpolate").lookup(range(5)))
    [[0. 1.]
     [1. 2.]
     [2. 3.]
     [3. 4.]
     [4. 5.]]
    """

    def __init__(self, table, beyond="raise"):
        table = as_array("table", table)
        if table.ndim != 2 or 0 in table.shape:
            raise ValueError(f"table must have two axes (positions, columns) without 0, but has shape {table.shape}")
        self.beyond = as_choice("beyond", beyond, BEYOND)
        self.table = (table if table.dtype.kind == "f" else table.astype(np.float64)).view()
        self.table.flags.writeable = False

    def __len__(self):
        return len(self.table)

    def __repr__(self):
        return f"LearnedPositions({len(self)} positions, {self.table.shape[1]} columns, beyond={self.beyond!r})"

    def lookup(self, positions, *, length=None):
        """Vectors of positions.

        Parameters
        ----------
        positions : array_like of int
            Positions of any shape; a single integer is one position. Whole numbers given as floats will do.
            Fractional positions are for "interpolate" only: they lie between two rows.
        length : int, optional
            For "interpolate" only: the number of positions of the text, if the largest one is not in `positions`.
            Without it, the whole number at or above the largest position, plus one.

        Returns
        -------
        ndarray, shape positions.shape + (d,)
            A new array of the type of the table.

        Raises
        ------
        TypeError, ValueError
            If an argument is of the wrong kind; for "raise" if a position is not in the table; for "interpolate" if
            a position is negative or not below `length`.

        Examples
        --------
        >>> LearnedPositions([[0.0, 1.0], [2.0, 3.0]]).lookup([0, 2])
        Traceback (most recent call last):
            ...
        ValueError: positions must lie between 0 and 1, the last row of the table, but positions[1] is 2
        """
        if length is not None:
            if self.beyond != "interpolate":
                raise ValueError(f'length is for beyond="interpolate" only, but beyond is {self.beyond!r}')
            length = as_size("length", length, at_most=LARGEST_POSITION)
        positions = _as_positions(positions, whole=self.beyond != "interpolate")
        n = len(self)
        if self.beyond == "interpolate":
            return self._between(positions, length)
        if self.beyond == "raise":
            _refuse_outside(positions, n, "the last row of the table")
        rows = positions.clip(0, n - 1) if self.beyond == "clamp" else positions % n
        return self.table[rows.astype(np.intp)]

    def _between(self, positions, length):
        """Rows of the stretched table."""
        n = len(self)
        if length is None:
            length = int(np.ceil(positions.max(initial=0))) + 1
        _refuse_outside(positions, length, "the last position of the text")
        stretched = max(length, n)
        place = positions.astype(np.float64) * (n - 1) / max(stretched - 1, 1)  # on the table: 0 to n - 1
        low = np.minimum(np.floor(place), n - 1).astype(np.intp)
        share = (place - low)[..., np.newaxis]
        rows = (1 - share) * self.table[low] + share * self.table[np.minimum(low + 1, n - 1)]
        return rows.astype(self.table.dtype, copy=False)


@dataclasses.dataclass(frozen=True, eq=False)
class TrainedTable:
    """A trained table that comes with the course, and where it comes from.

    Attributes
    ----------
    name : str
        The name it is loaded by.
    values : ndarray of float64
        The numbers, read-only. `numpy.asarray(table)` gives them too.
    model, licence, source, note : str
        The model the table was taken from, its licence, the package and tensor it was copied from, and what the
        rows are and what was changed.
    """

    name: str
    values: np.ndarray
    model: str
    licence: str
    source: str
    note: str

    @property
    def shape(self):
        return self.values.shape

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype, copy=copy)

    def __repr__(self):
        rows, columns = self.shape
        return f"TrainedTable({self.name!r}, {rows} x {columns}, from {self.model}, {self.licence})"


def load_positions(name):
    """Trained table that comes with the course.

    Parameters
    ----------
    name : {"minilm_l6_v2", "me5_small", "minilm_l3_v2_rows_96_159", "mpnet_relative_bias"}
        The first two are whole tables of 512 positions and 384 columns. The third has the rows of the positions 96
        to 159 of a third model. The fourth is no table of positions, but a bias for 32 buckets of relative position
        and 12 heads.

    Returns
    -------
    TrainedTable
        Its `values` are a read-only float64 array; `model`, `licence`, `source` and `note` say where they come from.

    Raises
    ------
    TypeError, ValueError
        If there is no table of that name, or its file is damaged.
    FileNotFoundError
        If its file is missing.

    Notes
    -----
    The files hold float16 (the bias: float32), and each is compared with its SHA-256 sum before it is used.

    Examples
    --------
    >>> table = load_positions("minilm_l6_v2")
    >>> print(table)
    TrainedTable('minilm_l6_v2', 512 x 384, from sentence-transformers/all-MiniLM-L6-v2, Apache-2.0)
    >>> print(np.linalg.norm(table.values, axis=1)[[0, 1, 127]].round(2))
    [2.36 0.49 0.69]
    """
    values, provenance = load_data(name, ".npy")
    return TrainedTable(name, read_only(values), **provenance)


def load_data(name, kind):
    """What is in the file of a name, as `numpy.load` gives it, and model, licence, source and note as a dict."""
    import hashlib  # these three are needed here only, and importing the package is to cost what NumPy costs
    import io
    import tomllib

    sources = tomllib.loads(_data_file("sources.toml").decode())
    names = tuple(key for key, entry in sources.items() if entry["file"].endswith(kind))
    entry = sources[as_choice("name", name, names)]
    data = _data_file(entry["file"])
    found = hashlib.sha256(data).hexdigest()
    if found != entry["sha256"]:
        raise ValueError(
            f"the file {entry['file']} of {name!r} is damaged (SHA-256 {found[:12]}... instead of "
            f"{entry['sha256'][:12]}...): install the package again"
        )
    loaded = np.load(io.BytesIO(data), allow_pickle=False)
    return loaded, {key: entry[key] for key in ("model", "licence", "source", "note")}


def read_only(values):
    """A float64 copy that cannot be written to."""
    values = values.astype(np.float64)
    values.flags.writeable = False
    return values


def _data_file(file):
    try:
        with open(os.path.join(DATA, file), "rb") as opened:
            return opened.read()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"the data file {file} is missing from pe_lessons/data: install the package again"
        ) from None


def _as_positions(value, *, whole):
    """Return an array of finite positions, integers if they have to be whole."""
    try:
        array = as_array("positions", value, wanted="integers, positions of tokens")
    except TypeError:
        for index, item in np.ndenumerate(np.asarray(value)):
            if type(item) is int:  # too large for any NumPy integer
                raise ValueError(
                    f"positions must lie between -2**63 and 2**63, but {element('positions', index)} is {show(item)}"
                ) from None
        raise
    refuse_not_finite("positions", array)
    if array.dtype.kind != "f":
        return array if array.dtype == np.uint64 else array.astype(np.int64)  # a narrow type cannot hold every n
    array = array.astype(np.float64, copy=False)
    too_large = np.abs(array) > LARGEST_POSITION
    if too_large.any():
        first = first_index(too_large)
        raise ValueError(too_far("positions", first, array[first]))
    if not whole:
        return array
    between = array % 1 != 0
    if between.any():
        first = first_index(between)
        raise ValueError(
            f"positions must be whole, because the table has no row between two rows (only beyond='interpolate' "
            f"makes one), but {element('positions', first)} is {show(array[first])}"
        )
    return array.astype(np.int64)


def _refuse_outside(positions, count, what):
    wrong = (positions < 0) | (positions > count - 1)
    if wrong.any():
        first = first_index(wrong)
        raise ValueError(
            f"positions must lie between 0 and {count - 1}, {what}, but {element('positions', first)} is "
            f"{show(positions[first])}"
        )
