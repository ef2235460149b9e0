"""The rules of DIG. Clause numbers are those of RULES.md."""

import numpy as np

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compile import compiled, inlined
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.dig.components import (
    ACTIONS_PER_TURN,
    BACK_OF,
    COLOURS,
    HAND_LIMIT,
    MAX_PLAYERS,
    MAX_STEP,
    NUM_BONES,
    NUM_COLOURS,
    PLACES,
    SCORE_CONSTANT,
    VALUES,
    YARD_CARDS,
    Card,
)
from dig_envs.dig.state import NONE, Phase

AWAY = 0  # AWAY + k - 1: move k places away from the doghouse
HOME = AWAY + MAX_STEP  # HOME + k - 1: move k places toward it
DIG = HOME + MAX_STEP
DROP = DIG + 1
END = DROP + 1
KEEP = END + 1
PLACE = KEEP + 1  # PLACE + c: put a bone of colour c into the hole

ACTIONS = ActionTable(
    Family("move so many places away from the doghouse (DIG-4)", tuple(f"move {k}" for k in range(1, MAX_STEP + 1))),
    Family("move so many places toward the doghouse (DIG-4)", tuple(f"move -{k}" for k in range(1, MAX_STEP + 1))),
    Family("take the bone under the dog (DIG-5)", ("dig",)),
    Family("drop all bones of the bowl's colour (DIG-6)", ("drop",)),
    Family("end the turn early (DIG-3)", ("end",)),
    Family("keep the bone just dug, and put none back (DIG-5)", ("keep",)),
    Family("put a bone of that colour into the hole (DIG-5, DIG-15)", tuple(f"place {colour}" for colour in COLOURS)),
)


# --- set-up


@compiled
def deal(state):
    """DIG-2: shuffle bones and bowls into the yard; every dog at the doghouse; a random seat begins (C-1)."""
    table = state.table
    forget_everything(state)
    cards = state.secret.yard  # first as shuffled cards: a bone, or NUM_BONES + colour for a bowl
    for card in range(YARD_CARDS):
        cards[card] = card
    shuffle(cards, YARD_CARDS, state.secret.rng, Stream.DEAL)
    for place in range(PLACES - 1, 0, -1):
        lay_card(state, place, cards[place - 1])
    cards[0] = NONE
    rank_bowls(table)
    table.length = YARD_CARDS
    table.active = draw_below(state.secret.rng, Stream.DEAL, np.int64(table.num_players))
    table.actions_left = ACTIONS_PER_TURN
    table.phase = Phase.ACT
    state.secret.mover = table.active


@compiled
def forget_everything(state):
    for p in range(MAX_PLAYERS):
        state.seats[p].dug = NONE
        for place in range(PLACES):
            state.seats[p].known[place] = NONE


@compiled
def lay_card(state, place, card):
    """Put a shuffled card down at a place of the yard."""
    if card >= NUM_BONES:
        state.table.yard[place] = Card.BOWL + (card - NUM_BONES)
        state.table.bowls[card - NUM_BONES] = place
        state.secret.yard[place] = NONE
    else:
        bone = card if state.table.scents else colour_of(card)
        state.table.yard[place] = Card.BONE
        state.table.back[place] = back_of(state.table, bone)
        state.secret.yard[place] = bone


# --- small questions


@compiled
def colour_of(bone):
    return bone % NUM_COLOURS


@compiled
def back_of(table, bone):
    """The back that everyone sees: without scents all are alike (DIG-14)."""
    return BACK_OF[bone] if table.scents else 0


@compiled
def count_of(bones, colour):
    """How many bones of a colour are among counts by bone."""
    count = 0
    for bone in range(colour, NUM_BONES, NUM_COLOURS):
        count += bones[bone]
    return count


@inlined
def is_bowl(card):
    return card >= Card.BOWL


@inlined
def bones_in_yard(table):
    count = 0
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE:
            count += 1
    return count


# --- legal actions


@inlined
def legal(table, seat, player, mask):
    if table.phase == Phase.PUT:
        legal_put(table, seat, player, mask)
    else:
        legal_moves(table, player, mask)
        here = table.yard[table.place[player]]
        mask[DIG] = here == Card.BONE
        mask[DROP] = is_bowl(here) and count_of(seat.hand, here - Card.BOWL) > 0
        mask[END] = table.actions_left < ACTIONS_PER_TURN  # DIG-3: after the first or second action


@inlined
def legal_moves(table, player, mask):
    """DIG-4; DIG-9: from beyond the end only toward the doghouse."""
    place = table.place[player]
    for step in range(1, MAX_STEP - table.hand_size[player] + 1):
        mask[AWAY + step - 1] = place + step <= table.length
        mask[HOME + step - 1] = place - step >= 0


@compiled
def legal_put(table, seat, player, mask):
    """DIG-5: a bone goes back if there are four in hand."""
    mask[KEEP] = table.hand_size[player] <= HAND_LIMIT
    for colour in range(NUM_COLOURS):
        mask[PLACE + colour] = count_of(seat.hand, colour) > 0


# --- one decision


@compiled
def apply(state, action):
    table = state.table
    player = table.active
    if action < HOME:
        table.place[player] += action - AWAY + 1
        finish_action(state)
    elif action < DIG:
        table.place[player] -= action - HOME + 1
        finish_action(state)
    elif action == DIG:
        dig(state, player)
    elif action == DROP:
        drop(state, player)
        finish_action(state)
    elif action == END:
        end_turn(state)
    else:
        if action >= PLACE:
            put_back(state, player, first_of(state.seats[player].hand, action - PLACE))
        else:
            clear_place(table, table.place[player])
        table.phase = Phase.ACT
        forget_what_was_dug(state)
        finish_action(state)


@compiled
def dig(state, player):
    """DIG-5: the bone goes to the hand, and with it what others know of it (DIG-10)."""
    table = state.table
    place = np.int64(table.place[player])
    bone = np.int64(state.secret.yard[place])
    back = back_of(table, bone)
    for p in range(table.num_players):
        seat = state.seats[p]
        if p == player:
            seat.hand[bone] += 1
            seat.dug = bone
        elif seat.known[place] != NONE:
            seat.known_hand[player][bone] += 1
            seat.dug = bone
        seat.known[place] = NONE
        if p != player and may_have_seen(table, place, p):
            table.hand_seen[p][player][back] += 1
    table.hand_size[player] += 1
    table.hand_backs[player][back] += 1
    state.secret.yard[place] = NONE
    table.yard[place] = Card.HOLE
    table.phase = Phase.PUT  # until that is decided the hole keeps the back of what was dug, and who may know it


@compiled
def may_have_seen(table, place, player):
    return (table.seen_by[place] >> player) & 1


@compiled
def first_of(hand, colour):
    """DIG-15: of several bones of a colour, the one whose other colour comes first."""
    bone = colour
    while hand[bone] == 0:
        bone += NUM_COLOURS
    return bone


@compiled
def put_back(state, player, bone):
    """DIG-5, and what it does to knowledge: DIG-10. Bones in hand that look alike can't be told apart by others."""
    table = state.table
    place = table.place[player]
    back = back_of(table, bone)
    alike = table.hand_backs[player][back]
    table.seen_by[place] = 1 << player
    for p in range(table.num_players):
        if p != player:
            if alike == 1:
                follow_bone(state, p, player, bone, place)
            else:
                forget_alike(state, p, player, back)
    state.seats[player].hand[bone] -= 1
    state.seats[player].known[place] = bone
    table.hand_size[player] -= 1
    table.hand_backs[player][back] -= 1
    state.secret.yard[place] = bone
    table.yard[place] = Card.BONE
    table.back[place] = back


@compiled
def follow_bone(state, p, player, bone, place):
    """Seat p sees the only bone of that back leave the hand for the hole."""
    table = state.table
    back = back_of(table, bone)
    if state.seats[p].known_hand[player][bone] > 0:
        state.seats[p].known_hand[player][bone] = 0
        state.seats[p].known[place] = bone
    if table.hand_seen[p][player][back] > 0:
        table.hand_seen[p][player][back] = 0
        table.seen_by[place] |= 1 << p


@compiled
def forget_alike(state, p, player, back):
    """Seat p can't tell which of several bones of one back went into the hole."""
    state.table.hand_seen[p][player][back] = 0
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            state.seats[p].known_hand[player][bone] = 0


@compiled
def clear_place(table, place):
    table.seen_by[place] = 0
    table.back[place] = 0


@compiled
def forget_what_was_dug(state):
    for p in range(state.table.num_players):
        state.seats[p].dug = NONE


@compiled
def drop(state, player):
    """DIG-6: all bones of the bowl's colour, openly."""
    table = state.table
    colour = table.yard[table.place[player]] - Card.BOWL
    hand = state.seats[player].hand
    for bone in range(colour, NUM_BONES, NUM_COLOURS):
        back = back_of(table, bone)
        table.dropped[player][bone] += hand[bone]
        table.hand_size[player] -= hand[bone]
        table.hand_backs[player][back] -= hand[bone]
        hand[bone] = 0
        for p in range(table.num_players):
            state.seats[p].known_hand[player][bone] = 0
            table.hand_seen[p][player][back] = min(table.hand_seen[p][player][back], table.hand_backs[player][back])


# --- the end of an action, of a turn, of the game


@inlined
def finish_action(state):
    table = state.table
    table.actions_left -= 1
    if bones_in_yard(table) == 0:
        close_holes(state)  # DIG-12: before the bowls are ranked
        finish_game(state, End.OVER)  # DIG-11: at once
    elif table.actions_left == 0:
        end_turn(state)


@compiled
def end_turn(state):
    table = state.table
    close_holes(state)
    table.turn += 1
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)  # C-9, DIG-13
    else:
        table.active = (table.active + 1) % table.num_players
        table.actions_left = ACTIONS_PER_TURN
        state.secret.mover = table.active


@compiled
def finish_game(state, end):
    state.table.end = end
    state.table.actions_left = 0
    state.secret.mover = NOBODY


@compiled
def close_holes(state):
    """DIG-8: each hole, the nearest first, takes the furthest card; one with no card beyond it disappears."""
    table = state.table
    for place in range(1, PLACES):
        if place <= table.length and table.yard[place] == Card.HOLE:
            trim_end(table)
            if place < table.length:
                move_card(state, table.length, place)
                table.length -= 1
    trim_end(table)


@compiled
def rank_bowls(table):
    """DIG-12: the nearest bowl's colour pays 5, then 4, 3, 2, 1."""
    for colour in range(NUM_COLOURS):
        nearer = 0
        for other in range(NUM_COLOURS):
            nearer += table.bowls[other] < table.bowls[colour]
        table.values[colour] = VALUES[nearer]


@compiled
def trim_end(table):
    """Holes at the yard's end disappear."""
    while table.length > 0 and table.yard[table.length] == Card.HOLE:
        table.yard[table.length] = Card.NOTHING
        table.length -= 1


@compiled
def move_card(state, source, target):
    """A card moves into a hole, and what is known of it moves along (DIG-10). Dogs stay (DIG-9)."""
    table = state.table
    table.yard[target] = table.yard[source]
    table.back[target] = table.back[source]
    table.seen_by[target] = table.seen_by[source]
    state.secret.yard[target] = state.secret.yard[source]
    if is_bowl(table.yard[source]):
        table.bowls[table.yard[source] - Card.BOWL] = target
        rank_bowls(table)
    table.yard[source] = Card.NOTHING
    clear_place(table, source)
    state.secret.yard[source] = NONE
    for p in range(table.num_players):
        state.seats[p].known[target] = state.seats[p].known[source]
        state.seats[p].known[source] = NONE


# --- scoring


@compiled
def value_of(table, colour):
    """DIG-12: what a dropped bone of a colour pays as the bowls lie now."""
    return np.int64(table.values[colour])


@compiled
def standings(table, seats, out):
    """DIG-12: each seat's points."""
    for p in range(table.num_players):
        out[p] = 0.0
    for colour in range(NUM_COLOURS):
        for p in range(table.num_players):
            out[p] += value_of(table, colour) * count_of(table.dropped[p], colour)


@compiled
def rewards(table, points, out):
    """C-8."""
    if table.reward == Reward.SCORE:
        score_margin(points, table.num_players, SCORE_CONSTANT, out)
    else:
        share_the_win(points, table.num_players, out)
