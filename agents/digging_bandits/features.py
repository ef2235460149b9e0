"""The feature set `expert` of Digging Bandits: the estimates of the expert."""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.exchanges import gain_by_exchange
from dig_envs.agents.digging_bandits.valuation.hands import prize_in_hand, risk_of_pick_up, threat, unseen_cards
from dig_envs.agents.digging_bandits.valuation.land import chance_of_dynamite, depth_for_more, depth_for_tools, stones_ahead
from dig_envs.core.compiler import compiled
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.core.seats import seat_clockwise
from dig_envs.digging_bandits.components import MAX_PLAYERS
from dig_envs.digging_bandits.rules.dig import reach
from dig_envs.digging_bandits.rules.frames import event_of, seat_of
from dig_envs.digging_bandits.rules.move import comes_to_town
from dig_envs.digging_bandits.rules.reactions import announced, is_exchange
from dig_envs.digging_bandits.state import Event, FrameKind

VERSION = 1  # increase it when the floats change: models trained with another version are refused
MAX_CARDS = 8  # the scale of cards in a stack
MAX_STONES = 4
MAX_WEALTH = 20

LAYOUT = Layout(
    Block(
        "threats",
        (MAX_PLAYERS - 1,),
        "chance that each other player holds cards that win in a town; a pair of WANTED counts half while over two sides play",
        Kind.FEATURE,
    ),
    Block("prize", (1,), "the prize of my hand in a town: 1 for the game, 1/2 for all cards of another player", Kind.FEATURE),
    Block("risks", (2,), "chance that an unknown Land card is DYNAMITE, and that a pick-up costs me my hand", Kind.FEATURE),
    Block(
        "stands",
        (1,),
        "1 if the event that I may answer, or that a COWBOY stops, happens unless a player answers",
        Kind.FEATURE,
    ),
    Block("danger", (1,), "1 if the roll that I may answer leads to a town", Kind.FEATURE),
    Block(
        "exchange_gain",
        (1,),
        "my result of a DUEL or TRAIN HEIST that I may answer: 1/2 + the gain in worth of backs and TECH "
        f"/ {2 * MAX_WEALTH}, from 0 to 1",
        Kind.FEATURE,
    ),
    Block(
        "digging",
        (3,),
        f"in the main action: cards at my place that are worth lifting with my tools / {MAX_CARDS}; during a DIGGING HAND: "
        f"cards beyond its reach / {MAX_CARDS}, and known stones in its reach, plus one for unknown cards, "
        f"/ {MAX_STONES}; at most 1",
        Kind.FEATURE,
    ),
)
AT = LAYOUT.offsets()


def layout(options):
    """Return the blocks, which do not depend on the options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    """Write the features of a seat, float32 (LAYOUT.size,), from 0 to 1."""
    unseen = unseen_cards(table, seat)
    for i in range(1, table.num_players):
        out[AT.threats + i - 1] = threat(table, seat, unseen, seat_clockwise(table, player, i))
    out[AT.prize] = prize_in_hand(table, seat, player)
    out[AT.risks] = min(1.0, chance_of_dynamite(table, seat, player, unseen))
    out[AT.risks + 1] = min(1.0, risk_of_pick_up(unseen))
    if seat.asked:
        kind = table.frames[table.depth - 1].kind
        if kind == FrameKind.EVENT:
            encode_stake(table, player, out)
        elif kind == FrameKind.ACTION:
            depth = depth_for_tools(table, seat, player, np.int64(table.place[player]))
            out[AT.digging] = min(1.0, depth / MAX_CARDS)
        elif kind == FrameKind.TOOLS:
            encode_tools(table, seat, np.int64(table.place[player]), out)


@compiled
def encode_stake(table, player, out):
    """Write whether the event to answer happens without an answer, and its effect on the player."""
    at, cowboys = announced(table)
    frame = table.frames[at]
    out[AT.stands] = cowboys % 2 == 0
    if event_of(frame) == Event.ROLL:
        out[AT.danger] = comes_to_town(table, seat_of(frame))
    elif is_exchange(event_of(frame)):
        out[AT.exchange_gain] = min(1.0, max(0.0, 0.5 + gain_by_exchange(table, player, frame) / (2.0 * MAX_WEALTH)))


@compiled
def encode_tools(table, seat, place, out):
    """Write the cards worth lifting beyond the reach of the DIGGING HAND, and the stones within reach."""
    missing = depth_for_more(table, seat, place) - reach(table)
    out[AT.digging + 1] = min(1.0, max(0, missing) / MAX_CARDS)
    out[AT.digging + 2] = min(1.0, stones_ahead(table, seat, place) / MAX_STONES)


FEATURES = {
    "expert": (
        "The expert's inferences from the cards seen: which players may hold a winning hand, the odds of losing the own hand, "
        "and the values of a dig or an exchange of hands.",
        layout,
        encode,
        VERSION,
    )
}
