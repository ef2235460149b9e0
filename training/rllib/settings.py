"""The settings of PPO by RLlib."""

from dataclasses import dataclass
from typing import Self

from dig_envs.core.errors import ArgumentError
from dig_envs.training.ppo.settings import ROLLOUT_NUMBERS, PPOSettings
from dig_envs.training.process import memory
from dig_envs.training.process.ray_cluster import HERE, check_address
from dig_envs.training.run.config import GamesConfig
from dig_envs.training.run.settings import setting

COPIES = 4  # of a rollout: in its runner, as episodes, on their way, and in the learner's batch


@dataclass(frozen=True)
class Config(PPOSettings, GamesConfig):
    """Settings of a run of RLlib's PPO. The tables are shared out among the runners."""

    algorithm = "RLLIB-PPO"

    ray: str = setting(
        HERE,
        'the Ray cluster: "host:port", "auto" for that of this machine, or "local" to start one here',
        bare=HERE,
    )
    runners: int = setting(2, "processes that play, each on a core; 0: the one that learns", least=0, most=10_000)
    snapshots: int = setting(4, "with self-play: past selves that are met; the oldest makes room for the next", least=1)
    gate: float = setting(
        0.55, "with self-play: share of the wins against the last past self with which the next is let in", least=0, most=1
    )
    gate_games: int = setting(100, "with self-play: games against it, at least, before that share counts", least=1)
    power: float = setting(
        2.0, "with self-play: past selves are met in proportion to (1 - p)^k, where p is what is won of them", least=0, most=100
    )

    def validated(self) -> Self:
        """Return the settings as `GamesConfig.validated` does.

        Raises:
            DigEnvsError: as there, or no such address, tables that runners can't share, a minibatch larger than a rollout, or
                settings that self-play does not have.
        """
        config = super().validated()
        check_address(config.ray)
        if config.num_envs % max(1, config.runners):
            raise ArgumentError(f"{config.num_envs} tables can't be shared out among {config.runners} runners: change num_envs")
        if config.batch_size > config.rollout:
            raise ArgumentError(f"batch_size {config.batch_size} is more than the {config.rollout} decisions of a rollout")
        if config.self_play:
            _check_self_play(config)
        return config

    @property
    def rollout(self) -> int:
        """How many decisions there are between two updates, all tables counted."""
        return self.n_steps * self.num_envs

    def memory_needed(self) -> float:
        """Estimate how many bytes a run takes on one machine: beside its tables rollouts, the policy and the value function."""
        decision = self.inputs + 2 * self.played.num_actions + ROLLOUT_NUMBERS
        rollout = COPIES * memory.FLOAT * self.rollout * decision
        return super().memory_needed() + rollout + 2 * self.network_memory(self.batch_size, self.snapshots)


def _check_self_play(config: Config) -> None:
    if config.played.parse_options(**config.options).num_players == 1:
        raise ArgumentError("nobody is met in a game that is played alone: leave self_play")
    for name, plain in (("skip_forced", False), ("shaped", False), ("reward_scale", 1.0)):
        if getattr(config, name) != plain:
            raise ArgumentError(f"self-play in RLlib's environments has no {name}: leave it, or use --algo ppo --self-play")
