"""Register the games with Gymnasium and PettingZoo, so that `make` finds them once `dig_envs` is imported."""

from typing import Any

import gymnasium
import pettingzoo

from dig_envs.core.catalogue import games, solo_games


def gymnasium_id(game: str, solo: bool = False) -> str:
    """Return a game's id in Gymnasium's registry, or that of the game played alone.

    >>> gymnasium_id("lets_dig_for_treasure_v0")
    'dig_envs/LetsDigForTreasure-v0'
    >>> gymnasium_id("two_bit_bandits_v0", solo=True)
    'dig_envs/TwoBitBanditsSolo-v0'
    """
    name, version = game.rsplit("_", 1)
    return f"dig_envs/{name.title().replace('_', '')}{'Solo' if solo else ''}-{version}"


def register_games() -> None:
    """Register every game of the catalogue. PettingZoo has a registry from 1.27 on."""
    solo = solo_games()
    for game in games():
        _register(gymnasium_id(game), game=game)
        if game in solo:
            _register(gymnasium_id(game, solo=True), game=game, num_players=1)
        if hasattr(pettingzoo, "register"):
            pettingzoo.register("aec", f"dig_envs/{game}", "dig_envs.adapters.pettingzoo:Env", kwargs={"game": game})


def _register(name: str, **arguments: Any) -> None:
    gymnasium.register(
        name,
        entry_point="dig_envs.adapters.gymnasium:SeatEnv",
        vector_entry_point="dig_envs.adapters.gymnasium_vector:SeatVectorEnv",
        kwargs=arguments,
    )
