"""The pages on training: their Python runs, their commands have valid settings, and their tables are those of the code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dig_envs.agents import trained
from dig_envs.core.catalogue import games
from tests.support.command_lines import command_lines, settings_of
from website import hyperparameters

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "training"
PAGES = {page.name: page.read_text("utf-8") for page in sorted(FOLDER.glob("*.md"))}
BLOCKS = [(name, block) for name, text in PAGES.items() for block in re.findall(r"```python\n(.*?)```", text, re.S)]
FILES = set(re.findall(r"^\| `([\w.]+)` \|", PAGES["runs.md"].partition("\n## ")[0], re.M))
TRAINED_WITH_PPO = ("index.md", "self-play.md")  # into one folder, whose files are listed
OTHERS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "tutorials").glob("*.md")]
TEXTS = [*PAGES.values(), *(page.read_text("utf-8") for page in OTHERS if page.name != "lab_notes.md")]
COMMANDS = sorted({line for text in TEXTS for line in command_lines(text) if line.startswith("dig-envs train ")})


def test_every_page_is_read():
    assert {"index.md", "runs.md", "cloning.md", "self-play.md", "dqn.md", "settings.md", "hyperparameters.md"} <= set(PAGES)
    assert {name for name, _ in BLOCKS} == {"index.md", "cloning.md", "self-play.md"}
    assert {"model.zip", "best.zip", "checkpoint.zip", "progress.jsonl", "curve.png"} <= FILES


@pytest.mark.long
@pytest.mark.parametrize(("name", "code"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_the_code_runs_and_writes_the_files_that_are_named(name, code, tmp_path):
    completed = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert completed.returncode == 0, completed.stderr
    if name in TRAINED_WITH_PPO:
        (folder,) = (tmp_path / "runs").iterdir()
        written = {path.name for path in folder.iterdir() if not path.name.startswith("events")}
        measured = {"best.zip", "progress.jsonl", "curve.png"}
        assert written == (FILES if "evaluate_every" in code else FILES - measured)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_have_settings_that_exist(command):
    config = settings_of(command)
    assert config.played.id == config.game


def test_the_commands_of_all_trained_agents_are_listed():
    _, _, commands = PAGES["hyperparameters.md"].partition("\n## Commands\n")
    for card in (card for game in games() for card in trained.cards(game)):
        assert f"{card.command}\n```\n" in commands.partition(f"### {hyperparameters.title_of(card)}\n")[2].partition("###")[0]


def test_a_value_of_the_hyperparameters_is_that_of_the_command():
    (card,) = (card for card in hyperparameters.cards("dig_v0") if card.name == "ppo")
    table = hyperparameters.agents_table([card]).splitlines()
    assert "| `learning_rate` | 0.002 | **0.0005** |" in table and "| `gamma` | 1 | 1 |" in table
