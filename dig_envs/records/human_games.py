"""Games of people as data: records without names, beside the facts that a record does not contain.

A game has two files of one random name: a record (`GameRecord`), and the facts:

    {"people": [0], "agents": [null, "greedy"], "seconds": [4.1, 0.2, …], "help": {"undos": 0, "hints": 2, "known_deal": false}}

Files without "help" were written before help was counted.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from dig_envs.core.errors import RecordError
from dig_envs.records.game_record import GameRecord
from dig_envs.utils.files import read_bounded, replace

MAX_BYTES = 16 << 20
LISTS = {"people", "agents", "seconds"}


@dataclass(frozen=True)
class Help:
    """The help that people had in a game.

    Attributes:
        undos, hints: the numbers of undos and of hints.
        known_deal: whether they had played the deal before.
    """

    undos: int = 0
    hints: int = 0
    known_deal: bool = False

    def __bool__(self) -> bool:
        return bool(self.undos or self.hints or self.known_deal)


@dataclass(frozen=True)
class HumanGame:
    """A finished game that the people at the table agreed to store.

    Attributes:
        record: the record, without names.
        people: the people's seats.
        agents: each seat's agent; None for a person.
        seconds: the time of each decision, that of undone decisions in its place included; None where it is unknown.
        help: the help that people had; None if it is unknown, as after a restart.
    """

    record: GameRecord
    people: tuple[int, ...]
    agents: tuple[str | None, ...]
    seconds: tuple[float | None, ...]
    help: Help | None


def save(path: Path, game: HumanGame) -> None:
    """Write the two files of a game.

    Args:
        path: the file of the record.
        game: the game.

    Raises:
        RecordError: the record cannot be written.
        OSError: the facts cannot be written.
    """
    counted = None if game.help is None else asdict(game.help)
    facts = {"people": game.people, "agents": game.agents, "seconds": game.seconds, "help": counted}
    replace(facts_of(path), json.dumps(facts).encode())
    game.record.save(path)


def facts_of(path: Path) -> Path:
    """Return the file of a game's facts, given the file of its record."""
    return path.with_suffix(".json")


def human_games(folder: Path) -> Iterator[HumanGame]:
    """Yield the kept games of a folder, each checked by a replay.

    Raises:
        RecordError: a file is damaged.
    """
    for path in sorted(folder.glob("*.jsonl")):
        record = GameRecord.load(path)
        yield HumanGame(record, *_parse_facts(facts_of(path), record))


def _parse_facts(
    path: Path, record: GameRecord
) -> tuple[tuple[int, ...], tuple[str | None, ...], tuple[float | None, ...], Help | None]:
    try:
        facts: Any = json.loads(read_bounded(path, MAX_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} cannot be read: {error}") from error
    if (
        not isinstance(facts, dict)
        or facts.keys() | {"help"} != LISTS | {"help"}
        or not all(isinstance(facts[name], list) for name in LISTS)
    ):
        raise RecordError(f"{path} must contain the lists {', '.join(sorted(LISTS))}, and help")
    people, agents, seconds = facts["people"], facts["agents"], facts["seconds"]
    if people != [seat for seat, agent in enumerate(agents) if agent is None] or len(agents) != len(record.names):
        raise RecordError(f"{path}: people and agents do not fit the seats of the record")
    if len(seconds) != len(record.decisions) or not all(each is None or isinstance(each, int | float) for each in seconds):
        raise RecordError(f"{path}: seconds must have one number for each decision")
    return tuple(people), tuple(agents), tuple(seconds), _parse_help(path, facts.get("help"))


def _parse_help(path: Path, given: Any) -> Help | None:
    if given is None:
        return None
    kinds = {field.name: type(field.default) for field in fields(Help)}
    if not isinstance(given, dict) or {name: type(value) for name, value in given.items()} != kinds:
        raise RecordError(f"{path}: help must be null or an object with {', '.join(kinds)}")
    return Help(**given)
