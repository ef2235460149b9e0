"""Define and check the settings of search agents."""

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dig_envs.core.errors import ArgumentError, UnknownArgumentError, nearest, unexpected

METHODS = ("improve", "ismcts", "puct")
LEAVES = ("auto", "rollout", "standings", "value")
MAX_PLAYOUTS = 10_000_000
MAX_TIME = 3_600_000.0  # milliseconds
SEPARATOR = ":"  # between the settings in an agent's name


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a search agent. `SEARCH` in `agents/<game>/__init__.py` has the tuned settings of a game.

    Attributes:
        method: "improve": play the base agent's action unless another action is better by more than the noise of the playouts;
            "ismcts": search a tree of information sets; "puct": the same with the base agent's probabilities as priors.
        playouts: the maximum number of playouts per decision. None if `time` is given.
        time: approximate milliseconds per decision on one thread. Results then depend on the machine.
        rollout: the agent that plays in playouts: a name, the path of a model, or in `make_search` an `Agent`. Scripted bots
            play in compiled code, other agents in batches.
        base: the agent that is improved, or that gives a tree its priors, in the same forms as `rollout`.
        depth: the number of decisions in a playout, after which the state is evaluated by `ESTIMATE` of the game or by
            standings; 0 to play to the end of the game.
        turns: the number of turns in a playout, including the present turn; otherwise like `depth`.
        leaf: "rollout": evaluate playouts as above; "standings": the same without `ESTIMATE`; "value": evaluate them after
            `depth` decisions, possibly 0, by the value function of base or rollout; "auto": "value" for "puct" if the base has
            a value function, else "rollout".
        z: for "improve": the number of standard errors that the gain of an action must exceed.
        margin: the value of a lead of one point, which is added to the reward.
        pool: the number of determinizations per decision; further playouts reuse them with other random numbers. 0 for a
            determinization per playout.
        prior: for "puct": the weight of the base agent's probabilities in the prior, from 0 to 1; the rest is uniform.
        exploration: for "ismcts" and "puct": the weight of exploration.
        leaves: for "ismcts" and "puct" with agents that are not compiled: the number of leaves per decision and batch.
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
            raise ArgumentError(f'unknown search method "{self.method!s:.80}"; {nearest(self.method, METHODS, "methods")}')
        if self.leaf not in LEAVES:
            raise ArgumentError(f'unknown leaf evaluation "{self.leaf!s:.80}"; {nearest(self.leaf, LEAVES, "values")}')
        if (self.playouts is None) == (self.time is None):
            raise ArgumentError("give a search one budget: playouts=100, or time=25 (milliseconds per decision)")
        if self.playouts is not None:
            _check_range("playouts", self.playouts, 1, MAX_PLAYOUTS)
        if self.time is not None:
            _check_range("time", self.time, 0.01, MAX_TIME)
        _check_range("depth", self.depth, 0, 2**31)
        _check_range("turns", self.turns, 0, 2**31)
        _check_range("z", self.z, 0.0, 100.0)
        _check_range("margin", self.margin, 0.0, 1e6)
        _check_range("pool", self.pool, 0, 4096)
        _check_range("prior", self.prior, 0.0, 1.0)
        _check_range("exploration", self.exploration, 0.0, 1e6)
        _check_range("leaves", self.leaves, 1, 1024)

    @property
    def uses_estimate(self) -> bool:
        """Whether the game's estimate, if it has one, evaluates playouts that stop early."""
        return self.leaf != "standings"


FIELDS = {item.name: item for item in dataclasses.fields(Settings)}
HINTS = typing.get_type_hints(Settings)


def _check_range(name: str, value: float, minimum: float, maximum: float) -> None:
    if not (math.isfinite(value) and minimum <= value <= maximum):
        raise ArgumentError(f"{name} of a search must be from {minimum:g} to {maximum:g}, not {value:g}")


def settings_of(choices: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]) -> Settings:
    """Return the tuned settings of a method with given changes.

    Args:
        choices: tuned settings by method, the default method first.
        given: settings by name, possibly with a method; numbers may be strings.

    Raises:
        ArgumentError: a setting is unknown or has an invalid value.
    """
    for name in given:
        if name not in FIELDS:
            raise UnknownArgumentError(unexpected("a search", name, FIELDS, "arguments"))
    given = {name: _converted(name, value) for name, value in given.items()}
    method = given.get("method", next(iter(choices), Settings.method))
    chosen = dict(choices.get(method, {}))
    if given.get("time") is not None and given.get("playouts") is None:
        chosen["playouts"] = None
    if given.get("playouts") is not None and given.get("time") is None:
        chosen["time"] = None
    return Settings(**{**chosen, "method": method, **given})


def _converted(name: str, value: Any) -> Any:
    """Convert a value, possibly a string, to the type of a setting."""
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
    kind = {int: "an integer", float: "a number", str: "a string"}[wanted]
    raise ArgumentError(f"{name} of a search must be {kind}, not {value!r:.80}")


def parse_settings(text: str) -> dict[str, str]:
    """Parse the settings in an agent's name, such as "playouts=300:z=1" of "search:playouts=300:z=1".

    >>> parse_settings("playouts=300:z=1")
    {'playouts': '300', 'z': '1'}
    """
    settings = {}
    for part in text.split(SEPARATOR):
        name, equals, value = part.partition("=")
        if not (name and equals and value):
            raise ArgumentError(f'invalid settings of a search: "{part:.80}"; write them as in "search:playouts=300:z=1"')
        if name in settings:
            raise ArgumentError(f'the settings of a search contain "{name}" twice')
        settings[name] = value
    return settings
