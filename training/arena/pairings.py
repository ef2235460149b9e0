"""The meetings of an arena: the deals that every two agents play against each other, and what the games brought."""

import itertools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.blocks import Block
from dig_envs.training.arena.game_files import Keeper
from dig_envs.training.arena.players import Participant
from dig_envs.training.arena.ratings import Duel, Pair, mean_by_deal, win_share
from dig_envs.training.arena.store import Record


@dataclass
class Meeting:
    """The deals that two agents play in a run, with each seat's result in each seating of each deal.

    Attributes:
        a, b: the agents, and their `numbers` in the run.
        deals: int64 (m,), seeds.
        sets: int (s, num_players), the seatings: `duplicate.A` or `B` by seat.
        points: float64 (m, s, num_players), each seat's result; nan until it is played.
    """

    a: Participant
    b: Participant
    numbers: tuple[int, int]
    deals: np.ndarray
    sets: np.ndarray
    points: np.ndarray = field(default_factory=lambda: np.empty(0))

    def __post_init__(self) -> None:
        if not len(self.points):
            self.points = np.full((len(self.deals), *self.sets.shape), np.nan)

    @property
    def games(self) -> int:
        return len(self.deals) * len(self.sets)

    def keep(self, game: Game, options: Options, keeper: Keeper | None, advance: Callable[[int], None]) -> int:
        """Play the first games so that they are kept. Returns how many deals those are."""
        first = min(len(self.deals), 0 if keeper is None else keeper.deals(len(self.sets)))
        if keeper is not None and first:
            agents, labels = (self.a.agent, self.b.agent), (self.a.label, self.b.label)
            self.points[:first] = keeper.play(game, options, agents, labels, self.deals[:first], self.sets, advance)
        return first

    def take(self, block: Block, points: np.ndarray) -> None:
        """Take in the results of a block."""
        self.points[block.first : block.first + len(block.deals)] = points

    def duel(self, a: int, b: int) -> Duel:
        """Sum up the games by deal, with a and b as the agents' indices."""
        seats = np.tile(self.sets, (len(self.deals), 1))
        return duplicate.duel(a, b, np.repeat(self.deals, len(self.sets)), seats, self.points.reshape(self.games, -1))

    def pair(self) -> Pair:
        """Estimate a's win share, last share and score margin."""
        summed, games = self.duel(0, 1), self.games
        shares = win_share(summed.shares), win_share(summed.lasts)
        return Pair(self.a.label, self.b.label, games, *shares, mean_by_deal(summed.margins))

    def one_vs_rest_pairs(self) -> list[Pair]:
        """Estimate from seatings of one against the rest: a among b's, and b among a's."""
        alone = (self.sets == duplicate.A).sum(axis=1) == 1
        a_alone = replace(self, sets=self.sets[alone], points=self.points[:, alone])
        b_alone = replace(self, a=self.b, b=self.a, sets=1 - self.sets[~alone], points=self.points[:, ~alone])
        return [a_alone.pair(), b_alone.pair()]

    def records(self, block: Block | None = None) -> list[Record]:
        """Return the games, or those of a block alone, as a results file holds them."""
        part = slice(None) if block is None else slice(block.first, block.first + len(block.deals))
        fingerprints = (self.a.agent.fingerprint, self.b.agent.fingerprint)
        seats = [tuple(fingerprints[agent] for agent in seating) for seating in self.sets]
        return [
            Record(seats[k], deal, tuple(points[k].tolist()))
            for deal, points in zip(self.deals[part].tolist(), self.points[part], strict=True)
            for k in range(len(self.sets))
        ]


def meetings_of(players: list[Participant], stored: list[Record], sets: np.ndarray, games: int, seed: int) -> list[Meeting]:
    """Make a meeting for every two agents, with deals from the seed on that these two have not played."""
    used: dict[frozenset[str], set[int]] = defaultdict(set)
    for record in stored:
        used[frozenset(record.seats)].add(record.seed)
    meetings = []
    for numbers in itertools.combinations(range(len(players)), 2):
        a, b = (players[number] for number in numbers)
        known = used[frozenset((a.agent.fingerprint, b.agent.fingerprint))]
        fresh = (deal for deal in itertools.count(seed) if deal not in known)
        deals = np.fromiter(itertools.islice(fresh, -(-games // len(sets))), np.int64)
        meetings.append(Meeting(a, b, numbers, deals, sets))
    return meetings
