"""Train an agent for about a minute, rank it against the bots, chart the ranking, and record a game: `make demo`.

The learner is a clone of the game's strongest bot, which PPO then trains against the bots. The clone is ranked too: the
difference is what PPO has added.
"""

import dataclasses
import shlex
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dig_envs import agents
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.training import arena
from dig_envs.training.arena.ratings import Estimate, share_with_interval
from dig_envs.training.cli.arguments import GAME_HELP, Parser, add_game
from dig_envs.training.cli.run_command import run_command
from dig_envs.training.show.tables import new_table

PROGRAM = "python -m dig_envs.training.cli.demo"
LEARNER, CLONE = "learner", "clone"
STEPS = 500_000  # decisions of PPO: about a minute
EXAMPLES = f"""
{PROGRAM}
{PROGRAM} dig_dig_v0 --games 2000 --folder runs/demo-dig_dig
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo, and return the exit code: 1 if the learner wins too few games against `random`, else as `run_command`."""
    return run_command(PROGRAM, _demo, sys.argv[1:] if arguments is None else arguments)


def _demo(arguments: list[str]) -> int:
    from dig_envs.render.replay import record_game
    from dig_envs.training import recipe
    from dig_envs.training.run.folder import MODEL, clear
    from dig_envs.training.run.next_steps import next_steps

    given = make_parser().parse_args(arguments)
    game = game_of(given.game or "dig_v0")
    given.game = game.id
    show = partial(Console().print, highlight=False)
    folder = Path(given.folder)
    clear(folder)  # the demo can be repeated in its folder
    strongest = find_agent(default_agents(game)[-1], game)
    show(f"Learning the choices of {strongest.name} on {given.game}, then training with MaskablePPO against the bots…")
    quick = recipe.recipe_of(game, recipe.QUICK)
    quick.clone["decisions"] = min(given.steps, quick.clone["decisions"])
    training = recipe.config_for(game, recipe.QUICK, steps=given.steps, seed=given.seed, folder=given.folder, games=0)
    trained = recipe.train(training, recipe=quick)
    learner, before = (agents.make(model, game=given.game) for model in (trained.model, folder / recipe.CLONE / MODEL))
    learner.name, before.name = LEARNER, CLONE

    show("Playing every pair of the learner, the clone and the bots…")
    result = arena.run(given.game, [learner, before, *default_agents(game)], games=given.games, seed=given.seed)
    show(result.table(), result.pairs_table())
    chart = result.chart(folder / "ranking.png")
    replay = record_game(given.game, {}, [learner, strongest], given.seed).save(folder / "replay.html")
    show(_gains(result, default_agents(game)))
    curve = f"learning curve: {folder / 'curve.png'}\n" if trained.best else ""  # short runs measure nothing
    show(f"{curve}ranking: {chart}\nreplay: {replay}\nmodel: {trained.model}", soft_wrap=True)
    program = (
        "" if shutil.which("dig-envs") else shlex.quote(f"{Path(sys.executable).parent}/")
    )  # `make demo` activates no environment
    for command in next_steps(dataclasses.replace(trained, checkpoint=None, best=None), training):
        show(f"{program}{command}", soft_wrap=True)
    share = _win_share(result, LEARNER, "random").value
    if share < given.must_beat_random:
        show(f"The {LEARNER} beats random in {share:.1%} of games, less than --must-beat-random {given.must_beat_random:g}.")
        return 1
    return 0


def _gains(result: arena.ArenaResult, bots: Sequence[str]) -> Table:
    """Tabulate what the learner wins from the bots before and after PPO."""
    title = "What was learned: win shares before and after PPO"
    table = new_table(title, ("against",), ("before (clone)", "after (learner)"))
    for bot in bots:
        table.add_row(bot, *(share_with_interval(_win_share(result, name, bot)) for name in (CLONE, LEARNER)))
    return table


def _win_share(result: arena.ArenaResult, name: str, other: str) -> Estimate:
    return next(pair.win_share for pair in result.pairs if (pair.a, pair.b) == (name, other))


def make_parser() -> Parser:
    parser = Parser(PROGRAM, __doc__, EXAMPLES)
    add_game(parser, required=False, meaning=f"{GAME_HELP} (default)")
    parser.add_argument("--steps", type=int, default=STEPS, metavar="N", help="decisions of PPO (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1_000, metavar="N", help="games of every pair of agents (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of training and deals (%(default)s)")
    parser.add_argument("--folder", default="runs/demo", metavar="PATH", help="the folder of all files (%(default)s)")
    parser.add_argument(
        "--must-beat-random", type=float, default=0.9, metavar="SHARE", help="fail below this win share (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
