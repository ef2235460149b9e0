"""Find the feature sets of this package by name: `features="expert"`.

`FEATURES` in `agents/<game>/features.py` maps names to (sentence, layout, function, version), which
`dig_envs.core.features.FeatureSet` explains. The features and the expert of a game share one valuation,
`agents/<game>/valuation`. After a change of the floats, increase `VERSION` in the module of the features.
"""

from dig_envs.agents.modules import module_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import UnknownFeaturesError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game


def names(game: str | Game) -> list[str]:
    """List the names of a game's feature sets.

    >>> names("two_bit_bandits_v0")
    ['expert']
    """
    return list(_offered(game))


def make(name: str, *, game: str | Game) -> FeatureSet:
    """Make a feature set from its name.

    Raises:
        UnknownFeaturesError: the game has no such set; the message suggests the nearest name and lists all names.
    """
    offered = _offered(game)
    if not isinstance(name, str) or name not in offered:
        raise UnknownFeaturesError(f'{game_of(game).id} has no features "{name}"; {nearest(name, offered, "features")}')
    sentence, layout, function, version = offered[name]
    return FeatureSet(name, sentence, game_of(game), layout, function, version)


def _offered(game: str | Game) -> dict:
    return getattr(module_of(game_of(game), "features"), "FEATURES", {})
