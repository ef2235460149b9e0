"""Call agents that are not compiled: get actions, action probabilities and values for batches of decisions.

A search calls scripted bots from compiled code, and all other agents in Python, for a batch of decisions. It uses the action
probabilities and the value function of a network.
"""

from typing import Any, Protocol, runtime_checkable

import numpy as np

from dig_envs.agents.search.estimates import STANDINGS
from dig_envs.core.agent import Agent, Bot, Decisions, actions_of, checked_agent
from dig_envs.core.agent_names import find_agent
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, ModelError
from dig_envs.core.game import Game, Options


@runtime_checkable
class NetworkAgent(Protocol):
    """An agent with action probabilities and possibly a value function; see `dig_envs.agents.learned.LearnedAgent`."""

    deterministic: bool

    @property
    def has_value(self) -> bool: ...

    @property
    def shaped(self) -> bool: ...

    def inputs_of(self, decisions: Decisions) -> np.ndarray: ...

    def probabilities(self, inputs: np.ndarray, masks: np.ndarray) -> np.ndarray: ...

    def values(self, inputs: np.ndarray) -> np.ndarray: ...


def find_policy(game: Game, given: Any) -> Agent:
    """Return the agent of a setting, which is a name, the path of a model, or an agent.

    Raises:
        ArgumentError, ModelError, UnknownAgentError: the agent does not exist, or does not play the game.
    """
    return checked_agent(game, given if isinstance(given, Agent) else find_agent(given, game))


def is_compiled_bot(agent: Agent) -> bool:
    """Return whether compiled code can call an agent."""
    return isinstance(agent, Bot) and agent.noise == 0.0


def leaf_evaluator(leaf: str, method: str, base: Agent, rollout: Agent) -> NetworkAgent | None:
    """Return the network whose value function evaluates the leaves; None for rollouts.

    Raises:
        ArgumentError: values are requested, but neither agent has a value function.
    """
    evaluator = next((agent for agent in (base, rollout) if isinstance(agent, NetworkAgent) and agent.has_value), None)
    if leaf in ("rollout", STANDINGS) or (leaf == "auto" and (method != "puct" or evaluator is not base)):
        return None
    if evaluator is None:
        raise ArgumentError(
            f'leaf="value" needs a model with a value function as base or rollout, and neither "{base.name}" nor '
            f'"{rollout.name}" has one: PPO trains one; or use leaf="rollout"'
        )
    return evaluator


def check_rewards(evaluator: NetworkAgent, options: Options) -> None:
    """Reject a value function that was trained with other rewards than the game's.

    Raises:
        ModelError: the rewards differ.
    """
    trained = getattr(getattr(evaluator, "card", None), "options", {}).get("reward", options.reward)
    if trained != options.reward:
        name = getattr(evaluator, "name", "")
        raise ModelError(f'model {name} was trained with reward="{trained}", but the game has reward="{options.reward}"')


def priors_of(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Return the priors of a tree, float32 (n, num_actions): a network's probabilities, or 1 for another agent's action."""
    if isinstance(agent, NetworkAgent):
        return agent.probabilities(agent.inputs_of(decisions), decisions.masks)
    return _one_hot(actions_of(agent, decisions), decisions.masks.shape[1])


def action_probabilities(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Return the probabilities with which an agent plays each action, float32 (n, num_actions)."""
    probabilities = priors_of(agent, decisions)
    if isinstance(agent, NetworkAgent) and agent.deterministic:
        return _one_hot(probabilities.argmax(axis=1), probabilities.shape[1])
    return probabilities


def _one_hot(actions: np.ndarray, num_actions: int) -> np.ndarray:
    return (np.arange(num_actions) == actions[:, None]).astype(np.float32)


def values_of(evaluator: NetworkAgent, decisions: Decisions, states: np.ndarray) -> np.ndarray:
    """Return a network's values of states for each seat, float64 (n, max_players).

    With two players the values of both seats add up to zero. With more players the network evaluates each seat's view.

    Args:
        evaluator: the network.
        decisions: the pending decisions of the states.
        states: determinized states.
    """
    game, players = decisions.game, decisions.players
    count, rows = int(states["table"]["num_players"][0]), np.arange(len(states))
    values = np.zeros((len(states), game.max_players))
    if count <= 2:
        values[:, :count] = -evaluator.values(evaluator.inputs_of(decisions))[:, None]
        values[rows, players] *= -1.0
        return values
    for seat in range(count):
        view = decisions_in(game, states, np.full(len(states), seat), decisions.masks, decisions.observations.shape[1], None)
        values[:, seat] = evaluator.values(evaluator.inputs_of(view))
    return values


def decisions_in(
    game: Game,
    states: np.ndarray,
    players: np.ndarray,
    masks: np.ndarray,
    facts: int,
    generator: np.random.Generator | None,
) -> Decisions:
    """Return the decisions of seats in determinized states.

    Args:
        players: the seats.
        facts: the number of floats of an observation.
        generator: the agent's generator; None for a network, which needs no generator for its values.
    """
    engine = engine_of(game)
    players = np.asarray(players, np.int64)
    observations = np.empty((len(states), facts), np.float32)
    engine.encode_seats(states, players, engine.features([], 0), facts, observations)
    return Decisions.of(game, states, players, observations, masks, generator or np.random.default_rng(0))
