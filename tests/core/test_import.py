"""Importing the package is fast, and the first use of a game loads its machine code from the cache.

The limits, in seconds, are those of a reference machine. On a slower machine they are scaled by the time to import numba, which
is measured in the same run.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("torch", "matplotlib", "pygame", "resvg_py", "rich", "stable_baselines3", "dig_envs.agents", "dig_envs.training")

NUMBA_SECONDS = 0.225  # on the reference machine; estimated as 0.59 * 0.38 s (connect_four_v3 in `dig-envs speed`)
REPEATS = 5

NUMBA = """
import json, time
start = time.process_time()
import numba
print(json.dumps({"seconds": time.process_time() - start}))
"""

IMPORT = f"""
import json, sys, time
start = time.process_time()
import dig_envs
games = dig_envs.games()
seconds = time.process_time() - start
import dig_envs.dig_v0
print(json.dumps({{"seconds": seconds, "loaded": [name for name in {("numba", *HEAVY)!r} if name in sys.modules]}}))
"""

FIRST_USE = f"""
import json, sys, time
start = time.process_time()
import dig_envs
batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
batch.step(batch.masks.argmax(axis=1))
seconds = time.process_time() - start
print(json.dumps({{"seconds": seconds, "loaded": [name for name in {HEAVY!r} if name in sys.modules]}}))
"""


def run(script: str):
    completed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(completed.stdout)


def seconds_allowed(seconds: float, numba: Sequence[dict]) -> float:
    """Scale a limit to a machine that is slower than the reference machine."""
    return seconds * max(1.0, least(numba) / NUMBA_SECONDS)


def least(runs: Sequence[dict]) -> float:
    return min(one["seconds"] for one in runs)


def test_importing_is_fast_and_loads_no_large_library():
    numba, runs = zip(*[(run(NUMBA), run(IMPORT)) for _ in range(REPEATS)], strict=True)
    assert runs[0]["loaded"] == []
    assert least(runs) < seconds_allowed(0.3, numba)


def test_a_later_process_loads_a_game_within_a_second():
    assert run(FIRST_USE)["loaded"] == []  # fills an empty cache
    numba, runs = zip(*[(run(NUMBA), run(FIRST_USE)) for _ in range(REPEATS)], strict=True)
    assert least(runs) < seconds_allowed(1.0, numba)


def test_ppo_loads_neither_arena_nor_cloning():
    """A run loads what measures and evaluates its model when it does so."""
    found = "sorted({name.split('.')[2] for name in sys.modules if name.startswith('dig_envs.training.')})"
    loaded = run(f"import json, sys; from dig_envs.training import ppo; print(json.dumps({found}))")
    assert loaded == ["environment", "ppo", "process", "run", "sb3", "show"]
