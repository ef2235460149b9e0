"""Find feature sets by name, in the entry-point group `dig_envs.features`."""

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from dig_envs.core.errors import ArgumentError, UnknownFeaturesError, nearest
from dig_envs.core.game import Game

if TYPE_CHECKING:
    pass
from dig_envs.core.features import FeatureSet

FEATURES_GROUP = "dig_envs.features"


def find_features(features: "str | FeatureSet | None", game: Game) -> FeatureSet | None:
    """Return the feature set that an argument `features` stands for; None for facts alone.

    A name is looked up in the installed packages that offer feature sets (entry-point group `dig_envs.features`). An entry
    point names a module or object with `names(game) -> list[str]` and `make(name, game=…) -> FeatureSet`, called with a `Game`.

    Raises:
        UnknownFeaturesError: nobody offers that name; the message lists what is offered.
        ArgumentError: neither a name nor a FeatureSet, or a set of another game.
    """
    if features is None:
        return None
    if isinstance(features, str):
        offered = offered_features(game)
        if features not in offered:
            raise UnknownFeaturesError(f'{game.id} has no features "{features}"; {nearest(features, offered, "features")}')
        features = offered[features].make(features, game=game)
    if not isinstance(features, FeatureSet):
        raise ArgumentError(f"features are a name or a FeatureSet, not {features!r}")
    if features.game != game:
        raise ArgumentError(f"the features {features.name} belong to {features.game.id}, not to {game.id}")
    return features


def offered_features(game: Game) -> dict[str, Any]:
    """List the names of the feature sets of a game, with the provider of each."""
    providers = [entry.load() for entry in entry_points(group=FEATURES_GROUP)]
    return {name: provider for provider in providers for name in provider.names(game)}
