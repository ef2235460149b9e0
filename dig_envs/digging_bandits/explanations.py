"""One sentence for each part of the picture of Digging Bandits and for each action, as the viewer knows them."""

from collections.abc import Callable
from typing import Any

from dig_envs.digging_bandits.components import CABIN, CHARACTERS, KIND_NAMES, TOWNS, Back, Card
from dig_envs.digging_bandits.drawing import stack_seen
from dig_envs.digging_bandits.rules.actions import KIND_OF_PLAY, Action
from dig_envs.digging_bandits.state import NONE, FrameKind
from dig_envs.digging_bandits.wording import character, innermost, place_words
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

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

ACTIONS = {
    Action.ROLL: "Ride as far as the two dice say, clockwise, or anywhere with a 4 and a 2.",
    Action.STAY: "You stay at the bridge, and may only play or pick up cards.",
    Action.PASS: "You do nothing here.",
    Action.END_TURN: "The next player is to move.",
    Action.PAY: "You pay with COINs.",
    Action.STOP: "You go no further.",
    Action.DIG: "The next Land card comes off the stack.",
    Action.PICK_UP: "You take the top Dig card, then the top Draw card, which may have to be played at once.",
    Action.CASH_IN: "You win the game at once.",
    Action.DONE: "This side of the offer is complete.",
    Action.ACCEPT: "You are ready to trade, and the trader picks a partner.",
    Action.TAKE: "The cards come from the top of the Landfill, and only you look at them.",
    Action.LAY: "This card goes onto a space of the land next.",
    Action.SHUFFLE_PLAINLY: "The Draw deck is shuffled, and nobody knows its order.",
    Action.SET_TRAP: "A card that must be played at once lies on top of the Draw deck, and only you know.",
    Action.TURN_IN: "This bandit is out and you take all its cards; if nobody plays it, you may steal a card.",
    Action.PLAYER: "You choose this player.",
    Action.BACK: "A card with this back.",
    Action.TECH_CARD: CARDS[Card.TECH],
    Action.THIS_BRIDGE: "The bridge on which you landed becomes yours, unless its owner pays 2 COINs.",
    Action.THIS_PLOT: "The PRIVATE PLOT becomes yours.",
    Action.PLACE: "You choose this place.",
}
IN_FRAME = {
    (FrameKind.TRAVEL, Action.PAY): "The owner of the bridge gets 1 COIN, and you ride on.",
    (FrameKind.TRAVEL, Action.STOP): "You stop at the bridge, and may only play or pick up cards until you have paid.",
    (FrameKind.BRIBE, Action.PAY): "You pay 2 COINs, and nothing is stolen.",
    (FrameKind.DIGGING, Action.STOP): "You keep what you found, and your tools are used up.",
    (FrameKind.EVENT, Action.PASS): "The event goes on, and nobody learns that you were asked.",
    (FrameKind.ACTION, Action.DIG): "You choose your tools and lift the Land cards of your space.",
}


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


def explain_action(view: View, action: int) -> str:
    """Explain an action in one sentence."""
    frame: Any = innermost(view.table)
    if (frame.kind, action) in IN_FRAME:
        return IN_FRAME[FrameKind(frame.kind), Action(action)]
    if action >= Action.NAME:
        return card_in_words(action - Action.NAME)
    if Action.PLAY <= action < Action.TURN_IN:
        return card_in_words(int(KIND_OF_PLAY[action - Action.PLAY]))
    return ACTIONS[max(first for first in ACTIONS if first <= action)]
