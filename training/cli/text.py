"""Measure how well a language model plays a game through text, or any agent that plays through the text.

| number | meaning |
|---|---|
| win share | against each anchor, on duplicate deals. After two refused answers a random legal action is played |
| legal at first | the share of positions at which the first answer states a legal action |
| regret | what the action loses in expected reward, by search; for legal actions listed, hidden, and cards renamed |
| NashConv | what best responses to the model win in a small variant, computed exactly |

Regret is a lower bound. Stored answers are not asked again: after an interrupt or a failure of the server, the same command
continues.
"""

import re
import shlex
import signal
import sys
from contextlib import redirect_stdout
from pathlib import Path

from dig_envs.core.arguments import number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import (
    AGENT_HELP,
    Parser,
    add_game,
    add_json,
    add_options,
    check_writable,
    game_options,
    named_values,
    split_agents,
)
from dig_envs.training.process.interrupts import Stopped

EXAMPLES = """
dig-envs study text dig_dig_v0 --model llm:qwen3@http://127.0.0.1:8000/v1
dig-envs study text dig_v0 --model llm:qwen3@http://127.0.0.1:8000/v1 --deals 100 --positions 0 --price 0.1,0.4
dig-envs study text dig_dig_v0 --model greedy --deals 0 --positions 400 --variants tiny
dig-envs study text dig_v0 --model expert --switch scents=true
"""


def main(arguments: list[str]) -> None:
    """Measure the model, write the files, and print tables or one JSON object."""
    given = make_parser().parse_args(arguments)
    from dig_envs.training.show.console import print_result
    from dig_envs.training.studies.text import report, study

    folder = given.folder or Path("runs/text") / f"{given.game}-{re.sub(r'[^A-Za-z0-9.]+', '-', report.name_of(given.model))}"
    check_writable("--folder", folder / "results.json")
    price, switch = _price(given.price), named_values("--switch", given.switch)
    with redirect_stdout(sys.stderr):
        try:
            result = study.run(
                given.game,
                given.model,
                anchors=None if given.anchors is None else split_agents(given.anchors),
                deals=given.deals,
                positions=given.positions,
                playouts=given.playouts,
                variants=split_agents(given.variants),
                samples=given.samples,
                switch=switch,
                seed=given.seed,
                announce=lambda found: print(report.budget_line(found), flush=True),
                **game_options(given),
            )
        except KeyboardInterrupt:
            words = shlex.join(["dig-envs", "study", "text", *arguments])
            raise Stopped(signal.SIGINT, f"stopped; answers are stored, and the same command continues: {words}") from None
        report.write(result, folder, price)
    files = f"games, answers, transcripts and summary.md: {folder}"
    print_result(given.json, result.as_dict(), *report.tables(result, price), files)


def _price(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    try:
        tokens_in, tokens_out = (number("--price", float(each), 0) for each in text.split(","))
    except ValueError:
        raise ArgumentError(f"--price is the money for a million tokens in and out, as in 0.1,0.4, not {text}") from None
    return tokens_in, tokens_out


def make_parser() -> Parser:
    from dig_envs.training.studies.text.study import DEALS, PLAYOUTS, POSITIONS

    parser = Parser("dig-envs study text", __doc__, EXAMPLES)
    add_game(parser)
    add_options(parser)
    parser.add_argument("--model", required=True, metavar="NAME", help=f"llm:MODEL@URL, or any agent; {AGENT_HELP}")
    parser.add_argument("--anchors", metavar="A,B,...", help="the opponents (random,greedy,expert,ppo)")
    parser.add_argument(
        "--deals", type=int, default=DEALS, metavar="N", help="deals against each anchor (%(default)s); 0: none"
    )
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help="fixed positions (%(default)s); 0: none")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, metavar="N", help="playouts a position (%(default)s)")
    parser.add_argument("--variants", default="", metavar="A,B,...", help="small variants that are measured exactly (none)")
    parser.add_argument("--samples", type=int, default=1, metavar="K", help="answers at each record of a variant (%(default)s)")
    parser.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE", help="an option of a further condition")
    parser.add_argument("--price", default="", metavar="IN,OUT", help="money for a million tokens in and out")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the first deal, and the seed of positions (%(default)s)"
    )
    parser.add_argument("--folder", type=Path, metavar="PATH", help="the folder of the files (runs/text/GAME-MODEL)")
    add_json(parser)
    return parser
