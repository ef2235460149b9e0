"""Rank agents: every two play the same deals with the seats exchanged.

Prints ratings (Bradley-Terry, on Elo's scale) over all games that the results file holds for this game and these
options, and win share and score margin of this run's pairs, all with 95 % intervals over deals. A run goes on with
deals that a pair has not played yet. With `--players 1` every agent plays alone for a score: printed are their mean scores.
"""

import argparse
import dataclasses
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs.core.errors import ArgumentError, ResultsError
from dig_envs.training.cli.arguments import AGENT_HELP, Parser, add_game, add_options, add_ray, game_options, split_agents
from dig_envs.training.process.defaults import TABLES_AT_ONCE

RESULTS = Path("runs/arena.sqlite")
EXAMPLES = """
dig-envs arena --game dig_v0 --agents random,greedy,expert --games 2000
dig-envs arena --game dig_v0 --players 3 --agents greedy,greedy@0.3,expert --option scents=true
dig-envs arena --game dig_v0 --players 4 --one-vs-rest --agents greedy,expert
dig-envs arena --game dig_v0 --agents expert,me=runs/ppo/model.zip --chart runs/arena.png
dig-envs arena --game dig_v0 --agents expert,mybot.py:bot --keep runs/games --kept 4
dig-envs arena --game two_bit_bandits_v0 --players 1 --agents random,greedy,expert --games 1000
dig-envs arena --game dig_v0 --agents search,expert --games 20000 --ray 10.0.0.1:6379 --block 64
dig-envs arena --game dig_v0 --agents random,greedy --json
"""


def main(arguments: list[str]) -> None:
    """Run an arena and print its tables, or one JSON object."""
    given = parser().parse_args(arguments)
    from dig_envs.training import arena
    from dig_envs.training.show.charts import check_chart_path

    if given.chart:
        check_chart_path(given.chart)
    names, options = split_agents(given.agents), game_options(given)
    if dig_envs.game_of(given.game).parse_options(**options).num_players == 1:
        return _alone(given, names, options)
    with redirect_stdout(sys.stderr):
        settings = {
            "games": given.games,
            "seed": given.seed,
            "results": _results(given.results),
            "one_vs_rest": given.one_vs_rest,
            "keep": given.keep,
            "kept": given.kept,
            "ray": given.ray,
            "block": given.block,
        }
        result = arena.run(given.game, names, **settings, **options)
        if given.chart:
            result.chart(given.chart)
    if given.json:
        print(json.dumps(result.as_dict()))
    else:
        from dig_envs.training.show.console import show

        show(result.table(), result.pairs_table(), f"Results: {given.results}")


def _alone(given: argparse.Namespace, names: list[str], options: dict[str, Any]) -> None:
    """Print the mean scores of agents that play alone."""
    from dig_envs.training.arena import solo
    from dig_envs.training.arena.tables import scores_table
    from dig_envs.training.show.console import show

    if given.one_vs_rest or given.chart or given.keep or given.ray:
        raise ArgumentError("--one-vs-rest, --chart, --keep and --ray are for games against others, not for --players 1")
    with redirect_stdout(sys.stderr):
        scores = solo.scores(given.game, names, given.games, given.seed, **options)
    if given.json:
        print(json.dumps({"game": given.game, "scores": {name: dataclasses.asdict(score) for name, score in scores.items()}}))
    else:
        show(scores_table(given.game, given.games, scores))


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("arena", __doc__, EXAMPLES)
    add_game(found)
    add_options(found)
    found.add_argument(
        "--agents", required=True, metavar="A,B,...",
        help='names of "dig-envs bots" or paths of models, separated by commas; greedy@0.3 has 30 %% random moves, '
        + AGENT_HELP,
    )  # fmt: skip
    found.add_argument(
        "--games", type=int, default=2000, metavar="N", help="games a pair, rounded up to whole duplicate sets (default: 2000)"
    )
    found.add_argument(
        "--one-vs-rest", action="store_true", help="give one agent one seat and the other all the rest, not half and half"
    )
    found.add_argument("--seed", type=int, default=0, metavar="S", help="the first deal; the next ones follow (default: 0)")
    found.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help=f"SQLite file to add to ({RESULTS})")
    found.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep the first games of each pair there, for watch and replay"
    )
    found.add_argument("--kept", type=int, default=10, metavar="N", help="how many of each pair (default: 10)")
    found.add_argument("--chart", type=Path, metavar="FILE", help="draw ratings and win shares (.png, .svg or .pdf)")
    add_ray(found, "play")
    found.add_argument(
        "--block",
        type=int,
        default=TABLES_AT_ONCE,
        metavar="N",
        help="games that are played together, with --ray by one core (%(default)s)",
    )
    found.add_argument("--json", action="store_true", help="print this run as one JSON object, and nothing else")
    return found


def _results(path: Path) -> Path:
    """Return the results file, and make the folder of the default one; any other folder must be there."""
    if path == RESULTS:
        try:
            path.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise ResultsError(f"the folder {path.parent} can't be made: {error.strerror}; see --results") from error
    return path
