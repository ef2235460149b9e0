"""Choose how often the learner of a league plays against each member, and which past selves become members.

Prioritised fictitious self-play (Vinyals et al. 2019: "Grandmaster level in StarCraft II using multi-agent reinforcement
learning"): a member is drawn in proportion to (1 - p)^k, where p is the learner's share of wins against it in duplicate games.
The learner plays most against members that it does not beat, also against past selves that it beat earlier.
"""

from collections.abc import Mapping

import numpy as np

from dig_envs.agents.search.agent import Search
from dig_envs.training.environment.opponent_pool import Pool

MIN_WEIGHT = 0.01  # of a member that always loses; a member that always wins has weight 1
AGAINST = ("predecessor", "league")


def prioritised(shares: np.ndarray, power: float) -> np.ndarray:
    """Return the weights of members, float64 (n,): (1 - share)^power, and at least `MIN_WEIGHT`.

    Args:
        shares: float (n,), the learner's share of wins against each member, 0 to 1.
        power: 0 for equal weights; the higher, the more games against the hardest members.

    >>> prioritised(np.array([0.0, 0.5, 1.0]), power=2.0).tolist()
    [1.0, 0.25, 0.01]
    """
    return np.maximum((1.0 - shares) ** power, MIN_WEIGHT)


def capped(weights: np.ndarray, slow: np.ndarray, maximum: float) -> np.ndarray:
    """Return weights with sum 1 in which all slow members together have at most the share `maximum`.

    Args:
        weights: float (n,).
        slow: bool (n,). If all members are slow, their share is not capped.
        maximum: 0 to 1.

    >>> capped(np.array([1.0, 1.0]), np.array([False, True]), maximum=0.25).tolist()
    [0.75, 0.25]
    """
    shares = weights / weights.sum()
    slow_share = shares[slow].sum()
    if slow_share <= maximum or slow.all():
        return shares
    return np.where(slow, shares * maximum / slow_share, shares * (1.0 - maximum) / (1.0 - slow_share))


def passes_gate(shares: Mapping[str, float], predecessor: str, against: str, gate: float) -> bool:
    """Return whether a new self becomes a member.

    Args:
        shares: its share of wins against each member.
        predecessor: the name of the latest past self.
        against: one of `AGAINST`: the share against the predecessor counts, or the mean over all members.
        gate: the smallest share that passes.
    """
    share = shares[predecessor] if against == AGAINST[0] else float(np.mean(list(shares.values())))
    return share >= gate


class LeaguePool(Pool):
    """The members of a league. Their win shares are measured at the end of each generation.

    Args:
        pool: the bots, searches and models.
        power: see `prioritised`.
        search_share: the largest share of games against searches, which are slow.
    """

    def __init__(self, pool: Pool, power: float, search_share: float):
        super().__init__(pool.members, pool.snapshots)
        self.power, self.search_share = power, search_share

    def record(self, opponents: np.ndarray, rewards: np.ndarray) -> None:
        """Ignore the results of training games: at tables for more than two, a win says little about a single opponent."""

    def weights(self) -> np.ndarray:
        """Return the share of games against each member, float64 (n,)."""
        shares = np.array([member.win_share for member in self.members])
        searches = np.array([isinstance(member.agent, Search) for member in self.members])
        return capped(prioritised(shares, self.power), searches, self.search_share)
