"""Move cards of decks, land and hands, together with what seats know of them (DB-12, DB-61), and count cards by kind."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back, Card
from dig_envs.digging_bandits.rules.frames import card_played, cart_size, event_of, open_kind, target_of, warp_in_play
from dig_envs.digging_bandits.state import EVERYONE, NONE, PUBLIC, Event, FrameKind

# --- decks and Landfill


@compiled
def discard(state, kind):
    """Put a card under its deck, in public (DB-12)."""
    back = components.BACK_OF[kind]
    at = state.table.deck_size[back]
    state.secret.deck[back][at] = kind
    state.table.deck[back][at] = kind
    state.table.faces[kind] += 1
    state.table.deck_size[back] = at + 1


@compiled
def mix_bottom(state, back, start):
    """Shuffle the cards from cell `start` down, which were discarded together. Hide their order unless all are of one kind."""
    size = state.table.deck_size[back]
    deck = state.secret.deck[back]
    mixed = False
    for at in range(start + 1, size):
        mixed |= deck[at] != deck[start]
    if mixed:
        shuffle_from(state, back, start, Stream.RESHUFFLE)
        for at in range(start, size):
            forget_face(state.table, back, at)


@compiled
def forget_face(table, back, at):
    """Hide a card of a deck that everyone knew."""
    kind = table.deck[back][at]
    if kind != NONE:
        table.faces[kind] -= 1
        table.deck[back][at] = NONE


@compiled
def shuffle_from(state, back, start, stream):
    """Shuffle the cards of a deck from cell `start` down."""
    deck = state.secret.deck[back]
    for last in range(state.table.deck_size[back] - 1, start, -1):
        other = start + draw_below(state.secret.rng, stream, last - start + 1)
        deck[last], deck[other] = deck[other], deck[last]


@compiled
def take_top(state, back):
    """Take the top card off a deck and return its kind. The deck must not be empty."""
    table = state.table
    deck = state.secret.deck[back]
    faces = table.deck[back]
    kind = deck[0]
    forget_face(table, back, 0)
    for at in range(components.DECK_CELLS - 1):  # a constant number of cells is faster to move than `deck_size` of them
        deck[at] = deck[at + 1]
    for at in range(components.DECK_CELLS - 1):
        faces[at] = faces[at + 1]
    deck[components.DECK_CELLS - 1] = NONE
    faces[components.DECK_CELLS - 1] = NONE
    table.deck_size[back] -= 1
    if back == Back.DRAW:
        forget_draw_top(state)
    return kind


@compiled
def forget_draw_top(state):
    """Shift the knowledge of the top Draw cards by one, after the first was taken."""
    table = state.table
    table.opening_top = 0
    for k in range(components.ORACLE_CARDS - 1):
        table.oracle_seen[k] = table.oracle_seen[k + 1]
    table.oracle_seen[components.ORACLE_CARDS - 1] = 0
    for p in range(table.num_players):
        top = state.seats[p].draw_top
        for k in range(components.ORACLE_CARDS - 1):
            top[k] = top[k + 1]
        top[components.ORACLE_CARDS - 1] = NONE


@compiled
def forget_draw_order(state):
    """Clear all knowledge of the order of the Draw deck, after a shuffle (DB-61)."""
    table = state.table
    for _ in range(components.ORACLE_CARDS):
        forget_draw_top(state)
    for at in range(components.DECK_CELLS):
        forget_face(table, Back.DRAW, at)


@compiled
def seats_knowing_top(state, back):
    """Return the seats that know the top card of a deck, a bit per seat; EVERYONE if the card is public."""
    if state.table.deck[back][0] != NONE:
        return EVERYONE
    seen = 0
    if back == Back.DRAW:
        for p in range(state.table.num_players):
            if state.seats[p].draw_top[0] != NONE:
                seen |= 1 << p
    return seen


# --- stacks of Land


@compiled
def stack_start(table, place):
    """Return the cell of the bottom card of a stack."""
    start = 0
    for other in range(place):
        start += table.height[other]
    return start


@compiled
def lift_top(state, place):
    """Take the top card off a stack and return its kind. The stack must not be empty."""
    table = state.table
    table.height[place] -= 1
    at = stack_start(table, place) + table.height[place]
    kind = state.secret.land[at]
    close_gap(state.secret.land, at)
    close_gap(table.land, at)
    for p in range(table.num_players):
        close_gap(state.seats[p].land, at)
    for cell in range(at, components.DECK_CELLS - 1):
        table.land_seen[cell] = table.land_seen[cell + 1]
    table.land_seen[components.DECK_CELLS - 1] = 0
    return kind


@compiled
def close_gap(cells, at):
    """Shift the cells behind `at` forward by one, over the removed card."""
    for cell in range(at, components.DECK_CELLS - 1):
        cells[cell] = cells[cell + 1]
    cells[components.DECK_CELLS - 1] = NONE


@compiled
def lay_on_top(state, place, kind, seen):
    """Put a card on top of a stack. `seen` holds the seats that know the card, a bit per seat."""
    table = state.table
    at = stack_start(table, place) + table.height[place]
    table.height[place] += 1
    open_gap(state.secret.land, at)
    open_gap(table.land, at)
    for p in range(table.num_players):
        open_gap(state.seats[p].land, at)
    for cell in range(components.DECK_CELLS - 1, at, -1):
        table.land_seen[cell] = table.land_seen[cell - 1]
    table.land_seen[at] = 0
    state.secret.land[at] = kind
    show_land(state, at, seen)


@compiled
def open_gap(cells, at):
    """Shift the cells from `at` backward by one, and write NONE into cell `at`."""
    for cell in range(components.DECK_CELLS - 1, at, -1):
        cells[cell] = cells[cell - 1]
    cells[at] = NONE


@compiled
def show_land(state, at, seen):
    """Show the card in a cell of the land to the seats of the bits `seen`."""
    table = state.table
    table.land_seen[at] = table.land_seen[at] | seen
    kind = state.secret.land[at]
    if seen == EVERYONE:
        table.land[at] = kind
    for p in range(table.num_players):
        if seen >> p & 1:
            state.seats[p].land[at] = kind


# --- hands


@compiled
def cards_in_hand(table, player):
    """Return the number of cards that a player holds, without TECH."""
    count = 0
    for back in range(components.BACKS):
        count += table.backs[player][back]
    return count


@compiled
def gain(state, player, kind, seen):
    """Add a card to a hand. `seen` holds the seats that know its kind, a bit per seat."""
    table = state.table
    state.seats[player].hand[kind] += 1
    table.backs[player][components.BACK_OF[kind]] += 1
    if seen & PUBLIC:
        table.known[player][kind] += 1
    for observer in range(table.num_players):
        if observer != player and seen >> observer & 1:
            state.seats[observer].known[player][kind] += 1


@compiled
def lose(state, player, kind, seen):
    """Remove a card from a hand. For seats not in `seen` it may have been any card of its back (DB-61)."""
    table = state.table
    state.seats[player].hand[kind] -= 1
    table.backs[player][components.BACK_OF[kind]] -= 1
    forget_one(table.known[player], kind, seen & PUBLIC)
    for observer in range(table.num_players):
        if observer != player:
            forget_one(state.seats[observer].known[player], kind, seen >> observer & 1)


@compiled
def forget_one(known, kind, seen):
    """Lower the known minimum of a hand by one card: of its kind if the card was seen, else of each kind of its back."""
    if seen:
        known[kind] = max(0, known[kind] - 1)
    else:
        for other in range(
            components.FIRST_OF_BACK[components.BACK_OF[kind]], components.END_OF_BACK[components.BACK_OF[kind]]
        ):
            known[other] = max(0, known[other] - 1)


@compiled
def show(state, player, kind, count):
    """Make public that a hand holds at least `count` cards of a kind, since statements in a trade are true (DB-29)."""
    table = state.table
    table.known[player][kind] = max(table.known[player][kind], count)
    for observer in range(table.num_players):
        if observer != player:
            known = state.seats[observer].known[player]
            known[kind] = max(known[kind], count)


@compiled
def use(state, player, kind):
    """Play a card from a hand, and put it under its deck (DB-12)."""
    lose(state, player, kind, EVERYONE)
    discard(state, kind)


@compiled
def pass_openly(state, giver, taker, kind):
    """Pass a card to another player, in public."""
    lose(state, giver, kind, EVERYONE)
    gain(state, taker, kind, EVERYONE)


@compiled
def pass_unseen(state, giver, taker, kind):
    """Pass a card in secret. The two players see it, and seats that know all cards of that back in the giver's hand (DB-61)."""
    table = state.table
    held = table.backs[giver][components.BACK_OF[kind]]
    seen = 1 << giver | 1 << taker
    for observer in range(table.num_players):
        seen |= (state.seats[observer].known[giver][kind] == held) << observer
    if table.known[giver][kind] == held:
        seen = EVERYONE
    lose(state, giver, kind, seen)
    gain(state, taker, kind, seen)


@compiled
def random_card(state, player, back):
    """Return the kind of a random card of a back in a hand. The hand must have one."""
    chosen = draw_below(state.secret.rng, Stream.PLAY, state.table.backs[player][back])
    for kind in range(components.FIRST_OF_BACK[back], components.END_OF_BACK[back]):
        chosen -= state.seats[player].hand[kind]
        if chosen < 0:
            return kind
    return 0


@compiled
def steal(state, thief, victim, back):
    """Pass a random card of a back to the thief in secret. Does nothing if the victim has none."""
    if state.table.backs[victim][back] > 0:
        pass_unseen(state, victim, thief, random_card(state, victim, back))


# --- whole hands


@compiled
def lose_everything(state, player):
    """Discard hand, TECH and tools of a player, together (DB-32, DB-41)."""
    table = state.table
    sizes = (table.deck_size[0], table.deck_size[1], table.deck_size[2], table.deck_size[3])
    for kind in range(components.HAND_KINDS):
        for _ in range(state.seats[player].hand[kind]):
            use(state, player, kind)
        for _ in range(table.tools[kind]):
            discard(state, kind)
        table.tools[kind] = 0
    for _ in range(table.tech[player]):
        discard(state, Card.TECH)
    table.tech[player] = 0
    for back in range(components.BACKS):
        mix_bottom(state, back, sizes[back])


@compiled
def discard_tools(state):
    """Discard the tools in play, together (DB-42, DB-48)."""
    table = state.table
    sizes = (table.deck_size[0], table.deck_size[1], table.deck_size[2], table.deck_size[3])
    for kind in range(components.HAND_KINDS):
        for _ in range(table.tools[kind]):
            discard(state, kind)
        table.tools[kind] = 0
    for back in range(components.BACKS):
        mix_bottom(state, back, sizes[back])


@compiled
def take_all_cards(state, taker, loser):
    """Pass all cards of a player to another, with the knowledge of them (DB-31, DB-55)."""
    table = state.table
    know_own_hands(state)
    add_row(table.known, taker, loser)
    for observer in range(table.num_players):
        add_row(state.seats[observer].known, taker, loser)
    forget_own_hands(state)
    for kind in range(components.HAND_KINDS):
        state.seats[taker].hand[kind] += state.seats[loser].hand[kind]
        state.seats[loser].hand[kind] = 0
    for back in range(components.BACKS):
        table.backs[taker][back] += table.backs[loser][back]
        table.backs[loser][back] = 0
    table.tech[taker] += table.tech[loser]
    table.tech[loser] = 0


@compiled
def add_row(known, taker, loser):
    """Add the known cards of the loser to those of the taker."""
    for kind in range(components.HAND_KINDS):
        known[taker][kind] += known[loser][kind]
        known[loser][kind] = 0


@compiled
def know_own_hands(state):
    """Copy each seat's own hand into its known hands, while whole hands move."""
    for p in range(state.table.num_players):
        for kind in range(components.HAND_KINDS):
            state.seats[p].known[p][kind] = state.seats[p].hand[kind]


@compiled
def forget_own_hands(state):
    """Clear each seat's own hand in its known hands."""
    for p in range(state.table.num_players):
        for kind in range(components.HAND_KINDS):
            state.seats[p].known[p][kind] = 0


@compiled
def swap_cards(state, one, other):
    """Exchange all cards of two players, and the knowledge of them. TRAIN HEIST is a series of such exchanges (DB-36).

    Call it between `know_own_hands` and `forget_own_hands`, so that the knowledge of own hands moves too.
    """
    table = state.table
    swap_rows(table.known, one, other)
    for observer in range(table.num_players):
        swap_rows(state.seats[observer].known, one, other)
    for kind in range(components.HAND_KINDS):
        one_count = state.seats[one].hand[kind]
        state.seats[one].hand[kind] = state.seats[other].hand[kind]
        state.seats[other].hand[kind] = one_count
    for back in range(components.BACKS):
        count = table.backs[one][back]
        table.backs[one][back] = table.backs[other][back]
        table.backs[other][back] = count
    tech = table.tech[one]
    table.tech[one] = table.tech[other]
    table.tech[other] = tech


@compiled
def swap_rows(known, one, other):
    """Exchange the known cards of two hands."""
    for kind in range(components.HAND_KINDS):
        one_count = known[one][kind]
        known[one][kind] = known[other][kind]
        known[other][kind] = one_count


# --- cards by kind: these functions add to `count`, an array with a number for each kind


@compiled
def clear_count(state):
    for kind in range(components.KINDS):
        state.secret.count[kind] = 0


# --- cards by kind that a seat has seen


@compiled
def count_seen_cards(table, seat, count):
    """Add all cards whose kind this seat knows."""
    count_open_cards(table, count)
    count_single_cards(table, seat, count)
    for at in range(components.DECK_CELLS):
        count_cell(count, seat.land[at])
    count_hands_and_faces(table, seat, count)


@compiled
def count_hands_and_faces(table, seat, count):
    """Add the seat's hand, its known cards of other hands, and the public cards of the decks."""
    for kind in range(components.HAND_KINDS):
        known = seat.known[0][kind] + seat.known[1][kind] + seat.known[2][kind] + seat.known[3][kind]
        count[kind] += seat.hand[kind] + known
    for kind in range(components.KINDS):
        count[kind] += table.faces[kind]


@compiled
def count_open_cards(table, count):
    """Add the public cards outside hands and decks: TECH, bridges, plot, cards in play, cards out of the game."""
    for p in range(components.MAX_PLAYERS):
        count[Card.TECH] += table.tech[p]
        if table.out[p]:
            count_pair(count, table.character[p])
    for place in range(components.PLACES):
        count[Card.BRIDGE] += table.bridge[place] != NONE
    count[Card.PLOT] += table.plot != NONE
    count[Card.DYNAMITE] += table.gone_dynamite
    for kind in range(components.HAND_KINDS):
        count[kind] += table.tools[kind]
    for at in range(table.depth):
        count_in_frame(table, table.frames[at], count)


@compiled
def count_pair(count, character):
    """Add both WANTED cards of a character."""
    count[Card.LAND_WANTED + character] += 1
    count[Card.DRAW_WANTED + character] += 1


@compiled
def count_in_frame(table, frame, count):
    """Add the cards that are in play while a frame lasts."""
    if frame.kind == FrameKind.DESTINATION:
        count[Card.WARP] += warp_in_play(frame)
    elif frame.kind == FrameKind.SHUFFLE:
        count[Card.SHUFFLE] += 1
    elif frame.kind == FrameKind.STAKE:
        count[Card.PLOT] += 1
    elif frame.kind == FrameKind.TURN_IN:
        count_pair(count, table.character[target_of(frame)])
    elif frame.kind == FrameKind.BUILD:
        count_building(count)
    elif frame.kind == FrameKind.EVENT:
        count_in_event(frame, event_of(frame), count)


@compiled
def count_building(count):
    """Add the cards that a bridge costs."""
    count[Card.BRIDGE] += 1
    count[Card.COIN] += components.BUILDING_COINS


@compiled
def count_in_event(frame, event, count):
    """Add the cards that are in play while an event waits for answers."""
    if event == Event.BUILD:
        count_building(count)
    elif event == Event.TOLL or event == Event.WARP or (event == Event.BONUS and card_played(frame) == Card.PLOT):
        count[card_played(frame)] += 1


@compiled
def count_single_cards(table, seat, count):
    """Add the top Draw cards that this seat has seen in secret, and the cards of a TIP CART that it knows."""
    for k in range(components.ORACLE_CARDS):
        if table.deck[Back.DRAW][k] == NONE:
            count_cell(count, seat.draw_top[k])
    for k in range(components.TIPPED):
        count_cell(count, seat.tipped[k])
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.kind == FrameKind.TIP and cart_size(frame) > 0 and seat.tipped[0] == NONE:
            count_cell(count, open_kind(frame))


# --- hidden cards by kind


@compiled
def count_hidden_cards(state):
    """Add the cards in hands, decks, the land and TIP CARTs."""
    count = state.secret.count
    for p in range(components.MAX_PLAYERS):
        for kind in range(components.HAND_KINDS):
            count[kind] += state.seats[p].hand[kind]
        for k in range(components.TIPPED):
            count_cell(count, state.seats[p].tipped[k])
    for at in range(components.DECK_CELLS):
        count_cell(count, state.secret.land[at])
        for back in range(components.BACKS):
            count_cell(count, state.secret.deck[back][at])


@compiled
def count_cell(count, kind):
    """Add the card of a cell, unless the cell is empty or unknown."""
    if kind != NONE:
        count[kind] += 1
