"""Test that TorchRL's wrappers accept the environments, pass its checks, and play with legal actions only."""

import gymnasium
import pytest
import torch
from torchrl.envs import GymEnv, GymWrapper, PettingZooWrapper, check_env_specs

import dig_envs
from tests.clients import script

GAME = "dig_dig_v0"
snippet = script("clients/torchrl_ppo.py")
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")
MAKERS = {
    "one seat": lambda: snippet.one_seat(GAME),
    "every seat": lambda: snippet.every_seat(GAME),
    "mask in infos": lambda: PettingZooWrapper(dig_envs.env(GAME, mask_in="info"), use_mask=True),
    "plain array": lambda: GymWrapper(gymnasium.make("dig_envs/DigDig-v0")),
    "by name": lambda: GymEnv("dig_envs/DigDig-v0"),
}


@pytest.fixture(autouse=True)
def illegal_actions_raise(monkeypatch):
    monkeypatch.setattr(dig_envs, "env", dig_envs.raw_env)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_the_specs_match_the_observations(make):
    check_env_specs(make(), seed=3)


@pytest.mark.parametrize("name", ["one seat", "every seat", "mask in infos"])
def test_random_actions_are_legal_and_a_game_ends(name):
    env = MAKERS[name]()
    env.set_seed(1)
    played = env.rollout(2000)
    assert 20 < len(played) < 2000 and played["next", "done"][-1].all()
    rewards = [played[key] for key in played.keys(True, True) if key[0] == "next" and key[-1] == "reward"]
    assert torch.cat([reward.flatten(1) for reward in rewards], 1).sum(0).abs().tolist() in ([1.0], [1.0, 1.0])


def test_the_script_trains_and_plays_against_itself(capsys):
    torch.manual_seed(1)
    snippet.main(["--game", GAME, "--steps", "800", "--batch-size", "400"])
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3 and said[-1].endswith(("[1.0, -1.0]", "[-1.0, 1.0]"))


def test_illegal_actions_have_probability_0_and_an_update_changes_the_network():
    torch.manual_seed(1)
    env = snippet.one_seat(GAME)
    seen = env.reset(seed=2)
    network = snippet.layers(seen["observation"].shape[-1], env.action_spec.space.n)
    actor = snippet.policy(network, "observation", "action_mask", "action")
    probabilities = actor.get_dist(seen).probs
    assert (probabilities[~seen["action_mask"]] == 0).all() and (probabilities[seen["action_mask"]] > 0).all()
    played = env.rollout(200, actor, break_when_any_done=False)
    before = [weight.clone() for weight in network.parameters()]
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    (-actor.get_dist(played).log_prob(played["action"]).mean()).backward()
    optimizer.step()
    assert all(weight.isfinite().all() for weight in network.parameters())
    assert any((weight != was).any() for weight, was in zip(network.parameters(), before, strict=True))
