"""A position of Digging Bandits in words, as one seat knows it."""

from itertools import groupby
from typing import Any

from dig_envs.digging_bandits.captions import FRAMES, character, counted, known_hand, offer, place_words, team
from dig_envs.digging_bandits.components import BACKS, KIND_NAMES, ORACLE_CARDS, PLACES, TOWNS, Back
from dig_envs.digging_bandits.drawing import DECKS, hand_seen
from dig_envs.digging_bandits.rules.frames import numbers_of, seat_of, shielded_from
from dig_envs.digging_bandits.state import NONE, PUBLIC, Event, FrameKind, Step
from dig_envs.render.prose import bits, clockwise, joined, possessive, seats_named
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

# What the numbers of a frame say beyond its caption, for the kinds that have more to say.
NUMBERS = {
    FrameKind.DESTINATION: "with WESTERN WARP: {0}",
    FrameKind.TRAVEL: "steps left: {0}",
    FrameKind.DIGGING: "cards that may still be lifted: {0}, stones that may still be broken: {1}",
    FrameKind.DISCARD: "cards left to discard: {0}",
    FrameKind.TAKE: "cards left to take: {0}",
    FrameKind.OFFER: "declined offers so far: {1}",
    FrameKind.TIP: "cards in the cart: {0}",
}
STEPS = {Step.NONE: "", Step.DIG: "digging", Step.PLAY: "playing a card", Step.PICK_UP: "picking up", Step.WIN: "winning"}


def describe(view: View) -> dict[str, str | list[str]]:
    """Return the parts of the position by their titles."""
    table = view.known.table
    return {
        "Pending, the present decision last": [_frame(view, table.frames[k]) for k in range(table.depth)],
        "This turn": _turn(view),
        "In play (x2 stands for two cards of a kind)": _in_play(view),
        "Places, Land cards from the bottom": _places(view),
        "Decks, with the positions of known cards from the top": [_deck(view, back) for back in range(BACKS)],
        "Bandits": [_bandit(view, p) for p in clockwise(view)],
    }


def _frame(view: View, frame: Any) -> str:
    kind = FrameKind(frame.kind)
    caption = FRAMES[kind].caption
    numbers = numbers_of(frame)
    is_heist = kind == FrameKind.EVENT and numbers[0] == Event.HEIST
    shielded = bits(max(shielded_from(frame), 0), view.options.num_players) if is_heist else []
    seat = seat_of(frame)
    name = f"player {seat + 1} (you)" if seat == view.seat else view.name(seat)
    return joined(
        f"{name} {caption if isinstance(caption, str) else caption(view, frame)}",
        NUMBERS.get(kind, "").format(*numbers),
        f"shielded: {seats_named(view, shielded)}" if shielded else "",
        f"picked for the trade: {view.name(numbers[2])}" if kind == FrameKind.EVENT and numbers[0] == Event.TRADE else "",
        f"the thief is {view.name(numbers[0])}" if kind == FrameKind.BRIBE else "",
    )


def _turn(view: View) -> str:
    table = view.table
    step = STEPS[Step(table.step)]
    return joined(
        f"{possessive(view, table.active)} turn",
        f"dice {table.dice[0]} and {table.dice[1]}" if table.dice[0] else "not rolled",
        "landed on its place in this turn" if table.landed else "",
        "a DOUBLE-TIME turn" if table.encore else "",
        "arrested: no bonus and no action" if table.arrested else "",
        f"last step of the action: {step}" if step else "",
        "the bonus is used" if table.bonus else "",
        "" if table.playing == NONE else f"may be played again: {KIND_NAMES[table.playing]}",
    )


def _in_play(view: View) -> str:
    table, own = view.table, view.record.seats[view.seat or 0]
    tipped = [KIND_NAMES[kind] for kind in own.tipped if kind != NONE]
    chosen = [KIND_NAMES[kind] for kind in own.chosen if kind != NONE]
    return joined(
        f"tools: {counted(table.tools) or 'none'}",
        offer(view),
        f"said yes: {seats_named(view, bits(table.willing, table.num_players))}" if table.willing else "",
        f"in your TIP CART: {', '.join(tipped)}" if tipped else "",
        f"you give: {', '.join(chosen)}" if chosen else "",
    )


def _places(view: View) -> list[str]:
    """Describe the places that hold anything."""
    table, lines, first = view.table, [], 0
    for place in range(PLACES):
        height = table.height[place]
        cards = groupby(_land_card(view, at) for at in range(first, first + height))
        stack = [_repeated(words, sum(1 for _ in run)) for words, run in cards]
        first += height
        pieces = [p for p in range(table.num_players) if table.place[p] == place and not table.out[p]]
        words = [
            ", ".join(stack),
            "" if table.bridge[place] == NONE else f"{possessive(view, table.bridge[place])} bridge",
            f"{possessive(view, table.plot_owner)} PRIVATE PLOT" if table.plot == place else "",
            f"pieces: {seats_named(view, pieces)}" if pieces else "",
        ]
        if any(words):
            name = f"town {place}" if place in TOWNS else place_words(place)
            lines.append(joined(f"{name}: {'; '.join(filter(None, words))}"))
    return lines


def _repeated(words: str, count: int) -> str:
    return words if count == 1 else f"{words} x{count}"


def _land_card(view: View, at: int) -> str:
    table, kind = view.table, view.known.secret.land[at]
    seen = bits(table.land_seen[at], table.num_players) if not table.land_seen[at] & PUBLIC else []
    name = "unknown" if kind == NONE else KIND_NAMES[kind]
    return name + (f" (seen by {seats_named(view, seen)})" if seen else "")


def _deck(view: View, back: int) -> str:
    table, deck = view.table, view.known.secret.deck[back]
    size = table.deck_size[back]
    known = [f"{at + 1}. {KIND_NAMES[deck[at]]}" for at in range(size) if deck[at] != NONE]
    is_draw = back == Back.DRAW
    seen = [
        f"card {at + 1} seen by {seats_named(view, bits(table.oracle_seen[at], table.num_players))}"
        for at in range(ORACLE_CARDS)
        if is_draw and table.oracle_seen[at]
    ]
    return joined(
        f"{DECKS[back]}: {pluralized(size, 'card')}",
        f"known: {', '.join(known)}" if known else "",
        *seen,
        "its top card is not immediate" if is_draw and table.opening_top else "",
        f"DYNAMITE out of the game: {table.gone_dynamite}" if back == Back.LAND and table.gone_dynamite else "",
    )


def _bandit(view: View, p: int) -> str:
    table, hand = view.table, hand_seen(view, p)
    others = [pluralized(count, f"unknown {Back(back).name.title()} card") for back, count in enumerate(hand.others) if count]
    public = counted(table.known[p]) if p == view.seat else ""
    return joined(
        f"{view.name(p)} ({character(table, p)})",
        team(view, p),
        f"out of the game, last at {place_words(table.place[p])}" if table.out[p] else "",
        "has won" if table.winner[p] else "",
        "must settle the bridge at its place" if table.owing[p] else "",
        "was saved by the SPOON" if table.rescued[p] else "",
        f"TECH: {table.tech[p]}",
        f"hand: {', '.join(filter(None, [counted(known_hand(view, p)), *others])) or 'empty'}",
        f"the others know of them: {public}" if public else "",
    )
