"""Play duplicate deals: two agents play the same deals in every seating, so that neither has better cards or seats."""

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
    """Return the seatings of a duplicate set; a seating has the agent of each seat, A (0) or B (1).

    A has half of the seats, side by side, in every rotation. For an odd number of seats, A has the smaller half in one series
    of rotations and the larger half in another. With `one_vs_rest`, A has one seat or all but one. Swapping A and B gives the
    same set. Partners are the same agent.

    >>> seatings(2), len(seatings(3)), len(seatings(4)), seatings(4, num_teams=2)
    (((0, 1), (1, 0)), 6, 4, ((0, 1, 0, 1), (1, 0, 1, 0)))
    """
    teams = num_teams or num_players
    few = 1 if one_vs_rest else teams // 2
    patterns = [[A] * seats + [B] * (teams - seats) for seats in sorted({few, teams - few})]
    by_team = [np.roll(pattern, shift) for pattern in patterns for shift in range(teams)]
    return tuple(tuple(np.resize(seating, num_players).tolist()) for seating in by_team)


def one_vs_rest_seatings(options: Options) -> np.ndarray:
    """Return the seatings in which A has one seat, or one team if seats are partners: int64 (s, num_players)."""
    both = seatings(options.num_players, True, options.num_teams)
    return np.array([seating for seating in both if seating.count(A) * options.num_teams == options.num_players])


def play_one_vs_rest(
    game: Game, options: Options, a: Agent, b: Agent, deals: np.ndarray, advance: Callable[[int], None] = lambda games: None
) -> Duel:
    """Play each deal with A in each seat and B in all other seats, and sum up the results by deal."""
    return play_duel(game, options, a, b, deals, one_vs_rest_seatings(options), advance)


def play_duel(
    game: Game,
    options: Options,
    a: Agent,
    b: Agent,
    deals: np.ndarray,
    seatings: np.ndarray,
    advance: Callable[[int], None] = lambda games: None,
) -> Duel:
    """Play as `play` does, and sum up the results by deal."""
    points = play(game, options, a, b, deals, seatings, advance)
    games = len(deals) * len(seatings)
    return duel(A, B, np.repeat(deals, len(seatings)), np.tile(seatings, (len(deals), 1)), points.reshape(games, -1))


def play(
    game: Game,
    options: Options,
    a: Agent,
    b: Agent,
    deals: np.ndarray,
    seatings: np.ndarray,
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    """Play each deal in every seating with compiled batches.

    Args:
        game, options: the game and its options.
        a, b: the agents.
        deals: int64 (m,), seeds.
        seatings: int (s, num_players): A or B by seat.
        advance: called with the number of finished games after each batch.

    Returns:
        The result of each seat: float64 (m, s, num_players).
    """
    chunks = np.array_split(deals, -(-len(deals) * len(seatings) // TABLES_AT_ONCE))
    points = []
    for chunk in chunks:
        batch = play_batch(game, options, [a, b], chunk, seatings)
        points.append(batch.points.reshape(len(chunk), len(seatings), -1).copy())
        advance(batch.num_tables)
    return np.concatenate(points)


def play_batch(game: Game, options: Options, agents: Sequence[Agent], deals: np.ndarray, seatings: np.ndarray) -> Batch:
    """Play each deal in every seating to its end, all games in one batch.

    Args:
        game, options: the game and its options.
        agents: the agents that take part.
        deals: int64 (m,), seeds.
        seatings: int (s, num_players), the number of the agent on each seat.

    Returns:
        The batch after all games; the tables of a deal follow each other.
    """
    tables = len(deals) * len(seatings)
    batch = Batch(game, options, tables, seed=0, deal_again=False)
    batch.seat_agents(agents, np.tile(seatings, (len(deals), 1)))
    batch.deal(np.arange(tables), np.repeat(deals, len(seatings)))
    return batch


def duel(a: int, b: int, deals: np.ndarray, seats: np.ndarray, points: np.ndarray) -> Duel:
    """Sum up the games of two agents by deal.

    Args:
        a, b: the indices of the agents.
        deals: int64 (g,), the deal of each game.
        seats: int (g, num_players), A on the seats of agent a, B on the seats of agent b.
        points: float64 (g, num_players), the result of each seat.
    """
    distinct, place, games = np.unique(deals, return_inverse=True, return_counts=True)
    shares = np.bincount(place, win_shares(seats, points)) / games
    lasts = np.bincount(place, last_shares(seats, points)) / games
    margins = np.bincount(place, score_margins(seats, points)) / games
    return Duel(a, b, distinct, games, shares, lasts, margins)


def win_shares(seats: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return A's share of the win of each game, float64 (g,). Seats that tie for the best result share the win."""
    winners = points == points.max(axis=1, keepdims=True)
    return (winners & (seats == A)).sum(axis=1) / winners.sum(axis=1)


def last_shares(seats: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return A's share of the last place of each game, float64 (g,). Seats that tie for the worst result share the place."""
    return win_shares(seats, -points)


def score_margins(seats: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the mean result of A's seats minus the mean result of B's seats, float64 (g,)."""
    return np.mean(points, axis=1, where=seats == A) - np.mean(points, axis=1, where=seats == B)
