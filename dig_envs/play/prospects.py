"""Express expected rewards in the units of players: the chance to win, or points."""

from typing import Any, NamedTuple

from dig_envs.core.game import Options
from dig_envs.utils.numbers import rounded

CHANCE, POINTS, REWARD = "chance", "points", "reward"  # the units; a chance is a share from 0 to 1


class Scale(NamedTuple):
    """Converts rewards to a unit.

    Attributes:
        unit: the unit.
        zero: the reward that is 0 in the unit.
        factor: the number of units for each reward.
    """

    unit: str
    zero: float
    factor: float

    def value(self, reward: float | None) -> Any:
        """Return an expected reward in the unit, rounded for a message; None for None."""
        return None if reward is None else rounded((reward - self.zero) * self.factor)

    def difference(self, gain: float) -> Any:
        """Return a difference of expected rewards in the unit, rounded for a message."""
        return rounded(gain * self.factor)


def scale_of(options: Options) -> Scale:
    """Return the scale of a game's rewards. Winners that share a win count as shares of a win."""
    if options.points_per_reward:
        return Scale(POINTS, 0.0, options.points_per_reward)
    if options.reward == "win":
        return Scale(CHANCE, options.forfeit_reward, (options.num_teams - 1) / options.num_teams)
    return Scale(REWARD, 0.0, 1.0)
