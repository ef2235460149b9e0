"""Test that redeals are calibrated in every game: given a seat's knowledge, truth and redeals have the same distribution."""

from functools import cache

import numpy as np
import pytest

from dig_envs.core.batch import Batch
from dig_envs.dig_dig.components import NUM_KINDS, NUMBERS, Card
from dig_envs.dig_dig.rules import Action as DigDigAction
from dig_envs.digging_bandits.components import Back
from dig_envs.digging_bandits.components import Card as BanditsCard
from dig_envs.digging_bandits.rules import Action as BanditsAction
from dig_envs.lets_dig_for_treasure.components import POINTS, STACK_CARDS, STACKS
from tests.support.calibration import SIGNIFICANCE, Positions, Statistic, power, random_play, uniformity
from tests.support.catalogue import Case

pytestmark = pytest.mark.long

GAMES = 3000
MIN_POSITIONS = 400  # positions in which the values of a statistic differ
NONE = -1  # no card, in the states of all games
Number = int | np.signedinteger  # the number of a kind of card


def rows(states: np.ndarray) -> np.ndarray:
    return np.arange(len(states))


def other(states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return the next seat after each seat."""
    return (seats + 1) % states["table"]["num_players"]


def of_other(field: str, *more: slice | int) -> Statistic:
    """Return the statistic that sums a field, or a part of it, of the next seat's record."""

    def total(states: np.ndarray, seats: np.ndarray) -> np.ndarray:
        numbers = states["seats"][field][rows(states), other(states, seats)].astype(int)
        return numbers[(slice(None), *more)].reshape(len(states), -1).sum(axis=1)

    return total


def top_of(cells: str, size: str, depth: int = 0) -> Statistic:
    """Return the statistic of the card `depth` cards below the top of a pile. The top is the last card."""

    def card(states: np.ndarray, seats: np.ndarray) -> np.ndarray:
        at = states["table"][size] - 1 - depth
        return np.where(at >= 0, states["secret"][cells][rows(states), np.maximum(at, 0)], NONE)

    return card


# --- DIG: the colour of a bone is its number modulo 5

COLOURS = 5


def dig_statistics() -> dict[str, Statistic]:
    def value_of_hand(states, seats):
        hand = states["seats"]["hand"][rows(states), other(states, seats)].astype(int)
        return (hand * np.tile(states["table"]["values"], hand.shape[1] // COLOURS)).sum(axis=1)

    def first_red(states, seats):
        yard = states["secret"]["yard"]
        return ((yard >= 0) & (yard % COLOURS == 0)).argmax(axis=1)

    def bone_that_the_other_knows(states, seats):
        theirs = states["seats"]["known"][rows(states), other(states, seats)]
        secret = (theirs != NONE) & (states["seats"]["known"][rows(states), seats] == NONE)
        bones = theirs[rows(states), secret.argmax(axis=1)] % COLOURS
        return np.where(secret.any(axis=1), bones, NONE)

    return {
        "value of a hand": value_of_hand,
        "purple bones in a hand": of_other("hand", slice(COLOURS - 1, None, COLOURS)),
        "the first red bone of the yard": first_red,
        "a bone that another has seen": bone_that_the_other_knows,
    }


# --- Dig Dig


def lays_by_copies(batch: Batch) -> np.ndarray:
    """Return weights that make each of the six cards of a set-up equally likely: the copies of each kind."""
    weights = batch.masks.astype(float)
    movers = batch.players.astype(np.int64)
    table, hands = batch.states["table"], batch.states["seats"]["hand"]
    cards = hands[rows(table), movers] + table["face_up"][rows(table), movers] - table["picks"]
    weights[:, DigDigAction.LAY :] *= np.maximum(cards, 0)
    return np.where(weights.any(axis=1, keepdims=True), weights, batch.masks)


def dig_dig_statistics() -> dict[str, Statistic]:
    def numbers(states, seats):
        hand = states["seats"]["hand"][rows(states), other(states, seats)].astype(int)
        return hand[:, :NUMBERS] @ np.arange(1, NUMBERS + 1)

    def pairs(states, seats):
        return (states["seats"]["hand"][rows(states), other(states, seats)] >= 2).sum(axis=1)

    def lowest(states, seats):
        hand = states["seats"]["hand"][rows(states), other(states, seats)][:, :NUMBERS]
        return np.where(hand.any(axis=1), (hand > 0).argmax(axis=1), NUMBERS)

    return {
        "numbers in a hand": numbers,
        "power cards in a hand": of_other("hand", slice(NUMBERS, NUM_KINDS)),
        "NINJAs in a hand": of_other("hand", int(Card.NINJA)),
        "pairs in a hand": pairs,
        "the lowest number in a hand": lowest,
        "a seat's blind cards": lambda states, seats: states["secret"]["blind"][rows(states), seats].astype(int).sum(axis=1),
        **dig_dig_orders(),
    }


def dig_dig_orders() -> dict[str, Statistic]:
    """Return statistics of the order of hidden cards. Play chooses cards of hands, so it does not bias this order."""

    def top_less_bottom(states, seats):
        return top_of("deck", "deck_size")(states, seats).astype(int) - states["secret"]["deck"][:, 0]

    def blind_less_blind(states, seats):
        blind = states["secret"]["blind"].astype(int)
        return blind[rows(states), seats, 0] - blind[rows(states), other(states, seats), 0]

    return {
        "the top of the deck": top_of("deck", "deck_size"),
        "the top less the bottom of the deck": top_less_bottom,
        "one blind card less another": blind_less_blind,
    }


# --- Let's Dig for Treasure


def lets_dig_statistics() -> dict[str, Statistic]:
    def top_of_stack(stack: int, depth: int = 0) -> Statistic:
        def card(states, seats):
            at = states["table"]["stack_size"][:, stack] - 1 - depth
            cells = states["secret"]["cards"][rows(states), stack * STACK_CARDS + np.maximum(at, 0)]
            return np.where(at >= 0, cells, NONE)

        return card

    def value_of_stack(states, seats):
        cards = states["secret"]["cards"][:, :STACK_CARDS]
        return np.where(cards >= 0, POINTS[np.maximum(cards, 0)], 0).sum(axis=1)

    return {
        **{f"the top of stack {stack}": top_of_stack(stack) for stack in range(STACKS)},
        "the second card of stack 1": top_of_stack(1, depth=1),
        "points in stack 0": value_of_stack,
    }


def lets_dig_knowledge() -> dict[str, Statistic]:
    return {"cards that another has seen": of_other("tops"), "a card that went unseen": of_other("stolen")}


# --- 2-Bit Bandits


def two_bit_statistics() -> dict[str, Statistic]:
    def knows_top(states, seats):
        return states["seats"]["known"][rows(states), other(states, seats)] != NONE

    return {
        "the top level card": top_of("stack", "stack_size"),
        "the level card under it": top_of("stack", "stack_size", depth=1),
        "a level card far down": top_of("stack", "stack_size", depth=5),
        "the next scene card": top_of("scenes", "scene_deck"),
        "the next pickup": top_of("pickups", "pickup_deck"),
        "the last Shamandillo": lambda states, seats: states["secret"]["bosses"][:, 0],
        "whether another knows the top": knows_top,
        "the level card that another knows": of_other("known"),
        "who may know it, as another can tell": of_other("others"),
    }


# --- Digging Bandits


def passive(batch: Batch) -> np.ndarray:
    """Return weights without actions that choose a card of the hand: such choices give information on the other cards."""
    masks = batch.masks.copy()
    masks[:, BanditsAction.PLAY : BanditsAction.PLAYER] = 0
    masks[:, [BanditsAction.PAY, BanditsAction.CASH_IN]] = 0
    return np.where(masks.any(axis=1, keepdims=True), masks, batch.masks)


def hand_statistics() -> dict[str, Statistic]:
    names = {
        "COINs": BanditsCard.COIN,
        "SHOVELs": BanditsCard.SHOVEL,
        "OUTLAWs": BanditsCard.OUTLAW,
        "TNT": BanditsCard.TNT,
        "BRIDGEs": BanditsCard.BRIDGE,
        "COWBOYs": BanditsCard.COWBOY,
    }
    return {f"{name} in a hand": of_other("hand", int(kind)) for name, kind in names.items()}


LAND_NAMES = {
    "GROUND": BanditsCard.GROUND,
    "STONE": BanditsCard.STONE,
    "TECH": BanditsCard.TECH,
    "DYNAMITE": BanditsCard.DYNAMITE,
}


def land_statistics() -> dict[str, Statistic]:
    """Return counts of Land cards by kind: cards seen by other seats only, cards unseen by all, and Landfill cards."""

    def seen_by_others(states, seats):
        seen = states["table"]["land_seen"]
        return (seen != 0) & (seen >> seats[:, None] & 1 == 0)

    def looked(first: Number, last: Number) -> Statistic:
        def count(states, seats):
            land = states["secret"]["land"]
            return (seen_by_others(states, seats) & (land >= first) & (land <= last)).sum(axis=1)

        return count

    def unlooked(kind: Number) -> Statistic:
        return lambda states, seats: ((states["table"]["land_seen"] == 0) & (states["secret"]["land"] == kind)).sum(axis=1)

    def landfill(first: Number, last: Number) -> Statistic:
        def count(states, seats):
            cards = states["secret"]["deck"][:, Back.LAND]
            return ((states["table"]["deck"][:, Back.LAND] == NONE) & (cards >= first) & (cards <= last)).sum(axis=1)

        return count

    return {
        "looked-at GOLD": looked(BanditsCard.GOLD, BanditsCard.GOLD),
        "looked-at WANTED": looked(BanditsCard.LAND_WANTED, BanditsCard.LAND_WANTED + 3),
        **{f"looked-at {name}": looked(kind, kind) for name, kind in LAND_NAMES.items()},
        **{f"{name} that nobody has seen": unlooked(kind) for name, kind in {"GOLD": BanditsCard.GOLD, **LAND_NAMES}.items()},
        "GOLD and WANTED in the Landfill": landfill(BanditsCard.GOLD, BanditsCard.LAND_WANTED + 3),
        "TECH in the Landfill": landfill(BanditsCard.TECH, BanditsCard.TECH),
    }


def deck_statistics() -> dict[str, Statistic]:
    def immediate(cards: int) -> Statistic:
        def count(states, seats):
            deck = states["secret"]["deck"][:, Back.DRAW, :cards]
            return ((deck >= BanditsCard.DUEL) & (deck <= BanditsCard.HEIST)).sum(axis=1)

        return count

    return {
        "whether the top Draw card is immediate": immediate(1),
        "immediate cards among the next five": immediate(5),
        "the top Doodad": lambda states, seats: states["secret"]["deck"][:, Back.DOODAD, 0],
        "the top Dig card": lambda states, seats: states["secret"]["deck"][:, Back.DIG, 0],
    }


def secret_knowledge() -> dict[str, Statistic]:
    def known_of(ahead: int, *kinds: Number | None) -> Statistic:
        def count(states, seats):
            knower = other(states, seats)
            hand = (knower + ahead) % states["table"]["num_players"]
            return states["seats"]["known"][rows(states), knower, hand][:, slice(*kinds)].sum(axis=1)

        return count

    return {
        "known cards of the seat's own hand": known_of(-1, 0, None),
        "known cards of the hand after": known_of(1, 0, None),
        "known COINs of the seat's own hand": known_of(-1, BanditsCard.COIN, BanditsCard.COIN + 1),
        "known tools of the seat's own hand": known_of(-1, BanditsCard.SHOVEL, BanditsCard.BRIDGE),
    }


# --- the test

THREE = {"num_players": 3}
CALIBRATED = {
    "dig": (Case("dig_v0", THREE), 200, random_play, dig_statistics),
    "dig, scents": (Case("dig_v0", {**THREE, "scents": True}), 200, random_play, dig_statistics),
    "dig dig, hands": (Case("dig_dig_v0", THREE), 10, lays_by_copies, dig_dig_statistics),
    "dig dig": (Case("dig_dig_v0", THREE), 60, random_play, dig_dig_orders),
    "lets dig": (Case("lets_dig_for_treasure_v0", THREE), 150, random_play, lets_dig_statistics),
    "lets dig, knowledge": (Case("lets_dig_for_treasure_v0", {"num_players": 5}), 150, random_play, lets_dig_knowledge),
    "two bit": (Case("two_bit_bandits_v0", THREE), 300, random_play, two_bit_statistics),
    "bandits, hands": (Case("digging_bandits_v0", THREE), 150, passive, hand_statistics),
    "bandits, land": (Case("digging_bandits_v0", THREE), 600, random_play, land_statistics),
    "bandits, decks": (Case("digging_bandits_v0", THREE), 600, random_play, deck_statistics),
    "bandits, knowledge": (Case("digging_bandits_v0", THREE), 600, random_play, secret_knowledge),
}
MORE_GAMES = {"lets dig, knowledge": 5}  # factors for cases with few positions in which a seat has private knowledge
CASES = [(name, statistic) for name, (*_, statistics) in CALIBRATED.items() for statistic in statistics()]


@cache
def positions(case: str) -> Positions:
    options, decisions, weights, _ = CALIBRATED[case]
    return Positions.of(options, GAMES * MORE_GAMES.get(case, 1), decisions, weights)


@pytest.mark.parametrize(("case", "statistic"), CASES, ids=lambda value: value)
def test_the_rank_of_the_truth_among_redeals_is_uniform(case, statistic):
    ranks = positions(case).ranks(CALIBRATED[case][3]()[statistic])
    assert len(ranks) >= MIN_POSITIONS and uniformity(ranks) > SIGNIFICANCE


def test_the_calibration_test_detects_faults():
    assert power(GAMES, 0.13) > 0.9 and power(MIN_POSITIONS, 0.35) > 0.9
    ranks = positions("bandits, land").ranks(land_statistics()["looked-at GROUND"])
    ranks[::8] = 0  # simulates redeals with too much GROUND in one position of eight
    assert uniformity(ranks) < SIGNIFICANCE
