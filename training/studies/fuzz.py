"""Play many games, and check every promise of a game at each decision: `dig-envs study fuzz`.

Every configuration (a number of players and options) is played in several ways: at random, by each bot, and by a mix of bots
with and without noise. Each way gets the same share of the time, so fast bots contribute the most moves. The checks are
compiled together with the loop (`dig_envs/core/engine/checked_kernels.py`).
"""

import dataclasses
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Bot, Opponent
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.core.arguments import MAX_INTEGER, whole_number
from dig_envs.core.batch import Batch
from dig_envs.core.engine import checked_kernels, engine_of
from dig_envs.core.errors import OptionError, SnapshotError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import NOBODY, Game, Options
from dig_envs.core.seeds import checked_seed
from dig_envs.training.show.console import progress_bar
from dig_envs.utils.files import read_bounded, replace

NOISES = (0.0, 0.05, 0.3)
TABLES = 4  # per way of playing
FIRST_SLICE = 64  # moves per table
SLICE_SECONDS = 0.2  # the longest time that Ctrl-C waits
FILE_KIND = "dig-envs fuzz failure 1"
MAX_BYTES = 1 << 22  # bytes


@dataclass(frozen=True)
class Failure:
    """A game that broke a promise, with all data to play it again."""

    game: str
    options: dict[str, Any]
    features: str | None
    play: str
    seed: int
    actions: list[int] = field(repr=False)
    fault: str
    what: str

    @property
    def where(self) -> str:
        """The game, the options, the way of playing, the seed and the number of decisions, in words."""
        given = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game} ({given}), {self.play} play, seed {self.seed}, after {len(self.actions)} decisions ({self.fault})"

    def write(self, folder: Path) -> Path:
        """Write the failure into a file in a folder, and return the file's path."""
        path = folder / f"fuzz-{self.game}-{self.seed}.json"
        content = {"kind": FILE_KIND, "version": dig_envs.__version__, **dataclasses.asdict(self)}
        replace(path, json.dumps(content).encode())
        return path


@dataclass(frozen=True)
class PlayStatistics:
    """The numbers of moves, games and truncated games, and the seconds, of one configuration played in one way."""

    configuration: str
    play: str
    moves: int
    games: int
    truncated: int
    seconds: float


@dataclass(frozen=True)
class Report:
    """The result of a run.

    Attributes:
        game: the game's id.
        rows: one row per configuration and way of playing.
        failure: the failure that ended the run; None if all checks passed.
        stopped: whether Ctrl-C ended the run.
    """

    game: str
    rows: list[PlayStatistics]
    failure: Failure | None = None
    stopped: bool = False

    @property
    def moves(self) -> int:
        return sum(row.moves for row in self.rows)


class Play:
    """One configuration played in one way, at a few tables.

    Args:
        game, options, features: the game, its options and a feature set.
        name: the name of the way of playing.
        bots: the bots from which the agent of each seat is drawn.
        seed: the seed of the first table.
    """

    def __init__(
        self, game: Game, options: Options, features: str | FeatureSet | None, name: str, bots: Sequence[Bot], seed: int
    ):
        self.batch = Batch(game, options, TABLES, seed, deal_again=False, features=features)
        self.batch.set_pool([Opponent(bot) for bot in bots])
        self.batch.players[:] = NOBODY  # the kernel deals the first game of each table, and seats the agents
        self.name = name
        self.fuzz = checked_kernels.Fuzz(
            np.zeros((TABLES, checked_kernels.MAX_DECISIONS), np.int16),
            np.zeros((TABLES, checked_kernels.COUNTS), np.int64),
            np.zeros(self.batch.layout.size, np.float32),
            np.zeros(2, np.int64),
        )
        self.kernel = _kernel(game, checked_kernels.fuzz_tables)
        self.faults = np.zeros(TABLES, np.int64)
        self.slice = FIRST_SLICE
        self.seconds = 0.0
        self.kernel(0, self.batch.kernel_tables, self.fuzz, self.faults)  # compiles the kernel

    @property
    def moves(self) -> int:
        return int(self.fuzz.counts[:, checked_kernels.MOVES].sum())

    @property
    def row(self) -> PlayStatistics:
        counts = self.fuzz.counts.sum(axis=0)
        name = configuration_name(self.batch.options)
        return PlayStatistics(
            name,
            self.name,
            int(counts[checked_kernels.MOVES]),
            int(counts[checked_kernels.GAMES]),
            int(counts[checked_kernels.TRUNCATED]),
            self.seconds,
        )

    def play_slice(self, max_moves: int) -> Failure | None:
        """Play about `max_moves` moves at most in one call of compiled code. Return the first failure, or None."""
        before, start = self.moves, time.perf_counter()
        moves = max(1, min(self.slice, max_moves // TABLES))
        table = self.kernel(moves, self.batch.kernel_tables, self.fuzz, self.faults)
        seconds = time.perf_counter() - start
        self.seconds += seconds
        at_this_rate = SLICE_SECONDS * (self.moves - before) / max(seconds, 1e-9)
        self.slice = max(1, min(2 * self.slice, int(at_this_rate) // TABLES))
        return None if table < 0 else self.failure(table)

    def failure(self, table: int) -> Failure:
        """Describe the fault at a table."""
        batch, steps = self.batch, int(self.batch.kernel_tables.statuses["steps"][table])
        features = None if batch.features is None else batch.features.name
        fault = checked_kernels.Fault(int(self.faults[table]))
        return Failure(
            batch.game.id, dataclasses.asdict(batch.options), features, self.name, int(batch.seeds[table]),
            self.fuzz.journal[table, :steps].tolist(), fault.name, describe_fault(batch, fault, self.fuzz.details),
        )  # fmt: skip


def run(
    game: str | Game,
    moves: int,
    seed: int = 0,
    features: str | FeatureSet | None = None,
    progress: bool = True,
    **options: Any,
) -> Report:
    """Play all configurations in all ways, in turn, up to a number of moves, the first failure or Ctrl-C.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        moves: the total number of moves.
        seed: the seed of the first games; the same seed plays the same games in the same order.
        features: a feature set whose floats are checked too; configurations that it does not support are left out.
        progress: show a progress bar on stderr if it is a terminal.
        **options: options with a fixed value; all values of the other options are played.

    Raises:
        DigEnvsError: an unknown game, feature set or option, or a number out of range.
    """
    game = dig_envs.game_of(game)
    whole_number("moves", moves, 1)
    whole_number("seed", seed, 0, MAX_INTEGER - TABLES)
    supported = [parsed for parsed in configurations(game, **options) if _supports(features, game, parsed)]
    if not supported:
        features_layout(find_features(features, game), game.parse_options(**options))  # its error says why
        raise OptionError(f"{game.id} has no configuration with these options and features")
    ways = ways_of_playing(game).items()
    plays = [Play(game, parsed, features, name, bots, seed) for parsed in supported for name, bots in ways]
    failure, stopped, left = None, False, moves
    try:
        with progress_bar(f"fuzzing {game.id}", moves, progress) as advance:
            turns = itertools.cycle(plays)
            while left > 0 and failure is None:
                play = next(turns)
                before = play.moves
                failure = play.play_slice(left)
                advance(play.moves - before)
                left -= play.moves - before
    except KeyboardInterrupt:
        stopped = True
    return Report(game.id, [play.row for play in plays], failure, stopped)


def _supports(features: str | FeatureSet | None, game: Game, options: Options) -> bool:
    """Return whether a feature set supports these options."""
    try:
        features_layout(find_features(features, game), options)
    except OptionError:
        return False
    return True


def replay(path: str | Path, game: Game | None = None) -> Failure | None:
    """Play the game in a failure's file again, and return the failure if it still occurs, else None.

    Args:
        path: a file that `Failure.write` wrote.
        game: the game, if it is not an installed game.

    Raises:
        SnapshotError: the file cannot be read, or an action of the stored game is illegal now.
        DigEnvsError: the game or an option does not exist.
    """
    stored = read(path)
    game = dig_envs.game_of(stored.game) if game is None else game
    play = Play(game, game.parse_options(**stored.options), stored.features, stored.play, [_bots(game)[0]], 0)
    actions = np.array(stored.actions, np.int64)
    played = _kernel(game, checked_kernels.replay_game)(stored.seed, actions, play.batch.kernel_tables, play.fuzz, play.faults)
    play.batch.kernel_tables.statuses["steps"][0] = played
    if play.faults[0] == checked_kernels.Fault.ILLEGAL and (
        stored.fault != checked_kernels.Fault.ILLEGAL.name or played < len(actions)
    ):
        raise SnapshotError(f"{path} is of an earlier version: in this version the game differs from decision {played} on")
    return play.failure(0) if play.faults[0] else None


def read(path: str | Path) -> Failure:
    """Read a failure's file.

    Raises:
        SnapshotError: the file cannot be read, or is not the file of a failure.
    """
    try:
        content = json.loads(read_bounded(path, MAX_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        raise SnapshotError(f"{path} cannot be read as a failure of dig-envs study fuzz: {error}") from error
    names = {item.name: item.type for item in dataclasses.fields(Failure)}
    if not isinstance(content, dict) or content.get("kind") != FILE_KIND or not names.keys() <= content.keys():
        raise SnapshotError(f"{path} is not a file of dig-envs study fuzz")
    failure = Failure(**{name: content[name] for name in names})
    actions = failure.actions
    sound = isinstance(actions, list) and all(type(action) is int and abs(action) < 1 << 15 for action in actions)
    texts = isinstance(failure.game, str) and isinstance(failure.play, str) and isinstance(failure.features, str | None)
    if not (sound and texts and isinstance(failure.options, dict) and len(actions) <= checked_kernels.MAX_DECISIONS):
        raise SnapshotError(f"{path} is damaged: dig-envs study fuzz writes no such values")
    checked_seed(failure.seed)
    return failure


def configurations(game: Game, **fixed: Any) -> Iterator[Options]:
    """Yield all valid combinations of options: numbers of players, rewards, and the values of all other options."""
    choices = {name: values for name, values in _choices(game).items() if name not in fixed}
    for values in itertools.product(*choices.values()):
        try:
            yield game.parse_options(**dict(zip(choices, values, strict=True)), **fixed)
        except OptionError:
            continue


def _choices(game: Game) -> dict[str, Sequence]:
    """Return the values to play of each option: both values of a switch, and the values in `fuzz_values` for all others."""
    choices: dict[str, Sequence] = {
        "num_players": range(game.min_players, game.max_players + 1),
        "reward": game.options.rewards,
    }
    switches = {item.name: (False, True) for item in dataclasses.fields(game.options) if item.type in (bool, "bool")}
    return {**choices, **switches, **game.options.fuzz_values}


def configuration_name(options: Options) -> str:
    """Return the number of players and the options that differ from their defaults.

    >>> configuration_name(Options(num_players=3)), configuration_name(Options(num_players=2, reward="score"))
    ('3 players', '2 players, reward=score')
    """
    others = [item for item in dataclasses.fields(options) if item.name != "num_players"]
    named = [f"{item.name}={getattr(options, item.name)}" for item in others if getattr(options, item.name) != item.default]
    players = "1 player" if options.num_players == 1 else f"{options.num_players} players"
    return ", ".join([players, *named])


def ways_of_playing(game: Game) -> dict[str, list[Bot]]:
    """Return, by name, the bots of each way of playing: each bot without noise, and a mix of all bots at several noises."""
    bots = _bots(game)
    single = {bot.name: [bot] for bot in bots}
    return {**single, "mixed": [bots[0], *(bot.with_noise(noise) for bot in bots[1:] for noise in NOISES)]}


def _bots(game: Game) -> list[Bot]:
    """Return the scripted bots of a game, from random play to the strongest; a game without bots has random play alone."""
    return [agent for agent in (find_agent(name, game) for name in default_agents(game)) if isinstance(agent, Bot)]


@cache
def _kernel(game: Game, function: Callable) -> Callable:
    return engine_of(game).kernel(function)


def describe_fault(batch: Batch, fault: checked_kernels.Fault, details: np.ndarray) -> str:
    """Describe a fault in words."""
    detail, seat = int(details[checked_kernels.DETAIL]), int(details[checked_kernels.SEAT])
    texts = {
        checked_kernels.Fault.INVARIANT: f"the state breaks invariant {detail}",
        checked_kernels.Fault.MOVER: f"seat {detail} is to decide, in a game of {batch.num_players} players or after the end",
        checked_kernels.Fault.TURN_LIMIT: f"the game had {detail} turns, but the limit is {batch.options.turn_limit}",
        checked_kernels.Fault.ENDLESS: f"the game has not ended after {detail} decisions",
        checked_kernels.Fault.NO_ACTION: f"seat {seat} has no legal action",
        checked_kernels.Fault.MASK: f"the mask of seat {seat} is neither 0 nor 1 at action {detail}",
        checked_kernels.Fault.ILLEGAL: f"seat {seat} chose action {detail}, which is not in its mask",
        checked_kernels.Fault.OBSERVATION: f"the observation of seat {seat} is outside its space: {_place(batch, detail)}",
        checked_kernels.Fault.END: f"the game ended as {detail}, which is not a valid end after these turns",
        checked_kernels.Fault.EARLY_REWARD: f"seat {seat} is rewarded before the end",
        checked_kernels.Fault.REWARD_SUM: "the rewards do not add up to 0",
        checked_kernels.Fault.REWARD_RANGE: f"the reward of seat {seat} is out of range",
    }
    return texts[fault]


def _place(batch: Batch, place: int) -> str:
    """Return the block and the cell of a float of an observation, in words."""
    for block in batch.layout:
        start = batch.layout.start(block.name)
        if start <= place < start + block.size:
            cell = np.unravel_index(place - start, block.shape)
            return f"block {block.name}, cell {tuple(map(int, cell))}"
    return f"float {place}"
