"""Forges states: takes those of real games and changes what a damaged or malicious snapshot might hold otherwise."""

import math
import re
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from dig_envs.core.batch import Batch
from dig_envs.core.game import Game, Options
from tests.catalogue import Case
from tests.play import MixedPlay, batch_of, most_decisions

TABLES = 60  # whose games are sampled
STEPS_A_SAMPLE = 7  # prime: no rhythm of a game hides a phase
MOST_AT_ONCE = 4  # changes to one state
SMALL_VALUES = (-2, 32)  # where most numbers, seats and cards are


def sampled_states(case: Case, seed: int) -> np.ndarray:
    """States from all phases of games of random movers and bots, a few of them ended."""
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


def cells(dtype: np.dtype, name: str = "", start: int = 0) -> Iterator[tuple[str, int, int]]:
    """Name, first byte and size of every number in a record."""
    base = dtype.base
    for index in range(math.prod(dtype.shape)):
        here, at = name + (f"[{index}]" if dtype.shape else ""), start + index * base.itemsize
        if base.names:
            for field in base.names:
                yield from cells(base[field], f"{here}.{field}", at + base.fields[field][1])
        else:
            yield here, at, base.itemsize


def fields(dtype: np.dtype, start: int = 0) -> Iterator[tuple[int, int]]:
    """First byte and size of every field of a record, whole seats and arrays included."""
    base = dtype.base
    for index in range(math.prod(dtype.shape)):
        for name in base.names or ():
            at = start + index * base.itemsize + base.fields[name][1]
            yield at, base[name].itemsize
            yield from fields(base[name], at)


def with_these_options(game: Game, options: Options, states: np.ndarray) -> np.ndarray:
    """Whether each state holds the options of the batch, bool: what a batch compares before it takes a state."""
    written = [np.full(1, byte, np.uint8).repeat(game.table.itemsize).view(game.table) for byte in (0, 255)]
    for table in written:
        options.write(table.reshape(()))
    zeros, ones = (table.view(np.uint8) for table in written)
    constant = np.flatnonzero(zeros == ones)
    tables = np.ascontiguousarray(states["table"]).view(np.uint8).reshape(len(states), -1)
    return (tables[:, constant] == zeros[constant]).all(axis=1)


class Forger:
    """Changes copies of states at random: one number, one byte, two numbers swapped, parts of other states, or several of these."""

    def __init__(self, states: np.ndarray, seed: int):
        self.random = Random(seed)
        self.dtype = states.dtype
        self.sources = states.view(np.uint8).reshape(len(states), -1)
        self.fields = list(fields(self.dtype))
        self.cells: dict[str, list[tuple[int, int]]] = {}  # by the field that they are of: a single number counts like an array
        self.alike: dict[int, list[int]] = {}  # by size
        for name, start, size in cells(self.dtype):
            self.cells.setdefault(re.sub(r"\[\d+\]", "", name), []).append((start, size))
            self.alike.setdefault(size, []).append(start)
        self.arrays = list(self.cells.values())

    def forged(self, count: int) -> np.ndarray:
        """So many forged states; each differs from the state that it was made from."""
        out = np.empty((count, self.sources.shape[1]), np.uint8)
        for row in out:
            source = row[:] = self.random.choice(self.sources)
            while (row == source).all():
                for _ in range(self.random.choice((1, 1, self.random.randint(2, MOST_AT_ONCE)))):
                    self.random.choice(self.changes)(self, row)
        return out.view(self.dtype).reshape(count)

    def _cell(self) -> tuple[int, int]:
        return self.random.choice(self.random.choice(self.arrays))

    def _change_number(self, row: np.ndarray) -> None:
        start, size = self._cell()
        old = int.from_bytes(row[start : start + size].tobytes(), "little")
        value = self.random.choice(
            (self.random.randint(*SMALL_VALUES), old + self.random.choice((-1, 1)), self.random.getrandbits(64))
        )
        row[start : start + size] = np.frombuffer((value % 256**size).to_bytes(size, "little"), np.uint8)

    def _change_byte(self, row: np.ndarray) -> None:
        row[self.random.randrange(len(row))] = self.random.randrange(256)

    def _swap_numbers(self, row: np.ndarray) -> None:
        own = self.random.choice(self.arrays)
        start, size = self.random.choice(own)
        other, _ = (
            self.random.choice(own)
            if len(own) > 1 and self.random.random() < 0.5
            else (self.random.choice(self.alike[size]), size)
        )
        row[start : start + size], row[other : other + size] = (
            row[other : other + size].copy(),
            row[start : start + size].copy(),
        )

    def _copy_number(self, row: np.ndarray) -> None:
        start, size = self._cell()
        row[start : start + size] = self.random.choice(self.sources)[start : start + size]

    def _copy_field(self, row: np.ndarray) -> None:
        start, size = self.random.choice(self.fields)
        row[start : start + size] = self.random.choice(self.sources)[start : start + size]

    changes: tuple[Callable, ...] = (_change_number, _change_byte, _swap_numbers, _copy_number, _copy_field)
