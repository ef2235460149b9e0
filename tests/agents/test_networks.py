"""Test networks that are built from a layout: groups of rows, shared layers, files and training."""

import dataclasses
import json

import numpy as np
import pytest
import torch as th

import dig_envs
from dig_envs import agents
from dig_envs.agents import learned
from dig_envs.agents.learned import Architecture, architecture_for, build
from dig_envs.agents.learned.entity_groups import groups_of
from dig_envs.agents.learned.networks import as_bytes, from_bytes, with_weights
from dig_envs.agents.learned.widening import widened
from dig_envs.agents.modules import module_of
from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.feature_names import find_features, offered_features
from dig_envs.core.features import features_layout
from dig_envs.core.layout import Block, Layout
from dig_envs.training import arena, dqn, ppo
from tests.support.tiny_training import DIG, TINY_DQN, TINY_PPO, changed, keep_checkpoints, same, weights

each_network = pytest.mark.parametrize("network", learned.NETWORKS)
each_game = pytest.mark.parametrize("game", [game_of(name) for name in dig_envs.games()], ids=dig_envs.games())


def described(game, network="rows", **more):
    return architecture_for(game, game.parse_options(), network=network, layers=(16, 16), **more)


def drawn(architecture, seed=0):
    """Return a network with random weights, including biases and the last layer."""
    network = build(architecture)
    generator = th.Generator().manual_seed(seed)
    for weight in network.parameters():
        th.nn.init.normal_(weight, 0.0, 0.3, generator=generator)
    return network.requires_grad_(False)


def observations_of(architecture, count=6):
    return th.rand(count, architecture.inputs, generator=th.Generator().manual_seed(1))


# --- from the layout


@each_game
def test_every_declared_block_and_action_exists(game):
    """Without this test, a renamed block would silently drop out of its group."""
    options = [game.parse_options(), *([game.parse_options(scents=True)] if game.id == "dig_v0" else [])]
    sets = [None, *(find_features(name, game) for name in offered_features(game))]
    known = {block.name for given in options for each in sets for block in game.layout(given) + features_layout(each, given)}
    declared = module_of(game, "rows").ROWS
    for entities in declared:
        assert {axis.block for axis in entities.blocks} <= known
    for group, entities in zip(described(game).groups, declared, strict=True):
        named = np.array(group.actions).reshape(len(group.actions), -1)
        assert (named >= 0).any(axis=0).all() and named.shape[1] == len(entities.actions)


def test_a_row_has_the_floats_of_its_entity_and_the_actions_that_name_it():
    layout = DIG.layout(DIG.parse_options())
    places, colours = described(DIG).groups
    by_start = {row[0]: (row, actions) for row, actions in zip(places.inputs, places.actions, strict=True)}
    yard, place_colours, dropped = layout.start("yard"), layout.start("place_colours"), layout.start("dropped")
    for place, names in ((0, ["dig", "drop"]), (3, ["move 3"]), (24, ["move -2"]), (10, [])):
        row, actions = by_start[yard + 17 * place]
        assert row == (*range(yard + 17 * place, yard + 17 * place + 17), *(place_colours + 3 * place + k for k in range(3)))
        assert [DIG.actions.name(action) for action in actions if action >= 0] == names
    for number, (row, actions) in enumerate(zip(colours.inputs, colours.actions, strict=True)):
        assert row[0] == layout.start("hand") + number and {dropped + 5 * seat + number for seat in range(4)} <= set(row)
        assert actions == (DIG.actions.number("place red") + number,)


def test_groups_of_a_game_without_rows_follow_from_shapes():
    layout = Layout(Block("cards", (4, 3), ""), Block("mine", (4,), ""), Block("turn", (1,), ""), Block("pair", (2, 2), ""))
    actions = ActionTable(Family("", ("pass",)), Family("", tuple(f"take {k}" for k in range(4))))
    (group,) = groups_of(dataclasses.replace(DIG, id="another_v0", actions=actions), layout)
    assert group.inputs == tuple((*range(3 * k, 3 * k + 3), 12 + k) for k in range(4))
    assert group.actions == ((1,), (2,), (3,), (4,)) and group.ordered


def test_an_observation_without_rows_is_rejected(monkeypatch):
    monkeypatch.setattr(module_of(DIG, "rows"), "ROWS", ())
    with pytest.raises(ArgumentError, match='no block in the observation of dig_v0 has rows; use network="mlp"'):
        described(DIG)


# --- descriptions


@each_game
@each_network
def test_a_network_is_rebuilt_from_its_description(game, network):
    architecture = described(game, network)
    assert Architecture.from_json(architecture.as_json()) == architecture
    for each in (architecture, architecture.value_function()):
        before = drawn(each)
        after = from_bytes(as_bytes(before))
        seen = observations_of(each)
        assert th.equal(before(seen), after(seen)) and before(seen).shape == (6, each.outputs)
        assert len({tuple(row.tolist()) for row in before(seen)}) == 6


def test_invalid_descriptions_are_rejected():
    good = described(DIG)
    group = good.groups[0]
    wrong = [
        {"network": "cnn"}, {"activation": "exec"}, {"layers": ()}, {"layers": (0,)}, {"layers": (1.5,)}, {"outputs": 0},
        {"shortcut": True}, {"groups": ()}, {"network": "mlp"}, {"inputs": 400}, {"outputs": 5}, {"row_units": True},
        {"groups": (group, group)},
        {"groups": (dataclasses.replace(group, inputs=group.inputs[1:]),)},
        {"groups": (dataclasses.replace(group, inputs=((0,), *group.inputs[1:])),)},
        {"groups": (dataclasses.replace(group, inputs=((-2,) * 20, *group.inputs[1:])),)},
        {"groups": (dataclasses.replace(group, ordered=1),)},
    ]  # fmt: skip
    for change in wrong:
        with pytest.raises(ArgumentError, match="invalid description of a network"):
            dataclasses.replace(good, **change)
    for text in ("", "[]", "7", "{}", json.dumps({**json.loads(good.as_json()), "more": 1}), "[" * 100_000):
        with pytest.raises(ValueError):
            Architecture.from_json(text)


def test_weights_of_another_network_are_rejected_and_no_random_number_is_used():
    architecture = described(DIG)
    weights = drawn(architecture).state_dict()
    before = th.get_rng_state()
    assert with_weights(architecture, weights)
    assert th.equal(th.get_rng_state(), before)
    name = next(iter(weights))
    for wrong in ({}, {**weights, "more": weights[name]}, {**weights, name: weights[name][1:]}, {**weights, name: 3}):
        with pytest.raises(ValueError, match=r"its weights (are not|do not fit)"):
            with_weights(architecture, wrong)


# --- shared layers


def test_unordered_rows_may_be_permuted():
    """A permutation of the map's cards permutes the outputs of their actions, and changes nothing else."""
    architecture = described(game_of("two_bit_bandits_v0"))
    group, *others = architecture.groups
    group = dataclasses.replace(group, ordered=False)
    architecture = dataclasses.replace(architecture, groups=(group, *others))
    inputs, actions = np.array(group.inputs), np.array(group.actions)
    order = np.random.default_rng(2).permutation(len(inputs))
    order = np.where(order == 23, 23, order)
    order[[list(order).index(23), 23]] = order[[23, list(order).index(23)]]  # no card can be laid at the last card
    network, value = drawn(architecture), drawn(architecture.value_function())
    seen = observations_of(architecture)
    moved = seen.clone()
    moved[:, inputs.ravel()] = seen[:, inputs[order].ravel()]
    before, after = network(seen), network(moved)
    named = actions[actions >= 0]
    others = np.setdiff1d(np.arange(architecture.outputs), named)
    assert not np.allclose(before[:, named], after[:, named], atol=1e-3)
    np.testing.assert_allclose(after[:, named], before[:, actions[order][actions >= 0]], atol=1e-4)
    np.testing.assert_allclose(after[:, others], before[:, others], atol=1e-4)
    np.testing.assert_allclose(value(moved), value(seen), atol=1e-4)


def test_rows_share_their_weights():
    """In an unordered group, all places of DIG have the same effect on the outputs of their moves."""
    architecture = described(DIG)
    group = dataclasses.replace(architecture.groups[0], ordered=False)
    network = drawn(dataclasses.replace(architecture, groups=(group,)))
    seen = observations_of(architecture)
    one, two = (row for row, actions in zip(group.inputs, group.actions, strict=True) if actions[0] in (2, 3))
    swapped = seen.clone()
    swapped[:, one], swapped[:, two] = seen[:, two], seen[:, one]
    np.testing.assert_allclose(network(swapped)[:, [2, 3]], network(seen)[:, [3, 2]], atol=1e-4)


@each_game
def test_each_action_depends_on_its_row(game):
    """The gradient of an action that names a row reaches the row's floats, and the network uses all weights."""
    architecture = described(game)
    network = drawn(architecture).requires_grad_(True)
    seen = observations_of(architecture).requires_grad_(True)
    numbers = network(seen)
    for group in architecture.groups:
        row, actions = group.inputs[0], [action for action in group.actions[0] if action >= 0]
        for action in actions[:2]:
            (gradient,) = th.autograd.grad(numbers[:, action].sum(), seen, retain_graph=True)
            assert gradient[:, [place for place in row if place >= 0]].abs().max() > 0
    numbers.square().sum().backward()
    assert all(weight.grad is not None and weight.grad.abs().max() > 0 for weight in network.parameters())


@each_network
def test_new_policies_are_nearly_uniform(network):
    with th.random.fork_rng():
        th.manual_seed(0)
        numbers = build(described(DIG, network))(observations_of(described(DIG)))
    assert numbers.detach().softmax(dim=1).mul(DIG.num_actions).sub(1).abs().max() < 0.2


# --- files


@pytest.mark.parametrize("value", [False, True])
def test_networks_without_a_trainer_can_be_saved(value, tmp_path):
    architecture, options = described(DIG), DIG.parse_options()
    policy, value_function = drawn(architecture), drawn(architecture.value_function())
    card = learned.make_card(DIG, options, None, algorithm="Sequential", activation="ReLU", play="deterministic")
    path = learned.write_networks(tmp_path / "model.zip", card, policy, value_function if value else None)
    agent = agents.make(path, game=DIG)
    batch = Batch(DIG, options, 8, seed=1)
    decisions = batch.decisions()
    assert agent.has_value == value and learned.read_card(path).format == 5
    best = policy(th.from_numpy(batch.observations.copy())).masked_fill(th.from_numpy(batch.masks) == 0, -1e8).argmax(1)
    assert (agent.act(decisions) == best.numpy()).all()


# --- training and play


@pytest.mark.parametrize(("algorithm", "config"), [(ppo, TINY_PPO), (dqn, TINY_DQN)], ids=["ppo", "dqn"])
def test_a_run_with_rows_resumes_exactly_and_its_model_plays(algorithm, config, tmp_path, monkeypatch):
    config = changed(config, network="rows", steps=1_024, checkpoint_every=512, snapshot_every=256, polyak=0.5)
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", 128)
    kept = keep_checkpoints(monkeypatch, tmp_path)
    whole = algorithm.train(changed(config, folder=str(tmp_path / "whole")), progress=False)
    half = next(path for path in kept if 0 < int(path.stem) < whole.steps)
    resumed = algorithm.train(changed(config, folder=str(tmp_path / "resumed")), progress=False, resume=half)
    assert same(weights(whole.model), weights(resumed.model))
    agent = agents.make(whole.model, game=DIG)
    assert isinstance(agent.layers, learned.RowNetwork)
    (pair,) = arena.run(DIG, [agent, "random"], games=4, progress=False).pairs
    assert pair.games == 4


@pytest.mark.long
def test_a_search_uses_a_network_of_rows_as_prior(tmp_path):
    """PUCT calls the network with batches of leaves."""
    path = ppo.train(changed(TINY_PPO, network="rows", steps=512, folder=str(tmp_path)), progress=False).model
    search = agents.make("search", game=DIG, method="puct", base=str(path), playouts=16, num_threads=1)
    batch = Batch(DIG, DIG.parse_options(), 4, seed=1)
    decisions = batch.decisions()
    actions = search.act(decisions)
    assert batch.masks[np.arange(4), actions].all()


def test_rows_with_a_shortcut_are_rejected():
    with pytest.raises(ArgumentError, match="only an mlp has a shortcut"):
        changed(TINY_PPO, network="rows", shortcut=True).validated()
    with pytest.raises(ArgumentError, match='"rows"'):
        changed(TINY_PPO, network="row").validated()


# --- further inputs


@each_game
@pytest.mark.parametrize(("network", "shortcut"), [("mlp", False), ("mlp", True), ("rows", False)])
def test_a_widened_network_ignores_its_further_inputs_and_computes_the_same(game, network, shortcut):
    if "expert" not in offered_features(game):
        pytest.skip("the game has no features")
    narrow = described(game, network, shortcut=shortcut)
    wide = described(game, network, shortcut=shortcut, features=find_features("expert", game))
    for before, after in ((narrow, wide), (narrow.value_function(), wide.value_function())):
        policy, observations = drawn(before), observations_of(after).double()
        found = widened(policy, after).double()(observations)
        assert after.inputs > before.inputs and found.std() > 0
        th.testing.assert_close(found, policy.double()(observations[:, : before.inputs]), atol=1e-9, rtol=1e-9)


def test_a_network_with_other_layers_is_not_widened():
    features = find_features("expert", DIG)
    with pytest.raises(ValueError, match="do not fit its description"):
        widened(drawn(described(DIG)), architecture_for(DIG, DIG.parse_options(), features, layers=(16, 8)))
    with pytest.raises(ValueError, match="lacks inputs"):
        widened(drawn(described(DIG, features=features)), described(DIG))
