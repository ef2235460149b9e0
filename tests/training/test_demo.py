"""The demo runs at a tiny size and writes all its files."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dig_envs.training.cli import demo
from dig_envs.training.cli.main import main


@pytest.mark.long
def test_the_demo_trains_ranks_charts_and_records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sizes = ["--steps", "65536", "--games", "20", "--must-beat-random", "0", "--folder", str(tmp_path)]
    completed = subprocess.run(
        [sys.executable, "-m", "dig_envs.training.cli.demo", *sizes], capture_output=True, text=True, timeout=600
    )
    assert completed.returncode == 0, completed.stderr
    for agent in ("learner", "random", "greedy", "expert"):
        assert agent in completed.stdout
    shares = re.findall(r"\d\.\d% \(\d+\.\d-\d+\.\d\)", completed.stdout)
    assert "before (clone)" in completed.stdout and len(shares) == 10 + 6, (
        "of all pairs, and before and after against three bots"
    )
    commands = [
        shlex.split(line, comments=True) for line in completed.stdout.splitlines() if "dig-envs " in line.split("  #")[0]
    ]
    assert [words[1:3] for words in commands] == [["play", "dig_v0"], ["watch", "dig_v0"], ["arena", "dig_v0"]]
    for program, *words in commands[1:]:
        assert Path(program).name == "dig-envs" and str(tmp_path / "model.zip") in " ".join(words)
        assert main([*words, *(["--games", "2"] if words[0] == "arena" else [])]) == 0
    assert f"learning curve: {tmp_path / 'curve.png'}" in completed.stdout and (tmp_path / "curve.png").exists()
    assert (tmp_path / "ranking.png").read_bytes().startswith(b"\x89PNG")
    assert "circle" in (tmp_path / "replay.html").read_text()
    assert (tmp_path / "model.zip").stat().st_size > 10_000


@pytest.mark.parametrize("game", [["dgi_v0"], ["--game", "dgi_v0"]])
def test_an_unknown_game_is_refused(game, folder, capsys):
    assert demo.main(game) == 2
    assert 'did you mean "dig_v0"' in capsys.readouterr().err and not list(folder.iterdir())
