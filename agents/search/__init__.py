"""Search agents: `agents.make("search", game="dig_v0")`."""

from collections.abc import Mapping
from typing import Any

from dig_envs.agents.modules import module_of
from dig_envs.agents.search.agent import Search
from dig_envs.agents.search.analysis import Analysis, analyse
from dig_envs.agents.search.policies import find_policy
from dig_envs.agents.search.settings import METHODS, Settings, in_words, settings_of
from dig_envs.core.agent import Agent
from dig_envs.core.agent_names import offered_agents
from dig_envs.core.game import Game

__all__ = ["ROLES", "Analysis", "Search", "Settings", "analyse", "make_search"]

ROLES = ("base", "rollout")


def make_search(game: Game, words: str = "", num_threads: int | None = None, **given: Any) -> Search:
    """Make the search agent of a game.

    Args:
        game: what it plays.
        words: settings as an agent's name holds them, such as "playouts=300:z=1".
        num_threads: at most so many; as many as there are cores if None.
        **given: fields of `Settings`; what is not given is as tuned for the game. `base` and `rollout` may be an `Agent` too.

    Raises:
        ArgumentError: no such setting, or not a value that it takes.
        ModelError: a model that can't be played, or that has no value function where one is asked for.
        UnknownAgentError: no such agent to play out with.
    """
    agents = {role: given[role] for role in ROLES if isinstance(given.get(role), Agent)}
    named = {**given, **{role: agent.name for role, agent in agents.items()}}
    settings = settings_of(choices(game), {**(in_words(words) if words else {}), **named})
    base, rollout = (find_policy(game, agents.get(role, getattr(settings, role))) for role in ROLES)
    return Search(game, settings, base, rollout, num_threads)


def choices(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Return the settings that were tuned for a game, by method, the default first; else those with the last of its bots."""
    last = list(offered_agents(game))[-1]
    return getattr(module_of(game), "SEARCH", {method: {"base": last, "rollout": last} for method in METHODS})
