"""PPO by Ray RLlib: one policy plays every seat against itself, with illegal actions masked.

`python rllib_ppo.py --iterations 50`. It needs Ray, which dig-envs does not install: `pip install 'ray[rllib]' torch`.
"""

import argparse

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.training import arena

POLICY = "all_seats"


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A policy and a value function over what a seat observes; illegal actions have probability 0."""

    def setup(self):
        size, hidden = self.observation_space["observation"].shape[0], self.model_config["hidden"]
        self.actor = layers(size, hidden, int(self.action_space.n))
        self.critic = layers(size, hidden, 1)

    def _forward(self, batch, **kwargs):
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"]).masked_fill(seen["action_mask"] == 0, -1e8)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch, embeddings=None):
        return self.critic(batch[Columns.OBS]["observation"]).squeeze(-1)


def layers(size: int, hidden: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(size, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, outputs))


class Learned(Agent):
    """Plays the trained module as an agent, which arena, adapters and search can seat."""

    name = "my rllib ppo"

    def __init__(self, module: MaskedModule):
        self.module = module

    @torch.no_grad()
    def act(self, decisions):
        seen = {"observation": torch.as_tensor(decisions.observations), "action_mask": torch.as_tensor(decisions.masks)}
        logits = self.module._forward({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].numpy()
        return (logits + decisions.generator.gumbel(size=logits.shape)).argmax(axis=1)


def configuration(game: str, batch_size: int, runners: int) -> PPOConfig:
    register_env(game, lambda options: PettingZooEnv(dig_envs.env(game, **options)))
    return (
        PPOConfig()
        .environment(game, env_config={"num_players": 2}, disable_env_checking=True)  # the check plays illegal actions
        .env_runners(num_env_runners=runners)
        .learners(num_learners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **others: POLICY)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config={"hidden": 128}))
        .training(
            train_batch_size_per_learner=batch_size,
            minibatch_size=batch_size // 4,
            num_epochs=2,
            lr=1e-3,
            gamma=1.0,  # a game pays once, at its end
            lambda_=0.98,
        )
        .framework("torch")
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_dig_v0")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch-size", type=int, default=4000, help="decisions of an iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: this one")
    parser.add_argument("--games", type=int, default=400, help="that rate the result")
    args = parser.parse_args()
    algorithm = configuration(args.game, args.batch_size, args.runners).build_algo()
    for iteration in range(args.iterations):
        runners = algorithm.train()["env_runners"]
        print(f"iteration {iteration}: {runners['num_env_steps_sampled_lifetime']:,.0f} decisions so far")
    result = arena.run(args.game, [Learned(algorithm.get_module(POLICY)), "random"], games=args.games, progress=False)
    print(f"against random: {result.pairs[0].win_share.value:.0%} of wins")
    algorithm.stop()


if __name__ == "__main__":
    main()
