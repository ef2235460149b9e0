"""RLlib's PPO without Ray: its settings, and the settings that it refuses."""

import sys

import pytest

from dig_envs.core.errors import ArgumentError, MissingLibraryError
from dig_envs.training.cli import main
from dig_envs.training.rllib import algorithm
from tests.support.tiny_rllib import TINY
from tests.support.tiny_training import changed


def test_the_settings_are_those_of_ppo_and_a_local_cluster_needs_no_address():
    config = TINY.validated()
    assert config.ray == "local" and config.rollout == 256
    assert changed(TINY, runners=4).validated().runners == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ray", "nowhere"], "a Ray cluster's address is"),
        (["--num-envs", "10", "--runners", "3"], "3 runners cannot share 10 tables equally"),
        (["--num-envs", "2", "--n-steps", "4"], "batch_size 1024 is more than the 8 decisions of a rollout"),
        (["--self-play"], 'unknown argument "--self-play"'),
        (["--resume", "checkpoint.zip"], 'unknown argument "--resume"'),
    ],
)
def test_wrong_settings_are_refused_before_anything_starts(arguments, said, capsys, folder):
    assert main.main(["train", "--algo", "rllib-ppo", *arguments]) == 2
    assert said in capsys.readouterr().err and not list(folder.iterdir())


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
    with pytest.raises(MissingLibraryError, match=r"ray.rllib is not installed: pip install .*\[rllib\]"):
        algorithm.train(changed(TINY, folder=str(tmp_path)), progress=False)
