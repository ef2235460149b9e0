"""The parts of the rules are compiled once, by two processes if several are missing, and called by all kernels."""

import dataclasses
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from types import SimpleNamespace

import pytest

from dig_envs.core.catalogue import game_of, is_installed
from dig_envs.core.compiler import is_compiled
from dig_envs.core.compiler.thread_tuner import usable_cores
from dig_envs.core.engine import Engine, c_functions, rule_parts
from dig_envs.core.engine.rule_parts import NEEDED_TO_PLAY, PARTS, RuleParts

GAME = "dig_dig_v0"
FIRST_USE = f"""
import json
from dig_envs.core.engine import rule_parts
started = []
popen = rule_parts.Popen
rule_parts.Popen = lambda command, **rest: started.append(command) or popen(command, **rest)
import dig_envs
batch = dig_envs.batch("{GAME}", num_tables=4, seed=3)
batch.random_steps(50)
print(json.dumps([[command[3:] for command in started], batch.states.tobytes().hex()]))
"""


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_its_index_and_compiled_functions(name):
    index, part = list(PARTS).index(name), PARTS[name]
    assert getattr(c_functions, f"PART_{name.upper()}") == index
    assert signature(part.entry).parameters and is_compiled(part.entry) and is_compiled(part.call)


def first_use(folder, **environment: str) -> list:
    environment = {**os.environ, "DIG_ENVS_CACHE_DIR": os.fspath(folder), **environment}
    completed = subprocess.run([sys.executable, "-c", FIRST_USE], env=environment, capture_output=True, text=True, timeout=300)
    assert completed.returncode == 0, completed.stderr
    return json.loads(completed.stdout)


@pytest.mark.long
def test_a_second_process_compiles_missing_parts_once(tmp_path):
    started, states = first_use(tmp_path)
    parts = [name for name in reversed(PARTS) if name in NEEDED_TO_PLAY]
    assert started == ([[GAME, *parts]] if usable_cores() > 1 else [])
    assert first_use(tmp_path) == [[], states], "the second use loads all code from disk"


@pytest.mark.long
def test_without_a_second_process_the_game_is_the_same(tmp_path):
    (tmp_path / "code").mkdir()
    _, states = first_use(tmp_path / "code")
    code = FIRST_USE.replace("popen(command, **rest)", "popen(['/no/such/interpreter'], **rest)")
    environment = {**os.environ, "DIG_ENVS_CACHE_DIR": os.fspath(tmp_path)}
    completed = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=300)
    assert json.loads(completed.stdout)[1] == states


@pytest.mark.parametrize("attribute", [("frozen", True), ("executable", None)], ids=["frozen", "embedded"])
def test_without_a_python_no_process_is_started(attribute, monkeypatch, tmp_path):
    parts = RuleParts(game_of(GAME), SimpleNamespace(is_missing=lambda entry: True), "unused")
    started = []
    monkeypatch.setattr(rule_parts, "Popen", lambda *given, **rest: started.append(given))
    monkeypatch.setattr(rule_parts.thread_tuner, "usable_cores", lambda: 2)
    monkeypatch.setattr(rule_parts, "code_folders", lambda: [tmp_path])
    with monkeypatch.context() as patch:
        patch.setattr(sys, *attribute, raising=False)
        parts._start_second_process()
    assert not started
    parts._start_second_process()
    assert len(started) == 1


def test_many_threads_stop_a_second_process_once(monkeypatch, tmp_path):
    parts = RuleParts(game_of(GAME), SimpleNamespace(is_missing=lambda entry: True), "unused")
    monkeypatch.setattr(rule_parts, "code_folders", lambda: [tmp_path])
    monkeypatch.setattr(rule_parts.thread_tuner, "usable_cores", lambda: 2)
    parts._functions = dict.fromkeys(PARTS)
    for _ in range(5):
        parts._start_second_process()
        process, _ = parts._second
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(parts.load, [["deal"]] * 64))
        assert process.returncode is not None and parts._second is None


@pytest.mark.long
def test_of_many_processes_one_starts_a_second_process(tmp_path):
    """Workers of a training begin together: one more process is enough for all of them."""
    environment = {**os.environ, "DIG_ENVS_CACHE_DIR": os.fspath(tmp_path)}
    command = [sys.executable, "-c", FIRST_USE]
    workers = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    found = [json.loads(worker.communicate(timeout=300)[0]) for worker in workers]
    assert len({states for _, states in found}) == 1
    assert sum(len(started) for started, _ in found) == (usable_cores() > 1)


def test_a_changed_game_is_not_the_installed_one():
    game = game_of(GAME)
    assert is_installed(game)
    assert not is_installed(dataclasses.replace(game, deal=game.deal))


def test_two_games_of_one_id_keep_their_own_rules():
    """Both engines use the same kernels, which find the parts by the hash of the rules."""
    game = game_of(GAME)
    engine, same = Engine(game), Engine(dataclasses.replace(game))
    assert engine.parts is same.parts
    assert Engine(dataclasses.replace(game, check=game.legal)).parts is not engine.parts
