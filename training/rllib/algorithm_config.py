"""Put settings together as RLlib's own configurations, which may be changed further and run by RLlib alone.

>>> from dig_envs.training.rllib.algorithm import Config
>>> from dig_envs.training.rllib.algorithm_config import configuration
>>> algorithm = configuration(Config(game="dig_v0", runners=0)).build_algo()       # doctest: +SKIP
>>> algorithm.train()["env_runners"]["episode_return_mean"]                        # doctest: +SKIP
"""

from functools import partial
from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.tune.registry import register_env

from dig_envs.training.process.device import device_of
from dig_envs.training.rllib.learner import ShufflingLearner
from dig_envs.training.rllib.module import module_spec
from dig_envs.training.rllib.multi_agent_env import seats
from dig_envs.training.rllib.past_selves import LEARNER, League, seat_by, slot
from dig_envs.training.rllib.runner import TablesRunner
from dig_envs.training.rllib.settings import Config
from dig_envs.training.rllib.vector_env import PoolTables

SECONDS = 3600.0  # that a rollout may take, wherever it is played


def configuration(config: Config) -> PPOConfig:
    """Return the configuration of masked PPO: against a pool of bots at vector environments, or of self-play in a league.

    Args:
        config: settings that are `validated()`.
    """
    return self_play_configuration(config) if config.self_play else pool_configuration(config)


def pool_configuration(config: Config) -> PPOConfig:
    """Return the configuration of masked PPO against a pool of bots, at many tables in each runner."""
    register_env("dig-envs-tables", lambda context: PoolTables(context["settings"], context.get("num_envs", 1)))
    return (
        _ppo(config)
        .environment("dig-envs-tables", env_config={"settings": config}, disable_env_checking=True)
        .env_runners(env_runner_cls=TablesRunner)
        .rl_module(rl_module_spec=module_spec(config.architecture))
    )


def self_play_configuration(config: Config) -> PPOConfig:
    """Return the configuration of multi-agent self-play: one policy learns at every seat, in a league with its past selves."""
    register_env("dig-envs-seats", seats)
    module, past = module_spec(config.architecture), slot(0)
    settings: dict[str, Any] = {"game": config.game, "features": config.features or None, "options": config.options}
    num_seats = config.played.parse_options(**config.options).num_players
    return (
        _ppo(config)
        .environment("dig-envs-seats", env_config=settings, disable_env_checking=True)  # its check plays illegal actions
        .multi_agent(
            policies={LEARNER, past},
            policy_mapping_fn=seat_by({past: 1.0}, num_seats),
            policies_to_train=[LEARNER],
        )
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: module, past: module}))
        .callbacks(partial(League, config))
    )


def _ppo(config: Config) -> PPOConfig:
    """Return what both have in common: rollouts, the loss and where it is computed."""
    learners = {"num_gpus_per_learner": 1} if device_of(config.device) == "cuda" else {}
    return (
        PPOConfig()
        .framework("torch")
        .debugging(seed=config.seed % 2**31, log_level="ERROR")
        .env_runners(
            num_env_runners=config.runners,
            num_envs_per_env_runner=config.num_envs // max(1, config.runners),
            rollout_fragment_length=config.n_steps,
            sample_timeout_s=SECONDS,
        )
        .learners(num_learners=0, **learners)
        .training(
            learner_class=ShufflingLearner,
            train_batch_size_per_learner=config.rollout,
            minibatch_size=config.batch_size,
            num_epochs=config.n_epochs,
            shuffle_batch_per_epoch=True,
            lr=[[0, config.learning_rate], [config.steps, config.learning_rate / 10]],
            gamma=config.gamma,
            lambda_=config.gae_lambda,
            clip_param=config.clip_range,
            entropy_coeff=config.ent_coef,
            vf_loss_coeff=0.5,
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .reporting(min_sample_timesteps_per_iteration=0, min_time_s_per_iteration=0)
    )
