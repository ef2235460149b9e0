"""The settings of PPO by RLlib."""

from dataclasses import dataclass
from typing import Self

from dig_envs.core.errors import ArgumentError
from dig_envs.training.ppo.settings import PPOSettings
from dig_envs.training.process.ray_cluster import HERE, check_address
from dig_envs.training.run.config import GamesConfig
from dig_envs.training.run.settings import setting


@dataclass(frozen=True)
class Config(PPOSettings, GamesConfig):
    """Settings of a run of RLlib's PPO. The runners share the tables equally."""

    algorithm = "RLLIB-PPO"

    ray: str = setting(
        HERE,
        'the Ray cluster: "host:port", "auto" for the cluster of this machine, or "local" to start one here',
        bare=HERE,
    )
    runners: int = setting(2, "processes that play, each on one core; 0: the learning process plays", minimum=0, maximum=10_000)

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: see `GamesConfig.validated`; also the address is wrong, the runners cannot share the tables equally,
                or a minibatch is larger than a rollout.
        """
        config = super().validated()
        check_address(config.ray)
        if config.num_envs % max(1, config.runners):
            raise ArgumentError(f"{config.runners} runners cannot share {config.num_envs} tables equally: change num_envs")
        if config.batch_size > config.rollout:
            raise ArgumentError(f"batch_size {config.batch_size} is more than the {config.rollout} decisions of a rollout")
        return config

    @property
    def rollout(self) -> int:
        """The number of decisions between two updates, over all tables."""
        return self.n_steps * self.num_envs
