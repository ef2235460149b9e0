"""The sizes of Dig Dig: the full game, and variants small enough for exact analysis (DD-22)."""

from dataclasses import dataclass

import numpy as np

from dig_envs.dig_dig.components import COPIES, HAND, KIND_NAMES, ROW


@dataclass(frozen=True)
class Variant:
    """The numbers of one size of the game.

    Attributes:
        deck: the cards in play, as kinds with numbers of copies: "1x2 ninja" is two 1s and a NINJA.
        num_players: the number of seats; 0 for any.
        row: blind cards, and face-up cards, that each seat is dealt.
        hand: cards that each seat is dealt, and the size up to which it draws.
        max_turns: the default turn limit, in turns of all seats.
    """

    deck: str
    num_players: int
    row: int
    hand: int
    max_turns: int

    @property
    def counts(self) -> np.ndarray:
        """The number of copies of each kind in play, int64 (14,)."""
        counts = np.zeros(len(KIND_NAMES), np.int64)
        for word in self.deck.split():
            name, _, copies = word.partition("x")
            counts[KIND_NAMES.index(name)] = int(copies or 1)
        return counts

    @property
    def compost(self) -> np.ndarray:
        """The number of cards of each kind that are in the compost at the start, int64 (14,)."""
        return COPIES - self.counts


VARIANTS = {
    "full": Variant(" ".join(f"{name}x{COPIES}" for name in KIND_NAMES), 0, ROW, HAND, 500),
    "tiny": Variant("1x4 5x3 boom", 2, row=1, hand=2, max_turns=8),
    "small": Variant("1x2 5x2 10x2 ninja boom", 2, row=1, hand=2, max_turns=10),
    "mid": Variant("1x2 5x2 10x2 drop boom ninja", 2, row=1, hand=2, max_turns=10),
    "tiny3": Variant("1x4 5x4 ninjax4", 3, row=1, hand=2, max_turns=6),
    "tiny_long": Variant("1x4 5x3 boom", 2, row=1, hand=2, max_turns=9),
    "small_long": Variant("1x2 5x2 10x2 ninja boom", 2, row=1, hand=2, max_turns=13),
}
