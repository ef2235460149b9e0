"""Lay out the records that a search keeps of each decision, and what all decisions share."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.rng import RNG

NEW, RUNNING, DONE = range(3)  # the stages of a decision's search


class Job(NamedTuple):
    """The arrays with which one kernel searches n decisions.

    Attributes:
        tables, seats, players, masks: the decisions, as `Decisions` holds them.
        searches: `search_dtype`, (n,): how far each search is, and what it has found.
        worlds: structured (n, places + 1) of the game's state: determinizations, and a zeroed one.
        lines: structured (n,) of the game's state: where a playout goes on.
        dice: `RNG`, (n,): what bots draw from in a playout.
        rooms: int8 (n, num_actions): masks inside a playout.
        points: float64 (n, 2, max_players): results and rewards at the end of a playout.
        nodes: `tree.NODE`, (n, playouts + 1): the trees; (n, 0) without.
        children: int32 (n, num_actions): the nodes of the actions at one node.
        chances: float32 (n, num_actions): how likely the base policy is to take each action at one node.
        priors: float32 (n, playouts + 1, num_actions): the same, kept for each node; (n, 0, num_actions) where a bot is asked.
        bots: function pointers, int64 (2,): the base policy, and the policy of playouts.
        setup: `SETUP`, (1,).
    """

    tables: Any
    seats: Any
    players: Any
    masks: Any
    searches: Any
    worlds: Any
    lines: Any
    dice: Any
    rooms: Any
    points: Any
    nodes: Any
    children: Any
    chances: Any
    priors: Any
    bots: Any
    setup: Any


SETUP = np.dtype(
    [
        ("playouts", "i8"),
        ("portion", "i8"),
        ("pool", "i8"),
        ("depth", "i8"),
        ("turns", "i8"),
        ("z", "f8"),
        ("margin", "f8"),
        ("prior", "f8"),
        ("exploration", "f8"),
    ]
)


def search_dtype(num_actions: int) -> np.dtype:
    """Build the record of the search of one decision.

    `visits` counts the playouts of each root action; `values` and `value_squares` sum their values and the squares of these;
    `gains` and `squares` the gains on the base policy's action in the same worlds with the same dice, and their squares.
    `asked` is the base policy's action where it was asked for beforehand, else CHOICE.
    """
    return np.dtype(
        [
            ("seed", "i8"),
            ("generator", RNG),
            ("stage", "i1"),
            ("asked", "i4"),
            ("base", "i4"),
            ("action", "i4"),
            ("playouts", "i8"),
            ("samples", "i8"),
            ("world_seed", "i8"),
            ("round_ends", "i8"),
            ("rivals", "i4"),
            ("size", "i4"),
            ("alive", "i1", (num_actions,)),
            ("visits", "i8", (num_actions,)),
            ("values", "f8", (num_actions,)),
            ("value_squares", "f8", (num_actions,)),
            ("gains", "f8", (num_actions,)),
            ("squares", "f8", (num_actions,)),
        ]
    )
