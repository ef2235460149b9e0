"""Measure the speed of playouts, and the time of a decision of the default search, on one thread.

Playouts start at positions of games in which the expert has all seats. Each position has two or more legal actions, and the
positions are spread over the games. A playout copies its position, gets new random numbers, and one bot (random, greedy or
expert) plays all seats to the end. Every decision of a playout is a move, also with a single legal action; compiled code counts
the moves. The default search decides at the same positions. All measurements take turns.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from rich.table import Table

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
from dig_envs.training.show.tables import new_table
from dig_envs.training.speed.rates import Rate, in_turns, rates_of

POLICIES = ("random", "greedy", "expert")
POSITIONS = 256
TABLES = 64
STEPS = 300  # per table; each has two or more legal actions
REPEATS = 5
SECONDS = 0.25
SLICES = 20  # per measurement
SEARCH_SHARE = 4  # a search is measured longer by this factor: its decisions vary more than playouts
BATCH = 4  # decisions per call of a search
MAX_MOVES = 100_000  # moves per playout
SEARCH = "default search"


def run(games: Sequence[str] = (), repeats: int = REPEATS, seconds: float = SECONDS, progress: bool = True) -> dict[str, Any]:
    """Measure games in turns, and return the numbers as `dig-envs speed --search --json` prints them.

    Args:
        games: ids of `dig_envs.games()`; all games if empty.
        repeats: the number of turns.
        seconds: the approximate time of each measurement.
        progress: show a progress bar on stderr if it is a terminal.

    Raises:
        UnknownGameError: there is no such game.
    """
    played = [dig_envs.game_of(game) for game in games or dig_envs.games()]
    loops = {(game.id, name): loop for game in played for name, loop in _loops(game, seconds).items()}
    rates = {key: rates_of(measured) for key, measured in in_turns(loops, repeats, progress).items()}
    return {
        "games": {
            game.id: numbers(make_search(game), {name: rates[game.id, name] for name in (*POLICIES, SEARCH)}) for game in played
        }
    }


def numbers(search: Search, rates: Mapping[str, Sequence[Rate]]) -> dict[str, Any]:
    """Return the numbers of a game.

    Args:
        search: the default search.
        rates: playouts and moves per second by bot; decisions and playouts per second of the search, as `SEARCH`.
    """
    decisions, playouts_of_search = rates[SEARCH]
    by_bot = {
        name: {
            "playouts_per_second": playouts.median,
            "moves_per_second": moves.median,
            "moves_per_playout": moves.against(playouts),
        }
        for name, (playouts, moves) in rates.items()
        if name != SEARCH
    }
    searched = {
        "search": search.sentence,
        "milliseconds_per_decision": 1000 / decisions.median,
        "playouts_per_second": playouts_of_search.median,
    }
    return {"playouts": by_bot, "default_search": searched}


def _loops(game: Game, seconds: float) -> dict[str, Callable[[], tuple[float, float]]]:
    """Return the measurements of a game's turn; each one takes about `seconds` and returns two rates per second."""
    decisions, states = positions(game)
    timers = {name: PlayoutTimer(game, states, name) for name in POLICIES}
    search_timer = SearchTimer(make_search(game, num_threads=1), decisions)
    loops: dict[str, Callable] = {name: partial(timer.rates, seconds) for name, timer in timers.items()}
    return {**loops, SEARCH: partial(search_timer.rates, SEARCH_SHARE * seconds)}


class SearchTimer:
    """Measures a search on given decisions, a few per call, and starts over after the last decision.

    Attributes:
        made: the number of searched decisions; the next one has the index `made` modulo the number of decisions.
    """

    def __init__(self, search: Search, decisions: Decisions):
        self.search, self.decisions = search, decisions
        self.made = 0
        self.rates(0.0)  # compiles the search

    def rates(self, seconds: float) -> tuple[float, float]:
        """Search for about `seconds`; return decisions per second and playouts per second."""
        made, playouts, spent = 0, 0, 0.0
        while spent < seconds or not made:
            part = decisions_from(self.decisions, self.made + made, BATCH)
            start = time.perf_counter()
            result = self.search.search(part)
            spent += time.perf_counter() - start
            made += len(part)
            playouts += int(result["playouts"].sum())
        self.made += made
        return made / spent, playouts / spent


def decisions_from(decisions: Decisions, first: int, count: int) -> Decisions:
    """Return `count` decisions from index `first` on; after the last decision follows the first."""
    return decisions.select(np.arange(first, first + count) % len(decisions))


def positions(
    game: Game, count: int = POSITIONS, seed: int = 0, options: Options | None = None
) -> tuple[Decisions, np.ndarray]:
    """Collect decisions with two or more legal actions from games of the expert, and the states of these decisions.

    The order is random, so that a part of the decisions is a fair sample.
    """
    generator = np.random.default_rng(seed)
    batch = Batch(game, options or game.parse_options(), TABLES, seed, num_threads=1, skip_forced=True)
    expert = find_agent("expert", game)
    wanted = generator.integers(STEPS, size=count)
    samples = []
    for step in range(STEPS):
        players = np.array(batch.players)
        rows = generator.integers(TABLES, size=(wanted == step).sum())
        samples.append([part[rows].copy() for part in (batch.states, players, batch.observations, batch.masks)])
        batch.step(expert.act(batch.decisions(generator=generator)))
    order = generator.permutation(count)
    states, players, observations, masks = (np.concatenate(parts)[order] for parts in zip(*samples, strict=True))
    return Decisions.of(game, states, players, observations, masks, generator), states


class PlayoutTimer:
    """Measures playouts with one bot in all seats, from one position after the other.

    Attributes:
        made: the number of playouts; the next one starts at the position with index `made` modulo the number of positions.
    """

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
        self.play(1)  # compiles the kernel

    def rates(self, seconds: float) -> tuple[float, float]:
        """Play for about `seconds`; return playouts per second and moves per second."""
        playouts, moves, spent, count = 0, 0, 0.0, 1
        while spent < seconds:
            start = time.perf_counter()
            moves += self.play(count)
            spent += time.perf_counter() - start
            playouts += count
            count = max(1, int(playouts / spent * seconds / SLICES))
        return playouts / spent, moves / spent

    def play(self, count: int) -> int:
        """Play out `count` positions, and return the number of moves."""
        moves = self.kernel(self.made, self.made + count, self.states, self.line, self.dice, self.mask, self.bots)
        self.made += count
        return moves


@compiled
def play_positions(first, last, states, line, dice, mask, bots):
    """Play out positions `first` to `last` - 1, with their numbers as seeds, and return the number of moves."""
    moves = 0
    for k in range(first, last):
        line[0] = states[k % len(states)]
        seed_generator(line[0].secret.rng, k, Domain.REDEAL)
        seed_generator(dice[0], k, Domain.BOT)
        moves += play_out(line[0], dice[0], MAX_MOVES, MAX_MOVES, mask, bots)
    return moves


def tables(measured: dict[str, Any]) -> list[Table]:
    """Tabulate the result of `run` for a terminal."""
    columns = ("playouts per second", "moves per second", "moves per playout", "ms per decision")
    table = new_table("Playouts from positions of the expert's games, on one thread", ("game", "played by"), columns)
    for game, row in measured["games"].items():
        for name, numbers in row["playouts"].items():
            table.add_row(game, name, *(f"{number:,.0f}" for number in numbers.values()), "")
        search = row["default_search"]
        milliseconds = f"{search['milliseconds_per_decision']:,.2f}"
        table.add_row(game, SEARCH, f"{search['playouts_per_second']:,.0f}", "", "", milliseconds)
    return [table]
