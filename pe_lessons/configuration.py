"""Rotary positions as model configurations write them down, read into arguments of `apply_rope`."""

from .arguments import as_choice, as_number, as_size, show
from .context import DynamicNTK, Linear, Proportional
from .longrope import LongRope
from .yarn import Llama3, Yarn

ALWAYS = {"rope_type", "type", "rope_theta", "partial_rotary_factor"}
YARN = ("beta_fast", "beta_slow", "truncate", "attention_factor", "mscale", "mscale_all_dim")
KEYS = {
    "default": (),
    "linear": ("factor",),
    "dynamic": ("factor", "original_max_position_embeddings"),
    "yarn": ("factor", "original_max_position_embeddings", *YARN),
    "longrope": ("factor", "original_max_position_embeddings", "short_factor", "long_factor", "attention_factor"),
    "llama3": ("factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor"),
    "proportional": ("factor",),
}
OTHER_NAMES = {"su": "longrope"}
FIELDS = {  # fields of the methods that have another name in a configuration
    "original_length": "original_max_position_embeddings",
    "max_length": "max_position_embeddings",
    "rotated_fraction": "partial_rotary_factor",
}


def rope_arguments(config, *, head_dim=None, max_position_embeddings=None, original_max_position_embeddings=None):
    """Read a configuration dictionary (`rope_scaling`, `rope_parameters`) into arguments of `apply_rope`.

    Parameters
    ----------
    config : dict or None
        With the names of the library transformers: `rope_type` (or `type`), which is "default", "linear", "dynamic",
        "yarn", "longrope" (or "su"), "llama3" or "proportional"; `factor`, `original_max_position_embeddings`,
        `beta_fast`, `beta_slow`, `truncate`, `attention_factor`, `mscale`, `mscale_all_dim`, `low_freq_factor`,
        `high_freq_factor`, `short_factor`, `long_factor`, as far as the type has them; `rope_theta` (the base) and
        `partial_rotary_factor`, whose product with `head_dim`, rounded down, must be even and at least 2. A key with
        the value None counts as absent. None is "default".
    head_dim : int, optional
        Size of a head, needed for a `partial_rotary_factor`; for "proportional" only to check that a pair is rotated.
    max_position_embeddings : int, optional
        The entry of that name beside the dictionary, which stands in for `original_max_position_embeddings`
        ("dynamic" and "yarn") and from which "longrope" and "yarn" take the factor where it is absent.
    original_max_position_embeddings : int, optional
        The entry of that name beside the dictionary, where Phi-3's files have it: used if the dictionary has none.

    Returns
    -------
    dict
        With "scaling" (None for "default"), "base" if the dictionary has a `rope_theta`, and "rotary_dim" if it has a
        `partial_rotary_factor`. The layout is no part of a configuration: the files of that library are made for
        "half".

    Raises
    ------
    TypeError, ValueError
        If the type or a key is unknown or a needed key is missing (all are named), or if a value is not allowed.

    Examples
    --------
    >>> print(rope_arguments({"rope_type": "linear", "factor": 2.0, "rope_theta": 10000.0}))
    {'scaling': Linear(factor=2.0), 'base': 10000.0}
    >>> rope_arguments({"rope_type": "linear", "faktor": 2.0})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: config of type 'linear' has the unknown key 'faktor'; known are 'factor', 'partial_rotary_factor', ...
    """
    if config is None:
        config = {}
    if not isinstance(config, dict):
        raise TypeError(f"config must be a dictionary or None, not {show(config)} ({type(config).__name__})")
    given = {key: value for key, value in config.items() if value is not None}
    kind = _kind(given)
    _refuse_unknown(kind, config)
    values = {key: value for key, value in given.items() if key not in ALWAYS}
    if max_position_embeddings is not None:
        max_position_embeddings = as_size("max_position_embeddings", max_position_embeddings, at_most=2**53)

    if original_max_position_embeddings is not None:
        name = "original_max_position_embeddings"
        original = as_size(name, original_max_position_embeddings, at_least=2, at_most=2**53)
        if name in KEYS[kind]:
            values.setdefault(name, original)

    try:
        scaling = _scaling(kind, values, given.get("partial_rotary_factor"), max_position_embeddings)
    except (TypeError, ValueError) as error:  # its message begins with the name of the field
        field, _, rest = str(error).partition(" ")
        if field not in FIELDS:
            raise
        raise type(error)(f"{FIELDS[field]} {rest}") from None
    arguments = {"scaling": scaling}
    if "rope_theta" in given:
        arguments["base"] = as_number("rope_theta", given["rope_theta"])
    if "partial_rotary_factor" in given and kind != "proportional":
        share = as_number("partial_rotary_factor", given["partial_rotary_factor"])
        if not 0 < share <= 1:
            raise ValueError(f"partial_rotary_factor must be greater than 0 and at most 1, but is {show(share)}")
        if head_dim is None:
            raise ValueError("head_dim must be given where config has a partial_rotary_factor")
        head_dim = as_size("head_dim", head_dim, at_least=2)
        columns = int(head_dim * share)
        if columns < 2 or columns % 2:
            raise ValueError(
                "partial_rotary_factor must leave an even number of columns to be rotated, at least 2, but "
                f"{show(share)} of head_dim {head_dim} is {columns}"
            )
        arguments["rotary_dim"] = columns
    if kind == "proportional" and head_dim is not None:
        share, head_dim = arguments["scaling"].rotated_fraction, as_size("head_dim", head_dim, at_least=2)
        if int(share * head_dim / 2) < 1:
            raise ValueError(
                f"partial_rotary_factor must leave a pair to be rotated, but {show(share)} of head_dim {head_dim} is "
                "less than one"
            )
    return arguments


def _kind(given):
    kinds = [given[key] for key in ("rope_type", "type") if key in given]
    if len(kinds) == 2 and kinds[0] != kinds[1]:
        raise ValueError(f"config has the rope_type {show(kinds[0])} and the type {show(kinds[1])}: they must agree")
    kind = kinds[0] if kinds else "default"
    if not isinstance(kind, str):
        raise TypeError(f"rope_type must be a text, not {show(kind)}")
    kind = OTHER_NAMES.get(kind, kind)
    if kind not in KEYS:
        raise ValueError(f"rope_type must be one of {', '.join(map(repr, [*KEYS, *OTHER_NAMES]))}, not {show(kind)}")
    return kind


def _refuse_unknown(kind, config):
    unknown = [key for key in config if key not in ALWAYS and key not in KEYS[kind]]
    if unknown:
        word = "key" if len(unknown) == 1 else "keys"
        known = ", ".join(map(repr, sorted({*ALWAYS, *KEYS[kind]})))
        raise ValueError(
            f"config of type {kind!r} has the unknown {word} {', '.join(map(show, unknown))}; known are {known}"
        )


def _scaling(kind, values, share, longest):
    """The object for the type, from the values under the names of the configuration."""

    def needed(*keys):
        missing = [key for key in keys if key not in values]
        if missing:
            raise ValueError(f"config of type {kind!r} needs {', '.join(map(repr, missing))}")
        return [values.pop(key) for key in keys]

    def original_length():
        if "original_max_position_embeddings" not in values and longest is not None:
            return as_size("max_position_embeddings", longest, at_least=2, at_most=2**53)
        return needed("original_max_position_embeddings")[0]

    if kind == "default":
        return None
    if kind == "proportional":
        return Proportional(1.0 if share is None else share, values.get("factor", 1.0))
    if kind == "linear":
        return Linear(*needed("factor"))
    if kind == "dynamic":
        return DynamicNTK(*needed("factor"), original_length())
    if kind == "llama3":
        names = ("factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor")
        return Llama3(*needed(*names))
    if kind == "longrope":
        short, long, original = needed("short_factor", "long_factor", "original_max_position_embeddings")
        if "factor" not in values and "attention_factor" not in values and longest is None:
            needed("factor")
        limit = {} if "factor" in values else {"max_length": longest or original}
        return LongRope(short, long, original, **limit, **values)
    if "factor" not in values and "original_max_position_embeddings" in values and longest is not None:
        name = "original_max_position_embeddings"
        values["factor"] = longest / as_size(name, values[name], at_most=2**53)
    return Yarn(*needed("factor"), original_length(), **values)


def load_rope_config(name):
    """A published configuration that comes with the course, as a dictionary for `rope_arguments`.

    Parameters
    ----------
    name : {"phi3_128k"}
        The searched numbers of LongRoPE in Microsoft's Phi-3 models for 131072 positions (MIT), 48 pairs, base 10000.

    Returns
    -------
    dict

    Examples
    --------
    >>> config = load_rope_config("phi3_128k")
    >>> print(config["rope_type"], config["long_factor"][:3], config["long_factor"][-1])
    longrope [1.03, 1.05, 1.05] 64.810013
    """
    import json  # here, because importing the package is to cost what NumPy costs
    import pathlib

    file = f"{as_choice('name', name, ('phi3_128k',))}_rope.json"
    return json.loads((pathlib.Path(__file__).parent / "data" / file).read_text(encoding="utf-8"))
