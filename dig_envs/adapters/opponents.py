"""Parse the argument `opponents` of the adapters: names, agents and their shares."""

from numbers import Real
from typing import Any

from dig_envs.core.agent import Agent, Opponent, checked_agent
from dig_envs.core.agent_names import find_agent
from dig_envs.core.arguments import as_list
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game


def parse_opponents(opponents: Any, game: Game) -> list[Opponent]:
    """Return the pool of opponents for an argument.

    Args:
        opponents: an entry or a list of entries. An entry is an agent's name ("greedy@0.3" chooses 30 % of its actions at
            random), an `Agent`, an `Opponent`, or a pair (name or agent, share), as a tuple or list. The share is the relative
            frequency of the entry, 1 by default.
        game: the opponents' game.

    Raises:
        UnknownAgentError: no agent of the game has this name.
        ArgumentError: an invalid entry, an empty list, or an agent of another game.

    Example:
        >>> from dig_envs import game_of
        >>> parse_opponents([], game_of("dig_v0"))
        Traceback (most recent call last):
        dig_envs.core.errors.ArgumentError: opponents must not be an empty list
    """
    if _is_entry(opponents):
        return [_opponent(opponents, game)]
    pool = [_opponent(entry, game) for entry in as_list(opponents)]
    if not pool:
        raise ArgumentError("opponents must not be an empty list")
    return pool


def _is_entry(value: Any) -> bool:
    return isinstance(value, str | Agent | Opponent) or _is_pair(value)


def _is_pair(value: Any) -> bool:
    """Return whether the value is a pair with a number. JSON, YAML and TOML have lists but no tuples."""
    pair = isinstance(value, tuple | list) and len(value) == 2
    return pair and isinstance(value[1], Real) and not isinstance(value[1], bool)


def _opponent(entry: Any, game: Game) -> Opponent:
    if not _is_entry(entry):
        raise ArgumentError(_invalid(entry))
    if isinstance(entry, tuple | list):
        return Opponent(_agent(entry[0], game), entry[1])
    if isinstance(entry, Opponent):
        return Opponent(_agent(entry.agent, game), entry.share)
    return Opponent(_agent(entry, game))


def _agent(value: Any, game: Game) -> Agent:
    agent = find_agent(value, game) if isinstance(value, str) else value
    if not isinstance(agent, Agent):
        raise ArgumentError(_invalid(value))
    return checked_agent(game, agent)


def _invalid(value: Any) -> str:
    return f"an opponent must be a name, an Agent, an Opponent or a pair (name or agent, share), not {value!r}"
