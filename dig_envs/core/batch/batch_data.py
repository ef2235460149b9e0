"""The data of a batch, what its arrays show, and copies."""

import copy
import operator
from threading import RLock
from typing import Any, Self

import numpy as np

from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.arguments import whole_number
from dig_envs.core.batch.batch_agents import BatchAgents
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.catalogue import game_of
from dig_envs.core.engine import engine_of, kernels
from dig_envs.core.engine.record_arrays import copy_records, copy_rows
from dig_envs.core.errors import ArgumentError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game, Options

NOT_COPIED = ("engine", "layout", "_features", "_busy", "_packed")


class BatchData:
    """The arrays, agents and random generator of a batch (`dig_envs.core.batch.batch.Batch`, which plays)."""

    _generator: np.random.Generator

    def __init__(self, game: Game, options: Options, num_tables: int, features: str | FeatureSet | None):
        self.game = game = game_of(game)
        self.options = game.checked(options)
        self.num_players = options.num_players
        self.num_tables = num_tables = whole_number("num_tables", num_tables, minimum=1)
        self.features = find_features(features, game)
        self._prepare()
        self._setup = np.zeros(1, self.engine.setup)
        self._setup["template"] = game.template(options)
        self._setup["facts"] = game.layout(options).size
        self._states = np.zeros(num_tables, game.state)
        self._finals = np.zeros(num_tables, game.state)
        self._statuses = np.zeros(num_tables, self.engine.status)
        self._statuses["controllers"] = kernels.CALLER
        self._statuses["opponents"] = self._statuses["last_opponents"] = -1
        self._pool = np.zeros(0, kernels.POOL)
        self._agents = BatchAgents(self.engine, self.options, [])
        self._observations = np.zeros((num_tables, self.layout.size), np.float32)
        self.masks = np.zeros((num_tables, game.num_actions), np.int8)
        self._all = np.arange(num_tables)

    def _prepare(self) -> None:
        """Set what belongs to one process: the lock, compiled code and its addresses."""
        self._busy = RLock()
        self._packed: tuple[tuple, Any] | None = None
        self.engine = engine_of(self.game)
        added = features_layout(self.features, self.options)
        self.layout = self.game.layout(self.options) + added
        functions = [] if self.features is None else [self.features.function]
        self._features = self.engine.features(functions, added.size)

    @property
    def agents(self) -> list[Agent]:
        """The agents of the opponents' pool and of seats."""
        return self._agents.agents

    @property
    def num_facts(self) -> int:
        """The number of an observation's floats before the features."""
        return int(self._setup["facts"][0])

    @property
    def kernel_tables(self) -> kernels.Tables:
        """The arrays that compiled kernels read and change in place. Changing the agents replaces some of them."""
        return kernels.Tables(
            self._states,
            self._statuses,
            self._setup,
            self._pool,
            self._agents.bots,
            self._features,
            self._finals,
            self._observations,
            self.masks,
        )

    @property
    def _pointers(self) -> Any:
        """The tables in the form that `engine.advance` takes, made anew after the engine or an array was replaced."""
        tables = self.kernel_tables
        parts = self.engine, *tables
        if self._packed is None or not all(map(operator.is_, parts, self._packed[0])):
            self._packed = parts, self.engine.pointers_of(tables)
        return self._packed[1]

    # --- the decisions, and the games that ended

    @property
    def observations(self) -> np.ndarray:
        """float32 (n, layout.size), read-only: the observation of the seat that must decide; 0 after the end of the game."""
        view = self._observations.view()
        view.flags.writeable = False  # the next step zeroes only the parts that it knows to be written
        return view

    def decisions(self, tables: np.ndarray | None = None, generator: np.random.Generator | None = None) -> Decisions:
        """Return the decisions that the running games wait for, as the argument of `Agent.act`.

        Args:
            tables: integers (m,), tables whose game is running; None for all of them.
            generator: the source of the agent's random numbers; None for the batch's generator.

        >>> from dig_envs import agents
        >>> import dig_envs
        >>> batch = dig_envs.batch("dig_v0", num_tables=4, seed=1)
        >>> batch.step(agents.make("greedy", game="dig_v0").act(batch.decisions()))
        """
        tables = np.flatnonzero(self._statuses["player"] >= 0) if tables is None else tables
        players, observations = self._statuses["player"][tables], self._observations[tables, : self.num_facts]
        states, masks = copy_rows(self._states, tables), self.masks[tables]
        return Decisions.of(self.game, states, players, observations, masks, generator or self._generator)

    @property
    def players(self) -> np.ndarray:
        """int8 (n,): the seat that must decide; -1 after the end of the game."""
        return self._statuses["player"]

    @property
    def dones(self) -> np.ndarray:
        """bool (n,): whether a game ended in the last step, by its rules or by the turn limit."""
        return self._statuses["done"] != 0

    @property
    def truncations(self) -> np.ndarray:
        """bool (n,): whether a game ended in the last step by the turn limit."""
        return self._statuses["truncated"] != 0

    @property
    def rewards(self) -> np.ndarray:
        """float64 (n, num_players): each seat's reward if a game ended in the last step, else 0."""
        return self._statuses["rewards"][:, : self.num_players]

    @property
    def points(self) -> np.ndarray:
        """float64 (n, num_players): the standings of the last game that ended at each table."""
        return self._statuses["points"][:, : self.num_players]

    @property
    def seeds(self) -> np.ndarray:
        """int64 (n,): the seed of the game at each table."""
        return self._statuses["seed"]

    @property
    @exclusive
    def final_observations(self) -> np.ndarray:
        """float32 (ended, num_players, layout.size): each seat's observation at the end of the games of the last step.

        Row k belongs to table `np.flatnonzero(batch.dones)[k]`.
        """
        return self.observe_states(copy_rows(self._finals, np.flatnonzero(self._statuses["done"])))

    def observe_states(self, states: np.ndarray) -> np.ndarray:
        """Return the observation of every seat in each state.

        Args:
            states: structured (k,), states such as those of `batch.states`.

        Returns:
            float32 (k, num_players, layout.size).

        Raises:
            ArgumentError: `states` is no array of states of this game.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.game.state or states.ndim != 1:
            raise ArgumentError(f"states must be an array of states of {self.game.id}, as batch.states is, not {states!r:.80}")
        states = np.ascontiguousarray(states)
        rows = np.repeat(np.arange(len(states)), self.num_players)
        out = np.empty((len(rows), self.layout.size), np.float32)
        seats = np.tile(np.arange(self.num_players), len(states))
        self.engine.encode_seats(copy_rows(states, rows), seats, self._features, self.num_facts, out)
        return out.reshape(len(states), self.num_players, self.layout.size)

    @property
    def states(self) -> np.ndarray:
        """Structured (n,): a copy of the whole states, hidden information included.

        For tests, pictures and analysis, not for agents.
        """
        return copy_records(self._states)

    # --- the learner

    @property
    def bot_generators(self) -> np.ndarray:
        """`RNG` (n, num_players): a copy of the generator of each seat, from which a bot in that seat draws."""
        return self._statuses["generators"][:, : self.num_players].copy()

    @property
    def learner_seats(self) -> np.ndarray:
        """int8 (n,): the learner's seat in the present game."""
        return self._statuses["learner"]

    @property
    def last_learner_seats(self) -> np.ndarray:
        """int8 (n,): the learner's seat in the last game that ended."""
        return self._statuses["last_learner"]

    @property
    def last_opponents(self) -> np.ndarray:
        """int16 (n, num_players): each seat's index into the pool from which the opponents of the last game that ended were
        drawn; -1 for the learner."""
        return self._statuses["last_opponents"][:, : self.num_players]

    @property
    def last_steps(self) -> np.ndarray:
        """int32 (n,): the number of decisions of all seats in the last game that ended."""
        return self._statuses["last_steps"]

    @property
    def learner_rewards(self) -> np.ndarray:
        """float64 (n,): the learner's reward if a game ended in the last step, else 0."""
        return self._statuses["rewards"][self._all, self._statuses["last_learner"]]

    @property
    @exclusive
    def rewards_if_ended(self) -> np.ndarray:
        """float64 (n,): the reward of the learner if each game ended in its present position."""
        out = np.zeros(self.num_tables)
        points, payments = np.zeros((2, self.game.max_players))
        self.engine.rewards_if_ended(self._states, self._statuses["learner"].astype(np.int64), points, payments, out)
        return out

    # --- copies

    @exclusive
    def clone(self) -> Self:
        """Return an independent copy of the batch, random generators included. The agent objects are shared."""
        clone = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(clone, name, copy_records(value))
        clone._agents = copy.copy(self._agents)
        clone._generator = copy.deepcopy(self._generator)
        return clone

    def __deepcopy__(self, memo: dict) -> Self:
        return self.clone()

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in NOT_COPIED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()
