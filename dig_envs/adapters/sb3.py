"""A `VecEnv` for Stable-Baselines3 over a batch of tables. One seat per table learns, and agents play the other seats.

>>> from dig_envs.adapters.sb3 import DigVecEnv
>>> env = DigVecEnv("dig_v0", 256, seed=0, opponents=["random", ("greedy", 0.5)])       # doctest: +SKIP
>>> MaskablePPO("MlpPolicy", env).learn(1_000_000)                                      # doctest: +SKIP

The observation space is a Box. MaskablePPO reads the masks by `env_method("action_masks")`, one bool array (n, A). As in every
`VecEnv`, the step that ends a game also deals the next one. Its infos describe the game that ended:

| key | meaning |
|---|---|
| `terminal_observation` | the learner's last observation |
| `TimeLimit.truncated` | always False, so that learners do not bootstrap: the turn limit is a rule and its reward is final |
| `turn_limit` | whether the turn limit ended the game |
| `illegal_action` | whether an illegal action of the learner ended the game |
| `seat` | the learner's seat |
| `opponents` | each seat's index into the pool from which the opponents of that game were drawn, -1 for the learner |
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Unpack

import numpy as np
from gymnasium import spaces

from dig_envs.adapters.learner import LearnerTables
from dig_envs.adapters.opponents import parse_opponents
from dig_envs.adapters.options import GameOptions, IllegalEffect
from dig_envs.adapters.renderer import FPS, Renderer
from dig_envs.core.arguments import array, as_integer, as_list, whole_number
from dig_envs.core.batch import Batch
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.errors import ArgumentError, IllegalActionError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game
from dig_envs.core.seeds import random_seed, seeds_from
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

VECTOR_RENDER_MODES = ("rgb_array",)


class BatchVecEnv(VecEnv):
    """A `VecEnv` over a batch. Subclasses define `step_wait`.

    Args:
        batch: the tables, which deal the next game after each end.

    Attributes:
        batch: the tables.
    """

    render_mode: str | None = None
    spec = None  # Stable-Baselines3 and others ask for Gymnasium's specification
    methods: ClassVar[tuple[str, ...]] = ("action_masks",)  # for `env_method`

    def __init__(self, batch: Batch):
        self.batch = batch
        self._actions = np.zeros(batch.num_tables, np.int64)
        box = spaces.Box(0.0, 1.0, (batch.layout.size,), np.float32)
        super().__init__(batch.num_tables, box, spaces.Discrete(batch.game.num_actions))
        self._seeds = batch.seeds.tolist()
        self._started = False

    def action_masks(self) -> np.ndarray:
        """Return the action masks as a new bool array (n, A)."""
        self.batch.check_finished()
        return self.batch.masks != 0

    def current_observations(self) -> np.ndarray:
        """Return the observations of the present decisions, a new float32 array (n, layout.size)."""
        return self.batch.observations.copy()

    # --- VecEnv

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seed of the next `reset`, which deals the game of seed + i at table i. None draws a random seed."""
        self._seeds = seeds_from(random_seed() if seed is None else seed, self.num_envs).tolist()
        return self._seeds

    @exclusive
    def reset(self) -> np.ndarray:
        """Deal new games at all tables; after `seed`, the games of its seeds. Returns float32 (n, layout.size).

        The first `reset` without a seed begins the streams with a random seed, so copies that were never reset differ.
        """
        if self._seeds[0] is None:
            self.batch.reset(None if self._started else random_seed())
        else:
            self.batch.deal(np.arange(self.num_envs), np.array(self._seeds))
        self._started = True
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = array("actions", actions, IllegalActionError)

    @property
    def _busy(self) -> Any:
        """The lock that admits one thread at a time."""
        return self.batch._busy

    def close(self) -> None:
        """Do nothing, as there are no resources to free."""

    # --- attributes and methods, which all tables share

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        """Return the table numbers in `indices`; all if None."""
        rows = list(range(self.num_envs)) if indices is None else as_list(indices)
        for row in rows:
            if (number := as_integer(row)) is None or not -self.num_envs <= number < self.num_envs:
                raise ArgumentError(f"indices must be table numbers below {self.num_envs}, not {indices!r:.80}")
        return rows

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        if indices is not None:
            raise ArgumentError(f"all tables share {attr_name}; it cannot be set for some of them")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any) -> Any:
        """Call a method once for all tables. `action_masks` returns one array with a row per table in `indices`."""
        if not isinstance(method_name, str) or method_name not in self.methods:
            raise AttributeError(f'tables have no method "{method_name}"; {nearest(method_name, self.methods, "methods")}')
        answer = getattr(self, method_name)(*method_args, **method_kwargs)
        rows = self._rows(indices)
        return answer[rows] if method_name == "action_masks" else [answer for _ in rows]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        return [False for _ in self._rows(indices)]


class DigVecEnv(BatchVecEnv):
    """N tables of a game for Stable-Baselines3.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        num_envs: number of tables.
        seed: table i first plays the game of seed + i. None draws a random seed.
        opponents: the pool of opponents (`dig_envs.adapters.opponents.parse_opponents`), drawn for each game and seat.
        seat: the learner's seat, or "random": drawn for each game.
        illegal: the effect of an action that is in range but not in the mask. "end": the game ends with the last place's reward
            for the learner, -1 / (n - 1) with `reward="win"`, else -1. "raise": IllegalActionError; no table has changed.
        features: a feature set, by name or as an object. Its floats follow the facts in every observation.
        skip_forced: carry out a single legal action without asking the learner.
        render_mode: "rgb_array" for `VecVideoRecorder` and `render`, which tile the pictures of all tables; or None.
        num_threads: maximum number of threads; None chooses it by the number of cores and measured times. Results do not
            depend on it.
        **options: the game's options, such as `num_players`.

    Attributes:
        batch: the tables.
    """

    methods = ("action_masks", "set_opponents")

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        seed: int | None = None,
        opponents: Any = "random",
        seat: int | str = "random",
        illegal: IllegalEffect = "end",
        features: str | FeatureSet | None = None,
        skip_forced: bool = False,
        render_mode: Literal["rgb_array"] | None = None,
        num_threads: int | None = None,
        **options: Unpack[GameOptions],
    ):
        self.render_mode = render_mode
        self._tables = LearnerTables(
            type(self),
            game,
            whole_number("num_envs", num_envs, minimum=1),
            num_threads,
            opponents,
            seat,
            illegal,
            features,
            options,
            seed=seed,
            skip_forced=skip_forced,
            deal_again=True,
        )
        self._renderer = Renderer(render_mode, self._tables.game, self._tables.options, VECTOR_RENDER_MODES)
        super().__init__(self._tables)
        self._seeds = [None] * self.num_envs if seed is None else seeds_from(seed, self.num_envs).tolist()
        self.metadata: dict[str, Any] = {"render_modes": list(VECTOR_RENDER_MODES), "render_fps": FPS}

    @exclusive
    def get_images(self) -> list[np.ndarray | None]:
        """Render every table as the learner sees it: uint8 pixels (height, width, 3), or None without a render mode."""
        if self.render_mode is None:
            return [None] * self.num_envs
        self.batch.check_finished()
        return [self._renderer.render_learner(self.batch, table) for table in range(self.num_envs)]

    def set_opponents(self, opponents: Any) -> None:
        """Set the pool of opponents for all following games."""
        self.batch.set_opponents(parse_opponents(opponents, self.batch.game))

    @exclusive
    def step_wait(self) -> VecEnvStepReturn:
        batch = self._tables
        forfeits = batch.decide(self._actions)
        dones = batch.dones
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            self._report_ends(infos, np.flatnonzero(dones), forfeits)
        return batch.observations.copy(), batch.learner_rewards.astype(np.float32), dones, infos

    def _report_ends(self, infos: list[dict[str, Any]], ended: np.ndarray, forfeits: np.ndarray) -> None:
        """Fill the infos of the tables whose game has ended."""
        batch = self._tables
        for table, last_seen in zip(ended, batch.last_seen, strict=True):
            infos[table] = {
                "terminal_observation": last_seen,
                "TimeLimit.truncated": False,
                "turn_limit": bool(batch.truncations[table]),
                "illegal_action": bool(forfeits[table]),
                "seat": int(batch.last_learner_seats[table]),
                "opponents": batch.last_opponents[table].tolist(),
            }
