"""Adapt a game to PettingZoo: every seat an agent, one decision after another (the AEC interface).

>>> import dig_envs
>>> env = dig_envs.env("dig_v0", num_players=2)
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     done = terminated or truncated
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

`reset(seed=s)` deals the game of seed s, `reset()` the next of the environment's own stream. `copy.deepcopy`, `pickle`,
`clone` and `snapshot`/`restore` go on with the same game, dice included. Rewards are given when the game ends; where the
turn limit ends it, `truncations` are True. `raw_env` refuses an illegal action and leaves the game as it was; `env` ends
the game, as PettingZoo's three usual wrappers do together. An environment serves one thread at a time, whichever: a call
while another thread is in one raises BusyError, and does nothing.
"""

import copy
import dataclasses
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger

from dig_envs.adapters import aec_snapshot
from dig_envs.adapters.action_space import ActionSpace
from dig_envs.adapters.aec import AECEnv, Observation
from dig_envs.adapters.arguments import ILLEGAL, one_of, parse_options
from dig_envs.adapters.observing import MASK_IN, Form
from dig_envs.adapters.options import GameOptions
from dig_envs.adapters.screen import FPS, RENDER_MODES, Screen
from dig_envs.adapters.state_vector import state_vector, state_vector_space
from dig_envs.adapters.table import Table
from dig_envs.core.batch.batch import illegal_action
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.batch.snapshot_bytes import pack, unpack
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, OrderError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game

BOOKS = ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
SET_BY_RESET = ("agents", "num_agents", "agent_selection", *BOOKS)


class CallOrderError(OrderError, AssertionError):
    """A call came before `reset`. PettingZoo's OrderEnforcingWrapper raises AssertionError."""


class OutOfBoundsError(IllegalActionError, AssertionError):
    """The action is not in the action space. PettingZoo's AssertOutOfBoundsWrapper raises AssertionError."""


class RawEnv(AECEnv):
    """One game for PettingZoo. An illegal action raises IllegalActionError and leaves the game as it was.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        render_mode: "ansi", "rgb_array", "human" or None.
        features: a feature set, by name or as an object, whose floats follow the facts in every observation.
        mask_in: where the mask of legal actions stands: "observation" gives dicts {"observation": float32 (size,),
            "action_mask": int8 (actions,)}; "info" gives plain arrays, and the mask in `infos[agent]["action_mask"]`.
            Only the agent that must decide has ones in its mask.
        observation_key, mask_key: other names in those dicts: `observation_key="observations"` for RLlib's masking module.
        **options: the game's options, such as `num_players`.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: str | None = None,
        mask_in: str = "observation",
        observation_key: str | None = None,
        mask_key: str | None = None,
        features: str | FeatureSet | None = None,
        **options: Unpack[GameOptions],
    ):
        super().__init__()
        found = game_of(game)
        form = "array" if one_of("mask_in", mask_in, MASK_IN) == "info" else "dict"
        self._form = Form.parse(form, mask_in, observation_key, mask_key)
        parsed = parse_options(found, type(self), options)
        self._screen = Screen(render_mode, found, parsed)
        self._table = Table(found, parsed, features)
        self._last: tuple[int, int] | None = None  # the seat and the action that led here
        self.render_mode = render_mode
        self.metadata = {
            "name": found.id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(parsed.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_mask = np.zeros(found.num_actions, np.int8)
        space = self._form.space(self._table.layout.size, found.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: ActionSpace(found.num_actions) for agent in self.possible_agents}

    # --- the AEC interface

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations; the same object at each call."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> ActionSpace:
        """Return the space of an agent's actions; the same object at each call."""
        return self.action_spaces[self._known(agent)]

    @exclusive
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game of a seed; without one, the next game of the environment's own stream. `options` have no effect."""
        self._table.deal(seed)
        self._last = None
        self._skip_agent_selection: str | None = None
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[self._table.player]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._follow_up()

    @exclusive
    def step(self, action: int | None) -> None:
        """Carry out the decision of the selected agent; None removes an agent whose game has ended.

        Raises:
            IllegalActionError: no integer, out of range or not in the mask; the game is as it was.
            OrderError: before `reset`, or after the last agent was removed.
        """
        self._require_reset("step")
        if not self.agents:
            raise OrderError("the game has ended and every agent is gone: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
        elif not self.action_spaces[agent].contains(action):
            raise IllegalActionError(self._outside(action))
        elif not self._table.mask[action]:
            raise IllegalActionError(illegal_action(self._table.game, action, self._table.mask))
        else:
            self._play(action)  # type: ignore[arg-type]

    def _play(self, action: int) -> None:
        """Carry out a legal action. Until the game ends there are no rewards to clear or to add."""
        table = self._table
        self._last = table.player, action
        table.play(action)
        if table.player >= 0:
            self.agent_selection = self.possible_agents[table.player]
        else:
            self._finish(dict(zip(self.agents, table.rewards, strict=True)), not table.truncated, table.truncated)
        self._follow_up()

    def _finish(self, rewards: dict[str, float], terminated: bool, truncated: bool) -> None:
        """End the game for all agents at once."""
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()
        self._deads_step_first()

    def _clear_rewards(self) -> None:
        """Set all rewards to 0.0."""
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _follow_up(self) -> None:
        """Update infos and the window after a change of the game."""
        if not self._form.holds_mask:
            self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def _mask(self, agent: str) -> np.ndarray:
        deciding = self._seats[agent] == self._table.player and not self.terminations.get(agent, True)
        return (self._table.mask if deciding else self._no_mask).copy()

    @exclusive
    def observe(self, agent: str) -> Observation:
        """Return what an agent observes now, whether it must decide or not, in new arrays."""
        self._require_reset("observe")
        table, seat = self._table, self._seats[self._known(agent)]
        observation = table.observation.copy() if seat == table.player else table.observe(seat)
        return self._form.observed(observation, self._mask(agent)) if self._form.holds_mask else observation

    @exclusive
    def state(self) -> np.ndarray:
        """Return the whole state, secrets included, as a float32 vector: every number of the record but the generator's."""
        self._require_reset("state")
        return state_vector(self._table.state)

    @cached_property
    def state_space(self) -> spaces.Box:
        """Return the space of `state()`."""
        return state_vector_space(self._table.state)

    @exclusive
    def render(self) -> Any:
        """Draw the table, all cards open: text ("ansi"), uint8 pixels (height, width, 3) ("rgb_array") or in a window."""
        self._require_reset("render")
        return self._screen.show(self._table.state, None, self.possible_agents, self._last)

    @exclusive
    def _repr_svg_(self) -> str | None:
        """Return the table, all cards open, as notebooks show it; None before `reset`, and where the game has no drawing."""
        if not self._table.dealt:
            return None
        return self._screen.picture(self._table.state, None, self.possible_agents, self._last)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._screen.close()

    # --- copies

    @exclusive
    def clone(self) -> "RawEnv":
        """Copy the environment into an independent one that goes on with the same game, dice included."""
        return copy.deepcopy(self)

    @exclusive
    def snapshot(self) -> bytes:
        """Return the game as bytes, the stream of further games included."""
        self._require_reset("snapshot")
        return pack(self._header(), {**self._table.arrays(), **aec_snapshot.written(self)})

    @exclusive
    def restore(self, snapshot: bytes) -> None:
        """Go on from a snapshot of the same game and options.

        Raises:
            SnapshotError: not such a snapshot, damaged, or an unsound state; the environment is as it was.
        """
        found = unpack(snapshot, self._header(), {**self._table.arrays(), **aec_snapshot.blank(self)}).arrays
        self._table.check(found)
        aec_snapshot.check(found)
        self._table.go_on_from(found)
        self._last = None
        aec_snapshot.read(self, found)
        self._follow_up()

    def _header(self) -> dict[str, Any]:
        return {"kind": "aec", "game": self._table.game.id, "options": dataclasses.asdict(self._table.options)}

    # --- checks

    @property
    def _busy(self) -> Any:
        """The lock that lets one thread at a time into the table."""
        return self._table._busy

    def _require_reset(self, call: str) -> None:
        if not self._table.dealt:
            raise CallOrderError(f"reset() needs to be called before {call}()")

    def _outside(self, action: Any) -> str:
        return f"action {action!r} is not in the action space: integers from 0 to {len(self._no_mask) - 1}"

    def _known(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self._seats:
            raise ArgumentError(f'there is no agent "{agent!s:.80}"; {nearest(agent, self._seats, "agents")}')
        return agent

    if not TYPE_CHECKING:  # which would take any name for an attribute

        def __getattr__(self, name: str) -> Any:
            if name in SET_BY_RESET:
                raise AttributeError(f"{name} cannot be accessed before reset")
            raise AttributeError(f"{type(self).__name__} has no attribute {name}")


class Env(RawEnv):
    """One game for PettingZoo, with checks of order, bounds and legality that end as in PettingZoo's three usual wrappers.

    Those are `OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw_env, illegal_reward)))`, at a
    tenth of the time.

    Args:
        illegal: what an action in range but not in the mask does. "end" ends the game for all; its agent gets
            `illegal_reward`, the others 0. "raise" raises IllegalActionError and leaves the game as it was.

    Attributes:
        illegal_reward: the reward of a single loser: -1 / (n - 1) with `reward="win"`, else -1.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: str | None = None,
        mask_in: str = "observation",
        observation_key: str | None = None,
        mask_key: str | None = None,
        features: str | FeatureSet | None = None,
        illegal: str = "end",
        **options: Unpack[GameOptions],
    ):
        super().__init__(
            game,
            render_mode=render_mode,
            mask_in=mask_in,
            observation_key=observation_key,
            mask_key=mask_key,
            features=features,
            **options,
        )
        self._illegal_ends = one_of("illegal", illegal, ILLEGAL) == "end"
        self.illegal_reward = self._table.options.forfeit_reward
        self._changed = False

    @exclusive
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._changed = True

    @exclusive
    def step(self, action: int | None) -> None:
        """Carry out the decision of the selected agent; None removes an agent whose game has ended.

        Raises:
            OutOfBoundsError: not in the action space; the game is as it was.
            CallOrderError: before `reset`. After the last agent was removed there is a warning, and nothing is done.
        """
        self._require_reset("step")
        self._changed = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        if not (self.action_spaces[agent].contains(action) or (dead and action is None)):
            raise OutOfBoundsError(self._outside(action))
        if dead:
            self._was_dead_step(action)  # type: ignore[arg-type]
        elif self._table.mask[action]:
            self._play(action)  # type: ignore[arg-type]
        else:
            self._take_illegal(agent, action)  # type: ignore[arg-type]

    def _take_illegal(self, agent: str, action: int) -> None:
        if not self._illegal_ends:
            raise IllegalActionError(illegal_action(self._table.game, action, self._table.mask))
        EnvLogger.warn_on_illegal_move()
        self._finish({**dict.fromkeys(self.agents, 0.0), agent: self.illegal_reward}, True, True)

    @exclusive
    def restore(self, snapshot: bytes) -> None:
        super().restore(snapshot)
        self._changed = True

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """Yield the selected agent until none is left. The loop must call `step` or `reset` each time round."""
        self._require_reset("agent_iter")
        if not isinstance(max_iter, int | np.integer):
            raise ArgumentError(f"max_iter is a whole number, not {max_iter!r:.80}")
        return self._agents_in_turn(max_iter)

    def _agents_in_turn(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            if not self._changed:
                raise CallOrderError("need to call step() or reset() in a loop over `agent_iter`")
            self._changed = False
            max_iter -= 1
            yield self.agent_selection
