"""The players' rules of a game as HTML: the file `PLAYER_RULES.md` in the package of the game's drawing module."""

import re
from functools import cache
from importlib.resources import files

from dig_envs.core.game import Game
from dig_envs.render.view import package_of
from dig_envs.utils.libraries import load

FILE = "PLAYER_RULES.md"


def has_rules(game: Game) -> bool:
    """Return whether a game has rules for players."""
    package = package_of(game)
    return bool(package) and files(package).joinpath(FILE).is_file()


@cache
def player_rules(game: Game) -> str:
    """Return a game's rules for players as HTML, with headings from level 2 on; "" without rules.

    HTML in the file is shown as text, and links to scripts are left out.
    """
    if not has_rules(game):
        return ""
    text = files(package_of(game)).joinpath(FILE).read_text("utf-8")
    html = load("markdown_it").MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return re.sub(r"(</?h)([1-5])>", lambda found: f"{found[1]}{int(found[2]) + 1}>", html)
