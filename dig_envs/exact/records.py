"""The distinct records at which the seats of a game decide, as decisions that any agent can answer."""

from collections.abc import Iterator

import numpy as np

from dig_envs.core.agent import Decisions
from dig_envs.core.engine import engine_of
from dig_envs.core.game import Game, Options
from dig_envs.exact import digests
from dig_envs.exact.enumeration import compiled_pass
from dig_envs.exact.sequence_form import SequenceForm

CHUNK = 4096  # records in one call of an agent


class Records:
    """What a seat sees at its decisions: each distinct pair of table and own record once.

    Args:
        form: the sequence form.

    Attributes:
        tables, seats: structured (records,).
        players: int64 (records,).
        starts: int64 (records + 1,): the legal actions of record r are actions[starts[r] : starts[r + 1]].
        actions: int64, the legal actions of all records, ascending for each record.
    """

    def __init__(self, form: SequenceForm):
        self.form = form
        game = form.game
        end = game.table.itemsize + game.seat.itemsize
        self.tables = np.ascontiguousarray(form.records[:, : game.table.itemsize]).view(game.table)[:, 0]
        self.seats = np.ascontiguousarray(form.records[:, game.table.itemsize : end]).view(game.seat)[:, 0]
        self.players = form.records[:, end].astype(np.int64)
        counts = np.zeros(len(form.records), np.int64)
        for seat in form.seats:
            counts[seat.records] = np.diff(seat.firsts)
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.actions = np.empty(self.starts[-1], np.int64)
        for p, seat in enumerate(form.seats):
            self.actions[self.places(p)] = seat.actions[1:]

    def __len__(self) -> int:
        return len(self.tables)

    def places(self, seat: int) -> np.ndarray:
        """Return for each sequence of a seat but the empty one its place in `actions`, int64 (sequences - 1,)."""
        part = self.form.seats[seat]
        rank = np.arange(1, part.num_sequences) - np.repeat(part.firsts[:-1], np.diff(part.firsts))
        return self.starts[part.records[part.sets]] + rank

    def places_of(self, rows: np.ndarray) -> np.ndarray:
        """Return the places in `actions` of all legal actions of some records, in order, int64."""
        counts = np.diff(self.starts)[rows]
        before = np.concatenate([[0], np.cumsum(counts)[:-1]])
        return np.repeat(self.starts[rows] - before, counts) + np.arange(counts.sum())

    def masks(self, rows: np.ndarray) -> np.ndarray:
        """Return the action masks of some records, int8 (n, num_actions)."""
        masks = np.zeros((len(rows), self.form.game.num_actions), np.int8)
        masks[np.repeat(np.arange(len(rows)), np.diff(self.starts)[rows]), self.actions[self.places_of(rows)]] = 1
        return masks

    def decisions(self, rows: np.ndarray, generator: np.random.Generator) -> Decisions:
        """Return some records, integers (n,), as decisions."""
        players = self.players[rows]
        tables, seats = self.tables[rows], self.seats[rows]
        observations = observations_of(self.form.game, self.form.options, tables, seats, players)
        return Decisions(self.form.game, tables, seats, players, observations, self.masks(rows), generator)

    def chunks(self, rows: np.ndarray) -> Iterator[np.ndarray]:
        """Yield the rows in chunks of at most `CHUNK`."""
        for start in range(0, len(rows), CHUNK):
            yield rows[start : start + CHUNK]


def observations_of(game: Game, options: Options, tables: np.ndarray, seats: np.ndarray, players: np.ndarray) -> np.ndarray:
    """Return the observation of the deciding seat at each record, float32 (n, floats)."""
    engine, size = engine_of(game), game.layout(options).size
    states = np.zeros(len(tables), game.state)
    states["table"] = tables
    states["seats"][np.arange(len(tables)), players] = seats
    observations = np.empty((len(tables), size), np.float32)
    engine.encode_seats(states, players, engine.features([], 0), size, observations)
    return observations


def digests_of(game: Game, tables: np.ndarray, seats: np.ndarray, players: np.ndarray) -> np.ndarray:
    """Return a digest of each record, uint64 (n,)."""
    whole = np.empty((len(tables), game.table.itemsize + game.seat.itemsize + 1), np.uint8)
    end = game.table.itemsize
    whole[:, :end] = np.ascontiguousarray(tables).view(np.uint8).reshape(len(tables), end)
    whole[:, end:-1] = np.ascontiguousarray(seats).view(np.uint8).reshape(len(seats), -1)
    whole[:, -1] = players
    hashes = np.empty(len(whole), np.uint64)
    with np.errstate(over="ignore"):  # in plain Python
        compiled_pass(digests.write_digests)(whole, hashes)
    return hashes
