"""Measure the time of games, the overhead of a block, and the gain of a second process: `python benchmarks/scale.py`.

Times are processor seconds unless a key says wall. Each result is a line of JSON, which docs/scale.md quotes. With Ray
(`pip install 'dig-envs[ray]'`), blocks are also played on a cluster of this machine, with one process and with two.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np

import dig_envs
from dig_envs import agents
from dig_envs.agents.learned import LearnedAgent
from dig_envs.core.agent import Agent, Decisions
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.blocks import Setup, blocks_of, play_block
from dig_envs.training.arena.on_ray import play_on_ray
from dig_envs.training.arena.ratings import Duel, ratings
from dig_envs.training.arena.store import Contest, Record, Results
from dig_envs.training.process.ray_cluster import use_one_core

SMALL = 200  # blocks of one deal, which show the overhead of a block


class Counting(Agent):
    """Plays as another agent, and counts its choices and its processor seconds."""

    def __init__(self, agent: Agent):
        self.agent, self.name, self.choices, self.seconds = agent, agent.name, 0, 0.0

    def act(self, decisions: Decisions) -> np.ndarray:
        start = process_time()
        actions = self.agent.act(decisions)
        self.seconds += process_time() - start
        self.choices += int((decisions.masks.sum(axis=1) > 1).sum())
        return actions


def setup_of(game: str) -> Setup:
    played = dig_envs.game_of(game)
    options = played.parse_options(num_players=2)
    return Setup(played, options, np.array(duplicate.seatings(2, num_teams=options.num_teams)))


def searched_games(game: str, games: int) -> dict[str, float]:
    """Play the game's search against its expert."""
    setup = setup_of(game)
    search = Counting(agents.make("search", game=game, num_threads=1))
    expert = agents.make("expert", game=game)
    for deals in (1, games // 2):  # the first game compiles or loads machine code
        search.choices, search.seconds, start = 0, 0.0, process_time()
        duplicate.play(setup.game, setup.options, search, expert, np.arange(deals), setup.seatings)
    return {
        "seconds_a_game": (process_time() - start) / games,
        "choices_a_game": search.choices / games,
        "milliseconds_a_choice": 1000 * search.seconds / search.choices,
    }


def bot_games(game: str, games: int) -> dict[str, float]:
    """Play the game's experts against each other, a hundred times as many games."""
    expert = agents.make("expert", game=game)
    return {"seconds_a_game": seconds_a_game(setup_of(game), expert, expert, 100 * games)}


def network_games(games: int) -> dict[str, float]:
    """Play networks with two layers of 256 against each other in DIG, thirty times as many games."""
    from torch import nn

    setup = setup_of("dig_v0")
    sizes = setup.game.layout(setup.options).size, 256, 256, setup.game.num_actions
    layers = [layer for given, taken in pairwise(sizes) for layer in (nn.Linear(given, taken), nn.ReLU())][:-1]
    network = Counting(LearnedAgent("network", nn.Sequential(*layers)))
    seconds = seconds_a_game(setup, network, network, 30 * games)
    return {"seconds_a_game": seconds, "milliseconds_a_choice": 1000 * network.seconds / network.choices}


def seconds_a_game(setup: Setup, a: Agent, b: Agent, games: int) -> float:
    duplicate.play(setup.game, setup.options, a, b, np.arange(1), setup.seatings)  # compiles or loads machine code
    start = process_time()
    duplicate.play(setup.game, setup.options, a, b, np.arange(games // 2), setup.seatings)
    return (process_time() - start) / games


def merging(games: int = 100_000) -> dict[str, float]:
    """Add games to a results file in one block, and small blocks one by one."""
    with TemporaryDirectory() as folder:
        store, contest, names = Results(Path(folder) / "all.sqlite"), Contest("game", "1", "{}"), {"a": "a", "b": "b"}
        records = [Record(("a", "b"), deal, (1.0, 0.0)) for deal in range(games)]
        start = process_time()
        store.add(contest, names, records)
        seconds = (process_time() - start) / games
        size = store.path.stat().st_size / games
        start = perf_counter()
        for deal in range(SMALL):
            store.add(contest, names, [Record(("b", "a"), deal, (1.0, 0.0))])
        return {"seconds_a_game": seconds, "bytes_a_game": size, "wall_seconds_a_block": (perf_counter() - start) / SMALL}


def rating(agents: int, games: int, deals: int = 20) -> dict[str, float]:
    """Rate agents after duels of every pair."""
    generator = np.random.default_rng(0)
    twice, zeros = np.full(deals, 2), np.zeros(deals)
    duels = [
        Duel(a, b, np.arange(deals), twice, generator.integers(0, 3, deals) / 2, zeros, zeros)
        for a in range(agents)
        for b in range(a)
    ]
    start = process_time()
    ratings(duels, agents)
    return {"seconds": process_time() - start}


def on_ray(processes: int, games: int) -> dict[str, float]:
    """Play a cheap search against the expert in DIG on a cluster of this machine, and also very short blocks."""
    import ray

    setup = setup_of("dig_v0")
    pair = [agents.make("search:playouts=50", game="dig_v0", num_threads=1), agents.make("expert", game="dig_v0")]
    blocks = blocks_of(0, (0, 1), np.arange(games // 2), 0, 2, 2)
    small = blocks_of(0, (1, 1), np.arange(SMALL), 0, 2, 2)
    ray.init("local", num_cpus=processes, include_dashboard=False, log_to_driver=False)
    try:
        timed = ray.remote(num_cpus=1)(_timed)
        ray.get([timed.remote(setup, *pair, blocks[0]) for _ in range(2 * processes)])  # each process loads the game
        start = perf_counter()
        seconds = ray.get([timed.remote(setup, *pair, block) for block in blocks])
        wall = perf_counter() - start
        list(play_on_ray(setup, pair, small[:20]))
        start, started = process_time(), perf_counter()
        list(play_on_ray(setup, pair, small))
        driver, small_wall = process_time() - start, perf_counter() - started
    finally:
        ray.shutdown()
    return {
        "wall_seconds": wall,
        "seconds_a_game": sum(seconds) / games,
        "driver_seconds_a_block": driver / SMALL,
        "wall_seconds_a_small_block": small_wall / SMALL,
    }


def _timed(setup: Setup, a: Agent, b: Agent, block: Any) -> float:
    use_one_core()
    start = process_time()
    play_block(setup, a, b, block)
    return process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="games with a search per game and per number of processes")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=[*PARTS], help="measurements (default: all)")
    given = parser.parse_args()
    for part in given.only:
        for case, measure in PARTS[part].items():
            print(json.dumps({"part": part, "case": case, **measure(given.games)}), flush=True)


PARTS: dict[str, dict[Any, Callable[[int], dict[str, float]]]] = {
    "merging": {"": lambda games: merging()},
    "rating": {count: partial(rating, count) for count in (10, 20, 40, 80)},
    "network": {"dig_v0": network_games},
    "ray": {count: partial(on_ray, count) for count in (1, 2)},
    "searched": {game: partial(searched_games, game) for game in dig_envs.games()},
    "experts": {game: partial(bot_games, game) for game in dig_envs.games()},
}

if __name__ == "__main__":
    main()
