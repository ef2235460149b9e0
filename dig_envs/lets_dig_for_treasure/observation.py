"""The encoder of Let's Dig for Treasure: it writes what a seat observes."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.game import End
from dig_envs.lets_dig_for_treasure.blocks import (
    AHEAD_AT,
    AHEAD_THEN_AT,
    ASKING_KINDS,
    BUSTS,
    CARD_AT,
    CHOICE_FEATURES,
    CHOICES_AT,
    DECISION_AT,
    DESTROYED_AT,
    DIGS_AT,
    DISCARD_AT,
    DUG_AT,
    EDGE_AT,
    EFFECT,
    EXTRA_TURNS_AT,
    FIRST_AT,
    HEIGHTS_AT,
    ITS_DOG,
    ITS_WORMS,
    KNOWERS_AT,
    LAST_AT,
    LAYOUT,
    LEADS_AT,
    LOOKING_AT,
    LOOT_AT,
    MINE_AT,
    NEW_PLAYER_AT,
    OWNER_AT,
    PILES_AT,
    PLACED_AT,
    POINTS_AT,
    RACE_AT,
    RISK_AT,
    SEATS_AT,
    SHORTNESS_AT,
    SIZES_AT,
    SKELETON_AT,
    STAKE_AT,
    THIEF_AT,
    TICKET_AT,
    TO_MOVE_AT,
    TOP_WORTHS_AT,
    TOPS_AT,
    UNSEEN_AT,
    USED_DOGS_AT,
    VICTIM_AT,
    WAITING_AT,
    WORMS_AT,
)
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    DOG,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_KINDS,
    POINTS,
    SCORE_EFFECT,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TEAMS,
    TOPS,
    USED_DOG,
    WORMS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.odds import hidden_busts, hidden_cards, hidden_worth, would_bust
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.piles import gained, held, kind_stolen, pile_of, pile_points
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_to_end, known_at, knows_tops, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase

LOWEST = -15  # points of a pile
SHARE = (1.0 / COPIES).astype(np.float32)  # of a card among its kind
PLACE_WEIGHTS = (0.5 ** np.arange(1, TOPS + 1)).astype(np.float32)  # tell apart which places a kind lies in
INVERSES = (1.0 / (1.0 + np.arange(STACK_CARDS + 1))).astype(np.float32)
SPREADS = (2.0 + 8.0 * np.sqrt(np.arange(STACK_CARDS + 1))).astype(np.float32)  # a lead that is clear with so many cards to go
ONE_DOG = np.float32(1.0 / 3.0)
ONE_PLACE = np.float32(1.0 / TOPS)
ONE_CARD = np.float32(1.0 / NUM_CARDS)
ONE_OF_STACK = np.float32(1.0 / STACK_CARDS)
ONE_POINT = np.float32(1.0 / 400.0)
IN_POINTS = np.float32(400.0)
MOST_AHEAD = IN_POINTS  # more than any lead
CLEAR_LEAD = np.float32(20.0)  # leads are told apart best below
GOOD_STAKE = np.float32(10.0)
GOOD_EDGE = np.float32(5.0)
HALF = np.float32(0.5)
ONE_EXTRA_TURN = np.float32(1.0 / 4.0)


def layout(options):
    """The blocks of an observation; the same under all options."""
    return LAYOUT


@inlined
def encode(table, seat, player, out):
    """What is always there first; then what few positions have, each behind one branch."""
    lowest = cards_to_end(table)
    encode_kinds(table, out)
    encode_stacks(table, seat, lowest, out)
    encode_seats(table, player, out)
    encode_turn(table, player, out)
    if table.phase != Phase.DIG:
        encode_effect(table, out)
        if table.phase == Phase.TAKE or table.phase == Phase.PUT_BACK:
            encode_choices(table, seat, out)
    if knows_tops(table, seat):
        encode_tops(table, seat, out)
        encode_knowers(table, player, out)
    if table.victim != NONE or table.end != End.RUNNING:
        encode_theft(table, seat, player, out)
    encode_race(table, player, np.uint8(lowest), out)
    if table.phase == Phase.PLAYER:
        encode_targets(table, player, out)


@inlined
def encode_kinds(table, out):
    for kind in range(NUM_KINDS):
        out[DUG_AT + kind] = table.dug[kind] * SHARE[kind]
        out[DISCARD_AT + kind] = table.discard[kind] * SHARE[kind]
        out[UNSEEN_AT + kind] = table.unseen[kind] * SHARE[kind]


@inlined
def encode_stacks(table, seat, lowest, out):
    share = np.float32(1.0) / np.float32(max(1, hidden_cards(table, seat)))  # of any unknown card
    risk = share * np.float32(hidden_busts(table, seat))
    edge = edge_of(table, risk, share * np.float32(hidden_worth(table, seat)))
    for stack in range(STACKS):
        out[HEIGHTS_AT + stack] = table.stack_size[stack] * ONE_OF_STACK
        out[DESTROYED_AT + stack] = table.destroyed[stack]
        out[RISK_AT + stack] = risk * np.float32(table.stack_size[stack] > 0)
        out[EDGE_AT + stack] = edge
        more = max(np.int64(0), table.stack_size[stack] - lowest)
        out[SHORTNESS_AT + stack] = INVERSES[np.uint8(more)] * np.float32(table.destroyed[stack] == 0)


@inlined
def edge_of(table, risk, worth):
    """What to dig a card brings: its worth if it does not bust, and the loss of what is at stake if it does."""
    return squashed(worth - risk * np.float32(table.stake), GOOD_EDGE)


@inlined
def encode_seats(table, player, out):
    """Each seat's pile as all have seen it, clockwise from the observer; and whose pile that is."""
    for i in range(table.num_players):
        pile = np.uint8(pile_of(table, seat_at(table, player + i)))
        for kind in range(NUM_KINDS):
            out[PILES_AT + i * NUM_KINDS + kind] = table.known[pile][kind] * SHARE[kind]
        out[USED_DOGS_AT + i] = table.used_dogs[pile] * ONE_DOG
        out[SIZES_AT + i] = table.pile_size[pile] * ONE_CARD
        out[POINTS_AT + i] = np.float32(table.points[pile] - LOWEST) * ONE_POINT
    for i in range(MAX_PLAYERS):
        out[SEATS_AT + i] = np.float32(i < table.num_players)
        out[MINE_AT + i] = np.float32(i == 0 or (i == TEAMS and table.teams))


@inlined
def encode_turn(table, player, out):
    out[OWNER_AT + clockwise(table, player, table.owner)] = 1.0
    out[NEW_PLAYER_AT + clockwise(table, player, table.new_player)] = 1.0
    out[TO_MOVE_AT + clockwise(table, player, table.active)] = 1.0
    out[DECISION_AT + table.phase] = 1.0
    out[DIGS_AT] = table.digs * ONE_CARD
    out[WORMS_AT] = np.float32(table.dug[WORMS] > 0)
    out[EXTRA_TURNS_AT] = table.extra_turns * ONE_EXTRA_TURN
    out[TICKET_AT] = np.float32(table.ticket_turn == table.turn + 1)


@inlined
def encode_race(table, player, lowest, out):
    """Who leads, now and if the active seat stopped; small differences count most. After `points`, from which it follows."""
    stake = np.float32(table.stake)
    out[STAKE_AT] = squashed(stake, GOOD_STAKE)
    own = pile_of(table, player)
    scorer = pile_of(table, np.int64(table.active))
    mine = stake * np.float32(own == scorer)
    ahead = MOST_AHEAD
    ahead_then = MOST_AHEAD
    for i in range(1, table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        lead = (out[POINTS_AT] - out[POINTS_AT + i]) * IN_POINTS
        out[LEADS_AT + i - 1] = squashed(lead, CLEAR_LEAD)
        if pile != own:
            ahead = min(ahead, lead)
            ahead_then = min(ahead_then, lead + mine - stake * np.float32(pile == scorer))
    out[AHEAD_AT] = squashed(ahead, CLEAR_LEAD)
    out[AHEAD_THEN_AT] = squashed(ahead_then, SPREADS[lowest])
    out[RACE_AT] = INVERSES[lowest]


@inlined
def squashed(amount, scale):
    """From 0 to 1; 1/2 for nothing."""
    return HALF + HALF * amount / (scale + abs(amount))


@inlined
def seat_at(table, p):
    """A seat counted on past the last one; cheaper than a division."""
    return p - table.num_players if p >= table.num_players else p


@inlined
def clockwise(table, player, other):
    """So many seats clockwise from the player sits the other."""
    return other - player if other >= player else other - player + table.num_players


# --- what few positions have


@compiled
def encode_effect(table, out):
    for i in range(len(ASKING_KINDS)):
        out[CARD_AT + i] = table.card == ASKING_KINDS[i]
    for i in range(len(SCORE_KINDS)):
        out[WAITING_AT + i] = table.waiting[i] * SHARE[SCORE_KINDS[i]]
    if table.stack != NONE:
        out[LOOKING_AT + table.stack] = 1.0
    for place in range(table.placed):
        out[PLACED_AT + place] = 1.0


@compiled
def encode_choices(table, seat, out):
    """LD-9: only who looks at the cards knows them."""
    for place in range(table.placed, table.looked[table.stack]):
        card = known_at(seat, np.int64(table.stack), np.int64(place))
        if card != NONE:
            at = CHOICES_AT + place * CHOICE_FEATURES
            helps = DIG_EFFECT[card] == Effect.HELP  # only who digs it up gives it away
            out[at] = squashed(np.float32(POINTS[card] if helps else table.worth[card]), GOOD_EDGE)
            for i in range(len(SCORE_KINDS)):
                out[at + EFFECT + i] = card == SCORE_KINDS[i]
            out[at + ITS_DOG] = card == DOG
            out[at + ITS_WORMS] = card == WORMS
            out[at + BUSTS] = busts(np.int64(DIG_EFFECT[card]), np.int64(1))


@compiled
def encode_targets(table, player, out):
    """Who may be chosen: an Heirloom suits the last, a Sewer Line the first, the Pirate Hat who has most to steal."""
    own = pile_of(table, player)
    most = np.float32(0.0)
    least = np.float32(1.0)
    for i in range(1, table.num_players):
        if pile_of(table, seat_at(table, player + i)) != own:
            most = max(most, out[POINTS_AT + i])
            least = min(least, out[POINTS_AT + i])
    for i in range(1, table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        if pile != own:
            out[FIRST_AT + i - 1] = np.float32(out[POINTS_AT + i] == most)
            out[LAST_AT + i - 1] = np.float32(out[POINTS_AT + i] == least)
            if SCORE_EFFECT[np.uint8(table.card)] == Effect.STEAL:
                out[LOOT_AT + i - 1] = squashed(np.float32(best_loot(table, pile)), GOOD_EDGE)


@compiled
def best_loot(table, pile):
    """What a card of that pile would add to that of whose turn it is, at most."""
    best = np.int64(0)
    for kind in range(NUM_KINDS):
        if table.known[pile][kind] > 0:
            best = max(best, np.int64(table.worth[kind]))
    return best


@compiled
def encode_tops(table, seat, out):
    """Cards that the seat knows in the stacks; of one on top, that it surely busts or not."""
    for stack in range(STACKS):
        out[SKELETON_AT + stack] = seat.skeleton == stack
        for place in range(TOPS):
            card = known_at(seat, stack, place)
            if card != NONE:
                out[TOPS_AT + stack * NUM_KINDS + card] += PLACE_WEIGHTS[place]
                out[TOP_WORTHS_AT + stack * TOPS + place] = squashed(np.float32(table.worth[card]), GOOD_EDGE)
                out[UNSEEN_AT + card] = unseen_by(table, seat, card) * SHARE[card]
        top = known_at(seat, stack, TOP)
        if top != NONE:
            risk = np.float32(would_bust(table, top))
            out[RISK_AT + stack] = risk
            out[EDGE_AT + stack] = edge_of(table, risk, np.float32(table.worth[top]))


@compiled
def encode_knowers(table, player, out):
    for i in range(table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        for stack in range(STACKS):
            if table.looker[stack] == pile:
                out[KNOWERS_AT + i * STACKS + stack] = table.looked[stack] * ONE_PLACE


@compiled
def encode_theft(table, seat, player, out):
    """Thief and victim, and the piles as the seat knows them; the Lottery Ticket counts at the end."""
    for i in range(table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        out[THIEF_AT + i] = table.thief == pile
        out[VICTIM_AT + i] = table.victim == pile
        out[POINTS_AT + i] = np.float32(pile_points(table, seat, pile) - LOWEST) * ONE_POINT
        if seat.stolen != NONE:
            kind = kind_stolen(np.int64(seat.stolen))
            out[PILES_AT + i * NUM_KINDS + kind] = held(table, np.int64(seat.stolen), pile, kind) * SHARE[kind]
        if seat.stolen == USED_DOG:
            out[USED_DOGS_AT + i] += gained(table, pile) * ONE_DOG
