"""Score piles: whose they are, what is in them, and what it counts."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import End, Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.lets_dig_for_treasure.components import (
    BONUS,
    BONUS_KINDS,
    DOG,
    END_EFFECT,
    IN_BONUS,
    NUM_KINDS,
    PARTNER,
    POINTS,
    TEAMS,
    TICKET,
    USED_DOG,
    Effect,
)
from dig_envs.lets_dig_for_treasure.state import NONE

SCORE_CONSTANT = 40.0  # LD-14


@compiled
def pile_of(table, player):
    """A seat's pile; partners, who sit opposite, share that of the lower seat (LD-15)."""
    return player % TEAMS if table.teams else player


@compiled
def put_in(table, pile, kind):
    """A card goes into a pile openly."""
    move_card(table, pile, kind, np.int64(1))


@compiled
def take_out(table, pile, kind):
    move_card(table, pile, kind, np.int64(-1))


@compiled
def move_card(table, pile, kind, step):
    """The points of the known cards are kept up to date: they are looked at far more often than they change."""
    before = bonus_points(table, NONE, pile) if IN_BONUS[kind] else np.int64(0)
    table.known[pile][kind] += step
    table.pile_size[pile] += step
    after = bonus_points(table, NONE, pile) if IN_BONUS[kind] else np.int64(0)
    table.points[pile] += step * POINTS[kind] + after - before


@compiled
def score_card(table, pile, kind):
    """LD-5; LD-14: the Lottery Ticket remembers the turn."""
    put_in(table, pile, kind)
    if END_EFFECT[kind] == Effect.LAST_TURN:
        table.ticket_turn = table.turn + 1


@compiled
def score_dug(table, pile):
    """The same for all cards dug up in a turn, at once."""
    points = -bonus_points(table, NONE, pile)
    for kind in range(NUM_KINDS):
        table.known[pile][kind] += table.dug[kind]
        table.pile_size[pile] += table.dug[kind]
        points += table.dug[kind] * POINTS[kind]
    table.points[pile] += points + bonus_points(table, NONE, pile)
    if table.dug[TICKET] > 0:
        table.ticket_turn = table.turn + 1
    for kind in range(NUM_KINDS):
        table.dug[kind] = 0
    table.stake = 0


# --- what is in a pile, as far as a seat knows


@compiled
def kind_stolen(loot):
    """The kind of a stolen card."""
    return DOG if loot == USED_DOG else loot


@compiled
def gained(table, pile):
    """By how many cards a pile differs from what all saw going in: 1 for the thief's, -1 for the victim's."""
    return (table.thief == pile) - np.int64(table.victim == pile)


@compiled
def held(table, stolen, pile, kind):
    """Cards of a kind in a pile, for one who knows of this stolen card, or of none."""
    count = np.int64(table.known[pile][kind])
    if stolen != NONE and kind_stolen(stolen) == kind:
        count += gained(table, pile)
    return count


@compiled
def unused_dogs(table, seat, pile):
    """Dogs of a pile that can still negate a Skeleton (LD-7)."""
    count = np.int64(table.known[pile][DOG]) - table.used_dogs[pile]
    return count + gained(table, pile) if seat.stolen == DOG else count


# --- what it counts


@compiled
def pile_points(table, seat, pile):
    """LD-14: all cards with their effects of the end."""
    points = np.int64(table.points[pile])
    stolen = np.int64(seat.stolen)
    if stolen != NONE:
        points += gained(table, pile) * POINTS[kind_stolen(stolen)]
        if IN_BONUS[kind_stolen(stolen)]:
            points += bonus_points(table, stolen, pile) - bonus_points(table, NONE, pile)
    if table.end != End.RUNNING and table.ticket_turn == table.turn:
        points += BONUS[TICKET] * held(table, stolen, pile, TICKET)
    return points


@compiled
def bonus_points(table, stolen, pile):
    """All bonuses of the cards in a pile, but for the Lottery Ticket's, which the end decides."""
    points = np.int64(0)
    for kind in BONUS_KINDS:
        count = held(table, stolen, pile, kind)
        if count > 0:
            points += BONUS[kind] * times_bonus(table, stolen, pile, kind, count)
    return points


@compiled
def times_bonus(table, stolen, pile, kind, count):
    """How often the cards of a kind in a pile bring their bonus."""
    effect = END_EFFECT[kind]
    if effect == Effect.PAIR:
        return min(count, held(table, stolen, pile, PARTNER[kind]))
    if effect == Effect.EACH:
        return count * held(table, stolen, pile, PARTNER[kind])
    if effect == Effect.NEW_PLAYER:
        return count * (pile_of(table, np.int64(table.new_player)) == pile)
    if effect == Effect.OWNER:
        return count * (pile_of(table, np.int64(table.owner)) == pile)
    return np.int64(0)


@compiled
def standings(table, seats, out):
    """The points of each seat's pile."""
    for p in range(table.num_players):
        out[p] = pile_points(table, seats[p], pile_of(table, np.int64(p)))


@compiled
def rewards(table, points, out):
    """LD-14; each partner gets its team's reward (LD-15)."""
    piles = TEAMS if table.teams else table.num_players
    if table.reward == Reward.SCORE:
        score_margin(points, piles, SCORE_CONSTANT, out)
    else:
        share_the_win(points, piles, out)
    for p in range(piles, table.num_players):
        out[p] = out[pile_of(table, np.int64(p))]
