"""Draw the level cards of 2-Bit Bandits as SVG. A card is a tile around (0, 0), 100 wide and 100 high."""

from typing import Any

from dig_envs.render.palette import COLOUR, DESERT_EDGE, GOLD, INK, PLAYERS, SPOTLIGHT, TILE
from dig_envs.render.svg import Svg
from dig_envs.render.theme import badge
from dig_envs.two_bit_bandits.components import GOOD_GUYS, STAGE_NAMES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.level_map import has_path, may_play, stage_at

ROAD = "#a97b48"
PAINT = {
    Stage.SALOON: "#7b4a2b",
    Stage.WAGON: "#7d6b4f",
    Stage.OASIS: COLOUR["blue"],
    Stage.CAMP: COLOUR["green"],
    Stage.VILLAGE: COLOUR["orange"],
    Stage.FORT: COLOUR["red"],
    Stage.HIDEOUT: "#2b2230",
}
LETTER = {
    Stage.SALOON: "S", Stage.WAGON: "W", Stage.OASIS: "2", Stage.CAMP: "3", Stage.VILLAGE: "4", Stage.FORT: "5",
    Stage.HIDEOUT: "H",
}  # fmt: skip
_NAMED = {letter: f"{letter} {STAGE_NAMES[stage].removeprefix('covered ')}" for stage, letter in LETTER.items()}
LEGEND = f"{' · '.join(_NAMED[letter] for letter in 'SWH')} · scenes: {', '.join(_NAMED[letter] for letter in '2345')}"
INITIALS = tuple("".join(word[0] for word in name.split()) for name in GOOD_GUYS)
CENTRES = ((0.0, 29.0), (29.0, -29.0), (-29.0, -29.0))  # trunk and spurs of an unrotated card
EDGES = ((0.0, -48.0), (48.0, 0.0), (0.0, 48.0), (-48.0, 0.0))
RADIUS = 14
CHECK = '<path d="M-6 0L-2 5L7-6" fill="none" stroke="#ffffff" stroke-width="4" stroke-linecap="round"/>'


def centre_of(table: Any, place: int) -> tuple[float, float]:
    """Return the centre of a stage on its tile; the saloon of Stone Ridge is on the junction."""
    card, at = divmod(place, STAGES_A_CARD)
    x, y = (0.0, 0.0) if place == 1 and stage_at(table, place) == Stage.SALOON else CENTRES[at]
    for _ in range(table.rotation[card]):
        x, y = -y, x
    return x, y


def draw_tile(picture: Svg, table: Any, card: int, active: int | None, reach: float = 19, exit_reach: float = 13) -> None:
    """Draw a card of the map; a gold ring marks stages that the active seat may choose.

    Args:
        reach, exit_reach: half the width of the boxes around stages and exits that a page makes clickable.
    """
    picture.rect(-49, -49, 98, 98, rx=9, fill=TILE, stroke=DESERT_EDGE, stroke_width=2)
    draw_trails(picture, table, card)
    spur = {"stroke": ROAD, "stroke_width": 5, "stroke_linecap": "round"}
    places = [card * STAGES_A_CARD + at for at in range(STAGES_A_CARD)]
    for place in places:
        x, y = centre_of(table, place)
        if stage_at(table, place) != Stage.NONE and (x, y) != (0.0, 0.0):
            picture.element("line", x1=0, y1=0, x2=x, y2=y, **spur)
    for place in places:
        if stage_at(table, place) != Stage.NONE:
            x, y = centre_of(table, place)
            with picture.spot(f"stage-{place}", x - reach, y - reach, 2 * reach, 2 * reach):
                _draw_stage(picture, table, place, active is not None and may_play(table, place, active))
    for side, (x, y) in enumerate(EDGES):
        if (table.free[card] >> side) & 1:
            left, top = x - exit_reach, y - exit_reach
            with picture.spot(f"exit-{len(EDGES) * card + side}", left, top, 2 * exit_reach, 2 * exit_reach):
                picture.circle(x, y, 6, fill=ROAD)
    picture.text(-46, 47, card, 11, fill=INK, stroke=TILE, stroke_width=3, paint_order="stroke", stroke_linejoin="round")


def draw_trails(picture: Svg, table: Any, card: int) -> None:
    """Draw the paths from the middle of a card to its sides."""
    trail = {"stroke": ROAD, "stroke_width": 9, "stroke_linecap": "round"}
    for side, (x, y) in enumerate(EDGES):
        if has_path(table, card, side):
            picture.element("line", x1=0, y1=0, x2=x, y2=y, **trail)


def _draw_stage(picture: Svg, table: Any, place: int, may_be_played: bool) -> None:
    stage = stage_at(table, place)
    x, y = centre_of(table, place)
    completed = table.done[place // STAGES_A_CARD][place % STAGES_A_CARD]
    if may_be_played:
        picture.circle(x, y, RADIUS + 4, fill=SPOTLIGHT, stroke=GOLD, stroke_width=3)
    if completed:
        picture.circle(x, y, RADIUS - 2, fill="#b7b0a2", stroke="#ffffff", stroke_width=2)
        picture.use("check", CHECK, x, y)
    elif stage >= Stage.OWNED_WAGON:
        owner = stage - Stage.OWNED_WAGON
        picture.circle(x, y, RADIUS, fill=PAINT[Stage.WAGON], stroke=PLAYERS[owner][0], stroke_width=5)
        picture.text(x, y + 4.5, INITIALS[owner], 13, text_anchor="middle", fill="#ffffff")
    else:
        badge(picture, x, y, RADIUS, PAINT[Stage(stage)], LETTER[Stage(stage)])


def draw_pawn(picture: Svg, seat: int, x: float, y: float) -> None:
    """Draw a hat in the seat's colour, with its number."""
    fill, ink = PLAYERS[seat]
    picture.path(f"M{x - 11:g} {y + 4:g}q11 6 22 0l-5-2q0-9-6-9q-6 0-6 9z", fill=fill, stroke=INK, stroke_width=1.5)
    picture.text(x, y + 2, seat, 9, text_anchor="middle", fill=ink)
