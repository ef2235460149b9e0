"""Draw the table of 2-Bit Bandits as SVG: the table and the cards that the viewer knows. `captions.py` writes it as text."""

from dataclasses import replace
from typing import Any

from dig_envs.render import palette, theme
from dig_envs.render.lines import wrap
from dig_envs.render.svg import Svg
from dig_envs.render.theme import LETTER
from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import (
    PICKUP_LABELS,
    STATUS_NAMES,
    card_stages,
    looked_at,
    on_stack,
    situation,
    stage_words,
    status,
    text,
)
from dig_envs.two_bit_bandits.card_drawing import LEGEND, centre_of, draw_pawn, draw_tile
from dig_envs.two_bit_bandits.components import LEVEL_NAMES, SLOTS
from dig_envs.two_bit_bandits.emblems import draw_good_guy, draw_pickup
from dig_envs.two_bit_bandits.gang_drawing import draw_gang, draw_hideouts, draw_large_gang
from dig_envs.two_bit_bandits.stage_drawing import draw_stage
from dig_envs.two_bit_bandits.state import NONE, Phase, Status
from dig_envs.utils.text import pluralized

__all__ = ["figures", "svg", "text"]

TEXT_COLOURS = {r"[a-z]+\+(?:\(\d+\))?": "green", r"[A-Z][\w-]*!": "red"}
MAP_TOP = theme.HEADING + 8
MAP_WIDTH, MAP_HEIGHT = 560, 512
SIDE_LEFT = theme.MARGIN + MAP_WIDTH + 12
SIDE_WIDTH = theme.WIDTH - theme.MARGIN - SIDE_LEFT
PANEL_TOP = MAP_TOP + MAP_HEIGHT + 12
PANEL_HEIGHT = 176
HEIGHT = PANEL_TOP + PANEL_HEIGHT + theme.MARGIN
MAX_TILE = 118
HEART = '<path d="M0 6C-9 0-7-7-3-7Q0-7 0-4Q0-7 3-7C7-7 9 0 0 6Z"/>'


def figures(view: View) -> list[str]:
    """Return the points of each seat, which are public."""
    return [f"{view.table.points[seat]}" for seat in range(view.table.num_players)]


def svg(view: View) -> str:
    """Return the table as an SVG document."""
    picture = Svg(theme.WIDTH, HEIGHT, view.all_parts)
    theme.heading(picture, view, status(view))
    _draw_map(picture, view)
    _draw_side(picture, view)
    for seat in range(view.table.num_players):
        _draw_player(picture, view, seat)
    return picture.document()


# --- the map


def _draw_map(picture: Svg, view: View) -> None:
    """Draw all level cards, as large as they fit, with pawns; below them the known top of the stack."""
    table = view.table
    picture.rect(
        theme.MARGIN, MAP_TOP, MAP_WIDTH, MAP_HEIGHT, rx=18, fill=palette.DESERT, stroke=palette.DESERT_EDGE, stroke_width=2
    )
    left, right = _span([table.x[card] for card in range(table.placed)])
    top, bottom = _span([table.y[card] for card in range(table.placed)])
    tile = min(MAX_TILE, (MAP_WIDTH - 24) / (right - left + 1), (MAP_HEIGHT - 74) / (bottom - top + 1))
    choosing = view.running and table.phase in (Phase.EXPLORE, Phase.CHOOSE, Phase.PLAY_ON)
    for card in range(table.placed):
        x = theme.MARGIN + MAP_WIDTH / 2 + tile * (table.x[card] - (left + right) / 2)
        y = MAP_TOP + (MAP_HEIGHT - 50) / 2 + tile * (table.y[card] - (top + bottom) / 2)
        with picture.group(transform=f"translate({x:g} {y:g}) scale({tile / 100:g})"):
            draw_tile(picture, table, card, table.active if choosing else None)
            _draw_pawns(picture, table, card)
    _draw_stack(picture, view)


def _span(cells: list[int]) -> tuple[int, int]:
    return min(cells), max(cells)


def _draw_pawns(picture: Svg, table: Any, card: int) -> None:
    here = [seat for seat in range(table.num_players) if table.pawn[seat] // 3 == card and table.status[seat] != Status.OUT]
    for seat in here:
        x, y = centre_of(table, table.pawn[seat]) if table.pawn[seat] else (0.0, 0.0)
        shared = [other for other in here if table.pawn[other] == table.pawn[seat]]
        x += 22 * (shared.index(seat) - (len(shared) - 1) / 2)
        with picture.part(f"pawn-{seat}", x - 12, y - 26, 24, 24):
            draw_pawn(picture, seat, x, y - 13)


def _draw_stack(picture: Svg, view: View) -> None:
    y = MAP_TOP + MAP_HEIGHT - 29
    picture.text(theme.MARGIN + MAP_WIDTH / 2, y + 18, LEGEND, 12, text_anchor="middle", fill=palette.INK)
    with picture.spot("stack", theme.MARGIN + 8, y - 17, 330, 24):
        picture.text(theme.MARGIN + 14, y, situation(view.table), 14, fill=palette.INK)
    known = " ".join(LEVEL_NAMES[card] for card in on_stack(view))
    picture.text(theme.MARGIN + MAP_WIDTH - 14, y, f"top {known}" if known else "", 14, text_anchor="end", fill=palette.INK)


# --- the stage in play


def _draw_side(picture: Svg, view: View) -> None:
    """Draw the stage in play or the level cards that a seat looks at, and below them the hideouts and the gang."""
    looked, running = looked_at(view), view.table.place != NONE or view.table.foe != NONE
    picture.rect(SIDE_LEFT, MAP_TOP, SIDE_WIDTH, MAP_HEIGHT, rx=12, fill=palette.PANEL, stroke=palette.RULE, stroke_width=2)
    picture.text(SIDE_LEFT + 14, MAP_TOP + 26, stage_title(view), 16, fill=palette.INK)
    for k, (label, level_card) in enumerate(looked):
        middle = SIDE_LEFT + SIDE_WIDTH * (1 + 2 * k) / 4
        with picture.spot(f"looked-{k}", middle - SIDE_WIDTH / 4 + 6, MAP_TOP + 40, SIDE_WIDTH / 2 - 12, 260):
            _draw_looked(picture, view, label, level_card, middle)
    left, width = SIDE_LEFT + 10, SIDE_WIDTH - 20
    if running:
        draw_stage(picture, view, left, MAP_TOP + 38, width)
    if running or looked:
        draw_hideouts(picture, view, left, MAP_TOP + 412, width)
        draw_gang(picture, view, left, MAP_TOP + 438, width)
    else:
        draw_large_gang(picture, view, left, MAP_TOP + 44, width)
        draw_hideouts(picture, view, left, MAP_TOP + 412, width)


def stage_title(view: View) -> str:
    table = view.table
    if looked_at(view):
        return "level cards looked at"
    if table.place == NONE:
        return "final battle" if table.foe != NONE else "the Shamandillos"
    points = f" · {table.tentative} points so far" if table.row_size else ""
    return f"{stage_words(table, table.place)}{points}"


def _draw_looked(picture: Svg, view: View, label: str, level_card: int, x: float) -> None:
    """Draw a level card that a seat looks at, unrotated, with its future number on the map."""
    with picture.group(transform=f"translate({x:g} {MAP_TOP + 150}) scale(1.6)"):
        draw_tile(picture, table_with(view, level_card), view.table.placed, None)
    picture.text(x, MAP_TOP + 60, f"{label} {LEVEL_NAMES[level_card]}", 15, text_anchor="middle", fill=palette.INK)
    for k, line in enumerate(wrap(card_stages(view.table, level_card), 24)):
        picture.text(x, MAP_TOP + 250 + 16 * k, line, 13, text_anchor="middle", fill=palette.FAINT_INK)


def table_with(view: View, level_card: int) -> Any:
    """Return a table whose next card of the map is a level card, unrotated."""
    state = view.state.reshape(()).copy()
    table, card = state["table"], view.table.placed
    table["level_card"][card] = level_card
    table["paths"][card] = view.table.faces.exits[level_card]
    return replace(view, state=state).table


# --- players


def _draw_player(picture: Svg, view: View, seat: int) -> None:
    """Draw a Good Guy: points, hearts, continues, the two slots."""
    table = view.table
    x, width = theme.panel_span(view, seat)
    theme.panel(picture, view, seat, (x, PANEL_TOP, width, PANEL_HEIGHT), view.is_active(seat), table.points[seat])
    draw_good_guy(picture, x + 30, PANEL_TOP + 28, seat, palette.PLAYERS[seat][0], 1.3)
    step = min(17, (width - 40) / table.max_health)
    with picture.part(f"health-{seat}", x + 14, PANEL_TOP + 58, step * table.max_health, 22):
        draw_hearts(picture, table, seat, x + 24, PANEL_TOP + 70, step)
    with picture.part(f"continues-{seat}", x + 14, PANEL_TOP + 82, width - 28, 20):
        picture.text(x + 16, PANEL_TOP + 96, condition(table, seat), 13, fill=palette.FAINT_INK)
    for slot in range(SLOTS):
        left, wide = x + 14 + (width - 24) / 2 * slot, (width - 24) / 2 - 6
        with picture.spot(f"slot-{seat}-{slot}", left, PANEL_TOP + 106, wide, 58):
            _draw_slot(picture, table, seat, slot, left, wide)


def draw_hearts(picture: Svg, table: Any, seat: int, x: float, y: float, step: float) -> None:
    """Draw a seat's full health in a row of hearts, the lost ones pale."""
    for k in range(table.max_health):
        fill = palette.COLOUR["red"] if k < table.health[seat] else palette.RULE
        picture.use("heart", HEART, x + step * k, y, 1, fill=fill)


def condition(table: Any, seat: int) -> str:
    """Describe a seat's continues, and its status unless it plays."""
    state = STATUS_NAMES[Status(table.status[seat])]
    continues = pluralized(table.continues[seat], "continue")
    return f"{continues}{' · ' + state if state else ''}"


def _draw_slot(picture: Svg, table: Any, seat: int, slot: int, x: float, width: float) -> None:
    draw_slot(picture, table.pickups[seat][slot], ("active", "stored")[slot], (x, PANEL_TOP + 106, width, 58))


def draw_slot(picture: Svg, kind: int, caption: str, box: tuple[float, float, float, float]) -> None:
    """Draw a slot and the emblem and name of its pickup; `box` is x, y, width, height."""
    x, y, width, height = box
    picture.rect(x, y, width, height, rx=8, fill=palette.INSET, stroke=palette.RULE, stroke_width=2)
    if kind == NONE:
        picture.text(x + width / 2, y + height / 2 + 4, caption, 12, text_anchor="middle", fill=palette.FAINT_INK)
        return
    draw_pickup(picture, x + 20, y + height / 2, kind, 1)
    words = PICKUP_LABELS[kind].split(" ", 1)
    size = min(13.0, (width - 44) / LETTER / max(map(len, words)))
    picture.text(x + width - 6, y + 13, caption, 12, text_anchor="end", fill=palette.FAINT_INK)
    for k, line in enumerate(words):
        picture.text(x + 40, y + height / 2 + 8 + 14 * (k - (len(words) - 2) / 2), line, size, width - 42, fill=palette.INK)
