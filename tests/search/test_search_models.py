"""Test searches with agents in Python and networks: results, threads, hidden information and errors."""

import numpy as np
import pytest
import torch as th
from sb3_contrib import MaskablePPO
from torch import nn

from dig_envs import agents
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.agents import learned
from dig_envs.agents.learned import LearnedAgent
from dig_envs.agents.learned.model_card import make_card
from dig_envs.agents.search import analyse, make_search
from dig_envs.agents.search.policies import values_of
from dig_envs.core.agent import Agent
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, ModelError, UnknownFeaturesError
from dig_envs.training import arena
from tests.support.catalogue import Case
from tests.support.model_archives import contents, packed
from tests.support.searches import again, middle_decisions, of
from tests.support.tiny_features import PLACES
from tests.support.tiny_training import DIG

TWO, THREE = Case("dig_v0"), Case("dig_v0", {"num_players": 3, "reward": "score"})
WAYS = {
    "base": {"method": "improve", "base": "MODEL", "rollout": "greedy"},
    "rollout": {"method": "improve", "base": "greedy", "rollout": "MODEL", "depth": 6},
    "value": {"method": "improve", "base": "greedy", "rollout": "MODEL", "depth": 2, "leaf": "value"},
    "ismcts": {"method": "ismcts", "rollout": "MODEL", "depth": 4},
    "prior": {"method": "puct", "base": "MODEL", "rollout": "greedy", "leaf": "rollout"},
    "puct": {"method": "puct", "base": "MODEL"},
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def layers(outputs: int, inputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, 16), nn.Tanh(), nn.Linear(16, outputs)).requires_grad_(False)


def network(case: Case = TWO, value: bool = True, **card) -> LearnedAgent:
    """Return an untrained model; `card` has further fields of its card."""
    options = DIG.parse_options(**case.options)
    floats = DIG.layout(options).size
    with th.random.fork_rng():
        th.manual_seed(3)
        policy, value_function = layers(DIG.num_actions, floats), layers(1, floats)
    shown = make_card(DIG, options, None, algorithm="MaskablePPO", activation="Tanh", **card)
    return LearnedAgent("tiny", policy, options=options, card=shown, game=DIG, value=value_function if value else None)


def search_by(way: dict, model: Agent, **more):
    given = {name: model if value == "MODEL" else value for name, value in way.items()}
    return make_search(DIG, **{"playouts": 24, "num_threads": 1, **given, **more})


class InPython(Agent):
    """Wraps a bot as a Python agent."""

    def __init__(self, bot):
        self.bot, self.name = bot, "in Python"

    def act(self, decisions):
        return self.bot.act(decisions)


@pytest.fixture(scope="module")
def model_file(tmp_path_factory):
    """Return an untrained model as training saves it."""
    path = tmp_path_factory.mktemp("model") / "model.zip"
    env = DigVecEnv("dig_v0", 2, seed=0)
    model = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [16]}, seed=1)
    return learned.save(model, path, DIG, env.batch.options)


@pytest.fixture(scope="module")
def policy_file(model_file):
    """Return the same model without its value function."""
    given = learned.load(model_file, DIG)
    return learned.write_networks(model_file.with_name("policy.zip"), given.card, given.layers)


# --- results


@pytest.mark.parametrize("way", [{"method": "improve"}, {"method": "improve", "depth": 7}, {"method": "ismcts", "depth": 5}])
def test_a_bot_in_python_gives_the_same_search_as_in_compiled_code(way):
    """Greedy uses no random numbers, so batches and the compiled loop give equal results to the bit."""
    decisions, _ = middle_decisions(TWO)
    greedy = agents.make("greedy", game=DIG)
    compiled = make_search(DIG, base="greedy", rollout="greedy", playouts=40, **way)
    in_python = make_search(DIG, base=InPython(greedy), rollout=InPython(greedy), playouts=40, leaves=1, **way)
    one, other = compiled.search(again(decisions)), in_python.search(again(decisions))
    same = [name for name in one.dtype.names if name not in ("given_base", "rng")]
    assert all(one[name].tobytes() == other[name].tobytes() for name in same) and one["playouts"].sum() > 100


@each_way
@pytest.mark.parametrize("case", [TWO, pytest.param(THREE, marks=pytest.mark.long)], ids=["two", "three"])
def test_a_search_is_legal_and_keeps_its_budget(way, case):
    decisions, _ = middle_decisions(case)
    found = search_by(way, network(case), leaves=5).search(again(decisions))
    choices = decisions.masks.sum(axis=1) > 1
    assert decisions.masks[np.arange(len(decisions)), found["action"]].all() and choices.sum() > 5
    assert (found["visits"].sum(axis=1) == found["playouts"]).all() and not found["visits"][decisions.masks == 0].any()
    assert (found["playouts"][choices] >= 2).all() and (found["playouts"] < 24 + DIG.num_actions).all()


@each_way
def test_threads_and_portions_change_nothing(way):
    decisions, _ = middle_decisions(TWO, count=20)
    found = []
    for threads in (1, 2, 2):
        search = search_by(way, network(), num_threads=threads)
        found += [search.search(again(decisions)) for _ in range(2)]
    for tuner in search._batched._tuners.values() if search._batched else ():
        tuner._seconds_per_row = tuner._seconds = tuner._rows = 10.0  # one row per call
    found.append(search.search(again(decisions)))
    assert all(other.tobytes() == found[0].tobytes() for other in found)


@each_way
def test_hidden_information_does_not_matter(way):
    decisions, states = middle_decisions(TWO)
    others = np.zeros_like(states)
    seeds = np.arange(100, 100 + len(states))
    engine_of(DIG).redeal_states(decisions.tables, decisions.seats, decisions.players, seeds, others)
    imagined = of(TWO, others, decisions.players, decisions.observations, decisions.masks)
    search = search_by(way, network())
    assert (others != states).any()
    assert search.search(again(decisions)).tobytes() == search.search(imagined).tobytes()


def test_the_base_action_of_improve_is_the_models_action():
    decisions, _ = middle_decisions(TWO)
    model = network()
    model.deterministic = True
    found = search_by(WAYS["base"], model, z=100.0).search(again(decisions))
    assert (found["action"] == model.act(decisions)).all()


def test_a_tree_uses_probabilities_as_priors_and_values_at_leaves():
    decisions, _ = middle_decisions(TWO)
    decisions = decisions.select(np.flatnonzero(decisions.masks.sum(axis=1) > 1))
    model = network()
    wanted = np.array([np.flatnonzero(mask)[-1] for mask in decisions.masks])

    class Decided(Agent):
        """Prefers one action; all states have the value 0.5 for seat 1 and -0.5 for seat 0."""

        name, deterministic, has_value, shaped = "decided", False, True, False
        seen = 0

        def inputs_of(self, decisions):
            return np.asarray(decisions.players)

        def probabilities(self, inputs, masks):
            self.seen += len(masks)
            chances = masks / masks.sum(axis=1, keepdims=True)
            if len(masks) == len(wanted) and (masks[np.arange(len(wanted)), wanted] == 1).all():
                chances = np.eye(masks.shape[1])[wanted]
            return chances.astype(np.float32)

        def values(self, inputs):
            return np.where(inputs == 1, 0.5, -0.5)

    decided = Decided()
    found = make_search(DIG, method="puct", base=decided, playouts=30, prior=1.0, exploration=1e6, leaves=4).search(
        again(decisions)
    )
    assert (found["action"] == wanted).all() and (found["visits"].max(axis=1) == 30).all()
    sign = np.where(decisions.players == 1, 0.5, -0.5)
    assert np.allclose(found["values"].sum(axis=1), 30 * sign, atol=30 * 0.5)
    assert np.isclose(np.abs(found["values"].sum(axis=1)), 15).mean() > 0.5  # except where games end
    assert decided.seen > len(wanted) and model.has_value


def test_values_have_the_seat_and_the_scale_of_the_training():
    decisions, states = middle_decisions(TWO)
    model = network()
    own = model.values(model.inputs_of(decisions))
    rows, players = np.arange(len(own)), decisions.players
    values = values_of(model, decisions, states)
    assert np.allclose(values[rows, players], own) and np.allclose(values[rows, 1 - players], -own) and np.ptp(own) > 0
    assert np.allclose(network(reward_scale=4.0).values(model.inputs_of(decisions)), own / 4)
    decisions, states = middle_decisions(THREE)
    model = network(THREE)
    values = values_of(model, decisions, states)
    rows = np.arange(len(states))
    assert np.allclose(values[rows, decisions.players], model.values(model.inputs_of(decisions)), atol=1e-6)
    assert not values[:, 3].any() and (values[:, :3].std(axis=1) > 0).all()


def test_a_shaped_value_is_added_to_the_standings():
    decisions, _ = middle_decisions(TWO)
    way = {**WAYS["value"], "depth": 0}
    plain, shaped = network(), network(shaped=True)
    for model in (plain, shaped):
        model.value[-1].weight.zero_()
        model.value[-1].bias.fill_(0.0)
    none, standing = (search_by(way, model).search(again(decisions)) for model in (plain, shaped))
    ended = np.abs(none["values"]).sum() / none["playouts"].sum()
    means = np.abs(standing["values"]) / np.maximum(standing["visits"], 1)
    assert ended < 0.2 and means.max() == 1.0


def test_a_budget_may_be_a_time():
    decisions, _ = middle_decisions(TWO)
    counts = [search_by(WAYS["puct"], network(), playouts=None, time=time).search(again(decisions)) for time in (0.1, 200.0)]
    assert 1 <= counts[0]["playouts"].max() < counts[1]["playouts"].max()


# --- model files


def test_a_model_file_holds_the_value_function(model_file):
    agent = agents.make(model_file, game=DIG)
    decisions, _ = middle_decisions(TWO)
    inputs = agent.inputs_of(decisions)
    policy = MaskablePPO.load(model_file, device="cpu").policy
    with th.no_grad():
        wanted = policy.predict_values(th.from_numpy(inputs)).numpy()[:, 0]
        chances = policy.get_distribution(th.from_numpy(inputs), decisions.masks).distribution.probs.numpy()
    assert np.allclose(agent.values(inputs), wanted, atol=1e-5) and learned.read_card(model_file).format == 5
    assert np.allclose(agent.probabilities(inputs, decisions.masks), chances, atol=1e-5)


def test_a_model_without_a_value_function_uses_playouts(model_file, policy_file):
    decisions, _ = middle_decisions(TWO)
    without, new = (search_by(WAYS["puct"], agents.make(file, game=DIG)) for file in (policy_file, model_file))
    assert without.evaluator is None and new.evaluator is not None
    played_out = make_search(DIG, method="puct", base=str(model_file), leaf="rollout", playouts=24)
    assert (without.search(again(decisions))["values"] == played_out.search(again(decisions))["values"]).all()
    assert (new.search(again(decisions))["values"] != played_out.search(again(decisions))["values"]).any()


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ({}, "evaluations by a value function"),
        ({"turns": 2}, "playouts by greedy and a value function"),
        ({"leaf": "rollout"}, "playouts by greedy"),
    ],
    ids=str,
)
def test_descriptions_name_what_evaluates_playouts(way, words, model_file):
    search = make_search(DIG, method="puct", base=str(model_file), rollout="greedy", playouts=8, **way)
    decisions, _ = middle_decisions(TWO)
    found = next(found for found in analyse(search, decisions) if "only legal" not in found.title)
    assert found.title == f"search: 8 {words}, puct"
    assert search.sentence.endswith(f"as prior, with {words}; 8 playouts per decision.")


def test_searches_with_models_are_found_by_name_and_play_in_the_arena(model_file):
    names = [f"search:method=puct:base={model_file}:playouts=4", f"search:base={model_file}:rollout=greedy:playouts=8"]
    searches = [agents.make(name, game=DIG) for name in names]
    result = arena.run("dig_v0", [*searches, "random"], games=2, progress=False, max_turns=8)
    assert [pair.games for pair in result.pairs] == [2, 2, 2]
    assert len({search.fingerprint for search in searches}) == 2


# --- errors


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"leaf": "values"}, 'unknown leaf evaluation "values"; did you mean "value"'),
        ({"leaf": "value"}, 'leaf="value" needs a model with a value function as base or rollout, and neither "expert" nor'),
        ({"leaves": 0}, "leaves of a search must be from 1 to 1024"),
        ({"base": 7}, "base of a search must be a string"),
    ],
)
def test_invalid_settings_are_rejected(given, words):
    with pytest.raises(ArgumentError, match=words):
        agents.make("search", game="dig_v0", **given)


def test_an_unsuitable_model_is_rejected(model_file, policy_file):
    with pytest.raises(ArgumentError, match=r'neither ".*policy\.zip" nor "greedy" has one: PPO trains one'):
        make_search(DIG, method="puct", base=str(policy_file), rollout="greedy", leaf="value")
    with pytest.raises(ModelError, match="has no value function"):
        learned.load(policy_file, DIG).values(np.zeros((1, 602), np.float32))
    for role in ("base", "rollout"):
        with pytest.raises(ModelError, match="plays dig_v0, not dig_dig_v0"):
            agents.make("search", game="dig_dig_v0", **{role: str(model_file)})
        with pytest.raises(ArgumentError, match="the agent tiny plays dig_v0, not dig_dig_v0"):
            agents.make("search", game="dig_dig_v0", **{role: network()})


def test_options_with_another_observation_are_rejected(model_file):
    search = agents.make("search", game="dig_v0", base=str(model_file), method="puct")
    with pytest.raises(ModelError, match="was trained on another observation of dig_v0"):
        search.check(DIG.parse_options(scents=True))
    with pytest.raises(ModelError, match='was trained with reward="win", but the game has reward="score"'):
        arena.run("dig_v0", [search, "greedy"], games=2, progress=False, reward="score")
    agents.make("search", game="dig_v0", base=str(model_file)).check(DIG.parse_options(reward="score"))


def test_an_error_names_features_that_are_not_installed(tmp_path):
    env = DigVecEnv("dig_v0", 2, seed=0, features=PLACES)
    model = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [4]})
    path = learned.save(model, tmp_path / "model.zip", DIG, env.batch.options, features=PLACES)
    with pytest.raises(UnknownFeaturesError, match='no features "places"'):
        agents.make("search", game="dig_v0", rollout=str(path))
    decisions, _ = middle_decisions(TWO)
    found = search_by(WAYS["puct"], learned.load(path, DIG, features=PLACES)).search(decisions)
    assert decisions.masks[np.arange(len(decisions)), found["action"]].all()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda decisions: np.full(len(decisions), 99), "chose 99"),
        (lambda decisions: decisions.masks.argmax(axis=1)[:-1], "returned .* integers"),
        (lambda decisions: decisions.masks.argmax(axis=1) > 0, "returned bool"),
    ],
    ids=["illegal", "another number", "no integers"],
)
def test_an_error_names_the_agent_of_an_illegal_answer(answer, words):
    class Wrong(Agent):
        name = "wrong"

        def act(self, decisions):
            return answer(decisions)

    decisions, _ = middle_decisions(TWO)
    for way in (WAYS["base"], WAYS["rollout"], WAYS["prior"]):
        with pytest.raises(IllegalActionError, match=f"agent wrong {words}"):
            search_by(way, Wrong()).search(again(decisions))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (6, "is of format 6, of a newer dig-envs; this dig-envs reads 5$"),
        (4, "is of format 4, of an older dig-envs; this dig-envs reads 5; dig-envs 0.3.0 reads that file$"),
    ],
)
def test_a_file_of_another_format_is_rejected(number, said, model_file, tmp_path):
    files = contents(model_file)
    card = files[learned.CARD].replace(b'"format": 5', b'"format": %d' % number)
    other = packed({**files, learned.CARD: card}, tmp_path / "other.zip")
    with pytest.raises(ModelError, match=said):
        agents.make(other, game=DIG)
