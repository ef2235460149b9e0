"""The sequence form of a game: all information sets and all distinct ends, as arrays (Koller, Megiddo and von Stengel 1994)."""

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from dig_envs.core.game import Game, Options


@dataclass(frozen=True)
class SeatForm:
    """The information sets and sequences of one seat.

    A sequence is a legal action at an information set, with everything that the seat did before. Sequence 0 is the empty one.
    A parent's number is smaller than the numbers of the sequences below it.

    Attributes:
        parents: int32 (sets,), the sequence that leads to each information set.
        firsts: int32 (sets + 1,): the sequences of information set i are firsts[i] to firsts[i + 1] - 1,
            in order of the actions.
        records: int32 (sets,), the record that the seat sees, a row of `SequenceForm.records`.
        actions: int16 (sequences,), the action of each sequence; -1 for the empty one.
    """

    parents: np.ndarray
    firsts: np.ndarray
    records: np.ndarray
    actions: np.ndarray

    @property
    def num_sets(self) -> int:
        """The number of information sets."""
        return len(self.parents)

    @property
    def num_sequences(self) -> int:
        """The number of sequences, with the empty one."""
        return len(self.actions)

    @cached_property
    def sets(self) -> np.ndarray:
        """The information set of each sequence but the empty one, int64 (sequences - 1,)."""
        return np.repeat(np.arange(self.num_sets), np.diff(self.firsts))


@dataclass(frozen=True)
class Size:
    """The size of a game tree.

    Attributes:
        positions: decisions and ends.
        histories: ends.
        decisions: positions where a seat decides.
        chance_nodes: events that chance decides after the deal.
        depth: the greatest number of decisions in a game.
        seconds: the time to enumerate the tree.
    """

    positions: int
    histories: int
    decisions: int
    chance_nodes: int
    depth: int
    seconds: float


@dataclass(frozen=True)
class SequenceForm:
    """All that best responses and equilibria need of a game with given options.

    Attributes:
        game, options: the game.
        seats: one `SeatForm` for each seat.
        records: uint8 (records, bytes): the table, the deciding seat's record and the seat's number, for each distinct one.
        end_sequences: int32 (ends, seats), the last sequence of each seat. Histories with equal sequences are one end.
        end_probabilities: float64 (ends,), the probability that chance leads there.
        end_finished: float64 (ends,), the part of this probability that ends by the rules, not by the turn limit.
        end_rewards: float64 (ends, seats), the mean rewards times this probability.
        size: the size of the tree.
    """

    game: Game
    options: Options
    seats: tuple[SeatForm, ...]
    records: np.ndarray
    end_sequences: np.ndarray
    end_probabilities: np.ndarray
    end_finished: np.ndarray
    end_rewards: np.ndarray
    size: Size

    @property
    def num_seats(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def num_sets(self) -> int:
        """The number of information sets of all seats."""
        return sum(seat.num_sets for seat in self.seats)

    @property
    def nbytes(self) -> int:
        """The number of bytes of all arrays."""
        return sum(array.nbytes for array in self.arrays().values())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays by name; those of seat p end in "_p"."""
        own = {name: getattr(self, name) for name in ENDS}
        parts = {f"{name}_{p}": getattr(seat, name) for p, seat in enumerate(self.seats) for name in SEAT_ARRAYS}
        return {**own, **parts}

    def __repr__(self) -> str:
        sets = " + ".join(f"{seat.num_sets:,}" for seat in self.seats)
        return f"SequenceForm({self.game.id}, {sets} information sets, {self.size.histories:,} histories)"


ENDS = ("records", "end_sequences", "end_probabilities", "end_finished", "end_rewards")
SEAT_ARRAYS = tuple(field.name for field in fields(SeatForm))
