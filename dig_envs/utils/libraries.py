"""Say which extra of dig-envs installs a library that is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from dig_envs.core.errors import MissingLibraryError

EXTRAS = {
    "render": ("resvg_py", "pygame"),
    "play": ("starlette", "uvicorn"),
    "openspiel": ("pyspiel", "open_spiel"),
    "ray": ("ray",),
    "rllib": ("ray.rllib",),
    "train": ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib", "choix", "scipy"),
}


def advice(module: str) -> str:
    """Say how to install a library by its module's name.

    >>> advice("torch.nn")
    "torch is not installed: pip install 'dig-envs[train]', or in a clone: pip install -e '.[train]'"
    """
    library = module if module in EXTRAS["rllib"] else module.partition(".")[0]
    extra = next((extra for extra, libraries in EXTRAS.items() if library in libraries), "all")
    return f"{library} is not installed: pip install 'dig-envs[{extra}]', or in a clone: pip install -e '.[{extra}]'"


@contextmanager
def extras() -> Iterator[None]:
    """Have a failed import of an extra's library say which extra that is.

    Raises:
        MissingLibraryError: the block imports a library of an extra that is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if not any(library in libraries for libraries in EXTRAS.values()):
            raise
        raise MissingLibraryError(advice(library), name=error.name) from error


def load(module: str) -> ModuleType:
    """Import a library of an extra by its module's name.

    Raises:
        MissingLibraryError: it is not installed; the message says how to install it.
    """
    with extras():
        return import_module(module)
