"""Describe positions of Dig Dig in words, and play them by the uncompiled rules over checked views, for scenario tests.

>>> game = Position(["3 3 boom", "9 10 10"], pile="2 ninja")
>>> game.do("play 3 x2", "play 9").pile, game.hand(0)
('2 ninja 3 3 9', 'boom')
"""

from collections.abc import Sequence

import numpy as np

from dig_envs.core.rng import Domain, seed_generator
from dig_envs.dig_dig import GAME
from dig_envs.dig_dig.components import COPIES, KIND_NAMES, NUM_CARDS, NUM_KINDS, ROW
from dig_envs.dig_dig.rules import blind_cards, cards_left, find_opener, total, update_top
from dig_envs.dig_dig.state import NONE, Phase
from tests.support.position import GamePosition


class Position(GamePosition):
    """A game of Dig Dig from a given position.

    Cards are words: "1" to "10", "boom", "limbo", "drop", "ninja". Hands, face-up and blind cards are given by seat; a seat
    without any card is out. The pile is listed from the bottom, the deck from the top. Unnamed cards are in the compost.
    Before the first play they are dealt instead: they fill the rows of face-up and blind cards, and the rest lies at the
    bottom of the deck.
    """

    game = GAME

    def __init__(
        self,
        hands: Sequence[str],
        *,
        face_up: Sequence[str] = (),
        blind: Sequence[str] = (),
        pile: str = "",
        deck: str = "",
        phase: Phase = Phase.PLAY,
        active: int = 0,
        turn: int = 0,
        seed: int = 0,
        **options,
    ):
        self._set_up(**{"num_players": len(hands), **options})
        self._unnamed = [COPIES] * NUM_KINDS
        self._clear()
        for seat, words in enumerate(hands):
            for kind in self._take(words):
                self.state.seats[seat].hand[kind] += 1
                self.table.hand_size[seat] += 1
        for seat, words in enumerate(face_up):
            for kind in self._take(words):
                self.table.face_up[seat][kind] += 1
        for seat, words in enumerate(blind):
            for k, kind in enumerate(self._take(words)):
                self.state.secret.blind[seat][k] = kind
                self.table.blind[seat][k] = 1
        kinds = self._take(pile)
        self.table.pile_size = self._lay(self.table.pile, kinds)
        for kind in kinds:
            self.table.in_pile[kind] += 1
            update_top(self.table, kind, 1)
        deck_kinds = self._take(deck)[::-1]
        if phase in (Phase.SET_UP, Phase.OPENING):
            deck_kinds = self._deal_rows() + deck_kinds
        self.table.deck_size = self._lay(self.state.secret.deck, deck_kinds)
        for kind, count in enumerate(self._unnamed):
            self.table.compost[kind] = count
        self._place_the_empty()
        self.table.phase = phase
        self.table.active = self.state.secret.mover = active
        self.table.turn = turn
        seed_generator(self.state.secret.rng, seed, Domain.GAME)
        self._check()

    def _clear(self) -> None:
        self.table.last_seat = self.table.last_kind = self.table.top = NONE
        for at in range(NUM_CARDS):
            self.table.pile[at] = self.state.secret.deck[at] = NONE
        for seat in range(GAME.max_players):
            for k in range(ROW):
                self.state.secret.blind[seat][k] = NONE

    def _take(self, words: str) -> list[int]:
        """Remove the named cards from the unnamed cards, and return their kinds."""
        kinds = [KIND_NAMES.index(word) for word in words.split()]
        for kind in kinds:
            self._unnamed[kind] -= 1
            if self._unnamed[kind] < 0:
                raise ValueError(f"the game has only {COPIES} cards {KIND_NAMES[kind]}")
        return kinds

    def _deal_rows(self) -> list[int]:
        """Fill all rows with unnamed cards, and return the remaining cards (DD-2)."""
        kinds = self._take(" ".join(KIND_NAMES[kind] for kind in range(NUM_KINDS) for _ in range(self._unnamed[kind])))
        for seat in range(self.options.num_players):
            while total(self.table.face_up[seat]) < ROW:
                self.table.face_up[seat][kinds.pop()] += 1
            for k in range(blind_cards(self.table, seat), ROW):
                self.state.secret.blind[seat][k] = kinds.pop()
                self.table.blind[seat][k] = 1
        return kinds

    def _lay(self, cells, kinds: list[int]) -> int:
        for at, kind in enumerate(kinds):
            cells[at] = kind
        return len(kinds)

    def _place_the_empty(self) -> None:
        out = 0
        for seat in range(self.options.num_players):
            if cards_left(self.table, seat) == 0:
                out += 1
                self.table.place[seat] = out

    # --- playing

    def begin(self) -> "Position":
        """End the set-up, and find the opener."""
        find_opener(self.state)
        self._check()
        return self

    # --- looking

    @property
    def pile(self) -> str:
        """The pile from the bottom."""
        return " ".join(KIND_NAMES[self.table.pile[at]] for at in range(self.table.pile_size))

    @property
    def compost(self) -> str:
        return _words(self.table.compost)

    @property
    def phase(self) -> Phase:
        return Phase(self.table.phase)

    @property
    def places(self) -> list[int]:
        return [self.table.place[seat] for seat in range(self.options.num_players)]

    def hand(self, seat: int) -> str:
        """Return a hand in the order of the kinds."""
        return _words(self.state.seats[seat].hand)

    def face_up(self, seat: int) -> str:
        return _words(self.table.face_up[seat])

    def blind(self, seat: int) -> str:
        """Return the remaining blind cards."""
        return " ".join(KIND_NAMES[kind] for kind in self.state.secret.blind[seat]._data if kind != NONE)

    def known(self, seat: int) -> str:
        """Return the public cards of a hand."""
        return _words(self.table.known[seat])


def _words(counts) -> str:
    return " ".join(KIND_NAMES[kind] for kind in range(NUM_KINDS) for _ in range(counts[kind]))


def playable(game: Position) -> set[str]:
    """List the kinds that the mover may play."""
    return {name.split()[1] for name in game.legal if name.startswith("play")}


def block(game: Position, seat: int, name: str) -> np.ndarray:
    """Return a block of a seat's observation."""
    return game.seen(seat)[name]


def kinds(row: np.ndarray) -> dict[str, int]:
    """Return the counts by kind of a block whose values are counts / 4."""
    return {KIND_NAMES[kind]: round(float(share) * COPIES) for kind, share in enumerate(row) if share}


def set_up(hands: Sequence[str], face_up: Sequence[str], **options) -> Position:
    """Set up a game in which seat 0 chooses its face-up cards next."""
    return Position(hands, face_up=face_up, deck="1 1 1", phase=Phase.SET_UP, **options)
