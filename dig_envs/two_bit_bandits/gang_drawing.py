"""Draw the hideouts and the Shamandillos of 2-Bit Bandits: what is defeated, and what comes next."""

from dig_envs.render import palette, theme
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.two_bit_bandits.captions import next_boss
from dig_envs.two_bit_bandits.card_drawing import CHECK, LETTER, PAINT
from dig_envs.two_bit_bandits.components import HIDEOUTS, NUM_SHAMANDILLOS, SHAMANDILLOS, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.emblems import draw_boss
from dig_envs.two_bit_bandits.rules.level_map import stage_at

COLUMNS = 4  # of the large gang
NAMED = 90  # width of an emblem with its name
LINE = 34  # height of a row of the small gang


def draw_hideouts(picture: Svg, view: View, x: float, y: float, width: float) -> None:
    """Draw a disc for each hideout: completed ones with a check mark, those on the map with a letter, the others empty."""
    picture.text(x + 4, y + 16, "hideouts", 13, fill=palette.INK)
    found = sorted(hideouts(view), reverse=True)
    for k in range(HIDEOUTS):
        middle = x + 90 + (width - 100) / HIDEOUTS * (k + 0.5)
        if k >= len(found):
            picture.circle(middle, y + 11, 10, fill="none", stroke=palette.FAINT_INK, stroke_width=1.5, stroke_dasharray="4 3")
        elif found[k]:
            picture.circle(middle, y + 11, 11, fill="#77808a")
            picture.use("check", CHECK, middle, y + 11, 0.9)
        else:
            theme.badge(picture, middle, y + 11, 11, PAINT[Stage.HIDEOUT], LETTER[Stage.HIDEOUT])


def hideouts(view: View) -> list[bool]:
    """Return for each hideout on the map whether it is completed."""
    table = view.table
    places = [(card, at) for card in range(table.placed) for at in range(STAGES_A_CARD)]
    return [bool(table.done[card][at]) for card, at in places if stage_at(table, card * STAGES_A_CARD + at) == Stage.HIDEOUT]


def draw_gang(picture: Svg, view: View, x: float, y: float, width: float) -> None:
    """Draw the Shamandillos with their names, defeated ones struck out, and the next one in words."""
    columns = int(width // NAMED)
    step = width / columns
    for boss in range(NUM_SHAMANDILLOS):
        row, column = divmod(boss, columns)
        left, top = x + step * column, y + LINE * row
        draw_boss(picture, left + 13, top + 17, boss, 0.75, bool(view.table.defeated[boss]))
        picture.text(left + 27, top + 22, SHAMANDILLOS[boss], 12, fill=palette.INK)
    picture.text(
        x + width - 4, y + LINE * (NUM_SHAMANDILLOS // columns) + 22, next_boss(view), 12, text_anchor="end", fill=palette.INK
    )


def draw_large_gang(picture: Svg, view: View, x: float, y: float, width: float) -> None:
    """Draw the Shamandillos large in two rows, and the next one in words."""
    step, line = width / COLUMNS, 160
    for boss in range(NUM_SHAMANDILLOS):
        row, column = divmod(boss, COLUMNS)
        middle, top = x + step * (column + 0.5), y + line * row
        draw_boss(picture, middle, top + 56, boss, 2.3, bool(view.table.defeated[boss]))
        picture.text(middle, top + 116, SHAMANDILLOS[boss], 14, text_anchor="middle", fill=palette.INK)
    picture.text(x + step * (COLUMNS - 0.5), y + line + 66, next_boss(view), 14, text_anchor="middle", fill=palette.INK)
