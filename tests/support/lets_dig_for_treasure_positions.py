"""Describe positions of Let's Dig for Treasure in words, and play them by the uncompiled rules over checked views.

>>> game = Position(["dog", ""], stacks=["skeleton dirt", "worms dirt", "milk dirt"])
>>> game.do("dig 3", "dig 1", "use dog", "stop").pile(0), game.stack(1), game.mover
('milk dog', 'dirt', 1)
"""

from collections.abc import Sequence

import numpy as np

import dig_envs
from dig_envs.core.game import End
from dig_envs.core.rng import Domain, seed_generator
from dig_envs.lets_dig_for_treasure import GAME, components
from dig_envs.lets_dig_for_treasure.rules import piles as score_piles
from dig_envs.lets_dig_for_treasure.rules import setup
from dig_envs.lets_dig_for_treasure.rules import stacks as stacking
from dig_envs.lets_dig_for_treasure.rules.piles import held, pile_of, unused_dogs
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from tests.support.position import GamePosition


def kind_named(word: str) -> int:
    """Return the kind whose name contains the word, such as "skeleton" or "narco"."""
    (kind,) = (kind for kind, name in enumerate(components.NAMES) if word in name.lower())
    return kind


def kinds_named(words: str) -> list[int]:
    return [kind_named(word) for word in words.split()]


def short(kind: int) -> str:
    """Return the last word of a kind's name that no other name contains."""
    words = components.NAMES[kind].lower().replace("!", "").replace("'s", "").split()
    return next(word for word in reversed(words) if sum(word in name.lower() for name in components.NAMES) == 1)


class Position(GamePosition):
    """A game of Let's Dig for Treasure from a given position, before the active seat decides to dig or stop.

    A card is a word of its name: "skeleton", "coins", "narco". Piles are given by seat, or by team in a team game. Stacks are
    listed from the top. Unnamed cards are in the discard, so the unseen cards are exactly the cards in the stacks.
    """

    game = GAME

    def __init__(
        self,
        piles: Sequence[str] = ("", ""),
        *,
        stacks: Sequence[str] = ("dirt dirt", "dirt dirt", "dirt dirt"),
        dug: str = "",
        used_dogs: Sequence[int] = (),
        active: int = 0,
        turn: int = 0,
        extra_turns: int = 0,
        owner: int = 0,
        new_player: int = 1,
        seed: int = 0,
        **options,
    ):
        players = 4 if options.get("teams") else len(piles)
        self._set_up(**{"num_players": players, **options})
        setup.clear(self.state)
        self._left = [setup.copies_in_game(self.table, kind) for kind in range(components.NUM_KINDS)]
        self.table.owner, self.table.new_player = owner, new_player
        for pile, words in enumerate(piles):
            for kind in self._take(words):
                score_piles.score_card(self.table, pile, kind)  # a Lottery Ticket counts as scored in the first turn
        for pile, count in enumerate(used_dogs):
            self.table.used_dogs[pile] = count
        for stack, words in enumerate(stacks):
            self._lay(stack, self._take(words))
        dug_kinds = self._take(dug)
        for kind, count in enumerate(self._left):
            self.table.discard[kind] = count
        self.table.turn, self.table.extra_turns = turn, extra_turns
        self.table.active = self.state.secret.mover = active
        for kind in dug_kinds:
            score_piles.count_dug(self.table, kind)
            self.table.digs += 1
        seed_generator(self.state.secret.rng, seed, Domain.GAME)
        self._check()

    def _take(self, words: str) -> list[int]:
        """Remove the named cards from the unnamed cards, and return their kinds."""
        kinds = kinds_named(words)
        for kind in kinds:
            self._left[kind] -= 1
            if self._left[kind] < 0:
                raise ValueError(f"the game has only {components.CARDS[kind].copies} cards {components.NAMES[kind]}")
        return kinds

    def _lay(self, stack: int, kinds: list[int]) -> None:
        for at, kind in enumerate(reversed(kinds)):
            self.state.secret.cards[components.STACK_CARDS * stack + at] = kind
            self.table.unseen[kind] += 1
        self.table.stack_size[stack] = len(kinds)

    # --- playing

    def look(self, seat: int, stack: int) -> "Position":
        """Let a seat look at the top of a stack, numbered from 1, outside its turn."""
        active = self.table.active
        self.table.active = seat
        stacking.look_at_top(self.state, stack - 1)
        self.table.active = active
        self._check()
        return self

    # --- looking

    @property
    def phase(self) -> Phase:
        return Phase(self.table.phase)

    @property
    def over(self) -> bool:
        return self.table.end == End.OVER

    @property
    def busted(self) -> int | None:
        """The seat that has busted in the last turn; None if the last turn was no bust."""
        return None if self.table.busted == NONE else self.table.busted

    @property
    def dug(self) -> str:
        return _words(self.table.dug)

    def discards(self, word: str) -> int:
        return self.table.discard[kind_named(word)]

    def stack(self, number: int) -> str:
        """Return a stack from the top."""
        size = self.table.stack_size[number - 1]
        return " ".join(short(stacking.card_at(self.state, number - 1, place)) for place in range(size))

    def pile(self, seat: int, by: int | None = None) -> str:
        """Return a seat's pile as the seat `by` knows it; by default as the seat itself knows it."""
        owner, looker = pile_of(self.table, seat), self.state.seats[seat if by is None else by]
        return _words([held(self.table, looker.stolen, owner, kind) for kind in range(components.NUM_KINDS)])

    def unused_dogs(self, seat: int) -> int:
        return unused_dogs(self.table, self.state.seats[seat], pile_of(self.table, seat))

    def tops(self, seat: int, stack: int) -> str:
        """Return the top cards of a stack that a seat knows, from the top; "?" for an unknown card."""
        known = self.state.seats[seat].tops[stack - 1]
        return " ".join("?" if known[place] == NONE else short(known[place]) for place in range(components.TOPS))

    def stolen(self, seat: int) -> str | None:
        """Return the stolen card if the seat knows the card, else None."""
        card = self.state.seats[seat].stolen
        return None if card == NONE else components.LOOT_NAMES[card].lower()

    @property
    def loot(self) -> set[str]:
        """The possible kinds of the stolen card by public knowledge."""
        return {name.lower() for card, name in enumerate(components.LOOT_NAMES) if self.table.loot[card]}


def _words(counts) -> str:
    return " ".join(short(kind) for kind in range(components.NUM_KINDS) for _ in range(counts[kind]))


def team_game(piles: Sequence[str] = ("", ""), **arguments) -> Position:
    """Set up a position of two teams of two."""
    return Position(piles, teams=True, **arguments)


def deals(count: int, **options) -> np.ndarray:
    """Deal `count` games, and return their states."""
    return dig_envs.batch(GAME.id, num_tables=count, seed=1, **options).states


def counted_points(table: np.void, pile: int, more: np.ndarray | int = 0) -> int:
    """Return the points of the public part of a pile with further cards by kind (LD-14), without the Lottery Ticket."""
    counts = dict(zip(components.NAMES, (table["known"][pile].astype(int) + more).tolist(), strict=True))
    points = sum(card.points * counts[card.name] for card in components.CARDS)
    points += 4 * min(counts["Milk"], counts["Gingerbread Cookies"]) + 3 * counts["Worms"] * counts["Skwirmz the Worm God"]
    points += 10 * min(counts["Pirate Sword"], counts["Pirate Hat"]) + 10 * min(counts["Wedding Dress"], counts["Wedding Ring"])
    owner, new_player = (int(table[who]) % 2 if table["teams"] else int(table[who]) for who in ("owner", "new_player"))
    return points + 5 * counts["Board Games!"] * (owner == pile) + 20 * counts["New Kid"] * (new_player == pile)
