"""Results as tables for the terminal and for notebooks."""

from typing import TYPE_CHECKING

from rich.table import Table

from training.ratings import Estimate

if TYPE_CHECKING:
    from training.outcome import ArenaResult


def new_table(title: str, left: tuple[str, ...], right: tuple[str, ...] = ()) -> Table:
    """An empty table with left-aligned columns, then right-aligned ones."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", min_width=len(title))
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right")
    return table


def ranking_table(result: "ArenaResult") -> Table:
    """The agents by rating, with 95 % intervals; those of this run in bold."""
    title = f"{result.game}, {result.num_players} players: ratings from {result.pool_games:,} games"
    table = new_table(title, ("#", "agent"), ("rating", "95 % interval"))
    current = {row.agent for row in result.ratings}
    for place, row in enumerate(result.pool_ratings, 1):
        rating = row.rating
        style = "bold" if row.agent in current else None
        table.add_row(str(place), row.agent, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", style=style)
    return table


def pairs_table(result: "ArenaResult") -> Table:
    """Win share and score margin of every two agents of this run."""
    table = new_table("This run, pair by pair (a's view)", ("a", "b"), ("games", "win share", "95 %", "score margin", "95 %"))
    for pair in result.pairs:
        margin = pair.score_margin
        table.add_row(
            pair.a, pair.b, f"{pair.games:,}",
            f"{pair.win_share.value:.1%}", f"{pair.win_share.low:.1%} to {pair.win_share.high:.1%}",
            f"{margin.value:+.2f}", _signed_interval(margin),
        )  # fmt: skip
    return table


def _signed_interval(estimate: Estimate) -> str:
    return f"{estimate.low:+.2f} to {estimate.high:+.2f}"
