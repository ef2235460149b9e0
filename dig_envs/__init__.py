"""Five board and card games about digging, as reinforcement-learning environments.

>>> import dig_envs
>>> dig_envs.games()
['dig_dig_v0', 'dig_v0', 'digging_bandits_v0', 'lets_dig_for_treasure_v0', 'two_bit_bandits_v0']
>>> batch = dig_envs.batch("dig_v0", num_tables=2, seed=7)
>>> batch.observations.shape[0]
2

Importing this package loads neither Numba, torch nor a graphics library. A game is compiled at first use.
"""

from typing import TYPE_CHECKING, Literal, Unpack, overload

from dig_envs.adapters.options import EnvArguments, GameOptions, RawEnvArguments
from dig_envs.adapters.registration import register_games
from dig_envs.core.catalogue import game_of, games

if TYPE_CHECKING:
    from dig_envs.adapters.aec import ParallelEnv
    from dig_envs.adapters.pettingzoo import Env, RawEnv
    from dig_envs.core.batch import Batch
    from dig_envs.core.cuda import CudaBatch
    from dig_envs.core.features import FeatureSet
    from dig_envs.core.game import Game

__version__ = "0.3.0"
__all__ = ["batch", "env", "game_of", "games", "parallel_env", "raw_env"]

register_games()


@overload
def batch(
    game: "str | Game",
    *,
    num_tables: int,
    seed: int | None = None,
    num_threads: int | None = None,
    features: "str | FeatureSet | None" = None,
    device: Literal["cpu"] = "cpu",
    **options: Unpack[GameOptions],
) -> "Batch": ...
@overload
def batch(
    game: "str | Game", *, num_tables: int, seed: int | None = None, device: Literal["cuda"], **options: Unpack[GameOptions]
) -> "CudaBatch": ...
def batch(
    game: "str | Game",
    *,
    num_tables: int,
    seed: int | None = None,
    num_threads: int | None = None,
    features: "str | FeatureSet | None" = None,
    device: str = "cpu",
    **options: Unpack[GameOptions],
) -> "Batch | CudaBatch":
    """Make a batch: many tables of one game that are stepped together. The caller decides for every seat.

    Args:
        game: an id of `games()`, or a `dig_envs.core.game.Game`.
        num_tables: the number of tables.
        seed: table i plays the game of `reset(seed=seed + i)` in every other adapter; None draws a seed.
        num_threads: the largest number of threads; None for the number of cores. Fewer threads are used where they are faster.
            Results do not depend on it.
        features: a feature set or its name, whose floats follow the facts in every observation.
        device: "cpu", or "cuda" for tables in the memory of an NVIDIA GPU (experimental, never run on a GPU; extra `gpu`).
        **options: the game's options, such as `num_players`.

    Returns:
        A `dig_envs.core.batch.batch.Batch`; on a GPU a `dig_envs.core.cuda.batch.CudaBatch`.

    Raises:
        DigEnvsError: the game, an option or another argument is invalid.

    >>> tables = batch("dig_v0", num_tables=4, seed=1, num_players=3)
    >>> tables.step(tables.sample())
    >>> tables.rewards.shape
    (4, 3)
    """
    from dig_envs.core.arguments import one_of
    from dig_envs.core.batch import Batch

    game = game_of(game)
    parsed = game.parse_options(**options)
    if one_of("device", device, ("cpu", "cuda")) == "cpu":
        return Batch(game, parsed, num_tables, seed, num_threads, features=features)
    from dig_envs.core.cuda import CudaBatch

    return CudaBatch(game, parsed, num_tables, seed, num_threads=num_threads, features=features)


def env(game: "str | Game", **arguments: Unpack[EnvArguments]) -> "Env":
    """Make a PettingZoo (AEC) environment of a game. The order of calls and all actions are checked.

    Args:
        game: an id of `games()`, or a `dig_envs.core.game.Game`.
        **arguments: the game's options, such as `num_players`, and the keywords below.

    Keywords, all optional:

    - `render_mode`: "ansi", "rgb_array", "human" or None.
    - `mask_in`: "observation" for dicts of `observation` and `action_mask`; "info" for plain arrays with the mask in the info.
    - `observation_key`, `mask_key`: other keys for these dicts, such as `observation_key="observations"` for RLlib.
    - `features`: a feature set or its name, whose floats follow the facts in every observation.
    - `illegal`: the effect of an action that is not in the mask: "end" ends the game, "raise" raises IllegalActionError.

    Returns:
        A `dig_envs.adapters.pettingzoo.Env`.

    Raises:
        DigEnvsError: the game, an option or another argument is invalid.

    >>> zoo = env("dig_v0", num_players=3)
    >>> zoo.reset(seed=7)
    >>> zoo.agents
    ['player_0', 'player_1', 'player_2']
    """
    from dig_envs.adapters.pettingzoo import Env

    return Env(game, **arguments)


def raw_env(game: "str | Game", **arguments: Unpack[RawEnvArguments]) -> "RawEnv":
    """Make an environment like `env`, but an illegal action raises IllegalActionError and does not change the game.

    Args: as for `env`, without `illegal`.

    Returns:
        A `dig_envs.adapters.pettingzoo.RawEnv`.
    """
    from dig_envs.adapters.pettingzoo import RawEnv

    return RawEnv(game, **arguments)


def parallel_env(
    game: "str | Game", *, waiting_mask: Literal["zeros", "ones"] = "zeros", **arguments: Unpack[EnvArguments]
) -> "ParallelEnv":
    """Make an environment with PettingZoo's parallel interface, by PettingZoo's conversion for turn-based games.

    Every agent acts in every step, but only the action of the agent that must decide counts. `infos[agent]["active_agent"]`
    is the name of that agent, and None after the end.

    Args:
        game: an id of `games()`, or a `dig_envs.core.game.Game`.
        waiting_mask: the mask of the agents that need not decide: "zeros", or "ones" for libraries that sample an action for
            every agent, such as BenchMARL.
        **arguments: the arguments of `env`.

    Returns:
        A `pettingzoo.ParallelEnv`.

    >>> parallel_env("dig_v0", num_players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    from dig_envs.adapters import pettingzoo

    return pettingzoo.parallel_env(game, waiting_mask=waiting_mask, **arguments)
