"""The agents of an arena or of a watched game, with their labels: given by name, by the path of a model, or as objects."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import find_agent, split_label
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game


@dataclass(frozen=True)
class LabelledAgent:
    """An agent with its label in tables and charts."""

    label: str
    agent: Agent


def labelled_agents(game: Game, agents: Sequence[str | Agent], at_least: int = 1) -> list[LabelledAgent]:
    """Find the agents. If a label occurs twice, the second agent is labelled `name#2`.

    Args:
        game: the game.
        agents: `Agent` objects, or names for `find_agent` ("greedy@0.3", "me=runs/ppo/model.zip", "mybot.py:bot").
        at_least: the smallest number of agents.

    Raises:
        ArgumentError: too few agents, or an item is not an agent.
        UnknownAgentError, ModelError: there is no such agent, or no such model.
    """
    if isinstance(agents, str | Agent) or not all(isinstance(agent, str | Agent) for agent in agents):
        raise ArgumentError(f"agents are a list of names, paths of models, or Agent objects, not {agents!r}")
    for agent in agents:
        if isinstance(agent, Agent) and not isinstance(getattr(agent, "name", None), str):
            raise ArgumentError(f"an agent's name must be a string, not {getattr(agent, 'name', None)!r}")
    given = [agent.strip() if isinstance(agent, str) else agent for agent in agents]
    if len(given) < at_least or "" in given:
        listed = ", ".join(agent if isinstance(agent, str) else agent.name for agent in given) or "none"
        few = "1 agent" if at_least == 1 else f"{at_least} agents"
        raise ArgumentError(f"name at least {few}, as in random,greedy; got: {listed}")
    labels = [(split_label(agent)[0] or agent) if isinstance(agent, str) else _label(agent) for agent in given]
    resolved = [find_agent(agent, game) if isinstance(agent, str) else agent for agent in given]
    return [LabelledAgent(label, agent) for label, agent in zip(number_duplicates(labels), resolved, strict=True)]


def merged_options(options: Mapping[str, Any] | None, **more: Any) -> dict[str, Any]:
    """Return options of a game from a mapping and from arguments by name, without those that are None.

    Raises:
        ArgumentError: `options` is no mapping, or both name an option.
    """
    named = {name: value for name, value in more.items() if value is not None}
    if not isinstance(options, Mapping | None):
        raise ArgumentError(f'options are a mapping, such as {{"num_players": 3}}, not {options!r}')
    if twice := named.keys() & (options or {}).keys():
        raise ArgumentError(f"{min(twice)} is given twice: in options, and by name")
    return {**(options or {}), **named}


def number_duplicates(names: Iterable[str]) -> list[str]:
    """Number names that occur more than once.

    >>> number_duplicates(["greedy", "expert", "greedy"])
    ['greedy', 'expert', 'greedy#2']
    """
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return numbered


def agents_by_seat(game: Game, agents: Sequence[str | Agent], options: dict[str, Any]) -> list[Agent]:
    """Return the agent of each seat. The agents are repeated to fill all seats.

    Args:
        game: the game.
        agents: as in `labelled_agents`.
        options: the game's options. If `num_players` is missing, the function adds it: one seat for each agent.

    Raises:
        ArgumentError: too few agents, or more agents than seats, or options that the game does not take.
        UnknownAgentError, ModelError: there is no such agent, or no such model.
    """
    players = [labelled.agent for labelled in labelled_agents(game, agents)]
    options.setdefault("num_players", max(len(players), game.min_players))
    seats = game.parse_options(**options).num_players
    if len(players) > seats:
        raise ArgumentError(f"{len(players)} agents cannot share {seats} seats")
    return list(itertools.islice(itertools.cycle(players), seats))


def _label(agent: Agent) -> str:
    noise = agent.noise if isinstance(agent, Bot) and not agent.label else 0.0
    return f"{agent.name}@{noise:g}" if noise else agent.shown_name
