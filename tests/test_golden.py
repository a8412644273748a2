"""Values that public projects assert for their own code, reproduced through the public functions.

The sources are named in each entry of data/golden.json. Conventions that are not the package's (another ladder of
frequencies, a zero last column, a factor on the encoding) are small conversions here.
"""

import json
import pathlib

import numpy as np
import pytest

from pe_lessons import (
    NTK, DynamicNTK, Linear, Llama3, LongRope, Yarn, alibi_bias, alibi_slopes, apply_rope, rope_frequencies,
    shift_matrix, sinusoidal_encoding, t5_bucket,
)
from pe_lessons.context import Proportional

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


def scaling_of(params):
    """The context extension that the parameters of an entry describe."""
    get = params.get
    match params["method"]:
        case "default":
            return None
        case "linear":
            return Linear(params["factor"])
        case "ntk":
            return NTK(params["factor"])
        case "dynamic_ntk":
            return DynamicNTK(params["factor"], params["max_position"])
        case "yarn":
            names = ("beta_fast", "beta_slow", "truncate", "attention_factor", "mscale", "mscale_all_dim")
            more = {key: params[key] for key in names if key in params}
            return Yarn(params["factor"], get("original_max", 2048), **more)
        case "llama3":
            limits = params["low_freq_factor"], params["high_freq_factor"]
            return Llama3(params["factor"], params["original_max"], *limits)
        case "longrope":
            limit = {"factor": params["factor"]} if "factor" in params else {"max_length": params["max_position"]}
            pairs = params["dim"] // 2 if "dim" in params else 1
            lists = get("short_factor", [1.0] * pairs), get("long_factor", [1.0] * pairs)
            return LongRope(*lists, params["original_max"], **limit)
        case "proportional":
            return Proportional(params["rotated_fraction"], params["factor"])
    raise AssertionError(params)


def frequencies_of(params):
    method, seq_len = scaling_of(params), params.get("seq_len")
    return rope_frequencies(params["dim"], base=params["base"], scaling=method, seq_len=seq_len)


@entries("rope_inv_freq")
def test_rope_frequencies(entry):
    frequencies, factor = frequencies_of(entry["params"])
    assert_reproduced(entry, frequencies)
    if "attention_factor" in entry:
        assert factor == pytest.approx(entry["attention_factor"], abs=1e-12)
    if "correction_range" in entry:
        ends = scaling_of(entry["params"]).ramp_ends(entry["params"]["base"], entry["params"]["dim"])
        assert list(ends) == entry["correction_range"]


@entries("rope_frequency_ratio")
def test_rope_frequency_ratio(entry):
    params = entry["params"]
    assert params["quantity"] == "default/yarn ratio at pairs 0, 10, 11, 22, 23, 31"
    assert list(scaling_of(params).ramp_ends(params["base"], params["dim"])) == params["correction_range"]
    ratio = rope_frequencies(params["dim"], base=params["base"])[0] / frequencies_of(params)[0]
    assert_reproduced(entry, ratio[[0, 10, 11, 22, 23, 31]])


@entries("rope_attention_factor")
def test_rope_attention_factor(entry):
    params = entry["params"]
    if params["method"] == "yarn_softmax_multiplier":  # what multiplies the scores: the square of the factor
        assert params["mscale"] == 1.0
        found = rope_frequencies(64, scaling=Yarn(params["factor"], 4096))[1] ** 2
    else:
        method = scaling_of(params)
        found = rope_frequencies(2 if params["method"] == "longrope" else 128, scaling=method)[1]
    assert_reproduced(entry, np.asarray(found))


@entries("rope_apply")
def test_rope_apply(entry):
    params = entry["params"]
    ones = np.ones((len(params["positions"]), params["dim"]))
    x = ones if isinstance(params["x"], str) else np.array(params["x"])
    layouts = [word for word in ("interleaved", "half") if entry["convention"]["layout"].startswith(word)]
    for layout in layouts or ["interleaved", "half"]:  # with two columns both are the same
        found = apply_rope(x, params["positions"], base=params["base"], scaling=scaling_of(params), layout=layout)
        assert_reproduced(entry, found)


def cos_sin(positions, dim, **more):
    """Cosine and sine of each position and pair: what the pair (1, 0) is turned into."""
    x = np.zeros((len(positions), dim))
    x[:, 0::2] = 1.0
    return apply_rope(x, positions, **more).reshape(len(positions), dim // 2, 2)


@entries("rope_cos_sin")
def test_rope_cos_sin(entry):
    params = entry["params"]
    if params["method"] == "longrope":  # base 1: all pairs alike before they are divided, which the package refuses
        factors = params["factors"]
        method = LongRope(factors, factors, 2048, factor=1, attention_factor=params["attention_factor"])
        frequencies, factor = method.scaled(np.ones(2), base=params["base"], head_dim=params["dim"])
        assert params["part"] == "cos only"
        found = factor * np.cos(np.outer(params["positions"], frequencies))
    else:
        found = cos_sin(params["positions"], params["dim"], base=params["base"], scaling=scaling_of(params))
    assert_reproduced(entry, found.reshape(np.shape(entry["expected"])))


@entries("rope_cos_sin_stats")
def test_rope_cos_sin_stats(entry):
    params = entry["params"]
    assert params["positions"] == "0..4095" and params["statistic"] == ["mean", "sum", "max"]
    table = cos_sin(range(4096), params["dim"], base=params["base"], scaling=scaling_of(params))
    assert_reproduced(entry, np.array([table.mean(), table.sum(), table.max()]))


def test_rope_relative_property():
    (entry,) = [entry for entry in ENTRIES if entry["id"] == "apply-relative-property"]
    assert entry["params"]["statement"] == "<R(1)x1, R(4)x2> == <R(2)x1, R(5)x2>; norms kept"
    one, two = np.random.default_rng(0).normal(size=(2, 1, 32))

    def score(p, q):
        return apply_rope(one, [p]) @ apply_rope(two, [q]).T

    tolerance = entry["tolerance"]["atol"]
    assert abs(score(1, 4) - score(2, 5)) < tolerance
    assert abs(np.linalg.norm(apply_rope(one, [4])) - np.linalg.norm(one)) < tolerance


@entries("alibi_slopes")
def test_alibi_slopes(entry):
    assert_reproduced(entry, alibi_slopes(entry["params"]["n_heads"]))


@entries("alibi_bias")
def test_alibi_bias(entry):
    params, form = entry["params"], entry["convention"]["form"].split(":")[0]
    sizes = params["n_heads"], params["q_len"], params["k_len"]
    if form == "first_key":  # slope * j: the last-key form, counted from the first key
        bias = alibi_bias(*sizes, form="last_key", bias_max=params["bias_max"])
        bias = bias - bias[..., :1]
    else:
        bias = alibi_bias(*sizes, form=form, bias_max=params["bias_max"])
    assert_reproduced(entry, bias)


@entries("t5_bucket")
def test_t5_bucket(entry):
    params = dict(entry["params"])
    relative = params.pop("relative_position")
    if relative[-1] == "inclusive range":
        relative = np.arange(relative[0], relative[1] + 1)
    assert_reproduced(entry, t5_bucket(relative, **params))


def test_no_entry_is_left_out():
    counts = {}
    for entry in ENTRIES:
        counts[entry["kind"]] = counts.get(entry["kind"], 0) + 1
    assert counts == {
        "sinusoidal_table": 13, "shift_matrix": 1, "property": 2, "rope_inv_freq": 15, "rope_attention_factor": 7,
        "rope_apply": 5, "rope_cos_sin": 3, "rope_cos_sin_stats": 1, "rope_frequency_ratio": 1, "alibi_slopes": 7,
        "alibi_bias": 5, "t5_bucket": 5,
    }  # each kind has a test above; the two properties have one each
    assert len({entry["id"] for entry in ENTRIES}) == len(ENTRIES) == 65


def test_the_other_ladder_differs_from_the_papers():
    """The conversion matters: without it these entries would fail."""
    changed = [entry for entry in ENTRIES if entry["kind"] == "sinusoidal_table"
               and entry["convention"]["exponent"].startswith("i/(d/2-1)")]
    assert len(changed) == 5
    for entry in changed:
        wrong = {**entry, "convention": {**entry["convention"], "exponent": "2i/d"}}
        with pytest.raises(AssertionError):
            assert_reproduced(entry, table_in_the_convention_of(wrong))
