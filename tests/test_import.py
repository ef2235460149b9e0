"""Importing is cheap and loads nothing heavy; a game loads from the cache at its first use."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("numba", "torch", "matplotlib", "pygame", "resvg_py", "rich", "stable_baselines3", "agents", "training")

IMPORT = f"""
import json, sys, time
start = time.process_time()
import dig_envs
games = dig_envs.games()
seconds = time.process_time() - start
print(json.dumps({{"seconds": seconds, "loaded": [name for name in {HEAVY!r} if name in sys.modules]}}))
"""

FIRST_USE = """
import json, time
start = time.process_time()
import dig_envs
batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
batch.step(batch.masks.argmax(axis=1))
print(json.dumps({"seconds": time.process_time() - start}))
"""


def run(script: str) -> dict:
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_importing_loads_nothing_heavy_and_takes_no_time():
    runs = [run(IMPORT) for _ in range(3)]
    assert runs[0]["loaded"] == []
    assert min(one["seconds"] for one in runs) < 0.3


def test_a_later_process_has_the_game_within_a_second():
    run(FIRST_USE)  # fills the cache where it is empty
    assert min(run(FIRST_USE)["seconds"] for _ in range(3)) < 1.0
