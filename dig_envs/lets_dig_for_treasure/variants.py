"""The sizes of Let's Dig for Treasure: the full game, and variants small enough for exact analysis (LD-17)."""

from dataclasses import dataclass

import numpy as np

from dig_envs.lets_dig_for_treasure.components import CARDS, COPIES, NAMES, STACKS


@dataclass(frozen=True)
class Variant:
    """The numbers of one size of the game.

    Attributes:
        cards: the cards in the stacks, as names with numbers of copies: "Dirt, Worms x2" is one Dirt and two Worms.
        num_players: the number of seats; 0 for any.
        stacks: the number of stacks.
        fixed_seats: whether seat 0 begins and is the owner of the game, and seat 1 is the new player, instead of random seats.
    """

    cards: str
    num_players: int = 2
    stacks: int = 2
    fixed_seats: bool = True

    @property
    def counts(self) -> np.ndarray:
        """The number of copies of each kind in the stacks, int64 (26,)."""
        counts = np.zeros(len(CARDS), np.int64)
        for word in self.cards.split(", "):
            name, _, copies = word.partition(" x")
            counts[NAMES.index(name)] = int(copies or 1)
        return counts

    @property
    def discard(self) -> np.ndarray:
        """The number of copies of each kind that lie in the discard pile from the start, int64 (26,)."""
        return COPIES - self.counts


VARIANTS = {
    "full": Variant(", ".join(f"{card.name} x{card.copies}" for card in CARDS), 0, STACKS, fixed_seats=False),
    "tiny": Variant("Worms x2, Evil Skeleton, Loyal Dog, Treasure Map"),
    "small": Variant("Dirt, Worms x2, Evil Skeleton, Loyal Dog, Treasure Map"),
    "mid": Variant("Dirt x2, Worms x2, Evil Skeleton, Loyal Dog, Treasure Map"),
    "tiny3": Variant("Worms x2, Evil Skeleton, Loyal Dog, Treasure Map", num_players=3),
}
