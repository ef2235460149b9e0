"""Measure the training speed of PPO in its standard configuration, and where its time goes: `python -m benchmarks.ppo_speed`.

Two layers of 128, 256 tables, the pool of all the game's bots. Each game is measured alone, one after the other, in as many
rounds as asked for; a line of JSON tells the medians of each.

| key | what it is |
|---|---|
| `floats` | that a decision's observation has |
| `steps_per_second` | decisions a second of wall time, learned from (median over the rounds) |
| `tables` | share of that time in which tables are stepped: rules, the opponents' choices, observations, results |
| `playing` | share in which rollouts are collected: the tables, and the policy's choices |
| `products` | share of matrix products, played and learned, by torch's profiler in a rollout that is not timed otherwise |
| `flops` | that a decision takes in these products, in millions |
| `gigaflops` | that they reach on one thread |
| `runs` | decisions a second in each round |
"""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from torch.profiler import ProfilerActivity, profile

import dig_envs
from training.algorithms import ppo
from training.algorithms.stable_baselines import StableBaselinesLearner
from training.isolation import isolated, products_in
from training.session import Session

PRODUCTS = {"aten::mm", "aten::addmm", "aten::bmm"}


class Clock:
    """Follows the rollouts of a session, and its time in play, after the first."""

    def __init__(self, session: Session):
        self.session, self.played = session, 0.0
        self.starts: list[float] = []

    def on_rollout_start(self) -> None:
        self.starts.append(perf_counter())

    def on_step(self) -> None:
        """A step is a part of the rollout that is timed as a whole."""

    def on_rollout_end(self) -> None:
        if len(self.starts) > 1:
            self.played += perf_counter() - self.starts[-1]


class Stepping:
    """Takes the time of a vector environment's steps from now on."""

    def __init__(self, tables: Any):
        self.seconds, self._step = 0.0, tables.step
        tables.step = self._timed

    def _timed(self, actions: Any) -> Any:
        start = perf_counter()
        try:
            return self._step(actions)
        finally:
            self.seconds += perf_counter() - start


@dataclass(frozen=True)
class Run:
    """What one round of PPO took.

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
    """Train PPO of Stable-Baselines3: one rollout to warm up, then those that are timed, then one that is profiled if asked."""
    with TemporaryDirectory() as folder:
        config = ppo.Config(**settings, evaluate_games=0, games=0, folder=folder).validated()
        with isolated(config.seed, config.threads, config.precision):
            session = Session(config, ppo.make_learner)
            decisions = config.n_steps * config.num_envs
            session.learner.learn(decisions, Clock(session))
            assert isinstance(session.learner, StableBaselinesLearner)
            clock, stepping = Clock(session), Stepping(session.learner.model.env)
            clock.starts.append(perf_counter())
            session.learner.learn((1 + rollouts) * decisions, clock)
            seconds = perf_counter() - clock.starts[0]
            run = Run(rollouts * decisions / seconds, clock.played / seconds, stepping.seconds / seconds)
            return with_products(run, session, (2 + rollouts) * decisions, decisions) if profiled else run


def with_products(run: Run, session: Session, until: int, decisions: int) -> Run:
    """Profile a further rollout and its update, and tell what matrix products take of them."""
    start = perf_counter()
    with profile(activities=[ProfilerActivity.CPU], with_flops=True) as found:
        session.learner.learn(until, Clock(session))
        seconds = perf_counter() - start
    rows = [row for row in found.key_averages() if row.key in PRODUCTS]
    busy, flops = sum(row.self_cpu_time_total for row in rows) / 1e6, sum(row.flops for row in rows)
    return Run(run.pace, run.playing, run.tables, busy / seconds, flops / decisions / 1e6, flops / busy / 1e9)


def measure(game: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return a game's line."""
    settings: dict[str, Any] = {"game": game, "num_envs": given.num_envs, "batch_size": given.batch_size, "device": "cpu"}
    settings |= {"layers": tuple(map(int, given.layers.split(","))), "threads": given.threads, "precision": given.precision}
    runs = [our_ppo(settings, given.rollouts, profiled=True) for _ in range(given.rounds)]
    middle = {name: median(vars(run)[name] for run in runs) for name in vars(runs[0])}
    return {
        "game": game,
        "floats": dig_envs.game_of(game).layout(dig_envs.game_of(game).parse_options()).size,
        "steps_per_second": round(middle.pop("pace")),
        **{name: round(value, 3) for name, value in middle.items()},
        "runs": [round(run.pace) for run in runs],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for the machine, and one for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(dig_envs.games()), help="all if none is named")
    parser.add_argument("--num-envs", type=int, default=ppo.Config.num_envs, help="tables")
    parser.add_argument("--batch-size", type=int, default=ppo.Config.batch_size)
    parser.add_argument("--layers", default="128,128")
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
