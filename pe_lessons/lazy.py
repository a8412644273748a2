"""Names of a package that load their module when they are first asked for (PEP 562): an import costs what it uses."""

import sys
from importlib import import_module


def attach(package, homes):
    """Return what a package's ``__init__`` needs for names that load late.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : dict
        ``{module: names}``, the modules of the package and the public names that live in each. No name may be that of a
        module of the package: to import the module would put it in the name's place.

    Returns
    -------
    __getattr__, __dir__ : functions
    __all__ : list of str
        All names, sorted.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def __getattr__(name):
        if name in home:
            value = getattr(import_module(f"{package}.{home[name]}"), name)
        elif name in homes:
            value = import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)  # the next time it is found at once
        return value

    def __dir__():
        return sorted({*vars(sys.modules[package]), *home})

    return __getattr__, __dir__, sorted(home)
