"""PPO by RLlib, with Ray: it learns in every game, writes model files, and plays against its past selves. `make test-ray`."""

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
from tests.support.tiny_training import changed, same

ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib")
pytestmark = pytest.mark.long

GAMES = sorted({case.game for case in CASES})
SELF_PLAY = changed(TINY, self_play=True, num_envs=4, gate=0.0, gate_games=1, snapshots=2, options={"max_turns": 3})


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


@pytest.mark.parametrize(("network", "self_play"), [("mlp", False), ("rows", False), ("mlp", True)])
def test_all_modules_begin_with_the_weights_of_the_starting_model(network, self_play, tmp_path):
    from dig_envs.training.rllib.algorithm_config import configuration
    from dig_envs.training.rllib.past_selves import LEARNER

    config = changed(SELF_PLAY, network=network, self_play=self_play, folder=str(tmp_path))
    start = rllib_ppo.train(config, progress=False).model
    agent = agents.make(str(start), game="dig_v0")
    algorithm = configuration(changed(config, start=str(start), seed=1)).build_algo()
    played = {
        name: algorithm.get_module(name).get_state() for name in ([LEARNER, "self_0", "self_1"] if self_play else [LEARNER])
    }
    trained = algorithm.learner_group.get_weights()
    algorithm.stop()
    wanted = {f"policy_net.{name}": weights.numpy() for name, weights in agent.layers.state_dict().items()}
    wanted |= {f"value_net.{name}": weights.numpy() for name, weights in agent.value.state_dict().items()}
    assert len(trained) == len(played)
    for found in [*played.values(), *trained.values()]:
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


def test_self_play_lets_past_selves_in(tmp_path):
    config = changed(SELF_PLAY, steps=768, folder=str(tmp_path))
    result = rllib_ppo.train(config, progress=False)
    admitted = json.loads((tmp_path / "league.json").read_text())
    assert len(admitted) > 2 and admitted[1]["steps"] >= config.rollout  # more than there are slots
    past = agents.make(str(tmp_path / "self-1.zip"), game="dig_v0")
    model = agents.make(str(result.model), game="dig_v0")
    assert past.fingerprint != model.fingerprint
    assert arena.run("dig_v0", [model, past], games=4, progress=False, **config.options).pairs[0].games == 4


def test_a_past_self_plays_with_the_policys_weights_from_its_admission_on(tmp_path):
    from dig_envs.training.rllib.algorithm_config import configuration
    from dig_envs.training.rllib.past_selves import LEARNER

    algorithm = configuration(changed(SELF_PLAY, folder=str(tmp_path))).build_algo()
    for admitted in ("self_1", "self_0", "self_1"):
        algorithm.train()
        policy, past_self = (algorithm.get_module(name).policy_net.state_dict() for name in (LEARNER, admitted))
        assert same(policy, past_self)
    algorithm.stop()


def test_seats_are_shared_with_one_past_self_in_half_of_the_games():
    from dig_envs.training.rllib.past_selves import LEARNER, seat_by

    class Episode:
        def __init__(self, number):
            self.id_ = f"game {number}"

    module_of = seat_by({"self_0": 3.0, "self_1": 1.0}, num_seats=3)
    games = [[module_of(f"player_{seat}", Episode(number)) for seat in range(3)] for number in range(2_000)]
    alone = [game for game in games if set(game) == {LEARNER}]
    shared = [next(module for module in game if module != LEARNER) for game in games if set(game) != {LEARNER}]
    assert 900 < len(alone) < 1_100 and all(len(set(game)) <= 2 and LEARNER in game for game in games)
    assert 0.7 < shared.count("self_0") / len(shared) < 0.8
    assert 0.45 < np.mean([module == LEARNER for game in games if set(game) != {LEARNER} for module in game]) < 0.55


def test_the_command_trains(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tiny = ["--steps", "256", "--num-envs", "8", "--n-steps", "32", "--batch-size", "64", "--layers", "16", "--games", "0"]
    assert main.main(["train", "--algo", "rllib-ppo", "--ray", "auto", "--runners", "0", "--evaluate-games", "0", *tiny]) == 0
    assert (tmp_path / "runs" / "rllib-ppo-dig_v0-0" / "model.zip").is_file()
    assert "Model: runs/rllib-ppo-dig_v0-0/model.zip" in capsys.readouterr().out
