"""Search in waves, so that Python agents and networks are called with large batches.

In each wave, every decision opens several lines: playouts from its determinizations. All lines of all decisions are played
together, by a compiled bot or a Python agent. A network may evaluate the final states. The values then go back to the
decisions. Each line has its own random generator and a fixed place in the arrays, so results do not depend on threads.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dig_envs.agents.random import random
from dig_envs.agents.search.estimates import ESTIMATE, STANDINGS, bindings
from dig_envs.agents.search.job import NO_LIMIT, Job
from dig_envs.agents.search.leaves import close_leaves, open_leaves
from dig_envs.agents.search.lines import Wave, advance_lines, apply_actions, evaluate_lines, roll_out, wave_of
from dig_envs.agents.search.policies import (
    NetworkAgent,
    action_probabilities,
    decisions_in,
    is_compiled_bot,
    priors_of,
    values_of,
)
from dig_envs.agents.search.samples import close_samples, open_samples
from dig_envs.agents.search.settings import Settings
from dig_envs.agents.search.tree import ROOT
from dig_envs.core.agent import Agent, Bot, Decisions
from dig_envs.core.compiler import source_hash
from dig_envs.core.compiler.thread_tuner import ThreadTuner
from dig_envs.core.engine import engine_of
from dig_envs.core.game import NOBODY, Game

LINES = 2048  # of a wave, approximately


class Waves:
    """Runs the searches of an agent in waves.

    Args:
        game: the game.
        settings: the settings of the search.
        base, rollout: the agents of the settings.
        evaluator: the network whose value function evaluates final states; None for standings.
        num_threads: the maximum number of threads; None for the number of cores.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        base: Agent,
        rollout: Agent,
        evaluator: NetworkAgent | None,
        num_threads: int | None,
    ):
        self.game, self.settings, self.base, self.rollout, self.evaluator = game, settings, base, rollout, evaluator
        self.loaded = False  # whether the compiled code is loaded
        self._num_threads = num_threads
        self._facts, self._generator = 0, np.random.default_rng(0)
        self._tuners: dict[Callable, ThreadTuner] = {}

    @property
    def stores_priors(self) -> bool:
        """Whether the nodes of trees store the base policy's probabilities."""
        return self.settings.method == "puct" and not is_compiled_bot(self.base)

    @property
    def fingerprint(self) -> str:
        return ":".join(source_hash(function) for function in (apply_actions, *self._loops))

    @property
    def _loops(self) -> tuple[Callable, Callable]:
        return (open_samples, close_samples) if self.settings.method == "improve" else (open_leaves, close_leaves)

    def run(self, job: Job, decisions: Decisions, playouts: int) -> None:
        """Search decisions until their budgets are spent.

        Raises:
            IllegalActionError: an agent chose an illegal action.
        """
        n = len(job.searches)
        self._facts = decisions.observations.shape[1]
        self._generator = np.random.default_rng(job.searches["seed"])
        width = self._width(n, playouts)
        wave = wave_of(self.game, n, width, self.stores_priors)
        if self.stores_priors:
            self._set_root_priors(job, decisions)
        opening, closing = self._loops
        everything = np.arange(n)
        while self._call(opening, everything, job, wave):
            rows = np.flatnonzero((np.arange(width) < wave.counts[:, None]).ravel())
            self._play(rows, job, wave)
            self._call(closing, everything, job, wave)

    def _width(self, n: int, playouts: int) -> int:
        """Return the number of lines of each decision in a wave."""
        if self.settings.method == "improve":
            return max(self.game.num_actions, min(playouts, LINES // n))
        return min(self.settings.leaves, playouts)

    def _set_root_priors(self, job: Job, decisions: Decisions) -> None:
        choices = np.flatnonzero(decisions.masks.sum(axis=1) > 1)
        if len(choices):
            job.priors[choices, ROOT] = priors_of(self.base, decisions.select(choices, self._generator))

    def _play(self, rows: np.ndarray, job: Job, wave: Wave) -> None:
        """Play lines to their ends, and write their values."""
        depth = self.settings.depth or (0 if self.evaluator and not self.settings.turns else NO_LIMIT)
        if self.stores_priors:
            waiting = self._advance(rows, NO_LIMIT, False, job, wave)
            wave.lines["first_mover"] = wave.lines["mover"]
            choices = self._decisions(waiting, wave)
            if len(waiting):
                wave.priors[waiting] = priors_of(self.base, choices)
        if is_compiled_bot(self.rollout):
            if depth > 0:
                self._call(roll_out, rows, depth, job, wave)
        else:
            waiting = self._advance(rows, depth, True, job, wave)
            while len(waiting):
                probabilities = action_probabilities(self.rollout, self._decisions(waiting, wave))
                self._run_loop(apply_actions, (waiting, probabilities), (depth, wave))
                waiting = waiting[wave.lines["mover"][waiting] != NOBODY]
        self._call(evaluate_lines, rows, float(job.setup["margin"][0]), job, wave)
        if self.evaluator is not None:
            if depth or not self.stores_priors:
                waiting = self._advance(rows, NO_LIMIT, False, job, wave)
                choices = self._decisions(waiting, wave)
            if len(waiting):
                values = values_of(self.evaluator, choices, wave.states[waiting])
                wave.outcomes[waiting, 1] = values + (wave.outcomes[waiting, 1] if self.evaluator.shaped else 0.0)

    def _advance(self, rows: np.ndarray, depth: int, by_turn: bool, job: Job, wave: Wave) -> np.ndarray:
        """Play forced actions; return the lines in which a seat must choose."""
        self._call(advance_lines, rows, depth, by_turn, job, wave)
        return rows[wave.lines["mover"][rows] != NOBODY]

    def _decisions(self, rows: np.ndarray, wave: Wave) -> Decisions:
        movers = wave.lines["mover"][rows]
        return decisions_in(self.game, wave.states[rows], movers, wave.masks[rows], self._facts, self._generator)

    def _call(self, function: Callable, rows: np.ndarray, *rest: Any) -> int:
        return self._run_loop(function, (rows,), rest)

    def _run_loop(self, function: Callable, rows: tuple[np.ndarray, ...], rest: tuple) -> int:
        """Call a loop over rows in portions, between which Python handles interrupts."""
        tuner = self._tuners.setdefault(function, ThreadTuner(self._num_threads))
        return tuner.run(_kernel(self.game, function, self._estimates), rows, rest)

    @property
    def _estimates(self) -> bool:
        """Whether the game's estimate is part of the value: not if a network predicts the whole value."""
        return self.evaluator is None or (self.evaluator.shaped and getattr(self.evaluator, "potential", STANDINGS) == ESTIMATE)


@cache
def _kernel(game: Game, function: Callable, estimated: bool) -> Callable:
    """Return a compiled loop, with the game's estimate or without it."""
    return engine_of(game).kernel(function, **(bindings(game) if estimated else {}))


def function_of(agent: Agent) -> Callable:
    """Return the function of a bot for compiled code. For another agent, return a placeholder that is never called."""
    return agent.function if isinstance(agent, Bot) and is_compiled_bot(agent) else random
