"""The games, by id. Adding a game is one line here."""

from functools import cache
from importlib import import_module

from dig_envs.core.errors import UnknownGameError, nearest
from dig_envs.core.game import Game

GAMES = {
    "dig_v0": "dig_envs.dig",
    "digging_bandits_v0": "dig_envs.digging_bandits",
}


def games() -> list[str]:
    """The ids of all games.

    >>> games()
    ['dig_v0', 'digging_bandits_v0']
    """
    return list(GAMES)


@cache
def game_of(game_id: str) -> Game:
    """The game of an id.

    Raises:
        UnknownGameError: there is none; the message names the nearest, and all.
    """
    if game_id not in GAMES:
        raise UnknownGameError(f'there is no game "{game_id}"; {nearest(game_id, GAMES, "games")}')
    return import_module(GAMES[game_id]).GAME
