"""Questions, actions and their results in Digging Bandits, in words for people.

The meaning of an action depends on the frame that asks for it.
"""

from collections import Counter
from typing import Any

from dig_envs.digging_bandits.captions import item_name, loot_name, status
from dig_envs.digging_bandits.components import BY_BACK, CHARACTERS, HAND_KINDS, KIND_NAMES, PLACE_NAMES, TECH, Back
from dig_envs.digging_bandits.hidden_frames import IS_SECRET
from dig_envs.digging_bandits.rules.action import can_pick_up
from dig_envs.digging_bandits.rules.actions import (
    ACCEPT,
    ACTIONS,
    BACK,
    CASH_IN,
    DIG,
    DONE,
    END_TURN,
    KIND_OF_PLAY,
    LAY,
    NAME,
    PASS,
    PAY,
    PICK_UP,
    PLACE,
    PLAY,
    PLAYER,
    ROLL,
    SET_TRAP,
    SHUFFLE_PLAINLY,
    STAY,
    STOP,
    TAKE,
    TECH_CARD,
    THIS_BRIDGE,
    THIS_PLOT,
    TURN_IN,
)
from dig_envs.digging_bandits.rules.exchange import GIVING
from dig_envs.digging_bandits.rules.frame_fields import bribed_loot, cart_size, next_in_cart, side_of, target_of
from dig_envs.digging_bandits.state import NONE, FrameKind
from dig_envs.digging_bandits.visibility import visibility_of
from dig_envs.render.changes import differences, named_counts, pluralized, subject
from dig_envs.render.view import View

CARD_NAMES = (*(name.upper() for name in KIND_NAMES[:HAND_KINDS]), "TECH")
WORDS = {
    ROLL: "roll the dice",
    STAY: "stay and owe the toll",
    END_TURN: "end the turn",
    PAY: "pay the toll",
    STOP: "stop at the bridge",
    DIG: "dig with the digging hand",
    PICK_UP: "pick up a Dig card and a Draw card",
    CASH_IN: "cash in the GOLD",
    ACCEPT: "accept the offer",
    TAKE: "take one Land card",
    TAKE + 1: "take two Land cards",
    SHUFFLE_PLAINLY: "only shuffle",
    SET_TRAP: "set a trap with an immediate card on top",
    TECH_CARD: "a TECH",
    THIS_BRIDGE: "the bridge here",
    THIS_PLOT: "the PRIVATE PLOT",
}
IN_FRAME = {
    (FrameKind.EVENT, PASS): "play no card",
    (FrameKind.BRIBE, PASS): "pay no bribe",
    (FrameKind.BRIBE, PAY): "pay a bribe of 2 COINs",
    (FrameKind.TURN_IN, PASS): "do not save your partner",
    (FrameKind.ENCORE, END_TURN): "do not play DOUBLE-TIME",
    (FrameKind.OFFER, PASS): "make no more offers",
    (FrameKind.ANSWER, PASS): "decline the offer",
    (FrameKind.PARTNER, PASS): "trade with nobody",
    (FrameKind.DIGGING, DIG): "keep digging",
    (FrameKind.DIGGING, STOP): "stop digging",
    (FrameKind.OFFER, DONE): "finish this side of the offer",
}
DONE_TO = {
    FrameKind.OUTLAW: "rob ",
    FrameKind.BOUNTY: "rob ",
    FrameKind.LASSO: "look at the hand of ",
    FrameKind.DUEL: "challenge ",
    FrameKind.PARTNER: "trade with ",
}
AT = {
    FrameKind.DESTINATION: "warp to ",
    FrameKind.BUILD: "build on ",
    FrameKind.STAKE: "put the PRIVATE PLOT on ",
    FrameKind.TIP: "put it on ",
}
QUESTIONS = {
    FrameKind.MOVE: "It is your turn. Roll the dice, or do something else?",
    FrameKind.DESTINATION: "Where do you warp to?",
    FrameKind.TRAVEL: "You reached another player's bridge. Pay the toll, stop, or blow it up?",
    FrameKind.ACTION: "Dig, play a card, pick up cards, turn something in, or end your turn?",
    FrameKind.ENCORE: "Your turn is over. Play DOUBLE-TIME for another turn?",
    FrameKind.TOOLS: "Add another tool to the digging hand, or dig?",
    FrameKind.DIGGING: "Keep digging, or stop?",
    FrameKind.LASSO: "Whose hand do you look at?",
    FrameKind.BUILD: "Where do you build the bridge?",
    FrameKind.ANSWER: "Do you accept the offer?",
    FrameKind.PARTNER: "Which player do you trade with?",
    FrameKind.TURN_IN: "Your partner is being turned in. Save your partner with the SPOON?",
    FrameKind.DISCARD: "Which card do you discard?",
    FrameKind.TAKE: "From which deck do you take a card?",
    FrameKind.STAKE: "Where do you put the PRIVATE PLOT?",
    FrameKind.DUEL: "Which player do you challenge to a duel?",
    FrameKind.SHUFFLE: "Only shuffle the Draw deck, or set a trap?",
}


def may_be_shown(view: View) -> bool:
    """Return False while another seat is asked about hidden cards that it may hold (C-4)."""
    if not view.running or view.seat == view.record.secret.mover:
        return True
    return not _asks_for_holdings(view)


def _asks_for_holdings(view: View) -> bool:
    """Return whether the question itself would reveal hidden cards of the seat that is asked."""
    frame_kind = _frame(view).what
    nothing_public = frame_kind == FrameKind.ACTION and not can_pick_up(view.table)  # only GOLD, WANTED or a card to play
    return frame_kind == FrameKind.EVENT or bool(IS_SECRET[frame_kind]) or nothing_public


def action_as_heard(view: View, action: int) -> str | None:
    """Describe an action to the other seats, without hidden choices. None if a seat passes on a secret question."""
    if action in (PASS, END_TURN) and _asks_for_holdings(view):
        return None
    if action in (SHUFFLE_PLAINLY, SET_TRAP):
        return "shuffle the Draw deck"
    if LAY <= action < SHUFFLE_PLAINLY:
        return "choose a card of the cart"
    if action >= NAME and _frame(view).what == FrameKind.ANSWER:
        return "choose a card to give"
    return label(view, action)


def label(view: View, action: int) -> str:
    """Describe an action to the seat that chooses it."""
    frame = _frame(view)
    if (frame.what, action) in IN_FRAME:
        return IN_FRAME[FrameKind(frame.what), action]
    if action >= NAME:
        return f"{_verb(frame)} {_card(action - NAME)}"
    if action >= PLACE:
        place = PLACE_NAMES[action - PLACE]
        return f"{_verb(frame)} the bridge on {place}" if frame.what == FrameKind.OFFER else AT.get(frame.what, "") + place
    if BACK <= action < TECH_CARD:
        return f"any {Back(action - BACK).name.title()} card"
    if PLAYER <= action < BACK:
        return DONE_TO.get(frame.what, "") + view.name(_named(view, action))
    if TURN_IN <= action < PLAYER:
        return f"turn in {CHARACTERS[action - TURN_IN].title()}"
    if PLAY <= action < TURN_IN:
        kind = _card(int(KIND_OF_PLAY[action - PLAY]))
        return f"add a {kind} to the digging hand" if frame.what == FrameKind.TOOLS else f"play {kind}"
    if LAY <= action < SHUFFLE_PLAINLY:
        return f"put down {_tipped(view, action - LAY)}"
    return "pass" if action == PASS else WORDS.get(action, ACTIONS.name(action))


def question(view: View) -> str:
    """Ask for the decision."""
    frame = _frame(view)
    frame_kind = FrameKind(frame.what)
    if frame_kind == FrameKind.EVENT:
        return f"{status(view)}. Do you respond with a card?"
    if frame_kind == FrameKind.BRIBE:
        return f"You are being robbed of {loot_name(bribed_loot(frame))}. Pay a bribe of 2 COINs?"
    if frame_kind == FrameKind.OFFER:
        return "What do you give?" if side_of(frame) == GIVING else "What do you want in return?"
    if frame_kind == FrameKind.ANSWER and view.table.give[0] != NONE:
        return f"Do you accept the offer? You get {_side(view.table.give)} for {_side(view.table.want)}."
    if frame_kind in (FrameKind.OUTLAW, FrameKind.BOUNTY):
        return "Which player do you rob?" if target_of(frame) == NONE else "What do you take?"
    if frame_kind == FrameKind.TIP:
        if not cart_size(frame):
            return "How many Land cards do you take?"
        return "Which card do you put down?" if next_in_cart(frame) == NONE else "Where do you put it?"
    return QUESTIONS[frame_kind]


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the place, player, deck or card in hand that an action concerns."""
    mover = view.record.secret.mover
    if action >= NAME:
        return (f"hand-{mover}-{action - NAME}",)
    if action >= PLACE:
        return (f"place-{action - PLACE}",)
    if BACK <= action <= TECH_CARD:
        return _card_targets(view, action)
    if PLAYER <= action < BACK:
        return (f"seat-{_named(view, action)}",)
    if PLAY <= action < TURN_IN:
        return (f"hand-{mover}-{KIND_OF_PLAY[action - PLAY]}",)
    if action == PICK_UP:
        return ("deck-1", "deck-2")
    if action == ROLL:
        return (f"piece-{mover}",)
    if action in (DIG, STOP, STAY, THIS_BRIDGE, THIS_PLOT, CASH_IN):
        return (f"place-{view.table.place[mover]}",)
    return ()


def _card_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the cards of the robbed player for a back or a TECH, or a deck."""
    frame = _frame(view)
    if frame.what in (FrameKind.OUTLAW, FrameKind.BOUNTY):
        return (f"hand-{target_of(frame)}-{TECH if action == TECH_CARD else f'back-{action - BACK}'}",)
    return () if action == TECH_CARD else (f"deck-{action - BACK}",)


def _frame(view: View) -> Any:
    return view.table.frames[max(0, view.table.depth - 1)]


def _named(view: View, action: int) -> int:
    return (view.record.secret.mover + action - PLAYER + 1) % view.table.num_players


def _card(kind: int) -> str:
    return KIND_NAMES[kind].upper()


def _verb(frame: Any) -> str:
    """Return the verb for a named card."""
    if frame.what == FrameKind.OFFER:
        return "give" if side_of(frame) == GIVING else "want"
    return "discard" if frame.what == FrameKind.DISCARD else "give"


def _tipped(view: View, at: int) -> str:
    kind = view.record.seats[view.record.secret.mover].tipped[at]
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
    hands = zip(visibility_of(before).hands, visibility_of(after).hands, strict=True)
    for p, (held, holds) in enumerate(hands):
        name = subject(after, p, mover)
        if new.place[p] != old.place[p] and not new.out[p]:
            words.append(f"{name}moved to {PLACE_NAMES[new.place[p]]}")
        words += [
            f"{name}{change}"
            for change in _cards_changed(old, new, p, differences(held.known, holds.known), own=p == after.seat)
        ]
        words += [f"{name}{change}" for change in _status_changes(old, new, p)]
    return words + _bridges(old, after)


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
    for place, name in enumerate(PLACE_NAMES):
        owner = table.bridge[place]
        if owner != old.bridge[place]:
            words.append(
                f"the bridge on {name} is gone" if owner == NONE else f"the bridge on {name} now belongs to {after.name(owner)}"
            )
    if (table.plot, table.plot_owner) != (old.plot, old.plot_owner) and table.plot != NONE:
        words.append(f"the PRIVATE PLOT on {PLACE_NAMES[table.plot]} now belongs to {after.name(table.plot_owner)}")
    return words
