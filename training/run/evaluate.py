"""Evaluate the model of a run against the game's bots, on deals that the training did not play."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from dig_envs.agents.learned import load
from dig_envs.core.agent_names import default_agents, find_agent
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
    from dig_envs.agents.learned.agent import LearnedAgent

MODEL = "the model"


@dataclass(frozen=True)
class Result:
    """The outcome of a training run.

    Attributes:
        model: the file of the trained model, for `agents.make`.
        steps: decisions of the learner.
        win_shares: the model's share of wins against each bot, with a 95 % interval; empty in games for one player.
        scores: in games for one player, the mean score of the model and of each bot on the same deals, with a 95 % interval.
        checkpoint: the file from which the run can continue; None if there is no such file.
        best: the best model during the training; None if nothing was measured.
    """

    model: Path
    steps: int
    win_shares: dict[str, Estimate]
    scores: dict[str, Estimate]
    checkpoint: Path | None = None
    best: Best | None = None

    def as_measurement(self, games: int) -> Measurement | None:
        """Return the evaluation of `games` games as a measurement; None if no games were played."""
        shares = self.win_shares or ({ALONE: self.scores[MODEL]} if self.scores else {})
        return Measurement(self.steps, games, shares) if shares else None

    def tables(self) -> list[Table]:
        """Return the tables of the result for a terminal or a notebook."""
        return [self.table()] if self.scores or self.win_shares else []

    def table(self) -> Table:
        """Return the evaluation as a table for a terminal or a notebook."""
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
    """Play the saved model against each of the game's bots. In games for one player, all play the same deals alone.

    Args:
        path: the file of the model.
        steps: decisions of the learner in the training.
        config: the settings of the run; with `games` 0 nothing is played.
        progress: show a progress bar on stderr.
    """
    if not config.games:
        return Result(path, steps, {}, {})
    alone = config.played.parse_options(**config.options).num_players == 1
    with threads_of_torch(config.threads):
        if alone:
            return Result(path, steps, {}, mean_scores(path, config, progress))
        return Result(path, steps, win_shares(path, config, progress), {})


def win_shares(path: Path, config: TrainingConfig, progress: bool) -> dict[str, Estimate]:
    """Return the model's share of wins against each bot over duplicate deals, by the bot's name."""
    game, model, shares = config.played, _agent(path, config), {}
    keep = path.parent / "games" if config.keep else None
    for options in config.sizes:
        num_players = game.parse_options(**options).num_players
        for bot in default_agents(game):
            players = [model, find_agent(bot, game)]
            results = arena.run(
                game, players, games=config.games, seed=EVALUATION, progress=progress, keep=keep, kept=config.keep, **options
            )
            shares[config.label(bot, num_players)] = results.pairs[0].win_share
    return shares


def mean_scores(path: Path, config: TrainingConfig, progress: bool) -> dict[str, Estimate]:
    """Return the mean scores of the model and of the game's bots, which play the same deals alone."""
    game, model = config.played, _agent(path, config)
    players = [model, *(find_agent(bot, game) for bot in default_agents(game))]
    scores = solo.scores(game, players, games=config.games, seed=EVALUATION, progress=progress, **config.options)
    return {MODEL: scores.pop(model.name), **scores}


def _agent(path: Path, config: TrainingConfig) -> "LearnedAgent":
    return load(path, config.played, features=config.feature_set)
