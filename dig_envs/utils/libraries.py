"""Import optional libraries, and name the extra of dig-envs that installs a missing one."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from dig_envs.core.errors import MissingLibraryError

CLONE = Path(__file__).resolve().parents[2]  # the clone from which the package is imported; site-packages if installed
EXTRAS = {
    "render": ("resvg_py", "pygame"),
    "play": ("starlette", "uvicorn", "markdown_it"),
    "llm": ("openai",),
    "openspiel": ("pyspiel", "open_spiel"),
    "mcp": ("mcp",),
    "textarena": ("textarena",),
    "kaggle": ("kaggle_environments",),
    "trl": ("trl", "datasets", "transformers"),
    "verifiers": ("verifiers",),
    "gpu": ("numba_cuda",),
    "ray": ("ray",),
    "rllib": ("ray.rllib",),
    "train": ("torch", "safetensors", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib"),
}


def install_hint(module: str) -> str:
    """Return how to install the library of a module, in a clone with the path of the clone.

    For "torch.nn": "torch is not installed: pip install -e '/home/ann/dig-envs[train]'".
    """
    library = module if module in EXTRAS["rllib"] else module.partition(".")[0]
    extra = next((extra for extra, libraries in EXTRAS.items() if library in libraries), "all")
    if (CLONE / "pyproject.toml").is_file():
        return f"{library} is not installed: pip install -e {shlex.quote(f'{CLONE}[{extra}]')}"
    return f"{library} is not installed: pip install 'dig-envs[{extra}]', or in a clone: pip install -e '.[{extra}]'"


@contextmanager
def optional_imports() -> Iterator[None]:
    """Let a failed import in the `with` block raise an error that names the extra to install.

    Raises:
        MissingLibraryError: a library of an extra is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if not any(library in libraries for libraries in EXTRAS.values()):
            raise
        raise MissingLibraryError(install_hint(library), name=error.name) from error


def load(module: str) -> ModuleType:
    """Import and return a module of an optional library.

    Raises:
        MissingLibraryError: the library is not installed; the message says how to install it.
    """
    with optional_imports():
        return import_module(module)
