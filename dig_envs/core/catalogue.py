"""The games, by id. Adding a game is one line here."""

from functools import cache
from importlib import import_module

from dig_envs.core.errors import UnknownGameError, nearest
from dig_envs.core.game import Game

GAMES = {
    "dig_v0": "dig_envs.dig",
    "dig_dig_v0": "dig_envs.dig_dig",
    "lets_dig_for_treasure_v0": "dig_envs.lets_dig_for_treasure",
    "two_bit_bandits_v0": "dig_envs.two_bit_bandits",
    "digging_bandits_v0": "dig_envs.digging_bandits",
}

SOLO_GAMES = ("two_bit_bandits_v0",)  # one may play them alone: `min_players` is 1, told without importing them


def games() -> list[str]:
    """The ids of all games.

    >>> games()
    ['dig_v0', 'dig_dig_v0', 'lets_dig_for_treasure_v0', 'two_bit_bandits_v0', 'digging_bandits_v0']
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
