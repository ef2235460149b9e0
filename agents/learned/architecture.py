"""Describe a network as plain data: its inputs, outputs and layers.

`agents/learned/networks.py` builds a network from its description alone, so a model file stores the description as JSON with
the weights. `agents/learned/entity_groups.py` derives descriptions from a game's layout and actions.
"""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from dig_envs.core.errors import ArgumentError

NETWORKS = ("mlp", "rows")
ACTIVATION_NAMES = ("Tanh", "ReLU")
MAX_SIZE = 1 << 20  # of any number in a description: far above every network that fits into memory
ROW_UNITS = 16  # units of the layers that rows share


@dataclass(frozen=True)
class Group:
    """Describes entities of one sort, such as places, cards or seats, by one row of the observation each.

    Attributes:
        name: the sort of entity.
        inputs: by row, the indices of its floats in the observation; -1 where a row lacks a float. All rows have equal length.
        actions: by row, the actions that name it; -1 where a row lacks an action. All rows have equal length.
        ordered: True if a row's number has a meaning, such as a distance; False if the network ignores the order of rows.
    """

    name: str
    inputs: tuple[tuple[int, ...], ...]
    actions: tuple[tuple[int, ...], ...]
    ordered: bool = True


@dataclass(frozen=True)
class Architecture:
    """Describes a network from observations, float32 (n, inputs), to numbers, float32 (n, outputs).

    Attributes:
        network: "mlp" for hidden layers alone; "rows" for additional layers that the rows of each group share.
        inputs: the number of floats in an observation with its features.
        outputs: the number of actions; 1 for a value function.
        layers: sizes of the hidden layers; may be empty only for an mlp without a shortcut.
        activation: the function between layers, "Tanh" or "ReLU".
        shortcut: for an mlp: whether the last layer also receives the observation.
        row_units: for "rows": units of the shared layers.
        groups: for "rows": the groups.
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
            raise ArgumentError(f"invalid description of a network: {fault}")

    def value_function(self) -> "Architecture":
        """Describe the same network with one output, for a value function."""
        groups = tuple(replace(group, actions=((),) * len(group.inputs)) for group in self.groups)
        return replace(self, outputs=1, shortcut=False, groups=groups)

    def as_json(self) -> str:
        """Return the description as JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Architecture":
        """Read a description that `as_json` wrote.

        Raises:
            ValueError: the text is not a valid description.
        """
        try:
            values = json.loads(text)
            groups = tuple(
                Group(**{**group, "inputs": _rows(group["inputs"]), "actions": _rows(group["actions"])})
                for group in values["groups"]
            )
            return cls(**{**values, "layers": tuple(values["layers"]), "groups": groups})
        except (KeyError, TypeError, ArgumentError, RecursionError) as error:
            raise ValueError(f"invalid description of a network: {error}") from error


def _rows(listed: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, listed))


def _fault(given: Architecture) -> str:
    """Return the first fault of a description as text, or an empty text."""
    if given.network not in NETWORKS or given.activation not in ACTIVATION_NAMES:
        return f"network {given.network!r} with {given.activation!r}; expected {' or '.join(NETWORKS)} with Tanh or ReLU"
    sizes = (given.inputs, given.outputs, given.row_units, *given.layers)
    if not all(type(size) is int and 1 <= size <= MAX_SIZE for size in sizes):
        return f"sizes {sizes!r} are not all integers from 1 to {MAX_SIZE}"
    if type(given.shortcut) is not bool or (given.network == "rows" and given.shortcut):
        return "only an mlp has a shortcut"
    if not given.layers and (given.network == "rows" or given.shortcut):
        return "rows or a shortcut need hidden layers"
    if bool(given.groups) != (given.network == "rows"):
        return "rows need groups, and an mlp has no groups"
    named = [action for group in given.groups for row in group.actions for action in row if action != -1]
    if len(named) != len(set(named)):
        return "two rows name the same action"
    faults = (_group_fault(group, given.inputs, given.outputs) for group in given.groups)
    return next(filter(None, faults), "")


def _group_fault(group: Group, inputs: int, outputs: int) -> str:
    if type(group.name) is not str or type(group.ordered) is not bool:
        return f"a group has an invalid name or order: {group.name!r}"
    if not group.inputs or len(group.actions) != len(group.inputs) or not group.inputs[0]:
        return f"the group {group.name!r} has no rows, or inputs and actions for different numbers of rows"
    for table, end in ((group.inputs, inputs), (group.actions, outputs)):
        if any(len(row) != len(table[0]) for row in table):
            return f"the rows of the group {group.name!r} differ in length"
        if not all(type(number) is int and -1 <= number < end for row in table for number in row):
            return f"the group {group.name!r} has indices outside -1 to {end - 1}"
    return ""
