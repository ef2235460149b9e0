"""Turn settings into a configuration of RLlib, which can be changed further and run by RLlib alone.

>>> from dig_envs.training.rllib.algorithm import Config
>>> from dig_envs.training.rllib.algorithm_config import configuration
>>> algorithm = configuration(Config(game="dig_v0", runners=0)).build_algo()       # doctest: +SKIP
>>> algorithm.train()["env_runners"]["episode_return_mean"]                        # doctest: +SKIP
"""

import numpy as np
from gymnasium import spaces

from dig_envs.core.errors import MissingLibraryError
from dig_envs.utils.libraries import install_hint

try:
    from ray.rllib.algorithms.ppo import PPOConfig
except ImportError as error:  # also raised by Ray, without one of the libraries that RLlib needs
    raise MissingLibraryError(install_hint("ray.rllib"), name="ray.rllib") from error
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from dig_envs.agents.learned import Network, build
from dig_envs.training.process.device import device_of
from dig_envs.training.rllib.module import MASK, OBSERVATION, MaskedModule, ShufflingLearner
from dig_envs.training.rllib.runner import TablesRunner
from dig_envs.training.rllib.settings import Config

ROLLOUT_SECONDS = 3600.0  # that a rollout may take


def configuration(config: Config) -> PPOConfig:
    """Return the configuration of masked PPO at tables against a pool of bots.

    Args:
        config: settings that are `validated()`.
    """
    observation = spaces.Box(0.0, 1.0, (config.architecture.inputs,), np.float32)
    mask = spaces.Box(0, 1, (config.architecture.outputs,), np.int8)
    module = RLModuleSpec(
        module_class=MaskedModule,
        observation_space=spaces.Dict({OBSERVATION: observation, MASK: mask}),
        action_space=spaces.Discrete(config.architecture.outputs),
        model_config={"networks": _networks(config)},
    )
    return (
        PPOConfig()
        .framework("torch")
        .debugging(seed=config.seed % 2**31, log_level="ERROR")
        .environment("dig-envs", env_config={"settings": config})  # `TablesRunner` makes the environment from the settings
        .env_runners(
            env_runner_cls=TablesRunner,
            num_env_runners=config.runners,
            num_envs_per_env_runner=config.num_envs // max(1, config.runners),
        )
        .env_runners(rollout_fragment_length=config.n_steps, sample_timeout_s=ROLLOUT_SECONDS)
        .learners(num_learners=0, num_gpus_per_learner=int(device_of(config.device) == "cuda"), learner_class=ShufflingLearner)
        .training(train_batch_size_per_learner=config.rollout, minibatch_size=config.batch_size, num_epochs=config.n_epochs)
        .training(lr=[[0, config.learning_rate], [config.steps, config.learning_rate / 10]], shuffle_batch_per_epoch=True)
        .training(gamma=config.gamma, lambda_=config.gae_lambda, clip_param=config.clip_range, vf_clip_param=float("inf"))
        .training(entropy_coeff=config.ent_coef, vf_loss_coeff=0.5, use_kl_loss=False, grad_clip=0.5)
        .reporting(min_sample_timesteps_per_iteration=0, min_time_s_per_iteration=0)
        .rl_module(rl_module_spec=module)
    )


def _networks(config: Config) -> tuple[Network, Network]:
    """Return the policy and the value function before the first update: with random weights, or the weights of `start`."""
    networks = build(config.architecture), build(config.architecture.value_function())
    if (agent := config.starting_model) is not None:
        for network, given in zip(networks, (agent.layers, agent.value), strict=True):
            if given is not None:
                network.load_state_dict(given.state_dict())
    return networks
