"""Evaluate a run at its end: the saved model against the game's bots, on deals that training has not seen."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import dig_envs
from dig_envs import agents
from dig_envs.agents.learned import load
from dig_envs.training import arena
from dig_envs.training.arena import solo
from dig_envs.training.arena.deal_numbers import EVALUATION
from dig_envs.training.arena.ratings import Estimate
from dig_envs.training.process.torch_state import threads_of_torch
from dig_envs.training.run.config import TrainingConfig
from dig_envs.training.run.measurement import ALONE, Measurement
from dig_envs.training.run.monitor import Best
from dig_envs.training.show.tables import new_table, shown

if TYPE_CHECKING:
    from rich.table import Table

MODEL = "the model"


@dataclass(frozen=True)
class Result:
    """The outcome of a training run.

    Attributes:
        model: the file that `agents.make` plays.
        steps: decisions of the learner.
        win_shares: by bot, the model's share of wins in the evaluation, with a 95 % interval; empty where one plays alone.
        scores: there, the mean score of the model and of every bot on the same deals, with a 95 % interval.
        checkpoint: the file that the run can go on from.
        best: the model that won most while it trained, and what; None if nothing was measured.
    """

    model: Path
    steps: int
    win_shares: dict[str, Estimate]
    scores: dict[str, Estimate]
    checkpoint: Path | None = None
    best: Best | None = None

    def as_measurement(self, games: int) -> Measurement | None:
        """Return what the model won in `games` games against each bot, or alone; None if nothing was played."""
        shares = self.win_shares or ({ALONE: self.scores[MODEL]} if self.scores else {})
        return Measurement(self.steps, games, shares) if shares else None

    def tables(self) -> "list[Table]":
        """Return what there is to show, as tables for the terminal or a notebook."""
        return [self.table()] if self.scores or self.win_shares else []

    def table(self) -> "Table":
        """Return the evaluation as a table for the terminal or a notebook."""
        title = f"After {self.steps:,} steps"
        if self.scores:
            table = new_table(title, ("agent",), ("mean score", "95 % interval"))
            for agent, score in self.scores.items():
                table.add_row(shown(agent), f"{score.value:,.1f}", f"{score.low:,.1f} to {score.high:,.1f}")
            return table
        table = new_table(title, ("against",), ("win share", "95 % interval"))
        for bot, share in self.win_shares.items():
            table.add_row(shown(bot), f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}")
        return table


def evaluate(path: Path, steps: int, config: TrainingConfig, progress: bool = True) -> Result:
    """Play the saved model against each of the game's bots; where one plays alone, on the same deals as each of them.

    Args:
        path: the model's file.
        steps: decisions that it has learned from.
        config: the settings of its run; `games` 0 plays nothing.
        progress: show a progress bar on stderr.
    """
    if not config.games:
        return Result(path, steps, {}, {})
    alone = config.played.parse_options(**config.options).num_players == 1
    judge = mean_scores if alone else win_shares
    with threads_of_torch(config.threads):
        found = judge(path, config, progress)
    return Result(path, steps, {}, found) if alone else Result(path, steps, found, {})


def win_shares(path: Path, config: TrainingConfig, progress: bool) -> dict[str, Estimate]:
    """Return by bot the model's share of wins over duplicate deals."""
    game, model, shares = config.played, _agent(path, config), {}
    for bot in agents.names(game):
        players = [model, agents.make(bot, game=game)]
        keep = path.parent / "games" if config.keep else None
        found = arena.run(
            game, players, games=config.games, seed=EVALUATION, progress=progress, keep=keep, kept=config.keep, **config.options
        )
        shares[bot] = found.pairs[0].win_share
    return shares


def mean_scores(path: Path, config: TrainingConfig, progress: bool) -> dict[str, Estimate]:
    """Return the mean scores of the model and of the game's bots, each playing alone on the same deals."""
    game, model = config.played, _agent(path, config)
    players = [model, *(agents.make(bot, game=game) for bot in agents.names(game))]
    scores = solo.scores(game, players, games=config.games, seed=EVALUATION, progress=progress, **config.options)
    return {MODEL: scores.pop(model.name), **scores}


def _agent(path: Path, config: TrainingConfig) -> "dig_envs.agents.learned.LearnedAgent":
    return load(path, config.played, features=config.feature_set)
