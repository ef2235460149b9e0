"""Rank agents: every pair of agents plays duplicate deals, each deal with the seats swapped.

Prints ratings (Bradley-Terry, on Elo's scale) over all games that the results file holds for this game and these options. Also
prints the win share and the score margin of each pair in this run. All intervals are 95 % intervals over deals. A later run
continues with deals that a pair has not played. With `--players 1` each agent plays without opponents, and the mean scores are
printed.
"""

import argparse
import dataclasses
import shlex
import signal
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs.core.errors import ArgumentError, NoAnswerError, ResultsError
from dig_envs.training.cli.arguments import (
    AGENT_HELP,
    Parser,
    add_chart,
    add_game,
    add_json,
    add_options,
    add_ray,
    add_renamed,
    check_chart,
    game_options,
    split_agents,
)
from dig_envs.training.process.defaults import TABLES_AT_ONCE
from dig_envs.training.process.interrupts import Stopped

RESULTS = Path("runs/arena.sqlite")
EXAMPLES = """
dig-envs arena dig_v0 --agents random,greedy,expert --games 2000
dig-envs arena dig_v0 --players 3 --agents greedy,greedy@0.3,expert --option scents=true
dig-envs arena dig_v0 --players 4 --one-vs-rest --agents greedy,expert
dig-envs arena dig_v0 --agents expert,me=runs/ppo/model.zip --chart runs/arena.png
dig-envs arena dig_v0 --agents expert,mybot.py:bot --save-games runs/games --saved 4
dig-envs arena two_bit_bandits_v0 --players 1 --agents random,greedy,expert --games 1000
dig-envs arena dig_dig_v0 --agents llm:qwen3@http://127.0.0.1:8000/v1,expert --games 20
dig-envs arena dig_v0 --agents search,expert --games 20000 --ray 10.0.0.1:6379 --block 64
dig-envs arena dig_v0 --agents random,greedy --json
"""


def main(arguments: list[str]) -> None:
    """Run an arena, and print its tables or one JSON object."""
    given = make_parser().parse_args(arguments)
    from dig_envs.training import arena
    from dig_envs.training.show.console import print_result

    if given.saved is not None and not given.save_games:
        raise ArgumentError("--saved needs --save-games, the folder for the games")
    check_chart(given.chart)
    names, options = split_agents(given.agents), game_options(given)
    if dig_envs.game_of(given.game).parse_options(**options).num_players == 1:
        return _print_scores(given, names, options)
    with redirect_stdout(sys.stderr):
        settings = {
            "games": given.games,
            "seed": given.seed,
            "results": _results_file(given.results),
            "one_vs_rest": given.one_vs_rest,
            "keep": given.save_games,
            "kept": 10 if given.saved is None else given.saved,
            "ray": given.ray,
            "block": given.block,
        }
        again = f"to continue with further deals: {shlex.join(['dig-envs', 'arena', *arguments])}"
        stopped: Stopped | ResultsError | None = None
        try:
            result = arena.run(given.game, names, **settings, **options)
        except arena.ArenaInterrupted as interrupt:
            result = interrupt.result
            stopped = Stopped(signal.SIGINT, f"stopped; the games so far are in {given.results}; {again}")
        except arena.ArenaNotSaved as error:
            result, stopped = error.result, error
        except NoAnswerError as error:
            command = shlex.join(["dig-envs", "arena", *arguments])
            raise NoAnswerError(f"{error}; no game is lost, and the same command continues: {command}") from None
        except KeyboardInterrupt:
            raise Stopped(signal.SIGINT, f"stopped before the first games had ended; {again}") from None
        if given.chart:
            result.chart(given.chart)
    usage = [result.usage_table()] if result.usage else []
    print_result(given.json, result.as_dict(), result.table(), result.pairs_table(), *usage, f"Results: {given.results}")
    if stopped:
        raise stopped


def _print_scores(given: argparse.Namespace, names: list[str], options: dict[str, Any]) -> None:
    """Print the mean scores of agents in a game of one player."""
    from dig_envs.training.arena import solo
    from dig_envs.training.arena.tables import scores_table
    from dig_envs.training.show.console import print_result

    defaults = make_parser()
    for name in ("one_vs_rest", "chart", "save_games", "ray", "results", "block"):
        if getattr(given, name) != defaults.get_default(name):
            raise ArgumentError(f"--{name.replace('_', '-')} needs opponents: it does not work with --players 1")
    with redirect_stdout(sys.stderr):
        scores = solo.scores(given.game, names, given.games, given.seed, **options)
    plain = {"game": given.game, "scores": {name: dataclasses.asdict(score) for name, score in scores.items()}}
    print_result(given.json, plain, scores_table(given.game, given.games, scores))


def make_parser() -> Parser:
    parser = Parser("dig-envs arena", __doc__, EXAMPLES)
    add_game(parser)
    add_options(parser)
    parser.add_argument(
        "--agents", required=True, metavar="A,B,...",
        help='names of "dig-envs bots" or paths of models, separated by commas; greedy@0.3 makes 30 %% random moves, '
        + AGENT_HELP,
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=2000, metavar="N", help="games per pair, rounded up to duplicate sets (default: 2000)"
    )
    parser.add_argument(
        "--one-vs-rest", action="store_true", help="give one agent one seat and the other agent all others, not half and half"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="S",
        help="number of the first deal; no training reaches the deals of arenas (default: 0)",
    )
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help=f"SQLite file to add to ({RESULTS})")
    meaning = "save the first games of each pair in this folder, for watch and replay"
    add_renamed(parser, "--save-games", "--keep", type=Path, metavar="FOLDER", help=meaning)
    add_renamed(parser, "--saved", "--kept", type=int, metavar="N", help="number of games to save per pair (default: 10)")
    add_chart(parser, "ratings and win shares")
    add_ray(parser, "play")
    parser.add_argument(
        "--block",
        type=int,
        default=TABLES_AT_ONCE,
        metavar="N",
        help="games that are played together; with --ray, on one core (%(default)s)",
    )
    add_json(parser, "this run as one JSON object")
    return parser


def _results_file(path: Path) -> Path:
    """Return the path of the results file. Only the folder of the default path is made; other folders must exist."""
    if path == RESULTS:
        try:
            path.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise ResultsError(f"cannot make the folder {path.parent}: {error.strerror}; see --results") from error
    return path
