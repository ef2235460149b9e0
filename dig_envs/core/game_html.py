"""Describe a game in HTML for notebooks: its players, options, actions and observation."""

import dataclasses
import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from dig_envs.core.game import Game


def option_meanings(game: "Game") -> dict[str, str]:
    """Return the meaning of each option by name, from the docstring of the game's options."""
    return dict(re.findall(r"^ +(\w+): (.+)$", game.options.__doc__ or "", re.M))


def game_html(game: "Game") -> str:
    """Return a heading and three tables, which are shown after a click."""
    layout = game.layout(game.parse_options())
    many = f"{game.min_players} to {game.max_players} players"
    heading = f"<p><b>{_text(game.title)}</b> <code>{_text(game.id)}</code>, {many}</p>"
    meanings = option_meanings(game)
    options = [(field.name, repr(field.default), meanings.get(field.name, "")) for field in dataclasses.fields(game.options)]
    families = [(f"{len(family.names)}", ", ".join(family.names), family.meaning) for family in game.actions.families]
    blocks = [(block.name, " x ".join(map(str, block.shape)), str(block.kind), block.meaning) for block in layout]
    return "".join(
        [
            heading,
            _table(f"{len(options)} options", ("option", "default", "meaning"), options),
            _table(f"{game.num_actions} actions", ("number", "names", "meaning"), families),
            _table(f"{layout.size} floats observed", ("block", "shape", "kind", "meaning"), blocks),
        ]
    )


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<details><summary>{title}</summary><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></details>"


def _cell(words: str) -> str:
    return f'<td style="text-align: left">{_text(words)}</td>'


def _text(words: str) -> str:
    return escape(printable(words))
