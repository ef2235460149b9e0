"""Record the choices of games: what was seen, what a teacher would do, and what the game paid in the end.

Where all agents are compiled bots, compiled code plays (`recording_loop.py`); otherwise many games are played side by side, and
agents are asked in batches. Forced decisions are played and not recorded: there is nothing to learn in them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np

from dig_envs.agents.search import Search
from dig_envs.agents.search.policies import select_decisions
from dig_envs.core.agent import Agent, Bot, Decisions, Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import uncompiled
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import NOBODY, Game, Options
from dig_envs.training.clone.recording_kernel import ROWS, Choices, record_games

SECONDS = 0.2  # of compiled code, after which Python may see to an interrupt
A_TABLE = 256  # choices that a table should at least make, so that few are left waiting for the last game


@dataclass(frozen=True)
class Player:
    """An agent that may be drawn for a seat.

    Attributes:
        agent: who plays; of a bot without noise of its own.
        noise: the share of its moves that are random.
        share: how often it is drawn, relative to the others.
    """

    agent: Agent
    noise: float = 0.0
    share: float = 1.0


@dataclass(frozen=True)
class Scene:
    """What is played and recorded.

    Attributes:
        game, options: the game.
        features: the feature set whose floats follow the facts; None for facts alone.
        teacher: whose actions are recorded.
        players: whom each seat of each game is drawn from.
        learner: the place among players of the one whose choices alone are recorded, with what each action gains as the teacher
            says, a `Search`. None: all choices are recorded, and no gains.
    """

    game: Game
    options: Options
    features: FeatureSet | None
    teacher: Agent
    players: Sequence[Player]
    learner: int | None = None


def record(scene: Scene, count: int, tables: int, seed: int, advance: Callable[[int], None] = lambda more: None) -> Choices:
    """Play whole games, and return about so many choices.

    Args:
        scene: what is played and recorded.
        count: of compiled bots the most choices, of others the least.
        tables: how many games at most are played side by side where agents are asked in batches.
        seed: decides all games and all draws.
        advance: called again and again with the number of further choices. What it raises ends the recording.

    Raises:
        ArgumentError: not even one game has so few choices.
        IllegalActionError: an agent chose what is not legal.
    """
    agents = [scene.teacher, *(player.agent for player in scene.players)]
    if all(isinstance(agent, Bot) for agent in agents) and not uncompiled():
        return _record_bots(scene, count, seed, advance)
    return _Tables(scene, max(1, min(tables, count // A_TABLE)), seed).record(count, advance)


def _record_bots(scene: Scene, count: int, seed: int, advance: Callable[[int], None]) -> Choices:
    """Record compiled bots, in pieces between which Python hears an interrupt."""
    batch = Batch(scene.game, scene.options, 1, seed, deal_again=False, features=scene.features)
    unseated = Opponent(scene.teacher, 0.0)
    batch.set_opponents([unseated, *map(_opponent, scene.players)])
    teacher = batch.agents.index(scene.teacher)
    choices = empty(batch, count)
    kernel, progress = _kernel(scene.game), np.zeros(2, np.int64)
    games, full = 1, 0
    while not full:
        before, start = progress[ROWS], perf_counter()
        full = kernel(games, teacher, batch._tables, choices, progress)
        if perf_counter() - start < SECONDS:
            games *= 2
        advance(int(progress[ROWS] - before))
    if not progress[ROWS]:
        raise ArgumentError(f"a game of {scene.game.id} has more than {count:,} choices: record more")
    return Choices(*(array[: progress[ROWS]] for array in choices))


def _opponent(player: Player) -> Opponent:
    assert isinstance(player.agent, Bot)
    return Opponent(player.agent.with_noise(player.noise), player.share)


def empty(batch: Batch, count: int) -> Choices:
    """Make room for so many choices at the tables of a batch."""
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
    """Return the compiled loop, one a process."""
    return engine_of(game).kernel(record_games)


class _Tables:
    """Plays games side by side, by agents that are asked in batches.

    Args:
        scene: what is played and recorded.
        count: of tables.
        seed: table i first plays the game of seed + i.
    """

    def __init__(self, scene: Scene, count: int, seed: int):
        self.scene = scene
        self.batch = Batch(scene.game, scene.options, count, seed, deal_again=False, features=scene.features)
        self.generator = np.random.default_rng(seed)
        self.seating = np.zeros((count, scene.options.num_players), np.int64)
        self.games = np.arange(count)  # the number of the game at each table
        self.dealt = count
        self.rewards: dict[int, np.ndarray] = {}
        self.rows: list[tuple[np.ndarray, ...]] = []
        self.recorded = 0
        self._seat(np.arange(count))

    def record(self, count: int, advance: Callable[[int], None]) -> Choices:
        """Play until so many choices are recorded, and the games that are on to their end."""
        while (self.batch.players != NOBODY).any():
            choices = np.flatnonzero(self.batch.masks.sum(axis=1) > 1)
            actions = np.where(self.batch.players == NOBODY, -1, self.batch.masks.argmax(axis=1))
            before = self.recorded
            if len(choices):
                actions[choices] = self._choose(choices)
            self.batch.step(actions)
            self._finish(np.flatnonzero(self.batch.dones), go_on=self.recorded < count)
            advance(self.recorded - before)
        observations, masks, taught, gains, seats, games = (np.concatenate(parts) for parts in zip(*self.rows, strict=True))
        paid = np.stack([self.rewards[game] for game in range(self.dealt)])
        return Choices(observations, masks, taught, paid[games, seats].astype(np.float32), games, gains)

    def _choose(self, rows: np.ndarray) -> np.ndarray:
        """Record the choices that wait at these tables, all or the learner's, and return the actions that are taken."""
        scene = self.scene
        seats = self.batch.players[rows].astype(np.int64)
        decisions, who = self._decisions(rows, seats), self.seating[rows, seats]
        actions = np.empty(len(rows), np.int64)
        recorded = slice(None) if scene.learner is None else np.flatnonzero(who == scene.learner)
        actions[recorded] = self._record(rows[recorded], select_decisions(decisions, recorded, self.generator))
        for k in np.unique(who):
            own, player = np.flatnonzero(who == k), scene.players[k]
            if player.agent is not scene.teacher or scene.learner is not None:
                actions[own] = _actions(player.agent, select_decisions(decisions, own, self.generator))
        noise = np.array([player.noise for player in scene.players])[who]
        drawn = (decisions.masks * (1.0 - self.generator.random(decisions.masks.shape))).argmax(axis=1)
        return np.where(self.generator.random(len(rows)) < noise, drawn, actions)

    def _record(self, rows: np.ndarray, decisions: Decisions) -> np.ndarray:
        """Record the decisions that wait at these tables with the teacher's actions, and return those."""
        taught, gains = _taught(self.scene, decisions)
        self.rows.append((self.batch.observations[rows], decisions.masks, taught, gains, decisions.players, self.games[rows]))
        self.recorded += len(rows)
        return taught

    def _decisions(self, rows: np.ndarray, seats: np.ndarray) -> Decisions:
        """Return the decisions at these tables as agents see them: facts alone."""
        batch = self.batch
        facts = np.ascontiguousarray(batch.observations[rows, : batch.num_facts])
        return Decisions.of(batch.game, batch.states[rows], seats, facts, batch.masks[rows], self.generator)

    def _finish(self, ended: np.ndarray, go_on: bool) -> None:
        """Keep what the ended games paid, and deal others if more are wanted."""
        for table in ended:
            self.rewards[int(self.games[table])] = self.batch.rewards[table].copy()
        if go_on and len(ended):
            self.games[ended] = self.dealt + np.arange(len(ended))
            self.dealt += len(ended)
            self._seat(ended)
            self.batch.deal_next(ended)

    def _seat(self, tables: np.ndarray) -> None:
        """Draw the players of these tables."""
        shares = np.array([player.share for player in self.scene.players])
        self.seating[tables] = self.generator.choice(len(shares), self.seating[tables].shape, p=shares / shares.sum())


def _taught(scene: Scene, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
    """Return the teacher's actions, int64 (n,), and what each action gains, float32 (n, num_actions), or (n, 0)."""
    if scene.learner is None:
        return _actions(scene.teacher, decisions), np.empty((len(decisions), 0), np.float32)
    assert isinstance(scene.teacher, Search)
    found = scene.teacher.compare(decisions)
    return found["action"].astype(np.int64), (found["gains"] / found["samples"][:, None]).astype(np.float32)


def _actions(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Return an agent's actions, int64 (n,), if all are legal."""
    actions = np.asarray(agent.act(decisions))
    n, most = decisions.masks.shape
    if actions.shape != (n,) or actions.dtype.kind not in "iu" or not ((actions >= 0) & (actions < most)).all():
        raise IllegalActionError(f"agent {agent.name} does not answer {n} decisions with as many actions")
    if not decisions.masks[np.arange(n), actions].all():
        raise IllegalActionError(f"agent {agent.name} chose an action that is not in its action mask")
    return actions.astype(np.int64)
