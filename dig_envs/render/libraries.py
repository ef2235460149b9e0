"""Load display libraries when a picture is first asked for."""

import os
from types import ModuleType

from dig_envs.utils import libraries


def load(module: str) -> ModuleType:
    """Load a display library by its module's name.

    Raises:
        MissingLibraryError: it is not installed; the message says how to install it.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return libraries.load(module)
