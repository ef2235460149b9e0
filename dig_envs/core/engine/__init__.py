"""The compiled loops over tables, and `Engine`, which binds them to the rules of one game."""

from dig_envs.core.engine.engine import Engine, engine_of

__all__ = ["Engine", "engine_of"]
