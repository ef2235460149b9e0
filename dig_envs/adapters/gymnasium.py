"""Gymnasium environments: one seat learns, and agents play the other seats.

>>> import gymnasium, dig_envs
>>> env = gymnasium.make("dig_envs/Dig-v0", opponents="random", seat="random", num_players=2)
>>> observation, info = env.reset(seed=42)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Many tables in one batch: `gymnasium.make_vec("dig_envs/Dig-v0", num_envs=256, opponents=["random", ("greedy", 2)])`.

A step carries out the learner's action, and the opponents' actions up to the learner's next decision. `reset(seed=s)` deals the
game of seed s and draws the learner's seat and the opponents from s. `reset()` deals the next game of the environment's own
stream. The reward comes at the end of the game.

A game that ends by the turn limit is both `terminated` and `truncated`. The turn limit is a rule of the game and its reward is
final, so a learner must not bootstrap.

| info | meaning |
|---|---|
| `action_mask` | int8, 1 for legal actions; absent if the observation includes it |
| `illegal_action` | whether an illegal action ended the game |
| `score` | after the end, the points of the learner's seat with tie-breaks, more is better; before the end 0 |

After the end, the action mask allows action 0 alone. A vector environment ignores that action.

A game for one player is played for its score: `gymnasium.make("dig_envs/TwoBitBanditsSolo-v0")`.
"""

from typing import Any, Literal, Unpack

import gymnasium
import numpy as np

from dig_envs.adapters.action_space import ActionSpace
from dig_envs.adapters.learner import LearnerTables
from dig_envs.adapters.observation_format import Observation, ObservationFormat
from dig_envs.adapters.options import GameOptions, IllegalEffect, MaskPlace, RenderMode
from dig_envs.adapters.renderer import FPS, RENDER_MODES, Renderer
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.errors import IllegalActionError, OrderError
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game
from dig_envs.core.seeds import checked_seed, random_seed


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One table for Gymnasium, with one seat for the learner.

    Observations are float32 (size,) in [0, 1]. Returned arrays do not change later.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        opponents: the pool of opponents (`dig_envs.adapters.opponents.parse_opponents`), drawn for each game and seat.
        seat: the learner's seat, or "random": drawn for each game.
        illegal: the effect of an action that is in range but not in the mask. "end": the game ends with the last place's reward
            for the learner, -1 / (n - 1) with `reward="win"`, else -1. "raise": IllegalActionError; the game does not change.
        features: a feature set, by name or as an object. Its floats follow the facts in every observation.
        observation: "array", or "dict" for {"observation": float32 (size,), "action_mask": int8 (actions,)}. The default is
            "array", or "dict" if `mask_in` or a key requires a dict.
        mask_in: "info" or "observation", the place of the action mask. The default follows from `observation`.
        observation_key, mask_key: other keys of the dict: `observation_key="observations"` for RLlib's masking module,
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
        illegal: IllegalEffect = "end",
        features: str | FeatureSet | None = None,
        observation: Literal["array", "dict"] | None = None,
        mask_in: MaskPlace | None = None,
        observation_key: str | None = None,
        mask_key: str | None = None,
        render_mode: RenderMode | None = None,
        **options: Unpack[GameOptions],
    ):
        self._format = ObservationFormat.parse(observation, mask_in, observation_key, mask_key)
        self._tables = LearnerTables(type(self), game, 1, 1, opponents, seat, illegal, features, options)
        self._renderer = Renderer(render_mode, self._tables.game, self._tables.options)
        self._table = np.zeros(1, np.int64)
        self._started = self._running = False  # whether a game has been dealt by `reset`, and whether it is running
        self._last: int | None = None  # the learner's last action in this game
        self.render_mode = render_mode
        self.observation_space = self._format.space(self._tables.layout.size, self._tables.game.num_actions)
        self.action_space = ActionSpace(self._tables.game.num_actions)

    @exclusive
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal the game of a seed, or the next game of the environment's own stream. `options` have no effect.

        The first `reset` without a seed begins the stream with a random seed, so copies that were never reset differ.
        """
        seed = None if seed is None else checked_seed(seed)
        drawn = random_seed() if seed is None and not self._started else seed
        self._tables.deal_to_learner(self._table, None if drawn is None else np.array([drawn]))
        super().reset(seed=seed)
        self._started = self._running = True
        self._last = None
        self._render_window()
        return self._format.apply(self._tables.observations[0].copy(), self._tables.masks[0]), self._info(0.0, False)

    @exclusive
    def step(self, action: int | np.integer) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action, and play to its next decision or to the end.

        Raises:
            IllegalActionError: the action is outside the action space, or illegal with `illegal="raise"`; nothing has changed.
            OrderError: called before `reset` or after the end.
        """
        if not self._running:
            raise OrderError("there is no running game: call reset() before the first step() and after each end")
        if not self.action_space.contains(action):
            raise IllegalActionError(f"action {action!r} is not an integer from 0 to {self._tables.game.num_actions - 1}")
        tables = self._tables
        forfeit = tables.decide(np.array([int(action)]))[0]
        self._last = int(action)
        ended = bool(tables.dones[0])
        self._running = not ended
        observation = tables.last_seen[0] if ended else tables.observations[0].copy()
        self._render_window()
        observed = self._format.apply(observation, tables.learner_masks[0])
        info = self._info(float(tables.scores[0]), bool(forfeit))
        return observed, float(tables.learner_rewards[0]), ended, bool(tables.truncations[0]), info

    @property
    def _busy(self) -> Any:
        """The lock that admits one thread at a time."""
        return self._tables._busy

    def _info(self, score: float, illegal_action: bool) -> dict[str, Any]:
        mask = {} if self._format.holds_mask else {"action_mask": self._tables.learner_masks[0]}
        return {**mask, "score": score, "illegal_action": illegal_action}

    def _require_decision(self) -> None:
        """Refuse to show a table before `reset`, or after an error of an opponent."""
        if not self._started:
            raise OrderError("there is no game yet: call reset()")
        self._tables.check_finished()

    def action_masks(self) -> np.ndarray:
        """Return the action mask as a new bool array (n,)."""
        self._require_decision()
        return self._tables.learner_masks[0] != 0

    def _render_window(self) -> None:
        if self.render_mode == "human":
            self.render()

    @exclusive
    def render(self) -> str | np.ndarray | None:  # type: ignore[override]
        """Render the table as the learner sees it: text, uint8 pixels (height, width, 3), or with "human" a window."""
        self._require_decision()
        return self._renderer.render_learner(self._tables, 0, self._last)

    @exclusive
    def _repr_svg_(self) -> str | None:
        """Return the learner's view for a notebook; None before `reset` or if the game has no drawing."""
        if not self._started:
            return None
        self._require_decision()
        return self._renderer.learner_svg(self._tables, 0, self._last)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()
