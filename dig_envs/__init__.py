"""Five board and card games about digging, as reinforcement-learning environments.

>>> import dig_envs
>>> dig_envs.games()
['dig_dig_v0', 'dig_v0', 'digging_bandits_v0', 'lets_dig_for_treasure_v0', 'two_bit_bandits_v0']
>>> batch = dig_envs.batch("dig_v0", num_tables=2, seed=7)
>>> batch.observations.shape[0]
2

Importing this package loads neither Numba nor torch nor a display library; a game is compiled when first used.
"""

from typing import TYPE_CHECKING, Any, Unpack

from dig_envs.adapters.options import EnvArguments, GameOptions
from dig_envs.adapters.registration import register_games
from dig_envs.core.catalogue import game_of, games

if TYPE_CHECKING:
    from dig_envs.adapters.pettingzoo import Env, RawEnv
    from dig_envs.core.batch import Batch
    from dig_envs.core.features import FeatureSet
    from dig_envs.core.game import Game

__version__ = "0.2.0"
__all__ = ["batch", "env", "game_of", "games", "parallel_env", "raw_env"]

register_games()


def batch(
    game: "str | Game",
    *,
    num_tables: int,
    seed: int | None = None,
    num_threads: int | None = None,
    features: "str | FeatureSet | None" = None,
    **options: Unpack[GameOptions],
) -> "Batch":
    """Deal N tables of a game that are stepped at once; the caller decides for every seat.

    Args:
        game: an id of `games()`, or a `dig_envs.core.game.Game`.
        num_tables: how many tables.
        seed: table i plays the game that `reset(seed=seed + i)` plays in every other adapter; drawn if None.
        num_threads: at most so many threads step the tables; if None, as many as there are cores and as pay. Results do not
            depend on it.
        features: a feature set, by name or as an object, whose floats follow the facts in every observation.
        **options: the game's options, such as `num_players`.

    Returns:
        A `dig_envs.core.batch.batch.Batch`.
    """
    from dig_envs.core.batch import Batch

    found = game_of(game)
    return Batch(found, found.parse_options(**options), num_tables, seed, num_threads, features=features)


def env(
    game: "str | Game",
    *,
    render_mode: str | None = None,
    mask_in: str = "observation",
    observation_key: str | None = None,
    mask_key: str | None = None,
    features: "str | FeatureSet | None" = None,
    illegal: str = "end",
    **options: Unpack[GameOptions],
) -> "Env":
    """Make an environment of a game for PettingZoo (AEC), checked for order, bounds and legality.

    Args:
        game: an id of `games()`, or a `dig_envs.core.game.Game`.
        render_mode: "ansi", "rgb_array", "human" or None.
        mask_in: "observation" gives dicts of `observation` and `action_mask`; "info" plain arrays, the mask in the info.
        observation_key, mask_key: other names in those dicts: `observation_key="observations"` for RLlib's masking module.
        features: a feature set, by name or as an object, whose floats follow the facts in every observation.
        illegal: what an action that is not in the mask does: "end" the game, or "raise" IllegalActionError.
        **options: the game's options, such as `num_players`.

    Returns:
        A `dig_envs.adapters.pettingzoo.Env`.

    >>> zoo = env("dig_v0", num_players=3)
    >>> zoo.reset(seed=7)
    >>> zoo.agents
    ['player_0', 'player_1', 'player_2']
    """
    from dig_envs.adapters.pettingzoo import Env

    return Env(
        game,
        render_mode=render_mode,
        mask_in=mask_in,
        observation_key=observation_key,
        mask_key=mask_key,
        features=features,
        illegal=illegal,
        **options,
    )


def raw_env(
    game: "str | Game",
    *,
    render_mode: str | None = None,
    mask_in: str = "observation",
    observation_key: str | None = None,
    mask_key: str | None = None,
    features: "str | FeatureSet | None" = None,
    **options: Unpack[GameOptions],
) -> "RawEnv":
    """Make an environment as `env` does, in which an illegal action raises IllegalActionError and leaves the game as it was.

    Returns:
        A `dig_envs.adapters.pettingzoo.RawEnv`.
    """
    from dig_envs.adapters.pettingzoo import RawEnv

    return RawEnv(
        game,
        render_mode=render_mode,
        mask_in=mask_in,
        observation_key=observation_key,
        mask_key=mask_key,
        features=features,
        **options,
    )


def parallel_env(game: "str | Game", **arguments: Unpack[EnvArguments]) -> Any:
    """Make an environment for PettingZoo's parallel interface, by PettingZoo's own conversion of games that go by turns.

    Every agent is in every step, and the action of the one that must decide counts: `infos[agent]["active_agent"]` names it
    after a step, and its mask alone has ones.

    Args:
        game: an id of `games()`, or a `dig_envs.core.game.Game`.
        **arguments: as for `env`.

    Returns:
        A `pettingzoo.ParallelEnv`.

    >>> parallel_env("dig_v0", num_players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(env(game, **arguments))
