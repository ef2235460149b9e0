"""Processes that need the same machine code wait for the one that compiles it, and for none that is gone."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import numpy as np
import pytest
from numba import int64
from numba.core.registry import cpu_target

from dig_envs.core.compiler import Specialiser, cache_lock, compile_notice, compiled
from dig_envs.core.compiler.cache_lock import CodeLock
from dig_envs.core.compiler.compile_notice import CompilingNotice
from dig_envs.core.compiler.disk_cache import keyed_cache

HOLD = """
import sys, time
from pathlib import Path
from dig_envs.core.compiler.cache_lock import CodeLock

lock = CodeLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
time.sleep(300)
"""


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "game.lock"


@pytest.fixture
def holder(path) -> Iterator[Popen]:
    """Another process, which holds the lock."""
    with Popen([sys.executable, "-c", HOLD, path], stdout=PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_killed_holder_blocks_nobody(path, holder):
    lock, waited = CodeLock(path), []
    waiting = threading.Thread(target=lambda: waited.append(lock.acquire(60)))
    waiting.start()
    waiting.join(3 * cache_lock.PAUSE)
    assert waiting.is_alive(), "it waits while the holder lives"
    holder.kill()
    waiting.join(30)
    assert waited == [True]
    lock.release()


def test_patience_ends(path, holder):
    lock = CodeLock(path)
    assert lock.acquire(0.0)
    lock.release()
    assert holder.poll() is None


def test_a_lock_is_free_once_it_is_released(path):
    first, second = CodeLock(path), CodeLock(path)
    assert not first.acquire()
    first.release()
    assert not second.acquire(0.0)
    second.release()
    second.release()
    assert path.read_bytes() == b""


@pytest.mark.parametrize("place", ["no such folder/game.lock", "link"])
def test_without_a_file_to_lock_nobody_waits(place, tmp_path):
    (tmp_path / "elsewhere").touch()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    lock = CodeLock(tmp_path / place)
    assert not lock.acquire()
    lock.release()


# --- in the cache of machine code


@compiled
def broken(cells):
    return cells.no_such_attribute


def test_after_a_failure_the_others_go_on(empty_cache):
    with pytest.raises(Exception, match="no_such_attribute"):
        Specialiser("locked.failing").kernel(broken)(np.zeros(1))
    lock = CodeLock(next(Path(empty_cache).glob("locked.lock")))
    assert not lock.acquire(0.0)
    lock.release()


@pytest.fixture
def other_process(monkeypatch):
    """What a process remembers of notices is forgotten, as by another process."""
    monkeypatch.setattr(compile_notice, "_told", set())
    return lambda: monkeypatch.setattr(compile_notice, "_told", set())


def test_the_notice_is_given_once_for_a_game_and_machine(empty_cache, other_process, monkeypatch, capsys):
    monkeypatch.setattr(CompilingNotice, "begin", CompilingNotice.give)  # at once
    for game, kernel in [("told", "deal"), ("told", "play"), ("other", "deal")]:
        other_process()
        cache = keyed_cache(abs_of, f"{game}.{kernel}", "key")
        assert cache.load_overload(signature(), cpu_target.target_context) is None
        cache.let_go()
    said = capsys.readouterr().err
    assert said.count("compiling told") == said.count("compiling other") == 1


def test_the_notice_is_given_again_after_an_upgrade(tmp_path, other_process, monkeypatch, capsys):
    for number, version in enumerate(["old", "old", "new"]):
        other_process()
        monkeypatch.setattr(compile_notice, "_code_version", lambda version=version: version)
        CompilingNotice(tmp_path, "dig").give()
        CompilingNotice(tmp_path, "dig_dig").give()
        assert capsys.readouterr().err.count("compiling") == (0 if number == 1 else 2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["dig.new.told", "dig_dig.new.told"]


def test_a_folder_that_keeps_nothing_does_not_silence_the_notice(tmp_path, other_process, capsys):
    notice = CompilingNotice(tmp_path / "missing", "dig")
    notice.give()
    notice.give()
    assert capsys.readouterr().err.count("compiling dig ") == 1


def test_what_is_quickly_compiled_is_not_told(tmp_path, other_process, monkeypatch, capsys):
    monkeypatch.setattr(compile_notice, "PATIENCE", 0.2)
    notice = CompilingNotice(tmp_path, "dig")
    notice.begin()
    notice.end()
    notice._timer.join()
    assert capsys.readouterr().err == "" and not list(tmp_path.iterdir())
    notice.begin()
    notice._timer.join()
    assert "compiling dig" in capsys.readouterr().err


def abs_of(number):
    return abs(number)


def signature():
    return int64(int64)
