"""The command of `make demo`: train for about a minute, rank the agent against the bots, chart the ranking, record a game.

python -m dig_envs.training.cli.demo --games 1000 --folder runs/demo

The learner starts from the clone that comes with the package, if there is one for the game, and else from nothing.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.agents.learned import Architecture
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import DigEnvsError
from dig_envs.training import arena
from dig_envs.training.process.interrupts import Stopped
from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from dig_envs.training.ppo import Config

LEARNER, CLONE = "learner", "clone"
STEPS, STEPS_FROM_A_CLONE = 1_400_000, 700_000  # about a minute


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
    from dig_envs.training.ppo import train

    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    config = _config(given, folder)
    beginning = "the clone that comes with the package" if config.start else "nothing"
    console.print(f"Training MaskablePPO on {given.game} against bots, from {beginning}…")
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


def _config(given: argparse.Namespace, folder: Path) -> "Config":
    """Return the settings of the training: those of a short run from the game's clone, or the defaults without one."""
    from dig_envs.training.ppo import Config

    if CLONE not in trained.names(given.game):
        return Config(game=given.game, steps=given.steps or STEPS, seed=given.seed, folder=str(folder), games=0)
    network: Architecture = trained.load(CLONE, game_of(given.game)).layers.architecture  # type: ignore[union-attr,assignment]
    return Config(
        game=given.game,
        steps=given.steps or STEPS_FROM_A_CLONE,
        seed=given.seed,
        folder=str(folder),
        games=0,
        start=str(trained.file_of(CLONE, given.game)),
        network=network.network,
        layers=network.layers,
        shortcut=network.shortcut,
        opponents=("greedy", "expert"),
        noise_levels=(0.0,),
        snapshots=0,
        num_envs=512,
        batch_size=4_096,
        n_epochs=2,
        clip_range=0.1,
        ent_coef=0.0005,
        warm_up=4,
        kl_steps=400_000,
        play="deterministic",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dig_envs.training.cli.demo", description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", default="dig_v0", help="id of the game (default: %(default)s)")
    parser.add_argument(
        "--steps", type=int, help=f"decisions to train for (default: {STEPS_FROM_A_CLONE} from a clone, else {STEPS})"
    )
    parser.add_argument("--games", type=int, default=1_000, help="games of every two agents (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="decides the whole demo (default: %(default)s)")
    parser.add_argument("--folder", default="runs/demo", help="where everything goes (default: %(default)s)")
    parser.add_argument(
        "--must-beat-random", type=float, default=0.9, metavar="SHARE", help="fail below it (default: %(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
