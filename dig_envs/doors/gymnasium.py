"""Gymnasium: one seat learns, agents play the others.

>>> import gymnasium, dig_envs
>>> env = gymnasium.make("dig_envs/Dig-v0", opponents="random", seat="random", num_players=2)
>>> observation, info = env.reset(seed=42)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Many tables at once, on one batch: `gymnasium.make_vec("dig_envs/Dig-v0", num_envs=256, opponents=["random", ("greedy", 2)])`.

A step goes on to the next decision of the learner's seat. `reset(seed=s)` deals the game of seed s, which also draws the
learner's seat and the opponents; `reset()` deals the next game of the environment's own stream. The reward is given when
the game ends. The turn limit is part of the game and its reward final, so a game that it ends is `terminated` as well as
`truncated`: a learner has nothing to bootstrap. Infos carry `action_mask` (int8, 1 for legal; all 0 once the game has
ended), and `illegal_action` when an illegal action ended the game.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dig_envs.core.batch import NO_ACTION, Batch, checked_seed
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, OrderError, nearest
from dig_envs.doors.action_space import ActionSpace
from dig_envs.doors.arguments import ILLEGAL, one_of, parse_options
from dig_envs.doors.opponents import parse_opponents
from dig_envs.doors.screen import FPS, RENDER_MODES, Screen


class LearnerTables(Batch):
    """Tables at which one seat learns. An ended game stays on the table until the next is dealt."""

    def __init__(
        self, door: type, game: str, num_tables: int, num_threads: int, opponents: Any, seat: Any, illegal: str, options: dict
    ):
        found = game_of(game)
        self.illegal_ends = one_of("illegal", illegal, ILLEGAL) == "end"
        parsed = parse_options(found, door, options)
        pool = parse_opponents(opponents, found)
        super().__init__(found, parsed, num_tables, None, num_threads, pool, seat, deal_again=False)

    def deal_anew(self, tables: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Deal games, of these seeds or the next of the tables' own streams, in which the learner comes to decide."""
        if seeds is None:
            self.deal_next(tables)
        else:
            self.deal(tables, seeds)
        while len(over := tables[self.players[tables] < 0]):
            self.deal_next(over)

    def decide(self, actions: np.ndarray) -> np.ndarray:
        """Step; bool (n,): where an illegal action ended the game."""
        outside = (actions >= self.game.num_actions) | ((actions < 0) & (self.players >= 0))
        if self.illegal_ends and not outside.any():
            return self.step_or_forfeit(actions)
        self.step(actions)
        return np.zeros(self.num_tables, bool)

    @property
    def last_seen(self) -> np.ndarray:
        """float32 (ended, layout.size): what the learner saw at the end of each game that ended in the last step."""
        ended = np.flatnonzero(self.dones)
        return self.final_observations[np.arange(len(ended)), self.last_learner_seats[ended]]

    def draw(self, screen: Screen, table: int) -> Any:
        """A table through the learner's eyes."""
        learner = int(self.learner_seats[table])
        names = ["learner" if seat == learner else f"player_{seat}" for seat in range(self.num_players)]
        return screen.show(self.states[table : table + 1], learner, names)


class SeatEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One table for Gymnasium, one seat of it for the learner.

    Observations are float32 (size,) in [0, 1]; neither they nor the infos share memory with what is returned later.

    Args:
        game: an id of `dig_envs.games()`.
        opponents: who plays the other seats: see `dig_envs.doors.opponents.parse_opponents`. Drawn for each game and seat.
        seat: the learner's seat, or "random": drawn for each game.
        illegal: what an action in range but not in the mask does. "end": the game ends and the learner gets the last
            place's reward (-1 / (n - 1) with `reward="win"`, else -1); "raise": IllegalActionError, and the game is as it was.
        render_mode: "ansi", "rgb_array", "human" or None.
        **options: the game's options, such as `num_players`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}

    def __init__(
        self,
        game: str,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ):
        self._tables = LearnerTables(type(self), game, 1, 1, opponents, seat, illegal, options)
        self._screen = Screen(render_mode, self._tables.game, self._tables.options)
        self._table = np.zeros(1, np.int64)
        self._running = False
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, 1.0, (self._tables.layout.size,), np.float32)
        self.action_space = ActionSpace(self._tables.game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal the game of a seed, or the next of the environment's own stream. `options` have no effect."""
        self._tables.deal_anew(self._table, None if seed is None else np.array([checked_seed(seed)]))
        super().reset(seed=seed)
        self._running = True
        self._show()
        return self._tables.observations[0].copy(), self._info()

    def step(self, action: int | np.integer) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's decision, and play on to its next one or to the end.

        Raises:
            IllegalActionError: not in the action space, or illegal where `illegal="raise"`; the game is as it was.
            OrderError: before `reset`, or after the end.
        """
        if not self._running:
            raise OrderError("no game is on, before the first reset() and after an end: call reset()")
        if not self.action_space.contains(action):
            raise IllegalActionError(f"action {action!r} is no integer from 0 to {self._tables.game.num_actions - 1}")
        tables = self._tables
        forfeit = tables.decide(np.array([action]))[0]
        info = self._info()
        if forfeit:
            info["illegal_action"] = True
        ended = bool(tables.dones[0])
        self._running = not ended
        observation = tables.last_seen[0] if ended else tables.observations[0].copy()
        self._show()
        return observation, float(tables.learner_rewards[0]), ended, bool(tables.truncations[0]), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._tables.masks[0].copy()}

    def action_masks(self) -> np.ndarray:
        """bool (n,): True where an action is legal. A copy."""
        return self._tables.masks[0] != 0

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the learner sees it: text, or uint8 pixels (height, width, 3); "human" shows a window."""
        return self._tables.draw(self._screen, 0)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._screen.close()


class SeatVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """N tables for Gymnasium on one batch. Table i plays what a `SeatEnv` with its seed plays.

    Args:
        num_envs: how many tables.
        autoreset_mode: what follows the end of a game, as a `gymnasium.vector.AutoresetMode` or its value. `SAME_STEP`
            deals the next game at once, and the end stands in `infos["final_obs"]` and `infos["final_info"]`; `NEXT_STEP`
            deals it at the next step, whose action is ignored; `DISABLED` waits for `reset(options={"reset_mask": …})`.
        render_mode: "ansi", "rgb_array" or None; `render` gives a tuple, one picture a table.
        num_threads: how many threads step the tables. Results do not depend on it.
        game, opponents, seat, illegal, **options: as for `SeatEnv`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        illegal: str = "end",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        num_threads: int = 1,
        **options: Any,
    ):
        modes = [mode for mode in RENDER_MODES if mode != "human"]
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, modes)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": modes, "render_fps": FPS, "autoreset_mode": self.autoreset_mode}
        self._tables = LearnerTables(type(self), game, num_envs, num_threads, opponents, seat, illegal, options)
        self._screen = Screen(render_mode, self._tables.game, self._tables.options)
        self._started = False
        self.num_envs = self._tables.num_tables
        self.single_observation_space = spaces.Box(0.0, 1.0, (self._tables.layout.size,), np.float32)
        self.single_action_space = ActionSpace(self._tables.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(  # type: ignore[override]
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """New games: of seed + i, of a list of seeds, or the next of each table's own stream.

        Args:
            options: "reset_mask", bool (n,): the tables that are dealt anew, all unless given. Other keys have no effect.
        """
        rows = np.flatnonzero(self._reset_mask(options))
        seeds = None if seed is None else self._seeds(seed)[rows]
        self._tables.deal_anew(rows, seeds)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._started = True
        present = np.zeros(self.num_envs, bool)
        present[rows] = True
        return self._tables.observations.copy(), self._infos(present)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out the learner's decision at every table.

        Returns:
            Observations float32 (n, size), rewards float64 (n,), terminations and truncations bool (n,), and infos, each a
            stack over the tables with its presence in `_key`.

        Raises:
            IllegalActionError: wrong shape or kind, out of range, or illegal where `illegal="raise"`; no table has moved.
            OrderError: before `reset`, or where a game has ended and `DISABLED` leaves the next to the caller.
        """
        tables = self._tables
        waiting = self._waiting()
        forfeits = tables.decide(self._checked(actions, waiting))
        rewards, ended, truncated = tables.learner_rewards.copy(), tables.dones, tables.truncations
        last_seen, last_infos = tables.last_seen, self._infos(ended, forfeits)
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        anew = ended if same_step else waiting
        if anew.any():
            tables.deal_anew(np.flatnonzero(anew))
        observations = tables.observations.copy()
        infos = self._infos(np.ones(self.num_envs, bool), None if same_step else forfeits)
        if not same_step:
            observations[ended] = last_seen
        elif ended.any():
            infos |= _final(ended, last_seen, last_infos)
        return observations, rewards, ended, truncated, infos

    def _waiting(self) -> np.ndarray:
        """bool (n,): where a game has ended and the next is to be dealt in this step."""
        waiting = self._tables.players < 0
        if not self._started:
            raise OrderError("no game is on: call reset() before step()")
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            raise OrderError('a game has ended: call reset(options={"reset_mask": …}) before step()')
        return waiting

    def _checked(self, actions: np.ndarray, waiting: np.ndarray) -> np.ndarray:
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(f"actions are {self.num_envs} integers, not {actions.dtype} of shape {actions.shape}")
        return np.where(waiting, NO_ACTION, actions)

    def _infos(self, present: np.ndarray, forfeits: np.ndarray | None = None) -> dict[str, Any]:
        """What the tables' infos say, stacked; zeros where a table has none."""
        infos = {"action_mask": np.where(present[:, None], self._tables.masks, np.int8(0)), "_action_mask": present.copy()}
        if forfeits is not None and forfeits.any():
            infos |= {"illegal_action": forfeits.copy(), "_illegal_action": forfeits.copy()}
        return infos

    def _seeds(self, seed: Any) -> np.ndarray:
        if isinstance(seed, int | np.integer):
            return checked_seed(seed) + np.arange(self.num_envs)
        if not isinstance(seed, list | tuple | np.ndarray) or len(seed) != self.num_envs:
            raise ArgumentError(f"seed is a whole number, or a list of {self.num_envs}, not {seed!r}")
        return np.array([checked_seed(one) for one in seed])

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        if not isinstance(options, dict) or "reset_mask" not in options:
            return np.ones(self.num_envs, bool)
        mask = np.asarray(options["reset_mask"])
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ArgumentError(f"reset_mask is a bool array of shape ({self.num_envs},) with at least one True, not {mask!r}")
        return mask

    def action_masks(self) -> np.ndarray:
        """bool (n, A): True where an action is legal. A copy."""
        return self._tables.masks != 0

    def render(self) -> tuple[Any, ...] | None:
        """Every table as the learner sees it there: texts, or uint8 pixels (height, width, 3)."""
        if self.render_mode is None:
            return None
        return tuple(self._tables.draw(self._screen, table) for table in range(self.num_envs))


def _final(ended: np.ndarray, last_seen: np.ndarray, last_infos: dict[str, Any]) -> dict[str, Any]:
    """What SAME_STEP adds to the infos where games have ended."""
    final_obs = np.full(len(ended), None, object)
    for row, table in enumerate(np.flatnonzero(ended)):
        final_obs[table] = last_seen[row]
    return {"final_obs": final_obs, "_final_obs": ended.copy(), "final_info": last_infos, "_final_info": ended.copy()}


def _autoreset_mode(mode: Any) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known in AutoresetMode:
        if mode in (known.value, known.name):
            return known
    names = [known.name for known in AutoresetMode]
    raise ArgumentError(f"autoreset_mode can't be {mode!r}; {nearest(mode, names, 'modes')}")
