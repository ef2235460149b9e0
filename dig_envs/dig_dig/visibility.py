"""Find what a picture of Dig Dig may show of hidden cards: what a seat knows, or everything."""

from dataclasses import dataclass

from dig_envs.dig_dig.components import NUM_KINDS, ROW
from dig_envs.dig_dig.state import NONE
from dig_envs.render.view import View


@dataclass(frozen=True)
class Hand:
    """A hand as it is seen: the cards that are known, by kind, and how many others there are."""

    known: tuple[int, ...]
    others: int


@dataclass(frozen=True)
class Visibility:
    """The hidden cards as a seat sees them, or an onlooker to whom everything is open.

    Attributes:
        hands: each seat's hand.
        blind: the kinds of each seat's blind cards by slot; None for one that is unknown, NONE where none is left.
        deck_top: the kind of the deck's top card; None if it is unknown or the deck is empty.
    """

    hands: tuple[Hand, ...]
    blind: tuple[tuple[int | None, ...], ...]
    deck_top: int | None


def visibility_of(view: View) -> Visibility:
    """Return what may be shown: what the view's seat knows, or everything."""
    table, seats = range(view.table.num_players), view.record.seats
    hands = [seats[p].hand if view.seat in (None, p) else view.table.known[p] for p in table]
    deck_size = view.table.deck_size
    return Visibility(
        tuple(_hand(hands[p], view.table.hand_size[p]) for p in table),
        tuple(_blind(view, p) for p in table),
        view.record.secret.deck[deck_size - 1] if view.seat is None and deck_size else None,
    )


def _hand(counts: object, size: int) -> Hand:
    known = tuple(counts[kind] for kind in range(NUM_KINDS))  # type: ignore[index]
    return Hand(known, size - sum(known))


def _blind(view: View, p: int) -> tuple[int | None, ...]:
    secret = view.record.secret.blind[p]
    lying = view.table.blind[p]
    return tuple((secret[k] if view.seat is None else None) if lying[k] else NONE for k in range(ROW))
