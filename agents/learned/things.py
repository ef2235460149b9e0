"""Say which parts of a game's observation, and which of its actions, speak of the same things.

`architecture_for` makes the description of a network of it. A block of shape (n, …) has a row for each of n things. The table
`THINGS` says which blocks have rows for the same ones, and which actions name one. Of a game that is not in it, blocks with
equally many rows go together, and families of as many actions name them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from agents.learned.architecture import Architecture, Group
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
    """Declares things of one sort.

    Attributes:
        sort: what they are.
        names: of the things in order, or the form of actions that name them all, such as "steal {}".
        blocks: that speak of them. The first has a row for each; others that an observation lacks are left out.
        actions: forms of actions that name things; what a form gives for a thing need not be an action. One without "{}" is
            an action on the first thing.
        ordered: as of `agents.learned.architecture.Group`.
    """

    sort: str
    names: Sequence[str]
    blocks: tuple[Of, ...]
    actions: tuple[str, ...] = ()
    ordered: bool = True


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
    groups = groups_of(game.id, layout, game.actions) if network == "rows" else ()
    if network == "rows" and not groups:
        raise ArgumentError(f"nothing in the observation of {game.id} has rows: its network is an mlp")
    return Architecture(network, layout.size, game.num_actions, tuple(layers), activation, shortcut, groups=groups)


def groups_of(game: str, layout: Layout, actions: ActionTable) -> tuple[Group, ...]:
    """Return the groups of rows in an observation: those declared of the game, or those that shapes suggest."""
    if game not in THINGS:
        return tuple(_suggested(layout, actions))
    return tuple(_group(things, layout, actions) for things in THINGS[game])


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


# --- what is declared


def _rows(*blocks: str, first: int = 0) -> tuple[Of, ...]:
    return tuple(Of(block, first=first) for block in blocks)


def _columns(*blocks: str) -> tuple[Of, ...]:
    return tuple(Of(block, axis=-1) for block in blocks)


def _numbers(first: int, past: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, past)))


THINGS: dict[str, tuple[Things, ...]] = {  # by game id
    "dig_v0": (
        Things(
            "place",  # from the dog on away from the doghouse, and from the doghouse up to it
            (*_numbers(0, 13), *_numbers(-13, 0)),
            _rows("yard", "place_colours", "yard_backs", "dig"),
            ("move {}", "dig", "drop"),
        ),
        Things(
            "colour",
            "place {}",
            _rows("hand", "unaccounted", "values", "just_dug", "final_values", "deliver", "put_back")
            + _columns("known_hands", "dropped"),
            ("place {}",),
        ),
    ),
    "dig_dig_v0": (
        Things(
            "kind",
            "lay {}",
            _rows("hand", "copies", "pile", "top", "fitting", "compost", "unseen", "picks", "last_kind")
            + _columns("face_up", "known_hands", "known_kinds"),
            ("play {}", "play {} x2", "play {} x3", "play {} x4", "lay {}"),
        ),
    ),
    "lets_dig_for_treasure_v0": (
        Things(
            "stack",
            "dig {}",
            _rows("skeleton", "looking", "heights", "destroyed", "tops")
            + _rows("shortness", "risk", "gain", "top_gains", "win_by_digging")
            + _columns("knowers"),
            ("dig {}", "look {}"),
        ),
        Things(
            "player",
            _numbers(0, 5),
            _rows("knowers", "piles", "used_dogs", "sizes", "points", "thief", "victim", "owner", "new_player", "to_move")
            + _rows("mine", "seats")
            + _rows("leads", "first", "last", "best_loot", first=1),
            ("choose +{}",),
        ),
        Things(
            "card",
            "steal {}",
            _rows("stolen", "dug", "loot", "discard", "unseen", "loot_values") + _columns("piles"),
            ("steal {}",),
        ),
    ),
    "two_bit_bandits_v0": (
        Things(
            "card of the map",
            _numbers(0, 24),
            _rows("map", "stage_promises"),
            ("stage {}.1", "stage {}.2", "stage {}.3", "lay {} north", "lay {} east", "lay {} south", "lay {} west"),
            ordered=False,
        ),
        Things(
            "path",
            "die {}",
            (Of("rolled"), Of("row", axis=1), Of("die_merits"), Of("path_worths", axis=1)),
            ("die {}",),
        ),
        Things(
            "pickup",
            "hold {}",
            _rows("pool", "pickup_discards", "pickups_unseen") + _columns("pickups"),
            ("hold {}",),
        ),
    ),
    "digging_bandits_v0": (
        Things(
            "card",
            "name {}",
            _rows("hand", "shown", "open_hands", "in_play", "chosen", "unseen", "give", "want") + _columns("known_hands"),
            ("name {}", "play {}"),
        ),
        Things(
            "player",
            _numbers(0, 4),
            _rows("backs", "tech", "characters", "flags", "to_move", "plot_owner", "named", "actor", "victim", "exchange")
            + _rows("blocker", "blocked", "shielded", "considering", "willing")
            + _rows("places", "threats", first=1)
            + _columns("bridges", "oracle"),
            ("player +{}",),
        ),
    ),
}
