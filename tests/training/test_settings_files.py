"""Settings from TOML files: the files of the package, arguments that replace settings, and errors."""

import dataclasses
import json
import re

import pytest

import dig_envs
from dig_envs.agents import learned
from dig_envs.core.errors import ArgumentError
from dig_envs.training import clone, league, ppo
from dig_envs.training.cli import main
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.settings_arguments import add_settings, given_settings
from dig_envs.training.run.config_files import SHIPPED, settings_from, shipped, with_given

TINY = """
num_envs = 8
n_steps = 16
batch_size = 64
layers = [8]
games = 0
evaluate_games = 0
league_games = 4
steps = 1_000_000
opponents = ["random"]

[options]
num_players = 3
max_turns = 12
"""


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "own.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


LEAGUES = [name for name in shipped() if name not in ("self_play", "fine_tune")]


def test_the_package_has_a_league_for_each_game():
    settings = [settings_from(name, league.Config).validated() for name in LEAGUES]
    assert sorted(config.game for config in settings) == dig_envs.games()
    for name, config in zip(LEAGUES, settings, strict=True):
        assert config.game == f"{name}_v0" and config.steps >= 10 * config.snapshot_every
        assert config.played.parse_options(**config.options).num_players == 2
        assert f"--config {name} --start runs/clone-{config.game}-0/model.zip" in (SHIPPED / f"{name}.toml").read_text()


def test_the_file_of_self_play_fits_every_game():
    config = settings_from("self_play", ppo.Config)
    for game in dig_envs.games():
        found = dataclasses.replace(config, game=game).validated()
        assert found.self_play and found.critic == "table" and found.ent_coef == 0.05


def test_the_file_of_fine_tuning_fits_every_game():
    config = settings_from("fine_tune", ppo.Config)
    for game in dig_envs.games():
        found = dataclasses.replace(config, game=game).validated()
        assert found.opponents == ("expert",) and found.num_envs * found.n_steps == 8 * found.batch_size


def test_fine_tuning_continues_from_an_agent_of_the_package(tmp_path, capsys):
    small = ["--steps", "512", "--num-envs", "8", "--batch-size", "128", "--games", "0", "--evaluate-games", "0"]
    given = ["dig_dig_v0", "--config", "fine_tune", "--start", "ppo", "--network", "rows", "--folder", str(tmp_path / "run")]
    assert main.main(["train", *given, *small]) == 0
    assert learned.read_card(tmp_path / "run" / "model.zip").game == "dig_dig_v0"


@pytest.mark.parametrize("name", LEAGUES)
def test_the_clone_that_a_file_asks_for_has_its_network(name):
    (command,) = re.findall(r"^# +dig-envs train (.+ --algo clone.*)$", (SHIPPED / f"{name}.toml").read_text(), re.M)
    parser = Parser("train", "", "")
    parser.add_argument("--algo")
    add_settings(parser, clone.Config)
    cloned = clone.Config(**given_settings(parser.parse_args(command.split()), clone.Config)).validated()
    wanted = settings_from(name, league.Config)
    for setting in ("game", "inputs", "architecture", "reward_scale"):
        assert getattr(cloned, setting) == getattr(wanted, setting)


def test_a_file_sets_its_settings_and_the_others_have_their_defaults(write):
    config = settings_from(write("steps = 5\nnoise_levels = [0]\n[options]\nscents = true\n"), ppo.Config)
    assert config == ppo.Config(steps=5, noise_levels=(0.0,), options={"scents": True})
    assert config.noise_levels == (0.0,) and type(config.noise_levels[0]) is float


def test_arguments_replace_settings_of_the_file(write, tmp_path, capsys):
    given = ["--config", write(TINY), "--steps", "256", "--option", "scents=true", "--folder", str(tmp_path / "run")]
    assert main.main(["train", "--algo", "league", *given]) == 0
    assert "Ratings in the league" in capsys.readouterr().out
    options = learned.read_card(tmp_path / "run" / "generation-0.zip").options
    assert (options["num_players"], options["scents"]) == (3, True)
    found = json.loads((tmp_path / "run" / "league.json").read_text())
    assert [each["steps"] for each in found["generations"]] == [0, 256]


def test_a_number_of_players_replaces_several_and_the_reverse():
    several, one = ppo.Config(players=(2, 3, 4)), ppo.Config(options={"num_players": 3, "scents": True})
    assert with_given(several, {"options": {"num_players": 3}}).validated().sizes == [{"num_players": 3}]
    assert with_given(one, {"players": (2, 4)}).options == {"scents": True}
    assert with_given(one, {"players": (2, 4)}).validated().sizes[1] == {"num_players": 4, "scents": True}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("setps = 5", 'LEAGUE has no setting "setps"; did you mean "steps"?'),
        ("algorithm = 'PPO'", 'LEAGUE has no setting "algorithm"'),
        ("steps = '5'", "steps must be a whole number of 1 or more, not '5'"),
        ("steps = 0", "steps must be a whole number of 1 or more, not 0"),
        ("gate = 55", "gate must be a number from 0 to 1, not 55"),
        ("gate = nan", "gate must be a number from 0 to 1, not nan"),
        ("opponents = 'greedy'", "opponents must be a tuple of at most 1000 names, not 'greedy'"),
        ("game = 'dgi_v0'", 'did you mean "dig_v0"'),
        ("features = 7", "features must be a string"),
        ("options = 7", "options must be a dict"),
        ("[options]\nscent = true", "unexpected keyword argument 'scent'; did you mean \"scents\""),
        ("[options]\nnum_players = 9", "num_players"),
        ("opponents = ['mybot.py:bot']", "names mybot.py:bot, a file that would be run; name it again to allow that"),
        ("evaluate_against = ['me=mybot.py:bot']", "a file that would be run"),
        ("steps", "after a key"),
        ("steps = 1\nsteps = 2", "Cannot overwrite a value"),
        (b"game = '\xff'", "can't decode byte"),
    ],
)
def test_an_error_in_a_file_is_named_with_the_valid_values(content, said, write, tmp_path, capsys):
    path = write(content)
    assert main.main(["train", "--algo", "league", "--config", path, "--folder", str(tmp_path / "run")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"dig-envs train: {path}" in err and said in err and err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_an_agent_from_a_python_file_can_play_if_it_is_named_again(write):
    path = write("opponents = ['mybot.py:bot']")
    assert settings_from(path, ppo.Config, trusted=("mybot.py:bot",)).opponents == ("mybot.py:bot",)


def test_a_missing_file_is_named_with_the_existing_ones(tmp_path, capsys):
    assert main.main(["train", "--config", str(tmp_path / "dgi.toml")]) == 2
    assert "dgi.toml; the package has dig, dig_dig, digging_bandits" in capsys.readouterr().err
    with pytest.raises(ArgumentError, match=r"Is a directory|Permission denied"):
        settings_from(str(tmp_path), league.Config)


def test_a_checkpoint_has_its_own_settings(write, capsys):
    assert main.main(["train", "--config", write(TINY), "--resume", "checkpoint.zip"]) == 2
    assert "--resume takes the settings of its checkpoint: do not give --config" in capsys.readouterr().err
