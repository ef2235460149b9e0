"""The command of `make demo`: train for about a minute, rank the agent against the bots, chart the ranking, record a game.

python -m training.demo --steps 1400000 --games 1000 --folder runs/demo
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import agents
from dig_envs.core.errors import DigEnvsError
from dig_envs.text import printable
from training import arena
from training.interrupts import Stopped

LEARNER = "ppo"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the demo. Returns 0, or 1 if the agent beats `random` in a smaller share of games than it must."""
    given = _parser().parse_args(argv)
    console = Console()
    try:
        result = _demo(given, console)
    except DigEnvsError as error:
        print(f"demo: {printable(str(error))}", file=sys.stderr)
        return 2
    except Stopped as stopped:
        print(f"demo: {stopped}", file=sys.stderr)
        return stopped.exit_code
    share = next(pair.win_share.value for pair in result.pairs if {pair.a, pair.b} == {LEARNER, "random"})
    console.print(f"{LEARNER} beats random in {share:.1%} of games.")
    return 0 if share >= given.must_beat_random else 1


def _demo(given: argparse.Namespace, console: Console) -> arena.ArenaResult:
    from dig_envs.render.replay import record_game
    from training.ppo import Config, train

    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    console.print(f"Training MaskablePPO on {given.game} against a pool of bots…")
    config = Config(game=given.game, steps=given.steps, seed=given.seed, folder=str(folder), games=0)
    learner = agents.make(train(config).model, game=given.game)
    learner.name = LEARNER

    console.print("Playing it and every bot against each other…")
    result = arena.run(given.game, [learner, *agents.names(given.game)], games=given.games, seed=given.seed)
    console.print(result.table(), result.pairs_table())
    chart = result.chart(folder / "ranking.png")
    strongest = agents.make(agents.names(given.game)[-1], game=given.game)
    replay = record_game(given.game, {}, [learner, strongest], given.seed).save(folder / "replay.html")
    console.print(f"chart: {chart}\nreplay: {replay}\nmodel: {folder / 'model.zip'}", highlight=False)
    return result


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.demo", description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", default="dig_v0", help="id of the game (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=1_400_000, help="decisions to train for (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1_000, help="games of every two agents (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="decides the whole demo (default: %(default)s)")
    parser.add_argument("--folder", default="runs/demo", help="where everything goes (default: %(default)s)")
    parser.add_argument(
        "--must-beat-random", type=float, default=0.9, metavar="SHARE", help="fail below it (default: %(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
