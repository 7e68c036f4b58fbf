"""Optional packages."""

from __future__ import annotations

import importlib
from typing import Any


def optional(module: str, extra: str, what: str) -> Any:
    """A module of an optional package.

    Raises `ImportError`, which names the package to install.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".", 1)[0]
        message = f"{what} needs {package}: install it, or `bouton[{extra}]`, with pip"
        raise ImportError(message, name=package) from error
