"""Play an arena's blocks of deals on a Ray cluster."""

import itertools
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.training.arena.blocks import DealBlock, Executor, Played, Setup, play_block, play_here
from dig_envs.training.process import ray_cluster
from dig_envs.utils.libraries import load

MAX_PENDING = 1_000  # blocks submitted to the cluster and not yet finished


@contextmanager
def executor_at(address: str | None) -> Iterator[Executor]:
    """Yield the function that plays blocks: on a Ray cluster for the duration of the `with` block, or in this process.

    Args:
        address: as for `dig_envs.training.process.ray_cluster.connected`, which also lists the errors; None for this process.
    """
    if address is None:
        yield play_here
        return
    with ray_cluster.connected(address):
        yield play_on_ray


def play_on_ray(setup: Setup, agents: Sequence[Agent], blocks: Sequence[DealBlock]) -> Played:
    """Play blocks on the cluster that this process is connected to.

    Raises:
        ArgumentError: an agent cannot be pickled.
        ClusterError: a machine of the cluster cannot load an agent, or the cluster has lost a block too often.
        Exception: any exception that an agent raises.
    """
    ray = load("ray")
    packed = [ray.put(_packed(ray, agent)) for agent in agents]
    shared = ray.put((dig_envs.__version__, setup))
    _check_agents(ray, shared, packed)
    play = ray_cluster.task(ray, _play)
    pending: dict[Any, DealBlock] = {}
    waiting = iter(blocks)
    try:
        while True:
            for block in itertools.islice(waiting, MAX_PENDING - len(pending)):
                a, b = (packed[number] for number in block.agents)
                pending[play.remote(shared, a, b, block)] = block
            if not pending:
                return
            (ready,), _ = ray.wait(list(pending), num_returns=1)
            points = ray_cluster.result_of(ray, ready)
            yield pending.pop(ready), points
    finally:
        for reference in pending:
            ray.cancel(reference, force=True)


def _packed(ray: Any, agent: Agent) -> ray_cluster.Packed:
    return ray_cluster.pack(ray, agent, agent.shown_name, agent.fingerprint)


def _check_agents(ray: Any, shared: Any, packed: Sequence[Any]) -> None:
    """Have a machine of the cluster unpack each agent before any block is played."""
    load_there = ray_cluster.task(ray, _load)
    for reference in [load_there.remote(shared, agent) for agent in packed]:
        try:
            ray_cluster.result_of(ray, reference)
        except ray_cluster.ClusterError:
            raise
        except Exception as error:
            needs = f"do its machines have Python {platform.python_version()} and dig-envs {dig_envs.__version__}?"
            raise ray_cluster.ClusterError(
                f"the cluster cannot play these games: {ray_cluster.first_line(error)}; {needs}"
            ) from error


def _play(shared: tuple[str, Setup], a: ray_cluster.Packed, b: ray_cluster.Packed, block: DealBlock) -> np.ndarray:
    """Play a block in a worker process, after checking the version of dig-envs and the agents' fingerprints."""
    version, setup = shared
    ray_cluster.prepare_worker(version)
    return play_block(setup, _unpacked(a), _unpacked(b), block)


def _load(shared: tuple[str, Setup], agent: ray_cluster.Packed) -> None:
    ray_cluster.prepare_worker(shared[0])
    _unpacked(agent)


def _unpacked(packed: ray_cluster.Packed) -> Agent:
    agent: Agent = ray_cluster.unpack(packed, lambda unpacked: unpacked.fingerprint)
    return agent
