"""Tests of libraries that others wrote, each in an environment of its own: `make test-clients`.

Their files have no `test_` in their names, so that pytest takes only the one that it is told to.
"""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def script(path: str) -> ModuleType:
    """Import a script of the documentation by its path in `docs/`."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / "docs" / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
