"""Find the feature sets of the games' own bots by name: `features="expert"`.

A game's set stands in `agents/<game>/features.py`, beside the bots that share its value model, as a dict `FEATURES` from names
to (sentence, layout, function); see `dig_envs.core.features.FeatureSet`.
"""

from dig_envs.agents.modules import module_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import UnknownFeaturesError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game


def names(game: str | Game) -> list[str]:
    """List the names of the feature sets of a game.

    >>> names("two_bit_bandits_v0")
    ['expert']
    """
    return list(_offered(game))


def make(name: str, *, game: str | Game) -> FeatureSet:
    """Make a feature set by its name.

    Raises:
        UnknownFeaturesError: no such set; the message names the nearest, and all.
    """
    offered = _offered(game)
    if not isinstance(name, str) or name not in offered:
        raise UnknownFeaturesError(f'{game_of(game).id} has no features "{name}"; {nearest(name, offered, "features")}')
    sentence, layout, function = offered[name]
    return FeatureSet(name, sentence, game_of(game), layout, function)


def _offered(game: str | Game) -> dict:
    return getattr(module_of(game_of(game), "features"), "FEATURES", {})
