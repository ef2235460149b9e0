"""The demo runs at a tiny size and writes all its files."""

import subprocess
import sys

import pytest

from dig_envs.training.cli import demo


@pytest.mark.long
def test_the_demo_trains_ranks_charts_and_records(tmp_path):
    sizes = ["--steps", "8192", "--games", "20", "--must-beat-random", "0", "--folder", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "dig_envs.training.cli.demo", *sizes], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    for agent in ("learner", "random", "greedy", "expert"):
        assert agent in done.stdout
    assert "of games" in done.stdout
    assert (tmp_path / "ranking.png").read_bytes().startswith(b"\x89PNG")
    assert "circle" in (tmp_path / "replay.html").read_text()
    assert (tmp_path / "model.zip").stat().st_size > 10_000


@pytest.mark.parametrize("game", [["dgi_v0"], ["--game", "dgi_v0"]])
def test_an_unknown_game_is_refused(game, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert demo.main(game) == 2
    assert 'did you mean "dig_v0"' in capsys.readouterr().err and not list(tmp_path.iterdir())
