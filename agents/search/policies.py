"""Ask agents that are not compiled for what a search wants of them: actions, how likely each is, and what a state is worth.

A scripted bot is called from compiled code. Any other agent is asked in Python, for all decisions that wait for it at once. Of
a network a search takes more than its actions: its probabilities, and the value function.
"""

from typing import Any, Protocol, runtime_checkable

import numpy as np

from dig_envs.core.agent import Agent, Bot, Decisions, agent_for
from dig_envs.core.agent_names import find_agent
from dig_envs.core.batch.batch import illegal_action
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, ModelError
from dig_envs.core.game import Game, Options


@runtime_checkable
class Network(Protocol):
    """An agent that tells more than its actions, such as `dig_envs.agents.learned.LearnedAgent`, where the methods are described."""

    deterministic: bool

    @property
    def has_value(self) -> bool: ...

    @property
    def shaped(self) -> bool: ...

    def inputs_of(self, decisions: Decisions) -> np.ndarray: ...

    def probabilities(self, inputs: np.ndarray, masks: np.ndarray) -> np.ndarray: ...

    def values(self, inputs: np.ndarray) -> np.ndarray: ...


def find_policy(game: Game, given: Any) -> Agent:
    """Return the agent that a setting stands for: a name, the path of a model, or an agent.

    Raises:
        ArgumentError, ModelError, UnknownAgentError: there is none, it plays another game, or it sees something else.
    """
    return agent_for(game, given if isinstance(given, Agent) else find_agent(given, game))


def is_compiled(agent: Agent) -> bool:
    """Tell whether compiled code can ask an agent."""
    return isinstance(agent, Bot) and agent.noise == 0.0


def judge_of(leaf: str, method: str, base: Agent, rollout: Agent) -> Network | None:
    """Return the network whose value function judges the leaves; None if they are played out.

    Raises:
        ArgumentError: values are asked for, and nobody has them.
    """
    found = next((agent for agent in (base, rollout) if isinstance(agent, Network) and agent.has_value), None)
    if leaf == "rollout" or (leaf == "auto" and (method != "puct" or found is not base)):
        return None
    if found is None:
        raise ArgumentError(
            f'leaf="value" takes a model with a value function as base or rollout, and neither "{base.name}" nor '
            f'"{rollout.name}" has one: PPO trains one, and model files of format 2 keep it; leaf="rollout" needs none'
        )
    return found


def check_rewards(judge: Network, options: Options) -> None:
    """Refuse values that were learnt from other rewards than those that the game pays.

    Raises:
        ModelError: they were.
    """
    trained = getattr(getattr(judge, "card", None), "options", {}).get("reward", options.reward)
    if trained != options.reward:
        name = getattr(judge, "name", "")
        raise ModelError(f'model {name} values reward="{trained}", and the game pays reward="{options.reward}"')


def actions_of(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Return an agent's actions, int64 (n,).

    Raises:
        IllegalActionError: one of them is not legal.
    """
    actions = np.asarray(agent.act(decisions))
    for row, action in enumerate(actions.tolist()):
        legal = type(action) is int and 0 <= action < decisions.masks.shape[1] and decisions.masks[row, action] == 1
        if not legal:
            fault = illegal_action(decisions.game, action, decisions.masks[row])
            raise IllegalActionError(f"agent {agent.name} in a search: {fault}")
    return actions.astype(np.int64)


def priors_of(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Return what leads a tree, float32 (n, num_actions): a network's probabilities, or 1 for an agent's own action."""
    if isinstance(agent, Network):
        return agent.probabilities(agent.inputs_of(decisions), decisions.masks)
    return _certain(actions_of(agent, decisions), decisions.masks.shape[1])


def chances_of(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Return how likely an agent is to play each action, float32 (n, num_actions)."""
    chances = priors_of(agent, decisions)
    if isinstance(agent, Network) and agent.deterministic:
        return _certain(chances.argmax(axis=1), chances.shape[1])
    return chances


def _certain(actions: np.ndarray, num_actions: int) -> np.ndarray:
    return (np.arange(num_actions) == actions[:, None]).astype(np.float32)


def values_of(judge: Network, decisions: Decisions, states: np.ndarray) -> np.ndarray:
    """Return what states are worth to each seat, float64 (n, max_players), as a value function sees it.

    The rewards of two players add up to zero, so that the deciding seat's value tells the other's. With more players each seat
    is asked for its own.

    Args:
        judge: whose value function.
        decisions: those that wait in the states.
        states: imagined ones.
    """
    game, players = decisions.game, decisions.players
    count, rows = int(states["table"]["num_players"][0]), np.arange(len(states))
    values = np.zeros((len(states), game.max_players))
    if count <= 2:
        values[:, :count] = -judge.values(judge.inputs_of(decisions))[:, None]
        values[rows, players] *= -1.0
        return values
    for seat in range(count):
        view = decisions_in(game, states, np.full(len(states), seat), decisions.masks, decisions.observations.shape[1], None)
        values[:, seat] = judge.values(judge.inputs_of(view))
    return values


def decisions_in(
    game: Game,
    states: np.ndarray,
    players: np.ndarray,
    masks: np.ndarray,
    facts: int,
    generator: np.random.Generator | None,
) -> Decisions:
    """Return the decisions of seats in imagined states, with observations of so many floats.

    Args:
        generator: what an agent draws from; None for a network that is asked for numbers only.
    """
    engine = engine_of(game)
    players = np.asarray(players, np.int64)
    observations = np.empty((len(states), facts), np.float32)
    engine.encode_seats(states, players, engine.features([], 0), facts, observations)
    return Decisions.of(game, states, players, observations, masks, generator or np.random.default_rng(0))


def some_of(decisions: Decisions, rows: Any, generator: np.random.Generator) -> Decisions:
    """Return some of the decisions."""
    return Decisions(
        decisions.game,
        decisions.tables[rows],
        decisions.seats[rows],
        np.asarray(decisions.players[rows], np.int64),
        decisions.observations[rows],
        np.ascontiguousarray(decisions.masks[rows], np.int8),
        generator,
    )
