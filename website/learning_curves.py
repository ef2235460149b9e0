"""Write learning curves of several seeds into the pages of the games: `python -m website.learning_curves [FOLDER ...]`.

Each folder is the output of `dig-envs study seeds`; its data are copied to docs/data/seeds, by game and agent. All pictures and
passages of the pages are then written from these data. Clones are measured at the end alone and have no picture.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from dig_envs.core.catalogue import game_of
from dig_envs.training.studies import seeds
from dig_envs.training.studies.seeds import draw_seeds
from dig_envs.utils.files import replace
from maintenance.strength.page import interval
from website.game_tables import filled, page_of

DATA = Path("docs/data/seeds")
IMAGES = Path("docs/images")
NAME = "seeds"
PLAIN = "ppo"  # its picture has no agent in its name


def main(arguments: Sequence[str] | None = None) -> None:
    """Copy the data of the folders into the documentation, and write the pictures and passages of all games."""
    parser = argparse.ArgumentParser(
        "python -m website.learning_curves", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="*", help="output of dig-envs study seeds")
    for folder in parser.parse_args(arguments).folders:
        path = folder / seeds.FILE
        found = seeds.read(path)
        (DATA / found.game.id).mkdir(parents=True, exist_ok=True)
        replace(DATA / found.game.id / f"{found.agent}.json", path.read_bytes())
    for game in sorted(path.name for path in DATA.iterdir()):
        runs = runs_of(game)
        for found in runs:
            if found.has_curves:
                draw_seeds(found, picture_of(found))
        page = page_of(game_of(game))
        page.write_text(filled(page.read_text(), {NAME: passages(runs)}))
        print(f"written: {page}")


def runs_of(game: str) -> list[seeds.Seeds]:
    """Read the data of all agents of a game that were trained with several seeds, PPO without features first."""
    found = [seeds.read(path) for path in (DATA / game).glob("*.json")]
    return sorted(found, key=lambda runs: (runs.agent != PLAIN, runs.agent))


def passages(runs: Sequence[seeds.Seeds]) -> str:
    """Write the Markdown for all agents of a game, one passage for each."""
    return "\n\n".join(map(passage, runs))


def passage(found: seeds.Seeds) -> str:
    """Write runs with several seeds as Markdown: time and machine, a table of win shares, the chart, and the commands."""
    lines = [
        _summary(found),
        "",
        f"| at the end, against | {' | '.join(f'seed {run.seed}' for run in found.runs)} | mean |",
        "|---" * (len(found.runs) + 2) + "|",
    ]
    for name in found.ends[0].shares:
        won = [interval(end.shares[name], "{:.1f} %", 100) for end in found.ends]
        lines.append(f"| `{name}` | {' | '.join(won)} | {100 * found.last(name).mean():.1f} % |")
    if found.has_curves:
        meaning = f"Learning curves of {found.what}: {len(found.runs)} seeds, their mean and spread"
        lines += ["", f"![{meaning}](../images/{picture_of(found).name})"]
    return "\n".join([*lines, "", "```bash", *found.before, found.command_of_all, "```"])


def _summary(found: seeds.Seeds) -> str:
    """Write the time and machine of the runs, and the numbers of games behind the curves and the table."""
    *others, seed = (str(run.seed) for run in found.runs)
    last = found.ends[0]
    wall, processor = (mean(getattr(run, kind) for run in found.runs) / 60 for kind in ("seconds", "processor_seconds"))
    steps = f"{last.steps:,} steps{'' if found.has_curves else ' of gradient descent'}"
    time = f"{wall:.1f} minutes each ({processor:.1f} of processor time) on {found.machine}"
    trained = f"{found.what}, seeds {', '.join(others)} and {seed}: {steps} and {time}."
    if not found.has_curves:
        return f"{trained} The table is of {last.games:,} games with each model, with 95 % intervals."
    on_the_way = found.runs[0].measurements[-1]
    elsewhere = " on other deals" if last != on_the_way else ""
    curves = f"The curves are of {on_the_way.games:,} games a measurement"
    return f"{trained} {curves}, the table is of {last.games:,} with each model{elsewhere}, with 95 % intervals."


def picture_of(found: seeds.Seeds) -> Path:
    """Return the path of the picture with an agent's learning curves."""
    agent = "" if found.agent == PLAIN else f"_{found.agent}"
    return IMAGES / f"{page_of(found.game).stem}_seeds{agent}.png"


if __name__ == "__main__":
    main()
