"""`Batch`: many tables of one game, stepped together."""

from dig_envs.core.batch.batch import Batch

__all__ = ["Batch"]
