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

from dig_envs.core import code_cache, code_lock
from dig_envs.core.code_cache import keyed_cache
from dig_envs.core.code_lock import CodeLock
from dig_envs.core.compile import Specialiser, compiled

HOLD = """
import sys, time
from pathlib import Path
from dig_envs.core.code_lock import CodeLock

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
    waiting.join(3 * code_lock.PAUSE)
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


def test_who_waited_leaves_the_notice_to_the_other(empty_cache, monkeypatch, capsys):
    monkeypatch.setattr(code_cache, "_told", set())
    caches = [keyed_cache(abs_of, f"{game}.abs_of", "key") for game in ("told", "waited")]
    monkeypatch.setattr(CodeLock, "acquire", lambda self: "waited" in self._path.name)
    for cache, game in zip(caches, ("told", "waited"), strict=True):
        assert cache.load_overload(signature(), cpu_target.target_context) is None
        cache.let_go()
        code_cache._say_compiling(game)
        code_cache._say_compiling(game)
    said = capsys.readouterr().err
    assert said.count("compiling told") == 1 and "waited" not in said


def abs_of(number):
    return abs(number)


def signature():
    return int64(int64)
