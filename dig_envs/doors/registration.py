"""The games in the registries of Gymnasium and PettingZoo, so that `make` finds them once `dig_envs` is imported."""

import gymnasium
import pettingzoo

from dig_envs.core.catalogue import games


def gymnasium_id(game: str) -> str:
    """A game's id in Gymnasium's registry.

    >>> gymnasium_id("lets_dig_for_treasure_v0")
    'dig_envs/LetsDigForTreasure-v0'
    """
    name, version = game.rsplit("_", 1)
    return f"dig_envs/{name.title().replace('_', '')}-{version}"


def register_games() -> None:
    """Register every game of the catalogue. PettingZoo has a registry from 1.27 on."""
    for game in games():
        gymnasium.register(
            gymnasium_id(game),
            entry_point="dig_envs.doors.gymnasium:SeatEnv",
            vector_entry_point="dig_envs.doors.gymnasium_vector:SeatVectorEnv",
            kwargs={"game": game},
        )
        if hasattr(pettingzoo, "register"):
            pettingzoo.register("aec", f"dig_envs/{game}", "dig_envs.doors.pettingzoo:Env", kwargs={"game": game})
