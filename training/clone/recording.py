"""Play games and record their choices: observations, actions of a teacher, and rewards at the end of the game.

A choice is a decision with several legal actions; other decisions are not recorded. If all agents are compiled bots, compiled
code plays (`recording_kernel.py`). Otherwise many games are played in parallel, and agents decide in batches.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import Self

import numpy as np

from dig_envs.agents.search import Search
from dig_envs.core.agent import Agent, Bot, Decisions, Opponent, actions_of
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import uncompiled
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import NOBODY, Game, Options
from dig_envs.training.clone.recording_kernel import ROWS, Choices, record_games

CALL_SECONDS = 0.2  # of a call of compiled code, during which Python handles no interrupt
MIN_TABLE_CHOICES = 256  # of each table, so that few tables are idle until the last game ends


@dataclass(frozen=True)
class Player:
    """An agent that may be drawn for a seat.

    Attributes:
        agent: the agent; a bot must not have noise of its own.
        noise: the share of random actions.
        share: the weight of the agent when players are drawn.
    """

    agent: Agent
    noise: float = 0.0
    share: float = 1.0


@dataclass(frozen=True)
class RecordingSetup:
    """The games to record.

    Attributes:
        game, options: the game and its options.
        features: the feature set whose floats follow the facts; None for facts alone.
        teacher: the agent whose actions are recorded.
        players: the agents from which each seat of each game is drawn.
        learner: the index of the learner among the players: only its choices are recorded, with the gain of each action by the
            teacher, a `Search`. None: all choices are recorded, without gains.
    """

    game: Game
    options: Options
    features: FeatureSet | None
    teacher: Agent
    players: Sequence[Player]
    learner: int | None = None

    def for_players(self, number: int) -> Self:
        """Return the setup for games of this number of players."""
        return replace(self, options=replace(self.options, num_players=number))


def record(
    setup: RecordingSetup, count: int, tables: int, seed: int, advance: Callable[[int], None] = lambda more: None
) -> Choices:
    """Play whole games, and return about `count` choices.

    Args:
        setup: the games to record.
        count: the largest number of choices for compiled bots, the smallest number for other agents.
        tables: the largest number of games in parallel when agents decide in batches.
        seed: seed of all random numbers.
        advance: called repeatedly with the number of further choices. An exception that it raises ends the recording.

    Raises:
        ArgumentError: one game has more choices than `count`.
        IllegalActionError: an agent chose an illegal action.
    """
    agents = [setup.teacher, *(player.agent for player in setup.players)]
    if all(isinstance(agent, Bot) for agent in agents) and not uncompiled():
        return _record_bots(setup, count, seed, advance)
    return _RecordingTables(setup, max(1, min(tables, count // MIN_TABLE_CHOICES)), seed).record(count, advance)


def _record_bots(setup: RecordingSetup, count: int, seed: int, advance: Callable[[int], None]) -> Choices:
    """Record compiled bots in short calls, between which Python handles interrupts."""
    batch = Batch(setup.game, setup.options, 1, seed, deal_again=False, features=setup.features)
    never_drawn = Opponent(setup.teacher, 0.0)
    batch.set_pool([never_drawn, *map(_opponent, setup.players)])
    teacher = batch.agents.index(setup.teacher)
    tables, choices = batch.kernel_tables, empty(batch, count)
    kernel, progress = _kernel(setup.game), np.zeros(2, np.int64)
    games, full = 1, 0
    while not full:
        before, start = progress[ROWS], perf_counter()
        full = kernel(games, teacher, tables, choices, progress)
        if tables.statuses["illegal"][0]:
            seat = int(tables.statuses["player"][0])
            raise IllegalActionError(f"the teacher or the bot in seat {seat} chose an illegal action")
        if perf_counter() - start < CALL_SECONDS:
            games *= 2
        advance(int(progress[ROWS] - before))
    if not progress[ROWS]:
        raise ArgumentError(f"a game of {setup.game.id} has more than {count:,} choices: record more choices")
    return Choices(*(array[: progress[ROWS]] for array in choices))


def _opponent(player: Player) -> Opponent:
    assert isinstance(player.agent, Bot)
    return Opponent(player.agent.with_noise(player.noise), player.share)


def empty(batch: Batch, count: int) -> Choices:
    """Return empty arrays for `count` choices at the tables of a batch."""
    return Choices(
        np.empty((count, batch.layout.size), np.float32),
        np.empty((count, batch.game.num_actions), np.int8),
        np.empty(count, np.int64),
        np.empty(count, np.float32),
        np.empty(count, np.int64),
        np.empty((count, 0), np.float32),
    )


@cache
def _kernel(game: Game) -> Callable:
    """Return the compiled kernel of a game."""
    return engine_of(game).kernel(record_games)


class _RecordingTables:
    """Plays games in parallel with agents that decide in batches.

    Args:
        setup: the games to record.
        count: the number of tables.
        seed: table i first plays the game of seed + i.
    """

    def __init__(self, setup: RecordingSetup, count: int, seed: int):
        self.setup = setup
        self.batch = Batch(setup.game, setup.options, count, seed, deal_again=False, features=setup.features)
        self.generator = np.random.default_rng(seed)
        self.seating = np.zeros((count, setup.options.num_players), np.int64)
        self.games = np.arange(count)  # the number of the game at each table
        self.dealt = count
        self.rewards: dict[int, np.ndarray] = {}
        self.rows: list[tuple[np.ndarray, ...]] = []
        self.recorded = 0
        self._seat(np.arange(count))

    def record(self, count: int, advance: Callable[[int], None]) -> Choices:
        """Play until `count` choices are recorded and all started games have ended."""
        while (self.batch.players != NOBODY).any():
            choices = np.flatnonzero(self.batch.masks.sum(axis=1) > 1)
            actions = np.where(self.batch.players == NOBODY, -1, self.batch.masks.argmax(axis=1))
            before = self.recorded
            if len(choices):
                actions[choices] = self._choose(choices)
            self.batch.step(actions)
            self._finish(np.flatnonzero(self.batch.dones), deal_more=self.recorded < count)
            advance(self.recorded - before)
        observations, masks, actions, gains, seats, games = (np.concatenate(parts) for parts in zip(*self.rows, strict=True))
        rewards = np.stack([self.rewards[game] for game in range(self.dealt)])
        return Choices(observations, masks, actions, rewards[games, seats].astype(np.float32), games, gains)

    def _choose(self, rows: np.ndarray) -> np.ndarray:
        """Record the choices at these tables, all or only the learner's, and return the actions of the players, int64 (n,)."""
        setup = self.setup
        seats = self.batch.players[rows].astype(np.int64)
        decisions, movers = self.batch.decisions(rows, self.generator), self.seating[rows, seats]
        actions = np.empty(len(rows), np.int64)
        recorded = slice(None) if setup.learner is None else np.flatnonzero(movers == setup.learner)
        actions[recorded] = self._record(rows[recorded], decisions.select(recorded, self.generator))
        for k in np.unique(movers):
            own, player = np.flatnonzero(movers == k), setup.players[k]
            if player.agent is not setup.teacher or setup.learner is not None:
                actions[own] = actions_of(player.agent, decisions.select(own, self.generator))
        noise = np.array([player.noise for player in setup.players])[movers]
        drawn = (decisions.masks * (1.0 - self.generator.random(decisions.masks.shape))).argmax(axis=1)
        return np.where(self.generator.random(len(rows)) < noise, drawn, actions)

    def _record(self, rows: np.ndarray, decisions: Decisions) -> np.ndarray:
        """Record these decisions with the teacher's actions, and return the actions, int64 (n,)."""
        actions, gains = _teach(self.setup, decisions)
        self.rows.append((self.batch.observations[rows], decisions.masks, actions, gains, decisions.players, self.games[rows]))
        self.recorded += len(rows)
        return actions

    def _finish(self, ended: np.ndarray, deal_more: bool) -> None:
        """Store the rewards of the ended games, and deal new games if more choices are needed."""
        for table in ended:
            self.rewards[int(self.games[table])] = self.batch.rewards[table].copy()
        if deal_more and len(ended):
            self.games[ended] = self.dealt + np.arange(len(ended))
            self.dealt += len(ended)
            self._seat(ended)
            self.batch.deal_next(ended)

    def _seat(self, tables: np.ndarray) -> None:
        """Draw the players of these tables."""
        shares = np.array([player.share for player in self.setup.players])
        self.seating[tables] = self.generator.choice(len(shares), self.seating[tables].shape, p=shares / shares.sum())


def _teach(setup: RecordingSetup, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
    """Return the teacher's actions, int64 (n,), and the gain of each action, float32 (n, num_actions or 0)."""
    if setup.learner is None:
        return actions_of(setup.teacher, decisions), np.empty((len(decisions), 0), np.float32)
    assert isinstance(setup.teacher, Search)
    searches = setup.teacher.compare(decisions)
    return searches["action"].astype(np.int64), (searches["gains"] / searches["samples"][:, None]).astype(np.float32)
