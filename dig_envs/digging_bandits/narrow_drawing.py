"""Draw the table of Digging Bandits for a phone: the loop as a ring of 5 by 7 places, then the bandits with their hands."""

from dig_envs.digging_bandits import drawing
from dig_envs.digging_bandits.captions import counted, in_play, robbed, team
from dig_envs.digging_bandits.card_drawing import draw_back, draw_card, draw_die, draw_land, draw_piece
from dig_envs.digging_bandits.components import BACKS, CABIN, LOOP, TOWNS
from dig_envs.digging_bandits.emblems import draw_houses
from dig_envs.digging_bandits.state import NONE
from dig_envs.render import narrow
from dig_envs.render.narrow import NarrowPicture
from dig_envs.render.palette import EARTH, EARTH_DARK, FAINT_INK, GOLD_INK, INK, PLAYERS, SAND, SAND_EDGE, TRAIL
from dig_envs.render.svg import Svg
from dig_envs.render.theme import badge
from dig_envs.render.view import View

COLUMNS, ROWS = 5, 7
CELL_WIDTH, CELL_HEIGHT = 62, 62
MIDDLE = narrow.WIDTH / 2
SHOWN = 3  # cards of a stack
SLAB = 1.2  # scale of a Land card
EDGE = 24  # least distance of a piece from the sides of the picture
PIECES = ((19, -6), (-19, -6), (19, 14), (-19, 14))  # of the pieces at one place, from its centre
HAND_COLUMNS, HAND_STEP, HAND_LINE, HAND_SCALE = 5, 60, 94, 1.1

# Clockwise from the middle of the upper side: column and row of each place of the loop.
CELLS = (
    *((column, 0) for column in range(2, COLUMNS)),
    *((COLUMNS - 1, row) for row in range(1, ROWS)),
    *((column, ROWS - 1) for column in range(COLUMNS - 2, -1, -1)),
    *((0, row) for row in range(ROWS - 2, -1, -1)),
    (1, 0),
)
assert len(CELLS) == LOOP


def svg(view: View) -> str:
    """Return the table as an SVG document of 320 units width."""
    column = NarrowPicture(view)
    column.write(in_play(view), narrow.SMALL)
    _draw_board(column)
    for p in narrow.seats_in_order(view):
        (_draw_player if p in (view.seat, robbed(view.table)) else _draw_other)(column, p)
    _draw_legend(column)
    return column.document()


def _draw_board(column: NarrowPicture) -> None:
    picture, view, top = column.svg, column.view, column.bottom + 6
    height = ROWS * CELL_HEIGHT + 6
    picture.rect(2, top, narrow.WIDTH - 4, height, rx=12, fill=SAND, stroke=SAND_EDGE, stroke_width=2)
    ring = (CELL_WIDTH * (COLUMNS - 1), CELL_HEIGHT * (ROWS - 1))
    x, y = _centre(LOOP - 2, top)
    picture.rect(x, y, *ring, rx=16, fill="none", stroke=TRAIL, stroke_width=22)
    _draw_middle(column, top)
    for place in range(LOOP):
        x, y = _centre(place, top)
        with picture.spot(f"place-{place}", x - 30, y - 30, 60, 60):
            _draw_place(picture, view, place, x, y)
    for p in range(view.table.num_players):
        if not view.table.out[p]:
            _draw_piece(picture, view, p, top)
    column.bottom = top + height


def _centre(place: int, top: float) -> tuple[float, float]:
    """Return the centre of a place on a board with this upper edge."""
    if place == CABIN:
        return MIDDLE, top + CELL_HEIGHT + 64
    column, row = CELLS[place]
    return MIDDLE + CELL_WIDTH * (column - (COLUMNS - 1) / 2), top + 3 + CELL_HEIGHT * (row + 0.5)


def _draw_place(picture: Svg, view: View, place: int, x: float, y: float) -> None:
    table = view.table
    picture.text(x, y + 26, f"town {place}" if place in TOWNS else place, 11, text_anchor="middle", fill=INK)
    if place in TOWNS:
        picture.circle(x, y - 8, 22, fill="#f7ecd0", stroke="#a4713f", stroke_width=2.5)
        draw_houses(picture, x, y - 4, TOWNS.index(place))
        return
    picture.ellipse(x, y + 2, 27, 13, fill=EARTH if table.height[place] else EARTH_DARK)
    if table.plot == place:
        edge = {"stroke": PLAYERS[table.plot_owner][0], "stroke_width": 4, "stroke_dasharray": "6 3"}
        picture.ellipse(x, y - 1, 29, 20, fill="none", **edge)
    stack = drawing.slabs_of(view, place)
    for k, kind in enumerate(stack[-SHOWN:]):
        with picture.group(transform=f"translate({x - 18:g} {y - 2 - 12 * k:g}) scale({SLAB:g})"):
            draw_land(picture, 0, 0, kind)
    if len(stack) > SHOWN:
        badge(picture, x - 21, y + 9, 10, EARTH, len(stack))
    if table.bridge[place] != NONE:
        with picture.group(transform=f"translate({x:g} {y - 2:g}) scale(0.75)"):
            drawing.draw_bridge(picture, 0, 0, PLAYERS[table.bridge[place]], table.bridge[place])


def _draw_piece(picture: Svg, view: View, p: int, top: float) -> None:
    """Draw a player's piece at the edge of its place, beside other pieces."""
    table = view.table
    together = [q for q in range(table.num_players) if table.place[q] == table.place[p] and not table.out[q]]
    x, y = _centre(table.place[p], top)
    if table.place[p] == CABIN:
        dx, dy = 34 * (together.index(p) - (len(together) - 1) / 2), 4
    else:
        dx, dy = PIECES[together.index(p)]
    x, y = min(max(x + dx, EDGE), narrow.WIDTH - EDGE), y + dy
    with picture.spot(f"piece-{p}", x - 22, y - 24, 44, 44):
        draw_piece(picture, x, y, PLAYERS[p], p)


def _draw_middle(column: NarrowPicture, top: float) -> None:
    """Draw the cabin, the dice and the decks."""
    picture, view = column.svg, column.view
    table = view.table
    x, y = _centre(CABIN, top)
    with picture.spot(f"place-{CABIN}", x - 80, y - 62, 160, 92):
        drawing.draw_cabin(picture, x, y)
    for die in range(2):
        if table.dice[die]:
            left = MIDDLE + 40 * (die - 0.5)
            place = f"translate({left:g} {y + 48:g}) scale(0.85)"
            with picture.part("dice", left - 16, y + 32, 32, 32), picture.group(transform=place):
                draw_die(picture, 0, 0, table.dice[die])
    for back in range(BACKS):
        row, side = divmod(back, 2)
        _draw_deck(picture, view, back, MIDDLE + 88 * (side - 0.5), y + 72 + 92 * row)


def _draw_deck(picture: Svg, view: View, back: int, x: float, y: float) -> None:
    table, top = view.table, view.known.secret.deck[back][0]
    with picture.spot(f"deck-{back}", x - 42, y - 4, 84, 88):
        with picture.group(transform=f"translate({x:g} {y:g})"):
            if not table.deck_size[back]:
                picture.rect(-24, 0, 48, 66, rx=6, fill="none", stroke=SAND_EDGE, stroke_width=2, stroke_dasharray="5 4")
            elif top == NONE:
                draw_back(picture, 0, 0, back)
            else:
                draw_card(picture, 0, 0, top, 1.06)
        picture.text(x, y + 78, f"{drawing.DECKS[back]} {table.deck_size[back]}", narrow.SMALL, text_anchor="middle", fill=INK)


def _draw_legend(column: NarrowPicture) -> None:
    """Explain the letters of Land cards in two rows."""
    for k, word in enumerate(drawing.LEGEND_KINDS):
        x, y = narrow.MARGIN + 4 + 104 * (k % 3), column.bottom + 8 + 20 * (k // 3)
        with column.svg.group(transform=f"translate({x:g} {y:g}) scale({SLAB:g})"):
            draw_land(column.svg, 0, 0, drawing.first_kind(word))
        column.svg.text(x + 42, y + 11, word, narrow.SMALL, fill=INK)
    column.bottom += 44
    column.write(drawing.gold_of(column.view), narrow.SMALL)


def _draw_other(column: NarrowPicture, p: int) -> None:
    """Draw a player as one line: the bandit, its place, its known cards and the number of its cards."""
    view, table, top = column.view, column.view.table, column.bottom + narrow.GAP / 2
    hand = drawing.hand_seen(view, p)
    cards = [f"{table.tech[p]} tech" * bool(table.tech[p]), counted(hand.known)]
    facts = " · ".join(filter(None, (team(view, p), drawing.line_of(table, p), *cards)))
    with column.svg.spot(f"seat-{p}", narrow.MARGIN, top, narrow.INNER, narrow.TAP):
        column.line(p, drawing.is_asked(view, p), facts, drawing.figures(view)[p])
        draw_piece(column.svg, narrow.MARGIN + 24, top + 24, PLAYERS[p], p)


def _draw_player(column: NarrowPicture, p: int) -> None:
    """Draw a player: the bandit, its place and its cards."""
    picture, view, table = column.svg, column.view, column.view.table
    cards = drawing.cards_in_hand(table, drawing.hand_seen(view, p), p)
    notes = " · ".join(filter(None, (drawing.line_of(table, p), team(view, p))))
    lines = narrow.lines_of(notes, narrow.SMALL, narrow.INNER - 16)
    height = (
        narrow.HEAD
        + 4
        + 18 * len(lines)
        + (0 if table.out[p] else HAND_LINE * max(1, narrow.number_of_rows(cards, HAND_COLUMNS)))
    )
    figure = "out" if table.out[p] else ""
    with picture.spot(f"seat-{p}", narrow.MARGIN, column.bottom + 8, narrow.INNER, narrow.HEAD):
        top = column.player(p, height, drawing.is_asked(view, p), figure)
    draw_piece(picture, narrow.MARGIN + 28, top + 26, PLAYERS[p], p)
    if view.is_active(p):
        picture.text(narrow.WIDTH - narrow.MARGIN - 14, top + 28, "turn", 13, text_anchor="end", fill=GOLD_INK)
    for k, line in enumerate(lines):
        picture.text(narrow.MARGIN + 10, top + narrow.HEAD + 12 + 18 * k, line, narrow.SMALL, fill=FAINT_INK)
    if table.out[p]:
        return
    upper = top + narrow.HEAD + 18 * len(lines) + 6
    for k, (card, count, known) in enumerate(cards):
        row, at = divmod(k, HAND_COLUMNS)
        x, y = narrow.MARGIN + 2 + HAND_STEP * (at + 0.5), upper + HAND_LINE * row
        with picture.spot(f"hand-{p}-{card if known else f'back-{card}'}", x - 29, y - 3, 58, 78):
            (draw_card if known else draw_back)(picture, x, y, card, HAND_SCALE)
        if count > 1:
            picture.text(x, y + 86, f"x{count}", 13, text_anchor="middle", fill=INK)
