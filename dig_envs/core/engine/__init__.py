"""Compiled loops over tables, and `Engine`, which binds them to one game."""

from dig_envs.core.engine.engine import Engine, engine_of

__all__ = ["Engine", "engine_of"]
