"""Measure the speed of one game next to PettingZoo's connect_four_v3, several times in one run.

The game has its default options. The measurements are:

- the compiled loop: `Batch.random_steps`, random legal play with masks and observations, in agent steps per second;
- `Batch.step` called from Python, without the time to choose actions;
- the loop `env.last()`, `env.step(action)` over `dig_envs.env`, and the same loop over connect_four_v3. The actions come from
  random games that were played before, so choosing them takes no time. Resets count, and so do the steps of agents after the
  end of a game;
- in new processes: `import dig_envs`, and the time from the start of that import to the end of the first step, with an empty
  cache of machine code (`compile_seconds`) and with a filled cache (`load_seconds`).
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import numpy as np

import dig_envs
from dig_envs.training.speed.rates import Rate, in_turns

SIZES = (128, 1024, 16384)  # tables; 128 tables fit into the cache of a core
THREADS = (1, 2)
REPEATS = 5
SECONDS = 0.25
GAMES = 40
Key = tuple[str, int, int]
FIRST_USE = """
import json, time
start = time.perf_counter()
import dig_envs
imported = time.perf_counter()
batch = dig_envs.batch({game!r}, num_tables=1, seed=0)
batch.step(batch.masks.argmax(axis=1))
print(json.dumps([imported - start, time.perf_counter() - start]))
"""


@dataclass(frozen=True)
class FormSpeeds:
    """The speed of one game.

    Attributes:
        game: the game's id.
        random_loop, batch_step: rates by number of tables, then by number of threads.
        aec: the rate of the AEC loop.
        connect_four: the rate of the same loop over connect_four_v3; None if PettingZoo's classic games are not installed.
        import_seconds: the time to import `dig_envs`.
        compile_seconds, load_seconds: the time from the import to the first step, in the first process and in later ones.
    """

    game: str
    random_loop: dict[int, dict[int, Rate]]
    batch_step: dict[int, dict[int, Rate]]
    aec: Rate
    connect_four: Rate | None
    import_seconds: float
    compile_seconds: float
    load_seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return medians as `dig-envs speed --json` prints them. `engine_steps_per_second` is the slowest of `random_loop`."""
        return {
            "game": self.game,
            "engine_steps_per_second": {
                str(threads): min(by_threads[threads].median for by_threads in self.random_loop.values()) for threads in THREADS
            },
            "aec_steps_per_second": self.aec.median,
            "connect_four_steps_per_second": self.connect_four.median if self.connect_four else None,
            "compile_seconds": self.compile_seconds,
            "load_seconds": self.load_seconds,
            "import_seconds": self.import_seconds,
            "random_loop_by_tables": _by_tables(self.random_loop),
            "batch_step_by_tables": _by_tables(self.batch_step),
        }


def _by_tables(rates: dict[int, dict[int, Rate]]) -> dict[str, dict[str, dict[str, float]]]:
    return {
        str(tables): {str(threads): {"median": rate.median, "best": rate.best} for threads, rate in by_threads.items()}
        for tables, by_threads in rates.items()
    }


def run(game: str, repeats: int = REPEATS, seconds: float = SECONDS, progress: bool = True) -> FormSpeeds:
    """Measure a game. Each repeat measures every loop once, so that a busy machine slows all of them.

    Args:
        game: an id of `dig_envs.games()`.
        repeats: the number of repeats.
        seconds: the approximate time of each measurement.
        progress: show a progress bar on stderr if it is a terminal.

    Raises:
        UnknownGameError: there is no such game.
    """
    dig_envs.game_of(game)
    imported, compiling, loading = _start_seconds(game)
    by_key = {key: Rate(tuple(measured)) for key, measured in in_turns(_loops(game, seconds), repeats, progress).items()}
    random_loop, batch_step = ({n: {t: by_key[kind, n, t] for t in THREADS} for n in SIZES} for kind in ("random", "step"))
    aec, connect_four = by_key["aec", 1, 1], by_key.get(("connect_four", 1, 1))
    return FormSpeeds(game, random_loop, batch_step, aec, connect_four, imported, compiling, loading)


def _loops(game: str, seconds: float) -> dict[Key, Callable[[], float]]:
    """Return the measurements, which return steps per second, by loop, number of tables and number of threads."""
    loops: dict[Key, Callable[[], float]] = {}
    for tables, threads in itertools.product(SIZES, THREADS):
        batch = dig_envs.batch(game, num_tables=tables, seed=0, num_threads=threads)
        batch.random_steps(100)
        loops["random", tables, threads] = partial(random_rate, batch, seconds)
        loops["step", tables, threads] = partial(_step_rate, batch, seconds)
    loops["aec", 1, 1] = partial(replay_rate, env := dig_envs.env(game), random_games(env), seconds)
    if connect_four := connect_four_env():
        loops["connect_four", 1, 1] = partial(replay_rate, connect_four, random_games(connect_four), seconds)
    return loops


def random_rate(batch: Any, seconds: float) -> float:
    """Return the agent steps per second of compiled random play."""
    steps, spent, steps_per_call = 0, 0.0, max(1, 100_000 // batch.num_tables)
    while spent < seconds:
        start = time.perf_counter()
        batch.random_steps(steps_per_call)
        spent += time.perf_counter() - start
        steps += steps_per_call
    return steps * batch.num_tables / spent


def _step_rate(batch: Any, seconds: float) -> float:
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = batch.sample()
        start = time.perf_counter()
        batch.step(actions)
        spent += time.perf_counter() - start
        steps += 1
    return steps * batch.num_tables / spent


def random_games(env: Any) -> list[list[int | None]]:
    """Play random games with the seeds 0, 1, ... and return their actions; None for the step of an agent that is out."""
    generator = np.random.default_rng(0)
    games: list[list[int | None]] = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        games.append([])
        while env.agents:
            observation, _, ended, truncated, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            games[-1].append(None if ended or truncated else int(generator.choice(legal)))
            env.step(games[-1][-1])
    return games


def replay_rate(env: Any, games: list[list[int | None]], seconds: float) -> float:
    """Return the agent steps per second of the loop `env.last()`, `env.step(action)` over recorded games."""
    steps, spent = 0, 0.0
    while spent < seconds:
        start = time.perf_counter()
        for seed, actions in enumerate(games):
            env.reset(seed=seed)
            for action in actions:
                env.last()
                env.step(action)
        spent += time.perf_counter() - start
        steps += sum(action is not None for actions in games for action in actions)
    return steps / spent


def connect_four_env() -> Any:
    """Make PettingZoo's connect_four_v3; return None if the classic games are not installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return None
    return connect_four_v3.env()


def _start_seconds(game: str) -> tuple[float, float, float]:
    """Return the seconds of new processes: the import, and the first step with an empty and with a filled code cache."""
    with tempfile.TemporaryDirectory() as cache:
        first, *later = [_first_use(game, cache) for _ in range(4)]
    return median(seconds[0] for seconds in later), first[1], median(seconds[1] for seconds in later)


def _first_use(game: str, cache: str) -> list[float]:
    environment = {**os.environ, "DIG_ENVS_CACHE_DIR": cache}
    command = [sys.executable, "-c", FIRST_USE.format(game=game)]
    completed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(completed.stdout)
