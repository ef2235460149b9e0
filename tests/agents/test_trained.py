"""Test the trained agents of the package: cards, play by name, the rejection of other observations, and shipping."""

import dataclasses
import hashlib
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch as th

import dig_envs
from dig_envs import agents
from dig_envs.agents import learned, trained
from dig_envs.agents.learned.model_file import CARD, POLICY, VALUE
from dig_envs.agents.trained import registry
from dig_envs.core.agent_names import find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, ModelError, UnknownAgentError
from dig_envs.training import arena, clone, ppo
from dig_envs.training.arena import duplicate
from dig_envs.training.cli import main
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.settings_arguments import add_settings, given_settings
from dig_envs.training.environment.opponent_pool import pool_of_noise_levels
from dig_envs.training.run.checkpoint import RUN, run_content
from dig_envs.training.studies.history import history_of
from maintenance import ship, shipping
from tests.support.catalogue import CASES
from tests.support.model_archives import packed
from tests.support.tiny_training import DIG, TINY_CLONE, TINY_PPO, changed

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [card for game in dig_envs.games() for card in trained.cards(game)]
GAMES = 6
TOLD = ("dig-envs train dig_v0 --algo ppo --seed 3", 1_000)
SHORT = 20  # turns
DEALS = 200
MAX_BELOW = 0.1  # below the stated share: three standard errors of the games of `DEALS` deals

each_shipped = pytest.mark.parametrize("card", SHIPPED, ids=lambda card: f"{card.game}-{card.name}")


@pytest.fixture(scope="module", autouse=True)
def few_games():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipping, "MIN_GAMES", GAMES)
        patch.setattr(shipping, "SAMPLED", 200)
        yield


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    config = changed(TINY_CLONE, decisions=2_000, kept=3_000, folder=str(tmp_path_factory.mktemp("clone")))
    return clone.train(config, progress=False).model


@pytest.fixture(scope="module")
def filled(model, tmp_path_factory):
    """Return a folder of trained agents with one agent."""
    folder = tmp_path_factory.mktemp("trained")
    shipping.ship(model, "clone", GAMES, folder=folder, progress=False)
    return folder


@pytest.fixture
def with_clone(filled, monkeypatch):
    monkeypatch.setattr(registry, "FOLDER", filled)
    return filled


def assert_is_what_its_card_says(card):
    file = registry.folder_of(card.game) / f"{card.name}.zip"
    content, found = file.read_bytes(), learned.read_card(file)
    assert len(content) <= shipping.MAX_BYTES
    assert card.digest == hashlib.sha256(content).hexdigest()[:16]
    assert (card.game, card.play, card.features, card.options) == (found.game, found.play, found.features, found.options)
    assert set(zipfile.ZipFile(file).namelist()) <= {CARD, POLICY, VALUE}  # nothing to unpickle
    assert card.players[0] == card.options["num_players"]
    bots, first, *larger = agents.names(card.game), *card.players
    duels = [*((first, bot) for bot in bots), *((size, bots[-1]) for size in larger)]
    assert [(row.num_players, row.against) for row in card.strength] == duels
    assert all(0 <= row.low <= row.win_share <= row.high <= 1 and row.games >= shipping.MIN_GAMES for row in card.strength)
    assert (
        card.command and card.steps > 0 and card.same_actions >= shipping.SAME and card.par == 1 / card.options["num_players"]
    )


def play(agent, game, deals=2, **options):
    parsed = game.parse_options(**options)
    return duplicate.play_one_vs_rest(game, parsed, agent, agents.make("random", game=game), np.arange(deals))


# --- shipped agents


@each_shipped
def test_the_card_of_a_shipped_agent_is_true(card):
    assert_is_what_its_card_says(card)
    assert all(row.games >= 1_000 for row in card.strength)
    assert agents.make(card.name, game=card.game).name == card.name


@pytest.mark.long
@each_shipped
def test_a_shipped_agent_plays_legally_under_all_options_with_its_observation(card):
    """A batch rejects every illegal action."""
    game, agent, played = game_of(card.game), agents.make(card.name, game=card.game), 0
    layout = game.layout(game.parse_options(**card.options))
    for case in [case.shortened(SHORT) for case in CASES if case.game == card.game and not case.solo]:
        options = game.parse_options(**case.options)
        if list(game.layout(options)) == list(layout):
            played += int(play(agent, game, **case.options).games.sum())
        else:
            with pytest.raises(ModelError, match=f"model {card.name} was trained"):
                play(agent, game, **case.options)
    assert played


@pytest.mark.long
@each_shipped
def test_a_shipped_agent_reaches_its_stated_share(card):
    game = game_of(card.game)
    measured = [row for row in card.strength if row.num_players == card.players[0]]
    stated = min(measured, key=lambda row: abs(row.win_share - card.par))
    agent, other = agents.make(card.name, game=game), agents.make(stated.against, game=game)
    duel = duplicate.play_one_vs_rest(game, game.parse_options(**card.options), agent, other, np.arange(DEALS))
    assert duel.shares.mean() > stated.win_share - MAX_BELOW


# --- a folder of trained agents


def test_the_card_describes_the_shipped_agent(with_clone):
    (card,) = trained.cards("dig_v0")
    assert_is_what_its_card_says(card)
    assert (card.name, card.algorithm, card.weights, card.values) == ("clone", "CLONE", "float16", False)
    assert shipping.SAME <= card.same_actions <= 1.0
    assert card.command.startswith("dig-envs train dig_v0 --algo clone --seed 0")
    assert "--folder runs/clone" in card.command  # whatever the folder was
    assert "Learned by cloning on facts alone" in card.sentence and card.sentence.endswith("for 2 players.")


def test_a_trained_agent_plays_by_name_everywhere(with_clone, capsys):
    assert trained.names(DIG) == ["clone"] and trained.names("dig_dig_v0") == []
    for agent in (agents.make("clone", game="dig_v0"), find_agent("me=clone", DIG)):
        assert isinstance(agent, learned.LearnedAgent) and agent.name == "clone" and agent.deterministic
    assert not agents.make("clone", game="dig_v0", deterministic=False).deterministic
    (member,) = pool_of_noise_levels(DIG, ["clone"]).members
    assert member.label == "clone"
    assert changed(TINY_PPO, opponents=("clone", "random"), start="").validated().opponents == ("clone", "random")
    result = arena.run(DIG, ["clone", "random"], games=4, progress=False, max_turns=SHORT)
    assert [row.agent for row in result.ratings] and result.pairs[0].games == 4
    words = ["--game", "dig_v0", "--agents", "clone,random", "--option", "max_turns=4", "--seed", "1", "--delay", "0"]
    assert main.main(["watch", *words]) == 0
    assert "clone" in capsys.readouterr().out


def test_bots_are_listed_with_their_strength(with_clone, capsys):
    assert main.main(["bots", "--game", "dig_v0"]) == 0
    listed = capsys.readouterr().out
    assert "Trained agents of dig_v0" in listed and "against expert" in listed
    assert main.main(["bots", "--game", "dig_dig_v0"]) == 0
    assert "Trained agents" not in capsys.readouterr().out


def test_an_error_for_an_unknown_agent_lists_the_trained_agents(with_clone):
    with pytest.raises(
        UnknownAgentError, match=r'dig_v0 has no agent "dqn"; agents: clone, equilibrium, expert, greedy, random, search'
    ):
        agents.make("dqn", game="dig_v0")
    with pytest.raises(
        UnknownAgentError, match=r'did you mean "clone"\? \(agents: clone, equilibrium, expert, greedy, random, search\)'
    ):
        find_agent("cloned", DIG)
    with pytest.raises(UnknownAgentError, match=r'no trained agent "clone"; trained agents: none'):
        trained.load("clone", game_of("dig_dig_v0"))
    with pytest.raises(ArgumentError, match="a model got an unexpected keyword argument 'noise'"):
        agents.make("clone", game="dig_v0", noise=0.1)


def test_options_are_played_or_rejected_by_their_observation(with_clone):
    agent = agents.make("clone", game="dig_v0")
    assert play(agent, DIG, reward="score", max_turns=SHORT).games.sum() == 4
    assert play(agent, DIG, num_players=3, max_turns=SHORT).games.sum() == 6  # with the same observation
    said = r"model clone was trained on another observation of dig_v0: block `\w+` is new; it plays num_players=2, scents=False"
    with pytest.raises(ModelError, match=said):
        play(agent, DIG, num_players=3, scents=True)


def test_an_error_names_a_damaged_card(filled, tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "FOLDER", tmp_path)
    folder = tmp_path / "dig_v0"
    folder.mkdir()
    (folder / "ppo.zip").write_bytes((filled / "dig_v0" / "clone.zip").read_bytes())
    with pytest.raises(ModelError, match=r"cannot read .*ppo.json"):
        trained.cards("dig_v0")
    for text in ("{}", "[]", "no json", (filled / "dig_v0" / "clone.json").read_text().replace('"games"', '"game"')):
        (folder / "ppo.json").write_text(text)
        with pytest.raises(ModelError, match=r"ppo.json is not the card of a trained agent"):
            trained.cards("dig_v0")
    assert agents.make("ppo", game="dig_v0").name == "ppo"


# --- shipping


def rounded_size(model, folder):
    """Return the size of the model's policy in float16, in bytes."""
    given = shipping._Trained.of(model, None)
    return learned.write_networks(folder / "rounded.zip", given.card, given.agent.layers, precision=th.float16).stat().st_size


def test_weights_are_rounded_only_if_the_play_is_the_same(model, tmp_path, monkeypatch):
    rounded = shipping.ship(model, "rounded", GAMES, folder=tmp_path, progress=False)
    assert rounded.weights == "float16" and shipping.SAME <= rounded.same_actions <= 1.0 and not rounded.values
    monkeypatch.setattr(shipping, "same_actions", lambda *given: 0.9)
    whole = shipping.ship(model, "whole", GAMES, folder=tmp_path, progress=False)
    assert (whole.weights, whole.same_actions) == ("float32", 1.0)
    half, full = ((tmp_path / "dig_v0" / f"{name}.zip").stat().st_size for name in ("rounded", "whole"))
    assert 0.45 * full < half < 0.6 * full


def test_an_agent_of_several_sizes_of_table_is_measured_at_each(model, tmp_path):
    history = "dig-envs train dig_v0 --algo ppo --players 2,4,3", 1_000
    card = shipping.ship(model, "wide", GAMES, history=history, folder=tmp_path, progress=False)
    assert card.players == (2, 4, 3) and card.sentence.endswith("for 2, 4 or 3 players.")
    duels = [(row.num_players, row.against) for row in card.strength]
    assert duels == [(2, "random"), (2, "greedy"), (2, "expert"), (4, "expert"), (3, "expert")]
    assert [row.games for row in card.strength] == [6, 6, 6, 8, 6], "whole sets of seatings"
    given = shipping.ship(model, "given", GAMES, players=(3,), history=history, folder=tmp_path, progress=False)
    assert given.players == (2, 3) and [row.num_players for row in given.strength] == [2, 2, 2, 3]


def test_a_model_that_is_too_large_is_rejected_and_nothing_is_written(model, tmp_path, monkeypatch):
    monkeypatch.setattr(shipping, "MAX_BYTES", 1_000)
    said = r"does not fit into 1,000 bytes: it has [\d,]+ bytes in float16; [\d,]+ bytes in float32"
    with pytest.raises(ModelError, match=said):
        shipping.ship(model, "ppo", GAMES, folder=tmp_path / "trained", progress=False)
    monkeypatch.setattr(shipping, "MAX_BYTES", rounded_size(model, tmp_path))
    monkeypatch.setattr(shipping, "same_actions", lambda *given: 0.99)
    with pytest.raises(ModelError, match=r"other actions in 1.00% of its decisions in float16; [\d,]+ bytes in float32"):
        shipping.ship(model, "ppo", GAMES, folder=tmp_path / "trained", progress=False)
    assert not (tmp_path / "trained").exists()


def test_rounded_weights_are_compared_on_equal_decisions(model):
    one = agents.make(model, game=DIG, deterministic=False)
    options = DIG.parse_options()
    assert shipping.same_actions(DIG, options, one, agents.make(model, game=DIG, deterministic=False)) == 1.0
    assert shipping.same_actions(DIG, options, one, agents.make("random", game=DIG)) < 0.9


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ppo", "lower-case letters"),
        ("../x", "lower-case letters"),
        ("greedy", "another agent of dig_v0"),
        ("search", "another agent"),
    ],
)
def test_an_invalid_or_taken_name_is_rejected(name, said, model, tmp_path):
    with pytest.raises(ArgumentError, match=said):
        shipping.ship(model, name, GAMES, folder=tmp_path, progress=False)
    assert not list(tmp_path.iterdir())


def test_the_command_ships_and_reports_errors(model, tmp_path, capsys):
    words = [str(model), "--as", "told", "--folder", str(tmp_path)]
    history = ["--command", TOLD[0], "--steps", "1000"]
    assert ship.main([*words, *history, "--play", "stochastic", "--players", "2,3"]) == 0
    assert "Trained agents of dig_v0" in capsys.readouterr().out
    card = json.loads((tmp_path / "dig_v0" / "told.json").read_text())
    assert [card[name] for name in ("algorithm", "command", "seed", "steps")] == ["PPO", TOLD[0], 3, 1_000]
    assert (card["play"], card["players"]) == ("stochastic", [2, 3])
    for more, said in (
        (["--steps", "3"], "--command and --steps describe a training together"),
        (["--command", "dig-envs train", "--steps", "3"], "the command of a training names --algo, not 'dig-envs train'"),
        (["--players", "two"], "--players"),
        (["--games", "5"], "games must be a whole number from 6 to"),
        (["--play", "well"], "play"),
    ):
        assert ship.main([*words, *more]) == 2
        assert said in capsys.readouterr().err


# --- how a model was trained


def run_of(folder, config, **counted):
    """Make the checkpoint of a run with nothing but its history, and return the path of its model."""
    folder.mkdir(parents=True)
    packed({RUN: run_content(config, counted)}, folder / "checkpoint.zip")
    return folder / "model.zip"


def test_a_history_is_the_command_with_the_starting_model(tmp_path):
    first = run_of(tmp_path / "a", changed(TINY_CLONE, options={"num_players": 3, "scents": True}), steps=77)
    config = changed(TINY_PPO, start=str(first), seed=5, self_play=True, opponents=("random", "greedy"))
    command, steps = history_of(run_of(tmp_path / "b", config))
    cloning, cloned = history_of(first)
    assert (steps, cloned) == (TINY_PPO.steps, 77)
    assert "--players 3 --option scents=true" in cloning and "--teacher greedy" in cloning
    parser = Parser("train", "", "")
    add_settings(parser, ppo.Config)
    words = command.split()
    assert words[:5] == ["dig-envs", "train", "dig_v0", "--algo", "ppo"]
    given = dataclasses.replace(ppo.Config(), **given_settings(parser.parse_args([words[2], *words[5:]]), ppo.Config))
    assert given == changed(config, folder="runs/b")


def test_a_run_may_start_from_a_trained_agent_by_name():
    config = changed(TINY_PPO, start="ppo", network="rows", layers=(256, 256), options={"reward": "score"}).validated()
    assert config.starting_model.fingerprint == agents.make("ppo", game="dig_v0").fingerprint
    with pytest.raises(ModelError, match="there is no model ppo2"):
        changed(config, start="ppo2").validated()


def test_steps_count_up_to_the_best_model(tmp_path):
    share = {"value": 0.5, "low": 0.4, "high": 0.6}
    measured = [
        {"steps": steps, "games": 4, "shares": {"random": {**share, "value": value}}} for steps, value in ((10, 0.7), (20, 0.5))
    ]
    model = run_of(tmp_path / "a", TINY_PPO, monitor={"measurements": measured})
    assert history_of(model)[1] == 20 and history_of(model.with_name("best.zip"))[1] == 10


def test_a_version_in_the_middle_of_a_run_needs_a_history(tmp_path):
    model = run_of(tmp_path / "a", TINY_PPO)
    with pytest.raises(ModelError, match="is not the last or the best model of its run"):
        history_of(model.with_name("generation-1.zip"))


def test_a_model_without_its_run_needs_a_history(model, tmp_path):
    lonely = tmp_path / "model.zip"
    lonely.write_bytes(model.read_bytes())
    with pytest.raises(ModelError, match=r"there is no checkpoint .*checkpoint.zip"):
        shipping.ship(lonely, "ppo", GAMES, folder=tmp_path / "trained", progress=False)
    card = shipping.ship(lonely, "ppo", GAMES, history=TOLD, folder=tmp_path / "trained", progress=False)
    assert (card.algorithm, card.command, card.seed, card.steps) == ("PPO", TOLD[0], 3, TOLD[1])
