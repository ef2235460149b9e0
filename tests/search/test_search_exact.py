"""Compare search with exact values in small positions (tests/support/exact.py).

The methods have different optima. `improve` finds the best next action for a player that continues like its base bot. A tree
plans several decisions ahead, but assumes that the other seats plan too. It must find the best response if no other seat has
further decisions, and come near the best response to a bot otherwise.
"""

from collections.abc import Callable

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.agents.search import make_search
from dig_envs.core.agent import Decisions
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.engine import engine_of
from dig_envs.core.game import Game
from dig_envs.dig.components import BONES_PER_COLOUR, COLOURS, NUM_BONES, NUM_COLOURS, VALUES, Card
from dig_envs.dig_dig.components import COPIES, NUM_KINDS
from dig_envs.dig_dig.state import NONE, Phase
from tests.support.exact import Exact, belief_of

DIG, DIG_DIG = game_of("dig_v0"), game_of("dig_dig_v0")
RED, ORANGE, GREEN, BLUE, PURPLE = range(NUM_COLOURS)
BOWL = {name: NUM_BONES + colour for colour, name in enumerate(COLOURS)}
NEAR = 0.02  # of a win or of twenty points: actions with a smaller difference in value count as equal


# --- small positions: most cards are out of play


def dig_yard(cards: list[int], turns: int) -> np.ndarray:
    """Return a position of DIG with bones and bowls (`BOWL`) from place 1. Each seat has dropped half of the other bones."""
    state = DIG.template(DIG.parse_options(max_turns=turns, reward="score"))
    table, yard = state["table"][0], state["secret"]["yard"][0]
    state["seats"]["dug"] = state["seats"]["known"] = yard[:] = NONE
    for place, card in enumerate(cards, 1):
        if card >= NUM_BONES:
            table["yard"][place], table["bowls"][card - NUM_BONES] = Card.BOWL + card - NUM_BONES, place
        else:
            table["yard"][place], yard[place] = Card.BONE, card
    table["values"][np.argsort(table["bowls"])] = VALUES
    for colour in range(NUM_COLOURS):
        table["dropped"][:2, colour] = (BONES_PER_COLOUR - cards.count(colour)) // 2
    state["table"]["length"], state["table"]["bones"], state["table"]["actions_left"] = len(cards), len(cards) - NUM_COLOURS, 3
    return state


def small_dig(turns: int) -> Callable[[np.random.Generator], np.ndarray]:
    """Return a function that deals DIG with two bones of each of two colours and all bowls."""

    def deal(generator: np.random.Generator) -> np.ndarray:
        colours = generator.choice(NUM_COLOURS, 2, replace=False)
        return dig_yard(generator.permutation([*colours, *colours, *BOWL.values()]).tolist(), turns)

    return deal


def small_dig_dig(generator: np.random.Generator) -> np.ndarray:
    """Return a position of Dig Dig with three cards of each of four kinds.

    Each seat has three cards in hand, one face-up card and one blind card; the deck has two cards.
    """
    state = DIG_DIG.template(DIG_DIG.parse_options(max_turns=14))
    table, secret = state["table"][0], state["secret"][0]
    kinds = generator.choice(NUM_KINDS, 4, replace=False)
    cards = generator.permutation(np.repeat(kinds, 3)).tolist()
    table["pile"][:] = secret["deck"][:] = secret["blind"][:] = NONE
    state["table"]["top"] = state["table"]["last_seat"] = state["table"]["last_kind"] = NONE
    state["table"]["phase"], state["table"]["deck_size"] = Phase.PLAY, 2
    table["hand_size"][:2] = 3
    table["compost"][:] = COPIES
    table["compost"][kinds] -= 3
    secret["deck"][:2] = cards.pop(), cards.pop()
    for p in range(2):
        for _ in range(3):
            state["seats"]["hand"][0, p, cards.pop()] += 1
        table["face_up"][p, cards.pop()] += 1
        table["blind"][p, 0], secret["blind"][p, 0] = 1, cards.pop()
    return state


# --- values of actions


def legal_actions(game: Game, state: np.ndarray) -> np.ndarray:
    """Return the legal actions of the deciding seat; none after the end."""
    mask = np.zeros(game.num_actions, np.int8)
    rules = view(state.reshape(()))
    if rules.secret.mover >= 0:
        game.legal(rules.table, rules.seats[rules.secret.mover], rules.secret.mover, view(mask))
    return np.flatnonzero(mask)


def wander(game: Game, state: np.ndarray, generator: np.random.Generator, steps: int) -> np.ndarray:
    """Play random actions, and return the state, which may be final."""
    for _ in range(steps):
        actions = legal_actions(game, state)
        if len(actions):
            game.apply(view(state.reshape(())), int(generator.choice(actions)))
    return state


class Positions:
    """Decisions in small positions after random actions, with exact values. All of them have actions with different values.

    Args:
        game, deal: the game, and the function that deals first positions.
        bot: the bot in all other seats.
        values: `Exact.one_step` or `Exact.best_responses`.
        steps: the maximum number of random actions.
        count: the number of decisions.
        wanted: a condition on tables.
    """

    def __init__(
        self, game: Game, deal: Callable, bot: str, values: Callable, steps: int, count: int, wanted=lambda table: True
    ):
        self.game, self.bot = game, agents.make(bot, game=game.id)
        self.states, self.values = [], []
        generator = np.random.default_rng(1)
        while len(self.states) < count:
            state = wander(game, deal(generator), generator, int(generator.integers(steps + 1)))
            if len(legal_actions(game, state)) < 2 or not wanted(state["table"][0]):
                continue
            mover = int(state["secret"]["mover"][0])
            found = values(Exact(game, self.bot, mover), *belief_of(game, state, mover))
            if max(found.values()) - min(found.values()) > NEAR:
                self.states.append(state)
                self.values.append(found)

    def decisions(self) -> Decisions:
        states = np.concatenate(self.states)
        masks = np.zeros((len(states), self.game.num_actions), np.int8)
        for mask, found in zip(masks, self.values, strict=True):
            mask[list(found)] = 1
        nothing = np.zeros((len(states), 0), np.float32)
        return Decisions.of(
            self.game, states, states["secret"]["mover"].astype(np.int64), nothing, masks, np.random.default_rng(2)
        )

    def regrets(self, actions: np.ndarray) -> np.ndarray:
        """Return the difference between the best value and the value of each action."""
        return np.array([max(found.values()) - found[int(a)] for found, a in zip(self.values, actions, strict=True)])

    def regrets_of(self, agent) -> np.ndarray:
        return self.regrets(agent.act(self.decisions()))

    def regret_at_random(self) -> float:
        """Return the mean regret of a uniformly random action."""
        return float(np.mean([max(found.values()) - np.mean(list(found.values())) for found in self.values]))


# --- the solver


def last_turn_by_hand() -> np.ndarray:
    """Return the last turn of a game of DIG: seat 0 stands on an unknown bone, red or orange, with a purple bone in hand.

    The red bowl is adjacent, for 4 points. The orange bowl is out of reach. The purple bowl, for 1 point, needs all actions.
    """
    cards = [BOWL["green"], BOWL["red"], RED, ORANGE, BOWL["blue"], RED, BOWL["orange"], BOWL["purple"], ORANGE, PURPLE]
    state = dig_yard(cards, turns=1)
    table = state["table"][0]
    table["place"][0], table["hand_size"][0], table["hand_backs"][0, 0], table["seen_by"][10] = 3, 1, 1, 1
    state["seats"]["hand"][0, 0, PURPLE], state["seats"]["known"][0, 0, 10] = 1, PURPLE
    return state


@pytest.mark.parametrize(
    ("deal", "game"), [(small_dig(4), DIG), (small_dig_dig, DIG_DIG), (lambda _: last_turn_by_hand(), DIG)]
)
def test_small_positions_are_valid(deal, game):
    for seed in range(20):
        broken = np.zeros(1, np.int64)
        engine_of(game).check_states(deal(np.random.default_rng(seed)), broken)
        assert broken[0] == 0


def test_exact_values_agree_with_values_by_hand():
    state = last_turn_by_hand()
    exact = Exact(DIG, agents.make("expert", game="dig_v0"), 0)
    states, weights = belief_of(DIG, state, 0)
    assert len(states) == 6  # two red and two orange bones at four places
    weights[:] = 1.0
    found = {DIG.actions.names[action]: value for action, value in exact.best_responses(states, weights).items()}
    expected = {
        "dig": 4 / 2 / 20,
        "move 2": 1 / 20,
        "move 3": 1 / 20,
        "move 1": 0.0,
        "move -1": 0.0,
        "move -2": 0.0,
        "move -3": 0.0,
    }
    assert found == pytest.approx(expected)
    seen = [max(exact.best_responses(states[k : k + 1], weights[k : k + 1]).values()) for k in range(6)]
    assert np.mean(seen) == pytest.approx((4 + 1) / 2 / 20)  # with a view of the bone, it would dig only for red
    one_step = exact.one_step(states, weights)
    assert all(value <= found[DIG.actions.names[action]] + 1e-9 for action, value in one_step.items())


def test_the_solver_rejects_positions_with_randomness():
    state = small_dig_dig(np.random.default_rng(0))
    state["table"]["max_turns"], state["table"]["turn"] = 400, 300  # late, when the greedy bot varies its play
    with pytest.raises(AssertionError, match="a random number was used"):
        Exact(DIG_DIG, agents.make("greedy", game="dig_dig_v0"), 0).one_step(*belief_of(DIG_DIG, state, 0))


# --- search


@pytest.mark.parametrize(("game", "deal", "bot"), [(DIG, small_dig(6), "expert"), (DIG_DIG, small_dig_dig, "greedy")])
def test_improve_takes_the_best_next_action(game, deal, bot):
    positions = Positions(game, deal, bot, Exact.one_step, steps=8, count=12)
    search = make_search(game, base=bot, rollout=bot, method="improve", playouts=1500, z=1.0, pool=512)
    assert positions.regrets_of(positions.bot).mean() > 3 * NEAR
    assert (positions.regrets_of(search) < NEAR).sum() >= 11


@pytest.mark.long
def test_a_tree_plans_the_last_turn_optimally():
    """In the last turn of DIG no other seat decides, so the best response is the best plan over the possible bones."""
    positions = Positions(
        DIG, small_dig(3), "expert", Exact.best_responses, steps=14, count=12, wanted=lambda table: table["turn"] == 2
    )
    search = make_search(DIG, method="ismcts", rollout="expert", playouts=5000, pool=256)
    assert positions.regret_at_random() > 3 * NEAR
    regrets = positions.regrets_of(search)
    assert (regrets < NEAR).sum() >= 11 and regrets.mean() < NEAR / 4


@pytest.mark.long
def test_a_tree_comes_near_the_best_response_to_an_unknown_bot():
    positions = Positions(DIG_DIG, small_dig_dig, "greedy", Exact.best_responses, steps=8, count=24)
    least = min(positions.regrets_of(positions.bot).mean(), positions.regret_at_random())
    for method in ("ismcts", "puct"):
        search = make_search(DIG_DIG, method=method, base="greedy", rollout="greedy", playouts=5000, pool=512)
        regrets = positions.regrets_of(search)
        assert regrets.mean() < least / 3 and np.median(regrets) < NEAR
