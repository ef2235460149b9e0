"""The cases of all shared tests: each game with several sets of options. A new game needs one or two lines here."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import OptionError
from dig_envs.core.feature_names import find_features, offered_features
from dig_envs.core.features import features_layout
from dig_envs.core.game import FULL, LimitedOptions


@dataclass(frozen=True)
class Case:
    """One game with one set of options.

    Attributes:
        game: an id of `dig_envs.games()`.
        options: the options of the game, as a user gives them.
        features: the name of a feature set whose floats follow the facts; None for facts only.
        truncated: the smallest and largest share of games that the turn limit ends, in mixed play of random and noisy bots.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    truncated: tuple[float, float] = (0.0, 1.0)
    features: str | None = None

    @property
    def solo(self) -> bool:
        """Whether the game has one player: then there are no opponents, and rewards do not sum to 0."""
        return self.options.get("num_players") == 1

    @property
    def id(self) -> str:
        """The name of the case in test reports and file names, such as "dig_v0-num_players=3"."""
        features = [] if self.features is None else [f"features={self.features}"]
        return "-".join([self.game, *(f"{name}={value}" for name, value in self.options.items()), *features])

    @property
    def limited(self) -> bool:
        """Whether the game has a turn limit."""
        return issubclass(game_of(self.game).options, LimitedOptions)

    def shortened(self, turns: int) -> "Case":
        """Return the case with `turns` as the turn limit. A game without a turn limit stays the same."""
        return replace(self, options={**self.options, "max_turns": turns}) if self.limited else self


CASES = [
    Case("dig_v0", {}, truncated=(0.2, 0.4)),
    Case("dig_v0", {"num_players": 3, "reward": "score"}, truncated=(0.08, 0.26)),
    Case("dig_v0", {"num_players": 4}, truncated=(0.005, 0.08)),
    Case("dig_v0", {"scents": True}, truncated=(0.2, 0.4)),
    Case("dig_v0", {"num_players": 4, "scents": True, "max_turns": 30}, truncated=(0.9, 0.995)),
    Case("dig_dig_v0", {}, truncated=(0.005, 0.06)),
    Case("dig_dig_v0", {"num_players": 3}, truncated=(0.005, 0.06)),
    Case("dig_dig_v0", {"num_players": 4, "reward": "rank"}, truncated=(0.005, 0.06)),
    Case("dig_dig_v0", {"reward": "rank", "max_turns": 90}, truncated=(0.6, 0.78)),
    Case("lets_dig_for_treasure_v0", {}),
    Case("lets_dig_for_treasure_v0", {"num_players": 3, "land_mine": False, "reward": "score"}),
    Case("lets_dig_for_treasure_v0", {"num_players": 4, "teams": True}),
    Case("lets_dig_for_treasure_v0", {"num_players": 5}),
    Case("two_bit_bandits_v0", {"num_players": 1, "length": "easy", "max_turns": 50}, truncated=(0.2, 0.45)),
    Case("two_bit_bandits_v0", {"max_turns": 80}, truncated=(0.1, 0.35)),
    Case("two_bit_bandits_v0", {"num_players": 3, "length": "easy", "reward": "score", "max_turns": 80}, truncated=(0.1, 0.35)),
    Case("two_bit_bandits_v0", {"num_players": 4, "length": "epic", "max_health": 12, "max_turns": 140}, truncated=(0.1, 0.4)),
    Case("digging_bandits_v0", {}),
    Case("digging_bandits_v0", {"num_players": 3}),
    Case("digging_bandits_v0", {"num_players": 4}),
    Case("digging_bandits_v0", {"num_players": 4, "teams": True}),
    Case("digging_bandits_v0", {"quick_play": True, "max_turns": 120}),
]


def with_features(case: Case) -> list[Case]:
    """Return the case with each feature set of its game that supports its options."""
    game = game_of(case.game)
    options = game.parse_options(**case.options)
    found = []
    for name in offered_features(game):
        try:
            features_layout(find_features(name, game), options)
        except OptionError:
            continue
        found.append(replace(case, features=name))
    return found


VARIANTS = [
    Case(game, {"variant": name, "num_players": size.num_players})
    for game in games()
    for name, size in game_of(game).options.variants.items()
    if name != FULL
]
CASES_WITH_FEATURES = [featured for case in CASES for featured in with_features(case)]


def first_of_each_game(cases: list[Case]) -> list[Case]:
    return last_of_each_game(cases[::-1])


def last_of_each_game(cases: list[Case]) -> list[Case]:
    return list({case.game: case for case in cases}.values())


def mark_long_except_one(cases: list[Case]) -> list:
    """Mark cases as long for a slow test: `make test` runs the first case of each game, `make test-long` the others."""
    first = first_of_each_game(cases)
    return [case if case in first else pytest.param(case, marks=pytest.mark.long) for case in cases]


def mark_long_except_two(cases: list[Case], longest: str = "") -> list:
    """Mark cases as long for a slow test: `make test` runs two cases of each game, `make test-long` the others.

    The two cases are the first and the last of the game. For the game `longest`, whose last case is slow, they are the first
    and the second.
    """
    chosen = set()
    for game in {case.game for case in cases}:
        own = [index for index, case in enumerate(cases) if case.game == game]
        chosen |= {own[0], own[1 if game == longest else -1]}
    return [case if index in chosen else pytest.param(case, marks=pytest.mark.long) for index, case in enumerate(cases)]
