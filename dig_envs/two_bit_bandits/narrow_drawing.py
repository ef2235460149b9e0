"""Draw the table of 2-Bit Bandits for a phone: the stage in play, the map, then the Good Guys.

A wide map is drawn small, and below it the cards that the seat to move can reach are drawn large.
"""

from typing import Any

from dig_envs.render import narrow
from dig_envs.render.svg import Svg
from dig_envs.render.theme import CARD, CARD_BACK, CARD_BACK_EDGE, EARTH, FAINT_INK, GOLD, INK, PLAYERS, RULE, badge
from dig_envs.render.view import View
from dig_envs.two_bit_bandits import captions, card_drawing, drawing
from dig_envs.two_bit_bandits.components import DIE_SIDES, LEVEL_NAMES, PATHS, SLOTS, STAGES_A_CARD, Die, Stage
from dig_envs.two_bit_bandits.rules.level_map import may_play, stage_at
from dig_envs.two_bit_bandits.state import NONE, Phase, Status
from dig_envs.utils.text import shortened

TILE = 101  # width of a card that can be tapped; three fit side by side
COLUMNS = 3  # of such cards
MAX_ROWS = 4  # cards of a map that is drawn large
SMALL_MAP = 220  # largest height of a small map
REACH = 22
PATH_COLUMNS = 3
CHOOSING = (Phase.EXPLORE, Phase.CHOOSE, Phase.PLAY_ON)
SLOT_HEIGHT = 50


def svg(view: View) -> str:
    """Return the table as an SVG document of 320 units width."""
    column = narrow.NarrowPicture(view, captions.status(view))
    _draw_looked(column)
    _draw_stage_in_play(column)
    _draw_battle(column)
    _draw_map(column)
    for seat in narrow.seats_in_order(view):
        _draw_player(column, seat)
    column.write(captions.gang(view), narrow.SMALL, FAINT_INK)
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
            picture.rect(left, top, narrow.INNER / 2 - 2, 196, rx=10, fill=CARD, stroke=RULE, stroke_width=2)
            picture.text(middle, top + 20, f"{label} {LEVEL_NAMES[level_card]}", 14, text_anchor="middle", fill=INK)
            opacity = 0.5 if label == "puts back" else None
            with picture.group(transform=f"translate({middle:g} {top + 92:g}) scale(1.25)", opacity=opacity):
                card_drawing.draw_tile(picture, drawing.table_with(view, level_card), view.table.placed, None)
            for line, words in enumerate(
                narrow.lines_of(captions.card_stages(view.table, level_card), narrow.SMALL, narrow.INNER / 2 - 14)[:2]
            ):
                picture.text(middle, top + 170 + 16 * line, words, narrow.SMALL, text_anchor="middle", fill=FAINT_INK)
    column.bottom = top + 196


def _draw_stage_in_play(column: narrow.NarrowPicture) -> None:
    """Draw the scenes, and the dice and pickups to choose from."""
    picture, table = column.svg, column.view.table
    pool = [
        (f"pool-{kind}", captions.PICKUP_LABELS[kind])
        for kind in range(len(captions.PICKUP_LABELS))
        for _ in range(table.pool[kind])
    ]
    if table.row_size:
        column.write(drawing.stage_title(column.view), 14)
    for k in range(table.row_size):
        _draw_scene(column, k)
    faces = [face + 1 for face in range(PATHS) for _ in range(table.rolled[face])]
    if faces:
        column.write("dice to place", narrow.SMALL)
        for k, face in enumerate(faces):
            with picture.spot(f"die-{face}", narrow.MARGIN + 50 * k, column.bottom + 4, narrow.TAP, narrow.TAP):
                drawing.draw_die(picture, narrow.MARGIN + 22 + 50 * k, column.bottom + 26, face, "#fffdf7", INK, 38)
        column.bottom += 52
    if pool:
        column.write("pickups to choose from", narrow.SMALL)
        column.chips(pool)


def _draw_scene(column: narrow.NarrowPicture, k: int) -> None:
    """Draw a scene card: one line if it has a die, else its six paths."""
    picture, table, y = column.svg, column.view.table, column.bottom + 6
    die, next_scene = table.row_dice[k], 0 in list(table.row_dice)[:k]
    edge = {"stroke": CARD_BACK_EDGE, "stroke_width": 1.5}
    if die:
        words = captions.path_words(table, table.row[k], die - 1)
        with (
            picture.spot(f"scene-{k}", narrow.MARGIN, y, narrow.INNER, narrow.TAP),
            picture.group(opacity=0.45 if k < table.scene else None),
        ):
            picture.rect(narrow.MARGIN, y, narrow.INNER, narrow.TAP, rx=6, fill=drawing.path_paint(words), **edge)
            drawing.draw_die(picture, narrow.MARGIN + 24, y + 22, die, "#fffdf7", INK, 28)
            mark = ", done" if k < table.scene else ""
            picture.text(narrow.MARGIN + 48, y + 27, shortened(f"scene {k + 1}: {words}{mark}", 34), 14, fill=INK)
        column.bottom = y + narrow.TAP
        return
    cell = 28 if next_scene else narrow.TAP
    height = 22 + narrow.number_of_rows(range(PATHS), PATH_COLUMNS) * (cell + 3) + 3
    with picture.spot(f"scene-{k}", narrow.MARGIN, y, narrow.INNER, height):
        picture.rect(narrow.MARGIN, y, narrow.INNER, height, rx=6, fill="#f4ead2", **edge)
        picture.text(narrow.MARGIN + 8, y + 16, f"scene {k + 1}", narrow.SMALL, fill=INK)
        for path in range(PATHS):
            row, at = divmod(path, PATH_COLUMNS)
            _draw_path(picture, table, (k, path), narrow.MARGIN + 4 + 99 * at, y + 22 + (cell + 3) * row, cell)
    column.bottom = y + height


def _draw_path(picture: Svg, table: Any, number: tuple[int, int], x: float, y: float, height: float) -> None:
    """Draw a path of a scene card; `number` is the scene and the path."""
    k, path = number
    words = captions.path_words(table, table.row[k], path)
    with picture.spot(f"path-{k}-{path}", x, y, 98, height):
        picture.rect(x + 1, y + 1, 96, height - 2, rx=5, fill=drawing.path_paint(words))
        picture.text(x + 6, y + height / 2 + 4, path + 1, narrow.SMALL, fill="#6b5a3a")
        picture.text(x + 18, y + height / 2 + 4, shortened(words, 13), 11, fill=INK)


def _draw_battle(column: narrow.NarrowPicture) -> None:
    """Draw the enemy, the round and the dice."""
    picture, table = column.svg, column.view.table
    if table.foe == NONE:
        return
    y, lines = column.bottom + 8, narrow.lines_of(drawing.round_words(table), narrow.SMALL, narrow.INNER - 20)
    height = 56 + 16 * len(lines)
    with picture.spot("foe", narrow.MARGIN, y, narrow.INNER, height):
        picture.rect(narrow.MARGIN, y, narrow.INNER, height, rx=10, fill="#efe3cc")
        drawing.draw_foe(picture, table, narrow.MARGIN + 10, y + 24, narrow.INNER - 90)
        for k, words in enumerate(lines):
            picture.text(narrow.MARGIN + 10, y + 64 + 16 * k, words, narrow.SMALL, fill="#6b6255")
    column.bottom = y + height + 4
    dice = drawing.battle_dice(table)
    for k, (value, paint) in enumerate(dice):
        row, at = divmod(k, 6)
        x, top = narrow.MARGIN + 50 * at, column.bottom + 48 * row
        with picture.spot(f"rolled-{DIE_SIDES * paint + value}", x, top, narrow.TAP, narrow.TAP):
            drawing.draw_die(picture, x + 22, top + 22, value, *drawing.DIE_PAINT[Die(paint)], 36)
    column.bottom += 48 * narrow.number_of_rows(dice, 6)


# --- the map


def _draw_map(column: narrow.NarrowPicture) -> None:
    view = column.view
    table = view.table
    with column.svg.spot("stack", narrow.MARGIN, column.bottom + 6, narrow.INNER, narrow.TAP):
        column.svg.rect(
            narrow.MARGIN, column.bottom + 6, narrow.INNER, narrow.TAP, rx=8, fill=CARD, stroke=RULE, stroke_width=1.5
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
    column.write(card_drawing.LEGEND, 11, EARTH)


def _span(cells: Any, placed: int) -> range:
    numbers = [cells[card] for card in range(placed)]
    return range(min(numbers), max(numbers) + 1)


def _draw_large_map(column: narrow.NarrowPicture, columns: range, rows: range) -> None:
    picture, table = column.svg, column.view.table
    top = column.bottom + 6
    picture.rect(2, top, narrow.WIDTH - 4, TILE * len(rows) + 8, rx=12, fill=drawing.DESERT, stroke="#c9a662", stroke_width=2)
    for card in range(table.placed):
        x = narrow.WIDTH / 2 + TILE * (table.x[card] - (columns[0] + columns[-1]) / 2)
        _draw_large_card(column, card, x, top + 4 + TILE * (table.y[card] - rows[0] + 0.5))
    column.bottom = top + TILE * len(rows) + 8


def _draw_large_card(column: narrow.NarrowPicture, card: int, x: float, y: float) -> None:
    """Draw a card whose stages and exits can be tapped, with its pawns."""
    picture, view, table = column.svg, column.view, column.view.table
    choosing = view.running and table.phase in CHOOSING
    with picture.group(transform=f"translate({x:g} {y:g}) scale({TILE / 100:g})"):
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
    picture.rect(2, top, narrow.WIDTH - 4, tile * len(rows) + 8, rx=12, fill=drawing.DESERT, stroke="#c9a662", stroke_width=2)
    for card in range(table.placed):
        x = narrow.WIDTH / 2 + tile * (table.x[card] - (columns[0] + columns[-1]) / 2)
        y = top + 4 + tile * (table.y[card] - rows[0] + 0.5)
        with picture.part(f"card-{card}", x - tile / 2, y - tile / 2, tile, tile):
            with picture.group(transform=f"translate({x:g} {y:g}) scale({tile / 100:g})"):
                _draw_small_card(column, card)
            words = f"{card}"
            picture.text(x - tile / 2 + 2, y + tile / 2 - 2, words, 11, fill="#5d461f")
    column.bottom = top + tile * len(rows) + 8


def _draw_small_card(column: narrow.NarrowPicture, card: int) -> None:
    picture, view, table = column.svg, column.view, column.view.table
    picture.rect(-49, -49, 98, 98, rx=9, fill=card_drawing.SAND, stroke=card_drawing.SAND_EDGE, stroke_width=2)
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
        _draw_large_card(column, card, narrow.WIDTH / 2 + TILE * (at - 1), top + (TILE + 6) * (row + 0.5))
    column.bottom = top + (TILE + 6) * narrow.number_of_rows(cards, COLUMNS)


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


def _draw_player(column: narrow.NarrowPicture, seat: int) -> None:
    """Draw a Good Guy: points, hearts, continues, the two slots."""
    picture, view, table = column.svg, column.view, column.view.table
    active = view.is_active(seat)
    top = column.player(seat, narrow.HEAD + 52 + SLOT_HEIGHT, active, table.points[seat])
    badge(picture, narrow.MARGIN + 28, top + 28, 17, PLAYERS[seat][0], card_drawing.INITIALS[seat], PLAYERS[seat][1])
    with picture.part(f"health-{seat}", narrow.MARGIN + 8, top + narrow.HEAD, 18 * table.max_health, 20):
        drawing.draw_hearts(picture, table, seat, narrow.MARGIN + 18, top + narrow.HEAD + 10, 18)
    with picture.part(f"continues-{seat}", narrow.MARGIN + 8, top + narrow.HEAD + 22, narrow.INNER - 16, 18):
        picture.text(narrow.MARGIN + 10, top + narrow.HEAD + 35, drawing.condition(table, seat), narrow.SMALL, fill=FAINT_INK)
    for slot in range(SLOTS):
        left, width = narrow.MARGIN + 6 + (narrow.INNER - 8) / 2 * slot, (narrow.INNER - 16) / 2
        with picture.spot(f"slot-{seat}-{slot}", left, top + narrow.HEAD + 44, width, SLOT_HEIGHT):
            _draw_slot(picture, table, (seat, slot), left, top + narrow.HEAD + 44, width)


def _draw_slot(picture: Svg, table: Any, number: tuple[int, int], x: float, y: float, width: float) -> None:
    """Draw a slot with its pickup; `number` is the seat and the slot."""
    seat, slot = number
    kind = table.pickups[seat][slot]
    fill, edge = ("#efe7d5", RULE) if kind == NONE else (CARD_BACK, CARD_BACK_EDGE)
    picture.rect(x, y, width, SLOT_HEIGHT, rx=8, fill=fill, stroke=edge, stroke_width=2)
    ink = INK if kind != NONE else FAINT_INK
    picture.text(x + width / 2, y + 16, ("active", "stored")[slot], 11, text_anchor="middle", fill=ink)
    if kind != NONE:
        picture.text(x + width / 2, y + 36, captions.PICKUP_LABELS[kind], 14, text_anchor="middle", fill="#ffffff")
