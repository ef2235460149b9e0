"""The pairings of an arena: the deals that each pair of agents plays, and the results of the games."""

import itertools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.blocks import DealBlock
from dig_envs.training.arena.game_files import GameSaver
from dig_envs.training.arena.players import LabelledAgent
from dig_envs.training.arena.ratings import Duel, Pair, mean_by_deal, win_share
from dig_envs.training.arena.store import Record


@dataclass
class Pairing:
    """The deals that two agents play in a run, with the result of each seat in each seating of each deal.

    Attributes:
        a, b: the agents.
        numbers: the numbers of a and b in the run.
        deals: int64 (m,), seeds.
        seatings: int (s, num_players): `duplicate.A` or `B` by seat.
        points: float64 (m, s, num_players), the result of each seat; nan before the game is played.
    """

    a: LabelledAgent
    b: LabelledAgent
    numbers: tuple[int, int]
    deals: np.ndarray
    seatings: np.ndarray
    points: np.ndarray = field(default_factory=lambda: np.empty(0))

    def __post_init__(self) -> None:
        if not len(self.points):
            self.points = np.full((len(self.deals), *self.seatings.shape), np.nan)

    @property
    def games(self) -> int:
        return len(self.deals) * len(self.seatings)

    def play_saved_games(self, game: Game, options: Options, saver: GameSaver, advance: Callable[[int], None]) -> int:
        """Play the first games and save them in files; return the number of deals that were played."""
        first = min(len(self.deals), saver.num_deals(len(self.seatings)))
        if first:
            agents, labels = (self.a.agent, self.b.agent), (self.a.label, self.b.label)
            self.points[:first] = saver.play(game, options, agents, labels, self.deals[:first], self.seatings, advance)
        return first

    def set_points(self, block: DealBlock, points: np.ndarray) -> None:
        """Store the results of a block."""
        self.points[block.first : block.first + len(block.deals)] = points

    def played(self) -> "Pairing":
        """Return the pairing with the deals that have been played."""
        complete = ~np.isnan(self.points).any(axis=(1, 2))
        return replace(self, deals=self.deals[complete], points=self.points[complete])

    def duel(self, a: int, b: int) -> Duel:
        """Sum up the games by deal, with a and b as the indices of the agents."""
        seats = np.tile(self.seatings, (len(self.deals), 1))
        return duplicate.duel(a, b, np.repeat(self.deals, len(self.seatings)), seats, self.points.reshape(self.games, -1))

    def pair(self) -> Pair:
        """Estimate a's win share, last share and score margin."""
        duel = self.duel(0, 1)
        shares = win_share(duel.shares), win_share(duel.lasts)
        return Pair(self.a.label, self.b.label, self.games, *shares, mean_by_deal(duel.margins))

    def one_vs_rest_pairs(self) -> list[Pair]:
        """Estimate both sides of one-against-the-rest seatings: one a among several b, and one b among several a."""
        single = (self.seatings == duplicate.A).sum(axis=1) == 1
        one_a = replace(self, seatings=self.seatings[single], points=self.points[:, single])
        one_b = replace(self, a=self.b, b=self.a, seatings=1 - self.seatings[~single], points=self.points[:, ~single])
        return [one_a.pair(), one_b.pair()]

    def records(self, first: int = 0, end: int | None = None) -> list[Record]:
        """Return the games of deals[first:end] as a results file stores them."""
        part = slice(first, end)
        fingerprints = (self.a.agent.fingerprint, self.b.agent.fingerprint)
        seats = [tuple(fingerprints[agent] for agent in seating) for seating in self.seatings]
        return [
            Record(seats[k], deal, tuple(points[k].tolist()))
            for deal, points in zip(self.deals[part].tolist(), self.points[part], strict=True)
            for k in range(len(self.seatings))
        ]


def make_pairings(
    players: list[LabelledAgent], stored: list[Record], seatings: np.ndarray, games: int, seed: int
) -> list[Pairing]:
    """Make a pairing for every pair of agents, with deals from `seed` on that are not in the pair's stored games."""
    used: dict[frozenset[str], set[int]] = defaultdict(set)
    for record in stored:
        used[frozenset(record.seats)].add(record.seed)
    pairings = []
    for numbers in itertools.combinations(range(len(players)), 2):
        a, b = (players[number] for number in numbers)
        played = used[frozenset((a.agent.fingerprint, b.agent.fingerprint))]
        unused = (deal for deal in itertools.count(seed) if deal not in played)
        deals = np.fromiter(itertools.islice(unused, -(-games // len(seatings))), np.int64)
        pairings.append(Pairing(a, b, numbers, deals, seatings))
    return pairings
