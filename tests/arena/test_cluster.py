"""An arena on a Ray cluster of two nodes on this machine: `make test-ray`."""

import os
import socket
import threading
import time

import pytest

from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.training import arena, clone
from dig_envs.training.arena.on_ray import executor_at
from dig_envs.training.process.ray_cluster import ClusterError
from dig_envs.training.studies.exploit_many import run_all
from tests.support.block_agents import BOTS, GAME, Chance, Fails, rows
from tests.support.tiny_training import TINY_CLONE, TINY_PPO, changed, same, weights

pytest.importorskip("ray")
pytestmark = pytest.mark.long


class Waits(Chance):
    """Tells in a folder which processes play, and plays on once it is told to."""

    name = "waits"

    def __init__(self, folder):
        self.folder = folder

    def act(self, decisions):
        (self.folder / f"process{os.getpid()}").touch()
        until(lambda: (self.folder / "go").exists())
        return super().act(decisions)


class Illegal(Chance):
    name = "illegal"

    def act(self, decisions):
        return decisions.masks.argmin(axis=1)


class HoldsALock(Chance):
    name = "holds a lock"

    def __init__(self):
        self.lock = threading.Lock()


class ElsewhereAnother(Chance):
    """Has another fingerprint in each process."""

    name = "elsewhere another"

    @property
    def fingerprint(self):
        return f"{os.getpid()}"


class OnlyHere(Chance):
    """Can be made in this process only."""

    name = "only here"

    def __reduce__(self):
        return _made_in, (os.getpid(),)


def _made_in(process):
    if os.getpid() != process:
        raise LookupError("made of something that is elsewhere")
    return OnlyHere()


def until(happened, seconds=300):
    start = time.monotonic()
    while not happened():
        assert time.monotonic() < start + seconds
        time.sleep(0.02)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of one node, which plays one block at a time."""
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield found
    found.shutdown()


def test_a_lost_nodes_blocks_are_played_again_and_all_games_are_those_of_one_machine(cluster, tmp_path):
    node = cluster.add_node(num_cpus=1)
    folder, settings = tmp_path / "playing", {"games": 24, "block": 4, "progress": False}
    folder.mkdir()

    def lose_the_node():
        until(lambda: len(list(folder.glob("process*"))) == 2)  # both are in the middle of a block
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
        (OnlyHere(), ClusterError, "the agent only here cannot be sent to other machines: .* cannot load it: made of something"),
        (ElsewhereAnother(), ClusterError, "has another version of the agent elsewhere another"),
        (Illegal(), IllegalActionError, "agent illegal chose"),
        (Fails(), ZeroDivisionError, "of its own"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_an_agent_that_cannot_play_there_is_named_and_nothing_is_kept(cluster, tmp_path, agent, error, message):
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


def test_a_cluster_that_does_not_answer_is_an_error_of_ours(tmp_path):
    with pytest.raises(ClusterError, match=r"no Ray cluster answers at 127\.0\.0\.1:1 .*ray start --head"):
        arena.run(GAME, BOTS, ray="127.0.0.1:1", results=tmp_path / "arena.sqlite", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_what_listens_there_and_is_no_cluster_is_an_error_of_ours(monkeypatch):
    monkeypatch.setattr("dig_envs.training.process.ray_cluster.TRIAL_SECONDS", 3.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no connection to a Ray cluster at {address} within 3 seconds"):
            arena.run(GAME, BOTS, ray=address, progress=False)


def test_a_process_stays_in_the_cluster_that_it_was_in(cluster):
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
def test_a_cloning_records_there_what_it_records_here(cluster, tmp_path, monkeypatch, config):
    monkeypatch.setattr("dig_envs.training.clone.cloning.PORTION", 1_500)
    monkeypatch.setattr("dig_envs.training.clone.cloning.SLOW_PORTION", 60)
    here = clone.train(changed(config, folder=str(tmp_path / "here")), progress=False)
    there = clone.train(changed(config, folder=str(tmp_path / "there"), ray=cluster.address), progress=False)
    assert same(weights(here.model), weights(there.model)) and here.reports == there.reports


def test_best_responses_are_trained_there_as_here(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = changed(TINY_PPO, evaluate_games=10, evaluate_every=512, steps=512, options={"max_turns": 12})
    there = {found.agent: found for found in run_all(["random", "greedy"], config, 12, ray=cluster.address)}
    models = {agent: weights(found.model) for agent, found in there.items()}
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    here = {found.agent: found for found in run_all(["random", "greedy"], config, 12, progress=False)}
    assert here == there and all(same(weights(here[agent].model), models[agent]) for agent in here)
