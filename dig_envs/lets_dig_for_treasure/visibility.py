"""Says what a picture of a table of Let's Dig for Treasure may show: what a seat knows, or everything."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dig_envs.core.compiler.checked_views import view as checked
from dig_envs.core.game import Game
from dig_envs.lets_dig_for_treasure.components import NUM_KINDS, STACK_CARDS, STACKS, TOPS, USED_DOG
from dig_envs.lets_dig_for_treasure.rules.piles import gained, held, pile_of
from dig_envs.lets_dig_for_treasure.rules.points import pile_points
from dig_envs.lets_dig_for_treasure.rules.stacks import known_at
from dig_envs.lets_dig_for_treasure.state import NONE
from dig_envs.render.view import PUBLIC, View


@dataclass(frozen=True)
class Pile:
    """Describes a score pile as the viewer knows it.

    Attributes:
        cards: the number of cards of each kind.
        used_dogs: the number of its Dogs that are used.
        points: the points that it would count now.
        unknown: 1 if it holds a card more than is seen, -1 if one of those seen is gone (LD-12), else 0.
    """

    cards: tuple[int, ...]
    used_dogs: int
    points: int
    unknown: int


@dataclass(frozen=True)
class Visibility:
    """Describes the hidden cards as a seat knows them, or as an onlooker sees them to whom everything is open.

    Attributes:
        piles: each seat's pile.
        tops: by stack the kinds of the top cards, of a destroyed one those known to be gone; None for an unknown card.
        skeleton: the stack from which a Skeleton has just been dug that a Dog may negate, or None.
    """

    piles: tuple[Pile, ...]
    tops: tuple[tuple[int | None, ...], ...]
    skeleton: int | None


def visibility_of(view: View) -> Visibility:
    """Gather what the view's seat knows, or everything."""
    table, seats = view.table, view.record.seats
    if view.seat is None:
        lookers, asked = list(seats), seats[table.active]
    else:
        asked = _onlooker(view.game) if view.seat == PUBLIC else seats[view.seat]
        lookers = [asked] * len(seats)
    return Visibility(
        tuple(_pile(table, lookers[p], p) for p in range(table.num_players)),
        tuple(tuple(_top(view, asked, stack, place) for place in range(TOPS)) for stack in range(STACKS)),
        None if asked.skeleton == NONE else asked.skeleton,
    )


def _onlooker(game: Game) -> Any:
    """Make the record of a seat that knows only what all know."""
    record = np.zeros((), game.seat)
    for name in game.seat.names or ():
        record[name] = NONE
    return checked(record)


def _pile(table: Any, looker: Any, p: int) -> Pile:
    """Describe a player's pile as the viewer knows it."""
    pile = pile_of(table, p)
    moved = int(gained(table, pile)) if table.thief != NONE else 0
    return Pile(
        tuple(int(held(table, looker.stolen, pile, kind)) for kind in range(NUM_KINDS)),
        table.used_dogs[pile] + (moved if looker.stolen == USED_DOG else 0),
        int(pile_points(table, looker, pile)),
        moved if looker.stolen == NONE else 0,
    )


def _top(view: View, looker: Any, stack: int, place: int) -> int | None:
    """Read the card so many places below the top of a stack, if it is known."""
    size = view.table.stack_size[stack]
    if view.seat is None and place < size:
        return view.record.secret.cards[STACK_CARDS * stack + size - 1 - place]
    card = NONE if view.seat is None else known_at(looker, stack, place)
    return None if card == NONE else int(card)
