"""Make search agents: `agents.make("search", game="dig_v0")`."""

from collections.abc import Mapping
from typing import Any

from dig_envs.agents.modules import module_of
from dig_envs.agents.search.agent import Search
from dig_envs.agents.search.analysis import Analysis, analyse
from dig_envs.agents.search.policies import find_policy
from dig_envs.agents.search.settings import METHODS, Settings, parse_settings, settings_of
from dig_envs.core.agent import Agent
from dig_envs.core.agent_names import default_agents
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game

__all__ = ["ROLES", "Analysis", "Search", "Settings", "analyse", "find_search", "make_search", "pricing_search"]

ROLES = ("base", "rollout")


def make_search(game: Game, words: str = "", num_threads: int | None = None, **given: Any) -> Search:
    """Make the search agent of a game.

    Args:
        game: the game.
        words: settings in the form of an agent's name, such as "playouts=300:z=1".
        num_threads: the maximum number of threads; None for the number of cores.
        **given: fields of `Settings`, by default as tuned for the game. `base` and `rollout` may be an `Agent` too.

    Raises:
        ArgumentError: a setting is unknown or has an invalid value, or it needs a value function that neither agent has.
        ModelError: a model is damaged, or does not play the game.
        UnknownAgentError: the base or rollout agent is unknown.
    """
    agents = {role: given[role] for role in ROLES if isinstance(given.get(role), Agent)}
    named = {**given, **{role: agent.name for role, agent in agents.items()}}
    settings = settings_of(tuned_settings(game), {**(parse_settings(words) if words else {}), **named})
    base, rollout = (find_policy(game, agents.get(role, getattr(settings, role))) for role in ROLES)
    return Search(game, settings, base, rollout, num_threads)


def pricing_search(game: Game, **given: Any) -> Search:
    """Make the search whose playouts price the actions of a decision, in reviews and in the study of regret.

    It differs from the agent `search` by `PRICES` of `agents/<game>/__init__.py`, and counts no margin.

    Args:
        game: the game.
        **given: further settings, as for `make_search`.
    """
    return make_search(game, method="improve", margin=0.0, **getattr(module_of(game), "PRICES", {}), **given)


def find_search(name: str, game: Game, **settings: Any) -> Search:
    """Make the search agent of a name, such as "search:z=2".

    Args:
        name: the name.
        game: the game.
        **settings: as for `make_search`.

    Raises:
        ArgumentError: the name is that of another agent, or as `make_search`.
    """
    from dig_envs import agents

    if not isinstance(agents.make(name, game=game), Search):
        raise ArgumentError(f'a search is named as in "search" or "search:playouts=1000", not "{name}"')
    search = agents.make(name, game=game, **settings)
    assert isinstance(search, Search)
    return search


def tuned_settings(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Return the tuned settings of a game by method, the default method first. Other games use their strongest bot."""
    strongest = default_agents(game)[-1]
    return getattr(module_of(game), "SEARCH", {method: {"base": strongest, "rollout": strongest} for method in METHODS})
