"""Draw the table of DIG as SVG, and as text: the table and the bones that the viewer knows (`View.known`)."""

from typing import Any, NamedTuple

from dig_envs.dig.components import BACK_PAIRS, COLOURS, NUM_BONES, PLACES, Card
from dig_envs.dig.rules import back_of, colour_of, count_of, is_bowl
from dig_envs.dig.state import NONE, Phase
from dig_envs.render import palette, theme
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized, shortened

LETTERS = tuple(colour[0].upper() for colour in COLOURS)
PAINT = tuple(palette.COLOUR[colour] for colour in COLOURS)


def status(view: View) -> str:
    """Describe the decision that is due."""
    table = view.table
    name = shortened(view.name(table.active), 24)
    if table.phase == Phase.PUT:
        return f"{name} has dug: keep it, or put one back?"
    return f"{name} to act, {pluralized(table.actions_left, 'action')} left"


class Bone(NamedTuple):
    """A bone card as it is seen: its colour, or None if that is not known; with scents its back, else None."""

    colour: int | None
    back: int | None


def _bone(table: Any, bone: int, back: int) -> Bone:
    return Bone(None if bone == NONE else colour_of(bone), back if table.scents else None)


def bone_at(view: View, place: int) -> Bone | None:
    table = view.table
    return _bone(table, view.known.secret.yard[place], table.back[place]) if table.yard[place] == Card.BONE else None


def hand_of(view: View, p: int) -> list[Bone]:
    """Return the known bones of a hand, then its unknown bones by back."""
    table, held = view.table, view.known.seats[p].hand
    known = [bone for bone in range(NUM_BONES) for _ in range(held[bone])]
    unknown = list(table.hand_backs[p])
    for bone in known:
        unknown[back_of(table, bone)] -= 1
    hidden = [_bone(table, NONE, back) for back, count in enumerate(unknown) for _ in range(count)]
    return [*(_bone(table, bone, back_of(table, bone)) for bone in known), *hidden]


def just_dug(view: View, p: int) -> int | None:
    """Return which card of the hand has just been dug, if that is known."""
    dug = view.known.seats[p].dug
    if view.table.phase != Phase.PUT or not view.is_active(p) or dug == NONE:
        return None
    return hand_of(view, p).index(_bone(view.table, dug, back_of(view.table, dug)))


def dogs_at(table: Any, place: int) -> list[int]:
    return [p for p in range(table.num_players) if table.place[p] == place]


def dropped_by(table: Any, p: int) -> list[tuple[int, int]]:
    """Return the colours of the dropped bones of a seat, each with their number."""
    counts = [(colour, count_of(table.dropped[p], colour)) for colour in range(table.colours)]
    return [(colour, count) for colour, count in counts if count]


def ranked_colours(table: Any) -> list[int]:
    return sorted(range(table.colours), key=lambda colour: -table.values[colour])


def figures(view: View) -> list[str]:
    """Return each seat's points, which all see: they lie in its bowls."""
    return [f"{points:g}" for points in view.points]


TEXT_COLOURS = {
    rf"\[{letter}\d\]|\b{letter}x?\d\b|(?<!\w){letter.lower()}(?=[ :*]|$)": name
    for letter, name in zip(LETTERS, ("red", "yellow", "green", "blue", "purple"), strict=True)
}

# --- text

CELLS_A_ROW = 13
LEGEND = "[R5] bowl, value   r bone   ? unknown bone   * just dug   ( ) hole   > to act"


def text(view: View) -> str:
    """Return the table as text, in 80 columns."""
    table = view.table
    values = " ".join(f"{LETTERS[colour]}{table.values[colour]}" for colour in ranked_colours(table))
    lines = [
        view.headline(48),
        shortened(view.result or status(view), 80),
        f"bowls pay {values} · bones in the yard {table.bones}",
        "",
        *_text_row(view, range(CELLS_A_ROW + 1)),
        *_text_row(view, range(CELLS_A_ROW + 1, PLACES)),
        f"   {'player':<20} {'hand':<24} {'dropped':<20} points",
        *(_text_player(view, p) for p in range(table.num_players)),
        "",
        LEGEND,
    ]
    return "\n".join(lines) + "\n"


def _text_row(view: View, places: range) -> list[str]:
    """Return lines for the places, the cards there and the dogs, and an empty line."""
    rows = [
        ("place", [str(place) for place in places]),
        ("yard", [_text_place(view, place) for place in places]),
        ("dogs", ["".join(map(str, dogs_at(view.table, place))) for place in places]),
    ]
    return [*((f"{label:<7}" + "".join(f"{cell:^5}" for cell in cells)).rstrip() for label, cells in rows), ""]


def _text_place(view: View, place: int) -> str:
    table, bone = view.table, bone_at(view, place)
    card = table.yard[place]
    if place == 0:
        return "/^\\"
    if bone is not None:
        return bone_words(bone)
    if is_bowl(card):
        colour = card - Card.BOWL
        return f"[{LETTERS[colour]}{table.values[colour]}]"
    return "( )" if card == Card.HOLE else "."


def bone_words(bone: Bone) -> str:
    """Return a bone as `?` or its letter in lower case; with scents the letters of its back follow."""
    front = "?" if bone.colour is None else LETTERS[bone.colour].lower()
    return front if bone.back is None else f"{front}:" + "".join(LETTERS[colour] for colour in BACK_PAIRS[bone.back])


def _text_player(view: View, p: int) -> str:
    table = view.table
    mark = ">" if view.is_active(p) else " "
    name = shortened(view.name(p), 20)
    dug = just_dug(view, p)
    hand = " ".join(bone_words(bone) + "*" * (k == dug) for k, bone in enumerate(hand_of(view, p))) or "-"
    dropped = " ".join(f"{LETTERS[colour]}x{count}" for colour, count in dropped_by(table, p)) or "-"
    return f"{mark}{p} {name:<20} {hand:<24} {dropped:<20} {view.points[p]:>6g}"


# --- SVG

YARD_TOP = theme.HEADING + 8
YARD_HEIGHT = 312
FIRST_X = 168  # the middle of place 1
STEP_X = 64
ROW_Y = (YARD_TOP + 30, YARD_TOP + 178)  # the upper edge of the cards
CARD_WIDTH, CARD_HEIGHT = 50, 66
DOG_STEP = 31  # between dogs at the same place
PANEL_TOP = YARD_TOP + YARD_HEIGHT + 14
PANEL_HEIGHT = 182
HEIGHT = PANEL_TOP + PANEL_HEIGHT + theme.MARGIN

BONE = '<path d="M-10-4H10a5.5 5.5 0 1 1 7 4a5.5 5.5 0 1 1-7 4H-10a5.5 5.5 0 1 1-7-4a5.5 5.5 0 1 1 7-4Z"/>'
DOG = (
    '<ellipse cx="-11" cy="1" rx="4.5" ry="9" transform="rotate(14 -11 1)"/>'
    '<ellipse cx="11" cy="1" rx="4.5" ry="9" transform="rotate(-14 11 1)"/>'
    '<circle cx="0" cy="0" r="11"/><ellipse cx="0" cy="8" rx="7" ry="6"/>'
    '<ellipse cx="0" cy="10.5" rx="2.8" ry="2" fill="#000"/>'
)


def svg(view: View) -> str:
    """Return the table as an SVG document."""
    table = view.table
    picture = Svg(theme.WIDTH, HEIGHT, view.all_parts)
    theme.heading(picture, view, status(view))
    _draw_ground(picture, table)
    for place in range(1, PLACES):
        _draw_place(picture, view, place)
    for place in range(PLACES):
        _draw_dogs(picture, view, place)
    for p in range(table.num_players):
        _draw_player(picture, view, p)
    return picture.document()


def _spot(place: int) -> tuple[float, float]:
    """Return the middle of the upper edge of a place's card. The yard turns round after 13 places."""
    if place == 0:
        return theme.MARGIN + 64, ROW_Y[0]
    row, column = divmod(place - 1, CELLS_A_ROW)
    return FIRST_X + STEP_X * (CELLS_A_ROW - 1 - column if row else column), ROW_Y[row]


def _draw_ground(picture: Svg, table: Any) -> None:
    """Draw grass, the path with the places, the doghouse, and the values of the bowls."""
    theme.ground(picture, YARD_TOP, YARD_HEIGHT)
    upper, lower = (y + CARD_HEIGHT / 2 for y in ROW_Y)
    end = _spot(CELLS_A_ROW)[0]
    path = f"M {theme.MARGIN + 64} {upper} H {end} V {lower} H {_spot(PLACES - 1)[0]}"
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    picture.path(path, fill="none", stroke=palette.PATH, stroke_width=CARD_HEIGHT + 10, **ends)
    with picture.spot("place-0", theme.MARGIN + 10, ROW_Y[0] - 22, 108, CARD_HEIGHT + 64):
        draw_doghouse(picture, theme.MARGIN + 64, ROW_Y[0] - 14)
    _draw_values(picture, table, theme.MARGIN + 24, ROW_Y[1] + 24)


def draw_doghouse(picture: Svg, x: float, y: float) -> None:
    picture.rect(x - 36, y + 32, 72, 50, fill="#c9534a", stroke="#7d2c26", stroke_width=2)
    picture.path(f"M {x - 50} {y + 38} L {x} {y - 4} L {x + 50} {y + 38} Z", fill="#6d4a3a", stroke="#3f2a20", stroke_width=2)
    picture.path(f"M {x - 17} {y + 82} V {y + 60} a 17 17 0 0 1 34 0 V {y + 82} Z", fill="#3a1f1b")


def _draw_values(picture: Svg, table: Any, x: float, y: float) -> None:
    """Draw the value of each colour, the highest first."""
    picture.text(x, y, "bowls pay", 14, fill=palette.INK)
    for k, colour in enumerate(ranked_colours(table)):
        middle = x + 12 + 29 * k
        with picture.part(f"value-{colour}", middle - 14, y + 10, 28, 50):
            theme.badge(picture, middle, y + 24, 12, PAINT[colour], LETTERS[colour])
            picture.text(middle, y + 56, table.values[colour], 17, text_anchor="middle", fill=palette.INK)
    picture.text(x, y + 82, f"{table.bones} bones in the yard", 14, fill=palette.INK)


def _draw_place(picture: Svg, view: View, place: int) -> None:
    x, y = _spot(place)
    with picture.spot(f"place-{place}", x - 30, y - 20, 60, CARD_HEIGHT + 62):
        picture.text(x, y - 7, place, 12, text_anchor="middle", fill=palette.INK)
        _draw_card(picture, view, place, x, y)


def _draw_card(picture: Svg, view: View, place: int, x: float, y: float) -> None:
    table, bone = view.table, bone_at(view, place)
    card = table.yard[place]
    if bone is not None:
        draw_bone_card(picture, x, y, bone)
    elif is_bowl(card):
        draw_bowl(picture, x, y, card - Card.BOWL, table.values[card - Card.BOWL])
    elif card == Card.HOLE:
        picture.ellipse(x, y + CARD_HEIGHT / 2, 25, 20, fill=palette.EARTH)
        picture.ellipse(x, y + CARD_HEIGHT / 2 + 3, 19, 14, fill=palette.EARTH_DARK)
    else:
        draw_tuft(picture, x, y + CARD_HEIGHT / 2)


def draw_tuft(picture: Svg, x: float, y: float) -> None:
    """Draw grass and a flower where no card lies."""
    picture.path(
        f"M{x - 16:g} {y + 12:g}l4 -14l4 14l4 -20l4 20l5 -15l3 15", fill="none", stroke=palette.GRASS_EDGE, stroke_width=3
    )
    picture.circle(x + 10, y - 10, 4, fill=palette.GOLD, stroke="#ffffff", stroke_width=3)


def draw_bone_card(
    picture: Svg, x: float, y: float, bone: Bone, fresh: bool = False, scale: float = 1, disc: float = 9
) -> None:
    """Draw a face-down bone with its known colour, a gold edge if it has just been dug, and the colours of its back."""
    edge = {"stroke": palette.GOLD, "stroke_width": 5} if fresh else {"stroke": palette.CARD_BACK_EDGE, "stroke_width": 2}
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        picture.rect(-25, 0, CARD_WIDTH, CARD_HEIGHT, rx=6, fill=palette.CARD_BACK, **edge)
        middle = CARD_HEIGHT / 2 if bone.back is None else 25
        if bone.colour is None:
            picture.use("bone", BONE, 0, middle, fill=palette.CARD_BACK_MARK)
        else:
            draw_bone(picture, 0, middle, bone.colour)
        for k, colour in enumerate(() if bone.back is None else BACK_PAIRS[bone.back]):
            theme.badge(picture, 22 * k - 11, 52, disc, PAINT[colour], LETTERS[colour])


def draw_bone(picture: Svg, x: float, y: float, colour: int) -> None:
    """Draw a bone in its colour, with its letter."""
    with picture.group(transform=f"translate({x:g} {y:g})"):
        picture.use("bone", BONE, 0, 0, fill=PAINT[colour], stroke="#ffffff", stroke_width=2, paint_order="stroke")
        picture.circle(0, 0, 8, fill=PAINT[colour])
        picture.text(0, 4.6, LETTERS[colour], 13, text_anchor="middle", fill=palette.ink_on(PAINT[colour]))


def draw_bowl(picture: Svg, x: float, y: float, colour: int, value: int) -> None:
    picture.rect(x - 25, y, CARD_WIDTH, CARD_HEIGHT, rx=6, fill=palette.CARD, stroke=PAINT[colour], stroke_width=3)
    picture.text(x, y + 27, value, 25, text_anchor="middle", fill=palette.CARD_INK)
    picture.path(f"M {x - 20} {y + 36} h 40 l -5 20 q -1 3 -5 3 h -20 q -4 0 -5 -3 Z", fill=PAINT[colour])
    picture.ellipse(x, y + 36, 20, 4.5, fill="#ffffff", stroke=PAINT[colour], stroke_width=2.5)
    picture.text(x, y + 55, LETTERS[colour], 14, text_anchor="middle", fill=palette.ink_on(PAINT[colour]))


def _draw_dogs(picture: Svg, view: View, place: int) -> None:
    """Draw the dogs at a place below its card, two in a row."""
    x, y = _spot(place)
    dogs = dogs_at(view.table, place)
    scale = 1 if len(dogs) == 1 else 0.85
    for k, p in enumerate(dogs):
        row, column = divmod(k, 2)
        together = min(2, len(dogs) - 2 * row)
        left = x + DOG_STEP * (column - (together - 1) / 2)
        lower = y + CARD_HEIGHT + 18 + DOG_STEP * row
        with picture.part(f"dog-{p}", left - 16, lower - 16, 32, 32):
            draw_dog(picture, left, lower, p, view.is_active(p), scale)


def draw_dog(picture: Svg, x: float, y: float, p: int, active: bool, scale: float = 1) -> None:
    fur, ink = palette.PLAYERS[p]
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        if active:
            picture.circle(0, 2, 18, fill=palette.SPOTLIGHT, stroke=palette.GOLD, stroke_width=3)
        picture.use("dog", DOG, 0, 0, fill=fur, stroke=palette.INK, stroke_width=1.2, paint_order="stroke")
        picture.text(0, 4.5, p, 13, text_anchor="middle", fill=ink)


def _draw_player(picture: Svg, view: View, p: int) -> None:
    """Draw a player's panel: the dog, the hand and the dropped bones."""
    table = view.table
    active = view.is_active(p)
    x, width = theme.panel_span(view, p)
    theme.panel(picture, view, p, (x, PANEL_TOP, width, PANEL_HEIGHT), active)
    draw_dog(picture, x + 29, PANEL_TOP + 28, p, False, 1.3)
    if active:
        theme.pips(picture, x + 92, PANEL_TOP + 43, table.actions_left, table.actions_per_turn)
    picture.text(x + 16, PANEL_TOP + 88, "hand", 13, fill=palette.FAINT_INK)
    dug = just_dug(view, p)
    for k, bone in enumerate(hand_of(view, p)):
        with picture.spot(hand_spot(view, p, bone), x + 62 + 38 * k, PANEL_TOP + 57, 36, 52):
            draw_bone_card(picture, x + 80 + 38 * k, PANEL_TOP + 60, bone, fresh=k == dug, scale=0.68)
    picture.text(x + 16, PANEL_TOP + 126, "dropped", 13, fill=palette.FAINT_INK)
    for k, (colour, count) in enumerate(dropped_by(table, p)):
        left = x + 34 + 48 * k
        with picture.part(f"dropped-{p}-{colour}", left - 20, PANEL_TOP + 130, 42, 46):
            draw_bone(picture, left, PANEL_TOP + 145, colour)
            picture.text(left, PANEL_TOP + 172, f"x{count}", 15, text_anchor="middle", fill=palette.INK)


def hand_spot(view: View, p: int, bone: Bone) -> str:
    """Name a bone of a hand; a bone of the viewer's own hand is named by its colour."""
    return f"hand-{bone.colour}" if p == view.seat else f"hand-of-{p}"
