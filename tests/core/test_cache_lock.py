"""A process waits for another one that compiles the same game, but not for one that has ended."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen

import numpy as np
import pytest
from numba import int64
from numba.core.caching import CompileResultCacheImpl
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


def test_the_lock_of_a_killed_process_is_free(path, holder):
    lock, waited = CodeLock(path), []
    waiting = threading.Thread(target=lambda: waited.append(lock.acquire(60)))
    waiting.start()
    waiting.join(3 * cache_lock.PAUSE)
    assert waiting.is_alive(), "it must wait while the holder lives"
    holder.kill()
    waiting.join(30)
    assert waited == [True]
    lock.release()


def test_a_process_waits_no_longer_than_its_patience(path, holder):
    lock = CodeLock(path)
    assert lock.acquire(0.0)
    lock.release()
    assert holder.poll() is None


def test_a_process_says_that_it_waits_and_loses_its_patience_once(path, holder, monkeypatch, capsys):
    """Another process may be stopped while it compiles."""
    monkeypatch.setattr(cache_lock, "NOTICE", 0.1)
    assert CodeLock(path).acquire(0.3)
    assert capsys.readouterr().err == "dig-envs: waiting for another process that compiles game (at most 0.3 seconds)\n"
    start = time.monotonic()
    assert CodeLock(path).acquire(60)
    assert time.monotonic() - start < 30 and capsys.readouterr().err == ""


def test_a_released_lock_is_free(path):
    first, second = CodeLock(path), CodeLock(path)
    assert not first.acquire()
    first.release()
    assert not second.acquire(0.0)
    second.release()
    second.release()
    assert path.read_bytes() == b""


@pytest.mark.parametrize("place", ["no such folder/game.lock", "link"])
def test_without_a_file_to_lock_there_is_no_waiting(place, tmp_path):
    (tmp_path / "target").touch()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    lock = CodeLock(tmp_path / place)
    assert not lock.acquire()
    lock.release()


# --- the lock and the notice in the cache


@compiled
def broken(cells):
    return cells.no_such_attribute


def test_the_lock_is_free_after_a_compile_error(empty_cache):
    with pytest.raises(Exception, match="no_such_attribute"):
        Specialiser("locked.failing").kernel(broken)(np.zeros(1))
    lock = CodeLock(next(Path(empty_cache).glob("locked.failing.broken-*.lock")))
    assert not lock.acquire(0.0)
    lock.release()


@pytest.fixture
def other_process(monkeypatch):
    """A function that makes this process forget its notices, as if it were another process."""
    monkeypatch.setattr(compile_notice, "_noticed", set())
    return lambda: monkeypatch.setattr(compile_notice, "_noticed", set())


def test_the_notice_is_printed_once_for_each_game(empty_cache, other_process, monkeypatch, capsys):
    monkeypatch.setattr(CompilingNotice, "begin", CompilingNotice.show)  # without delay
    for game, kernel in [("one", "deal"), ("one", "play"), ("other", "deal")]:
        other_process()
        cache = keyed_cache(abs_of, f"{game}.{kernel}", "key", CompileResultCacheImpl)
        assert cache.load_overload(signature(), cpu_target.target_context) is None
        cache.release()
    printed = capsys.readouterr().err
    assert printed.count("compiling one") == printed.count("compiling other") == 1


def test_the_notice_is_printed_again_after_an_upgrade(tmp_path, other_process, monkeypatch, capsys):
    for number, version in enumerate(["old", "old", "new"]):
        other_process()
        monkeypatch.setattr(compile_notice, "_code_version", lambda version=version: version)
        CompilingNotice(tmp_path, "dig", "deal").show()
        CompilingNotice(tmp_path, "dig_dig", "deal").show()
        assert capsys.readouterr().err.count("compiling") == (0 if number == 1 else 2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["dig.new.notice", "dig_dig.new.notice"]


def test_without_a_writable_folder_the_notice_is_printed_once_per_process(tmp_path, other_process, capsys):
    for number, folder in enumerate((tmp_path / "missing", None)):
        notice = CompilingNotice(folder, f"dig{number}", "deal")
        notice.show()
        notice.show()
        printed = capsys.readouterr().err
        assert printed.count(f"compiling dig{number} ") == 1 and "name one in DIG_ENVS_CACHE_DIR" in printed


def test_without_any_folder_a_kernel_is_compiled_with_a_notice(other_process, monkeypatch, capsys):
    monkeypatch.setattr(CompilingNotice, "begin", CompilingNotice.show)  # without delay
    monkeypatch.setattr("dig_envs.core.compiler.disk_cache.code_folders", list)
    cache = keyed_cache(abs_of, "homeless.deal", "key", CompileResultCacheImpl)
    assert cache.load_overload(signature(), cpu_target.target_context) is None
    cache.release()
    assert "compiling homeless (in every process" in capsys.readouterr().err


def test_quick_compiling_prints_no_notice(tmp_path, other_process, monkeypatch, capsys):
    monkeypatch.setattr(compile_notice, "NOTICE_SECONDS", 0.2)
    notice = CompilingNotice(tmp_path, "dig", "deal")
    notice.begin()
    notice.end()
    assert capsys.readouterr().err == "" and not list(tmp_path.iterdir())
    notice.begin()
    notice._thread.join()
    assert capsys.readouterr().err == "dig-envs: compiling dig (once; later processes load it from disk)\n"


def test_a_terminal_shows_what_is_compiled_and_how_far(tmp_path, other_process, monkeypatch):
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(compile_notice, "NOTICE_SECONDS", 0.0)
    monkeypatch.setattr(compile_notice, "_finished", Counter())
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    for function in ("deal", "apply"):
        notice = CompilingNotice(tmp_path, "dig", function)
        notice.begin()
        while f"now {function} 0 s" not in terminal.getvalue():
            time.sleep(0.01)
        notice.end()
    first, *lines = terminal.getvalue().replace("\n", "\r").split("\r")
    assert first == "dig-envs: compiling dig (once; later processes load it from disk)"
    shown = [line.strip() for line in lines if line.strip()]
    assert shown == [
        f"dig-envs: dig, functions compiled: {count}, now {name} 0 s" for count, name in enumerate(["deal", "apply"])
    ]
    assert not lines[-2].strip(), "the line is cleared at the end"


def abs_of(number):
    return abs(number)


def signature():
    return int64(int64)
