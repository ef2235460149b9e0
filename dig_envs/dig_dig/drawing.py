"""Draw the table of Dig Dig as SVG, and as text: the table and the cards that the viewer knows (`View.known`)."""

from typing import Any, NamedTuple

from dig_envs.core.game import End
from dig_envs.dig_dig.card_drawing import draw_back, draw_card
from dig_envs.dig_dig.components import CLEARING_RUN, KIND_NAMES, NUM_KINDS, NUMBERS, ROW, Card
from dig_envs.dig_dig.rules import cards_left, total
from dig_envs.dig_dig.state import NONE, Phase
from dig_envs.render import palette, theme
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized, shortened

PLACES = ("", "out 1st", "out 2nd", "out 3rd")


class Hand(NamedTuple):
    """A hand as the viewer knows it: known cards by kind, and the number of other cards."""

    known: tuple[int, ...]
    others: int


def hand_of(view: View, p: int) -> Hand:
    """Return a seat's hand as the viewer knows it."""
    known = tuple(view.known.seats[p].hand)
    return Hand(known, view.table.hand_size[p] - sum(known))


def blind_of(view: View, p: int) -> list[int | None]:
    """Return the kinds of a seat's blind cards: None for an unknown card, NONE where no card is left."""
    kinds = view.known.secret.blind[p]
    return [(None if kinds[k] == NONE else kinds[k]) if view.table.blind[p][k] else NONE for k in range(ROW)]


# --- in words


def status(view: View) -> str:
    """Describe the decision that is due."""
    table = view.table
    name = shortened(view.name(table.active), 20)
    if table.phase == Phase.SET_UP:
        return f"{name} lays card {total(table.picks) + 1} of {table.row} face up"
    if table.phase == Phase.OPENING:
        return f"{name} to make the first play"
    if table.hand_size[table.active]:
        return f"{name} to play from the hand"
    return f"{name} to " + ("play a face-up card" if total(table.face_up[table.active]) else "turn a blind card")


def wanted(view: View) -> str:
    """Name the numbers that may be played next; empty before the first play."""
    table = view.table
    top = table.top
    if table.phase == Phase.SET_UP or not view.running:
        return ""
    if top == Card.LIMBO:
        return "next: 5 or lower"
    if not 0 <= top < NUMBERS:
        return "next: any number"
    if table.phase == Phase.FOLLOWING:
        return f"next: higher than {top + 1}"
    return "next: 10" if top == Card.TEN else f"next: {top + 1} or higher"


def run_of(table: Any) -> str:
    """Say how near the pile is to being cleared."""
    run = table.run
    return f"{CLEARING_RUN - run} more {table.top + 1} would clear it" if run > 1 else ""


def just_played(view: View) -> str:
    """Describe the last play; in the set-up, the cards that the active seat has laid so far."""
    table = view.table
    if table.phase == Phase.SET_UP:
        return _kinds(table.picks) and f"laid so far: {_kinds(table.picks)}"
    if table.last_seat == NONE:
        return ""
    name, kind = shortened(view.name(table.last_seat), 20), table.last_kind
    if table.last_count:
        copies = f" x{table.last_count}" if table.last_count > 1 else ""
        return f"{name} played {KIND_NAMES[kind]}{copies}" + ("" if table.pile_size else " and cleared the pile")
    shown = "" if kind == NONE else f"turned {KIND_NAMES[kind]}, which did not fit, and "
    return f"{name} {shown}picked up"


def _kinds(counts: Any) -> str:
    return ", ".join(KIND_NAMES[kind] for kind in range(NUM_KINDS) for _ in range(counts[kind]))


def figure_of(view: View, p: int) -> str:
    """Say how many cards a player has, or when it went out."""
    return PLACES[view.table.place[p]] or f"{cards_left(view.table, p)}"


MEASURE = "cards left"


def figures(view: View) -> list[str]:
    """Return how many cards each seat has left, which all see, or when it went out."""
    return [figure_of(view, p) for p in range(view.table.num_players)]


# --- text

LETTERS = tuple(name if kind < NUMBERS else name[0].upper() for kind, name in enumerate(KIND_NAMES))
LEGEND = "B boom   L limbo   D drop   N ninja   ? unknown   > to act"
TEXT_PILE = 20  # cards of the pile that are written out


def text(view: View) -> str:
    """Return the table as text, in 80 columns."""
    table = view.table
    compost = total(table.compost)
    lines = [
        view.headline(46),
        shortened(view.result or status(view), 80),
        " · ".join(filter(None, (just_played(view), wanted(view), run_of(table)))),
        "",
        f"pile    {_text_pile(table)}",
        f"compost {_text_counts(table.compost)}" + (f" ({compost} cards)" if compost > 2 else ""),
        f"deck    {pluralized(table.deck_size, 'card')}",
        "",
    ]
    for p in range(table.num_players):
        lines += _text_player(view, p)
    return "\n".join([*(line.rstrip() for line in lines), "", LEGEND]) + "\n"


def _text_pile(table: Any) -> str:
    size = table.pile_size
    shown = " ".join(LETTERS[table.pile[at]] for at in range(max(0, size - TEXT_PILE), size))
    return f"{f'({size - TEXT_PILE} more) ' if size > TEXT_PILE else ''}{shown or '-'}"


def _text_counts(counts: Any) -> str:
    held = [(LETTERS[kind], counts[kind]) for kind in range(NUM_KINDS) if counts[kind]]
    return " ".join(letter if count == 1 else f"{letter}x{count}" for letter, count in held) or "-"


def _text_player(view: View, p: int) -> list[str]:
    table = view.table
    mark = ">" if view.is_active(p) else " "
    blind = " ".join("-" if kind == NONE else "?" if kind is None else LETTERS[kind] for kind in blind_of(view, p))
    figure = PLACES[table.place[p]] or pluralized(cards_left(table, p), "card")
    head = f"{mark}{p} {shortened(view.name(p), 20):<20} {figure:<9} face up {_text_counts(table.face_up[p]):<12} blind {blind}"
    return [head, f"   hand {_text_hand(hand_of(view, p))}"]


def _text_hand(hand: Hand) -> str:
    known = [_text_counts(hand.known)] if sum(hand.known) or not hand.others else []
    unknown = [f"?x{hand.others}" if hand.others > 1 else "?"] if hand.others else []
    return " ".join(known + unknown)


# --- SVG

GROUND_TOP = theme.HEADING + 8
GROUND_HEIGHT = 242
PANEL_TOP = GROUND_TOP + GROUND_HEIGHT + 14
PANEL_HEIGHT = 366
HEIGHT = PANEL_TOP + PANEL_HEIGHT + theme.MARGIN

DECK_X = theme.MARGIN + 70
PILE_X, PILE_HALF = 457, 260  # the hole: its middle, half its width
PILE_SHOWN = 12
PILE_STEP, PILE_WIDTH = 64, 352
COMPOST_LEFT = theme.WIDTH - theme.MARGIN - 212
COMPOST_STEP = 30
KINDS_A_LINE = 7
HAND_CELL = (52, 84)  # width and height of a card with its count
OWN, OTHER = 1.5, 0.85  # largest scale of a hand; a row of the table has scale 1

MOLE = (
    '<ellipse rx="13" ry="12"/><ellipse cy="5" rx="8" ry="6" fill="#fff" opacity="0.22"/>'
    '<circle cx="-5" cy="-4" r="1.9" fill="#000"/><circle cx="5" cy="-4" r="1.9" fill="#000"/>'
    '<ellipse cy="2" rx="3.6" ry="2.8" fill="#ef8f92"/>'
    '<ellipse cx="-11" cy="9" rx="4.4" ry="3.2" fill="#ef8f92"/><ellipse cx="11" cy="9" rx="4.4" ry="3.2" fill="#ef8f92"/>'
)


def svg(view: View) -> str:
    """Return the table as an SVG document."""
    table = view.table
    picture = Svg(theme.WIDTH, HEIGHT, view.all_parts)
    theme.heading(picture, view, status(view))
    theme.ground(picture, GROUND_TOP, GROUND_HEIGHT)
    with picture.part("deck", DECK_X - 34, GROUND_TOP + 62, 72, 158):
        _draw_deck(picture, view)
    with picture.spot("pile", PILE_X - PILE_HALF, GROUND_TOP + 40, 2 * PILE_HALF, 164):
        _draw_pile(picture, view)
    _draw_captions(picture, view)
    _draw_compost(picture, table)
    for p in range(table.num_players):
        _draw_player(picture, view, p)
    return picture.document()


def _draw_deck(picture: Svg, view: View) -> None:
    table, y = view.table, GROUND_TOP + 78
    layers = min(4, -(-table.deck_size // 10))
    if not layers:
        picture.rect(
            DECK_X - 30, y, 60, 84, rx=7, fill=palette.PATH, stroke=palette.GRASS_EDGE, stroke_width=2, stroke_dasharray="5 4"
        )
    for layer in range(layers):
        kind = view.known.secret.deck[table.deck_size - 1]
        top = kind if layer == layers - 1 and kind != NONE else None
        draw_back(picture, DECK_X + 3 * layer, y - 3 * layer, top, scale=1.2)
    picture.text(DECK_X + 3, GROUND_TOP + 190, "draw deck", 14, text_anchor="middle", fill=palette.INK)
    picture.text(DECK_X + 3, GROUND_TOP + 214, table.deck_size, 19, text_anchor="middle", fill=palette.INK)


def _draw_pile(picture: Svg, view: View) -> None:
    """Draw the upper cards of the pile in a row, the top card on the right; cards just played have a gold edge."""
    table = view.table
    picture.ellipse(PILE_X, GROUND_TOP + 120, PILE_HALF, 78, fill=palette.EARTH)
    picture.ellipse(PILE_X, GROUND_TOP + 124, PILE_HALF - 12, 67, fill=palette.EARTH_DARK)
    shown = min(table.pile_size, PILE_SHOWN)
    step = min(PILE_STEP, PILE_WIDTH / max(1, shown - 1))
    for k in range(shown):
        at = table.pile_size - shown + k
        fresh = at >= table.pile_size - table.last_count
        draw_card(picture, PILE_X + step * (k - (shown - 1) / 2), GROUND_TOP + 79, table.pile[at], 1.2, fresh)
    if table.pile_size > shown:
        theme.badge(picture, PILE_X - PILE_WIDTH / 2 - 48, GROUND_TOP + 121, 15, palette.EARTH, f"+{table.pile_size - shown}")


def _draw_captions(picture: Svg, view: View) -> None:
    """Write the last play above the pile, and the next playable numbers below it."""
    table = view.table
    size = f"pile {table.pile_size}" if table.pile_size else "the pile is empty"
    words = " · ".join(filter(None, (size, wanted(view), run_of(table))))
    for y, line in ((27, just_played(view)), (227, words)):
        picture.text(PILE_X, GROUND_TOP + y, line, 16, text_anchor="middle", fill=palette.INK)


def _draw_compost(picture: Svg, table: Any) -> None:
    """Draw every kind with its count, and an empty frame for a kind that is not there."""
    picture.text(COMPOST_LEFT - 13, GROUND_TOP + 46, f"compost {total(table.compost)}", 14, fill=palette.INK)
    for kind in range(NUM_KINDS):
        line, column = divmod(kind, KINDS_A_LINE)
        x, y = COMPOST_LEFT + COMPOST_STEP * column, GROUND_TOP + 62 + 72 * line
        with picture.part(f"compost-{kind}", x - 15, y - 2, 30, 62):
            if not table.compost[kind]:
                picture.rect(x - 13, y, 26, 38, rx=4, fill="none", stroke=palette.GRASS_EDGE, stroke_width=1.5)
            else:
                draw_card(picture, x, y, kind, 0.54)
                picture.text(x, y + 55, f"x{table.compost[kind]}", 13, text_anchor="middle", fill=palette.INK)


def _draw_player(picture: Svg, view: View, p: int) -> None:
    """Draw a player's panel: the mole, its cards left, the row with the blind cards under it, the hand."""
    table = view.table
    x, width = theme.panel_span(view, p)
    active = view.is_active(p)
    theme.panel(picture, view, p, (x, PANEL_TOP, width, PANEL_HEIGHT), active, "" if table.place[p] else figure_of(view, p))
    if active:
        picture.circle(x + 30, PANEL_TOP + 28, 20, fill=palette.SPOTLIGHT, stroke=palette.GOLD, stroke_width=3)
    draw_mole(picture, x + 30, PANEL_TOP + 28, p, 1.25)
    if table.place[p]:
        picture.text(x + width / 2, PANEL_TOP + 176, PLACES[table.place[p]], 28, text_anchor="middle", fill=palette.GOLD_INK)
        return
    unit, paint = ("loses", palette.RED_INK) if table.end == End.OVER else ("cards", palette.FAINT_INK)
    picture.text(x + width - 16, PANEL_TOP + 54, unit, 13, text_anchor="end", fill=paint)
    _draw_row(picture, view, p, x + width / 2, PANEL_TOP + 64)
    picture.text(x + 16, PANEL_TOP + 184, f"hand {table.hand_size[p]}", 13, fill=palette.FAINT_INK)
    _draw_hand(picture, hand_of(view, p), p, (x + 14, PANEL_TOP + 192, width - 28), OWN if p == view.seat else OTHER)


def draw_mole(picture: Svg, x: float, y: float, p: int, scale: float) -> None:
    ends = {"stroke": palette.INK, "stroke_width": 1.2, "paint_order": "stroke"}
    picture.use("mole", MOLE, x, y, scale, fill=palette.PLAYERS[p][0], **ends)


def _draw_row(picture: Svg, view: View, p: int, middle: float, y: float) -> None:
    """Draw the blind cards, and on each a face-up card that leaves its lower edge free."""
    row = [kind for kind in range(NUM_KINDS) for _ in range(view.table.face_up[p][kind])]
    blind = blind_of(view, p)
    for k in range(ROW):
        x = middle + 62 * (k - (view.table.row - 1) / 2)
        if blind[k] != NONE:
            with picture.spot(f"blind-{p}-{k}", x - 28, y + 19, 56, 76):
                draw_back(picture, x, y + 22, blind[k])
        if k < len(row):
            with picture.spot(f"row-{p}-{row[k]}", x - 28, y - 3, 56, 76):
                draw_card(picture, x, y, row[k])


def _draw_hand(picture: Svg, hand: Hand, p: int, corner: tuple[float, float, float], largest: float) -> None:
    """Draw a hand: each kind once with its count on it, then the cards that are not known, as one back.

    Args:
        corner: left and upper edge, and width.
        largest: the largest scale of the cards.
    """
    shown = [(kind, count) for kind, count in enumerate(hand.known) if count] + [(NONE, hand.others)] * (hand.others > 0)
    left, y, width = corner
    columns, scale, step, height = theme.grid(len(shown), (width, PANEL_HEIGHT - 200), HAND_CELL, largest)
    for k, (kind, count) in enumerate(shown):
        line, column = divmod(k, columns)
        x, top = left + step * (column + 0.5), y + height * line
        with picture.spot(f"hand-{p}-{kind}", x - 26 * scale, top - 3 * scale, 52 * scale, 76 * scale):
            if kind == NONE:
                draw_back(picture, x, top, scale=scale)
            else:
                draw_card(picture, x, top, kind, scale)
        if count > 1:
            theme.badge(picture, x + 17 * scale, top + 60 * scale, max(8, 12 * scale), palette.CARD_INK, count)
