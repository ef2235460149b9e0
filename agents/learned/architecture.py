"""Describe a network as plain data: what it takes, what it gives, and its layers between.

A description is all that is needed to build the network anew (`agents/learned/networks.py`), so a model file holds one as JSON
beside the weights. `agents/learned/entity_groups.py` derives it from a game's layout and actions.
"""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from dig_envs.core.errors import ArgumentError

NETWORKS = ("mlp", "rows")
ACTIVATION_NAMES = ("Tanh", "ReLU")
MOST = 1 << 20  # of any number in a description: far above every network that fits into memory
ROW_UNITS = 16  # of the layers that rows share


@dataclass(frozen=True)
class Group:
    """Rows of an observation that describe as many things of one sort, such as places, cards or seats.

    Attributes:
        name: of one of the things.
        inputs: by row the indices of its floats in the observation, as many in each row; -1 where a row lacks one.
        actions: by row the actions that name it, as many in each row; -1 where a row lacks one.
        ordered: whether a row's number tells something (so many steps from me), or the rows may change places.
    """

    name: str
    inputs: tuple[tuple[int, ...], ...]
    actions: tuple[tuple[int, ...], ...]
    ordered: bool = True


@dataclass(frozen=True)
class Architecture:
    """Describes a network from observations, float32 (n, inputs), to numbers, float32 (n, outputs).

    Attributes:
        network: "mlp" for hidden layers alone, "rows" for layers that the rows of each group share as well.
        inputs: floats of an observation with its features.
        outputs: one number an action; 1 for a value function.
        layers: sizes of the hidden layers; at least one but for an mlp without a shortcut.
        activation: between layers, "Tanh" or "ReLU".
        shortcut: of an mlp: whether the last layer sees the observation too.
        row_units: of rows: units of the layers that they share.
        groups: of rows.
    """

    network: str
    inputs: int
    outputs: int
    layers: tuple[int, ...]
    activation: str = "ReLU"
    shortcut: bool = False
    row_units: int = ROW_UNITS
    groups: tuple[Group, ...] = ()

    def __post_init__(self) -> None:
        if fault := _fault(self):
            raise ArgumentError(f"no network is described so: {fault}")

    def value_function(self) -> "Architecture":
        """Return the same network with one output: what an observation is worth."""
        groups = tuple(replace(group, actions=((),) * len(group.inputs)) for group in self.groups)
        return replace(self, outputs=1, shortcut=False, groups=groups)

    def as_json(self) -> str:
        """Return the description as JSON; `from_json` reads it."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Architecture":
        """Read a description back.

        Raises:
            ValueError: the text is none.
        """
        try:
            found = json.loads(text)
            groups = tuple(
                Group(**{**group, "inputs": _rows(group["inputs"]), "actions": _rows(group["actions"])})
                for group in found["groups"]
            )
            return cls(**{**found, "layers": tuple(found["layers"]), "groups": groups})
        except (KeyError, TypeError, ArgumentError, RecursionError) as error:
            raise ValueError(f"it does not describe its network: {error}") from error


def _rows(listed: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, listed))


def _fault(given: Architecture) -> str:
    """Return what is wrong with a description, in words; an empty text if nothing is."""
    if given.network not in NETWORKS or given.activation not in ACTIVATION_NAMES:
        return f"network {given.network!r} of {given.activation!r}, not {' or '.join(NETWORKS)} of Tanh or ReLU"
    sizes = (given.inputs, given.outputs, given.row_units, *given.layers)
    if not all(type(size) is int and 1 <= size <= MOST for size in sizes):
        return f"sizes {sizes!r}, not whole numbers from 1"
    if type(given.shortcut) is not bool or (given.network == "rows" and given.shortcut):
        return "a shortcut is of an mlp"
    if not given.layers and (given.network == "rows" or given.shortcut):
        return "rows, or a shortcut, without hidden layers"
    if bool(given.groups) != (given.network == "rows"):
        return "rows have groups, an mlp has none"
    named = [action for group in given.groups for row in group.actions for action in row if action != -1]
    if len(named) != len(set(named)):
        return "two rows have the same action"
    faults = (_group_fault(group, given.inputs, given.outputs) for group in given.groups)
    return next(filter(None, faults), "")


def _group_fault(group: Group, inputs: int, outputs: int) -> str:
    if type(group.name) is not str or type(group.ordered) is not bool:
        return f"a group {group.name!r}"
    if not group.inputs or len(group.actions) != len(group.inputs) or not group.inputs[0]:
        return f"the group {group.name!r} has no rows, or actions of other rows"
    for table, end in ((group.inputs, inputs), (group.actions, outputs)):
        if any(len(row) != len(table[0]) for row in table):
            return f"the rows of the group {group.name!r} differ in length"
        if not all(type(number) is int and -1 <= number < end for row in table for number in row):
            return f"the group {group.name!r} has numbers that are not from -1 to {end - 1}"
    return ""
