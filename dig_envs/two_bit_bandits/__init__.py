"""2-Bit Bandits, designed by Chris Romansky, published by Sporktopia Games: Good Guys hunt the Bandit Shamandillo gang."""

import hashlib
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.errors import OptionError, nearest
from dig_envs.core.game import LimitedOptions, define_game
from dig_envs.two_bit_bandits.card_set import load_cards, shipped_cards
from dig_envs.two_bit_bandits.components import MAX_HEALTH, MIN_HEALTH, SCORE_CONSTANT, SOLO_CONSTANT, Length
from dig_envs.two_bit_bandits.state import Phase

LENGTHS = tuple(length.name.lower() for length in Length)


@dataclass(frozen=True)
class TwoBitBanditsOptions(LimitedOptions):
    """Options of 2-Bit Bandits.

    Attributes:
        num_players: 1 to 4.
        reward: "win" or "score" (points less the mean of the others', divided by 5,000). Solo games always use points / 10,000.
        max_turns: turns of all seats after which the game is truncated; 150 per player unless given.
        length: "easy", "standard" or "epic": 1, 2 or 3 continues per player, and increasingly many level cards.
        max_health: full health, 6 to 12.
        cards: a TOML file with the faces of the cards, in the format of `cards.toml` of this package.
    """

    length: str = "standard"
    max_health: int = 8
    cards: str | None = None

    fuzz_values: ClassVar[dict[str, tuple]] = {
        **LimitedOptions.fuzz_values,
        "length": LENGTHS,
        "max_health": (MIN_HEALTH, MAX_HEALTH),
    }
    turns_per_player: ClassVar[int] = 150

    @property
    def points_per_reward(self) -> float:
        if self.num_players == 1:
            return SOLO_CONSTANT
        return SCORE_CONSTANT if self.reward == "score" else 0.0

    def validate(self) -> None:
        """Check the options of this game.

        Raises:
            OptionError: an unknown length, a health out of range, or an unreadable card set.
        """
        if self.length not in LENGTHS:
            raise OptionError(f'unknown length "{self.length}"; {nearest(self.length, LENGTHS, "lengths")}')
        if not MIN_HEALTH <= self.max_health <= MAX_HEALTH:
            raise OptionError(f"max_health must be from {MIN_HEALTH} to {MAX_HEALTH}, not {self.max_health}")
        if self.cards is not None:
            load_cards(self.cards)

    @property
    def identity(self) -> dict[str, Any]:
        """The options that define which results are pooled; a card set counts by its content, not by its path."""
        faces = None if self.cards is None else hashlib.sha256(load_cards(self.cards).tobytes()).hexdigest()
        return {**super().identity, "cards": faces}

    def write(self, table: np.ndarray) -> None:
        """Write options and card faces into the table record (an array of shape ())."""
        super().write(table)
        table["span"] = Length[self.length.upper()]
        table["faces"] = shipped_cards() if self.cards is None else load_cards(self.cards)


def window_open(tables: np.ndarray) -> np.ndarray:
    """Return whether seats are asked to throw pickups into a battle (TB-19), bool with the shape of `tables`."""
    return tables["phase"] == Phase.ATTACK


GAME = define_game(
    __name__,
    id="two_bit_bandits_v0",
    title="2-Bit Bandits",
    options=TwoBitBanditsOptions,
    min_players=1,
    window_open=window_open,
)
