"""Adapt many tables to Gymnasium at once: `SeatEnv` as a `VectorEnv` on one batch.

>>> import gymnasium, dig_envs
>>> envs = gymnasium.make_vec("dig_envs/Dig-v0", num_envs=256, opponents="random")
>>> observations, infos = envs.reset(seed=42)
>>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
"""

import math
from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dig_envs.adapters.action_space import ActionSpace
from dig_envs.adapters.arguments import one_of
from dig_envs.adapters.learner import LearnerTables
from dig_envs.adapters.observing import Form
from dig_envs.adapters.options import GameOptions
from dig_envs.adapters.screen import FPS, RENDER_MODES, Screen
from dig_envs.core.arguments import array, listed, whole_number
from dig_envs.core.batch.batch import NO_ACTION, checked_seed, seeds_from
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.errors import ArgumentError, IllegalActionError, OrderError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game


class SeatVectorEnv(VectorEnv[Any, np.ndarray, np.ndarray]):
    """N tables for Gymnasium on one batch. Table i plays what a `SeatEnv` with its seed plays.

    Args:
        num_envs: how many tables.
        autoreset_mode: what follows the end of a game, as a `gymnasium.vector.AutoresetMode` or its value. `NEXT_STEP`, which
            is Gymnasium's own default and what some of its wrappers ask for, deals the next game at the next step, whose action
            is ignored; `SAME_STEP` deals it at once, and the end stands in `infos["final_obs"]` and `infos["final_info"]`;
            `DISABLED` waits for `reset(options={"reset_mask": …})`.
        max_episode_steps: a game that takes so many of the learner's decisions is cut off and `truncated`, as by Gymnasium's
            `TimeLimit`: nobody is paid. It is no rule of the game, as the option `max_turns` is. No such limit if None or -1.
        render_mode: "ansi", "rgb_array" or None; `render` gives a tuple, one picture a table.
        num_threads: at most so many threads step the tables; if None, as many as there are cores and as pay. Results do not
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
        illegal: str = "end",
        features: str | FeatureSet | None = None,
        observation: str | None = None,
        mask_in: str | None = None,
        observation_key: str | None = None,
        mask_key: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        num_threads: int | None = None,
        **options: Unpack[GameOptions],
    ):
        modes = [mode for mode in RENDER_MODES if mode != "human"]
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, modes)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": modes, "render_fps": FPS, "autoreset_mode": self.autoreset_mode}
        self._form = Form.parse(observation, mask_in, observation_key, mask_key)
        self._most_steps = _step_limit(max_episode_steps)
        self._tables = LearnerTables(type(self), game, num_envs, num_threads, opponents, seat, illegal, features, options)
        self._screen = Screen(render_mode, self._tables.game, self._tables.options)
        self._started = False
        self.num_envs = self._tables.num_tables
        self._everywhere = np.ones(self.num_envs, bool)
        self._steps = np.zeros(self.num_envs, np.int64)  # the learner's decisions in each game
        self.single_observation_space = self._form.space(self._tables.layout.size, self._tables.game.num_actions)
        self.single_action_space = ActionSpace(self._tables.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @exclusive
    def reset(  # type: ignore[override]
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal new games: of seed + i, of a list of seeds, or the next of each table's own stream.

        Args:
            options: "reset_mask", bool (n,): the tables that are dealt anew, all unless given. Other keys have no effect.
        """
        rows = np.flatnonzero(self._reset_mask(options))
        seeds = None if seed is None else self._seeds(seed)[rows]
        self._deal_anew(rows, seeds)
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        self._started = True
        present = np.zeros(self.num_envs, bool)
        present[rows] = True
        return self._observed(self._tables.observations.copy()), self._infos(present)

    @exclusive
    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out the learner's decision at every table.

        Returns:
            What is observed at all tables (float32 (n, size), or a dict that holds it), rewards float64 (n,), terminations and
            truncations bool (n,), and infos, each a stack over the tables with its presence in `_key`.

        Raises:
            IllegalActionError: wrong shape or kind, out of range, or illegal where `illegal="raise"`; no table has moved.
            OrderError: before `reset`, or where a game has ended and `DISABLED` leaves the next to the caller.
        """
        tables = self._tables
        waiting = self._waiting()
        forfeits = tables.decide(self._checked(actions, waiting))
        self._steps += ~waiting
        rewards, ended = tables.learner_rewards.copy(), tables.dones
        late = ~waiting & (self._steps >= self._most_steps)
        over, truncated = ended | late, tables.truncations | late
        rows = np.flatnonzero(over)
        last_seen, last_masks, last_infos = self._last_seen(rows, ended), tables.masks[rows], self._infos(over)
        ends = self._ends(ended, forfeits)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = self._final(over, last_seen, last_masks, last_infos | ends) if len(rows) else {}
            self._deal_anew(rows)
            return self._observed(tables.observations.copy()), rewards, ended, truncated, self._infos(self._everywhere) | final
        self._deal_anew(np.flatnonzero(waiting))
        observations = tables.observations.copy()
        observations[rows] = last_seen
        observed, infos = self._observed(observations), self._infos(self._everywhere) | ends
        tables.abandon(np.flatnonzero(late & ~ended))
        return observed, rewards, ended, truncated, infos

    def _last_seen(self, rows: np.ndarray, ended: np.ndarray) -> np.ndarray:
        """Return what the learner saw last at these tables, where games are over: float32 (len(rows), size)."""
        seen = self._tables.observations[rows]
        seen[ended[rows]] = self._tables.last_seen
        return seen

    @property
    def _busy(self) -> Any:
        """The lock that lets one thread at a time into the tables."""
        return self._tables._busy

    def _waiting(self) -> np.ndarray:
        """Tell where a game has ended and the next is to be dealt in this step: bool (n,)."""
        waiting = self._tables.players < 0
        if not self._started:
            raise OrderError("no game is on: call reset() before step()")
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            raise OrderError('a game has ended: call reset(options={"reset_mask": …}) before step()')
        return waiting

    def _checked(self, actions: np.ndarray, waiting: np.ndarray) -> np.ndarray:
        actions = array("actions", actions, IllegalActionError)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(f"actions are {self.num_envs} integers, not {actions.dtype} of shape {actions.shape}")
        return np.where(waiting, NO_ACTION, actions)

    def _deal_anew(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        if len(rows):
            self._tables.deal_anew(rows, seeds)
            self._steps[rows] = 0

    def _observed(self, facts: np.ndarray) -> Any:
        return self._form.observed(facts, self._tables.masks.copy() if self._form.holds_mask else self._tables.masks)

    def _infos(self, present: np.ndarray) -> dict[str, Any]:
        """Stack the infos of all tables; zeros where a table has none."""
        if self._form.holds_mask:
            return {}
        return {"action_mask": np.where(present[:, None], self._tables.masks, np.int8(0)), "_action_mask": present.copy()}

    def _ends(self, ended: np.ndarray, forfeits: np.ndarray) -> dict[str, Any]:
        """Return what the infos add where games have ended."""
        infos = {"score": self._tables.scores, "_score": ended.copy()} if ended.any() else {}
        if forfeits.any():
            infos |= {"illegal_action": forfeits.copy(), "_illegal_action": forfeits.copy()}
        return infos

    def _seeds(self, seed: Any) -> np.ndarray:
        if isinstance(seed, int | np.integer):
            return seeds_from(seed, self.num_envs)
        if not isinstance(seed, list | tuple | np.ndarray) or len(listed(seed)) != self.num_envs:
            raise ArgumentError(f"seed is a whole number, or a list of {self.num_envs}, not {seed!r:.80}")
        return np.array([checked_seed(one) for one in listed(seed)])

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        if not isinstance(options, dict) or "reset_mask" not in options:
            return np.ones(self.num_envs, bool)
        mask = array("reset_mask", options["reset_mask"])
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ArgumentError(f"reset_mask is a bool array of shape ({self.num_envs},) with at least one True, not {mask!r}")
        return mask

    def _final(self, over: np.ndarray, seen: np.ndarray, masks: np.ndarray, infos: dict[str, Any]) -> dict[str, Any]:
        """Return what SAME_STEP adds to the infos where games are over: what was seen there last, and the infos."""
        final_obs = np.full(self.num_envs, None, object)
        for row, table in enumerate(np.flatnonzero(over)):
            final_obs[table] = self._form.observed(seen[row], masks[row])
        return {"final_obs": final_obs, "_final_obs": over.copy(), "final_info": infos, "_final_info": over.copy()}

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as a new bool array (n, A)."""
        return self._tables.masks != 0

    @exclusive
    def render(self) -> tuple[Any, ...] | None:
        """Draw every table as the learner sees it there: texts, or uint8 pixels (height, width, 3)."""
        if self.render_mode is None:
            return None
        return tuple(self._screen.show_learner(self._tables, table) for table in range(self.num_envs))


def _step_limit(steps: Any) -> float:
    """Return how many decisions a game may take; infinity for no limit."""
    return math.inf if steps in (None, -1) else whole_number("max_episode_steps", steps, least=1)


def _autoreset_mode(mode: Any) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known in AutoresetMode:
        if isinstance(mode, str) and mode in (known.value, known.name):
            return known
    names = [known.name for known in AutoresetMode]
    raise ArgumentError(f"autoreset_mode can't be {mode!r}; {nearest(mode, names, 'modes')}")
