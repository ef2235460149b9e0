"""Measure a player of texts: its results against anchors, and its answers and their regret at fixed positions."""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dig_envs.agents.language_model.agent import TextAgent
from dig_envs.agents.language_model.usage import Usage
from dig_envs.core.agent import Agent
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.ratings import Estimate, Share, mean_by_deal, win_share
from dig_envs.training.studies.text.positions import PricedPositions


@dataclass(frozen=True)
class GameRow:
    """One game: the anchor, the deal, the seats of the player, the win share and the score margin of these seats."""

    anchor: str
    deal: int
    seats: tuple[int, ...]
    win_share: float
    margin: float


@dataclass(frozen=True)
class Strength:
    """The results of the player against one anchor, which has all other seats.

    Attributes:
        anchor: the anchor's name.
        games: the number of games.
        win_share: the player's share of the wins, with its 95 % interval over deals.
        margin: the player's mean score minus that of the other seats, with its 95 % interval over deals.
        usage: the player's decisions. Where all answers were refused, a random legal action was played.
    """

    anchor: str
    games: int
    win_share: Share
    margin: Estimate
    usage: Usage


def play_anchor(
    game: Game, options: Options, player: TextAgent, anchor: Agent, deals: np.ndarray, advance: Callable[[int], None]
) -> tuple[Strength, list[GameRow]]:
    """Play each deal with the player in each seat and the anchor in all other seats."""
    player = player.with_text()
    seatings = duplicate.one_vs_rest_seatings(options)
    points = duplicate.play(game, options, player, anchor, deals, seatings, advance).reshape(-1, options.num_players)
    seats, numbers = np.tile(seatings, (len(deals), 1)), np.repeat(deals, len(seatings))
    shares, margins = duplicate.win_shares(seats, points), duplicate.score_margins(seats, points)
    own = [tuple(np.flatnonzero(row == duplicate.A).tolist()) for row in seats]
    rows = zip(numbers.tolist(), own, shares.tolist(), margins.tolist(), strict=True)
    by_deal = [scores.reshape(len(deals), -1).mean(axis=1) for scores in (shares, margins)]
    strength = Strength(anchor.name, len(points), win_share(by_deal[0]), mean_by_deal(by_deal[1]), player.usage)
    return strength, [GameRow(anchor.name, *row) for row in rows]


@dataclass(frozen=True)
class AnswerRow:
    """The answer at one position.

    Attributes:
        condition: the form of the text.
        position: the number of the position.
        action: the action's name; None if all answers were refused.
        refusal: the kind of the first answer's refusal; None for a legal action.
        regret: the action's regret; the mean of all legal actions if all answers were refused.
        messages: the conversation.
    """

    condition: str
    position: int
    action: str | None
    refusal: str | None
    regret: float
    messages: list[dict[str, str]]


@dataclass(frozen=True)
class Condition:
    """The answers at all positions under one form of the text.

    Attributes:
        name: the form of the text.
        legal: the share of positions at which the first answer states a legal action, with its 95 % interval.
        refusals: the number of refused first answers by kind.
        regret: the mean regret of a decision in expected reward, with its 95 % interval.
        difference: the regret minus that of the first condition, with its 95 % interval; None for the first condition.
        usage: decisions, tokens and seconds; decisions at random are those whose answers were all refused.
    """

    name: str
    legal: Share
    refusals: dict[str, int]
    regret: Estimate
    difference: Estimate | None
    usage: Usage


def ask_positions(name: str, player: TextAgent, priced: PricedPositions) -> tuple[list[AnswerRow], Usage]:
    """Ask the player at each position.

    Args:
        name: the name of the condition.
        player: the player, which reads the text in the form of the condition.
        priced: the positions and the regrets of their actions.
    """
    options, positions, regrets = priced
    player.check(options)
    rows, names = [], positions.game.actions.names
    asked = positions.select(np.arange(len(positions)), np.random.default_rng(0))  # equal random numbers in all conditions
    for position, talk in player.converse(asked).items():
        of_position, kinds = regrets[position], [str(kind) for kind in talk.refusals]
        regret = float(np.nanmean(of_position) if talk.action is None else of_position[talk.action])
        action = None if talk.action is None else names[talk.action]
        rows.append(AnswerRow(name, position, action, kinds[0] if kinds else None, regret, talk.messages))
    return rows, player.usage


def condition_of(rows: list[AnswerRow], usage: Usage, reference: list[AnswerRow] | None, paired: bool) -> Condition:
    """Sum up the answers of one condition.

    Args:
        rows: the answers.
        usage: their cost.
        reference: the answers of the first condition; None if this is the first one.
        paired: whether both conditions have the same positions, so that the difference is that of each position.
    """
    regrets = np.array([row.regret for row in rows])
    legal = win_share(np.array([float(row.refusal is None) for row in rows]))
    refusals = dict(Counter(row.refusal for row in rows if row.refusal))
    regret, difference = mean_by_deal(regrets), None
    if reference is not None:
        before = np.array([row.regret for row in reference])
        difference = difference_of(regrets, before, paired)
    return Condition(rows[0].condition, legal, refusals, regret, difference, usage)


def difference_of(after: np.ndarray, before: np.ndarray, paired: bool) -> Estimate:
    """Estimate the mean difference, of pairs or of two independent samples, with its 95 % interval."""
    if paired:
        return mean_by_deal(after - before)
    means = mean_by_deal(after), mean_by_deal(before)
    half = math.hypot(*(mean.high - mean.value for mean in means))
    value = means[0].value - means[1].value
    return Estimate(value, value - half, value + half)
