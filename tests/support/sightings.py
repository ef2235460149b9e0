"""Very many positions of a case, what each seat may know of them, and what it sees: for the test of completeness.

A *sighting* is one position from one seat. Its *knowledge* is the table and the seat's own record, byte for byte, with the
fields cleared that observations leave out on purpose.
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
    "table.max_turns": "The turn limit is an option; observations tell the share of it that is used.",
    "table.end": "Whether the game has ended is told beside the observation, as terminated or truncated.",
}
CHUNK = 2048  # positions that are encoded at once


def omitted(game: Game) -> dict[str, str]:
    """The fields that a game's observations leave out on purpose, with the reason: `OMITTED` of its observation module."""
    return _declared(game, "OMITTED")


def unordered(game: Game) -> dict[str, str]:
    """The fields whose numbers stand in an order that means nothing, with the reason: `UNORDERED` of its observation module."""
    return _declared(game, "UNORDERED")


def alike(game: Game) -> dict[str, tuple[int, ...]]:
    """Numbers of a field that stand for things with the same face: `ALIKE` of the game's observation module."""
    return _declared(game, "ALIKE")


def _declared(game: Game, name: str) -> dict[str, Any]:
    modules = {game.encode.__module__, game.layout.__module__}
    return {path: reason for module in sorted(modules) for path, reason in getattr(sys.modules[module], name, {}).items()}


# --- fields as bytes


@dataclass(frozen=True)
class Field:
    """A field of numbers within a record.

    Attributes:
        path: such as "table.hand_size", or "table.frames.what" for a field of each record in a list.
        bytes: int64 (cells, itemsize), where the bytes of each of its numbers are, counted from the record's first byte.
        dtype: of each number.
    """

    path: str
    bytes: np.ndarray
    dtype: np.dtype

    @property
    def cells(self) -> int:
        """How many numbers it holds."""
        return len(self.bytes)


def fields_of(dtype: np.dtype, path: str, starts: np.ndarray | None = None) -> Iterator[Field]:
    """The fields of numbers of a record, those of records within it too."""
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
    """The bytes of records, uint8 (n, itemsize), as a view."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


# --- positions


def positions(batch: Batch, steps: int, every: int, seed: int) -> np.ndarray:
    """Running positions of mixed play, with near relatives of some of them: an array of states, relatives side by side.

    Relatives are what different random moves make of one position, and what a seat can't tell from it.
    """
    play = MixedPlay(batch, seed)
    found = []
    for step in range(steps):
        if step % every == 0:
            found.append(batch.states)
            found.append(relatives(batch, play.generator))
            found.append(redealt(batch, batch.states, step // every % batch.num_players, np.arange(batch.num_tables) + step))
        batch.step(play.actions(batch))
    states = np.concatenate(found)
    assert not broken(batch, states).any(), "what play makes of a redeal is sound"
    return states[states["secret"]["mover"] >= 0]


def relatives(batch: Batch, generator: np.random.Generator, parents: int = 4, moves: int = 3) -> np.ndarray:
    """What a few random moves make of copies of a few of the positions; every second copy has its secrets dealt anew."""
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


# --- what a seat knows, and what it sees


class Sightings:
    """What seats know and see of many positions.

    Attributes:
        states: the positions, (n,).
        seats: int64 (n,), from which seat each is looked at.
        seen: int64 (n,), a hash of each observation together with its seat.
    """

    def __init__(self, batch: Batch, states: np.ndarray, seats: np.ndarray):
        self.batch, self.states, self.seats = batch, states, seats
        self.seen = np.concatenate([np.zeros(0, np.int64), *(self._seen(at) for at in range(0, len(states), CHUNK))])

    def _seen(self, start: int) -> np.ndarray:
        part = slice(start, start + CHUNK)
        seats = self.seats[part]
        out = np.empty((len(seats), self.batch.layout.size), np.float32)
        self._encode(np.ascontiguousarray(self.states[part]), seats, out)
        out += 0.0  # 0 and -0 are one number
        return np.array([hash((seat, row.tobytes())) for seat, row in zip(seats.tolist(), out, strict=True)], np.int64)

    def _encode(self, states: np.ndarray, seats: np.ndarray, out: np.ndarray) -> None:
        self.batch.engine.encode_seats(states, seats, self.batch._features, self.batch.num_facts, out)

    @cached_property
    def known(self) -> np.ndarray:
        """uint8 (n, bytes): the table, then the seat's own record, with nothing cleared."""
        own = self.states["seats"][np.arange(len(self.states)), self.seats]
        return np.concatenate([raw(np.ascontiguousarray(self.states["table"])), raw(np.ascontiguousarray(own))], axis=1)


def fields_known(game: Game) -> list[Field]:
    """The fields of the table and of one seat's record, placed as in `Sightings.known`."""
    return [*fields_of(game.table, "table"), *fields_of(game.seat, "seat", np.array([game.table.itemsize]))]


def is_within(path: str, paths: Iterable[str]) -> bool:
    """Whether a field, or a record that it is in, is in the list."""
    return any(path == one or path.startswith(f"{one}.") for one in paths)


def canonical(known: np.ndarray, game: Game, but: str = "") -> np.ndarray:
    """Knowledge with zeros in the fields that are left out on purpose, `but` excepted.

    Unordered fields are sorted, and of numbers with the same face all become the first.
    """
    left_out = ({*OMITTED_BY_ALL, *omitted(game)}) - {but}
    sets = set(unordered(game)) - {but}
    out = without_hidden(known, game)
    for field in fields_known(game):
        places = field.bytes.reshape(-1)
        if is_within(field.path, left_out):
            out[:, places] = 0
        elif is_within(field.path, sets):
            out[:, places] = np.sort(np.ascontiguousarray(out[:, places]).view(field.dtype), axis=1).view(np.uint8)
        elif numbers := alike(game).get(field.path):
            values = np.ascontiguousarray(out[:, places]).view(field.dtype)
            values[np.isin(values, numbers)] = numbers[0]
            out[:, places] = values.view(np.uint8)
    return out


def without_hidden(known: np.ndarray, game: Game) -> np.ndarray:
    """A copy of knowledge without what the seat may not know of the table, as the game's `clear_hidden` says, if it has one.

    A table may tell that a seat is asked for cards that it holds; that is the business of nobody else (C-4).
    """
    out = known.copy()
    clear_hidden = getattr(sys.modules[game.encode.__module__], "clear_hidden", None)
    if clear_hidden:
        table, own = (np.ascontiguousarray(part) for part in np.split(known, [game.table.itemsize], axis=1))
        cleared = clear_hidden(table.view(game.table)[:, 0], own.view(game.seat)[:, 0])
        out[:, : game.table.itemsize] = raw(cleared)
    return out


def hashes(rows: np.ndarray) -> np.ndarray:
    """int64 (n,): a hash of each row of bytes."""
    return np.array([hash(row.tobytes()) for row in rows], np.int64)


def unseen_differences(seen: np.ndarray, known: np.ndarray) -> np.ndarray:
    """int64 (k, 2): pairs of sightings that look alike and differ in what is known; the first of each look, and another."""
    order = np.argsort(seen, kind="stable")
    looks, facts = seen[order], hashes(known)[order]
    starts = np.flatnonzero(np.r_[True, looks[1:] != looks[:-1]])
    first = np.repeat(starts, np.diff(np.r_[starts, len(looks)]))
    wrong = np.flatnonzero(facts != facts[first])
    return np.stack([order[first[wrong]], order[wrong]], axis=1)


class Report:
    """Counts which fields differ between pairs of sightings that look alike."""

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
        """The fields that are not seen, those that stand alone first, with counts and an example each."""
        ranked = sorted(self.counts.items(), key=lambda item: (len(item[0]), -item[1]))
        return "\n".join(f"  {count} x {', '.join(paths)}  ({self.examples[paths]})" for paths, count in ranked[:most])
