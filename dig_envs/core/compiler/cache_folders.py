"""Choose the folders that machine code is kept in: none that another user can write to.

Machine code is unpickled and run, so whoever can write to its folder can make this process do anything. A folder is
used only if nobody but this user and root owns or can write to it, to a folder above it, or to a link on the way.
"""

import contextlib
import hashlib
import os
import stat
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
ROOT = 0
POSIX = os.name == "posix"  # Windows keeps a user's files from others by lists of access rights, not by modes


def code_folders() -> list[Path]:
    """List the folders to load machine code from. New code is saved in the last one, where that can be written.

    The first is `DIG_ENVS_CACHE_DIR`. If it can't be written, or is not set, this installation's private folder follows.
    """
    found: list[Path] = []
    for folder in _candidates():
        if _usable(folder):
            found.append(folder)
            if os.access(folder, os.W_OK):
                break
    return found


def read_code(path: Path) -> bytes:
    """Read a file of machine code.

    Raises:
        OSError: there is none, it is a link, or another user could have written it.
    """
    flags = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")  # each system has some of them
    with open(os.open(path, os.O_RDONLY | sum(getattr(os, flag, 0) for flag in flags)), "rb") as file:
        if POSIX and (fault := _fault_of(path, os.fstat(file.fileno()))):
            _warn(path, fault)
            raise PermissionError(fault)
        return file.read()


def _candidates() -> Iterator[Path]:
    if chosen := os.environ.get("DIG_ENVS_CACHE_DIR"):
        yield Path(chosen).absolute()
    with contextlib.suppress(RuntimeError):  # a user without a home
        installation = hashlib.sha256(os.fsencode(PACKAGE)).hexdigest()[:12]
        yield _user_caches() / "dig-envs" / installation


def _user_caches() -> Path:
    """Return the folder in which this system keeps a user's caches."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if os.path.isabs(chosen := os.environ.get("XDG_CACHE_HOME", "")):
        return Path(chosen)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _usable(folder: Path) -> bool:
    """Make the folder where there is none, and tell whether it is there and safe. Of an unsafe one the user is warned."""
    try:
        _make_private(folder)
        for step in _way(folder) if POSIX else ():
            if fault := _fault_of(step, step.lstat(), sticky=not step.samefile(folder)):
                _warn(folder, fault)
                return False
    except OSError:
        return False
    return True


def _make_private(folder: Path) -> None:
    """Make the folder, and missing ones above it, readable by this user alone (`Path.mkdir` sets the mode of the last only)."""
    if not folder.exists():
        _make_private(folder.parent)
        folder.mkdir(mode=stat.S_IRWXU, exist_ok=True)


def _way(folder: Path) -> Iterator[Path]:
    """List the folder, all above it, and every link on the way with what it leads to."""
    for step in (folder, *folder.parents):
        yield step
        if step.is_symlink():
            yield from _way(step.parent / step.readlink())


def _fault_of(path: Path, found: os.stat_result, sticky: bool = False) -> str | None:
    """Say how another user could change a file, folder or link, and how to mend it; None if only this user and root can.

    Args:
        path: where it is.
        found: its owner and mode.
        sticky: it may be a folder like /tmp, where all may write but none may rename or remove what is another's.
    """
    if found.st_uid not in (ROOT, os.geteuid()):
        return f"{path} belongs to user {found.st_uid}: remove it"
    if stat.S_ISLNK(found.st_mode) or (sticky and found.st_mode & stat.S_ISVTX):
        return None
    return f"{path} can be written by others: chmod go-w '{path}'" if found.st_mode & WRITABLE_BY_OTHERS else None


_warned: set[Path] = set()


def _warn(unused: Path, fault: str) -> None:
    """Warn that machine code is not used, once."""
    if unused not in _warned:
        _warned.add(unused)
        message = f"the machine code in {unused} is not used, since others could have this process run their code; {fault}"
        warnings.warn(f"{message}, or name a folder of your own in DIG_ENVS_CACHE_DIR", RuntimeWarning, stacklevel=2)
