"""Draw the table of 2-Bit Bandits for a phone: the stage in play, the map, then the Good Guys.

A wide map is drawn small, and below it the cards that the seat to move can reach are drawn large.
"""

from typing import Any

from dig_envs.render import narrow
from dig_envs.render.palette import (
    CARD_BACK_EDGE,
    CARD_INK,
    DESERT,
    DESERT_EDGE,
    FAINT_INK,
    GOLD,
    INK,
    INSET,
    PANEL,
    PLAYERS,
    RULE,
    TILE,
)
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.two_bit_bandits import captions, card_drawing, drawing, gang_drawing, stage_drawing
from dig_envs.two_bit_bandits.components import DIE_SIDES, LEVEL_NAMES, PATHS, SLOTS, STAGES_A_CARD, Die, Stage
from dig_envs.two_bit_bandits.emblems import draw_good_guy, draw_pickup
from dig_envs.two_bit_bandits.rules.level_map import may_play, stage_at
from dig_envs.two_bit_bandits.state import NONE, Phase, Status
from dig_envs.utils.text import shortened

CARD_WIDTH = 101  # width of a card that can be tapped; three fit side by side
COLUMNS = 3  # of such cards
MAX_ROWS = 4  # cards of a map that is drawn large
SMALL_MAP = 220  # largest height of a small map
REACH = 22
PATH_COLUMNS = 3
CHOOSING = (Phase.EXPLORE, Phase.CHOOSE, Phase.PLAY_ON)
SLOT_HEIGHT = 50


def svg(view: View) -> str:
    """Return the table as an SVG document of 320 units width."""
    column = narrow.NarrowPicture(view)
    _draw_looked(column)
    _draw_stage_in_play(column)
    _draw_battle(column)
    _draw_map(column)
    for seat in narrow.seats_in_order(view):
        (_draw_player if seat == view.seat else _draw_other)(column, seat)
    _draw_gang(column)
    return column.document()


# --- the stage in play


def _draw_looked(column: narrow.NarrowPicture) -> None:
    """Draw the level cards that a seat looks at, unrotated."""
    picture, view, cards = column.svg, column.view, captions.looked_at(column.view)
    if not cards:
        return
    top = column.bottom + 6
    for k, (label, level_card) in enumerate(cards):
        left = narrow.MARGIN + (narrow.INNER / 2 + 2) * k
        middle = left + narrow.INNER / 4 - 1
        with picture.spot(f"looked-{k}", left, top, narrow.INNER / 2 - 2, 196):
            picture.rect(left, top, narrow.INNER / 2 - 2, 196, rx=10, fill=PANEL, stroke=RULE, stroke_width=2)
            picture.text(middle, top + 20, f"{label} {LEVEL_NAMES[level_card]}", 14, text_anchor="middle", fill=INK)
            with picture.group(transform=f"translate({middle:g} {top + 92:g}) scale(1.25)"):
                card_drawing.draw_tile(picture, drawing.table_with(view, level_card), view.table.placed, None)
            for line, words in enumerate(
                narrow.lines_of(captions.card_stages(view.table, level_card), narrow.SMALL, narrow.INNER / 2 - 14)[:2]
            ):
                picture.text(middle, top + 170 + 16 * line, words, narrow.SMALL, text_anchor="middle", fill=FAINT_INK)
    column.bottom = top + 196


def _draw_stage_in_play(column: narrow.NarrowPicture) -> None:
    """Draw the scenes, and the dice and pickups to choose from."""
    picture, table = column.svg, column.view.table
    if table.row_size:
        column.write(drawing.stage_title(column.view), 14)
    for k in range(table.row_size):
        _draw_scene(column, k)
    faces = [face + 1 for face in range(PATHS) for _ in range(table.rolled[face])]
    for k, face in enumerate(faces):
        with picture.spot(f"die-{face}", narrow.MARGIN + 50 * k, column.bottom + 6, narrow.TAP, narrow.TAP):
            stage_drawing.draw_die(
                picture, narrow.MARGIN + 22 + 50 * k, column.bottom + 28, face, *stage_drawing.SCENE_DICE, 38
            )
    column.bottom += 54 if faces else 0
    _draw_pool(column)


def _draw_pool(column: narrow.NarrowPicture) -> None:
    """Draw the pickups to choose from, two in a row."""
    picture, table = column.svg, column.view.table
    pool = [kind for kind in range(len(captions.PICKUP_LABELS)) for _ in range(table.pool[kind])]
    for k, kind in enumerate(pool):
        row, at = divmod(k, 2)
        left, top = narrow.MARGIN + narrow.INNER / 2 * at, column.bottom + 6 + 46 * row
        with picture.part(f"pool-{kind}", left, top, narrow.INNER / 2 - 4, narrow.TAP):
            picture.rect(left, top, narrow.INNER / 2 - 4, narrow.TAP, rx=8, fill=INSET, stroke=RULE, stroke_width=1.5)
            draw_pickup(picture, left + 22, top + 22, kind, 1)
            picture.text(left + 42, top + 27, shortened(captions.PICKUP_LABELS[kind], 15), 13, fill=INK)
    column.bottom += 46 * narrow.number_of_rows(pool, 2)


def _draw_scene(column: narrow.NarrowPicture, k: int) -> None:
    """Draw a scene card: one line if it has a die, else its six paths; the next one can be tapped."""
    picture, table, y = column.svg, column.view.table, column.bottom + 6
    die, is_next = table.row_dice[k], 0 not in list(table.row_dice)[:k]
    edge = {"stroke": CARD_BACK_EDGE, "stroke_width": 1.5}
    if die:
        words = captions.encounters(table, table.row[k], die - 1)
        with picture.spot(f"scene-{k}", narrow.MARGIN, y, narrow.INNER, narrow.TAP):
            picture.rect(narrow.MARGIN, y, narrow.INNER, narrow.TAP, rx=6, fill=stage_drawing.path_paint(words), **edge)
            stage_drawing.draw_die(picture, narrow.MARGIN + 24, y + 22, die, *stage_drawing.SCENE_DICE, 28)
            stage_drawing.draw_encounters(picture, words, narrow.MARGIN + 78, y + 22)
            line = f"{' '.join(words)}{', done' if k < table.scene else ''}"
            picture.text(narrow.MARGIN + 114, y + 27, shortened(line, 24), 13, fill=CARD_INK)
        column.bottom = y + narrow.TAP
        return
    cell = narrow.TAP if is_next else 30
    columns = PATH_COLUMNS if is_next else PATHS
    height = 22 + narrow.number_of_rows(range(PATHS), columns) * (cell + 2) + 2
    with picture.spot(f"scene-{k}", narrow.MARGIN, y, narrow.INNER, height):
        picture.rect(narrow.MARGIN, y, narrow.INNER, height, rx=6, fill=stage_drawing.SCENE, **edge)
        picture.text(narrow.MARGIN + 8, y + 16, f"scene {k + 1}", narrow.SMALL, fill=CARD_INK)
        for path in range(PATHS):
            row, at = divmod(path, columns)
            width = (narrow.INNER - 6) / columns
            box = (narrow.MARGIN + 3 + width * at, y + 22 + (cell + 2) * row, width, cell)
            (_draw_next_path if is_next else _draw_later_path)(picture, table, (k, path), box)
    column.bottom = y + height


Box = tuple[float, float, float, float]  # x, y, width, height


def _draw_next_path(picture: Svg, table: Any, number: tuple[int, int], box: Box) -> None:
    """Draw a path with its number, emblems and words; `number` is the scene and the path."""
    (k, path), (x, y, width, height) = number, box
    words = captions.encounters(table, table.row[k], path)
    with picture.spot(f"path-{k}-{path}", x, y, width, height):
        picture.rect(x + 1, y + 1, width - 2, height - 2, rx=5, fill=stage_drawing.path_paint(words))
        picture.text(x + 5, y + height / 2 + 4, path + 1, narrow.SMALL, fill=CARD_INK)
        if len(words) > 1:
            stage_drawing.draw_encounters(picture, words, x + 12 + width / 2, y + height / 2)
            return
        stage_drawing.draw_encounters(picture, words, x + 28, y + height / 2)
        lines = words[0].rstrip("!").split()
        for line, part in enumerate(lines):
            size = narrow.SMALL if len(part) < 9 else 11
            top = y + height / 2 + 4 + 13 * (line - (len(lines) - 1) / 2)
            picture.text(x + 43, top, part, size, width - 49, fill=CARD_INK)


def _draw_later_path(picture: Svg, table: Any, number: tuple[int, int], box: Box) -> None:
    """Draw a path with its emblems alone."""
    (k, path), (x, y, width, height) = number, box
    words = captions.encounters(table, table.row[k], path)
    with picture.part(f"path-{k}-{path}", x, y, width, height):
        picture.rect(x + 1, y + 1, width - 2, height - 2, rx=5, fill=stage_drawing.path_paint(words))
        picture.text(x + 3, y + 13, path + 1, 11, fill=CARD_INK)
        stage_drawing.draw_encounters(picture, words, x + width / 2 + 4, y + height / 2 + 1)


def _draw_battle(column: narrow.NarrowPicture) -> None:
    """Draw the enemy, the round and the dice."""
    picture, table = column.svg, column.view.table
    if table.foe == NONE:
        return
    y, lines = column.bottom + 8, narrow.lines_of(stage_drawing.round_words(table), narrow.SMALL, narrow.INNER - 20)
    height = 62 + 16 * len(lines)
    with picture.spot("foe", narrow.MARGIN, y, narrow.INNER, height):
        picture.rect(narrow.MARGIN, y, narrow.INNER, height, rx=10, fill=INSET)
        stage_drawing.draw_foe(picture, table, narrow.MARGIN + 6, y + 4, narrow.INNER - 14)
        for k, words in enumerate(lines):
            picture.text(narrow.MARGIN + 10, y + 70 + 16 * k, words, narrow.SMALL, fill=INK)
    column.bottom = y + height + 4
    dice = stage_drawing.battle_dice(table)
    for k, (value, paint) in enumerate(dice):
        row, at = divmod(k, 6)
        x, top = narrow.MARGIN + 50 * at, column.bottom + 48 * row
        with picture.spot(f"rolled-{DIE_SIDES * paint + value}", x, top, narrow.TAP, narrow.TAP):
            stage_drawing.draw_die(picture, x + 22, top + 22, value, *stage_drawing.DIE_PAINT[Die(paint)], 36)
    column.bottom += 48 * narrow.number_of_rows(dice, 6)


def _draw_gang(column: narrow.NarrowPicture) -> None:
    """Draw the hideouts and the Shamandillos."""
    y = column.bottom + 10
    gang_drawing.draw_hideouts(column.svg, column.view, narrow.MARGIN, y, narrow.INNER)
    gang_drawing.draw_gang(column.svg, column.view, narrow.MARGIN, y + 26, narrow.INNER)
    column.bottom = y + 26 + 3 * gang_drawing.LINE


# --- the map


def _draw_map(column: narrow.NarrowPicture) -> None:
    view = column.view
    table = view.table
    with column.svg.spot("stack", narrow.MARGIN, column.bottom + 6, narrow.INNER, narrow.TAP):
        column.svg.rect(
            narrow.MARGIN, column.bottom + 6, narrow.INNER, narrow.TAP, rx=8, fill=PANEL, stroke=RULE, stroke_width=1.5
        )
        column.svg.text(narrow.MARGIN + 8, column.bottom + 33, shortened(captions.situation(table), 46), narrow.SMALL, fill=INK)
    column.bottom += 6 + narrow.TAP
    known = " ".join(LEVEL_NAMES[card] for card in captions.on_stack(view))
    column.write(f"top of the stack: {known}" if known else "", narrow.SMALL)
    columns, rows = _span(table.x, table.placed), _span(table.y, table.placed)
    if len(columns) <= COLUMNS and len(rows) <= MAX_ROWS:
        _draw_large_map(column, columns, rows)
    else:
        _draw_small_map(column, columns, rows)
        _draw_cards_in_reach(column)
    column.write(card_drawing.LEGEND, 11, FAINT_INK)


def _span(cells: Any, placed: int) -> range:
    numbers = [cells[card] for card in range(placed)]
    return range(min(numbers), max(numbers) + 1)


def _draw_large_map(column: narrow.NarrowPicture, columns: range, rows: range) -> None:
    picture, table = column.svg, column.view.table
    top = column.bottom + 6
    picture.rect(2, top, narrow.WIDTH - 4, CARD_WIDTH * len(rows) + 8, rx=12, fill=DESERT, stroke=DESERT_EDGE, stroke_width=2)
    for card in range(table.placed):
        x = narrow.WIDTH / 2 + CARD_WIDTH * (table.x[card] - (columns[0] + columns[-1]) / 2)
        _draw_large_card(column, card, x, top + 4 + CARD_WIDTH * (table.y[card] - rows[0] + 0.5))
    column.bottom = top + CARD_WIDTH * len(rows) + 8


def _draw_large_card(column: narrow.NarrowPicture, card: int, x: float, y: float) -> None:
    """Draw a card whose stages and exits can be tapped, with its pawns."""
    picture, view, table = column.svg, column.view, column.view.table
    choosing = view.running and table.phase in CHOOSING
    with picture.group(transform=f"translate({x:g} {y:g}) scale({CARD_WIDTH / 100:g})"):
        card_drawing.draw_tile(picture, table, card, table.active if choosing else None, REACH, REACH)
        for seat, dx, dy in _pawns(table, card):
            place = f"translate({dx:g} {dy:g}) scale(1.25)"
            with picture.part(f"pawn-{seat}", dx - 14, dy - 15, 28, 26), picture.group(transform=place):
                card_drawing.draw_pawn(picture, seat, 0, 0)


def _pawns(table: Any, card: int) -> list[tuple[int, float, float]]:
    """Return triples (seat, x, y) of the pawns on a card, from its centre."""
    here = [
        seat
        for seat in range(table.num_players)
        if table.pawn[seat] // STAGES_A_CARD == card and table.status[seat] != Status.OUT
    ]
    pawns = []
    for seat in here:
        x, y = card_drawing.centre_of(table, table.pawn[seat]) if table.pawn[seat] else (0.0, 0.0)
        shared = [other for other in here if table.pawn[other] == table.pawn[seat]]
        pawns.append((seat, x + 26 * (shared.index(seat) - (len(shared) - 1) / 2), y - 19))
    return pawns


def _draw_small_map(column: narrow.NarrowPicture, columns: range, rows: range) -> None:
    """Draw all cards small: stages as discs in their colours, pawns as discs with a dark edge."""
    picture, table = column.svg, column.view.table
    tile = min(64, (narrow.WIDTH - 8) / len(columns), SMALL_MAP / len(rows))
    top = column.bottom + 6
    picture.rect(2, top, narrow.WIDTH - 4, tile * len(rows) + 8, rx=12, fill=DESERT, stroke=DESERT_EDGE, stroke_width=2)
    for card in range(table.placed):
        x = narrow.WIDTH / 2 + tile * (table.x[card] - (columns[0] + columns[-1]) / 2)
        y = top + 4 + tile * (table.y[card] - rows[0] + 0.5)
        with picture.part(f"card-{card}", x - tile / 2, y - tile / 2, tile, tile):
            with picture.group(transform=f"translate({x:g} {y:g}) scale({tile / 100:g})"):
                _draw_small_card(column, card)
            edge: dict[str, Any] = {"stroke": TILE, "stroke_width": 3, "paint_order": "stroke"}
            picture.text(x - tile / 2 + 3, y + tile / 2 - 3, card, 11, fill=INK, **edge)
    column.bottom = top + tile * len(rows) + 8


def _draw_small_card(column: narrow.NarrowPicture, card: int) -> None:
    picture, view, table = column.svg, column.view, column.view.table
    picture.rect(-49, -49, 98, 98, rx=9, fill=TILE, stroke=DESERT_EDGE, stroke_width=2)
    card_drawing.draw_trails(picture, table, card)
    choosing = view.running and table.phase in CHOOSING
    for at in range(STAGES_A_CARD):
        place = card * STAGES_A_CARD + at
        stage = stage_at(table, place)
        if stage != Stage.NONE:
            x, y = card_drawing.centre_of(table, place)
            fill = (
                "#b7b0a2"
                if table.done[card][at]
                else card_drawing.PAINT[Stage.WAGON if stage >= Stage.OWNED_WAGON else Stage(stage)]
            )
            edge = GOLD if choosing and may_play(table, place, table.active) else "#ffffff"
            picture.circle(x, y, 17, fill=fill, stroke=edge, stroke_width=7 if edge == GOLD else 3)
    for seat, x, y in _pawns(table, card):
        picture.circle(x, y + 19, 13, fill=PLAYERS[seat][0], stroke=INK, stroke_width=5)


def _draw_cards_in_reach(column: narrow.NarrowPicture) -> None:
    """Draw the cards with a stage or an exit that the seat to move can choose, and the card with its pawn, large."""
    table = column.view.table
    cards = [card for card in range(table.placed) if _in_reach(column.view, card)]
    column.write("cards in reach", narrow.SMALL)
    top = column.bottom + 8
    for k, card in enumerate(cards):
        row, at = divmod(k, COLUMNS)
        _draw_large_card(column, card, narrow.WIDTH / 2 + CARD_WIDTH * (at - 1), top + (CARD_WIDTH + 6) * (row + 0.5))
    column.bottom = top + (CARD_WIDTH + 6) * narrow.number_of_rows(cards, COLUMNS)


def _in_reach(view: View, card: int) -> bool:
    table = view.table
    if table.pawn[table.active] // STAGES_A_CARD == card:
        return True
    if table.phase in (Phase.EXPLORE, Phase.LAY, Phase.KEEP) and table.reached[card] and table.free[card]:
        return True
    return table.phase in CHOOSING and any(
        may_play(table, card * STAGES_A_CARD + at, table.active) for at in range(STAGES_A_CARD)
    )


# --- players


def _draw_other(column: narrow.NarrowPicture, seat: int) -> None:
    """Draw a Good Guy as one line: health, continues, pickups and points."""
    table, view = column.view.table, column.view
    facts = [f"{table.health[seat]} of {table.max_health} hearts", drawing.condition(table, seat), *captions.held(table, seat)]
    top = column.line(seat, view.is_active(seat), " · ".join(facts), table.points[seat])
    draw_good_guy(column.svg, narrow.MARGIN + 24, top + 21, seat, PLAYERS[seat][0])


def _draw_player(column: narrow.NarrowPicture, seat: int) -> None:
    """Draw a Good Guy: points, hearts, continues, the two slots."""
    picture, view, table = column.svg, column.view, column.view.table
    active = view.is_active(seat)
    top = column.player(seat, narrow.HEAD + 52 + SLOT_HEIGHT, active, table.points[seat])
    draw_good_guy(picture, narrow.MARGIN + 28, top + 28, seat, PLAYERS[seat][0], 1.2)
    with picture.part(f"health-{seat}", narrow.MARGIN + 8, top + narrow.HEAD, 18 * table.max_health, 20):
        drawing.draw_hearts(picture, table, seat, narrow.MARGIN + 18, top + narrow.HEAD + 10, 18)
    with picture.part(f"continues-{seat}", narrow.MARGIN + 8, top + narrow.HEAD + 22, narrow.INNER - 16, 18):
        picture.text(narrow.MARGIN + 10, top + narrow.HEAD + 35, drawing.condition(table, seat), narrow.SMALL, fill=FAINT_INK)
    for slot in range(SLOTS):
        left, width = narrow.MARGIN + 6 + (narrow.INNER - 8) / 2 * slot, (narrow.INNER - 16) / 2
        with picture.spot(f"slot-{seat}-{slot}", left, top + narrow.HEAD + 44, width, SLOT_HEIGHT):
            drawing.draw_slot(
                picture,
                table.pickups[seat][slot],
                ("active", "stored")[slot],
                (left, top + narrow.HEAD + 44, width, SLOT_HEIGHT),
            )
