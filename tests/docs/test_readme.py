"""The README's code runs with warnings as errors, and its figures are those of the data."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
