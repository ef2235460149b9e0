"""Test a game from another distribution: the game of `docs/add-a-game.md`, installed in a folder of packages."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dig_envs.core.compiler import compiled

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text()
MODULES = dict(re.findall(r"^## \d\. [^\n]*`(\w+\.py)`\n.*?^```python\n(.*?)^```", PAGE, re.S | re.M))
PYPROJECT = re.search(r"^```toml\n(.*?)^```", PAGE, re.S | re.M)[1]


def write_modules(folder: Path) -> None:
    (folder / "pit").mkdir()
    for name, code in MODULES.items():
        (folder / "pit" / name).write_text(code)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of installed packages, as pip would create it, that contains the page's game."""
    folder = tmp_path_factory.mktemp("site")
    write_modules(folder)
    project = tomllib.loads(PYPROJECT)["project"]
    groups = project["entry-points"].items()
    offers = [f"[{group}]\n{name} = {value}\n" for group, entries in groups for name, value in entries.items()]
    information = folder / "pit-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: pit\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("".join(offers))
    return folder


def run(site: Path, code: str, **environment: str) -> str:
    """Run a program that can import the installed game, and return its output."""
    path = os.pathsep.join([os.fspath(site), os.fspath(ROOT), os.environ.get("PYTHONPATH", "")])
    completed = subprocess.run(
        [sys.executable, "-c", code],
        cwd=site,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


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


def test_the_games_bots_are_the_defaults(site):
    """Its own bots teach, oppose and advise, and no message names a bot that the game lacks."""
    out = run(
        site,
        """
import dig_envs
from dig_envs import agents
from dig_envs.core.agent_names import default_agents
from dig_envs.play.table import Participant, Table
from dig_envs.training import ppo
from dig_envs.training.cli.main import main
from dig_envs.training.run.make_tables import pool_for
game = dig_envs.game_of("pit_v0")
assert default_agents(game) == ["random", "digger"]
assert default_agents(dig_envs.game_of("dig_v0")) == ["random", "greedy", "expert"]
search = agents.make("search", game=game)
assert search.settings.base == search.settings.rollout == "digger"
assert {entry.agent.name for entry in pool_for(ppo.Config(game="pit_v0")).opponents()} == {"random", "digger"}
assert Table(game, {}, 3, [Participant("Ada"), Participant("Bob")]).advisers == ["digger", "random", "search"]
assert main("train pit_v0 --algo clone --decisions 500 --epochs 1 --layers 8 --games 4 --folder run".split()) == 0
""",
    )
    assert "greedy" not in out and "expert" not in out
    assert "--agents run/model.zip,digger " in out and "--agents run/model.zip,random,digger " in out


@pytest.mark.long
def test_the_page_s_project_is_installed_by_pip_and_fuzzed(tmp_path):
    write_modules(tmp_path)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    pip = [sys.executable, "-m", "pip", "--quiet", "install", "--no-deps", "--target", "site", "."]
    subprocess.run(pip, cwd=tmp_path, check=True, timeout=300)
    assert "dig-envs study fuzz pit_v0" in PAGE
    code = 'from dig_envs.training.cli.main import main; assert main("study fuzz pit_v0 --moves 2e4".split()) == 0'
    assert "pit_v0: 2" in run(tmp_path / "site", code)


def test_the_text_of_a_game_without_a_drawing_is_its_fields_in_words(site):
    """Other seats read a public action by its name, and a viewer reads no other seat's fields."""
    out = run(
        site,
        """
import dig_envs
from dig_envs.play.table import Participant, Table
game = dig_envs.game_of("pit_v0")
table = Table(game, {}, 3, [Participant("Ada"), Participant("Bob")])
mover = table.mover
table.act(mover, 0, game.actions.number("listen"))
table.act(1 - mover, table.histories[1 - mover].latest.number, game.actions.number("dig 3"))
print(*(line.text(1, table.names) for line in table.histories[1].log), sep=", ")
print(table.view(1).drawing.text(table.view(1)))
""",
    )
    assert out.splitlines() == [
        "you: listen, Ada: dug 3",
        "Pit · turn 3",
        "Ada, Bob",
        "the seat whose turn it is: 1",
        "spadefuls dug: 3",
        "the seat that found the treasure (-1: nobody): -1",
        "spadefuls dug when each seat listened (-1: never): -1, 0, -1, -1",
        "Bob: sound of the treasure (0: none, 1: far, 2: near): 1",
    ]


def test_a_game_without_a_drawing_is_watched_replayed_and_analysed_as_text(site):
    out = run(
        site,
        """
from dig_envs.training.cli.main import main
for line in (
    "watch pit_v0 --agents digger,random --seed 3 --save game.html",
    "watch pit_v0 --agents digger,random --seed 3 --save-game game.jsonl",
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
    assert "uncovers the treasure" not in message["text"], message["text"]
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
