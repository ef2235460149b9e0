"""A value function that sees the whole table: the policy is unchanged, and values of hidden cards can be learned."""

import numpy as np
import pytest
import torch as th

from dig_envs import agents
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training import ppo
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.environment.table_view import TableView
from dig_envs.training.process.torch_state import isolated
from tests.support.play import random_actions
from tests.support.tiny_training import TINY_PPO, changed, tables_of, weights

SEAT = changed(TINY_PPO, game="dig_dig_v0", options={"num_players": 3})


@pytest.mark.parametrize("self_play", [False, True])
def test_the_seat_that_decides_is_first_and_the_others_follow_in_order(self_play):
    tables = tables_of(changed(SEAT, critic="table", self_play=self_play))
    seen, batch, generator = tables.reset(), tables.batch, np.random.default_rng(1)
    movers = set()
    for _ in range(60):
        seen = seen.reshape(16, 3, batch.layout.size)
        every = batch.observe_states(batch.states)
        assert (seen[:, 0] == batch.observations).all()
        for table, player in enumerate(batch.players):
            movers.add(int(player))
            assert (seen[table] == every[table, [player, (player + 1) % 3, (player + 2) % 3]]).all()
        seen, *_ = tables.step(random_actions(tables.env_method("action_masks"), generator))
    assert movers == {0, 1, 2} and isinstance(tables, TableView) and isinstance(tables.venv, EverySeat) == self_play


def test_the_same_policy_takes_the_same_actions_with_both_critics(tmp_path):
    with isolated(0, 1):
        seat = ppo.make_learner(SEAT.validated(), tables_of(SEAT), tmp_path / "seat").model
    with isolated(0, 1):
        config = changed(SEAT, critic="table").validated()
        table = ppo.make_learner(config, tables_of(config), tmp_path / "table").model
    networks = seat.policy.mlp_extractor, table.policy.mlp_extractor
    networks[1].policy_net.load_state_dict(networks[0].policy_net.state_dict())
    observations, masks = table.env.reset(), np.ones((16, table.action_space.n), bool)
    for deterministic in (True, False):
        acts = []
        for model, seen in ((seat, observations[:, : seat.policy.architecture.inputs]), (table, observations)):
            with isolated(5, 1):
                acts.append(model.predict(seen, action_masks=masks, deterministic=deterministic)[0])
        assert (acts[0] == acts[1]).all()
    assert networks[1].value_net.in_features == 3 * networks[0].value_net.in_features


def test_nothing_of_the_critic_is_saved(tmp_path):
    path = ppo.train(changed(SEAT, critic="table", folder=str(tmp_path)), progress=False).model
    assert weights(path) and all("policy_net" in name for name in weights(path))
    agent = agents.make(path, game="dig_dig_v0")
    assert not agent.has_value and agent.inputs == game_of("dig_dig_v0").layout(game_of("dig_dig_v0").parse_options()).size


def test_a_value_that_depends_on_hidden_cards_is_learned(tmp_path):
    """The target is the number of cards in the hand of the next seat that the deciding seat does not see."""
    errors = {}
    for critic in ("seat", "table"):
        config = changed(SEAT, critic=critic, options={}, self_play=True, layers=(64,)).validated()
        with isolated(0, 1):
            tables = tables_of(config)
            policy = ppo.make_learner(config, tables, tmp_path / critic).model.policy
            errors[critic] = fit_hidden_hands(policy, tables)
    assert errors["table"] < 0.1 and errors["table"] < errors["seat"] / 4


def fit_hidden_hands(policy, tables):
    """Fit the value function to the share of the first kind of card in the next seat's hand; return the error left over."""
    batch, optimiser = tables.batch, th.optim.Adam(policy.parameters(), 3e-3)
    hand, generator, seen = batch.layout.start("hand"), np.random.default_rng(1), tables.reset()
    errors, spread = [], []
    for _ in range(600):
        others = batch.observe_states(batch.states)[np.arange(16), 1 - batch.players]
        target = th.from_numpy(others[:, hand])
        values = policy.predict_values(th.from_numpy(seen))[:, 0]
        loss = ((values - target) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        errors.append(loss.item())
        spread.append(float(target.var()))
        seen, *_ = tables.step(random_actions(tables.env_method("action_masks"), generator))
    return float(np.mean(errors[-100:]) / np.mean(spread))


def test_unknown_critics_are_refused():
    with pytest.raises(ArgumentError, match="critic cannot be 'tables'"):
        changed(SEAT, critic="tables").validated()
