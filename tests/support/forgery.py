"""Forge states as a damaged or malicious snapshot might contain them: states of real games with random changes."""

import math
import re
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from dig_envs.core.game import Game, Options
from tests.support.catalogue import Case
from tests.support.play import MixedPlay, batch_of, most_decisions

TABLES = 60  # tables whose games are sampled
STEPS_A_SAMPLE = 7  # a prime, so that a regular sequence of phases does not hide one of them
MAX_AT_ONCE = 4  # most changes to one state
SMALL_VALUES = (-2, 32)  # the range of most seats, cards and counts

Place = tuple[int, int]  # offset and size in bytes


def sampled_states(case: Case, seed: int) -> np.ndarray:
    """Return states from all phases of games of random players and bots; a few of the games have ended."""
    batch = batch_of(case, TABLES, seed, deal_again=False)
    play = MixedPlay(batch, seed)
    found = []
    for step in range(most_decisions(batch)):
        if step % STEPS_A_SAMPLE == 0:
            found.append(batch.states[batch.players >= 0])
        if (batch.players < 0).all():
            break
        batch.step(play.actions(batch))
    return np.concatenate([*found, batch.states])


def cells(dtype: np.dtype, name: str = "", start: int = 0) -> Iterator[tuple[str, Place]]:
    """Yield the name and the place of every number in a record."""
    base = dtype.base
    for index in range(math.prod(dtype.shape)):
        here, at = name + (f"[{index}]" if dtype.shape else ""), start + index * base.itemsize
        if base.names:
            for field in base.names:
                yield from cells(base[field], f"{here}.{field}", at + _offset(base, field))
        else:
            yield here, (at, base.itemsize)


def fields(dtype: np.dtype, start: int = 0) -> Iterator[Place]:
    """Yield the place of every field of a record, including the fields of inner records."""
    base = dtype.base
    for index in range(math.prod(dtype.shape)):
        for name in base.names or ():
            at = start + index * base.itemsize + _offset(base, name)
            yield at, base[name].itemsize
            yield from fields(base[name], at)


def _offset(record: np.dtype, field: str) -> int:
    return 0 if record.fields is None else record.fields[field][1]


def has_options(game: Game, options: Options, states: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Return whether each state contains these options, bool (n,).

    `check` does not know the options, so code that loads states compares them. Options also write fields that a game changes
    later, such as the discard pile of a variant: bytes that differ in states that were `played` are not compared.
    """
    written = [np.full(1, byte, np.uint8).repeat(game.table.itemsize).view(game.table) for byte in (0, 255)]
    for table in written:
        options.write(table.reshape(()))
    zeros, ones = (table.view(np.uint8) for table in written)
    constant = (zeros == ones) & (bytes_of_tables(played) == zeros).all(axis=0)
    return (bytes_of_tables(states)[:, constant] == zeros[constant]).all(axis=1)


def bytes_of_tables(states: np.ndarray) -> np.ndarray:
    """Return the bytes of the states' tables, uint8 (n, bytes)."""
    return np.ascontiguousarray(states["table"]).view(np.uint8).reshape(len(states), -1)


class Forger:
    """Changes copies of states at random.

    A change replaces a number or a byte, swaps two numbers, or copies a part of another state. One state gets one or several
    changes. A number is drawn in two steps, first its field, so that the field `active` changes as often as the whole yard.
    """

    def __init__(self, states: np.ndarray, seed: int):
        self.random = Random(seed)
        self.dtype = states.dtype
        self.sources = states.view(np.uint8).reshape(len(states), -1)
        self.fields = list(fields(self.dtype))
        by_name: dict[str, list[Place]] = {}
        self.by_size: dict[int, list[Place]] = {}
        for name, place in cells(self.dtype):
            by_name.setdefault(re.sub(r"\[\d+\]", "", name), []).append(place)
            self.by_size.setdefault(place[1], []).append(place)
        self.by_field = list(by_name.values())

    def forged(self, count: int) -> np.ndarray:
        """Return `count` forged states; each differs from its source."""
        out = np.empty((count, self.sources.shape[1]), np.uint8)
        for row in out:
            source = row[:] = self.random.choice(self.sources)
            while (row == source).all():
                for _ in range(self.random.choice((1, 1, self.random.randint(2, MAX_AT_ONCE)))):
                    self.random.choice(self.changes)(self, row)
        return out.view(self.dtype).reshape(count)

    def _number(self) -> Place:
        return self.random.choice(self.random.choice(self.by_field))

    def _change_number(self, row: np.ndarray) -> None:
        start, size = self._number()
        near = int.from_bytes(row[start : start + size].tobytes(), "little") + self.random.choice((-1, 1))
        value = self.random.choice((self.random.randint(*SMALL_VALUES), near, self.random.getrandbits(64)))
        row[start : start + size] = np.frombuffer((value % 256**size).to_bytes(size, "little"), np.uint8)

    def _change_byte(self, row: np.ndarray) -> None:
        row[self.random.randrange(len(row))] = self.random.randrange(256)

    def _swap_in_field(self, row: np.ndarray) -> None:
        field = self.random.choice(self.by_field)
        _swap(row, self.random.choice(field), self.random.choice(field))

    def _swap_numbers(self, row: np.ndarray) -> None:
        place = self._number()
        _swap(row, place, self.random.choice(self.by_size[place[1]]))

    def _copy_number(self, row: np.ndarray) -> None:
        self._copy(row, self._number())

    def _copy_field(self, row: np.ndarray) -> None:
        self._copy(row, self.random.choice(self.fields))

    def _copy(self, row: np.ndarray, place: Place) -> None:
        start, size = place
        row[start : start + size] = self.random.choice(self.sources)[start : start + size]

    changes: tuple[Callable, ...] = (_change_number, _change_byte, _swap_in_field, _swap_numbers, _copy_number, _copy_field)


def _swap(row: np.ndarray, place: Place, other: Place) -> None:
    (a, size), (b, _) = place, other
    row[a : a + size], row[b : b + size] = row[b : b + size].copy(), row[a : a + size].copy()
