"""Compare exact analysis with OpenSpiel's own algorithms, through the adapter, with every deal as one outcome of chance."""

import itertools

import numpy as np
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import Policy, UniformRandomPolicy

import dig_envs
from dig_envs import exact
from dig_envs.adapters.openspiel.game import SpielGame, parameters_of
from dig_envs.adapters.openspiel.state import SpielState
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.rng import Stream, draw_below
from dig_envs.dig_dig import chance
from dig_envs.exact.policies import asker

GAME = dig_envs.game_of("dig_dig_v0")
OPTIONS = GAME.parse_options(variant="tiny")


def whole_deals() -> tuple[np.ndarray, np.ndarray]:
    """Every deal of "tiny" with every order of its hidden cards, and with generators that let either seat begin."""
    states, probabilities = [], []
    keys = [next(key for key in range(99) if first_draw(key) == value) for value in (0, 1)]
    for root, probability in zip(*chance.roots(OPTIONS), strict=True):
        one = np.array([root])
        cells = [cell for cell in range(64) if int(chance.hidden_cells(view(one)[0])) >> cell & 1]
        kinds = [int(chance.read_cell(view(one)[0], cell)) for cell in cells]
        orders = sorted(set(itertools.permutations(kinds)))
        for order, key in itertools.product(orders, keys):
            state = one.copy()
            for cell, kind in zip(cells, order, strict=True):
                chance.write_cell(view(state)[0], cell, kind)
            state["secret"]["rng"]["key"][0, 0] = key
            states.append(state)
            probabilities.append(probability / len(orders) / len(keys))
    return np.concatenate(states), np.array(probabilities)


def first_draw(key: int) -> int:
    generator = GAME.template(OPTIONS)["secret"]["rng"].copy()
    generator["key"][0, 0] = key
    return int(draw_below(view(generator)[0], Stream.DEAL, 2))


class DealtState(SpielState):
    def _add_digit(self, digit):
        self._digits += (digit,)
        self._position = self.get_game().deals[digit].tobytes()
        evaluator = self.get_game().evaluator
        evaluator._set_position(self._position)
        evaluator.play(-1)
        self._set_position(self._position)
        self._remember()

    def information_state_string(self, player=None):
        player = self.current_player() if player is None else player
        return f"{player} {self.recollection_of(player)}"


class DealtGame(SpielGame):
    source = GAME

    def __init__(self):
        super().__init__({**parameters_of(GAME), "variant": "tiny", "deals": 2})
        self.deals, probabilities = whole_deals()
        self.num_digits, self.digits = 1, list(enumerate(probabilities.tolist()))

    def new_initial_state(self):
        return DealtState(self)


class AgentPolicy(Policy):
    """The probabilities of an agent, asked as `dig_envs.exact` asks it."""

    def __init__(self, game, name):
        super().__init__(game, [0, 1])
        self.form = exact.sequence_form(GAME, OPTIONS)
        records, ask = exact.Records(self.form), asker(GAME, OPTIONS, name)
        rows = np.arange(len(records))
        self.table = ask(rows, records.decisions(rows, np.random.default_rng(0)), 1)[0]
        self.rows = {record.tobytes(): row for row, record in enumerate(self.form.records)}

    def action_probabilities(self, state, player_id=None):
        player, record = state.current_player(), state.record
        own = record["table"].tobytes() + record["seats"][:, player].tobytes() + bytes([player])
        return {action: float(self.table[self.rows[own], action]) for action in state.legal_actions()}


@pytest.fixture(scope="module")
def spiel_game():
    return DealtGame()


def test_exploitability_of_the_uniform_policy_is_that_of_openspiel(spiel_game):
    theirs = exploitability.nash_conv(spiel_game, UniformRandomPolicy(spiel_game))
    assert exact.exploitability("dig_dig_v0", "random", variant="tiny").nash_conv == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("name", ["greedy", "ppo"])
def test_exploitability_of_agents_is_that_of_openspiel(spiel_game, name):
    theirs = exploitability.nash_conv(spiel_game, AgentPolicy(spiel_game, name))
    assert exact.exploitability("dig_dig_v0", name, variant="tiny").nash_conv == pytest.approx(theirs, abs=1e-9)
