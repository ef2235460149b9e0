"""What every shared test runs on: the games, each with the options worth testing. A new game is a line or two here."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """One game with one set of options.

    Attributes:
        game: an id of `dig_envs.games()`.
        options: its options, as a user gives them.
        truncated: the least and the greatest share of games that the turn limit ends, in mixed play of random and noisy bots.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    truncated: tuple[float, float] = (0.0, 1.0)

    @property
    def solo(self) -> bool:
        """Whether nobody else plays: then rewards are no shares, and there are no opponents."""
        return self.options.get("num_players") == 1

    @property
    def id(self) -> str:
        """A name for test reports and files, such as "dig_v0-num_players=3"."""
        return "-".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])


CASES = [
    Case("dig_v0", {}, truncated=(0.2, 0.4)),
    Case("dig_v0", {"num_players": 3, "reward": "score"}, truncated=(0.08, 0.26)),
    Case("dig_v0", {"num_players": 4}, truncated=(0.005, 0.08)),
    Case("dig_v0", {"scents": True}, truncated=(0.2, 0.4)),
    Case("dig_v0", {"num_players": 4, "scents": True, "max_turns": 30}, truncated=(0.9, 0.995)),
    Case("two_bit_bandits_v0", {"num_players": 1, "length": "easy", "max_turns": 50}, truncated=(0.2, 0.45)),
    Case("two_bit_bandits_v0", {"max_turns": 80}, truncated=(0.1, 0.35)),
    Case("two_bit_bandits_v0", {"num_players": 3, "length": "easy", "reward": "score", "max_turns": 80}, truncated=(0.1, 0.35)),
    Case("two_bit_bandits_v0", {"num_players": 4, "length": "epic", "max_health": 12, "max_turns": 140}, truncated=(0.1, 0.4)),
]
