"""Sum up the games of a results file: win shares and score margins of every two agents, and ratings."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

import dig_envs
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.ratings import Estimate, Pair, Rating, mean_by_deal, win_share
from dig_envs.training.arena.result import ArenaResult
from dig_envs.training.arena.round_robin import contest_of, duels_of, rate
from dig_envs.training.arena.store import Record, Results
from maintenance.strength.playing import Budget, alone
from maintenance.strength.timing import Speeds
from maintenance.strength.tournaments import Tournament, about, digest_of


@dataclass(frozen=True)
class Row:
    """An agent at tables of one size.

    Attributes:
        name: of the agent.
        about: what it is, in a sentence.
        digest: of its fingerprint.
        speed: decisions a second on one thread.
        games: that it has played.
        rating: on Elo's scale, the mean of these agents being 1500.
    """

    name: str
    about: str
    digest: str
    speed: float
    games: int
    rating: Estimate


@dataclass(frozen=True)
class Summary:
    """What is known of a game with so many players.

    Attributes:
        game, title: its id, and what people call it.
        num_players, par: seats at a table, and what an equal wins there, one among others of a kind.
        version: of dig-envs.
        strongest: the bot that others are compared with.
        rows: the agents, best first.
        pairs: every two of them, one alone among those of the other kind; at larger tables both ways.
        absent: by agent that can't play here, why.
        budget: how much every two agents were to play.
    """

    game: str
    title: str
    num_players: int
    par: float
    version: str
    strongest: str
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    absent: dict[str, str]
    budget: Budget

    @property
    def name(self) -> str:
        """What files of it are called, such as "dig_v0-2"."""
        return f"{self.game}-{self.num_players}"

    @property
    def games(self) -> int:
        """How many games it sums up."""
        return sum(row.games for row in self.rows) // 2

    def pair(self, a: str, b: str) -> Pair | None:
        """Return what one agent won alone among others; None if they have not met."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if self.num_players == 2 and (pair.b, pair.a) == (a, b):
                score = Estimate(-pair.score_margin.value, -pair.score_margin.high, -pair.score_margin.low)
                return Pair(a, b, pair.games, pair.win_share.rest, pair.last_share.rest, score)
        return None

    def as_arena(self) -> ArenaResult:
        """Return it as the result of an arena, which can be drawn."""
        ratings = [Rating(row.name, row.rating) for row in self.rows]
        several = self.num_players > 2
        return ArenaResult(self.game, self.num_players, several, list(self.pairs), ratings, ratings, self.games)


def summarise(tournament: Tournament, store: Results, speeds: Speeds, budget: Budget) -> Summary:
    """Sum up what a tournament's agents have played under a budget.

    Raises:
        ArgumentError: they have not met.
    """
    records = alone(tournament, store.records(contest_of(tournament.game, tournament.options)))
    if not records:
        raise ArgumentError(f"{store.path} has no games of {tournament.game.id} with {tournament.options.num_players} players")
    players = {player.agent.fingerprint: player for player in tournament.players}
    fingerprints, duels = duels_of(records)
    rated = {row.agent: row.rating for row in rate(fingerprints, duels)}
    games = {agent: sum(agent in record.seats for record in records) for agent in fingerprints}
    rows = [
        Row(
            players[agent].label,
            about(tournament.game, players[agent]),
            digest_of(players[agent].agent),
            speeds.of(players[agent].agent, tournament),
            games[agent],
            rating,
        )
        for agent, rating in rated.items()
    ]
    pairs = _pairs(tournament, records, {agent: player.label for agent, player in players.items()})
    game = tournament.game
    return Summary(
        game.id, game.title, tournament.options.num_players, tournament.par, dig_envs.__version__, tournament.strongest.label,
        tuple(rows), tuple(pairs), tournament.absent, budget,
    )  # fmt: skip


def timed_again(summary: Summary, tournament: Tournament, speeds: Speeds) -> Summary:
    """Measure the speeds of a summary's agents anew; one that has changed since, or is gone, keeps its speed."""
    players = {digest_of(player.agent): player.agent for player in tournament.players}
    rows = [
        replace(row, speed=speeds.of(players[row.digest], tournament)) if row.digest in players else row for row in summary.rows
    ]
    return replace(summary, rows=tuple(rows))


def _pairs(tournament: Tournament, records: Sequence[Record], labels: Mapping[str, str]) -> list[Pair]:
    """Estimate what each agent won alone among others; between two players each pair stands once."""
    games: dict[tuple[str, str], list[Record]] = defaultdict(list)
    few = tournament.options.num_players // tournament.options.num_teams
    order = list(labels)
    for record in records:
        a, b = sorted(set(record.seats), key=order.index)
        for one, others in ((b, a),) if tournament.options.num_teams == 2 else ((a, b), (b, a)):
            if record.seats.count(one) == few:
                games[one, others].append(record)
    return [
        _pair(a, b, played, labels) for (a, b), played in sorted(games.items(), key=lambda item: [*map(order.index, item[0])])
    ]


def _pair(a: str, b: str, games: Sequence[Record], labels: Mapping[str, str]) -> Pair:
    seats = np.array([[duplicate.A if agent == a else duplicate.B for agent in game.seats] for game in games])
    deals, points = np.array([game.seed for game in games]), np.array([game.points for game in games])
    found = duplicate.duel(0, 1, deals, seats, points)
    shares = win_share(found.shares), win_share(found.lasts)
    return Pair(labels[a], labels[b], len(games), *shares, mean_by_deal(found.margins))
