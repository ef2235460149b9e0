"""`dig-envs train`: folders, resumed runs and output; and the evaluation in games for one player."""

from pathlib import Path

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.agents import learned
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, ModelError
from dig_envs.training import ppo
from dig_envs.training.arena import duplicate, solo
from dig_envs.training.arena.deal_numbers import ARENA
from dig_envs.training.cli import main
from tests.support.tiny_training import TINY_PPO, changed


@pytest.fixture(scope="module")
def model_file(tmp_path_factory):
    return ppo.train(changed(TINY_PPO, steps=512, folder=str(tmp_path_factory.mktemp("model"))), progress=False).model


def test_the_default_folder_is_the_name_of_the_run(folder):
    config = changed(TINY_PPO, steps=512, options={"num_players": 3})
    assert ppo.train(config, progress=False).model == Path("runs/ppo-dig_v0-players=3-0/model.zip")
    with pytest.raises(ArgumentError, match=r"^runs/ppo-dig_v0-players=3-0 already has a run"):
        ppo.train(config, progress=False)


def test_only_a_checkpoint_of_these_settings_is_resumed(model_file, tmp_path):
    config = changed(TINY_PPO, folder=str(tmp_path / "run"))
    for path in (tmp_path / "missing.zip", model_file):
        with pytest.raises(ModelError, match=path.name):
            ppo.train(config, progress=False, resume=path)
    for change, said in (({"layers": (8,)}, r"layers \(\d+.*not \(8,\)"), ({"options": {"num_players": 3}}, "options {}")):
        with pytest.raises(ModelError, match=f"was trained with {said}"):
            ppo.train(changed(config, **change), progress=False, resume=model_file.with_name("checkpoint.zip"))
    assert not Path(config.folder).exists(), "refused before a file is written"


@pytest.mark.parametrize(
    ("resumed", "arguments", "said"),
    [
        ("checkpoint.zip", ["--algo", "dqn"], "is a checkpoint of PPO, not of DQN: continue with --algo ppo"),
        ("checkpoint.zip", ["--game", "dig_dig_v0"], "is a checkpoint of dig_v0, not of dig_dig_v0"),
        ("model.zip", [], "is a model, which can be played but not resumed: resume from"),
        ("model.zip", ["--algo", "dqn"], "is a model"),
        ("checkpoint.zip", ["--players", "2,3"], "was trained with players (), not (2, 3): a resumed run cannot change it"),
    ],
)
def test_errors_name_the_reason_why_a_file_cannot_be_resumed(resumed, arguments, said, model_file, tmp_path, capsys):
    path = model_file.with_name(resumed)
    folder = ["--folder", str(tmp_path / "run")]
    assert main.main(["train", *arguments, "--resume", str(path), "--steps", "4096", *folder]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"{path} {said}" in err and err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_without_an_evaluation_there_is_no_table(tmp_path, capsys):
    arguments = ["--num-envs", "8", "--threads", "1", "--layers", "8", "--games", "0", "--folder", str(tmp_path)]
    assert main.main(["train", "--steps", "512", *arguments]) == 0
    said, *commands = capsys.readouterr().out.split("dig-envs ")
    assert said.replace("\n", "") == f"Model: {tmp_path / 'model.zip'}"
    assert [command.split()[0] for command in commands] == ["play", "watch", "arena", "train"]


@pytest.mark.parametrize("algorithm", ["ppo", "dqn"])
def test_the_command_line(algorithm, tmp_path, capsys):
    folder = tmp_path / "run"
    command = "train --steps 256 --num-envs 8 --threads 1 --layers 8,8 --games 4 --players 3 --opponents random"
    assert main.main([*command.split(), "--algo", algorithm, "--folder", str(folder)]) == 0
    out, _ = capsys.readouterr()
    assert "random" in out and str(folder / "model.zip") in out.replace("\n", "")
    assert learned.read_card(folder / "model.zip").options["num_players"] == 3
    assert main.main(["train", "--algo", algorithm, "--resume", str(folder / "checkpoint.zip"), "--steps", "512"]) == 0
    assert main.main(["train", "--algo", algorithm, "--stpes", "256"]) == 2
    assert "--steps" in capsys.readouterr().err


def test_scores_of_one_player_are_compared_on_the_same_deals(tmp_path, capsys):
    command = "train two_bit_bandits_v0 --steps 512 --num-envs 8 --threads 1 --layers 8 --games 20 --players 1"
    assert main.main([*command.split(), "--option", "length=easy", "--folder", str(tmp_path / "run")]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    names = [row[1] for row in rows if len(row) > 4]
    assert [name for name in names if name in ("the", "random", "greedy", "expert")] == ["the", "random", "greedy", "expert"]


def test_a_mean_score_is_the_mean_of_the_games(monkeypatch):
    options = {"num_players": 1, "length": "easy"}
    found = solo.scores("two_bit_bandits_v0", ["greedy", "greedy", "expert"], games=50, seed=7, progress=False, length="easy")
    game = game_of("two_bit_bandits_v0")
    batch = Batch(game, game.parse_options(**options), 50, seed=0, deal_again=False)
    batch.seat_agents([agents.make("greedy", game=game)], np.zeros((50, 1), int))
    batch.deal(np.arange(50), ARENA + 7 + np.arange(50))
    assert found["greedy"] == found["greedy#2"] and found["greedy"].value == pytest.approx(batch.points.mean())
    monkeypatch.setattr(duplicate, "TABLES_AT_ONCE", 16)
    again = solo.scores("two_bit_bandits_v0", ["greedy"], games=50, seed=7, progress=False, length="easy")
    assert again["greedy"] == found["greedy"], "games in several batches"
    assert found["greedy"].low < found["greedy"].value < found["greedy"].high < found["expert"].low
    with pytest.raises(DigEnvsError, match="num_players"):
        solo.scores("dig_v0", ["greedy"], games=5, progress=False)
