"""Define the settings of proximal policy optimisation that are the same whichever library computes it."""

from dataclasses import dataclass

from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig

ROLLOUT_NUMBERS = 8  # of each decision: action, reward, value, advantage and the like


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
