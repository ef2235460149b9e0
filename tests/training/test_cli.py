"""The command line: stdout and stderr, exit codes, suggestions, help with examples that parse, both spellings of the game."""

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.compiler.cache_folders import code_folders
from dig_envs.core.feature_names import offered_features
from dig_envs.training import arena
from dig_envs.training.arena import round_robin
from dig_envs.training.cli import main, watch
from dig_envs.training.cli.arguments import whole, whole_numbers
from dig_envs.training.cli.source import parse_source
from dig_envs.training.speed import all_games, one_game, threads
from dig_envs.training.speed import search as speed_search
from dig_envs.training.speed.rates import Rate

pytestmark = pytest.mark.usefixtures("folder")

GAME = dig_envs.games()[0]
SOLO = "two_bit_bandits_v0"  # has a game of one player
WEAK, STRONG = agents.names(GAME)[0], agents.names(GAME)[-1]
ARENA = ["arena", GAME]
ANALYSE = ["analyse", GAME, "--seed", "3"]
BOTH = [*ARENA, "--agents", f"{WEAK},{STRONG}"]


def process(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "dig_envs.training.cli.main", *arguments], capture_output=True, text=True, timeout=120
    )


def examples():
    modules = [import_module(f"dig_envs.training.cli.{name}").EXAMPLES for name in (*main.COMMANDS, *main.STUDIES)]
    lines = [line for text in (main.EXAMPLES, main.STUDY_EXAMPLES, *modules) for line in text.strip().splitlines()]
    return [line for line in lines if "COMMAND" not in line and "STUDY" not in line]


# --- help


@pytest.fixture
def text_of(capsys):
    """What a command prints that shows its help."""

    def text_of(*arguments):
        with pytest.raises(SystemExit, match="0"):
            main.main([*arguments])
        return capsys.readouterr().out

    return text_of


def test_help_names_every_command(text_of):
    text = text_of("--help")
    assert re.findall(r"^  (\w+)  ", text.split("options:")[0], re.M) == list(main.COMMANDS) and len(main.COMMANDS) == 12
    assert text.count("dig-envs study --help") == 1 and text_of() == text


def test_help_of_study_names_every_study(text_of):
    for arguments in (["study", "--help"], ["study"]):
        text = text_of(*arguments).split("options:")[0]
        assert re.findall(r"^  (\w+)  ", text, re.M) == list(main.STUDIES)
        assert set(main.STUDIES) == {"seeds", "curve", "humans", "text", "benchmark", "fuzz"}


@pytest.mark.parametrize("command", [*main.COMMANDS, *(f"study {name}" for name in main.STUDIES)])
def test_help_of_a_command_shows_its_examples(command, text_of):
    text = text_of(*command.split(), "--help")
    assert f"examples:\n  dig-envs {command}" in text and text.startswith(f"usage: dig-envs {command} [-h]")


@pytest.mark.parametrize(
    ("command", "refused"),
    [
        ("exploit", ("--opponents", "--evaluate-against", "--snapshots", "--games", "--saved", "--self-play")),
        ("study seeds", ("--seed",)),
        ("train --algo league", ("--self-play", "--self-play-variants")),
    ],
)
def test_help_does_not_list_what_the_command_refuses(command, refused, text_of):
    listed = set(re.findall(r"^  (--[\w-]+)", text_of(*command.split(), "--help"), re.M))
    assert len(listed) > 20 and not listed & set(refused)


@pytest.mark.parametrize(
    ("command", "old", "new", "name"),
    [
        ("watch", "--keep", "--save-game", "save_game"),
        ("play", "--keep", "--save-game", "save_game"),
        ("arena", "--keep", "--save-games", "save_games"),
        ("arena", "--kept", "--saved", "saved"),
        ("seeds", "--keep", "--saved", "keep"),
    ],
)
def test_old_names_of_arguments_are_accepted_but_not_listed(command, old, new, name):
    parser = import_module(f"dig_envs.training.cli.{command}").make_parser()
    agents = ["--agents", WEAK] if command in ("arena", "watch") else []
    first, second = (getattr(parser.parse_args([GAME, *agents, flag, "3"]), name) for flag in (old, new))
    listed = re.findall(r"^  (--[\w-]+)", parser.format_help(), re.M)
    assert first == second and str(first) == "3" and new in listed and old not in listed


def test_numbers_may_be_written_with_an_exponent():
    assert parse_source(watch.make_parser(), [GAME, "--seed", "1e3", "--players", "4"]).seed == 1_000
    parser = import_module("dig_envs.training.cli.exploit").make_parser()
    given = parser.parse_args(["greedy", "--steps", "2e6", "--layers", "1e2,2_00", "--against-games", "4e3"])
    assert (given.steps, given.layers, given.against_games) == (2_000_000, (100, 200), 4_000)
    assert isinstance(given.steps, int) and whole_numbers("--seeds", "0,1e1", "0,1") == [0, 10]
    for text in ("2.5", "inf", "nan", "", "1e400"):
        with pytest.raises(ValueError):
            whole(text)


def test_without_agents_the_strongest_bot_has_all_seats(capsys, folder):
    for arguments in ([], ["--agents", STRONG, "--players", "2"]):
        assert main.main(["watch", GAME, "--seed", "5", *arguments]) == 0
    shown = capsys.readouterr().out
    half = len(shown) // 2
    assert half > 1_000 and shown[:half] == shown[half:]


@pytest.mark.parametrize("study", main.STUDIES)
def test_a_study_is_also_a_command_of_its_own(study, text_of):
    assert text_of(study, "--help") == text_of("study", study, "--help")


@pytest.mark.parametrize("line", examples())
def test_examples_parse(line):
    program, command, *arguments = shlex.split(line)
    assert program == "dig-envs" and "--game" not in arguments
    if command == "study":
        command, *arguments = arguments
    if command == "watch":
        assert parse_source(watch.make_parser(), arguments)
    elif "--help" not in arguments:
        _, rest = import_module(f"dig_envs.training.cli.{command}").make_parser().parse_known_args(arguments)
        assert command == "train" or not rest


# --- the game


WITH_GAME = {
    "bots": [],
    "play": ["--against", "expert"],
    "train": ["--steps", "1"],
    "arena": ["--agents", "random,greedy"],
    "watch": ["--agents", "expert"],
    "analyse": ["--seed", "1", "--decision", "1"],
    "speed": ["--search"],
    "study seeds": ["--steps", "1"],
    "study curve": [],
    "study fuzz": [],
    "seeds": [],
    "curve": [],
    "fuzz": [],
}


@pytest.mark.parametrize("command", WITH_GAME)
def test_the_game_is_an_argument_before_or_after_the_others_or_follows_game(command, capsys, folder):
    words, more = command.split(), WITH_GAME[command]
    for game in (["dgi_v0"], ["--game", "dgi_v0"], ["--game", "dgi_v0", "dgi_v0"], ["--game=dgi_v0"]):
        for arguments in ([*words, *game, *more], [*words, *more, *game]):
            assert main.main(arguments) == 2
            assert 'did you mean "dig_v0"' in capsys.readouterr().err
    assert main.main([*words, "dig_v0", *more, "--game", "dig_dig_v0"]) == 2
    assert "names two games" in capsys.readouterr().err
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("arguments", "game", "agents"),
    [
        (["dig_dig_v0", "greedy"], "dig_dig_v0", ["greedy"]),
        (["dig_dig_v0", "greedy", "random"], "dig_dig_v0", ["greedy", "random"]),
        (["greedy"], "dig_v0", ["greedy"]),
        (["greedy", "random"], "dig_v0", ["greedy", "random"]),
        (["greedy", "random", "--game", "dig_dig_v0"], "dig_dig_v0", ["greedy", "random"]),
        (["--game", "dig_dig_v0", "dig_v0"], "dig_dig_v0", ["dig_v0"]),
    ],
)
def test_exploit_takes_a_game_before_the_agents(arguments, game, agents, monkeypatch):
    from dig_envs.training.studies import exploit_many

    calls = []
    monkeypatch.setattr(exploit_many, "run_all", lambda *given, **more: calls.append(given) or [])
    assert main.main(["exploit", *arguments]) == 0
    ((named, config, _),) = calls
    assert (named, config.game) == (agents, game)


def test_watch_takes_a_game_or_a_file(folder):
    assert (
        parse_source(watch.make_parser(), [GAME, "--agents", "expert"]).game
        == parse_source(watch.make_parser(), ["--game", GAME, "--agents", "expert"]).game
        == GAME
    )
    for file in ("game.jsonl", f"runs/{GAME}", "game"):
        given = parse_source(watch.make_parser(), [file])
        assert (given.game, given.file) == (None, Path(file))
    (folder / GAME).write_text("")
    assert parse_source(watch.make_parser(), [GAME]).file == Path(GAME), "a file with the name of a game"


def test_modules_of_algorithms_take_the_game_too(capsys, monkeypatch):
    for name in ("ppo", "dqn", "clone", "league"):
        for game in (["dgi_v0"], ["--game", "dgi_v0"]):
            monkeypatch.setattr(sys, "argv", [name, *game])
            with pytest.raises(SystemExit, match="2"):
                runpy.run_module(f"dig_envs.training.{name}", run_name="__main__", alter_sys=False)
            assert 'did you mean "dig_v0"' in capsys.readouterr().err


def test_the_readme_of_the_benchmarks_names_every_key():
    folder = Path(main.__file__).resolve().parents[2] / "benchmarks"
    rate = Rate((1.0,))
    sizes = {tables: dict.fromkeys(one_game.THREADS, rate) for tables in one_game.SIZES}
    keys = one_game.FormSpeeds(GAME, sizes, sizes, rate, None, 0.1, 1.0, 0.5).as_dict().keys() - {"game"}
    quick = {"progress": False}
    (row,) = threads.run([GAME], sizes=(3,), turns=1, **quick)["threads"]
    search = speed_search.numbers(agents.make("search", game=GAME), {"greedy": (rate, rate), speed_search.SEARCH: (rate, rate)})
    found = all_games.run([GAME], repeats=1, seconds=0.001, **quick)
    keys |= found.keys() | found["games"][GAME].keys() | row.keys()
    keys |= search.keys() | search["playouts"]["greedy"].keys() | search["default_search"].keys()
    assert keys <= set(re.findall(r"`(\w+)`", (folder / "README.md").read_text()))


def test_help_loads_nothing_heavy():
    script = (
        "import sys\nfrom dig_envs.training.cli.main import main\ntry: main(['arena', '--help'])\nexcept SystemExit: pass\n"
    )
    heavy = "sys.exit(repr({'numba', 'torch', 'matplotlib', 'rich', 'scipy', 'pygame'} & set(sys.modules) or ''))"
    completed = subprocess.run([sys.executable, "-c", script + heavy], capture_output=True, text=True)
    assert completed.stderr.strip() in ("", "''")


def test_version(text_of):
    assert text_of("--version") == f"dig-envs {dig_envs.__version__}\n"


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["arean"], 'did you mean "arena"'),
        (["study", "fuz"], 'did you mean "fuzz"'),
        (["study", "--all"], "unknown argument"),
        (["strength", "--draw"], "in a clone of the repository run python -m maintenance.strength"),
        (["ship"], "in a clone of the repository run python -m maintenance.ship"),
        (["exploit", "dig_v0"], "the agent is missing"),
        (["exploit", "dgi_v0", "greedy"], 'did you mean "dig_v0"'),
        (["curve"], "the game is missing"),
        (["--vresion"], 'did you mean "--version"'),
        (["games", "--all"], "unknown argument"),
        (["bots", "dgi_v0"], 'did you mean "dig_v0"'),
        (["speed", "dgi_v0"], 'did you mean "dig_v0"'),
        (["speed"], "name one game"),
        (["bench"], "name one game, as in dig-envs speed dig_v0"),
        (["speed", "--search", "--all"], "choose one of --all, --threads and --search"),
        (["speed", "--search", "dgi_v0"], 'did you mean "dig_v0"'),
        (["speed", "dig_v0", "--all"], "name one game, as in dig-envs speed dig_v0, or measure all games with --all"),
        (["train", "--algo", "pop"], 'did you mean "ppo"'),
        (["train", "--algo", "ppo", "--setps", "1"], 'did you mean "--steps"'),
        (["train", "--batch-size", "0"], "--batch-size must be a whole number of 2 or more, not 0"),
        (["train", "--algo", "dqn", "--exploration", "3"], "--exploration must be a number from 0 to 1, not 3.0"),
        (["train", "--saved", "-1"], "--saved must be a whole number from 0 to 1000, not -1"),
        (["train", "--keep", "-1"], "--keep must be a whole number from 0 to 1000, not -1"),
        (["train", "--algo", "clone", "--saved", "3", "--kept", "0"], "--kept must be a whole number of 1 or more, not 0"),
        (["exploit", "dig_v0", "greedy", "--saved", "3"], "exploit sets --saved itself"),
        (["train", "--layers", "8,0"], "each of --layers must be a whole number of 1 or more, not 0"),
        (["train", "--steps", "2.5"], "argument --steps: invalid int value: '2.5'"),
        (["train", "--resume", "nofile.zip"], "there is no checkpoint nofile.zip"),
        (["study", "seeds", "--seed", "3"], "this study needs --seeds"),
        (["study", "curve", "dig_v0", "--agent", "greedy"], 'a search is named as in "search" or "search:playouts=1000", not'),
        (["exact", "dig_dig_v0", "--variant", "tiny3", "--agents", "random"], 'the variant "tiny3" is for --players 3, not 2'),
        (["train", "--option", "seed=3"], "unexpected keyword argument 'seed'"),
        (["arena", "--agents", "random,greedy"], "the game is missing"),
        (["arena", "dgi_v0", "--agents", "random,greedy"], 'did you mean "dig_v0"'),
        ([*ARENA, "--agents", f"{WEAK},{STRONG[:-1]}"], f'did you mean "{STRONG}"'),
        ([*ARENA, "--agents", f"{WEAK},{STRONG[:-1]}@0.5"], f'did you mean "{STRONG}"'),
        ([*ARENA, "--agents", f"{WEAK},{STRONG}@7"], "noise must be a number from 0 to 1"),
        ([*ARENA, "--agents", f"{WEAK},missing.zip"], "missing.zip"),
        ([*ARENA, "--agents", f"{WEAK},junk.zip"], "junk.zip"),
        ([*ARENA, "--agents", ""], "name at least 2 agents"),
        ([*ARENA, "--agents", WEAK], "name at least 2 agents"),
        (ARENA, "--agents"),
        ([*BOTH, "--games", "0"], "--games must be a whole number"),
        ([*BOTH, "--games", "-3"], "--games must be a whole number"),
        ([*BOTH, "--games", "many"], "--games"),
        ([*BOTH, "--gmaes", "10"], 'did you mean "--games"'),
        ([*BOTH, "--seed", "-1"], "--seed must be a whole number"),
        ([*BOTH, "--players", "99"], "dig_v0 takes --players from 2 to 4, not 99"),
        ([*BOTH, "--players", "1"], "dig_v0 takes --players from 2 to 4, not 1"),
        ([*BOTH, "--option", "num_players=99"], "dig_v0 takes num_players from 2 to 4, not 99"),
        (
            ["arena", "dig_v0", "--agents", "random,greedy", "--option", "scents=maybe"],
            "option scents takes True or False, not 'maybe'",
        ),
        ([*BOTH, "--option", "max_turns=0.5"], "option max_turns takes a whole number, not 0.5"),
        ([*BOTH, "--option", "max_tunrs=3"], 'did you mean "max_turns"'),
        ([*BOTH, "--option", "max_turns=lots"], "max_turns"),
        ([*BOTH, "--option", "max_turns"], "has no value"),
        ([*BOTH, "--option", "games=3"], "unexpected keyword argument 'games'"),
        ([*BOTH, "--option", "self=3"], "unexpected keyword argument 'self'"),
        ([*BOTH, "--chart", "ranking.pgn"], 'did you mean "png"'),
        ([*BOTH, "--results", "nowhere/arena.sqlite"], "there is no folder"),
        ([*BOTH, "--results", "junk.zip"], "junk.zip is damaged, or not a results file"),
        ([*BOTH, "--results", "."], "is not a file"),
        (["watch", GAME, "--agents", STRONG[:-1]], f'did you mean "{STRONG}"'),
        (["watch", GAME, "--agents", ""], "name at least 1 agent"),
        (["watch", GAME, "--agents", STRONG, "--delay", "-1"], "--delay"),
        (["watch", GAME, "--agents", STRONG, "--save", "game.txt"], 'such as "game.html"'),
        ([*ANALYSE, "--decision", "0"], "--decision must be a whole number of 1 or more, not 0"),
        ([*ANALYSE, "--decision", "9999"], "--decision is from 1 to"),
        ([*ANALYSE], "--decision"),
        (["analyse", GAME, "--decision", "1"], "--seed"),
        ([*ANALYSE, "--decision", "1", "--search", STRONG], f'as in "search" or "search:playouts=1000", not "{STRONG}"'),
        ([*ANALYSE, "--decision", "1", "--search", "search:playout=7"], 'did you mean "playouts"'),
        ([*ANALYSE, "--decision", "1", "--agents", STRONG[:-1]], f'did you mean "{STRONG}"'),
        ([*ANALYSE, "--decision", "1", "--agents", ",".join([STRONG] * 3), "--players", "2"], "3 agents cannot share 2 seats"),
        (["arena", SOLO, "--agents", "greedy", "--players", "1", "--one-vs-rest"], "does not work with --players 1"),
        (["arena", SOLO, "--agents", "greedy", "--players", "1", "--games", "0"], "games"),
        (["watch", GAME, "--agents", STRONG, "--seed", "-1"], "--seed"),
        (["watch", GAME, "--agents", ",".join([STRONG] * 3), "--players", "2"], "3 agents cannot share 2 seats"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said, folder, capsys):
    (folder / "junk.zip").write_bytes(b"junk")
    assert main.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert re.fullmatch(r"dig-envs[^\n]*: [^\n]+\n", err)
    assert {path.name for path in folder.iterdir()} <= {"junk.zip", "runs"}
    assert (folder / "junk.zip").read_bytes() == b"junk"


def test_a_missing_library_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "dig_envs.training.cli.games", None)
    assert main.main(["games"]) == 2
    assert "pip install" in capsys.readouterr().err


def test_an_interrupt_ends_quietly(monkeypatch, capsys):
    def interrupt(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("dig_envs.training.cli.games"), "main", interrupt)
    assert main.main(["games"]) == 130
    assert capsys.readouterr() == ("", "")


# --- lists


def test_games_and_bots_are_listed(capsys):
    assert main.main(["games"]) == 0
    listed = capsys.readouterr().out
    for game in map(dig_envs.game_of, dig_envs.games()):
        assert game.id in listed
        assert str(game.num_actions) in listed
        assert main.main(["bots", game.id]) == 0
        table = capsys.readouterr().out
        assert all(name in table for name in agents.names(game))
        assert ("Feature sets" in table) == bool(offered_features(game))


# --- arena


def test_json_is_all_there_is_on_stdout(folder):
    first, second = (process(*BOTH, "--games", "40", "--json") for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0), first.stderr
    found = json.loads(first.stdout)
    assert list(found) == ["game", "num_players", "one_vs_rest", "pairs", "ratings"]
    assert (found["game"], found["num_players"]) == (GAME, 2)
    (pair,) = found["pairs"]
    assert list(pair) == ["a", "b", "games", "win_share", "low", "high", "last_share", "score_margin"]
    assert (pair["a"], pair["b"], pair["games"]) == (WEAK, STRONG, 40)
    assert pair == arena.run(GAME, [WEAK, STRONG], games=40, progress=False).as_dict()["pairs"][0]
    assert [list(row) for row in found["ratings"]] == [["agent", "rating", "low", "high"]] * 2
    assert [row["agent"] for row in found["ratings"]] == [STRONG, WEAK]
    assert json.loads(second.stdout)["pairs"][0]["games"] == 40
    assert (folder / "runs" / "arena.sqlite").exists()


def test_what_agents_print_does_not_reach_stdout(monkeypatch, capsys):
    found = round_robin.labelled_agents
    monkeypatch.setattr(round_robin, "labelled_agents", lambda *given, **more: print("chatter") or found(*given, **more))
    assert main.main([*BOTH, "--games", "4", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["game"] == GAME
    assert "chatter" in err


def test_tables_and_chart(folder, capsys):
    arguments = ["--games", "20", "--players", "3", "--results", "mine.sqlite", "--chart", "charts/ranking.png"]
    assert main.main([*BOTH, *arguments]) == 0
    out = capsys.readouterr().out
    assert "3 players: ratings from 24 games" in out
    assert "mine.sqlite" in out
    assert (folder / "charts" / "ranking.png").read_bytes().startswith(b"\x89PNG")
    assert main.main([*BOTH, "--games", "20", "--players", "3", "--results", "mine.sqlite"]) == 0
    assert "ratings from 48 games" in capsys.readouterr().out


def test_the_arena_of_one_player_prints_scores(capsys):
    arguments = ["arena", SOLO, "--players", "1", "--agents", "random,greedy", "--games", "40"]
    assert main.main([*arguments, "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert scores["greedy"]["low"] > scores["random"]["high"]
    assert main.main(arguments) == 0
    assert f"{scores['greedy']['value']:,.0f}" in capsys.readouterr().out


# --- watch


def test_watch_prints_a_whole_game_and_saves_it(folder, capsys):
    arguments = ["watch", GAME, "--agents", f"{STRONG},{WEAK}", "--seed", "3"]
    completed = process(*arguments, "--save", "replay.html")
    assert completed.returncode == 0, completed.stderr
    assert main.main(arguments) == 0
    assert completed.stdout == capsys.readouterr().out
    assert "\x1b" not in completed.stdout
    assert completed.stdout.count(STRONG) > 20
    assert "<html" in (folder / "replay.html").read_text()


def test_watch_goes_round_the_table(capsys):
    assert main.main(["watch", GAME, "--agents", STRONG, "--players", "3", "--option", "max_turns=3"]) == 0
    assert f"{STRONG} 2" in capsys.readouterr().out


def test_a_reader_that_leaves_is_no_error():
    command = f"{shlex.quote(sys.executable)} -m dig_envs.training.cli.main watch {GAME} --agents {STRONG} --seed 1 | head -1"
    completed = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert "Traceback" not in completed.stderr
    assert "Exception" not in completed.stderr


# --- speed


def test_speed_measures_everything(monkeypatch):
    monkeypatch.setattr(one_game, "_start_seconds", lambda game: (0.1, 1.0, 0.5))
    found = one_game.run(GAME, repeats=1, seconds=0.02, progress=False).as_dict()
    assert set(found["engine_steps_per_second"]) == {"1", "2"}
    assert set(found["batch_step_by_tables"]) == {str(tables) for tables in one_game.SIZES}
    assert found["engine_steps_per_second"]["1"] > found["aec_steps_per_second"] > 1000
    assert found["connect_four_steps_per_second"] is None or found["connect_four_steps_per_second"] > 100
    json.dumps(found)


def test_speed_starts_processes_of_their_own():
    importing, whole = one_game._first_use(GAME, os.fspath(code_folders()[-1]))
    assert 0 < importing < whole


def test_speed_prints_one_object(monkeypatch, capsys):
    rate = Rate((2.0, 4.0, 3.0))
    sizes = {tables: dict.fromkeys(one_game.THREADS, rate) for tables in one_game.SIZES}
    measured = one_game.FormSpeeds(GAME, sizes, sizes, rate, Rate((1.0, 1.0, 1.0)), 0.1, 1.0, 0.5)
    monkeypatch.setattr(one_game, "run", lambda game: measured)
    assert main.main(["speed", GAME, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["aec_steps_per_second"] == 3.0
    assert main.main(["speed", GAME]) == 0
    assert "3.0 times" in capsys.readouterr().out


def test_speed_compares_all_games_in_one_run(monkeypatch, capsys):
    run = all_games.run
    monkeypatch.setattr(all_games, "run", lambda games: run([GAME], repeats=2, seconds=0.02, progress=False))
    assert main.main(["speed", "--all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    row = found["games"][GAME]
    game = dig_envs.game_of(GAME)
    assert row["bytes_per_step"] == 4 * game.layout(game.parse_options()).size + game.num_actions
    assert row["steps_per_second"] > 10_000 and row["memset_nanoseconds"] > 0 and row["memset_share"] > 0
    if found["connect_four_steps_per_second"]:
        assert row["times_connect_four"] > 1
    assert main.main(["speed", "--all"]) == 0
    assert GAME in capsys.readouterr().out


def test_speed_tells_what_threads_bring(monkeypatch, capsys):
    run = threads.run
    monkeypatch.setattr(threads, "run", lambda games: run(games, sizes=(3, 256), turns=2, progress=False))
    assert main.main(["speed", "--threads", GAME, "--json"]) == 0
    small, large = json.loads(capsys.readouterr().out)["threads"]
    assert (small["game"], small["num_tables"], large["num_tables"]) == (GAME, 3, 256)
    assert small["steps_per_second"] > 1_000 and large["samples_per_second"] > 1_000 and large["times_one_thread"] > 0
    assert main.main(["speed", "--threads", GAME]) == 0
    assert GAME in capsys.readouterr().out


@pytest.mark.long
def test_speed_measures_playouts_and_the_default_search(monkeypatch, capsys):
    run = speed_search.run
    monkeypatch.setattr(speed_search, "run", lambda games: run(games, repeats=1, seconds=0.02, progress=False))
    assert main.main(["speed", "--search", GAME, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["games"][GAME]
    assert set(row["playouts"]) == {"random", "greedy", "expert"}
    for found in row["playouts"].values():
        assert found["playouts_per_second"] > 1 and found["moves_per_second"] > found["playouts_per_second"]
        assert found["moves_per_playout"] == pytest.approx(found["moves_per_second"] / found["playouts_per_second"])
    search = row["default_search"]
    assert search["milliseconds_per_decision"] > 0 and search["playouts_per_second"] > 1
    assert main.main(["speed", "--search", GAME]) == 0
    shown = capsys.readouterr().out
    assert "default search" in shown and "greedy" in shown


def test_playouts_are_counted_to_the_end_of_the_game():
    game = dig_envs.game_of(GAME)
    decisions, states = speed_search.positions(game, count=8)
    assert (decisions.masks.sum(axis=1) > 1).all() and (states["secret"]["mover"] == decisions.players).all()
    player = speed_search.PlayoutTimer(game, states, "random")
    moves = [player.play(1) for _ in range(16)]
    player.made = 1
    assert min(moves) > 0 and player.play(16) == sum(moves)
    assert player.line[0]["table"]["end"] != 0 and (states["table"]["end"] == 0).all()


def test_ratios_are_medians_over_the_turns():
    steps, memset, connect_four = Rate((30.0, 20.0, 90.0)), Rate((60.0, 80.0, 90.0)), Rate((3.0, 1.0, 3.0))
    row = all_games.numbers(steps, memset, connect_four, 8)
    assert row["times_connect_four"] == 20.0 and row["memset_share"] == 0.5
    assert all_games.numbers(steps, memset, None, 8)["times_connect_four"] is None


def test_a_decision_of_a_recorded_game_is_analysed_like_that_of_the_game(folder, capsys):
    game = ["dig_v0", "--agents", "random", "--seed", "3", "--option", "max_turns=4"]
    assert main.main(["watch", *game, "--delay", "0", "--save-game", "game.jsonl"]) == 0
    capsys.readouterr()
    more = ["--decision", "6", "--search", "search:playouts=20"]
    assert main.main(["analyse", *game, *more]) == 0
    live = capsys.readouterr().out
    assert main.main(["analyse", "game.jsonl", *more]) == 0
    assert capsys.readouterr().out == live and "Decision 6, as random" in live
    assert main.main(["analyse", "game.jsonl", "--decision", "999"]) == 2
    assert "--decision is from 1 to" in capsys.readouterr().err
    assert main.main(["analyse", "game.jsonl", "--seed", "3", *more]) == 2
    assert "--seed does not apply to the recorded game game.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    "encoding", ["ascii", *(pytest.param(name, marks=pytest.mark.long) for name in ("cp437", "cp932", "utf-8"))]
)
@pytest.mark.parametrize("command", ["watch", "analyse", "arena"])
def test_terminals_that_cannot_show_a_character_show_a_question_mark(command, encoding, tmp_path):
    arguments = {
        "watch": ["watch", "two_bit_bandits_v0", "--agents", "random", "--option", "max_turns=2", "--delay", "0"],
        "analyse": ["analyse", "dig_v0", "--seed", "3", "--decision", "1", "--search", "search:playouts=20"],
        "arena": ["arena", "dig_v0", "--agents", "random,\N{GREEK SMALL LETTER ALPHA}\N{SNOWMAN}=random", "--games", "2"],
    }[command]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join(sys.path)}
    line = [sys.executable, "-m", "dig_envs.training.cli.main", *arguments]
    completed = subprocess.run(line, capture_output=True, cwd=tmp_path, env=environment, timeout=120)
    assert completed.returncode == 0 and completed.stdout.decode(encoding).strip(), completed.stderr
