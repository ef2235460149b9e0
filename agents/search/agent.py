"""The search agent: it plays on from determinizations of what its seat knows."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import cache
from time import perf_counter

import numpy as np

from dig_envs.agents.search.analysis import analyse
from dig_envs.agents.search.compare import compare
from dig_envs.agents.search.estimates import bindings, fingerprint_of
from dig_envs.agents.search.improve import improve
from dig_envs.agents.search.policies import actions_of, check_rewards, is_compiled, judge_of, some_of
from dig_envs.agents.search.records import SETUP, Job, search_dtype
from dig_envs.agents.search.settings import Settings
from dig_envs.agents.search.tree import NODE, grow
from dig_envs.agents.search.waves import Waves, function_of
from dig_envs.core.agent import Agent, Decisions, Explanation
from dig_envs.core.compiler import source_hash
from dig_envs.core.compiler.thread_pacing import ALONE, AT_ONCE, Pace, crew_of
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import CHOICE
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.rng import RNG
from dig_envs.utils.memory import check_memory

DECISIONS = 64  # that are searched together
TO_THE_END = 1 << 40  # decisions, or turns
PILOT = 32  # playouts, to learn what one takes
MOST_SEEDS = 1 << 62
NO_PRIOR = -1.0
MUCH = 1 << 28  # bytes, of which it is asked whether they are free
MOST_PRIORS = 1 << 26  # numbers that are kept at the nodes of all trees


class Search(Agent):
    """Searches at each decision. It is given what the deciding seat knows, and nothing else.

    The same decisions and the same generator give the same actions, for any number of threads, unless the budget is a time.

    Args:
        game: what it plays.
        settings: how it searches.
        base, rollout: the agents that the settings name. Where a search needs more of an agent than compiled code can ask,
            it goes on in waves (`waves.py`).
        num_threads: at most so many; as many as there are cores if None. Decisions are spread over threads.

    Raises:
        ArgumentError: leaves are to be judged by a value function that neither agent has.
    """

    def __init__(self, game: Game, settings: Settings, base: Agent, rollout: Agent, num_threads: int | None = None):
        self.name = "search"
        self.judge = judge_of(settings.leaf, settings.method, base, rollout)
        self.sentence = _sentence(settings, self.judge is not None)
        self.game = game
        self.settings = settings
        self.base = base
        self.rollout = rollout
        asks_base = settings.method == "puct" and not is_compiled(base)
        in_waves = asks_base or not is_compiled(rollout) or self.judge is not None
        self._waves = Waves(game, settings, base, rollout, self.judge, num_threads) if in_waves else None
        self._pace = Pace(num_threads)
        self._seconds = 0.0  # that a playout takes on one thread, as far as is known

    @property
    def fingerprint(self) -> str:
        settings = json.dumps(dataclasses.asdict(self.settings), sort_keys=True)
        loop = source_hash(LOOPS[self.settings.method])
        waves = f":{self._waves.fingerprint}" if self._waves else ""
        judge = fingerprint_of(self.game)
        return f"{self.name}:{settings}:{loop}:{judge}{waves}:{self.base.fingerprint}:{self.rollout.fingerprint}"

    @property
    def compares(self) -> bool:
        """Whether this search can compare actions: it improves a bot, and bots play on in its playouts."""
        return self.settings.method == "improve" and self._waves is None

    def led_by(self, agents: Mapping[str, Agent]) -> "Search":
        """Return this search with other agents in the roles "base" and "rollout".

        Args:
            agents: by role.

        Raises:
            ArgumentError: leaves are to be judged by a value function that neither agent has.
        """
        roles = {"base": self.base, "rollout": self.rollout, **agents}
        settings = dataclasses.replace(self.settings, base=roles["base"].name, rollout=roles["rollout"].name)
        return Search(self.game, settings, roles["base"], roles["rollout"], self._pace.num_threads)

    def check(self, options: Options) -> None:
        """Refuse options with which an agent that the search asks can't play.

        Raises:
            ModelError: a model was trained on other observations, or values other rewards.
        """
        self.base.check(options)
        self.rollout.check(options)
        if self.judge is not None:
            check_rewards(self.judge, options)

    def act(self, decisions: Decisions) -> np.ndarray:
        return self.search(decisions)["action"].astype(np.int64)

    def explain(self, decisions: Decisions) -> list[Explanation]:
        """Search each decision, and tell what was found of each action; `dig_envs.agents.search.analyse` tells more."""
        return [analysis.explanation() for analysis in analyse(self, decisions)]

    def compare(self, decisions: Decisions) -> np.ndarray:
        """Play every legal action of each decision equally often, and return what was found: `search_dtype`, (n,).

        `gains / samples` are what actions gain on the base policy's, free of bias; see `compare.py`.

        Raises:
            ArgumentError: the search is a tree, or the agent that plays on in playouts is no bot.
        """
        if not self.compares:
            raise ArgumentError('actions are compared by a search with method="improve" whose rollout is a bot')
        return self._search(decisions, COMPARE)

    def search(self, decisions: Decisions) -> np.ndarray:
        """Search each decision, and return what was found: `search_dtype`, (n,)."""
        return self._search(decisions, self.settings.method)

    def _search(self, decisions: Decisions, loop: str) -> np.ndarray:
        """Search each decision by one of `LOOPS`."""
        searches = np.zeros(len(decisions), search_dtype(self.game.num_actions))
        searches["seed"] = decisions.generator.integers(0, MOST_SEEDS, len(decisions))
        searches["asked"] = CHOICE
        if self.settings.time is not None and not self._seconds:
            for k in range(len(decisions)):
                self._run(decisions, slice(k, k + 1), searches[k : k + 1].copy(), PILOT, loop)
                if self._seconds:
                    break
        first = 0
        while first < len(decisions):
            playouts = self._playouts()
            part = slice(first, first + self._together(playouts))
            self._run(decisions, part, searches[part], playouts, loop)
            first = part.stop
        return searches

    def _playouts(self) -> int:
        """Return the budget of a decision."""
        if self.settings.time is None:
            return self.settings.playouts or 1
        return max(1, int(self.settings.time / 1000 / self._seconds)) if self._seconds else PILOT

    def _run(self, decisions: Decisions, part: slice, searches: np.ndarray, playouts: int, loop: str) -> None:
        """Search some decisions, in portions between which Python hears an interrupt."""
        if self.settings.method == "improve" and not is_compiled(self.base):
            self._ask_base(decisions, part, searches)
        job = self._job(decisions, part, searches, playouts)
        if self._waves is not None:
            start = perf_counter()
            self._waves.run(job, some_of(decisions, part, decisions.generator), playouts)
            if self._waves.loaded:  # the first run compiles, or loads machine code
                self._learn(perf_counter() - start, searches["playouts"].sum())
            self._waves.loaded |= bool(searches["playouts"].any())
            return
        kernel = _kernel(self.game, loop)
        threads = max(1, min(self._pace.num_threads, len(searches)))
        waiting = 1
        while waiting:
            job.setup["portion"] = self._portion(len(searches) / threads)
            before = searches["playouts"].sum()
            start = perf_counter()
            waiting = kernel(job, *((crew_of(threads), threads) if threads > 1 else ALONE))
            self._learn((perf_counter() - start) * threads, searches["playouts"].sum() - before)

    def _ask_base(self, decisions: Decisions, part: slice, searches: np.ndarray) -> None:
        """Write the base policy's action wherever there is a choice."""
        rows = np.flatnonzero(decisions.masks[part].sum(axis=1) > 1)
        if len(rows):
            generator = np.random.default_rng(searches["seed"])
            searches["asked"][rows] = actions_of(self.base, some_of(decisions, part.start + rows, generator))

    def _together(self, playouts: int) -> int:
        """Return how many decisions are searched together: fewer where a network's priors at all nodes take much memory."""
        if self._waves is None or not self._waves.keeps_priors:
            return DECISIONS
        return max(1, min(DECISIONS, MOST_PRIORS // (playouts * self.game.num_actions)))

    def _job(self, decisions: Decisions, part: slice, searches: np.ndarray, playouts: int) -> Job:
        """Gather the arrays of some decisions."""
        game, settings, n = self.game, self.settings, len(searches)
        places = max(1, min(settings.pool, playouts))
        nodes = 0 if settings.method == "improve" else playouts + 1
        priors = nodes if self._waves is not None and self._waves.keeps_priors else 0
        if (needed := n * (nodes * NODE.itemsize + 4 * priors * game.num_actions)) > MUCH:
            check_memory(needed, f"a search of {playouts:,} playouts")
        setup = np.zeros(1, SETUP)
        for name in ("pool", "z", "margin", "exploration"):
            setup[name] = getattr(settings, name)
        if self.judge is not None:
            setup["margin"] = 0.0  # a value function knows nothing of it
        setup["playouts"], setup["depth"] = playouts, settings.depth or TO_THE_END
        setup["turns"] = settings.turns or TO_THE_END
        setup["prior"] = settings.prior if settings.method == "puct" else NO_PRIOR
        return Job(
            tables=decisions.tables[part],
            seats=decisions.seats[part],
            players=np.asarray(decisions.players[part], np.int64),
            masks=np.ascontiguousarray(decisions.masks[part], np.int8),
            searches=searches,
            worlds=np.zeros((n, places + 1), game.state),
            lines=np.zeros(n, game.state),
            dice=np.zeros(n, RNG),
            rooms=np.zeros((n, game.num_actions), np.int8),
            points=np.zeros((n, 2, game.max_players)),
            nodes=np.zeros((n, nodes), NODE),
            children=np.zeros((n, game.num_actions), np.int32),
            chances=np.zeros((n, game.num_actions), np.float32),
            priors=np.zeros((n, priors, game.num_actions), np.float32),
            bots=engine_of(game).bots([function_of(self.base), function_of(self.rollout)]),
            setup=setup,
        )

    def _portion(self, rows: float) -> int:
        """Return how many playouts a decision are made before Python may see to an interrupt."""
        return max(1, int(AT_ONCE / rows / self._seconds)) if self._seconds else 1

    def _learn(self, seconds: float, playouts: int) -> None:
        if playouts:
            self._seconds = seconds / playouts


COMPARE = "compare"
LOOPS = {"improve": improve, "ismcts": grow, "puct": grow, COMPARE: compare}


@cache
def _kernel(game: Game, loop: str) -> Callable:
    """Return a compiled loop, one a process."""
    return engine_of(game).kernel(LOOPS[loop], **bindings(game))


def _sentence(settings: Settings, by_value: bool) -> str:
    """Say how an agent searches, for lists of agents."""
    budget = f"{settings.playouts:,} playouts" if settings.playouts else f"{settings.time:g} ms"
    judged = "judged by value" if by_value and not settings.depth else f"with playouts by {settings.rollout}"
    how = {
        "improve": f"Plays as {settings.base} does unless playouts by {settings.rollout} show that another action is better",
        "ismcts": f"Searches a tree of information sets, {judged}",
        "puct": f"Searches a tree led by {settings.base}, {judged}",
    }[settings.method]
    return f"{how}; {budget} a decision."
