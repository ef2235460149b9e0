"""The page on training: its Python runs, and its commands have settings that can be trained with."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dig_envs.training.algorithms import ALGORITHMS
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.settings_arguments import add_settings, given_settings
from dig_envs.training.run.config_files import settings_from, with_given

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "training.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)
FILES = set(re.findall(r"^\| `([\w.]+)` \|", PAGE, re.M))
COMMANDS = [line for line in PAGE.splitlines() if line.startswith("dig-envs train ")]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_runs_and_writes_the_files_that_are_named(number, tmp_path):
    done = subprocess.run([sys.executable, "-c", BLOCKS[number]], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    written = {path.name for path in folder.iterdir() if not path.name.startswith("events")}
    measured = {"best.zip", "progress.jsonl", "curve.png"}
    assert written == (FILES if "evaluate_every" in BLOCKS[number] else FILES - measured)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_have_settings_that_exist(command):
    algorithm = import_module(ALGORITHMS[command.split()[3]])
    parser = Parser("train", "", "")
    add_settings(parser, algorithm.Config)
    parser.add_argument("--resume")
    parser.add_argument("--config")
    words = [word for word in command.split()[4:] if word != "--help"]
    found = parser.parse_args(words)
    base = settings_from(found.config, algorithm.Config) if found.config else algorithm.Config()
    given = given_settings(found, algorithm.Config)
    given.pop("start", None)  # a file that another command makes
    config = with_given(base, given)
    assert config.validated().played.id == config.game
