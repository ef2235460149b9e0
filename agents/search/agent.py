"""Define the search agent, which plays out determinizations of what its seat knows."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import cache
from time import perf_counter

import numpy as np

from dig_envs.agents.search.analysis import analyse
from dig_envs.agents.search.batched_search import BatchedSearch, function_of
from dig_envs.agents.search.compare import compare
from dig_envs.agents.search.estimates import bindings, fingerprint_of
from dig_envs.agents.search.improve import improve
from dig_envs.agents.search.job import NO_LIMIT, SETUP, Job, search_dtype
from dig_envs.agents.search.policies import check_rewards, is_compiled_bot, leaf_evaluator
from dig_envs.agents.search.settings import Settings
from dig_envs.agents.search.tree import NODE, grow
from dig_envs.core.agent import Agent, Decisions, Explanation, actions_of
from dig_envs.core.compiler import source_hash
from dig_envs.core.compiler.thread_tuner import MAX_SECONDS, ONE_THREAD, ThreadTuner, team_of
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import CHOICE
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.rng import RNG

MAX_BATCH = 64  # decisions that are searched together
PILOT_PLAYOUTS = 32  # for a first measurement of the time of a playout
MAX_SEED = 1 << 62
NO_PRIOR = -1.0
MAX_PRIORS = 1 << 26  # numbers stored at the nodes of all trees


class Search(Agent):
    """Searches at each decision, using only the knowledge of the deciding seat.

    Actions depend only on the decisions and the generator, not on the number of threads, unless the budget is a time.

    Args:
        game: the game.
        settings: the settings of the search.
        base, rollout: the agents of the settings. Agents that are not compiled are asked in batches (`batched_search.py`).
        num_threads: the maximum number of threads; None for the number of cores. Threads share decisions.

    Attributes:
        evaluator: the network whose value function evaluates the end of playouts; None for standings.
        playouts_by: what the playouts are, such as "playouts by greedy".
        sentence: what the search does, in one sentence.

    Raises:
        ArgumentError: the settings need a value function, but neither agent has one.
    """

    def __init__(self, game: Game, settings: Settings, base: Agent, rollout: Agent, num_threads: int | None = None):
        self.name = "search"
        self.evaluator = leaf_evaluator(settings.leaf, settings.method, base, rollout)
        self.playouts_by = _playouts_by(settings, self.evaluator is not None)
        self.sentence = _sentence(settings, self.playouts_by)
        self.game = game
        self.settings = settings
        self.base = base
        self.rollout = rollout
        calls_base = settings.method == "puct" and not is_compiled_bot(base)
        is_batched = calls_base or not is_compiled_bot(rollout) or self.evaluator is not None
        self._batched = BatchedSearch(game, settings, base, rollout, self.evaluator, num_threads) if is_batched else None
        self._tuner = ThreadTuner(num_threads)
        self._seconds = 0.0  # per playout on one thread; 0 until measured

    @property
    def fingerprint(self) -> str:
        settings = json.dumps(dataclasses.asdict(self.settings), sort_keys=True)
        loop = source_hash(LOOPS[self.settings.method])
        batched = f":{self._batched.fingerprint}" if self._batched else ""
        estimate = fingerprint_of(self.game) if self.settings.uses_estimate else ""
        return f"{self.name}:{settings}:{loop}:{estimate}{batched}:{self.base.fingerprint}:{self.rollout.fingerprint}"

    @property
    def can_compare(self) -> bool:
        """Whether `compare` is possible: for method "improve" with a compiled rollout bot."""
        return self.settings.method == "improve" and self._batched is None

    def with_agents(self, agents: Mapping[str, Agent]) -> "Search":
        """Return a copy of this search with other agents.

        Args:
            agents: the agents by role, "base" or "rollout".

        Raises:
            ArgumentError: the settings need a value function, but neither agent has one.
        """
        roles = {"base": self.base, "rollout": self.rollout, **agents}
        settings = dataclasses.replace(self.settings, base=roles["base"].name, rollout=roles["rollout"].name)
        return Search(self.game, settings, roles["base"], roles["rollout"], self._tuner.num_threads)

    def check(self, options: Options) -> None:
        """Reject options that base or rollout cannot play.

        Raises:
            ModelError: a model was trained with another observation or other rewards.
        """
        self.base.check(options)
        self.rollout.check(options)
        if self.evaluator is not None:
            check_rewards(self.evaluator, options)

    def act(self, decisions: Decisions) -> np.ndarray:
        return self.search(decisions)["action"].astype(np.int64)

    def explain(self, decisions: Decisions) -> list[Explanation]:
        """Search each decision, and explain the choice. `dig_envs.agents.search.analyse` returns more detail."""
        return [analysis.explanation() for analysis in analyse(self, decisions)]

    def compare(self, decisions: Decisions, bases: np.ndarray | None = None, playouts: int | None = None) -> np.ndarray:
        """Play every legal action of each decision equally often, and return the results, `search_dtype` (n,).

        `gains / samples` are unbiased mean gains over the action in `bases`; see `compare.py`.

        Args:
            decisions: the decisions.
            bases: a legal action of each decision, integers (n,); None for the base policy's actions.
            playouts: the maximum number of playouts per decision; None for the budget of the settings.

        Raises:
            ArgumentError: the method is not "improve", or the rollout agent is not a compiled bot.
        """
        if not self.can_compare:
            raise ArgumentError('a comparison of actions needs method="improve" and a scripted bot as rollout')
        return self._search(decisions, COMPARE, bases, playouts)

    def search(self, decisions: Decisions) -> np.ndarray:
        """Search each decision, and return the results, `search_dtype` (n,)."""
        return self._search(decisions, self.settings.method)

    def _search(
        self, decisions: Decisions, loop: str, bases: np.ndarray | None = None, budget: int | None = None
    ) -> np.ndarray:
        searches = np.zeros(len(decisions), search_dtype(self.game.num_actions))
        searches["seed"] = decisions.generator.integers(0, MAX_SEED, len(decisions))
        searches["given_base"] = CHOICE if bases is None else bases
        if budget is None and self.settings.time is not None and not self._seconds:
            for k in range(len(decisions)):
                self._run(decisions, slice(k, k + 1), searches[k : k + 1].copy(), PILOT_PLAYOUTS, loop)
                if self._seconds:
                    break
        first = 0
        while first < len(decisions):
            playouts = budget or self._playouts()
            part = slice(first, first + self._batch_size(playouts))
            self._run(decisions, part, searches[part], playouts, loop)
            first = part.stop
        return searches

    def _playouts(self) -> int:
        """Return the number of playouts per decision."""
        if self.settings.time is None:
            return self.settings.playouts or 1
        return max(1, int(self.settings.time / 1000 / self._seconds)) if self._seconds else PILOT_PLAYOUTS

    def _run(self, decisions: Decisions, part: slice, searches: np.ndarray, playouts: int, loop: str) -> None:
        """Search a part of the decisions in portions, between which Python handles interrupts."""
        if self.settings.method == "improve" and not is_compiled_bot(self.base):
            self._choose_base_actions(decisions, part, searches)
        job = self._job(decisions, part, searches, playouts)
        if self._batched is not None:
            start = perf_counter()
            self._batched.run(job, decisions.select(part), playouts)
            if self._batched.loaded:  # the first run includes the time of compiling or loading code
                self._learn(perf_counter() - start, searches["playouts"].sum())
            self._batched.loaded |= bool(searches["playouts"].any())
            return
        kernel = _kernel(self.game, loop, self.settings.uses_estimate)
        threads = max(1, min(self._tuner.num_threads, len(searches)))
        waiting = 1
        while waiting:
            job.setup["portion"] = self._portion(len(searches) / threads)
            before = searches["playouts"].sum()
            start = perf_counter()
            waiting = kernel(job, *((team_of(threads), threads) if threads > 1 else ONE_THREAD))
            self._learn((perf_counter() - start) * threads, searches["playouts"].sum() - before)

    def _choose_base_actions(self, decisions: Decisions, part: slice, searches: np.ndarray) -> None:
        """Write the base policy's action of each decision with several legal actions and no given base."""
        rows = np.flatnonzero((decisions.masks[part].sum(axis=1) > 1) & (searches["given_base"] == CHOICE))
        if len(rows):
            generator = np.random.default_rng(searches["seed"])
            searches["given_base"][rows] = actions_of(self.base, decisions.select(part.start + rows, generator))

    def _batch_size(self, playouts: int) -> int:
        """Return the number of decisions to search together, which the memory of stored priors may limit."""
        if self._batched is None or not self._batched.stores_priors:
            return MAX_BATCH
        return max(1, min(MAX_BATCH, MAX_PRIORS // (playouts * self.game.num_actions)))

    def _job(self, decisions: Decisions, part: slice, searches: np.ndarray, playouts: int) -> Job:
        """Make the arrays of a part of the decisions."""
        game, settings, n = self.game, self.settings, len(searches)
        places = max(1, min(settings.pool, playouts))
        nodes = 0 if settings.method == "improve" else playouts + 1
        priors = nodes if self._batched is not None and self._batched.stores_priors else 0
        setup = np.zeros(1, SETUP)
        for name in ("pool", "z", "margin", "exploration"):
            setup[name] = getattr(settings, name)
        if self.evaluator is not None:
            setup["margin"] = 0.0  # a value function does not include the margin
        setup["playouts"], setup["depth"] = playouts, settings.depth or NO_LIMIT
        setup["turns"] = settings.turns or NO_LIMIT
        setup["prior"] = settings.prior if settings.method == "puct" else NO_PRIOR
        return Job(
            tables=decisions.tables[part],
            seats=decisions.seats[part],
            players=np.asarray(decisions.players[part], np.int64),
            masks=np.ascontiguousarray(decisions.masks[part], np.int8),
            searches=searches,
            determinizations=np.zeros((n, places + 1), game.state),
            states=np.zeros(n, game.state),
            rngs=np.zeros(n, RNG),
            playout_masks=np.zeros((n, game.num_actions), np.int8),
            outcomes=np.zeros((n, 2, game.max_players)),
            nodes=np.zeros((n, nodes), NODE),
            children=np.zeros((n, game.num_actions), np.int32),
            probabilities=np.zeros((n, game.num_actions), np.float32),
            priors=np.zeros((n, priors, game.num_actions), np.float32),
            bots=engine_of(game).bots([function_of(self.base), function_of(self.rollout)]),
            setup=setup,
        )

    def _portion(self, rows: float) -> int:
        """Return the number of playouts per decision between two checks for interrupts."""
        return max(1, int(MAX_SECONDS / rows / self._seconds)) if self._seconds else 1

    def _learn(self, seconds: float, playouts: int) -> None:
        if playouts:
            self._seconds = seconds / playouts


COMPARE = "compare"
LOOPS = {"improve": improve, "ismcts": grow, "puct": grow, COMPARE: compare}


@cache
def _kernel(game: Game, loop: str, estimates: bool) -> Callable:
    """Return a compiled loop, with the game's estimate or without it, cached for the process."""
    return engine_of(game).kernel(LOOPS[loop], **(bindings(game) if estimates else {}))


def _playouts_by(settings: Settings, by_value: bool) -> str:
    """Describe how a search evaluates actions, such as "playouts by greedy".

    With a value function, and neither a depth nor a number of turns, playouts end before the first decision.
    """
    if not by_value:
        return f"playouts by {settings.rollout}"
    if settings.depth or settings.turns:
        return f"playouts by {settings.rollout} and a value function"
    return "evaluations by a value function"


def _sentence(settings: Settings, playouts_by: str) -> str:
    """Describe a search in one sentence."""
    budget = f"{settings.playouts:,} playouts" if settings.playouts else f"{settings.time:g} ms"
    how = {
        "improve": f"Plays as {settings.base} does unless {playouts_by} show that another action is better",
        "ismcts": f"Searches a tree of information sets, with {playouts_by}",
        "puct": f"Searches a tree with {settings.base} as prior, with {playouts_by}",
    }[settings.method]
    return f"{how}; {budget} per decision."
