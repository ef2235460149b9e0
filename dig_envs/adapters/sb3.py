"""Adapt N tables to Stable-Baselines3 as one native `VecEnv`. One seat a table learns, agents play the others.

>>> from dig_envs.adapters.sb3 import DigVecEnv
>>> env = DigVecEnv("dig_v0", 256, seed=0, opponents=["random", ("greedy", 0.5)])       # doctest: +SKIP
>>> MaskablePPO("MlpPolicy", env).learn(1_000_000)                                      # doctest: +SKIP

The observation is a plain Box; `env_method("action_masks")` answers with one bool array (n, A), which MaskablePPO finds
by itself. As in every `VecEnv`, an ended game is followed at once by the next, and the infos of the step that ended it say:

| key | meaning |
|---|---|
| `terminal_observation` | what the learner's seat saw at the end |
| `TimeLimit.truncated` | always False: the turn limit is part of the game and its reward final, so nothing is bootstrapped |
| `turn_limit` | the game ended by the turn limit |
| `illegal_action` | the game ended by an illegal action of the learner |
| `seat` | the seat that the learner had |
| `opponents` | each seat's entry of the pool of opponents, -1 for the learner's |
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium import spaces

from dig_envs.adapters.arguments import ILLEGAL, one_of, parse_options
from dig_envs.adapters.opponents import parse_opponents
from dig_envs.adapters.options import GameOptions
from dig_envs.adapters.screen import FPS, Screen
from dig_envs.core.arguments import array, listed
from dig_envs.core.batch import Batch
from dig_envs.core.batch.batch import seeds_from
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game
from dig_envs.utils.libraries import extras

with extras():
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

RENDER_MODES = ("rgb_array",)


class BatchVecEnv(VecEnv):
    """Makes a `VecEnv` of a batch; subclasses say how it is stepped.

    Args:
        batch: the tables. They deal ended games anew.

    Attributes:
        batch: the tables.
    """

    render_mode: str | None = None
    methods: ClassVar[tuple[str, ...]] = ("action_masks",)  # for `env_method`

    def __init__(self, batch: Batch):
        self.batch = batch
        self._actions = np.zeros(batch.num_tables, np.int64)
        box = spaces.Box(0.0, 1.0, (batch.layout.size,), np.float32)
        super().__init__(batch.num_tables, box, spaces.Discrete(batch.game.num_actions))
        self._seeds = [int(given) for given in batch.seeds]

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as a new bool array (n, A)."""
        return self.batch.masks != 0

    # --- VecEnv

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Have the next `reset` deal the game of seed + i at table i. Without a seed, one is drawn from the system."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        self._seeds = seeds_from(seed, self.num_envs).tolist()
        return self._seeds

    @exclusive
    def reset(self) -> np.ndarray:
        """Deal new games at all tables, the seeded ones at first. Returns float32 (n, layout.size)."""
        if self._seeds[0] is None:
            self.batch.reset()
        else:
            self.batch.deal(np.arange(self.num_envs), np.array(self._seeds))
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = array("actions", actions, IllegalActionError)

    @property
    def _busy(self) -> Any:
        """The lock that lets one thread at a time into the tables."""
        return self.batch._busy

    def close(self) -> None:
        """Do nothing: no resources are held."""

    # --- attributes and methods of the tables: they share all of them

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        """Return the numbers of the tables that `indices` names: all if None."""
        rows = list(range(self.num_envs)) if indices is None else listed(indices)
        for row in rows:
            if isinstance(row, bool) or not isinstance(row, int | np.integer) or not -self.num_envs <= row < self.num_envs:
                raise ArgumentError(f"indices are numbers of tables, below {self.num_envs}, not {indices!r:.80}")
        return rows

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        if indices is not None:
            raise ArgumentError(f"{attr_name} is shared by all tables; it can't be set for some of them")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any) -> Any:
        """Call a method once for all tables. `action_masks` answers with one array (n, A), the rows asked for."""
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
        num_envs: how many tables.
        seed: table i first plays the game of seed + i; drawn if None.
        opponents: who plays the other seats: see `dig_envs.adapters.opponents.parse_opponents`. Drawn for each game and seat.
        seat: the learner's seat, or "random": drawn for each game.
        illegal: what an action in range but not in the mask does. "end": the game ends and the learner gets the last
            place's reward (-1 / (n - 1) with `reward="win"`, else -1); "raise": IllegalActionError, and no table has moved.
        features: a feature set, by name or as an object, whose floats follow the facts in every observation.
        skip_forced: whether decisions with one legal action are taken for the learner, which then meets real ones alone.
        render_mode: "rgb_array", for `VecVideoRecorder` and `render`, which tile a picture of every table; or None.
        num_threads: at most so many threads step the tables; if None, as many as there are cores and as pay. Results do not
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
        illegal: str = "end",
        features: str | FeatureSet | None = None,
        skip_forced: bool = False,
        render_mode: str | None = None,
        num_threads: int | None = None,
        **options: Unpack[GameOptions],
    ):
        found = game_of(game)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        parsed = parse_options(found, type(self), options)
        pool = parse_opponents(opponents, found)
        batch = Batch(
            found,
            parsed,
            num_envs,
            seed,
            num_threads,
            opponents=pool,
            learner=seat,
            skip_forced=skip_forced,
            features=features,
        )
        self._screen = Screen(self.render_mode, found, parsed)
        super().__init__(batch)
        self.metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FPS}

    @exclusive
    def get_images(self) -> list[np.ndarray | None]:
        """Draw every table as the learner sees it: uint8 pixels (height, width, 3), or None without a render mode."""
        if self.render_mode is None:
            return [None] * self.num_envs
        return [self._screen.show_learner(self.batch, table) for table in range(self.num_envs)]

    def set_opponents(self, opponents: Any) -> None:
        """Set another pool of opponents, for every game dealt from now on."""
        self.batch.set_opponents(parse_opponents(opponents, self.batch.game))

    @exclusive
    def step_wait(self) -> VecEnvStepReturn:
        batch = self.batch
        if self.illegal == "end":
            forfeits = batch.step_or_forfeit(self._actions)
        else:
            batch.step(self._actions)
            forfeits = np.zeros(self.num_envs, bool)
        dones = batch.dones
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            self._report_ends(infos, np.flatnonzero(dones), forfeits)
        return batch.observations.copy(), batch.learner_rewards.astype(np.float32), dones, infos

    def _report_ends(self, infos: list[dict[str, Any]], ended: np.ndarray, forfeits: np.ndarray) -> None:
        """Fill the infos of the tables whose game has ended."""
        batch = self.batch
        seats = batch.last_learner_seats[ended]
        last_seen = batch.final_observations[np.arange(len(ended)), seats]
        for row, table in enumerate(ended):
            infos[table] = {
                "terminal_observation": last_seen[row],
                "TimeLimit.truncated": False,
                "turn_limit": bool(batch.truncations[table]),
                "illegal_action": bool(forfeits[table]),
                "seat": int(seats[row]),
                "opponents": batch.last_opponents[table].tolist(),
            }
