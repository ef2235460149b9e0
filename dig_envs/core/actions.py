"""Define the actions of a game: each action has a number, a unique name, and a family that states its meaning."""

from dataclasses import dataclass

import numpy as np

from dig_envs.core.errors import IllegalActionError, nearest


@dataclass(frozen=True)
class Family:
    """A run of consecutive actions with one meaning, applied to different objects.

    Attributes:
        meaning: what the actions do, in a few words.
        names: the name of each action, in lower case, with single spaces.
        public: whether every seat learns which of these actions was chosen. A module `wording` of the game states this instead.
    """

    meaning: str
    names: tuple[str, ...]
    public: bool = False


class ActionTable:
    """All actions of a game, numbered from 0 in the order of the families.

    Args:
        families: the families; action names must be unique.

    Attributes:
        families: the families, in order.
        names: the name of each action, by number.
        numbers: the number of each action, by name.

    Raises:
        ValueError: two actions have the same name, or a name has capitals or further spaces, which `number` ignores.

    >>> table = ActionTable(Family("end the turn", ("end",)), Family("step", ("move 1", "move 2")))
    >>> len(table), table.name(2), table.number("move 1")
    (3, 'move 2', 1)
    """

    def __init__(self, *families: Family):
        self.families = families
        self.names = tuple(name for family in families for name in family.names)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        if len(self.numbers) != len(self.names):
            raise ValueError("two actions have the same name")
        for name in self.names:
            if name != _plain(name):
                raise ValueError(f'the name of an action must be like "{_plain(name)}", not "{name}"')

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionTable) and self.families == other.families

    def __hash__(self) -> int:
        return hash(self.families)

    def __len__(self) -> int:
        return len(self.names)

    def name(self, number: int) -> str:
        """Return the name of the action with this number.

        Raises:
            IllegalActionError: `number` is out of range.
        """
        if not 0 <= number < len(self):
            raise IllegalActionError(f"action {number} is out of range: actions are 0 to {len(self) - 1}")
        return self.names[number]

    def number(self, name: str) -> int:
        """Return the number of the action with this name. Case and extra spaces are ignored.

        Raises:
            IllegalActionError: no action has this name; the message suggests the nearest name.
        """
        plain = _plain(name)
        if plain not in self.numbers:
            raise IllegalActionError(f'no action is named "{name}"; {nearest(plain, self.names, "actions")}')
        return self.numbers[plain]

    def is_public(self, number: int) -> bool:
        """Return whether every seat learns the action with this number (`Family.public`)."""
        return any(family.public and self.name(number) in family.names for family in self.families)

    def legal(self, mask: np.ndarray) -> list[str]:
        """Return the names of the legal actions of `mask`, int8 (num_actions,), in order of their numbers."""
        return [self.names[number] for number in np.flatnonzero(mask)]

    def why_illegal(self, number: int, mask: np.ndarray) -> str:
        """Return an error message about an action that is not in `mask`, int8 (num_actions,), with the legal actions."""
        legal = ", ".join(f"{each} ({self.names[each]})" for each in np.flatnonzero(mask))
        if not legal:
            return "the game has ended; the only action is -1"
        if not 0 <= number < len(self):
            return f"action {number} is out of range 0 to {len(self) - 1}; legal now: {legal}"
        return f"action {number} ({self.names[number]}) is not legal now; legal: {legal}"

    def table(self) -> str:
        """Return a Markdown table with the numbers, names and meaning of each family."""
        rows, start = [], 0
        for family in self.families:
            end = start + len(family.names) - 1
            span = f"{start}" if start == end else f"{start}-{end}"
            rows.append(f"| {span} | {', '.join(f'`{name}`' for name in family.names)} | {family.meaning} |")
            start = end + 1
        return "\n".join(["| numbers | names | meaning |", "|---|---|---|", *rows])


def _plain(name: str) -> str:
    """Return a name in lower case with single spaces."""
    return " ".join(str(name).lower().split())
