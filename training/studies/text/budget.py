"""Compute how many games and decisions an interval needs, from games of bots."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import TEXT
from dig_envs.training.arena.ratings import student_quantile
from dig_envs.training.studies.text.positions import PricedPositions

WIN_SHARE, REGRET = 0.05, 0.01  # half the width of the interval
PILOT_DEALS = 500
MIN_POSITIONS = 100


@dataclass(frozen=True)
class Budget:
    """The numbers for an interval of ±5 points of win share, and of ±0.01 of regret.

    Attributes:
        deals, games: deals, and games of these deals, against one anchor.
        decisions: positions under one condition; None with fewer than `MIN_POSITIONS` to compute it from.
    """

    deals: int
    games: int
    decisions: int | None


def budget(game: Game, options: Options, bots: Sequence[Agent], priced: PricedPositions | None) -> Budget:
    """Compute the budget from the spread among bots.

    The deals are those of the two bots whose win shares spread most, the decisions those of the bot whose regrets spread most.

    Args:
        game, options: the game and its options.
        bots: at least two bots of different strength.
        priced: decisions of bots with the regrets of all actions, if there are any.
    """
    seatings, deals = duplicate.one_vs_rest_seatings(options), TEXT + np.arange(PILOT_DEALS)
    pairs = itertools.combinations(bots, 2)
    shares = [duplicate.play_duel(game, options, a, b, deals, seatings).shares for a, b in pairs]
    chosen = [priced.regrets_of(bot) for bot in bots] if priced and len(priced.positions) >= MIN_POSITIONS else []
    needed = needed_for(_largest_spread(shares), WIN_SHARE)
    return Budget(needed, needed * len(seatings), needed_for(_largest_spread(chosen), REGRET) if chosen else None)


def _largest_spread(samples: Sequence[np.ndarray]) -> float:
    return max(float(np.std(sample, ddof=1)) for sample in samples)


def needed_for(spread: float, half: float) -> int:
    """Return the sample size whose mean has a 95 % interval of ± `half`.

    >>> needed_for(0.5, 0.05)
    385
    """
    return max(2, int(np.ceil((student_quantile(np.inf) * spread / half) ** 2)))
