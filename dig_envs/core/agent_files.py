"""Load an agent from a file of Python that its user names: "mybot.py:bot". The file is run, as `python mybot.py` runs it."""

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

MOST_BYTES = 4 << 20
FILE = re.compile(r"(?P<path>.+\.py):(?P<name>\w+)", re.DOTALL)
_loaded: dict[tuple[str, str], ModuleType] = {}


def names_a_file(name: str) -> bool:
    """Tell whether an agent's name says a file and what to take from it: "mybot.py:bot"."""
    return FILE.fullmatch(name) is not None


def object_from_file(name: str) -> Any:
    """Run the file that an agent's name says, and return the object of it.

    A file that has not changed since is not run again.

    Raises:
        ArgumentError: the file can't be read, fails, or has no such object.
    """
    found = FILE.fullmatch(name)
    assert found is not None
    path, wanted = found["path"], found["name"]
    module = _module(path)
    if not hasattr(module, wanted):
        own = [known for known, value in vars(module).items() if not known.startswith("_") and _is_made_there(value, module)]
        raise ArgumentError(f'{path} has no "{wanted}"; {nearest(wanted, own, "names")}')
    return getattr(module, wanted)


def _is_made_there(value: Any, module: ModuleType) -> bool:
    """Tell whether a module's name stands for its own class, function or agent rather than for something imported."""
    kind = value if hasattr(value, "__qualname__") else type(value)
    return kind.__module__ == module.__name__ or (not hasattr(value, "__qualname__") and hasattr(value, "act"))


def _module(path: str) -> ModuleType:
    whole = os.path.realpath(path)
    try:
        content = read_bounded(path, MOST_BYTES)
    except OSError as error:
        raise ArgumentError(f"{path} can't be read: {error.strerror}") from error
    key = whole, hashlib.sha256(content).hexdigest()
    if key not in _loaded:
        _loaded[key] = _run(path, whole, content)
    return _loaded[key]


def _run(path: str, whole: str, content: bytes) -> ModuleType:
    """Run a file as a module of its own; it may import the modules beside it."""
    module = ModuleType(f"{os.path.basename(whole)[:-3]}_{hashlib.sha256(whole.encode('utf-8', 'replace')).hexdigest()[:8]}")
    module.__file__, module.__package__ = whole, ""
    folder, before = os.path.dirname(whole), sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module  # where pickle and dataclasses look it up
    sys.path.append(folder)
    try:
        exec(compile(content, whole, "exec"), vars(module))
    except Exception as error:  # it is anybody's code
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before
        raise ArgumentError(f"{path} fails{_line_of(error, whole)}: {type(error).__name__}: {printable(str(error))}") from error
    finally:
        sys.path.remove(folder)
    return module


def _line_of(error: Exception, whole: str) -> str:
    """Say at which line of a file an error was raised, where that is known."""
    if isinstance(error, SyntaxError) and error.filename == whole:
        return f" at line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == whole]
    return f" at line {lines[-1]}" if lines else ""
