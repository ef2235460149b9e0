"""Write the legal actions of the seat to move, by the groups of `FRAME_GROUPS`."""

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.rules.action import legal_action
from dig_envs.digging_bandits.rules.bribe import legal_bribe
from dig_envs.digging_bandits.rules.build import legal_build
from dig_envs.digging_bandits.rules.dig import legal_digging, legal_tools
from dig_envs.digging_bandits.rules.doodads import legal_discard, legal_stake, legal_take
from dig_envs.digging_bandits.rules.exchange import legal_partner
from dig_envs.digging_bandits.rules.immediate import legal_shuffle
from dig_envs.digging_bandits.rules.loot import legal_bounty, legal_outlaw
from dig_envs.digging_bandits.rules.move import legal_destination, legal_move, legal_travel
from dig_envs.digging_bandits.rules.naming import legal_exposed
from dig_envs.digging_bandits.rules.reactions import legal_answers
from dig_envs.digging_bandits.rules.tip_cart import legal_tip
from dig_envs.digging_bandits.rules.town import legal_rescue
from dig_envs.digging_bandits.rules.trade import legal_answer, legal_offer
from dig_envs.digging_bandits.rules.turn import legal_encore
from dig_envs.digging_bandits.state import LAST_DEAL_FRAME, LAST_PLAY_FRAME, LAST_TURN_FRAME, FrameKind


@compiled
def legal(table, seat, player, mask):
    """Write 1 into `mask` (int8, zeroed) for each legal action of the seat to move."""
    frame_kind = table.frames[table.depth - 1].what
    if frame_kind == FrameKind.EVENT:
        legal_answers(table, seat, player, mask)
    elif frame_kind <= LAST_TURN_FRAME:
        legal_turn(table, seat, player, mask, frame_kind)
    elif frame_kind <= LAST_PLAY_FRAME:
        legal_play(table, seat, player, mask, frame_kind)
    elif frame_kind <= LAST_DEAL_FRAME:
        legal_deal(table, seat, player, mask, frame_kind)
    else:
        legal_card(table, seat, player, mask, frame_kind)


@compiled
def legal_turn(table, seat, player, mask, frame_kind):
    """Write the legal actions in a frame of the turn."""
    if frame_kind == FrameKind.MOVE:
        legal_move(table, seat, player, mask)
    elif frame_kind == FrameKind.DESTINATION:
        legal_destination(mask)
    elif frame_kind == FrameKind.TRAVEL:
        legal_travel(seat, mask)
    elif frame_kind == FrameKind.ACTION:
        legal_action(table, seat, player, mask)
    else:
        legal_encore(mask)


@compiled
def legal_play(table, seat, player, mask, frame_kind):
    """Write the legal actions in a dig or in a play of the main action."""
    if frame_kind == FrameKind.TOOLS:
        legal_tools(table, seat, player, mask)
    elif frame_kind == FrameKind.DIGGING:
        legal_digging(mask)
    elif frame_kind == FrameKind.OUTLAW:
        legal_outlaw(table, player, mask)
    elif frame_kind == FrameKind.BRIBE:
        legal_bribe(mask)
    elif frame_kind == FrameKind.LASSO:
        legal_exposed(table, player, mask)
    else:
        legal_build(table, mask)


@compiled
def legal_deal(table, seat, player, mask, frame_kind):
    """Write the legal actions in a TRADE or after a WANTED pair was turned in."""
    if frame_kind == FrameKind.OFFER:
        legal_offer(table, seat, player, mask)
    elif frame_kind == FrameKind.ANSWER:
        legal_answer(table, seat, player, mask)
    elif frame_kind == FrameKind.PARTNER:
        legal_partner(table, player, mask)
    elif frame_kind == FrameKind.TURN_IN:
        legal_rescue(mask)
    else:
        legal_bounty(table, player, mask)


@compiled
def legal_card(table, seat, player, mask, frame_kind):
    """Write the legal actions for a Doodad or an immediate card."""
    if frame_kind == FrameKind.DISCARD:
        legal_discard(seat, mask)
    elif frame_kind == FrameKind.TAKE:
        legal_take(table, mask)
    elif frame_kind == FrameKind.STAKE:
        legal_stake(table, mask)
    elif frame_kind == FrameKind.DUEL:
        legal_exposed(table, player, mask)
    elif frame_kind == FrameKind.SHUFFLE:
        legal_shuffle(mask)
    else:
        legal_tip(table, mask)
