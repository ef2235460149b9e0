"""Draw the table of Let's Dig for Treasure as SVG and text: the table and the cards that the viewer knows."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dig_envs.lets_dig_for_treasure.card_drawing import FACES, draw_back, draw_card
from dig_envs.lets_dig_for_treasure.components import NAMES, NUM_KINDS, SKELETON, TOPS, USED_DOG, WORMS
from dig_envs.lets_dig_for_treasure.rules.piles import gained, held, pile_of, pile_points
from dig_envs.lets_dig_for_treasure.rules.stacks import card_at
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from dig_envs.render import palette, theme
from dig_envs.render.changes import named_counts
from dig_envs.render.lines import COLUMNS, LINES, fit_blocks, join_groups, list_lines, wrap
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized, shortened

RED = palette.COLOUR["red"]
TEAM_NAMES = "AB"


class Pile(NamedTuple):
    """A score pile as the viewer knows it.

    Attributes:
        cards: cards by kind.
        used_dogs: its used Dogs.
        points: its points now.
        unknown: 1 if the pile has a card that the viewer does not know, -1 if it has lost one, else 0 (LD-12).
    """

    cards: tuple[int, ...]
    used_dogs: int
    points: int
    unknown: int


def pile_seen(view: View, p: int) -> Pile:
    """Return the pile of a seat as the viewer knows it."""
    table, seat = view.table, view.known.seats[p]
    pile = pile_of(table, p)
    moved = int(gained(table, pile)) if table.thief != NONE else 0
    return Pile(
        tuple(int(held(table, seat.stolen, pile, kind)) for kind in range(NUM_KINDS)),
        table.used_dogs[pile] + (moved if seat.stolen == USED_DOG else 0),
        int(pile_points(table, seat, pile)),
        moved if seat.stolen == NONE else 0,
    )


def tops_seen(view: View, stack: int) -> list[int | None]:
    """Return the kinds of a stack's top cards; of a destroyed stack, those known to be gone; None for an unknown card."""
    if view.table.destroyed[stack]:
        known = view.known.seats[view.seat].tops[stack] if view.seat in range(view.table.num_players) else None
        kinds = [NONE if known is None else known[place] for place in range(TOPS)]
    else:
        size = view.table.stack_size[stack]
        kinds = [card_at(view.known, stack, place) if place < size else NONE for place in range(TOPS)]
    return [None if kind == NONE else int(kind) for kind in kinds]


# --- in words


def status(view: View) -> str:
    """Describe the decision that is due."""
    table = view.table
    name = shortened(view.name(table.active), 18)
    if view.known.seats[table.active].skeleton != NONE:
        return f"{name} dug a Skeleton: use a Dog?"
    card = "" if table.card == NONE else NAMES[table.card]
    return {
        Phase.DIG: f"{name} to dig" + (" or stop" if table.digs else ""),
        Phase.PLAYER: f"{name} chooses a player: {card}",
        Phase.ORDER: f"{name} chooses the next effect",
        Phase.STACK: f"{name} chooses a stack: {card}",
        Phase.TAKE: f"{name} scores a card: {card}",
        Phase.PUT_BACK: f"{name} puts cards back: {card}",
        Phase.STEAL: f"{name} steals a card",
    }[Phase(table.phase)]


def news(view: View) -> str:
    """Name the card that came up last, and the player that it busted."""
    table = view.table
    if table.last == NONE:
        return ""
    if table.busted != NONE:
        return f"{shortened(view.name(table.busted), 18)} busted: {NAMES[table.last]}"
    return f"came up last: {NAMES[table.last]}"


def roles_of(view: View, p: int) -> list[str]:
    """List the public facts of a player: team, role (LD-13), extra turns."""
    table = view.table
    return [
        *([f"team {TEAM_NAMES[p % 2]}"] if table.teams else []),
        *(["owner of the game"] if table.owner == p else []),
        *(["new player"] if table.new_player == p else []),
        *([pluralized(table.extra_turns, "extra turn")] if table.extra_turns and table.active == p else []),
    ]


def _counted(counts: Sequence[int]) -> str:
    """Write cards by name, with their numbers."""
    return ", ".join(named_counts(counts, NAMES)) or "-"


def counts_of(counts: Iterable[int]) -> tuple[int, ...]:
    """Read the counts by kind out of a record."""
    return tuple(counts)


def figures(view: View) -> list[str]:
    """Return each seat's points, as far as the viewer knows them."""
    table = view.table
    return [f"{pile_points(table, view.known.seats[p], pile_of(table, p))}" for p in range(table.num_players)]


# --- text


def text(view: View) -> str:
    """Return the table as text: stacks, cards at stake, discard pile and score piles."""
    table = view.table
    head = [
        view.headline(),
        " · ".join(filter(None, (view.result or status(view), news(view)))),
    ]
    ground = [
        *wrap(" · ".join(_text_stack(view, stack) for stack in range(table.stacks)), COLUMNS, " · "),
        *list_lines("dug", _counted(counts_of(table.dug))),
        *list_lines("discard", _counted(counts_of(table.discard))),
    ]
    players = [_text_player(view, pile_seen(view, p), p) for p in range(table.num_players)]
    return join_groups(head, ground, fit_blocks(players, LINES - len(head) - len(ground)))


def _text_stack(view: View, stack: int) -> str:
    """Write a stack's height, and the cards of its top that are known."""
    table = view.table
    if table.destroyed[stack]:
        gone = ", ".join(NAMES[card] for card in tops_seen(view, stack) if card is not None)
        return f"stack {stack + 1} destroyed" + (f", known to be gone: {gone}" if gone else "")
    size = table.stack_size[stack]
    tops = [NAMES[card] if card is not None else "?" for card in tops_seen(view, stack)[: min(3, size)]]
    shown = f", from the top: {', '.join(tops)}" if set(tops) - {"?"} else ""
    return f"stack {stack + 1} {pluralized(size, 'card')}{shown}" if size else f"stack {stack + 1} empty"


def _text_player(view: View, pile: Pile, p: int) -> list[str]:
    """Write a player's points and notes, and the cards of the pile; of partners, whose pile is one, only with the first."""
    table = view.table
    mark = ">" if view.is_active(p) else " "
    size = table.pile_size[pile_of(table, p)]
    head = f"{mark}{p} {shortened(view.name(p), 20):<20} {pluralized(pile.points, 'point'):>11}, {pluralized(size, 'card')}"
    notes = ", ".join([head, *roles_of(view, p), *used_dogs(pile), *doubt(pile)])
    return [notes] if table.teams and p > 1 else list_lines(f"{notes}:", _counted(pile.cards))


def used_dogs(pile: Pile) -> list[str]:
    """Note the Dogs of a pile that are used (LD-7)."""
    return [pluralized(pile.used_dogs, "used Dog")] if pile.used_dogs else []


def doubt(pile: Pile) -> list[str]:
    """Note the card that changed piles unseen (LD-12)."""
    return [{1: "a stolen card more", -1: "a card stolen"}[pile.unknown]] if pile.unknown else []


# --- SVG

GROUND_TOP = theme.HEADING + 8
GROUND_HEIGHT = 296
PANEL_TOP = GROUND_TOP + GROUND_HEIGHT + 14
PANEL_HEIGHT = 330
HEIGHT = PANEL_TOP + PANEL_HEIGHT + theme.MARGIN

STACK_X, STACK_STEP, STACK_TOP = theme.MARGIN + 76, 132, GROUND_TOP + 62
LAYER_CARDS = 5
DUG_LEFT, DUG_TOP, DUG_WIDTH = 452, GROUND_TOP + 50, 510
DISCARD_TOP = GROUND_TOP + 190
FACE_STEP = 38
CARD_CELL = (56, 70)  # width and height of a card at scale 1

SPADE = (
    '<path d="M-2-14H2V2H-2ZM-6-16H6V-13H-6Z" fill="#7a4a26"/>'
    '<path d="M-7 1H7V8Q7 14 0 17Q-7 14-7 8Z" stroke="#2d2a26" stroke-width="1"/>'
)


def svg(view: View) -> str:
    """Draw the table as an SVG document."""
    picture = Svg(theme.WIDTH, HEIGHT, view.all_parts)
    theme.heading(picture, view, status(view))
    theme.ground(picture, GROUND_TOP, GROUND_HEIGHT)
    for stack in range(view.table.stacks):
        _draw_stack(picture, view, stack)
    draw_danger(picture, view, theme.MARGIN + 30, GROUND_TOP + 24)
    _draw_dug(picture, view)
    _draw_discard(picture, view)
    for p in range(view.table.num_players):
        _draw_player(picture, view, pile_seen(view, p), p)
    return picture.document()


def _draw_stack(picture: Svg, view: View, stack: int) -> None:
    """Draw a heap of backs as high as the stack, and below it the known top cards, the topmost on the left."""
    table = view.table
    x, size = STACK_X + STACK_STEP * stack, table.stack_size[stack]
    base = STACK_TOP + 24
    with picture.spot(f"stack-{stack}", x - 62, base - 42, 124, 150):
        picture.ellipse(x, base + 84, 58, 18, fill=palette.EARTH_DARK)
        for layer in range(-(-size // LAYER_CARDS)):
            draw_back(picture, x, base - 5 * layer, 1.25, f"{stack + 1}")
    if table.destroyed[stack] or not size:
        words = "destroyed" if table.destroyed[stack] else "empty"
        picture.text(x, base + 60, words, 16, text_anchor="middle", fill=palette.RED_INK)
    picture.text(x, base + 126, pluralized(size, "card"), 16, text_anchor="middle", fill=palette.INK)
    if table.stack == stack:
        picture.rect(x - 58, base + 136, 116, 64, rx=8, fill="none", stroke=palette.GOLD, stroke_width=3)
    for place, card in enumerate(tops_seen(view, stack)):
        if card is not None:
            left = x + FACE_STEP * (place - 1)
            with picture.spot(f"top-{stack}-{place}", left - 19, base + 140, 38, 56):
                draw_card(picture, left, base + 143, card, 0.72)


def draw_danger(picture: Svg, view: View, x: float, y: float) -> None:
    """Draw how many Skeletons and Worms are among the cards that were not shown to all yet."""
    unseen = view.table.unseen
    with picture.part("danger", x - 18, y - 16, 304, 32):
        for k, (kind, emblem) in enumerate(((SKELETON, "Evil Skeleton"), (WORMS, "Worms"))):
            label, markup = FACES[emblem]
            picture.use(label.lower(), markup, x + 58 * k, y, 0.95)
            picture.text(x + 20 + 58 * k, y + 6, unseen[kind], 17, fill=palette.INK)
        picture.text(x + 110, y + 5, f"of {sum(unseen)} cards not shown", 13, fill=palette.INK)


def _draw_dug(picture: Svg, view: View) -> None:
    """Draw the cards dug in this turn; the last card has a gold edge, the cause of a bust a red edge."""
    table = view.table
    kinds = [kind for kind in range(NUM_KINDS) if table.dug[kind]]
    with picture.spot("dug", DUG_LEFT, DUG_TOP - 8, DUG_WIDTH, 112):
        picture.rect(DUG_LEFT, DUG_TOP - 8, DUG_WIDTH, 112, rx=12, fill=palette.PATH)
        _draw_at_stake(picture, view, kinds)
    picture.text(DUG_LEFT, DUG_TOP - 18, "at stake", 16, fill=palette.INK)
    picture.text(DUG_LEFT + DUG_WIDTH, DUG_TOP - 18, news(view), 16, text_anchor="end", fill=palette.INK)


def _draw_at_stake(picture: Svg, view: View, kinds: list[int]) -> None:
    table = view.table
    step = min(66, (DUG_WIDTH - 70) / max(1, len(kinds) - 1))
    for k, kind in enumerate(kinds):
        x = DUG_LEFT + 38 + step * k
        with picture.part(f"dug-{kind}", x - 32, DUG_TOP, 64, 84):
            draw_card(picture, x, DUG_TOP + 2, kind, 1.2, palette.GOLD if kind == table.last else None)
            if table.dug[kind] > 1:
                theme.badge(picture, x + 20, DUG_TOP + 76, 11, palette.CARD_INK, table.dug[kind])
    if not kinds and table.busted != NONE:
        draw_card(picture, DUG_LEFT + 38, DUG_TOP + 2, table.last, 1.2, RED)


def _draw_discard(picture: Svg, view: View) -> None:
    """Draw the discard pile."""
    counts = counts_of(view.table.discard)
    picture.text(DUG_LEFT, DISCARD_TOP - 14, f"discard {sum(counts)}", 16, fill=palette.INK)
    _draw_counts(
        picture, counts, "discard", (DUG_LEFT, DISCARD_TOP, DUG_WIDTH, GROUND_TOP + GROUND_HEIGHT - DISCARD_TOP - 6), 0.9
    )


def _draw_counts(
    picture: Svg, counts: Sequence[int], spot: str, box: tuple[float, float, float, float], largest: float
) -> None:
    """Draw one card of each kind with its count, line by line.

    Args:
        spot: the prefix of the cards' names.
        box: left, top, width, height.
        largest: the largest scale of the cards.
    """
    left, top, *size = box
    columns, scale, step, height = theme.grid(sum(count > 0 for count in counts), (size[0], size[1]), CARD_CELL, largest)
    for k, kind in enumerate(kind for kind in range(NUM_KINDS) if counts[kind]):
        line, column = divmod(k, columns)
        x, y = left + step * (column + 0.5), top + height * line
        with picture.spot(f"{spot}-{kind}", x - 28 * scale, y - 2 * scale, 56 * scale, 70 * scale):
            draw_card(picture, x, y, kind, scale)
        if counts[kind] > 1:
            theme.badge(picture, x + 18 * scale, y + 8 * scale, 11 * scale, palette.CARD_INK, counts[kind])


def _draw_player(picture: Svg, view: View, pile: Pile, p: int) -> None:
    """Draw a player's panel: spade, points as far as they are known, notes, and the pile."""
    table = view.table
    x, width = theme.panel_span(view, p)
    active = view.is_active(p)
    with picture.spot(f"seat-{p}", x, PANEL_TOP, width, 108):
        theme.panel(picture, view, p, (x, PANEL_TOP, width, PANEL_HEIGHT), active, pile.points)
    if active:
        picture.circle(x + 30, PANEL_TOP + 30, 21, fill=palette.SPOTLIGHT, stroke=palette.GOLD, stroke_width=3)
    picture.use("spade", SPADE, x + 30, PANEL_TOP + 30, fill=palette.PLAYERS[p][0])
    size = table.pile_size[pile_of(table, p)]
    notes = [pluralized(size, "card"), *roles_of(view, p), *doubt(pile), *used_dogs(pile)]
    for line, words in enumerate(wrap(" · ".join(notes), int(width / 7), " · ")[:3]):
        picture.text(x + 16, PANEL_TOP + 70 + 16 * line, words, 13, width - 24, fill=palette.FAINT_INK)
    _draw_counts(picture, pile.cards, f"pile-{p}", (x + 8, PANEL_TOP + 112, width - 16, PANEL_HEIGHT - 118), 1.8)
