"""An arena on a Ray cluster of two nodes on this machine: `make test-ray`."""

import os
import socket
import threading
import time

import pytest

from dig_envs.core.errors import ArgumentError
from dig_envs.training import arena, clone
from dig_envs.training.arena.blocks import AgentError
from dig_envs.training.arena.on_ray import executor_at
from dig_envs.training.process.ray_cluster import ClusterError
from dig_envs.training.studies.exploit_many import run_all
from tests.support.block_agents import BOTS, GAME, Chance, Fails, rows
from tests.support.tiny_training import TINY_CLONE, TINY_PPO, changed, same, weights

pytest.importorskip("ray")
pytestmark = pytest.mark.long


class Waits(Chance):
    """Makes a file for each process that plays, and waits for the file "go" before it acts."""

    name = "waits"

    def __init__(self, folder):
        self.folder = folder

    def act(self, decisions):
        (self.folder / f"process{os.getpid()}").touch()
        wait_until(lambda: (self.folder / "go").exists())
        return super().act(decisions)


class Illegal(Chance):
    name = "illegal"

    def act(self, decisions):
        return decisions.masks.argmin(axis=1)


class HoldsALock(Chance):
    name = "holds a lock"

    def __init__(self):
        self.lock = threading.Lock()


class AnotherThere(Chance):
    """Has another fingerprint in each process."""

    name = "another there"

    @property
    def fingerprint(self):
        return f"{os.getpid()}"


class OnlyHere(Chance):
    """Can be unpickled in this process only."""

    name = "only here"

    def __reduce__(self):
        return _load_in, (os.getpid(),)


def _load_in(process):
    if os.getpid() != process:
        raise LookupError("needs another process")
    return OnlyHere()


def wait_until(condition, seconds=300):
    start = time.monotonic()
    while not condition():
        assert time.monotonic() < start + seconds
        time.sleep(0.02)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of one node with one core."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield cluster
    cluster.shutdown()


def test_blocks_of_a_lost_node_are_played_again_with_the_results_of_one_machine(cluster, tmp_path):
    node = cluster.add_node(num_cpus=1)
    folder, settings = tmp_path / "playing", {"games": 24, "block": 4, "progress": False}
    folder.mkdir()

    def lose_the_node():
        wait_until(lambda: len(list(folder.glob("process*"))) == 2)  # both are in the middle of a block
        cluster.remove_node(node, allow_graceful=False)
        (folder / "go").touch()

    losing = threading.Thread(target=lose_the_node)
    losing.start()
    agents = [Waits(folder), "greedy", "search:playouts=4"]
    there = arena.run(GAME, agents, ray=cluster.address, results=tmp_path / "there.sqlite", **settings)
    losing.join()
    here = arena.run(GAME, agents, results=tmp_path / "here.sqlite", **settings)
    assert there == here
    assert len(rows(tmp_path / "there.sqlite")) == 3 * 24
    assert rows(tmp_path / "there.sqlite") == rows(tmp_path / "here.sqlite")


@pytest.mark.parametrize(
    ("agent", "error", "message"),
    [
        (HoldsALock(), ArgumentError, "the agent holds a lock cannot be sent to other machines: it cannot be pickled"),
        (OnlyHere(), ClusterError, "the agent only here cannot be sent to other machines: .* load it: needs another process"),
        (AnotherThere(), ClusterError, "has another version of the agent another there"),
        (Illegal(), AgentError, "illegal has failed in deal 0 on seat 0: IllegalActionError"),
        (Fails(), AgentError, "of its own"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_an_agent_that_cannot_play_there_is_named_and_no_game_is_saved(cluster, tmp_path, agent, error, message):
    path = tmp_path / "arena.sqlite"
    with pytest.raises(error, match=message):
        arena.run(GAME, [agent, "greedy"], games=2, ray=cluster.address, results=path, progress=False)
    assert not path.exists()


def test_an_agent_from_a_file_plays_there(cluster, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from tests.support.block_agents import Chance\nbot = Chance()\n")
    settings = {"games": 4, "progress": False}
    there = arena.run(GAME, [f"{file}:bot", "greedy"], ray=cluster.address, **settings)
    assert there == arena.run(GAME, [f"{file}:bot", "greedy"], **settings)


def test_a_cluster_that_does_not_answer_is_a_cluster_error(tmp_path):
    with pytest.raises(ClusterError, match=r"no Ray cluster answers at 127\.0\.0\.1:1 .*ray start --head"):
        arena.run(GAME, BOTS, ray="127.0.0.1:1", results=tmp_path / "arena.sqlite", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_no_cluster_is_a_cluster_error(monkeypatch):
    monkeypatch.setattr("dig_envs.training.process.ray_cluster.TRIAL_SECONDS", 3.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no connection to a Ray cluster at {address} within 3 seconds"):
            arena.run(GAME, BOTS, ray=address, progress=False)


def test_a_process_stays_connected_to_its_cluster(cluster):
    import ray

    ray.init(cluster.address, log_to_driver=False)
    try:
        for address in ("auto", cluster.address):
            with executor_at(address):
                pass
            assert ray.is_initialized()
        with pytest.raises(ClusterError, match=r"ray\.shutdown\(\) leaves it"), executor_at("127.0.0.1:1"):
            pass
    finally:
        ray.shutdown()


@pytest.mark.parametrize(
    "config",
    [
        changed(TINY_CLONE, teacher="greedy", decisions=4_000, rounds=2, opponents=("random",)),
        changed(TINY_CLONE, teacher="search:playouts=2", decisions=150, epochs=1, options={"max_turns": 8}, held_out=0.5),
    ],
    ids=["bots", "search"],
)
def test_cloning_records_the_same_choices_on_the_cluster(cluster, tmp_path, monkeypatch, config):
    monkeypatch.setattr("dig_envs.training.clone.cloning.PORTION", 1_500)
    monkeypatch.setattr("dig_envs.training.clone.cloning.SLOW_PORTION", 60)
    here = clone.train(changed(config, folder=str(tmp_path / "here")), progress=False)
    there = clone.train(changed(config, folder=str(tmp_path / "there"), ray=cluster.address), progress=False)
    assert same(weights(here.model), weights(there.model)) and here.reports == there.reports


def test_best_responses_are_the_same_on_the_cluster(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = changed(TINY_PPO, evaluate_games=10, evaluate_every=512, steps=512, options={"max_turns": 12})
    there = {found.agent: found for found in run_all(["random", "greedy"], config, 12, ray=cluster.address)}
    models = {agent: weights(found.model) for agent, found in there.items()}
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    here = {found.agent: found for found in run_all(["random", "greedy"], config, 12, progress=False)}
    assert here == there and all(same(weights(here[agent].model), models[agent]) for agent in here)
