"""Tell how well each seat stands in a game that goes on: the potential of shaped rewards (`training/environment/shaping.py`).

It may see the whole state, as a critic of a training may: no agent is given it, and it changes no strategy's return.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from dig_envs.adapters.arguments import one_of
from dig_envs.agents.search.estimates import ESTIMATE, POTENTIALS, STANDINGS, bindings, estimate_of
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game

estimate = lambda *_: None  # noqa: E731 (bound to the game's own)


def check_potential(game: Game, potential: str, shaped: bool) -> None:
    """Check that the rewards of a game can be shaped by a potential.

    Raises:
        ArgumentError: there is no such potential, nothing is shaped, or the game has no estimate.
    """
    one_of("potential", potential, POTENTIALS)
    if potential == STANDINGS:
        return
    if not shaped:
        raise ArgumentError(f"potential={potential} is what rewards are shaped by: give --shaped (shaped=True) too")
    if estimate_of(game) is None:
        raise ArgumentError(f'{game.id} has no estimate of what a seat can expect; its potential is "{STANDINGS}"')


def potentials_of(batch: Batch, potential: str) -> np.ndarray:
    """Return how well each seat stands, in rewards.

    Args:
        batch: the tables.
        potential: "standings" for what each seat would get if the games ended as they now stand, or "estimate" for what the
            game's agents estimate that it will get (`ESTIMATE` of `agents/<game>/__init__.py`).

    Returns:
        float64 (n, num_players).
    """
    states, width = batch.states, batch.game.max_players
    if potential == ESTIMATE:
        out = np.zeros((len(states), width))
        _estimating(batch.game)(states, out)
        return out[:, : batch.num_players]
    points, payments = np.zeros((2, width))
    found = np.zeros((batch.num_players, len(states)))
    for seat, rewards in enumerate(found):
        batch.engine.rewards_if_ended(states, np.full(len(states), seat), points, payments, rewards)
    return found.T


@cache
def _estimating(game: Game) -> Callable:
    return engine_of(game).kernel(estimate_tables, **bindings(game))


@compiled
def estimate_tables(states, out):
    """Write into out[k] what each seat of the game of states[k], which goes on, can expect."""
    for k in range(len(states)):
        estimate(states[k], out[k])
