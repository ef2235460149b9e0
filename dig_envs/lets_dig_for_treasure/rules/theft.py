"""Play the Pirate Hat: move one card to another pile unseen, once in a game (LD-8, LD-12)."""

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import DOG, LOOT, USED_DOG
from dig_envs.lets_dig_for_treasure.rules.piles import kind_stolen, pile_of, put_in, stake_of, take_out
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def in_loot(table, pile, loot):
    """Count the cards of a kind that can be stolen from a pile; used Dogs are counted apart."""
    if loot == USED_DOG:
        return table.used_dogs[pile]
    if loot == DOG:
        return table.known[pile][DOG] - table.used_dogs[pile]
    return table.known[pile][loot]


@compiled
def steal(state, victim, loot):
    """Move a card unseen (LD-8): thief and victim know the card, all others only the possible cards (LD-12)."""
    table = state.table
    table.thief = pile_of(table, table.active)
    table.victim = victim
    for other in range(LOOT):
        table.loot[other] = in_loot(table, victim, other)
    table.pile_size[table.thief] += 1
    table.pile_size[victim] -= 1
    tell_of_theft(state, loot)


@compiled
def tell_of_theft(state, loot):
    """Write the stolen card to the players of both piles."""
    table = state.table
    for p in range(table.num_players):
        pile = pile_of(table, p)
        if pile == table.thief or pile == table.victim:
            state.seats[p].stolen = loot


@compiled
def settle_theft(state, loot):
    """Move the stolen card openly, once all seats know it."""
    table = state.table
    table.pile_size[table.thief] -= 1
    table.pile_size[table.victim] += 1
    take_out(table, table.victim, kind_stolen(loot))
    put_in(table, table.thief, kind_stolen(loot))
    if loot == USED_DOG:
        table.used_dogs[table.victim] -= 1
        table.used_dogs[table.thief] += 1
    table.stake = stake_of(table, NONE)
    tell_of_theft(state, NONE)
    table.thief = NONE
    table.victim = NONE
    for other in range(LOOT):
        table.loot[other] = 0


@compiled
def use_dog(state, pile):
    """Use a Dog of a pile (LD-7), which may reveal the stolen card, or that it was no Dog (LD-12)."""
    table = state.table
    if pile == table.thief and table.known[pile][DOG] == table.used_dogs[pile]:
        settle_theft(state, DOG)
    table.used_dogs[pile] += 1
    if pile == table.victim and table.known[pile][DOG] == table.used_dogs[pile]:
        table.loot[DOG] = 0


@compiled
def stolen_card(state):
    """Return the card that changed piles unseen, or NONE."""
    for p in range(state.table.num_players):
        if state.seats[p].stolen != NONE:
            return state.seats[p].stolen
    return NONE
