"""Draw the table of DIG for a phone: the yard in rows of six places that turn round, then the players."""

from dig_envs.dig import drawing
from dig_envs.dig.components import PLACES, Card
from dig_envs.dig.rules import is_bowl
from dig_envs.render.narrow import HEAD, MARGIN, SMALL, TAP, WIDTH, NarrowPicture, seats_in_order
from dig_envs.render.palette import EARTH, EARTH_DARK, FAINT_INK, GRASS, GRASS_EDGE, INK, PATH
from dig_envs.render.svg import Svg
from dig_envs.render.theme import badge, pips
from dig_envs.render.view import View

PLACES_A_ROW = 6
STEP = 52  # between places
SCALE = 0.9  # of cards
CARD_TOP = 16  # below the upper edge of a row
DOGS_TOP = CARD_TOP + SCALE * drawing.CARD_HEIGHT + 9  # the dogs cover the lower edge of the card
DOG_STEP = 31
ROW_HEIGHT = DOGS_TOP + 19
VALUES_LEFT = 112  # right of the places of the last row
DISC = 10.8  # radius of the colours on a back
BONE_STEP = 46
DROPPED_LEFT, DROPPED_STEP = 204, 23


def svg(view: View) -> str:
    """Return the table as an SVG document of 320 units width."""
    column = NarrowPicture(view)
    _draw_yard(column)
    for p in seats_in_order(view):
        (_draw_player if p == view.seat else _draw_other)(column, p)
    return column.document()


def _draw_values(column: NarrowPicture, y: float) -> None:
    """Draw the number of bones in the yard and the value of each colour, the highest first, where the last row is free."""
    picture, table = column.svg, column.view.table
    picture.text(VALUES_LEFT, y + 22, f"{table.bones} bones left · bowls pay", SMALL, fill=INK)
    for k, colour in enumerate(drawing.ranked_colours(table)):
        x = VALUES_LEFT + 12 + 41 * k
        with picture.part(f"value-{colour}", x - 12, y + 32, 38, 28):
            badge(picture, x, y + 46, 11, drawing.PAINT[colour], drawing.LETTERS[colour])
            picture.text(x + 13, y + 51, table.values[colour], 15, fill=INK)


def _draw_yard(column: NarrowPicture) -> None:
    picture, view = column.svg, column.view
    rows = [range(first, min(first + PLACES_A_ROW, PLACES)) for first in range(0, PLACES, PLACES_A_ROW)]
    extra = [max(0, max(-(-len(drawing.dogs_at(view.table, place)) // 2) for place in row) - 1) for row in rows]
    tops, y = [], column.bottom + 4
    for more in extra:
        tops.append(y)
        y += ROW_HEIGHT + DOG_STEP * more
    picture.rect(2, column.bottom, WIDTH - 4, y - column.bottom + 2, rx=12, fill=GRASS, stroke=GRASS_EDGE, stroke_width=2)
    _draw_path(picture, tops)
    for row, top, more in zip(rows, tops, extra, strict=True):
        for place in row:
            with picture.spot(f"place-{place}", _x(place) - 25, top, 50, ROW_HEIGHT - 2 + DOG_STEP * more):
                _draw_place(picture, view, place, top)
            _draw_dogs(picture, view, place, top)
    _draw_values(column, tops[-1])
    column.bottom = y


def _x(place: int) -> float:
    """Return the middle of a place. The rows turn round."""
    row, k = divmod(place, PLACES_A_ROW)
    return WIDTH / 2 + STEP * ((k if row % 2 == 0 else PLACES_A_ROW - 1 - k) - (PLACES_A_ROW - 1) / 2)


def _draw_path(picture: Svg, tops: list[float]) -> None:
    """Draw the path from the doghouse through all rows."""
    middle = CARD_TOP + SCALE * drawing.CARD_HEIGHT / 2
    turns = [(_x(place), tops[place // PLACES_A_ROW] + middle) for place in range(PLACES) if place % PLACES_A_ROW in (0, 5)]
    turns.append((_x(PLACES - 1), tops[-1] + middle))
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in turns)
    picture.path(path, fill="none", stroke=PATH, stroke_width=30, stroke_linejoin="round", stroke_linecap="round")


def _draw_place(picture: Svg, view: View, place: int, top: float) -> None:
    table, x, bone = view.table, _x(place), drawing.bone_at(view, place)
    card = table.yard[place]
    if place:
        picture.text(x, top + 12, place, SMALL, text_anchor="middle", fill=INK)
    with picture.group(transform=f"translate({x:g} {top + CARD_TOP:g}) scale({SCALE if place else 0.5:g})"):
        if place == 0:
            drawing.draw_doghouse(picture, 0, 16)
        elif bone is not None:
            drawing.draw_bone_card(picture, 0, 0, bone, disc=DISC)
        elif is_bowl(card):
            drawing.draw_bowl(picture, 0, 0, card - Card.BOWL, table.values[card - Card.BOWL])
        elif card == Card.HOLE:
            picture.ellipse(0, drawing.CARD_HEIGHT / 2, 25, 20, fill=EARTH)
            picture.ellipse(0, drawing.CARD_HEIGHT / 2 + 3, 19, 14, fill=EARTH_DARK)
        else:
            drawing.draw_tuft(picture, 0, drawing.CARD_HEIGHT / 2)


def _draw_dogs(picture: Svg, view: View, place: int, top: float) -> None:
    """Draw the dogs at a place below its card, two in a row."""
    dogs = drawing.dogs_at(view.table, place)
    for k, p in enumerate(dogs):
        row, side = divmod(k, 2)
        x = _x(place) + (0 if len(dogs) == 1 else 25 * (side - 0.5))
        y = top + DOGS_TOP + DOG_STEP * row
        with picture.part(f"dog-{p}", x - 13, y - 14, 26, 30):
            drawing.draw_dog(picture, x, y, p, view.is_active(p), 0.85)


def _draw_other(column: NarrowPicture, p: int) -> None:
    """Draw a player as one line: the dog, the points, the hand and the dropped bones."""
    view = column.view
    hand = " ".join(map(drawing.bone_words, drawing.hand_of(view, p))) or "empty"
    dropped = " ".join(f"{drawing.LETTERS[colour]}x{count}" for colour, count in drawing.dropped_by(view.table, p))
    facts = f"hand {hand}" + (f" · dropped {dropped}" if dropped else "")
    top = column.line(p, view.is_active(p), facts, f"{view.points[p]:g}")
    drawing.draw_dog(column.svg, MARGIN + 24, top + 22, p, False, 1.1)


def _draw_player(column: NarrowPicture, p: int) -> None:
    """Draw a player: the dog, the points, the hand at the left and the dropped bones at the right."""
    picture, view, table = column.svg, column.view, column.view.table
    top = column.player(p, HEAD + 76, view.is_active(p))
    drawing.draw_dog(picture, MARGIN + 29, top + 28, p, False, 1.2)
    if view.is_active(p):
        pips(picture, MARGIN + 92, top + 43, table.actions_left, table.actions_per_turn)
    dug = drawing.just_dug(view, p)
    for k, bone in enumerate(drawing.hand_of(view, p)):
        x = MARGIN + 8 + BONE_STEP * k
        with picture.spot(drawing.hand_spot(view, p, bone), x, top + HEAD + 2, TAP, 68):
            drawing.draw_bone_card(picture, x + TAP / 2, top + HEAD + 6, bone, fresh=k == dug, scale=0.86, disc=DISC)
    if not drawing.hand_of(view, p):
        picture.text(MARGIN + 12, top + HEAD + 40, "no bones in hand", SMALL, fill=FAINT_INK)
    picture.text(DROPPED_LEFT - 8, top + HEAD + 14, "dropped", SMALL, fill=FAINT_INK)
    for k, (colour, count) in enumerate(drawing.dropped_by(table, p)):
        x = DROPPED_LEFT + DROPPED_STEP * k
        with picture.part(f"dropped-{p}-{colour}", x - 12, top + HEAD + 20, 24, 50):
            badge(picture, x, top + HEAD + 34, 10, drawing.PAINT[colour], drawing.LETTERS[colour])
            picture.text(x, top + HEAD + 60, f"x{count}", SMALL, text_anchor="middle", fill=INK)
