"""Declare settings as fields of a frozen dataclass, check their types and limits, and convert them to and from JSON.

The fields also define the arguments of the command line and the documentation.
"""

import dataclasses
import os
import textwrap
import types
import typing
from typing import Any, TypeVar

import numpy as np

from dig_envs.core.arguments import number, whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game

Config = TypeVar("Config")
CHECKS: dict[type, Any] = {int: whole_number, float: number}
PLURALS = {int: "whole numbers", float: "numbers", str: "names"}
NAMES = {str: "a string", bool: "True or False", dict: "a dict", Game: "a Game", FeatureSet: "a FeatureSet"}
MAX_ITEMS = 1_000  # of a tuple
FLAGS = {"keep": "--saved"}  # of settings whose argument has another name than the setting


def setting(default: Any, meaning: str, bare: Any = None, **limits: float) -> Any:
    """Declare a field of a settings dataclass.

    Args:
        default: the default value.
        meaning: the text for the help.
        bare: the value of the argument without a value on the command line; None if the argument needs a value.
        **limits: limits of numbers: `minimum` and `maximum`; for floats also `above` and `below`, which are excluded.
    """
    return dataclasses.field(default=default, metadata={"meaning": meaning, "limits": limits, "bare": bare})


def flag_of(name: str) -> str:
    """Return the argument of the command line that sets a field of a settings dataclass.

    >>> flag_of("num_envs"), flag_of("keep")
    ('--num-envs', '--saved')
    """
    return FLAGS.get(name) or "--" + name.replace("_", "-")


def checked(config: Config) -> Config:
    """Check the types and limits of settings, and return them with values of Python's own types.

    Raises:
        ArgumentError: a setting has a wrong type or lies outside its limits.
    """
    plain = {}
    for name, hint in typing.get_type_hints(type(config)).items():
        limits = config.__dataclass_fields__[name].metadata.get("limits", {})  # type: ignore[attr-defined]
        plain[name] = _checked(name, hint, getattr(config, name), limits)
    return dataclasses.replace(config, **plain)  # type: ignore[type-var]


def _checked(name: str, hint: Any, value: Any, limits: dict[str, float]) -> Any:
    """Return the value of a field with the type hint `hint` as a value of Python's own type."""
    kind = (typing.get_args(hint) or (hint,))[0]
    if typing.get_origin(hint) is tuple:
        if not isinstance(value, tuple | list) or len(value) > MAX_ITEMS:
            raise ArgumentError(f"{name} must be a tuple of at most {MAX_ITEMS} {PLURALS[kind]}, not {_short(value)}")
        return tuple(_checked(f"each of {name}", kind, item, limits) for item in value)
    if kind in CHECKS:
        return CHECKS[kind](name, value, **limits)
    if hint is str and isinstance(value, os.PathLike):
        return os.fspath(value)
    if hint is bool and isinstance(value, np.bool_):
        return bool(value)
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (typing.get_origin(hint) or hint,)
    if not isinstance(value, kinds):
        raise ArgumentError(f"{name} must be {' or '.join(NAMES[each] for each in kinds)}, not {_short(value)}")
    return value


def _short(value: Any) -> str:
    return textwrap.shorten(repr(value), 80)


def as_json(config: Any) -> dict[str, Any]:
    """Return the fields of a settings dataclass as plain data; a game becomes its id, and a feature set its name."""
    return {item.name: _plain(getattr(config, item.name)) for item in dataclasses.fields(config)}


def _plain(value: Any) -> Any:
    if isinstance(value, Game):
        return value.id
    return value.name if isinstance(value, FeatureSet) else value


def from_json(config: type[Config], values: dict[str, Any]) -> Config:
    """Return the settings dataclass from the plain data of `as_json`.

    Raises:
        ValueError: the data has other fields.
    """
    hints = typing.get_type_hints(config)
    if not isinstance(values, dict):
        raise ValueError(f"settings are a dict, not {_short(values)}")
    if values.keys() != hints.keys():
        raise ValueError(
            f"it comes from another version with other settings: {', '.join(sorted(values.keys() ^ hints.keys()))}"
        )
    return config(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
