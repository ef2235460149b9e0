"""Write the commands into their page: `python -m website.command_table` fills `docs/commands.md`, and a test compares."""

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from dig_envs.training.cli.main import COMMANDS, STUDIES
from website.game_tables import filled, table

PAGE = Path("docs/commands.md")
MAINTENANCE = {
    "python -m maintenance.add_exploits": "add the output of `dig-envs exploit --json` to the data of the strength page",
    "python -m maintenance.exact": "compute the exact exploitability of all agents, and write [the page](exact.md)",
    "python -m maintenance.ship": "add a trained model to the package, with its win shares ([page](training/shipping.md))",
    "python -m maintenance.strength": "rank all agents of a game, and write the [strength page](strength.md)",
}


def main() -> None:
    """Write the page."""
    PAGE.write_text(filled(PAGE.read_text("utf-8"), {"commands": tables()}), "utf-8")
    print(PAGE, file=sys.stderr)


def tables() -> str:
    """Return one table each of the commands, the studies and the maintainers' tools, then examples of each, as Markdown."""
    commands = {f"dig-envs {name}": sentence for name, sentence in COMMANDS.items()}
    studies = {f"dig-envs study {name}": sentence for name, sentence in STUDIES.items()}
    examples = [examples_of(title, name) for titles in (commands, studies) for title, name in _by_title(titles)]
    parts = [
        _table("command", commands),
        "Studies of agents and algorithms:",
        _table("study", studies),
        "Tools of the maintainers, in a clone of the repository:",
        _table("tool", MAINTENANCE),
        "## Examples",
        *examples,
    ]
    return "\n\n".join(parts)


def examples_of(title: str, name: str) -> str:
    """Return the examples of a command's help as Markdown, under the command as heading."""
    lines = import_module(f"dig_envs.training.cli.{name}").EXAMPLES.strip()
    return f"### {title}\n\n```console\n{lines}\n```"


def _by_title(titles: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(title, title.rpartition(" ")[2]) for title in titles]


def _table(heading: str, rows: Mapping[str, str]) -> str:
    return table([heading, "does"], [[f"`{name}`", sentence] for name, sentence in rows.items()])


if __name__ == "__main__":
    main()
