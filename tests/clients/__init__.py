"""Tests of third-party libraries, each in its own virtual environment: `make test-clients`.

The names of these test files have no `test_`, so that pytest runs only the file that is named on the command line.
"""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def script(path: str) -> ModuleType:
    """Import a script of the documentation by its path in `docs/`, and return the module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / "docs" / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
