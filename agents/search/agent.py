"""The search agent: it plays on from determinizations of what its seat knows."""

import dataclasses
import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter

import numpy as np

from agents.modules import module_of
from agents.search.improve import improve
from agents.search.records import SETUP, Job, search_dtype
from agents.search.settings import Settings
from agents.search.tree import NODE, grow
from dig_envs.core.agent import Agent, Bot, Decisions
from dig_envs.core.compile import source_hash
from dig_envs.core.engine import engine_of
from dig_envs.core.game import Game
from dig_envs.core.rng import RNG
from dig_envs.core.threads import ALONE, AT_ONCE, Pace, crew_of

DECISIONS = 64  # that are searched together
TO_THE_END = 1 << 40  # decisions, or turns
PILOT = 32  # playouts, to learn what one takes
MOST_SEEDS = 1 << 62
NO_PRIOR = -1.0


class Search(Agent):
    """Searches at each decision. It is given what the deciding seat knows, and nothing else.

    The same decisions and the same generator give the same actions, for any number of threads, unless the budget is a time.

    Args:
        game: what it plays.
        settings: how it searches.
        base, rollout: the bots that the settings name.
        num_threads: at most so many; as many as there are cores if None. Decisions are spread over threads.
    """

    def __init__(self, game: Game, settings: Settings, base: Bot, rollout: Bot, num_threads: int | None = None):
        self.name = "search"
        self.sentence = _sentence(settings)
        self.game = game
        self.settings = settings
        self.base = base
        self.rollout = rollout
        self._pace = Pace(num_threads)
        self._seconds = 0.0  # that a playout takes on one thread, as far as is known

    @property
    def fingerprint(self) -> str:
        settings = json.dumps(dataclasses.asdict(self.settings), sort_keys=True)
        loop = source_hash(LOOPS[self.settings.method])
        judge = _hash_of(_estimate_of(self.game))
        return f"{self.name}:{settings}:{loop}:{judge}:{self.base.fingerprint}:{self.rollout.fingerprint}"

    def act(self, decisions: Decisions) -> np.ndarray:
        return self.search(decisions)["action"].astype(np.int64)

    def search(self, decisions: Decisions) -> np.ndarray:
        """Search each decision, and return what was found: `search_dtype`, (n,)."""
        searches = np.zeros(len(decisions), search_dtype(self.game.num_actions))
        searches["seed"] = decisions.generator.integers(0, MOST_SEEDS, len(decisions))
        if self.settings.time is not None and not self._seconds:
            for k in range(len(decisions)):
                self._run(decisions, slice(k, k + 1), searches[k : k + 1].copy(), PILOT)
                if self._seconds:
                    break
        for first in range(0, len(decisions), DECISIONS):
            part = slice(first, first + DECISIONS)
            self._run(decisions, part, searches[part], self._playouts())
        return searches

    def _playouts(self) -> int:
        """Return the budget of a decision."""
        if self.settings.time is None:
            return self.settings.playouts or 1
        return max(1, int(self.settings.time / 1000 / self._seconds)) if self._seconds else PILOT

    def _run(self, decisions: Decisions, part: slice, searches: np.ndarray, playouts: int) -> None:
        """Search some decisions, in portions between which Python hears an interrupt."""
        job = self._job(decisions, part, searches, playouts)
        kernel = _kernel(self.game, self.settings.method)
        threads = max(1, min(self._pace.num_threads, len(searches)))
        waiting = 1
        while waiting:
            job.setup["portion"] = self._portion(len(searches) / threads)
            before = searches["playouts"].sum()
            start = perf_counter()
            waiting = kernel(job, *((crew_of(threads), threads) if threads > 1 else ALONE))
            self._learn((perf_counter() - start) * threads, searches["playouts"].sum() - before)

    def _job(self, decisions: Decisions, part: slice, searches: np.ndarray, playouts: int) -> Job:
        """Gather the arrays of some decisions."""
        game, settings, n = self.game, self.settings, len(searches)
        pool = min(settings.pool, playouts)
        nodes = 0 if settings.method == "improve" else playouts + 1
        setup = np.zeros(1, SETUP)
        for name in ("z", "margin", "exploration"):
            setup[name] = getattr(settings, name)
        setup["playouts"], setup["depth"] = playouts, settings.depth or TO_THE_END
        setup["turns"] = settings.turns or TO_THE_END
        setup["prior"] = settings.prior if settings.method == "puct" else NO_PRIOR
        return Job(
            tables=decisions.tables[part],
            seats=decisions.seats[part],
            players=np.asarray(decisions.players[part], np.int64),
            masks=np.ascontiguousarray(decisions.masks[part], np.int8),
            searches=searches,
            worlds=np.zeros((n, pool), game.state),
            lines=np.zeros(n, game.state),
            dice=np.zeros(n, RNG),
            rooms=np.zeros((n, game.num_actions), np.int8),
            points=np.zeros((n, 2, game.max_players)),
            nodes=np.zeros((n, nodes), NODE),
            children=np.zeros((n, game.num_actions), np.int32),
            bots=engine_of(game).bots([self.base.function, self.rollout.function]),
            setup=setup,
        )

    def _portion(self, rows: float) -> int:
        """Return how many playouts a decision are made before Python may see to an interrupt."""
        return max(1, int(AT_ONCE / rows / self._seconds)) if self._seconds else 1

    def _learn(self, seconds: float, playouts: int) -> None:
        if playouts:
            self._seconds = seconds / playouts


LOOPS = {"improve": improve, "ismcts": grow, "puct": grow}


@cache
def _kernel(game: Game, method: str) -> Callable:
    """Return the compiled loop of a method, one a process."""
    offered = _estimate_of(game)
    return engine_of(game).kernel(LOOPS[method], **({"estimate": offered} if offered else {}))


def _estimate_of(game: Game) -> Callable | None:
    """Return what a game's agents offer to judge a playout that stops before the end: compiled, `(state, out)`."""
    return getattr(module_of(game), "ESTIMATE", None)


def _hash_of(estimate: Callable | None) -> str:
    """Hash the code of what judges a playout, and the weights beside its module."""
    if estimate is None:
        return ""
    weights = Path(estimate.__code__.co_filename).with_suffix(".npy")  # type: ignore[attr-defined]
    data = weights.read_bytes() if weights.is_file() else b""
    return source_hash(estimate) + hashlib.sha256(data).hexdigest()[:12]


def _sentence(settings: Settings) -> str:
    """Say how an agent searches, for lists of agents."""
    budget = f"{settings.playouts:,} playouts" if settings.playouts else f"{settings.time:g} ms"
    how = {
        "improve": f"Plays as {settings.base} does unless playouts by {settings.rollout} show that another action is better",
        "ismcts": f"Searches a tree of information sets, with playouts by {settings.rollout}",
        "puct": f"Searches a tree led by {settings.base}, with playouts by {settings.rollout}",
    }[settings.method]
    return f"{how}; {budget} a decision."
