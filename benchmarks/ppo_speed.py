"""Measure the training speed of PPO in its standard configuration, and where its time goes: `python -m benchmarks.ppo_speed`.

Two layers of 128, 256 tables, the pool of all the game's bots. Each game is measured alone, one after the other, in as many
rounds as asked for; a line of JSON tells the medians of each.

| key | what it is |
|---|---|
| `floats` | that a decision's observation has |
| `steps_per_second` | decisions a second of wall time, learned from (median over the rounds) |
| `tables` | share of that time in which tables are stepped: rules, the opponents' choices, observations, results |
| `playing` | share in which rollouts are collected: the tables, and the policy's choices |
| `products` | share of matrix products: their time in a rollout under torch's profiler, beside that of one without it |
| `flops` | that a decision takes in these products, in millions |
| `gigaflops` | that they reach on one thread |
| `runs` | decisions a second in each round |
"""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from torch.profiler import ProfilerActivity, profile

import dig_envs
from dig_envs.training.cli.arguments import whole_numbers
from dig_envs.training.ppo import algorithm
from dig_envs.training.process.torch_state import isolated, products_in
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run as TrainingRun
from dig_envs.training.sb3.learner import StableBaselinesLearner

LAYERS = ",".join(map(str, algorithm.Config.layers))
PRODUCTS = {"aten::mm", "aten::addmm", "aten::bmm"}


class Timed:
    """Measures the seconds that an object's method takes from now on.

    Args:
        owner: the object; its method is replaced.
        name: of the method.
    """

    def __init__(self, owner: Any, name: str):
        self.seconds, self._method = 0.0, getattr(owner, name)
        setattr(owner, name, self._call)

    def _call(self, *args: Any, **kwargs: Any) -> Any:
        start = perf_counter()
        try:
            return self._method(*args, **kwargs)
        finally:
            self.seconds += perf_counter() - start


class NoWatcher:
    """Follows a training without doing anything: no checkpoints, snapshots or measurements while it is timed."""

    def on_rollout_start(self) -> None:
        """Do nothing."""

    on_step = on_rollout_end = on_rollout_start


@dataclass(frozen=True)
class Run:
    """Holds the figures of one round of PPO.

    Attributes:
        pace: decisions a second.
        playing, tables, products: shares of the time.
        flops: of a decision's products.
        gigaflops: that products reached.
    """

    pace: float
    playing: float
    tables: float
    products: float = 0.0
    flops: float = 0.0
    gigaflops: float = 0.0


def our_ppo(settings: dict[str, Any], rollouts: int, profiled: bool = False) -> Run:
    """Train PPO of Stable-Baselines3 and measure its speed.

    Args:
        settings: of `dig_envs.training.ppo.Config`.
        rollouts: how many are timed, with their updates, after one that warms up.
        profiled: profile one more afterwards, for what matrix products take.
    """
    with TemporaryDirectory() as folder:
        config = algorithm.Config(**settings, evaluate_games=0, games=0, folder=folder)
        with isolated(config.seed, config.threads, config.precision):
            learner = PoolTraining(TrainingRun(config), algorithm.make_learner).learner
            assert isinstance(learner, StableBaselinesLearner)
            decisions = config.n_steps * config.num_envs
            learner.learn(decisions, NoWatcher())
            playing, stepping = Timed(learner.model, "collect_rollouts"), Timed(learner.model.env, "step")
            start = perf_counter()
            learner.learn((1 + rollouts) * decisions, NoWatcher())
            seconds = perf_counter() - start
            run = Run(rollouts * decisions / seconds, playing.seconds / seconds, stepping.seconds / seconds)
            return with_products(run, learner, decisions) if profiled else run


def with_products(run: Run, learner: StableBaselinesLearner, decisions: int) -> Run:
    """Profile one more rollout and its update, and add the figures of matrix products to a run's."""
    with profile(activities=[ProfilerActivity.CPU], with_flops=True) as found:
        learner.learn(learner.steps + decisions, NoWatcher())
    rows = [row for row in found.key_averages() if row.key in PRODUCTS]
    busy, flops = sum(row.self_cpu_time_total for row in rows) / 1e6, sum(row.flops for row in rows)
    return replace(run, products=busy / decisions * run.pace, flops=flops / decisions / 1e6, gigaflops=flops / busy / 1e9)


def measure(game: str, given: argparse.Namespace) -> dict[str, Any]:
    """Measure a game in all rounds, and return its figures by the keys of the table above."""
    settings: dict[str, Any] = {"game": game, "num_envs": given.num_envs, "batch_size": given.batch_size, "device": "cpu"}
    layers = tuple(whole_numbers("--layers", given.layers, LAYERS))
    settings |= {"layers": layers, "threads": given.threads, "precision": given.precision}
    runs = [our_ppo(settings, given.rollouts, profiled=True) for _ in range(given.rounds)]
    middle = {name: median(vars(run)[name] for run in runs) for name in vars(runs[0])}
    return {
        "game": game,
        "floats": algorithm.Config(game=game).inputs,
        "steps_per_second": round(middle.pop("pace")),
        **{name: round(value, 3) for name, value in middle.items()},
        "runs": [round(run.pace) for run in runs],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the settings, and then the figures of each game, each as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(dig_envs.games()), help="all if none is named")
    parser.add_argument("--num-envs", type=int, default=algorithm.Config.num_envs, help="tables")
    parser.add_argument("--batch-size", type=int, default=algorithm.Config.batch_size)
    parser.add_argument("--layers", default=LAYERS)
    parser.add_argument("--threads", type=int, default=1, help="of torch")
    parser.add_argument("--precision", default="single", help="of matrix products")
    parser.add_argument("--rollouts", type=int, default=20, help="that are timed in a round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    machine = {"cores": os.cpu_count(), "tables": given.num_envs, "batch": given.batch_size, "layers": given.layers}
    print(json.dumps({**machine, "threads": given.threads, "products": products_in(given.precision)}), flush=True)
    for game in given.games:
        print(json.dumps(measure(game, given)), flush=True)


if __name__ == "__main__":
    main()
