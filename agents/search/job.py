"""Define the arrays of a search: one record per decision, and the data that all decisions share."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.rng import RNG

NEW, RUNNING, DONE = range(3)  # the stages of a decision's search
NO_LIMIT = 1 << 40  # of decisions or turns in a playout


class Job(NamedTuple):
    """The arrays of one kernel call, which searches n decisions.

    Attributes:
        tables, seats, players, masks: the decisions, as in `Decisions`.
        searches: `search_dtype`, (n,): progress and results of each search.
        determinizations: game states (n, pool + 1); the last is zeroed, to reset the others.
        states: game states (n,): the state of a playout.
        rngs: `RNG`, (n,): the generators of bots in a playout.
        playout_masks: int8 (n, num_actions): the masks in a playout.
        outcomes: float64 (n, 2, max_players): standings and values of each seat at the end of a playout.
        nodes: `tree.NODE`, (n, playouts + 1): the trees; (n, 0) without trees.
        children: int32 (n, num_actions): the child of one node by action.
        probabilities: float32 (n, num_actions): the base policy's probabilities at one node.
        priors: float32 (n, playouts + 1, num_actions): a network's probabilities at each node; (n, 0, num_actions) for a bot.
        bots: function pointers, int64 (2,): the base policy and the rollout policy.
        setup: `SETUP`, (1,).
    """

    tables: Any
    seats: Any
    players: Any
    masks: Any
    searches: Any
    determinizations: Any
    states: Any
    rngs: Any
    playout_masks: Any
    outcomes: Any
    nodes: Any
    children: Any
    probabilities: Any
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
    """Return the record of the search of one decision.

    By root action, `visits` counts playouts, `values` and `value_squares` are sums of their values and squared values, and
    `gains` and `gain_squares` are sums of the gains over the base policy's action with common random numbers, and of their
    squares. `given_base` is the base policy's action if it was computed beforehand, else CHOICE.
    """
    return np.dtype(
        [
            ("seed", "i8"),
            ("rng", RNG),
            ("stage", "i1"),
            ("given_base", "i4"),
            ("base", "i4"),
            ("action", "i4"),
            ("playouts", "i8"),
            ("samples", "i8"),
            ("sample_seed", "i8"),
            ("round_end", "i8"),
            ("rivals", "i4"),
            ("size", "i4"),
            ("alive", "i1", (num_actions,)),
            ("visits", "i8", (num_actions,)),
            ("values", "f8", (num_actions,)),
            ("value_squares", "f8", (num_actions,)),
            ("gains", "f8", (num_actions,)),
            ("gain_squares", "f8", (num_actions,)),
        ]
    )
