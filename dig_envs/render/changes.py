"""Describe the changes between two moments of a viewer: shared phrases for the games' modules `wording`."""

from collections.abc import Iterable, Sequence

from dig_envs.render.view import View
from dig_envs.utils.text import pluralized


def subject(view: View, seat: int, mover: int | None) -> str:
    """Return a seat's name or "you", with a space after it; "" for the mover, whose name already precedes the phrase."""
    if seat == mover:
        return ""
    return "you " if seat == view.seat else f"{view.name(seat)} "


def named_counts(counts: Iterable[int], names: Sequence[str]) -> list[str]:
    """Return the names with positive counts.

    >>> named_counts([2, 0, 1, -1], ["shovel", "lasso", "coin", "map"])
    ['shovel x2', 'coin']
    """
    return [name if count == 1 else f"{name} x{count}" for name, count in zip(names, counts, strict=True) if count > 0]


def differences(before: Iterable[int], after: Iterable[int]) -> list[int]:
    """Subtract `before` from `after`, item by item."""
    return [new - old for old, new in zip(before, after, strict=True)]


def point_changes(before: View, after: View, mover: int | None) -> list[str]:
    """Describe how many points each seat has won or lost, as far as the viewer knows."""
    figures = zip(before.figures, after.figures, strict=True)
    changes = [float(new or 0) - float(old or 0) for old, new in figures]
    return [
        f"{subject(after, seat, mover)}{'+' if change > 0 else ''}{pluralized(change, 'point')}"
        for seat, change in enumerate(changes)
        if change
    ]
