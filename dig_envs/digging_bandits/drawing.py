"""Draw the table of Digging Bandits as SVG and text: the table and the cards that the viewer knows."""

import math
from bisect import bisect
from itertools import accumulate
from typing import Any, NamedTuple

from dig_envs.digging_bandits import card_drawing
from dig_envs.digging_bandits.captions import (
    character,
    counted,
    facts,
    in_play,
    known_hand,
    name_of,
    place_words,
    status,
    team,
    whereabouts,
)
from dig_envs.digging_bandits.components import BACK_OF, BACKS, CABIN, HAND_KINDS, KIND_NAMES, LOOP, PLACES, TOWNS, Back, Card
from dig_envs.digging_bandits.emblems import draw_houses
from dig_envs.digging_bandits.state import NONE
from dig_envs.render import palette, theme
from dig_envs.render.lines import COLUMNS, LINES, fit_blocks, join_groups, list_lines, wrap
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized, shortened

DECKS = ("Landfill", "Dig", "Draw", "Doodads")
MEASURE = "cards in hand"


class Hand(NamedTuple):
    """A hand as the viewer knows it: known cards by kind, and unknown cards by back."""

    known: list[int]
    others: list[int]


def hand_seen(view: View, p: int) -> Hand:
    """Return the hand of a seat as the viewer knows it."""
    known = known_hand(view, p)
    others = [view.table.backs[p][back] for back in range(BACKS)]
    for kind, count in enumerate(known):
        others[BACK_OF[kind]] -= count
    return Hand(known, others)


def stack_seen(view: View, place: int) -> list[int]:
    """Return the Land cards of a place from the bottom; NONE for an unknown card."""
    start = sum(view.table.height[other] for other in range(place))
    return [view.known.secret.land[at] for at in range(start, start + view.table.height[place])]


def gold_of(view: View) -> str:
    """Say where the GOLD is, or how many cards may be the GOLD, as far as the viewer knows."""
    table, known = view.table, view.known
    if table.faces[Card.GOLD]:
        return "GOLD is in the Landfill"
    for p in range(table.num_players):
        if hand_seen(view, p).known[Card.GOLD]:
            return f"GOLD is in {'your hand' if p == view.seat else f'the hand of {name_of(view, p)}'}"
    stacks = [stack_seen(view, place) for place in range(PLACES)]
    if Card.GOLD in known.secret.land[: sum(table.height)]:
        return f"GOLD lies on {place_words(next(place for place in range(PLACES) if Card.GOLD in stacks[place]))}"
    unknown = sum(stack.count(NONE) for stack in stacks)
    hands = sum(hand_seen(view, p).others[Back.LAND] for p in range(table.num_players))
    in_hands = f", {hands} in hands" if hands else ""
    return f"GOLD: 1 of {pluralized(unknown + hands, 'card')}{in_hands}"


def slabs_of(view: View, place: int) -> list[int]:
    """Return the Land cards of a place for `draw_land`, from the bottom."""
    hidden = card_drawing.GOLD_PERHAPS if "1 of" in gold_of(view) else card_drawing.UNKNOWN
    return [hidden if kind == NONE else kind for kind in stack_seen(view, place)]


def figures(view: View) -> list[str]:
    """Return the number of cards of each seat, TECH included, which is public; "out" or "won" for a settled seat."""
    table = view.table
    won = [not view.running and points == max(view.points) for points in view.points]
    held = [sum(table.backs[p][back] for back in range(BACKS)) + table.tech[p] for p in range(table.num_players)]
    return ["won" if won[p] else "out" if table.out[p] else f"{held[p]}" for p in range(table.num_players)]


def is_asked(view: View, p: int) -> bool:
    """Return whether the picture marks a seat as asked: an onlooker sees it for all seats, a seat only for itself."""
    return view.running and view.seat in (None, p) and view.record.seats[p].asked == 1


# --- text

LAND_LETTERS = {"gold": "G", "ground": ".", "stone": "S", "tech": "T", "dynamite": "D"}
MAX_STACK_TEXT = 8  # cards of a stack that the text shows; of a higher stack it shows the top
LEGEND = (
    "G gold  W wanted  T tech  S stone  D dynamite  . ground  ? unknown  > asked",
    "stacks: top at the right, … more below   =0 bridge of 0   #0 plot of 0   @0 piece 0",
)
CELL = 17  # characters per place
DECK = COLUMNS - 4 * CELL


def text(view: View) -> str:
    """Write the table as text: the loop by columns, the decks at the right, and the bandits with their hands."""
    table = view.table
    cells = [_text_place(view, place) for place in range(LOOP)]
    decks = [f"{name} {table.deck_size[back]}{_text_top(view, back)}" for back, name in enumerate(DECKS)]
    rows = ["".join(f"{cell:<{CELL}}" for cell in cells[row::5]) + deck for row, deck in enumerate([*decks, ""])]
    head = [
        view.headline(),
        view.result or status(view),
    ]
    in_play = fit_blocks([wrap(facts(view), COLUMNS)], 2) if facts(view) else []
    players = [_text_player(view, p) for p in range(table.num_players)]
    free_lines = LINES - len(head) - len(in_play) - len(rows) - len(LEGEND)
    return join_groups([*head, *in_play], rows, fit_blocks(players, free_lines), LEGEND)


def _land_letter(kind: int) -> str:
    return "?" if kind == NONE else LAND_LETTERS.get(KIND_NAMES[kind], "W")


def _text_place(view: View, place: int) -> str:
    """Write a place: its stack from the bottom, bridge, plot and pieces."""
    table = view.table
    stack = "".join(map(_land_letter, stack_seen(view, place)))
    if len(stack) > MAX_STACK_TEXT:
        stack = "…" + stack[1 - MAX_STACK_TEXT :]
    bridge = f"={table.bridge[place]}" if table.bridge[place] != NONE else ""
    plot = f"#{table.plot_owner}" if table.plot == place else ""
    pieces = "".join(str(p) for p in range(table.num_players) if table.place[p] == place and not table.out[p])
    return f"{place:>2}{'town' if place in TOWNS else ''} {stack}{bridge}{plot}{f'@{pieces}' if pieces else ''}"


def _text_top(view: View, back: int) -> str:
    """Write the top card of a deck, if the viewer knows it."""
    kind = view.known.secret.deck[back][0]
    return f" ({KIND_NAMES[kind]})" if kind != NONE else ""


def _text_player(view: View, p: int) -> list[str]:
    table = view.table
    mark = ">" if is_asked(view, p) else " "
    where = whereabouts(table, p) + (", owes" if table.owing[p] else "")
    side = f"{team(view, p)} " if table.teams else ""
    head = f"{mark}{p} {name_of(view, p):<16} {side}{character(table, p):<13} {where:<8} tech {table.tech[p]}:"
    return list_lines(head, _text_hand(hand_seen(view, p)))


def _text_hand(hand: Hand) -> str:
    """Write the known cards, then the unknown ones by back; a dash for an empty hand."""
    unknown = [f"{Back(back).name.lower()} ?x{count}" for back, count in enumerate(hand.others) if count]
    return ", ".join(filter(None, (counted(hand.known), *unknown))) or "-"


# --- SVG

BOARD_TOP = theme.HEADING + 6
BOARD_HEIGHT = 470
MIDDLE_X, MIDDLE_Y = theme.WIDTH / 2, BOARD_TOP + BOARD_HEIGHT / 2
LOOP_X, LOOP_Y = 408, 186
PLACE_R = 34
PANEL_TOP = BOARD_TOP + BOARD_HEIGHT + 12
PANEL_HEIGHT = 212
HEIGHT = PANEL_TOP + PANEL_HEIGHT + theme.MARGIN
LEGEND_KINDS = ("gold", "wanted", "tech", "stone", "dynamite", "ground")
SHOWN = 6  # cards of a stack that the picture shows


def svg(view: View) -> str:
    """Draw the table as an SVG document."""
    table = view.table
    picture = Svg(theme.WIDTH, HEIGHT, view.all_parts)
    theme.heading(picture, view, status(view) if view.running else "")
    theme.ground(picture, BOARD_TOP, BOARD_HEIGHT, palette.SAND, palette.SAND_EDGE)
    picture.ellipse(MIDDLE_X, MIDDLE_Y, LOOP_X, LOOP_Y, fill="none", stroke=palette.TRAIL, stroke_width=26)
    _draw_middle(picture, view)
    for place in range(LOOP):
        _draw_place(picture, view, place)
    for p in range(table.num_players):
        if not table.out[p]:
            _draw_piece_on_board(picture, table, p)
    for p in range(table.num_players):
        _draw_player(picture, view, p)
    return picture.document()


def centre_of(place: int) -> tuple[float, float]:
    """Return the centre of a place: the loop runs clockwise from the top, the cabin is in the middle."""
    return (MIDDLE_X, MIDDLE_Y - 46) if place == CABIN else CENTRES[place]


def _places_on_ellipse() -> list[tuple[float, float]]:
    """Return the centres of the places of the loop, at equal distances along an ellipse."""
    fine = [2 * math.pi * k / 4000 for k in range(4001)]
    points = [(MIDDLE_X + LOOP_X * math.sin(angle), MIDDLE_Y - LOOP_Y * math.cos(angle)) for angle in fine]
    lengths = list(accumulate(map(math.dist, points, points[1:]), initial=0.0))
    return [points[bisect(lengths, lengths[-1] * place / LOOP)] for place in range(LOOP)]


CENTRES = _places_on_ellipse()


def _draw_place(picture: Svg, view: View, place: int) -> None:
    x, y = centre_of(place)
    with picture.spot(f"place-{place}", x - 40, y - 48, 80, 102):
        _draw_land(picture, view, place)


def _draw_land(picture: Svg, view: View, place: int) -> None:
    table = view.table
    x, y = centre_of(place)
    if place in TOWNS:
        _draw_town(picture, x, y, place)
        return
    picture.ellipse(x, y + 8, PLACE_R, PLACE_R * 0.72, fill=palette.EARTH_DARK if not table.height[place] else palette.EARTH)
    if table.plot == place:
        colour = palette.PLAYERS[table.plot_owner][0]
        picture.ellipse(
            x, y + 8, PLACE_R + 4, PLACE_R * 0.72 + 4, fill="none", stroke=colour, stroke_width=5, stroke_dasharray="7 4"
        )
    stack = slabs_of(view, place)
    for k, kind in enumerate(stack[-SHOWN:]):
        card_drawing.draw_land(picture, x - 15, y + 10 - 10 * k, kind)
    if len(stack) > SHOWN:
        theme.badge(picture, x + 22, y + 20, 10, palette.EARTH, len(stack))
    if table.bridge[place] != NONE:
        draw_bridge(picture, x, y + 6, palette.PLAYERS[table.bridge[place]], table.bridge[place])
    picture.text(x, y + 44, place, 12, text_anchor="middle", fill=palette.INK)


def _draw_town(picture: Svg, x: float, y: float, place: int) -> None:
    picture.circle(x, y, PLACE_R, fill="#f7ecd0", stroke="#a4713f", stroke_width=3)
    draw_houses(picture, x, y + 4, TOWNS.index(place))
    picture.text(x, y + 46, f"town {place}", 12, text_anchor="middle", fill=palette.INK)


def draw_bridge(picture: Svg, x: float, y: float, paint: tuple[str, str], owner: int) -> None:
    """Draw a bridge in its owner's colour, with the owner's number."""
    fill, ink = paint
    picture.path(f"M{x - 38:g} {y + 12:g} q38 -36 76 0 v13 q-38 -32 -76 0 z", fill=fill, stroke=palette.INK, stroke_width=1.5)
    for k in (-2, -1, 1, 2):
        picture.path(f"M{x + 13 * k:g} {y - 6 + abs(k) * 3:g} v12", stroke=ink, stroke_width=2)
    theme.badge(picture, x, y + 1, 9, fill, owner, ink)


def _draw_piece_on_board(picture: Svg, table: Any, p: int) -> None:
    """Draw a player's piece; pieces on the same place are side by side."""
    together = [q for q in range(table.num_players) if table.place[q] == table.place[p] and not table.out[q]]
    x, y = centre_of(table.place[p])
    lift = 6 if table.place[p] == CABIN else 22
    x, y = x + 24 * (together.index(p) - (len(together) - 1) / 2), y - lift
    with picture.spot(f"piece-{p}", x - 16, y - 24, 32, 40):
        card_drawing.draw_piece(picture, x, y, palette.PLAYERS[p], p)


def _draw_middle(picture: Svg, view: View) -> None:
    """Draw the cabin, the decks, the dice and the cards in play."""
    table = view.table
    x, y = centre_of(CABIN)
    with picture.spot(f"place-{CABIN}", x - 78, y - 64, 156, 94):
        draw_cabin(picture, x, y)
    _draw_land_legend(picture, MIDDLE_X + 98, MIDDLE_Y - 92)
    picture.text(MIDDLE_X + 98, MIDDLE_Y - 16, shortened(gold_of(view), 34), 13, fill=palette.INK)
    for back in range(BACKS):
        left = MIDDLE_X - 234 + 156 * back
        with picture.spot(f"deck-{back}", left - 30, MIDDLE_Y + 4, 60, 76):
            _draw_deck(picture, view, back, left)
    for die in range(2):
        if table.dice[die]:
            with picture.part("dice", MIDDLE_X - 220 + 44 * die, MIDDLE_Y - 86, 40, 40):
                card_drawing.draw_die(picture, MIDDLE_X - 200 + 44 * die, MIDDLE_Y - 66, table.dice[die])
    picture.text(
        MIDDLE_X,
        MIDDLE_Y + 124,
        shortened(in_play(view), 60),
        14,
        text_anchor="middle",
        fill=palette.INK,
    )


def draw_cabin(picture: Svg, x: float, y: float) -> None:
    picture.rect(x - 62, y - 30, 124, 56, rx=4, fill="#9c6237", stroke="#6c3f1e", stroke_width=3)
    picture.path(f"M{x - 74:g} {y - 30:g} h148 l-34 -30 h-80 z", fill="#6c3f1e")
    picture.text(x, y - 38, "Hideout Cabin", 14, text_anchor="middle", fill="#fbe9c8")


def _draw_land_legend(picture: Svg, x: float, y: float) -> None:
    """Explain the letters of Land cards in two columns."""
    for k, kind in enumerate(LEGEND_KINDS):
        left, top = x + 96 * (k // 3), y + 20 * (k % 3)
        card_drawing.draw_land(picture, left, top, first_kind(kind))
        picture.text(left + 38, top + 10, kind, 12.5, fill=palette.INK)


def first_kind(word: str) -> int:
    """Return the first kind of card with a word in its name."""
    return next(number for number, name in enumerate(KIND_NAMES) if word in name)


def _draw_deck(picture: Svg, view: View, back: int, x: float) -> None:
    table, top = view.table, view.known.secret.deck[back][0]
    if not table.deck_size[back]:
        picture.rect(
            x - 24, MIDDLE_Y + 8, 48, 66, rx=6, fill="none", stroke=palette.SAND_EDGE, stroke_width=2, stroke_dasharray="5 4"
        )
    elif top == NONE:
        card_drawing.draw_back(picture, x, MIDDLE_Y + 8, back)
    else:
        card_drawing.draw_card(picture, x, MIDDLE_Y + 8, top)
    picture.text(x, MIDDLE_Y + 95, f"{DECKS[back]} {table.deck_size[back]}", 13, text_anchor="middle", fill=palette.INK)


def _draw_player(picture: Svg, view: View, p: int) -> None:
    """Draw a player's panel: its bandit, place and cards."""
    table = view.table
    x, width = theme.panel_span(view, p)
    with picture.spot(f"seat-{p}", x, PANEL_TOP, width, 74):
        theme.panel(picture, view, p, (x, PANEL_TOP, width, PANEL_HEIGHT), is_asked(view, p), "")
    card_drawing.draw_piece(picture, x + 30, PANEL_TOP + 26, palette.PLAYERS[p], p)
    picture.text(x + 16, PANEL_TOP + 66, shortened(line_of(table, p), int(width / 7.6)), 13, fill=palette.FAINT_INK)
    if table.teams:
        picture.text(x + width - 16, PANEL_TOP + 47, team(view, p), 13, text_anchor="end", fill=palette.INK)
    if view.is_active(p):
        picture.text(x + width - 16, PANEL_TOP + 28, "turn", 13, text_anchor="end", fill=palette.GOLD_INK)
    if table.out[p]:
        picture.text(x + width / 2, PANEL_TOP + 150, "OUT", 40, text_anchor="middle", fill=palette.FAINT_INK)
        return
    _draw_hand(picture, table, hand_seen(view, p), p, (x + 12, PANEL_TOP + 78, width - 24))


def line_of(table: Any, p: int) -> str:
    owes = ", owes a toll" if table.owing[p] else ""
    return f"{character(table, p)} · {whereabouts(table, p)}{owes}"


def cards_in_hand(table: Any, hand: Hand, p: int) -> list[tuple[int, int, bool]]:
    """Return triples (kind, count, True) of TECH and known cards, then (back, count, False) of unknown cards."""
    shown: list[tuple[int, int, bool]] = [(KIND_NAMES.index("tech"), table.tech[p], True)] if table.tech[p] else []
    shown += [(kind, hand.known[kind], True) for kind in range(HAND_KINDS) if hand.known[kind]]
    shown += [(back, count, False) for back, count in enumerate(hand.others) if count]
    return shown


def _draw_hand(picture: Svg, table: Any, hand: Hand, p: int, box: tuple[float, float, float]) -> None:
    """Draw a hand in rows, each kind once with its count."""
    left, top, width = box
    shown = cards_in_hand(table, hand, p)
    columns, scale, step, height = theme.grid(len(shown), (width, PANEL_HEIGHT - 84), (54, 84))
    for k, (card, count, known) in enumerate(shown):
        line, column = divmod(k, columns)
        x, y = left + step * (column + 0.5), top + height * line
        with picture.spot(
            f"hand-{p}-{card if known else f'back-{card}'}", x - 27 * scale, y - 3 * scale, 54 * scale, 74 * scale
        ):
            (card_drawing.draw_card if known else card_drawing.draw_back)(picture, x, y, card, scale)
        if count > 1:
            picture.text(x, y + 79 * scale, f"x{count}", max(10, 14 * scale), text_anchor="middle", fill=palette.INK)
