"""Play many playouts at once, in which compiled bots or Python agents choose the actions."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.search.job import NO_LIMIT
from dig_envs.agents.search.playouts import evaluate, play_out
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import NOBODY, End, Game
from dig_envs.core.rng import RNG, Stream, draw_unit

# Bound for each game by the engine.
legal = apply = lambda *_: None

PLAYOUT = np.dtype(
    [
        ("mover", "i4"),  # the seat that must choose, or NOBODY
        ("first_mover", "i4"),  # for "puct": the seat that had to choose first
        ("action", "i4"),  # for "improve": the action of the root
        ("node", "i4"),  # of the tree
        ("decisions", "i8"),  # since the start of the playout
        ("end_turn", "i8"),  # the playout ends when this turn begins
    ]
)


class PlayoutBatch(NamedTuple):
    """Playouts in progress: arrays with `width` rows for each of n decisions. Those of decision k begin at row k * width.

    Attributes:
        counts: int64 (n,): the number of playouts of each decision.
        playouts: `PLAYOUT`, (n * width,).
        states: game states (n * width,).
        rngs: `RNG`, (n * width,): the generators of the playouts.
        masks: int8 (n * width, num_actions).
        priors: float32 (n * width, num_actions): for "puct", the base policy's probabilities at the first choice of a playout;
            else (0, num_actions).
        outcomes: float64 (n * width, 2, max_players): standings and values of each seat.
        playout_masks: int8 (n * width, num_actions): the masks in a playout.
    """

    counts: Any
    playouts: Any
    states: Any
    rngs: Any
    masks: Any
    priors: Any
    outcomes: Any
    playout_masks: Any


def batch_of(game: Game, n: int, width: int, priors: bool) -> PlayoutBatch:
    """Allocate the arrays of a batch for n decisions."""
    rows = n * width
    return PlayoutBatch(
        counts=np.zeros(n, np.int64),
        playouts=np.zeros(rows, PLAYOUT),
        states=np.zeros(rows, game.state),
        rngs=np.zeros(rows, RNG),
        masks=np.zeros((rows, game.num_actions), np.int8),
        priors=np.zeros((rows if priors else 0, game.num_actions), np.float32),
        outcomes=np.zeros((rows, 2, game.max_players)),
        playout_masks=np.zeros((rows, game.num_actions), np.int8),
    )


@compiled
def width_of(batch):
    """Return the number of rows of each decision."""
    return len(batch.playouts) // len(batch.counts)


@compiled
def add_playout(k, job, batch):
    """Add a playout to decision k, and return its row."""
    row = k * width_of(batch) + batch.counts[k]
    batch.counts[k] += 1
    batch.playouts[row].decisions = 0
    batch.playouts[row].end_turn = job.tables[k].turn + job.setup[0].turns
    return row


@parallel("len(rows)")
def advance_playouts(first, last, rows, depth, by_turn, job, batch):
    """Play the forced actions in the playouts of these rows."""
    for at in range(first, last):
        advance(rows[at], depth, by_turn, batch)
    return 0


@compiled
def advance(row, depth, by_turn, batch):
    """Play forced actions until a seat must choose, the game ends, or the playout reaches its depth or last turn."""
    playout, state, mask = batch.playouts[row], batch.states[row], batch.masks[row]
    playout.mover = NOBODY
    end_turn = playout.end_turn if by_turn else NO_LIMIT
    while state.table.end == End.RUNNING and playout.decisions < depth and state.table.turn < end_turn:
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action == CHOICE:
            playout.mover = mover
            return
        apply(state, action)
        playout.decisions += 1


@parallel("len(rows)")
def apply_actions(first, last, rows, probabilities, depth, batch):
    """Sample an action for each of these playouts, apply it, and play forced actions up to the next choice."""
    for at in range(first, last):
        row = rows[at]
        apply(batch.states[row], sample_action(probabilities[at], batch.masks[row], batch.rngs[row]))
        batch.playouts[row].decisions += 1
        advance(row, depth, True, batch)
    return 0


@compiled
def sample_action(probabilities, mask, rng):
    """Sample a legal action; the probabilities add up to 1, except for rounding."""
    left = draw_unit(rng, Stream.PLAY)
    drawn = np.int64(CHOICE)
    for action in range(len(mask)):
        if mask[action] and probabilities[action] > 0.0:
            drawn = np.int64(action)
            left -= probabilities[action]
            if left < 0.0:
                break
    return drawn


@parallel("len(rows)")
def roll_out(first, last, rows, depth, job, batch):
    """Play these playouts by the rollout bot to the end of the game, or for at most `depth` decisions."""
    for at in range(first, last):
        row = rows[at]
        play_out(batch.states[row], batch.rngs[row], depth, batch.playouts[row].end_turn, batch.playout_masks[row], job.bots)
    return 0


@parallel("len(rows)")
def evaluate_playouts(first, last, rows, margin, job, batch):
    """Write the value of these playouts' states for each seat."""
    for at in range(first, last):
        evaluate(batch.states[rows[at]], margin, batch.outcomes[rows[at]])
    return 0
