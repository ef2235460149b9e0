"""Search in batches of playouts, so that one call asks a Python agent or a network about many positions.

For each batch, every decision starts several playouts from its determinizations. All playouts of all decisions are played
together, by a compiled bot or a Python agent. A network may evaluate the final states. The values then go back to the
decisions. Each playout has its own random generator and a fixed place in the arrays, so results do not depend on threads.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dig_envs.agents.random import random
from dig_envs.agents.search import policies
from dig_envs.agents.search.estimates import ESTIMATE, STANDINGS, bindings
from dig_envs.agents.search.improve_batches import finish_samples, start_samples
from dig_envs.agents.search.job import NO_LIMIT, Job
from dig_envs.agents.search.playout_batch import (
    PlayoutBatch,
    advance_playouts,
    apply_actions,
    batch_of,
    evaluate_playouts,
    roll_out,
)
from dig_envs.agents.search.policies import NetworkAgent
from dig_envs.agents.search.settings import Settings
from dig_envs.agents.search.tree import ROOT
from dig_envs.agents.search.tree_batches import back_up_leaves, select_leaves
from dig_envs.core.agent import Agent, Bot, Decisions
from dig_envs.core.compiler import source_hash
from dig_envs.core.compiler.thread_tuner import ThreadTuner
from dig_envs.core.engine import engine_of
from dig_envs.core.game import NOBODY, Game

BATCH_SIZE = 2048  # playouts, approximately


class BatchedSearch:
    """Runs the searches of an agent in batches.

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
        return self.settings.method == "puct" and not policies.is_compiled_bot(self.base)

    @property
    def fingerprint(self) -> str:
        return ":".join(source_hash(function) for function in (apply_actions, *self._loops))

    @property
    def _loops(self) -> tuple[Callable, Callable]:
        return (start_samples, finish_samples) if self.settings.method == "improve" else (select_leaves, back_up_leaves)

    def run(self, job: Job, decisions: Decisions, playouts: int) -> None:
        """Search decisions until their budgets are spent.

        Raises:
            IllegalActionError: an agent chose an illegal action.
        """
        n = len(job.searches)
        self._facts = decisions.observations.shape[1]
        self._generator = np.random.default_rng(job.searches["seed"])
        width = self._width(n, playouts)
        batch = batch_of(self.game, n, width, self.stores_priors)
        if self.stores_priors:
            self._set_root_priors(job, decisions)
        opening, closing = self._loops
        everything = np.arange(n)
        while self._call(opening, everything, job, batch):
            rows = np.flatnonzero((np.arange(width) < batch.counts[:, None]).ravel())
            self._play(rows, job, batch)
            self._call(closing, everything, job, batch)

    def _width(self, n: int, playouts: int) -> int:
        """Return the number of playouts of each decision in a batch."""
        if self.settings.method == "improve":
            return max(self.game.num_actions, min(playouts, BATCH_SIZE // n))
        return min(self.settings.leaves, playouts)

    def _set_root_priors(self, job: Job, decisions: Decisions) -> None:
        choices = np.flatnonzero(decisions.masks.sum(axis=1) > 1)
        if len(choices):
            job.priors[choices, ROOT] = policies.priors_of(self.base, decisions.select(choices, self._generator))

    def _play(self, rows: np.ndarray, job: Job, batch: PlayoutBatch) -> None:
        """Finish playouts, and write their values."""
        depth = self.settings.depth or (0 if self.evaluator and not self.settings.turns else NO_LIMIT)
        if self.stores_priors:
            waiting = self._advance(rows, NO_LIMIT, False, job, batch)
            batch.playouts["first_mover"] = batch.playouts["mover"]
            choices = self._decisions(waiting, batch)
            if len(waiting):
                batch.priors[waiting] = policies.priors_of(self.base, choices)
        if policies.is_compiled_bot(self.rollout):
            if depth > 0:
                self._call(roll_out, rows, depth, job, batch)
        else:
            waiting = self._advance(rows, depth, True, job, batch)
            while len(waiting):
                probabilities = policies.action_probabilities(self.rollout, self._decisions(waiting, batch))
                self._run_loop(apply_actions, (waiting, probabilities), (depth, batch))
                waiting = waiting[batch.playouts["mover"][waiting] != NOBODY]
        self._call(evaluate_playouts, rows, float(job.setup["margin"][0]), job, batch)
        if self.evaluator is not None:
            if depth or not self.stores_priors:
                waiting = self._advance(rows, NO_LIMIT, False, job, batch)
                choices = self._decisions(waiting, batch)
            if len(waiting):
                values = policies.values_of(self.evaluator, choices, batch.states[waiting])
                batch.outcomes[waiting, 1] = values + (batch.outcomes[waiting, 1] if self.evaluator.shaped else 0.0)

    def _advance(self, rows: np.ndarray, depth: int, by_turn: bool, job: Job, batch: PlayoutBatch) -> np.ndarray:
        """Play forced actions; return the playouts in which a seat must choose."""
        self._call(advance_playouts, rows, depth, by_turn, job, batch)
        return rows[batch.playouts["mover"][rows] != NOBODY]

    def _decisions(self, rows: np.ndarray, batch: PlayoutBatch) -> Decisions:
        movers = batch.playouts["mover"][rows]
        return policies.decisions_in(self.game, batch.states[rows], movers, batch.masks[rows], self._facts, self._generator)

    def _call(self, function: Callable, rows: np.ndarray, *rest: Any) -> int:
        return self._run_loop(function, (rows,), rest)

    def _run_loop(self, function: Callable, rows: tuple[np.ndarray, ...], rest: tuple) -> int:
        """Call a loop over rows in portions, between which Python handles interrupts."""
        tuner = self._tuners.setdefault(function, ThreadTuner(self._num_threads))
        return tuner.run(_kernel(self.game, function, self._estimates), rows, rest)

    @property
    def _estimates(self) -> bool:
        """Whether the game's estimate is part of the value: not if a network predicts the whole value."""
        if not self.settings.uses_estimate:
            return False
        return self.evaluator is None or (self.evaluator.shaped and getattr(self.evaluator, "potential", STANDINGS) == ESTIMATE)


@cache
def _kernel(game: Game, function: Callable, estimated: bool) -> Callable:
    """Return a compiled loop, with the game's estimate or without it."""
    return engine_of(game).kernel(function, **(bindings(game) if estimated else {}))


def function_of(agent: Agent) -> Callable:
    """Return the function of a bot for compiled code. For another agent, return a placeholder that is never called."""
    return agent.function if isinstance(agent, Bot) and policies.is_compiled_bot(agent) else random
