"""What PPO and DQN share: a run against the pool with its logs and checkpoints, the evaluation, and the command line."""

import dataclasses
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch as th
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, configure
from stable_baselines3.common.vec_env import VecEnv, VecMonitor
from torch.distributions import Distribution

import agents
from agents import learned
from dig_envs.adapters.arguments import one_of
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from training import checkpoint
from training.averaging import Average
from training.console import progress_bar, show
from training.earnings import Earnings
from training.parsing import Parser
from training.pool import GRADES, graded_pool, policy_of
from training.settings import add_settings, checked, given_settings, setting
from training.tables import new_table

if TYPE_CHECKING:
    from rich.table import Table

    from training.ratings import Estimate

REVIEW_EVERY = 16_384  # steps between two looks at the pool
UNSEEN = 1 << 40  # the first deal of the evaluation


@dataclass(frozen=True)
class RunConfig:
    """Settings of any training run."""

    algorithm = ""

    game: str = setting("dig_v0", "id of the game, as listed by `dig-envs games`")
    options: dict[str, Any] = dataclasses.field(default_factory=dict, metadata={"meaning": "the game's options"})
    steps: int = setting(1_000_000, "decisions of the learner, all tables counted", least=1)
    seed: int = setting(0, "decides everything: the same seed, settings, versions and threads give the same weights", least=0)
    num_envs: int = setting(256, "tables played at once", least=1)
    threads: int = setting(1, "threads of torch; more pay on idle cores alone, and change the weights", least=1, most=1_024)
    skip_forced: bool = setting(False, "leave decisions with one legal action to the tables: what is learned are choices")
    opponents: tuple[str, ...] = setting((), "bots or models in the pool; all of the game's bots if not given")
    grades: tuple[float, ...] = setting(GRADES, "shares of random moves with which each bot is in the pool", least=0, most=1)
    snapshots: int = setting(2, "frozen copies of the learner that are kept in the pool", least=0)
    snapshot_every: int = setting(500_000, "steps between two such copies", least=1)
    checkpoint_every: int = setting(1_000_000, "steps between two checkpoints", least=1)
    average: float = setting(
        0.0, "how much of a running mean of the weights each rollout keeps; the saved agent plays the mean", least=0, below=1
    )
    play: str = setting("drawn", 'how the saved agent plays: its actions are "drawn", or the "best" (DQN: always)')
    earned: bool = setting(False, "pay rewards decision by decision as they are earned, not at the end: for games of points")
    reward_scale: float = setting(1.0, "by which all rewards are multiplied; earned bit by bit, they are small", above=0)
    games: int = setting(400, "games against each bot in the evaluation at the end; 0 for none", least=0, most=10**9)
    folder: str = setting(
        "", "where logs, checkpoint and model go; if not given, runs/ALGORITHM-GAME-SEED, with the options after the game"
    )


@dataclass(frozen=True)
class Result:
    """What a run brought.

    Attributes:
        model: the file that `agents.make` plays.
        steps: decisions of the learner.
        win_shares: by bot, the model's share of wins in the evaluation, with a 95 % interval; empty where one plays alone.
        scores: there, the mean score of the model and of every bot on the same deals, with a 95 % interval.
    """

    model: Path
    steps: int
    win_shares: dict[str, "Estimate"]
    scores: dict[str, "Estimate"]


def run(
    config: RunConfig,
    build: Callable[[Any, VecEnv], BaseAlgorithm],
    progress: bool,
    resume: str | Path | None,
    callbacks: Callable[[Any, DigVecEnv], list[BaseCallback]] = lambda config, env: [],
) -> Result:
    """Train to `config.steps`, save the model, evaluate it.

    Args:
        config: settings; with `resume` those of the checkpoint but for what the caller changed.
        build: makes the model from the settings and the environment.
        progress: show a progress bar on stderr.
        resume: a checkpoint to go on from.
        callbacks: makes what else follows the training, from the settings and the environment.
    """
    config = _checked(config)
    if resume is not None:
        checkpoint.check_settings(resume, config)
    with isolated(config.seed, config.threads):
        training = Training(config, build, progress, callbacks)
        if resume is not None:
            checkpoint.restore(training, resume)
        training.learn()
        checkpoint.save(training, training.folder / "checkpoint.zip")
        batch = training.env.batch
        with training.average.in_place():
            path = learned.save(training.model, training.folder / "model.zip", batch.game, batch.options, play=config.play)
    alone = training.env.batch.num_players == 1
    win_shares = evaluate(path, config, progress) if config.games and not alone else {}
    scores = evaluate_alone(path, config, progress) if config.games and alone else {}
    return Result(path, training.model.num_timesteps, win_shares, scores)


class Training(BaseCallback):
    """A run under way. As a callback of Stable-Baselines3 it keeps the pool, takes snapshots, and has checkpoints written."""

    def __init__(
        self,
        config: RunConfig,
        build: Callable[[Any, VecEnv], BaseAlgorithm],
        progress: bool,
        callbacks: Callable[[Any, DigVecEnv], list[BaseCallback]],
    ):
        super().__init__()
        self.config = config
        self.progress = progress
        game = game_of(config.game)
        self.pool = graded_pool(game, config.opponents or agents.names(game), config.grades, config.snapshots)
        self.env = DigVecEnv(
            config.game,
            config.num_envs,
            seed=config.seed,
            opponents=self.pool.opponents(),
            illegal="raise",
            skip_forced=config.skip_forced,
            num_threads=os.cpu_count() or 1,
            **config.options,
        )
        self.model = build(config, VecMonitor(self._paid()))
        self.average = Average(self.model.policy, config.average)
        self.callbacks = callbacks(config, self.env)
        self.folder = Path(config.folder or f"runs/{run_name(config)}")
        self.model.set_logger(_logger(self.folder))
        self.due = {"review": REVIEW_EVERY, "snapshot": config.snapshot_every, "checkpoint": config.checkpoint_every}

    def _paid(self) -> VecEnv:
        """The tables as the learner meets them."""
        config = self.config
        if not config.earned and config.reward_scale == 1.0:
            return self.env
        return Earnings(self.env, config.reward_scale, config.earned)

    def learn(self) -> None:
        """Go on to the configured number of steps."""
        left = self.config.steps - self.model.num_timesteps
        if left <= 0:
            return
        with progress_bar("training", left, self.progress) as self.advance:
            self.model.learn(left, callback=[*self.callbacks, self], reset_num_timesteps=False)

    # --- callback

    def _on_step(self) -> bool:
        batch = self.env.batch
        ended = batch.dones
        if ended.any():
            self.pool.record(batch.last_opponents[ended], batch.learner_rewards[ended])
        self.advance(self.env.num_envs)
        return True

    def _on_rollout_start(self) -> None:
        if self._is_due("review", REVIEW_EVERY):
            self._review()
        if self._is_due("checkpoint", self.config.checkpoint_every):
            checkpoint.save(self, self.folder / "checkpoint.zip")

    def _on_rollout_end(self) -> None:
        if self.config.average:
            self.average.fold()

    def _is_due(self, what: str, every: int) -> bool:
        due = self.model.num_timesteps >= self.due[what]
        while self.model.num_timesteps >= self.due[what]:
            self.due[what] += every
        return due

    def _review(self) -> None:
        """Show the results against the pool, and draw from it by how hard each entry now is."""
        if self._is_due("snapshot", self.config.snapshot_every):
            self.pool.add_snapshot(policy_of(self.model), type(self.model).__name__ in learned.GREEDY)
        self.env.set_opponents(self.pool.opponents())
        for entry in self.pool.entries:
            self.logger.record(f"pool/{entry.label}", entry.win_share)


def evaluate(path: Path, config: RunConfig, progress: bool) -> dict[str, "Estimate"]:
    """The model's share of wins against each of the game's bots, on deals that training has not seen."""
    from training import arena

    shares = {}
    for bot in agents.names(config.game):
        players = [str(path), bot]
        found = arena.run(config.game, players, games=config.games, seed=UNSEEN, progress=progress, **config.options)
        shares[bot] = found.pairs[0].win_share
    return shares


def evaluate_alone(path: Path, config: RunConfig, progress: bool) -> dict[str, "Estimate"]:
    """The mean scores of the model and of the game's bots, on deals that training has not seen."""
    from training import solo

    players = [str(path), *agents.names(config.game)]
    scores = solo.scores(config.game, players, games=config.games, seed=UNSEEN, progress=progress, **config.options)
    return {"the model": scores.pop(str(path)), **scores}


@contextmanager
def isolated(seed: int, threads: int) -> Iterator[None]:
    """Stable-Baselines3 draws from torch's and NumPy's global generators: seed them for a run, then put them back.

    The number of threads and the validation of distributions (a fifth of the time of a rollout) are put back too.
    """
    torch_state, numpy_state = th.get_rng_state(), np.random.get_state()
    threads_before, validation = th.get_num_threads(), Distribution._validate_args
    th.manual_seed(seed)
    np.random.seed(seed % 2**32)
    th.set_num_threads(threads)
    Distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        th.set_rng_state(torch_state)
        np.random.set_state(numpy_state)
        th.set_num_threads(threads_before)
        Distribution.set_default_validate_args(validation)


def _checked(config: RunConfig) -> RunConfig:
    """The settings, if a run can be made of them."""
    config = checked(config)
    one_of("play", config.play, learned.PLAYS)
    game = game_of(config.game)
    game.parse_options(**config.options)
    for name in config.opponents:
        find_agent(name, game)
    return config


def run_name(config: RunConfig) -> str:
    """What tells a run from others: algorithm, game, the options that are not the game's defaults, and seed.

    >>> from training.ppo import Config
    >>> run_name(Config(seed=7)), run_name(Config(options={"scents": True, "num_players": 3}))
    ('ppo-dig_v0-7', 'ppo-dig_v0-players=3-scents=true-0')
    """
    defaults = {item.name: item.default for item in dataclasses.fields(game_of(config.game).options)}
    given = {name: config.options[name] for name in defaults if name in config.options}
    parts = [f"{name.removeprefix('num_')}={_plain(value)}" for name, value in given.items() if value != defaults[name]]
    return "-".join([config.algorithm.lower(), config.game, *parts, str(config.seed)])


def _plain(value: Any) -> str:
    """An option's value as the part of a file's name."""
    text = str(value).lower() if value is None or isinstance(value, bool) else str(value)
    return re.sub(r"[^\w.+-]+", "_", text).strip("_")


def _logger(folder: Path) -> Logger:
    try:
        return configure(str(folder), ["tensorboard"])
    except OSError as error:
        raise ArgumentError(f"the folder {folder} can't be written: {error.strerror}") from error


def command(name: str, description: str, examples: str, config: type, train: Callable[..., Result], arguments: Any) -> None:
    """The command line of a training script."""
    parser = Parser(f"train --algo {name}", description.split("\n\n>>>")[0], examples)
    add_settings(parser, config)
    parser.add_argument("--resume", metavar="FILE", help="a checkpoint to go on from, with its settings but for those given")
    arguments = parser.parse_args(arguments)
    given = given_settings(arguments, config)
    base = checkpoint.config_of(arguments.resume, config) if arguments.resume else config()
    with redirect_stdout(sys.stderr):
        result = train(dataclasses.replace(base, **given), resume=arguments.resume)
    tables = [result_table(result)] if result.scores or result.win_shares else []
    show(*tables, f"Model: {result.model}")


def result_table(result: Result) -> "Table":
    """The evaluation for the terminal or a notebook."""
    if result.scores:
        table = new_table(f"After {result.steps:,} steps", ("agent",), ("mean score", "95 % interval"))
        for agent, score in result.scores.items():
            table.add_row(agent, f"{score.value:,.1f}", f"{score.low:,.1f} to {score.high:,.1f}")
        return table
    table = new_table(f"After {result.steps:,} steps", ("against",), ("win share", "95 % interval"))
    for bot, share in result.win_shares.items():
        table.add_row(bot, f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}")
    return table
