"""The rules of DIG. Clause numbers are those of RULES.md."""

from enum import IntEnum

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.dig import components
from dig_envs.dig.components import Card
from dig_envs.dig.state import NONE, Phase


class Action(IntEnum):
    """The first action of each family: AWAY + k - 1 moves k places, PUT + c puts back a bone of colour c."""

    AWAY = 0
    HOME = AWAY + components.MAX_STEP
    DIG = HOME + components.MAX_STEP
    DROP = DIG + 1
    END = DROP + 1
    KEEP = END + 1
    PUT = KEEP + 1


ACTIONS = ActionTable(
    Family("move 1 to 4 places away from the doghouse (DIG-4)", tuple(f"move {k}" for k in range(1, components.MAX_STEP + 1))),
    Family("move 1 to 4 places toward the doghouse (DIG-4)", tuple(f"move -{k}" for k in range(1, components.MAX_STEP + 1))),
    Family("take the bone under the dog (DIG-5)", ("dig",)),
    Family("drop all bones of the bowl's colour (DIG-6)", ("drop",)),
    Family("end the turn early (DIG-3)", ("end",)),
    Family("keep the bone just dug, and put none back (DIG-5)", ("keep",)),
    Family(
        "put a bone of that colour into the hole (DIG-5, DIG-15)", tuple(f"place {colour}" for colour in components.COLOURS)
    ),
)


# --- bones and bowls


@compiled
def colour_of(bone):
    """Return the colour of a bone (DIG-1)."""
    return bone % components.NUM_COLOURS


@compiled
def back_of(table, bone):
    """Return the back that everyone sees; without scents all are alike (DIG-14)."""
    return components.BACK_OF[bone] if table.scents else 0


@compiled
def count_of(bones, colour):
    """Return the number of bones of a colour, given counts by bone."""
    count = 0
    for bone in range(colour, components.NUM_BONES, components.NUM_COLOURS):
        count += bones[bone]
    return count


@compiled
def is_bowl(card):
    """Return whether a card is a bowl."""
    return card >= Card.BOWL


@compiled
def may_know(table, place, player):
    """Return whether the seat may know the bone at a place, by public information (DIG-10)."""
    return (table.seen_by[place] >> player) & 1 == 1


# --- setting up


@compiled
def deal(state):
    """Shuffle bones and bowls into the yard, put every dog at the doghouse, and draw the first seat (DIG-2, C-1)."""
    table = state.table
    forget_everything(state)
    cards = state.secret.yard  # first as shuffled cards: a bone, or NUM_BONES + colour for a bowl
    left = gather_cards(table, cards)
    shuffle(cards, left, state.secret.rng, Stream.DEAL)
    for place in range(components.PLACES - 1, 0, -1):
        if place > table.length or is_bowl(table.yard[place]):
            cards[place] = NONE
        else:
            left -= 1
            lay_card(state, place, cards[left])
    cards[0] = NONE
    rank_bowls(table)
    if not table.fixed_seats:  # DIG-16
        table.active = draw_below(state.secret.rng, Stream.DEAL, table.num_players)
    table.actions_left = table.actions_per_turn
    table.phase = Phase.ACT
    state.secret.mover = table.active


@compiled
def gather_cards(table, cards):
    """Write the cards that are to be laid out, first the bones, then the bowls, and return their number (DIG-1).

    Bowls that a variant has already laid out are left out (DIG-16).
    """
    count = 0
    for bone in range(components.NUM_BONES):
        if bone // components.NUM_COLOURS < table.copies[colour_of(bone)]:
            cards[count] = bone
            count += 1
    table.length = count + table.colours
    for colour in range(table.colours):
        if table.bowls[colour] == 0:
            cards[count] = components.NUM_BONES + colour
            count += 1
    return count


@compiled
def forget_everything(state):
    """Remove all seats' knowledge of the yard."""
    for p in range(components.MAX_PLAYERS):
        state.seats[p].dug = NONE
        for place in range(components.PLACES):
            state.seats[p].known[place] = NONE


@compiled
def lay_card(state, place, card):
    """Put a shuffled card down at a place of the yard."""
    if card >= components.NUM_BONES:
        state.table.yard[place] = Card.BOWL + (card - components.NUM_BONES)
        state.table.bowls[card - components.NUM_BONES] = place
        state.secret.yard[place] = NONE
    else:
        bone = card if state.table.scents else colour_of(card)
        state.table.yard[place] = Card.BONE
        state.table.bones += 1
        state.table.back[place] = back_of(state.table, bone)
        state.secret.yard[place] = bone


@compiled
def rank_bowls(table):
    """Set the value of each colour: 5 for the nearest bowl, then 4, 3, 2, 1 (DIG-12)."""
    for colour in range(table.colours):
        nearer = 0
        for other in range(table.colours):
            nearer += table.bowls[other] < table.bowls[colour]
        table.values[colour] = components.VALUES[nearer]


# --- legal actions


@compiled
def legal(table, seat, player, mask):
    """Mark the legal actions of the seat that must decide."""
    if table.phase == Phase.PUT:  # DIG-5: with four in hand something must be put back
        mask[Action.KEEP] = table.hand_size[player] <= components.HAND_LIMIT
        for colour in range(components.NUM_COLOURS):
            mask[Action.PUT + colour] = count_of(seat.hand, colour) > 0
        return
    place = table.place[player]
    for step in range(1, components.MAX_STEP - table.hand_size[player] + 1):  # DIG-4; from beyond the end only home (DIG-9)
        mask[Action.AWAY + step - 1] = place + step <= table.length
        mask[Action.HOME + step - 1] = place - step >= 0
    here = table.yard[place]
    mask[Action.DIG] = here == Card.BONE
    mask[Action.DROP] = is_bowl(here) and count_of(seat.hand, here - Card.BOWL) > 0
    mask[Action.END] = table.actions_left < table.actions_per_turn  # DIG-3: after the first or second action


# --- one decision


@compiled
def apply(state, action):
    """Carry out one decision, and advance to the next decision or to the end."""
    table = state.table
    player = table.active
    if action == Action.DIG:
        dig(state, player)
    elif action == Action.END:
        end_turn(state)
    else:
        if action < Action.HOME:
            table.place[player] += action - Action.AWAY + 1
        elif action < Action.DIG:
            table.place[player] -= action - Action.HOME + 1
        elif action == Action.DROP:
            drop(state, player)
        else:
            fill_or_leave_hole(state, player, action)
        finish_action(state)


@compiled
def dig(state, player):
    """Take the bone under the dog in hand (DIG-5); the others' knowledge of the bone moves with it (DIG-10)."""
    table = state.table
    place = table.place[player]
    bone = state.secret.yard[place]
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
        if p != player and may_know(table, place, p):
            table.hand_seen[p][player][back] += 1
    table.hand_size[player] += 1
    table.hand_backs[player][back] += 1
    state.secret.yard[place] = NONE
    table.yard[place] = Card.HOLE
    table.bones -= 1
    table.phase = Phase.PUT  # until then the hole keeps the bone's back and the seats that may know the bone


@compiled
def fill_or_leave_hole(state, player, action):
    """Put a bone of that colour into the hole, or keep all (DIG-5); the bone just dug is then a bone like any other."""
    if action >= Action.PUT:
        put_back(state, player, first_of(state.seats[player].hand, action - Action.PUT))
    else:
        clear_place(state.table, state.table.place[player])
    state.table.phase = Phase.ACT
    for p in range(state.table.num_players):
        state.seats[p].dug = NONE


@compiled
def first_of(hand, colour):
    """Return the bone of a colour that is put back: of several the one whose other colour comes first (DIG-15)."""
    bone = colour
    while hand[bone] == 0:
        bone += components.NUM_COLOURS
    return bone


@compiled
def put_back(state, player, bone):
    """Put a bone of the hand into the hole (DIG-5). Others cannot distinguish bones with the same back in a hand (DIG-10)."""
    table = state.table
    place = table.place[player]
    back = back_of(table, bone)
    table.seen_by[place] = 1 << player
    for p in range(table.num_players):
        if p != player:
            if table.hand_backs[player][back] == 1:
                follow_bone(state, p, player, bone, place)
            else:
                forget_alike(state, p, player, back)
    state.seats[player].hand[bone] -= 1
    state.seats[player].known[place] = bone
    table.hand_size[player] -= 1
    table.hand_backs[player][back] -= 1
    state.secret.yard[place] = bone
    table.yard[place] = Card.BONE
    table.bones += 1
    table.back[place] = back


@compiled
def follow_bone(state, p, player, bone, place):
    """Keep seat p's knowledge of a bone that goes into the hole: the only bone with its back in the hand (DIG-10)."""
    back = back_of(state.table, bone)
    if state.seats[p].known_hand[player][bone] > 0:
        state.seats[p].known_hand[player][bone] = 0
        state.seats[p].known[place] = bone
    if state.table.hand_seen[p][player][back] > 0:
        state.table.hand_seen[p][player][back] = 0
        state.table.seen_by[place] |= 1 << p


@compiled
def forget_alike(state, p, player, back):
    """Remove seat p's knowledge of a hand's bones with a back, since one of them went into the hole (DIG-10)."""
    state.table.hand_seen[p][player][back] = 0
    for bone in range(components.NUM_BONES):
        if back_of(state.table, bone) == back:
            state.seats[p].known_hand[player][bone] = 0


@compiled
def drop(state, player):
    """Drop all bones of the bowl's colour, openly (DIG-6)."""
    table = state.table
    hand = state.seats[player].hand
    for bone in range(table.yard[table.place[player]] - Card.BOWL, components.NUM_BONES, components.NUM_COLOURS):
        back = back_of(table, bone)
        table.dropped[player][bone] += hand[bone]
        table.hand_size[player] -= hand[bone]
        table.hand_backs[player][back] -= hand[bone]
        hand[bone] = 0
        for p in range(table.num_players):
            state.seats[p].known_hand[player][bone] = 0
            table.hand_seen[p][player][back] = min(table.hand_seen[p][player][back], table.hand_backs[player][back])


# --- the end of an action, of a turn, of the game


@compiled
def finish_action(state):
    """Count an action; end the game with the last bone (DIG-11), or the turn with the last action (DIG-3)."""
    table = state.table
    table.actions_left -= 1
    if table.bones == 0:
        close_holes(state)  # DIG-12: before the bowls are ranked
        finish_game(state, End.OVER)  # DIG-11
    elif table.actions_left == 0:
        end_turn(state)


@compiled
def end_turn(state):
    """Close the holes, and pass the turn to the next seat or end the game at the turn limit."""
    table = state.table
    close_holes(state)
    table.turn += 1
    if table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)  # C-9, DIG-13
    else:
        table.active = (table.active + 1) % table.num_players
        table.actions_left = table.actions_per_turn
        state.secret.mover = table.active


@compiled
def finish_game(state, end):
    """End the game."""
    state.table.end = end
    state.table.actions_left = 0
    state.secret.mover = NOBODY


@compiled
def close_holes(state):
    """Fill each hole, the nearest first, with the furthest card; one with no card beyond it disappears (DIG-8)."""
    table = state.table
    if table.length == table.bones + table.colours:
        return  # bones and bowls alone
    for place in range(1, components.PLACES):
        if place <= table.length and table.yard[place] == Card.HOLE:
            trim_end(table)
            if place < table.length:
                move_card(state, table.length, place)
                table.length -= 1
    trim_end(table)


@compiled
def trim_end(table):
    """Take away holes at the yard's end (DIG-8)."""
    while table.length > 0 and table.yard[table.length] == Card.HOLE:
        table.yard[table.length] = Card.NOTHING
        table.length -= 1


@compiled
def move_card(state, source, target):
    """Move a card into a hole, and the seats' knowledge of the card too (DIG-10). Dogs stay (DIG-9)."""
    table = state.table
    table.yard[target] = table.yard[source]
    table.back[target] = table.back[source]
    table.seen_by[target] = table.seen_by[source]
    state.secret.yard[target] = state.secret.yard[source]
    for p in range(table.num_players):
        state.seats[p].known[target] = state.seats[p].known[source]
        state.seats[p].known[source] = NONE
    if is_bowl(table.yard[source]):
        table.bowls[table.yard[source] - Card.BOWL] = target
        rank_bowls(table)
    table.yard[source] = Card.NOTHING
    clear_place(table, source)
    state.secret.yard[source] = NONE


@compiled
def clear_place(table, place):
    """Forget back and viewers of a bone that has left a place."""
    table.seen_by[place] = 0
    table.back[place] = 0


# --- results


@compiled
def standings(table, seats, out):
    """Write each seat's points: the values of its dropped bones at the present order of bowls (DIG-12)."""
    for p in range(table.num_players):
        out[p] = 0.0
        for colour in range(components.NUM_COLOURS):
            out[p] += table.values[colour] * count_of(table.dropped[p], colour)


@compiled
def rewards(table, points, out):
    """Write each seat's reward (C-8)."""
    if table.reward == Reward.SCORE:
        score_margin(points, table.num_players, components.SCORE_CONSTANT, out)
    else:
        share_the_win(points, table.num_players, out)
