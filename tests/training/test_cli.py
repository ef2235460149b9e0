"""The command line: what goes to stdout and what to stderr, exit codes, suggestions, and help whose examples are right."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.compiler.cache_folders import code_folders
from dig_envs.core.errors import DigEnvsError
from dig_envs.core.feature_names import offered_features
from dig_envs.training.bench import all_games, one_game, threads
from dig_envs.training.bench import search as bench_search
from dig_envs.training.cli import main

GAME = dig_envs.games()[0]
SOLO = "two_bit_bandits_v0"  # one plays it for a score
WEAK, STRONG = agents.names(GAME)[0], agents.names(GAME)[-1]
ARENA = ["arena", "--game", GAME]
ANALYSE = ["analyse", "--game", GAME, "--seed", "3"]
BOTH = [*ARENA, "--agents", f"{WEAK},{STRONG}"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def process(*arguments):
    return subprocess.run([sys.executable, "-m", "dig_envs.training.cli.main", *arguments], capture_output=True, text=True, timeout=120)


def examples():
    modules = {name: import_module(f"dig_envs.training.commands.{name}") for name in main.COMMANDS}
    lines = [line.strip() for module in (main, *modules.values()) for line in module.EXAMPLES.strip().splitlines()]
    return [line for line in lines if "COMMAND" not in line]


# --- help


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit, match="0"):
        main.main(["--help"])
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in main.COMMANDS)
    with pytest.raises(SystemExit, match="0"):
        main.main([])
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("command", main.COMMANDS)
def test_help_of_a_command_shows_its_examples(command, capsys):
    with pytest.raises(SystemExit, match="0"):
        main.main([command, "--help"])
    assert f"examples:\n  dig-envs {command}" in capsys.readouterr().out


@pytest.mark.parametrize("line", examples())
def test_examples_parse(line):
    program, command, *arguments = shlex.split(line)
    assert program == "dig-envs"
    parser = import_module(f"dig_envs.training.commands.{command}").parser()
    if "--help" not in arguments:
        _, rest = parser.parse_known_args(arguments)
        assert command == "train" or not rest


def test_the_readme_of_the_benchmarks_names_every_key():
    folder = Path(main.__file__).resolve().parents[2] / "benchmarks"
    rate = one_game.Rate((1.0,))
    sizes = {tables: dict.fromkeys(one_game.THREADS, rate) for tables in one_game.SIZES}
    keys = one_game.Bench(GAME, sizes, sizes, rate, None, 0.1, 1.0, 0.5).as_dict().keys() - {"game"}
    rows = [all_games.Row(GAME, rate, rate, rate, 100)]
    found = all_games.as_dict(rows)
    keys |= found.keys() | found["games"][GAME].keys() | threads.Row(GAME, 64, rate, rate, rate, rate).as_dict().keys()
    playouts, searched = {"greedy": bench_search.Playouts(rate, rate)}, bench_search.Searched("", rate, rate)
    search = bench_search.Row(GAME, playouts, searched).as_dict()
    keys |= search.keys() | search["playouts"]["greedy"].keys() | search["default_search"].keys()
    assert keys <= set(re.findall(r"`(\w+)`", (folder / "README.md").read_text()))


def test_help_loads_nothing_heavy():
    script = "import sys\nfrom dig_envs.training.cli.main import main\ntry: main(['arena', '--help'])\nexcept SystemExit: pass\n"
    heavy = "sys.exit(repr({'numba', 'torch', 'matplotlib', 'rich', 'scipy', 'pygame'} & set(sys.modules) or ''))"
    done = subprocess.run([sys.executable, "-c", script + heavy], capture_output=True, text=True)
    assert done.stderr.strip() in ("", "''")


def test_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        main.main(["--version"])
    assert capsys.readouterr().out == f"dig-envs {dig_envs.__version__}\n"


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["arean"], 'did you mean "arena"'),
        (["--vresion"], 'did you mean "--version"'),
        (["games", "--all"], "unknown argument"),
        (["bots", "--game", "dgi_v0"], 'did you mean "dig_v0"'),
        (["bench", "--game", "dgi_v0"], 'did you mean "dig_v0"'),
        (["bench"], "--game"),
        (["bench", "--search", "--all"], "choose one of --all, --threads and --search"),
        (["bench", "--search", "--game", "dgi_v0"], 'did you mean "dig_v0"'),
        (["bench", "--game", "dig_v0", "--all"], "name one game with --game, or measure them --all"),
        (["train", "--algo", "pop"], 'did you mean "ppo"'),
        (["train", "--algo", "ppo", "--setps", "1"], 'did you mean "--steps"'),
        (["train", "--batch-size", "0"], "batch_size is a whole number of 2 or more, not 0"),
        (["train", "--algo", "dqn", "--exploration", "3"], "exploration is a number from 0 to 1, not 3.0"),
        (["train", "--layers", "8,0"], "each of layers is a whole number of 1 or more, not 0"),
        (["train", "--option", "seed=3"], "unexpected keyword argument 'seed'"),
        (["arena", "--agents", "random,greedy"], "--game"),
        (["arena", "--game", "dgi_v0", "--agents", "random,greedy"], 'did you mean "dig_v0"'),
        ([*ARENA, "--agents", f"{WEAK},{STRONG[:-1]}"], f'did you mean "{STRONG}"'),
        ([*ARENA, "--agents", f"{WEAK},{STRONG[:-1]}@0.5"], f'did you mean "{STRONG}"'),
        ([*ARENA, "--agents", f"{WEAK},{STRONG}@7"], "noise is a share from 0 to 1"),
        ([*ARENA, "--agents", f"{WEAK},missing.zip"], "missing.zip"),
        ([*ARENA, "--agents", f"{WEAK},junk.zip"], "junk.zip"),
        ([*ARENA, "--agents", ""], "name 2 agents or more"),
        ([*ARENA, "--agents", ","], "name 2 agents or more"),
        ([*ARENA, "--agents", WEAK], "name 2 agents or more"),
        (ARENA, "--agents"),
        ([*BOTH, "--games", "0"], "games is a whole number"),
        ([*BOTH, "--games", "-3"], "games is a whole number"),
        ([*BOTH, "--games", "many"], "--games"),
        ([*BOTH, "--gmaes", "10"], 'did you mean "--games"'),
        ([*BOTH, "--seed", "-1"], "seed is a whole number"),
        ([*BOTH, "--players", "99"], "num_players"),
        ([*BOTH, "--players", "1"], "num_players"),
        ([*BOTH, "--option", "max_tunrs=3"], 'did you mean "max_turns"'),
        ([*BOTH, "--option", "max_turns=lots"], "max_turns"),
        ([*BOTH, "--option", "max_turns"], "has no value"),
        ([*BOTH, "--option", "games=3"], "unexpected keyword argument 'games'"),
        ([*BOTH, "--option", "self=3"], "unexpected keyword argument 'self'"),
        ([*BOTH, "--chart", "ranking.pgn"], 'did you mean "png"'),
        ([*BOTH, "--results", "nowhere/arena.sqlite"], "there is no folder"),
        ([*BOTH, "--results", "junk.zip"], "junk.zip is damaged, or not a results file"),
        ([*BOTH, "--results", "."], "is not a file"),
        (["watch", "--game", GAME, "--agents", STRONG[:-1]], f'did you mean "{STRONG}"'),
        (["watch", "--game", GAME, "--agents", ""], "name 1 agents or more"),
        (["watch", "--game", GAME, "--agents", STRONG, "--delay", "-1"], "--delay"),
        (["watch", "--game", GAME, "--agents", STRONG, "--save", "game.txt"], 'such as "game.html"'),
        ([*ANALYSE, "--decision", "0"], "--decision is a whole number of 1 or more, not 0"),
        ([*ANALYSE, "--decision", "9999"], "--decision is from 1 to"),
        ([*ANALYSE], "--decision"),
        (["analyse", "--game", GAME, "--decision", "1"], "--seed"),
        ([*ANALYSE, "--decision", "1", "--search", STRONG], f'such as "search" or "search:playouts=1000", not "{STRONG}"'),
        ([*ANALYSE, "--decision", "1", "--search", "search:playout=7"], 'did you mean "playouts"'),
        ([*ANALYSE, "--decision", "1", "--agents", STRONG[:-1]], f'did you mean "{STRONG}"'),
        ([*ANALYSE, "--decision", "1", "--agents", ",".join([STRONG] * 3), "--players", "2"], "3 agents can't share 2 seats"),
        (["arena", "--game", SOLO, "--agents", "greedy", "--players", "1", "--one-vs-rest"], "not for --players 1"),
        (["arena", "--game", SOLO, "--agents", "greedy", "--players", "1", "--games", "0"], "games"),
        (["watch", "--game", GAME, "--agents", STRONG, "--seed", "-1"], "--seed"),
        (["watch", "--game", GAME, "--agents", ",".join([STRONG] * 3), "--players", "2"], "3 agents can't share 2 seats"),
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
        assert main.main(["bots", "--game", game.id]) == 0
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
    assert 0 <= pair["low"] <= pair["win_share"] <= pair["high"] <= 1
    assert [list(row) for row in found["ratings"]] == [["agent", "rating", "low", "high"]] * 2
    assert [row["agent"] for row in found["ratings"]] == [STRONG, WEAK]
    assert json.loads(second.stdout)["pairs"][0]["games"] == 40
    assert (folder / "runs" / "arena.sqlite").exists()


def test_what_agents_print_does_not_reach_stdout(monkeypatch, capsys):
    from dig_envs.training import arena

    monkeypatch.setattr(
        arena, "participants", lambda *given, run=arena.participants, **more: print("chatter") or run(*given, **more)
    )
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
    arguments = ["arena", "--game", SOLO, "--players", "1", "--agents", "random,greedy", "--games", "40"]
    assert main.main([*arguments, "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert scores["greedy"]["low"] > scores["random"]["high"]
    assert main.main(arguments) == 0
    assert f"{scores['greedy']['value']:,.0f}" in capsys.readouterr().out


# --- watch


def test_watch_prints_a_whole_game_and_saves_it(folder, capsys):
    arguments = ["watch", "--game", GAME, "--agents", f"{STRONG},{WEAK}", "--seed", "3"]
    done = process(*arguments, "--save", "replay.html")
    assert done.returncode == 0, done.stderr
    assert main.main(arguments) == 0
    assert done.stdout == capsys.readouterr().out
    assert "\x1b" not in done.stdout
    assert done.stdout.count(STRONG) > 20
    assert "<html" in (folder / "replay.html").read_text()


def test_watch_goes_round_the_table(capsys):
    assert main.main(["watch", "--game", GAME, "--agents", STRONG, "--players", "3", "--option", "max_turns=3"]) == 0
    assert f"{STRONG} 2" in capsys.readouterr().out


def test_a_reader_that_leaves_is_no_error():
    command = f"{shlex.quote(sys.executable)} -m dig_envs.training.cli.main watch --game {GAME} --agents {STRONG} --seed 1 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


# --- bench


def test_bench_measures_everything(monkeypatch):
    monkeypatch.setattr(one_game, "_start_seconds", lambda game: (0.1, 1.0, 0.5))
    found = one_game.run(GAME, repeats=1, seconds=0.02, progress=False).as_dict()
    assert set(found["engine_steps_per_second"]) == {"1", "2"}
    assert set(found["batch_step_by_tables"]) == {str(tables) for tables in one_game.SIZES}
    assert found["engine_steps_per_second"]["1"] > found["aec_steps_per_second"] > 1000
    assert found["connect_four_steps_per_second"] is None or found["connect_four_steps_per_second"] > 100
    json.dumps(found)


def test_bench_starts_processes_of_their_own():
    importing, whole = one_game._first_use(GAME, os.fspath(code_folders()[-1]))
    assert 0 < importing < whole


def test_bench_prints_one_object(monkeypatch, capsys):
    rate = one_game.Rate((2.0, 4.0, 3.0))
    sizes = {tables: dict.fromkeys(one_game.THREADS, rate) for tables in one_game.SIZES}
    measured = one_game.Bench(GAME, sizes, sizes, rate, one_game.Rate((1.0, 1.0, 1.0)), 0.1, 1.0, 0.5)
    monkeypatch.setattr(one_game, "run", lambda game: measured)
    assert main.main(["bench", "--game", GAME, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["aec_steps_per_second"] == 3.0
    assert main.main(["bench", "--game", GAME]) == 0
    assert "3.0 times" in capsys.readouterr().out


def test_bench_compares_all_games_in_one_run(monkeypatch, capsys):
    run = all_games.run
    monkeypatch.setattr(all_games, "run", lambda: run([GAME], repeats=2, seconds=0.02, progress=False))
    assert main.main(["bench", "--all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    row = found["games"][GAME]
    game = dig_envs.game_of(GAME)
    assert row["bytes_per_step"] == 4 * game.layout(game.parse_options()).size + game.num_actions
    assert row["steps_per_second"] > 10_000 and row["memset_nanoseconds"] > 0 and row["memset_share"] > 0
    if found["connect_four_steps_per_second"]:
        assert row["times_connect_four"] > 1
    assert main.main(["bench", "--all"]) == 0
    assert GAME in capsys.readouterr().out


def test_bench_tells_what_threads_bring(monkeypatch, capsys):
    run = threads.run
    monkeypatch.setattr(threads, "run", lambda games: run(games, sizes=(3, 256), turns=2, progress=False))
    assert main.main(["bench", "--threads", "--game", GAME, "--json"]) == 0
    small, large = json.loads(capsys.readouterr().out)["threads"]
    assert (small["game"], small["num_tables"], large["num_tables"]) == (GAME, 3, 256)
    assert small["steps_per_second"] > 1_000 and large["samples_per_second"] > 1_000 and large["times_one_thread"] > 0
    assert main.main(["bench", "--threads", "--game", GAME]) == 0
    assert GAME in capsys.readouterr().out


def test_bench_measures_playouts_and_the_default_search(monkeypatch, capsys):
    run = bench_search.run
    monkeypatch.setattr(bench_search, "run", lambda games: run(games, repeats=1, seconds=0.02, progress=False))
    assert main.main(["bench", "--search", "--game", GAME, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["games"][GAME]
    assert set(row["playouts"]) == {"random", "greedy", "expert"}
    for found in row["playouts"].values():
        assert found["playouts_per_second"] > 1 and found["moves_per_second"] > found["playouts_per_second"]
        assert found["moves_per_playout"] == pytest.approx(found["moves_per_second"] / found["playouts_per_second"])
    search = row["default_search"]
    assert search["milliseconds_per_decision"] > 0 and search["playouts_per_second"] > 1
    assert main.main(["bench", "--search", "--game", GAME]) == 0
    shown = capsys.readouterr().out
    assert "default search" in shown and "greedy" in shown


def test_playouts_are_counted_to_the_end_of_the_game():
    game = dig_envs.game_of(GAME)
    decisions, states = bench_search.positions(game, count=8)
    assert (decisions.masks.sum(axis=1) > 1).all() and (states["secret"]["mover"] == decisions.players).all()
    player = bench_search.Player(game, states, "random")
    moves = [player.play(1) for _ in range(16)]
    player.made = 1
    assert min(moves) > 0 and player.play(16) == sum(moves)
    assert player.line[0]["table"]["end"] != 0 and (states["table"]["end"] == 0).all()


def test_ratios_are_medians_over_the_turns():
    row = all_games.Row(GAME, one_game.Rate((30.0, 20.0, 90.0)), one_game.Rate((60.0, 80.0, 90.0)), one_game.Rate((3.0, 1.0, 3.0)), 8)
    assert row.times_connect_four == 20.0 and row.memset_share == 0.5
    assert all_games.Row(GAME, row.steps, row.memset, None, 8).as_dict()["times_connect_four"] is None


def test_errors_of_all_kinds_are_errors_of_the_project():
    """`main` turns `DigEnvsError` into exit code 2; whatever a parser raises must be one."""
    with pytest.raises(DigEnvsError):
        import_module("dig_envs.training.cli.arena").parser().parse_args(["--nonsense"])
