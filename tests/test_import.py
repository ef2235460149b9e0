"""Importing loads nothing heavy; a game's machine code comes from the cache at its first use. Seconds: `dig-envs bench`."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("torch", "matplotlib", "pygame", "resvg_py", "rich", "stable_baselines3", "agents", "training")

IMPORT = f"""
import json, sys
import dig_envs
games = dig_envs.games()
print(json.dumps([name for name in {("numba", *HEAVY)!r} if name in sys.modules]))
"""

FIRST_USE = f"""
import json, sys
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    import dig_envs
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
    batch.step(batch.masks.argmax(axis=1))
print(json.dumps([len(compiled.buffer), [name for name in {HEAVY!r} if name in sys.modules]]))
"""


def run(script: str, cache: Path | None = None):
    arguments = [sys.executable, "-c", script]
    environment = None if cache is None else {**os.environ, "DIG_ENVS_CACHE_DIR": str(cache)}
    done = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_importing_loads_nothing_heavy():
    assert run(IMPORT) == []


def test_a_later_process_compiles_nothing(tmp_path):
    compiled, loaded = run(FIRST_USE, tmp_path)
    assert compiled > 0 and loaded == []
    assert run(FIRST_USE, tmp_path) == [0, []]
