"""Group the observation blocks and actions of a game by the entities that they describe, such as places, cards or seats.

`architecture_for` derives the description of a network from these groups. A block of shape (n, …) has one row for each of n
entities. `ROWS` in `agents/<game>/rows.py` declares which blocks describe the same entities and which actions name an entity.
For a game without `ROWS`, blocks with the same number of rows form a group, with the action families of the same size.
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

MIN_ROWS = 3  # of a group that is derived from shapes


@dataclass(frozen=True)
class BlockAxis:
    """Names the axis of a block that counts the entities of a group, from entity number `first`."""

    block: str
    axis: int = 0
    first: int = 0


@dataclass(frozen=True)
class EntityGroup:
    """Declares the blocks and actions that belong to entities of one sort, such as places or cards.

    Attributes:
        sort: the sort of entity.
        names: the entities' names in order, or a template of actions that contains them all, such as "steal {}".
        blocks: the blocks that describe the entities. The first has a row for each entity; other blocks may be missing from an
            observation.
        actions: templates of the actions that name an entity. Names that are not actions of the game are ignored. A template
            without "{}" is an action on the first entity.
        ordered: see `dig_envs.agents.learned.architecture.Group`.
    """

    sort: str
    names: Sequence[str]
    blocks: tuple[BlockAxis, ...]
    actions: tuple[str, ...] = ()
    ordered: bool = True


def rows(*blocks: str, first: int = 0) -> tuple[BlockAxis, ...]:
    """Return blocks whose rows are entities, from entity number `first`."""
    return tuple(BlockAxis(block, first=first) for block in blocks)


def columns(*blocks: str) -> tuple[BlockAxis, ...]:
    """Return blocks whose columns are entities."""
    return tuple(BlockAxis(block, axis=-1) for block in blocks)


def numbers(first: int, past: int) -> tuple[str, ...]:
    """Return the numbers from `first` to `past` - 1 as names of entities."""
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
    """Describe the policy network of a game; `value_function()` of the result describes the matching value network.

    Args:
        game, options: the game and its options.
        features: the feature set whose floats follow the facts; None for facts alone.
        network: "rows" or "mlp".
        layers: sizes of the hidden layers.
        activation: the function between layers, "Tanh" or "ReLU".
        shortcut: for an mlp: the last layer also receives the observation.

    Raises:
        ArgumentError: the network is unknown, or no block of the observation has rows.
    """
    layout = game.layout(options) + features_layout(features, options)
    groups = groups_of(game, layout) if network == "rows" else ()
    if network == "rows" and not groups:
        raise ArgumentError(f'no block in the observation of {game.id} has rows; use network="mlp"')
    return Architecture(network, layout.size, game.num_actions, tuple(layers), activation, shortcut, groups=groups)


def groups_of(game: Game, layout: Layout) -> tuple[Group, ...]:
    """Return the groups of rows in an observation: those that the game declares, or groups derived from shapes."""
    declared = getattr(module_of(game, "rows"), "ROWS", None)
    if declared is None:
        return tuple(_groups_by_shape(layout, game.actions))
    return tuple(_group(entities, layout, game.actions) for entities in declared)


def _group(entities: EntityGroup, layout: Layout, actions: ActionTable) -> Group:
    count = _block(layout, entities.blocks[0].block).shape[entities.blocks[0].axis]
    axes = [axis for axis in entities.blocks if axis.block in layout.starts]
    names = _names(entities.names, actions)
    named = [[_action(template, names, entity, actions) for template in entities.actions] for entity in range(count)]
    return _rows_of(entities.sort, count, axes, layout, named, entities.ordered)


def _names(names: Sequence[str], actions: ActionTable) -> Sequence[str]:
    """Return the names of entities; extract them from the actions if `names` is a template."""
    if not isinstance(names, str):
        return names
    before = names.removesuffix("{}")
    return [action.removeprefix(before) for action in actions.names if action.startswith(before)]


def _action(template: str, names: Sequence[str], entity: int, actions: ActionTable) -> int:
    """Return the number of the action that a template gives for an entity, or -1."""
    if "{}" not in template:
        return actions.numbers[template] if entity == 0 else -1
    return actions.numbers.get(template.format(names[entity]), -1)


def _rows_of(
    sort: str, count: int, axes: Sequence[BlockAxis], layout: Layout, actions: Sequence[Sequence[int]], ordered: bool = True
) -> Group:
    """Return a group with these blocks and actions. Rows that an action names come first."""
    parts = np.concatenate([_indices(layout, axis, count) for axis in axes], axis=1).tolist()
    rows = sorted(range(count), key=lambda row: max(actions[row], default=-1) < 0)
    return Group(sort, tuple(tuple(parts[row]) for row in rows), tuple(tuple(actions[row]) for row in rows), ordered)


def _indices(layout: Layout, axis: BlockAxis, count: int) -> np.ndarray:
    """Return the indices of each entity's floats in the observation, int64 (count, floats); -1 for entities without a row."""
    block = _block(layout, axis.block)
    numbers = layout.start(axis.block) + np.arange(block.size).reshape(block.shape)
    rows = np.moveaxis(numbers, axis.axis, 0)[: count - axis.first]
    indices = np.full((count, math.prod(rows.shape[1:])), -1, np.int64)
    indices[axis.first : axis.first + len(rows)] = rows.reshape(len(rows), -1)
    return indices


def _block(layout: Layout, name: str) -> Block:
    return next(block for block in layout if block.name == name)


def _groups_by_shape(layout: Layout, actions: ActionTable) -> Iterator[Group]:
    """Yield a group for each number of rows, with the action families of that size."""
    for count in sorted({block.shape[0] for block in layout if len(block.shape) > 1 and block.shape[0] >= MIN_ROWS}):
        axes = [BlockAxis(block.name) for block in layout if block.shape[0] == count]
        families = [family.names for family in actions.families if len(family.names) == count]
        named = [[actions.numbers[family[entity]] for family in families] for entity in range(count)]
        yield _rows_of(f"row of {count}", count, axes, layout, named)
