"""Step many tables of one game together."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from dig_envs.core.agent import Agent, Opponent, actions_of
from dig_envs.core.arguments import array, as_integer, as_list, flag, integers, whole_number
from dig_envs.core.batch import batch_snapshot
from dig_envs.core.batch.batch_agents import noise_of
from dig_envs.core.batch.batch_data import BatchData
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.compiler.thread_tuner import ThreadTuner
from dig_envs.core.engine import kernels
from dig_envs.core.errors import ArgumentError, IllegalActionError, OrderError
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import NOBODY, End, Game, Options
from dig_envs.core.seeds import checked_seed, random_seed, seeds_from


class Batch(BatchData):
    """N tables of one game, stepped together.

    Without opponents, the caller decides for every seat. With opponents, the caller decides for one seat per table, the
    learner's seat, and each step plays to the learner's next decision.

    The arrays below have one row per table. The next call overwrites them, so copy the values that you need later.

    A batch serves one thread at a time. A call while another thread uses the batch raises BusyError and changes nothing.

    If an agent raises an error, or Ctrl-C interrupts a call, some tables wait for an opponent. Then the batch raises OrderError
    until `reset` or `restore`.

    Args:
        game: a `Game`, or the id of an installed game.
        options: the game's options, from `game.parse_options(...)`.
        num_tables: the number of tables, n.
        seed: table i first plays the game of seed + i; None draws a seed.
        num_threads: the largest number of threads; None for the number of cores. Fewer threads are used where they are faster.
            Results do not depend on it.
        opponents: the pool from which the learner's opponents are drawn for each game; empty if the caller decides for every
            seat.
        learner: the learner's seat, or "random" to draw the seat for each game.
        deal_again: whether the next game is dealt as soon as a game has ended.
        skip_forced: whether decisions with only one legal action are made without the caller.
        features: a feature set or its name, whose floats follow the facts in every observation; None for facts only.

    Attributes:
        game, options, features: the arguments, resolved and checked.
        layout: the layout of an observation: the game's blocks, then those of the features.
        num_tables, num_players: the numbers of tables and of seats per table.
        masks: int8 (n, num_actions), 1 for each legal action of the seat that must decide.
        agents: the agents of the opponents' pool and of seats.

    Raises:
        DigEnvsError: an argument is invalid.

    Example:
        >>> import dig_envs
        >>> batch = dig_envs.batch("dig_v0", num_tables=4, seed=1)
        >>> batch.step(batch.masks.argmax(axis=1))
        >>> batch.observations.shape[0], bool(batch.dones.any())
        (4, False)
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        seed: int | None = None,
        num_threads: int | None = None,
        opponents: Sequence[Opponent] = (),
        learner: int | str | None = None,
        deal_again: bool = True,
        skip_forced: bool = False,
        features: str | FeatureSet | None = None,
    ):
        super().__init__(game, options, num_tables, features)
        num_threads = None if num_threads is None else whole_number("num_threads", num_threads, minimum=1)
        tuners = (ThreadTuner(num_threads) for _ in range(4))
        self._step_tuner, self._legality_tuner, self._sample_tuner, self._random_tuner = tuners
        self._unfinished = False  # whether some tables wait for an opponent: during a call, and after its interruption
        self._most_opponents = 0  # the size of the largest pool so far, which bounds `opponents` and `last_opponents`
        self._setup["deal_again"] = flag("deal_again", deal_again)
        self._setup["skip_forced"] = flag("skip_forced", skip_forced)
        self._setup["learner"] = kernels.NO_LEARNER
        opponents = as_list(opponents)
        if opponents or learner is not None:
            self._setup["learner"] = _learner_seat(learner, self.num_players)
            self.set_pool(opponents)
        self.reset(seed)

    # --- agents

    @exclusive
    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Set the pool from which opponents are drawn for each new game. Games that are running keep their agents.

        Raises:
            DigEnvsError: the batch has no learner, the pool is empty or invalid, or an agent cannot play this game with these
                options.
        """
        if self._setup["learner"][0] == kernels.NO_LEARNER:
            raise ArgumentError("a batch without a learner draws no opponents: use seat_agents, or Batch(..., opponents=...)")
        self.set_pool(opponents)

    @exclusive
    def set_pool(self, opponents: Sequence[Opponent]) -> None:
        """Set the pool of opponents of a batch with or without a learner.

        Without a learner the batch draws no agents; the caller's compiled kernels draw them from `kernel_tables.pool`.

        Raises:
            DigEnvsError: the pool is empty or invalid, or an agent cannot play this game with these options.
        """
        self._pool = self._agents.add_pool(opponents)
        self._most_opponents = max(self._most_opponents, len(self._pool))
        self._drop_unused_agents()

    @exclusive
    def seat_agents(self, agents: Sequence[Agent], seating: np.ndarray) -> None:
        """Seat agents for this and all further games, until the next call.

        Args:
            agents: the agents.
            seating: integers (n, num_players): seat p of table i gets agents[seating[i, p]], or the caller for -1.

        Raises:
            DigEnvsError: the batch has a learner, `seating` is invalid, or an agent cannot play this game with these options.
        """
        if self._setup["learner"][0] != kernels.NO_LEARNER:
            raise ArgumentError("a batch with a learner draws opponents for each game: use set_opponents")
        agents = self._agents.checked(as_list(agents))
        seating = integers("seating", seating)
        if seating.shape != (self.num_tables, self.num_players):
            raise ArgumentError(f"seating must have the shape {(self.num_tables, self.num_players)}, not {seating.shape}")
        if not _all_below(seating, len(agents), minimum=-1):
            raise ArgumentError(f"seating must hold the indices of the {len(agents)} agents, from 0, or -1 for the caller")
        if self._setup["deal_again"][0] and not (seating == -1).any(axis=1).all():
            raise ArgumentError("with deal_again, the caller must have a seat (-1) at every table, or play would never stop")
        numbers = np.array([*self._agents.add(agents), kernels.CALLER], np.int16)
        noise = np.array([*noise_of(agents), 0.0], np.float32)
        self._statuses["controllers"][:, : self.num_players] = numbers[seating]
        self._statuses["noise"][:, : self.num_players] = noise[seating]
        self._drop_unused_agents()

    def _drop_unused_agents(self) -> None:
        """Drop the agents that have neither a seat nor an entry of the pool."""
        self._agents.drop_unused(self._statuses["controllers"], self._pool["controller"])

    # --- dealing and stepping

    @exclusive
    def reset(self, seed: int | None = None) -> None:
        """Deal new games at all tables, and play to the first decisions.

        Args:
            seed: table i plays the game of seed + i. With None, each table plays the next game of its own stream.

        Raises:
            ArgumentError: the seed is no integer from 0 to 2**63 - 1.
        """
        if seed is None and not hasattr(self, "_generator"):
            seed = random_seed()
        if seed is None:
            self.deal_next(self._all)
        else:
            self.deal(self._all, seeds_from(seed, self.num_tables))
        self._drop_unused_agents()

    @exclusive
    def deal(self, tables: np.ndarray, seeds: np.ndarray) -> None:
        """Deal the game of seeds[k] at table tables[k], and play to the caller's first decision.

        Args:
            tables: different table numbers, integers (k,).
            seeds: integers (k,), from 0 to 2**63 - 1.

        Raises:
            ArgumentError: the tables or seeds are invalid.
            OrderError: a call was interrupted, and these are not all tables.
        """
        tables = self._checked_tables(tables)
        seeds = np.array([checked_seed(seed) for seed in as_list(seeds)], np.int64)
        if len(seeds) != len(tables):
            raise ArgumentError(f"{len(tables)} tables need {len(tables)} seeds, not {len(seeds)}")
        self._generator = np.random.default_rng(int(seeds[0]))
        self._clear_results()
        self.engine.deal_tables(tables, seeds, self.kernel_tables)
        self._play_to_caller(tables)

    @exclusive
    def deal_next(self, tables: np.ndarray) -> None:
        """Deal the next game of each table's own stream, and play to the caller's first decision.

        Args:
            tables: different table numbers, integers (k,).

        Raises:
            ArgumentError: the tables are invalid.
            OrderError: a call was interrupted, and these are not all tables.
        """
        tables = self._checked_tables(tables)
        self._clear_results()
        self.engine.deal_next(tables, self.kernel_tables)
        self._play_to_caller(tables)

    def _checked_tables(self, tables: Any) -> np.ndarray:
        tables = integers("tables", tables)
        if tables.ndim != 1 or not len(tables) or not _all_below(tables, self.num_tables):
            raise ArgumentError(f"tables must be a list of numbers from 0 to {self.num_tables - 1}, not {tables.tolist()}")
        chosen = np.zeros(self.num_tables, bool)
        chosen[tables] = True
        if np.count_nonzero(chosen) != len(tables):
            raise ArgumentError(f"tables must be different, not {tables.tolist()}")
        if len(tables) < self.num_tables:
            self.check_finished()
        return tables

    @exclusive
    def sample(self) -> np.ndarray:
        """Draw a legal action uniformly for each table, int64 (n,); -1 after the end of the game.

        The numbers come from the generator of the seat that must decide, which the game's seed initialises. So the random play
        of a game is the same in every batch, and in `random_steps`.
        """
        self.check_finished()
        actions = np.empty(self.num_tables, np.int64)
        self._sample_tuner.run(self.engine.sample, (self._statuses, self.masks, actions))
        return actions

    @exclusive
    def step(self, actions: np.ndarray) -> None:
        """Apply one action at every table, and play to the next decisions.

        With `deal_again`, the next game is dealt at a table whose game has ended.

        Args:
            actions: integers (n,); -1 at a table whose game has ended before.

        Raises:
            IllegalActionError: an action is illegal, or the shape or dtype is wrong; no table has changed.
            OrderError: the last call was interrupted.
        """
        self.check_finished()
        actions = self._checked_actions(actions)
        self._clear_results()
        self._advance(self._all, actions)
        self._play_python_agents()

    @exclusive
    def random_steps(self, steps: int) -> None:
        """Play `steps` random legal actions at every table in compiled code. Masks and observations are written each time.

        Raises:
            ArgumentError: an agent has a seat, or the batch does not deal again.
        """
        if self.agents or not self._setup["deal_again"][0]:
            raise ArgumentError("random_steps needs a batch with deal_again in which the caller has all seats")
        self.check_finished()
        left = whole_number("steps", steps)
        tables = self.kernel_tables
        while left:
            portion = min(left, max(1, self._random_tuner.max_rows() // self.num_tables))
            self._random_tuner.call(self.engine.random_steps, portion * self.num_tables, portion, tables)
            left -= portion

    @exclusive
    def step_or_forfeit(self, actions: np.ndarray) -> np.ndarray:
        """Apply one action at every table as `step` does, but end the game by a forfeit if an action is not in the mask.

        The seat that forfeits and its partners get the reward of the last place. The other seats share their loss. This is for
        clients that sample actions without masks.

        Args:
            actions: integers (n,), from 0 to num_actions - 1; -1 at a table whose game has ended before.

        Returns:
            bool (n,), whether the table's game was forfeited.

        Raises:
            IllegalActionError: an action is out of range, a game has ended, or the shape or dtype is wrong; no table has
                changed.
            OrderError: the last call was interrupted.
        """
        self.check_finished()
        actions = self.integers(actions)
        legal = self._legal(actions)
        outside = (actions < 0) | (actions >= self.game.num_actions)
        self._refuse(actions, ~legal & (outside | (self._statuses["player"] < 0)))
        stepped, forfeited = np.flatnonzero(legal), np.flatnonzero(~legal)
        self._clear_results()
        self._advance(stepped, actions[stepped])
        if len(forfeited):
            self._forfeit(forfeited)
        self._play_python_agents()
        return ~legal

    def _forfeit(self, tables: np.ndarray) -> None:
        """End games by a forfeit of the seat that must decide, and deal again as after any other end."""
        losers = self._statuses["player"][tables].copy()
        self._states["table"]["end"][tables] = End.OVER
        self._states["secret"]["mover"][tables] = NOBODY
        self._advance(tables, np.full(len(tables), kernels.NO_ACTION))
        self._statuses["rewards"][tables, : self.num_players] = self._forfeit_rewards(losers)

    def _forfeit_rewards(self, losers: np.ndarray) -> np.ndarray:
        """Return the rewards of games that the seats `losers` forfeit, float64 (len(losers), num_players)."""
        loss, num_teams = self.options.forfeit_reward, self.options.num_teams
        lost = np.arange(self.num_players) % num_teams == losers[:, None] % num_teams
        return np.where(lost, loss, -loss / max(num_teams - 1, 1))

    def check_finished(self) -> None:
        """Raise OrderError if an agent's error or Ctrl-C interrupted a call, so that some tables wait for an opponent."""
        if self._unfinished:
            raise OrderError("an error or Ctrl-C interrupted this batch before its opponents had decided: call reset()")

    def _clear_results(self) -> None:
        self._unfinished = True  # until `_play_python_agents` is done
        ended = np.flatnonzero(self._statuses["done"])
        if len(ended):
            for name in ("done", "truncated", "rewards"):
                self._statuses[name][ended] = 0

    def _play_to_caller(self, tables: np.ndarray) -> None:
        """Play tables that were just dealt to a decision of the caller."""
        self._advance(tables, np.full(len(tables), kernels.NO_ACTION))
        self._play_python_agents()

    def _play_python_agents(self) -> None:
        """Call Python agents for the tables that wait for them, until no table waits."""
        while not self._agents.all_compiled:
            controllers = self._controllers_to_move()
            waiting = np.flatnonzero(controllers <= kernels.FIRST_PYTHON_AGENT)
            if not len(waiting):
                break
            actions = np.empty(len(waiting), np.int64)
            for number in np.unique(controllers[waiting]):
                rows = np.flatnonzero(controllers[waiting] == number)
                actions[rows] = actions_of(self._agents.python_agent(number), self.decisions(waiting[rows]))
            self._advance(waiting, actions)
        self._unfinished = False

    def _controllers_to_move(self) -> np.ndarray:
        """Return the controller of the seat that must decide, int16 (n,); the caller after the end of the game."""
        players = self._statuses["player"]
        controllers = self._statuses["controllers"][self._all, players]
        return np.where(players < 0, kernels.CALLER, controllers)

    def _advance(self, tables: np.ndarray, actions: np.ndarray) -> None:
        """Apply actions and play to decisions of the caller or of Python agents.

        Between calls of compiled code, Python handles an interrupt.

        Raises:
            IllegalActionError: a compiled bot chose an illegal action.
        """
        while result := self._step_tuner.run(self.engine.advance, (tables, actions), (self._pointers,)):
            if result >= kernels.ILLEGAL:
                self._report_bot(int(tables[self._statuses["illegal"][tables] == 1][0]))
            unfinished = self._controllers_to_move()[tables] >= 0
            tables = tables[unfinished | bool(self._setup["skip_forced"][0])]
            actions = np.full(len(tables), kernels.NO_ACTION)

    def _report_bot(self, table: int) -> NoReturn:
        """Raise IllegalActionError for the bot whose illegal action stopped a table."""
        status = self._statuses[table]
        seat, controller = int(status["player"]), int(status["controllers"][status["player"]])
        fault = self.game.actions.why_illegal(int(status["illegal_action"]), self.masks[table])
        bot = self._agents.bot(controller).name
        raise IllegalActionError(f"table {table}, seat {seat}: the bot {bot} chose an illegal action: {fault}")

    def integers(self, actions: Any) -> np.ndarray:
        """Return actions as int64 (n,), refusing other types and shapes by IllegalActionError."""
        actions = array("actions", actions, IllegalActionError)
        if actions.shape != (self.num_tables,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(f"actions must be {self.num_tables} integers, not {actions.dtype} {actions.shape}")
        return np.ascontiguousarray(actions, np.int64)

    def _legal(self, actions: np.ndarray) -> np.ndarray:
        legal = np.empty(self.num_tables, np.int8)
        self._legality_tuner.run(self.engine.check_legality, (actions, self._statuses, self.masks, legal))
        return legal.view(np.bool_)

    def _checked_actions(self, actions: Any) -> np.ndarray:
        actions = self.integers(actions)
        self._refuse(actions, ~self._legal(actions))
        return actions

    def _refuse(self, actions: np.ndarray, refused: np.ndarray) -> None:
        if refused.any():
            table = int(np.flatnonzero(refused)[0])
            raise IllegalActionError(f"table {table}: {self.game.actions.why_illegal(actions[table], self.masks[table])}")

    # --- copies

    @exclusive
    def snapshot(self) -> bytes:
        """Return the games and all random generators as bytes. The internal state of Python agents is not included.

        Raises:
            OrderError: the last call was interrupted.
        """
        self.check_finished()
        return batch_snapshot.write(self, self._generator)

    @exclusive
    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a batch with the same game, options, size, features and agents.

        Raises:
            SnapshotError: the bytes are damaged or invalid, or no snapshot of such a batch; the batch has not changed.
        """
        saved = batch_snapshot.read(self, snapshot, self._most_opponents)
        twin = self.clone()  # so that an interrupt changes nothing here
        twin._compute_from(saved)
        twin._statuses["controllers"] = saved.statuses["controllers"]
        self._pool[...] = saved.pool
        for name in ("_states", "_statuses", "_finals", "_observations", "masks"):
            getattr(self, name)[...] = getattr(twin, name)
        self._generator = saved.generator
        self._unfinished = False

    def _compute_from(self, saved: batch_snapshot.Saved) -> None:
        """Continue from states and statuses, and compute masks and observations. No seat has an agent then."""
        self._states[...], self._finals[...], self._statuses[...] = saved.states, saved.finals, saved.statuses
        self._statuses["controllers"] = kernels.CALLER
        self._setup["deal_again"] = self._setup["skip_forced"] = 0
        self._advance(self._all, np.full(self.num_tables, kernels.NO_ACTION))


def _all_below(numbers: np.ndarray, limit: int, minimum: int = 0) -> bool:
    return bool(((numbers >= minimum) & (numbers < limit)).all())


def _learner_seat(learner: int | str | None, num_players: int) -> int:
    if learner is None or (isinstance(learner, str) and learner == "random"):
        return kernels.RANDOM_LEARNER
    number = as_integer(learner)
    if number is not None and 0 <= number < num_players:
        return number
    raise ArgumentError(f'seat must be "random" or a number from 0 to {num_players - 1}, not {learner!r:.80}')
