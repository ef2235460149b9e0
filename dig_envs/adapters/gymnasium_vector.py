"""Gymnasium vector environments: the tables of `SeatEnv` in one batch.

>>> import gymnasium, dig_envs
>>> envs = gymnasium.make_vec("dig_envs/Dig-v0", num_envs=256, opponents="random")
>>> observations, infos = envs.reset(seed=42)
>>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
"""

import math
from typing import Any, Literal, TypeAlias, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dig_envs.adapters.action_space import ActionSpace
from dig_envs.adapters.learner import LearnerTables
from dig_envs.adapters.observation_format import Observation, ObservationFormat
from dig_envs.adapters.options import GameOptions, IllegalEffect, MaskPlace
from dig_envs.adapters.renderer import FPS, Renderer
from dig_envs.core.arguments import array, as_integer, as_list, whole_number
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.engine.kernels import NO_ACTION
from dig_envs.core.errors import ArgumentError, OrderError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game
from dig_envs.core.seeds import checked_seed, random_seed, seeds_from

VECTOR_MODES = ("ansi", "rgb_array")
AutoresetName: TypeAlias = Literal["NextStep", "SameStep", "Disabled", "NEXT_STEP", "SAME_STEP", "DISABLED"]


class SeatVectorEnv(VectorEnv[Observation, np.ndarray, np.ndarray]):
    """N tables for Gymnasium in one batch. Table i plays the same games as a `SeatEnv` with the same seed.

    Args:
        num_envs: number of tables.
        autoreset_mode: when the next game is dealt, a `gymnasium.vector.AutoresetMode` or its value. `NEXT_STEP`, Gymnasium's
            default, deals at the next step, whose action is ignored; until then the table's mask allows action 0 alone.
            `SAME_STEP` deals in the step that ends a game and returns the end in `infos["final_obs"]` and
            `infos["final_info"]`. `DISABLED` waits for `reset(options={"reset_mask": …})`.
        max_episode_steps: maximum number of the learner's decisions per game; None or -1 for no limit. A game that reaches it
            is `truncated` without a reward, as by Gymnasium's `TimeLimit`. In contrast, the option `max_turns` is a rule.
        render_mode: "ansi", "rgb_array" or None. `render` returns a tuple with one picture per table.
        num_threads: maximum number of threads; None chooses it by the number of cores and measured times. Results do not
            depend on it.
        game, opponents, seat, illegal, features, observation, mask_in, observation_key, mask_key, **options: as for `SeatEnv`.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        illegal: IllegalEffect = "end",
        features: str | FeatureSet | None = None,
        observation: Literal["array", "dict"] | None = None,
        mask_in: MaskPlace | None = None,
        observation_key: str | None = None,
        mask_key: str | None = None,
        autoreset_mode: AutoresetMode | AutoresetName = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
        num_threads: int | None = None,
        **options: Unpack[GameOptions],
    ):
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": list(VECTOR_MODES), "render_fps": FPS, "autoreset_mode": self.autoreset_mode}
        self._format = ObservationFormat.parse(observation, mask_in, observation_key, mask_key)
        self._max_steps = _step_limit(max_episode_steps)
        num_envs = whole_number("num_envs", num_envs, minimum=1)
        self._tables = LearnerTables(type(self), game, num_envs, num_threads, opponents, seat, illegal, features, options)
        self._renderer = Renderer(render_mode, self._tables.game, self._tables.options, VECTOR_MODES)
        self.render_mode = render_mode
        self._started = False
        self._ended = np.zeros(0, np.int64), np.zeros((0, self._tables.layout.size), np.float32)  # in the last step
        self.num_envs = self._tables.num_tables
        self._all_tables = np.ones(self.num_envs, bool)
        self._steps = np.zeros(self.num_envs, np.int64)  # the learner's decisions in each running game
        self.single_observation_space = self._format.space(self._tables.layout.size, self._tables.game.num_actions)
        self.single_action_space = ActionSpace(self._tables.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @exclusive
    def reset(  # type: ignore[override]
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games: table i gets the game of seed + i, of its seed in a list, or, for None, the next of its own stream.

        The first `reset` without a seed begins the streams with a random seed, so copies that were never reset differ. At a
        table that is not dealt and whose game has ended, the last observation is returned again. The masks in the infos are
        those of all tables; `_action_mask` is False at tables that are not dealt.

        Args:
            options: "reset_mask", bool (n,): the tables to deal, by default and in the first `reset` all. Other keys have no
                effect.
        """
        present = self._reset_mask(options) | (not self._started)
        seeds = self._seeds(seed)
        seeded = np.array([each is not None for each in seeds])
        rows = np.flatnonzero(present & seeded)
        self._deal(rows, np.array([seeds[row] for row in rows], np.int64))
        self._deal(np.flatnonzero(present & ~seeded))
        super().reset(seed=as_integer(seed))
        self._started = True
        observations = self._tables.observations.copy()
        ended, last_seen = self._ended
        waiting = self._tables.players[ended] < 0
        observations[ended[waiting]] = last_seen[waiting]
        masks = self._tables.learner_masks
        infos = self._infos(masks, np.zeros(self.num_envs), np.zeros(self.num_envs, bool), present)
        return self._format.apply(observations, masks), infos

    @exclusive
    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out the learner's action at every table.

        Returns:
            Observations (float32 (n, size), or a dict with it), rewards float64 (n,), terminations and truncations bool (n,),
            and infos as arrays over the tables. The bool array `_key` in the infos tells which tables have the info `key`.

        Raises:
            IllegalActionError: wrong shape or type, out of range, or illegal with `illegal="raise"`; no table has changed.
            OrderError: called before `reset`, or with `DISABLED` before the reset of a game that has ended.
        """
        tables = self._tables
        waiting = self._waiting()
        forfeits = tables.decide(self._checked(actions, waiting))
        self._steps += ~waiting
        rewards, ended = tables.learner_rewards.copy(), tables.dones
        late = ~waiting & (self._steps >= self._max_steps)
        over, truncated = ended | late, tables.truncations | late
        rows = np.flatnonzero(over)
        last_seen, scores, final = self._last_seen(rows, ended), tables.scores, {}
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        if same_step and len(rows):
            final = self._final(over, last_seen, scores, forfeits)
            scores, forfeits = np.zeros_like(scores), np.zeros_like(forfeits)
        self._deal(rows if same_step else np.flatnonzero(waiting))
        observations, masks = tables.observations.copy(), tables.learner_masks
        if not same_step:
            self._ended = rows, last_seen
            observations[rows] = last_seen
            tables.abandon(np.flatnonzero(late & ~ended))
        infos = self._infos(masks, scores, forfeits, self._all_tables) | final
        return self._format.apply(observations, masks), rewards, ended, truncated, infos

    def _last_seen(self, rows: np.ndarray, ended: np.ndarray) -> np.ndarray:
        """Return the last observations at these tables, whose games are over: float32 (len(rows), size)."""
        seen = self._tables.observations[rows]
        seen[ended[rows]] = self._tables.last_seen
        return seen

    @property
    def _busy(self) -> Any:
        """The lock that admits one thread at a time."""
        return self._tables._busy

    def _require_decisions(self) -> None:
        """Refuse to show or step tables before `reset`, or after an error of an opponent."""
        if not self._started:
            raise OrderError("there is no running game: call reset() before step()")
        self._tables.check_finished()

    def _waiting(self) -> np.ndarray:
        """Return bool (n,): the tables whose game has ended, so that the next game is dealt in this step."""
        self._require_decisions()
        waiting = self._tables.players < 0
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            raise OrderError('a game has ended: call reset(options={"reset_mask": …}) before step()')
        return waiting

    def _checked(self, actions: np.ndarray, waiting: np.ndarray) -> np.ndarray:
        return np.where(waiting, NO_ACTION, self._tables.integers(actions))

    def _deal(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        if len(rows):
            self._tables.deal_to_learner(rows, seeds)
            self._steps[rows] = 0

    def _infos(self, masks: np.ndarray, scores: np.ndarray, forfeits: np.ndarray, present: np.ndarray) -> dict[str, Any]:
        """Return the infos of all tables. The array `_key`, a copy of `present`, tells which tables have the info `key`."""
        mask = {} if self._format.holds_mask else {"action_mask": masks}
        infos = {**mask, "score": scores, "illegal_action": forfeits}
        return infos | {f"_{key}": present.copy() for key in infos}

    def _seeds(self, seed: Any) -> list[int | None]:
        """Return the seed of each table: an integer, or None for the next game of the table's own stream of random numbers."""
        if seed is None and not self._started:
            seed = random_seed()
        if as_integer(seed) is not None:
            return seeds_from(seed, self.num_envs).tolist()
        seeds = [None] * self.num_envs if seed is None else as_list(seed)
        if not isinstance(seed, list | tuple | np.ndarray | None) or len(seeds) != self.num_envs:
            raise ArgumentError(f"seed must be a whole number or a list of {self.num_envs}, not {seed!r:.80}")
        seeds = [random_seed() if each is None and not self._started else each for each in seeds]
        return [None if each is None else checked_seed(each) for each in seeds]

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        if not isinstance(options, dict) or "reset_mask" not in options:
            return np.ones(self.num_envs, bool)
        mask = array("reset_mask", options["reset_mask"])
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ArgumentError(f"reset_mask must be a bool array of shape ({self.num_envs},) with a True, not {mask!r}")
        return mask

    def _final(self, over: np.ndarray, seen: np.ndarray, scores: np.ndarray, forfeits: np.ndarray) -> dict[str, Any]:
        """Return the infos that SAME_STEP adds for games that are over: last observations and last infos."""
        masks = np.where(over[:, None], self._tables.learner_masks, np.int8(0))
        final_obs = np.full(self.num_envs, None, object)
        for row, table in enumerate(np.flatnonzero(over)):
            final_obs[table] = self._format.apply(seen[row], masks[table])
        infos = self._infos(masks, scores, forfeits, over)
        return {"final_obs": final_obs, "_final_obs": over.copy(), "final_info": infos, "_final_info": over.copy()}

    def action_masks(self) -> np.ndarray:
        """Return the action masks as a new bool array (n, A)."""
        self._require_decisions()
        return self._tables.learner_masks != 0

    @exclusive
    def render(self) -> tuple[str | np.ndarray, ...] | None:
        """Render every table as the learner sees it: texts, or uint8 pixels (height, width, 3)."""
        if self.render_mode is None:
            return None
        self._require_decisions()
        return tuple(self._renderer.render_learner(self._tables, table) for table in range(self.num_envs))


def _step_limit(steps: Any) -> float:
    """Return the maximum number of decisions per game; infinity for no limit."""
    return math.inf if steps in (None, -1) else whole_number("max_episode_steps", steps, minimum=1)


def _autoreset_mode(mode: Any) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known in AutoresetMode:
        if isinstance(mode, str) and mode in (known.value, known.name):
            return known
    names = [known.name for known in AutoresetMode]
    raise ArgumentError(f"autoreset_mode cannot be {mode!r}; {nearest(mode, names, 'modes')}")
