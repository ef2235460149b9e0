"""The network "rows": rows of an observation pass through layers that they share, and actions point at rows.

A policy that chooses among many places, cards or seats has to learn the same for each. A layer that all of them share learns
it once (Zaheer et al. 2017: "Deep sets"), and an action that names a row is judged by that row (Vinyals et al. 2015: "Pointer
networks"). In the order of `forward`:

    context = hidden layer of the observation
    rows    = for each group, hidden layer of each row's floats, with weights that its rows share
    mixed   = hidden layers of the context and of all rows, which are pooled where their order tells nothing
    numbers = of actions that name a row: a linear function of that row times a gate that `mixed` sets,
              and of all actions but those that name rows without an order: a linear function of `mixed`

Rows whose number tells something (so many steps from me) have biases of their own for it, and `mixed` sees them side by side.
Rows without an order see the context, `mixed` sees their mean and their largest numbers, and nothing else sees their floats: if
they change places, the numbers of their actions do, and nothing else does.
"""

from collections.abc import Callable
from itertools import pairwise

import torch as th
from torch import nn

from dig_envs.agents.learned.architecture import Architecture, Group

IN_PLACE: dict[str, Callable[[th.Tensor], th.Tensor]] = {"Tanh": th.tanh_, "ReLU": th.relu_}


class RowNetwork(nn.Module):
    """Builds the layers of an architecture of the kind "rows"; see the module."""

    rest: th.Tensor
    own: th.Tensor
    pointed: th.Tensor

    def __init__(self, architecture: Architecture):
        super().__init__()
        self.architecture, self.in_features = architecture, architecture.inputs
        self.activate = IN_PLACE[architecture.activation]
        first, *more = architecture.layers
        rest, (own, pointed) = rest_of(architecture), sources_of(architecture)
        self.sees_all = len(rest) == architecture.inputs
        for name, numbers in (("rest", rest), ("own", own), ("pointed", pointed)):
            self.register_buffer(name, th.tensor(numbers, dtype=th.int64), persistent=False)
        self.context = nn.Linear(len(rest), first)
        last = more[-1] if more else first
        self.groups = [RowLayers(group, first, last, architecture.row_units) for group in architecture.groups]
        self.shared = nn.ModuleList(self.groups)  # the same, for its parameters
        sizes = [first, *(more or [first])]
        self.mixed = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(sizes))
        self.of_rows = nn.ModuleList(nn.Linear(group.seen, sizes[1], bias=False) for group in self.groups)
        self.outputs = nn.Linear(last, max(own)) if any(own) else None

    @property
    def last(self) -> list[nn.Module]:
        """The layers that give the outputs."""
        heads: list[nn.Module] = [group.head for group in self.groups if group.points]
        return [*heads, self.outputs] if self.outputs is not None else heads

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Return one number an output, float32 (n, outputs), of observations (n, inputs)."""
        context = self.activate(self.context(observations if self.sees_all else observations.index_select(1, self.rest)))
        rows = [self.activate(group.read(observations, context)) for group in self.groups]
        mixed = self.mixed[0](context)
        for group, row, layer in zip(self.groups, rows, self.of_rows, strict=True):
            mixed += layer(group.show(row))
        mixed = self.activate(mixed)
        for layer in self.mixed[1:]:
            mixed = self.activate(layer(mixed))
        nothing = mixed.new_zeros(len(mixed), 1)
        points = [group.point(row, mixed) for group, row in zip(self.groups, rows, strict=True) if group.points]
        if self.outputs is None:
            return th.cat(points, dim=1).index_select(1, self.pointed - 1)
        own = self.outputs(mixed)
        if not points:
            return own
        own, pointed = th.cat([nothing, own], dim=1), th.cat([nothing, *points], dim=1)
        return own.index_select(1, self.own) + pointed.index_select(1, self.pointed)


class RowLayers(nn.Module):
    """The layers that the rows of one group share.

    Args:
        group: its rows.
        context: units of the context.
        mixed: units of the last hidden layer.
        units: of the rows' layer.
    """

    index: th.Tensor
    held: th.Tensor | None

    def __init__(self, group: Group, context: int, mixed: int, units: int):
        super().__init__()
        inputs = th.tensor(group.inputs, dtype=th.int64)
        count, floats = self.shape = len(group.inputs), len(group.inputs[0])
        self.ordered, self.points = group.ordered, pointed_rows(group)
        self.seen = units * (count if group.ordered else 2)
        lacks_some = any(-1 in row for row in group.inputs)
        self.register_buffer("index", inputs.clamp(min=0).flatten(), persistent=False)
        self.register_buffer("held", (inputs >= 0).float() if lacks_some else None, persistent=False)
        self.row = nn.Linear(floats, units)
        self.number = nn.Parameter(th.zeros(count, units)) if group.ordered else None
        self.of_context = None if group.ordered else nn.Linear(context, units, bias=False)
        if self.points:
            self.gate = nn.Linear(mixed, units)
            self.head = nn.Linear(units, len(group.actions[0]))

    def read(self, observations: th.Tensor, context: th.Tensor) -> th.Tensor:
        """Return the rows' hidden numbers before the activation, (n, rows, units)."""
        rows = observations.index_select(1, self.index).view(-1, *self.shape)
        hidden = self.row(rows if self.held is None else rows * self.held)
        if self.number is not None:
            hidden += self.number
        if self.of_context is not None:
            hidden += self.of_context(context)[:, None]
        return hidden

    def show(self, rows: th.Tensor) -> th.Tensor:
        """Return what the hidden layers that follow see of the rows, (n, seen)."""
        return rows.flatten(1) if self.ordered else th.cat([rows.mean(1), rows.amax(1)], dim=1)

    def point(self, rows: th.Tensor, mixed: th.Tensor) -> th.Tensor:
        """Return the numbers of the actions that name the rows, (n, rows that are named x actions)."""
        return self.head(rows[:, : self.points] * self.gate(mixed)[:, None]).flatten(1)


def pointed_rows(group: Group) -> int:
    """Return how many rows there are up to the last that an action names."""
    return max((number for number, row in enumerate(group.actions, 1) if max(row, default=-1) >= 0), default=0)


def rest_of(architecture: Architecture) -> list[int]:
    """Return the floats that the context sees: all but those of rows that may change places."""
    hidden = {place for group in architecture.groups if not group.ordered for row in group.inputs for place in row}
    return [place for place in range(architecture.inputs) if place not in hidden]


def sources_of(architecture: Architecture) -> tuple[list[int], list[int]]:
    """Return by output its place among the numbers of its own, and among those of rows, both counted from 1; 0 for none."""
    named = [action for group in architecture.groups for row in group.actions[: pointed_rows(group)] for action in row]
    free = {action for group in architecture.groups if not group.ordered for row in group.actions for action in row}
    outputs = range(architecture.outputs)
    own = {action: place for place, action in enumerate((action for action in outputs if action not in free), 1)}
    pointed = {action: place for place, action in enumerate(named, 1)}
    return [own.get(action, 0) for action in outputs], [pointed.get(action, 0) for action in outputs]
