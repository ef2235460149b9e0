"""Play many lines of a search on: clones of determinizations, in which compiled bots or agents in Python choose."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.search.playouts import judge, play_out
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.thread_team import share
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import NOBODY, End, Game
from dig_envs.core.rng import RNG, Stream, draw_unit

# Bound for each game by the engine.
legal = apply = lambda *_: None
part_of = kept = lambda *_: None

LINE = np.dtype(
    [
        ("mover", "i4"),  # the seat that must choose, or NOBODY
        ("opener", "i4"),  # the seat that had to choose where the line was opened, of "puct"
        ("action", "i4"),  # of the root, of "improve"
        ("node", "i4"),  # of the tree
        ("made", "i8"),  # decisions since the line was opened
        ("until", "i8"),  # the turn with which a playout ends
    ]
)


class Wave(NamedTuple):
    """The arrays of a wave: `width` lines a decision, those of decision k from row k * width on.

    Attributes:
        counts: int64 (n,): how many lines each decision has opened.
        lines: `LINE`, (n * width,).
        states: structured (n * width,) of the game's state.
        dice: `RNG`, (n * width,): what the agents draw from.
        masks: int8 (n * width, num_actions).
        priors: float32 (n * width, num_actions): of "puct", how likely the base policy is to take each action where a line
            was opened; (0, num_actions) without.
        points: float64 (n * width, 2, max_players): results, and what the line is worth to each seat.
        rooms: int8 (n * width, num_actions): masks inside a playout.
    """

    counts: Any
    lines: Any
    states: Any
    dice: Any
    masks: Any
    priors: Any
    points: Any
    rooms: Any


def wave_of(game: Game, n: int, width: int, priors: bool) -> Wave:
    """Make the arrays of a wave for n decisions."""
    rows = n * width
    return Wave(
        counts=np.zeros(n, np.int64),
        lines=np.zeros(rows, LINE),
        states=np.zeros(rows, game.state),
        dice=np.zeros(rows, RNG),
        masks=np.zeros((rows, game.num_actions), np.int8),
        priors=np.zeros((rows if priors else 0, game.num_actions), np.float32),
        points=np.zeros((rows, 2, game.max_players)),
        rooms=np.zeros((rows, game.num_actions), np.int8),
    )


@compiled
def width_of(wave):
    """Return how many lines of each decision a wave has room for."""
    return len(wave.lines) // len(wave.counts)


@compiled
def add_line(k, job, wave):
    """Begin one more line of decision k, and return its row."""
    row = k * width_of(wave) + wave.counts[k]
    wave.counts[k] += 1
    wave.lines[row].made = 0
    wave.lines[row].until = job.tables[k].turn + job.setup[0].turns
    return row


@compiled
def settle_lines(rows, depth, by_turn, job, wave, crew, threads):
    """Play what is forced in the lines of these rows."""
    work = (rows, depth, by_turn, wave)
    if threads == 1:
        return settle_part(np.int64(0), len(rows), work)
    return share(part_of(settle_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def settle_part(first, last, work):
    rows, depth, by_turn, wave = work
    for at in range(first, last):
        settle(rows[at], depth, by_turn, wave)
    return 0


@compiled
def settle(row, depth, by_turn, wave):
    """Play a line on until a seat must choose, the game is over, so many decisions are made, or its last turn is over."""
    line, state, mask = wave.lines[row], wave.states[row], wave.masks[row]
    line.mover = NOBODY
    while state.table.end == End.RUNNING and line.made < depth and not (by_turn and state.table.turn >= line.until):
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action == CHOICE:
            line.mover = mover
            return
        apply(state, action)
        line.made += 1


@compiled
def play_lines(rows, chances, depth, wave, crew, threads):
    """Draw an action for the choice in each of these lines, carry it out, and play on to the next choice."""
    work = (rows, chances, depth, wave)
    if threads == 1:
        return play_lines_part(np.int64(0), len(rows), work)
    return share(part_of(play_lines_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def play_lines_part(first, last, work):
    rows, chances, depth, wave = work
    for at in range(first, last):
        row = rows[at]
        apply(wave.states[row], draw_action(chances[at], wave.masks[row], wave.dice[row]))
        wave.lines[row].made += 1
        settle(row, depth, True, wave)
    return 0


@compiled
def draw_action(chances, mask, dice):
    """Draw a legal action, each as likely as its chance; the chances add up to 1, about."""
    left = draw_unit(dice, Stream.PLAY)
    found = np.int64(CHOICE)
    for action in range(len(mask)):
        if mask[action] and chances[action] > 0.0:
            found = np.int64(action)
            left -= chances[action]
            if left < 0.0:
                break
    return found


@compiled
def roll_out(rows, depth, job, wave, crew, threads):
    """Have the bot of playouts play these lines on to the end of the game, or for so many decisions."""
    work = (rows, depth, job.bots, wave)
    if threads == 1:
        return roll_out_part(np.int64(0), len(rows), work)
    return share(part_of(roll_out_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def roll_out_part(first, last, work):
    rows, depth, bots, wave = work
    for at in range(first, last):
        row = rows[at]
        play_out(wave.states[row], wave.dice[row], depth, wave.lines[row].until, wave.rooms[row], bots)
    return 0


@compiled
def judge_lines(rows, margin, job, wave, crew, threads):
    """Write what these lines are worth as they stand."""
    work = (rows, margin, wave)
    if threads == 1:
        return judge_part(np.int64(0), len(rows), work)
    return share(part_of(judge_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def judge_part(first, last, work):
    rows, margin, wave = work
    for at in range(first, last):
        judge(wave.states[rows[at]], margin, wave.points[rows[at]])
    return 0
