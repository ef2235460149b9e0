"""Test a game from another distribution: the game of `docs/add-a-game.md`, installed in a folder of packages."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dig_envs.core.compiler import compiled

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text()
MODULES = dict(re.findall(r"^## \d\. [^\n]*`(\w+\.py)`\n.*?^```python\n(.*?)^```", PAGE, re.S | re.M))
ENTRY_POINTS = re.search(r"^```toml\n(.*?)^```", PAGE, re.S | re.M)[1].replace("project.entry-points.", "").replace('"', "")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of installed packages, as pip would create it, that contains the page's game."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "pit").mkdir()
    for name, code in MODULES.items():
        (folder / "pit" / name).write_text(code)
    information = folder / "pit-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: pit\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


def run(site: Path, code: str, **environment: str) -> str:
    """Run a program that can import the installed game, and return its output."""
    path = os.pathsep.join([os.fspath(site), os.fspath(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=site,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_shows_every_module():
    names = ("components", "state", "rules", "observation", "determinize", "invariants", "__init__", "bots")
    assert list(MODULES) == [f"{name}.py" for name in names]


def test_the_game_is_listed_and_passes_the_checks_of_the_libraries(site):
    out = run(
        site,
        """
import gymnasium, pettingzoo
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
import dig_envs
assert "pit_v0" in dig_envs.games() and len(dig_envs.games()) == 6
api_test(dig_envs.env("pit_v0", num_players=3), num_cycles=200)
check_env(gymnasium.make("dig_envs/Pit-v0", opponents="digger").unwrapped, skip_render_check=True)
print(dig_envs.game_of("pit_v0").title)
""",
    )
    assert out.splitlines()[-1] == "Pit"


@pytest.mark.parametrize("plain", ["", "1"])
def test_the_game_passes_the_fuzz_and_leak_tests(site, plain):
    """The rules run compiled and as plain Python."""
    run(
        site,
        """
import numpy as np
from tests.support.catalogue import Case
from tests.support.play import redealt
from tests.support.sound_games import NOISES, play_to_the_end
case = Case("pit_v0", {"num_players": 3})
batch = play_to_the_end(case, 20, seed=3, noises=NOISES)
states = batch.states
seen = batch.observe_states(states)
for player in range(3):
    twins = redealt(batch, states, player, np.arange(20))
    assert (batch.observe_states(twins)[:, player] == seen[:, player]).all()
""",
        DIG_ENVS_UNCOMPILED=plain,
    )


def test_the_games_bot_is_found_and_beats_random(site):
    out = run(
        site,
        """
from dig_envs.training import arena
result = arena.run("pit_v0", ["random", "digger"], games=1000, seed=1)
best, other = result.ratings
print(best.agent, best.rating.low > other.rating.high)
""",
    )
    assert out.split()[-2:] == ["digger", "True"]


def test_a_game_without_a_drawing_is_watched_replayed_and_analysed_as_text(site):
    out = run(
        site,
        """
from dig_envs.training.cli.main import main
for line in (
    "watch pit_v0 --agents digger,random --seed 3 --save game.html",
    "watch pit_v0 --agents digger,random --seed 3 --keep game.jsonl",
    "replay game.jsonl --html again.html",
    "analyse pit_v0 --seed 3 --decision 2 --agents digger",
):
    assert main(line.split()) == 0, line
""",
    )
    assert "Pit · turn 1" in out
    for name in ("game.html", "again.html"):
        assert "Pit · turn 1" in (site / name).read_text()


def test_a_game_without_a_drawing_is_played_in_a_browser_and_a_terminal(site):
    """The browser page shows the text as a picture, and hides the depth of the treasure from the viewer."""
    out = run(
        site,
        """
import io, sys
from dig_envs.core.catalogue import game_of
from dig_envs.training.cli.main import main
from dig_envs.play.table import Participant, Table
from tests.support.play_tables import latest_message
table = Table(game_of("pit_v0"), {}, 3, [Participant("Ada"), Participant("Bob")])
for viewer in (0, 1):
    message = latest_message(table, viewer)
    assert message["svg"].startswith("<svg") and message["text"].startswith("Pit") and "Ada" in message["text"]
    assert "treasure" not in message["text"], message["text"]
assert any(latest_message(table, viewer)["choices"] for viewer in (0, 1))
sys.stdin = io.StringIO("0\\n0\\n")
assert main("play pit_v0 --against digger --terminal --seed 3 --file games.db".split()) == 0
""",
    )
    assert "Pit · turn" in out


@pytest.mark.long
def test_a_variant_of_a_game_is_another_game_after_a_pickle_too():
    """`dataclasses.replace` of a game makes another game, in batches, in PettingZoo and after a pickle."""
    code = """
import dataclasses, pickle
import dig_envs
from tests.games.test_outside_game import one_then_zeros
dig = dig_envs.game_of("dig_v0")
variant = dataclasses.replace(dig, encode=one_then_zeros)
assert pickle.loads(pickle.dumps(dig)) is dig
again = pickle.loads(pickle.dumps(variant))
assert again == variant and again != dig and again.encode is one_then_zeros
batch = pickle.loads(pickle.dumps(dig_envs.batch(variant, num_tables=2, seed=1)))
batch.step(batch.masks.argmax(axis=1))
assert (batch.observations.sum(axis=1) == 1).all()
zoo = dig_envs.env(variant)
zoo.reset(seed=1)
assert zoo.observe("player_0")["observation"].sum() == 1
assert dig_envs.batch("dig_v0", num_tables=2, seed=1).observations.sum() > 4
"""
    run(ROOT, code)


def test_errors_and_warnings_name_an_invalid_entry_point(site, tmp_path):
    information = tmp_path / "bad-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[dig_envs.games]\nbad_v0 = pit:PitOptions\nbad = pit:GAME\n")
    code = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import dig_envs
print(*(warning.message for warning in caught))
assert "bad" not in dig_envs.games()
try:
    dig_envs.game_of("bad_v0")
except dig_envs.core.errors.ArgumentError as error:
    print(error)
"""
    out = run(site, code, PYTHONPATH=os.pathsep.join(map(os.fspath, (tmp_path, site, ROOT))))
    assert 'the entry point "bad = pit:GAME" is ignored: its name must be like "my_game_v0"' in out
    assert 'the entry point "bad_v0 = pit:PitOptions" names' in out and "not a Game with this id" in out


@compiled
def one_then_zeros(table, seat, player, out):
    out[0] = 1.0
