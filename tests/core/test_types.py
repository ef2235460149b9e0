"""`mypy --strict` finds the mistakes of a user's script by the types of the package, and reports nothing else."""

import dataclasses
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import dig_envs
from dig_envs.adapters.options import GameOptions
from dig_envs.core.catalogue import game_of

ROOT = Path(__file__).resolve().parents[2]
GOOD = """
from dig_envs import agents
import dig_envs
import dig_envs.adapters.pettingzoo
from dig_envs import dig_v0
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.training import arena

env = dig_envs.env("dig_v0", num_players=3, scents=True)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    done = terminated or truncated
    env.step(None if done else int(env.action_space(agent).sample(observation["action_mask"])))
snapshot: bytes = dig_v0.raw_env().snapshot()
mask = env.observe("player_0")["action_mask"]
batch = dig_envs.batch("dig_v0", num_tables=4)
batch.step(batch.masks.argmax(axis=1))
seat = SeatEnv("dig_v0", opponents=agents.make("greedy", game="dig_v0"), observation="dict")
facts = seat.reset(seed=1)[0]["observation"]
copy: dig_envs.adapters.pettingzoo.Env = env.clone()
parallel = dig_envs.parallel_env("dig_v0", waiting_mask="ones")
names: list[str] = parallel.possible_agents
games: int = arena.run("dig_v0", ["random", "greedy"], games=10).pairs[0].games
"""
BAD = """
env.snapshott()
env.clone().snapshott()
dig_envs.env("dig_v0", num_plyers=3)
dig_envs.env("dig_v0", num_players="3")
dig_envs.raw_env("dig_v0", num_plyers=3)
dig_envs.parallel_env("dig_v0", num_plyers=3)
dig_envs.batch("dig_v0", num_tables=3, num_plyers=3)
dig_v0.env(num_plyers=3)
SeatEnv("dig_v0", num_plyers=3)
dig_envs.env("dig_v0", illegal="rais")
dig_envs.raw_env("dig_v0", render_mode="rgb")
dig_envs.env("dig_v0", mask_in="infos")
SeatEnv("dig_v0", mask_in="infos")
SeatVectorEnv("dig_v0", autoreset_mode="same")
parallel.stepp({})
batch.stepp()
seat.reset(seed=1)[0].observation
paid: str = env.last()[1]
agents.make("greedy", game="dig_v0").actt()
arena.runn()
"""


@pytest.mark.long
def test_mypy_finds_the_mistakes_of_a_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(GOOD.strip() + BAD)
    first = len(GOOD.strip().splitlines()) + 1
    assert (ROOT / "dig_envs" / "py.typed").exists(), "without the file, mypy ignores the types of an installed package"
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", tmp_path / "cache", script]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    found = {int(line) for line in re.findall(r"script\.py:(\d+): error", completed.stdout)}
    assert found == set(range(first, first + len(BAD.strip().splitlines()))), completed.stdout + completed.stderr


def test_the_typed_options_are_those_of_the_games():
    named = typing.get_type_hints(GameOptions)
    options = [game_of(game).options for game in dig_envs.games()]
    hints = {field.name: typing.get_type_hints(kind)[field.name] for kind in options for field in dataclasses.fields(kind)}
    assert named == hints
