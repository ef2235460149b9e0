"""Many positions of a case with the knowledge and the observation of each seat, for the test of completeness.

A *sighting* is one position as one seat observes it. The *knowledge* of a sighting is the bytes of the table and of the seat's
own record. Fields that observations leave out on purpose are cleared.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dig_envs.core.batch import Batch
from dig_envs.core.game import Game
from tests.support.play import MixedPlay, broken, random_actions, redealt, with_states

OMITTED_BY_ALL = {
    "table.num_players": "The number of players is an option, chosen by the caller before the first deal.",
    "table.reward": "The kind of reward is an option, and no rule of play asks for it.",
    "table.max_turns": "The turn limit is an option; observations contain the share of the limit that is used.",
    "table.end": "The end of the game is reported beside the observation, as terminated or truncated.",
}
CHUNK = 2048  # positions per call of the encoder


def omitted(game: Game) -> dict[str, str]:
    """Return `OMITTED` of a game's observation module: fields that observations leave out on purpose, with the reasons."""
    return _declared(game, "OMITTED")


def unordered(game: Game) -> dict[str, str]:
    """Return `UNORDERED` of a game's observation module: fields whose order has no meaning, with the reasons."""
    return _declared(game, "UNORDERED")


def alike(game: Game) -> dict[str, tuple[int, ...]]:
    """Return `ALIKE` of a game's observation module: by field, numbers that stand for cards with the same face."""
    return _declared(game, "ALIKE")


def _declared(game: Game, name: str) -> dict[str, Any]:
    modules = {game.encode.__module__, game.layout.__module__}
    return {path: reason for module in sorted(modules) for path, reason in getattr(sys.modules[module], name, {}).items()}


# --- fields as bytes


@dataclass(frozen=True)
class Field:
    """A field of numbers within a record.

    Attributes:
        path: such as "table.hand_size", or "table.frames.kind" for a field of each record in a list.
        bytes: int64 (cells, itemsize), the offsets of the bytes of each number from the record's first byte.
        dtype: the dtype of each number.
    """

    path: str
    bytes: np.ndarray
    dtype: np.dtype

    @property
    def cells(self) -> int:
        """The count of numbers in the field."""
        return len(self.bytes)


def fields_of(dtype: np.dtype, path: str, starts: np.ndarray | None = None) -> Iterator[Field]:
    """Yield all fields of numbers of a record, including the fields of inner records."""
    starts = np.zeros(1, np.int64) if starts is None else starts
    base, shape = dtype.base, dtype.shape
    cells = (starts[:, None] + np.arange(int(np.prod(shape, dtype=int))) * base.itemsize).reshape(-1)
    if base.names is None:
        yield Field(path, cells[:, None] + np.arange(base.itemsize), base)
        return
    assert base.fields is not None
    for name in base.names:
        inner, offset = base.fields[name][:2]
        yield from fields_of(inner, f"{path}.{name}", cells + offset)


def raw(records: np.ndarray) -> np.ndarray:
    """Return a view of records as bytes, uint8 (n, itemsize)."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


# --- positions


def positions(batch: Batch, steps: int, every: int, seed: int) -> np.ndarray:
    """Return running positions of mixed play and similar positions, as an array of states.

    Similar positions follow from different random moves in one position, or from a redeal of a position.
    """
    play = MixedPlay(batch, seed)
    found = []
    for step in range(steps):
        if step % every == 0:
            found.append(batch.states)
            found.append(similar_positions(batch, play.generator))
            found.append(redealt(batch, batch.states, step // every % batch.num_players, np.arange(batch.num_tables) + step))
        batch.step(play.actions(batch))
    states = np.concatenate(found)
    assert not broken(batch, states).any(), "all positions must keep the invariants"
    return states[states["secret"]["mover"] >= 0]


def similar_positions(batch: Batch, generator: np.random.Generator, parents: int = 4, moves: int = 3) -> np.ndarray:
    """Return the states after 1 to `moves` random moves from copies of `parents` tables; every second copy is a redeal."""
    rows = np.sort(generator.choice(batch.num_tables, parents, replace=False)).repeat(-(-batch.num_tables // parents))
    copies = batch.states[rows[: batch.num_tables]]
    others = redealt(batch, copies, int(generator.integers(batch.num_players)), generator.integers(0, 2**40, len(copies)))
    copies[::2] = others[::2]
    twin = with_states(batch, copies)
    found = []
    for _ in range(moves):
        twin.step(random_actions(twin.masks, generator))
        found.append(twin.states)
    return np.stack(found, axis=1).reshape(-1)


# --- knowledge and observations


class Sightings:
    """The knowledge and the observations of seats in many positions.

    Attributes:
        states: the positions, (n,).
        seats: int64 (n,), the observing seat of each position.
        seen: int64 (n,), a hash of each observation and its seat.
    """

    def __init__(self, batch: Batch, states: np.ndarray, seats: np.ndarray):
        self.batch, self.states, self.seats = batch, states, seats
        self.seen = np.concatenate([np.zeros(0, np.int64), *(self._seen(at) for at in range(0, len(states), CHUNK))])

    def _seen(self, start: int) -> np.ndarray:
        part = slice(start, start + CHUNK)
        seats = self.seats[part]
        out = np.empty((len(seats), self.batch.layout.size), np.float32)
        self._encode(np.ascontiguousarray(self.states[part]), seats, out)
        out += 0.0  # turns -0 into 0, so that both have the same bytes
        return np.array([hash((seat, row.tobytes())) for seat, row in zip(seats.tolist(), out, strict=True)], np.int64)

    def _encode(self, states: np.ndarray, seats: np.ndarray, out: np.ndarray) -> None:
        self.batch.engine.encode_seats(states, seats, self.batch._features, self.batch.num_facts, out)

    @cached_property
    def known(self) -> np.ndarray:
        """The table, then the seat's own record, uint8 (n, bytes), with no field cleared."""
        own = self.states["seats"][np.arange(len(self.states)), self.seats]
        return np.concatenate([raw(np.ascontiguousarray(self.states["table"])), raw(np.ascontiguousarray(own))], axis=1)


def fields_known(game: Game) -> list[Field]:
    """Return the fields of the table and of one seat's record, with offsets as in `Sightings.known`."""
    return [*fields_of(game.table, "table"), *fields_of(game.seat, "seat", np.array([game.table.itemsize]))]


def is_within(path: str, paths: Iterable[str]) -> bool:
    """Return whether a field or a record around the field is in `paths`."""
    return any(path == one or path.startswith(f"{one}.") for one in paths)


def canonical(known: np.ndarray, game: Game, left_out: Iterable[str] | None = None) -> np.ndarray:
    """Return knowledge in a canonical form: equal bytes for equal knowledge.

    Fields that are left out on purpose are 0: those in `left_out`, by default those that observations leave out. Unordered
    fields are sorted. Numbers for cards with the same face are replaced by the first of these numbers.
    """
    left_out = {*OMITTED_BY_ALL, *(omitted(game) if left_out is None else left_out)}
    out = without_hidden(known, game)
    for field in fields_known(game):
        places = field.bytes.reshape(-1)
        if is_within(field.path, left_out):
            out[:, places] = 0
        elif is_within(field.path, unordered(game)):
            out[:, places] = np.sort(np.ascontiguousarray(out[:, places]).view(field.dtype), axis=1).view(np.uint8)
        elif numbers := alike(game).get(field.path):
            values = np.ascontiguousarray(out[:, places]).view(field.dtype)
            values[np.isin(values, numbers)] = numbers[0]
            out[:, places] = values.view(np.uint8)
    return out


def without_hidden(known: np.ndarray, game: Game) -> np.ndarray:
    """Return a copy of knowledge without the parts of the table that the seat may not know, by the game's `clear_hidden`.

    For example, a table may show that a seat is asked because of a card in its hand; other seats must not learn this (C-4).
    """
    out = known.copy()
    clear_hidden = getattr(sys.modules[game.encode.__module__], "clear_hidden", None)
    if clear_hidden:
        table, own = (np.ascontiguousarray(part) for part in np.split(known, [game.table.itemsize], axis=1))
        cleared = clear_hidden(table.view(game.table)[:, 0], own.view(game.seat)[:, 0])
        out[:, : game.table.itemsize] = raw(cleared)
    return out


def hashes(rows: np.ndarray) -> np.ndarray:
    """Return a hash of each row of bytes, int64 (n,)."""
    return np.array([hash(row.tobytes()) for row in rows], np.int64)


def unseen_differences(seen: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return pairs of sightings with equal observations and different knowledge, int64 (k, 2).

    Each pair has the first sighting with an observation, and another sighting with the same observation.
    """
    order = np.argsort(seen, kind="stable")
    looks, facts = seen[order], hashes(known)[order]
    starts = np.flatnonzero(np.r_[True, looks[1:] != looks[:-1]])
    first = np.repeat(starts, np.diff(np.r_[starts, len(looks)]))
    wrong = np.flatnonzero(facts != facts[first])
    return np.stack([order[first[wrong]], order[wrong]], axis=1)


class Report:
    """Counts the fields that differ between pairs of sightings with equal observations."""

    def __init__(self, fields: list[Field]):
        self.fields = fields
        self.counts: Counter[tuple[str, ...]] = Counter()
        self.examples: dict[tuple[str, ...], str] = {}

    def add(self, one: np.ndarray, other: np.ndarray, seat: int) -> None:
        """Count a pair of rows of knowledge."""
        differing = {
            field.path: np.flatnonzero((one[field.bytes] != other[field.bytes]).any(axis=1))
            for field in self.fields
            if (one[field.bytes] != other[field.bytes]).any()
        }
        paths = tuple(differing)
        self.counts[paths] += 1
        if paths not in self.examples:
            cells = [f"{path}{cells.tolist()[:4]}: {self._values(path, cells, one)} | {self._values(path, cells, other)}"
                     for path, cells in list(differing.items())[:3]]  # fmt: skip
            self.examples[paths] = f"seat {seat}, " + "; ".join(cells)

    def _values(self, path: str, cells: np.ndarray, row: np.ndarray) -> list[int]:
        field = next(field for field in self.fields if field.path == path)
        return row[field.bytes[cells[:4]]].view(field.dtype)[:, 0].tolist()

    def text(self, most: int = 15) -> str:
        """Return the differing fields with counts and an example each; the smallest sets of fields come first."""
        ranked = sorted(self.counts.items(), key=lambda item: (len(item[0]), -item[1]))
        return "\n".join(f"  {count} x {', '.join(paths)}  ({self.examples[paths]})" for paths, count in ranked[:most])
