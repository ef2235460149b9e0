"""The flow of a game: a stack of frames, of which the innermost decides what happens next.

A frame is something begun and not finished: five small numbers, `what` it is, `who` it belongs to, and three more that it
holds. `apply` hands a decision to the innermost frame; `go_on` then lets the innermost frame go on, again and again, until
one asks a seat. A frame goes on by asking its seat, by becoming another, by pushing one on top, or by popping itself:
whatever is below finds the table as it is now and goes on from there. So nothing calls back, and any depth resumes.

The bottom frame is the turn, which becomes one thing after another (`turn.py`, `move.py`):

    MOVE -> (ROLL) -> TRAVEL or DESTINATION -> ACTION -> ENCORE -> the next MOVE

| frame | asks | x | y | z | below it |
|---|---|---|---|---|---|
| MOVE | roll, or play WESTERN WARP; at a bridge: settle or stay | | | | |
| DESTINATION | where to warp | 1: a WESTERN WARP is in play | | | |
| TRAVEL | at each bridge that must be settled | steps left | | | |
| ACTION | Bonus action, dig, play, pick up, win | | | | |
| ENCORE | who holds DOUBLE-TIME | | | | |
| TOOLS | what joins the DIGGING HAND | | | | ACTION |
| DIGGING | whether to dig on | cards that may come off | stones to break | | ACTION |
| OUTLAW | whom or what to rob, then what of it | the player named | | | ACTION |
| BRIBE | the target, if it can pay | the thief | what it is after | | ACTION |
| LASSO, DUEL | whom | | | | ACTION (DUEL: TAKE) |
| BUILD | where | | | | ACTION |
| OFFER | item after item | side: give, want | offers declined | | ACTION |
| ANSWER | each of the others | 1: said yes | | | OFFER |
| PARTNER | with whom to trade | | | | OFFER |
| TURN_IN | a partner with the SPOON | the bandit | 1: a rescue was considered | | ACTION |
| BOUNTY | from whom, then which back | the player named | | | ACTION |
| DISCARD, TAKE | CARD CACHE: which card, which deck | cards left | | | ACTION |
| STAKE | where the PRIVATE PLOT goes | | | | ACTION |
| SHUFFLE | plain, or a trap | | | | ACTION, TAKE |
| TIP | how many, which, where | cards in the cart | the next | a kind all know | ACTION, TAKE |
| EVENT | those who may answer, one after another | which `Event` | the victim | its detail | any |

**Events** (`reactions.py`). What others may stop is announced: an EVENT is pushed, and goes on by asking the next seat of its
order that could answer. When none is left it is popped and *carried out*. A COWBOY or a SHERIFF played into it is an event of
its own on top, which may be answered in turn: that is how windows nest. When it stands, the event below is popped and
*stopped*; when it was stopped itself, the event below goes on asking at the seat that played. BANDIT'S BLOCK can't be
answered (there is only one), and stops at once.

**Who knows what.** Frames are open to all: what is announced is heard. Who is asked about an event, for a bribe or
for a rescue depends on hands, so it stands in `secret.mover` and in that seat's own `asked`; in all other frames the seat asked
is the frame's. Nothing of a seat that was asked, and passed, is left anywhere.
"""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import BLOCK, COIN, COWBOY, PLOT, SHERIFF, WARP
from dig_envs.digging_bandits.rules.actions import PASS, PLACE, PLAY_OF
from dig_envs.digging_bandits.rules.board import enter_cabin
from dig_envs.digging_bandits.rules.decks import discard
from dig_envs.digging_bandits.rules.dig import (
    blow_away,
    decide_digging,
    decide_tools,
    go_on_digging,
    legal_digging,
    legal_tools,
    lift_first,
    stop_digging,
)
from dig_envs.digging_bandits.rules.doodads import (
    decide_discard,
    decide_take,
    go_on_taking,
    legal_discard,
    legal_stake,
    legal_take,
    stake_plot,
    work_doodad,
)
from dig_envs.digging_bandits.rules.frames import ask, become, pop
from dig_envs.digging_bandits.rules.hands import lose_everything, use
from dig_envs.digging_bandits.rules.immediate import (
    challenge,
    decide_tip,
    fight_duel,
    legal_shuffle,
    legal_tip,
    pass_cards_on,
    shuffle_draw_deck,
)
from dig_envs.digging_bandits.rules.loot import (
    ask_for_bribe,
    consider_bribe,
    decide_bounty,
    decide_bribe,
    decide_outlaw,
    legal_bounty,
    legal_bribe,
    legal_exposed,
    legal_outlaw,
    look_at_hand,
    throw_lasso,
)
from dig_envs.digging_bandits.rules.move import (
    blow_up,
    decide_move,
    decide_travel,
    go_rolled_way,
    legal_destination,
    legal_move,
    legal_travel,
    pay_toll,
    travel,
    warp_to,
)
from dig_envs.digging_bandits.rules.reactions import (
    go_on_from,
    legal_answers,
    next_to_answer,
    pass_by,
    play_cowboy,
    play_sheriff,
    shield_from_heist,
)
from dig_envs.digging_bandits.rules.town import (
    build_bridge,
    decide_rescue,
    eliminate,
    legal_build,
    legal_rescue,
    lose_bridge,
    propose_bridge,
    rescue,
    settle_bandit,
)
from dig_envs.digging_bandits.rules.trade import (
    call_trade_off,
    decide_answer,
    decide_offer,
    decide_partner,
    exchange,
    legal_answer,
    legal_offer,
    legal_partner,
)
from dig_envs.digging_bandits.rules.turn import (
    act_or_end,
    decide_action,
    decide_encore,
    end_or_encore,
    end_turn,
    legal_action,
    legal_encore,
    pick_up,
)
from dig_envs.digging_bandits.state import NONE, Event, What

# --- one decision


@compiled
def apply(state, action):
    player = np.int64(state.secret.mover)
    state.seats[player].asked = 0
    what = state.table.frames[state.table.depth - 1].what
    if what == What.EVENT:
        answer(state, player, action)
    elif what <= What.ENCORE:
        decide_turn(state, player, action, what)
    elif what <= What.BUILD:
        decide_play(state, player, action, what)
    elif what <= What.BOUNTY:
        decide_deal(state, player, action, what)
    else:
        decide_card(state, player, action, what)
    go_on(state)


@compiled
def decide_turn(state, player, action, what):
    if what == What.MOVE:
        decide_move(state, player, action)
    elif what == What.DESTINATION:
        warp_to(state, player, action - PLACE)
    elif what == What.TRAVEL:
        decide_travel(state, player, action)
    elif what == What.ACTION:
        decide_action(state, player, action)
    else:
        decide_encore(state, player, action)


@compiled
def decide_play(state, player, action, what):
    if what == What.TOOLS:
        decide_tools(state, player, action)
    elif what == What.DIGGING:
        decide_digging(state, player, action)
    elif what == What.OUTLAW:
        decide_outlaw(state, player, action)
    elif what == What.BRIBE:
        decide_bribe(state, player, action)
    elif what == What.LASSO:
        throw_lasso(state, player, action)
    else:
        propose_bridge(state, player, action)


@compiled
def decide_deal(state, player, action, what):
    if what == What.OFFER:
        decide_offer(state, player, action)
    elif what == What.ANSWER:
        decide_answer(state, player, action)
    elif what == What.PARTNER:
        decide_partner(state, player, action)
    elif what == What.TURN_IN:
        decide_rescue(state, player, action)
    else:
        decide_bounty(state, player, action)


@compiled
def decide_card(state, player, action, what):
    if what == What.DISCARD:
        decide_discard(state, player, action)
    elif what == What.TAKE:
        decide_take(state, player, action)
    elif what == What.STAKE:
        stake_plot(state, player, action)
    elif what == What.DUEL:
        challenge(state, player, action)
    elif what == What.SHUFFLE:
        shuffle_draw_deck(state, player, action)
    else:
        decide_tip(state, player, action)


# --- going on


@compiled
def go_on(state):
    """To the next decision, or to the end."""
    asked = False
    while not asked and state.table.end == End.RUNNING:
        asked = innermost_goes_on(state)


@compiled
def innermost_goes_on(state):
    """Whether a seat is asked now."""
    frame = state.table.frames[state.table.depth - 1]
    who = np.int64(frame.who)
    if frame.what == What.EVENT:
        return event_goes_on(state)
    if frame.what == What.TRAVEL:
        return travel(state, who)
    if frame.what == What.ACTION:
        return act_or_end(state, who)
    if frame.what == What.ENCORE:
        return end_or_encore(state, who)
    if frame.what == What.DIGGING:
        return go_on_digging(state, who)
    if frame.what == What.BRIBE:
        return consider_bribe(state, who)
    if frame.what == What.TURN_IN:
        return settle_bandit(state, who)
    if frame.what == What.TAKE:
        return go_on_taking(state, who)
    return ask(state, who)


# --- events


@compiled
def event_goes_on(state):
    """Ask the next seat that could answer; if there is none, the event takes place."""
    player = next_to_answer(state)
    if player != NONE:
        return ask(state, player)
    frame = state.table.frames[state.table.depth - 1]
    event = np.int64(frame.x)
    who = np.int64(frame.who)
    victim = np.int64(frame.y)
    detail = np.int64(frame.z)
    pop(state)
    if event == Event.COWBOY:
        stop_innermost(state)
    elif event <= Event.SPOON:
        carry_out_move(state, event, who)
    elif event <= Event.TRADE:
        carry_out_play(state, event, who, victim, detail)
    else:
        carry_out_card(state, event, who, victim, detail)
    return False


@compiled
def answer(state, player, action):
    if action == PASS:
        pass_by(state, player)
    elif action == PLAY_OF[COWBOY]:
        play_cowboy(state, player)
    elif action == PLAY_OF[SHERIFF]:
        play_sheriff(state, player)
    elif state.table.frames[state.table.depth - 1].x == Event.HEIST:
        shield_from_heist(state, player)
    else:
        use(state, player, BLOCK)
        stop_innermost(state)


@compiled
def carry_out_move(state, event, who):
    if event == Event.ROLL:
        go_rolled_way(state)
    elif event == Event.SHERIFF:
        state.table.arrested = 1
        pop(state)  # the roll: one SHERIFF, blocked or not, and nobody else is asked (DB-16)
        go_rolled_way(state)
    elif event == Event.TOLL:
        pay_toll(state, who)
    elif event == Event.BRIBE:
        pop(state)  # nothing is stolen (DB-26)
    elif event == Event.TNT:
        blow_up(state, who)
    else:
        lift_first(state, who)


@compiled
def carry_out_play(state, event, who, victim, detail):
    if event == Event.DYNAMITE:
        blow_away(state, who)
    elif event == Event.PICK_UP:
        pick_up(state, who)
    elif event == Event.OUTLAW:
        ask_for_bribe(state, who, victim, detail)
    elif event == Event.LASSO:
        look_at_hand(state, who, victim)
    elif event == Event.BUILD:
        build_bridge(state, who, detail)
    else:
        exchange(state, who, detail)


@compiled
def carry_out_card(state, event, who, victim, detail):
    if event == Event.DUEL:
        fight_duel(state, who, victim)
    elif event == Event.GAMBLING:
        lose_everything(state, who)
    elif event == Event.HIDEOUT:
        enter_cabin(state, who)
    elif event == Event.HEIST:
        pass_cards_on(state, detail)
    elif event == Event.BONUS:
        work_doodad(state, who, detail)
    elif event == Event.WARP:
        become(state, What.DESTINATION, np.int64(1))
    elif event == Event.ENCORE:
        end_turn(state, who, np.int64(1))
    else:
        rescue(state, detail)


@compiled
def stop_innermost(state):
    """A block stands: the event that it answers does not take place."""
    frame = state.table.frames[state.table.depth - 1]
    event = np.int64(frame.x)
    who = np.int64(frame.who)
    detail = np.int64(frame.z)
    pop(state)
    if event == Event.COWBOY:
        go_on_from(state, who)  # the event that the stopped COWBOY answered still stands
    elif event == Event.SHERIFF:
        pop(state)
        go_rolled_way(state)
    elif event == Event.TOLL:
        discard(state, COIN)  # DB-24
    elif event == Event.DIG or event == Event.SPOON:
        stop_digging(state)
    elif event == Event.BUILD:
        lose_bridge(state)
    elif event == Event.TRADE:
        call_trade_off(state)
    elif event == Event.BONUS and detail == PLOT:
        discard(state, PLOT)
    elif event == Event.WARP:
        discard(state, WARP)
    elif event == Event.ENCORE:
        end_turn(state, who, np.int64(0))
    elif event == Event.RESCUE:
        eliminate(state, np.int64(state.table.frames[state.table.depth - 1].who), detail)


# --- legal actions


@compiled
def legal(table, seat, player, mask):
    what = table.frames[table.depth - 1].what
    if what == What.EVENT:
        legal_answers(table, seat, player, mask)
    elif what <= What.ENCORE:
        legal_turn(table, seat, player, mask, what)
    elif what <= What.BUILD:
        legal_play(table, seat, player, mask, what)
    elif what <= What.BOUNTY:
        legal_deal(table, seat, player, mask, what)
    else:
        legal_card(table, seat, player, mask, what)


@compiled
def legal_turn(table, seat, player, mask, what):
    if what == What.MOVE:
        legal_move(table, seat, player, mask)
    elif what == What.DESTINATION:
        legal_destination(mask)
    elif what == What.TRAVEL:
        legal_travel(seat, mask)
    elif what == What.ACTION:
        legal_action(table, seat, player, mask)
    else:
        legal_encore(mask)


@compiled
def legal_play(table, seat, player, mask, what):
    if what == What.TOOLS:
        legal_tools(table, seat, player, mask)
    elif what == What.DIGGING:
        legal_digging(mask)
    elif what == What.OUTLAW:
        legal_outlaw(table, player, mask)
    elif what == What.BRIBE:
        legal_bribe(mask)
    elif what == What.LASSO:
        legal_exposed(table, player, mask)
    else:
        legal_build(table, mask)


@compiled
def legal_deal(table, seat, player, mask, what):
    if what == What.OFFER:
        legal_offer(table, seat, player, mask)
    elif what == What.ANSWER:
        legal_answer(table, seat, player, mask)
    elif what == What.PARTNER:
        legal_partner(table, player, mask)
    elif what == What.TURN_IN:
        legal_rescue(mask)
    else:
        legal_bounty(table, player, mask)


@compiled
def legal_card(table, seat, player, mask, what):
    if what == What.DISCARD:
        legal_discard(seat, mask)
    elif what == What.TAKE:
        legal_take(table, mask)
    elif what == What.STAKE:
        legal_stake(table, mask)
    elif what == What.DUEL:
        legal_exposed(table, player, mask)
    elif what == What.SHUFFLE:
        legal_shuffle(mask)
    else:
        legal_tip(table, mask)
