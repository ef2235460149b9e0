"""Play many lines at once. A line is one playout in progress, in which compiled bots or Python agents choose the actions."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.search.playouts import evaluate, play_out
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import NOBODY, End, Game
from dig_envs.core.rng import RNG, Stream, draw_unit

# Bound for each game by the engine.
legal = apply = lambda *_: None

LINE = np.dtype(
    [
        ("mover", "i4"),  # the seat that must choose, or NOBODY
        ("first_mover", "i4"),  # for "puct": the seat that had to choose first
        ("action", "i4"),  # for "improve": the action of the root
        ("node", "i4"),  # of the tree
        ("decisions", "i8"),  # since the line was opened
        ("end_turn", "i8"),  # the playout ends when this turn begins
    ]
)


class Wave(NamedTuple):
    """The arrays of a wave, with `width` rows for each of n decisions. The lines of decision k begin at row k * width.

    Attributes:
        counts: int64 (n,): the number of open lines of each decision.
        lines: `LINE`, (n * width,).
        states: game states (n * width,).
        rngs: `RNG`, (n * width,): the generators of the lines.
        masks: int8 (n * width, num_actions).
        priors: float32 (n * width, num_actions): for "puct", the base policy's probabilities at the first choice of a line;
            else (0, num_actions).
        outcomes: float64 (n * width, 2, max_players): standings and values of each seat.
        playout_masks: int8 (n * width, num_actions): the masks in a playout.
    """

    counts: Any
    lines: Any
    states: Any
    rngs: Any
    masks: Any
    priors: Any
    outcomes: Any
    playout_masks: Any


def wave_of(game: Game, n: int, width: int, priors: bool) -> Wave:
    """Allocate the arrays of a wave for n decisions."""
    rows = n * width
    return Wave(
        counts=np.zeros(n, np.int64),
        lines=np.zeros(rows, LINE),
        states=np.zeros(rows, game.state),
        rngs=np.zeros(rows, RNG),
        masks=np.zeros((rows, game.num_actions), np.int8),
        priors=np.zeros((rows if priors else 0, game.num_actions), np.float32),
        outcomes=np.zeros((rows, 2, game.max_players)),
        playout_masks=np.zeros((rows, game.num_actions), np.int8),
    )


@compiled
def width_of(wave):
    """Return the number of rows of each decision."""
    return len(wave.lines) // len(wave.counts)


@compiled
def add_line(k, job, wave):
    """Open a line of decision k, and return its row."""
    row = k * width_of(wave) + wave.counts[k]
    wave.counts[k] += 1
    wave.lines[row].decisions = 0
    wave.lines[row].end_turn = job.tables[k].turn + job.setup[0].turns
    return row


@parallel("len(rows)")
def advance_lines(first, last, rows, depth, by_turn, job, wave):
    """Play the forced actions in the lines of these rows."""
    for at in range(first, last):
        advance(rows[at], depth, by_turn, wave)
    return 0


@compiled
def advance(row, depth, by_turn, wave):
    """Play forced actions until a seat must choose, the game ends, or the playout reaches its depth or last turn."""
    line, state, mask = wave.lines[row], wave.states[row], wave.masks[row]
    line.mover = NOBODY
    while state.table.end == End.RUNNING and line.decisions < depth and not (by_turn and state.table.turn >= line.end_turn):
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action == CHOICE:
            line.mover = mover
            return
        apply(state, action)
        line.decisions += 1


@parallel("len(rows)")
def apply_actions(first, last, rows, probabilities, depth, wave):
    """Sample an action for each of these lines, apply it, and play forced actions up to the next choice."""
    for at in range(first, last):
        row = rows[at]
        apply(wave.states[row], sample_action(probabilities[at], wave.masks[row], wave.rngs[row]))
        wave.lines[row].decisions += 1
        advance(row, depth, True, wave)
    return 0


@compiled
def sample_action(probabilities, mask, rng):
    """Sample a legal action; the probabilities add up to 1, except for rounding."""
    left = draw_unit(rng, Stream.PLAY)
    found = np.int64(CHOICE)
    for action in range(len(mask)):
        if mask[action] and probabilities[action] > 0.0:
            found = np.int64(action)
            left -= probabilities[action]
            if left < 0.0:
                break
    return found


@parallel("len(rows)")
def roll_out(first, last, rows, depth, job, wave):
    """Play these lines by the rollout bot to the end of the game, or for at most `depth` decisions."""
    for at in range(first, last):
        row = rows[at]
        play_out(wave.states[row], wave.rngs[row], depth, wave.lines[row].end_turn, wave.playout_masks[row], job.bots)
    return 0


@parallel("len(rows)")
def evaluate_lines(first, last, rows, margin, job, wave):
    """Write the value of these lines' states for each seat."""
    for at in range(first, last):
        evaluate(wave.states[rows[at]], margin, wave.outcomes[rows[at]])
    return 0
