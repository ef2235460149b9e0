"""PPO by Ray RLlib: one policy plays every seat against itself, with illegal actions masked by RLlib's own module.

`python rllib_ppo.py --iterations 50`. Needs Ray, which dig-envs does not install: `pip install 'ray[rllib]' torch`.
"""

import argparse

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.training import arena

POLICY = "all_seats"


def make_env(options: dict) -> PettingZooEnv:
    """Make an environment whose observations have the keys that RLlib's module expects."""
    return PettingZooEnv(dig_envs.env(**options, observation_key="observations"))


class Learned(Agent):
    """Plays the trained module as an agent, which arena, adapters and search accept."""

    name = "my rllib ppo"

    def __init__(self, module: ActionMaskingTorchRLModule):
        self.module = module

    def act(self, decisions):
        observed = {"observations": torch.tensor(decisions.observations), "action_mask": torch.tensor(decisions.masks)}
        logits = self.module.forward_inference({Columns.OBS: observed})[Columns.ACTION_DIST_INPUTS].numpy()
        return (logits + decisions.generator.gumbel(size=logits.shape)).argmax(axis=1)


def configuration(batch_size: int, runners: int = 0, **options) -> PPOConfig:
    """Return the settings of PPO for a game and its options."""
    register_env("dig-envs", make_env)
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]})
    return (
        PPOConfig()
        .environment("dig-envs", env_config=options, disable_env_checking=True)  # the check plays illegal actions
        .env_runners(num_env_runners=runners)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **others: POLICY)
        .rl_module(rl_module_spec=module)
        .training(train_batch_size_per_learner=batch_size, minibatch_size=batch_size // 4, num_epochs=2)
        .training(lr=1e-3, gamma=1.0, lambda_=0.98)  # a game pays once, at its end
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_dig_v0")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch-size", type=int, default=4000, help="decisions per iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: this process")
    parser.add_argument("--games", type=int, default=400, help="games against random at the end")
    args = parser.parse_args()
    algorithm = configuration(args.batch_size, args.runners, game=args.game, num_players=2).build_algo()
    for iteration in range(args.iterations):
        results = algorithm.train()["env_runners"]
        print(f"iteration {iteration}: {results['num_env_steps_sampled_lifetime']:,.0f} decisions so far")
    result = arena.run(args.game, [Learned(algorithm.get_module(POLICY)), "random"], games=args.games, progress=False)
    print(f"against random: {result.pairs[0].win_share.value:.0%} of wins")
    algorithm.stop()


if __name__ == "__main__":
    main()
