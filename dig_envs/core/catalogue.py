"""Find installed games by id.

A package offers a game by an entry point of the group `dig_envs.games`. The entry point's name is the game's id, and its value
is the location of the `Game`: `my_game_v0 = "my_package.my_game:GAME"`. A game that one player can play is also in the group
`dig_envs.solo_games`, so that Gymnasium's registry need not import the game.
"""

import copyreg
import dataclasses
import re
import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from dig_envs.core.errors import ArgumentError, UnknownGameError, nearest
from dig_envs.core.game import Game

GAMES_GROUP = "dig_envs.games"
SOLO_GROUP = "dig_envs.solo_games"


def games() -> list[str]:
    """Return the sorted ids of all installed games.

    >>> games()
    ['dig_dig_v0', 'dig_v0', 'digging_bandits_v0', 'lets_dig_for_treasure_v0', 'two_bit_bandits_v0']
    """
    return list(_entries())


def solo_games() -> list[str]:
    """Return the ids of the games that one player can play. The games are not imported."""
    solo = entry_points(group=SOLO_GROUP).names
    return [name for name in _entries() if name in solo]


def game_of(game: str | Game) -> Game:
    """Return the installed game with this id. A `Game` is returned unchanged.

    Raises:
        UnknownGameError: no installed game has this id, or `game` is neither a str nor a `Game`; the message suggests the
            nearest id and lists all ids.
        ArgumentError: the entry point's object is not a `Game` with this id.

    >>> game_of("dig_v0").title
    'DIG'
    """
    if isinstance(game, str):
        return _installed(game)
    if not isinstance(game, Game):
        raise UnknownGameError(f"a game must be a Game or an id, not {game!r}; {nearest(game, games(), 'games')}")
    return game


def is_installed(game: Game) -> bool:
    """Return whether the game is the installed game with its id, so that other processes find it too."""
    return game.id in _entries() and _installed(game.id) is game


@cache
def _installed(game_id: str) -> Game:
    entries = _entries()
    if game_id not in entries:
        raise UnknownGameError(f'there is no game "{game_id}"; {nearest(game_id, entries, "games")}')
    game = entries[game_id].load()
    if not isinstance(game, Game) or game.id != game_id:
        named = f"the game {game.id}" if isinstance(game, Game) else repr(game)
        raise ArgumentError(f'the entry point "{game_id} = {entries[game_id].value}" names {named}, not a Game with this id')
    return game


@cache
def _entries() -> dict[str, EntryPoint]:
    """Return the entry points by id, sorted. If two have the same id, the first one found is returned.

    An entry point whose name is no id is left out with a warning: libraries could not register the game.
    """
    entries: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GAMES_GROUP):
        if re.fullmatch(r"\w+_v\d+", entry.name):
            entries.setdefault(entry.name, entry)
        else:
            name = f"{entry.name} = {entry.value}"
            warnings.warn(f'the entry point "{name}" is ignored: its name must be like "my_game_v0"', stacklevel=2)
    return dict(sorted(entries.items()))


def _reduce(game: Game) -> tuple:
    """Pickle an installed game as its id, and any other game as its fields."""
    if is_installed(game):
        return game_of, (game.id,)
    return Game, tuple(getattr(game, item.name) for item in dataclasses.fields(game))


copyreg.pickle(Game, _reduce)  # type: ignore[arg-type]
