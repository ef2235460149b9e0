"""PPO and DQN start from a clone: at first they play like the clone, and they do not forget its play at once."""

from itertools import pairwise

import numpy as np
import pytest
import torch as th

from benchmarks.ppo_speed import NoWatcher
from dig_envs import agents
from dig_envs.agents import learned
from dig_envs.core.batch import Batch
from dig_envs.core.errors import ModelError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import append_features
from dig_envs.training import clone, dqn, ppo
from dig_envs.training.dqn.demonstrations import returns_of
from dig_envs.training.process.torch_state import isolated
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run
from tests.support.tiny_training import DIG, TINY_CLONE, TINY_DQN, TINY_PPO, changed, same, weights

ROLLOUT = TINY_PPO.num_envs * TINY_PPO.n_steps


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """A small clone of greedy with a trained value function."""
    folder = str(tmp_path_factory.mktemp("clone"))
    return str(clone.train(changed(TINY_CLONE, learning_rate=3e-3, folder=folder), progress=False).model)


@pytest.fixture(scope="module")
def positions():
    """Decisions of a random game at each of 64 tables."""
    batch = Batch(DIG, DIG.parse_options(), 64, seed=5)
    batch.random_steps(20)
    return batch.decisions()


def training_of(algorithm, config, folder):
    return PoolTraining(Run(changed(config, folder=str(folder))), algorithm.make_learner)


def logits(network, positions):
    with th.no_grad():
        observations = th.from_numpy(positions.observations.copy())
        return network.get_distribution(observations, action_masks=positions.masks).distribution.logits


def likelihoods(start, positions):
    agent = agents.make(start, game=DIG)
    return agent.probabilities(agent.inputs_of(positions), positions.masks)


def test_ppo_plays_as_the_clone_before_its_first_update(start, positions, tmp_path):
    with isolated(0, 1):
        network = training_of(ppo, changed(TINY_PPO, start=start), tmp_path).learner.network
    assert np.abs(logits(network, positions).exp().numpy() - likelihoods(start, positions)).max() < 1e-6
    agent = agents.make(start, game=DIG)
    with th.no_grad():
        values = network.predict_values(th.from_numpy(positions.observations.copy()))[:, 0].numpy()
    assert np.allclose(values, agent.values(agent.inputs_of(positions)), atol=1e-6)


def test_the_value_function_warms_up_while_the_policy_stays_and_the_divergence_fades(start, tmp_path):
    config = changed(TINY_PPO, start=start, warm_up=2, kl_weight=0.8, kl_steps=2 * ROLLOUT, steps=5 * ROLLOUT, ent_coef=0.01)
    seen = []
    with isolated(0, 1):
        training = training_of(ppo, config, tmp_path)
        learner, look = training.learner, training.on_rollout_start

        def note():
            look()
            state = {name: weight.clone() for name, weight in learner.network.state_dict().items()}
            seen.append((learner.callbacks[0].terms[0].weight, learner.model.ent_coef, state))

        training.on_rollout_start = note
        training.learn()
    assert [weight for weight, *_ in seen] == pytest.approx([0.8, 0.8, 0.8, 0.4, 0.0])
    assert {coefficient for _, coefficient, _ in seen} == {0.01} and learner.model.ent_coef == 0.01
    moved = [
        {name.split(".")[1] for name in one if not th.equal(one[name], other[name])}
        for (*_, one), (*_, other) in pairwise(seen)
    ]
    assert moved == [{"value_net"}, {"value_net"}, {"policy_net", "value_net"}, {"policy_net", "value_net"}]


def test_the_divergence_holds_the_policy_to_the_clone(start, positions, tmp_path):
    """With a large weight the policy changes less in the same updates."""
    distances = {}
    for weight in (0.0, 10.0):
        config = changed(TINY_PPO, start=start, warm_up=0, kl_weight=weight, kl_steps=10**9, learning_rate=3e-3)
        with isolated(0, 1):
            training = training_of(ppo, config, tmp_path / str(weight))
            training.learn()
        cloned, present = (th.from_numpy(likelihoods(start, positions)), logits(training.learner.network, positions))
        distances[weight] = (cloned * (cloned.clamp_min(1e-9).log() - present)).sum(dim=1).mean().item()
    assert 0 < 4 * distances[10.0] < distances[0.0]


def test_a_run_from_a_clone_resumes_in_its_warm_up_and_keeps_to_the_clone(start, tmp_path):
    config = changed(TINY_PPO, start=start, warm_up=2, kl_weight=0.8, kl_steps=2 * ROLLOUT, folder=str(tmp_path))
    half = ppo.train(changed(config, steps=ROLLOUT), progress=False).model
    assert same(_policy(half), _policy(start)) and not same(_values(half), _values(start))
    with isolated(0, 1):
        run = Run(changed(config, steps=3 * ROLLOUT), resume=half.with_name("checkpoint.zip"))
        training = PoolTraining(run, ppo.make_learner)
        run.restore(training)
        training.learn()
    terms = training.learner.callbacks[0]
    kickstarting = terms.terms[0]
    assert same(
        _policy(start), {name: weight for name, weight in kickstarting.clone.state_dict().items() if "policy_net" in name}
    )
    assert (
        kickstarting.weight == 0.8
        and terms.divergences["kickstarting"]
        and not same(_policy(training.save_model()), _policy(start))
    )


def test_a_run_from_a_clone_learns_in_two_parts(start, tmp_path):
    with isolated(0, 1):
        learner = training_of(ppo, changed(TINY_PPO, start=start, warm_up=0), tmp_path).learner
        plain = learner.model.policy.evaluate_actions
        for rollouts in (1, 2):
            learner.learn(rollouts * ROLLOUT, NoWatcher())
            assert learner.steps == rollouts * ROLLOUT and learner.model.policy.evaluate_actions == plain


def _policy(model):
    return {name: weight for name, weight in weights(model).items() if "policy_net" in name}


def _values(model):
    return {name: weight for name, weight in weights(model).items() if "value_net" in name}


# --- DQN


def test_dqn_prefers_the_clones_actions_and_knows_the_returns_of_its_games(start, positions, tmp_path):
    config = changed(TINY_DQN, start=start, demonstrations=2_048, start_updates=300, steps=64)
    with isolated(0, 1):
        training = training_of(dqn, config, tmp_path)
        model = training.learner.model
        given = th.from_numpy(np.concatenate([positions.observations, positions.masks], axis=1).astype(np.float32))
        best = likelihoods(start, positions).argmax(axis=1)
        assert (model.q_net(given).argmax(dim=1).numpy() == best).all()
        training.learn()
    assert model.replay_buffer.size() * config.num_envs >= 2_048
    assert (model.q_net(given).argmax(dim=1).numpy() == best).mean() > 0.8
    values = model.q_net(given).detach().numpy()[positions.masks == 1]
    assert -1.0 < values.min() < values.max() < 1.0
    assert model.exploration_rate == config.exploration_end


def test_a_model_on_facts_plays_the_same_with_features(start, positions, tmp_path):
    config = changed(TINY_PPO, start=start, features="expert")
    with isolated(0, 1):
        network = training_of(ppo, config, tmp_path).learner.network
    observations = append_features(positions, find_features("expert", DIG), DIG.parse_options())
    with th.no_grad():
        found = network.get_distribution(th.from_numpy(observations), action_masks=positions.masks).distribution.probs
    assert np.abs(found.numpy() - likelihoods(start, positions)).max() < 1e-6
    model = ppo.train(changed(config, folder=str(tmp_path / "run")), progress=False).model
    assert learned.read_card(model).features == "expert"
    with pytest.raises(ModelError, match='was trained with the features "expert", and this run trains on facts alone'):
        ppo.train(changed(TINY_PPO, start=str(model), folder=str(tmp_path / "other")), progress=False)


def test_dqn_starts_with_features_from_a_model_on_facts(start, positions, tmp_path):
    with isolated(0, 1):
        network = training_of(dqn, changed(TINY_DQN, start=start, features="expert"), tmp_path).learner.model.q_net
    observations = append_features(positions, find_features("expert", DIG), DIG.parse_options())
    given = th.from_numpy(np.concatenate([observations, positions.masks], axis=1).astype(np.float32))
    with th.no_grad():
        assert (network(given).argmax(dim=1).numpy() == likelihoods(start, positions).argmax(axis=1)).all()


def test_dqn_keeps_the_clones_actions_ahead_while_the_margin_has_weight(start, positions, tmp_path):
    """With values that learn from noise alone, the clone's action stays best more often with a larger margin."""
    config = changed(TINY_DQN, start=start, demonstrations=512, start_updates=0, steps=1_024, learning_rate=3e-3)
    given = th.from_numpy(np.concatenate([positions.observations, positions.masks], axis=1).astype(np.float32))
    best = likelihoods(start, positions).argmax(axis=1)
    agreed = {}
    for weight in (0.0, 1.0):
        with isolated(0, 1):
            training = training_of(dqn, changed(config, margin_weight=weight, margin_steps=4_096), tmp_path / str(weight))
            training.learn()
        model = training.learner.model
        agreed[weight] = (model.q_net(given).argmax(dim=1).numpy() == best).mean()
    assert agreed[1.0] > 0.9 and agreed[1.0] > agreed[0.0] + 0.05
    model.num_timesteps, logits = 1_024, model.q_net.logits(given).detach()
    behind = model.extra_loss(given, logits.masked_fill(logits == logits.max(dim=1, keepdim=True).values, -1.0))
    model.num_timesteps = 4_096
    assert behind > 0.0 == model.extra_loss(given, logits)


def test_returns_are_known_where_the_game_has_ended():
    rewards, ended = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]), np.array([[False, False], [True, False], [False, False]])
    returns, known = returns_of(rewards, ended, 0.5)
    assert returns[:, 0].tolist() == [0.5, 1.0, 0.0]
    assert known.tolist() == [[True, False], [True, False], [False, False]]


# --- bad input


@pytest.mark.parametrize(("algorithm", "config"), [(ppo, TINY_PPO), (dqn, TINY_DQN)], ids=["ppo", "dqn"])
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"layers": (32,)}, r"has layers \(16,\), and this run \(32,\)"),
        ({"network": "rows"}, "has network mlp, and this run rows"),
        ({"game": "dig_dig_v0"}, "plays dig_v0, not dig_dig_v0"),
        ({"options": {"scents": True}}, "was trained on another observation of dig_v0"),
        ({"start": "missing.zip"}, "missing.zip"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(algorithm, config, changes, said, start, tmp_path):
    with pytest.raises(ModelError, match=said):
        algorithm.train(changed(config, folder=str(tmp_path / "run"), **{"start": start, **changes}), progress=False)


def test_values_are_no_policy_to_start_from(tmp_path):
    model = dqn.train(changed(TINY_DQN, steps=64, folder=str(tmp_path / "dqn")), progress=False).model
    with pytest.raises(ModelError, match="has action values"):
        ppo.train(changed(TINY_PPO, start=str(model), folder=str(tmp_path / "run")), progress=False)
    assert learned.read_card(model).algorithm == "MaskedDQN" and not (tmp_path / "run").exists()
