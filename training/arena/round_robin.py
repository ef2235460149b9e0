"""The arena: every pair of agents plays duplicate deals, and gets win shares, score margins and ratings.

A deal is played once in every seating of a duplicate set (`duplicate.seatings`). With two seats, the seatings are a against b
and b against a. With more seats, half of them are a's and half are b's, in every rotation; for an odd number of seats, each
agent has the larger half equally often. Both agents therefore get the same good and bad deals and seats, and equally strong
agents share the wins equally.

- The *win share* of an agent is the mean share of the win of its seats; tied seats share a win.
- The *last share* is the mean share of the last place, which matters in games that have a loser.
- The *score margin* is the mean result of the agent's seats minus the mean result of the other agent's seats.

With `one_vs_rest`, a has one seat and b has all others, then the other way round. The par of one among n seats is 1/n.

>>> from dig_envs.training import arena
>>> result = arena.run("dig_v0", ["random", "greedy"], games=200, progress=False)
>>> result.pairs[0].games
200
"""

import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import dig_envs
from dig_envs.agents.language_model.usage import Usage
from dig_envs.core.agent import Agent
from dig_envs.core.arguments import MAX_INTEGER, whole_number
from dig_envs.core.errors import ArgumentError, ResultsError
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.blocks import Setup, blocks_of
from dig_envs.training.arena.deal_numbers import ARENA, first_deal
from dig_envs.training.arena.game_files import GameSaver
from dig_envs.training.arena.on_ray import executor_at
from dig_envs.training.arena.pairings import Pairing, make_pairings
from dig_envs.training.arena.players import LabelledAgent, labelled_agents, merged_options, number_duplicates
from dig_envs.training.arena.ratings import Duel, Rating, ratings
from dig_envs.training.arena.result import ArenaInterrupted, ArenaNotSaved, ArenaResult
from dig_envs.training.arena.store import MAX_TEXT, Contest, Record, Results
from dig_envs.training.process.defaults import TABLES_AT_ONCE
from dig_envs.training.show.console import progress_bar
from dig_envs.utils.text import is_encodable

MAX_GAMES = 10**9
MAX_SEED = MAX_INTEGER - ARENA - MAX_GAMES


def run(
    game: str | Game,
    agents: Sequence[str | Agent],
    num_players: int | None = None,
    games: int = 2000,
    seed: int = 0,
    results: str | Path | None = None,
    one_vs_rest: bool = False,
    progress: bool = True,
    keep: str | Path | None = None,
    kept: int = 10,
    ray: str | None = None,
    block: int = TABLES_AT_ONCE,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> ArenaResult:
    """Play every pair of agents against each other, and rate the agents.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        agents: two or more `Agent` objects, or names for `find_agent`. "greedy@0.3" is greedy with 30 % random moves, and
            "me=runs/ppo/model.zip" is a model with the label "me".
        num_players: seats at each table, 2 or more; 2 if neither this nor `options` names them.
        games: the number of games per pair, rounded up to whole duplicate sets.
        seed: the first deal, counted from `deal_numbers.ARENA`; later deals count up. No training reaches these deals. Deals
            that a pair already has in `results` are skipped.
        results: an SQLite file for the games. Each block of games is added after it is played.
        one_vs_rest: give one agent a single seat and the other agent all other seats, as two players always have it.
        progress: show a progress bar on stderr if it is a terminal.
        keep: a folder for the first games of each pair, as files for `dig-envs watch` and `replay`. These games are played as
            `dig-envs watch` plays their deals, so agents that use random numbers get different ones than in the other games.
        kept: the number of games per pair that `keep` saves.
        ray: the address of a Ray cluster that plays, as in `dig_envs.training.arena.on_ray.executor_at`; None for this process.
        block: the number of games that are played together, which is the unit of work on a cluster. Agents in Python that use
            random numbers get different ones in blocks of another size, but the same ones on a cluster and on one machine.
        options: options of the game, such as {"scents": True}.
        **more: further options of the game by name.

    Raises:
        DigEnvsError: an unknown game, agent or option, a number out of range, or a results file that is damaged or cannot be
            written; with `ray`, an unusable cluster, or an agent that cannot be pickled. No game was played, and the file is
            unchanged.
        NoAnswerError: a language model gives no answer. Earlier blocks are in the file, and the model's answers are stored, so
            the same call continues.
        AgentError: an agent has failed; the message names the agent, the deal and the seat. Earlier blocks are in the file.
        ArenaInterrupted: Ctrl-C; its attribute `result` holds the result of the blocks so far, which are in the file.
        ArenaNotSaved: the file could not be written in the middle and at the end; `result` holds the result of all games.
    """
    game = dig_envs.game_of(game)
    parsed = game.parse_options(**{"num_players": 2, **merged_options(options, num_players=num_players, **more)})
    whole_number("num_players in an arena", parsed.num_players, minimum=2)
    whole_number("games", games, 1, MAX_GAMES)
    whole_number("seed", seed, 0, MAX_SEED)
    whole_number("games in a block", block, 1, MAX_GAMES)
    players = labelled_agents(game, agents, at_least=2)
    file = _ResultsFile(results, contest_of(game, parsed), players)

    seatings = np.array(duplicate.seatings(parsed.num_players, one_vs_rest, parsed.num_teams))
    pairings = make_pairings(players, file.stored, seatings, games, first_deal(seed))
    saver = None if keep is None else GameSaver(Path(keep), kept)
    with (
        executor_at(ray) as play,
        progress_bar("playing", sum(pairing.games for pairing in pairings), progress) as advance,
    ):
        blocks = []
        interrupted = False
        try:
            for number, pairing in enumerate(pairings):
                first = pairing.play_saved_games(game, parsed, saver, advance) if saver else 0
                file.add(pairing.records(0, first))
                blocks += blocks_of(number, pairing.numbers, pairing.deals, first, len(seatings), block)
            for played, points in play(Setup(game, parsed, seatings), [player.agent for player in players], blocks):
                pairing = pairings[played.pairing]
                pairing.set_points(played, points)
                file.add(pairing.records(played.first, played.first + len(played.deals)))
                advance(points.shape[0] * points.shape[1])
        except KeyboardInterrupt:
            pairings = [part for part in (pairing.played() for pairing in pairings) if part.games]
            if not pairings:
                raise
            interrupted = True
    pool = file.pool_with([record for pairing in pairings for record in pairing.records()])
    result = _result(game.id, players, pairings, pool, file.names, one_vs_rest and parsed.num_teams > 2)
    file.add_unsaved(result)
    if interrupted:
        raise ArenaInterrupted(result)
    return result


class _ResultsFile:
    """The results file of a run, or no file.

    Attributes:
        stored: the games of this contest that the file had before the run.
        names: the names of agents by fingerprint: of this run and of the file.
        unsaved: games that could not be written.
    """

    def __init__(self, path: str | Path | None, contest: Contest, players: Sequence[LabelledAgent]):
        self._store = Results(path) if path is not None else None
        self._contest = contest
        self.stored = self._store.records(contest) if self._store else []
        self.names = {player.agent.fingerprint: player.label for player in reversed(players)}
        self.unsaved: list[Record] = []
        if self._store:
            for text in (*self.names, *self.names.values()):
                if len(text) > MAX_TEXT or not is_encodable(text):  # such a file could not be written or read
                    raise ArgumentError(f"an agent's name has at most {MAX_TEXT:,} characters of Unicode, not {text!r:.60}")
            self.names = self._store.names() | self.names

    def add(self, records: list[Record]) -> None:
        """Add games, if there is a file. After an error, hold all further games back until the end of the run."""
        if not self._store or not records:
            return
        if not self.unsaved:
            try:
                return self._store.add(self._contest, self.names, records)
            except ResultsError as error:
                print(f"dig-envs: {error}; further games are written at the end", file=sys.stderr)
        self.unsaved += records

    def add_unsaved(self, result: ArenaResult) -> None:
        """Try again to add the games that could not be written.

        Raises:
            ArenaNotSaved: the file cannot be written now either.
        """
        if self._store and self.unsaved:
            try:
                self._store.add(self._contest, self.names, self.unsaved)
            except ResultsError as error:
                raise ArenaNotSaved(error, len(self.unsaved), result) from error

    def pool_with(self, records: list[Record]) -> list[Record]:
        """Return all games of the run with the stored games; without a file, return no games."""
        if not self._store:
            return []
        return list({(record.seats, record.seed): record for record in [*records, *self.stored]}.values())


def contest_of(game: Game, options: Options) -> Contest:
    """Return the contest of a game with its options, in this version."""
    return Contest(game.id, dig_envs.__version__, json.dumps(options.identity, sort_keys=True))


def _result(
    game: str,
    players: list[LabelledAgent],
    pairings: list[Pairing],
    pool: list[Record],
    names: dict[str, str],
    one_vs_rest: bool,
) -> ArenaResult:
    """Rate the agents of this run from its games, and all agents of the results file from the pool of games."""
    duels = [pairing.duel(*pairing.numbers) for pairing in pairings]
    rated = rate([player.label for player in players], duels)
    pool_rated, pool_games = rated, sum(pairing.games for pairing in pairings)
    fingerprints, pool_duels = duels_of(pool)
    if pool_duels:
        pool_rated = rate(_pool_labels(fingerprints, names, players), pool_duels)
        pool_games = sum(int(duel.games.sum()) for duel in pool_duels)
    used = {player.label: getattr(player.agent, "usage", None) for player in players}
    usage = {label: usage for label, usage in used.items() if isinstance(usage, Usage) and usage.decisions}
    num_players = pairings[0].seatings.shape[1]
    pairs = [pair for pairing in pairings for pair in (pairing.one_vs_rest_pairs() if one_vs_rest else [pairing.pair()])]
    return ArenaResult(game, num_players, one_vs_rest, pairs, rated, pool_rated, pool_games, usage)


def _pool_labels(fingerprints: list[str], names: dict[str, str], players: list[LabelledAgent]) -> list[str]:
    """Number agents of the pool that share a name. Agents of this run come first, and keep their labels."""
    own = {player.agent.fingerprint for player in players}
    first = sorted(fingerprints, key=lambda fingerprint: fingerprint not in own)
    numbered = dict(zip(first, number_duplicates(names[fingerprint] for fingerprint in first), strict=True))
    return [numbered[fingerprint] for fingerprint in fingerprints]


def rate(names: list[str], duels: list[Duel]) -> list[Rating]:
    """Rate agents from their duels, and return the best first."""
    rows = [Rating(name, rating) for name, rating in zip(names, ratings(duels, len(names)), strict=True)]
    return sorted(rows, key=lambda row: -row.rating.value)


def duels_of(records: list[Record]) -> tuple[list[str], list[Duel]]:
    """Return the fingerprints of the agents in stored games, and the duel of each pair. Other games are left out."""
    by_pair: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record in records:
        by_pair[tuple(sorted(set(record.seats)))].append(record)
    by_pair = {agents: games for agents, games in by_pair.items() if len(agents) == 2}
    fingerprints = sorted({fingerprint for agents in by_pair for fingerprint in agents})
    return fingerprints, [duel_of(games, a, fingerprints.index(a), fingerprints.index(b)) for (a, b), games in by_pair.items()]


def duel_of(games: Sequence[Record], agent: str, a: int = 0, b: int = 1) -> Duel:
    """Sum up stored games of two agents by deal.

    Args:
        games: the games.
        agent: the fingerprint of agent a.
        a, b: the indices of the two agents.
    """
    seats = np.array([[duplicate.A if seat == agent else duplicate.B for seat in game.seats] for game in games])
    deals, points = np.array([game.seed for game in games]), np.array([game.points for game in games])
    return duplicate.duel(a, b, deals, seats, points)
