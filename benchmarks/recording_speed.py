"""Measure how many choices of a bot are recorded in a second, as cloning does: `python -m benchmarks.recording_speed`.

All seats are played by one bot, and each of its choices is kept with its observation and its legal actions; forced decisions
are played and not counted. One thread. Each game's bots are measured in turns; a line of JSON tells the medians.

| key | what it is |
|---|---|
| `choices_per_second` | by bot: choices recorded in a second of processor time (median over the rounds) |
| `floats` | that are kept of each |
"""

import argparse
import json
from collections.abc import Sequence
from statistics import median
from time import process_time
from typing import Any

import dig_envs
from dig_envs import agents
from dig_envs.core.game import Game
from dig_envs.training.clone.recording import Player, Scene, record


def rate(game: Game, bot: str, choices: int) -> float:
    """Return how many choices of a bot are recorded in a second, after a few that compile what is needed."""
    agent = agents.make(bot, game=game)
    scene = Scene(game, game.parse_options(), None, agent, [Player(agent)])
    record(scene, 10_000, 1, seed=0)
    start = process_time()
    found = record(scene, choices, 1, seed=1)
    return len(found.actions) / (process_time() - start)


def measure(game: Game, choices: int, rounds: int) -> dict[str, Any]:
    """Measure a game's bots in turns."""
    bots = agents.names(game)
    rates = [{bot: rate(game, bot, choices) for bot in bots} for _ in range(rounds)]
    middle = {bot: round(median(found[bot] for found in rates)) for bot in bots}
    return {"game": game.id, "floats": game.layout(game.parse_options()).size, "choices_per_second": middle}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of each game as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(dig_envs.games()), help="all if none is named")
    parser.add_argument("--choices", type=int, default=50_000, help="recorded in a round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(arguments)
    for name in given.games:
        print(json.dumps(measure(dig_envs.game_of(name), given.choices, given.rounds)), flush=True)


if __name__ == "__main__":
    main()
