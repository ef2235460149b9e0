"""Compiles every game's kernels and bots into the cache on disk, each game in a process of its own: `python -m tests.warm`.

`make test` starts with it. A process that compiles a game keeps 100 to 300 MB of Numba's and LLVM's data until it ends, and two
that need the same game at once compile it twice. Afterwards each worker loads machine code in a fraction of a second.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from dig_envs.agents.search import make_search
from dig_envs.core.agent import Opponent
from dig_envs.render.view import View
from dig_envs.training.studies import fuzz
from tests.support.catalogue import CASES, CASES_WITH_FEATURES, Case
from tests.support.play import MixedPlay, assert_bots_change_nothing, batch_of, broken, redealt

TABLES = 4
HEAVIEST_FIRST = ("digging_bandits_v0", "two_bit_bandits_v0")


def warm(game: str) -> None:
    """Call every kernel and every bot of a game once, with its feature sets and without."""
    played = [case for case in (*CASES, *CASES_WITH_FEATURES) if case.game == game]
    for case in {case.features: case for case in played}.values():
        warm_case(case)
    fuzz.run(game, 1, progress=False)
    warm_search(game)


def warm_search(game: str) -> None:
    """Search a few decisions by each loop."""
    batch = batch_of(Case(game), TABLES)
    decisions = batch.decisions()
    for method in ("improve", "ismcts"):
        make_search(batch.game, method=method, playouts=8).search(decisions)


def warm_case(case: Case) -> None:
    """Call every kernel and every bot on a few tables of a case."""
    batch = batch_of(case, TABLES)
    play = MixedPlay(batch, 0)
    assert_bots_change_nothing(play, batch)
    batch.step(play.actions(batch))
    batch.deal_next(np.arange(TABLES))
    batch.step(batch.sample())
    batch.random_steps(1)
    assert not broken(batch, redealt(batch, batch.states, 0, np.arange(TABLES))).any()
    batch.observe_states(batch.states)
    assert View(batch.game, batch.options, batch.states[:1], seat=0).known
    if not case.solo:
        opponents = [Opponent(bot) for bot in play.bots]
        learner = batch_of(case, TABLES, opponents=opponents)
        learner.step(learner.masks.argmax(axis=1))
        assert learner.rewards_if_ended.shape == (TABLES,)


def main() -> None:
    """Warm all games, as many at a time as there are processors."""
    games = sorted({case.game for case in CASES}, key=lambda game: game not in HEAVIEST_FIRST)
    with ThreadPoolExecutor(cpu_count()) as pool:
        codes = pool.map(lambda game: subprocess.run([sys.executable, "-m", "tests.warm", game]).returncode, games)
    sys.exit(max(codes))


if __name__ == "__main__":
    if sys.argv[1:]:
        warm(sys.argv[1])
    else:
        main()
