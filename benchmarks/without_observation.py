"""Measure what of a step the observation takes: compiled random play with it and without it, in turns.

Run it with `python -m benchmarks.without_observation [GAME ...]`; without games it measures all. A game is played twice: as it
is, and with an encoder that writes nothing. What the second takes (rules, masks, the dealing of new games) is the floor that
no encoder can pass. Both are ratios to PettingZoo's connect_four_v3 where that is installed.
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
    """Leave the observation empty."""


def measure(name: str) -> dict[str, Rate]:
    """Return steps a second as the game is, without observation, and of connect_four_v3, measured in turns."""
    game = dig_envs.game_of(name)
    batches = {"facts": game, "nothing": replace(game, encode=encode_nothing)}
    loops = {what: partial(random_rate, _batch(played), SECONDS) for what, played in batches.items()}
    if env := connect_four_env():
        loops["connect_four"] = partial(replay_rate, env, random_games(env), SECONDS)
    turns = [{what: loop() for what, loop in loops.items()} for _ in range(REPEATS)]
    return {what: Rate(tuple(turn[what] for turn in turns)) for what in loops}


def _batch(game: Game) -> Batch:
    batch = dig_envs.batch(game, num_tables=TABLES, seed=0, num_threads=1)
    batch.random_steps(100)
    return batch


def main() -> None:
    """Print a line for each game."""
    for name in sys.argv[1:] or dig_envs.games():
        rates = measure(name)
        told = [f"{what} {1e9 / rates[what].median:,.0f} ns" for what in ("facts", "nothing")]
        if base := rates.get("connect_four"):
            told += [f"{what} {rates[what].against(base):.0f}x" for what in ("facts", "nothing")]
        print(f"{name:26}", *told)


if __name__ == "__main__":
    main()
