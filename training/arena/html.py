"""Write the results of an arena as HTML tables for notebooks: ratings with their intervals, and win shares."""

from html import escape
from typing import TYPE_CHECKING

from dig_envs.training.arena.chart import par_of_result
from dig_envs.training.show.charts import MAX_NAME
from dig_envs.utils.text import printable, shortened

if TYPE_CHECKING:
    from dig_envs.training.arena.ratings import Estimate, Pair
    from dig_envs.training.arena.result import ArenaResult

WIDTH, HEIGHT, EDGE = 180, 14, 5  # pixels of a rating's picture
MAX_OPACITY = 0.55  # opacity of the colour of shares 0 and 1: text stays readable, on dark pages too
ABOVE, BELOW = "61, 124, 140", "181, 101, 29"


def arena_html(result: "ArenaResult") -> str:
    """Return two tables: ratings, and win shares of rows against columns, coloured by their distance from par."""
    return f"<div>{_ratings(result)}{_shares(result)}</div>"


def _ratings(result: "ArenaResult") -> str:
    title = f"{result.game}, {result.num_players} players: ratings from {result.pool_games:,} games"
    ratings = [row.rating for row in result.pool_ratings]
    scale = min((rating.low for rating in ratings), default=0.0), max((rating.high for rating in ratings), default=0.0)
    rows = [
        [_cell(str(place)), _head(row.agent), _cell(f"{row.rating.value:.0f}"),
         _cell(f"{row.rating.low:.0f} to {row.rating.high:.0f}"), f"<td>{_picture(row.rating, scale)}</td>"]
        for place, row in enumerate(result.pool_ratings, 1)
    ]  # fmt: skip
    return _table(title, ["#", "agent", "rating", "95 % interval", ""], rows)


def _shares(result: "ArenaResult") -> str:
    agents = [row.agent for row in result.ratings]
    pairs = {(pair.a, pair.b): pair for pair in result.pairs}
    par = par_of_result(result)
    others = f"at tables of the column's agent (par is {par:.0%})" if result.one_vs_rest else "against the column's agent"
    title = f"Win share of the row's agent {others}, with 95 % intervals"
    rows = [[_head(a), *(_share(_estimate(pairs, a, b, result.one_vs_rest), par) for b in agents)] for a in agents]
    return _table(title, ["", *agents], rows)


def _estimate(pairs: "dict[tuple[str, str], Pair]", a: str, b: str, one_vs_rest: bool) -> "Estimate | None":
    """Return a's win share against b with its interval; from a stored share of b against a, the remaining share."""
    if (a, b) in pairs:
        return pairs[a, b].win_share
    if (b, a) in pairs and not one_vs_rest:
        return pairs[b, a].win_share.rest
    return None


def _share(share: "Estimate | None", par: float) -> str:
    if share is None:
        return "<td></td>"
    distance = (share.value - par) / (1 - par if share.value > par else par)
    colour = f"background: rgba({ABOVE if distance > 0 else BELOW}, {abs(distance) * MAX_OPACITY:.2f})"
    return _cell(f"{share.value:.1%} ({100 * share.low:.1f}-{100 * share.high:.1f})", colour)


def _picture(rating: "Estimate", scale: tuple[float, float]) -> str:
    """Return an SVG picture of a rating and its interval."""
    span = max(scale[1] - scale[0], 1e-9)
    numbers = rating.low, rating.high, rating.value
    low, high, value = ((number - scale[0]) / span * (WIDTH - 2 * EDGE) + EDGE for number in numbers)
    line = f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{HEIGHT / 2}" y2="{HEIGHT / 2}" stroke="#b5651d" stroke-width="2"/>'
    dot = f'<circle cx="{value:.1f}" cy="{HEIGHT / 2}" r="4" fill="#b5651d"/>'
    return f'<svg width="{WIDTH}" height="{HEIGHT}" xmlns="http://www.w3.org/2000/svg">{line}{dot}</svg>'


def _table(title: str, columns: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{_name(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><caption>{escape(printable(title))}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _head(agent: str) -> str:
    return f'<th style="text-align: left">{_name(agent)}</th>'


def _cell(words: str, style: str = "") -> str:
    return f'<td style="{style}">{escape(words)}</td>' if style else f"<td>{escape(words)}</td>"


def _name(name: str) -> str:
    """Return a name with escaped markup."""
    return escape(shortened(printable(name), MAX_NAME))
