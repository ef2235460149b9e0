"""Train PPO and DQN in the full games, and measure their win shares against the expert and against best responses.

A network first clones the expert at tables of four. Each method continues from this clone, so the methods differ in what they
add to it. The clone is a row of the result too.

| method | training |
|---|---|
| `clone` | the clone alone |
| `ppo` | PPO against the expert, at tables of two and of four |
| `ppo_table_critic` | the same, and the value function sees the observations of all seats |
| `ppo_self_play` | PPO in all seats, with the entropy and the clip range of Rudolph et al. (2026) |
| `dqn` | DQN against the expert, at tables of two |

Every model plays the expert at both sizes of table, and PPO trains a best response to the model at a table of two.
"""

import dataclasses
import itertools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np
from rich.table import Table

from dig_envs.core.agent_names import find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.training import arena
from dig_envs.training.algorithms import module_of
from dig_envs.training.arena.deal_numbers import EVALUATION
from dig_envs.training.arena.digests import digest_of
from dig_envs.training.arena.ratings import Estimate, mean_of_seeds, share_with_interval
from dig_envs.training.process.interrupts import stop_message
from dig_envs.training.process.torch_state import threads_of_torch
from dig_envs.training.run.settings import as_json
from dig_envs.training.show.tables import new_table
from dig_envs.training.studies import exploit

SIZES = 2, 4  # players at the tables; the clone learns at the larger ones
EXPERT = "expert"
EVALUATION_GAMES = 1_000  # at each size of table, and of the best response
MEASUREMENTS = 5  # of a best response during its training, of which the best model is kept

# Settings of all methods in a game: the reward, and its division among single decisions.
GAMES: dict[str, dict[str, Any]] = {
    "dig_v0": {"options": {"reward": "score"}},
    "dig_dig_v0": {},
    "lets_dig_for_treasure_v0": {"options": {"reward": "score"}},
    "two_bit_bandits_v0": {"options": {"reward": "score"}, "shaped": True, "reward_scale": 10.0},
    "digging_bandits_v0": {"shaped": True, "potential": "estimate", "reward_scale": 4.0},
}
NETWORK = {"layers": (256, 256), "games": 0}
CLONE = {"teacher": EXPERT, "noise_levels": (0.0, 0.05, 0.15), "learning_rate": 2e-3, "batch_size": 1_024}
LEARNER = {"skip_forced": True, "evaluate_games": 0, "play": "deterministic"}
AGAINST_EXPERT = {"opponents": (EXPERT,), "noise_levels": (0.0,), "snapshots": 0}
PPO = {
    "players": SIZES,
    "n_steps": 32,
    "n_epochs": 3,
    "batch_size": 1_024,
    "learning_rate": 5e-4,
    "clip_range": 0.1,
    "gae_lambda": 0.9,
    "ent_coef": 1e-3,
    "kl_weight": 0.05,
    "polyak": 0.9,
    "warm_up": 1,  # the clone has a value function
}
SELF_PLAY = {"self_play": True, "play": "stochastic", "clip_range": 0.05, "ent_coef": 0.05, "n_epochs": 4}
DQN = {
    "learning_rate": 3e-4,
    "n_step": 5,
    "gamma": 0.98,
    "exploration_end": 0.02,
    "demonstrations": 20_000,
    "start_updates": 2_000,
}
METHODS: dict[str, tuple[str, dict[str, Any]]] = {  # the algorithm of `dig-envs train`, and its settings
    "clone": ("clone", CLONE),
    "ppo": ("ppo", LEARNER | AGAINST_EXPERT | PPO),
    "ppo_table_critic": ("ppo", LEARNER | AGAINST_EXPERT | PPO | {"critic": "table"}),
    "ppo_self_play": ("ppo", LEARNER | PPO | SELF_PLAY),
    "dqn": ("dqn", LEARNER | AGAINST_EXPERT | DQN),
}
START = next(iter(METHODS))


@dataclass(frozen=True)
class FullJob:
    """The trainings of all methods from one clone.

    Attributes:
        game: the game's id.
        seed: the seed of all trainings.
        steps: decisions of each training, the cloning included.
        response_steps: decisions of the training of each best response; 0: no best responses.
    """

    game: str
    seed: int
    steps: int
    response_steps: int


@dataclass(frozen=True)
class FullRun:
    """The settings and measurements of one training.

    Attributes:
        job: the job.
        method: the name of the method.
        settings: all settings of the training.
        shares: by number of players, the win share of the model in one seat against the expert in all others.
        best_response: the win share of a best response to the model at a table of two; None if there is no best response.
        seconds: processor seconds of the training, without those of the clone and of the measurements.
        expert: the digest of the expert against which the model learned and played; "" if it was not stored.
    """

    job: FullJob
    method: str
    settings: dict[str, Any]
    shares: dict[str, Estimate]
    best_response: Estimate | None
    seconds: float
    expert: str = ""

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "FullRun":
        """Return the run from the plain data of `dataclasses.asdict`."""
        shares = {players: Estimate(**share) for players, share in values["shares"].items()}
        response = values["best_response"] and Estimate(**values["best_response"])
        return cls(**{**values, "job": FullJob(**values["job"]), "shares": shares, "best_response": response})


@dataclass(frozen=True)
class FullResult:
    """The runs of a method in a game.

    Attributes:
        game, method: the cell of the table.
        shares: by number of players, the mean win share against the expert, with its 95 % interval over seeds and deals.
        best_response: the win share of a best response to the model of the first seed; None if there is no best response.
        runs: one for each seed.
    """

    game: str
    method: str
    shares: dict[str, Estimate]
    best_response: Estimate | None
    runs: list[FullRun]

    @property
    def seconds(self) -> float:
        """The mean processor seconds of a training."""
        return float(np.mean([run.seconds for run in self.runs]))

    @property
    def is_outdated(self) -> bool:
        """Whether the game's expert is no longer that of all runs."""
        return any(run.expert != expert_now(self.game) for run in self.runs)


def results(jobs: Sequence[FullJob], runs: Sequence[FullRun]) -> list[FullResult]:
    """Return the results of each game and method for which the runs of all jobs are finished."""
    runs_by_job = {(run.job, run.method): run for run in runs}
    complete = []
    for game, method in itertools.product(dict.fromkeys(job.game for job in jobs), METHODS):
        own = [runs_by_job.get((job, method)) for job in jobs if job.game == game]
        finished = [run for run in own if run is not None]
        if len(finished) == len(own):
            shares = {size: mean_share([run.shares[size] for run in finished]) for size in finished[0].shares}
            complete.append(FullResult(game, method, shares, finished[0].best_response, finished))
    return complete


def mean_share(shares: Sequence[Estimate]) -> Estimate:
    """Return the mean over seeds. Its interval covers the seeds (Student's) and the deals, which are the same for all.

    >>> mean_share([Estimate(0.5, 0.25, 0.625), Estimate(0.5, 0.25, 0.625)])
    0.5 (0.25 to 0.625)
    """
    seeds = mean_of_seeds([share.value for share in shares])
    below, above = (float(np.mean([abs(getattr(share, end) - share.value) for share in shares])) for end in ("low", "high"))
    low, high = math.hypot(seeds.value - seeds.low, below), math.hypot(seeds.high - seeds.value, above)
    return Estimate(seeds.value, seeds.value - low, seeds.value + high)


def table_of(results: Sequence[FullResult]) -> Table:
    """Return the results for the terminal or a notebook."""
    sizes = [f"{players} players" for players in SIZES]
    table = new_table("Win shares against the expert", ("game", "method"), (*sizes, "best response", "core-seconds"))
    for result in results:
        shares = [share_with_interval(share) for share in result.shares.values()]
        response = share_with_interval(result.best_response) if result.best_response else ""
        table.add_row(result.game, result.method, *shares, response, f"{result.seconds:.0f}")
    return table


def train(job: FullJob) -> list[FullRun]:
    """Train a model by each method, and measure all models, in this process on one core.

    Raises:
        Stopped: a signal came.
    """
    message = f"stopped; {job.game} with seed {job.seed} begins again with the same command"
    with stop_message(message), TemporaryDirectory() as folder, threads_of_torch(1):
        return [_measured(job, *trained) for trained in _trained(job, Path(folder))]


def _trained(job: FullJob, folder: Path) -> Iterator[tuple[str, Path, float]]:
    """Train the methods one after the other; yield the name, the model and the processor seconds of each."""
    for method in METHODS:
        began = time.process_time()
        module, config = config_of(job, method)
        config = dataclasses.replace(config, folder=str(folder / method))
        if method != START:
            config = dataclasses.replace(config, start=str(folder / START / "model.zip"))
        model = module.train(config, progress=False).model
        yield method, model, time.process_time() - began


def _measured(job: FullJob, method: str, model: Path, seconds: float) -> FullRun:
    shares = {str(players): share_against_expert(job.game, model, players) for players in SIZES}
    response = best_response(job, method, model) if job.response_steps else None
    return FullRun(job, method, settings_of(job, method), shares, response, round(seconds, 1), expert_now(job.game))


def expert_now(game: str) -> str:
    """Return the digest of a game's expert as it is now."""
    return digest_of(find_agent(EXPERT, game_of(game)))


def config_of(job: FullJob, method: str) -> tuple[ModuleType, Any]:
    """Return the module of a method's algorithm and its settings, without the folder and the model to start from."""
    algorithm, own = METHODS[method]
    module = module_of(algorithm)
    given = {"game": job.game, "seed": job.seed, **NETWORK, **GAMES[job.game], **own}
    if method == START:
        given |= {"decisions": job.steps, "options": {**given.get("options", {}), "num_players": SIZES[-1]}}
    else:
        given |= {"steps": job.steps}
    if algorithm == "ppo":
        given |= {"kl_steps": job.steps}
    known = {field.name for field in dataclasses.fields(module.Config)}
    return module, module.Config(**{name: value for name, value in given.items() if name in known})


def settings_of(job: FullJob, method: str) -> dict[str, Any]:
    """Return the settings of a method's training as plain data, without the folder and the model to start from."""
    settings = as_json(config_of(job, method)[1])
    settings.pop("minutes", None)  # a limit of time does not belong to a protocol
    return {name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()}


def share_against_expert(game: str, model: Path, players: int) -> Estimate:
    """Play a model in one seat against the expert in all other seats, and return the model's win share."""
    agents, games = [str(model), EXPERT], EVALUATION_GAMES
    outcome = arena.run(game, agents, num_players=players, games=games, seed=EVALUATION, one_vs_rest=True, progress=False)
    return outcome.pairs[0].win_share


def best_response(job: FullJob, method: str, model: Path) -> Estimate:
    """Return the win share of PPO against a model at a table of two. PPO starts from the model, or from the clone of a DQN."""
    start = model.parents[1] / START / "model.zip" if METHODS[method][0] == "dqn" else model
    _, config = config_of(dataclasses.replace(job, steps=job.response_steps), "ppo")
    config = dataclasses.replace(
        config,
        players=(),
        start=str(start),
        folder=str(model.parent / "best_response"),
        kl_weight=0.0,
        evaluate_games=300,
        evaluate_every=max(1, job.response_steps // MEASUREMENTS),
    )
    return exploit.run(str(model), config, EVALUATION_GAMES, progress=False).win_share
