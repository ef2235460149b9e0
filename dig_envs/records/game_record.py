"""Save games as small files of JSON lines. Reading a file replays the game, checks every state and rejects any difference.

The first line describes the game and the deal, the last line the outcome. The lines between them are the decisions.

    {"dig-envs game": 1, "version": "0.1.0", "game": "dig_v0", "rules": "93b1…", "options": {…}, "seed": 7, "agents": ["a", …]}
    [0, 12]
    [1, 3, [["move 3", 0.7, 21, 0.25, ""], …]]
    {"end": "over", "points": [9.0, 4.0], "rewards": [1.0, -1.0], "states": "5d41…"}

A decision is the seat, the action, and the candidates that the seat's agent considered, if the agent reports them. A candidate
is a name, share, playouts, value and note.
"""

import dataclasses
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Candidate, Explanation
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import DigEnvsError, RecordError
from dig_envs.core.game import NOBODY, End, Game, Options
from dig_envs.core.playing import Moment, PlayedGame
from dig_envs.core.seeds import checked_seed
from dig_envs.records.reading import MAX_NAME, check_fields, parse_decision, parse_names, parse_numbers, parse_object
from dig_envs.utils.files import read_bounded, replace
from dig_envs.utils.numbers import rounded
from dig_envs.utils.text import printable, shortened

FORMAT = 1
KIND = "dig-envs game"
MAX_BYTES = 64 << 20
MAX_DECISIONS = 200_000
HEADER = ("version", "game", "rules", "options", "seed", "agents")
OUTCOME = ("end", "points", "rewards", "states")


@dataclass(frozen=True)
class Decision:
    """One decision: the seat, the number of its action, and the candidates that its agent considered, if reported."""

    seat: int
    action: int
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The outcome of a recorded game.

    Attributes:
        end: "over", "truncated" (by the turn limit), or "running".
        points: each seat's points; zeros if the game is running.
        rewards: each seat's reward; zeros if the game is running.
        states: SHA-256 of all states from the deal on, in hexadecimal digits.
    """

    end: str
    points: tuple[float, ...]
    rewards: tuple[float, ...]
    states: str


@dataclass(frozen=True)
class GameRecord:
    """A game from the deal to its end, or to the decision after which it was recorded.

    Attributes:
        game, options, seed: the game and its deal.
        names: the seats' names.
        decisions: all decisions, in order.
        outcome: the result after the last decision.
        source: the name of the record in error messages.

    Example:
        >>> from dig_envs import agents
        >>> from dig_envs.core.playing import PlayedGame
        >>> greedy = agents.make("greedy", game="dig_v0")
        >>> game = dig_envs.game_of("dig_v0")
        >>> record = GameRecord.of(PlayedGame(game, {"max_turns": 4}, [greedy, greedy], seed=7).to_the_end())
        >>> record.outcome.end
        'truncated'
    """

    game: Game
    options: Options
    seed: int
    names: tuple[str, ...]
    decisions: tuple[Decision, ...] = field(repr=False)
    outcome: Outcome
    source: str = field(default="this record", compare=False, repr=False)

    @classmethod
    def of(cls, played: PlayedGame) -> "GameRecord":
        """Record the decisions that agents have made so far."""
        decisions = [Decision(seat, explained.action, tuple(explained.candidates)) for seat, explained in played.decisions]
        return cls.from_decisions(played.batch.game, played.batch.options, played.seed, played.names, decisions)

    @classmethod
    def from_decisions(
        cls, game: Game, options: Options, seed: int, names: Sequence[str], decisions: Sequence[Decision]
    ) -> "GameRecord":
        """Make a record by replaying decisions.

        Raises:
            RecordError: a decision is not legal.
        """
        record = cls(game, options, seed, tuple(names), tuple(decisions), Outcome("", (), (), ""))
        return dataclasses.replace(record, outcome=record._replayed_outcome())

    def moments(self) -> Iterator[Moment]:
        """Replay the game. Yields its table at the deal and after each decision.

        Raises:
            RecordError: a decision belongs to another seat or is not legal.
        """
        batch = Batch(self.game, self.options, 1, self.seed, num_threads=1, deal_again=False)
        yield Moment(batch)
        for number, decision in enumerate(self.decisions, 1):
            if batch.players[0] == NOBODY:
                raise RecordError(f"{self.source} does not replay: the game ends before decision {number}")
            if decision.seat != batch.players[0]:
                raise RecordError(f"{self.source} does not replay: decision {number} does not belong to seat {decision.seat}")
            try:
                batch.step(np.array([decision.action]))
            except DigEnvsError as error:
                raise RecordError(f"{self.source} does not replay: decision {number}: {error}") from error
            yield Moment(batch, decision.seat, Explanation(decision.action, decision.candidates))

    def _replayed_outcome(self) -> Outcome:
        digest = hashlib.sha256()
        for moment in self.moments():
            digest.update(moment.batch.states.tobytes())
        batch = moment.batch
        end = End(int(batch.states["table"]["end"][0])).name.lower()
        points = batch.points[0] if end != "running" else np.zeros(batch.num_players)
        return Outcome(end, tuple(points.tolist()), tuple(batch.rewards[0].tolist()), digest.hexdigest())

    def summary(self) -> str:
        """Describe the game in two lines: game, options, seed and names, then length and result."""
        given = {
            name: value for name, value in dataclasses.asdict(self.options).items() if value != _default(self.options, name)
        }
        options = "".join(f", {name}={value}" for name, value in given.items() if name != "num_players")
        played = f"{self.game.id}{options}, seed {self.seed}: {', '.join(self.names)}"
        ends = {"over": "over", "truncated": "ended by the turn limit", "running": "not over yet"}[self.outcome.end]
        points = ", ".join(f"{points:g}" for points in self.outcome.points)
        result = "" if self.outcome.end == "running" else f", points {points}"
        return f"{printable(played)}\n{len(self.decisions)} decisions, {ends}{result}"

    def _repr_html_(self) -> str:
        """Return a replay page for a notebook, with all cards shown."""
        from dig_envs.render.replay import replay_of

        return replay_of(self)._repr_html_()

    # --- files

    def text(self) -> str:
        """Return the content of the record's file."""
        header = {
            KIND: FORMAT,
            "version": dig_envs.__version__,
            "game": self.game.id,
            "rules": rules_of(self.game, self.options),
            "options": dataclasses.asdict(self.options),
            "seed": self.seed,
            "agents": [shortened(name, MAX_NAME) for name in self.names],
        }
        decisions = [_decision_line(decision) for decision in self.decisions]
        lines = [header, *decisions, dataclasses.asdict(self.outcome)]
        return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)

    def save(self, path: str | os.PathLike) -> None:
        """Write the record to a file, replacing an existing file only when the new one is complete. Creates missing folders.

        Raises:
            RecordError: the file cannot be written.
        """
        try:
            replace(path, self.text().encode())
        except OSError as error:
            raise RecordError(f"the game cannot be saved in {os.fspath(path)}: {error.strerror}") from error

    @classmethod
    def load(cls, path: str | os.PathLike) -> "GameRecord":
        """Read a record from a file and check it by replaying the game.

        Raises:
            RecordError: the file is missing, damaged or incomplete, or the game does not replay to the same states.
        """
        name = os.fspath(path)
        try:
            content = read_bounded(path, MAX_BYTES)
        except OSError as error:
            raise RecordError(f"{name} cannot be read: {error.strerror}") from error
        return cls.parse(content, str(name))

    @classmethod
    def parse(cls, content: bytes, source: str = "this record") -> "GameRecord":
        """Read a record from the bytes of a file, as `load` does. Error messages name it `source`."""
        try:
            lines = content.decode("utf-8-sig").split("\n")
        except UnicodeDecodeError:
            raise RecordError(f"{source} is not a game record of dig-envs: it is not text") from None
        header = parse_object(source, 1, lines[0])
        if KIND not in header:
            raise RecordError(f"{source} is not a game record of dig-envs")
        if header[KIND] != FORMAT:
            raise RecordError(f"{source} has format {header[KIND]!r:.40}, and this version of dig-envs reads format {FORMAT}")
        if lines[-1] or len(lines) < 3:
            raise RecordError(f"{source} is incomplete: its last line is cut off")
        if len(lines) - 3 > MAX_DECISIONS:
            raise RecordError(f"{source} has more than {MAX_DECISIONS:,} decisions")
        check_fields(source, 1, header, (KIND, *HEADER))
        game, options, seed = _parse_deal(source, header)
        names = parse_names(source, header["agents"], options.num_players)
        if not lines[-2].startswith("{"):
            raise RecordError(f"{source} is incomplete: the outcome is missing")
        ended = parse_object(source, len(lines) - 1, lines[-2])
        outcome = _parse_outcome(source, len(lines) - 1, ended, options.num_players)
        decisions = tuple(
            Decision(*parse_decision(source, number, line, options.num_players)) for number, line in enumerate(lines[1:-2], 2)
        )
        record = cls(game, options, seed, names, decisions, outcome, source)
        record._check(header)
        return record

    def _check(self, header: Mapping[str, Any]) -> None:
        """Refuse a record of other rules, and a record whose decisions lead to another outcome."""
        if header["rules"] != rules_of(self.game, self.options):
            version = f"by dig-envs {header['version']!s:.40}; this is {dig_envs.__version__}"
            raise RecordError(f"{self.source} was recorded with other rules or cards ({version})")
        if self._replayed_outcome() != self.outcome:
            raise RecordError(
                f"{self.source} does not replay: its decisions lead to another outcome (recorded by {header['version']!s:.40})"
            )


def _default(options: Options, name: str) -> Any:
    return next(item.default for item in dataclasses.fields(options) if item.name == name)


def rules_of(game: Game, options: Options) -> str:
    """Return a fingerprint of a game's state record, actions and observation layout, and of its options."""
    layout = [[block.name, block.shape] for block in game.layout(options)]
    parts = [game.id, game.state.descr, game.actions.names, layout, options.identity]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _decision_line(decision: Decision) -> list[Any]:
    considered = [_candidate_line(candidate) for candidate in decision.candidates]
    return [decision.seat, decision.action, *([considered] if considered else [])]


def _candidate_line(candidate: Candidate) -> list[Any]:
    visits = None if candidate.visits is None else int(candidate.visits)
    words = shortened(candidate.action, MAX_NAME), shortened(candidate.note, MAX_NAME)
    return [words[0], rounded(candidate.share, digits=6), visits, rounded(candidate.value, digits=6), words[1]]


def _parse_deal(source: str, header: Mapping[str, Any]) -> tuple[Game, Options, int]:
    try:
        if not isinstance(header["game"], str) or not isinstance(header["options"], dict):
            raise RecordError("game must be a string and options an object")
        game = game_of(header["game"])
        return game, game.parse_options(**header["options"]), checked_seed(header["seed"])
    except DigEnvsError as error:
        raise RecordError(f"{source}, line 1: {error}") from error


def _parse_outcome(source: str, line: int, ended: dict[str, Any], seats: int) -> Outcome:
    check_fields(source, line, ended, OUTCOME)
    if ended["end"] not in ("over", "truncated", "running") or not isinstance(ended["states"], str):
        raise RecordError(f"{source}, line {line}: end must be over, truncated or running, and states a digest")
    points, rewards = (parse_numbers(source, line, name, ended[name], seats) for name in ("points", "rewards"))
    return Outcome(ended["end"], points, rewards, ended["states"])
