"""Search agents: `agents.make("search", game="dig_v0")`."""

from collections.abc import Mapping
from typing import Any

from agents.modules import module_of
from agents.search.agent import Search
from agents.search.analysis import Analysis, analyse
from agents.search.settings import METHODS, Settings, in_words, settings_of
from dig_envs.core.agent import Bot, find_agent, offered_agents
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game

__all__ = ["Analysis", "Search", "Settings", "analyse", "make_search"]


def make_search(game: Game, words: str = "", num_threads: int | None = None, **given: Any) -> Search:
    """Make the search agent of a game.

    Args:
        game: what it plays.
        words: settings as an agent's name holds them, such as "playouts=300:z=1".
        num_threads: at most so many; as many as there are cores if None.
        **given: fields of `Settings`; what is not given is as tuned for the game.

    Raises:
        ArgumentError: no such setting, or not a value that it takes.
        UnknownAgentError: no such agent to play out with.
    """
    settings = settings_of(choices(game), {**(in_words(words) if words else {}), **given})
    base, rollout = (_policy(game, name) for name in (settings.base, settings.rollout))
    return Search(game, settings, base, rollout, num_threads)


def choices(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Return the settings that were tuned for a game, by method, the default first; else those with the last of its bots."""
    last = list(offered_agents(game))[-1]
    return getattr(module_of(game), "SEARCH", {method: {"base": last, "rollout": last} for method in METHODS})


def _policy(game: Game, name: str) -> Bot:
    agent = find_agent(name, game)
    if not isinstance(agent, Bot):
        raise ArgumentError(f'a search plays out with a scripted bot of {game.id}, not with "{name}"')
    return agent
