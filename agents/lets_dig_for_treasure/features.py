"""The feature set `expert` of Let's Dig for Treasure: the odds and values of the expert.

Unbounded amounts such as points are squashed: 1/2 + 1/2 * amount / (scale + |amount|), so that 1/2 stands for 0. Blocks about
a decision are zero for all seats except the deciding seat.
"""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.valuation import digs
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import (
    temptation,
    value_at_stake,
    value_of_best_loot,
    value_of_scoring,
    value_of_stealing,
)
from dig_envs.agents.lets_dig_for_treasure.valuation.odds import bust_chance
from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.core.seats import seat_clockwise
from dig_envs.lets_dig_for_treasure.components import LOOT, MAX_PLAYERS, SCORE_EFFECT, STACK_CARDS, STACKS, TOPS, Effect
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, pile_points, stake_seen
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_to_end, known_at
from dig_envs.lets_dig_for_treasure.rules.theft import in_loot
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

VERSION = 1  # increase it when the floats change: models trained with another version are refused
OTHERS = MAX_PLAYERS - 1
CLEAR_LEAD = 20.0  # points; the scale of leads
GOOD_STAKE = 10.0  # the scale of points at stake
GOOD_GAIN = 5.0  # the scale of gains
WORST_CARD = 20.0  # the scale of `temptations`
SPREADS = 2.0 + 8.0 * np.sqrt(np.arange(STACK_CARDS + 1))  # the scale of leads, by the number of cards to the end

LAYOUT = Layout(
    Block("race", (1,), "1 / (1 + cards in the stack that will end the game first)", Kind.FEATURE),
    Block("shortness", (STACKS,), "1 / (1 + cards beyond the number in the stack that will end the game first)", Kind.FEATURE),
    Block("leads", (OTHERS,), "points of my pile less those of each other seat, clockwise from me; scale 20", Kind.FEATURE),
    Block("ahead", (1,), "my smallest lead over an opponent; scale 20", Kind.FEATURE),
    Block(
        "ahead_then",
        (1,),
        "`ahead` after the cards at stake are scored; scale 2 + 8 roots of the cards to the end",
        Kind.FEATURE,
    ),
    Block("value_at_stake", (1,), "while I decide: points that I gain by stopping now; scale 10", Kind.FEATURE),
    Block("risk", (STACKS,), "while I dig: the chance that the top card busts, Dogs ignored", Kind.FEATURE),
    Block("gain", (STACKS,), "mean change of `value_at_stake` by a dig from each stack, in points; scale 5", Kind.FEATURE),
    Block("top_gains", (STACKS, TOPS), "the same change by each known card, dug in turn from the top; scale 5", Kind.FEATURE),
    Block("win_by_stopping", (1,), "the chance to win after stopping, as the expert estimates it", Kind.FEATURE),
    Block("win_by_digging", (STACKS,), "the chance to win after a dig from each stack and a stop", Kind.FEATURE),
    Block("choices", (TOPS,), "while I score or put back: the value of scoring each card looked at; scale 5", Kind.FEATURE),
    Block(
        "temptations",
        (TOPS,),
        "the value of digging each of these cards; Worms and cards that bust come last; scale 20",
        Kind.FEATURE,
    ),
    Block("first", (OTHERS,), "while I choose a player: 1 for each opponent with the most points", Kind.FEATURE),
    Block("last", (OTHERS,), "while I choose a player: 1 for each opponent with the fewest points", Kind.FEATURE),
    Block("best_loot", (OTHERS,), "for the Pirate Hat: the value of each opponent's best card; scale 5", Kind.FEATURE),
    Block("loot_values", (LOOT,), "while I steal: the value of each card that I may take; scale 5", Kind.FEATURE),
)
AT = LAYOUT.offsets()


def layout(options):
    """Return the blocks, which do not depend on the options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    """Write the features of a seat: the race for every seat, the decision for the deciding seat only."""
    write_race(table, seat, player, out)
    if table.active == player and table.end == End.RUNNING:
        if table.phase == Phase.DIG:
            write_digs(table, seat, player, out)
        elif table.phase == Phase.PLAYER:
            write_players(table, seat, player, out)
        elif table.phase == Phase.TAKE or table.phase == Phase.PUT_BACK:
            write_choices(table, seat, player, out)
        elif table.phase == Phase.STEAL:
            write_loot(table, seat, player, out)


@compiled
def squashed(amount, scale):
    """Map an amount to [0, 1], and 0 to 1/2."""
    return 0.5 + 0.5 * amount / (scale + abs(amount))


@compiled
def write_race(table, seat, player, out):
    """Write the distance to the end, and the seat's leads in points: now, and after a stop of the active seat."""
    cards = cards_to_end(table)
    out[AT.race] = 1.0 / (1.0 + cards)
    for stack in range(STACKS):
        if not table.destroyed[stack]:
            out[AT.shortness + stack] = 1.0 / (1.0 + table.stack_size[stack] - cards)
    own = pile_of(table, player)
    scorer = pile_of(table, np.int64(table.active))
    stake = stake_seen(table, seat)
    mine = pile_points(table, seat, own)
    ahead_then = np.inf
    for i in range(1, table.num_players):
        pile = pile_of(table, seat_clockwise(table, player, i))
        lead = 1.0 * (mine - pile_points(table, seat, pile))
        out[AT.leads + i - 1] = squashed(lead, CLEAR_LEAD)
        if pile != own:
            ahead_then = min(ahead_then, lead + stake * (own == scorer) - stake * (pile == scorer))
    out[AT.ahead] = squashed(digs.lead_of(table, seat, player), CLEAR_LEAD)
    out[AT.ahead_then] = squashed(ahead_then, SPREADS[cards])


@compiled
def write_digs(table, seat, player, out):
    """Write the values of stopping and of a dig from each stack: points, chances to bust and chances to win."""
    at_stake = value_at_stake(table, seat, player)
    lead = digs.lead_of(table, seat, player)
    out[AT.value_at_stake] = squashed(at_stake, GOOD_STAKE)
    out[AT.win_by_stopping] = digs.chance_to_win(lead + at_stake, digs.shortest(table, NONE))
    for stack in range(STACKS):
        if table.stack_size[stack] > 0:
            out[AT.risk + stack] = bust_chance(table, seat, np.int64(stack))
            out[AT.gain + stack] = squashed(digs.gain_of_dig(table, seat, player, at_stake, np.int64(stack)), GOOD_GAIN)
            out[AT.win_by_digging + stack] = digs.chance_after_dig(table, seat, player, lead, at_stake, np.int64(stack))
            write_top_gains(table, seat, player, at_stake, np.int64(stack), out)


@compiled
def write_top_gains(table, seat, player, at_stake, stack, out):
    """Write the change of the value at stake by each known card on top of a stack, in points, squashed."""
    value = at_stake
    for place in range(TOPS):
        kind = known_at(seat, stack, np.int64(place))
        if kind != NONE:
            after = digs.value_after(table, seat, player, value, kind, digs.copies_to(seat, stack, np.int64(place)))
            out[AT.top_gains + stack * TOPS + place] = squashed(after - value, GOOD_GAIN)
            value = after


@compiled
def write_choices(table, seat, player, out):
    """Write the values of the cards that may be scored or put back (LD-9)."""
    out[AT.value_at_stake] = squashed(value_at_stake(table, seat, player), GOOD_STAKE)
    for place in range(table.placed, table.looked[table.stack]):
        card = np.int64(seat.tops[table.stack][place])
        out[AT.choices + place] = squashed(value_of_scoring(table, seat, player, card), GOOD_GAIN)
        out[AT.temptations + place] = squashed(temptation(table, seat, player, np.int64(place)), WORST_CARD)


@compiled
def write_players(table, seat, player, out):
    """Write the players with the most and the fewest points, and for a Pirate Hat the value of each player's best card."""
    own = pile_of(table, player)
    most = -np.inf
    least = np.inf
    for other in range(table.num_players):
        if pile_of(table, other) != own:
            points = 1.0 * pile_points(table, seat, pile_of(table, other))
            most = max(most, points)
            least = min(least, points)
    for i in range(1, table.num_players):
        pile = pile_of(table, seat_clockwise(table, player, i))
        if pile != own:
            points = 1.0 * pile_points(table, seat, pile)
            out[AT.first + i - 1] = 1.0 * (points == most)
            out[AT.last + i - 1] = 1.0 * (points == least)
            if SCORE_EFFECT[table.card] == Effect.STEAL:
                out[AT.best_loot + i - 1] = squashed(value_of_best_loot(table, seat, player, pile), GOOD_GAIN)


@compiled
def write_loot(table, seat, player, out):
    """Write the values of the cards that may be stolen (LD-8)."""
    for loot in range(LOOT):
        if in_loot(table, np.int64(table.victim), loot) > 0:
            value = value_of_stealing(table, seat, player, np.int64(table.victim), loot)
            out[AT.loot_values + loot] = squashed(value, GOOD_GAIN)


FEATURES = {
    "expert": ("The expert's odds of busts, values in points and chances to win.", layout, encode, VERSION),
}
