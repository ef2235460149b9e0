"""Write the tables and examples of commands of `docs/commands.md`."""

from collections.abc import Mapping
from importlib import import_module

from dig_envs.training.cli.main import COMMANDS, STUDIES
from website.game_tables import table

MAINTENANCE = {
    "python -m maintenance.exact": "compute the exact exploitability of all agents, and write [the page](exact.md)",
    "python -m maintenance.ship": "add a trained model to the package, with its win shares ([page](training/shipping.md))",
    "python -m maintenance.strength": "rank all agents of a game, and write the [strength page](strength.md)",
}


def tables() -> dict[str, str]:
    """Return tables of the commands, the studies and the maintainers' tools, then examples, by the name of the marker."""
    commands = {f"dig-envs {name}": sentence for name, sentence in COMMANDS.items()}
    studies = {f"dig-envs study {name}": sentence for name, sentence in STUDIES.items()}
    examples = map(examples_of, (*commands, *studies))
    parts = [
        _table("command", commands),
        "Studies of agents and algorithms:",
        _table("study", studies),
        "Tools of the maintainers, in a clone of the repository:",
        _table("tool", MAINTENANCE),
        "## Examples",
        *examples,
    ]
    return {"commands": "\n\n".join(parts)}


def examples_of(title: str) -> str:
    """Return the examples of a command's help as Markdown, under the command as heading."""
    name = title.rpartition(" ")[2]
    lines = import_module(f"dig_envs.training.cli.{name}").EXAMPLES.strip()
    return f"### {title}\n\n```console\n{lines}\n```"


def _table(heading: str, rows: Mapping[str, str]) -> str:
    return table([heading, "does"], [[f"`{name}`", sentence] for name, sentence in rows.items()])
