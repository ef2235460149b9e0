"""The network "rows": the rows of an observation share layers, and the output of an action depends on the row that it names.

A policy that chooses among many places, cards or seats has to learn the same relation for each of them. A shared layer learns
the relation once (Zaheer et al. 2017: "Deep sets"), and an action that names a row is scored by that row (Vinyals et al. 2015:
"Pointer networks"). In the order of `forward`:

    context = hidden layer of the observation
    rows    = for each group: hidden layer of each row's floats, with weights shared by its rows
    mixed   = hidden layers of the context and all rows
    outputs = for actions that name a row: a linear function of that row times a gate computed from `mixed`,
              plus, except for actions that name unordered rows: a linear function of `mixed`

An ordered group has a bias for each row, and `mixed` receives its rows concatenated. The rows of an unordered group receive the
context, `mixed` receives their mean and maximum, and no other layer receives their floats: a permutation of the rows permutes
the outputs of their actions and changes nothing else.
"""

from collections.abc import Callable
from itertools import pairwise

import torch as th
from torch import nn

from dig_envs.agents.learned.architecture import Architecture, Group

IN_PLACE: dict[str, Callable[[th.Tensor], th.Tensor]] = {"Tanh": th.tanh_, "ReLU": th.relu_}


class RowNetwork(nn.Module):
    """Has the layers of an architecture of the kind "rows"; see the module."""

    context_indices: th.Tensor
    own: th.Tensor
    pointed: th.Tensor

    def __init__(self, architecture: Architecture):
        super().__init__()
        self.architecture, self.in_features = architecture, architecture.inputs
        self.activate = IN_PLACE[architecture.activation]
        first, *more = architecture.layers
        indices, (own, pointed) = context_inputs(architecture), output_sources(architecture)
        self.sees_all = len(indices) == architecture.inputs
        for name, numbers in (("context_indices", indices), ("own", own), ("pointed", pointed)):
            self.register_buffer(name, th.tensor(numbers, dtype=th.int64), persistent=False)
        self.context = nn.Linear(len(indices), first)
        last = more[-1] if more else first
        self.groups = [RowLayers(group, first, last, architecture.row_units) for group in architecture.groups]
        self.shared = nn.ModuleList(self.groups)  # registers the parameters
        sizes = [first, *(more or [first])]
        self.mixed = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(sizes))
        self.of_rows = nn.ModuleList(nn.Linear(group.summary_size, sizes[1], bias=False) for group in self.groups)
        self.outputs = nn.Linear(last, max(own)) if any(own) else None

    @property
    def last(self) -> list[nn.Module]:
        """The output layers."""
        heads: list[nn.Module] = [group.head for group in self.groups if group.named]
        return [*heads, self.outputs] if self.outputs is not None else heads

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Return the outputs, float32 (n, outputs), for observations, float32 (n, inputs)."""
        inputs = observations if self.sees_all else observations.index_select(1, self.context_indices)
        context = self.activate(self.context(inputs))
        rows = [self.activate(group.hidden(observations, context)) for group in self.groups]
        mixed = self.mixed[0](context)
        for group, row, layer in zip(self.groups, rows, self.of_rows, strict=True):
            mixed += layer(group.summary(row))
        mixed = self.activate(mixed)
        for layer in self.mixed[1:]:
            mixed = self.activate(layer(mixed))
        nothing = mixed.new_zeros(len(mixed), 1)
        points = [group.outputs(row, mixed) for group, row in zip(self.groups, rows, strict=True) if group.named]
        if self.outputs is None:
            return th.cat(points, dim=1).index_select(1, self.pointed - 1)
        own = self.outputs(mixed)
        if not points:
            return own
        own, pointed = th.cat([nothing, own], dim=1), th.cat([nothing, *points], dim=1)
        return own.index_select(1, self.own) + pointed.index_select(1, self.pointed)


class RowLayers(nn.Module):
    """Has the layers that the rows of one group share.

    Args:
        group: the group.
        context: units of the context.
        mixed: units of the last hidden layer.
        units: units of the shared layer.
    """

    index: th.Tensor
    present: th.Tensor | None

    def __init__(self, group: Group, context: int, mixed: int, units: int):
        super().__init__()
        inputs = th.tensor(group.inputs, dtype=th.int64)
        count, floats = self.shape = len(group.inputs), len(group.inputs[0])
        self.ordered, self.named = group.ordered, count_named_rows(group)
        self.summary_size = units * (count if group.ordered else 2)
        lacks_some = any(-1 in row for row in group.inputs)
        self.register_buffer("index", inputs.clamp(min=0).flatten(), persistent=False)
        self.register_buffer("present", (inputs >= 0).float() if lacks_some else None, persistent=False)
        self.row = nn.Linear(floats, units)
        self.number = nn.Parameter(th.zeros(count, units)) if group.ordered else None
        self.of_context = None if group.ordered else nn.Linear(context, units, bias=False)
        if self.named:
            self.gate = nn.Linear(mixed, units)
            self.head = nn.Linear(units, len(group.actions[0]))

    def hidden(self, observations: th.Tensor, context: th.Tensor) -> th.Tensor:
        """Return the hidden units of the rows before the activation, (n, rows, units)."""
        rows = observations.index_select(1, self.index).view(-1, *self.shape)
        units = self.row(rows if self.present is None else rows * self.present)
        if self.number is not None:
            units += self.number
        if self.of_context is not None:
            units += self.of_context(context)[:, None]
        return units

    def summary(self, rows: th.Tensor) -> th.Tensor:
        """Return the input of the following hidden layers: the rows concatenated or pooled, (n, summary_size)."""
        return rows.flatten(1) if self.ordered else th.cat([rows.mean(1), rows.amax(1)], dim=1)

    def outputs(self, rows: th.Tensor, mixed: th.Tensor) -> th.Tensor:
        """Return the outputs of the actions that name rows, (n, named rows x actions)."""
        return self.head(rows[:, : self.named] * self.gate(mixed)[:, None]).flatten(1)


def count_named_rows(group: Group) -> int:
    """Return the number of rows up to the last row that an action names."""
    return max((number for number, row in enumerate(group.actions, 1) if max(row, default=-1) >= 0), default=0)


def context_inputs(architecture: Architecture) -> list[int]:
    """Return the indices of the floats that the context receives: all except those of unordered rows."""
    unordered = {place for group in architecture.groups if not group.ordered for row in group.inputs for place in row}
    return [place for place in range(architecture.inputs) if place not in unordered]


def output_sources(architecture: Architecture) -> tuple[list[int], list[int]]:
    """Return for each output its place among the outputs of `mixed` and among the outputs of rows, from 1; 0 for none."""
    named = [action for group in architecture.groups for row in group.actions[: count_named_rows(group)] for action in row]
    free = {action for group in architecture.groups if not group.ordered for row in group.actions for action in row}
    outputs = range(architecture.outputs)
    own = {action: place for place, action in enumerate((action for action in outputs if action not in free), 1)}
    pointed = {action: place for place, action in enumerate(named, 1)}
    return [own.get(action, 0) for action in outputs], [pointed.get(action, 0) for action in outputs]
