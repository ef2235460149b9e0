"""PPO by RLlib, with Ray: it learns in every game and writes model files. `make test-ray`."""

import json

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.errors import ArgumentError
from dig_envs.training import arena
from dig_envs.training.cli import main
from dig_envs.training.process.ray_cluster import ClusterError
from dig_envs.training.rllib import algorithm as rllib_ppo
from tests.support.catalogue import CASES
from tests.support.tiny_rllib import TINY
from tests.support.tiny_training import changed

ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib")
pytestmark = pytest.mark.long

GAMES = sorted({case.game for case in CASES})


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """One cluster for all tests, to which runs connect."""
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_it_beats_random_and_its_model_is_one_of_ours(tmp_path):
    config = changed(
        TINY, steps=40_960, num_envs=64, batch_size=512, layers=(64,), runners=1, options={"max_turns": 24},
        evaluate_every=20_480, evaluate_games=20, folder=str(tmp_path),
    )  # fmt: skip
    result = rllib_ppo.train(config, progress=False)
    assert result.best is not None and result.best.model.is_file() and result.steps == 40_960
    assert [json.loads(line)["steps"] for line in (tmp_path / "progress.jsonl").read_text().splitlines()] == [20_480, 40_960]
    model = agents.make(str(result.model), game="dig_v0")
    pair = arena.run("dig_v0", [model, "random"], games=200, progress=False, **config.options).pairs[0]
    assert pair.win_share.low > 0.5


@pytest.mark.parametrize("game", GAMES)
def test_every_game_trains_and_exports(game, tmp_path):
    config = changed(TINY, game=game, options={"num_players": 2}, steps=256, folder=str(tmp_path / "first"))
    first = rllib_ppo.train(config, progress=False).model
    trained = agents.make(str(first), game=game)
    found = arena.run(game, [trained, "random"], games=2, progress=False, num_players=2)
    assert found.pairs[0].games == 2
    again = rllib_ppo.train(changed(config, start=str(first), folder=str(tmp_path / "second")), progress=False).model
    assert agents.make(str(again), game=game).fingerprint != trained.fingerprint


def test_runners_share_the_tables_and_too_many_are_refused(tmp_path):
    config = changed(TINY, runners=2, steps=256, batch_size=64, folder=str(tmp_path))
    assert rllib_ppo.train(config, progress=False).steps == 256
    with pytest.raises(ClusterError, match="4 runners need as many cores, and the cluster has 2"):
        rllib_ppo.train(changed(config, runners=4, folder=str(tmp_path / "too_many")), progress=False)


@pytest.mark.parametrize("network", ["mlp", "rows"])
def test_the_module_begins_with_the_weights_of_the_starting_model(network, tmp_path):
    from dig_envs.training.rllib.algorithm_config import configuration

    config = changed(TINY, network=network, steps=256, options={"max_turns": 3}, folder=str(tmp_path))
    start = rllib_ppo.train(config, progress=False).model
    agent = agents.make(str(start), game="dig_v0")
    algorithm = configuration(changed(config, start=str(start), seed=1)).build_algo()
    played = algorithm.get_module().get_state()
    (trained,) = algorithm.learner_group.get_weights().values()
    algorithm.stop()
    wanted = {f"policy_net.{name}": weights.numpy() for name, weights in agent.layers.state_dict().items()}
    wanted |= {f"value_net.{name}": weights.numpy() for name, weights in agent.value.state_dict().items()}
    for found in (played, trained):
        assert found.keys() == wanted.keys() and all(np.array_equal(found[name], wanted[name]) for name in wanted)


def test_a_training_that_diverged_is_refused(tmp_path):
    with pytest.raises(ArgumentError, match="the training has diverged"):
        rllib_ppo.train(changed(TINY, steps=256, learning_rate=1e38, folder=str(tmp_path)), progress=False)
    assert not list(tmp_path.glob("*.zip"))


def test_what_the_runner_hands_over_is_what_the_tables_played(tmp_path):
    from dig_envs.training.rllib.algorithm_config import configuration

    algorithm = configuration(changed(TINY, num_envs=4, runners=0, options={"max_turns": 3})).build_algo()
    runner = algorithm.env_runner
    first, second = runner.sample(num_timesteps=4 * 40), runner.sample(num_timesteps=4 * 40)
    algorithm.stop()
    for episodes in (first, second):
        assert sum(map(len, episodes)) == 160
    over = [episode for episode in first if episode.is_terminated]
    assert over and {episode.get_return() for episode in over} <= {-1.0, 0.0, 1.0}  # of three turns most are ties
    assert all(episode.get_return() == 0 for episode in first if not episode.is_terminated)
    for episode in first:
        seen, actions = episode.get_observations(slice(0, len(episode))), episode.get_actions()
        assert seen["action_mask"][np.arange(len(actions)), actions].all()
        assert len(episode.get_observations()["observation"]) == len(episode) + 1


def test_the_command_trains(folder, capsys):
    tiny = ["--steps", "256", "--num-envs", "8", "--n-steps", "32", "--batch-size", "64", "--layers", "16", "--games", "0"]
    assert main.main(["train", "--algo", "rllib-ppo", "--ray", "auto", "--runners", "0", "--evaluate-games", "0", *tiny]) == 0
    assert (folder / "runs" / "rllib-ppo-dig_v0-0" / "model.zip").is_file()
    assert "Model: runs/rllib-ppo-dig_v0-0/model.zip" in capsys.readouterr().out
