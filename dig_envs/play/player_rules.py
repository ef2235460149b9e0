"""The players' rules of a game as HTML."""

import re
from functools import cache

from dig_envs.core.game import Game
from dig_envs.render import wording
from dig_envs.utils.libraries import load


@cache
def player_rules(game: Game) -> str:
    """Return a game's rules for players as HTML, with headings from level 2 on; "" without rules.

    HTML in the file is shown as text, and links to scripts are left out.
    """
    text = wording.player_rules(game)
    html = load("markdown_it").MarkdownIt("commonmark", {"html": False}).enable("table").render(text) if text else ""
    return re.sub(r"(</?h)([1-5])>", lambda tag: f"{tag[1]}{int(tag[2]) + 1}>", html)
