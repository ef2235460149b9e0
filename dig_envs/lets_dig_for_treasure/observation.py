"""What a seat of Let's Dig for Treasure observes: block by block, and the encoder that writes it."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.game import End
from dig_envs.core.layout import Block, Layout
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    DOG,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_KINDS,
    POINTS,
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
OTHERS = MAX_PLAYERS - 1
ASKING_KINDS = np.array([kind for kind in range(NUM_KINDS) if DIG_EFFECT[kind] == Effect.HELP or kind in SCORE_KINDS])
EFFECT, ITS_DOG, ITS_WORMS, BUSTS = 1, 1 + len(SCORE_KINDS), 2 + len(SCORE_KINDS), 3 + len(SCORE_KINDS)
CHOICE_FEATURES = 4 + len(SCORE_KINDS)

LAYOUT = Layout(
    Block("decision", (len(Phase),), "dig or stop, player, order, stack, take, put back, steal; one-hot"),
    Block("skeleton", (STACKS,), "1 for the stack from which I have just dug a Skeleton: use a Dog? (LD-7)"),
    Block("card", (len(ASKING_KINDS),), "the card whose effect is decided: Heirloom, or a score effect; one-hot"),
    Block("waiting", (len(SCORE_KINDS),), "score effects that wait, by card / copies (LD-5)"),
    Block("looking", (STACKS,), "the stack that is looked at, one-hot; its cards, if I know them, are in `tops`"),
    Block("placed", (TOPS,), "1 for each of its places that is in its new order"),
    Block(
        "choices",
        (TOPS, CHOICE_FEATURES),
        "the cards that may be scored or put back, from the top: what scoring it would add (as in `top_worths`); its score "
        "effect, as in `waiting`; a Dog; Worms; 1 if it busts",
    ),
    Block("risk", (STACKS,), "the chance that its top card busts this turn, as far as I know, Dogs left aside (LD-4)"),
    Block("edge", (STACKS,), "what to dig there would add to `stake` on average: 1/2 + half of points / (5 + their amount)"),
    Block("heights", (STACKS,), "cards in each stack / 40"),
    Block("destroyed", (STACKS,), "1 for a stack that the Land Mine has destroyed"),
    Block("shortness", (STACKS,), "1 / (1 + cards more than in the stack that will end the game first)"),
    Block(
        "tops",
        (STACKS, NUM_KINDS),
        "cards that I know in the top three places of each stack, by kind: 1/2 for the first, 1/4, 1/8",
    ),
    Block(
        "top_worths", (STACKS, TOPS), "what those cards would add to `stake`, from the top: 1/2 + half of it / (5 + its amount)"
    ),
    Block("knowers", (MAX_PLAYERS, STACKS), "top cards of each stack that a seat knows / 3; seats clockwise from me"),
    Block("worms", (1,), "1 if a Worms has been dug this turn: another one busts"),
    Block("dug", (NUM_KINDS,), "cards dug this turn, by kind / copies"),
    Block("digs", (1,), "cards dug up this turn / 120"),
    Block(
        "stake",
        (1,),
        "what the cards dug this turn would add to the points of whose turn it is: 1/2 + half of it / (10 + its amount)",
    ),
    Block("piles", (MAX_PLAYERS, NUM_KINDS), "cards that I know in each pile, by kind / copies; seats clockwise from me"),
    Block("used_dogs", (MAX_PLAYERS,), "used Dogs in each pile / 3"),
    Block("sizes", (MAX_PLAYERS,), "cards in each pile / 120"),
    Block("points", (MAX_PLAYERS,), "(15 + what each pile would count now, as far as I know) / 400"),
    Block("leads", (OTHERS,), "my pile's points less each other seat's: 1/2 + half of the lead / (20 + its amount)"),
    Block(
        "leads_then",
        (OTHERS,),
        "the same once what is at stake is scored by the seat whose turn it is, but in place of 20: "
        "2 + 8 roots of the cards of the stack that will end the game first",
    ),
    Block("race", (1,), "1 / (1 + cards of the stack that will end the game first)"),
    Block("thief", (MAX_PLAYERS,), "1 for the pile with a stolen card (LD-12)"),
    Block("victim", (MAX_PLAYERS,), "1 for the pile that it came from, or that the Pirate Hat looks through"),
    Block("ticket", (1,), "1 while the Lottery Ticket counts if this turn is the last"),
    Block("discard", (NUM_KINDS,), "the discard pile by kind / copies"),
    Block("unseen", (NUM_KINDS,), "cards that have not come up, and whose place I don't know, by kind / copies"),
    Block("extra_turns", (1,), "extra turns owed to the seat whose turn it is / 4"),
    Block("owner", (MAX_PLAYERS,), "the owner of the game, one-hot; seats clockwise from me"),
    Block("new_player", (MAX_PLAYERS,), "the new player, one-hot"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot"),
    Block("mine", (MAX_PLAYERS,), "1 for each seat whose pile is mine: my own, and my partner"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
)

DECISION_AT = LAYOUT.start("decision")
SKELETON_AT = LAYOUT.start("skeleton")
CARD_AT = LAYOUT.start("card")
WAITING_AT = LAYOUT.start("waiting")
LOOKING_AT = LAYOUT.start("looking")
PLACED_AT = LAYOUT.start("placed")
CHOICES_AT = LAYOUT.start("choices")
RISK_AT = LAYOUT.start("risk")
EDGE_AT = LAYOUT.start("edge")
HEIGHTS_AT = LAYOUT.start("heights")
DESTROYED_AT = LAYOUT.start("destroyed")
SHORTNESS_AT = LAYOUT.start("shortness")
TOPS_AT = LAYOUT.start("tops")
TOP_WORTHS_AT = LAYOUT.start("top_worths")
KNOWERS_AT = LAYOUT.start("knowers")
STAKE_AT = LAYOUT.start("stake")
WORMS_AT = LAYOUT.start("worms")
DUG_AT = LAYOUT.start("dug")
DIGS_AT = LAYOUT.start("digs")
PILES_AT = LAYOUT.start("piles")
USED_DOGS_AT = LAYOUT.start("used_dogs")
SIZES_AT = LAYOUT.start("sizes")
POINTS_AT = LAYOUT.start("points")
LEADS_AT = LAYOUT.start("leads")
LEADS_THEN_AT = LAYOUT.start("leads_then")
RACE_AT = LAYOUT.start("race")
THIEF_AT = LAYOUT.start("thief")
VICTIM_AT = LAYOUT.start("victim")
TICKET_AT = LAYOUT.start("ticket")
DISCARD_AT = LAYOUT.start("discard")
UNSEEN_AT = LAYOUT.start("unseen")
EXTRA_TURNS_AT = LAYOUT.start("extra_turns")
OWNER_AT = LAYOUT.start("owner")
NEW_PLAYER_AT = LAYOUT.start("new_player")
TO_MOVE_AT = LAYOUT.start("to_move")
MINE_AT = LAYOUT.start("mine")
SEATS_AT = LAYOUT.start("seats")

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
    scorer = pile_of(table, np.int64(table.active))
    mine = stake * np.float32(pile_of(table, player) == scorer)
    for i in range(1, table.num_players):
        lead = (out[POINTS_AT] - out[POINTS_AT + i]) * IN_POINTS
        theirs = stake * np.float32(pile_of(table, seat_at(table, player + i)) == scorer)
        out[LEADS_AT + i - 1] = squashed(lead, CLEAR_LEAD)
        out[LEADS_THEN_AT + i - 1] = squashed(lead + mine - theirs, SPREADS[lowest])
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
