"""Present the results of a search: playouts, value and gain of each action, and the base agent's choice.

Intervals are normal 95 % intervals. They cover the randomness of playouts, but not the difference between playouts and the real
game. In a tree they are only approximate, as later playouts use the results of earlier ones.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dig_envs.agents.search.improve import PRIOR_SAMPLE
from dig_envs.core.agent import Candidate, Decisions, Explanation
from dig_envs.core.engine.kernels import CHOICE
from dig_envs.core.game import Game
from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.agents.search.agent import Search

STANDARD_ERRORS = 1.96  # on each side of an interval
COLUMNS = ("action", "choice of", "playouts", "share", "value", "95 %")


class Mean(NamedTuple):
    """A mean with its standard error."""

    value: float
    error: float

    @property
    def low(self) -> float:
        return self.value - STANDARD_ERRORS * self.error

    @property
    def high(self) -> float:
        return self.value + STANDARD_ERRORS * self.error


@dataclass(frozen=True)
class ActionAnalysis:
    """The results of a search for one action.

    Attributes:
        action, name: the action's number and name.
        visits: the number of playouts that begin with the action.
        share: the action's share of all playouts, from 0 to 1.
        value: the mean value of these playouts for the player: the reward plus `margin` times the lead. None without playouts.
        gain: for "improve": the mean gain over the base agent's action with common random numbers. None for the base agent's
            own action.
        chosen: whether the search chooses the action.
        by_base: whether the base agent chooses the action.
        reward: the mean reward; None if `value` is None or includes a margin.
    """

    action: int
    name: str
    visits: int
    share: float
    value: Mean | None
    gain: Mean | None
    chosen: bool
    by_base: bool
    reward: float | None = None


@dataclass(frozen=True)
class Analysis:
    """The results of a search at one decision. Notebooks and `rich.print` show it as a table.

    Attributes:
        title: a description of the search.
        search, base: the names of the search and of the base agent.
        rows: the legal actions: the chosen action first, the others by decreasing number of playouts.
    """

    title: str
    search: str
    base: str
    rows: tuple[ActionAnalysis, ...]

    @property
    def chosen(self) -> ActionAnalysis:
        """The search's choice."""
        return self.rows[0]

    @property
    def by_base(self) -> ActionAnalysis:
        """The base bot's choice."""
        return next(row for row in self.rows if row.by_base)

    @property
    def forced(self) -> bool:
        """Whether only one action was legal."""
        return len(self.rows) == 1

    def explanation(self) -> Explanation:
        """Return the results in the form that all agents use."""
        return Explanation(self.chosen.action, () if self.forced else tuple(map(self._candidate, self.rows)))

    def table(self) -> "Table":
        """Return the results as a table for a terminal."""
        from rich.table import Table
        from rich.text import Text  # does not interpret markup in names

        table = Table(title=Text(printable(self.title)), title_justify="left", title_style="bold", header_style="bold")
        for number, name in enumerate(self._columns()):
            table.add_column(Text(name), justify="left" if number < 2 else "right")
        for row in self.rows:
            table.add_row(*map(Text, self._cells(row)), style="bold" if row.chosen else None)
        return table

    __rich__ = table

    def _repr_html_(self) -> str:
        """Return the table as HTML, with a drawing of the value and interval of each action on a common scale."""
        head = "".join(f"<th>{escape(name)}</th>" for name in (*self._columns(), ""))
        scale = _scale([row.value for row in self.rows if row.value])
        body = "".join(self._html_row(row, scale) for row in self.rows)
        title = f"<caption>{escape(printable(self.title))}</caption>"
        return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _html_row(self, row: ActionAnalysis, scale: tuple[float, float]) -> str:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in self._cells(row))
        style = ' style="font-weight: bold"' if row.chosen else ""
        return f"<tr{style}>{cells}<td>{_interval_svg(row.value, scale) if row.value else ''}</td></tr>"

    def _columns(self) -> tuple[str, ...]:
        return (*COLUMNS, f"gain on {printable(self.base)}", "95 %") if self._has_gains else COLUMNS

    @property
    def _has_gains(self) -> bool:
        return any(row.gain for row in self.rows)

    def _cells(self, row: ActionAnalysis) -> list[str]:
        gain = _cells_of(row.gain, "+.3f") if self._has_gains else []
        return [
            row.name,
            self._choosers(row),
            f"{row.visits:,}",
            f"{100 * row.share:.0f} %",
            *_cells_of(row.value, ".3f"),
            *gain,
        ]

    def _choosers(self, row: ActionAnalysis) -> str:
        return ", ".join(printable(name) for name, here in ((self.search, row.chosen), (self.base, row.by_base)) if here)

    def _candidate(self, row: ActionAnalysis) -> Candidate:
        return Candidate(row.name, row.share, row.visits, row.reward, self._note(row))

    def _note(self, row: ActionAnalysis) -> str:
        gain = f"gain {row.gain.value:+.3f} ± {STANDARD_ERRORS * row.gain.error:.3f}" if row.gain else ""
        return ", ".join(words for words in (f"choice of {self.base}" if row.by_base else "", gain) if words)


def analyse(search: "Search", decisions: Decisions) -> list[Analysis]:
    """Search each decision as `search.act` does, and return the results as tables."""
    searches = search.search(decisions)
    bases = _choices_of_base(search, decisions, searches)
    return [
        _analysis(search, decisions.game, mask, record, int(base))
        for mask, record, base in zip(decisions.masks, searches, bases, strict=True)
    ]


def _choices_of_base(search: "Search", decisions: Decisions, searches: np.ndarray) -> np.ndarray:
    """Return the base agent's actions. "improve" has computed them; for a tree they are computed here."""
    if len(searches) == 0 or (searches["base"] != CHOICE).all():
        return searches["base"]
    actions = search.base.act(replace(decisions, generator=np.random.default_rng(searches["seed"])))
    return np.where(searches["base"] == CHOICE, actions, searches["base"])


def _analysis(search: "Search", game: Game, mask: np.ndarray, record: Any, base: int) -> Analysis:
    settings, playouts = search.settings, int(record["playouts"])
    paired = settings.method == "improve"
    pure = search.evaluator is not None or settings.margin == 0.0
    rows = [_action_analysis(game, record, action, base, paired, pure) for action in map(int, np.flatnonzero(mask))]
    rows.sort(key=lambda row: (not row.chosen, -row.visits, -row.value.value if row.value else 0.0))
    how = f"{playouts:,} {search.playouts_by}, {settings.method}" if len(rows) > 1 else "the only legal action"
    return Analysis(f"{search.name}: {how}", search.name, search.base.name, tuple(rows))


def _action_analysis(game: Game, record: Any, action: int, base: int, paired: bool, pure: bool) -> ActionAnalysis:
    visits = int(record["visits"][action])
    has_gain = paired and visits > 0 and action != base
    value = mean_of(record["values"][action], record["value_squares"][action], visits) if visits else None
    return ActionAnalysis(
        action=action,
        name=game.actions.name(action),
        visits=visits,
        share=visits / max(int(record["playouts"]), 1),
        value=value,
        gain=mean_of(record["gains"][action], record["gain_squares"][action], visits) if has_gain else None,
        chosen=action == record["action"],
        by_base=action == base,
        reward=value.value if value and pure else None,
    )


def mean_of(total: float, squares: float, count: int) -> Mean:
    """Return a mean and its standard error, with the pseudo-sample of `improve.PRIOR_SAMPLE`."""
    value = float(total) / count
    return Mean(value, math.sqrt(max(float(squares) - count * value * value, 0.0) + PRIOR_SAMPLE) / count)


def _cells_of(mean: Mean | None, form: str) -> list[str]:
    return [format(mean.value, form), f"{mean.low:{form}} to {mean.high:{form}}"] if mean else ["", ""]


WIDTH, HEIGHT = 160, 14


def _scale(means: Sequence[Mean]) -> tuple[float, float]:
    """Return the lowest and the highest number to draw."""
    return min((mean.low for mean in means), default=0.0), max((mean.high for mean in means), default=1.0)


def _interval_svg(mean: Mean, scale: tuple[float, float]) -> str:
    """Draw a mean and its interval as SVG."""
    low, high, here = (
        (number - scale[0]) / (scale[1] - scale[0]) * (WIDTH - 8) + 4 for number in (mean.low, mean.high, mean.value)
    )
    line = f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{HEIGHT / 2}" y2="{HEIGHT / 2}" stroke="#b5651d" stroke-width="2"/>'
    dot = f'<circle cx="{here:.1f}" cy="{HEIGHT / 2}" r="4" fill="#b5651d"/>'
    return f'<svg width="{WIDTH}" height="{HEIGHT}" xmlns="http://www.w3.org/2000/svg">{line}{dot}</svg>'
