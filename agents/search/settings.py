"""Say how a search agent searches, and check what a caller asks for."""

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dig_envs.core.errors import ArgumentError, UnknownArgumentError, nearest, unexpected

METHODS = ("improve", "ismcts", "puct")
LEAVES = ("auto", "rollout", "value")
MOST_PLAYOUTS = 10_000_000
LONGEST = 3_600_000.0  # milliseconds
SEPARATOR = ":"  # of the settings in an agent's name


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How an agent searches. A game's own choice stands in `agents/<game>/__init__.py`, as `SEARCH`.

    Attributes:
        method: "improve": play as `base` does unless another action is better beyond the playouts' noise;
            "ismcts": search a tree of information sets; "puct": the same, led by what `base` would do.
        playouts: most playouts a decision. None with `time`.
        time: milliseconds a decision on one thread, about; what is played then depends on the machine.
        rollout: the agent that plays on in playouts: a name or the path of a model; `make_search` takes an `Agent` too. Bots
            play in compiled code, all others in batches.
        base: the agent whose play is improved, or leads the tree, likewise. A network leads it by its probabilities.
        depth: decisions after which a playout is judged as it stands, or by what the game offers to judge it; 0: only at the
            end of the game.
        turns: turns after which a playout is judged likewise, this one included; 0: only at the end of the game.
        leaf: "rollout": judge playouts so; "value": judge them after `depth` decisions, 0 of them too, by the value function of
            the model that is base or rollout; "auto": by value in "puct" whose base has a value function, else by rollout.
        z: of "improve": how many standard errors above zero the gain of an action must be.
        margin: what a lead of one point is worth, beside the reward.
        pool: determinizations a decision; further playouts have these with new dice. 0: every playout has its own.
        prior: of "puct": the weight of the base's own choice, or of its probabilities, in what the tree tries first, from 0
            to 1; all legal actions share the rest.
        exploration: of "ismcts" and "puct": the weight of what was tried little.
        leaves: of "ismcts" and "puct" with an agent that is no bot: how many leaves of a decision wait for it together.
    """

    method: str = "improve"
    playouts: int | None = 100
    time: float | None = None
    rollout: str = "greedy"
    base: str = "expert"
    depth: int = 0
    turns: int = 0
    leaf: str = "auto"
    z: float = 1.5
    margin: float = 0.0
    pool: int = 0
    prior: float = 0.5
    exploration: float = 1.0
    leaves: int = 8

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ArgumentError(f'there is no search method "{self.method!s:.80}"; {nearest(self.method, METHODS, "methods")}')
        if self.leaf not in LEAVES:
            raise ArgumentError(f'a search judges no leaf by "{self.leaf!s:.80}"; {nearest(self.leaf, LEAVES, "ways")}')
        if (self.playouts is None) == (self.time is None):
            raise ArgumentError("a search has one budget: playouts=100, or time=25 (milliseconds a decision)")
        if self.playouts is not None:
            _within("playouts", self.playouts, 1, MOST_PLAYOUTS)
        if self.time is not None:
            _within("time", self.time, 0.01, LONGEST)
        _within("depth", self.depth, 0, 2**31)
        _within("turns", self.turns, 0, 2**31)
        _within("z", self.z, 0.0, 100.0)
        _within("margin", self.margin, 0.0, 1e6)
        _within("pool", self.pool, 0, 4096)
        _within("prior", self.prior, 0.0, 1.0)
        _within("exploration", self.exploration, 0.0, 1e6)
        _within("leaves", self.leaves, 1, 1024)


FIELDS = {item.name: item for item in dataclasses.fields(Settings)}
HINTS = typing.get_type_hints(Settings)


def _within(name: str, value: float, least: float, most: float) -> None:
    if not (math.isfinite(value) and least <= value <= most):
        raise ArgumentError(f"{name} of a search is from {least:g} to {most:g}, not {value:g}")


def settings_of(choices: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]) -> Settings:
    """Return the settings that a game chose for the method that is asked for, or for its first, changed by what is given.

    Args:
        choices: settings by method, the game's default first.
        given: settings by name; numbers may be texts.

    Raises:
        ArgumentError: no such setting, or not a value that it takes.
    """
    for name in given:
        if name not in FIELDS:
            raise UnknownArgumentError(unexpected("a search", name, FIELDS, "arguments"))
    given = {name: _value(name, value) for name, value in given.items()}
    method = given.get("method", next(iter(choices), Settings.method))
    chosen = dict(choices.get(method, {})) if isinstance(method, str) else {}
    if given.get("time") is not None and given.get("playouts") is None:
        chosen["playouts"] = None
    if given.get("playouts") is not None and given.get("time") is None:
        chosen["time"] = None
    return Settings(**{**chosen, "method": method, **given})


def _value(name: str, value: Any) -> Any:
    """Return a value as the type that the setting has; a text is read as one."""
    kinds = [kind for kind in typing.get_args(HINTS[name]) or (HINTS[name],) if kind is not types.NoneType]
    if value is None and types.NoneType in typing.get_args(HINTS[name]):
        return None
    wanted = kinds[0]
    plain = not isinstance(value, bool) and isinstance(value, (str, int) if wanted is int else (str, int, float))
    try:
        if plain and (wanted is not str or isinstance(value, str)):
            return wanted(value)
    except ValueError:
        pass
    what = {int: "a whole number", float: "a number", str: "a text"}[wanted]
    raise ArgumentError(f"{name} of a search is {what}, not {value!r:.80}")


def in_words(text: str) -> dict[str, str]:
    """Read the settings in an agent's name, such as "search:playouts=300:z=1".

    >>> in_words("playouts=300:z=1")
    {'playouts': '300', 'z': '1'}
    """
    found = {}
    for part in text.split(SEPARATOR):
        name, equals, value = part.partition("=")
        if not (name and equals and value):
            raise ArgumentError(f'settings of a search are written as in "search:playouts=300:z=1", not "{part:.80}"')
        if name in found:
            raise ArgumentError(f'"{name}" stands twice in the settings of a search')
        found[name] = value
    return found
