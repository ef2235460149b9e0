"""The bot `expert` of Digging Bandits: it infers hidden cards, and saves its cards for decisive events."""

import numpy as np

from dig_envs.agents.choices import NOTHING, first_of
from dig_envs.agents.digging_bandits.expert.acting import act
from dig_envs.agents.digging_bandits.expert.digging import dig_on, next_tool
from dig_envs.agents.digging_bandits.expert.moving import destination, move, stake
from dig_envs.agents.digging_bandits.expert.placing import tip, where_to_build
from dig_envs.agents.digging_bandits.expert.reacting import answer, bribe
from dig_envs.agents.digging_bandits.expert.robbing import choose_target
from dig_envs.agents.digging_bandits.expert.trading import WILLING, answer_offer, offer
from dig_envs.agents.digging_bandits.greedy import SIMPLE, name_least
from dig_envs.agents.digging_bandits.valuation.exchanges import wealth
from dig_envs.agents.digging_bandits.valuation.hands import unseen_cards
from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal
from dig_envs.digging_bandits.rules.actions import Action
from dig_envs.digging_bandits.rules.turn import next_player
from dig_envs.digging_bandits.state import FrameKind


@compiled
def expert(table, seat, player, mask, rng):
    """Return an action by rules, or a random action where all are equally good."""
    action = decide(table, seat, player, mask)
    return draw_legal(mask, rng) if action == NOTHING else action


@compiled
def decide(table, seat, player, mask):
    """Return an action by the kind of the innermost frame; NOTHING where all actions are equally good."""
    kind = table.frames[table.depth - 1].kind
    if kind == FrameKind.MOVE or kind == FrameKind.TRAVEL:
        return move(table, seat, player, mask)
    if kind == FrameKind.DESTINATION:
        return destination(table, seat, player, mask)
    if kind == FrameKind.DIGGING:
        return dig_on(table, seat, player)
    if kind == FrameKind.BUILD:
        return where_to_build(table, player, mask)
    if kind == FrameKind.TIP:
        return tip(table, seat, player, mask)
    if kind == FrameKind.STAKE:
        return stake(table, player, mask)
    if kind == FrameKind.BRIBE:
        return bribe(table)
    if kind == FrameKind.SHUFFLE:
        return shuffle(table, player, mask)
    return decide_by_knowledge(table, seat, player, mask, kind)


@compiled
def decide_by_knowledge(table, seat, player, mask, kind):
    """Return an action for the kinds of frames that depend on unseen cards, and for simple kinds."""
    unseen = unseen_cards(table, seat)
    if kind == FrameKind.ACTION:
        return act(table, seat, player, unseen, mask)
    if kind == FrameKind.TOOLS:
        return next_tool(table, seat, player, mask)
    if kind == FrameKind.EVENT:
        return answer(table, seat, player, unseen, mask)
    if kind == FrameKind.OUTLAW or kind == FrameKind.BOUNTY or kind == FrameKind.LASSO or kind == FrameKind.DUEL:
        return choose_target(table, seat, player, unseen, mask)
    if kind == FrameKind.OFFER:
        return offer(table, seat, player, unseen, mask)
    if kind == FrameKind.ANSWER:
        return answer_offer(table, mask)
    if kind == FrameKind.PARTNER:
        return first_of(mask, WILLING)
    return name_least(mask) if kind == FrameKind.DISCARD else first_of(mask, SIMPLE)


@compiled
def shuffle(table, player, mask):
    """Return the action that shuffles the Draw deck: with a trap if the next player has more to lose."""
    if mask[Action.SET_TRAP] and wealth(table, next_player(table, player)) > wealth(table, player):
        return np.int64(Action.SET_TRAP)
    return np.int64(Action.SHUFFLE_PLAINLY)
