"""Search in waves, so that an agent in Python is asked for many clones at once.

In each wave every decision opens some lines of play, clones of its determinizations; all lines are played on together, by
compiled bots or by an agent in Python; a network may judge where they end; then each decision learns what its lines were
worth. What a line draws comes from its own dice, and lines stand in the order of their decisions: threads change nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dig_envs.agents.random import random
from dig_envs.agents.search.estimates import ESTIMATE, STANDINGS, bindings
from dig_envs.agents.search.leaves import close_leaves, open_leaves
from dig_envs.agents.search.lines import Wave, judge_lines, play_lines, roll_out, settle_lines, wave_of
from dig_envs.agents.search.policies import Network, chances_of, decisions_in, is_compiled, priors_of, some_of, values_of
from dig_envs.agents.search.records import Job
from dig_envs.agents.search.samples import close_samples, open_samples
from dig_envs.agents.search.settings import Settings
from dig_envs.agents.search.tree import ROOT
from dig_envs.core.agent import Agent, Bot, Decisions
from dig_envs.core.compiler import source_hash
from dig_envs.core.compiler.thread_pacing import Pace
from dig_envs.core.engine import engine_of
from dig_envs.core.game import NOBODY, Game

LINES = 2048  # that are played together, about
NO_LIMIT = 1 << 40  # decisions


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
        self.loaded = False  # whether its code is
        self._num_threads = num_threads
        self._facts, self._generator = 0, np.random.default_rng(0)
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
        n = len(job.searches)
        self._facts = decisions.observations.shape[1]
        self._generator = np.random.default_rng(job.searches["seed"])
        width = self._width(n, playouts)
        wave = wave_of(self.game, n, width, self.keeps_priors)
        if self.keeps_priors:
            self._lead(job, decisions)
        opening, closing = self._ends
        everything = np.arange(n)
        while self._call(opening, everything, job, wave):
            rows = np.flatnonzero((np.arange(width) < wave.counts[:, None]).ravel())
            self._play(rows, job, wave)
            self._call(closing, everything, job, wave)

    def _width(self, n: int, playouts: int) -> int:
        """Return how many lines of each decision there are in a wave: all actions have room."""
        if self.settings.method == "improve":
            return max(self.game.num_actions, min(playouts, LINES // n))
        return min(self.settings.leaves, playouts)

    def _lead(self, job: Job, decisions: Decisions) -> None:
        """Keep what the base policy says of each decision that is a choice, at the root of its tree."""
        choices = np.flatnonzero(decisions.masks.sum(axis=1) > 1)
        if len(choices):
            job.priors[choices, ROOT] = priors_of(self.base, some_of(decisions, choices, self._generator))

    def _play(self, rows: np.ndarray, job: Job, wave: Wave) -> None:
        """Play lines on, and write what they are worth."""
        depth = self.settings.depth or (0 if self.judge and not self.settings.turns else NO_LIMIT)
        if self.keeps_priors:
            waiting = self._settle(rows, NO_LIMIT, False, job, wave)
            wave.lines["opener"] = wave.lines["mover"]
            choices = self._decisions(waiting, wave)
            if len(waiting):
                wave.priors[waiting] = priors_of(self.base, choices)
        if is_compiled(self.rollout):
            if depth > 0:
                self._call(roll_out, rows, depth, job, wave)
        else:
            waiting = self._settle(rows, depth, True, job, wave)
            while len(waiting):
                chances = chances_of(self.rollout, self._decisions(waiting, wave))
                self._paced(play_lines, (waiting, chances), (depth, wave))
                waiting = waiting[wave.lines["mover"][waiting] != NOBODY]
        self._call(judge_lines, rows, float(job.setup["margin"][0]), job, wave)
        if self.judge is not None:
            if depth or not self.keeps_priors:
                waiting = self._settle(rows, NO_LIMIT, False, job, wave)
                choices = self._decisions(waiting, wave)
            if len(waiting):
                values = values_of(self.judge, choices, wave.states[waiting])
                wave.points[waiting, 1] = values + (wave.points[waiting, 1] if self.judge.shaped else 0.0)

    def _settle(self, rows: np.ndarray, depth: int, by_turn: bool, job: Job, wave: Wave) -> np.ndarray:
        """Play what is forced; returns the lines in which a seat must choose."""
        self._call(settle_lines, rows, depth, by_turn, job, wave)
        return rows[wave.lines["mover"][rows] != NOBODY]

    def _decisions(self, rows: np.ndarray, wave: Wave) -> Decisions:
        movers = wave.lines["mover"][rows]
        return decisions_in(self.game, wave.states[rows], movers, wave.masks[rows], self._facts, self._generator)

    def _call(self, function: Callable, rows: np.ndarray, *rest: Any) -> int:
        return self._paced(function, (rows,), rest)

    def _paced(self, function: Callable, rows: tuple[np.ndarray, ...], rest: tuple) -> int:
        """Call a loop over rows, in portions between which Python hears an interrupt."""
        pace = self._paces.setdefault(function, Pace(self._num_threads))
        return pace.run(_kernel(self.game, function, self._estimates), rows, rest)

    @property
    def _estimates(self) -> bool:
        """Whether the game's estimate judges lines: unless a network does by itself."""
        return self.judge is None or (self.judge.shaped and getattr(self.judge, "potential", STANDINGS) == ESTIMATE)


@cache
def _kernel(game: Game, function: Callable, estimated: bool) -> Callable:
    """Return the compiled form of a loop, with the game's estimate or without."""
    return engine_of(game).kernel(function, **(bindings(game) if estimated else {}))


def function_of(agent: Agent) -> Callable:
    """Return the function of a bot that compiled code calls; for any other agent that of a bot which is never called."""
    return agent.function if isinstance(agent, Bot) and is_compiled(agent) else random
