"""The decision that is pending, questions, actions and their results in Digging Bandits, in words for people.

The meaning of an action depends on the frame that asks for it.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from dig_envs.digging_bandits.components import (
    BY_BACK,
    CABIN,
    CHARACTERS,
    COPIES,
    HAND_KINDS,
    KIND_NAMES,
    PLACE_NAMES,
    PLACES,
    Back,
    Card,
    Item,
    Loot,
    is_tool,
)
from dig_envs.digging_bandits.rules.actions import ACTIONS, KIND_OF_PLAY, Action
from dig_envs.digging_bandits.rules.frames import (
    SECRET,
    bribed_loot,
    card_played,
    cart_size,
    event_of,
    loot_of,
    next_in_cart,
    place_of,
    seat_of,
    side_of,
    target_of,
)
from dig_envs.digging_bandits.rules.reactions import aimed_at
from dig_envs.digging_bandits.rules.trade import Side
from dig_envs.digging_bandits.rules.turn import can_pick_up
from dig_envs.digging_bandits.state import NONE, Event, FrameKind
from dig_envs.render.changes import differences, named_counts, subject
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized, shortened

MINUTES = 9  # of a game against the expert, at 5 seconds a decision


def _card(kind: int) -> str:
    """Return the name of a card in capitals; of a WANTED also its deck."""
    deck, wanted, name = KIND_NAMES[kind].partition(" wanted ")
    return f"WANTED {name.title()} ({deck.title()})" if wanted else KIND_NAMES[kind].upper()


CARD_NAMES = (*(_card(kind) for kind in range(HAND_KINDS)), "TECH")
WORDS: dict[int, str] = {
    Action.ROLL: "roll the dice",
    Action.STAY: "stay and owe the toll",
    Action.END_TURN: "end the turn",
    Action.PAY: "pay the toll",
    Action.STOP: "stop at the bridge",
    Action.DIG: "dig with these tools",
    Action.PICK_UP: "pick up a Dig card and a Draw card",
    Action.CASH_IN: "cash in the GOLD",
    Action.ACCEPT: "accept the offer",
    Action.TAKE: "take one Land card",
    Action.TAKE + 1: "take two Land cards",
    Action.SHUFFLE_PLAINLY: "only shuffle",
    Action.SET_TRAP: "set a trap with an immediate card on top",
}
IN_FRAME: dict[tuple[FrameKind, int], str] = {
    (FrameKind.EVENT, Action.PASS): "play no card",
    (FrameKind.BRIBE, Action.PASS): "pay no bribe",
    (FrameKind.BRIBE, Action.PAY): "pay a bribe of 2 COINs",
    (FrameKind.TURN_IN, Action.PASS): "do not save your partner",
    (FrameKind.BOUNTY, Action.PASS): "steal nothing",
    (FrameKind.ENCORE, Action.END_TURN): "do not play DOUBLE-TIME",
    (FrameKind.OFFER, Action.PASS): "make no more offers",
    (FrameKind.ANSWER, Action.PASS): "decline the offer",
    (FrameKind.PARTNER, Action.PASS): "trade with nobody",
    (FrameKind.DIGGING, Action.DIG): "keep digging",
    (FrameKind.DIGGING, Action.STOP): "stop digging",
    (FrameKind.OFFER, Action.DONE): "finish this side of the offer",
}
VERBS = {
    FrameKind.DISCARD: "discard",
    FrameKind.TAKE: "take",
    FrameKind.OUTLAW: "steal",
    FrameKind.BOUNTY: "steal",
}


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
    return "must settle a bridge" if view.table.owing[seat_of(frame)] else "is to move"


def _event(view: View, frame: Any) -> str:
    """Describe an announced event."""
    event, target = Event(event_of(frame)), aimed_at(frame)
    name = "" if target == NONE else name_of(view, target)
    if event == Event.OUTLAW:
        return f"robs {name} of {loot_name(loot_of(frame))}"
    if event == Event.BUILD:
        return f"builds a bridge on {PLACE_NAMES[place_of(frame)]}"
    return f"plays {KIND_NAMES[card_played(frame)]}" if event == Event.BONUS else EVENTS[event].format(name=name)


def _question_of_event(view: View, frame: Any) -> str:
    return f"{status(view)}. Do you respond with a card?"


def _question_of_bribe(view: View, frame: Any) -> str:
    return f"You are being robbed of {loot_name(bribed_loot(frame))}. Pay a bribe of 2 COINs?"


def _question_of_offer(view: View, frame: Any) -> str:
    return "What do you give?" if side_of(frame) == Side.GIVING else "What do you want in return?"


def _question_of_answer(view: View, frame: Any) -> str:
    return f"Do you accept the offer? You get {_side(view.table.give)} for {_side(view.table.want)}."


def _question_of_theft(view: View, frame: Any) -> str:
    return "Which player do you rob?" if target_of(frame) == NONE else "What do you take?"


def _question_of_cart(view: View, frame: Any) -> str:
    if not cart_size(frame):
        return "How many Land cards do you take?"
    return "Which card do you put down?" if next_in_cart(frame) == NONE else "Where do you put it?"


def _turned_in(view: View, frame: Any) -> str:
    return f"turns in {name_of(view, target_of(frame))}"


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
    return f"{name_of(view, seat_of(frame))} {_phrase(FRAMES[FrameKind(frame.kind)].caption, view, frame)}"


def _phrase(words: Phrase, view: View, frame: Any) -> str:
    return words if isinstance(words, str) else words(view, frame)


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
    return ", ".join(named_counts([counts[kind] for kind in range(HAND_KINDS)], KIND_NAMES[:HAND_KINDS]))


def character(table: Any, p: int) -> str:
    return CHARACTERS[table.character[p]].title()


def whereabouts(table: Any, p: int) -> str:
    """Return the name of a bandit's place; "out" if it is eliminated."""
    return "out" if table.out[p] else PLACE_NAMES[table.place[p]]


def team(view: View, p: int) -> str:
    """Return "team 1" or "team 2"; empty in a game without teams."""
    return f"team {p % view.options.num_teams + 1}" if view.table.teams else ""


# --- actions and questions


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


def action_as_heard(view: View, action: int) -> str | None:
    """Describe an action to the other seats, without hidden choices. None if a seat passes on a secret question."""
    if action in (Action.PASS, Action.END_TURN) and _asks_for_holdings(view):
        return None
    if action in (Action.SHUFFLE_PLAINLY, Action.SET_TRAP):
        return "shuffle the Draw deck"
    if Action.LAY <= action < Action.SHUFFLE_PLAINLY:
        return "choose a card of the cart"
    if action >= Action.NAME and innermost(view.table).kind == FrameKind.ANSWER:
        return "choose a card to give"
    return label(view, action)


def label(view: View, action: int) -> str:
    """Describe an action to the seat that chooses it."""
    frame = innermost(view.table)
    if (frame.kind, action) in IN_FRAME:
        return IN_FRAME[FrameKind(frame.kind), action]
    if action >= Action.NAME:
        return f"{_verb(frame)} {_a_card(action - Action.NAME)}"
    if action >= Action.PLACE:
        place = place_words(action - Action.PLACE)
        return f"{_verb(frame)} the bridge on {place}" if frame.kind == FrameKind.OFFER else FRAMES[frame.kind].choice + place
    if action >= Action.BACK:
        return f"{_verb(frame)} {_named_loot(frame, action)}"
    if Action.PLAYER <= action < Action.BACK:
        return FRAMES[frame.kind].choice + view.name(_named(view, action))
    if Action.TURN_IN <= action < Action.PLAYER:
        return f"turn in {CHARACTERS[action - Action.TURN_IN].title()}"
    if Action.PLAY <= action < Action.TURN_IN:
        kind = int(KIND_OF_PLAY[action - Action.PLAY])
        if frame.kind == FrameKind.TOOLS:
            return f"add {_a_card(kind)} to your tools"
        return f"{'dig with' if frame.kind == FrameKind.ACTION and is_tool(kind) else 'play'} {_a_card(kind)}"
    if Action.LAY <= action < Action.SHUFFLE_PLAINLY:
        return f"put down {_tipped(view, action - Action.LAY)}"
    return "pass" if action == Action.PASS else WORDS.get(action, ACTIONS.name(action))


def question(view: View) -> str:
    """Ask for the decision."""
    frame = innermost(view.table)
    return _phrase(FRAMES[FrameKind(frame.kind)].question, view, frame)


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the place, player, deck or card in hand that an action concerns."""
    mover = view.record.secret.mover
    if action >= Action.NAME:
        return (f"hand-{mover}-{action - Action.NAME}",)
    if action >= Action.PLACE:
        return (f"place-{action - Action.PLACE}",)
    if Action.BACK <= action <= Action.TECH_CARD:
        return _card_targets(view, action)
    if Action.PLAYER <= action < Action.BACK:
        return (f"seat-{_named(view, action)}",)
    if Action.PLAY <= action < Action.TURN_IN:
        return (f"hand-{mover}-{KIND_OF_PLAY[action - Action.PLAY]}",)
    if action == Action.PICK_UP:
        return ("deck-1", "deck-2")
    if action == Action.ROLL:
        return (f"piece-{mover}",)
    if action in (Action.DIG, Action.STOP, Action.STAY, Action.THIS_BRIDGE, Action.THIS_PLOT, Action.CASH_IN):
        return (f"place-{view.table.place[mover]}",)
    return ()


def _card_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the cards of the robbed player for a back or a TECH, or a deck."""
    frame = innermost(view.table)
    if frame.kind in (FrameKind.OUTLAW, FrameKind.BOUNTY):
        return (f"hand-{target_of(frame)}-{Card.TECH if action == Action.TECH_CARD else f'back-{action - Action.BACK}'}",)
    return () if action == Action.TECH_CARD else (f"deck-{action - Action.BACK}",)


def innermost(table: Any) -> Any:
    return table.frames[max(0, table.depth - 1)]


def _named(view: View, action: int) -> int:
    return (view.record.secret.mover + action - Action.PLAYER + 1) % view.table.num_players


def place_words(place: int) -> str:
    """Return the name of a place in a sentence, such as "space 3" or "the cabin"."""
    return "the cabin" if place == CABIN else PLACE_NAMES[place].replace("land", "space")


def _a_card(kind: int) -> str:
    """Return the name of a card with its article."""
    article = "the" if COPIES[kind] == 1 else "an" if KIND_NAMES[kind][0] in "aeiou" else "a"
    return f"{article} {_card(kind)}"


def _named_loot(frame: Any, action: int) -> str:
    """Name the back, TECH, bridge or plot of an action."""
    if action >= Action.TECH_CARD:
        return {Action.TECH_CARD: "a TECH", Action.THIS_BRIDGE: "the bridge here", Action.THIS_PLOT: "the PRIVATE PLOT"}[
            Action(action)
        ]
    return f"{'any' if frame.kind == FrameKind.OFFER else 'a'} {Back(action - Action.BACK).name.title()} card"


def _verb(frame: Any) -> str:
    """Return the verb for a named card, bridge or plot."""
    if frame.kind == FrameKind.OFFER:
        return "give" if side_of(frame) == Side.GIVING else "ask for"
    return VERBS.get(FrameKind(frame.kind), "give")


def _tipped(view: View, at: int) -> str:
    kind = view.known.seats[view.record.secret.mover].tipped[at]
    return f"card {at + 1}" if kind == NONE else _card(kind)


def _side(items: Any) -> str:
    return ", ".join(item_name(item) for item in items if item != NONE) or "nothing"


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


def known_hand(view: View, p: int) -> list[int]:
    """Return the cards by kind that the viewer knows in a hand."""
    hand = view.known.seats[p].hand
    return [hand[kind] for kind in range(HAND_KINDS)]


def _public_counts(table: Any) -> list[int]:
    """Count the public cards of kinds that no hand can hold, by kind."""
    land = Counter(table.land._data.tolist())
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
