"""Measure the training speed of RLlib's PPO with several numbers of runners, and of ours: `python -m benchmarks.rllib_runners`.

All play the same game at the same number of tables, with the same network and rollouts, against the same pool of bots. Each row
is measured alone, one after the other, in as many rounds as asked for; a line of JSON tells the median of each. Rows of RLlib
need its libraries (`pip install 'dig-envs[rllib]'`) and a core for each runner, and one for the process that learns.

| key | what it is |
|---|---|
| `trainer` | "sb3", the PPO of `dig-envs train`, or "rllib" |
| `runners` | processes that play; 0: the one that learns plays too, as it always does with "sb3" |
| `steps_per_second` | decisions a second of wall time, learned from (median over the rounds) |
| `playing` | share of that time outside the updates: rollouts are played, and with runners they and the weights travel |
| `runs` | decisions a second in each round |
"""

import argparse
import json
import os
from collections.abc import Callable
from contextlib import closing
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.ppo_speed import Timed, our_ppo
from dig_envs.training.process.ray_cluster import connected
from dig_envs.training.process.torch_state import isolated
from dig_envs.training.rllib import algorithm

Measured = tuple[float, float]  # decisions a second, and the share of the time in which they are played


def ours(settings: dict[str, Any], rollouts: int) -> Measured:
    """Measure our PPO as the others are measured."""
    run = our_ppo(settings, rollouts)
    return run.pace, run.playing


def rllib_with(runners: int) -> Callable[[dict[str, Any], int], Measured]:
    """Return a function that trains RLlib's PPO with so many runners: one rollout to warm up, then those that are timed."""

    def measure(settings: dict[str, Any], rollouts: int) -> Measured:
        from dig_envs.training.rllib.session import Session as RLlibSession

        with TemporaryDirectory() as folder:
            config = algorithm.Config(**settings, runners=runners, evaluate_games=0, games=0, folder=folder).validated()
            with isolated(config.seed, config.threads, config.precision), closing(RLlibSession(config)) as session:
                session.algorithm.train()
                updates = Timed(session.algorithm.learner_group, "update")  # its own timers are means, dominated by the first
                start = perf_counter()
                for _ in range(rollouts):
                    session.algorithm.train()
                seconds = perf_counter() - start
        return rollouts * config.rollout / seconds, 1 - updates.seconds / seconds

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dig_v0")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--runners", default="0,1,2", help="numbers of RLlib's runners, with commas; each divides --num-envs")
    parser.add_argument("--num-envs", type=int, default=256, help="tables, shared out among the runners")
    parser.add_argument("--n-steps", type=int, default=64)
    parser.add_argument("--rollouts", type=int, default=10, help="that are timed in a round")
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
        runs = [pace for pace, _ in measured]
        line = {"trainer": trainer, "runners": runners, "steps_per_second": round(median(runs))}
        print(
            json.dumps(
                {**line, "playing": round(median(part for _, part in measured), 3), "runs": [round(pace) for pace in runs]}
            )
        )


if __name__ == "__main__":
    main()
