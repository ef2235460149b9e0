"""Approximate an equilibrium of a variant with CFR+, and make an agent that plays it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dig_envs.core.arguments import whole_number
from dig_envs.core.catalogue import game_of
from dig_envs.core.game import Game
from dig_envs.exact.cfr import cfr_plus
from dig_envs.exact.enumeration import parse_variant
from dig_envs.exact.evaluation import values_of
from dig_envs.exact.policies import SequencePolicy
from dig_envs.exact.store import sequence_form
from dig_envs.exact.tables import TableAgent, table_of

ITERATIONS = 1000
TARGET = 1e-4
MOST_ITERATIONS = 1 << 30


@dataclass(frozen=True)
class Equilibrium:
    """An approximate equilibrium. For three seats or more, CFR+ has no guarantee; `nash_conv` says how close the result is.

    Attributes:
        game: the game's id.
        values: float64 (seats,), the expected reward of each seat.
        nash_conv: the sum over seats of what a best response would gain.
        iterations: the iterations of CFR+.
        seconds: the time of CFR+.
        policy: the policy with perfect recall; `exploitability` takes it.
    """

    game: str
    values: np.ndarray
    nash_conv: float
    iterations: int
    seconds: float
    policy: SequencePolicy = field(repr=False)

    def agent(self) -> TableAgent:
        """Return an agent that plays the equilibrium in environments, batches and arenas.

        An agent sees the position without the history, so it plays the mean of the equilibrium over all histories of a
        position, and can be exploited a little; `exploitability` measures by how much.
        """
        return TableAgent("equilibrium", self.policy.form, table_of(self.policy.form, self.policy.plans))


def solve(
    game: str | Game,
    *,
    variant: str,
    iterations: int = ITERATIONS,
    target: float = TARGET,
    progress: Callable[[int, float], Any] | None = None,
    **options: Any,
) -> Equilibrium:
    """Approximate an equilibrium of a variant with CFR+.

    Args:
        game: a game, or its id.
        variant: the variant of the game.
        iterations: the greatest number of iterations.
        target: the NashConv at which to stop.
        progress: called now and then with the number of iterations so far and NashConv.
        **options: further options of the game.

    Raises:
        NotEnumerableError, TooLargeError, OptionError: as for `exploitability`.

    Example:
        >>> solve("dig_dig_v0", variant="tiny").nash_conv < 1e-4
        True
    """
    game = game_of(game) if isinstance(game, str) else game
    form = sequence_form(game, parse_variant(game, variant, options))
    solution = cfr_plus(form, whole_number("iterations", iterations, 1, MOST_ITERATIONS), target, progress)
    return Equilibrium(
        game.id,
        values_of(form, solution.plans),
        solution.nash_conv,
        solution.iterations,
        solution.seconds,
        SequencePolicy("equilibrium", form, solution.plans),
    )
