"""Find feature sets by name, in the entry-point group `dig_envs.features`."""

from importlib.metadata import entry_points
from typing import Any

from dig_envs.core.errors import ArgumentError, UnknownFeaturesError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game

FEATURES_GROUP = "dig_envs.features"


def find_features(features: str | FeatureSet | None, game: Game) -> FeatureSet | None:
    """Return the feature set of a game with this name. A `FeatureSet` and None are returned unchanged.

    Installed packages offer feature sets by entry points of the group `dig_envs.features`. An entry point names a module or
    object with `names(game) -> list[str]` and `make(name, game=…) -> FeatureSet`, both called with a `Game`.

    Raises:
        UnknownFeaturesError: no package offers a set of this name for the game; the message lists the known names.
        ArgumentError: `features` is neither a str nor a `FeatureSet`, or belongs to another game.
    """
    if features is None:
        return None
    if isinstance(features, str):
        offered = offered_features(game)
        if features not in offered:
            raise UnknownFeaturesError(f'{game.id} has no features "{features}"; {nearest(features, offered, "features")}')
        features = offered[features].make(features, game=game)
    if not isinstance(features, FeatureSet):
        raise ArgumentError(f"features must be a name or a FeatureSet, not {features!r}")
    if features.game != game:
        raise ArgumentError(f"the features {features.name} belong to {features.game.id}, not to {game.id}")
    return features


def offered_features(game: Game) -> dict[str, Any]:
    """Return the provider of each feature set of a game, by name."""
    providers = [entry.load() for entry in entry_points(group=FEATURES_GROUP)]
    return {name: provider for provider in providers for name in provider.names(game)}
