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
    def id(self) -> str:
        """A name for test reports and files, such as "dig_v0-num_players=3"."""
        return "-".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])


CASES = [
    Case("dig_v0", {}, truncated=(0.2, 0.4)),
    Case("dig_v0", {"num_players": 3, "reward": "score"}, truncated=(0.08, 0.26)),
    Case("dig_v0", {"num_players": 4}, truncated=(0.005, 0.08)),
    Case("dig_v0", {"scents": True}, truncated=(0.2, 0.4)),
    Case("dig_v0", {"num_players": 4, "scents": True, "max_turns": 30}, truncated=(0.9, 0.995)),
    Case("digging_bandits_v0", {}),
    Case("digging_bandits_v0", {"num_players": 3}),
    Case("digging_bandits_v0", {"num_players": 4}),
    Case("digging_bandits_v0", {"num_players": 4, "teams": True}),
    Case("digging_bandits_v0", {"quick_play": True, "max_turns": 120}),
]
