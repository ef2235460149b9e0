"""Find the modules of a game's package `agents/<game>/`, which is named after the game's id without its version."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from dig_envs.core.game import Game


def module_of(game: Game, part: str = "") -> ModuleType | None:
    """Return the package of a game's agents, or one module of it; None if the package or module does not exist.

    >>> from dig_envs import game_of
    >>> module_of(game_of("dig_v0"), "features").__name__
    'dig_envs.agents.dig.features'
    """
    name = game.id.rpartition("_v")[0]
    package = f"dig_envs.agents.{name}"
    if not name.isidentifier() or not find_spec(package):
        return None
    if not part:
        return import_module(package)
    return import_module(f"{package}.{part}") if find_spec(f"{package}.{part}") else None
