"""The network "rows": rows of an observation pass through layers that they share, and actions point at rows.

A policy that chooses among many places, cards or seats has to learn the same for each. A layer that all of them share learns
it once (Zaheer et al. 2017: "Deep sets"), and an action that names a row takes its number from that row (Vinyals et al. 2015:
"Pointer networks"). In the order of `forward`:

    context = hidden layer of the observation
    rows    = hidden layer of each row's floats and of the context, for each group with weights of its own
    context = hidden layers of the context and of the mean and the largest of each group's rows
    rows    = hidden layer of each row and of the new context
    numbers = of actions that name a row: a linear function of that row; of all others: of the context
"""

from collections.abc import Callable
from itertools import pairwise

import torch as th
from torch import nn

from agents.learned.architecture import Architecture, Group

FUNCTIONS: dict[str, Callable[[th.Tensor], th.Tensor]] = {"Tanh": th.tanh, "ReLU": th.relu}


class RowNetwork(nn.Module):
    """Builds the layers of an architecture of the kind "rows"; see the module."""

    rest: th.Tensor
    order: th.Tensor

    def __init__(self, architecture: Architecture):
        super().__init__()
        self.architecture, self.in_features = architecture, architecture.inputs
        self.activate = FUNCTIONS[architecture.activation]
        first, *more = architecture.layers
        units, groups = architecture.row_units, architecture.groups
        rest = rest_of(architecture)
        self.sees_all = len(rest) == architecture.inputs
        self.register_buffer("rest", th.tensor(rest, dtype=th.int64), persistent=False)
        self.context = nn.Linear(len(rest), first)
        self.groups: list[RowLayers] = [RowLayers(group, first, (more or [first])[-1], units) for group in groups]
        self.shared = nn.ModuleList(self.groups)
        sizes = [first + 2 * units * len(groups), *(more or [first])]
        self.mixed = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(sizes))
        named = [action for group in groups for row in group.actions for action in row]
        others = sorted(set(range(architecture.outputs)) - set(named))
        self.others = nn.Linear(sizes[-1], len(others)) if others else None
        places = {action: place for place, action in enumerate([*others, *named])}
        order = [places[action] for action in range(architecture.outputs)]
        self.register_buffer("order", th.tensor(order, dtype=th.int64), persistent=False)

    @property
    def last(self) -> list[nn.Module]:
        """The layers that give the outputs."""
        heads: list[nn.Module] = [group.head for group in self.groups if group.points]
        return [*heads, self.others] if self.others is not None else heads

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Return one number an output, float32 (n, outputs), of observations (n, inputs)."""
        activate = self.activate
        seen = observations if self.sees_all else observations.index_select(1, self.rest)
        context = activate(self.context(seen))
        rows = [group.read(observations, context, activate) for group in self.groups]
        pooled = [part for row in rows for part in (row.mean(1), row.amax(1))]
        mixed = th.cat([context, *pooled], dim=1)
        for layer in self.mixed:
            mixed = activate(layer(mixed))
        numbers = [self.others(mixed)] if self.others is not None else []
        numbers += [group.point(row, mixed, activate) for group, row in zip(self.groups, rows, strict=True) if group.points]
        return th.cat(numbers, dim=1).index_select(1, self.order)


class RowLayers(nn.Module):
    """The layers that the rows of one group share.

    Args:
        group: its rows.
        context: units of the context that the rows see first.
        mixed: units of the context that they see once all groups have been pooled.
        units: of each layer.
    """

    index: th.Tensor
    held: th.Tensor | None

    def __init__(self, group: Group, context: int, mixed: int, units: int):
        super().__init__()
        inputs = th.tensor(group.inputs, dtype=th.int64)
        self.shape = inputs.shape
        self.heads = len(group.actions[0])
        self.points = self.heads > 0
        self.register_buffer("index", inputs.clamp(min=0).flatten(), persistent=False)
        lacks_some = any(-1 in row for row in group.inputs)
        self.register_buffer("held", (inputs >= 0).float() if lacks_some else None, persistent=False)
        self.row = nn.Linear(inputs.shape[1], units)
        self.of_context = nn.Linear(context, units, bias=False)
        self.number = nn.Parameter(th.zeros(len(inputs), units)) if group.ordered else None
        if self.points:
            self.mixed = nn.Linear(units, units)
            self.of_mixed = nn.Linear(mixed, units, bias=False)
            self.head = nn.Linear(units, self.heads)

    def read(self, observations: th.Tensor, context: th.Tensor, activate: Callable[[th.Tensor], th.Tensor]) -> th.Tensor:
        """Return the rows' hidden numbers, (n, rows, units)."""
        rows = observations.index_select(1, self.index).view(-1, *self.shape)
        rows = rows if self.held is None else rows * self.held
        hidden = self.row(rows) + self.of_context(context)[:, None]
        return activate(hidden if self.number is None else hidden + self.number)

    def point(self, rows: th.Tensor, mixed: th.Tensor, activate: Callable[[th.Tensor], th.Tensor]) -> th.Tensor:
        """Return the numbers of the actions that name the rows, (n, rows x actions)."""
        hidden = activate(self.mixed(rows) + self.of_mixed(mixed)[:, None])
        return self.head(hidden).flatten(1)


def rest_of(architecture: Architecture) -> list[int]:
    """Return the floats that the context sees: all but those of groups whose rows may change places."""
    hidden = {place for group in architecture.groups if not group.ordered for row in group.inputs for place in row}
    return [place for place in range(architecture.inputs) if place not in hidden]
