"""Measure the training speed of PPO in its default configuration, by part of the work: `python -m benchmarks.ppo_speed`.

The network has two layers of 128, and 256 tables play against the pool of all bots. The games are measured one after the other,
each in a number of rounds. A line of JSON holds the medians of a game.

| key | meaning |
|---|---|
| `floats` | floats of an observation |
| `steps_per_second` | decisions per second of wall time, learning included (median over the rounds) |
| `tables` | share of that time for steps of the tables: rules, opponents, observations, results |
| `playing` | share for the collection of rollouts: steps of the tables, and decisions of the policy |
| `products` | share of matrix products: their time under torch's profiler, relative to the time without it |
| `flops` | floating-point operations of these products per decision, in millions |
| `gigaflops` | billions of these operations per second, on one thread |
| `runs` | decisions per second in each round |
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
    """Measures the total time of all calls of a method.

    Args:
        owner: the object; its method is replaced.
        name: the name of the method.
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
    """Watches a training without any action: no checkpoints, snapshots or measurements during the timing."""

    def on_rollout_start(self) -> None:
        """Do nothing."""

    on_rollout_end = on_rollout_start

    def on_step(self) -> bool:
        """Go on."""
        return True


@dataclass(frozen=True)
class Run:
    """The speed of one round of PPO.

    Attributes:
        rate: decisions per second.
        playing, tables, products: shares of the time.
        flops: millions of floating-point operations of the products per decision.
        gigaflops: billions of these operations per second.
    """

    rate: float
    playing: float
    tables: float
    products: float = 0.0
    flops: float = 0.0
    gigaflops: float = 0.0


def our_ppo(settings: dict[str, Any], rollouts: int, profiled: bool = False) -> Run:
    """Train PPO of Stable-Baselines3, and measure its speed.

    Args:
        settings: settings of `dig_envs.training.ppo.Config`.
        rollouts: the number of timed rollouts with their updates, after one for warming up.
        profiled: profile one more rollout, to measure matrix products.
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
    """Profile one more rollout and its update, and return the run with the numbers of matrix products."""
    with profile(activities=[ProfilerActivity.CPU], with_flops=True) as profiler:
        learner.learn(learner.steps + decisions, NoWatcher())
    rows = [row for row in profiler.key_averages() if row.key in PRODUCTS]
    busy, flops = sum(row.self_cpu_time_total for row in rows) / 1e6, sum(row.flops for row in rows)
    return replace(run, products=busy / decisions * run.rate, flops=flops / decisions / 1e6, gigaflops=flops / busy / 1e9)


def measure(game: str, given: argparse.Namespace) -> dict[str, Any]:
    """Measure a game in all rounds, and return the medians by the keys of the table above."""
    settings: dict[str, Any] = {"game": game, "num_envs": given.num_envs, "batch_size": given.batch_size, "device": "cpu"}
    layers = tuple(whole_numbers("--layers", given.layers, LAYERS))
    settings |= {"layers": layers, "threads": given.threads, "precision": given.precision}
    runs = [our_ppo(settings, given.rollouts, profiled=True) for _ in range(given.rounds)]
    middle = {name: median(vars(run)[name] for run in runs) for name in vars(runs[0])}
    return {
        "game": game,
        "floats": algorithm.Config(game=game).inputs,
        "steps_per_second": round(middle.pop("rate")),
        **{name: round(value, 3) for name, value in middle.items()},
        "runs": [round(run.rate) for run in runs],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the settings and then the medians of each game, each as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(dig_envs.games()), help="games to measure (default: all)")
    parser.add_argument("--num-envs", type=int, default=algorithm.Config.num_envs, help="number of tables")
    parser.add_argument("--batch-size", type=int, default=algorithm.Config.batch_size)
    parser.add_argument("--layers", default=LAYERS)
    parser.add_argument("--threads", type=int, default=1, help="threads of torch")
    parser.add_argument("--precision", default="single", help="precision of matrix products")
    parser.add_argument("--rollouts", type=int, default=20, help="timed rollouts per round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    machine = {"cores": os.cpu_count(), "tables": given.num_envs, "batch": given.batch_size, "layers": given.layers}
    print(json.dumps({**machine, "threads": given.threads, "products": products_in(given.precision)}), flush=True)
    for game in given.games:
        print(json.dumps(measure(game, given)), flush=True)


if __name__ == "__main__":
    main()
