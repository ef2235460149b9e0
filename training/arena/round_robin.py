"""The arena: every two agents play duplicate deals against each other, and get win shares, score margins and ratings.

A deal is played once in every seating of a duplicate set (`dig_envs.training.arena.duplicate.seatings`): with two seats, a against b and b
against a. With more, tables are mixed: half of the seats is a's and half is b's, in every rotation (of an odd number of
seats, each has the larger half in turn). So both agents get the same good and bad deals and seats, and two agents that play
alike share the wins equally.

- An agent's *win share* is the mean share of the win that fell to its seats; tied seats share a win.
- Its *last share* is its share of the last places, which is what counts in games that have a loser.
- Its *score margin* is the mean result of its seats less that of the other's.

With `one_vs_rest`, one seat is a's and the others are b's, then the other way round: the win share of one among n seats is 1/n
for agents that play alike.

>>> from dig_envs.training import arena
>>> result = arena.run("dig_v0", ["random", "greedy"], games=200, progress=False)
>>> result.pairs[0].games
200
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.core.arguments import LARGEST, whole_number
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.blocks import GAMES, Block, Setup, blocks_of
from dig_envs.training.arena.game_files import Keeper
from dig_envs.training.arena.on_ray import executor_at
from dig_envs.training.arena.pairings import Meeting, meetings_of
from dig_envs.training.arena.players import Participant, participants
from dig_envs.training.arena.ratings import Duel, Rating, ratings
from dig_envs.training.arena.result import ArenaResult
from dig_envs.training.arena.store import Contest, Record, Results
from dig_envs.training.process import memory
from dig_envs.training.show.console import progress_bar
from dig_envs.utils.libraries import load
from dig_envs.utils.memory import check_memory

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
    ray: str | None = None,
    block: int = GAMES,
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
        results: an SQLite file that the games are added to, all at once at the end; with `ray`, each block once it is played.
        one_vs_rest: give one agent a single seat and the other all the rest; with two players that is always so.
        progress: show a progress bar on stderr, where that is a terminal.
        keep: a folder for the first games of each pair, as files for `dig-envs watch` and `replay`. These are the games that
            `dig-envs watch` shows of their deals: agents that draw random numbers draw others than in the rest.
        kept: how many of each pair.
        ray: the address of a Ray cluster that plays, see `dig_envs.training.arena.on_ray.executor_at`; None for this process.
        block: how many games are played together, which on a cluster is the unit of work. Agents that draw random numbers in
            Python draw others in blocks of another size; on a cluster and on one machine they draw the same.
        **options: the game's other options.

    Raises:
        MissingLibraryError: `dig-envs[train]` is not installed.
        DigEnvsError: an unknown game, agent or option, a number out of range, or a results file that is damaged or can't
            be written; with `ray`, a cluster that can't be used, or an agent that can't travel. Nothing was played, and the
            file is as it was.
    """
    for library in ("choix", "scipy"):
        load(library)  # which the ratings at the end need
    found = dig_envs.game_of(game)
    parsed = found.parse_options(num_players=num_players, **options)
    _check_numbers(num_players, games, seed, block)
    players = participants(found, agents, at_least=2)
    pairs = math.comb(len(players), 2)
    check_memory(pairs * games * memory.GAME, f"an arena of {pairs:,} pairs with {games:,} games each")
    file = _File(results, contest_of(found, parsed), players)

    sets = np.array(duplicate.seatings(num_players, one_vs_rest, parsed.num_teams))
    meetings = meetings_of(players, file.stored, sets, games, seed)
    keeper = None if keep is None else Keeper(Path(keep), kept)
    with (
        executor_at(ray) as play,
        progress_bar("playing", sum(meeting.games for meeting in meetings), progress) as advance,
    ):
        blocks = _blocks(meetings, found, parsed, keeper, block, advance)
        for played, points in play(Setup(found, parsed, sets), [player.agent for player in players], blocks):
            meetings[played.meeting].take(played, points)
            if ray is not None:  # a long run that is stopped leaves what it has played
                file.add(meetings[played.meeting].records(played))
            advance(points.shape[0] * points.shape[1])
    pool = file.pool_with([record for meeting in meetings for record in meeting.records()])
    return _outcome(found.id, players, meetings, pool, file.names, one_vs_rest and parsed.num_teams > 2)


def _check_numbers(num_players: int, games: int, seed: int, block: int) -> None:
    whole_number("num_players in an arena", num_players, least=2)
    whole_number("games", games, 1, MOST_GAMES)
    whole_number("seed", seed, 0, LARGEST - MOST_GAMES)
    whole_number("games in a block", block, 1, MOST_GAMES)


def _blocks(
    meetings: Sequence[Meeting],
    game: Game,
    options: Options,
    keeper: Keeper | None,
    games: int,
    advance: Callable[[int], None],
) -> list[Block]:
    """Play the games that are kept, and cut the others into blocks of so many games."""
    blocks = []
    for number, meeting in enumerate(meetings):
        first = meeting.keep(game, options, keeper, advance)
        blocks += blocks_of(number, meeting.numbers, meeting.deals, first, len(meeting.sets), games)
    return blocks


class _File:
    """The results file of a run, or none.

    Attributes:
        stored: the games of this contest that it had before the run.
        names: of agents by fingerprint: this run's, and with `pool_with` the file's.
    """

    def __init__(self, path: str | Path | None, contest: Contest, players: Sequence[Participant]):
        self._store = Results(path) if path is not None else None
        self._contest = contest
        self.stored = self._store.records(contest) if self._store else []
        self.names = {player.agent.fingerprint: player.label for player in reversed(players)}

    def add(self, records: list[Record]) -> None:
        """Add games, where there is a file."""
        if self._store:
            self._store.add(self._contest, self.names, records)

    def pool_with(self, records: list[Record]) -> list[Record]:
        """Add all games of the run, and return them with those that were there before; none without a file."""
        if not self._store:
            return []
        self.add(records)
        self.names |= {agent: name for agent, name in self._store.names().items() if agent not in self.names}
        return list({(record.seats, record.seed): record for record in [*records, *self.stored]}.values())


def contest_of(game: Game, options: Options) -> Contest:
    """Return what games have to have in common to be compared."""
    return Contest(game.id, dig_envs.__version__, json.dumps(options.identity, sort_keys=True))


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
