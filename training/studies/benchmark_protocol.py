"""The protocol of the benchmark: which algorithms train where, with which settings and seeds."""

from dataclasses import dataclass
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.core.game import FULL
from dig_envs.training.run.settings import checked, setting
from dig_envs.training.studies.benchmark_full import GAMES as FULL_GAMES

# The values from which draws of settings take one each, uniformly.
RANGES: dict[str, dict[str, tuple]] = {
    "ppo": {
        "learning_rate": (3e-4, 1e-3, 2e-3),
        "clip": (0.025, 0.05, 0.1, 0.2),
        "entropy": (0.05, 0.1, 0.2),
        "final_entropy": (0.002, 0.005, 0.02, 0.05),
        "epochs": (1, 2, 4),
        "gae_lambda": (0.9, 0.95, 1.0),
    },
    "mmd": {
        "learning_rate": (3e-4, 1e-3, 2e-3),
        "proximal": (0.1, 0.5, 2.0),
        "magnet": (0.05, 0.1, 0.2),
        "final_magnet": (0.002, 0.005, 0.02, 0.05),
        "magnet_rate": (0.0, 0.01, 0.1),
        "epochs": (1, 2, 4),
        "gae_lambda": (0.9, 0.95, 1.0),
    },
    "nfsp": {
        "learning_rate": (2e-4, 5e-4, 1e-3),
        "policy_rate": (3e-4, 1e-3, 3e-3),
        "anticipation": (0.1, 0.2, 0.3),
        "exploration": (0.05, 0.1, 0.3),
        "target_rate": (0.002, 0.005, 0.02),
    },
    "r_nad": {
        "learning_rate": (2e-4, 5e-4, 1e-3),
        "eta": (0.05, 0.1, 0.2, 0.4),
        "iteration": (50, 100, 200),
        "target_rate": (0.005, 0.02, 0.05),
        "threshold": (0.0, 0.03, 0.06),
    },
    "dqn": {
        "learning_rate": (2e-4, 5e-4, 1e-3),
        "exploration": (0.1, 0.3, 0.5),
        "final_exploration": (0.02, 0.05, 0.1),
        "target_rate": (0.002, 0.005, 0.02),
    },
}
ALGORITHMS = tuple(RANGES)
GAMES = ("dig_dig_v0", "dig_v0", "lets_dig_for_treasure_v0")
VARIANTS = ("tiny", "small")
SCORED = ("dig_v0",)  # with `reward="win"`, the best responses to most policies win every game


@dataclass(frozen=True)
class Protocol:
    """The extent of a benchmark."""

    games: tuple[str, ...] = setting(GAMES, "games that have the variants")
    variants: tuple[str, ...] = setting(VARIANTS, "variants of each game")
    algorithms: tuple[str, ...] = setting(ALGORITHMS, "files of dig_envs.training.one_file")
    draws: int = setting(8, "draws of settings; the first is the file's own settings", minimum=1, maximum=10_000)
    seeds: int = setting(2, "seeds of each draw", minimum=1, maximum=1_000)
    final_seeds: int = setting(10, "new seeds with the best draw", minimum=1, maximum=10_000)
    steps: int = setting(1_000_000, "decisions of a run in a variant", minimum=1)
    full_games: tuple[str, ...] = setting(tuple(FULL_GAMES), "games for the trainings of the full games; none if empty")
    full_seeds: int = setting(3, "seeds of each training of a full game", minimum=1, maximum=10_000)
    full_steps: int = setting(2_000_000, "decisions of a training of a full game", minimum=1)
    response_steps: int = setting(
        1_000_000,
        "decisions of a best response to each model of the first seed of a full game; 0: no best responses",
        minimum=0,
    )

    def validated(self) -> "Protocol":
        """Return the protocol with all values checked.

        Raises:
            DigEnvsError: a value is wrong, or a game, variant or algorithm does not exist.
        """
        protocol = checked(self)
        for name in protocol.algorithms:
            if name not in ALGORITHMS:
                raise ArgumentError(f'there is no algorithm "{name}"; {nearest(name, ALGORITHMS, "algorithms")}')
        for game in map(dig_envs.game_of, protocol.games):
            for variant in protocol.variants:
                options_of(game.id, variant)
        for name in protocol.full_games:
            if name not in FULL_GAMES:
                raise ArgumentError(f'there are no settings for the full game "{name}"; {nearest(name, FULL_GAMES, "games")}')
        return protocol

    @property
    def cells(self) -> list[tuple[str, str]]:
        """The games and variants."""
        return [(game, variant) for game in self.games for variant in self.variants]


def options_of(game: str, variant: str) -> dict[str, Any]:
    """Return the options of a variant.

    Raises:
        ArgumentError: the game has no such variant.
    """
    variants = {name: each for name, each in dig_envs.game_of(game).options.variants.items() if name != FULL}
    if variant not in variants:
        raise ArgumentError(f'{game} has no small variant "{variant}"; {nearest(variant, variants, "variants")}')
    reward = "score" if game in SCORED else "win"
    return {"variant": variant, "num_players": variants[variant].num_players, "reward": reward}


@dataclass(frozen=True)
class VariantJob:
    """One training in a small variant.

    Attributes:
        algorithm, game, variant: what is trained, and where.
        draw: the number of the draw of settings.
        seed: the seed of the training.
        steps: decisions.
    """

    algorithm: str
    game: str
    variant: str
    draw: int
    seed: int
    steps: int

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that this draw changes; draw 0 is the file's own settings."""
        if self.draw == 0:
            return {}
        generator = np.random.default_rng([ALGORITHMS.index(self.algorithm), self.draw])
        return {name: values[generator.integers(len(values))] for name, values in RANGES[self.algorithm].items()}


def tuning_jobs(protocol: Protocol, algorithm: str, game: str, variant: str) -> list[VariantJob]:
    """Return the runs of the first stage: all draws with the same seeds."""
    draws, seeds = range(protocol.draws), range(protocol.seeds)
    return [VariantJob(algorithm, game, variant, draw, seed, protocol.steps) for draw in draws for seed in seeds]
