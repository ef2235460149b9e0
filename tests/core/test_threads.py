"""Threads do not change results and are used where they are faster. Python handles interrupts of long calls."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import dig_envs
from dig_envs.core.compiler import thread_tuner
from dig_envs.core.compiler.thread_tuner import SECONDS_PER_THREAD, TRIALS, ThreadTuner
from tests.support.batches import EVERY_CASE, assert_same
from tests.support.play import batch_of

posix = pytest.mark.skipif(os.name != "posix", reason="signals, forks and clocks of threads")


@pytest.fixture
def split(monkeypatch):
    """Use four threads for any amount of work."""
    monkeypatch.setattr(thread_tuner, "usable_cores", lambda: 4)
    monkeypatch.setattr(thread_tuner, "SECONDS_PER_THREAD", 1e-12)
    monkeypatch.setattr(thread_tuner, "TRIALS", 0)


@EVERY_CASE
def test_four_threads_play_the_same_games_as_one(case, split):
    one, four = (batch_of(case, 30, seed=3, num_threads=count) for count in (1, 4))
    for _ in range(60):
        actions = one.sample()
        assert (four.sample() == actions).all()
        one.step(actions)
        four.step(actions)
    one.random_steps(20)
    four.random_steps(20)
    assert_same(one, four)


@posix
def test_workers_do_a_part_of_the_work(split):
    batch = dig_envs.batch("dig_v0", num_tables=512, seed=1, num_threads=2)
    batch.random_steps(1)
    thread_tuner.team_of(2)
    clock = time.pthread_getcpuclockid(thread_tuner._started[0].ident)
    start = time.clock_gettime(clock)
    for _ in range(200):
        batch.random_steps(100)
        if time.clock_gettime(clock) - start > 0.02:
            return
    pytest.fail("one thread did all the work")


def test_batches_in_several_threads_share_the_team(split):
    batches = [dig_envs.batch("dig_v0", num_tables=100, seed=seed) for seed in range(4)]
    expected = [dig_envs.batch("dig_v0", num_tables=100, seed=seed, num_threads=1) for seed in range(4)]

    def play(batch):
        for _ in range(300):
            batch.step(batch.sample())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, batches))
    for batch, other in zip(batches, expected, strict=True):
        play(other)
        assert_same(batch, other)


FORKED = """
import os
import dig_envs
from dig_envs.core.compiler import thread_tuner as threads
threads.usable_cores, threads.SECONDS_PER_THREAD, threads.TRIALS = (lambda: 2), 1e-12, 0
batch = dig_envs.batch("dig_v0", num_tables=64, seed=1)
def play():
    for _ in range(50):
        batch.step(batch.sample())
play()
assert len(threads._started) == 1
child = os.fork()
play()
assert len(threads._started) == 1
if child:
    assert os.waitpid(child, 0)[1] == 0
"""


@posix
def test_a_forked_child_starts_its_own_team():
    subprocess.run([sys.executable, "-c", FORKED], check=True, timeout=120)


# --- tuning


class Clock:
    """A clock that only kernels of this class advance."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(thread_tuner, "perf_counter", lambda: self.now)
        monkeypatch.setattr(thread_tuner, "usable_cores", lambda: 8)
        monkeypatch.setattr(thread_tuner, "team_of", lambda count: None)

    def kernel(self, seconds_by_threads, calls, rows):
        def run(team, count):
            calls.append(count)
            self.now += rows * seconds_by_threads(count)
            return 0

        return run


@pytest.mark.parametrize(("shared", "expected"), [(0.6, 2), (1.1, 1)])
def test_several_threads_are_used_if_they_were_faster(monkeypatch, shared, expected):
    clock, calls, tuner = Clock(monkeypatch), [], ThreadTuner(2)
    kernel = clock.kernel(lambda count: 1e-6 * (shared if count > 1 else 1.0), calls, 1000)
    for _ in range(100):
        tuner.call(kernel, 1000)
    start = 2 + 2 * TRIALS
    assert calls[:start] == [1] * (2 + TRIALS) + [2] * TRIALS
    assert set(calls[start:]) == {expected}


def test_each_round_begins_with_a_trial(monkeypatch):
    clock, calls, tuner, slow = Clock(monkeypatch), [], ThreadTuner(2), [2.0]
    kernel = clock.kernel(lambda count: 1e-6 * (slow[0] if count > 1 else 1.0), calls, 1000)
    for _ in range(100):
        tuner.call(kernel, 1000)
    slow[0] = 0.5
    for _ in range(thread_tuner.ROUND):
        tuner.call(kernel, 1000)
    assert calls[99] == 1 and calls[-1] == 2


@pytest.mark.parametrize(("work", "expected"), [(1.9, 1), (2.1, 2), (5.5, 5), (100.0, 8)])
def test_the_number_of_threads_grows_with_the_work(monkeypatch, work, expected):
    clock, calls, tuner = Clock(monkeypatch), [], ThreadTuner()
    kernel = clock.kernel(lambda count: SECONDS_PER_THREAD * work / 100 / count, calls, 100)
    for _ in range(20):
        tuner.call(kernel, 100)
    assert max(calls) == expected


def test_slow_rows_are_split_over_several_calls(monkeypatch):
    clock, portions, tuner = Clock(monkeypatch), [], ThreadTuner(1)

    def run(rows, rest, *team):
        assert rest == "rest"
        portions.append(rows)
        clock.now += 0.05 * len(rows)
        return 1

    assert tuner.run(run, (np.arange(300),), ("rest",)) == len(portions)
    assert np.concatenate(portions).tolist() == list(range(300))
    assert max(map(len, portions[2:])) <= thread_tuner.MAX_SECONDS / 0.05


# --- interrupts

ENDLESS = """
import os, signal, threading, time
import numpy as np
signal.signal(signal.SIGINT, signal.default_int_handler)
import dig_envs
from dig_envs import agents
from dig_envs.core.batch.batch import Batch
game = dig_envs.game_of("dig_v0")
batch = dig_envs.batch(game, num_tables=256, seed=1)
batch.random_steps(100)
batch.step(batch.sample())
def interrupt():
    time.sleep(1)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    {play}
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""
BOTS_FOR_EVER = """
    bots = Batch(game, game.parse_options(), 4, seed=1, deal_again=False)
    bots.seat_agents([agents.make("random", game=game)], np.zeros((4, 2), int))
    bots._setup["deal_again"] = 1
    bots.reset()
"""


@posix
@pytest.mark.parametrize("play", ["batch.random_steps(10**9)", BOTS_FOR_EVER], ids=["random play", "bots"])
def test_python_handles_an_interrupt(play):
    script = ENDLESS.format(play=play)
    completed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert completed.returncode == 0, completed.stderr
    assert float(completed.stdout) < 5.0  # a fifth of a second on an idle machine


def test_no_rows_take_no_call():
    tuner = ThreadTuner(1)
    for _ in range(3):
        assert tuner.run(lambda *_: pytest.fail("called"), (np.zeros(0, np.int64),)) == 0
