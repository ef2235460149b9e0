"""Compute the potentials of shaped rewards (`training/environment/shaping.py`): the standing of each seat during a game.

A potential sees the whole state, as a critic may during training. No agent sees the potential.
"""

import numpy as np

from dig_envs.agents.search.estimates import ESTIMATE, POTENTIALS, STANDINGS, estimate_of, expected_rewards_of
from dig_envs.core.arguments import one_of
from dig_envs.core.batch import Batch
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game


def check_potential(game: Game, potential: str, shaped: bool) -> None:
    """Check that the rewards of a game can be shaped by a potential.

    Raises:
        ArgumentError: the potential is unknown, needs shaped rewards, or does not exist for this game.
    """
    one_of("potential", potential, POTENTIALS)
    if potential == STANDINGS:
        return
    if not shaped:
        raise ArgumentError(f"potential={potential} needs shaped rewards: give --shaped (shaped=True) too")
    if estimate_of(game) is None:
        raise ArgumentError(f'{game.id} has no estimate of rewards; its potential is "{STANDINGS}"')


def potentials_of(batch: Batch, potential: str) -> np.ndarray:
    """Return the potential of each seat, in units of reward.

    Args:
        batch: the tables.
        potential: "standings" for the rewards if the games ended now, or "estimate" for the expected rewards that the game's
            agents estimate (`ESTIMATE` of `agents/<game>/__init__.py`).

    Returns:
        float64 (n, num_players).
    """
    states, width = batch.states, batch.game.max_players
    if potential == ESTIMATE:
        return expected_rewards_of(batch.game, states)[:, : batch.num_players]
    points, payments = np.zeros((2, width))
    potentials = np.zeros((batch.num_players, len(states)))
    for seat, rewards in enumerate(potentials):
        batch.engine.rewards_if_ended(states, np.full(len(states), seat), points, payments, rewards)
    return potentials.T
