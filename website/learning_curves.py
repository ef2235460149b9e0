"""Write the results of several seeds, with learning curves, for the pages of the games.

The data of docs/data/seeds, by game and agent, are output of `dig-envs study seeds`. Clones have no learning curves.
"""

from pathlib import Path
from statistics import mean

from dig_envs.core.game import Game
from dig_envs.training.studies.seeds import FILE, Seeds, draw_seeds, read
from dig_envs.utils.files import replace
from maintenance.strength.page import interval
from website.game_tables import page_of, table

DATA = Path("docs/data/seeds")
IMAGES = Path("docs/images")
PLAIN = "ppo"  # its picture has no agent in its name


def add(folder: Path) -> None:
    """Copy the data of a folder of `dig-envs study seeds` into the documentation, and draw its learning curves."""
    study = read(folder / FILE)
    data = DATA / study.game.id / f"{study.agent}.json"
    data.parent.mkdir(parents=True, exist_ok=True)
    replace(data, (folder / FILE).read_bytes())
    if study.has_curves:
        draw_seeds(study, picture_of(study))


def tables_of(game: Game) -> dict[str, str]:
    """Return the part of a game's page by the name of its marker, with one passage for each agent."""
    return {"seeds": "\n\n".join(map(passage, studies_of(game.id)))}


def studies_of(game: str) -> list[Seeds]:
    """Read the data of all agents of a game that were trained with several seeds, PPO without features first."""
    studies = [read(path) for path in (DATA / game).glob("*.json")]
    return sorted(studies, key=lambda study: (study.agent != PLAIN, study.agent))


def passage(study: Seeds) -> str:
    """Return a study as Markdown: time and machine, a table of win shares, the chart, and the commands."""
    seeds = [f"seed {run.seed}" for run in study.runs]
    rows = []
    for name in study.final_measurements[0].shares:
        shares = [interval(measurement.shares[name], "{:.1f} %", 100) for measurement in study.final_measurements]
        rows.append([f"`{name}`", *shares, f"{100 * study.final_shares(name).mean():.1f} %"])
    lines = [_summary(study), "", table(["after training, against", *seeds, "mean"], rows)]
    if study.has_curves:
        meaning = f"Learning curves of {study.description}: {len(seeds)} seeds, their mean and spread"
        lines += ["", f"![{meaning}](../images/{picture_of(study).name})"]
    lines += ["", "```bash", study.study_command, "```"]
    if "--start runs/" in study.command:
        lines += ["", "[Commands](../training/hyperparameters.md#commands) trained the model of `--start`."]
    return "\n".join(lines)


def _summary(study: Seeds) -> str:
    """Return the time and machine of the runs, and the numbers of games behind the curves and the table."""
    *others, seed = (str(run.seed) for run in study.runs)
    last = study.final_measurements[0]
    wall, processor = (mean(getattr(run, kind) for run in study.runs) / 60 for kind in ("seconds", "processor_seconds"))
    steps = f"{last.steps:,} steps{'' if study.has_curves else ' of gradient descent'}"
    time = f"{wall:.1f} minutes each ({processor:.1f} of processor time) on {study.machine}"
    trained = f"{study.description}, seeds {', '.join(others)} and {seed}: {steps} and {time}."
    about = f"The table has {last.games:,} games per model"
    if not study.has_curves:
        return f"{trained} {about}, with 95 % intervals."
    measurement = study.runs[0].measurements[-1]
    deals = " on other deals" if last != measurement else ""
    return f"{trained} Each point of the curves has {measurement.games:,} games. {about}{deals}, with 95 % intervals."


def picture_of(study: Seeds) -> Path:
    """Return the path of the picture with an agent's learning curves."""
    agent = "" if study.agent == PLAIN else f"_{study.agent}"
    return IMAGES / f"{page_of(study.game).stem}_seeds{agent}.png"
