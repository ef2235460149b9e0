"""Collect the hidden cards of Digging Bandits that a picture may show: those that a seat knows, or all."""

from dataclasses import dataclass
from typing import Any

from dig_envs.digging_bandits.components import BACK_OF, BACKS, HAND_KINDS, PLACES, Back
from dig_envs.digging_bandits.state import NONE
from dig_envs.render.view import PUBLIC, View

Card = int | None  # a kind; None for an unknown card


@dataclass(frozen=True)
class Hand:
    """The visible part of a hand: known cards by kind, and unknown cards by back."""

    known: tuple[int, ...]
    others: tuple[int, ...]


@dataclass(frozen=True)
class Visibility:
    """The hidden cards that a seat may see, or all for an onlooker.

    Attributes:
        hands: the hand of each seat.
        stacks: the Land cards of each place, from the bottom.
        tops: the top card of Landfill, Dig, Draw and Doodad deck; NONE for an empty deck.
    """

    hands: tuple[Hand, ...]
    stacks: tuple[tuple[Card, ...], ...]
    tops: tuple[Card, ...]


def visibility_of(view: View) -> Visibility:
    """Collect the cards that the seat of a view knows; all cards if the view has no seat."""
    table, seats = view.table, view.record.seats
    if view.seat is None:
        hands: list[Any] = [seat.hand for seat in seats]
        land, tops = view.record.secret.land, [view.record.secret.deck[back][0] for back in range(BACKS)]
    else:
        hands, land, tops = _public(table)
        if view.seat != PUBLIC:
            me = seats[view.seat]
            hands = [me.hand if p == view.seat else me.known[p] for p in range(table.num_players)]
            land = me.land
            if tops[Back.DRAW] == NONE:
                tops[Back.DRAW] = me.draw_top[0]
    return Visibility(
        tuple(_hand(table, p, hands[p]) for p in range(table.num_players)),
        tuple(_stacks(table, land)),
        tuple(int(NONE) if not table.deck_size[back] else _card(tops[back]) for back in range(BACKS)),
    )


def _public(table: Any) -> tuple[list[Any], Any, list[int]]:
    """Return the public cards of hands and Land, and the public top cards."""
    hands = [table.known[p] for p in range(table.num_players)]
    return hands, table.land, [table.deck[back][0] for back in range(BACKS)]


def _hand(table: Any, p: int, counts: Any) -> Hand:
    known = tuple(counts[kind] for kind in range(HAND_KINDS))
    others = [table.backs[p][back] for back in range(BACKS)]
    for kind, count in enumerate(known):
        others[BACK_OF[kind]] -= count
    return Hand(known, tuple(others))


def _stacks(table: Any, land: Any) -> list[tuple[Card, ...]]:
    stacks, start = [], 0
    for place in range(PLACES):
        end = start + table.height[place]
        stacks.append(tuple(_card(land[at]) for at in range(start, end)))
        start = end
    return stacks


def _card(kind: int) -> Card:
    return None if kind == NONE else kind
