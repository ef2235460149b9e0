"""Approximate an equilibrium of a variant, and make an agent that plays the equilibrium."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dig_envs.core.arguments import number, one_of, whole_number
from dig_envs.core.catalogue import game_of
from dig_envs.core.game import Game
from dig_envs.exact.cfr import ALGORITHMS, minimise_regret
from dig_envs.exact.enumeration import parse_variant
from dig_envs.exact.evaluation import values_of
from dig_envs.exact.policies import SequencePolicy
from dig_envs.exact.store import sequence_form
from dig_envs.exact.tables import TableAgent, table_of

EQUILIBRIUM = "equilibrium"  # the name of the agent
ALGORITHM = "pcfr+"
ITERATIONS = 1000
TARGET = 1e-4
MAX_ITERATIONS = 1 << 30


@dataclass(frozen=True)
class Equilibrium:
    """An approximate equilibrium. For three seats or more there is no guarantee; `nash_conv` says how close the result is.

    Attributes:
        game: the game's id.
        values: float64 (seats,), the expected reward of each seat.
        nash_conv: the sum over seats of what a best response would gain.
        iterations: the number of iterations.
        seconds: the time of the iterations.
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
        return TableAgent(EQUILIBRIUM, self.policy.form, table_of(self.policy.form, self.policy.plans))


def solve(
    game: str | Game,
    *,
    variant: str,
    algorithm: str = ALGORITHM,
    iterations: int = ITERATIONS,
    target: float = TARGET,
    progress: Callable[[int, float], Any] | None = None,
    **options: Any,
) -> Equilibrium:
    """Approximate an equilibrium of a variant.

    Args:
        game: a game, or its id.
        variant: the variant of the game.
        algorithm: "cfr+", "dcfr" or "pcfr+" (`dig_envs/exact/cfr.py`).
        iterations: the greatest number of iterations.
        target: the NashConv at which to stop.
        progress: called now and then with the number of iterations so far and NashConv.
        **options: further options of the game.

    Raises:
        NotEnumerableError, TooLargeError, OptionError: as for `exploitability`.
        ArgumentError: there is no such algorithm, or `iterations` or `target` is invalid.

    Example:
        >>> solve("dig_dig_v0", variant="tiny").nash_conv < 1e-4
        True
    """
    game = game_of(game)
    parsed = parse_variant(game, variant, options)
    one_of("algorithm", algorithm, ALGORITHMS)
    iterations = whole_number("iterations", iterations, 1, MAX_ITERATIONS)
    target = number("target", target)
    form = sequence_form(game, parsed)
    solution = minimise_regret(form, algorithm, iterations, target, progress)
    return Equilibrium(
        game.id,
        values_of(form, solution.plans),
        solution.nash_conv,
        solution.iterations,
        solution.seconds,
        SequencePolicy(EQUILIBRIUM, form, solution.plans),
    )
