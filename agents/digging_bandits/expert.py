"""The expert of Digging Bandits: it infers what others hold and what lies where, and keeps cards for what decides the game."""

from dig_envs.agents.digging_bandits.acting import act
from dig_envs.agents.digging_bandits.building import where_to_build
from dig_envs.agents.digging_bandits.choices import NOTHING, first_legal
from dig_envs.agents.digging_bandits.digging import dig_on, next_tool
from dig_envs.agents.digging_bandits.greedy import SIMPLE
from dig_envs.agents.digging_bandits.moving import destination, move, stake
from dig_envs.agents.digging_bandits.reacting import answer, bribe
from dig_envs.agents.digging_bandits.robbing import whom_or_what
from dig_envs.agents.digging_bandits.tipping import tip
from dig_envs.agents.digging_bandits.trading import WILLING, answer_offer, offer
from dig_envs.agents.digging_bandits.trapping import shuffle
from dig_envs.agents.digging_bandits.valuation.hands import unseen_cards
from dig_envs.agents.digging_bandits.valuation.prices import name_least
from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal
from dig_envs.digging_bandits.state import FrameKind


@compiled
def expert(table, seat, player, mask, rng):
    action = decide(table, seat, player, mask)
    return draw_legal(mask, rng) if action == NOTHING else action


@compiled
def decide(table, seat, player, mask):
    """Choose by what the innermost frame asks for; NOTHING where every choice is as good."""
    what = table.frames[table.depth - 1].what
    if what == FrameKind.MOVE or what == FrameKind.TRAVEL:
        return move(table, seat, player, mask)
    if what == FrameKind.DESTINATION:
        return destination(table, seat, player, mask)
    if what == FrameKind.DIGGING:
        return dig_on(table, seat, player)
    if what == FrameKind.BUILD:
        return where_to_build(table, player, mask)
    if what == FrameKind.TIP:
        return tip(table, seat, player, mask)
    if what == FrameKind.STAKE:
        return stake(table, player, mask)
    if what == FrameKind.BRIBE:
        return bribe(table)
    if what == FrameKind.SHUFFLE:
        return shuffle(table, player, mask)
    return decide_by_knowledge(table, seat, player, mask, what)


@compiled
def decide_by_knowledge(table, seat, player, mask, what):
    """Choose where it matters which cards are unseen; the last few kinds of decision need no thought."""
    unseen = unseen_cards(table, seat)
    if what == FrameKind.ACTION:
        return act(table, seat, player, unseen, mask)
    if what == FrameKind.TOOLS:
        return next_tool(table, seat, player, mask)
    if what == FrameKind.EVENT:
        return answer(table, seat, player, unseen, mask)
    if what == FrameKind.OUTLAW or what == FrameKind.BOUNTY or what == FrameKind.LASSO or what == FrameKind.DUEL:
        return whom_or_what(table, seat, player, unseen, mask)
    if what == FrameKind.OFFER:
        return offer(table, seat, player, unseen, mask)
    if what == FrameKind.ANSWER:
        return answer_offer(table, mask)
    if what == FrameKind.PARTNER:
        return first_legal(mask, WILLING)
    return name_least(mask) if what == FrameKind.DISCARD else first_legal(mask, SIMPLE)
