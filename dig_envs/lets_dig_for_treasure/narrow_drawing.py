"""Draw the table of Let's Dig for Treasure for a phone: stacks, cards at stake, discard pile and score piles."""

from collections.abc import Sequence

from dig_envs.lets_dig_for_treasure import drawing
from dig_envs.lets_dig_for_treasure.card_drawing import draw_back, draw_card
from dig_envs.lets_dig_for_treasure.components import NAMES, NUM_KINDS
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from dig_envs.render import narrow
from dig_envs.render.changes import named_counts
from dig_envs.render.palette import CARD_INK, EARTH_DARK, FAINT_INK, GOLD, GRASS, GRASS_EDGE, INK, PATH, PLAYERS, RED_INK
from dig_envs.render.theme import badge
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

STACK_STEP = 104
STACK_HEIGHT = 142
COLUMNS, STEP, LINE, SCALE = 5, 60, 78, 1.1  # of cards


def svg(view: View) -> str:
    """Return the table as an SVG document of 320 units width."""
    column = narrow.NarrowPicture(view)
    column.write(drawing.news(view))
    drawing.draw_danger(column.svg, view, narrow.MARGIN + 16, column.bottom + 20)
    column.bottom += 34
    _draw_stacks(column)
    for stack in range(view.table.stacks):
        _draw_tops(column, stack)
    _draw_dug(column)
    for p in narrow.seats_in_order(view):
        (_draw_player if _shows_cards(view, p) else _draw_other)(column, drawing.pile_seen(view, p), p)
    counts = drawing.counts_of(view.table.discard)
    column.write(f"discard {sum(counts)}", narrow.SMALL, FAINT_INK)
    column.chips(_chips("discard", counts))
    return column.document()


def _draw_stacks(column: narrow.NarrowPicture) -> None:
    """Draw each stack as a heap of backs as high as the stack."""
    picture, table, y = column.svg, column.view.table, column.bottom + 6
    picture.rect(2, y, narrow.WIDTH - 4, STACK_HEIGHT + 8, rx=12, fill=GRASS, stroke=GRASS_EDGE, stroke_width=2)
    for stack in range(table.stacks):
        x, size = narrow.WIDTH / 2 + STACK_STEP * (stack - (table.stacks - 1) / 2), table.stack_size[stack]
        with picture.spot(f"stack-{stack}", x - 50, y + 4, 100, STACK_HEIGHT):
            picture.ellipse(x, y + 114, 46, 14, fill=EARTH_DARK)
            for layer in range(-(-size // drawing.LAYER_CARDS)):
                draw_back(picture, x, y + 48 - 5 * layer, SCALE, f"{stack + 1}")
            if table.destroyed[stack] or not size:
                words = "destroyed" if table.destroyed[stack] else "empty"
                picture.text(x, y + 70, words, 14, text_anchor="middle", fill=RED_INK)
            picture.text(x, y + 140, pluralized(size, "card"), 13, text_anchor="middle", fill=INK)
            if table.stack == stack:
                picture.rect(x - 49, y + 5, 98, STACK_HEIGHT - 2, rx=8, fill="none", stroke=GOLD, stroke_width=3)
    column.bottom = y + STACK_HEIGHT + 8


def _draw_tops(column: narrow.NarrowPicture, stack: int) -> None:
    """Draw the known top cards of a stack, the topmost at the left."""
    picture, tops = column.svg, drawing.tops_seen(column.view, stack)
    if all(card is None for card in tops):
        return
    y = column.bottom + 6
    picture.text(narrow.MARGIN, y + 34, f"top of stack {stack + 1}", narrow.SMALL, fill=INK)
    for place, card in enumerate(tops):
        if card is not None:
            x = 150 + STEP * place
            with picture.spot(f"top-{stack}-{place}", x - 29, y - 2, 58, 78):
                draw_card(picture, x, y, card, SCALE)
    column.bottom = y + LINE


def _draw_dug(column: narrow.NarrowPicture) -> None:
    """Draw the cards dug in this turn; the last card has a gold edge, the cause of a bust a red edge."""
    table, picture = column.view.table, column.svg
    kinds = [kind for kind in range(NUM_KINDS) if table.dug[kind]]
    busted = not kinds and table.busted != NONE
    column.write("at stake", narrow.SMALL)
    y, height = column.bottom + 6, 8 + LINE * max(1, narrow.number_of_rows(kinds, COLUMNS))
    with picture.spot("dug", narrow.MARGIN, y, narrow.INNER, height):
        picture.rect(narrow.MARGIN, y, narrow.INNER, height, rx=10, fill=PATH)
        _draw_cards(column, [table.last] if busted else kinds, table.dug, "dug", y + 6, drawing.RED if busted else GOLD)
    column.bottom = y + height


def _draw_cards(
    column: narrow.NarrowPicture, kinds: Sequence[int], counts: Sequence[int], part: str, y: float, mark: str | None = None
) -> None:
    """Draw one card of each kind with its count, in rows.

    Args:
        part: prefix of the cards' names.
        mark: the colour of the edge of the card that came up last.
    """
    for k, kind in enumerate(kinds):
        line, at = divmod(k, COLUMNS)
        x, top = narrow.MARGIN + 2 + STEP * (at + 0.5), y + LINE * line
        with column.svg.spot(f"{part}-{kind}", x - 29, top - 2, 58, 76):
            draw_card(column.svg, x, top, kind, SCALE, mark if kind == column.view.table.last else None)
        if counts[kind] > 1:
            badge(column.svg, x + 20, top + 6, 11, CARD_INK, counts[kind])


def _chips(part: str, counts: Sequence[int]) -> list[tuple[str, str]]:
    """Return labels of cards by kind."""
    kinds = [kind for kind in range(NUM_KINDS) if counts[kind]]
    return [(f"{part}-{kind}", label) for kind, label in zip(kinds, named_counts(counts, NAMES), strict=True)]


def _shows_cards(view: View, p: int) -> bool:
    """Return whether the cards of a pile are drawn, because they are the viewer's or an action may concern them."""
    with_partner = view.table.teams and view.seat is not None and p % 2 == view.seat % 2
    return p == view.seat or view.table.phase == Phase.STEAL or bool(with_partner)


def _draw_other(column: narrow.NarrowPicture, pile: drawing.Pile, p: int) -> None:
    """Draw a player as one line: spade, points, notes and the names of the cards."""
    view, top = column.view, column.bottom + narrow.GAP / 2
    cards = ", ".join(named_counts(pile.cards, NAMES))
    facts = " · ".join(filter(None, [*drawing.roles_of(view, p), *drawing.doubt(pile), cards]))
    with column.svg.spot(f"seat-{p}", narrow.MARGIN, top, narrow.INNER, narrow.TAP):
        column.line(p, view.is_active(p), facts, pile.points)
        column.svg.use("spade", drawing.SPADE, narrow.MARGIN + 24, top + 22, fill=PLAYERS[p][0])


def _draw_player(column: narrow.NarrowPicture, pile: drawing.Pile, p: int) -> None:
    """Draw a player: spade, points and notes, and the cards of the pile."""
    view, table, picture = column.view, column.view.table, column.svg
    size = table.pile_size[pile_of(table, p)]
    notes = " · ".join([pluralized(size, "card"), *drawing.roles_of(view, p), *drawing.doubt(pile), *drawing.used_dogs(pile)])
    lines = narrow.lines_of(notes, narrow.SMALL, narrow.INNER - 16)
    kinds = [kind for kind in range(NUM_KINDS) if pile.cards[kind]]
    height = narrow.HEAD + 18 * len(lines) + LINE * narrow.number_of_rows(kinds, COLUMNS) + 8
    top = column.player(p, height, view.is_active(p), pile.points)
    with picture.spot(f"seat-{p}", narrow.MARGIN, top, narrow.INNER, narrow.HEAD):
        picture.use("spade", drawing.SPADE, narrow.MARGIN + 28, top + 28, fill=PLAYERS[p][0])
    for line, words in enumerate(lines):
        picture.text(narrow.MARGIN + 10, top + narrow.HEAD + 10 + 18 * line, words, narrow.SMALL, fill=FAINT_INK)
    _draw_cards(column, kinds, pile.cards, f"pile-{p}", top + narrow.HEAD + 18 * len(lines) + 2)
