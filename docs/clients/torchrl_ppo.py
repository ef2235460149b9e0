"""PPO by TorchRL, with illegal actions masked; the policy then plays every seat against itself.

`python torchrl_ppo.py --steps 100000`. Requires `pip install torchrl torch`.
"""

import argparse

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import (
    ActionMask,
    Compose,
    DTypeCastTransform,
    EnvBase,
    ExplorationType,
    GymWrapper,
    MarlGroupMapType,
    PettingZooWrapper,
    RewardSum,
    TransformedEnv,
    set_exploration_type,
)
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import dig_envs
from dig_envs.adapters.registration import gymnasium_id

SEATS = "agents"  # name of TorchRL's group of all seats


def one_seat(game: str, opponents: str = "random") -> EnvBase:
    """Make an environment of one seat whose random actions are legal."""
    env = gymnasium.make(gymnasium_id(game), opponents=opponents, observation="dict", illegal="raise")
    env = GymWrapper(env, categorical_action_encoding=True)  # TorchRL would treat the actions as one-hot vectors
    as_bools = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(as_bools, ActionMask(), RewardSum()))


def every_seat(game: str) -> EnvBase:
    """Make an environment of all seats; `mask` marks the seat that decides, `action_mask` its legal actions."""
    return PettingZooWrapper(dig_envs.env(game), use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP)


def layers(size: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def policy(network: nn.Module, observation, mask, action) -> ProbabilisticActor:
    """Make a policy in which illegal actions have probability 0, given the keys of TorchRL's tensors."""
    logits = (SEATS, "logits") if isinstance(action, tuple) else "logits"
    return ProbabilisticActor(
        TensorDictModule(network, in_keys=[observation], out_keys=[logits]),
        in_keys={"logits": logits, "mask": mask},
        out_keys=[action],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def train(game: str, steps: int, batch_size: int) -> nn.Module:
    """Train one seat against random; return the policy network."""
    env = one_seat(game)
    size, num_actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    network = layers(size, num_actions)
    actor, critic = policy(network, "observation", "action_mask", "action"), ValueOperator(layers(size, 1))
    loss, advantage = ClipPPOLoss(actor, critic), GAE(gamma=1.0, lmbda=0.98, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    collector = Collector(env, actor, frames_per_batch=batch_size, total_frames=steps, auto_register_policy_transforms=False)
    for batch in collector:
        advantage(batch)
        for minibatch in [part for _ in range(2) for part in batch[torch.randperm(batch_size)].split(batch_size // 4)]:
            losses = loss(minibatch)
            optimizer.zero_grad()
            (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
            optimizer.step()
        ended = batch["next", "done"].squeeze(-1)
        returns = batch["next", "episode_reward"][ended]
        print(f"{len(returns)} games, {returns.sum() / max(len(returns), 1):+.2f} each")
    collector.shutdown()
    return network


def play_itself(game: str, network: nn.Module) -> torch.Tensor:
    """Play one game with the network in every seat; return the reward of each seat."""
    actor = policy(network, (SEATS, "observation", "observation"), (SEATS, "action_mask"), (SEATS, "action"))
    with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
        return every_seat(game).rollout(10_000, actor)["next", SEATS, "reward"].sum(0).squeeze(-1)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_v0")
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the training")
    parser.add_argument("--batch-size", type=int, default=4000, help="decisions between two updates")
    args = parser.parse_args(arguments)
    network = train(args.game, args.steps, args.batch_size)
    print(f"rewards of a game against itself: {play_itself(args.game, network).tolist()}")


if __name__ == "__main__":
    main()
