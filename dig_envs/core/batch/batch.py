"""Step N tables of one game at once."""

import copy
from collections.abc import Sequence
from numbers import Real
from threading import RLock
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent, Bot, Decisions, Opponent, agent_for
from dig_envs.core.arguments import array, flag, integers, listed, whole_number
from dig_envs.core.batch import batch_snapshot
from dig_envs.core.batch.agent_numbers import MOST_AGENTS, numbers_of, places_of, same
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.thread_pacing import Pace
from dig_envs.core.engine import engine_of, kernels
from dig_envs.core.engine.record_arrays import copied, take
from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import NOBODY, End, Game, Options

NO_ACTION = -1
SEED_LIMIT = 1 << 63
NOT_COPIED = ("engine", "layout", "_bots", "_features", "_busy")


class Batch:
    """N tables of one game. Every array below has one row a table; the next call overwrites them, so copy what you keep.

    Without opponents the caller decides for every seat. With opponents (a pool of agents) it decides for one seat a
    table, the learner's, and each step goes on to that seat's next decision.

    A batch serves one thread at a time, whichever: a call while another thread is in one raises BusyError, and does nothing.

    Args:
        game, options: what is played; the options are parsed ones.
        num_tables: how many tables.
        seed: table i first plays the game of seed + i; drawn if None.
        num_threads: at most so many threads step the tables; if None, as many as there are cores and as pay. Results do not
            depend on it.
        opponents: the pool that the learner's opponents are drawn from; without one the caller decides for every seat.
        learner: the learner's seat, or "random" for one that is drawn for each game.
        deal_again: whether an ended game is followed by the next at once.
        skip_forced: whether decisions with one legal action are taken without asking.
        features: a feature set, by name or as an object, whose floats follow the facts; None for facts alone.

    Attributes:
        game, options, features: what is played, and what is appended.
        layout: the blocks of an observation: the game's, then those of the features.
        num_tables, num_players: sizes.
        masks: int8 (n, num_actions), 1 for its legal actions.

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
        self._busy = RLock()
        self.game = game = game_of(game)
        self.options = game.checked(options)
        self.features = find_features(features, game)
        facts = game.layout(options)
        self.layout = facts + features_layout(self.features, options)
        self.num_tables = whole_number("num_tables", num_tables, least=1)
        num_threads = None if num_threads is None else whole_number("num_threads", num_threads, least=1)
        self._stepping, self._judging, self._sampling, self._playing = (Pace(num_threads) for _ in range(4))
        self.num_players = options.num_players
        self.engine = engine_of(game)
        self.agents: list[Agent] = []
        self._all = np.arange(self.num_tables)
        self._states = np.zeros(num_tables, game.state)
        self._finals = np.zeros(num_tables, game.state)
        self._desks = np.zeros(num_tables, self.engine.desk)
        self._setup = np.zeros(1, self.engine.setup)
        self._setup["template"] = game.template(options)
        self._setup["deal_again"] = flag("deal_again", deal_again)
        self._setup["skip_forced"] = flag("skip_forced", skip_forced)
        self._setup["learner"] = kernels.NO_LEARNER
        self._setup["facts"] = facts.size
        self._pool = np.zeros(0, kernels.POOL)
        self._most_opponents = 0  # the entries of the largest pool so far: the numbers of opponents are below
        self._link(self.agents)
        self._observations = np.zeros((num_tables, self.layout.size), np.float32)
        self.masks = np.zeros((num_tables, game.num_actions), np.int8)
        self._desks["controllers"] = kernels.CALLER
        self._desks["opponents"] = self._desks["last_opponents"] = -1
        opponents = listed(opponents)
        if opponents or learner is not None:
            self._setup["learner"] = _learner_seat(learner, self.num_players)
            self.set_opponents(opponents)
        self.reset(seed)

    def _link(self, agents: list[Agent]) -> None:
        """Have these agents, and find the compiled code of bots and features, whose addresses belong to this process."""
        functions = [] if self.features is None else [self.features.function]
        self._bots = self.engine.bots([agent.function for agent in agents if isinstance(agent, Bot)])
        self._features = self.engine.features(functions, self.layout.size - self.num_facts)
        self.agents = agents

    @property
    def num_facts(self) -> int:
        """How many floats of an observation are the game's own; features follow them."""
        return int(self._setup["facts"][0])

    @property
    def _tables(self) -> kernels.Tables:
        return kernels.Tables(
            self._states,
            self._desks,
            self._setup,
            self._pool,
            self._bots,
            self._features,
            self._finals,
            self._observations,
            self.masks,
        )

    # --- who plays

    @exclusive
    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Set the pool that the learner's opponents are drawn from, at each new deal from now on.

        Agents stay known while games that they play in go on.
        """
        opponents = listed(opponents)
        if not opponents:
            raise ArgumentError("a learner needs at least one opponent")
        for opponent in opponents:
            if not isinstance(opponent, Opponent):
                raise ArgumentError(f"opponents are a list of Opponent(agent, share), not of {opponent!r:.80}")
        shares = _shares([opponent.share for opponent in opponents])
        agents = self._checked_agents([opponent.agent for opponent in opponents])
        pool = np.zeros(len(agents), kernels.POOL)
        pool["share"] = shares
        pool["noise"] = [_noise(agent) for agent in agents]
        pool["controller"] = self._take_in(agents)
        self._pool = pool
        self._most_opponents = max(self._most_opponents, len(pool))
        self._forget_agents()

    @exclusive
    def seat_agents(self, agents: Sequence[Agent], seating: np.ndarray) -> None:
        """Put agents[seating[i, p]] on seat p of table i; -1 is the caller. Holds until called again."""
        agents = self._checked_agents(listed(agents))
        seating = integers("seating", seating)
        if seating.shape != (self.num_tables, self.num_players):
            raise ArgumentError(f"seating has the shape {(self.num_tables, self.num_players)}, not {seating.shape}")
        if not _all_below(seating, len(agents), least=-1):
            raise ArgumentError(f"seating holds the numbers of the {len(agents)} agents, from 0, or -1 for the caller")
        if self._setup["deal_again"][0] and not (seating == -1).any(axis=1).all():
            raise ArgumentError(
                "where finished games are dealt anew, the caller has a seat (-1) at every table, or play would never stop"
            )
        numbers = np.array([*self._take_in(agents), kernels.CALLER], np.int16)
        noise = np.array([*map(_noise, agents), 0.0], np.float32)
        self._desks["controllers"][:, : self.num_players] = numbers[seating]
        self._desks["noise"][:, : self.num_players] = noise[seating]
        self._forget_agents()

    def _checked_agents(self, agents: list[Any]) -> list[Agent]:
        """Return the agents if all of them can play here."""
        if len(agents) + len(self.agents) > MOST_AGENTS:
            raise ArgumentError(f"a batch has at most {MOST_AGENTS} agents, not {len(agents)} more than {len(self.agents)}")
        agents = [agent_for(self.game, agent) for agent in agents]
        for agent in agents:
            agent.check(self.options)
        return agents

    def _take_in(self, agents: list[Agent]) -> np.ndarray:
        """Get to know these agents, and return the numbers by which kernels know them; those of the others stay."""
        agents = [agent.with_noise(0.0) if isinstance(agent, Bot) else agent for agent in agents]
        known = list(self.agents)
        for agent in agents:
            if not any(same(agent, other) for other in known):
                known.append(agent)
        if len(known) > len(self.agents):
            self._link(known)
        places = [next(place for place, other in enumerate(known) if same(agent, other)) for agent in agents]
        return numbers_of(known)[np.array(places, np.int64)]

    def _forget_agents(self) -> None:
        """Forget agents that have neither a seat nor an entry of the pool, and number the others anew."""
        seats, pool = (places_of(numbers, self.agents) for numbers in (self._desks["controllers"], self._pool["controller"]))
        needed = np.zeros(len(self.agents) + 1, bool)
        needed[seats] = needed[pool] = True
        kept = [agent for place, agent in enumerate(self.agents) if needed[place]]
        if len(kept) == len(self.agents):
            return
        numbers = np.full(len(needed), kernels.CALLER, np.int16)
        numbers[np.flatnonzero(needed[:-1])] = numbers_of(kept)[:-1]
        self._desks["controllers"], self._pool["controller"] = numbers[seats], numbers[pool]
        self._link(kept)

    # --- dealing and stepping

    @exclusive
    def reset(self, seed: int | None = None) -> None:
        """Deal new games: table i plays the game of seed + i. Without a seed, each table goes on with its own stream."""
        if seed is None and not hasattr(self, "_generator"):
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        if seed is None:
            self.deal_next(self._all)
        else:
            self.deal(self._all, seeds_from(seed, self.num_tables))
        self._forget_agents()

    @exclusive
    def deal(self, tables: np.ndarray, seeds: np.ndarray) -> None:
        """Deal the games of these seeds at these tables, and play on to the caller's first decision."""
        tables = self._checked_tables(tables)
        seeds = np.array([checked_seed(seed) for seed in listed(seeds)], np.int64)
        if len(seeds) != len(tables):
            raise ArgumentError(f"{len(tables)} tables need as many seeds, not {len(seeds)}")
        self._generator = np.random.default_rng(int(seeds[0]))
        self._clear_last()
        self.engine.deal_tables(tables, seeds, self._tables)
        self._settle(tables)

    @exclusive
    def deal_next(self, tables: np.ndarray) -> None:
        """Deal the next game of their own stream at these tables, and play on to the caller's first decision."""
        tables = self._checked_tables(tables)
        self._clear_last()
        self.engine.deal_next(tables, self._tables)
        self._settle(tables)

    def _checked_tables(self, tables: Any) -> np.ndarray:
        tables = integers("tables", tables)
        if tables.ndim != 1 or not len(tables) or not _all_below(tables, self.num_tables):
            raise ArgumentError(f"tables are a list of numbers from 0 to {self.num_tables - 1}, not {tables.tolist()}")
        chosen = np.zeros(self.num_tables, bool)
        chosen[tables] = True
        if np.count_nonzero(chosen) != len(tables):
            raise ArgumentError(f"tables are named once each, unlike in {tables.tolist()}")
        return tables

    @exclusive
    def sample(self) -> np.ndarray:
        """Draw a legal action of each table, each equally likely; -1 where the game has ended: int64 (n,).

        They come from the generator of the seat that must decide, which its game's seed starts: a game's random play is
        the same in every batch. `random_steps` draws the same.
        """
        actions = np.empty(self.num_tables, np.int64)
        self._sampling.run(self.engine.sample, (self._desks, self.masks, actions))
        return actions

    @exclusive
    def step(self, actions: np.ndarray) -> None:
        """Carry out one decision at every table; finished games are dealt anew.

        Args:
            actions: integers (n,). Where a table has ended and is not dealt anew, -1.

        Raises:
            IllegalActionError: wrong shape or kind, out of range or not in the mask; no table has moved.
        """
        actions = self._checked_actions(actions)
        self._clear_last()
        self._advance(self._all, actions)
        self._settle_waiting()

    @exclusive
    def random_steps(self, steps: int) -> None:
        """Play so many random legal actions at every table within compiled code, writing masks and observations each time.

        Raises:
            ArgumentError: others than the caller have seats here, or finished games are not dealt anew.
        """
        if self.agents or not self._setup["deal_again"][0]:
            raise ArgumentError("random_steps plays for the caller, who has all seats, and deals finished games anew")

        left = whole_number("steps", steps)
        tables = self._tables
        while left:
            now = min(left, max(1, self._playing.rows_at_once() // self.num_tables))
            self._playing.timed(self.engine.random_steps, now * self.num_tables, now, tables)
            left -= now

    @exclusive
    def step_or_forfeit(self, actions: np.ndarray) -> np.ndarray:
        """Carry out one decision at every table as `step` does, but end a game as a forfeit if its action is illegal.

        Who forfeits gets the last place's reward, its partners too; the others share what they lose. For clients that
        sample without masks.

        Returns:
            bool (n,): the tables where that happened.

        Raises:
            IllegalActionError: wrong shape or kind, out of range, or where no game is on; no table has moved.
        """
        actions = self._integers(actions)
        legal = self._legal(actions)
        outside = (actions < 0) | (actions >= self.game.num_actions)
        self._refuse(actions, ~legal & (outside | (self._desks["player"] < 0)))
        kept, forfeited = np.flatnonzero(legal), np.flatnonzero(~legal)
        self._clear_last()
        self._advance(kept, actions[kept])
        if len(forfeited):
            self._forfeit(forfeited)
        self._settle_waiting()
        return ~legal

    def _forfeit(self, tables: np.ndarray) -> None:
        """End these games as lost by the seat that had to decide and its partners; then deal as after any end."""
        losers = self._desks["player"][tables].copy()
        self._states["table"]["end"][tables] = End.OVER
        self._states["secret"]["mover"][tables] = NOBODY
        self._advance(tables, np.full(len(tables), NO_ACTION))
        self._desks["rewards"][tables, : self.num_players] = self._forfeit_rewards(losers)

    def _forfeit_rewards(self, losers: np.ndarray) -> np.ndarray:
        """Return each seat's reward where these seats forfeit: float64 (len(losers), num_players)."""
        loss, num_teams = self.options.forfeit_reward, self.options.num_teams
        lost = np.arange(self.num_players) % num_teams == losers[:, None] % num_teams
        return np.where(lost, loss, -loss / max(num_teams - 1, 1))

    def _clear_last(self) -> None:
        ended = np.flatnonzero(self._desks["done"])
        if len(ended):
            self._clear_results(ended)

    def _clear_results(self, tables: np.ndarray) -> None:
        for name in ("done", "truncated", "rewards"):
            self._desks[name][tables] = 0

    def _settle(self, tables: np.ndarray) -> None:
        """Play tables that were just dealt on to a decision of the caller."""
        self._advance(tables, np.full(len(tables), NO_ACTION))
        self._settle_waiting()

    def _settle_waiting(self) -> None:
        """Ask Python agents for the tables that wait for them, until none does."""
        if len(self._bots) == len(self.agents):
            return
        while True:
            who = self._controllers_to_move()
            waiting = np.flatnonzero(who <= kernels.HELD_BY_AGENT)
            if not len(waiting):
                return
            actions = np.empty(len(waiting), np.int64)
            for number in np.unique(who[waiting]):
                rows = np.flatnonzero(who[waiting] == number)
                actions[rows] = self._ask(number, waiting[rows])
            self._advance(waiting, actions)

    def _controllers_to_move(self) -> np.ndarray:
        players = self._desks["player"]
        who = self._desks["controllers"][self._all, players]
        return np.where(players < 0, kernels.CALLER, who)

    def _ask(self, number: int, tables: np.ndarray) -> np.ndarray:
        others = [agent for agent in self.agents if not isinstance(agent, Bot)]
        agent = others[kernels.HELD_BY_AGENT - number]
        states = take(self._states, tables)
        players = self._desks["player"][tables].astype(np.int64)
        masks = self.masks[tables]
        observations = self._observations[tables, : self.num_facts]
        decisions = Decisions.of(self.game, states, players, observations, masks, self._generator)
        actions = np.asarray(agent.act(decisions))
        if actions.shape != (len(tables),) or actions.dtype.kind not in "iu":
            raise IllegalActionError(f"agent {agent.name} returned {actions.dtype} {actions.shape}, not {len(tables)} integers")
        rows = np.arange(len(tables))
        legal = (actions >= 0) & (actions < self.game.num_actions)
        legal[legal] = masks[rows[legal], actions[legal]] == 1
        if not legal.all():
            raise IllegalActionError(f"agent {agent.name} chose {actions[~legal][0]}, which is not in its action mask")
        return actions

    def _advance(self, tables: np.ndarray, actions: np.ndarray) -> None:
        """Play on to decisions of the caller or Python agents; between pieces of compiled code an interrupt is heard."""
        while self._advance_once(tables, actions):
            on_the_way = self._controllers_to_move()[tables] >= 0
            tables = tables[on_the_way | bool(self._setup["skip_forced"][0])]
            actions = np.full(len(tables), NO_ACTION)

    def _advance_once(self, tables: np.ndarray, actions: np.ndarray) -> int:
        """Advance tables by as many decisions as are made at once; returns how many are not where they must be yet."""
        return self._stepping.run(self.engine.advance, (tables, actions), (self._tables,))

    def _integers(self, actions: Any) -> np.ndarray:
        actions = array("actions", actions, IllegalActionError)
        if actions.shape != (self.num_tables,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(f"actions are {self.num_tables} integers, not {actions.dtype} of shape {actions.shape}")
        return np.ascontiguousarray(actions, np.int64)

    def _legal(self, actions: np.ndarray) -> np.ndarray:
        legal = np.empty(self.num_tables, np.int8)
        self._judging.run(self.engine.judge, (actions, self._desks, self.masks, legal))
        return legal.view(np.bool_)

    def _checked_actions(self, actions: Any) -> np.ndarray:
        actions = self._integers(actions)
        self._refuse(actions, ~self._legal(actions))
        return actions

    def _refuse(self, actions: np.ndarray, refused: np.ndarray) -> None:
        if refused.any():
            table = int(np.flatnonzero(refused)[0])
            raise IllegalActionError(f"table {table}: {illegal_action(self.game, actions[table], self.masks[table])}")

    # --- what the tables show

    @property
    def observations(self) -> np.ndarray:
        """float32 (n, layout.size): what the seat that must decide observes. Read-only: what is left there is built upon."""
        seen = self._observations.view()
        seen.flags.writeable = False
        return seen

    @property
    def players(self) -> np.ndarray:
        """int8 (n,): the seat that must decide; -1 where the game has ended and none is dealt."""
        return self._desks["player"]

    @property
    def dones(self) -> np.ndarray:
        """bool (n,): a game ended in the last step, by its rules or by the turn limit."""
        return self._desks["done"] != 0

    @property
    def truncations(self) -> np.ndarray:
        """bool (n,): a game ended in the last step by the turn limit."""
        return self._desks["truncated"] != 0

    @property
    def rewards(self) -> np.ndarray:
        """float64 (n, num_players): each seat's reward where a game ended in the last step, else 0."""
        return self._desks["rewards"][:, : self.num_players]

    @property
    def points(self) -> np.ndarray:
        """float64 (n, num_players): the standings of the game that ended last at each table."""
        return self._desks["points"][:, : self.num_players]

    @property
    def seeds(self) -> np.ndarray:
        """int64 (n,): the seed of the game at each table."""
        return self._desks["seed"]

    @property
    @exclusive
    def final_observations(self) -> np.ndarray:
        """float32 (ended, num_players, layout.size): what each seat saw at the end of each game that ended in the last
        step; row k belongs to table `np.flatnonzero(batch.dones)[k]`."""
        return self.observe_states(take(self._finals, np.flatnonzero(self._desks["done"])))

    def observe_states(self, states: np.ndarray) -> np.ndarray:
        """Encode what every seat observes in these states, which are such as `states` gives.

        Returns:
            float32 (len(states), num_players, layout.size).
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.game.state or states.ndim != 1:
            raise ArgumentError(f"states are an array of states of {self.game.id}, such as batch.states, not {states!r:.80}")
        states = np.ascontiguousarray(states)
        rows = np.repeat(np.arange(len(states)), self.num_players)
        out = np.empty((len(rows), self.layout.size), np.float32)
        seats = np.tile(np.arange(self.num_players), len(states))
        self.engine.encode_seats(take(states, rows), seats, self._features, self.num_facts, out)
        return out.reshape(len(states), self.num_players, self.layout.size)

    @property
    def states(self) -> np.ndarray:
        """The tables' whole states, secrets included: a copy. For tests, drawing and analysis, never for agents."""
        return copied(self._states)

    # --- the learner's view

    @property
    def learner_seats(self) -> np.ndarray:
        """int8 (n,): the learner's seat in the game now played."""
        return self._desks["learner"]

    @property
    def last_learner_seats(self) -> np.ndarray:
        """int8 (n,): the learner's seat in the game that ended last."""
        return self._desks["last_learner"]

    @property
    def last_opponents(self) -> np.ndarray:
        """int16 (n, num_players): in the game that ended last, each seat's entry of the pool; -1 for the learner."""
        return self._desks["last_opponents"][:, : self.num_players]

    @property
    def last_steps(self) -> np.ndarray:
        """int32 (n,): how many decisions the game that ended last had, all seats counted."""
        return self._desks["last_steps"]

    @property
    def learner_rewards(self) -> np.ndarray:
        """float64 (n,): the learner's reward where a game ended in the last step, else 0."""
        return self._desks["rewards"][self._all, self._desks["last_learner"]]

    @property
    @exclusive
    def rewards_if_ended(self) -> np.ndarray:
        """float64 (n,): what the learner would get if the game at each table ended as it now stands."""
        out = np.zeros(self.num_tables)
        points, payments = np.zeros((2, self.game.max_players))
        self.engine.rewards_if_ended(self._states, self._desks["learner"].astype(np.int64), points, payments, out)
        return out

    # --- copies

    @exclusive
    def clone(self) -> "Batch":
        """Copy the batch into an independent one that goes on with the same games, dice included. Agents are shared."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(twin, name, copied(value))
        twin.agents = list(self.agents)
        twin._generator = copy.deepcopy(self._generator)
        return twin

    def __deepcopy__(self, memo: dict) -> "Batch":
        return self.clone()

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        """Leave out compiled code and its addresses, which belong to one process, and who is in a call."""
        return {name: value for name, value in vars(self).items() if name not in NOT_COPIED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, engine=engine_of(state["game"]), _busy=RLock())
        self.layout = self.game.layout(self.options) + features_layout(self.features, self.options)
        self._link(self.agents)

    @exclusive
    def snapshot(self) -> bytes:
        """Return the batch as bytes: games, generators, streams of further games, but no Python agent's own state."""
        return batch_snapshot.write(self)

    @exclusive
    def restore(self, snapshot: bytes) -> None:
        """Go on from a snapshot of a batch of the same game, options, size and agents.

        Raises:
            SnapshotError: not such a snapshot, damaged, or an unsound one; the batch is as it was.
        """
        found = batch_snapshot.read(self, snapshot)
        for name in ("_states", "_desks", "_pool", "_finals", "_observations", "masks"):
            getattr(self, name)[...] = getattr(found, name)
        self._generator = found._generator


def _all_below(numbers: np.ndarray, limit: int, least: int = 0) -> bool:
    return bool(((numbers >= least) & (numbers < limit)).all())


def _shares(given: list[Any]) -> np.ndarray:
    """Return shares so that they add up to 1."""
    if all(isinstance(share, Real) for share in given):
        shares = np.array(given, np.float64)
        if (shares >= 0).all() and 0 < shares.sum() < np.inf:
            return shares / shares.sum()
    raise ArgumentError(f"opponents' shares are numbers of 0 or more, not all 0; got {given}")


def _noise(agent: Agent) -> float:
    return agent.noise if isinstance(agent, Bot) else 0.0


def checked_seed(seed: Any) -> int:
    """Return a seed as a Python int, or raise ArgumentError if it is none."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEED_LIMIT:
        raise ArgumentError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
    return int(seed)


def seeds_from(seed: Any, count: int) -> np.ndarray:
    """Return so many seeds from a first one on; after the last possible one comes 0: int64 (count,)."""
    rising = np.uint64(checked_seed(seed)) + np.arange(count, dtype=np.uint64)
    return (rising % np.uint64(SEED_LIMIT)).astype(np.int64)


def _learner_seat(learner: int | str | None, num_players: int) -> int:
    if learner is None or (isinstance(learner, str) and learner == "random"):
        return kernels.LEARNER_ANYWHERE
    if isinstance(learner, int | np.integer) and not isinstance(learner, bool) and 0 <= learner < num_players:
        return int(learner)
    raise ArgumentError(f'seat is "random" or a number from 0 to {num_players - 1}, not {learner!r}')


def illegal_action(game: Game, action: Any, mask: np.ndarray) -> str:
    """Describe what is wrong with an action, and which actions would be right."""
    legal = ", ".join(f"{number} ({game.actions.name(int(number))})" for number in np.flatnonzero(mask))
    if not len(legal):
        return "the game has ended; only -1 is taken here"
    if not 0 <= action < game.num_actions:
        return f"action {action} is out of range 0 to {game.num_actions - 1}; legal now: {legal}"
    return f"action {action} ({game.actions.name(int(action))}) is not legal now; legal: {legal}"
