"""The participants of an arena or of a game that is watched: agents by name, by a model's path, or as objects."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import find_agent, split_label
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game


@dataclass(frozen=True)
class Participant:
    """An agent with the label that tables and charts use: what the caller called it."""

    label: str
    agent: Agent


def participants(game: Game, agents: Sequence[str | Agent], at_least: int = 1) -> list[Participant]:
    """Find the agents. One that is given twice takes part twice, the second time as `name#2`.

    Args:
        game: what they play.
        agents: names as `find_agent` takes them ("greedy@0.3", "me=runs/ppo/model.zip", "mybot.py:bot"), or `Agent` objects.
        at_least: how many there must be.

    Raises:
        ArgumentError: too few agents, or not agents.
        UnknownAgentError, ModelError: no such agent, or no such model.
    """
    if isinstance(agents, str | Agent) or not all(isinstance(agent, str | Agent) for agent in agents):
        raise ArgumentError(f"agents are a list of names, paths of models, or Agent objects, not {agents!r}")
    for agent in agents:
        if isinstance(agent, Agent) and not isinstance(getattr(agent, "name", None), str):
            raise ArgumentError(f"an agent's name is a text, not {getattr(agent, 'name', None)!r}")
    given = [agent.strip() if isinstance(agent, str) else agent for agent in agents]
    if len(given) < at_least or "" in given:
        listed = ", ".join(agent if isinstance(agent, str) else agent.name for agent in given) or "none"
        raise ArgumentError(f"name {at_least} agents or more, as in random,greedy; got: {listed}")
    seen: Counter[str] = Counter()
    found = []
    for agent in given:
        label = (split_label(agent)[0] or agent) if isinstance(agent, str) else _label(agent)
        seen[label] += 1
        numbered = label if seen[label] == 1 else f"{label}#{seen[label]}"
        found.append(Participant(numbered, find_agent(agent, game) if isinstance(agent, str) else agent))
    return found


def seated(game: Game, agents: Sequence[str | Agent], options: dict[str, Any]) -> list[Agent]:
    """Return the agent of each seat, from the first again where seats are left.

    Args:
        game: what they play.
        agents: as `participants` takes them.
        options: of the game; `num_players`, if it is not given, is written there: a seat for each agent.

    Raises:
        ArgumentError: too few agents, or more than seats, or options that the game does not take.
        UnknownAgentError, ModelError: no such agent, or no such model.
    """
    players = [participant.agent for participant in participants(game, agents)]
    options.setdefault("num_players", max(len(players), game.min_players))
    seats = game.parse_options(**options).num_players
    if len(players) > seats:
        raise ArgumentError(f"{len(players)} agents can't share {seats} seats")
    return list(itertools.islice(itertools.cycle(players), seats))


def _label(agent: Agent) -> str:
    noise = agent.noise if isinstance(agent, Bot) and not agent.label else 0.0
    return f"{agent.name}@{noise:g}" if noise else agent.shown_name
