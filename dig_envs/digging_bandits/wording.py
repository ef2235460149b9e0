"""The words of Digging Bandits: actions, their results, and one sentence for each part of the picture."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from dig_envs.digging_bandits.captions import (
    FRAMES,
    character,
    innermost,
    known_hand,
    place_words,
    question,
    robbed,
)
from dig_envs.digging_bandits.components import (
    BY_BACK,
    CABIN,
    CHARACTERS,
    COPIES,
    HAND_KINDS,
    KIND_NAMES,
    PLACES,
    TOWNS,
    Back,
    Card,
    is_tool,
)
from dig_envs.digging_bandits.drawing import stack_seen
from dig_envs.digging_bandits.rules.actions import KIND_OF_PLAY, Action
from dig_envs.digging_bandits.rules.frames import SECRET, side_of
from dig_envs.digging_bandits.rules.trade import Side
from dig_envs.digging_bandits.rules.turn import can_pick_up
from dig_envs.digging_bandits.state import NONE, FrameKind
from dig_envs.render.action_words import ActionTexts, ActionWords
from dig_envs.render.changes import differences, named_counts, subject
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

__all__ = ["ACTIONS", "MINUTES", "describe_change", "explain_part", "may_be_shown", "question"]

MINUTES = 9  # of a game against the expert, at 5 seconds a decision


def _card(kind: int) -> str:
    """Return the name of a card in capitals; of a WANTED also its deck."""
    deck, wanted, name = KIND_NAMES[kind].partition(" wanted ")
    return f"WANTED {name.title()} ({deck.title()})" if wanted else KIND_NAMES[kind].upper()


CARD_NAMES = (*(_card(kind) for kind in range(HAND_KINDS)), "TECH")


def progress(view: View) -> str:
    """Count the bandits in the game, of whom the last one wins."""
    table = view.table
    return f"{sum(not table.out[p] for p in range(table.num_players))} of {table.num_players} bandits in the game"


def may_be_shown(view: View) -> bool:
    """Return False while another seat is asked about hidden cards that it may hold (C-4)."""
    if not view.running or view.seat == view.record.secret.mover:
        return True
    return not _asks_for_holdings(view)


def _asks_for_holdings(view: View) -> bool:
    """Return whether the question itself would reveal hidden cards of the seat that is asked."""
    frame_kind = innermost(view.table).kind
    nothing_public = frame_kind == FrameKind.ACTION and not can_pick_up(view.table)  # only GOLD, WANTED or a card to play
    return frame_kind == FrameKind.EVENT or frame_kind in SECRET or nothing_public


WANTED = "WANTED {name}: with the WANTED card of the other deck, turn in this bandit on a town where you landed."
CARDS = {
    Card.GOLD: "GOLD: cash it in on a town where you landed, and you win at once.",
    Card.SHOVEL: "SHOVEL: lifts one Land card.",
    Card.PICKAXE: "PICKAXE: breaks one STONE, together with a SHOVEL or WHEELBARROW.",
    Card.WHEELBARROW: "WHEELBARROW: lifts two Land cards, and each needs one TECH of yours.",
    Card.MINING_SITE: "MINING SITE: lifts the whole stack and breaks all STONE, and needs three TECH.",
    Card.BRIDGE: "BRIDGE: on a town, with 3 COINs, builds a bridge where no Land cards lie, and others pay you to pass.",
    Card.COIN: "COIN: one pays a toll, two bribe an outlaw, three build a bridge.",
    Card.COWBOY: "COWBOY: stops almost anything, except Doodads, GOLD and WANTED, and disarms DYNAMITE.",
    Card.LASSO: "LASSO: another player shows you the whole hand.",
    Card.OUTLAW: "OUTLAW: steals a card, or the bridge or plot where you landed, unless the victim pays 2 COINs.",
    Card.SHERIFF: "SHERIFF: a player who has just rolled has no bonus and no action this turn.",
    Card.TNT: "TNT: blows up the bridge in your way.",
    Card.TRADE: "TRADE: make an offer that all others may accept.",
    Card.BLOCK: "BANDIT'S BLOCK: stops a Doodad or a COWBOY, disarms DYNAMITE, and shields you from attacks.",
    Card.CACHE: "CARD CACHE: as a bonus, swap three cards of your hand for three new ones.",
    Card.DOUBLE_TIME: "DOUBLE-TIME: after your turn, take another one.",
    Card.GUIDE: "GOLDEN GUIDE: as a bonus, look through the whole stack on your space.",
    Card.MAGNET: "MONEY MAGNET: as a bonus, all others outside the cabin give you their COINs.",
    Card.ORACLE: "OUIJA ORACLE: as a bonus, see the next three Draw cards.",
    Card.PLOT: "PRIVATE PLOT: as a bonus, mark a space where only you may dig.",
    Card.SPOON: "SAVING SPOON: lifts a whole stack and disarms DYNAMITE, or saves you once from WANTED.",
    Card.WARP: "WESTERN WARP: instead of rolling, ride anywhere, past all bridges.",
    Card.DUEL: "DUEL: whoever draws it challenges a player, and the higher roll takes all cards of the other.",
    Card.GAMBLING: "GAMBLING: whoever draws it loses the hand and all TECH.",
    Card.HIDEOUT: "HIDEOUT CABIN: whoever draws it rides to the cabin and takes a Doodad.",
    Card.SHUFFLE: "SHUFFLE DRAW DECK: whoever draws it shuffles the Draw deck, or sets a trap on top.",
    Card.TIP_CART: "TIP CART: whoever draws it puts one or two cards of the Landfill back onto the land.",
    Card.HEIST: "TRAIN HEIST: all hands and TECH outside the cabin move to the next player.",
    Card.DYNAMITE: "DYNAMITE: its digger loses all cards and the turn, unless it is disarmed.",
    Card.GROUND: "GROUND: only earth.",
    Card.STONE: "STONE: ends the dig unless it is broken.",
    Card.TECH: "TECH: lies open before you, is never used up, and lets you use WHEELBARROWs and a MINING SITE.",
}
BACKS = {
    Back.LAND: "A Land card that you do not know: GOLD or WANTED.",
    Back.DIG: "A Dig card that you do not know: a tool.",
    Back.DRAW: "A Draw card that you do not know.",
    Back.DOODAD: "A Doodad that you do not know.",
}
DECKS = {
    Back.LAND: "The Landfill: used Land cards go below it.",
    Back.DIG: "The Dig deck: picking up gives you its top card, a tool.",
    Back.DRAW: "The Draw deck: picking up gives you its top card, which may have to be played at once.",
    Back.DOODAD: "The Doodads: whoever enters the cabin takes the top card.",
}
CABIN_WORDS = "The Hideout Cabin: a bandit inside is safe from most attacks, but plays no cards out of turn."
TOWN = "A town: land here to cash in GOLD, turn in WANTED, or build bridges."
PIECE = "{name} ({bandit}) {place}."
SEAT = "{name} ({bandit}) {place}: {cards} in hand, {tech} TECH."
DICE = "The dice of this turn: a 4 with a 2 lets the bandit ride anywhere."


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    kind, *numbers = part.split("-")
    if kind == "dice":
        return DICE
    if kind == "hand":
        return BACKS[Back(int(numbers[2]))] if numbers[1] == "back" else card_in_words(int(numbers[1]))
    return PARTS[kind](view, int(numbers[0]))


def card_in_words(kind: int) -> str:
    """Describe a card in one sentence."""
    if kind in CARDS:
        return CARDS[Card(kind)]
    return WANTED.format(name=next(name.title() for name in CHARACTERS if KIND_NAMES[kind].endswith(name)))


def _place(view: View, place: int) -> str:
    table = view.table
    if place == CABIN:
        return CABIN_WORDS
    if place in TOWNS:
        return TOWN
    stack = [_known_name(kind) for kind in reversed(stack_seen(view, place))]
    words = f"from the top {', '.join(stack)}" if stack else "no Land cards, so a bridge can be built here"
    owners = []
    if table.bridge[place] != NONE:
        words = words if stack else "no Land cards"
        owners.append(f"a bridge of {view.name(table.bridge[place])}, which others pay 1 COIN to pass")
    if table.plot == place:
        owners.append(f"the PRIVATE PLOT of {view.name(table.plot_owner)}, where nobody else may dig")
    return f"{place_words(place).capitalize()}: {'; '.join([words, *owners])}."


def _known_name(kind: int) -> str:
    return "an unknown card" if kind == NONE else KIND_NAMES[kind].upper()


def _deck(view: View, back: int) -> str:
    top = view.known.secret.deck[back][0]
    return DECKS[Back(back)] if top == NONE else f"{DECKS[Back(back)][:-1]}; on top lies {KIND_NAMES[top].upper()}."


def _piece(view: View, p: int) -> str:
    return PIECE.format(name=view.name(p), bandit=character(view.table, p), place=_whereabouts(view.table, p))


def _whereabouts(table: Any, p: int) -> str:
    return "out of the game" if table.out[p] else f"at {place_words(table.place[p])}"


def _seat(view: View, p: int) -> str:
    table = view.table
    cards = pluralized(sum(table.backs[p][back] for back in Back), "card")
    where = {"name": view.name(p), "bandit": character(table, p), "place": _whereabouts(table, p)}
    return SEAT.format(cards=cards, tech=table.tech[p], **where)


PARTS: dict[str, Callable[[View, int], str]] = {"place": _place, "deck": _deck, "piece": _piece, "seat": _seat}


VERBS = {
    FrameKind.DISCARD: "discard",
    FrameKind.TAKE: "take",
    FrameKind.OUTLAW: "steal",
    FrameKind.BOUNTY: "steal",
}


def _a_card(kind: int) -> str:
    """Return the name of a card with its article."""
    article = "the" if COPIES[kind] == 1 else "an" if KIND_NAMES[kind][0] in "aeiou" else "a"
    return f"{article} {_card(kind)}"


def _verb(frame: Any) -> str:
    """Return the verb for a named card, bridge or plot."""
    if frame.kind == FrameKind.OFFER:
        return "give" if side_of(frame) == Side.GIVING else "ask for"
    return VERBS.get(FrameKind(frame.kind), "give")


def _tipped(view: View, at: int) -> str:
    kind = view.known.seats[view.record.secret.mover].tipped[at]
    return f"card {at + 1}" if kind == NONE else _card(kind)


def _choice(view: View, words: str) -> str:
    """Describe the choice of a player or a place in the words of the frame."""
    return FRAMES[FrameKind(innermost(view.table).kind)].choice + words


def _with_verb(view: View, words: str) -> str:
    return f"{_verb(innermost(view.table))} {words}"


def _place_label(view: View, place: int) -> str:
    is_offer = innermost(view.table).kind == FrameKind.OFFER
    return _with_verb(view, f"the bridge on {place_words(place)}") if is_offer else _choice(view, place_words(place))


def _play_label(view: View, play: int) -> str:
    kind, frame = int(KIND_OF_PLAY[play]), innermost(view.table).kind
    if frame == FrameKind.TOOLS:
        return f"add {_a_card(kind)} to your tools"
    return f"{'dig with' if frame == FrameKind.ACTION and is_tool(kind) else 'play'} {_a_card(kind)}"


def _back_label(view: View, back: int) -> str:
    article = "any" if innermost(view.table).kind == FrameKind.OFFER else "a"
    return _with_verb(view, f"{article} {Back(back).name.title()} card")


def _seat_named(view: View, at: int) -> int:
    return (view.record.secret.mover + at + 1) % view.table.num_players


def _here(view: View, _: int) -> tuple[str, ...]:
    return (f"place-{view.table.place[view.record.secret.mover]}",)


def _in_hand(view: View, kind: int) -> tuple[str, ...]:
    return (f"hand-{view.record.secret.mover}-{kind}",)


def _card_targets(view: View, card: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """Return a card of the robbed player, or other parts where nobody is robbed."""
    victim = robbed(view.table)
    return otherwise if victim == NONE else (f"hand-{victim}-{card}",)


def _heard_if_open(view: View, _: int) -> str | None:
    """Return None where hearing that a seat declines would reveal hidden cards (C-4)."""
    return None if _asks_for_holdings(view) else ""


def _heard_name(view: View, _: int) -> str:
    return "choose a card to give" if innermost(view.table).kind == FrameKind.ANSWER else ""


def _pass(label: str, help: str = "You do nothing here.") -> ActionWords:
    return ActionWords(label, help, heard=_heard_if_open)


IN_FRAME: dict[tuple[int, int], ActionWords] = {
    (FrameKind.EVENT, Action.PASS): _pass("play no card", "The event goes on, and nobody learns that you were asked."),
    (FrameKind.BRIBE, Action.PASS): _pass("pay no bribe"),
    (FrameKind.TURN_IN, Action.PASS): _pass("do not save your partner"),
    (FrameKind.BOUNTY, Action.PASS): _pass("steal nothing"),
    (FrameKind.OFFER, Action.PASS): _pass("make no more offers"),
    (FrameKind.ANSWER, Action.PASS): _pass("decline the offer"),
    (FrameKind.PARTNER, Action.PASS): _pass("trade with nobody"),
    (FrameKind.ENCORE, Action.END_TURN): _pass("do not play DOUBLE-TIME", "The next player is to move."),
    (FrameKind.BRIBE, Action.PAY): ActionWords("pay a bribe of 2 COINs", "You pay 2 COINs, and nothing is stolen."),
    (FrameKind.TRAVEL, Action.PAY): ActionWords("pay the toll", "The owner of the bridge gets 1 COIN, and you ride on."),
    (FrameKind.DIGGING, Action.DIG): ActionWords("keep digging", "The next Land card comes off the stack.", _here),
    (FrameKind.DIGGING, Action.STOP): ActionWords(
        "stop digging", "You keep what you found, and your tools are used up.", _here
    ),
    (FrameKind.ACTION, Action.DIG): ActionWords(
        "dig with these tools", "You choose your tools and lift the Land cards of your space.", _here
    ),
}

ACTIONS = ActionTexts(
    {
        Action.ROLL: ActionWords(
            label="roll the dice",
            help="Ride as far as the two dice say, clockwise, or anywhere with a 4 and a 2.",
            targets=lambda view, _: (f"piece-{view.record.secret.mover}",),
        ),
        Action.STAY: ActionWords(
            label="stay and owe the toll", help="You stay at the bridge, and may only play or pick up cards.", targets=_here
        ),
        Action.PASS: _pass("pass"),
        Action.END_TURN: _pass("end the turn", "The next player is to move."),
        Action.PAY: ActionWords(label="pay the toll", help="You pay with COINs."),
        Action.STOP: ActionWords(
            label="stop at the bridge",
            help="You stop at the bridge, and may only play or pick up cards until you have paid.",
            targets=_here,
        ),
        Action.DIG: ActionWords(label="dig with these tools", help="The next Land card comes off the stack.", targets=_here),
        Action.PICK_UP: ActionWords(
            label="pick up a Dig card and a Draw card",
            help="You take the top Dig card, then the top Draw card, which may have to be played at once.",
            targets=("deck-1", "deck-2"),
        ),
        Action.CASH_IN: ActionWords(label="cash in the GOLD", help="You win the game at once.", targets=_here),
        Action.DONE: ActionWords(label="finish this side of the offer", help="This side of the offer is complete."),
        Action.ACCEPT: ActionWords(label="accept the offer", help="You are ready to trade, and the trader picks a partner."),
        Action.TAKE: ActionWords(
            label=lambda view, more: f"take {('one Land card', 'two Land cards')[more]}",
            help="The cards come from the top of the Landfill, and only you look at them.",
        ),
        Action.LAY: ActionWords(
            label=lambda view, at: f"put down {_tipped(view, at)}",
            heard="choose a card of the cart",
            help="This card goes onto a space of the land next.",
        ),
        Action.SHUFFLE_PLAINLY: ActionWords(
            label="only shuffle", heard="shuffle the Draw deck", help="The Draw deck is shuffled, and nobody knows its order."
        ),
        Action.SET_TRAP: ActionWords(
            label="set a trap with an immediate card on top",
            heard="shuffle the Draw deck",
            help="A card that must be played at once lies on top of the Draw deck, and only you know.",
        ),
        Action.PLAY: ActionWords(
            label=_play_label,
            help=lambda view, play: card_in_words(int(KIND_OF_PLAY[play])),
            targets=lambda view, play: _in_hand(view, int(KIND_OF_PLAY[play])),
        ),
        Action.TURN_IN: ActionWords(
            label=lambda view, who: f"turn in {CHARACTERS[who].title()}",
            help="This bandit is out and you take all its cards; if nobody plays it, you may steal a card.",
        ),
        Action.PLAYER: ActionWords(
            label=lambda view, at: _choice(view, view.name(_seat_named(view, at))),
            help="You choose this player.",
            targets=lambda view, at: (f"seat-{_seat_named(view, at)}",),
        ),
        Action.BACK: ActionWords(
            label=_back_label,
            help="A card with this back.",
            targets=lambda view, back: _card_targets(view, f"back-{back}", (f"deck-{back}",)),
        ),
        Action.TECH_CARD: ActionWords(
            label=lambda view, _: _with_verb(view, "a TECH"),
            help=CARDS[Card.TECH],
            targets=lambda view, _: _card_targets(view, f"{Card.TECH}", ()),
        ),
        Action.THIS_BRIDGE: ActionWords(
            label=lambda view, _: _with_verb(view, "the bridge here"),
            help="The bridge on which you landed becomes yours, unless its owner pays 2 COINs.",
            targets=_here,
        ),
        Action.THIS_PLOT: ActionWords(
            label=lambda view, _: _with_verb(view, "the PRIVATE PLOT"), help="The PRIVATE PLOT becomes yours.", targets=_here
        ),
        Action.PLACE: ActionWords(
            label=_place_label, help="You choose this place.", targets=lambda view, place: (f"place-{place}",)
        ),
        Action.NAME: ActionWords(
            label=lambda view, kind: _with_verb(view, _a_card(kind)),
            heard=_heard_name,
            help=lambda view, kind: card_in_words(kind),
            targets=_in_hand,
        ),
    },
    special=lambda view, action: IN_FRAME.get((innermost(view.table).kind, action)),
)


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe dice, moves, and the gains and losses of each player, as the seat knows them."""
    old, new = before.table, after.table
    words = [f"rolled {new.dice[0]} and {new.dice[1]}"] if new.dice[0] and list(old.dice) != list(new.dice) else []
    words += [
        f"revealed {name}"
        for name in named_counts(differences(_public_counts(old), _public_counts(new)), KIND_NAMES[HAND_KINDS:])
    ]
    for p in range(new.num_players):
        held, holds = (known_hand(view, p) for view in (before, after))
        name = subject(after, p, mover)
        if new.place[p] != old.place[p] and not new.out[p]:
            words.append(f"{name}moved to {place_words(new.place[p])}")
        words += [f"{name}{change}" for change in _cards_changed(old, new, p, differences(held, holds), own=p == after.seat)]
        words += [f"{name}{change}" for change in _status_changes(old, new, p)]
    return words + _bridges(old, after)


def _public_counts(table: Any) -> list[int]:
    """Count the public cards of kinds that no hand can hold, by kind."""
    land = Counter(table.land)
    seen = [table.faces[kind] + land[kind] for kind in range(HAND_KINDS, len(KIND_NAMES))]
    seen[KIND_NAMES.index("dynamite") - HAND_KINDS] += table.gone_dynamite
    return seen


def _cards_changed(old: Any, new: Any, p: int, more: list[int], own: bool) -> list[str]:
    """List the cards that a player gained and lost.

    Args:
        more: changes of the known counts in the player's hand, by kind.
        own: whether the viewer is the player.
    """
    tech = new.tech[p] - old.tech[p]
    came, went = [max(change, 0) for change in more], [max(-change, 0) for change in more]
    others = differences(old.backs[p], new.backs[p]) if not own else [0] * len(Back)
    if not own:
        went = [0] * HAND_KINDS  # a card that is no longer known may still be in the hand
        for back, kinds in enumerate(BY_BACK):
            seen = sum(came[kind] for kind in kinds)
            if seen <= others[back]:
                others[back] -= seen
            else:  # cards of the hand were shown
                for kind in kinds:
                    came[kind] = 0
    gained = [*named_counts([*came, tech], CARD_NAMES), *_by_back(others)]
    lost = [*named_counts([*went, -tech], CARD_NAMES), *_by_back([-count for count in others])]
    return [f"{sign}{card}" for sign, cards in (("+", gained), ("-", lost)) for card in cards]


def _by_back(counts: list[int]) -> list[str]:
    return [pluralized(count, f"{back.name.title()} card") for back, count in zip(Back, counts, strict=True) if count > 0]


def _status_changes(old: Any, new: Any, p: int) -> list[str]:
    statuses = [(table.arrested and table.active == p, table.out[p], table.rescued[p]) for table in (old, new)]
    words = ("got arrested", "dropped out", "survived")
    return [word for word, was, is_now in zip(words, *statuses, strict=True) if is_now and not was]


def _bridges(old: Any, after: View) -> list[str]:
    """Describe changes of the bridges and the PRIVATE PLOT."""
    table, words = after.table, []
    for place in range(PLACES):
        name = place_words(place)
        owner = table.bridge[place]
        if owner != old.bridge[place]:
            words.append(
                f"the bridge on {name} is gone" if owner == NONE else f"the bridge on {name} now belongs to {after.name(owner)}"
            )
    if (table.plot, table.plot_owner) != (old.plot, old.plot_owner) and table.plot != NONE:
        words.append(f"the PRIVATE PLOT on {place_words(table.plot)} now belongs to {after.name(table.plot_owner)}")
    return words
