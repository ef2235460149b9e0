"""Write the learning curves of several seeds into the games' pages: `python -m website.learning_curves [FOLDER ...]`.

Each folder is one that `dig-envs seeds` left; its data are kept in docs/data/seeds, by game. All pictures and all passages of
the pages are then written anew from these data.
"""

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from dig_envs.core.catalogue import game_of
from dig_envs.core.docs import filled, page_of
from dig_envs.core.game import Game
from dig_envs.files import replace
from training import seeds
from training.charts import draw_seeds

DATA = Path("docs/data/seeds")
IMAGES = Path("docs/images")
NAME = "seeds"


def main(arguments: Sequence[str] | None = None) -> None:
    """Keep the data of the folders, and write all pictures and pages."""
    parser = argparse.ArgumentParser(
        "python -m website.learning_curves", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="*", help="of dig-envs seeds; one for a game")
    for folder in parser.parse_args(arguments).folders:
        path = folder / seeds.FILE
        DATA.mkdir(parents=True, exist_ok=True)
        replace(DATA / f"{game_in(seeds.read(path).command).id}.json", path.read_bytes())
    for path in sorted(DATA.glob("*.json")):
        found, game = seeds.read(path), game_of(path.stem)
        draw_seeds(found, f"{game.id}: {title_of(found)}", picture_of(game))
        page = page_of(game)
        page.write_text(filled(page.read_text(), {NAME: passage(found, game)}))
        print(f"written: {page}")


def passage(found: seeds.Seeds, game: Game) -> str:
    """Return what a game's page says of runs with several seeds: what they won, where and how long, picture and commands."""
    *others, seed = (str(run.seed) for run in found.runs)
    trained = f"{algorithm_in(found.command)} with the seeds {', '.join(others)} and {seed}"
    last = found.runs[0].measurements[-1]
    wall, processor = (mean(getattr(run, kind) for run in found.runs) / 60 for kind in ("seconds", "processor_seconds"))
    lines = [
        f"{trained}: {last.steps:,} steps and {wall:.1f} minutes each ({processor:.1f} of processor time) on {found.machine}; "
        f"{last.games:,} games a measurement.",
        "",
        "| at the end, against | mean of the seeds | lowest | highest |",
        "|---|---|---|---|",
    ]
    for name in last.shares:
        won = 100 * found.last(name)
        lines.append(f"| `{name}` | {won.mean():.1f} % | {won.min():.1f} % | {won.max():.1f} % |")
    lines += [
        "",
        f"![Learning curves of {title_of(found)}, their mean and spread](../images/{picture_of(game).name})",
        "",
        "```bash",
        *found.before,
    ]
    return "\n".join([*lines, command_of(found), "```"])


def command_of(found: seeds.Seeds) -> str:
    """Return the command that trains with all the seeds."""
    words = shlex.split(found.command)
    at = words.index("--seed")
    numbers = ",".join(str(run.seed) for run in found.runs)
    return shlex.join([words[0], "seeds", "--seeds", numbers, *words[2:at], *words[at + 2 :]])


def title_of(found: seeds.Seeds) -> str:
    """Say what was trained how often, in a few words."""
    return f"{algorithm_in(found.command)} with {len(found.runs)} seeds"


def algorithm_in(command: str) -> str:
    """Return the algorithm that a command trains with, in capitals."""
    return _after("--algo", command).upper()


def game_in(command: str) -> Game:
    """Return the game that a command trains for."""
    return game_of(_after("--game", command))


def picture_of(game: Game) -> Path:
    """Return where a game's picture stands."""
    return IMAGES / f"{page_of(game).stem}_seeds.png"


def _after(word: str, command: str) -> str:
    words = shlex.split(command)
    return words[words.index(word) + 1]


if __name__ == "__main__":
    main()
