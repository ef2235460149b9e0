"""Set up a game (DB-8 to DB-11)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back
from dig_envs.digging_bandits.rules.cards import gain, shuffle_from
from dig_envs.digging_bandits.rules.frames import ask
from dig_envs.digging_bandits.rules.move import roll_value
from dig_envs.digging_bandits.rules.turn import begin_turn
from dig_envs.digging_bandits.state import EVERYONE, NONE


@compiled
def deal(state):
    """Set up a game in a state that is zero except for options and generator, and ask the first player."""
    clear(state)
    lay_out_board(state)
    deal_characters(state)
    fill_deck(state, Back.DIG)
    fill_deck(state, Back.DRAW)
    first = find_first_player(state)
    fill_deck(state, Back.DOODAD)
    bury_immediate_top(state)
    state.table.opening_top = 1
    begin_turn(state, first, 0)
    ask(state, first)


@compiled
def clear(state):
    """Write NONE into the cells of a zeroed state where NONE, not 0, means empty."""
    table = state.table
    table.plot = NONE
    table.plot_owner = NONE
    table.playing = NONE
    for p in range(components.MAX_PLAYERS):
        table.character[p] = NONE
    for cell in range(components.TRADE_ITEMS):
        table.give[cell] = NONE
        table.want[cell] = NONE
    for place in range(components.PLACES):
        table.bridge[place] = NONE
    for cell in range(components.DECK_CELLS):
        table.land[cell] = NONE
        for back in range(components.BACKS):
            table.deck[back][cell] = NONE
    forget_everything(state)


@compiled
def forget_everything(state):
    """Remove all knowledge of hidden cards: write NONE into the cells of the seats and of the secret part."""
    for cell in range(components.DECK_CELLS):
        state.secret.land[cell] = NONE
        for back in range(components.BACKS):
            state.secret.deck[back][cell] = NONE
    for p in range(components.MAX_PLAYERS):
        seat = state.seats[p]
        for cell in range(components.DECK_CELLS):
            seat.land[cell] = NONE
        for cell in range(components.ORACLE_CARDS):
            seat.draw_top[cell] = NONE
        for cell in range(components.TIPPED):
            seat.tipped[cell] = NONE
        for cell in range(components.TRADE_ITEMS):
            seat.chosen[cell] = NONE


@compiled
def lay_out_board(state):
    """Shuffle the Land into 16 stacks of three, and put all pieces in the cabin (DB-8)."""
    table = state.table
    at = 0
    for kind in range(components.KINDS):
        if components.BACK_OF[kind] == Back.LAND:
            for _ in range(components.COPIES[kind]):
                state.secret.land[at] = kind
                at += 1
    shuffle(state.secret.land, components.DECK_CELLS, state.secret.rng, Stream.DEAL)
    for place in range(components.LOOP):
        if components.IS_LAND[place]:
            table.height[place] = components.STACK
    for p in range(table.num_players):
        table.place[p] = components.CABIN


@compiled
def deal_characters(state):
    """Give each player a random character and its starting cards, in public (DB-8, DB-9)."""
    table = state.table
    taken = 0
    for p in range(table.num_players):
        chosen = draw_below(state.secret.rng, Stream.DEAL, len(components.CHARACTERS) - p)
        for character in range(len(components.CHARACTERS)):
            if not taken >> character & 1:
                if chosen == 0:
                    table.character[p] = character
                chosen -= 1
        taken |= 1 << table.character[p]
        for k in range(components.STARTING_CARDS):
            gain(state, p, components.STARTING[table.character[p], k], EVERYONE)


@compiled
def fill_deck(state, back):
    """Shuffle all cards of a back that no hand holds into its deck."""
    size = 0
    for kind in range(components.KINDS):
        if components.BACK_OF[kind] == back:
            left = components.COPIES[kind]
            if components.can_be_held(kind):
                for p in range(state.table.num_players):
                    left -= state.seats[p].hand[kind]
            for _ in range(left):
                state.secret.deck[back][size] = kind
                size += 1
    state.table.deck_size[back] = size
    shuffle_from(state, back, 0, Stream.DEAL)


@compiled
def bury_immediate_top(state):
    """Swap an immediate top Draw card with the first card below it that is not immediate (DB-10)."""
    deck = state.secret.deck[Back.DRAW]
    at = 0
    while components.is_immediate(deck[at]):
        at += 1
    kind = deck[at]
    deck[at] = deck[0]
    deck[0] = kind


@compiled
def find_first_player(state):
    """Return the first player, by the highest roll; seats that tie roll again (DB-11)."""
    contenders = (1 << state.table.num_players) - 1
    while contenders & (contenders - 1):
        contenders = highest_rollers(state, contenders)
    first = 0
    while contenders >> first > 1:
        first += 1
    return first


@compiled
def highest_rollers(state, contenders):
    """Roll for each of the contenders (a bit per seat), and return those with the highest roll. 4 and 2 gives a Doodad."""
    best = 0
    winners = 0
    for p in range(state.table.num_players):
        if contenders >> p & 1:
            rolled = roll_value(state)
            if rolled == components.BEST_ROLL:
                give_own_doodad(state, p)
            if rolled > best:
                best = rolled
                winners = 0
            if rolled == best:
                winners |= 1 << p
    return winners


@compiled
def give_own_doodad(state, p):
    """Give a player the Doodad of its character, unless it already has it (DB-11)."""
    doodad = components.OWN_DOODAD[state.table.character[p]]
    if state.seats[p].hand[doodad] == 0:
        gain(state, p, doodad, EVERYONE)
