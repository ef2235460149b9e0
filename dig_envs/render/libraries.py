"""Load display libraries when a picture is first asked for."""

import os
from importlib import import_module
from types import ModuleType

from dig_envs.core.errors import DigEnvsError


class MissingLibraryError(DigEnvsError, ImportError):
    """A library that only rendering needs is not installed."""


def load(module: str) -> ModuleType:
    """Load a display library by its module's name.

    Raises:
        MissingLibraryError: it is not installed; the message says how to install it.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingLibraryError(f"rendering needs {module}; install it with: pip install dig-envs[render]") from error
