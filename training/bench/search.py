"""Measure how fast games are played on in playouts, and what a decision of the default search takes, on one thread.

Playouts begin at positions of real games, of which each is a decision with a choice: the expert plays at all tables, and the
positions are spread over its games. A playout is copied from its position, gets new dice, and is played to the end by one
bot in all seats: random, greedy or expert. All its decisions are moves, forced ones too, and are counted in compiled code.
The default search decides at the same positions. Everything is measured in turns.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

import dig_envs
from dig_envs.agents.search import Search, make_search
from dig_envs.agents.search.playouts import play_out
from dig_envs.core.agent import Bot, Decisions
from dig_envs.core.agent_names import find_agent
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.game import Game, Options
from dig_envs.core.rng import RNG, Domain, seed_generator
from dig_envs.training.bench.one_game import Rate

if TYPE_CHECKING:
    from rich.table import Table

POLICIES = ("random", "greedy", "expert")
POSITIONS = 256
TABLES = 64
STEPS = 300  # choices at each table
REPEATS = 5
SECONDS = 0.25
SLICES = 20  # of a measurement
SEARCH_SHARE = 4  # times as long is a search measured: its decisions differ more than playouts do
AT_ONCE = 4  # decisions of a search
LONGEST = 100_000  # moves of a playout
SEARCH = "default search"


@dataclass(frozen=True)
class Playouts:
    """The figures of playouts by one bot in all seats: playouts a second, and moves a second."""

    playouts: Rate
    moves: Rate

    def as_dict(self) -> dict[str, float]:
        """Return the figures as `dig-envs bench --search --json` prints them."""
        return {
            "playouts_per_second": self.playouts.median,
            "moves_per_second": self.moves.median,
            "moves_per_playout": self.moves.against(self.playouts),
        }


@dataclass(frozen=True)
class Searched:
    """The figures of the default search: what it does, in a sentence, and decisions and playouts a second."""

    sentence: str
    decisions: Rate
    playouts: Rate

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as `dig-envs bench --search --json` prints them."""
        return {
            "search": self.sentence,
            "milliseconds_per_decision": 1000 / self.decisions.median,
            "playouts_per_second": self.playouts.median,
        }


@dataclass(frozen=True)
class Row:
    """A game's figures: its id, playouts by the bot that plays them, and the default search."""

    game: str
    playouts: dict[str, Playouts]
    search: Searched

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as `dig-envs bench --search --json` prints them."""
        by_bot = {name: playouts.as_dict() for name, playouts in self.playouts.items()}
        return {"playouts": by_bot, "default_search": self.search.as_dict()}


def run(games: Sequence[str] = (), repeats: int = REPEATS, seconds: float = SECONDS, progress: bool = True) -> list[Row]:
    """Measure games in turns, all of them if none is given.

    Args:
        games: ids of `dig_envs.games()`.
        repeats: how many turns.
        seconds: how long each measurement lasts, about.
        progress: show a progress bar on stderr, where that is a terminal.

    Raises:
        UnknownGameError: there is no such game.
    """
    from dig_envs.training.show.console import progress_bar

    loops = {game: _loops(dig_envs.game_of(game), seconds) for game in games or dig_envs.games()}
    rates: dict[str, dict[str, list[tuple[float, float]]]] = {game: {what: [] for what in loops[game]} for game in loops}
    with progress_bar("measuring", repeats * len(loops), progress) as advance:
        for _ in range(repeats):
            for game, of_game in loops.items():
                for what, loop in of_game.items():
                    rates[game][what].append(loop())
                advance(1)
    return [_row(game, rates[game]) for game in loops]


def _row(game: str, rates: dict[str, list[tuple[float, float]]]) -> Row:
    found = {what: [Rate(rate) for rate in zip(*measured, strict=True)] for what, measured in rates.items()}
    search = Searched(make_search(dig_envs.game_of(game)).sentence, *found.pop(SEARCH))
    return Row(game, {name: Playouts(*of_bot) for name, of_bot in found.items()}, search)


def _loops(game: Game, seconds: float) -> dict[str, Callable[[], tuple[float, float]]]:
    """Return what is measured in a game's turn; each measures for a while and returns two rates a second."""
    decisions, states = positions(game)
    players = {name: Player(game, states, name) for name in POLICIES}
    searcher = Searcher(make_search(game, num_threads=1), decisions)
    loops: dict[str, Callable] = {name: partial(player.rates, seconds) for name, player in players.items()}
    return {**loops, SEARCH: partial(searcher.rates, SEARCH_SHARE * seconds)}


class Searcher:
    """Measures a search on given decisions: a few at a time, and from the first again after the last.

    Attributes:
        made: how many decisions have been searched; the next is `made` modulo their number.
    """

    def __init__(self, search: Search, decisions: Decisions):
        self.search, self.decisions = search, decisions
        self.made = 0
        self.rates(0.0)  # compiles

    def rates(self, seconds: float) -> tuple[float, float]:
        """Search for a while; returns decisions a second and playouts a second."""
        made, playouts, spent = 0, 0, 0.0
        while spent < seconds or not made:
            part = decisions_from(self.decisions, self.made + made, AT_ONCE)
            start = time.perf_counter()
            found = self.search.search(part)
            spent += time.perf_counter() - start
            made += len(part)
            playouts += int(found["playouts"].sum())
        self.made += made
        return made / spent, playouts / spent


def decisions_from(decisions: Decisions, first: int, count: int) -> Decisions:
    """Return so many of the decisions, which go round."""
    rows = np.arange(first, first + count) % len(decisions)
    tables, seats, players = (part[rows] for part in (decisions.tables, decisions.seats, decisions.players))
    observations, masks = decisions.observations[rows], decisions.masks[rows]
    return Decisions(decisions.game, tables, seats, players, observations, masks, decisions.generator)


def positions(
    game: Game, count: int = POSITIONS, seed: int = 0, options: Options | None = None
) -> tuple[Decisions, np.ndarray]:
    """Collect decisions with more than one legal action from games of the expert, and the states that they belong to.

    They come in no order, so that a part of them is like the whole.
    """
    generator = np.random.default_rng(seed)
    batch = Batch(game, options or game.parse_options(), TABLES, seed, num_threads=1, skip_forced=True)
    expert = find_agent("expert", game)
    wanted = generator.integers(STEPS, size=count)
    found = []
    for step in range(STEPS):
        players = np.array(batch.players)
        rows = generator.integers(TABLES, size=(wanted == step).sum())
        found.append([part[rows].copy() for part in (batch.states, players, batch.observations, batch.masks)])
        now = Decisions.of(game, batch.states, players, batch.observations, batch.masks, generator)
        batch.step(expert.act(now))
    order = generator.permutation(count)
    states, players, observations, masks = (np.concatenate(parts)[order] for parts in zip(*found, strict=True))
    return Decisions.of(game, states, players, observations, masks, generator), states


class Player:
    """Plays on from positions, one after the other, by one bot in all seats."""

    def __init__(self, game: Game, states: np.ndarray, policy: str):
        bot = find_agent(policy, game)
        assert isinstance(bot, Bot)
        self.engine = engine_of(game)
        self.states = states
        self.bots = self.engine.bots([bot.function] * 2)
        self.line = np.zeros(1, game.state)
        self.dice = np.zeros(1, RNG)
        self.mask = np.zeros(game.num_actions, np.int8)
        self.made = 0
        self.kernel = self.engine.kernel(play_positions)
        self.play(1)  # compiles

    def rates(self, seconds: float) -> tuple[float, float]:
        """Play for a while; returns playouts a second and moves a second."""
        playouts, moves, spent, at_once = 0, 0, 0.0, 1
        while spent < seconds:
            start = time.perf_counter()
            moves += self.play(at_once)
            spent += time.perf_counter() - start
            playouts += at_once
            at_once = max(1, int(playouts / spent * seconds / SLICES))
        return playouts / spent, moves / spent

    def play(self, count: int) -> int:
        """Play out so many positions; returns how many moves that took."""
        moves = self.kernel(self.made, self.made + count, self.states, self.line, self.dice, self.mask, self.bots)
        self.made += count
        return moves


@compiled
def play_positions(first, last, states, line, dice, mask, bots):
    """Play out the positions of these numbers, with dice of these numbers; returns how many moves that took."""
    moves = 0
    for k in range(first, last):
        line[0] = states[k % len(states)]
        seed_generator(line[0].secret.rng, k, Domain.REDEAL)
        seed_generator(dice[0], k, Domain.BOT)
        moves += play_out(line[0], dice[0], LONGEST, LONGEST, mask, bots)
    return moves


def as_dict(rows: Sequence[Row]) -> dict[str, Any]:
    """Return all figures as `dig-envs bench --search --json` prints them."""
    return {"games": {row.game: row.as_dict() for row in rows}}


def table(rows: Sequence[Row]) -> "Table":
    """Tabulate the games' figures for a terminal."""
    from dig_envs.training.show.tables import new_table

    columns = ("playouts a second", "moves a second", "moves a playout", "ms a decision")
    found = new_table("Playouts from positions of real games, on one thread", ("game", "played by"), columns)
    for row in rows:
        for name, playouts in row.playouts.items():
            told = playouts.as_dict()
            per_second = (f"{told[what]:,.0f}" for what in ("playouts_per_second", "moves_per_second"))
            found.add_row(row.game, name, *per_second, f"{told['moves_per_playout']:,.0f}", "")
        search = row.search.as_dict()
        milliseconds = f"{search['milliseconds_per_decision']:,.2f}"
        found.add_row(row.game, SEARCH, f"{search['playouts_per_second']:,.0f}", "", "", milliseconds)
    return found
