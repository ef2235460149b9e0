"""Who takes part in an arena or a game that is watched: agents by name, by a model's path, or as objects."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dig_envs.core.agent import Agent, Bot, find_agent
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game


@dataclass(frozen=True)
class Entrant:
    """An agent under the label that tables and charts use: what the caller called it."""

    label: str
    agent: Agent


def entrants(game: Game, agents: Sequence[str | Agent], at_least: int = 1) -> list[Entrant]:
    """The agents, found. One that is given twice takes part twice, the second time as `name#2`.

    Args:
        game: what they play.
        agents: a name of `dig-envs bots`, a model's path, either with a share of random moves ("greedy@0.3"), or an `Agent`.
        at_least: how many there must be.

    Raises:
        ArgumentError: too few agents, or not agents.
        UnknownAgentError, ModelError: no such agent, or no such model.
    """
    if isinstance(agents, str | Agent) or not all(isinstance(agent, str | Agent) for agent in agents):
        raise ArgumentError(f"agents are a list of names, paths of models, or Agent objects, not {agents!r}")
    given = [agent.strip() if isinstance(agent, str) else agent for agent in agents]
    if len(given) < at_least or "" in given:
        listed = ", ".join(agent if isinstance(agent, str) else agent.name for agent in given) or "none"
        raise ArgumentError(f"name {at_least} agents or more, as in random,greedy; got: {listed}")
    seen: Counter[str] = Counter()
    found = []
    for agent in given:
        label = agent if isinstance(agent, str) else _label(agent)
        seen[label] += 1
        numbered = label if seen[label] == 1 else f"{label}#{seen[label]}"
        found.append(Entrant(numbered, find(agent, game) if isinstance(agent, str) else agent))
    return found


def find(name: str, game: Game) -> Agent:
    """The agent of a name or path; "greedy@0.3" is greedy with 30 % random moves."""
    plain, _, share = name.rpartition("@")
    if not plain or not _is_number(share):
        return find_agent(name, game)
    if not 0.0 <= float(share) <= 1.0:
        raise ArgumentError(f'"{name}": noise is a share from 0 to 1, not {share}')
    agent = find_agent(plain, game)
    if not isinstance(agent, Bot):
        raise ArgumentError(f'"{name}": only scripted bots take noise')
    return agent.with_noise(float(share))


def _label(agent: Agent) -> str:
    return f"{agent.name}@{agent.noise:g}" if isinstance(agent, Bot) and agent.noise else agent.name


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
