"""Refuse what would not fit into memory before it is begun."""

import os
import re
from pathlib import Path

from dig_envs.core.errors import ArgumentError

UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB")
LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")  # of a container


def check_memory(needed: float, what: str, error: type[Exception] = ArgumentError) -> None:
    """Refuse what needs more memory than is free.

    Args:
        needed: an estimate, in bytes.
        what: for the message, such as "a replay buffer of 10 decisions".
        error: the exception to raise.
    """
    free = free_memory()
    if free is not None and needed > free:
        raise error(f"{what} needs about {in_words(needed)} of memory, and {in_words(free)} are free")


def free_memory() -> int | None:
    """Return how many bytes can be used without swapping; None where the system does not tell."""
    found = [amount for amount in (_free_in_all(), *map(_limit, LIMITS)) if amount is not None]
    return min(found, default=None)


def in_words(amount: float) -> str:
    """Write a number of bytes with its unit.

    >>> in_words(250), in_words(1.5e9)
    ('250 bytes', '1.5 GB')
    """
    unit = 0
    while amount >= 1000 and unit + 1 < len(UNITS):
        amount, unit = amount / 1000, unit + 1
    return f"{amount:,.3g} {UNITS[unit]}" if amount < 1000 else f"{amount:,.0f} {UNITS[unit]}"


def _free_in_all() -> int | None:
    try:
        found = re.search(r"MemAvailable:\s*(\d+) kB", Path("/proc/meminfo").read_text())
    except OSError:
        found = None
    return int(found[1]) * 1024 if found else _physical()


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def _limit(file: str) -> int | None:
    try:
        return int(Path(file).read_text())
    except (OSError, ValueError):
        return None  # no container, or "max"
