"""Find what a picture of 2-Bit Bandits may show of hidden cards: what a seat knows, or everything."""

from dataclasses import dataclass

from dig_envs.render.view import PUBLIC, View
from dig_envs.two_bit_bandits.components import LEVELS, ORDINARY_LEVELS
from dig_envs.two_bit_bandits.state import NONE, Asked, Phase

LEVEL_NAMES = (
    "Stone Ridge",
    *(f"N{k}" for k in range(1, ORDINARY_LEVELS + 1)),
    *(f"H{k}" for k in range(1, LEVELS - ORDINARY_LEVELS)),
)
STACK_SHOWN = 5


@dataclass(frozen=True)
class Visibility:
    """The hidden cards as a seat sees them, or an onlooker to whom everything is open.

    Attributes:
        looked: level cards that are looked at, as far as they are seen.
        stack: the level cards on top of the stack that are known, the top one first.
        asked: who is asked whether to throw pickups into a battle; None if nobody is, or it can't be seen.
    """

    looked: tuple[int, ...]
    stack: tuple[int, ...]
    asked: int | None


def visibility_of(view: View) -> Visibility:
    """Return what may be shown: what the view's seat knows, or everything without a seat."""
    table, seats = view.table, view.record.seats
    attack = view.running and table.phase == Phase.ATTACK
    if view.seat == PUBLIC:
        return Visibility((), (), None)
    if view.seat is not None:
        mine = seats[view.seat]
        asked = view.seat if attack and mine.asked == Asked.NOW else None
        return Visibility(_cards(mine.looked), () if mine.known == NONE else (mine.known,), asked)
    top = table.stack_size
    stack = tuple(view.record.secret.stack[k] for k in range(top - 1, max(0, top - STACK_SHOWN) - 1, -1))
    return Visibility(_cards(seats[table.active].looked), stack, view.record.secret.mover if attack else None)


def _cards(cells: object) -> tuple[int, ...]:
    return tuple(cells[k] for k in range(2) if cells[k] != NONE)  # type: ignore[index]
