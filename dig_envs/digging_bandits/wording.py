"""Say what a seat of Digging Bandits is asked, what its actions mean, where they are on the picture, and what others hear of
them. What an action means depends on the frame that asks."""

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
    STAY: "stay, and owe the toll",
    END_TURN: "end the turn",
    PAY: "pay the toll",
    STOP: "stop at the bridge",
    DIG: "dig with this hand",
    PICK_UP: "pick up a Dig and a Draw card",
    CASH_IN: "cash in the GOLD",
    DONE: "that is all",
    ACCEPT: "accept the offer",
    TAKE: "take one Land card",
    TAKE + 1: "take two Land cards",
    SHUFFLE_PLAINLY: "shuffle plainly",
    SET_TRAP: "set a trap: an immediate card on top",
    TECH_CARD: "a TECH",
    THIS_BRIDGE: "the bridge here",
    THIS_PLOT: "the PRIVATE PLOT",
}
IN_FRAME = {
    (FrameKind.EVENT, PASS): "play no card",
    (FrameKind.BRIBE, PASS): "pay no bribe",
    (FrameKind.BRIBE, PAY): "pay the bribe: 2 COINs",
    (FrameKind.TURN_IN, PASS): "save nobody",
    (FrameKind.ENCORE, END_TURN): "take no further turn",
    (FrameKind.OFFER, PASS): "make no further offer",
    (FrameKind.ANSWER, PASS): "say no",
    (FrameKind.PARTNER, PASS): "trade with nobody",
    (FrameKind.DIGGING, DIG): "dig on",
    (FrameKind.DIGGING, STOP): "stop digging",
    (FrameKind.OFFER, DONE): "that is all of this side",
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
    FrameKind.STAKE: "stake ",
    FrameKind.TIP: "put it on ",
}
QUESTIONS = {
    FrameKind.MOVE: "You are to move. Roll the dice, or do something else?",
    FrameKind.DESTINATION: "Where do you warp to?",
    FrameKind.TRAVEL: "You have come to another's bridge. Pay, stop, or blow it up?",
    FrameKind.ACTION: "What do you do: dig, play a card, pick up, turn something in, or end the turn?",
    FrameKind.ENCORE: "Your turn is over. Play DOUBLE-TIME for another one?",
    FrameKind.TOOLS: "Add another tool to the digging hand, or dig?",
    FrameKind.DIGGING: "Dig on, or stop?",
    FrameKind.LASSO: "Whose hand do you look at?",
    FrameKind.BUILD: "Where do you build the bridge?",
    FrameKind.ANSWER: "Do you take the offer?",
    FrameKind.PARTNER: "Whom do you trade with?",
    FrameKind.TURN_IN: "Your partner is being turned in. Save it with the SPOON?",
    FrameKind.DISCARD: "Which card do you discard?",
    FrameKind.TAKE: "From which deck do you take a card?",
    FrameKind.STAKE: "Where do you stake the PRIVATE PLOT?",
    FrameKind.DUEL: "Whom do you challenge to a duel?",
    FrameKind.SHUFFLE: "Shuffle the Draw deck plainly, or set a trap?",
}


def may_be_shown(view: View) -> bool:
    """Return whether the seat may see this moment: not while another is asked for what it may hold (C-4)."""
    if not view.running or view.seat == view.record.secret.mover:
        return True
    return not _asks_for_holdings(view)


def _asks_for_holdings(view: View) -> bool:
    """Return whether the seat is asked only because of what it holds: then nobody else may know that it is."""
    frame_kind = _frame(view).what
    nothing_open = frame_kind == FrameKind.ACTION and not can_pick_up(view.table)  # but GOLD, WANTED or cards to play
    return frame_kind == FrameKind.EVENT or bool(IS_SECRET[frame_kind]) or nothing_open


def action_as_heard(view: View, action: int) -> str | None:
    """Say what the others hear of an action: no hidden choice, nor that a seat passed where it was asked for what it holds."""
    if action in (PASS, END_TURN) and _asks_for_holdings(view):
        return None
    if action in (SHUFFLE_PLAINLY, SET_TRAP):
        return "shuffle the Draw deck"
    if LAY <= action < SHUFFLE_PLAINLY:
        return "pick a card of the cart"
    if action >= NAME and _frame(view).what == FrameKind.ANSWER:
        return "choose a card to give"
    return label(view, action)


def label(view: View, action: int) -> str:
    """Say what an action does."""
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
    """Say what the seat decides."""
    frame = _frame(view)
    frame_kind = FrameKind(frame.what)
    if frame_kind == FrameKind.EVENT:
        return f"{status(view)}. Do you answer with a card?"
    if frame_kind == FrameKind.BRIBE:
        return f"You are being robbed of {loot_name(bribed_loot(frame))}. Pay a bribe of 2 COINs?"
    if frame_kind == FrameKind.OFFER:
        return "What do you give?" if side_of(frame) == GIVING else "What do you want for it?"
    if frame_kind == FrameKind.ANSWER and view.table.give[0] != NONE:
        return f"Do you take the offer: you get {_side(view.table.give)} for {_side(view.table.want)}?"
    if frame_kind in (FrameKind.OUTLAW, FrameKind.BOUNTY):
        return "Whom do you rob?" if target_of(frame) == NONE else "What do you take?"
    if frame_kind == FrameKind.TIP:
        if not cart_size(frame):
            return "How many Land cards do you take?"
        return "Which card do you put down?" if next_in_cart(frame) == NONE else "Where do you put it?"
    return QUESTIONS[frame_kind]


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Name what an action is about on the picture: a place, a player, a deck, a card in hand."""
    mover = view.record.secret.mover
    if action >= NAME:
        return (f"hand-{mover}-{action - NAME}",)
    if action >= PLACE:
        return (f"place-{action - PLACE}",)
    if BACK <= action <= TECH_CARD:
        return _card_spots(view, action)
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


def _card_spots(view: View, action: int) -> tuple[str, ...]:
    """Name what a back or a TECH is about: the cards of subject is robbed, or a deck."""
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
    """Say what is done with a card that is named_counts."""
    if frame.what == FrameKind.OFFER:
        return "give" if side_of(frame) == GIVING else "want"
    return "discard" if frame.what == FrameKind.DISCARD else "give"


def _tipped(view: View, at: int) -> str:
    kind = view.record.seats[view.record.secret.mover].tipped[at]
    return f"card {at + 1}" if kind == NONE else _card(kind)


def _side(items: Any) -> str:
    return ", ".join(item_name(item) for item in items if item != NONE) or "nothing"


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Say what the dice show, subject moved where, subject gained and lost what, as far as the seat knows it."""
    old, new = before.table, after.table
    words = [f"dice {new.dice[0]} {new.dice[1]}"] if new.dice[0] and list(old.dice) != list(new.dice) else []
    words += [f"{name} comes up" for name in named_counts(differences(_seen(old), _seen(new)), KIND_NAMES[HAND_KINDS:])]
    hands = zip(visibility_of(before).hands, visibility_of(after).hands, strict=True)
    for p, (held, holds) in enumerate(hands):
        name = subject(after, p, mover)
        if new.place[p] != old.place[p] and not new.out[p]:
            words.append(f"{name}on {PLACE_NAMES[new.place[p]]}")
        words += [
            f"{name}{change}"
            for change in _cards_changed(old, new, p, differences(held.known, holds.known), own=p == after.seat)
        ]
        words += [f"{name}{flag}" for flag, was, is_now in _standing(old, new, p) if is_now and not was]
    return words + _bridges(old, after)


def _seen(table: Any) -> list[int]:
    """Count the cards that are never in a hand and that all have seen where they lie now, by kind."""
    land = Counter(table.land._data.tolist())
    seen = [table.faces[kind] + land[kind] for kind in range(HAND_KINDS, len(KIND_NAMES))]
    seen[KIND_NAMES.index("dynamite") - HAND_KINDS] += table.gone_dynamite
    return seen


def _cards_changed(old: Any, new: Any, p: int, more: list[int], own: bool) -> list[str]:
    """List the cards that came to a player and those that went, of whose hand so many `more` of each kind are known."""
    tech = new.tech[p] - old.tech[p]
    came, went = [max(change, 0) for change in more], [max(-change, 0) for change in more]
    others = differences(old.backs[p], new.backs[p]) if not own else [0] * len(Back)
    if not own:
        went = [0] * HAND_KINDS  # that a card is no longer known to be there does not say that it has gone
        for back, kinds in enumerate(BY_BACK):
            seen = sum(came[kind] for kind in kinds)
            if seen <= others[back]:
                others[back] -= seen
            else:  # cards were shown that were there before
                for kind in kinds:
                    came[kind] = 0
    gained = [*named_counts([*came, tech], CARD_NAMES), *_by_back(others)]
    lost = [*named_counts([*went, -tech], CARD_NAMES), *_by_back([-count for count in others])]
    return [f"{sign}{card}" for sign, cards in (("+", gained), ("-", lost)) for card in cards]


def _by_back(counts: list[int]) -> list[str]:
    return [pluralized(count, f"{back.name.title()} card") for back, count in zip(Back, counts, strict=True) if count > 0]


def _standing(old: Any, new: Any, p: int) -> list[tuple[str, int, int]]:
    """List statements about a player, each with whether it was true before and whether it is now."""
    was, is_now = (int(table.arrested and table.active == p) for table in (old, new))
    return [("arrested", was, is_now), ("out of the game", old.out[p], new.out[p]), ("saved", old.rescued[p], new.rescued[p])]


def _bridges(old: Any, after: View) -> list[str]:
    """List the bridges that were built, blown up or that changed hands, and the PRIVATE PLOT."""
    table, words = after.table, []
    for place, name in enumerate(PLACE_NAMES):
        owner = table.bridge[place]
        if owner != old.bridge[place]:
            words.append(
                f"the bridge on {name} is gone" if owner == NONE else f"the bridge on {name} is now of {after.name(owner)}"
            )
    if (table.plot, table.plot_owner) != (old.plot, old.plot_owner) and table.plot != NONE:
        words.append(f"the PRIVATE PLOT on {PLACE_NAMES[table.plot]} is now of {after.name(table.plot_owner)}")
    return words
