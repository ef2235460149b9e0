"""Play the games that a results file lacks, block by block, and store each block once it is played."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dig_envs.core.arguments import whole_number
from dig_envs.training.arena import blocks, duplicate
from dig_envs.training.arena.blocks import Block
from dig_envs.training.arena.pairings import Meeting, meetings_of
from dig_envs.training.arena.round_robin import MOST_GAMES, contest_of
from dig_envs.training.arena.store import Record, Results
from dig_envs.training.process.defaults import PAIR_GAMES, PAIR_SECONDS, REFERENCE_SECONDS, TABLES_AT_ONCE
from dig_envs.training.process.number_checks import number
from dig_envs.training.show.console import progress_bar
from maintenance.strength.timing import Speeds
from maintenance.strength.tournaments import Tournament

LEAST_DEALS = 2  # without which there is no interval
PORTION = 20.0  # seconds of games, after which they are written
LONGEST = 1e9


@dataclass(frozen=True)
class Budget:
    """How much every two agents play.

    Attributes:
        games: at most, in all runs together.
        seconds: that their games take on one thread, about; slow agents play as many as that allows.
        reference_seconds: that they may take where one of the two is the game's strongest bot. What is won against it stands
            in the table, and so is to be known better.
    """

    games: int = PAIR_GAMES
    seconds: float = PAIR_SECONDS
    reference_seconds: float = REFERENCE_SECONDS

    def __post_init__(self) -> None:
        whole_number("games", self.games, 1, MOST_GAMES)
        for name in ("seconds", "reference_seconds"):
            number(name, getattr(self, name), above=0, most=LONGEST)

    def deals(self, seconds: float, seatings: int, reference: bool = False) -> int:
        """Return how many deals two agents are to play.

        Args:
            seconds: that a game of theirs takes.
            seatings: games of a deal.
            reference: one of the two is the game's strongest bot.

        >>> budget = Budget(games=100, seconds=60, reference_seconds=120)
        >>> budget.deals(2.0, seatings=2), budget.deals(0.001, 2), budget.deals(2.0, 2, reference=True)
        (15, 50, 30)
        """
        games = min(self.games, (self.reference_seconds if reference else self.seconds) / seconds)
        return max(LEAST_DEALS, round(games / seatings))


def play_missing(tournament: Tournament, budget: Budget, speeds: Speeds, store: Results, progress: bool = True) -> int:
    """Let every two agents play what they have not played so far, and return how many games that were.

    Args:
        tournament: what is played, by whom.
        budget: how much.
        speeds: what agents take for a decision.
        store: where games are kept; what is played is added to it every few seconds.
        progress: show a progress bar on stderr, where that is a terminal.
    """
    contest = contest_of(tournament.game, tournament.options)
    names = {player.agent.fingerprint: player.label for player in tournament.players}
    sets = np.array(duplicate.seatings(tournament.options.num_players, True, tournament.options.num_teams))
    work = blocks_missing(tournament, sets, budget, speeds, alone(tournament, store.records(contest)))
    shared = blocks.Setup(tournament.game, tournament.options, sets)
    games = sum(len(block.deals) for _, block in work) * len(sets)
    with progress_bar(f"{tournament.game.id}, {tournament.options.num_players} players", games, progress) as advance:
        for meeting, block in work:
            meeting.take(block, blocks.play_block(shared, meeting.a.agent, meeting.b.agent, block))
            store.add(contest, names, meeting.records(block))
            advance(len(block.deals) * len(sets))
    return games


def blocks_missing(
    tournament: Tournament, sets: np.ndarray, budget: Budget, speeds: Speeds, stored: list[Record]
) -> list[tuple[Meeting, Block]]:
    """Return the games that every two agents lack, in blocks of some seconds each.

    Args:
        tournament, budget, speeds: as of `play_missing`.
        sets: int (s, num_players), the seatings of each deal: `duplicate.A` or `B` by seat.
        stored: what they have played.
    """
    played = Counter(frozenset(record.seats) for record in stored)
    found: list[tuple[Meeting, Block]] = []
    for pair in itertools.combinations(tournament.players, 2):
        both = [player.agent for player in pair]
        seconds = speeds.seconds_a_game(tournament, both)
        deals = budget.deals(seconds, len(sets), reference=tournament.strongest in pair)
        missing = deals * len(sets) - played[frozenset(agent.fingerprint for agent in both)]
        if missing > 0:
            (meeting,) = meetings_of(list(pair), stored, sets, missing, 0)
            most = min(TABLES_AT_ONCE * 4, int(PORTION / seconds))
            found += [(meeting, block) for block in blocks.blocks_of(0, meeting.numbers, meeting.deals, 0, len(sets), most)]
    return found


def alone(tournament: Tournament, records: Sequence[Record]) -> list[Record]:
    """Return the games of two of the tournament's agents in which one of them sat alone."""
    known = {player.agent.fingerprint for player in tournament.players}
    few = tournament.options.num_players // tournament.options.num_teams
    kept = []
    for record in records:
        counted = Counter(record.seats)
        if len(counted) == 2 and counted.keys() <= known and min(counted.values()) == few:
            kept.append(record)
    return kept
