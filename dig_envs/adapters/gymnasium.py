"""Adapt a game to Gymnasium: one seat learns, agents play the others.

>>> import gymnasium, dig_envs
>>> env = gymnasium.make("dig_envs/Dig-v0", opponents="random", seat="random", num_players=2)
>>> observation, info = env.reset(seed=42)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Many tables at once, on one batch: `gymnasium.make_vec("dig_envs/Dig-v0", num_envs=256, opponents=["random", ("greedy", 2)])`.

A step goes on to the next decision of the learner's seat. `reset(seed=s)` deals the game of seed s, which also draws the
learner's seat and the opponents; `reset()` deals the next game of the environment's own stream. The reward is given when
the game ends. The turn limit is part of the game and its reward final, so a game that it ends is `terminated` as well as
`truncated`: a learner has nothing to bootstrap. Infos carry `action_mask` (int8, 1 for legal; all 0 once the game has
ended), unless it stands in the observation, `illegal_action` when an illegal action ended the game, and at the end of every
game `score`: the result of the learner's seat as the standings have it (points with tie-breaks; more is better). That is the
record to beat in a game played alone: `gymnasium.make("dig_envs/TwoBitBanditsSolo-v0")`.
"""

from typing import Any, Unpack

import gymnasium
import numpy as np

from dig_envs.adapters.action_space import ActionSpace
from dig_envs.adapters.arguments import seed_of_sum
from dig_envs.adapters.learner import LearnerTables
from dig_envs.adapters.observing import Form
from dig_envs.adapters.options import GameOptions
from dig_envs.adapters.screen import FPS, RENDER_MODES, Screen
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.errors import IllegalActionError, OrderError
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """One table for Gymnasium, one seat of it for the learner.

    What is observed is float32 (size,) in [0, 1]; neither it nor the infos share memory with what is returned later.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        opponents: who plays the other seats: see `dig_envs.adapters.opponents.parse_opponents`. Drawn for each game and seat.
        seat: the learner's seat, or "random": drawn for each game.
        illegal: what an action in range but not in the mask does. "end": the game ends and the learner gets the last
            place's reward (-1 / (n - 1) with `reward="win"`, else -1); "raise": IllegalActionError, and the game is as it was.
        features: a feature set, by name or as an object, whose floats follow the facts in every observation.
        observation: "array" for plain arrays, "dict" for {"observation": float32 (size,), "action_mask": int8 (actions,)}; an
            array unless `mask_in` or a key asks for a dict.
        mask_in: "info" has the mask of legal actions in the infos alone, "observation" in the observation, which is a dict,
            alone; as `observation` has it if None.
        observation_key, mask_key: other names in that dict: `observation_key="observations"` for RLlib's masking module,
            `observation_key="obs", mask_key="mask"` for Tianshou.
        render_mode: "ansi", "rgb_array", "human" or None.
        **options: the game's options, such as `num_players`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        illegal: str = "end",
        features: str | FeatureSet | None = None,
        observation: str | None = None,
        mask_in: str | None = None,
        observation_key: str | None = None,
        mask_key: str | None = None,
        render_mode: str | None = None,
        **options: Unpack[GameOptions],
    ):
        self._form = Form.parse(observation, mask_in, observation_key, mask_key)
        self._tables = LearnerTables(type(self), game, 1, 1, opponents, seat, illegal, features, options)
        self._screen = Screen(render_mode, self._tables.game, self._tables.options)
        self._table = np.zeros(1, np.int64)
        self._running = False
        self._last: int | None = None  # the learner's last action in this game
        self.render_mode = render_mode
        self.observation_space = self._form.space(self._tables.layout.size, self._tables.game.num_actions)
        self.action_space = ActionSpace(self._tables.game.num_actions)

    @exclusive
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the game of a seed, or the next of the environment's own stream. `options` have no effect.

        After the last seed, 2**63 - 1, comes 0, so that vector environments, which add to a seed, may begin with any.
        """
        seed = None if seed is None else seed_of_sum(seed)
        self._tables.deal_anew(self._table, None if seed is None else np.array([seed]))
        super().reset(seed=seed)
        self._running, self._last = True, None
        self._show()
        return self._observed(self._tables.observations[0].copy()), self._info()

    @exclusive
    def step(self, action: int | np.integer) -> tuple[Any, float, bool, bool, dict[str, Any]]:
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
        self._last = int(action)
        info = self._info()
        if forfeit:
            info["illegal_action"] = True
        ended = bool(tables.dones[0])
        self._running = not ended
        if ended:
            info["score"] = float(tables.scores[0])
        observation = tables.last_seen[0] if ended else tables.observations[0].copy()
        self._show()
        return self._observed(observation), float(tables.learner_rewards[0]), ended, bool(tables.truncations[0]), info

    @property
    def _busy(self) -> Any:
        """The lock that lets one thread at a time into the tables."""
        return self._tables._busy

    def _observed(self, facts: np.ndarray) -> Any:
        return self._form.observed(facts, self._tables.masks[0].copy() if self._form.holds_mask else self._tables.masks[0])

    def _info(self) -> dict[str, Any]:
        return {} if self._form.holds_mask else {"action_mask": self._tables.masks[0].copy()}

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as a new bool array (n,)."""
        return self._tables.masks[0] != 0

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    @exclusive
    def render(self) -> Any:
        """Draw the table as the learner sees it: text, or uint8 pixels (height, width, 3); "human" shows a window."""
        return self._screen.show_learner(self._tables, 0, self._last)

    @exclusive
    def _repr_svg_(self) -> str | None:
        """Return the table, as the learner sees it, as notebooks show it; None where the game has no drawing."""
        return self._screen.picture_learner(self._tables, 0, self._last)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._screen.close()
