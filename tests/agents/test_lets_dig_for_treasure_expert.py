"""Compare the expert of Let's Dig for Treasure with exact play of one turn with a small deck."""

from functools import cache

import numpy as np
import pytest

from dig_envs.agents.lets_dig_for_treasure.expert import expert
from dig_envs.core.compiler.checked_views import view
from dig_envs.lets_dig_for_treasure import GAME, rules
from tests.support.lets_dig_for_treasure_positions import Position

CLEAR = 0.5  # points; smaller differences may differ in sign from the chance to win, by which the expert plays


@cache
def best_turn(dirt: int, coins: int, worms: int, skeletons: int, at_stake: int, worm_dug: bool) -> float:
    """Return the expected points of a turn with optimal play, for given numbers of unseen cards."""
    return max(at_stake, best_dig(dirt, coins, worms, skeletons, at_stake, worm_dug))


@cache
def best_dig(dirt: int, coins: int, worms: int, skeletons: int, at_stake: int, worm_dug: bool) -> float:
    """Return the expected points of one more dig, followed by optimal play."""
    hidden = dirt + coins + worms + skeletons
    if hidden == 0:
        return 0.0
    value = dirt * best_turn(dirt - 1, coins, worms, skeletons, at_stake + 1, worm_dug) if dirt else 0.0
    value += coins * best_turn(dirt, coins - 1, worms, skeletons, at_stake + 3, worm_dug) if coins else 0.0
    if worms and not worm_dug:
        value += worms * best_turn(dirt, coins, worms - 1, skeletons, at_stake, True)
    return value / hidden


def position(unseen: tuple[int, int, int, int], dug: str, level: int) -> Position:
    """Set up the unseen cards in three stacks. With the cards dug, both players have equal points."""
    words = [word for word, count in zip(("dirt", "coins", "worms", "skeleton"), unseen, strict=True) for _ in range(count)]
    return Position(["", "dirt " * level], stacks=[" ".join(words[k::3]) for k in range(3)], dug=dug)


def stops(game: Position) -> bool:
    """Return whether the expert stops here."""
    mask = np.zeros(GAME.num_actions, np.int8)
    seat = game.state.seats[0]
    rules.legal(game.table, seat, 0, view(mask))
    return GAME.actions.name(expert(game.table, seat, 0, view(mask), None)) == "stop"


@pytest.mark.parametrize("dug", ["dirt", "coins", "coins dirt", "coins coins", "coins coins dirt", "coins coins coins"])
@pytest.mark.parametrize("worm", [False, True])
def test_the_expert_stops_where_it_is_best_to_stop(dug, worm):
    at_stake = sum(3 if word == "coins" else 1 for word in dug.split())
    compared = 0
    for skeletons in range(1, 6):
        for worms in range(0, 7, 2):
            unseen = (11, 3, worms, skeletons)
            edge = best_dig(*unseen, at_stake, worm) - at_stake
            if abs(edge) > CLEAR:
                compared += 1
                assert stops(position(unseen, dug + " worms" * worm, at_stake)) == (edge < 0), (unseen, edge)
    assert compared >= 5
