"""Phrases for positions in words, shared by the games' modules `description`."""

from collections.abc import Iterable, Sequence

from dig_envs.render.view import View


def each_of(counts: Iterable[int], names: Sequence[str]) -> str:
    """List things with repetitions; "none" for an empty list.

    >>> each_of([2, 0, 1], ["red bone", "blue bone", "coin"]), each_of([0], ["coin"])
    ('red bone, red bone, coin', 'none')
    """
    return ", ".join(name for name, count in zip(names, counts, strict=False) for _ in range(count)) or "none"


def counted(counts: Iterable[int], names: Sequence[str]) -> str:
    """List kinds with their numbers; "none" for an empty list.

    >>> counted([2, 0, 1], ["1", "2", "BOOM"])
    '1 (2 cards), BOOM (1 card)'
    """
    pairs = zip(names, counts, strict=False)
    return ", ".join(f"{name} ({count} card{'s' if count > 1 else ''})" for name, count in pairs if count > 0) or "none"


def clockwise(view: View) -> list[int]:
    """Return all seats, the viewer's first, then clockwise."""
    count = view.options.num_players
    return [((view.seat or 0) + steps) % count for steps in range(count)]


def joined(*phrases: str) -> str:
    """Join the phrases that are not empty to one sentence, with a capital and a full stop."""
    words = "; ".join(filter(None, phrases))
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def seats_named(view: View, seats: Iterable[int]) -> str:
    """List the names of seats, with "and" before the last one."""
    names = [view.name(seat) for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def bits(number: int, count: int) -> list[int]:
    """Return the seats of a set of seats, a bit per seat."""
    return [seat for seat in range(count) if (number >> seat) & 1]


def possessive(view: View, seat: int) -> str:
    """Return "your" for the viewer, else such as "player 2's"."""
    return "your" if seat == view.seat else f"{view.name(seat)}'s"
