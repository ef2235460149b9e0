"""The state as a seat knows it, and whole states that agree with that knowledge: for search, pictures and the leak test."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator, shuffle
from dig_envs.core.seats import steps_clockwise
from dig_envs.two_bit_bandits.components import LEVELS, NUM_PICKUPS, NUM_SHAMANDILLOS, ROW, SLOTS
from dig_envs.two_bit_bandits.rules.attack import may_attack
from dig_envs.two_bit_bandits.rules.setup import LEVEL_PARTS, forget_everything, has_hideout
from dig_envs.two_bit_bandits.state import NONE, Asked, Phase

LOOKS = 8  # simulated looks at the level stack; earlier ones hardly matter
TRIES = 60  # to find looks that agree with the knowledge of the seat


class LevelKind(IntEnum):
    """A kind of level card."""

    ANY = -1
    ORDINARY = 0
    HIDEOUT = 1


@compiled
def known_state(table, seat, player, state):
    """Fill a zeroed state with the knowledge of a seat, or of an onlooker if `player` is NOBODY; unknown cards are missing.

    The mover is NOBODY too while another seat is asked in secret.
    """
    state.table = table
    forget_everything(state)
    if player != NOBODY:
        state.seats[player] = seat
    if table.stack_size > 0:
        lay_known_levels(state, seat)
    if table.boss != NONE:
        state.secret.bosses[NUM_SHAMANDILLOS - 1 - table.num_defeated] = table.boss
    state.secret.mover = NOBODY
    if table.end == End.RUNNING:
        if table.phase != Phase.ATTACK:
            state.secret.mover = table.active
        elif seat.asked == Asked.NOW:
            state.secret.mover = player


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with the knowledge of a seat, and draw the missing cards at random."""
    known_state(table, seat, player, state)
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    deal_scenes(state)
    deal_pickups(state)
    deal_shamandillos(state)
    deal_stack(state, player)
    deal_knowledge(state, player)
    if table.phase == Phase.ATTACK:
        sample_asked_seat(state, player)


@compiled
def deal_scenes(state):
    """Shuffle the scene cards that are neither in the row nor among the discards."""
    table = state.table
    count = 0
    for card in range(table.faces.num_scenes):
        is_public = table.scene_discard[card] == 1
        for k in range(ROW):
            is_public = is_public or table.row[k] == card
        if not is_public:
            state.secret.scenes[count] = card
            count += 1
    shuffle(state.secret.scenes, table.scene_deck, state.secret.rng, Stream.DEAL)


@compiled
def deal_pickups(state):
    """Shuffle the pickups that are not visible."""
    table = state.table
    count = 0
    for kind in range(NUM_PICKUPS):
        for _ in range(table.faces.copies[kind] - count_visible_pickups(table, kind)):
            state.secret.pickups[count] = kind
            count += 1
    shuffle(state.secret.pickups, table.pickup_deck, state.secret.rng, Stream.DEAL)


@compiled
def count_visible_pickups(table, kind):
    """Return the number of pickups of a kind that are held, chosen from or discarded."""
    count = table.pickup_discard[kind] + table.pool[kind]
    for p in range(table.num_players):
        for slot in range(SLOTS):
            count += table.pickups[p][slot] == kind
    return count


@compiled
def deal_shamandillos(state):
    """Shuffle the undefeated Shamandillos under the one that was seen."""
    table = state.table
    count = 0
    for boss in range(NUM_SHAMANDILLOS):
        if table.defeated[boss] == 0 and table.boss != boss:
            state.secret.bosses[count] = boss
            count += 1
    shuffle(state.secret.bosses, count, state.secret.rng, Stream.DEAL)


# --- the level stack


@compiled
def deal_stack(state, player):
    """Put the cards that the player knows on top, then the rest of the upper part, then the lower part (TB-5)."""
    table = state.table
    if table.stack_size == 0:
        return
    fixed = known_levels(table, state.seats[player])
    hideouts = 0
    for k in range(fixed):
        hideouts += has_hideout(table, state.secret.stack[table.stack_size - 1 - k])
    gone = table.placed - 1
    upper = max(0, LEVEL_PARTS[0, table.span, 0] + LEVEL_PARTS[0, table.span, 1] - gone - fixed)
    upper_hideouts = LEVEL_PARTS[0, table.span, 1] - table.hideouts - hideouts if upper > 0 else 0
    lower = table.stack_size - fixed - upper
    all_hideouts = LEVEL_PARTS[0, table.span, 1] + LEVEL_PARTS[1, table.span, 1] - table.hideouts - hideouts
    top = table.stack_size - 1 - fixed
    deal_part(state, top, upper, upper_hideouts, LevelKind.ANY)
    first = kind_put_back(table) if fixed == 0 and upper == 0 else LevelKind.ANY
    deal_part(state, top - upper, lower, all_hideouts - upper_hideouts, first)


@compiled
def lay_known_levels(state, seat):
    """Put the cards that the seat looks at, or the card that it knows, on top."""
    top = state.table.stack_size - 1
    if seat.looked[0] == NONE:
        state.secret.stack[top] = seat.known
    else:
        for k in range(state.table.looks):
            state.secret.stack[top - k] = seat.looked[k]


@compiled
def known_levels(table, seat):
    """Count the cards on top of the stack that the seat knows."""
    if seat.looked[0] == NONE:
        return 1 if seat.known != NONE else 0
    return table.looks


@compiled
def deal_part(state, top, count, hideouts, first):
    """Fill `count` cells from `top` down with unseen cards, `hideouts` of them with a hideout.

    `first` is the kind of the first card, or ANY.
    """
    left = hideouts
    for k in range(count):
        kind = draw_below(state.secret.rng, Stream.DEAL, count - k) < left
        if k == 0 and first != LevelKind.ANY:
            kind = first == LevelKind.HIDEOUT
        left -= kind
        state.secret.stack[top - k] = draw_unseen_level(state, kind)


@compiled
def draw_unseen_level(state, hideout):
    """Draw a level card, with or without a hideout, that is neither on the map nor in the stack yet."""
    count = 0
    for card in range(1, LEVELS):
        count += is_unseen(state, card, hideout)
    chosen = draw_below(state.secret.rng, Stream.DEAL, count)
    for card in range(1, LEVELS):
        if is_unseen(state, card, hideout):
            if chosen == 0:
                return card
            chosen -= 1
    return NONE


@compiled
def is_unseen(state, card, hideout):
    """Return whether a level card of that kind is neither on the map nor in the stack yet."""
    table = state.table
    for k in range(table.placed):
        if table.level_card[k] == card:
            return False
    for k in range(table.stack_size):
        if state.secret.stack[k] == card:
            return False
    return has_hideout(table, card) == hideout


@compiled
def kind_put_back(table):
    """Return the kind of the top card, if it is the last card of the upper part and this is public; else ANY.

    Before the lower part began, all cards of the upper part except one were placed. If no card of the kind of that card was
    placed since, it was put back each time and is still on top.
    """
    upper = LEVEL_PARTS[0, table.span, 0] + LEVEL_PARTS[0, table.span, 1]
    placed = 0
    for k in range(1, upper):
        placed += has_hideout(table, table.level_card[k])
    kind = placed < LEVEL_PARTS[0, table.span, 1]
    for k in range(upper, table.placed):
        if has_hideout(table, table.level_card[k]) == kind:
            return LevelKind.ANY
    return LevelKind.HIDEOUT if kind else LevelKind.ORDINARY


@compiled
def deal_knowledge(state, player):
    """Give the other seats their knowledge: level cards that they look at, and the top before a look if they may know it."""
    table = state.table
    if table.stack_size == 0:
        return
    top = table.stack_size - 1
    before = state.secret.stack[top - state.seats[player].second]
    if state.seats[player].known != NONE:
        before = state.seats[player].known
    if player != table.active and table.looks > 0:
        show_levels(state, top)
    knowers = sample_looks(state, player)
    for p in range(table.num_players):
        if p != player and knowers >> p & 1:
            state.seats[p].known = before


@compiled
def sample_looks(state, player):
    """Sample which seats put back which level cards, in agreement with the knowledge of the player.

    Fill in `others` of the other seats. Return the seats that know the top, a bit per seat; if no try agrees, all that may.
    """
    seat = state.seats[player]
    others = seat.others
    known = seat.known != NONE
    knowers = 0
    for _ in range(TRIES if state.table.may_know else 1):
        knowers = simulate_looks(state)
        if seat.others == others and knowers >> player & 1 == known:
            return knowers
    seat.others = others
    for p in range(state.table.num_players):
        if p != player:
            state.seats[p].others = state.table.may_know & ~(1 << p)
    return others


@compiled
def simulate_looks(state):
    """Simulate looks of seats that may know the top, in random order, each keeping one of two cards at random (TB-8).

    Return the seats that know the top after the looks, a bit per seat.
    """
    table = state.table
    for p in range(table.num_players):
        state.seats[p].others = table.may_know & ~(1 << p)
    knowers = 0
    looker = 0
    for _ in range(min(LOOKS, table.placed - 1) if table.may_know else 0):
        looker = next_looker(state, looker)
        if draw_below(state.secret.rng, Stream.PLAY, 2) == 0:  # the old top is placed
            for p in range(table.num_players):
                if knowers >> p & 1 or p == looker:
                    state.seats[p].others = 0
            knowers = 0
        knowers |= 1 << looker
        for p in range(table.num_players):
            if p != looker:
                state.seats[p].others = state.seats[p].others | 1 << looker
    return knowers


@compiled
def next_looker(state, last):
    """Draw a seat that may know the top. The last looker is less likely, since the turns of other seats come first."""
    table = state.table
    count = 0
    for p in range(table.num_players):
        count += table.may_know >> p & 1
    chosen = draw_below(state.secret.rng, Stream.PLAY, 3 * count - 1) // 3
    looker = last
    while chosen >= 0:
        looker = (looker + 1) % table.num_players
        chosen -= table.may_know >> looker & 1
    return looker


@compiled
def show_levels(state, top):
    """Show the active seat its level cards; if it is placing one, it may have kept the second."""
    table = state.table
    stack = state.secret.stack
    if table.phase == Phase.LAY and table.looks == 2 and draw_below(state.secret.rng, Stream.DEAL, 2) == 1:
        stack[top], stack[top - 1] = stack[top - 1], stack[top]
        state.seats[table.active].second = 1
    for k in range(table.looks):
        state.seats[table.active].looked[k] = stack[top - k]


# --- attacks


@compiled
def sample_asked_seat(state, player):
    """Sample the seat that is asked: the player, or another seat that can throw a pickup and may be asked now (C-4)."""
    table = state.table
    if state.seats[player].asked == Asked.NOW:
        state.secret.mover = player
    else:
        count = 0
        for p in range(table.num_players):
            count += may_be_asked(state, player, p)
        chosen = draw_below(state.secret.rng, Stream.DEAL, count)
        for p in range(table.num_players):
            if may_be_asked(state, player, p):
                if chosen == 0:
                    state.secret.mover = p
                chosen -= 1
    asked = state.secret.mover
    state.secret.window = steps_clockwise(table, table.active, asked)
    for p in range(table.num_players):
        if p != player and steps_clockwise(table, table.active, p) < state.secret.window and may_attack(table, p):
            state.seats[p].asked = Asked.PASSED
    state.seats[asked].asked = Asked.NOW


@compiled
def may_be_asked(state, player, p):
    """Return whether a seat may be asked now, by the knowledge of the player.

    The player knows which seats have certainly passed, which come later, and which cannot throw a pickup.
    """
    table = state.table
    if p == player or not may_attack(table, p) or steps_clockwise(table, table.active, p) < table.window:
        return False
    earlier = steps_clockwise(table, table.active, p) < steps_clockwise(table, table.active, player)
    if state.seats[player].asked == Asked.PASSED:
        return not earlier
    return earlier or not may_attack(table, player)
