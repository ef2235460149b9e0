"""Test labels in the names of agents ("me=...") and agents from Python files ("mybot.py:bot")."""

import re
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core import agent_files
from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import find_agent, risk_of, split_label
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, ModelError, ResultsError
from dig_envs.play.store import Store
from dig_envs.play.table import Participant, Table
from dig_envs.training import arena, clone, ppo
from dig_envs.training.cli import main, play
from dig_envs.training.environment.opponent_pool import PoolMember, pool_of_noise_levels
from dig_envs.training.run import checkpoint

GAME = "dig_v0"
DIG = game_of(GAME)
BOT = """
    import sys
    from dig_envs.core.agent import Agent, Bot
    from dig_envs.core.compiler.compile import compiled
    from dig_envs.core.catalogue import game_of

    runs = getattr(sys, "_runs_of_mybot", 0) + 1
    sys._runs_of_mybot = runs


    @compiled
    def bot(table, seat, player, mask, rng):
        for action in range(len(mask)):
            if mask[action]:
                return action
        return 0


    class Last(Agent):
        name = "last"

        def act(self, decisions):
            return decisions.masks.shape[1] - 1 - decisions.masks[:, ::-1].argmax(axis=1)


    class Nameless(Last):
        name = None


    class Idle(Agent):
        name = "idle"


    @compiled
    def no_field(table, seat, player, mask, rng):
        return table.num_playrs


    @compiled
    def no_name(table, seat, player, mask, rng):
        return somewhere


    def plain(table, seat, player, mask, rng):
        return 0


    last, nameless, idle, number = Last(), Nameless(), Idle(), 3
    of_another_game = Bot("mine", "", game_of("dig_dig_v0"), bot)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text(textwrap.dedent(BOT))
    return tmp_path


# --- labels


def test_a_label_is_the_shown_name_and_does_not_change_the_fingerprint():
    labelled, plain = find_agent("me=greedy@0.3", DIG), find_agent("greedy@0.3", DIG)
    assert labelled == plain and labelled.fingerprint == plain.fingerprint
    assert (labelled.shown_name, plain.shown_name, labelled.name) == ("me", "greedy", "greedy")
    assert labelled.with_noise(0.5).shown_name == "me"
    assert agents.make("me=search:playouts=4", game=GAME).shown_name == "me"
    assert PoolMember(labelled, 0.5).label == "me@0.3"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("me=expert", ("me", "expert")),
        (" my model = runs/a=b/model.zip", ("my model", "runs/a=b/model.zip")),
        ("search:playouts=30", ("", "search:playouts=30")),
        ("runs/seed=1/model.zip", ("", "runs/seed=1/model.zip")),
        ("=expert", ("", "=expert")),
        ("expert", ("", "expert")),
    ],
)
def test_a_label_is_split_from_its_agent(name, parts):
    assert split_label(name) == parts


def test_labels_distinguish_equal_agents_in_an_arena():
    result = arena.run(GAME, ["me=greedy", "you=greedy", "greedy"], games=2, progress=False, max_turns=4)
    assert [(pair.a, pair.b) for pair in result.pairs] == [("me", "you"), ("me", "greedy"), ("you", "greedy")]


@pytest.mark.parametrize("name", ["a=b=greedy", "greedy@0.1@0.2", "a=mybot.py:bot@0.1@0.2"])
def test_a_name_has_at_most_one_label_and_one_share(name):
    with pytest.raises(ArgumentError, match="more than one label or noise"):
        find_agent(name, DIG)


# --- files


def test_a_function_of_a_file_plays_as_a_bot():
    found = find_agent("mybot.py:bot@0.25", DIG)
    assert isinstance(found, Bot) and (found.name, found.noise) == ("bot", 0.25)
    assert find_agent("mybot.py:bot", DIG).function is found.function, "the file is run once"
    result = arena.run(GAME, ["mine=mybot.py:bot", "mybot.py:last"], games=4, progress=False, max_turns=6)
    assert (result.pairs[0].a, result.pairs[0].b, result.pairs[0].games) == ("mine", "mybot.py:last", 4)


def test_a_changed_file_is_run_again(folder):
    before = find_agent("mybot.py:last", DIG)
    (folder / "mybot.py").write_text(textwrap.dedent(BOT).replace('"last"', '"newest"'))
    assert (before.name, find_agent("mybot.py:last", DIG).name) == ("last", "newest")


def test_a_file_may_import_the_modules_beside_it(folder):
    (folder / "helper_of_mybot.py").write_text("NAME = 'helped'\n")
    (folder / "other.py").write_text("from helper_of_mybot import NAME\n" + textwrap.dedent(BOT).replace('"last"', "NAME"))
    assert agents.make("other.py:last", game=GAME).name == "helped"


def test_the_order_of_the_import_path_stays(folder, monkeypatch):
    """A script beside the file has the folder as the first entry."""
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    before = list(sys.path)
    (folder / "again.py").write_text(textwrap.dedent(BOT))
    agents.make("again.py:last", game=GAME)
    assert sys.path == before


REFUSED = {
    "mybot.py:bto": 'mybot.py has no "bto"; did you mean "bot"',
    "missing.py:bot": "cannot read missing.py",
    "mybot.py:plain": "mark it @compiled",
    "mybot.py:Last": r"create an instance, as in bot = Last\(\)",
    "mybot.py:number": "is not an agent but of type int",
    "mybot.py:nameless": 'the agent has no name; write name = "..."',
    "mybot.py:idle": r"does not define act\(decisions\)",
    "mybot.py:of_another_game": "plays dig_dig_v0, not dig_v0",
    "mybot.py:last@0.5": "only scripted bots take noise",
    "mybot.py:no_field": r'no_field does not compile for dig_v0 .*its records have no field "num_playrs"; did you mean',
    "mybot.py:no_name": 'the name "somewhere" is not defined',
    "broken.py:bot": r"broken.py fails at line 2: SyntaxError",
    "failing.py:bot": "failing.py fails at line 3: ZeroDivisionError: division by zero",
    "wrong.py:bot": "wrong.py fails at line 4: TypeError: .*nmae",
    "half.py:bot": r'half.py fails at line 4: ArgumentError: bot "half": its function play is not marked @compiled',
    ".:bot": "no agent",
}


@pytest.mark.parametrize(("name", "said"), REFUSED.items(), ids=REFUSED)
def test_an_error_for_an_invalid_agent_states_the_remedy(name, said, folder, capsys):
    (folder / "broken.py").write_text("x = 1\ndef bot(:\n")
    (folder / "failing.py").write_text("x = 0\n\nbot = 1 / x\n")
    head = "from dig_envs.core.agent import Bot\nfrom dig_envs.core.catalogue import game_of\ndef play(*_): return 0\n"
    (folder / "wrong.py").write_text(head + "bot = Bot(nmae='x', game=game_of('dig_v0'), function=play)\n")
    (folder / "half.py").write_text(head + "bot = Bot('half', '', game_of('dig_v0'), play)\n")
    with pytest.raises(DigEnvsError, match=said):
        find_agent(name, DIG)
    assert main.main(["watch", "--game", GAME, "--agents", f"greedy,{name}", "--seed", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_agent_from_a_file_takes_no_arguments():
    with pytest.raises(ArgumentError, match="unexpected keyword argument 'noise'"):
        agents.make("mybot.py:bot", game=GAME, noise=0.5)


@pytest.mark.parametrize(
    "fields", [{"name": 3}, {"game": "dig_v0"}, {"function": np.argmax}], ids=lambda fields: next(iter(fields))
)
def test_a_bot_needs_a_name_a_game_and_a_compiled_function(fields):
    right = agents.make("greedy", game=GAME)
    given = {"name": "x", "sentence": "", "game": DIG, "function": right.function, **fields}
    with pytest.raises(ArgumentError, match=r"must be a string|must be a Game|is not marked @compiled"):
        Bot(**given)


def test_agents_from_files_play_in_training_and_at_a_table(folder):
    pool = pool_of_noise_levels(DIG, ["mybot.py:last", "mine=mybot.py:bot"], noise_levels=(0.5, 0.0))
    assert [member.label for member in pool.members] == ["last", "mine@0.5", "mine"]
    given = play.make_parser().parse_args([GAME, "--against", "me=mybot.py:last"])
    table = play.new_table(given)
    assert [each.name for each in table.participants] == ["Player", "me"]
    assert isinstance(table.agents["me=mybot.py:last"], Agent)


# --- names from untrusted sources


def test_names_that_run_a_file_are_recognised():
    for name in ("mybot.py:bot", "me=mybot.py:bot", "a/b.py:c@0.5", "me=mybot.py:bot@1"):
        assert risk_of(name), name
    for name in ("mybot.py", "expert", "me=model.zip", "search:playouts=3", "x.py:a b", ".py:bot"):
        assert not risk_of(name), name


def test_a_kept_table_runs_no_file_that_is_not_named_again(folder, monkeypatch):
    store = Store(folder / "play.sqlite")
    store.add(Table(GAME, {}, 3, [Participant("Ann"), Participant("me", "mybot.py:last")]))
    monkeypatch.setattr(agent_files, "_run", lambda *_: pytest.fail("the file was run"))
    agent_files._loaded.clear()
    with pytest.raises(ResultsError, match=r"name it again to allow that: --against mybot\.py:last"):
        store.open()
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert store.open(trusted=["mybot.py:last"]).table.names == ("Ann", "me")


def test_a_checkpoint_runs_no_file_that_is_not_named_again(monkeypatch):
    given = "mybot.py:last"
    named = ppo.Config(opponents=(given,)), ppo.Config(evaluate_against=(given,)), clone.Config(teacher=given)
    for config in named:
        monkeypatch.setattr(checkpoint, "check", lambda *_: None)
        monkeypatch.setattr(checkpoint, "_saved_config", lambda *_, config=config: config)
        with pytest.raises(ModelError, match="a file that would be run; name it again"):
            checkpoint.config_of("x.zip", type(config))
        assert checkpoint.config_of("x.zip", type(config), [given]) == config


# --- the documentation


DOCS = (Path(__file__).resolve().parents[2] / "docs" / "watch.md").read_text()
SAMPLES = re.findall(r"^```python\n(.*?)^```", DOCS, re.S | re.M)


def test_the_samples_of_the_page_run(folder):
    keeps, bots = SAMPLES
    exec(compile(keeps, "docs/watch.md", "exec"), {})
    assert "as greedy 1 sees it" in (folder / "seat.html").read_text()
    (folder / "mybot.py").write_text(bots)
    (command,) = [line.split()[1:] for line in DOCS.splitlines() if line.startswith("dig-envs arena ")]
    (folder / "runs").mkdir()
    assert main.main([*command, "--games", "2", "--saved", "2", "--option", "max_turns=4"]) == 0
    assert len(list((folder / "runs" / "games").iterdir())) == 6
