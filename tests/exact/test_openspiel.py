"""Compare exact analysis with OpenSpiel's own algorithms, through the adapter, with every deal as one outcome of chance."""

import itertools

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import Policy, UniformRandomPolicy

import dig_envs
from dig_envs import exact
from dig_envs.adapters.openspiel.game import SpielGame, parameters_of
from dig_envs.adapters.openspiel.state import SpielState
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.rng import Stream, draw_below
from dig_envs.exact.enumeration import chance_of
from dig_envs.exact.policies import probability_function


def whole_deals(game, options) -> tuple[np.ndarray, np.ndarray]:
    """Every deal of a variant with every order of its hidden cards; in Dig Dig with generators that let either seat begin."""
    states, probabilities, chance = [], [], chance_of(game, options)
    values = (0, 1) if game.id == "dig_dig_v0" else (0,)
    keys = [next(key for key in range(99) if first_draw(game, options, key) == value) for value in values]
    for root, probability in zip(*chance.roots(options), strict=True):
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


def first_draw(game, options, key: int) -> int:
    generator = game.template(options)["secret"]["rng"].copy()
    generator["key"][0, 0] = key
    return int(draw_below(view(generator)[0], Stream.DEAL, 2))


class DealtState(SpielState):
    def _add_digit(self, digit):
        position, evaluator = self.get_game().deals[digit].tobytes(), self.get_game().evaluator
        evaluator._set_position(position)
        evaluator.play(-1)
        self._set_position(position)
        self._moment.follow(self.get_game().before_deal, pyspiel.PlayerId.CHANCE, digit)


class DealtGame(SpielGame):
    """The variant "tiny" of a game; a subclass for each game sets `source`."""

    def __init__(self, options):
        super().__init__({**parameters_of(self.source), "variant": "tiny", **options, "deals": 2})
        self.deals, probabilities = whole_deals(self.source, self.options)
        self.num_digits, self.digits = 1, list(enumerate(probabilities.tolist()))

    def new_initial_state(self):
        return DealtState(self)


class AgentPolicy(Policy):
    """The probabilities of an agent, asked as `dig_envs.exact` asks it."""

    def __init__(self, game, name):
        super().__init__(game, [0, 1])
        self.form = exact.sequence_form(game.source, game.options)
        records, ask = exact.Records(self.form), probability_function(game.source, game.options, name)
        rows = np.arange(len(records))
        self.table = ask(rows, records.decisions(rows, np.random.default_rng(0)), 1)[0]
        self.rows = {record.tobytes(): row for row, record in enumerate(self.form.records)}

    def action_probabilities(self, state, player_id=None):
        player, record = state.current_player(), state.record
        own = record["table"].tobytes() + record["seats"][:, player].tobytes() + bytes([player])
        return {action: float(self.table[self.rows[own], action]) for action in state.legal_actions()}


GAMES = [
    ("dig_dig_v0", {}),
    ("lets_dig_for_treasure_v0", {}),
    pytest.param(("dig_v0", {"reward": "score"}), marks=pytest.mark.long),
]


@pytest.fixture(scope="module", params=GAMES, ids=["dig_dig", "lets_dig", "dig"])
def spiel_game(request):
    name, options = request.param
    return type("Dealt", (DealtGame,), {"source": dig_envs.game_of(name)})(options)


@pytest.mark.parametrize("name", ["random", pytest.param("greedy", marks=pytest.mark.long), "ppo"])
def test_exploitability_of_agents_is_that_of_openspiel(spiel_game, name):
    policy = UniformRandomPolicy(spiel_game) if name == "random" else AgentPolicy(spiel_game, name)
    theirs = exploitability.nash_conv(spiel_game, policy)
    ours = exact.measure(exact.sequence_form(spiel_game.source, spiel_game.options), name).nash_conv
    assert ours == pytest.approx(theirs, abs=1e-9)
