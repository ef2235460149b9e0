"""PPO by Ray RLlib with RLlib's own module for masked actions: one policy plays every seat against itself.

`python rllib_masking.py --iterations 10`. It needs Ray, which dig-envs does not install: `pip install 'ray[rllib]' torch`.
"""

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import dig_envs

POLICY = "all_seats"


def make_env(options: dict) -> PettingZooEnv:
    """Make an environment whose observations have the names that RLlib's module looks for."""
    return PettingZooEnv(dig_envs.env(**options, observation_key="observations"))


def configuration(batch_size: int, **options) -> PPOConfig:
    """Return the settings of PPO for a game and its options."""
    register_env("dig-envs", make_env)
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]})
    return (
        PPOConfig()
        .environment("dig-envs", env_config=options, disable_env_checking=True)  # the check plays illegal actions
        .env_runners(num_env_runners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **others: POLICY)
        .rl_module(rl_module_spec=module)
        .training(train_batch_size_per_learner=batch_size, minibatch_size=batch_size // 4, num_epochs=2, gamma=1.0)
    )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_dig_v0")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=4000, help="decisions of an iteration")
    args = parser.parse_args(arguments)
    algorithm = configuration(args.batch_size, game=args.game, num_players=2).build_algo()
    for _ in range(args.iterations):
        runners = algorithm.train()["env_runners"]
        print(f"{runners['num_env_steps_sampled_lifetime']:,.0f} decisions so far")
    algorithm.stop()


if __name__ == "__main__":
    main()
