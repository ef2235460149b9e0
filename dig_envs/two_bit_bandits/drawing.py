"""Draw the table of 2-Bit Bandits as SVG: the table and the cards that the viewer knows. `captions.py` writes it as text."""

from dataclasses import replace
from typing import Any

from dig_envs.render import theme
from dig_envs.render.lines import wrap
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import (
    PICKUP_LABELS,
    STATUS_NAMES,
    card_stages,
    foe_name,
    gang,
    looked_at,
    on_stack,
    path_words,
    situation,
    stage_words,
    status,
    text,
)
from dig_envs.two_bit_bandits.card_drawing import INITIALS, LEGEND, centre_of, draw_pawn, draw_tile
from dig_envs.two_bit_bandits.components import DIE_SIDES, LEVEL_NAMES, NUM_MINIONS, PATHS, SLOTS, Die
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.foes import full_health
from dig_envs.two_bit_bandits.state import NONE, Phase, Status
from dig_envs.utils.text import pluralized, shortened

__all__ = ["figures", "svg", "text"]

TEXT_COLOURS = {r"[a-z]+\+(?:\(\d+\))?": "green", r"[A-Z][\w-]*!": "red"}
MAP_TOP = theme.HEADING + 8
MAP_WIDTH, MAP_HEIGHT = 560, 470
SIDE_LEFT = theme.MARGIN + MAP_WIDTH + 12
SIDE_WIDTH = theme.WIDTH - theme.MARGIN - SIDE_LEFT
PANEL_TOP = MAP_TOP + MAP_HEIGHT + 12
PANEL_HEIGHT = 176
HEIGHT = PANEL_TOP + PANEL_HEIGHT + theme.MARGIN
DESERT = "#e6c98f"
MAX_TILE = 118
SCENE_WIDTH = (SIDE_WIDTH - 20) / 5 - 2
SCENE_HEIGHT = 200
PATH_HEIGHT = 27
DIE_PAINT = {Die.BLACK: ("#2d2a26", "#ffffff"), Die.YELLOW: ("#f2c230", "#2d2a26"), Die.RED: ("#d13f3f", "#ffffff")}
HEART = '<path d="M0 6C-9 0-7-7-3-7Q0-7 0-4Q0-7 3-7C7-7 9 0 0 6Z"/>'
PATH_PAINT = {"barrel": "#e9d3b0", "heart": "#f6cfd0", "bomb": "#e4ddcb", "spikes": "#dcd3cb"}


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
    picture.rect(theme.MARGIN, MAP_TOP, MAP_WIDTH, MAP_HEIGHT, rx=18, fill=DESERT, stroke="#c9a662", stroke_width=2)
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
    picture.text(theme.MARGIN + MAP_WIDTH / 2, y + 18, LEGEND, 11.5, text_anchor="middle", fill=theme.EARTH)
    with picture.spot("stack", theme.MARGIN + 8, y - 17, 330, 24):
        picture.text(theme.MARGIN + 14, y, situation(view.table), 14, fill=theme.INK)
    known = " ".join(LEVEL_NAMES[card] for card in on_stack(view))
    picture.text(theme.MARGIN + MAP_WIDTH - 14, y, f"top {known}" if known else "", 14, text_anchor="end", fill=theme.INK)


# --- the stage in play


def _draw_side(picture: Svg, view: View) -> None:
    """Draw the scenes with their dice, and the battle; or the level cards that a seat looks at."""
    table = view.table
    picture.rect(SIDE_LEFT, MAP_TOP, SIDE_WIDTH, MAP_HEIGHT, rx=12, fill=theme.CARD, stroke=theme.RULE, stroke_width=2)
    picture.text(SIDE_LEFT + 14, MAP_TOP + 26, stage_title(view), 16, fill=theme.INK)
    for k, (label, level_card) in enumerate(looked_at(view)):
        middle = SIDE_LEFT + SIDE_WIDTH * (1 + 2 * k) / 4
        with picture.spot(f"looked-{k}", middle - SIDE_WIDTH / 4 + 6, MAP_TOP + 40, SIDE_WIDTH / 2 - 12, 260):
            _draw_looked(picture, view, label, level_card, middle)
    for k in range(table.row_size):
        left = SIDE_LEFT + 10 + (SCENE_WIDTH + 2) * k
        with picture.spot(f"scene-{k}", left - 1, MAP_TOP + 36, SCENE_WIDTH + 2, SCENE_HEIGHT + 6):
            _draw_scene(picture, table, k, left, MAP_TOP + 38)
    faces = [face + 1 for face in range(PATHS) for _ in range(table.rolled[face])]
    pool = [PICKUP_LABELS[kind] for kind in range(len(PICKUP_LABELS)) for _ in range(table.pool[kind])]
    for k, face in enumerate(faces):
        with picture.spot(f"die-{face}", SIDE_LEFT + 14 + 40 * k, MAP_TOP + 258, 36, 36):
            draw_die(picture, SIDE_LEFT + 32 + 40 * k, MAP_TOP + 276, face, "#fffdf7", theme.INK)
    if pool:
        picture.text(SIDE_LEFT + 14, MAP_TOP + 280, f"to choose from: {', '.join(pool)}", 13, fill=theme.INK)
    if table.foe != NONE:
        with picture.spot("foe", SIDE_LEFT + 10, MAP_TOP + 296, SIDE_WIDTH - 20, 54):
            _draw_battle(picture, table)
        _draw_dice(picture, table)
    lines = wrap(gang(view), 56)
    for k, line in enumerate(lines):
        picture.text(SIDE_LEFT + 14, MAP_TOP + MAP_HEIGHT - 12 - 15 * (len(lines) - 1 - k), line, 12, fill=theme.FAINT_INK)


def stage_title(view: View) -> str:
    table = view.table
    if looked_at(view):
        return "level cards looked at"
    if table.place == NONE:
        return "final battle" if table.foe != NONE else "no stage in play"
    points = f" · {table.tentative} points so far" if table.row_size else ""
    return f"{stage_words(table, table.place)}{points}"


def _draw_looked(picture: Svg, view: View, label: str, level_card: int, x: float) -> None:
    """Draw a level card that a seat looks at, unrotated, with its future number on the map."""
    with picture.group(transform=f"translate({x:g} {MAP_TOP + 150}) scale(1.6)", opacity=0.5 if label == "puts back" else None):
        draw_tile(picture, table_with(view, level_card), view.table.placed, None)
    picture.text(x, MAP_TOP + 60, f"{label} {LEVEL_NAMES[level_card]}", 15, text_anchor="middle", fill=theme.INK)
    for k, line in enumerate(wrap(card_stages(view.table, level_card), 24)):
        picture.text(x, MAP_TOP + 250 + 16 * k, line, 13, text_anchor="middle", fill=theme.FAINT_INK)


def table_with(view: View, level_card: int) -> Any:
    """Return a table whose next card of the map is a level card, unrotated."""
    state = view.state.reshape(()).copy()
    table, card = state["table"], view.table.placed
    table["level_card"][card] = level_card
    table["paths"][card] = view.table.faces.exits[level_card]
    return replace(view, state=state).table


def _draw_scene(picture: Svg, table: Any, k: int, x: float, y: float) -> None:
    """Draw a scene card: six paths, with a frame around the chosen one; a finished scene is pale."""
    with picture.group(opacity=0.4 if k < table.scene else None):
        picture.rect(
            x, y, SCENE_WIDTH, 8 + PATHS * PATH_HEIGHT + 30, rx=6, fill="#f4ead2", stroke=theme.CARD_BACK_EDGE, stroke_width=1.5
        )
        for path in range(PATHS):
            chosen = table.row_dice[k] == path + 1
            words = path_words(table, table.row[k], path)
            top = y + 5 + PATH_HEIGHT * path
            edge = {"stroke": theme.GOLD, "stroke_width": 3.0} if chosen else {}
            with picture.spot(f"path-{k}-{path}", x + 2, top - 1, SCENE_WIDTH - 4, PATH_HEIGHT - 1):
                picture.rect(x + 4, top, SCENE_WIDTH - 8, PATH_HEIGHT - 3, rx=4, fill=path_paint(words), **edge)
                picture.text(x + 8, top + 16, f"{path + 1}", 10, fill=theme.FAINT_INK)
                size = 10.5 if len(words) < 9 else 8.6
                picture.text(x + 17, top + 16, shortened(words.rstrip("!"), 12), size, fill=theme.INK)
        if table.row_dice[k]:
            draw_die(
                picture, x + SCENE_WIDTH / 2, y + 8 + PATHS * PATH_HEIGHT + 13, table.row_dice[k], "#fffdf7", theme.INK, 22
            )


def path_paint(words: str) -> str:
    """Return the colour of an encounter; elemental battles have a stronger colour."""
    return PATH_PAINT.get(words, "#e8a7a0" if words.endswith("!") else "#f3d9b8")


def draw_die(picture: Svg, x: float, y: float, face: int, fill: str, ink: str, size: float = 30) -> None:
    picture.rect(x - size / 2, y - size / 2, size, size, rx=size / 5, fill=fill, stroke=theme.INK, stroke_width=1.5)
    picture.text(x, y + size * 0.3, face, size * 0.75, text_anchor="middle", fill=ink)


def _draw_battle(picture: Svg, table: Any) -> None:
    """Draw the enemy with its health, the round, and all heights in a battle with flight."""
    y = MAP_TOP + 318
    picture.rect(SIDE_LEFT + 10, y - 22, SIDE_WIDTH - 20, 130, rx=10, fill="#efe3cc")
    draw_foe(picture, table, SIDE_LEFT + 22, y, SIDE_WIDTH - 120)
    picture.text(SIDE_LEFT + 22, y + 94, round_words(table), 13, fill=theme.FAINT_INK)


def draw_foe(picture: Svg, table: Any, x: float, y: float, width: float) -> None:
    """Draw the name of the enemy on a baseline, and its health below as a bar of a width."""
    count = f"{table.minions} x " if table.foe < NUM_MINIONS else ""
    picture.text(x, y, f"{count}{foe_name(table)}", 18, fill=theme.COLOUR["red"] if table.elemental else theme.INK)
    whole = full_health(table) if table.foe >= NUM_MINIONS else max(table.minions, table.foe_health)
    picture.rect(x, y + 12, width, 12, rx=6, fill="#d9ccb2")
    if table.foe_health:
        picture.rect(x, y + 12, width * table.foe_health / whole, 12, rx=6, fill=theme.COLOUR["red"])
    picture.text(x + 10 + width, y + 23, f"{table.foe_health} left", 13, fill=theme.INK)


def round_words(table: Any) -> str:
    """Describe the round, and all heights in a battle with flight."""
    height = f" · you fly at {table.height}" if table.height else ""
    flying = [f"{table.foe_heights[at]} at {at}" for at in range(1, len(table.foe_heights)) if table.foe_heights[at]]
    return f"round {table.rounds}{height}" + (f" · enemies {', '.join(flying)}" if flying else "")


def battle_dice(table: Any) -> list[tuple[int, int]]:
    """Return the ten-sided dice of the round as pairs (value, Die)."""
    return [(table.dice[k], colour(table, k)) for k in range(len(table.dice)) if table.dice[k] != NONE]


def _draw_dice(picture: Svg, table: Any) -> None:
    y = MAP_TOP + 368
    for k, (value, paint) in enumerate(battle_dice(table)):
        x = SIDE_LEFT + 38 + 34 * k
        with picture.spot(f"rolled-{DIE_SIDES * paint + value}", x - 16, y - 16, 32, 32):
            draw_die(picture, x, y, value, *DIE_PAINT[Die(paint)], 28)


# --- players


def _draw_player(picture: Svg, view: View, seat: int) -> None:
    """Draw a Good Guy: points, hearts, continues, the two slots."""
    table = view.table
    x, width = theme.panel_span(view, seat)
    theme.panel(picture, view, seat, (x, PANEL_TOP, width, PANEL_HEIGHT), view.is_active(seat), table.points[seat])
    theme.badge(picture, x + 30, PANEL_TOP + 30, 17, theme.PLAYERS[seat][0], INITIALS[seat], theme.PLAYERS[seat][1])
    step = min(17, (width - 40) / table.max_health)
    with picture.part(f"health-{seat}", x + 14, PANEL_TOP + 58, step * table.max_health, 22):
        draw_hearts(picture, table, seat, x + 24, PANEL_TOP + 70, step)
    with picture.part(f"continues-{seat}", x + 14, PANEL_TOP + 82, width - 28, 20):
        picture.text(x + 16, PANEL_TOP + 96, condition(table, seat), 13, fill=theme.FAINT_INK)
    for slot in range(SLOTS):
        left, wide = x + 14 + (width - 24) / 2 * slot, (width - 24) / 2 - 6
        with picture.spot(f"slot-{seat}-{slot}", left, PANEL_TOP + 106, wide, 58):
            _draw_slot(picture, table, seat, slot, left, wide)


def draw_hearts(picture: Svg, table: Any, seat: int, x: float, y: float, step: float) -> None:
    """Draw a seat's full health in a row of hearts, the lost ones pale."""
    for k in range(table.max_health):
        fill = theme.COLOUR["red"] if k < table.health[seat] else "#e4dac4"
        picture.use("heart", HEART, x + step * k, y, 1, fill=fill)


def condition(table: Any, seat: int) -> str:
    """Describe a seat's continues, and its status unless it plays."""
    state = STATUS_NAMES[Status(table.status[seat])]
    continues = pluralized(table.continues[seat], "continue")
    return f"{continues}{' · ' + state if state else ''}"


def _draw_slot(picture: Svg, table: Any, seat: int, slot: int, x: float, width: float) -> None:
    kind = table.pickups[seat][slot]
    y = PANEL_TOP + 106
    fill, edge = ("#efe7d5", theme.RULE) if kind == NONE else (theme.CARD_BACK, theme.CARD_BACK_EDGE)
    picture.rect(x, y, width, 58, rx=8, fill=fill, stroke=edge, stroke_width=2)
    picture.text(
        x + width / 2,
        y + 16,
        ("active", "stored")[slot],
        10,
        text_anchor="middle",
        fill=theme.INK if kind != NONE else theme.FAINT_INK,
    )
    if kind != NONE:
        lines = PICKUP_LABELS[kind].split(" ", 1) if width < 130 else [PICKUP_LABELS[kind]]
        for k, line in enumerate(lines):
            picture.text(x + width / 2, y + 35 + 15 * k, line, 14, text_anchor="middle", fill="#ffffff")
