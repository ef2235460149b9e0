"""Measure the share of a step's time that the observation takes: compiled random play with and without observations.

Run `python -m benchmarks.without_observation [GAME ...]`; without games, all games are measured. Each game is played as it is,
and with an encoder that writes nothing. The time without observations (rules, masks, new deals) is the lower bound for any
encoder. Both times are also printed as ratios to PettingZoo's connect_four_v3 if it is installed.
"""

import sys
from dataclasses import replace
from functools import partial

import dig_envs
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.game import Game
from dig_envs.training.bench.all_games import REPEATS, SECONDS, TABLES
from dig_envs.training.bench.one_game import Rate, connect_four_env, random_games, random_rate, replay_rate


@compiled
def encode_nothing(table, seat, player, out):
    """Write no observation."""


def measure(name: str) -> dict[str, Rate]:
    """Return steps per second of the game, of the game without observations, and of connect_four_v3, measured in turns."""
    game = dig_envs.game_of(name)
    batches = {"facts": game, "nothing": replace(game, encode=encode_nothing)}
    loops = {name: partial(random_rate, _batch(played), SECONDS) for name, played in batches.items()}
    if env := connect_four_env():
        loops["connect_four"] = partial(replay_rate, env, random_games(env), SECONDS)
    turns = [{name: loop() for name, loop in loops.items()} for _ in range(REPEATS)]
    return {name: Rate(tuple(turn[name] for turn in turns)) for name in loops}


def _batch(game: Game) -> Batch:
    batch = dig_envs.batch(game, num_tables=TABLES, seed=0, num_threads=1)
    batch.random_steps(100)
    return batch


def main() -> None:
    """Print a line for each game."""
    for name in sys.argv[1:] or dig_envs.games():
        rates = measure(name)
        cells = [f"{encoder} {1e9 / rates[encoder].median:,.0f} ns" for encoder in ("facts", "nothing")]
        if base := rates.get("connect_four"):
            cells += [f"{encoder} {rates[encoder].against(base):.0f}x" for encoder in ("facts", "nothing")]
        print(f"{name:26}", *cells)


if __name__ == "__main__":
    main()
