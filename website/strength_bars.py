"""Draw the trained agents' win shares against the experts, one bar for each game.

The shares are those of `docs/data/strength.json`, between two players. Each bar shows the strongest agent that observes
facts alone, with its 95 % interval. The picture is `docs/images/strength.svg`; a test compares it with the data.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from dig_envs.agents.trained import cards

DATA = Path("docs/data/strength.json")
PICTURE = Path("docs/images/strength.svg")

WIDTH, BAR, GAP, TOP = 760, 26, 14, 46  # pixels
LEFT, RIGHT = 190, 90  # pixels for the names of games, and right of 100 %
SCALE = (WIDTH - LEFT - RIGHT) / 100  # pixels for 1 % of the wins


class Bar(NamedTuple):
    """The win share of one agent against the expert of its game, with the bounds of its interval, in percent."""

    game: str
    agent: str
    share: float
    low: float
    high: float


def bars(data: dict[str, Any]) -> list[Bar]:
    """Find the strongest trained agent of each game that observes facts alone, the game with the highest share first."""
    drawn = []
    for summary in data["summaries"]:
        if summary["num_players"] == 2:
            learners = {card.name for card in cards(summary["game"]) if card.features is None}
            pairs = [pair for pair in summary["pairs"] if pair["a"] in learners and pair["b"] == summary["strongest"]]
            best = max(pairs, key=lambda pair: pair["win_share"]["value"])
            share = {name: 100 * value for name, value in best["win_share"].items()}
            drawn.append(Bar(summary["title"], best["a"], share["value"], share["low"], share["high"]))
    return sorted(drawn, key=lambda bar: -bar.share)


def drawn(shown: Iterable[Bar]) -> str:
    """Draw the bars, and a line at 50 %, the share of an equal, as SVG."""
    parts, y = [], TOP
    for bar in shown:
        middle, end = y + BAR / 2, LEFT + SCALE * bar.share
        parts += [
            _text(LEFT - 12, middle, bar.game, "end"),
            f'<rect x="{LEFT}" y="{y}" width="{SCALE * bar.share:.1f}" height="{BAR}" fill="#b5651d"/>',
            _line(LEFT + SCALE * bar.low, middle, LEFT + SCALE * bar.high, middle),
            _text(max(end, LEFT + SCALE * bar.high) + 10, middle, f"{bar.share:.0f} %, {bar.agent}", "start"),
        ]
        y += BAR + GAP
    half = LEFT + 50 * SCALE
    height = y + 4
    heading = "Win share of the strongest trained agent against the expert, two players"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif" font-size="15">',
            f"<title>{heading}</title>",
            f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fbf7f0"/>',
            *parts,
            f'<line x1="{half}" y1="{TOP - 8}" x2="{half}" y2="{y - GAP + 8}" stroke="#555" stroke-dasharray="4 4"/>',
            _text(half, TOP - 22, "50 %: as strong as the expert", "middle"),
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="{anchor}" fill="#222">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#222" stroke-width="2"/>'
