"""The pending decision, questions, offers and hands of Digging Bandits in words, by the frame that asks."""

from collections.abc import Callable
from typing import Any, NamedTuple

from dig_envs.digging_bandits.components import CABIN, CHARACTERS, HAND_KINDS, KIND_NAMES, PLACE_NAMES, Back, Item, Loot
from dig_envs.digging_bandits.rules import frames
from dig_envs.digging_bandits.rules.reactions import aimed_at
from dig_envs.digging_bandits.rules.trade import Side
from dig_envs.digging_bandits.state import NONE, Event, FrameKind
from dig_envs.render.changes import named_counts
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

EVENTS = {
    Event.ROLL: "rolls",
    Event.SHERIFF: "sends a sheriff after {name}",
    Event.COWBOY: "plays a cowboy against {name}",
    Event.TOLL: "pays a toll",
    Event.BRIBE: "pays a bribe",
    Event.TNT: "lights tnt",
    Event.DIG: "is about to dig",
    Event.SPOON: "digs with the saving spoon",
    Event.DYNAMITE: "has struck dynamite",
    Event.PICK_UP: "is about to pick up",
    Event.LASSO: "throws a lasso at {name}",
    Event.TRADE: "trades with {name}",
    Event.DUEL: "challenges {name} to a duel",
    Event.GAMBLING: "gambles all away",
    Event.HIDEOUT: "rides to the cabin",
    Event.HEIST: "holds up the train",
    Event.WARP: "plays western warp",
    Event.ENCORE: "plays double-time",
    Event.RESCUE: "saves {name} with the spoon",
}


Phrase = str | Callable[[View, Any], str]  # the words, or a function of the view and the frame


class Words(NamedTuple):
    """The words for a kind of frame.

    Attributes:
        caption: the pending decision, after the name of the seat of the frame.
        question: the question to the seat that is asked.
        choice: the words before a named player or place.
    """

    caption: Phrase
    question: Phrase
    choice: str = ""


def _owing(view: View, frame: Any) -> str:
    return "must settle a bridge" if view.table.owing[frames.seat_of(frame)] else "is to move"


def _event(view: View, frame: Any) -> str:
    """Describe an announced event."""
    event, target = Event(frames.event_of(frame)), aimed_at(frame)
    name = "" if target == NONE else name_of(view, target)
    if event == Event.OUTLAW:
        return f"robs {name} of {loot_name(frames.loot_of(frame))}"
    if event == Event.BUILD:
        return f"builds a bridge on {PLACE_NAMES[frames.place_of(frame)]}"
    return f"plays {KIND_NAMES[frames.card_played(frame)]}" if event == Event.BONUS else EVENTS[event].format(name=name)


def _question_of_event(view: View, frame: Any) -> str:
    return f"{status(view)}. Do you respond with a card?"


def _question_of_bribe(view: View, frame: Any) -> str:
    return f"You are being robbed of {loot_name(frames.bribed_loot(frame))}. Pay a bribe of 2 COINs?"


def _question_of_offer(view: View, frame: Any) -> str:
    return "What do you give?" if frames.side_of(frame) == Side.GIVING else "What do you want in return?"


def _question_of_answer(view: View, frame: Any) -> str:
    return f"Do you accept the offer? You get {_side(view.table.give)} for {_side(view.table.want)}."


def _question_of_theft(view: View, frame: Any) -> str:
    return "Which player do you rob?" if frames.target_of(frame) == NONE else "What do you take?"


def _question_of_cart(view: View, frame: Any) -> str:
    if not frames.cart_size(frame):
        return "How many Land cards do you take?"
    return "Which card do you put down?" if frames.next_in_cart(frame) == NONE else "Where do you put it?"


def _turned_in(view: View, frame: Any) -> str:
    return f"turns in {name_of(view, frames.target_of(frame))}"


FRAMES = {
    FrameKind.MOVE: Words(_owing, "It is your turn. Roll the dice, or do something else?"),
    FrameKind.DESTINATION: Words("chooses where to warp", "Where do you warp to?", "warp to "),
    FrameKind.TRAVEL: Words("is at a bridge", "You reached another player's bridge. Pay the toll, stop, or blow it up?"),
    FrameKind.ACTION: Words("acts", "Dig, play a card, pick up cards, turn something in, or end your turn?"),
    FrameKind.ENCORE: Words("is about to end the turn", "Your turn is over. Play DOUBLE-TIME for another turn?"),
    FrameKind.EVENT: Words(_event, _question_of_event),
    FrameKind.TOOLS: Words("composes a digging hand", "Add another tool to the digging hand, or dig?"),
    FrameKind.DIGGING: Words("digs", "Keep digging, or stop?"),
    FrameKind.OUTLAW: Words("sends an outlaw", _question_of_theft, "rob "),
    FrameKind.BRIBE: Words("considers a bribe", _question_of_bribe),
    FrameKind.LASSO: Words("throws a lasso", "Whose hand do you look at?", "look at the hand of "),
    FrameKind.BUILD: Words("chooses where to build a bridge", "Where do you build the bridge?", "build on "),
    FrameKind.OFFER: Words("composes an offer", _question_of_offer),
    FrameKind.ANSWER: Words("answers the offer", _question_of_answer),
    FrameKind.PARTNER: Words("picks a trade partner", "Which player do you trade with?", "trade with "),
    FrameKind.TURN_IN: Words(_turned_in, "Your partner is being turned in. Save your partner with the SPOON?"),
    FrameKind.BOUNTY: Words("takes a bounty", _question_of_theft, "rob "),
    FrameKind.DISCARD: Words("exchanges cards", "Which card do you discard?"),
    FrameKind.TAKE: Words("takes cards", "From which deck do you take a card?"),
    FrameKind.STAKE: Words(
        "chooses where to put the private plot", "Where do you put the PRIVATE PLOT?", "put the PRIVATE PLOT on "
    ),
    FrameKind.DUEL: Words("chooses an opponent for a duel", "Which player do you challenge to a duel?", "challenge "),
    FrameKind.SHUFFLE: Words("shuffles the Draw deck", "Only shuffle the Draw deck, or set a trap?"),
    FrameKind.TIP: Words("empties a tip cart", _question_of_cart, "put it on "),
}


# --- captions


def name_of(view: View, p: int) -> str:
    return shortened(view.name(p), 16)


def status(view: View) -> str:
    """Describe the pending decision, as the viewer knows it."""
    frame = innermost(view.known.table)
    return f"{name_of(view, frames.seat_of(frame))} {_phrase(FRAMES[FrameKind(frame.kind)].caption, view, frame)}"


def _phrase(words: Phrase, view: View, frame: Any) -> str:
    return words if isinstance(words, str) else words(view, frame)


def robbed(table: Any) -> int:
    """Return the seat whose cards are being stolen; NONE for no seat."""
    frame = innermost(table)
    return frames.target_of(frame) if frame.kind in (FrameKind.OUTLAW, FrameKind.BOUNTY) else NONE


def loot_name(loot: int) -> str:
    """Return the name of the loot of an OUTLAW."""
    if loot < Loot.TECH:
        return f"a {Back(loot).name.lower()} card"
    return "a tech" if loot == Loot.TECH else "the bridge" if loot == Loot.BRIDGE else "the plot"


def offer(view: View) -> str:
    """Describe the current offer; empty without an offer."""
    table = view.table
    if table.give[0] == NONE:
        return ""
    gives, wants = (", ".join(item_name(item) for item in side if item != NONE) for side in (table.give, table.want))
    return f"offers {gives}" + (f" for {wants}" if wants else "")


def item_name(item: int) -> str:
    """Return the name of an item of an offer."""
    if item < HAND_KINDS:
        return KIND_NAMES[item]
    if item >= Item.BACK:
        return f"any {Back(item - Item.BACK).name.lower()} card"
    if item in (Item.TECH, Item.PLOT):
        return "a tech" if item == Item.TECH else "the plot"
    return f"the bridge on {PLACE_NAMES[item - Item.BRIDGE]}"


def facts(view: View) -> str:
    """List the dice, the tools in play and the offer."""
    dice = view.table.dice
    return " · ".join(filter(None, (f"dice {dice[0]} {dice[1]}" if dice[0] else "", in_play(view))))


def in_play(view: View) -> str:
    """List the tools in play and the offer."""
    tools = counted(view.table.tools)
    return " · ".join(filter(None, (tools and f"in play: {tools}", offer(view))))


def counted(counts: Any) -> str:
    """List cards by kind, for example "shovel x2, coin"."""
    return ", ".join(named_counts(counts, KIND_NAMES[:HAND_KINDS]))


def character(table: Any, p: int) -> str:
    return CHARACTERS[table.character[p]].title()


def whereabouts(table: Any, p: int) -> str:
    """Return the name of a bandit's place; "out" if it is eliminated."""
    return "out" if table.out[p] else PLACE_NAMES[table.place[p]]


def team(view: View, p: int) -> str:
    """Return "team 1" or "team 2"; empty in a game without teams."""
    return f"team {p % view.options.num_teams + 1}" if view.table.teams else ""


def innermost(table: Any) -> Any:
    return table.frames[max(0, table.depth - 1)]


def place_words(place: int) -> str:
    """Return the name of a place in a sentence, such as "space 3" or "the cabin"."""
    return "the cabin" if place == CABIN else PLACE_NAMES[place].replace("land", "space")


def known_hand(view: View, p: int) -> list[int]:
    """Return the cards by kind that the viewer knows in a hand."""
    return list(view.known.seats[p].hand)


def question(view: View) -> str:
    """Ask for the decision."""
    frame = innermost(view.table)
    return _phrase(FRAMES[FrameKind(frame.kind)].question, view, frame)


def _side(items: Any) -> str:
    return ", ".join(item_name(item) for item in items if item != NONE) or "nothing"
