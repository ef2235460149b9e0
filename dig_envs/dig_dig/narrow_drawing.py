"""Draw the table of Dig Dig for a phone: the pile, then the players with their rows and hands."""

from dig_envs.dig_dig import drawing
from dig_envs.dig_dig.card_drawing import draw_back, draw_card
from dig_envs.dig_dig.components import KIND_NAMES, NUM_KINDS, ROW
from dig_envs.dig_dig.rules import total
from dig_envs.dig_dig.state import NONE
from dig_envs.render.changes import named_counts
from dig_envs.render.narrow import GAP, HEAD, INNER, MARGIN, SMALL, WIDTH, NarrowPicture, number_of_rows, seats_in_order
from dig_envs.render.palette import CARD_INK, EARTH, EARTH_DARK, FAINT_INK, GRASS, GRASS_EDGE, INK
from dig_envs.render.theme import badge
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

GROUND = 104  # height
DECK_X = MARGIN + 30
PILE_LEFT, PILE_RIGHT = 84, WIDTH - MARGIN - 4
PILE_SHOWN, PILE_STEP = 8, 54
COLUMNS, STEP = 5, 59  # of a hand
LINE = 82  # height of a line of a hand
ROW_HEIGHT = 100


def svg(view: View) -> str:
    """Return the table as an SVG document of 320 units width."""
    column = NarrowPicture(view)
    table = view.table
    _draw_ground(column)
    words = [
        drawing.just_played(view),
        f"pile {table.pile_size}" if table.pile_size else "the pile is empty",
        drawing.wanted(view),
        drawing.run_of(table),
    ]
    column.write(" · ".join(filter(None, words)))
    for p in seats_in_order(view):
        (_draw_player if p == view.seat else _draw_other)(column, p)
    if total(table.compost):
        column.write(f"compost {total(table.compost)}", SMALL, FAINT_INK)
        column.chips(
            (f"compost-{kind}", f"{KIND_NAMES[kind]} x{table.compost[kind]}")
            for kind in range(NUM_KINDS)
            if table.compost[kind]
        )
    return column.document()


def _draw_ground(column: NarrowPicture) -> None:
    """Draw the deck, and the upper cards of the pile with the top card on the right."""
    picture, table, y = column.svg, column.view.table, column.bottom + 6
    picture.rect(2, y, WIDTH - 4, GROUND, rx=12, fill=GRASS, stroke=GRASS_EDGE, stroke_width=2)
    with picture.part("deck", DECK_X - 28, y + 4, 56, GROUND - 8):
        if table.deck_size:
            kind = column.view.known.secret.deck[table.deck_size - 1]
            draw_back(picture, DECK_X, y + 8, None if kind == NONE else kind)
        picture.text(DECK_X, y + 96, f"deck {table.deck_size}", SMALL, text_anchor="middle", fill=INK)
    with picture.spot("pile", PILE_LEFT - 14, y + 4, PILE_RIGHT - PILE_LEFT + 16, GROUND - 8):
        middle, half = (PILE_LEFT + PILE_RIGHT) / 2 - 6, (PILE_RIGHT - PILE_LEFT) / 2 + 6
        picture.ellipse(middle, y + GROUND / 2, half, 46, fill=EARTH)
        picture.ellipse(middle, y + GROUND / 2 + 2, half - 8, 38, fill=EARTH_DARK)
        shown = min(table.pile_size, PILE_SHOWN)
        step = min(PILE_STEP, (PILE_RIGHT - PILE_LEFT - 62) / max(1, shown - 1))
        for k in range(shown):
            at = table.pile_size - shown + k
            x = middle + step * (k - (shown - 1) / 2)
            draw_card(picture, x, y + 17, table.pile[at], 1, at >= table.pile_size - table.last_count)
    column.bottom = y + GROUND


def _draw_other(column: NarrowPicture, p: int) -> None:
    """Draw a player as one line: the mole, the cards left, the known cards of the hand, and the row at the right."""
    picture, view, table = column.svg, column.view, column.view.table
    hand = drawing.hand_of(view, p)
    known = ", ".join(named_counts(hand.known, KIND_NAMES)) if sum(hand.known) else ""
    facts = f"hand {table.hand_size[p]}" + (f": {known}" if known else "")
    top = column.line(p, view.is_active(p), "" if table.place[p] else shortened(facts, 17), drawing.figure_of(view, p))
    drawing.draw_mole(picture, MARGIN + 24, top + 21, p, 1.05)
    row = [kind for kind in range(NUM_KINDS) for _ in range(table.face_up[p][kind])]
    blind = drawing.blind_of(view, p)
    for k in range(0 if table.place[p] else ROW):
        x = WIDTH - 156 + 28 * k
        if blind[k] != NONE:
            with picture.part(f"blind-{p}-{k}", x - 13, top + 4, 26, 36):
                draw_back(picture, x, top + 5, blind[k], 0.5)
        if k < len(row):
            with picture.part(f"row-{p}-{row[k]}", x - 13, top + 1, 26, 36):
                draw_card(picture, x, top + 2, row[k], 0.5)


def _draw_player(column: NarrowPicture, p: int) -> None:
    """Draw a player: the mole, the row with the blind cards under it, and the hand."""
    picture, view, table = column.svg, column.view, column.view.table
    hand = drawing.hand_of(view, p)
    cards = [(kind, count) for kind, count in enumerate(hand.known) if count] + [(NONE, hand.others)] * (hand.others > 0)
    out = bool(table.place[p])
    height = HEAD + (0 if out else ROW_HEIGHT + 22 + LINE * max(1, number_of_rows(cards, COLUMNS)))
    top = column.player(p, height, view.is_active(p), drawing.PLACES[table.place[p]] if out else drawing.figure_of(view, p))
    drawing.draw_mole(picture, MARGIN + 28, top + 27, p, 1.2)
    if out:
        return
    _draw_row(column, p, top + HEAD)
    y = top + HEAD + ROW_HEIGHT
    picture.text(MARGIN + 8, y + 12, f"hand {table.hand_size[p]}", SMALL, fill=FAINT_INK)
    for k, (kind, count) in enumerate(cards):
        line, at = divmod(k, COLUMNS)
        x, upper = MARGIN + 4 + STEP * (at + 0.5), y + 20 + LINE * line
        with picture.spot(f"hand-{p}-{kind}", x - 28, upper - 3, 56, 76):
            if kind == NONE:
                draw_back(picture, x, upper)
            else:
                draw_card(picture, x, upper, kind)
        if count > 1:
            badge(picture, x + 19, upper + 6, 11, CARD_INK, count)


def _draw_row(column: NarrowPicture, p: int, y: float) -> None:
    """Draw the face-down cards, and on each its face-up card, which leaves the lower edge of the face-down card visible."""
    picture, view = column.svg, column.view
    row = [kind for kind in range(NUM_KINDS) for _ in range(view.table.face_up[p][kind])]
    blind = drawing.blind_of(view, p)
    for k in range(ROW):
        x = WIDTH / 2 + (INNER - 8) / ROW * (k - (ROW - 1) / 2)
        if blind[k] != NONE:
            with picture.spot(f"blind-{p}-{k}", x - 28, y + GAP + 13, 56, 76):
                draw_back(picture, x, y + GAP + 16, blind[k])
        if k < len(row):
            with picture.spot(f"row-{p}-{row[k]}", x - 28, y - 3, 56, 76):
                draw_card(picture, x, y, row[k])
