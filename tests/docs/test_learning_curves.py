"""The pages of the games show the learning curves that the data of several seeds give."""

import json

import pytest

from dig_envs.core.catalogue import game_of, games
from dig_envs.training import clone
from dig_envs.training.studies import seeds
from tests.support.tiny_training import TINY_PPO, changed
from website import learning_curves


@pytest.mark.parametrize("game", games())
def test_several_seeds_are_trained(game):
    runs = learning_curves.studies_of(game)
    assert runs[0].agent == "ppo" and runs[0].has_curves
    for found in runs:
        assert len(found.runs) >= 3, "one run says little about a method"
        assert found.game.id == game
        assert learning_curves.picture_of(found).exists() == found.has_curves


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Let `learning_curves` write data and pictures into a temporary folder."""
    monkeypatch.setattr(learning_curves, "DATA", tmp_path / "data")
    monkeypatch.setattr(learning_curves, "IMAGES", tmp_path)


def test_a_folder_of_runs_becomes_data_a_picture_and_a_passage(tmp_path, folders):
    settings = {"game": "dig_v0", "steps": 1_024, "evaluate_every": 512, "evaluate_games": 4, "games": 8}
    cloned = clone.train(
        clone.Config(game="dig_v0", decisions=600, epochs=1, layers=(8,), games=0, folder=str(tmp_path / "clone"))
    )
    config = changed(TINY_PPO, **settings, layers=(8,), start=str(cloned.model), folder=str(tmp_path / "spread"))
    seeds.run("ppo", config, [0, 3], progress=False)
    found = seeds.read(tmp_path / "spread" / "seeds.json")
    assert f"--start {cloned.model}" in found.command
    learning_curves.add(tmp_path / "spread")
    assert json.loads((tmp_path / "data" / "dig_v0" / "ppo.json").read_text())["command"] == found.command
    assert (tmp_path / "dig_seeds.png").read_bytes().startswith(b"\x89PNG")
    text = learning_curves.tables_of(game_of("dig_v0"))["seeds"]
    assert text.startswith("PPO, seeds 0 and 3: 1,024 steps and ")
    assert "```bash\ndig-envs study seeds dig_v0 --seeds 0,3 --algo ppo" in text
    assert "Each point of the curves has 4 games. The table has 8 games per model on other deals" in text
    assert "| after training, against | seed 0 | seed 3 | mean |\n|---|---|---|---|\n" in text
    assert f"| {100 * found.final_shares('greedy').mean():.1f} % |" in text and "| `random` |" in text


def test_runs_of_several_agents_stand_one_after_the_other(tmp_path, folders):
    config = clone.Config(game="dig_v0", decisions=600, epochs=1, layers=(8,), games=8, folder=str(tmp_path / "clones"))
    clones = seeds.run("clone", config, [0, 1], progress=False)
    assert clones.agent == "clone" and not clones.has_curves and clones.chart is None
    with_features = {"game": "dig_v0", "features": "expert", "steps": 1_024, "evaluate_every": 512, "evaluate_games": 4}
    trained = seeds.run("ppo", changed(TINY_PPO, **with_features, folder=str(tmp_path / "ppo")), [0, 1], progress=False)
    for name in ("clones", "ppo"):
        learning_curves.add(tmp_path / name)
    assert [*map(learning_curves.picture_of, [clones, trained])] == [
        tmp_path / "dig_seeds_clone.png",
        tmp_path / "dig_seeds_ppo_features.png",
    ]
    assert not (tmp_path / "dig_seeds_clone.png").exists() and (tmp_path / "dig_seeds_ppo_features.png").exists()
    cloned, learned = learning_curves.tables_of(game_of("dig_v0"))["seeds"].split("\n\nPPO ")
    assert "Cloning, seeds 0 and 1: 2 steps of gradient descent and " in cloned
    assert "The table has 8 games per model, with 95 % intervals." in cloned and "![" not in cloned
    assert "dig-envs study seeds dig_v0 --seeds 0,1 --algo clone" in cloned
    assert learned.startswith("with the features `expert`, seeds 0 and 1: 1,024 steps and ")
