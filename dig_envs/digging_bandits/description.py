"""A position of Digging Bandits in words, as one seat knows it."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import numpy as np

from dig_envs.digging_bandits.captions import FRAMES, character, counted, known_hand, loot_name, offer, place_words, team
from dig_envs.digging_bandits.components import BACK_OF, BACKS, COPIES, KIND_NAMES, LOOP, ORACLE_CARDS, PLACES, TOWNS, Back
from dig_envs.digging_bandits.drawing import DECKS, hand_seen
from dig_envs.digging_bandits.rules.frames import numbers_of, seat_of
from dig_envs.digging_bandits.rules.trade import Side
from dig_envs.digging_bandits.state import NONE, PUBLIC, Event, FrameKind, Step
from dig_envs.render.prose import bits, clockwise, joined, possessive, seats_named
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

# What the three numbers of a frame say beyond its caption, for the kinds that have more to say.
NUMBERS: dict[FrameKind, Callable[..., str]] = {
    FrameKind.DESTINATION: lambda view, warp, *_: "by WESTERN WARP" if warp else "",
    FrameKind.TRAVEL: lambda view, steps, *_: f"steps left: {steps}",
    FrameKind.EVENT: lambda view, event, victim, detail: _event(view, event, victim, detail),
    FrameKind.DIGGING: lambda view, cards, stones, _: (
        f"cards that may still be lifted: {cards}, stones that may still be broken: {stones}"
    ),
    FrameKind.OUTLAW: lambda view, target, *_: "" if target == NONE else f"against {view.name(target)}",
    FrameKind.BRIBE: lambda view, thief, loot, _: f"{view.name(thief)} wants {loot_name(loot)}",
    FrameKind.OFFER: lambda view, side, declined, _: (
        f"{'the wanted' if side == Side.WANTING else 'the given'} items, declined offers so far: {declined}"
    ),
    FrameKind.ANSWER: lambda view, accepted, *_: "has accepted" if accepted else "",
    FrameKind.TURN_IN: lambda view, _, considered, __: "" if considered == NONE else "the partner was asked for a rescue",
    FrameKind.BOUNTY: lambda view, target, *_: "" if target == NONE else f"from {view.name(target)}",
    FrameKind.DISCARD: lambda view, cards, *_: f"cards left to discard: {cards}",
    FrameKind.TAKE: lambda view, cards, *_: f"cards left to take: {cards}",
    FrameKind.TIP: lambda view, cards, index, kind: (
        f"cards in the cart: {cards}"
        + ("" if index == NONE else f", card {index + 1} is put down next")
        + ("" if kind == NONE else f", all know that it holds {KIND_NAMES[kind]}")
    ),
}
VICTIM_IN_CAPTION = {Event.SHERIFF, Event.COWBOY, Event.OUTLAW, Event.LASSO, Event.DUEL}
STEPS = {Step.NONE: "", Step.DIG: "digging", Step.PLAY: "playing a card", Step.PICK_UP: "picking up", Step.WIN: "winning"}


def material() -> list[str]:
    """Describe the spaces of the map and the cards of each deck, a line each."""
    kinds = [[f"{KIND_NAMES[kind]} x{COPIES[kind]}" for kind in np.flatnonzero(back == BACK_OF)] for back in Back]
    decks = [f"{back.name.title()}: {', '.join(names)}." for back, names in zip(Back, kinds, strict=True)]
    return [
        f"Spaces 0 to {LOOP - 1}, with towns at {', '.join(map(str, TOWNS))}.",
        "Cards (x is the number of copies):",
        *decks,
    ]


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
    kind, seat = FrameKind(frame.kind), seat_of(frame)
    caption, numbers = FRAMES[kind].caption, NUMBERS.get(kind)
    name = f"player {seat + 1} (you)" if seat == view.seat else view.name(seat)
    return joined(
        f"{name} {caption if isinstance(caption, str) else caption(view, frame)}",
        numbers(view, *numbers_of(frame)) if numbers else "",
    )


def _event(view: View, event: int, victim: int, detail: int) -> str:
    """Describe the numbers of an event that its caption leaves out."""
    if event == Event.HEIST and detail > 0:
        return f"shielded: {seats_named(view, bits(detail, view.options.num_players))}"
    return "" if victim == NONE or event in VICTIM_IN_CAPTION else f"against {view.name(victim)}"


def _turn(view: View) -> str:
    table = view.table
    step = STEPS[Step(table.step)]
    return joined(
        f"{possessive(view, table.active)} turn",
        f"dice {table.dice[0]} and {table.dice[1]}" if any(table.dice) else "not rolled",
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
    public = counted(table.known[p])
    if p != view.seat:  # the viewer may know more of a hand than all others
        public = "" if list(table.known[p]) == hand.known else public or "none"
    return joined(
        f"{view.name(p)} ({character(table, p)})",
        team(view, p),
        f"out of the game, last at {place_words(table.place[p])}" if table.out[p] else "",
        "has won" if table.winner[p] else "",
        "must settle the bridge at its place" if table.owing[p] else "",
        "was saved by the SPOON" if table.rescued[p] else "",
        f"TECH: {table.tech[p]}",
        f"hand: {', '.join(filter(None, [counted(known_hand(view, p)), *others])) or 'empty'}",
        f"known to all: {public}" if public else "",
    )
