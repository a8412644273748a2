"""Values that public projects assert for their own code, reproduced through the public functions.

The sources are named in each entry of data/golden.json. Conventions that are not the package's (another ladder of
frequencies, a zero last column, a factor on the encoding) are small conversions here.
"""

import json
import pathlib

import numpy as np
import pytest

from pe_lessons import shift_matrix, sinusoidal_encoding

ENTRIES = json.loads((pathlib.Path(__file__).parent / "data" / "golden.json").read_text(encoding="utf-8"))["entries"]


def entries(*kinds):
    chosen = [entry for entry in ENTRIES if entry["kind"] in kinds]
    return pytest.mark.parametrize("entry", chosen, ids=[entry["id"] for entry in chosen])


def assert_reproduced(entry, result):
    expected = np.asarray(entry["expected"], dtype=np.float64)
    assert result.shape == expected.shape and result.size > 0
    tolerance = entry["tolerance"]
    np.testing.assert_allclose(result, expected, atol=tolerance["atol"], rtol=tolerance["rtol"])


def table_in_the_convention_of(entry):
    """The table of an entry, through the public function and a conversion of ladder, padding and scale."""
    params, convention = entry["params"], entry["convention"]
    d, base = params["d"], params["base"]
    layout = convention["layout"].split()[0]
    assert layout in ("interleaved", "half")
    if convention["exponent"].startswith("i/(d/2-1)"):
        # Pairs i = 0 .. d//2 - 1 with the exponent i / (d//2 - 1): the paper's ladder 2i/even for another base.
        even = d - d % 2
        table = sinusoidal_encoding(params["positions"], even, base=float(base) ** (even / (even - 2)), layout=layout)
        if d % 2:
            table = np.concatenate([table, np.zeros((len(table), 1))], axis=1)
    else:
        assert convention["exponent"] == "2i/d"
        table = sinusoidal_encoding(params["positions"], d, base=base, layout=layout)
    table = table * params.get("scale", 1.0)
    return table[:, slice(*params["columns"])] if "columns" in params else table


@entries("sinusoidal_table")
def test_sinusoidal_table(entry):
    assert set(entry["params"]) <= {"positions", "d", "base", "columns", "scale"}
    assert_reproduced(entry, table_in_the_convention_of(entry))


@entries("shift_matrix")
def test_shift_matrix(entry):
    params = entry["params"]
    assert set(params) == {"k", "d", "base", "layout"}
    assert_reproduced(entry, shift_matrix(params["k"], params["d"], base=params["base"], layout=params["layout"]))


def test_unit_norm_property():
    (entry,) = [entry for entry in ENTRIES if entry["id"] == "sin-mlx-unit-norm"]
    params = entry["params"]
    table = sinusoidal_encoding(params["positions"], params["d"], layout="half") * np.sqrt(2 / params["d"])
    np.testing.assert_allclose(np.linalg.norm(table, axis=1), entry["expected"], atol=entry["tolerance"]["atol"])


def test_no_entry_is_left_out():
    counts = {}
    for entry in ENTRIES:
        counts[entry["kind"]] = counts.get(entry["kind"], 0) + 1
    assert counts == {
        "sinusoidal_table": 13, "shift_matrix": 1, "property": 2,
        # not yet in the package; each moves up when its functions are there
        "rope_inv_freq": 15, "rope_attention_factor": 7, "rope_apply": 5, "rope_cos_sin": 3, "rope_cos_sin_stats": 1,
        "rope_frequency_ratio": 1, "alibi_slopes": 7, "alibi_bias": 5, "t5_bucket": 5,
    }
    assert len({entry["id"] for entry in ENTRIES}) == len(ENTRIES)


def test_the_other_ladder_differs_from_the_papers():
    """The conversion matters: without it these entries would fail."""
    changed = [entry for entry in ENTRIES if entry["kind"] == "sinusoidal_table"
               and entry["convention"]["exponent"].startswith("i/(d/2-1)")]
    assert len(changed) == 5
    for entry in changed:
        wrong = {**entry, "convention": {**entry["convention"], "exponent": "2i/d"}}
        with pytest.raises(AssertionError):
            assert_reproduced(entry, table_in_the_convention_of(wrong))
