"""Name the actions of a game: each has a number, a name that parses back, and a family for the docs."""

from dataclasses import dataclass

import numpy as np

from dig_envs.core.errors import IllegalActionError, nearest


@dataclass(frozen=True)
class Family:
    """Consecutive actions that mean the same of different objects."""

    meaning: str
    names: tuple[str, ...]


class ActionTable:
    """All actions of a game.

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionTable) and self.families == other.families

    def __hash__(self) -> int:
        return hash(self.families)

    def __len__(self) -> int:
        return len(self.names)

    def name(self, number: int) -> str:
        """Return the name of an action, such as "move 3"."""
        if not 0 <= number < len(self):
            raise IllegalActionError(f"action {number} is out of range: actions are 0 to {len(self) - 1}")
        return self.names[number]

    def number(self, name: str) -> int:
        """Return the number of the action with this name; case and spacing do not matter."""
        plain = " ".join(str(name).lower().split())
        if plain not in self.numbers:
            raise IllegalActionError(f'no action is named "{name}"; {nearest(plain, self.names, "actions")}')
        return self.numbers[plain]

    def legal(self, mask: np.ndarray) -> list[str]:
        """Return the names of the actions that a mask allows."""
        return [self.names[number] for number in np.flatnonzero(mask)]

    def table(self) -> str:
        """Return the families as a Markdown table."""
        rows, start = [], 0
        for family in self.families:
            end = start + len(family.names) - 1
            span = f"{start}" if start == end else f"{start}-{end}"
            rows.append(f"| {span} | {', '.join(f'`{name}`' for name in family.names)} | {family.meaning} |")
            start = end + 1
        return "\n".join(["| numbers | names | meaning |", "|---|---|---|", *rows])
