"""Plays games for the shared tests: each seat of each table moves at random, or as a bot with its share of random moves."""

import copy
from collections.abc import Sequence

import numpy as np

from dig_envs import agents
from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.game import NOBODY
from tests.support.catalogue import Case

NOISES = (0.05, 0.3)
DECISIONS_PER_TURN = 16
DECISIONS_WITHOUT_LIMIT = 2000  # more than any game takes that ends by itself
RANDOM_TABLES = 5  # one table in so many


def batch_of(case: Case, num_tables: int, seed: int = 0, **arguments) -> Batch:
    """Make a batch of a case. Its caller decides for every seat, unless the arguments say otherwise."""
    game = game_of(case.game)
    return Batch(game, game.parse_options(**case.options), num_tables, seed, **{"features": case.features, **arguments})


def most_decisions(batch: Batch) -> int:
    """No game of the batch takes more decisions."""
    return batch.options.turn_limit * DECISIONS_PER_TURN or DECISIONS_WITHOUT_LIMIT


def random_actions(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """A legal action by row, each equally likely; -1 where there is none."""
    chosen = (masks * (1.0 - generator.random(masks.shape))).argmax(axis=1)
    return np.where(masks.any(axis=1), chosen, NOBODY)


class MixedPlay:
    """Plays the tables of a batch: a bot of the ladder holds each seat, with one of the noises; some tables are random.

    Args:
        batch: whose tables are played.
        seed: decides the seating and every random move.
        noises: the shares of random moves that bots have; 0 for a bot that always plays its best.
    """

    def __init__(self, batch: Batch, seed: int, noises: Sequence[float] = NOISES):
        self.generator = np.random.default_rng(seed)
        names = agents.names(batch.game.id)
        self.bots = [agents.make(name, game=batch.game.id, noise=noise) for name in names for noise in noises]
        self.seating = self.generator.integers(0, len(self.bots), (batch.num_tables, batch.num_players))
        self.seating[::RANDOM_TABLES] = 0  # the foot of every ladder

    def actions(self, batch: Batch) -> np.ndarray:
        """A legal action for each table; -1 where the game has ended."""
        actions = np.full(batch.num_tables, NOBODY)
        players = batch.players.astype(np.int64)
        who = np.where(players < 0, NOBODY, self.seating[np.arange(batch.num_tables), players])
        for number, bot in enumerate(self.bots):
            rows = np.flatnonzero(who == number)
            if len(rows):
                actions[rows] = bot.act(self._decisions(batch, rows))
        return actions

    def _decisions(self, batch: Batch, rows: np.ndarray) -> Decisions:
        players = batch.players[rows].astype(np.int64)
        states = batch._states[rows]
        observations = batch.observations[rows, : batch.num_facts]
        return Decisions.of(batch.game, states, players, observations, batch.masks[rows], self.generator)


def assert_bots_only_look(play: MixedPlay, batch: Batch) -> None:
    """Every bot leaves table, seat and mask of its decisions as they were."""
    rows = np.flatnonzero(batch.players >= 0)
    for bot in play.bots:
        decisions = play._decisions(batch, rows)
        before = copy.deepcopy((decisions.tables, decisions.seats, decisions.masks))
        actions = bot.act(decisions)
        assert decisions.masks[np.arange(len(rows)), actions].all(), f"{bot.name} chose an illegal action"
        for kept, part in zip(before, (decisions.tables, decisions.seats, decisions.masks), strict=True):
            assert kept.tobytes() == part.tobytes(), f"{bot.name} wrote into its decisions"


def redealt(batch: Batch, states: np.ndarray, player: int, seeds: np.ndarray) -> np.ndarray:
    """For each state another one that the seat can't tell from it."""
    out = np.zeros(len(states), batch.game.state)
    tables, seats = np.ascontiguousarray(states["table"]), np.ascontiguousarray(states["seats"][:, player])
    batch.engine.redeal_states(tables, seats, np.full(len(states), player), seeds, out)
    return out


def broken(batch: Batch, states: np.ndarray) -> np.ndarray:
    """The invariant that each state breaks; 0 for none."""
    found = np.zeros(len(states), np.int64)
    batch.engine.check_states(states, found)
    return found


def with_states(batch: Batch, states: np.ndarray) -> Batch:
    """A copy of the batch that goes on from other states."""
    twin = batch.clone()
    twin._states[:] = states
    twin._advance(twin._all, np.full(twin.num_tables, NOBODY))
    return twin
