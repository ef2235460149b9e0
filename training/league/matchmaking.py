"""Say whom the learner of a league meets how often, and which of its selves the league takes in.

Prioritised fictitious self-play (Vinyals et al. 2019: "Grandmaster level in StarCraft II using multi-agent reinforcement
learning"): a member against whom the learner wins the share p of duplicate games is drawn in proportion to (1 - p)^k. So it
meets most often those that it does not beat, also past selves that it has forgotten how to beat.
"""

from collections.abc import Mapping

import numpy as np

from dig_envs.agents.search.agent import Search
from dig_envs.training.environment.opponent_pool import Pool

FLOOR = 0.01  # weight of a member that is always beaten, where one that always wins has 1
AGAINST = ("predecessor", "league")


def prioritised(shares: np.ndarray, power: float) -> np.ndarray:
    """Return how often members are drawn, relative to each other, float64 (n,): (1 - share)^power, and never nothing.

    Args:
        shares: float (n,), of wins against each, 0 to 1.
        power: 0 draws all alike; the higher, the more go to those that are hardest.

    >>> prioritised(np.array([0.0, 0.5, 1.0]), power=2.0).tolist()
    [1.0, 0.25, 0.01]
    """
    return np.maximum((1.0 - shares) ** power, FLOOR)


def capped(weights: np.ndarray, slow: np.ndarray, most: float) -> np.ndarray:
    """Return weights that add up to 1, in which the slow members have no more than a share of `most` together.

    Args:
        weights: float (n,).
        slow: bool (n,). Where all are slow they can't be capped.
        most: 0 to 1.

    >>> capped(np.array([1.0, 1.0]), np.array([False, True]), most=0.25).tolist()
    [0.75, 0.25]
    """
    shares = weights / weights.sum()
    held = shares[slow].sum()
    if held <= most or slow.all():
        return shares
    return np.where(slow, shares * most / held, shares * (1.0 - most) / (1.0 - held))


def is_let_in(shares: Mapping[str, float], predecessor: str, against: str, gate: float) -> bool:
    """Tell whether a new self enters the league.

    Args:
        shares: of its wins, by member.
        predecessor: the member that was let in last.
        against: one of `AGAINST`: whether the share against its predecessor counts, or the mean over all members.
        gate: the least share.
    """
    share = shares[predecessor] if against == AGAINST[0] else float(np.mean(list(shares.values())))
    return share >= gate


class LeaguePool(Pool):
    """The members of a league. What the learner wins against each is measured, and stands for a generation.

    Args:
        members: the bots, searches and models.
        power: as of `prioritised`.
        search_share: the most games that searches, which are slow, have together.
    """

    def __init__(self, members: Pool, power: float, search_share: float):
        super().__init__(members.entries, members.snapshots)
        self.power, self.search_share = power, search_share

    def record(self, opponents: np.ndarray, rewards: np.ndarray) -> None:
        """Leave the results of the training aside: at large tables a win is no duel's."""

    def weights(self) -> np.ndarray:
        """Return the share of games that each member is drawn for."""
        shares = np.array([entry.win_share for entry in self.entries])
        searches = np.array([isinstance(entry.agent, Search) for entry in self.entries])
        return capped(prioritised(shares, self.power), searches, self.search_share)
