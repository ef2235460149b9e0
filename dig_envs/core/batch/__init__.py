"""N tables of a game, stepped at once: dealing, opponents, copies, snapshots."""

from dig_envs.core.batch.batch import Batch

__all__ = ["Batch"]
