"""Draw scene cards and pickups, and reshuffle the discards when a deck is empty (TB-34)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, shuffle
from dig_envs.two_bit_bandits.components import ENCOUNTERS_A_PATH, NUM_PICKUPS, PATHS, Encounter
from dig_envs.two_bit_bandits.state import NONE


@compiled
def draw_scene(state):
    """Draw the next scene card. Return its number, or NONE if deck and discards are empty."""
    table = state.table
    if table.scene_deck == 0:
        reshuffle_scenes(state)
    if table.scene_deck == 0:
        return NONE
    table.scene_deck -= 1
    card = state.secret.scenes[table.scene_deck]
    state.secret.scenes[table.scene_deck] = NONE
    count_encounters(table, card, -1)
    return card


@compiled
def reshuffle_scenes(state):
    """Shuffle the discarded scene cards into the deck."""
    table = state.table
    for card in range(table.faces.num_scenes):
        if table.scene_discard[card]:
            table.scene_discard[card] = 0
            state.secret.scenes[table.scene_deck] = card
            table.scene_deck += 1
            count_encounters(table, card, 1)
    shuffle(state.secret.scenes, table.scene_deck, state.secret.rng, Stream.RESHUFFLE)


@compiled
def count_encounters(table, card, change):
    """Add the encounters of a scene card to the unseen ones (change 1), or subtract them (change -1)."""
    for path in range(PATHS):
        for at in range(ENCOUNTERS_A_PATH):
            code = table.faces.scenes[card][path][at]
            if code == Encounter.NONE:
                break
            table.encounters_unseen[code] += change


@compiled
def draw_pickup(state):
    """Draw the next pickup. Return its kind, or NONE if deck and discards are empty."""
    table = state.table
    if table.pickup_deck == 0:
        reshuffle_pickups(state)
    if table.pickup_deck == 0:
        return NONE
    table.pickup_deck -= 1
    kind = state.secret.pickups[table.pickup_deck]
    state.secret.pickups[table.pickup_deck] = NONE
    return kind


@compiled
def reshuffle_pickups(state):
    """Shuffle the discarded pickups into the deck."""
    table = state.table
    for kind in range(NUM_PICKUPS):
        for _ in range(table.pickup_discard[kind]):
            state.secret.pickups[table.pickup_deck] = kind
            table.pickup_deck += 1
        table.pickup_discard[kind] = 0
    shuffle(state.secret.pickups, table.pickup_deck, state.secret.rng, Stream.RESHUFFLE)
