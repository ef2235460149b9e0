"""Load an agent from a Python file that the user names, such as "mybot.py:bot".

The file is executed, as `python mybot.py` would execute it.
"""

import hashlib
import os
import re
import sys
import traceback
from types import ModuleType
from typing import Any

from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.utils.files import read_bounded
from dig_envs.utils.text import printable

MAX_BYTES = 4 << 20
FILE = re.compile(r"(?P<path>.+\.py):(?P<name>\w+)", re.DOTALL)
_loaded: dict[tuple[str, str], ModuleType] = {}


def names_a_file(name: str) -> bool:
    """Return whether an agent's name has the form "file.py:object"."""
    return FILE.fullmatch(name) is not None


def load_object(name: str) -> Any:
    """Run a Python file and return one of its objects.

    A file whose content has not changed is run once per process.

    Args:
        name: the path and the object's name, such as "mybot.py:bot".

    Raises:
        ArgumentError: the file cannot be read, raises an exception, or has no such object.
    """
    parts = FILE.fullmatch(name)
    assert parts is not None
    path, wanted = parts["path"], parts["name"]
    module = _module(path)
    if not hasattr(module, wanted):
        own = [known for known, value in vars(module).items() if not known.startswith("_") and _is_defined_in(value, module)]
        raise ArgumentError(f'{path} has no "{wanted}"; {nearest(wanted, own, "names")}')
    return getattr(module, wanted)


def _is_defined_in(value: Any, module: ModuleType) -> bool:
    """Return whether a value is a class, function or agent that the module defines, rather than imports."""
    kind = value if hasattr(value, "__qualname__") else type(value)
    return kind.__module__ == module.__name__ or (not hasattr(value, "__qualname__") and hasattr(value, "act"))


def _module(path: str) -> ModuleType:
    whole = os.path.realpath(path)
    try:
        content = read_bounded(path, MAX_BYTES)
    except OSError as error:
        raise ArgumentError(f"cannot read {path}: {error.strerror}") from error
    key = whole, hashlib.sha256(content).hexdigest()
    if key not in _loaded:
        _loaded[key] = _run(path, whole, content)
    return _loaded[key]


def _run(path: str, whole: str, content: bytes) -> ModuleType:
    """Execute a file as a module. It may import modules from its own folder."""
    module = ModuleType(f"{os.path.basename(whole)[:-3]}_{hashlib.sha256(whole.encode('utf-8', 'replace')).hexdigest()[:8]}")
    module.__file__, module.__package__ = whole, ""
    folder, before = os.path.dirname(whole), sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module  # pickle and dataclasses look the module up here
    added = folder not in sys.path
    if added:
        sys.path.append(folder)
    try:
        exec(compile(content, whole, "exec"), vars(module))
    except Exception as error:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before
        raise ArgumentError(f"{path} fails{_line_of(error, whole)}: {type(error).__name__}: {printable(str(error))}") from error
    finally:
        if added:
            sys.path.remove(folder)
    return module


def _line_of(error: Exception, whole: str) -> str:
    """Return " at line N" for the line of the file that raised the error, or "" if the line is unknown."""
    if isinstance(error, SyntaxError) and error.filename == whole:
        return f" at line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == whole]
    return f" at line {lines[-1]}" if lines else ""
