"""The words of a game's actions, one entry for each family of actions: a game's module `wording` holds the table.

The words of an entry are text, or a function of the view and of the action's place in its family, counted from 0.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dig_envs.render.view import View

Words = str | Callable[[View, int], str]


@dataclass(frozen=True)
class ActionWords:
    """The words of a family of actions.

    Attributes:
        label: the action in words, for the seat that chooses it.
        help: the explanation of the action, in one sentence.
        targets: names of the parts of the picture that the action concerns (`Svg.spot`).
        heard: the action as the other seats hear it; None if they hear nothing. By default they hear the label.
    """

    label: Words
    help: Words
    targets: tuple[str, ...] | Callable[[View, int], tuple[str, ...]] = ()
    heard: str | Callable[[View, int], str | None] | None = ""


class ActionTexts:
    """The words of all actions of a game.

    Args:
        families: the words by the number of the first action of each family.
        special: returns the words of an action that differ from those of its family in this position, or None.
    """

    def __init__(self, families: Mapping[int, ActionWords], special: Callable[[View, int], ActionWords | None] | None = None):
        self.families = dict(families)
        self._special = special

    def label(self, view: View, action: int) -> str:
        """Describe an action to the seat that chooses it."""
        return self._words(view, action, "label")

    def heard(self, view: View, action: int) -> str | None:
        """Describe an action to the other seats; None if they hear nothing."""
        words = self._words(view, action, "heard")
        return self.label(view, action) if words == "" else words

    def help(self, view: View, action: int) -> str:
        """Explain an action in one sentence."""
        return self._words(view, action, "help")

    def targets(self, view: View, action: int) -> tuple[str, ...]:
        """Return the names of the parts of the picture that an action concerns."""
        return self._words(view, action, "targets")

    def _words(self, view: View, action: int, kind: str):  # type: ignore[no-untyped-def]
        first = max(number for number in self.families if number <= action)
        special = self._special(view, action) if self._special else None
        words = getattr(special or self.families[first], kind)
        return words(view, action - first) if callable(words) else words


def distinct(labels: list[str]) -> list[str]:
    """Number the labels that occur more than once, as with two cards of one kind.

    >>> distinct(["score Dirt", "score Worms", "score Dirt"])
    ['score Dirt (1)', 'score Worms', 'score Dirt (2)']
    """
    seen: Counter[str] = Counter()
    labelled = []
    for label in labels:
        seen[label] += 1
        labelled.append(f"{label} ({seen[label]})" if labels.count(label) > 1 else label)
    return labelled
