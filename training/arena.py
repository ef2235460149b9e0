"""The arena: every two agents play duplicate deals against each other, and get win shares, score margins and ratings.

A deal is played once in every seating of a duplicate set (`training.duplicate.seatings`): with two seats, a against b and b
against a. With more, tables are mixed: half of the seats is a's and half is b's, in every rotation (of an odd number of
seats, each has the larger half in turn). So both agents get the same good and bad deals and seats, and two agents that play
alike share the wins equally.

- An agent's *win share* is the mean share of the win that fell to its seats; tied seats share a win.
- Its *last share* is its share of the last places, which is what counts in games that have a loser.
- Its *score margin* is the mean result of its seats less that of the other's.

With `one_vs_rest`, one seat is a's and the others are b's, then the other way round: the win share of one among n seats is 1/n
for agents that play alike.

>>> from training import arena
>>> result = arena.run("dig_v0", ["random", "greedy"], games=200, progress=False)
>>> result.pairs[0].games
200
"""

import itertools
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.core.arguments import LARGEST, whole_number
from dig_envs.core.game import Game, Options
from dig_envs.libraries import load
from dig_envs.memory import check_memory
from training import duplicate, memory
from training.console import progress_bar
from training.kept import Keeper
from training.outcome import ArenaResult, Pair, Rating
from training.participants import Participant, participants
from training.ratings import Duel, mean_by_deal, ratings, win_share
from training.results import Contest, Record, Results

MOST_GAMES = 10**9


def run(
    game: str | Game,
    agents: Sequence[str | Agent],
    num_players: int = 2,
    games: int = 2000,
    seed: int = 0,
    results: str | Path | None = None,
    one_vs_rest: bool = False,
    progress: bool = True,
    keep: str | Path | None = None,
    kept: int = 10,
    **options: Any,
) -> ArenaResult:
    """Let every two agents play each other, and rate them.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        agents: two or more: names as `find_agent` takes them, or `Agent` objects; "greedy@0.3" is greedy with 30 % random
            moves, "me=runs/ppo/model.zip" a model that is called "me".
        num_players: seats at each table, 2 or more.
        games: how many each pair plays, rounded up to whole duplicate sets.
        seed: the first deal; the next ones follow. Deals that a pair has in `results` already are left out.
        results: an SQLite file that the games are added to, all at once at the end.
        one_vs_rest: give one agent a single seat and the other all the rest; with two players that is always so.
        progress: show a progress bar on stderr, where that is a terminal.
        keep: a folder for the first games of each pair, as files for `dig-envs watch` and `replay`. These are the games that
            `dig-envs watch` shows of their deals: agents that draw random numbers draw others than in the rest.
        kept: how many of each pair.
        **options: the game's other options.

    Raises:
        MissingLibraryError: `dig-envs[train]` is not installed.
        DigEnvsError: an unknown game, agent or option, a number out of range, or a results file that is damaged or can't
            be written. Nothing was played, and the file is as it was.
    """
    for library in ("choix", "scipy"):
        load(library)  # which the ratings at the end need
    found = dig_envs.game_of(game)
    parsed = found.parse_options(num_players=num_players, **options)
    whole_number("num_players in an arena", num_players, least=2)
    whole_number("games", games, 1, MOST_GAMES)
    whole_number("seed", seed, 0, LARGEST - MOST_GAMES)
    players = participants(found, agents, at_least=2)
    pairs = math.comb(len(players), 2)
    check_memory(pairs * games * memory.GAME, f"an arena of {pairs:,} pairs with {games:,} games each")
    store = Results(results) if results is not None else None
    contest = contest_of(found, parsed)
    stored = store.records(contest) if store else []

    sets = np.array(duplicate.seatings(num_players, one_vs_rest, parsed.num_teams))
    meetings = meetings_of(players, stored, sets, games, seed)
    keeper = None if keep is None else Keeper(Path(keep), kept)
    with progress_bar("playing", sum(meeting.games for meeting in meetings), progress) as advance:
        for meeting in meetings:
            meeting.play(found, parsed, keeper, advance)
    records = [record for meeting in meetings for record in meeting.records()]
    names = {player.agent.fingerprint: player.label for player in reversed(players)}
    if store:
        store.add(contest, names, records)
        names = names | {agent: name for agent, name in store.names().items() if agent not in names}
    pool = {(record.seats, record.seed): record for record in [*records, *stored]} if store else {}
    return _outcome(found.id, players, meetings, list(pool.values()), names, one_vs_rest and parsed.num_teams > 2)


def contest_of(game: Game, options: Options) -> Contest:
    """Return what games have to have in common to be compared."""
    return Contest(game.id, dig_envs.__version__, json.dumps(options.identity, sort_keys=True))


@dataclass
class Meeting:
    """The deals that two agents play in a run, with each seat's result in each seating of each deal.

    Attributes:
        deals: int64 (m,), seeds.
        sets: int (s, num_players), the seatings: `duplicate.A` or `B` by seat.
        points: float64 (m, s, num_players), each seat's result, once played.
    """

    a: Participant
    b: Participant
    deals: np.ndarray
    sets: np.ndarray
    points: np.ndarray = field(default_factory=lambda: np.empty(0))

    @property
    def games(self) -> int:
        return len(self.deals) * len(self.sets)

    def play(self, game: Game, options: Options, keeper: Keeper | None, advance: Callable[[int], None]) -> None:
        """Play all games, the first ones so that they are kept."""
        agents, labels = (self.a.agent, self.b.agent), (self.a.label, self.b.label)
        first = 0 if keeper is None else keeper.deals(len(self.sets))
        kept, rest = self.deals[:first], self.deals[first:]
        parts = [keeper.play(game, options, agents, labels, kept, self.sets, advance)] if keeper and len(kept) else []
        if len(rest):
            parts.append(duplicate.play(game, options, *agents, rest, self.sets, advance))
        self.points = np.concatenate(parts)

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

    def records(self) -> list[Record]:
        """Return the games as a results file holds them."""
        fingerprints = (self.a.agent.fingerprint, self.b.agent.fingerprint)
        seats = [tuple(fingerprints[agent] for agent in seating) for seating in self.sets]
        return [
            Record(seats[k], int(deal), tuple(self.points[i, k].tolist()))
            for i, deal in enumerate(self.deals)
            for k in range(len(self.sets))
        ]


def meetings_of(players: list[Participant], stored: list[Record], sets: np.ndarray, games: int, seed: int) -> list[Meeting]:
    """Make a meeting for every two agents, with deals from the seed on that these two have not played."""
    used: dict[frozenset[str], set[int]] = defaultdict(set)
    for record in stored:
        used[frozenset(record.seats)].add(record.seed)
    meetings = []
    for a, b in itertools.combinations(players, 2):
        known = used[frozenset((a.agent.fingerprint, b.agent.fingerprint))]
        fresh = (deal for deal in itertools.count(seed) if deal not in known)
        deals = np.fromiter(itertools.islice(fresh, -(-games // len(sets))), np.int64)
        meetings.append(Meeting(a, b, deals, sets))
    return meetings


def _outcome(
    game: str,
    players: list[Participant],
    meetings: list[Meeting],
    pool: list[Record],
    names: dict[str, str],
    one_vs_rest: bool,
) -> ArenaResult:
    """Rate this run's agents from its games, and all agents of the results file from the pool of games."""
    index = {player.label: k for k, player in enumerate(players)}
    duels = [meeting.duel(index[meeting.a.label], index[meeting.b.label]) for meeting in meetings]
    rated = rate([player.label for player in players], duels)
    pool_rated, pool_games = rated, sum(meeting.games for meeting in meetings)
    labels = dict(zip(names, distinct(list(names.values())), strict=True))
    fingerprints, pool_duels = duels_of(pool)
    if pool_duels:
        pool_rated = rate([labels[fingerprint] for fingerprint in fingerprints], pool_duels)
        pool_games = sum(int(duel.games.sum()) for duel in pool_duels)
    num_players = meetings[0].sets.shape[1]
    pairs = [pair for meeting in meetings for pair in (meeting.one_vs_rest_pairs() if one_vs_rest else [meeting.pair()])]
    return ArenaResult(game, num_players, one_vs_rest, pairs, rated, pool_rated, pool_games)


def rate(names: list[str], duels: list[Duel]) -> list[Rating]:
    """Rate agents from their duels, and return the best first."""
    rows = [Rating(name, rating) for name, rating in zip(names, ratings(duels, len(names)), strict=True)]
    return sorted(rows, key=lambda row: -row.rating.value)


def duels_of(records: list[Record]) -> tuple[list[str], list[Duel]]:
    """Return the agents of stored games (fingerprints), and every two agents' duel. Games with itself tell nothing."""
    together: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record in records:
        together[tuple(sorted(set(record.seats)))].append(record)
    together = {agents: games for agents, games in together.items() if len(agents) == 2}
    fingerprints = sorted({fingerprint for agents in together for fingerprint in agents})
    duels = []
    for (a, b), games in together.items():
        seats = np.array([[duplicate.A if agent == a else duplicate.B for agent in game.seats] for game in games])
        deals, points = np.array([game.seed for game in games]), np.array([game.points for game in games])
        duels.append(duplicate.duel(fingerprints.index(a), fingerprints.index(b), deals, seats, points))
    return fingerprints, duels


def distinct(names: list[str]) -> list[str]:
    """Return the names, numbered where agents of different play have the same name."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return numbered
