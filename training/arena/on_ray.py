"""Play an arena's blocks of deals on a Ray cluster."""

import itertools
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.training.arena.blocks import Block, Executor, Played, Setup, play_block, play_here
from dig_envs.training.process.ray_cluster import (
    ClusterError,
    Packed,
    _first_line,
    _ray,
    connected,
    pack,
    prepare_worker,
    result_of,
    task,
    unpack,
)

AHEAD = 1_000  # blocks that are handed over before any of them is played


@contextmanager
def executor_at(address: str | None) -> Iterator[Executor]:
    """Yield what plays blocks: on a Ray cluster, which is left after the `with` block, or without an address this process.

    The address and the errors are those of `connected`.
    """
    if address is None:
        yield play_here
        return
    with connected(address):
        yield play_on_ray


def play_on_ray(setup: Setup, agents: Sequence[Agent], blocks: Sequence[Block]) -> Played:
    """Play blocks on the cluster that this process is connected to.

    Raises:
        ArgumentError: an agent can't be pickled.
        ClusterError: the cluster's machines can't play an agent, or have lost a block again and again.
        Exception: what an agent raised.
    """
    ray = _ray()
    packed = [ray.put(_packed(ray, agent)) for agent in agents]
    shared = ray.put((dig_envs.__version__, setup))
    _ask_whether_they_can_play(ray, shared, packed)
    play = task(ray, _play)
    pending: dict[Any, Block] = {}
    waiting = iter(blocks)
    try:
        while True:
            for block in itertools.islice(waiting, AHEAD - len(pending)):
                a, b = (packed[number] for number in block.agents)
                pending[play.remote(shared, a, b, block)] = block
            if not pending:
                return
            (ready,), _ = ray.wait(list(pending), num_returns=1)
            points = result_of(ray, ready)
            yield pending.pop(ready), points
    finally:
        for reference in pending:
            ray.cancel(reference, force=True)


def _packed(ray: Any, agent: Agent) -> Packed:
    return pack(ray, agent, agent.shown_name, agent.fingerprint)


def _ask_whether_they_can_play(ray: Any, shared: Any, packed: Sequence[Any]) -> None:
    """Have each agent unpacked by a machine before anything is played."""
    arrive = task(ray, _arrive)
    for reference in [arrive.remote(shared, agent) for agent in packed]:
        try:
            result_of(ray, reference)
        except ClusterError:
            raise
        except Exception as error:
            needs = f"have its machines Python {platform.python_version()} and dig-envs {dig_envs.__version__}?"
            raise ClusterError(f"the cluster can't play these games: {_first_line(error)}; {needs}") from error


def _play(shared: tuple[str, Setup], a: Packed, b: Packed, block: Block) -> np.ndarray:
    """Play a block, after checking that this machine plays what the other asked for."""
    return play_block(_setup(*shared), _agent(a), _agent(b), block)


def _arrive(shared: tuple[str, Setup], agent: Packed) -> None:
    _setup(*shared)
    _agent(agent)


def _setup(version: str, setup: Setup) -> Setup:
    prepare_worker(version)
    return setup


def _agent(packed: Packed) -> Agent:
    agent: Agent = unpack(packed, lambda found: found.fingerprint)
    return agent
