"""Search in waves, so that an agent in Python is asked for many clones at once.

In each wave every decision opens some lines of play, clones of its determinizations; all lines are played on together, by
compiled bots or by an agent in Python; a network may judge where they end; then each decision learns what its lines were
worth.
What a line draws comes from its own dice, and lines stand in the order of their decisions: threads change nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from agents.random import random
from agents.search.leaves import close_leaves, open_leaves
from agents.search.playouts import judge, play_out
from agents.search.policies import (
    Network,
    chances_of,
    decisions_in,
    is_compiled,
    priors_of,
    some_of,
    values_of,
)
from agents.search.records import Job
from agents.search.samples import close_samples, open_samples
from agents.search.settings import Settings
from agents.search.tree import ROOT
from dig_envs.core.agent import Agent, Bot, Decisions
from dig_envs.core.compile import compiled, source_hash
from dig_envs.core.crew import share
from dig_envs.core.engine import engine_of
from dig_envs.core.game import NOBODY, End, Game
from dig_envs.core.kernels import CHOICE, only_legal, zero
from dig_envs.core.rng import RNG, Stream, draw_unit
from dig_envs.core.threads import Pace

# Bound for each game by the engine.
legal = apply = lambda *_: None
part_of = kept = lambda *_: None

LINES = 2048  # that are played together, about
NO_LIMIT = 1 << 40  # decisions

LINE = np.dtype(
    [
        ("mover", "i4"),  # the seat that must choose, or NOBODY
        ("opener", "i4"),  # the seat that had to choose where the line was opened, of "puct"
        ("action", "i4"),  # of the root, of "improve"
        ("node", "i4"),  # of the tree
        ("made", "i8"),  # decisions since the line was opened
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


class Waves:
    """Runs the searches of an agent in waves.

    Args:
        game: what is played.
        settings: how it searches.
        base, rollout: the agents that the settings name.
        judge: the network whose value function judges where lines end; None for the game's own standing.
        num_threads: at most so many.
    """

    def __init__(
        self, game: Game, settings: Settings, base: Agent, rollout: Agent, judge: Network | None, num_threads: int | None
    ):
        self.game, self.settings, self.base, self.rollout, self.judge = game, settings, base, rollout, judge
        self._num_threads = num_threads
        self._paces: dict[Callable, Pace] = {}

    @property
    def keeps_priors(self) -> bool:
        """Whether what the base policy says is kept at the nodes of a tree."""
        return self.settings.method == "puct" and not is_compiled(self.base)

    @property
    def fingerprint(self) -> str:
        return ":".join(source_hash(function) for function in (play_lines, *self._ends))

    @property
    def _ends(self) -> tuple[Callable, Callable]:
        return (open_samples, close_samples) if self.settings.method == "improve" else (open_leaves, close_leaves)

    def run(self, job: Job, decisions: Decisions, playouts: int) -> None:
        """Search decisions to the end of their budgets.

        Raises:
            IllegalActionError: an agent's action was not legal.
        """
        n, num_actions = len(job.searches), self.game.num_actions
        self.facts = decisions.observations.shape[1]
        self.generator = np.random.default_rng(job.searches["seed"])
        width = min(self.settings.leaves, playouts)
        if self.settings.method == "improve":
            width = max(num_actions, min(playouts, LINES // n))
        wave = wave_of(self.game, n, width, self.keeps_priors)
        if self.keeps_priors:
            roots = some_of(decisions, slice(None), self.generator)
            choices = np.flatnonzero(roots.masks.sum(axis=1) > 1)
            if len(choices):
                job.priors[choices, ROOT] = priors_of(self.base, some_of(roots, choices, self.generator))
        opening, closing = self._ends
        everything = np.arange(n)
        while self._call(opening, everything, job, wave):
            rows = np.flatnonzero((np.arange(width) < wave.counts[:, None]).ravel())
            self._play(rows, job, wave)
            self._call(closing, everything, job, wave)

    def _play(self, rows: np.ndarray, job: Job, wave: Wave) -> None:
        """Play lines on, and write what they are worth."""
        depth = self.settings.depth or (0 if self.judge else NO_LIMIT)
        if self.keeps_priors:
            waiting = self._settle(rows, NO_LIMIT, job, wave)
            wave.lines["opener"] = wave.lines["mover"]
            choices = self._decisions(waiting, wave)
            if len(waiting):
                wave.priors[waiting] = priors_of(self.base, choices)
        if is_compiled(self.rollout):
            if depth > 0:
                self._call(roll_out, rows, depth, job, wave)
        else:
            waiting = self._settle(rows, depth, job, wave)
            while len(waiting):
                chances = chances_of(self.rollout, self._decisions(waiting, wave))
                self._paced(play_lines, (waiting, chances), (depth, wave))
                waiting = waiting[wave.lines["mover"][waiting] != NOBODY]
        self._call(judge_lines, rows, float(job.setup["margin"][0]), job, wave)
        if self.judge is not None:
            if depth or not self.keeps_priors:
                waiting = self._settle(rows, NO_LIMIT, job, wave)
                choices = self._decisions(waiting, wave)
            if len(waiting):
                values = values_of(self.judge, choices, wave.states[waiting])
                wave.points[waiting, 1] = values + (wave.points[waiting, 1] if self.judge.shaped else 0.0)

    def _settle(self, rows: np.ndarray, depth: int, job: Job, wave: Wave) -> np.ndarray:
        """Play what is forced; returns the lines in which a seat must choose."""
        self._call(settle_lines, rows, depth, job, wave)
        return rows[wave.lines["mover"][rows] != NOBODY]

    def _decisions(self, rows: np.ndarray, wave: Wave) -> Decisions:
        movers = wave.lines["mover"][rows]
        return decisions_in(self.game, wave.states[rows], movers, wave.masks[rows], self.facts, self.generator)

    def _call(self, function: Callable, rows: np.ndarray, *rest: Any) -> int:
        return self._paced(function, (rows,), rest)

    def _paced(self, function: Callable, rows: tuple[np.ndarray, ...], rest: tuple) -> int:
        """Call a loop over rows, in portions between which Python hears an interrupt."""
        pace = self._paces.setdefault(function, Pace(self._num_threads))
        return pace.run(_kernel(self.game, function), rows, rest)


@cache
def _kernel(game: Game, function: Callable) -> Callable:
    return engine_of(game).kernel(function)


def function_of(agent: Agent) -> Callable:
    """Return the function of a bot that compiled code calls; for any other agent that of a bot which is never called."""
    return agent.function if isinstance(agent, Bot) and is_compiled(agent) else random


# --- compiled


@compiled
def settle_lines(rows, depth, job, wave, crew, threads):
    """Play what is forced in the lines of these rows."""
    work = (rows, depth, wave)
    if threads == 1:
        return settle_part(np.int64(0), len(rows), work)
    return share(part_of(settle_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def settle_part(first, last, work):
    rows, depth, wave = work
    for at in range(first, last):
        settle(rows[at], depth, wave)
    return 0


@compiled
def settle(row, depth, wave):
    """Play a line on until a seat must choose, the game is over, or so many decisions are made."""
    line, state, mask = wave.lines[row], wave.states[row], wave.masks[row]
    line.mover = NOBODY
    while state.table.end == End.RUNNING and line.made < depth:
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
        settle(row, depth, wave)
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
        play_out(wave.states[row], wave.dice[row], depth, wave.rooms[row], bots)
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
