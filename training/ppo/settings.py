"""Settings of proximal policy optimisation, by Stable-Baselines3 and by RLlib."""

from dataclasses import dataclass

from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig


@dataclass(frozen=True)
class PPOSettings(StartConfig):
    """Settings of PPO with illegal actions masked."""

    shortcut: bool = setting(
        False, "of an mlp: let actions see the observation past the hidden layers too: for choices among many places"
    )
    learning_rate: float = setting(2e-3, "of Adam at the start; it falls to a tenth by the end", above=0)
    n_steps: int = setting(64, "decisions at each table between two updates", least=1)
    batch_size: int = setting(1024, "decisions in a minibatch", least=2)
    n_epochs: int = setting(2, "how often each update goes through the decisions", least=1)
    gamma: float = setting(
        1.0, "discount for each decision until the reward; below 1, a loser learns to drag the game out", least=0, most=1
    )
    gae_lambda: float = setting(0.98, "how far advantages look ahead: 0 one decision, 1 to the end", least=0, most=1)
    clip_range: float = setting(0.2, "how far the probability ratio may go from 1 in an update", above=0)
    ent_coef: float = setting(0.003, "weight of the entropy bonus, which keeps the policy trying", least=0)
    self_play: bool = setting(False, "let the policy decide for every seat, and learn from each, instead of against a pool")

    @property
    def every_seat(self) -> bool:
        return self.self_play


@dataclass(frozen=True)
class Config(PPOSettings, RunConfig):
    """Settings of a run of PPO."""

    algorithm = "PPO"

    warm_up: int = setting(
        6, "with start: rollouts from which the value function alone learns, before the policy does", least=0
    )
    kl_weight: float = setting(0.2, "with start: weight at first of the policy's divergence from that model", least=0)
    kl_steps: int = setting(2_000_000, "with start: decisions after the warm-up over which that weight falls to 0", least=1)
