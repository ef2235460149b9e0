"""Measure an agent's strength against fixed opponents with few games, which are played as one batch."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import MEASUREMENT
from dig_envs.training.arena.players import LabelledAgent
from dig_envs.training.arena.ratings import Estimate, mean_by_deal, win_share

ALONE = "alone"
PAR = 0.5  # the win share of an equal player in duplicate games, with any number of players


def par_of(options: Options) -> float | None:
    """Return the win share of an equal player; None in games for one player, where scores are measured."""
    return None if options.num_players == 1 else PAR


@dataclass(frozen=True)
class Measurement:
    """The win shares of a learner at one point of its training.

    Attributes:
        steps: decisions of the learner so far.
        games: games against each opponent.
        shares: the share of wins against each opponent, with a 95 % interval; in games for one player the mean score, under
            "alone".
        exploitability: in the variant of the setting `exact`; None without it.
    """

    steps: int
    games: int
    shares: dict[str, Estimate]
    exploitability: float | None = None

    @property
    def strength(self) -> float:
        """The mean win share over the opponents, or the mean score."""
        return float(np.mean([share.value for share in self.shares.values()]))

    def __str__(self) -> str:
        """Return the win shares in a few words.

        >>> str(Measurement(1_000, 100, {"greedy": Estimate(0.5, 0.4, 0.6), "expert": Estimate(0.1, 0.05, 0.2)}))
        'greedy 50%, expert 10%'
        """
        words = [
            f"{name} {share.value:,.1f}" if name == ALONE else f"{name} {share.value:.0%}"
            for name, share in self.shares.items()
        ]
        return ", ".join(words if self.exploitability is None else [*words, f"exploitability {self.exploitability:.4f}"])

    def is_like(self, other: "Measurement") -> bool:
        """Return whether another measurement has the same opponents and number of games, so that the two can be compared."""
        return self.games == other.games and self.shares.keys() == other.shares.keys()

    def as_dict(self) -> dict[str, Any]:
        """Return the measurement as plain data. It has an exploitability only if this was measured."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def measurement_from(values: Any) -> Measurement:
    """Return the measurement of a dict from `as_dict`.

    Raises:
        LookupError, TypeError, ValueError: the dict is not valid.
    """
    shares = {
        str(name): Estimate(*(float(share[part]) for part in ("value", "low", "high")))
        for name, share in values["shares"].items()
    }
    if not shares:
        raise ValueError("a measurement has no opponents")
    exact = values.get("exploitability")
    steps, games = whole_number("steps", values["steps"]), whole_number("games", values["games"], minimum=1)
    return Measurement(steps, games, shares, None if exact is None else float(exact))


def measure(
    game: Game, options: Options, agent: Agent, opponents: Sequence[LabelledAgent], games: int
) -> tuple[dict[str, Estimate], int]:
    """Play duplicate games of an agent against each opponent, always on the same deals; in games for one player, play alone.

    Args:
        game, options: the game and its options.
        agent: the measured agent.
        opponents: its opponents; ignored in games for one player.
        games: games against each opponent, rounded up to whole duplicate sets.

    Returns:
        The agent's share of wins against each opponent, or its mean score under `ALONE`; and the number of decisions of all
        seats in these games.
    """
    if options.num_players == 1:
        batch = duplicate.play_batch(game, options, [agent], MEASUREMENT + np.arange(games), np.zeros((1, 1), np.int64))
        return {ALONE: mean_by_deal(batch.points[:, 0])}, int(batch.last_steps.sum())
    sets = np.array(duplicate.seatings(options.num_players, num_teams=options.num_teams))
    deals = MEASUREMENT + np.arange(-(-games // len(sets)))
    numbers = np.arange(1, len(opponents) + 1)[:, None, None]
    seatings = np.where(sets == duplicate.A, 0, numbers).reshape(-1, options.num_players)
    batch = duplicate.play_batch(game, options, [agent, *(opponent.agent for opponent in opponents)], deals, seatings)
    points = batch.points.reshape(len(deals), len(opponents), len(sets), -1)
    shares = {opponent.label: _share(sets, points[:, k]) for k, opponent in enumerate(opponents)}
    return shares, int(batch.last_steps.sum())


def _share(sets: np.ndarray, points: np.ndarray) -> Estimate:
    """Estimate the share of wins of the agent in the seats that `sets` marks with A, from points (deals, sets, players)."""
    return win_share(np.array([duplicate.win_shares(sets, deal).mean() for deal in points]))
