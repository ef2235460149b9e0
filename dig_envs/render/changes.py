"""Say in words what has changed between two moments that a viewer was shown: for what games tell of an action's outcome."""

from collections.abc import Iterable, Sequence

from dig_envs.render.view import View


def who(view: View, seat: int, mover: int | None) -> str:
    """Name a seat, with a space after it; nothing for the mover, beside whose name the words stand."""
    if seat == mover:
        return ""
    return "you " if seat == view.seat else f"{view.name(seat)} "


def numbered(count: int, word: str, many: str | None = None) -> str:
    """Write a number of things.

    >>> numbered(1, "card"), numbered(2, "card"), numbered(2, "box", "boxes")
    ('1 card', '2 cards', '2 boxes')
    """
    return f"{count} {word if abs(count) == 1 else many or word + 's'}"


def named(counts: Iterable[int], names: Sequence[str]) -> list[str]:
    """Name what there is at least one of.

    >>> named([2, 0, 1, -1], ["shovel", "lasso", "coin", "map"])
    ['shovel x2', 'coin']
    """
    return [name if count == 1 else f"{name} x{count}" for name, count in zip(names, counts, strict=True) if count > 0]


def differences(before: Iterable[int], after: Iterable[int]) -> list[int]:
    """Return how much more of each there is after than before."""
    return [new - old for old, new in zip(before, after, strict=True)]


def gains(before: View, after: View, mover: int | None) -> list[str]:
    """Say by how many points each seat's figure has changed, as the viewer sees it."""
    figures = zip(before.figures, after.figures, strict=True)
    changes = [float(new or 0) - float(old or 0) for old, new in figures]
    return [
        f"{who(after, seat, mover)}{change:+g} point{'' if abs(change) == 1 else 's'}"
        for seat, change in enumerate(changes)
        if change
    ]
