"""The tables of a game's page in the docs, from its code: options, actions, observations.

`python -m dig_envs.core.docs` writes them into `docs/games/*.md`, between markers; a test compares.
"""

import dataclasses
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dig_envs.core.catalogue import game_of, games
from dig_envs.core.game import Game
from dig_envs.core.layout import Layout

FOLDER = Path("docs/games")
MARKED = re.compile(r"(<!-- (options|actions|observations), written by [^>]*-->\n).*?(<!-- end -->)", re.S)


def page_of(game: Game) -> Path:
    """The page of a game: `docs/games/dig.md` for "dig_v0"."""
    return FOLDER / f"{game.id.rpartition('_v')[0]}.md"


def with_tables(text: str, game: Game) -> str:
    """A page's text with the tables as the code has them now."""
    tables = {"options": options_table(game), "actions": game.actions.table(), "observations": observation_tables(game)}
    return MARKED.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n\n{found[3]}", text)


def options_table(game: Game) -> str:
    """The options as a Markdown table; their meanings are those of the dataclass's docstring."""
    meanings = dict(re.findall(r"^ +(\w+): (.+)$", game.options.__doc__ or "", re.M))
    rows = [f"| `{field.name}` | `{field.default!r}` | {meanings[field.name]} |" for field in dataclasses.fields(game.options)]
    return "\n".join(["| option | default | meaning |", "|---|---|---|", *rows])


def observation_tables(game: Game) -> str:
    """The blocks of an observation, then those that an option adds."""
    plain = game.layout(game.parse_options())
    parts = [f"{plain.size} floats:", plain.table()]
    for switch, layout in _wider_layouts(game, plain):
        parts += [f"With `{switch}=True` {layout.size} floats, these after the ones above:", _added(layout, plain)]
    return "\n\n".join(parts)


def _wider_layouts(game: Game, plain: Layout) -> Iterator[tuple[str, Layout]]:
    for field in dataclasses.fields(game.options):
        if field.default is False:
            wider: Any = {field.name: True}
            layout = game.layout(dataclasses.replace(game.parse_options(), **wider))
            if layout != plain:
                yield field.name, layout


def _added(layout: Layout, plain: Layout) -> str:
    heading, rule, *rows = layout.table().splitlines()
    return "\n".join([heading, rule, *rows[len(plain.blocks) :]])


def main() -> None:
    """Write the tables of every game's page."""
    for name in games():
        page = page_of(game_of(name))
        page.write_text(with_tables(page.read_text(), game_of(name)))
        print(page, file=sys.stderr)


if __name__ == "__main__":
    main()
