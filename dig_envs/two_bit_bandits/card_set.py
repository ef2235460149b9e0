"""Read a card set, the faces of the cards, from a TOML file in the format of `cards.toml` into the record of the rules."""

import re
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dig_envs.core.errors import OptionError, nearest
from dig_envs.two_bit_bandits import components
from dig_envs.utils.files import read_bounded

SHIPPED = Path(__file__).with_name("cards.toml")
MAX_BYTES = 1 << 20  # of a file
KEYS = {
    "level": ("name", "trunk", "spurs", "exits"),
    "scene": ("paths",),
    "pickup": ("name", "copies"),
    "minion": ("name", "points", "elemental_points"),
    "shamandillo": ("name", "health_per_level"),
}  # the keys of each kind of entry


@cache
def shipped_cards() -> np.ndarray:
    """Return the card set of this package, a record array of shape ()."""
    return load_cards(SHIPPED)


def load_cards(path: str | Path) -> np.ndarray:
    """Read a card set from a file into a record array of shape ().

    Raises:
        OptionError: the file cannot be read or is no card set; the message names the line and the fault.
    """
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8-sig")  # some editors write a byte order mark
        data = tomllib.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"cards: {path}: {getattr(error, 'strerror', None) or error}") from error
    cards = np.zeros((), components.CARDS)
    reader = _Reader(str(path), text, data)
    reader.refuse_unknown()
    _read_levels(reader, cards)
    _read_scenes(reader, cards)
    _read_pickups(reader, cards)
    for number, entry in enumerate(reader.named("minion", components.MINIONS)):
        cards["minion_points"][number] = [
            reader.whole("minion", entry, key, 0, components.MAX_MINION_POINTS) for key in ("points", "elemental_points")
        ]
    for number, entry in enumerate(reader.named("shamandillo", components.SHAMANDILLOS)):
        cards["boss_health"][number] = reader.whole("shamandillo", entry, "health_per_level", 1, components.MAX_BOSS_HEALTH)
    return cards


def _read_levels(reader: "_Reader", cards: np.ndarray) -> None:
    hideouts = 0
    for number in range(reader.count("level", components.LEVELS, components.LEVELS)):
        trunk = reader.value("level", number, "trunk", str)
        stages = [trunk, *reader.value("level", number, "spurs", list)]
        if len(stages) > components.STAGES_A_CARD:
            raise reader.fault("level", number, "spurs", f"a level card has at most {components.STAGES_A_CARD - 1} spurs")
        for at, stage in enumerate(stages):
            cards["stages"][number, at] = reader.word(
                "level", number, "spurs" if at else "trunk", stage, components.STAGE_NAMES
            )
        if stages.count(components.STAGE_NAMES[components.Stage.HIDEOUT]) > 1:
            raise reader.fault("level", number, "spurs", "a level card has at most one hideout")
        cards["exits"][number] = _read_exits(reader, number)
        hideouts += components.Stage.HIDEOUT in cards["stages"][number]
    if components.Stage.SALOON not in cards["stages"][0]:
        raise reader.fault("level", 0, "spurs", "the first level card, where all pawns begin, must have a saloon")
    if hideouts != components.HIDEOUTS or components.Stage.HIDEOUT in cards["stages"][0]:
        counts = f"{components.ORDINARY_LEVELS} level cards without and {components.HIDEOUTS} with a hideout"
        raise reader.fault("level", 0, "name", f"after the first level card come {counts}; here {hideouts} have one")


def _read_exits(reader: "_Reader", number: int) -> int:
    exits = reader.value("level", number, "exits", str)
    sides = components.SIDES if number == 0 else components.SIDES.replace("S", "")  # south is the entry
    if not set(exits) <= set(sides):
        raise reader.fault("level", number, "exits", f'exits must be letters of "{sides}", not "{exits}"')
    return sum(1 << components.SIDES.index(side) for side in set(exits))


def _read_scenes(reader: "_Reader", cards: np.ndarray) -> None:
    cards["num_scenes"] = reader.count("scene", components.MIN_SCENES, components.SCENES)
    for number in range(cards["num_scenes"]):
        paths = reader.value("scene", number, "paths", list)
        if len(paths) != components.PATHS:
            raise reader.fault("scene", number, "paths", f"a scene card has {components.PATHS} paths, not {len(paths)}")
        for at, path in enumerate(paths):
            if not isinstance(path, list) or not 1 <= len(path) <= components.ENCOUNTERS_A_PATH:
                raise reader.fault(
                    "scene", number, "paths", f"path {at + 1} is a list of 1 to {components.ENCOUNTERS_A_PATH} encounters"
                )
            codes = [reader.word("scene", number, "paths", encounter, components.ENCOUNTER_NAMES) for encounter in path]
            if 0 in codes:
                raise reader.fault("scene", number, "paths", f"path {at + 1} has an encounter without a name")
            cards["scenes"][number, at, : len(codes)] = codes


def _read_pickups(reader: "_Reader", cards: np.ndarray) -> None:
    for number, entry in enumerate(reader.named("pickup", components.PICKUP_NAMES)):
        cards["copies"][number] = reader.whole("pickup", entry, "copies", 0, components.PICKUPS)
    total = int(cards["copies"].sum())
    if not components.MIN_PICKUPS <= total <= components.PICKUPS:
        raise reader.fault(
            "pickup", 0, "copies", f"a card set has {components.MIN_PICKUPS} to {components.PICKUPS} pickups, not {total}"
        )


class _Reader:
    """Reads the entries of a file, and reports each fault with its line."""

    def __init__(self, path: str, text: str, data: dict[str, Any]):
        self.path, self.lines, self.data = path, text.splitlines(), data

    def refuse_unknown(self) -> None:
        """Raise OptionError for unknown keys, which are probably misspelt."""
        for kind in self.data:
            if kind not in KEYS:
                raise OptionError(f'cards: {self.path}: "{kind}" is unknown; {nearest(kind, KEYS, "known")}')
            for number in range(self.count(kind, 0, sys.maxsize)):
                for key in self.data[kind][number]:
                    if key not in KEYS[kind]:
                        raise self.fault(kind, number, key, f'"{key}" is unknown; {nearest(key, KEYS[kind], "known")}')

    def count(self, kind: str, minimum: int, maximum: int) -> int:
        """Return the number of entries of a kind, which must be in a range."""
        entries = self.data.get(kind, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise OptionError(f"cards: {self.path}: {kind} must be a list of [[{kind}]] entries")
        if not minimum <= len(entries) <= maximum:
            wanted = f"{minimum}" if minimum == maximum else f"{minimum} to {maximum}"
            raise self.fault(kind, len(entries) - 1, "", f"a card set has {wanted} [[{kind}]] entries, not {len(entries)}")
        return len(entries)

    def named(self, kind: str, names: Sequence[str]) -> list[int]:
        """Return the index of the entry of each name; every name must occur once."""
        entries: dict[int, int] = {}
        for entry in range(self.count(kind, len(names), len(names))):
            name = self.value(kind, entry, "name", str)
            number = self.word(kind, entry, "name", name, names)
            if number in entries:
                raise self.fault(kind, entry, "name", f'"{name}" occurs twice')
            entries[number] = entry
        return [entries[number] for number in range(len(names))]

    def value(self, kind: str, number: int, key: str, wanted: type) -> Any:
        """Return the value of a key, which must have the wanted type."""
        entry = self.data[kind][number]
        if key not in entry:
            raise self.fault(kind, number, "", f'"{key}" is missing')
        if type(entry[key]) is not wanted:
            names = {str: "text", int: "a whole number", list: "a list"}
            raise self.fault(kind, number, key, f'"{key}" is {names[wanted]}, not {entry[key]!r}')
        return entry[key]

    def whole(self, kind: str, number: int, key: str, minimum: int, maximum: int) -> int:
        """Return the integer value of a key, which must be in a range."""
        value = self.value(kind, number, key, int)
        if not minimum <= value <= maximum:
            raise self.fault(kind, number, key, f'"{key}" is from {minimum} to {maximum}, not {value}')
        return value

    def word(self, kind: str, number: int, key: str, word: Any, names: Sequence[str]) -> int:
        """Return the index of a name, ignoring case."""
        plain = [name.lower() for name in names]
        if not isinstance(word, str) or word.lower() not in plain:
            raise self.fault(kind, number, key, f'"{word}" is unknown; {nearest(word, filter(None, names), "known")}')
        return plain.index(word.lower())

    def fault(self, kind: str, number: int, key: str, words: str) -> OptionError:
        """Return the error about a key of an entry."""
        return OptionError(f"cards: {self.path}, line {self._line(kind, number, key)}: {words}")

    def _line(self, kind: str, number: int, key: str) -> int:
        """Return the line of a key of an entry: of its heading if the key is not found, 1 if there is no such entry."""
        headings = [at for at, line in enumerate(self.lines) if re.match(rf"\s*\[\[\s*{kind}\s*\]\]", line)]
        if not 0 <= number < len(headings):
            return 1
        for at in range(headings[number] + 1, len(self.lines)):
            if re.match(r"\s*\[\[", self.lines[at]):
                break
            if key and re.match(rf"\s*{key}\s*=", self.lines[at]):
                return at + 1
        return headings[number] + 1
