"""Define a feature set of DIG that is small enough to check by hand, and a variant with another layout."""

import dataclasses

from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler import compiled
from dig_envs.core.features import FeatureSet
from dig_envs.core.layout import Block, Kind, Layout


@compiled
def places_function(table, seat, player, out):
    """Write the number of players / 4, and the observing seat one-hot."""
    out[0] = table.num_players / 4.0
    out[1 + player] = 1.0


def places_layout(options):
    """Return blocks for the number of players and the seat."""
    return Layout(Block("crowd", (1,), "players / 4", Kind.FEATURE), Block("me", (4,), "my seat, one-hot", Kind.FEATURE))


def rescaled_layout(options):
    """Return the same blocks, one with another scale."""
    return Layout(Block("crowd", (1,), "players / 5", Kind.FEATURE), Block("me", (4,), "my seat, one-hot", Kind.FEATURE))


PLACES = FeatureSet("places", "The number of players, and my seat.", game_of("dig_v0"), places_layout, places_function)
CHANGED_LAYOUT = dataclasses.replace(PLACES, layout=rescaled_layout)


class Provider:
    """Provides feature sets, like the object of an entry point `dig_envs.features`."""

    def names(self, game):
        return ["places"] if game.id == "dig_v0" else []

    def make(self, name, *, game):
        return PLACES
