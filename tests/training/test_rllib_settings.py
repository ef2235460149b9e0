"""RLlib's PPO without Ray: its settings, what is refused, and the way of its networks into a model file and back."""

import sys

import numpy as np
import pytest
import torch as th

from dig_envs import agents
from dig_envs.agents.learned import build, make_card
from dig_envs.core.errors import ArgumentError, MissingLibraryError
from dig_envs.training import arena
from dig_envs.training.cli import main
from dig_envs.training.rllib import algorithm
from dig_envs.training.rllib.export import POLICY, VALUE, networks_of, save, state_of
from tests.support.tiny_rllib import TINY
from tests.support.tiny_training import DIG, changed


def test_the_settings_are_those_of_ppo_and_a_local_cluster_needs_no_address():
    config = TINY.validated()
    assert config.ray == "local" and config.rollout == 256
    assert changed(TINY, runners=4).validated().runners == 4
    assert changed(TINY, game=DIG, self_play=True).validated().every_seat


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ray", "nowhere"], "a Ray cluster's address is"),
        (["--num-envs", "10", "--runners", "3"], "10 tables can't be shared out among 3 runners"),
        (["--num-envs", "2", "--n-steps", "4"], "batch_size 1024 is more than the 8 decisions of a rollout"),
        (["--self-play", "--shaped"], "has no shaped"),
        (["--self-play", "--reward-scale", "2"], "has no reward_scale"),
        (["--self-play", "--opponents", "greedy"], "self-play has no opponents, such as greedy"),
        (["--self-play", "--game", "two_bit_bandits_v0", "--players", "1"], "nobody is met in a game that is played alone"),
        (["--gate", "1.5"], "gate"),
        (["--resume", "checkpoint.zip"], 'unknown argument "--resume"'),
    ],
)
def test_wrong_settings_are_refused_before_anything_starts(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main.main(["train", "--algo", "rllib-ppo", *arguments]) == 2
    assert said in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_bare_ray_on_the_command_line_is_this_machine(capsys):
    assert main.main(["train", "--algo", "rllib-ppo", "--ray", "--runners", "3"]) == 2
    assert "3 runners" in capsys.readouterr().err  # so --ray has taken nothing as its address


def test_there_is_nothing_to_resume_from():
    with pytest.raises(ArgumentError, match="give the model as start"):
        algorithm.train(TINY, resume="checkpoint.zip")


def test_without_ray_the_extra_is_named(monkeypatch, tmp_path):
    for name in [name for name in sys.modules if name == "ray" or name.startswith(("ray.", "dig_envs.training.rllib"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingLibraryError, match=r"ray.rllib is not installed: pip install 'dig-envs\[rllib\]'"):
        algorithm.train(changed(TINY, folder=str(tmp_path)), progress=False)


@pytest.mark.parametrize("network", ["mlp", "rows"])
def test_networks_go_into_a_model_file_and_back(network, tmp_path):
    config = changed(TINY, network=network)
    module = th.nn.Module()  # as RLlib's, whose state has these names
    module.policy_net, module.value_net = build(config.architecture), build(config.architecture.value_function())
    state = {name: weight.numpy() for name, weight in module.state_dict().items()}
    options = DIG.parse_options(**config.options)
    card = make_card(DIG, options, None, algorithm="Sequential", activation="ReLU")
    path = save(tmp_path / "model.zip", card, networks_of(config.architecture, state))
    agent = agents.make(str(path), game=DIG)
    seen = th.rand(5, config.inputs)
    assert th.equal(agent.layers(seen), module.policy_net(seen)) and th.equal(agent.value(seen), module.value_net(seen))
    back = state_of(agent)
    assert back.keys() == state.keys() and all(np.array_equal(back[name], state[name]) for name in state)
    result = arena.run("dig_v0", [agent, "random"], games=4, progress=False, **config.options)
    assert result.pairs[0].games == 4


def test_weights_of_another_network_or_of_a_training_that_diverged_are_refused():
    module = th.nn.Module()
    module.policy_net, module.value_net = build(TINY.architecture), build(TINY.architecture.value_function())
    state = {name: weight.numpy().copy() for name, weight in module.state_dict().items()}
    with pytest.raises(ArgumentError, match="not those of the network"):
        networks_of(changed(TINY, layers=(17,)).architecture, state)
    state[next(name for name in state if name.startswith(VALUE))][:] = np.nan
    assert any(name.startswith(POLICY) for name in state)
    with pytest.raises(ArgumentError, match="diverged"):
        networks_of(TINY.architecture, state)
