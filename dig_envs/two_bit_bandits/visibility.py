"""Collect the hidden cards of 2-Bit Bandits that a picture may show: those that a seat knows, or all."""

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
    """The hidden cards that a seat may see, or all for an onlooker.

    Attributes:
        looked: the visible level cards that a seat looks at.
        stack: the known level cards on top of the stack, the top card first.
        asked: the seat that is asked to throw pickups into a battle; None if no seat is asked or the view may not show it.
    """

    looked: tuple[int, ...]
    stack: tuple[int, ...]
    asked: int | None


def visibility_of(view: View) -> Visibility:
    """Collect the cards that the seat of a view knows; all cards if the view has no seat."""
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
