"""The feature set `expert` of Dig Dig: the seat's lead after each legal action, computed by the expert's lookahead.

Leads are those of `valuation.lead_in_burden`, from -1 to 1, scaled to 0 to 1: 1/2 stands for as many cards as the others. The
random numbers of the lookahead follow from the seat's information, so equal information has equal features.
"""

import numpy as np

from dig_envs.agents.dig_dig.lookahead import NUM_ACTIONS, add_leads
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.core.game import End
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.core.rng import RNG, Domain, seed_generator
from dig_envs.dig_dig.components import COPIES, NUM_KINDS, NUMBERS, ROW
from dig_envs.dig_dig.rules import Action, blind_cards, legal
from dig_envs.dig_dig.state import Phase

VERSION = 1  # increase it when the floats change: models trained with another version are refused
DETERMINIZATIONS = 16
FACTOR, MODULUS = 31, (1 << 31) - 1  # of a polynomial hash

LAYOUT = Layout(
    Block(
        "leads",
        (NUM_KINDS, COPIES),
        "while I decide: the mean lead after I play each number of copies of a kind, by lookahead; 0 for an illegal play",
        Kind.FEATURE,
    ),
    Block("turn_lead", (1,), "the same after I turn over a blind card", Kind.FEATURE),
    Block("pick_up_lead", (1,), "the same after I pick up the pile", Kind.FEATURE),
)
AT = LAYOUT.offsets()


def layout(options):
    """Return the blocks, which do not depend on the options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    """Write the features of the seat that decides into `out`, zeroed float32 (LAYOUT.size,).

    Other seats, and all seats during the set-up, keep zeros.
    """
    if table.end != End.RUNNING or table.phase == Phase.SET_UP or table.active != player:
        return
    mask = scratch(NUM_ACTIONS, np.int8)
    legal(table, seat, player, mask)
    leads = scratch(NUM_ACTIONS, np.float64)
    generator = scratch(1, RNG)
    seed_generator(generator[0], hash_of(table, seat), Domain.BOT)
    add_leads(table, seat, player, mask, DETERMINIZATIONS, generator[0], leads)
    for play in range(COPIES * NUMBERS):
        out[AT.leads + play] = scaled(mask, leads, Action.PLAY + play)
    for power in range(NUM_KINDS - NUMBERS):
        out[AT.leads + COPIES * (NUMBERS + power)] = scaled(mask, leads, Action.POWER + power)
    for k in range(ROW):
        if mask[Action.BLIND + k]:
            out[AT.turn_lead] += scaled(mask, leads, Action.BLIND + k) / blind_cards(table, player)
    out[AT.pick_up_lead] = scaled(mask, leads, Action.PICK_UP)


@compiled
def hash_of(table, seat):
    """Return a hash of the turn number and of the cards in the seat's hand, in the pile and in the compost."""
    value = np.int64(table.turn)
    for kind in range(NUM_KINDS):
        cards = seat.hand[kind] + (COPIES + 1) * (table.in_pile[kind] + (COPIES + 1) * np.int64(table.compost[kind]))
        value = (value * FACTOR + cards) % MODULUS
    return value


@compiled
def scaled(mask, leads, action):
    """Return the mean lead of an action, scaled from -1 to 1 to 0 to 1; 0 if the action is illegal."""
    if not mask[action]:
        return np.float32(0)
    return np.float32(0.5 + 0.5 * leads[action] / DETERMINIZATIONS)


FEATURES = {"expert": ("The leads after each action by the expert's lookahead.", layout, encode, VERSION)}
