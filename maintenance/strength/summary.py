"""Sum up the games of a results file: win shares and score margins of each pair of agents, and ratings."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import dig_envs
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena.digests import digest_of
from dig_envs.training.arena.ratings import Duel, Estimate, Pair, Rating, mean_by_deal, win_share
from dig_envs.training.arena.result import ArenaResult
from dig_envs.training.arena.round_robin import contest_of, duel_of, duels_of, rate
from dig_envs.training.arena.store import Record, Results
from maintenance.strength.playing import Budget, one_vs_rest_games
from maintenance.strength.timing import Speeds
from maintenance.strength.tournaments import Tournament, about, digests_now

MAX_WIDTH = 0.2  # of the interval of a win share that is a result


@dataclass(frozen=True)
class AgentSummary:
    """An agent at tables of one size.

    Attributes:
        name: the agent's name.
        about: the sentence that describes the agent.
        digest: the digest of the agent's fingerprint.
        speed: decisions per second on one thread.
        games: the number of the agent's games.
        rating: the rating on Elo's scale, on which the mean of these agents is 1500.
    """

    name: str
    about: str
    digest: str
    speed: float
    games: int
    rating: Estimate


@dataclass(frozen=True)
class Summary:
    """The results of a tournament.

    Attributes:
        game, title: the game's id and its title.
        num_players: seats at a table.
        par: the win share of one among equally strong agents.
        version: the version of dig-envs.
        strongest: the bot that is the reference for all other agents.
        rows: the agents, best first.
        pairs: the results of each pair: one seat for one agent, all others for the other; at larger tables both ways.
        absent: by agent that cannot play here, the reason.
        budget: the limits for the games of a pair.
    """

    game: str
    title: str
    num_players: int
    par: float
    version: str
    strongest: str
    rows: tuple[AgentSummary, ...]
    pairs: tuple[Pair, ...]
    absent: dict[str, str]
    budget: Budget

    @property
    def name(self) -> str:
        """The name for files, such as "dig_v0-2"."""
        return f"{self.game}-{self.num_players}"

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(row.games for row in self.rows) // 2

    def pair(self, a: str, b: str) -> Pair | None:
        """Return the result of one seat of a against b; None without games."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if self.num_players == 2 and (pair.b, pair.a) == (a, b):
                score = Estimate(-pair.score_margin.value, -pair.score_margin.high, -pair.score_margin.low)
                return Pair(a, b, pair.games, pair.win_share.rest, pair.last_share.rest, score)
        return None

    def against_strongest(self, name: str) -> Pair | None:
        """Return the result of one seat of an agent against the strongest bot; None for that bot, and if too few games."""
        pair = self.pair(name, self.strongest)
        return pair if pair and _is_result(pair) else None

    def is_outdated(self, row: AgentSummary) -> bool:
        """Return whether the agent or the strongest bot has changed since the games; agents from elsewhere are not compared."""
        now = digests_now(self.game)
        compared = [each for each in self.rows if each.name in (row.name, self.strongest)]
        return any(now.get(each.name, each.digest) != each.digest for each in compared)

    def as_arena(self) -> ArenaResult:
        """Return the summary as the result of an arena, for a chart, without pairs of too few games."""
        ratings = [Rating(row.name, row.rating) for row in self.rows]
        one_vs_rest = self.num_players > 2
        return ArenaResult(
            self.game, self.num_players, one_vs_rest, list(filter(_is_result, self.pairs)), ratings, ratings, self.games
        )


def summarise(tournament: Tournament, store: Results, speeds: Speeds, budget: Budget) -> Summary:
    """Sum up the stored games of a tournament's agents.

    Raises:
        ArgumentError: the file has no games of the tournament.
    """
    game, options = tournament.game, tournament.options
    records = one_vs_rest_games(tournament, store.records(contest_of(game, options)))
    if not records:
        raise ArgumentError(f"{store.path} has no games of {game.id} with {options.num_players} players")
    players = {player.agent.fingerprint: player for player in tournament.players}
    ratings = rate(*duels_of(records))
    rows = [
        AgentSummary(
            players[row.agent].label,
            about(game, players[row.agent]),
            digest_of(players[row.agent].agent),
            speeds.of(players[row.agent].agent, tournament),
            sum(row.agent in record.seats for record in records),
            row.rating,
        )
        for row in ratings
    ]
    pairs = _pairs(tournament, records, {agent: player.label for agent, player in players.items()})
    return Summary(
        game.id, game.title, options.num_players, tournament.par, dig_envs.__version__, tournament.strongest.label,
        tuple(rows), tuple(pairs), tournament.absent, budget,
    )  # fmt: skip


def with_new_speeds(summary: Summary, tournament: Tournament, speeds: Speeds) -> Summary:
    """Return a summary with new speeds. An agent that has changed or does not exist keeps its stored speed."""
    agents = {digest_of(player.agent): player.agent for player in tournament.players}
    rows = [
        replace(row, speed=speeds.of(agents[row.digest], tournament)) if row.digest in agents else row for row in summary.rows
    ]
    return replace(summary, rows=tuple(rows))


def _is_result(pair: Pair) -> bool:
    """Return whether a pair has played enough games: the interval of its win share has at most `MAX_WIDTH`."""
    return pair.win_share.high - pair.win_share.low <= MAX_WIDTH


def _pairs(tournament: Tournament, records: Sequence[Record], labels: Mapping[str, str]) -> list[Pair]:
    """Estimate the result of one seat of each agent against each other agent; between two players each pair is listed once."""
    games: dict[tuple[str, str], list[Record]] = defaultdict(list)
    single = tournament.options.num_players // tournament.options.num_teams
    order = list(labels)
    for record in records:
        a, b = sorted(set(record.seats), key=order.index)
        for one, rest in ((b, a),) if tournament.options.num_teams == 2 else ((a, b), (b, a)):
            if record.seats.count(one) == single:
                games[one, rest].append(record)
    keys = sorted(games, key=lambda key: [*map(order.index, key)])
    return [_pair(labels[one], labels[rest], duel_of(games[one, rest], one)) for one, rest in keys]


def _pair(a: str, b: str, duel: Duel) -> Pair:
    games = int(duel.games.sum())
    return Pair(a, b, games, win_share(duel.shares), win_share(duel.lasts), mean_by_deal(duel.margins))
