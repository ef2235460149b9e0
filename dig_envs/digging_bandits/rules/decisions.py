"""Pass a decision to the function of the innermost frame, by the groups of `FRAME_GROUPS`."""

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BLOCK, COWBOY, SHERIFF
from dig_envs.digging_bandits.rules.action import decide_action
from dig_envs.digging_bandits.rules.actions import PASS, PLACE, PLAY_OF
from dig_envs.digging_bandits.rules.bribe import decide_bribe
from dig_envs.digging_bandits.rules.build import propose_bridge
from dig_envs.digging_bandits.rules.dig import decide_digging, decide_tools
from dig_envs.digging_bandits.rules.doodads import decide_discard, decide_take, stake_plot
from dig_envs.digging_bandits.rules.exchange import decide_partner
from dig_envs.digging_bandits.rules.frame_fields import event_of
from dig_envs.digging_bandits.rules.hands import use
from dig_envs.digging_bandits.rules.immediate import challenge, shield_from_heist, shuffle_draw_deck
from dig_envs.digging_bandits.rules.loot import decide_bounty, decide_outlaw, throw_lasso
from dig_envs.digging_bandits.rules.move import decide_move, decide_travel, warp_to
from dig_envs.digging_bandits.rules.outcomes import stop_innermost
from dig_envs.digging_bandits.rules.reactions import pass_event, play_cowboy, play_sheriff
from dig_envs.digging_bandits.rules.tip_cart import decide_tip
from dig_envs.digging_bandits.rules.town import decide_rescue
from dig_envs.digging_bandits.rules.trade import decide_answer, decide_offer
from dig_envs.digging_bandits.rules.turn import decide_encore
from dig_envs.digging_bandits.state import LAST_DEAL_FRAME, LAST_PLAY_FRAME, LAST_TURN_FRAME, Event, FrameKind


@compiled
def decide(state, player, action):
    """Carry out the decision of a seat in the innermost frame."""
    frame_kind = state.table.frames[state.table.depth - 1].what
    if frame_kind == FrameKind.EVENT:
        answer(state, player, action)
    elif frame_kind <= LAST_TURN_FRAME:
        decide_turn(state, player, action, frame_kind)
    elif frame_kind <= LAST_PLAY_FRAME:
        decide_play(state, player, action, frame_kind)
    elif frame_kind <= LAST_DEAL_FRAME:
        decide_deal(state, player, action, frame_kind)
    else:
        decide_card(state, player, action, frame_kind)


@compiled
def answer(state, player, action):
    """Answer the innermost event: pass, or play a card (DB-16, DB-45, DB-46)."""
    if action == PASS:
        pass_event(state, player)
    elif action == PLAY_OF[COWBOY]:
        play_cowboy(state, player)
    elif action == PLAY_OF[SHERIFF]:
        play_sheriff(state, player)
    elif event_of(state.table.frames[state.table.depth - 1]) == Event.HEIST:
        shield_from_heist(state, player)
    else:
        use(state, player, BLOCK)
        stop_innermost(state)


@compiled
def decide_turn(state, player, action, frame_kind):
    """Carry out a decision in a frame of the turn."""
    if frame_kind == FrameKind.MOVE:
        decide_move(state, player, action)
    elif frame_kind == FrameKind.DESTINATION:
        warp_to(state, player, action - PLACE)
    elif frame_kind == FrameKind.TRAVEL:
        decide_travel(state, player, action)
    elif frame_kind == FrameKind.ACTION:
        decide_action(state, player, action)
    else:
        decide_encore(state, player, action)


@compiled
def decide_play(state, player, action, frame_kind):
    """Carry out a decision in a dig or in a play of the main action."""
    if frame_kind == FrameKind.TOOLS:
        decide_tools(state, player, action)
    elif frame_kind == FrameKind.DIGGING:
        decide_digging(state, player, action)
    elif frame_kind == FrameKind.OUTLAW:
        decide_outlaw(state, player, action)
    elif frame_kind == FrameKind.BRIBE:
        decide_bribe(state, player, action)
    elif frame_kind == FrameKind.LASSO:
        throw_lasso(state, player, action)
    else:
        propose_bridge(state, player, action)


@compiled
def decide_deal(state, player, action, frame_kind):
    """Carry out a decision in a TRADE or after a WANTED pair was turned in."""
    if frame_kind == FrameKind.OFFER:
        decide_offer(state, player, action)
    elif frame_kind == FrameKind.ANSWER:
        decide_answer(state, player, action)
    elif frame_kind == FrameKind.PARTNER:
        decide_partner(state, player, action)
    elif frame_kind == FrameKind.TURN_IN:
        decide_rescue(state, player, action)
    else:
        decide_bounty(state, player, action)


@compiled
def decide_card(state, player, action, frame_kind):
    """Carry out a decision for a Doodad or an immediate card."""
    if frame_kind == FrameKind.DISCARD:
        decide_discard(state, player, action)
    elif frame_kind == FrameKind.TAKE:
        decide_take(state, player, action)
    elif frame_kind == FrameKind.STAKE:
        stake_plot(state, player, action)
    elif frame_kind == FrameKind.DUEL:
        challenge(state, player, action)
    elif frame_kind == FrameKind.SHUFFLE:
        shuffle_draw_deck(state, player, action)
    else:
        decide_tip(state, player, action)
