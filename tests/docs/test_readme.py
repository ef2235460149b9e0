"""The README's code runs, with warnings as errors, and its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.S)
COMMANDS = sorted({line.split()[1] for line in README.splitlines() if line.startswith("dig-envs ")})


def test_the_readme_has_a_block_for_each_adapter_cloning_the_arena_and_a_search():
    assert len(BLOCKS) == 7


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_code_runs_without_warnings(number, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKS[number]], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_exist(command):
    done = subprocess.run([sys.executable, "-m", "dig_envs.training.cli.main", command, "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "dig-envs" in done.stdout


def test_files_that_the_readme_links_to_exist():
    root = Path(__file__).resolve().parents[2]
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not link.startswith(("http", "../../actions/"))]
    assert links and [link for link in links if not (root / link).exists()] == []
