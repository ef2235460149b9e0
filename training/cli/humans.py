"""Measure how people play against agents, from the games that people agreed to keep while they played.

Prints the people's share of wins against each agent, with its 95 % interval over games. Games with help (undos, hints, a known
deal) count apart. Every game is checked by a replay.
"""

import dataclasses
from pathlib import Path

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_json
from dig_envs.training.cli.play import STUDY

EXAMPLES = """
dig-envs study humans
dig-envs study humans --folder runs/club-evening --json
"""


def main(arguments: list[str]) -> None:
    """Print a table or one JSON object."""
    given = make_parser().parse_args(arguments)
    from dig_envs.records.human_games import human_games
    from dig_envs.training.show.console import print_result
    from dig_envs.training.studies import humans

    if not given.folder.is_dir():
        raise ArgumentError(f"{given.folder} has no games: dig-envs play keeps a game if all people at its table agree")
    comparisons = humans.compare(human_games(given.folder))
    plain = {"comparisons": [dataclasses.asdict(each) for each in comparisons]}
    print_result(given.json, plain, humans.table_of(comparisons))


def make_parser() -> Parser:
    parser = Parser("dig-envs study humans", __doc__, EXAMPLES)
    parser.add_argument(
        "--folder", type=Path, default=STUDY, metavar="FOLDER", help="the folder of games (default: %(default)s)"
    )
    add_json(parser)
    return parser
