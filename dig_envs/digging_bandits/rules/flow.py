"""Run a game: a stack of frames, of which the innermost decides the next step.

A frame is a pending part of a turn: its kind (`FrameKind`), the seat that it belongs to, and up to three numbers
(`frames.py` names them). The table `FRAMES` below has the rules of each kind. `apply` passes a decision to the innermost
frame. Then `advance` resumes the innermost frame repeatedly until a seat is asked. A frame asks its seat, changes to another
kind, pushes a frame on top, or pops itself. After a pop, the frame below continues from the table as it is then. No function
waits for an answer, so any depth of nesting can be stored and resumed.

The bottom frame is the turn. It changes its kind from step to step (`turn.py`, `move.py`):

    MOVE -> (ROLL) -> TRAVEL or DESTINATION -> ACTION -> ENCORE -> the next MOVE

| frame | question | numbers |
|---|---|---|
| MOVE | roll, or play WESTERN WARP; at a bridge: settle or stay | |
| DESTINATION | where to warp | whether a WESTERN WARP is in play |
| TRAVEL | how to settle at each bridge of the other side | steps left |
| ACTION | Bonus action, dig, play, pick up, win | |
| ENCORE | whether to play DOUBLE-TIME | |
| TOOLS | which tool joins the DIGGING HAND | |
| DIGGING | whether to continue digging | cards that may still be lifted, stones that can still be broken |
| OUTLAW | which player, bridge or plot to rob, then which back or TECH | the named player |
| BRIBE | whether the target pays, if it can | the thief, its loot |
| LASSO, DUEL | which player | |
| BUILD | where to build | |
| OFFER | the next item | the side being composed, declined offers |
| ANSWER | another player: yes or no | whether it said yes |
| PARTNER | which player to trade with | |
| TURN_IN | whether a partner gives its SPOON | the bandit, whether a rescue was considered |
| BOUNTY | which player to rob, if any, then which back | the named player |
| DISCARD, TAKE | CARD CACHE: which card, which deck | cards left |
| STAKE | where the PRIVATE PLOT goes | |
| SHUFFLE | whether to set a trap | |
| TIP | how many cards, which is next, and its place | cards in the cart, the next, its kind if public |
| EVENT | each seat that can answer, in order | the `Event`, the victim, a detail |

**Events** (`reactions.py`, and the table `EVENTS` below). A step that others may stop is announced: an EVENT is pushed. It
asks the seats that could answer, in order. When no seat is left, the event is popped and *carried out*. A COWBOY or a SHERIFF
played into an event is a new event on top, which may be answered itself: so windows nest. If nobody stops it, the event
below is popped and *stopped*. If it is stopped, asking about the event below resumes at the seat that played it.
BANDIT'S BLOCK stops at once; it cannot be answered, since there is only one.

**Public information.** Frames are public, since players hear announcements. Which seat is asked about an event, a bribe or a
rescue depends on hands. So that seat is stored in `secret.mover` and in its own `asked`; all other frames ask their own
seat. A seat that was asked and passed leaves no trace.
"""

from collections.abc import Callable
from typing import NamedTuple

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.dispatch import dispatch
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import LOOP, MAX_PLAYERS, Card, Loot
from dig_envs.digging_bandits.rules import dig, doodads, immediate, loot, move, reactions, trade, turn
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, legal_exposed
from dig_envs.digging_bandits.rules.cards import use
from dig_envs.digging_bandits.rules.frames import ask, detail_of, event_of, pop, seat_of, victim_of
from dig_envs.digging_bandits.rules.town import decide_rescue, legal_rescue, lose_rescue, rescue, resolve_turn_in
from dig_envs.digging_bandits.state import NONE, Event, FrameKind

TURN = ()  # no frame is below the turn
MAIN = (FrameKind.ACTION,)
DRAWN = (FrameKind.ACTION, FrameKind.TAKE)
OFFERED = (FrameKind.OFFER,)
AT_BRIDGE = (FrameKind.MOVE, FrameKind.TRAVEL)


class FrameRules(NamedTuple):
    """The rules of a kind of frame.

    Attributes:
        on: the kinds of frame that it may be pushed on.
        legal: writes the legal actions of the seat that is asked: (table, seat, player, mask).
        decide: carries out a decision: (state, player, action).
        resume: continues the frame while it is the innermost, and returns whether a seat is asked: (state, player).
    """

    on: tuple[FrameKind, ...]
    legal: Callable
    decide: Callable
    resume: Callable = ask


class EventRules(NamedTuple):
    """The rules of an event.

    Both functions have the parameters (state, player, victim, detail), and the event has been popped before.

    Attributes:
        on: the kinds of frame that it may be announced on.
        detail: the possible details; for most events the card that was played.
        happen: carries out an event that nobody stopped.
        stop: completes an event that a card has stopped.
    """

    on: tuple[FrameKind, ...]
    detail: range
    happen: Callable
    stop: Callable


def only(card: int) -> range:
    """Return the range of one number."""
    return range(card, card + 1)


# --- events


@compiled
def nothing(state, player, victim, detail):
    """Do nothing: most events that were stopped have no consequence."""


EVENTS = {
    Event.ROLL: EventRules((FrameKind.MOVE,), only(0), move.begin_rolled_move, nothing),
    Event.SHERIFF: EventRules((FrameKind.EVENT,), only(Card.SHERIFF), move.arrest, move.end_roll),
    # see `let_happen`
    Event.COWBOY: EventRules((FrameKind.EVENT,), only(Card.COWBOY), nothing, reactions.resume_answered_event),
    Event.TOLL: EventRules(AT_BRIDGE, only(Card.COIN), move.pay_toll, move.lose_toll),
    Event.BRIBE: EventRules((FrameKind.BRIBE,), only(Card.COIN), loot.accept_bribe, nothing),
    Event.TNT: EventRules(AT_BRIDGE, only(Card.TNT), move.blow_up, nothing),
    Event.DIG: EventRules((FrameKind.TOOLS,), only(0), dig.lift_first, dig.lose_dig),
    Event.SPOON: EventRules((FrameKind.TOOLS,), only(Card.SPOON), dig.lift_first, dig.lose_dig),
    Event.DYNAMITE: EventRules((FrameKind.DIGGING,), only(Card.DYNAMITE), dig.blow_away, nothing),
    Event.PICK_UP: EventRules(MAIN, only(0), turn.pick_up, nothing),
    Event.OUTLAW: EventRules(MAIN, range(Loot.PLOT + 1), loot.ask_for_bribe, nothing),
    Event.LASSO: EventRules(MAIN, only(Card.LASSO), loot.look_at_hand, nothing),
    Event.BUILD: EventRules(MAIN, range(LOOP), move.build_bridge, move.lose_bridge),
    Event.TRADE: EventRules(OFFERED, range(MAX_PLAYERS), trade.exchange, trade.end_trade),
    Event.DUEL: EventRules(DRAWN, only(Card.DUEL), immediate.fight_duel, nothing),
    Event.GAMBLING: EventRules(DRAWN, only(Card.GAMBLING), immediate.gamble_away, nothing),
    Event.HIDEOUT: EventRules(DRAWN, only(Card.HIDEOUT), immediate.ride_to_cabin, nothing),
    Event.HEIST: EventRules(DRAWN, range(1 << MAX_PLAYERS), immediate.pass_cards_on, nothing),
    Event.BONUS: EventRules(MAIN, range(Card.CACHE, Card.PLOT + 1), doodads.apply_doodad, doodads.lose_doodad),
    Event.WARP: EventRules((FrameKind.MOVE,), only(Card.WARP), move.warp_by_card, move.lose_warp),
    Event.ENCORE: EventRules((FrameKind.ENCORE,), only(Card.DOUBLE_TIME), turn.take_encore, turn.lose_encore),
    Event.RESCUE: EventRules((FrameKind.TURN_IN,), range(MAX_PLAYERS), rescue, lose_rescue),
}
stop_event = dispatch(
    "stop_event", {event: rules.stop for event, rules in EVENTS.items() if rules.stop is not nothing}, otherwise=nothing
)


@compiled
def stop_innermost(state):
    """Pop the innermost event, which a card has stopped."""
    frame = state.table.frames[state.table.depth - 1]
    event, player, victim, detail = event_of(frame), seat_of(frame), victim_of(frame), detail_of(frame)
    pop(state)
    stop_event(event, state, player, victim, detail)


@compiled
def stop_answered_event(state, player, victim, detail):
    """Stop the event below a COWBOY that nobody stopped."""
    stop_innermost(state)


let_happen = dispatch(
    "let_happen",
    {event: rules.happen for event, rules in EVENTS.items() if rules.happen is not nothing},
    otherwise=stop_answered_event,
)


@compiled
def carry_out(state):
    """Pop and carry out the innermost event, which nobody stopped."""
    frame = state.table.frames[state.table.depth - 1]
    event, player, victim, detail = event_of(frame), seat_of(frame), victim_of(frame), detail_of(frame)
    pop(state)
    let_happen(event, state, player, victim, detail)


@compiled
def ask_or_carry_out(state, player):
    """Ask the next seat that could answer the innermost event, or carry the event out. Returns whether a seat is asked."""
    following = reactions.next_to_answer(state)
    if following != NONE:
        return ask(state, following)
    carry_out(state)
    return False


@compiled
def answer(state, player, action):
    """Answer the innermost event: pass, or play a card (DB-16, DB-45, DB-46)."""
    if action == Action.PASS:
        reactions.pass_event(state, player)
    elif action == PLAY_OF[Card.COWBOY]:
        reactions.play_cowboy(state, player)
    elif action == PLAY_OF[Card.SHERIFF]:
        reactions.play_sheriff(state, player)
    elif event_of(state.table.frames[state.table.depth - 1]) == Event.HEIST:
        immediate.shield_from_heist(state, player)
    else:
        use(state, player, Card.BLOCK)
        stop_innermost(state)


# --- frames

FRAMES = {
    FrameKind.MOVE: FrameRules(TURN, move.legal_move, move.decide_move),
    FrameKind.DESTINATION: FrameRules(TURN, move.legal_destination, move.warp_to),
    FrameKind.TRAVEL: FrameRules(TURN, move.legal_travel, move.decide_travel, move.travel),
    FrameKind.ACTION: FrameRules(TURN, turn.legal_action, turn.decide_action, turn.act_or_end),
    FrameKind.ENCORE: FrameRules(TURN, turn.legal_encore, turn.decide_encore, turn.end_or_encore),
    FrameKind.EVENT: FrameRules(tuple(FrameKind), reactions.legal_answers, answer, ask_or_carry_out),
    FrameKind.TOOLS: FrameRules(MAIN, dig.legal_tools, dig.decide_tools),
    FrameKind.DIGGING: FrameRules(MAIN, dig.legal_digging, dig.decide_digging, dig.continue_digging),
    FrameKind.OUTLAW: FrameRules(MAIN, loot.legal_outlaw, loot.decide_outlaw),
    FrameKind.BRIBE: FrameRules(MAIN, loot.legal_bribe, loot.decide_bribe, loot.consider_bribe),
    FrameKind.LASSO: FrameRules(MAIN, legal_exposed, loot.throw_lasso),
    FrameKind.BUILD: FrameRules(MAIN, move.legal_build, move.propose_bridge),
    FrameKind.OFFER: FrameRules(MAIN, trade.legal_offer, trade.decide_offer),
    FrameKind.ANSWER: FrameRules(OFFERED, trade.legal_answer, trade.decide_answer),
    FrameKind.PARTNER: FrameRules(OFFERED, trade.legal_partner, trade.decide_partner),
    FrameKind.TURN_IN: FrameRules(MAIN, legal_rescue, decide_rescue, resolve_turn_in),
    FrameKind.BOUNTY: FrameRules(MAIN, loot.legal_bounty, loot.decide_bounty),
    FrameKind.DISCARD: FrameRules(MAIN, doodads.legal_discard, doodads.decide_discard),
    FrameKind.TAKE: FrameRules(MAIN, doodads.legal_take, doodads.decide_take, doodads.continue_taking),
    FrameKind.STAKE: FrameRules(MAIN, doodads.legal_stake, doodads.stake_plot),
    FrameKind.DUEL: FrameRules(DRAWN, legal_exposed, immediate.challenge),
    FrameKind.SHUFFLE: FrameRules(DRAWN, immediate.legal_shuffle, immediate.shuffle_draw_deck),
    FrameKind.TIP: FrameRules(DRAWN, immediate.legal_tip, immediate.decide_tip),
}
legal_in_frame = dispatch(
    "legal_in_frame", {kind: rules.legal for kind, rules in FRAMES.items()}, otherwise=immediate.legal_tip
)
decide_in_frame = dispatch(
    "decide_in_frame", {kind: rules.decide for kind, rules in FRAMES.items()}, otherwise=immediate.decide_tip
)
resume_frame = dispatch(
    "resume_frame", {kind: rules.resume for kind, rules in FRAMES.items() if rules.resume is not ask}, otherwise=ask
)


@compiled
def legal(table, seat, player, mask):
    """Write 1 into `mask` (int8, zeroed) for each legal action of the seat to move."""
    legal_in_frame(table.frames[table.depth - 1].kind, table, seat, player, mask)


@compiled
def apply(state, action):
    """Carry out one legal decision, and advance to the next decision or to the end of the game."""
    player = state.secret.mover
    state.seats[player].asked = 0
    decide_in_frame(state.table.frames[state.table.depth - 1].kind, state, player, action)
    advance(state)


@compiled
def advance(state):
    """Run the innermost frame until a seat is asked or the game ends."""
    asked = False
    while not asked and state.table.end == End.RUNNING:
        frame = state.table.frames[state.table.depth - 1]
        asked = resume_frame(frame.kind, state, seat_of(frame))
