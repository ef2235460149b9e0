"""Measure how the strength of a search grows with its budget, against the same opponents on the same deals.

>>> from dig_envs.training.studies import curve
>>> points = curve.run("dig_dig_v0", [10, 20], games=4, progress=False)
>>> [point.budget for point in points]
[10, 20]
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich.table import Table

import dig_envs
from dig_envs import agents
from dig_envs.agents.search import find_search
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.training import arena
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import first_deal
from dig_envs.training.arena.ratings import Estimate, share_with_interval, win_share
from dig_envs.training.arena.round_robin import MAX_SEED
from dig_envs.training.show.charts import ACCENT, INK, SOFT, TITLE, frame, one_panel, write_figure
from dig_envs.training.show.console import progress_bar
from dig_envs.training.show.tables import new_table

BUDGETS = (30, 100, 300, 1000, 3000)


@dataclass(frozen=True)
class Point:
    """The strength of a search with one budget.

    Attributes:
        budget: playouts per decision.
        games: the number of games.
        win_share: from 0 to 1, with its 95 % interval.
        milliseconds: mean time per decision; decisions with one legal action do not count.
    """

    budget: int
    games: int
    win_share: Estimate
    milliseconds: float


class Timed(Agent):
    """Plays as another agent, and measures its time per decision."""

    def __init__(self, agent: Agent):
        self.agent = agent
        self.name = agent.name
        self.seconds = 0.0
        self.decisions = 0

    def check(self, options: Options) -> None:
        self.agent.check(options)

    def act(self, decisions: Decisions) -> np.ndarray:
        start = perf_counter()
        actions = self.agent.act(decisions)
        self.seconds += perf_counter() - start
        self.decisions += int((decisions.masks.sum(axis=1) > 1).sum())
        return actions

    @property
    def fingerprint(self) -> str:
        return self.agent.fingerprint

    @property
    def milliseconds(self) -> float:
        """Mean time per decision that has a choice."""
        return 1000 * self.seconds / max(self.decisions, 1)


class CurveInterrupted(KeyboardInterrupt):
    """Ctrl-C has stopped a curve. `points` has one point for each finished budget."""

    def __init__(self, points: list[Point]):
        super().__init__()
        self.points = points


def run(
    game: str | Game,
    budgets: Sequence[int] = BUDGETS,
    agent: str = agents.SEARCH,
    against: str | Agent | None = None,
    num_players: int = 2,
    games: int = 1000,
    seed: int = 0,
    progress: bool = True,
    **options: Any,
) -> list[Point]:
    """Play a search with each budget in every seat, on the same deals; the opponent has all other seats.

    Args:
        game: an id of `dig_envs.games()`, or a Game.
        budgets: playouts per decision.
        agent: "search", optionally with settings ("search:method=ismcts").
        against: the opponent, a name or an agent; None for the game's strongest bot.
        num_players: seats at each table, 2 or more.
        games: the number of games per budget, rounded up to whole duplicate sets.
        seed: the first deal, counted from `deal_numbers.ARENA`; later deals count up.
        progress: show a progress bar on stderr if it is a terminal.
        **options: other options of the game.

    Raises:
        DigEnvsError: an unknown game, agent or option, or a number out of range. No game was played.
        CurveInterrupted: Ctrl-C after the first budget; its `points` are those of the finished budgets.
    """
    game = dig_envs.game_of(game)
    parsed = game.parse_options(num_players=num_players, **options)
    whole_number("num_players in a curve", num_players, minimum=2)
    whole_number("games", games, 1, arena.MAX_GAMES)
    whole_number("seed", seed, 0, MAX_SEED)
    if not budgets:
        raise ArgumentError("a curve needs budgets, such as 30,100,300")
    against = default_agents(game)[-1] if against is None else against
    opponent = find_agent(against, game) if isinstance(against, str) else against
    searches = [Timed(find_search(agent, game, playouts=budget, num_threads=1)) for budget in budgets]
    seatings = len(duplicate.one_vs_rest_seatings(parsed))
    deals = first_deal(seed) + np.arange(-(-games // seatings))
    points: list[Point] = []
    with progress_bar("playing", len(budgets) * len(deals) * seatings, progress) as advance:
        fastest = searches[int(np.argmin(budgets))].agent
        duplicate.play_one_vs_rest(game, parsed, fastest, opponent, deals[:1])  # compiles before times are measured
        for budget, search in zip(budgets, searches, strict=True):
            try:
                duel = duplicate.play_one_vs_rest(game, parsed, search, opponent, deals, advance)
            except KeyboardInterrupt:
                if points:
                    raise CurveInterrupted(points) from None
                raise
            points.append(Point(budget, int(duel.games.sum()), win_share(duel.shares), search.milliseconds))
    return points


def draw_curve(points: Sequence[Point], title: str, par: float, path: Path) -> Path:
    """Draw win shares by budget into a file, with 95 % intervals and a line at par, and return its path.

    Raises:
        ArgumentError: the file's ending is not one of `charts.FORMATS`, or the file cannot be written.
    """
    figure, axes = one_panel(path)
    budgets = [point.budget for point in points]
    shares = 100 * np.array([[point.win_share.value, point.win_share.low, point.win_share.high] for point in points]).T
    axes.axhline(100 * par, color=SOFT, linestyle="--", linewidth=1)
    axes.annotate("par", (budgets[-1], 100 * par), (0, 3), textcoords="offset points", ha="right", fontsize=8, color=SOFT)
    whiskers = np.abs(shares[1:] - shares[0])
    axes.errorbar(budgets, shares[0], yerr=whiskers, fmt="o-", color=ACCENT, capsize=3, markersize=6, linewidth=1.6)
    for point, share in zip(points, shares[0], strict=True):
        label = f"{share:.0f} %\n{point.milliseconds:.3g} ms"
        axes.annotate(label, (point.budget, share), (8, -4), textcoords="offset points", fontsize=8, color=INK, va="top")
    axes.set_xscale("log")
    axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets], parse_math=False)
    axes.minorticks_off()
    axes.margins(x=0.12, y=0.25)
    frame(axes, "\n".join(textwrap.wrap(title, TITLE)), "playouts per decision", "win share, %")
    write_figure(figure, path)
    return path


def curve_table(title: str, points: Sequence[Point]) -> Table:
    """Tabulate win shares by budget, with 95 % intervals."""
    table = new_table(title, (), ("playouts", "win share", "games", "ms per decision"))
    for point in points:
        share = share_with_interval(point.win_share)
        table.add_row(f"{point.budget:,}", share, f"{point.games:,}", f"{point.milliseconds:.1f}")
    return table
