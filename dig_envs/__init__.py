"""Five board and card games about digging, as reinforcement-learning environments.

>>> import dig_envs
>>> dig_envs.games()
['dig_v0']
>>> batch = dig_envs.batch("dig_v0", num_tables=2, seed=7)
>>> batch.masks.shape
(2, 15)

Importing this package loads neither Numba nor torch nor a display library; a game is compiled when first used.
"""

from typing import TYPE_CHECKING, Any

from dig_envs.core.catalogue import game_of, games

if TYPE_CHECKING:
    from dig_envs.core.batch import Batch

__version__ = "0.1.0"
__all__ = ["batch", "game_of", "games"]


def batch(
    game: str, *, num_tables: int, seed: int | None = None, num_threads: int = 1, **options: Any
) -> "Batch":
    """N tables of a game, stepped at once; the caller decides for every seat.

    Args:
        game: an id of `games()`.
        num_tables: how many tables.
        seed: table i plays the game that `reset(seed=seed + i)` plays in every other door; drawn if None.
        num_threads: how many threads step the tables. Results do not depend on it.
        **options: the game's options, such as `num_players`.

    Returns:
        A `dig_envs.core.batch.Batch`.
    """
    from dig_envs.core.batch import Batch

    found = game_of(game)
    return Batch(found, found.parse_options(**options), num_tables, seed, num_threads)
