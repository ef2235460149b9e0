"""Deal a game (TB-4…7)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Stage
from dig_envs.two_bit_bandits.rules.decks import count_encounters
from dig_envs.two_bit_bandits.rules.level_map import lay_first_card
from dig_envs.two_bit_bandits.state import NONE, Phase

LEVEL_PARTS = np.array([components.UPPER, components.LOWER])  # [part][Length][ordinary, hideouts]


@compiled
def deal(state):
    """Shuffle the decks, put all Good Guys on Stone Ridge, and roll for the first turn."""
    table = state.table
    clear_cells(state)
    lay_first_card(table)
    for p in range(table.num_players):
        table.health[p] = table.max_health
        table.continues[p] = table.span + 1  # TB-4
    deal_levels(state)
    deal_shamandillos(state)
    deal_scenes(state)
    deal_pickups(state)
    table.active = roll_for_start(state)
    state.secret.mover = table.active
    table.phase = Phase.EXPLORE


@compiled
def clear_cells(state):
    """Write NONE into the fields of a zeroed state in which NONE, not 0, means empty."""
    table = state.table
    table.boss = NONE
    table.place = NONE
    table.came_from = NONE
    table.foe = NONE
    table.starter = NONE
    for k in range(components.ROW):
        table.row[k] = NONE
    for k in range(components.MAX_DICE):
        table.dice[k] = NONE
    for p in range(components.MAX_PLAYERS):
        for slot in range(components.SLOTS):
            table.pickups[p][slot] = NONE
    forget_everything(state)


@compiled
def forget_everything(state):
    """Write NONE where seats know no level card and where no hidden card lies."""
    for p in range(components.MAX_PLAYERS):
        state.seats[p].known = NONE
        for k in range(2):
            state.seats[p].looked[k] = NONE
    for at in range(components.STACK):
        state.secret.stack[at] = NONE
    for at in range(components.SCENES):
        state.secret.scenes[at] = NONE
    for at in range(components.PICKUPS):
        state.secret.pickups[at] = NONE
    for at in range(components.NUM_SHAMANDILLOS):
        state.secret.bosses[at] = NONE


@compiled
def deal_levels(state):
    """Build the level stack: the lower part, and on it the upper part (TB-5)."""
    table = state.table
    cards = state.secret.scenes  # scratch space: ordinary cards, then hideouts
    ordinary = 0
    hideouts = 0
    for card in range(1, components.LEVELS):
        if has_hideout(table, card):
            cards[components.ORDINARY_LEVELS + hideouts] = card
            hideouts += 1
        else:
            cards[ordinary] = card
            ordinary += 1
    shuffle_run(cards, 0, components.ORDINARY_LEVELS, state.secret.rng)
    shuffle_run(cards, components.ORDINARY_LEVELS, components.HIDEOUTS, state.secret.rng)
    taken_ordinary = 0
    taken_hideouts = components.ORDINARY_LEVELS
    for part in range(1, -1, -1):
        start = table.stack_size
        for _ in range(LEVEL_PARTS[part, table.span, 0]):
            push_level(state, cards[taken_ordinary])
            taken_ordinary += 1
        for _ in range(LEVEL_PARTS[part, table.span, 1]):
            push_level(state, cards[taken_hideouts])
            taken_hideouts += 1
        shuffle_run(state.secret.stack, start, table.stack_size - start, state.secret.rng)


@compiled
def shuffle_run(cards, start, count, rng):
    """Shuffle `count` cells from cell `start` on."""
    for last in range(count - 1, 0, -1):
        other = start + draw_below(rng, Stream.DEAL, last + 1)
        cards[start + last], cards[other] = cards[other], cards[start + last]


@compiled
def has_hideout(table, card):
    """Return whether a level card has a hideout."""
    for at in range(components.STAGES_A_CARD):
        if table.faces.stages[card][at] == Stage.HIDEOUT:
            return True
    return False


@compiled
def push_level(state, card):
    """Put a level card on top of the stack."""
    state.secret.stack[state.table.stack_size] = card
    state.table.stack_size += 1


@compiled
def deal_shamandillos(state):
    """Shuffle the Shamandillos."""
    for boss in range(components.NUM_SHAMANDILLOS):
        state.secret.bosses[boss] = boss
    shuffle(state.secret.bosses, components.NUM_SHAMANDILLOS, state.secret.rng, Stream.DEAL)


@compiled
def deal_scenes(state):
    """Shuffle all scene cards."""
    table = state.table
    for card in range(components.SCENES):
        state.secret.scenes[card] = card if card < table.faces.num_scenes else NONE
    table.scene_deck = table.faces.num_scenes
    for card in range(table.scene_deck):
        count_encounters(table, card, 1)
    shuffle(state.secret.scenes, table.scene_deck, state.secret.rng, Stream.DEAL)


@compiled
def deal_pickups(state):
    """Shuffle all pickups."""
    table = state.table
    for kind in range(components.NUM_PICKUPS):
        for _ in range(table.faces.copies[kind]):
            state.secret.pickups[table.pickup_deck] = kind
            table.pickup_deck += 1
    shuffle(state.secret.pickups, table.pickup_deck, state.secret.rng, Stream.DEAL)


@compiled
def roll_for_start(state):
    """Return the first player, by the highest roll; seats that tie roll again (TB-7)."""
    contenders = (1 << state.table.num_players) - 1
    while contenders & (contenders - 1):
        best = 0
        highest = contenders
        for p in range(components.MAX_PLAYERS):
            if (contenders >> p) & 1:
                rolled = 1 + draw_below(state.secret.rng, Stream.DEAL, components.PATHS)
                if rolled > best:
                    best = rolled
                    highest = 0
                if rolled == best:
                    highest |= 1 << p
        contenders = highest
    starter = 0
    while contenders >> (starter + 1):
        starter += 1
    return starter
