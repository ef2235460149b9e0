"""Compare the training speed of RLlib by number of runners with `--algo ppo`: `python -m benchmarks.rllib_runners`.

All rows have the same game, number of tables, network, size of rollouts and pool of bots. In each round the rows are measured
one after the other; the script prints a line of JSON for each row. RLlib needs `pip install 'dig-envs[rllib]'`, one core for
each runner, and one core for the process that learns.

| key | meaning |
|---|---|
| `trainer` | "sb3" for `--algo ppo`, "rllib" for `--algo rllib-ppo` |
| `runners` | processes that play; 0: the process that learns plays too, as always with "sb3" |
| `steps_per_second` | decisions in training per second of wall time, median over the rounds |
| `playing` | share of the time outside updates: playing rollouts, and with runners sending rollouts and weights |
| `runs` | decisions per second in each round |
"""

import argparse
import json
import os
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.ppo_speed import Timed, our_ppo
from dig_envs.training.process.ray_cluster import connected
from dig_envs.training.process.torch_state import isolated
from dig_envs.training.rllib.settings import Config

Measured = tuple[float, float]  # decisions per second, and the share of the time outside updates


def ours(settings: dict[str, Any], rollouts: int) -> Measured:
    """Measure `--algo ppo`."""
    run = our_ppo(settings, rollouts)
    return run.rate, run.playing


def rllib_with(runners: int) -> Callable[[dict[str, Any], int], Measured]:
    """Return a function that measures `--algo rllib-ppo` with this number of runners, after one rollout to warm up."""

    def measure(settings: dict[str, Any], rollouts: int) -> Measured:
        from dig_envs.training.rllib.algorithm_config import configuration

        config = Config(**settings, runners=runners, evaluate_games=0).validated()
        with isolated(config.seed, config.threads, config.precision):
            algorithm = configuration(config).build_algo()
            algorithm.train()
            updates = Timed(algorithm.learner_group, "update")  # RLlib's own timers are means, dominated by the first update
            start = perf_counter()
            for _ in range(rollouts):
                algorithm.train()
            seconds = perf_counter() - start
            algorithm.stop()
        return rollouts * config.rollout / seconds, 1 - updates.seconds / seconds

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dig_v0")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--runners", default="0,1,2", help="numbers of runners, with commas; each divides --num-envs")
    parser.add_argument("--num-envs", type=int, default=256, help="tables, shared by the runners")
    parser.add_argument("--n-steps", type=int, default=64)
    parser.add_argument("--rollouts", type=int, default=10, help="timed rollouts per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", default="local", help='the cluster: "host:port", "auto" or "local"')
    given = parser.parse_args()
    settings = {
        "game": given.game,
        "options": {"num_players": given.players},
        "num_envs": given.num_envs,
        "n_steps": given.n_steps,
        "device": "cpu",
    }
    rows: dict[tuple[str, int], Callable[[dict[str, Any], int], Measured]] = {("sb3", 0): ours}
    rows |= {("rllib", runners): rllib_with(runners) for runners in map(int, given.runners.split(","))}
    found: dict[tuple[str, int], list[Measured]] = {row: [] for row in rows}
    with connected(given.ray):
        for _ in range(given.rounds):
            for row, measure in rows.items():
                found[row].append(measure(settings, given.rollouts))
    print(json.dumps({"game": given.game, "cores": os.cpu_count(), "tables": given.num_envs, "n_steps": given.n_steps}))
    for (trainer, runners), measured in found.items():
        speeds, playing = zip(*measured, strict=True)
        figures = {"steps_per_second": round(median(speeds)), "playing": round(median(playing), 3)}
        print(json.dumps({"trainer": trainer, "runners": runners, **figures, "runs": [round(speed) for speed in speeds]}))


if __name__ == "__main__":
    main()
