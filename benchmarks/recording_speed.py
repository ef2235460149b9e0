"""Measure how fast the choices of a bot are recorded for cloning: `python -m benchmarks.recording_speed`.

One bot plays all seats on one thread. Each of its choices is recorded with its observation and its legal actions; decisions
with one legal action do not count. The bots of a game are measured in turns, and a line of JSON holds the medians.

| key | meaning |
|---|---|
| `choices_per_second` | by bot: recorded choices per second of processor time (median over the rounds) |
| `floats` | floats of an observation |
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
from dig_envs.training.clone.recording import Player, RecordingSetup, record


def rate(game: Game, bot: str, choices: int) -> float:
    """Return the recorded choices of a bot per second, after a first recording that compiles."""
    agent = agents.make(bot, game=game)
    setup = RecordingSetup(game, game.parse_options(), None, agent, [Player(agent)])
    record(setup, 10_000, 1, seed=0)
    start = process_time()
    recorded = record(setup, choices, 1, seed=1)
    return len(recorded.actions) / (process_time() - start)


def measure(game: Game, choices: int, rounds: int) -> dict[str, Any]:
    """Measure the bots of a game in turns."""
    bots = agents.names(game)
    rates = [{bot: rate(game, bot, choices) for bot in bots} for _ in range(rounds)]
    medians = {bot: round(median(by_bot[bot] for by_bot in rates)) for bot in bots}
    return {"game": game.id, "floats": game.layout(game.parse_options()).size, "choices_per_second": medians}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the medians of each game as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(dig_envs.games()), help="games to measure (default: all)")
    parser.add_argument("--choices", type=int, default=50_000, help="recorded choices per round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(arguments)
    for name in given.games:
        print(json.dumps(measure(dig_envs.game_of(name), given.choices, given.rounds)), flush=True)


if __name__ == "__main__":
    main()
