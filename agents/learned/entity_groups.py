"""Say which parts of a game's observation, and which of its actions, speak of the same things.

`architecture_for` makes the description of a network of it. A block of shape (n, …) has a row for each of n things. `ROWS`
in `agents/<game>/rows.py` says which blocks have rows for the same ones, and which actions name one. Of a game without it,
blocks with equally many rows go together, and families of as many actions name them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dig_envs.agents.learned.architecture import Architecture, Group
from dig_envs.agents.modules import module_of
from dig_envs.core.actions import ActionTable
from dig_envs.core.errors import ArgumentError
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game, Options
from dig_envs.core.layout import Block, Layout

FEWEST_ROWS = 3  # for which layers are shared, where nothing is declared


@dataclass(frozen=True)
class Of:
    """A block in which an axis counts things, from the thing `first` on."""

    block: str
    axis: int = 0
    first: int = 0


@dataclass(frozen=True)
class Things:
    """Declares which blocks of an observation, and which actions, speak of things of one sort, such as places or cards.

    Attributes:
        sort: what they are.
        names: of the things in order, or the form of actions that name them all, such as "steal {}".
        blocks: that speak of them. The first has a row for each; others that an observation lacks are left out.
        actions: forms of actions that name things; what a form gives for a thing need not be an action. One without "{}" is
            an action on the first thing.
        ordered: as of `dig_envs.agents.learned.architecture.Group`.
    """

    sort: str
    names: Sequence[str]
    blocks: tuple[Of, ...]
    actions: tuple[str, ...] = ()
    ordered: bool = True


def rows(*blocks: str, first: int = 0) -> tuple[Of, ...]:
    """Name blocks whose rows count the things, from the thing `first` on."""
    return tuple(Of(block, first=first) for block in blocks)


def columns(*blocks: str) -> tuple[Of, ...]:
    """Name blocks whose columns count the things."""
    return tuple(Of(block, axis=-1) for block in blocks)


def numbers(first: int, past: int) -> tuple[str, ...]:
    """Name things by the numbers from `first` to before `past`."""
    return tuple(map(str, range(first, past)))


def architecture_for(
    game: Game,
    options: Options,
    features: FeatureSet | None = None,
    network: str = "rows",
    layers: Sequence[int] = (128, 128),
    activation: str = "ReLU",
    shortcut: bool = False,
) -> Architecture:
    """Describe the policy network of a game; its `value_function()` is the network that goes with it.

    Args:
        game, options: what is played.
        features: the feature set whose floats follow the facts; None for facts alone.
        network: "rows" or "mlp".
        layers: sizes of the hidden layers.
        activation: between layers, "Tanh" or "ReLU".
        shortcut: of an mlp: let the last layer see the observation too.

    Raises:
        ArgumentError: there is no such network, or nothing in the observation has rows.
    """
    layout = game.layout(options) + features_layout(features, options)
    groups = groups_of(game, layout) if network == "rows" else ()
    if network == "rows" and not groups:
        raise ArgumentError(f"nothing in the observation of {game.id} has rows: its network is an mlp")
    return Architecture(network, layout.size, game.num_actions, tuple(layers), activation, shortcut, groups=groups)


def groups_of(game: Game, layout: Layout) -> tuple[Group, ...]:
    """Return the groups of rows in an observation: those declared of the game, or those that shapes suggest."""
    declared = getattr(module_of(game, "rows"), "ROWS", None)
    if declared is None:
        return tuple(_suggested(layout, game.actions))
    return tuple(_group(things, layout, game.actions) for things in declared)


def _group(things: Things, layout: Layout, actions: ActionTable) -> Group:
    count = _block(layout, things.blocks[0].block).shape[things.blocks[0].axis]
    blocks = [of for of in things.blocks if of.block in layout.starts]
    names = _names(things.names, actions)
    named = [[_action(form, names, thing, actions) for form in things.actions] for thing in range(count)]
    return _rows_of(things.sort, count, blocks, layout, named, things.ordered)


def _names(names: Sequence[str], actions: ActionTable) -> Sequence[str]:
    """Return the names of things, read off the actions of a form if they are not listed."""
    if not isinstance(names, str):
        return names
    before = names.removesuffix("{}")
    return [action.removeprefix(before) for action in actions.names if action.startswith(before)]


def _action(form: str, names: Sequence[str], thing: int, actions: ActionTable) -> int:
    """Return the number of the action of a form that names a thing, or -1."""
    if "{}" not in form:
        return actions.numbers[form] if thing == 0 else -1
    return actions.numbers.get(form.format(names[thing]), -1)


def _rows_of(
    sort: str, count: int, blocks: Sequence[Of], layout: Layout, actions: Sequence[Sequence[int]], ordered: bool = True
) -> Group:
    """Return a group with these blocks and actions, rows that actions name first: only they are pointed at."""
    parts = np.concatenate([_part(layout, of, count) for of in blocks], axis=1).tolist()
    rows = sorted(range(count), key=lambda row: max(actions[row], default=-1) < 0)
    return Group(sort, tuple(tuple(parts[row]) for row in rows), tuple(tuple(actions[row]) for row in rows), ordered)


def _part(layout: Layout, of: Of, count: int) -> np.ndarray:
    """Return by thing where its floats of a block stand in the observation; -1 where the block has none of it."""
    block = _block(layout, of.block)
    numbers = layout.start(of.block) + np.arange(block.size).reshape(block.shape)
    rows = np.moveaxis(numbers, of.axis, 0)[: count - of.first]
    part = np.full((count, math.prod(rows.shape[1:])), -1, np.int64)
    part[of.first : of.first + len(rows)] = rows.reshape(len(rows), -1)
    return part


def _block(layout: Layout, name: str) -> Block:
    return next(block for block in layout if block.name == name)


def _suggested(layout: Layout, actions: ActionTable) -> Iterator[Group]:
    """Yield a group for each number of rows, with the families of as many actions."""
    for count in sorted({block.shape[0] for block in layout if len(block.shape) > 1 and block.shape[0] >= FEWEST_ROWS}):
        blocks = [Of(block.name) for block in layout if block.shape[0] == count]
        families = [family.names for family in actions.families if len(family.names) == count]
        named = [[actions.numbers[family[thing]] for family in families] for thing in range(count)]
        yield _rows_of(f"row of {count}", count, blocks, layout, named)
