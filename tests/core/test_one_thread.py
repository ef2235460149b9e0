"""An object serves one thread at a time: a second thread gets a BusyError, never a crash."""

import copy
import pickle
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.errors import BusyError, DigEnvsError
from tests.support.catalogue import Case
from tests.support.play import batch_of, broken

THREADS = 4
MAX_WAIT = 30.0  # seconds to wait until two threads call at the same time


def called_by_threads(batch: Any, *calls) -> list[BaseException]:
    """Let threads repeat calls until two are made at the same time; return all exceptions."""
    raised: list[BaseException] = []
    start, overlapped = threading.Barrier(THREADS), threading.Event()

    def repeat() -> None:
        start.wait()
        until = time.monotonic() + MAX_WAIT
        for turn in range(10**9):
            if (overlapped.is_set() and turn >= 50) or time.monotonic() > until:
                return
            try:
                calls[turn % len(calls)](batch)
            except BaseException as error:
                raised.append(error)
                if isinstance(error, BusyError):
                    overlapped.set()

    with ThreadPoolExecutor(THREADS) as workers:
        for _ in range(THREADS):
            workers.submit(repeat)
    return raised


def step(batch: Batch) -> None:
    batch.step(batch.masks.argmax(axis=1))


def pool(*names: str) -> list[Opponent]:
    return [Opponent(agents.make(name, game="dig_v0")) for name in names]


@pytest.mark.parametrize(
    "calls",
    [
        [step],
        [step, Batch.reset, lambda batch: batch.random_steps(3), lambda batch: batch.restore(batch.snapshot())],
        [lambda batch: batch.step_or_forfeit(batch.masks.argmin(axis=1)), Batch.clone, lambda batch: batch.final_observations],
    ],
    ids=["steps", "all kinds", "forfeits"],
)
def test_threads_that_share_a_batch_get_an_error(calls):
    batch = dig_envs.batch("dig_v0", num_tables=800, seed=1, num_threads=2)
    raised = called_by_threads(batch, *calls)
    assert any(isinstance(error, BusyError) for error in raised)
    assert all(isinstance(error, DigEnvsError) for error in raised), raised
    assert not broken(batch, batch.states).any()
    batch.reset(1)
    step(batch)


def test_threads_that_change_opponents_get_an_error():
    batch = batch_of(Case("dig_v0"), 400, seed=1, opponents=pool("random", "greedy"), learner="random")
    raised = called_by_threads(
        batch, step, lambda batch: batch.set_opponents(pool("greedy")), lambda batch: batch.set_opponents(pool("random"))
    )
    assert any(isinstance(error, BusyError) for error in raised)
    assert all(isinstance(error, DigEnvsError) for error in raised), raised
    assert not broken(batch, batch.states).any()


def step_aec(env: Any) -> None:
    if any(env.terminations.values()):
        env.reset()
    masks = [env.observe(agent)["action_mask"] for agent in env.possible_agents]
    env.step(int(np.max(masks, axis=0).argmax()))


def step_seat(env: Any) -> None:
    if not env.action_masks().any():
        env.reset()
    env.step(env.action_masks().argmax())


def step_all(env: Any) -> None:
    env.step(env.action_masks().argmax(axis=1))


ENVIRONMENTS = {  # functions to make and to step one, and the attribute with its tables
    "aec": (lambda: dig_envs.raw_env("dig_v0"), step_aec, "_table"),
    "gymnasium": (lambda: SeatEnv("dig_v0"), step_seat, "_tables"),
    "gymnasium vector": (lambda: SeatVectorEnv("dig_v0", num_envs=500), step_all, "_tables"),
    "sb3": (lambda: DigVecEnv("dig_v0", 500), step_all, "batch"),
}


@pytest.mark.parametrize("make, step, tables", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_threads_that_share_an_environment_get_an_error(make, step, tables):
    env = make()
    env.reset()
    step(env)  # compiles
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        raised = called_by_threads(env, step)
    finally:
        sys.setswitchinterval(interval)
    assert any(isinstance(error, BusyError) and type(env).__name__ in str(error) for error in raised)
    assert all(isinstance(error, DigEnvsError) or "agent is dead" in str(error) for error in raised), raised
    found = getattr(env, tables)
    broken = np.zeros(len(found._states), np.int64)
    found.engine.check_states(found._states, broken)
    assert not broken.any()
    env.reset()
    step(env)


def test_a_refused_call_changes_nothing():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    before = batch.snapshot()
    with batch._busy:
        refused = []

        def intrude() -> None:
            for call in (step, Batch.reset, Batch.snapshot, Batch.clone, pickle.dumps, copy.deepcopy):
                with pytest.raises(BusyError, match="another thread is using this Batch: give each thread its own"):
                    call(batch)
                refused.append(call)

        other = threading.Thread(target=intrude)
        other.start()
        other.join()
    assert len(refused) == 6 and batch.snapshot() == before


def test_threads_may_take_turns():
    shared, alone = (dig_envs.batch("dig_v0", num_tables=5, seed=1) for _ in range(2))
    for _ in range(20):
        worker = threading.Thread(target=step, args=(shared,))
        worker.start()
        worker.join()
        step(alone)
    assert (shared.states == alone.states).all() and shared.snapshot() == alone.snapshot()


def test_each_thread_may_use_its_own_copy():
    batch = dig_envs.batch("dig_v0", num_tables=500, seed=1)
    copies = [batch.clone(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)), batch]
    with ThreadPoolExecutor(len(copies)) as workers:
        list(workers.map(lambda each: [step(each) for _ in range(30)], copies))
    assert all(np.array_equal(each.states, batch.states) for each in copies)
