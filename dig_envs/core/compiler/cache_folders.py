"""Choose the folder for machine code, and read only files from it that no other user could have written.

Machine code is unpickled and executed, so another user's file would run as this user. Each file is checked, and the folder too.
"""

import contextlib
import glob
import hashlib
import os
import stat
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO

PACKAGE = Path(__file__).resolve().parents[2]
OPEN_FLAGS = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_warned: set[Path] = set()


def code_folders() -> list[Path]:
    """Return the folders to load machine code from. Code is saved in the last folder, if that is writable.

    The first folder is `DIG_ENVS_CACHE_DIR`. This installation's private folder follows if that is unset, unsafe or read-only.
    """
    folders: list[Path] = []
    for folder in _candidates():
        with contextlib.suppress(OSError):
            for step in (*reversed(folder.parents), folder):  # `parents=True` would set the mode of the last folder only
                step.mkdir(stat.S_IRWXU, exist_ok=True)
            _check_safe(folder, folder.stat())
            folders.append(folder)
            if os.access(folder, os.W_OK):
                break
    return folders


def read_code(path: Path) -> bytes:
    """Read a file of machine code.

    Raises:
        OSError: the file is missing or a symbolic link, or another user could have written it.
    """
    with open(os.open(path, OPEN_FLAGS), "rb") as file:
        _check_safe(path, os.fstat(file.fileno()))
        return file.read()


@contextlib.contextmanager
def writing_code(path: Path, name: str, key: str) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` at the end of the `with` block. Only this user can read or write it.

    Afterwards outdated files are removed: those whose names begin with `name` but not with `name + key`. Unlike `replacing`, it
    does not wait for the disk, since every reader treats a damaged file as missing.

    Raises:
        OSError: the file cannot be written; `path` is unchanged.
    """
    handle, part = mkstemp(dir=path.parent, prefix=name + key)
    try:
        with open(handle, "wb") as file:
            yield file
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise
    for old in path.parent.glob(f"{glob.escape(name)}*"):
        if not old.name.startswith(name + key):
            old.unlink(missing_ok=True)


def _candidates() -> Iterator[Path]:
    if chosen := os.environ.get("DIG_ENVS_CACHE_DIR"):
        yield Path(chosen).absolute()
    with contextlib.suppress(RuntimeError):  # a user without a home folder
        installation = hashlib.sha256(os.fsencode(PACKAGE)).hexdigest()[:12]
        yield _user_caches() / "dig-envs" / installation


def _user_caches() -> Path:
    """Return the system's folder for a user's caches."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if os.path.isabs(chosen := os.environ.get("XDG_CACHE_HOME", "")):
        return Path(chosen)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _check_safe(path: Path, status: os.stat_result) -> None:
    """Raise PermissionError, after one warning per path, if another user but root can write to a file or folder."""
    if os.name != "posix":  # Windows has lists of access rights, not modes
        return
    if status.st_uid not in (0, os.geteuid()):
        fault = f"it belongs to user {status.st_uid}: remove it"
    elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        fault = f"others can write to it: chmod go-w '{path}'"
    else:
        return
    if path not in _warned:
        _warned.add(path)
        message = f"the machine code in {path} is not used, because {fault}, or name a folder of your own in DIG_ENVS_CACHE_DIR"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    raise PermissionError(fault)
