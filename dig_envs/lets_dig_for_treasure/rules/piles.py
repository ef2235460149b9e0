"""Read the score piles, whose a pile is, its cards as far as a seat knows, its points, and move cards (LD-14, LD-15)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.lets_dig_for_treasure import components
from dig_envs.lets_dig_for_treasure.components import Effect
from dig_envs.lets_dig_for_treasure.state import NONE

AS_IT_LIES = 0  # copies of the cards dug that count with a pile
WITH_DUG = 1


@compiled
def pile_of(table, player):
    """Return the number of a seat's pile; partners sit opposite and share the pile of the lower seat (LD-15)."""
    return player % components.TEAMS if table.teams else player


@compiled
def num_piles(table):
    """Count the score piles: one for each seat, or for each team (LD-15)."""
    return components.TEAMS if table.teams else table.num_players


@compiled
def kind_stolen(loot):
    """Return the kind of a stolen card; a used Dog is a Dog."""
    return components.DOG if loot == components.USED_DOG else loot


@compiled
def gained(table, pile):
    """Return the number of cards that a pile gained unseen: 1 for the thief's, -1 for the victim's, else 0."""
    if table.thief == NONE:
        return 0
    return 1 if table.thief == pile else -1 if table.victim == pile else 0


@compiled
def held(table, stolen, pile, kind):
    """Count the cards of a kind in a pile, knowing the stolen card, or as all know it (`stolen` NONE)."""
    count = table.known[pile][kind]
    if stolen != NONE and kind_stolen(stolen) == kind:
        count += gained(table, pile)
    return count


@compiled
def unused_dogs(table, seat, pile):
    """Count the Dogs of a pile that can still negate a Skeleton (LD-7)."""
    count = table.known[pile][components.DOG] - table.used_dogs[pile]
    return count + gained(table, pile) if seat.stolen == components.DOG else count


# --- points


@compiled
def pile_points(table, seat, pile):
    """Count a pile's points with all effects of the end, as far as a seat knows its cards (LD-14)."""
    points = table.points[pile]
    stolen = seat.stolen
    if stolen != NONE:
        points += gained(table, pile) * components.POINTS[kind_stolen(stolen)]
        kind = kind_stolen(stolen)
        points += bonuses_touched(table, stolen, pile, kind, AS_IT_LIES) - bonuses_touched(table, NONE, pile, kind, AS_IT_LIES)
    if table.end != End.RUNNING and table.ticket_turn == table.turn:
        points += components.BONUS[components.TICKET] * held(table, stolen, pile, components.TICKET)
    return points


@compiled
def bonus_points(table, stolen, pile, with_dug):
    """Count all bonuses of a pile but the Lottery Ticket's, which the end decides; with the cards dug if `with_dug` is 1."""
    points = 0
    for kind in components.BONUS_KINDS:
        points += bonus_of(table, stolen, pile, kind, with_dug)
    return points


@compiled
def bonuses_touched(table, stolen, pile, kind, with_dug):
    """Count those bonuses of a pile that depend on how many cards of a kind there are, as `bonus_points` counts all."""
    points = 0
    for k in range(components.MAX_TOUCHED):
        if components.BONUSES_TOUCHED[kind, k] == components.NUM_KINDS:
            break
        points += bonus_of(table, stolen, pile, components.BONUSES_TOUCHED[kind, k], with_dug)
    return points


@compiled
def bonus_of(table, stolen, pile, kind, with_dug):
    """Count the bonus that the cards of one kind bring to a pile."""
    count = held(table, stolen, pile, kind) + with_dug * table.dug[kind]
    if count <= 0:
        return 0
    partners = held(table, stolen, pile, components.PARTNER[kind]) + with_dug * table.dug[components.PARTNER[kind]]
    return components.BONUS[kind] * times_bonus(table, pile, kind, count, partners)


@compiled
def times_bonus(table, pile, kind, count, partners):
    """Return the number of bonuses of `count` cards of a kind in a pile with `partners` partner cards."""
    effect = components.END_EFFECT[kind]
    if effect == Effect.PAIR:
        return min(count, partners)
    if effect == Effect.EACH:
        return count * partners
    if effect == Effect.NEW_PLAYER:
        return count * (pile_of(table, table.new_player) == pile)
    if effect == Effect.OWNER:
        return count * (pile_of(table, table.owner) == pile)
    return 0


# --- what is at stake


@compiled
def stake_of(table, stolen):
    """Count the points by which the active seat's pile would grow if all cards dug in this turn lay in it."""
    pile = pile_of(table, table.active)
    points = bonus_points(table, stolen, pile, WITH_DUG) - bonus_points(table, stolen, pile, AS_IT_LIES)
    for kind in range(components.NUM_KINDS):
        points += table.dug[kind] * components.POINTS[kind]
    return points


@compiled
def stake_seen(table, seat):
    """Return the stake as a seat knows the pile: a stolen card may have or be a partner."""
    stolen = seat.stolen
    if stolen != NONE and components.IN_BONUS[kind_stolen(stolen)]:
        return stake_of(table, stolen)
    return table.stake


@compiled
def count_dug(table, kind):
    """Add a card to the cards dug in this turn, and update the stake."""
    pile = pile_of(table, table.active)
    before = bonuses_touched(table, NONE, pile, kind, WITH_DUG)
    table.dug[kind] += 1
    after = bonuses_touched(table, NONE, pile, kind, WITH_DUG)
    table.stake += components.POINTS[kind] + after - before


# --- moving cards


@compiled
def put_in(table, pile, kind):
    """Put a card into a pile openly."""
    move_card(table, pile, kind, 1)


@compiled
def take_out(table, pile, kind):
    """Take a card out of a pile openly."""
    move_card(table, pile, kind, -1)


@compiled
def move_card(table, pile, kind, step):
    """Add a card to a pile, or remove it (`step` -1), and update the pile's points."""
    before = bonuses_touched(table, NONE, pile, kind, AS_IT_LIES)
    table.known[pile][kind] += step
    table.pile_size[pile] += step
    after = bonuses_touched(table, NONE, pile, kind, AS_IT_LIES)
    table.points[pile] += step * components.POINTS[kind] + after - before


@compiled
def score_card(table, pile, kind):
    """Score one card (LD-5), and record the turn of the Lottery Ticket (LD-14)."""
    put_in(table, pile, kind)
    if components.END_EFFECT[kind] == Effect.LAST_TURN:
        table.ticket_turn = table.turn + 1


@compiled
def score_dug(table, pile):
    """Score all cards dug in this turn (LD-5)."""
    table.points[pile] += table.stake
    table.stake = 0
    if table.dug[components.TICKET] > 0:
        table.ticket_turn = table.turn + 1
    cards = 0
    for kind in range(components.NUM_KINDS):
        cards += table.dug[kind]
    for kind in range(components.NUM_KINDS):
        table.known[pile][kind] += table.dug[kind]
        table.dug[kind] = 0
    table.pile_size[pile] += cards
