"""Measure an agent's strength against fixed opponents with few games, all of them played at once."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import MEASUREMENT
from dig_envs.training.arena.players import Participant
from dig_envs.training.arena.ratings import Estimate, mean_by_deal, win_share

ALONE = "alone"
PAR = 0.5  # in duplicate games an equal wins half, however many play


def par_of(options: Options) -> float | None:
    """Return the win share of an equal player in measurements; None where one plays alone, for scores are measured then."""
    return None if options.num_players == 1 else PAR


@dataclass(frozen=True)
class Measurement:
    """How a learner did at some point of its training.

    Attributes:
        steps: decisions that it had learned from.
        games: played against each opponent.
        shares: by opponent, the share of wins with its 95 % interval; where one plays alone, under "alone" the mean score.
    """

    steps: int
    games: int
    shares: dict[str, Estimate]

    @property
    def strength(self) -> float:
        """The mean over the opponents."""
        return float(np.mean([share.value for share in self.shares.values()]))

    def __str__(self) -> str:
        """Say what it won in a few words.

        >>> str(Measurement(1_000, 100, {"greedy": Estimate(0.5, 0.4, 0.6), "expert": Estimate(0.1, 0.05, 0.2)}))
        'greedy 50%, expert 10%'
        """
        return ", ".join(
            f"{name} {share.value:,.1f}" if name == ALONE else f"{name} {share.value:.0%}"
            for name, share in self.shares.items()
        )

    def is_like(self, other: "Measurement") -> bool:
        """Tell whether the other was made in the same way, so that the two can be compared."""
        return self.games == other.games and self.shares.keys() == other.shares.keys()

    def as_dict(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return asdict(self)


def measurement_from(found: Any) -> Measurement:
    """Return the measurement that `as_dict` has written.

    Raises:
        LookupError, TypeError, ValueError: it is none.
    """
    shares = {
        str(name): Estimate(*(float(share[part]) for part in ("value", "low", "high")))
        for name, share in found["shares"].items()
    }
    if not shares:
        raise ValueError("a measurement has no opponents")
    return Measurement(whole_number("steps", found["steps"]), whole_number("games", found["games"], least=1), shares)


def measure(
    game: Game, options: Options, agent: Agent, opponents: Sequence[Participant], games: int
) -> tuple[dict[str, Estimate], int]:
    """Let an agent play duplicate games against each opponent; where one plays alone, games by itself.

    Args:
        game, options: what is played.
        agent: who is measured.
        opponents: whom it meets; not asked where one plays alone.
        games: against each, rounded up to whole duplicate sets. Always the same deals.

    Returns:
        By opponent the agent's share of wins, or under `ALONE` its mean score; and how many decisions all seats made for that.
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
    shares = {opponent.label: _share(sets, points[:, place]) for place, opponent in enumerate(opponents)}
    return shares, int(batch.last_steps.sum())


def _share(sets: np.ndarray, points: np.ndarray) -> Estimate:
    """Estimate the share of wins of the agent that sits where `sets` says A, from points (deals, sets, players)."""
    return win_share(np.array([duplicate.win_shares(sets, deal).mean() for deal in points]))
