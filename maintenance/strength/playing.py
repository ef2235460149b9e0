"""Play the games that a results file lacks, block by block, and store each block after it is played."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dig_envs.core.arguments import number, whole_number
from dig_envs.training.arena import blocks, duplicate
from dig_envs.training.arena.blocks import DealBlock
from dig_envs.training.arena.deal_numbers import ARENA
from dig_envs.training.arena.pairings import Pairing, make_pairings
from dig_envs.training.arena.round_robin import MAX_GAMES, contest_of
from dig_envs.training.arena.store import Record, Results
from dig_envs.training.process.defaults import PAIR_GAMES, PAIR_SECONDS, REFERENCE_SECONDS, TABLES_AT_ONCE
from dig_envs.training.show.console import progress_bar
from maintenance.strength.timing import Speeds
from maintenance.strength.tournaments import Tournament

MIN_DEALS = 2  # an interval needs two deals
BLOCK_SECONDS = 20.0  # of games, after which they are stored
MAX_SECONDS = 1e9


@dataclass(frozen=True)
class Budget:
    """The limits for the games of each pair of agents.

    Attributes:
        games: most games, of all runs together.
        seconds: the approximate time of a pair's games on one thread; slow agents play fewer games.
        reference_seconds: the same for pairs with the game's strongest bot. The table shows their win shares, which therefore
            need narrow intervals.
    """

    games: int = PAIR_GAMES
    seconds: float = PAIR_SECONDS
    reference_seconds: float = REFERENCE_SECONDS

    def __post_init__(self) -> None:
        whole_number("games", self.games, 1, MAX_GAMES)
        for name in ("seconds", "reference_seconds"):
            number(name, getattr(self, name), above=0, maximum=MAX_SECONDS)

    def deals(self, seconds: float, seatings: int, reference: bool = False) -> int:
        """Return the number of deals of a pair.

        Args:
            seconds: the time of a game of the pair.
            seatings: the number of games of a deal.
            reference: whether one of the agents is the game's strongest bot.

        >>> budget = Budget(games=100, seconds=60, reference_seconds=120)
        >>> budget.deals(2.0, seatings=2), budget.deals(0.001, 2), budget.deals(2.0, 2, reference=True)
        (15, 50, 30)
        """
        games = min(self.games, (self.reference_seconds if reference else self.seconds) / seconds)
        return max(MIN_DEALS, round(games / seatings))


def play_missing(tournament: Tournament, budget: Budget, speeds: Speeds, store: Results, progress: bool = True) -> int:
    """Play the missing games of every pair of agents, and return their number.

    Args:
        tournament: the game and its agents.
        budget: the limits for the games of a pair.
        speeds: the speeds of the agents.
        store: the results file, to which each block is added.
        progress: show a progress bar on stderr if it is a terminal.
    """
    contest = contest_of(tournament.game, tournament.options)
    names = {player.agent.fingerprint: player.label for player in tournament.players}
    seatings = np.array(duplicate.seatings(tournament.options.num_players, True, tournament.options.num_teams))
    work = missing_blocks(tournament, seatings, budget, speeds, one_vs_rest_games(tournament, store.records(contest)))
    setup = blocks.Setup(tournament.game, tournament.options, seatings)
    games = sum(len(block.deals) for _, block in work) * len(seatings)
    with progress_bar(f"{tournament.game.id}, {tournament.options.num_players} players", games, progress) as advance:
        for pairing, block in work:
            pairing.set_points(block, blocks.play_block(setup, pairing.a.agent, pairing.b.agent, block))
            store.add(contest, names, pairing.records(block.first, block.first + len(block.deals)))
            advance(len(block.deals) * len(seatings))
    return games


def missing_blocks(
    tournament: Tournament, seatings: np.ndarray, budget: Budget, speeds: Speeds, stored: list[Record]
) -> list[tuple[Pairing, DealBlock]]:
    """Return the missing games of every pair of agents, in blocks of about `BLOCK_SECONDS`.

    Args:
        tournament, budget, speeds: as in `play_missing`.
        seatings: int (s, num_players), the seatings of each deal: `duplicate.A` or `B` by seat.
        stored: the games that were played before.
    """
    played = Counter(frozenset(record.seats) for record in stored)
    missing_parts: list[tuple[Pairing, DealBlock]] = []
    for pair in itertools.combinations(tournament.players, 2):
        agents = [player.agent for player in pair]
        seconds = speeds.seconds_per_game(tournament, agents)
        deals = budget.deals(seconds, len(seatings), reference=tournament.strongest in pair)
        missing = deals * len(seatings) - played[frozenset(agent.fingerprint for agent in agents)]
        if missing > 0:
            (pairing,) = make_pairings(list(pair), stored, seatings, missing, ARENA)
            max_deals = min(TABLES_AT_ONCE * 4, int(BLOCK_SECONDS / seconds))
            parts = blocks.blocks_of(0, pairing.numbers, pairing.deals, 0, len(seatings), max_deals)
            missing_parts += [(pairing, block) for block in parts]
    return missing_parts


def one_vs_rest_games(tournament: Tournament, records: Sequence[Record]) -> list[Record]:
    """Return the games of two of the tournament's agents in which one of them had a single seat or team."""
    fingerprints = {player.agent.fingerprint for player in tournament.players}
    single = tournament.options.num_players // tournament.options.num_teams
    games = []
    for record in records:
        seats = Counter(record.seats)
        if len(seats) == 2 and seats.keys() <= fingerprints and min(seats.values()) == single:
            games.append(record)
    return games
