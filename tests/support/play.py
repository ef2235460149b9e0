"""Play games in the shared tests, with bots or random players in all seats."""

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from gymnasium.utils.env_checker import data_equivalence

from dig_envs import agents
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.game import NOBODY
from tests.support.catalogue import Case

NOISES = (0.05, 0.3)
DECISIONS_PER_TURN = 16
DECISIONS_WITHOUT_LIMIT = 2000  # more decisions than any game without a turn limit has
RANDOM_TABLES = 5  # every fifth table has only random players


def batch_of(case: Case, num_tables: int, seed: int = 0, **arguments) -> Batch:
    """Make a batch of a case. By default the caller chooses the actions of all seats."""
    game = game_of(case.game)
    return Batch(game, game.parse_options(**case.options), num_tables, seed, **{"features": case.features, **arguments})


@contextmanager
def unchanged(look: Callable[[], object]) -> Iterator[None]:
    """Check that `look` returns the same after the block as before it."""
    before = look()
    yield
    assert data_equivalence(look(), before, exact=True)


def most_decisions(batch: Batch) -> int:
    """Return an upper limit of the decisions in one game of the batch."""
    return batch.options.turn_limit * DECISIONS_PER_TURN or DECISIONS_WITHOUT_LIMIT


def random_actions(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return a random legal action for each row; -1 if no action is legal."""
    chosen = (masks * (1.0 - generator.random(masks.shape))).argmax(axis=1)
    return np.where(masks.any(axis=1), chosen, NOBODY)


class First(Agent):
    """An agent in Python that takes the legal action with the lowest number."""

    def __init__(self, name: str = "first"):
        self.name = name

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.masks.argmax(axis=1)


class MixedPlay:
    """Plays the tables of a batch. Each seat gets a random bot and a random noise; every fifth table plays at random.

    Args:
        batch: the tables.
        seed: the seed of the seating and of all random moves.
        noises: the noises to draw from. A noise is the share of random moves of a bot.
    """

    def __init__(self, batch: Batch, seed: int, noises: Sequence[float] = NOISES):
        self.generator = np.random.default_rng(seed)
        names = agents.names(batch.game.id)
        self.bots = [agents.make(name, game=batch.game.id, noise=noise) for name in names for noise in noises]
        self.seating = self.generator.integers(0, len(self.bots), (batch.num_tables, batch.num_players))
        self.seating[::RANDOM_TABLES] = 0  # the random bot

    def actions(self, batch: Batch) -> np.ndarray:
        """Return a legal action for each table; -1 if the game has ended."""
        actions = np.full(batch.num_tables, NOBODY)
        players = batch.players.astype(np.int64)
        bots = np.where(players < 0, NOBODY, self.seating[np.arange(batch.num_tables), players])
        for number, bot in enumerate(self.bots):
            rows = np.flatnonzero(bots == number)
            if len(rows):
                actions[rows] = bot.act(batch.decisions(rows, self.generator))
        return actions


def assert_bots_change_nothing(play: MixedPlay, batch: Batch) -> None:
    """Check that no bot changes the table, the seat or the mask of its decisions."""
    rows = np.flatnonzero(batch.players >= 0)
    for bot in play.bots:
        decisions = batch.decisions(rows, play.generator)
        before = copy.deepcopy((decisions.tables, decisions.seats, decisions.masks))
        actions = bot.act(decisions)
        assert decisions.masks[np.arange(len(rows)), actions].all(), f"{bot.name} chose an illegal action"
        for old, part in zip(before, (decisions.tables, decisions.seats, decisions.masks), strict=True):
            assert old.tobytes() == part.tobytes(), f"{bot.name} changed its decisions"


def redealt(batch: Batch, states: np.ndarray, player: int, seeds: np.ndarray) -> np.ndarray:
    """Return for each state a random state with the same information for the seat."""
    out = np.zeros(len(states), batch.game.state)
    tables, seats = np.ascontiguousarray(states["table"]), np.ascontiguousarray(states["seats"][:, player])
    batch.engine.redeal_states(tables, seats, np.full(len(states), player), seeds, out)
    return out


def broken(batch: Batch, states: np.ndarray) -> np.ndarray:
    """Return the number of the invariant that each state breaks, or 0, int64 (n,)."""
    found = np.zeros(len(states), np.int64)
    batch.engine.check_states(states, found)
    return found


def with_states(batch: Batch, states: np.ndarray) -> Batch:
    """Return a copy of the batch that continues from other states."""
    twin = batch.clone()
    twin._states[:] = states
    twin._advance(twin._all, np.full(twin.num_tables, NOBODY))
    return twin
