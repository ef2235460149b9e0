"""Write learning curves of several seeds into the pages of the games: `python -m website.learning_curves [FOLDER ...]`.

Each folder is one that `dig-envs seeds` left; its data are kept in docs/data/seeds, by game. All pictures and all passages of
the pages are then written anew from these data.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from dig_envs.core.docs import filled, page_of
from dig_envs.core.game import Game
from dig_envs.files import replace
from training import seeds
from training.charts import draw_seeds
from training.strength.page import interval

DATA = Path("docs/data/seeds")
IMAGES = Path("docs/images")
NAME = "seeds"


def main(arguments: Sequence[str] | None = None) -> None:
    """Copy the data of the folders into the documentation, and write the pictures and pages of all games."""
    parser = argparse.ArgumentParser(
        "python -m website.learning_curves", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="*", help="of dig-envs seeds; one for a game")
    for folder in parser.parse_args(arguments).folders:
        path = folder / seeds.FILE
        DATA.mkdir(parents=True, exist_ok=True)
        replace(DATA / f"{seeds.read(path).game.id}.json", path.read_bytes())
    for path in sorted(DATA.glob("*.json")):
        found = seeds.read(path)
        draw_seeds(found, picture_of(found.game))
        page = page_of(found.game)
        page.write_text(filled(page.read_text(), {NAME: passage(found)}))
        print(f"written: {page}")


def passage(found: seeds.Seeds) -> str:
    """Write runs with several seeds as Markdown: time and machine, a table of what they won, the chart, and the commands."""
    *others, seed = (str(run.seed) for run in found.runs)
    trained = f"{found.algorithm} with the seeds {', '.join(others)} and {seed}"
    on_the_way, last = found.runs[0].measurements[-1], found.ends[0]
    wall, processor = (mean(getattr(run, kind) for run in found.runs) / 60 for kind in ("seconds", "processor_seconds"))
    lines = [
        f"{trained}: {last.steps:,} steps and {wall:.1f} minutes each ({processor:.1f} of processor time) on {found.machine}. "
        f"The curves are of {on_the_way.games:,} games a measurement, the table is of {last.games:,} with each model"
        f"{' on other deals' if last != on_the_way else ''}, with 95 % intervals.",
        "",
        f"| at the end, against | {' | '.join(f'seed {run.seed}' for run in found.runs)} | mean |",
        "|---" * (len(found.runs) + 2) + "|",
    ]
    for name in last.shares:
        won = [interval(end.shares[name], "{:.1f} %", 100) for end in found.ends]
        lines.append(f"| `{name}` | {' | '.join(won)} | {100 * found.last(name).mean():.1f} % |")
    meaning = f"Learning curves of {found.algorithm} with {len(found.runs)} seeds, their mean and spread"
    lines += ["", f"![{meaning}](../images/{picture_of(found.game).name})", "", "```bash", *found.before]
    return "\n".join([*lines, found.command_of_all, "```"])


def picture_of(game: Game) -> Path:
    """Return the path of a game's chart."""
    return IMAGES / f"{page_of(game).stem}_seeds.png"


if __name__ == "__main__":
    main()
