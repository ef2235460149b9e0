"""Declare and encode the observation of a seat of Let's Dig for Treasure, block by block."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.layout import Block, Kind, Layout, writes
from dig_envs.core.seats import seat_clockwise, steps_clockwise
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    DOG,
    LOOT,
    MAX_EXTRA_TURNS,
    MAX_PLAYERS,
    MAX_POINTS,
    MIN_POINTS,
    NAMES,
    NUM_CARDS,
    NUM_KINDS,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TEAMS,
    TOPS,
    USED_DOG,
    WORMS,
    Effect,
)  # fmt: skip
from dig_envs.lets_dig_for_treasure.rules.piles import gained, held, kind_stolen, pile_of, pile_points, stake_seen
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_to_end, known_at, knows_tops, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

ASKING_KINDS = np.array([kind for kind in range(NUM_KINDS) if DIG_EFFECT[kind] == Effect.HELP or kind in SCORE_KINDS])
POINTS_RANGE = MAX_POINTS - MIN_POINTS
IN_POINTS = f"({-MIN_POINTS} + points) / {POINTS_RANGE}"


def _named(kinds: np.ndarray) -> str:
    """Name kinds of cards in their order."""
    return ", ".join(NAMES[kind] for kind in kinds)


LAYOUT = Layout(
    # the decision
    Block("decision", (len(Phase),), "the decision, one-hot: dig or stop, player, order, stack, take, put back, steal"),
    Block("skeleton", (STACKS,), "1 for the stack of the Skeleton just dug, while I decide about using a Dog (LD-7)"),
    Block(
        "card",
        (len(ASKING_KINDS),),
        f"the card whose effect is decided, one-hot: {_named(ASKING_KINDS)}",
    ),
    Block("waiting", (len(SCORE_KINDS),), f"pending score effects, by card / copies: {_named(SCORE_KINDS)} (LD-5)"),
    Block(
        "urgent",
        (len(SCORE_KINDS),),
        "the card scored by a Map whose effect comes first, one-hot; columns as in `waiting`",
    ),
    Block("looking", (STACKS,), "the stack whose top cards are looked at, one-hot; the cards that I know are in `tops`"),
    Block("placed", (TOPS,), "1 for each place of that stack that already has its new card"),
    # the stacks
    Block("heights", (STACKS,), f"cards in each stack / {STACK_CARDS}"),
    Block("destroyed", (STACKS,), "1 for a stack that the Land Mine has destroyed (LD-10)"),
    Block("lost", (1,), f"unseen cards of the destroyed stack / {STACK_CARDS}"),
    Block("to_end", (1,), f"cards in the stack that will end the game first / {STACK_CARDS} (LD-11)", Kind.ARITHMETIC),
    Block(
        "tops",
        (STACKS, TOPS, NUM_KINDS),
        "known cards of each stack from the top, one-hot by kind; for a destroyed stack, known destroyed cards",
    ),
    Block(
        "knowers",
        (MAX_PLAYERS, STACKS),
        f"for each seat: the number of top cards that it knows in each stack / {TOPS}; seats clockwise from me",
    ),
    # this turn
    Block("dug", (NUM_KINDS,), "cards dug this turn, by kind / copies"),
    Block("digs", (1,), f"cards dug up this turn / {NUM_CARDS}"),
    Block("worms", (1,), "1 if the next Worms of this turn busts (LD-4)", Kind.ARITHMETIC),
    Block(
        "stake",
        (1,),
        f"points that the active seat's pile would gain from all cards in `dug`, as far as I know the pile: {IN_POINTS}",
        Kind.ARITHMETIC,
    ),
    Block("extra_turns", (1,), f"extra turns of the active seat / {MAX_EXTRA_TURNS} (LD-6)"),
    Block("turn", (1,), f"turns ended / {NUM_CARDS}"),
    Block("ticket_turn", (1,), f"the turn in which the Lottery Ticket was scored, counted from 1 / {NUM_CARDS}; 0 before"),
    Block(
        "ticket",
        (1,),
        "1 during the turn in `ticket_turn`: the Ticket counts if the game ends in this turn (LD-14)",
        Kind.ARITHMETIC,
    ),
    # the piles
    Block("piles", (MAX_PLAYERS, NUM_KINDS), "known cards in each pile, by kind / copies; seats clockwise from me"),
    Block("used_dogs", (MAX_PLAYERS,), "known used Dogs in each pile / 3"),
    Block("sizes", (MAX_PLAYERS,), f"cards in each pile / {NUM_CARDS}"),
    Block("points", (MAX_PLAYERS,), f"present points of each pile, as far as I know the pile: {IN_POINTS}", Kind.ARITHMETIC),
    Block("thief", (MAX_PLAYERS,), "1 for the pile with a stolen card (LD-12)"),
    Block("victim", (MAX_PLAYERS,), "1 for the pile from which the card was stolen, or that the Pirate Hat looks through"),
    Block("stolen", (LOOT,), "the stolen card if I know it, one-hot by kind; last column: a used Dog"),
    Block("loot", (LOOT,), "cards that the stolen card may be by public information / copies; columns as in `stolen`"),
    # the rest of the cards
    Block("discard", (NUM_KINDS,), "the discard pile by kind / copies"),
    Block(
        "unseen",
        (NUM_KINDS,),
        "cards that have not appeared, except cards that I know to be in a stack or destroyed, by kind / copies",
        Kind.RECOUNT,
    ),
    # the seats
    Block("owner", (MAX_PLAYERS,), "the owner of the game, one-hot; seats clockwise from me"),
    Block("new_player", (MAX_PLAYERS,), "the new player, one-hot"),
    Block("to_move", (MAX_PLAYERS,), "the active seat, one-hot"),
    Block("mine", (MAX_PLAYERS,), "1 for each seat of my team, with my own"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat in the game"),
)

# Fields that observations leave out on purpose, with the reason.
OMITTED = {
    "table.reward": "an option: what the game pays, not what happens in it",
    "table.max_turns": "always 0: there is no turn limit (LD-16)",
    "table.end": "derivable: the game is over when a stack that is not destroyed is empty before a turn's first dig "
    "(`heights`, `destroyed`, `digs`)",
    "table.land_mine": "derivable: with it the Land Mine is counted in `dug`, `piles`, `discard`, `tops` or `unseen`",
    "table.stacks": "an option: stacks that are not in the game are marked in `destroyed` (LD-17)",
    "table.fixed_seats": "an option: it matters only for the deal",
    "table.last": "a mark for pictures: the card itself is counted where it lies now",
    "table.busted": "a mark for pictures: it changes nothing that can still happen",
}

# Factors in single precision: observations hold single precision.
SHARE = (1.0 / COPIES).astype(np.float32)  # the share of one card in the copies of its kind
LOOT_SHARE = (1.0 / np.append(COPIES, COPIES[DOG])).astype(np.float32)
ONE_PLACE = np.float32(1.0 / TOPS)
ONE_CARD = np.float32(1.0 / NUM_CARDS)
ONE_OF_STACK = np.float32(1.0 / STACK_CARDS)
ONE_POINT = np.float32(1.0 / POINTS_RANGE)
ONE_EXTRA_TURN = np.float32(1.0 / MAX_EXTRA_TURNS)


def layout(options):
    """Return the blocks of an observation, which are the same under all options."""
    return LAYOUT


@compiled
@writes(LAYOUT)
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, a zeroed record of the blocks: first what few positions lack."""
    write_shares(table.dug, out.dug)
    write_shares(table.discard, out.discard)
    write_shares(table.unseen, out.unseen)
    encode_stacks(table, out)
    for i in range(table.num_players):
        encode_seat(table, seat, seat_clockwise(table, player, i), i, out)
    encode_turn(table, seat, player, out)
    if table.phase != Phase.DIG:
        encode_effect(table, out)
    if knows_tops(table, seat):
        encode_tops(table, seat, player, out)
    if table.victim != NONE:
        encode_theft(table, seat, player, out)


@compiled
def write_shares(counts, out):
    """Write the number of cards of each kind as a share of its copies."""
    for kind in range(NUM_KINDS):
        out[kind] = counts[kind] * SHARE[kind]


@compiled
def encode_stacks(table, out):
    """Write the public facts of the stacks."""
    for stack in range(STACKS):
        out.heights[stack] = table.stack_size[stack] * ONE_OF_STACK
        out.destroyed[stack] = table.destroyed[stack]
    out.lost[0] = table.lost * ONE_OF_STACK
    out.to_end[0] = cards_to_end(table) * ONE_OF_STACK


@compiled
def encode_tops(table, seat, player, out):
    """Write the cards that the seat knows in the stacks, which are no longer unseen, and the number that each seat knows."""
    for i in range(table.num_players):
        pile = pile_of(table, seat_clockwise(table, player, i))
        for stack in range(STACKS):
            if table.looker[stack] == pile:
                out.knowers[i, stack] = table.looked[stack] * ONE_PLACE
    for stack in range(STACKS):
        out.skeleton[stack] = seat.skeleton == stack
        for place in range(TOPS):
            card = known_at(seat, stack, place)
            if card != NONE:
                out.tops[stack, place, card] = 1
                out.unseen[card] = unseen_by(table, seat, card) * SHARE[card]


@compiled
def encode_seat(table, seat, p, i, out):
    """Write the pile of seat p, the i-th clockwise from the observer, as the observer knows it."""
    pile = pile_of(table, p)
    out.seats[i] = 1
    out.mine[i] = i == 0 or (i == TEAMS and table.teams)
    write_shares(table.known[pile], out.piles[i])
    out.used_dogs[i] = table.used_dogs[pile] * SHARE[DOG]
    out.sizes[i] = table.pile_size[pile] * ONE_CARD
    out.points[i] = (pile_points(table, seat, pile) - MIN_POINTS) * ONE_POINT


@compiled
def encode_theft(table, seat, player, out):
    """Write the piles that a stolen card left and reached, and the stolen card if the seat knows it."""
    for i in range(table.num_players):
        pile = pile_of(table, seat_clockwise(table, player, i))
        out.thief[i] = table.thief == pile
        out.victim[i] = table.victim == pile
        if seat.stolen != NONE:
            kind = kind_stolen(seat.stolen)
            out.piles[i, kind] = held(table, seat.stolen, pile, kind) * SHARE[kind]
            if seat.stolen == USED_DOG:
                out.used_dogs[i] = (table.used_dogs[pile] + gained(table, pile)) * SHARE[DOG]
    for loot in range(LOOT):
        out.loot[loot] = table.loot[loot] * LOOT_SHARE[loot]
    if seat.stolen != NONE:
        out.stolen[seat.stolen] = 1


@compiled
def encode_turn(table, seat, player, out):
    """Write whose turn it is, and the events of the turn."""
    out.owner[steps_clockwise(table, player, table.owner)] = 1
    out.new_player[steps_clockwise(table, player, table.new_player)] = 1
    out.to_move[steps_clockwise(table, player, table.active)] = 1
    out.decision[table.phase] = 1
    out.digs[0] = table.digs * ONE_CARD
    out.worms[0] = table.dug[WORMS] > 0
    out.stake[0] = (stake_seen(table, seat) - MIN_POINTS) * ONE_POINT
    out.extra_turns[0] = table.extra_turns * ONE_EXTRA_TURN
    out.turn[0] = table.turn * ONE_CARD
    out.ticket_turn[0] = table.ticket_turn * ONE_CARD
    out.ticket[0] = table.ticket_turn == table.turn + 1


@compiled
def encode_effect(table, out):
    """Write the effect that is decided, and the effects that come after it."""
    for i in range(len(ASKING_KINDS)):
        out.card[i] = table.card == ASKING_KINDS[i]
    for i in range(len(SCORE_KINDS)):
        out.waiting[i] = table.waiting[i] * SHARE[SCORE_KINDS[i]]
        out.urgent[i] = table.urgent == SCORE_KINDS[i]
    if table.stack != NONE:
        out.looking[table.stack] = 1
    for place in range(table.placed):
        out.placed[place] = 1
