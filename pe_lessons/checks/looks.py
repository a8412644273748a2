"""What can be seen in a learner's function without calling it, and without knowing what is right."""

import builtins
import dis
import types

MOST = 12  # clues of one kind


def clues(function):
    """Pairs of texts, a kind and a name, read from the instructions of `function`.

    ``unused`` is an argument that is never read; ``foreign`` a value of the notebook that is; ``number`` one that is written in;
    ``returns`` is there if some return hands back a value, ``ends`` if the function can end without one.
    """
    if not isinstance(function, types.FunctionType):
        return ()
    found = [("unused", name) for name in _unused(function.__code__)]
    foreign, numbers = {}, {}
    _outside(function, foreign, numbers, set())
    found += [("foreign", name) for name in list(foreign)[:MOST]] + [("number", text) for text in list(numbers)[:MOST]]
    return tuple(found + [(kind, "") for kind in _ends(function.__code__)])


def learners(function, code):
    """Whether `code` stands in `function` itself, and not in a function that it calls."""
    return any(code is part for part in _parts(function.__code__))


def _parts(code):
    """The code of a function and of what is defined inside it."""
    yield code
    for held in code.co_consts:
        if isinstance(held, types.CodeType):
            yield from _parts(held)


def _unused(code):
    arguments = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    read = set()
    for part in _parts(code):
        for step in dis.get_instructions(part):
            if "LOAD" in step.opname:
                read |= set(step.argval) if isinstance(step.argval, tuple) else {step.argval}
    return [name for name in arguments if name not in read and not name.startswith("_")][:MOST]


def _outside(function, foreign, numbers, been):
    """Collect what a function, and the functions of the notebook that it calls, take from outside their arguments."""
    been.add(function.__code__)
    for part in _parts(function.__code__):
        for held in part.co_consts:
            for one in held if isinstance(held, tuple) else (held,):
                if type(one) in (int, float) and 2 < abs(one) < 1e15:
                    numbers[f"{one:g}"] = True
        for step in dis.get_instructions(part):
            if step.opname not in ("LOAD_GLOBAL", "LOAD_NAME") or step.argval not in function.__globals__ or hasattr(builtins, step.argval):
                continue
            value = function.__globals__[step.argval]
            if isinstance(value, types.FunctionType) and value.__globals__ is function.__globals__:
                if value.__code__ not in been:
                    _outside(value, foreign, numbers, been)
            elif not isinstance(value, types.ModuleType) and not callable(value):
                foreign[step.argval[:40]] = True


def _ends(code):
    """``returns``, ``ends`` or both; a return without a value ends like the last line of a body."""
    before, kinds = None, {}
    for step in dis.get_instructions(code):
        if step.opname in ("RETURN_VALUE", "RETURN_CONST"):
            last = step if step.opname == "RETURN_CONST" else before
            is_none = last is not None and "CONST" in last.opname and last.argval is None
            kinds["ends" if is_none else "returns"] = True
        before = step
    return kinds
