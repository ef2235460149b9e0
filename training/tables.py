"""Tables of results for the terminal and for notebooks."""

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from dig_envs.text import printable
from training.ratings import Estimate

if TYPE_CHECKING:
    from agents.trained import Card
    from training.curve import Point
    from training.outcome import ArenaResult


def new_table(title: str, left: tuple[str, ...], right: tuple[str, ...] = ()) -> Table:
    """Make an empty table with left-aligned columns, then right-aligned ones."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", min_width=len(title))
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right")
    return table


def shown(name: str) -> Text:
    """Return an agent's name as it is shown: as plain text, whatever characters and markup it holds."""
    return Text(printable(name))


def ranking_table(result: "ArenaResult") -> Table:
    """Tabulate the agents by rating, with 95 % intervals; those of this run in bold."""
    title = f"{result.game}, {result.num_players} players: ratings from {result.pool_games:,} games"
    table = new_table(title, ("#", "agent"), ("rating", "95 % interval"))
    current = {row.agent for row in result.ratings}
    for place, row in enumerate(result.pool_ratings, 1):
        rating = row.rating
        style = "bold" if row.agent in current else None
        table.add_row(
            str(place), shown(row.agent), f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", style=style
        )
    return table


def pairs_table(result: "ArenaResult") -> Table:
    """Tabulate win share, at larger tables also last share, and score margin of every two agents of this run."""
    table = new_table(_pairs_title(result), ("a", "b"), ("games", "win share", *_last_column(result), "score margin"))
    for pair in result.pairs:
        last = [_share(pair.last_share)] if _last_column(result) else []
        table.add_row(
            shown(pair.a), shown(pair.b), f"{pair.games:,}", _share(pair.win_share), *last, _margin(pair.score_margin)
        )
    return table


def scores_table(game: str, games: int, scores: dict[str, Estimate]) -> Table:
    """Tabulate the mean scores of agents that played alone, with 95 % intervals."""
    table = new_table(f"{game}, alone: mean scores of {games:,} games", ("agent",), ("score", "95 % interval"))
    for name, score in scores.items():
        table.add_row(shown(name), f"{score.value:,.0f}", f"{score.low:,.0f} to {score.high:,.0f}")
    return table


def curve_table(title: str, points: "list[Point]") -> Table:
    """Tabulate an agent's win shares by budget, with 95 % intervals."""
    table = new_table(title, (), ("playouts", "win share", "games", "ms a decision"))
    for point in points:
        table.add_row(f"{point.budget:,}", _share(point.win_share), f"{point.games:,}", f"{point.milliseconds:.1f}")
    return table


def trained_table(game: str, cards: "list[Card]") -> Table:
    """Tabulate agents that come trained, with their win shares against each bot and 95 % intervals."""
    against = list(dict.fromkeys(row.against for card in cards for row in card.strength))
    columns = ("games", *(f"against {bot}" for bot in against))
    table = new_table(f"Trained agents of {game}", ("name", "what it is"), columns)
    for card in cards:
        won = {row.against: f"{row.win_share:.1%} ({100 * row.low:.1f}-{100 * row.high:.1f})" for row in card.strength}
        games = f"{min((row.games for row in card.strength), default=0):,}"
        table.add_row(shown(card.name), card.sentence, games, *(won.get(bot, "") for bot in against))
    return table


def _pairs_title(result: "ArenaResult") -> str:
    if result.one_vs_rest:
        return f"This run, one against the rest, a among b's (equals have {1 / result.num_players:.1%}; 95 % intervals)"
    return "This run, pair by pair (a's view; 95 % intervals)"


def _last_column(result: "ArenaResult") -> list[str]:
    return ["last share"] if result.num_players > 2 else []


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f}-{100 * estimate.high:.1f})"


def _margin(estimate: Estimate) -> str:
    return f"{estimate.value:+.2f} ({estimate.low:+.2f} to {estimate.high:+.2f})"
