"""PettingZoo environments: every seat is an agent, and the agents act one after another (the AEC API).

>>> import dig_envs
>>> env = dig_envs.env("dig_v0", num_players=2)
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     done = terminated or truncated
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

`reset(seed=s)` deals the game of seed s; `reset()` deals the next game of the environment's own stream. Copies by
`copy.deepcopy`, `pickle`, `clone` and `snapshot`/`restore` continue the same game with the same dice. Rewards come at the end
of the game. If the turn limit ends the game, `truncations` are True. After an illegal action, `raw_env` raises an error, and
`env` ends the game as PettingZoo's three usual wrappers do. An environment serves one thread at a time: a call during another
thread's call raises BusyError and does nothing.
"""

import copy
import dataclasses
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.env_logger import EnvLogger

from dig_envs.adapters import aec_snapshot
from dig_envs.adapters.action_space import INTEGER_TYPES, ActionSpace
from dig_envs.adapters.aec import AECEnv, Observation, ParallelEnv
from dig_envs.adapters.arguments import ILLEGAL_EFFECTS, parse_options
from dig_envs.adapters.observation_format import MASK_IN, ObservationFormat
from dig_envs.adapters.options import EnvArguments, GameOptions, IllegalEffect, MaskPlace, RawEnvArguments, RenderMode
from dig_envs.adapters.renderer import FPS, RENDER_MODES, Renderer
from dig_envs.adapters.single_table import SingleTable
from dig_envs.adapters.state_vector import state_vector, state_vector_space
from dig_envs.core.arguments import as_integer, one_of
from dig_envs.core.batch.one_thread import busy_error, exclusive
from dig_envs.core.batch.snapshot_bytes import pack, unpack
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, OrderError, nearest
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import Game


class SetByReset:
    """An attribute that `reset` sets. A descriptor, because a method `__getattr__` would slow down every attribute."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: Any, owner: type) -> Any:
        raise AttributeError(f"{self._name} cannot be accessed before reset")


class CallOrderError(OrderError, AssertionError):
    """A method was called before `reset`. Also an AssertionError, as raised by PettingZoo's OrderEnforcingWrapper."""


class OutOfBoundsError(IllegalActionError, AssertionError):
    """The action is not in the action space. Also an AssertionError, as raised by PettingZoo's AssertOutOfBoundsWrapper."""


class RawEnv(AECEnv):
    """One table for PettingZoo. An illegal action raises IllegalActionError and does not change the game.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        render_mode: "ansi", "rgb_array", "human" or None.
        features: a feature set, by name or as an object. Its floats follow the facts in every observation.
        mask_in: the place of the action mask. "observation": observations are dicts {"observation": float32 (size,),
            "action_mask": int8 (actions,)}. "info": observations are arrays, and the mask is `infos[agent]["action_mask"]`.
            The mask of an agent that need not decide is all 0.
        observation_key, mask_key: other keys of the dicts: `observation_key="observations"` for RLlib's masking module.
        **options: the game's options, such as `num_players`.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: RenderMode | None = None,
        mask_in: MaskPlace = "observation",
        observation_key: str | None = None,
        mask_key: str | None = None,
        features: str | FeatureSet | None = None,
        **options: Unpack[GameOptions],
    ):
        super().__init__()
        game = game_of(game)
        observation = "array" if one_of("mask_in", mask_in, MASK_IN) == "info" else "dict"
        if observation == "array" and (observation_key, mask_key) != (None, None):
            raise ArgumentError('observation_key and mask_key need mask_in="observation"')
        self._format = ObservationFormat.parse(observation, mask_in, observation_key, mask_key)
        parsed = parse_options(game, type(self), options)
        self._renderer = Renderer(render_mode, game, parsed)
        self._table = SingleTable(game, parsed, features)
        self._last: tuple[int, int] | None = None  # seat and action of the last decision
        self.render_mode = render_mode
        self._changed = False  # since the last iteration of `agent_iter`
        self.metadata = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(parsed.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._num_actions = game.num_actions
        self._no_mask = np.zeros(game.num_actions, np.int8)
        space = self._format.space(self._table.layout.size, game.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: ActionSpace(game.num_actions) for agent in self.possible_agents}

    # --- the AEC interface

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations; the same object at each call."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> ActionSpace:
        """Return the space of an agent's actions; the same object at each call."""
        return self.action_spaces[self._known(agent)]

    @exclusive
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game of a seed, or the next game of the environment's own stream. `options` have no effect."""
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
        self._after_change()

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent. None removes an agent whose game has ended.

        `Env` ends the game after an illegal action, and warns after the last agent was removed.

        Raises:
            IllegalActionError: the action is not an integer, out of range or not in the mask; the game has not changed.
            OrderError: called before `reset`, or after the last agent was removed.
        """
        table = self._table
        busy = table._busy
        if not busy.acquire(False):  # `exclusive` would take twice the time
            raise busy_error(self)
        try:
            if table.player >= 0 and type(action) in INTEGER_TYPES and not self.terminations.get(self.agent_selection, True):
                if 0 <= action < self._num_actions and self._play(int(action)):  # type: ignore[operator, arg-type]
                    return
            self._step_otherwise(action)
        finally:
            busy.release()

    def _step_otherwise(self, action: Any) -> None:
        """Carry out a step that may be illegal, or be an agent's removal."""
        self._require_reset("step")
        self._require_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif not self.action_spaces[agent].contains(action):
            raise IllegalActionError(self._outside(action))
        elif not self._play(int(action)):
            raise IllegalActionError(self._table.game.actions.why_illegal(action, self._table.mask))

    def _play(self, action: int) -> bool:
        """Carry out an action, and return whether it was legal. Rewards stay 0 until the game ends."""
        table = self._table
        mover = table.player
        if not table.play(action):
            return False
        self._last = mover, action
        if table.player >= 0:
            self.agent_selection = self.possible_agents[table.player]
        else:
            self._finish(dict(zip(self.agents, table.rewards, strict=True)), not table.truncated, table.truncated)
        self._after_change()
        return True

    def _finish(self, rewards: dict[str, float], terminated: bool, truncated: bool) -> None:
        """End the game for all agents."""
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()
        self._deads_step_first()

    def _clear_rewards(self) -> None:
        """Set all rewards to 0.0."""
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _after_change(self) -> None:
        """Note the change for `agent_iter`, and update the infos and the window."""
        self._changed = True
        if not self._format.holds_mask:
            self.infos = {agent: {"action_mask": self._mask(agent).copy()} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def _mask(self, agent: str) -> np.ndarray:
        deciding = self._seats[agent] == self._table.player and not self.terminations.get(agent, True)
        return self._table.mask if deciding else self._no_mask

    if not TYPE_CHECKING:  # the types are those of `AECEnv`

        def last(self, observe: bool = True) -> Any:
            """Return the selected agent's observation, reward, termination, truncation and info.

            Raises:
                OrderError: the last agent was removed.
            """
            agent = self.agent_selection
            if not self.agents:
                self._require_agents()
            return (
                self.observe(agent) if observe else None,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )

    def observe(self, agent: str) -> Observation:
        """Return the observation of any agent, in new arrays."""
        table, form = self._table, self._format
        if not isinstance(agent, str) or self._seats.get(agent) != table.player:
            return self._observe_another(agent)
        if not form.holds_mask:
            return table.observation.copy()
        mask = self._no_mask if self.terminations.get(agent, True) else table.mask
        return {form.observation_key: table.observation.copy(), form.mask_key: mask.copy()}

    @exclusive
    def _observe_another(self, agent: str) -> Observation:
        """Return the observation of an agent that need not decide."""
        self._require_reset("observe")
        observation = self._table.observe(self._seats[self._known(agent)])
        return self._format.apply(observation, self._no_mask) if self._format.holds_mask else observation

    @exclusive
    def state(self) -> np.ndarray:
        """Return the whole state, secrets included, as a float32 vector without the random generators."""
        self._require_reset("state")
        return state_vector(self._table.state)

    @cached_property
    def state_space(self) -> spaces.Box:
        """Return the space of `state()`."""
        return state_vector_space(self._table.state)

    @exclusive
    def render(self) -> str | np.ndarray | None:
        """Render the table with all cards shown: text, uint8 pixels (height, width, 3), or with "human" a window."""
        self._require_reset("render")
        return self._renderer.render(self._table.state, None, self.possible_agents, self._last)

    @exclusive
    def _repr_svg_(self) -> str | None:
        """Return a picture for a notebook, with all cards shown; None before `reset` or if the game has no drawing."""
        if not self._table.dealt:
            return None
        return self._renderer.svg(self._table.state, None, self.possible_agents, self._last)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()

    # --- copies

    @exclusive
    def clone(self) -> Self:
        """Return an independent copy that continues the same game with the same dice."""
        return copy.deepcopy(self)

    @exclusive
    def snapshot(self) -> bytes:
        """Return the game and the stream of further games as bytes."""
        self._require_reset("snapshot")
        return pack(self._header(), {**self._table.arrays(), **aec_snapshot.agent_arrays(self)})

    @exclusive
    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot of the same game and options.

        Raises:
            SnapshotError: another game or other options, damaged bytes, or an invalid state; the environment has not changed.
        """
        _, arrays = unpack(snapshot, self._header(), {**self._table.arrays(), **aec_snapshot.empty_arrays(self)})
        self._table.check(arrays)
        aec_snapshot.check_arrays(arrays)
        self._table.set_arrays(arrays)
        self._last = None
        aec_snapshot.set_agents(self, arrays)
        self._after_change()

    def _header(self) -> dict[str, Any]:
        return {"kind": "aec", "game": self._table.game.id, "options": dataclasses.asdict(self._table.options)}

    # --- checks

    @property
    def _busy(self) -> Any:
        """The lock that admits one thread at a time."""
        return self._table._busy

    def _require_agents(self) -> None:
        if not self.agents:
            raise OrderError("the game has ended and all agents are removed: call reset()")

    def _require_reset(self, call: str) -> None:
        if not self._table.dealt:
            raise CallOrderError(f"reset() needs to be called before {call}()")

    def _outside(self, action: Any) -> str:
        return f"action {action!r} is not in the action space: integers from 0 to {self._num_actions - 1}"

    def _known(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self._seats:
            raise ArgumentError(f'there is no agent "{agent!s:.80}"; {nearest(agent, self._seats, "agents")}')
        return agent

    if not TYPE_CHECKING:  # the types are those of `AECEnv`
        agents = SetByReset()
        agent_selection = SetByReset()
        rewards = SetByReset()
        terminations = SetByReset()
        truncations = SetByReset()
        infos = SetByReset()
        _cumulative_rewards = SetByReset()


class Env(RawEnv):
    """One table for PettingZoo that checks calls and actions as PettingZoo's three usual wrappers do.

    It behaves as `OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw_env, illegal_reward)))` and takes
    a tenth of the time. After an illegal action, unlike there, the masks in the infos are all 0.

    Args:
        illegal: the effect of an action that is in range but not in the mask. "end": the game ends, and its agent gets
            `illegal_reward`, the others 0. "raise": IllegalActionError; the game does not change.
        **arguments: as for `RawEnv`.

    Attributes:
        illegal_reward: the reward of a single loser: -1 / (n - 1) with `reward="win"`, else -1.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        illegal: IllegalEffect = "end",
        **arguments: Unpack[RawEnvArguments],
    ):
        super().__init__(game, **arguments)
        self._illegal_ends = one_of("illegal", illegal, ILLEGAL_EFFECTS) == "end"
        self.illegal_reward = self._table.options.forfeit_reward

    def _step_otherwise(self, action: Any) -> None:
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
            self._was_dead_step(action)
        elif not self._play(int(action)):
            self._end_by_illegal(agent, action)

    def _end_by_illegal(self, agent: str, action: int) -> None:
        if not self._illegal_ends:
            raise IllegalActionError(self._table.game.actions.why_illegal(action, self._table.mask))
        EnvLogger.warn_on_illegal_move()
        self._finish({**dict.fromkeys(self.agents, 0.0), agent: self.illegal_reward}, True, True)
        self._after_change()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """Yield the selected agent until all agents are removed. The loop must call `step` or `reset` in each iteration."""
        self._require_reset("agent_iter")
        if as_integer(max_iter) is None:
            raise ArgumentError(f"max_iter must be a whole number, not {max_iter!r:.80}")
        return self._agents_in_turn(max_iter)

    def _agents_in_turn(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            if not self._changed:
                raise CallOrderError("need to call step() or reset() in a loop over `agent_iter`")
            self._changed = False
            max_iter -= 1
            yield self.agent_selection


class ParallelGame(turn_based_aec_to_parallel_wrapper):
    """PettingZoo's conversion of turn-based games, which here reports the active agent also in `reset` and after the end."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observations, infos = super().reset(seed, options)
        return observations, self._with_active_agent(infos)

    def step(self, actions: dict[str, Any]) -> Any:
        *results, infos = super().step(actions)
        return *results, self._with_active_agent(infos)

    def _with_active_agent(self, infos: dict[str, Any]) -> dict[str, Any]:
        active = self.aec_env.agent_selection if self.agents else None
        return {agent: {**info, "active_agent": active} for agent, info in infos.items()}


def parallel_env(
    game: str | Game, *, waiting_mask: Literal["zeros", "ones"] = "zeros", **arguments: Unpack[EnvArguments]
) -> ParallelEnv:
    """Make a game for PettingZoo's Parallel API, as `pettingzoo.make("parallel", ...)` does.

    A step takes a dict with the action of the agent that must decide. Other actions have no effect.

    skrl 2 needs the settings of its MAPPO that end in `_kwargs` as `{agent: {} for agent in env.possible_agents}`: its default,
    an empty dict, raises KeyError in any environment.

    Args:
        waiting_mask: the mask of the agents that need not decide. "zeros" shows who must decide. "ones" is for libraries that
            sample an action for every agent, such as BenchMARL: from a mask of zeros they sample NaN.
        game, **arguments: as for `Env`.
    """
    env = Env(game, **arguments)
    env._no_mask[:] = one_of("waiting_mask", waiting_mask, ("zeros", "ones")) == "ones"
    return ParallelGame(env)
