"""Draw cards, and resolve immediate ones, in a pick-up or with CARD CACHE (DB-30 to DB-36)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import PLACES, TIPPED, Back, Card, is_immediate
from dig_envs.digging_bandits.rules import cards, frames
from dig_envs.digging_bandits.rules.actions import Action, anyone_exposed, outside, seat_named
from dig_envs.digging_bandits.rules.move import enter_cabin, may_tip_at, roll_value
from dig_envs.digging_bandits.rules.reactions import resume_asking_at
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind


@compiled
def draw_card(state, player, back):
    """Draw the top card of the Dig or Draw deck, if one is left, into the hand, or resolve it (DB-30)."""
    if state.table.deck_size[back] == 0:
        return
    seen = cards.seats_knowing_top(state, back)
    kind = cards.take_top(state, back)
    if not is_immediate(kind):
        cards.gain(state, player, kind, seen | 1 << player)
    elif kind == Card.SHUFFLE:
        frames.push(state, FrameKind.SHUFFLE, player)  # the card goes under the deck after the shuffle (DB-61)
    else:
        cards.discard(state, kind)
        begin_immediate(state, player, kind)


@compiled
def begin_immediate(state, player, kind):
    """Begin the effect of a drawn immediate card, if it has one."""
    table = state.table
    if kind == Card.DUEL:
        if anyone_exposed(table, player):
            frames.push(state, FrameKind.DUEL, player)
    elif kind == Card.GAMBLING:
        frames.announce(state, Event.GAMBLING, player, player, kind)
    elif kind == Card.HIDEOUT:
        frames.announce(state, Event.HIDEOUT, player, NONE, kind)
    elif kind == Card.HEIST:
        if passengers(table, 0) >= 2:
            frames.announce(state, Event.HEIST, player, NONE, 0)
    elif table.deck_size[Back.LAND] > 0:
        frames.push(state, FrameKind.TIP, player)


# --- GAMBLING and HIDEOUT CABIN


@compiled
def gamble_away(state, player, victim, detail):
    """Discard all cards of a player: GAMBLING (DB-32)."""
    cards.lose_everything(state, player)


@compiled
def ride_to_cabin(state, player, victim, detail):
    """Move a player to the cabin: HIDEOUT CABIN (DB-33)."""
    enter_cabin(state, player)


# --- DUEL


@compiled
def challenge(state, player, action):
    """Announce the DUEL against the named player (DB-31)."""
    victim = seat_named(state.table, player, action)
    frames.pop(state)
    frames.announce(state, Event.DUEL, player, victim, Card.DUEL)


@compiled
def fight_duel(state, player, victim, detail):
    """Roll for both players of a DUEL; the winner takes all cards of the loser (DB-31)."""
    mine = roll_value(state)
    theirs = roll_value(state)
    if mine > theirs:
        cards.take_all_cards(state, player, victim)
    elif theirs > mine:
        cards.take_all_cards(state, victim, player)


# --- TRAIN HEIST


@compiled
def on_train(table, player, shielded):
    """Return whether a player takes part in a TRAIN HEIST: outside the cabin and not shielded (a bit per seat)."""
    return outside(table, player) and not shielded >> player & 1


@compiled
def passengers(table, shielded):
    """Return the number of players that take part in a TRAIN HEIST."""
    count = 0
    for p in range(table.num_players):
        count += on_train(table, p, shielded)
    return count


@compiled
def pass_cards_on(state, player, victim, detail):
    """Pass hands and TECH clockwise (DB-36): swapping the first player's cards with each next player's moves all by one."""
    table = state.table
    if passengers(table, detail) < 2:
        return
    first = NONE
    cards.know_own_hands(state)
    for p in range(table.num_players):
        if on_train(table, p, detail):
            if first == NONE:
                first = p
            else:
                cards.swap_cards(state, first, p)
    cards.forget_own_hands(state)


@compiled
def shield_from_heist(state, player):
    """Play BANDIT'S BLOCK against a TRAIN HEIST, which then leaves its player out (DB-45)."""
    table = state.table
    cards.use(state, player, Card.BLOCK)
    frame = table.frames[table.depth - 1]
    frames.set_shielded(frame, frames.shielded_from(frame) | 1 << player)
    resume_asking_at(state, player)


# --- SHUFFLE DRAW DECK


@compiled
def legal_shuffle(table, seat, player, mask):
    """Write the two ways to shuffle (DB-34)."""
    mask[Action.SHUFFLE_PLAINLY] = 1
    mask[Action.SET_TRAP] = 1


@compiled
def shuffle_draw_deck(state, player, action):
    """Shuffle the Draw deck, and set a trap if the player chose it (DB-34). The card goes under the deck (DB-61)."""
    frames.pop(state)
    cards.forget_draw_order(state)
    cards.shuffle_from(state, Back.DRAW, 0, Stream.RESHUFFLE)
    if action == Action.SET_TRAP:
        set_trap(state, player)
    cards.discard(state, Card.SHUFFLE)


@compiled
def set_trap(state, player):
    """Move a random immediate card of the Draw deck to its top, if it has one. The player knows it (DB-34)."""
    deck = state.secret.deck[Back.DRAW]
    size = state.table.deck_size[Back.DRAW]
    traps = 0
    for at in range(size):
        traps += is_immediate(deck[at])
    if traps == 0:
        return
    chosen = draw_below(state.secret.rng, Stream.RESHUFFLE, traps)
    for at in range(size):
        if is_immediate(deck[at]):
            if chosen == 0:
                kind = deck[at]
                deck[at] = deck[0]
                deck[0] = kind
            chosen -= 1
    state.seats[player].draw_top[0] = deck[0]


# --- the seats that exchange their cards in a DUEL or a TRAIN HEIST


@compiled
def exchange_partner(table, player, frame):
    """Return the seat whose cards a player may win in a DUEL or gets in a TRAIN HEIST; NONE for a seat that takes no part."""
    if frames.event_of(frame) == Event.HEIST:
        shielded = frames.shielded_from(frame)
        return passenger_behind(table, player, shielded) if on_train(table, player, shielded) else NONE
    if frames.seat_of(frame) == player:
        return frames.victim_of(frame)
    return frames.seat_of(frame) if frames.victim_of(frame) == player else NONE


@compiled
def passenger_behind(table, player, shielded):
    """Return the next player counter-clockwise that takes part in a TRAIN HEIST, or the player itself."""
    other = (player - 1) % table.num_players
    while not on_train(table, other, shielded):
        other = (other - 1) % table.num_players
    return other


# --- TIP CART: choose the number of Land cards, the next card, and its place


@compiled
def legal_tip(table, seat, player, mask):
    """Write the choices of the next step: the number of cards, the next card, or its place (DB-35)."""
    frame = table.frames[table.depth - 1]
    if frames.cart_size(frame) == 0:
        for number in range(1, min(TIPPED, table.deck_size[Back.LAND]) + 1):
            mask[Action.TAKE + number - 1] = 1
    elif frames.next_in_cart(frame) == NONE:
        for k in range(TIPPED):
            mask[Action.LAY + k] = 1
    else:
        for place in range(PLACES):
            mask[Action.PLACE + place] = may_tip_at(table, place)


@compiled
def decide_tip(state, player, action):
    """Take the cards, choose the next card, or put it down."""
    table = state.table
    frame = table.frames[table.depth - 1]
    if frames.cart_size(frame) == 0:
        load_cart(state, player, action - Action.TAKE + 1)
    elif frames.next_in_cart(frame) == NONE:
        frames.set_next_in_cart(frame, action - Action.LAY)
    else:
        tip_out(state, player, action - Action.PLACE)


@compiled
def load_cart(state, player, number):
    """Take cards off the Landfill. A single public card stays public; of two, others know neither (DB-35, DB-61)."""
    frame = state.table.frames[state.table.depth - 1]
    frames.set_cart_size(frame, number)
    if number == 1:
        frames.set_next_in_cart(frame, 0)
        frames.set_open_kind(frame, state.table.deck[Back.LAND][0])
    for k in range(number):
        state.seats[player].tipped[k] = cards.take_top(state, Back.LAND)


@compiled
def tip_out(state, player, place):
    """Put the next card of the cart on a place; after the last card, pop the frame (DB-35)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    tipped = state.seats[player].tipped
    seen = EVERYONE if frames.open_kind(frame) != NONE else 1 << player
    number = frames.cart_size(frame)
    cards.lay_on_top(state, place, tipped[frames.next_in_cart(frame)], seen)
    tipped[frames.next_in_cart(frame)] = tipped[number - 1]
    tipped[number - 1] = NONE
    if number > 1:
        frames.set_cart_size(frame, number - 1)
        frames.set_next_in_cart(frame, 0)
    else:
        frames.pop(state)
