"""Register the games with Gymnasium and PettingZoo when `dig_envs` is imported."""

from typing import Any

import gymnasium
import pettingzoo

from dig_envs.core.catalogue import games, solo_games


def gymnasium_id(game: str, solo: bool = False) -> str:
    """Return the id of a game in Gymnasium's registry; with `solo`, of the game for one player.

    >>> gymnasium_id("lets_dig_for_treasure_v0")
    'dig_envs/LetsDigForTreasure-v0'
    >>> gymnasium_id("two_bit_bandits_v0", solo=True)
    'dig_envs/TwoBitBanditsSolo-v0'
    """
    name, version = game.rsplit("_", 1)
    return f"dig_envs/{name.title().replace('_', '')}{'Solo' if solo else ''}-{version}"


def register_games() -> None:
    """Register every game of the catalogue. PettingZoo has a registry since version 1.27."""
    solo = solo_games()
    for game in games():
        _register(gymnasium_id(game), game=game)
        if game in solo:
            _register(gymnasium_id(game, solo=True), game=game, num_players=1)
        if hasattr(pettingzoo, "register"):
            for interface, entry_point in (("aec", "Env"), ("parallel", "parallel_env")):
                path = f"dig_envs.adapters.pettingzoo:{entry_point}"
                pettingzoo.register(interface, f"dig_envs/{game}", path, kwargs={"game": game})


def _register(name: str, **arguments: Any) -> None:
    gymnasium.register(
        name,
        entry_point="dig_envs.adapters.gymnasium:SeatEnv",
        vector_entry_point="dig_envs.adapters.gymnasium_vector:SeatVectorEnv",
        kwargs=arguments,
    )
