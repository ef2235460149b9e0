"""Play duplicate deals: two agents play the same deals in every seating, so that neither has the better cards or seats."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.batch import Batch
from dig_envs.core.game import Game, Options
from dig_envs.training.arena.ratings import Duel
from dig_envs.training.process.defaults import TABLES_AT_ONCE

A, B = 0, 1


@cache
def seatings(num_players: int, one_vs_rest: bool = False, num_teams: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the seatings of a duplicate set, each the agent by seat: A (0) or B (1).

    Half of the seats are A's, side by side, in every rotation; of an odd number once the smaller and once the larger
    half. With `one_vs_rest`, A has one seat or all but one. Exchanging A and B gives the same set. Partners are one agent.

    >>> seatings(2), len(seatings(3)), len(seatings(4)), seatings(4, num_teams=2)
    (((0, 1), (1, 0)), 6, 4, ((0, 1, 0, 1), (1, 0, 1, 0)))
    """
    teams = num_teams or num_players
    few = 1 if one_vs_rest else teams // 2
    patterns = [[A] * seats + [B] * (teams - seats) for seats in sorted({few, teams - few})]
    by_team = [np.roll(pattern, shift) for pattern in patterns for shift in range(teams)]
    return tuple(tuple(np.resize(seating, num_players).tolist()) for seating in by_team)


def lone_seatings(options: Options) -> np.ndarray:
    """Return the seatings in which A has one seat, or where seats are partners one team: int64 (s, num_players)."""
    sets = seatings(options.num_players, True, options.num_teams)
    return np.array([seating for seating in sets if seating.count(A) * options.num_teams == options.num_players])


def play_alone(
    game: Game, options: Options, a: Agent, b: Agent, deals: np.ndarray, advance: Callable[[int], None] = lambda games: None
) -> Duel:
    """Play each deal with A alone among agents B, in every seat."""
    return meet(game, options, a, b, deals, lone_seatings(options), advance)


def meet(
    game: Game,
    options: Options,
    a: Agent,
    b: Agent,
    deals: np.ndarray,
    sets: np.ndarray,
    advance: Callable[[int], None] = lambda games: None,
) -> Duel:
    """Play as `play` does, and sum the results up by deal."""
    points = play(game, options, a, b, deals, sets, advance)
    return duel(A, B, np.repeat(deals, len(sets)), np.tile(sets, (len(deals), 1)), points.reshape(len(deals) * len(sets), -1))


def play(
    game: Game,
    options: Options,
    a: Agent,
    b: Agent,
    deals: np.ndarray,
    sets: np.ndarray,
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    """Play each deal in every seating with compiled batches.

    Args:
        deals: int64 (m,), seeds.
        sets: int (s, num_players), the seatings: A or B by seat.
        advance: told how many games have ended, now and then.

    Returns:
        Each seat's result: float64 (m, s, num_players).
    """
    chunks = np.array_split(deals, -(-len(deals) * len(sets) // TABLES_AT_ONCE))
    points = []
    for chunk in chunks:
        batch = play_at_once(game, options, [a, b], chunk, sets)
        points.append(batch.points.reshape(len(chunk), len(sets), -1).copy())
        advance(batch.num_tables)
    return np.concatenate(points)


def play_at_once(game: Game, options: Options, agents: Sequence[Agent], deals: np.ndarray, seatings: np.ndarray) -> Batch:
    """Play each deal in every seating to its end, all games side by side.

    Args:
        agents: who plays.
        deals: int64 (m,), seeds.
        seatings: int (s, num_players), the number of the agent on each seat.

    Returns:
        The tables after their games, those of one deal together.
    """
    tables = len(deals) * len(seatings)
    batch = Batch(game, options, tables, seed=0, deal_again=False)
    batch.seat_agents(agents, np.tile(seatings, (len(deals), 1)))
    batch.deal(np.arange(tables), np.repeat(deals, len(seatings)))
    return batch


def duel(a: int, b: int, deals: np.ndarray, seats: np.ndarray, points: np.ndarray) -> Duel:
    """Sum up the games of two agents by deal.

    Args:
        a, b: the agents' indices.
        deals: int64 (g,), each game's deal.
        seats: int (g, num_players), A where agent a sat, B where b did.
        points: float64 (g, num_players), each seat's result.
    """
    distinct, place, games = np.unique(deals, return_inverse=True, return_counts=True)
    shares = np.bincount(place, win_shares(seats, points)) / games
    lasts = np.bincount(place, last_shares(seats, points)) / games
    margins = np.bincount(place, score_margins(seats, points)) / games
    return Duel(a, b, distinct, games, shares, lasts, margins)


def win_shares(seats: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return A's share of each win, float64 (g,). Seats that tie for the best result share it."""
    winners = points == points.max(axis=1, keepdims=True)
    return (winners & (seats == A)).sum(axis=1) / winners.sum(axis=1)


def last_shares(seats: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return A's share of each last place, float64 (g,). Seats that tie for the worst result share it."""
    return win_shares(seats, -points)


def score_margins(seats: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the mean result of A's seats less that of B's, float64 (g,)."""
    return np.mean(points, axis=1, where=seats == A) - np.mean(points, axis=1, where=seats == B)
