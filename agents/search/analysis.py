"""Tell people what a search found: each action with its playouts, its value and its gain, beside the choice of the base bot.

Intervals are of 95 %, and are normal ones. They tell what the playouts' chance leaves open, and not how well playouts foresee
the game; in a tree, where later playouts know better than earlier ones, they are a rough guide only.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dig_envs.agents.search.improve import PRIOR
from dig_envs.core.agent import Candidate, Decisions, Explanation
from dig_envs.core.engine.kernels import CHOICE
from dig_envs.core.game import Game
from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.agents.search.agent import Search

ERRORS = 1.96  # standard errors to each side
COLUMNS = ("action", "choice of", "playouts", "share", "value", "95 %")


class Mean(NamedTuple):
    """A mean, with its standard error."""

    value: float
    error: float

    @property
    def low(self) -> float:
        return self.value - ERRORS * self.error

    @property
    def high(self) -> float:
        return self.value + ERRORS * self.error


@dataclass(frozen=True)
class Row:
    """What a search found of one action.

    Attributes:
        action, name: which.
        visits: how many playouts began with it.
        share: its share of all playouts, from 0 to 1.
        value: what these playouts were worth to the player, on average: the reward, and the lead as `margin` weighs it. None
            without playouts.
        gain: of "improve": what it brought more than the base bot's action in the same determinizations with the same dice.
            None for the base bot's own action.
        chosen: whether the search plays it.
        by_base: whether the base bot plays it.
    """

    action: int
    name: str
    visits: int
    share: float
    value: Mean | None
    gain: Mean | None
    chosen: bool
    by_base: bool


@dataclass(frozen=True)
class Analysis:
    """What a search found at one decision. Notebooks show it as a table, and so does `print` of rich.

    Attributes:
        title: what was searched, in words.
        search, base: the names of the search and of the base bot.
        rows: the legal actions, the chosen one first, then those with the most playouts.
    """

    title: str
    search: str
    base: str
    rows: tuple[Row, ...]

    @property
    def chosen(self) -> Row:
        """The search's choice."""
        return self.rows[0]

    @property
    def by_base(self) -> Row:
        """The base bot's choice."""
        return next(row for row in self.rows if row.by_base)

    @property
    def forced(self) -> bool:
        """Whether there was nothing to search for."""
        return len(self.rows) == 1

    def explanation(self) -> Explanation:
        """Return what any agent can tell of its choice."""
        return Explanation(self.chosen.action, () if self.forced else tuple(map(self._candidate, self.rows)))

    def table(self) -> "Table":
        """Return the actions as a table for a terminal."""
        from rich.table import Table
        from rich.text import Text  # plain, whatever markup a name holds

        table = Table(title=Text(printable(self.title)), title_justify="left", title_style="bold", header_style="bold")
        for number, name in enumerate(self._columns()):
            table.add_column(Text(name), justify="left" if number < 2 else "right")
        for row in self.rows:
            table.add_row(*map(Text, self._cells(row)), style="bold" if row.chosen else None)
        return table

    __rich__ = table

    def _repr_html_(self) -> str:
        """Return the table as notebooks show it; each value stands on its interval, on one scale for all actions."""
        head = "".join(f"<th>{escape(name)}</th>" for name in (*self._columns(), ""))
        scale = _scale([row.value for row in self.rows if row.value])
        body = "".join(self._html_row(row, scale) for row in self.rows)
        title = f"<caption>{escape(printable(self.title))}</caption>"
        return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _html_row(self, row: Row, scale: tuple[float, float]) -> str:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in self._cells(row))
        style = ' style="font-weight: bold"' if row.chosen else ""
        return f"<tr{style}>{cells}<td>{_drawn(row.value, scale) if row.value else ''}</td></tr>"

    def _columns(self) -> tuple[str, ...]:
        return (*COLUMNS, f"gain on {printable(self.base)}", "95 %") if self._has_gains else COLUMNS

    @property
    def _has_gains(self) -> bool:
        return any(row.gain for row in self.rows)

    def _cells(self, row: Row) -> list[str]:
        gain = _in_words(row.gain, "+.3f") if self._has_gains else []
        return [
            row.name,
            self._choosers(row),
            f"{row.visits:,}",
            f"{100 * row.share:.0f} %",
            *_in_words(row.value, ".3f"),
            *gain,
        ]

    def _choosers(self, row: Row) -> str:
        return ", ".join(printable(name) for name, here in ((self.search, row.chosen), (self.base, row.by_base)) if here)

    def _candidate(self, row: Row) -> Candidate:
        return Candidate(row.name, row.share, row.visits, row.value.value if row.value else None, self._note(row))

    def _note(self, row: Row) -> str:
        gain = f"gain {row.gain.value:+.3f} ± {ERRORS * row.gain.error:.3f}" if row.gain else ""
        return ", ".join(words for words in (f"choice of {self.base}" if row.by_base else "", gain) if words)


def analyse(search: "Search", decisions: Decisions) -> list[Analysis]:
    """Search each decision, and return what was found as tables for people.

    The search is that of `search.act`, with the same generator.
    """
    found = search.search(decisions)
    bases = _choices_of_base(search, decisions, found)
    return [
        _analysis(search, decisions.game, mask, record, int(base))
        for mask, record, base in zip(decisions.masks, found, bases, strict=True)
    ]


def _choices_of_base(search: "Search", decisions: Decisions, found: np.ndarray) -> np.ndarray:
    """Return what the base bot plays at each decision; "improve" has asked it, for a tree it is asked now."""
    if len(found) == 0 or (found["base"] != CHOICE).all():
        return found["base"]
    asked = search.base.act(replace(decisions, generator=np.random.default_rng(found["seed"])))
    return np.where(found["base"] == CHOICE, asked, found["base"])


def _analysis(search: "Search", game: Game, mask: np.ndarray, found: Any, base: int) -> Analysis:
    settings, playouts = search.settings, int(found["playouts"])
    paired = settings.method == "improve"
    rows = [_row(game, found, action, base, paired) for action in map(int, np.flatnonzero(mask))]
    rows.sort(key=lambda row: (not row.chosen, -row.visits, -row.value.value if row.value else 0.0))
    how = f"{playouts:,} playouts by {settings.rollout}, {settings.method}" if len(rows) > 1 else "the only legal action"
    return Analysis(f"{search.name}: {how}", search.name, search.base.name, tuple(rows))


def _row(game: Game, found: Any, action: int, base: int, paired: bool) -> Row:
    visits = int(found["visits"][action])
    has_gain = paired and visits > 0 and action != base
    return Row(
        action=action,
        name=game.actions.name(action),
        visits=visits,
        share=visits / max(int(found["playouts"]), 1),
        value=_mean(found["values"][action], found["value_squares"][action], visits) if visits else None,
        gain=_mean(found["gains"][action], found["squares"][action], visits) if has_gain else None,
        chosen=action == found["action"],
        by_base=action == base,
    )


def _mean(total: float, squares: float, count: int) -> Mean:
    """Return a mean; PRIOR keeps a few equal numbers from being taken for certain, as in the search itself."""
    value = float(total) / count
    return Mean(value, math.sqrt(max(float(squares) - count * value * value, 0.0) + PRIOR) / count)


def _in_words(mean: Mean | None, form: str) -> list[str]:
    return [format(mean.value, form), f"{mean.low:{form}} to {mean.high:{form}}"] if mean else ["", ""]


WIDTH, HEIGHT = 160, 14


def _scale(means: Sequence[Mean]) -> tuple[float, float]:
    """Return the least and the largest number that is to be drawn."""
    return min((mean.low for mean in means), default=0.0), max((mean.high for mean in means), default=1.0)


def _drawn(mean: Mean, scale: tuple[float, float]) -> str:
    """Draw a mean on its interval."""
    low, high, here = (
        (number - scale[0]) / (scale[1] - scale[0]) * (WIDTH - 8) + 4 for number in (mean.low, mean.high, mean.value)
    )
    line = f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{HEIGHT / 2}" y2="{HEIGHT / 2}" stroke="#b5651d" stroke-width="2"/>'
    dot = f'<circle cx="{here:.1f}" cy="{HEIGHT / 2}" r="4" fill="#b5651d"/>'
    return f'<svg width="{WIDTH}" height="{HEIGHT}" xmlns="http://www.w3.org/2000/svg">{line}{dot}</svg>'
