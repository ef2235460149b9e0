"""The README's code runs with warnings as errors, its commands and links exist, and its figures are those of the data."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dig_envs.training.cli.main import COMMANDS
from tests.support.command_lines import command_lines, parse
from website import strength_bars

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.S)


def test_the_readme_has_a_block_for_each_interface():
    assert len(BLOCKS) == 7


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_code_runs_without_warnings(number, tmp_path):
    completed = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKS[number]], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert completed.returncode == 0, completed.stderr


@pytest.mark.parametrize("line", command_lines(README))
def test_command_lines_have_arguments_that_exist(line):
    parse(line)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_have_a_help(command):
    program = [sys.executable, "-m", "dig_envs.training.cli.main", command, "--help"]
    completed = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert completed.returncode == 0, completed.stderr
    assert f"dig-envs {command}" in completed.stdout


def test_files_that_the_readme_links_to_exist():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not link.startswith(("http", "../../actions/"))]
    assert links and [link for link in links if not (ROOT / link).exists()] == []


def test_the_bars_of_strength_show_the_data():
    bars = strength_bars.bars(json.loads((ROOT / strength_bars.DATA).read_text("utf-8")))
    assert len(bars) == 5 and all(bar.low <= bar.share <= bar.high for bar in bars)
    clear = sum(bar.low > 50 for bar in bars)
    assert all(bar.share > 50 for bar in bars) and f"five bars, all above 50 %; {clear} of their intervals are too]" in README
    picture = (ROOT / strength_bars.PICTURE).read_text("utf-8")
    assert picture == strength_bars.drawn(bars), "python -m website.fill"


def test_the_figures_of_speed_are_measured():
    session = json.loads((ROOT / "docs" / "data" / "peers.json").read_text("utf-8"))
    assert f"on two cloud cores, version {session['versions']['ours']}, measured" in README
    (row,) = (row for row in session["rows"] if (row["peer"], row["game"], row["form"]) == ("ours", "dig_v0", "batch"))
    rates = {name: figure["rate"] for name, figure in row["figures"].items()}
    one, two = (f"{rates[name] / 1e6:.1f} million" for name in ("steps_1", "steps_2"))
    playouts, ppo = (f"{rates[name] / 1e3:.0f} thousand" for name in ("playouts", "ppo"))
    assert f"- {one} decisions a second on one thread, {two} on two;\n- {playouts} random playouts a second" in README
    assert f"- {ppo} decisions a second of PPO" in README
