"""Test that observations are complete: if a seat's knowledge of two positions differs, its observations differ.

The leak test (`test_knowledge.py`) checks that observations contain no hidden information. This test checks that they contain
all known information. A game's observation module may declare exceptions:

- `OMITTED`: fields that observations leave out on purpose, with the reasons.
- `UNORDERED`: fields whose order has no meaning, with the reasons: {"table.dice": "The dice of a throw are alike."}.
- `ALIKE`: numbers of a field that stand for cards with the same face: {"table.level_card": (18, 19, 20)}.
- `clear_hidden(tables, seats)`: returns the tables without information that only the mover may know.
"""

import numpy as np
import pytest

from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from tests.support.catalogue import CASES, Case, first_of_each_game
from tests.support.play import batch_of, broken
from tests.support.sightings import (
    OMITTED_BY_ALL,
    Field,
    Report,
    Sightings,
    alike,
    canonical,
    fields_known,
    fields_of,
    is_within,
    omitted,
    positions,
    raw,
    unordered,
    unseen_differences,
)

GAMES = sorted({case.game for case in CASES})
SEEDS = (61, 62)  # first seed: all cases; second seed: the first case of each game
TABLES = 32
STEPS = 1200
EVERY = 24
MUTANTS = 200  # for each field and each kind of change
OWNED_MUTANTS = 500  # for each pair of a field of the table and a field of the seats
MAX_REPORTED = 1000  # pairs whose fields are compared for the report

FIRST = first_of_each_game(CASES)
SEARCHES = [
    pytest.param(case, seed, id=f"{case.id}-{seed}", marks=[] if seed == SEEDS[0] and case in FIRST else [pytest.mark.long])
    for seed in SEEDS
    for case in (CASES if seed == SEEDS[0] else FIRST)
]


@pytest.fixture(scope="module")
def sightings_and_seed(case, seed) -> tuple[Batch, Sightings, int]:
    """A batch of a case, its sightings, and the seed. The scope makes tests of the same case run one after another."""
    return *sightings_of(case, seed), seed


def sightings_of(case: Case, seed: int) -> tuple[Batch, Sightings]:
    """Return a batch of a case and sightings of many positions by every seat."""
    batch = batch_of(case, TABLES, seed=seed)
    states = positions(batch, STEPS, EVERY, seed=seed)
    seats = np.tile(np.arange(batch.num_players), len(states))
    return batch, Sightings(batch, states.repeat(batch.num_players), seats)


def assert_no_pairs(batch: Batch, pairs: np.ndarray, one: Sightings, other: Sightings) -> None:
    """Check that there are no pairs of rows of `one` and `other`; otherwise report the fields missing in observations."""
    report = Report(fields_known(batch.game))
    for i, j in pairs[:MAX_REPORTED]:
        report.add(one.known[i], other.known[j], int(one.seats[i]))
    assert not len(pairs), (
        f"{len(pairs)} pairs of positions have equal observations and different knowledge; fields:\n{report.text()}"
    )


@pytest.mark.parametrize(("case", "seed"), SEARCHES, scope="module")
def test_equal_observations_have_equal_knowledge(sightings_and_seed):
    """The positions come from mixed play and random play."""
    batch, sightings, _ = sightings_and_seed
    knowledge = canonical(sightings.known, batch.game)
    assert_no_pairs(batch, unseen_differences(sightings.seen, knowledge), sightings, sightings)


@pytest.mark.parametrize(("case", "seed"), SEARCHES, scope="module")
def test_a_change_of_a_field_changes_the_observation(sightings_and_seed):
    """Replace cells of a position by cells of another position. A valid result must have another observation."""
    batch, sightings, seed = sightings_and_seed
    originals, mutants = mutated(batch, sightings, seed)
    differ = (canonical(originals.known, batch.game) != canonical(mutants.known, batch.game)).any(axis=1)
    rows = np.flatnonzero(differ & (originals.seen == mutants.seen))
    assert differ.sum() > 100, "too few valid mutants were found"
    assert_no_pairs(batch, np.stack([rows, rows], axis=1), originals, mutants)


@pytest.mark.parametrize("game", GAMES)
def test_omitted_fields_exist_and_have_reasons(game):
    paths = {part for field in fields_known(game_of(game)) for part in _prefixes(field.path)}
    for path, reason in {**omitted(game_of(game)), **unordered(game_of(game)), **OMITTED_BY_ALL}.items():
        assert path in paths, f"{game} has no field {path}"
        assert len(reason.split()) >= 4, f"the reason to leave out {path} must be a sentence, not {reason!r}"
    assert alike(game_of(game)).keys() <= paths


def _prefixes(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:count]) for count in range(2, len(parts) + 1)]


# --- mutants


class Part:
    """A field of the state that may be changed, with the range of its values in the positions of a case.

    A field of the observer's own record has another offset for each seat: `seat * stride` is added.
    """

    def __init__(self, field: Field, stride: int, states: np.ndarray, num_players: int):
        self.path, self.field, self.cells, self.stride = field.path, field, field.cells, stride
        owners = range(num_players) if stride else range(1)
        values = np.concatenate([self.values(raw(states), np.full(len(states), seat)) for seat in owners])
        self.least, self.most = values.min(axis=0), values.max(axis=0)

    @property
    def varies(self) -> bool:
        """Whether the field ever changes. Options and printed cards never change."""
        return bool((self.least != self.most).any())

    @property
    def counts(self) -> bool:
        """Whether 1 can be added to or subtracted from the numbers of the field."""
        return self.field.dtype.kind == "i"

    def places(self, seats: np.ndarray, cells: np.ndarray) -> np.ndarray:
        """Return the offsets of one cell for each row, int64 (n, itemsize)."""
        return self.field.bytes[cells] + (seats * self.stride)[:, None]

    def all_places(self, seats: np.ndarray) -> np.ndarray:
        """Return the offsets of the whole field for each row, int64 (n, cells * itemsize)."""
        return self.field.bytes.reshape(1, -1) + (seats * self.stride)[:, None]

    def values(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return the numbers of the field, (n, cells)."""
        return np.ascontiguousarray(rows[np.arange(len(rows))[:, None], self.all_places(seats)]).view(self.field.dtype)

    def add(self, rows: np.ndarray, seats: np.ndarray, cells: np.ndarray, change: int) -> None:
        """Add a number to one cell of each row."""
        every, places = np.arange(len(rows))[:, None], self.places(seats, cells)
        rows[every, places] = (
            np.ascontiguousarray(rows[every, places]).view(self.field.dtype) + self.field.dtype.type(change)
        ).view(np.uint8)

    def in_range(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return whether all numbers of the field are in the ranges of their cells, bool (n,)."""
        values = self.values(rows, seats)
        return ((values >= self.least) & (values <= self.most)).all(axis=1)


def mutated(batch: Batch, sightings: Sightings, seed: int, mutants_each: int = MUTANTS) -> tuple[Sightings, Sightings]:
    """Return sightings of positions and of valid mutants of the same positions, row by row.

    Args:
        mutants_each: number of mutants for each field and each kind of change.
    """
    generator = np.random.default_rng(seed)
    rows, states = [], []
    for parts in groups(batch, sightings.states):
        for change in (one_cell, two_cells_swapped, one_moved, whole_field):
            chosen = generator.integers(0, len(sightings.states), mutants_each)
            near = (chosen + generator.integers(1, 8 * batch.num_players, mutants_each)) % len(sightings.states)
            donors = np.where(
                generator.random(mutants_each) < 0.5, near, generator.integers(0, len(sightings.states), mutants_each)
            )
            mutants, seats = sightings.states[chosen], sightings.seats[chosen]
            change(raw(mutants), raw(sightings.states[donors]), seats, parts, generator)
            kept = np.all([part.in_range(raw(mutants), seats) for part in parts], axis=0)
            kept[kept] = broken(batch, mutants[kept]) == 0
            rows.append(chosen[kept])
            states.append(mutants[kept])
    for owned in owned_pairs(batch, sightings.states):
        chosen = generator.integers(0, len(sightings.states), OWNED_MUTANTS * mutants_each // MUTANTS)
        mutants, seats = sightings.states[chosen], sightings.seats[chosen]
        owned.move_one(mutants, seats, generator)
        kept = owned.public.in_range(raw(mutants), seats)
        kept[kept] = broken(batch, mutants[kept]) == 0
        rows.append(chosen[kept])
        states.append(mutants[kept])
    chosen, mutants = np.concatenate(rows), np.concatenate(states)
    seen_by = type(sightings)
    return seen_by(batch, sightings.states[chosen], sightings.seats[chosen]), seen_by(batch, mutants, sightings.seats[chosen])


class OwnedPair:
    """A field of the table with a row for each player, beside a field of the seats' own records."""

    def __init__(self, batch: Batch, public: Part, private: Part):
        self.batch, self.public, self.private = batch, public, private
        self.row = public.cells // batch.game.max_players

    def move_one(self, mutants: np.ndarray, seats: np.ndarray, generator: np.random.Generator) -> None:
        """Move one unit, such as a card, from one seat to another in both fields. The observer is neither of the two."""
        rows, count, players = raw(mutants), len(mutants), self.batch.num_players
        steps = generator.permuted(np.tile(np.arange(1, players), (count, 1)), axis=1)
        giver, taker = (seats + steps[:, 0]) % players, (seats + steps[:, 1]) % players
        shown, held = generator.integers(0, self.row, count), _random_nonzero_cell(self.private, rows, giver, generator)
        for part, cells, owner, change in (
            (self.public, giver * self.row + shown, giver, -1),
            (self.public, taker * self.row + shown, taker, 1),
            (self.private, held, giver, -1),
            (self.private, held, taker, 1),
        ):
            part.add(rows, owner, cells, change)


def _random_nonzero_cell(part: Part, rows: np.ndarray, owners: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return a random nonzero cell of the owner's field for each row, or 0 if all are zero, int64 (n,)."""
    values = part.values(rows, owners)
    return ((values > 0) * generator.random(values.shape)).argmax(axis=1)


def parts_of(batch: Batch, states: np.ndarray) -> list[Part]:
    """Return the fields of the table, the observer's record and the secret record that change in the positions."""
    game = batch.game
    assert game.state.fields is not None
    starts = {name: np.array([place[1]]) for name, place in game.state.fields.items()}
    placed = [
        *((field, 0) for field in fields_of(game.table, "table", starts["table"])),
        *((field, game.seat.itemsize) for field in fields_of(game.seat, "seat", starts["seats"])),
        *((field, 0) for field in fields_of(game.state.fields["secret"][0], "secret", starts["secret"])),
    ]
    parts = [Part(field, stride, states, batch.num_players) for field, stride in placed]
    return [part for part in parts if part.varies and not is_within(part.path, ["table.end", "secret.rng"])]


def groups(batch: Batch, states: np.ndarray) -> list[list[Part]]:
    """Return groups of fields to change together: each field of table and seat alone, and fields with the same name."""
    parts = parts_of(batch, states)
    by_name: dict[str, list[Part]] = {}
    for part in parts:
        by_name.setdefault(part.path.split(".", 1)[1], []).append(part)
    alone = [[part] for part in parts if not is_within(part.path, ["secret"])]
    return [*alone, *(group for group in by_name.values() if len(group) > 1)]


def owned_pairs(batch: Batch, states: np.ndarray) -> list[OwnedPair]:
    """Return pairs of a field of the table with a row per player and a field of the seats; none for two players."""
    parts, most = parts_of(batch, states), batch.game.max_players
    public = [part for part in parts if is_within(part.path, ["table"]) and part.cells % most == 0 and part.counts]
    private = [part for part in parts if is_within(part.path, ["seat"]) and part.cells > 1 and part.counts]
    return [OwnedPair(batch, one, other) for one in public for other in private] if batch.num_players > 2 else []


def one_cell(rows, donors, seats, parts, generator) -> None:
    """Copy one cell of each field from the donor: the same cell in all fields, modulo the length of the field."""
    cells = generator.integers(0, parts[0].cells, len(rows))
    every = np.arange(len(rows))[:, None]
    for part in parts:
        places = part.places(seats, cells % part.cells)
        rows[every, places] = donors[every, places]


def two_cells_swapped(rows, donors, seats, parts, generator) -> None:
    """Swap two cells of each field. The sum of the field stays the same."""
    one, other = generator.integers(0, parts[0].cells, (2, len(rows)))
    every = np.arange(len(rows))[:, None]
    for part in parts:
        here, there = part.places(seats, one % part.cells), part.places(seats, other % part.cells)
        rows[every, here], rows[every, there] = rows[every, there], rows[every, here]


def one_moved(rows, donors, seats, parts, generator) -> None:
    """Subtract 1 from a cell of each field and add 1 to another cell. The sum of the field stays the same."""
    one, other = generator.integers(0, parts[0].cells, (2, len(rows)))
    for part in parts:
        if part.counts:
            part.add(rows, seats, one % part.cells, -1)
            part.add(rows, seats, other % part.cells, 1)


def whole_field(rows, donors, seats, parts, generator) -> None:
    """Copy each whole field from the donor."""
    every = np.arange(len(rows))[:, None]
    for part in parts:
        places = part.all_places(seats)
        rows[every, places] = donors[every, places]
