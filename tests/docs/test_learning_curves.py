"""The pages of the games show the learning curves that the data of several seeds give."""

import json

import pytest

from dig_envs.core.catalogue import game_of, games
from dig_envs.training import clone
from dig_envs.training.studies import seeds
from tests.support.tiny_training import TINY_PPO, changed
from website import learning_curves
from website.game_tables import filled, page_of


@pytest.mark.parametrize("game", games())
def test_a_page_says_what_the_data_say(game):
    played = game_of(game)
    runs = learning_curves.studies_of(game)
    page = page_of(played).read_text()
    assert runs[0].agent == "ppo" and runs[0].has_curves
    assert filled(page, {learning_curves.NAME: learning_curves.passages(runs)}) == page
    assert f"<!-- {learning_curves.NAME}, written by" in page
    for found in runs:
        assert len(found.runs) >= 3, "one run says little about a method"
        assert found.game == played
        assert learning_curves.picture_of(found).exists() == found.has_curves


@pytest.fixture
def page(tmp_path, monkeypatch):
    """Make an empty page of DIG, and let `learning_curves` write data, pictures and passages next to it."""
    page = tmp_path / "dig.md"
    page.write_text("# DIG\n\n<!-- seeds, written by hand -->\n<!-- end -->\n\nThe end.\n")
    monkeypatch.setattr(learning_curves, "DATA", tmp_path / "data")
    monkeypatch.setattr(learning_curves, "IMAGES", tmp_path)
    monkeypatch.setattr(learning_curves, "page_of", lambda game: page)
    return page


def test_a_folder_of_runs_becomes_data_a_picture_and_a_passage(tmp_path, page):
    settings = {"game": "dig_v0", "steps": 1_024, "evaluate_every": 512, "evaluate_games": 4, "games": 8}
    cloned = clone.train(
        clone.Config(game="dig_v0", decisions=600, epochs=1, layers=(8,), games=0, folder=str(tmp_path / "clone"))
    )
    config = changed(TINY_PPO, **settings, layers=(8,), start=str(cloned.model), folder=str(tmp_path / "spread"))
    seeds.run("ppo", config, [0, 3], progress=False)
    found = seeds.read(tmp_path / "spread" / "seeds.json")
    (before,) = found.before
    assert before.startswith("dig-envs train dig_v0 --algo clone --seed 0 ") and "--folder runs/clone" in before
    assert "--start runs/clone/model.zip" in found.command, "the file that the earlier command writes"
    learning_curves.main([str(tmp_path / "spread")])
    assert json.loads((tmp_path / "data" / "dig_v0" / "ppo.json").read_text())["command"] == found.command
    assert (tmp_path / "dig_seeds.png").read_bytes().startswith(b"\x89PNG")
    text = page.read_text()
    assert "PPO, seeds 0 and 3: 1,024 steps and " in text and text.endswith("\n\nThe end.\n")
    assert f"{before}\ndig-envs study seeds dig_v0 --seeds 0,3 --algo ppo" in text
    assert "Each point of the curves has 4 games. The table has 8 games per model on other deals" in text
    assert "| after training, against | seed 0 | seed 3 | mean |\n|---|---|---|---|\n" in text
    assert f"| {100 * found.final_shares('greedy').mean():.1f} % |" in text and "| `random` |" in text


def test_runs_of_several_agents_stand_one_after_the_other(tmp_path, page):
    config = clone.Config(game="dig_v0", decisions=600, epochs=1, layers=(8,), games=8, folder=str(tmp_path / "clones"))
    clones = seeds.run("clone", config, [0, 1], progress=False)
    assert clones.agent == "clone" and not clones.has_curves and clones.chart is None
    with_features = {"game": "dig_v0", "features": "expert", "steps": 1_024, "evaluate_every": 512, "evaluate_games": 4}
    trained = seeds.run("ppo", changed(TINY_PPO, **with_features, folder=str(tmp_path / "ppo")), [0, 1], progress=False)
    learning_curves.main([str(tmp_path / "clones"), str(tmp_path / "ppo")])
    assert [*map(learning_curves.picture_of, [clones, trained])] == [
        tmp_path / "dig_seeds_clone.png",
        tmp_path / "dig_seeds_ppo_features.png",
    ]
    assert not (tmp_path / "dig_seeds_clone.png").exists() and (tmp_path / "dig_seeds_ppo_features.png").exists()
    cloned, learned = page.read_text().split("\n\nPPO ")
    assert "Cloning, seeds 0 and 1: 2 steps of gradient descent and " in cloned
    assert "The table has 8 games per model, with 95 % intervals." in cloned and "![" not in cloned
    assert "dig-envs study seeds dig_v0 --seeds 0,1 --algo clone" in cloned
    assert learned.startswith("with the features `expert`, seeds 0 and 1: 1,024 steps and ")
