"""Settings of deep Q-learning."""

from dataclasses import dataclass

from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig

BOUNDED = ("win", "rank")  # rewards between -1 and 1 (C-8, DD-15)


@dataclass(frozen=True)
class Config(StartConfig, RunConfig):
    """Settings of a run of DQN."""

    algorithm = "DQN"

    num_envs: int = setting(32, "number of tables that play in parallel", minimum=1)
    learning_rate: float = setting(1e-3, "learning rate of Adam at the start; it falls to a tenth by the end", above=0)
    buffer_size: int = setting(100_000, "decisions in the replay buffer", minimum=1)
    learning_starts: int = setting(5_000, "decisions before the first update", minimum=0)
    batch_size: int = setting(256, "decisions in an update", minimum=1)
    update_every: int = setting(1, "decisions at each table between two updates", minimum=1)
    tau: float = setting(0.005, "share of the network's weights in the new target network at each update", above=0, maximum=1)
    n_step: int = setting(3, "decisions whose rewards count before the value of the target network", minimum=1)
    gamma: float = setting(0.97, "discount for each decision until the reward", minimum=0, maximum=1)
    return_limit: float = setting(
        2.0,
        "bound of returns in points, which the rules do not bound, before --reward-scale",
        above=0,
    )
    exploration: float = setting(
        0.3, "share of the run until the share of random actions reaches exploration_end", minimum=0, maximum=1
    )
    exploration_end: float = setting(0.05, "final share of random actions", minimum=0, maximum=1)
    demonstrations: int = setting(
        50_000, "with start: first decisions in the replay buffer, which the starting model plays", minimum=1
    )
    start_updates: int = setting(5_000, "with start: updates that fit the values to the returns of these games", minimum=0)
    margin_weight: float = setting(
        0.1,
        "with start: initial weight of the margin by which the starting model's actions stay ahead of the others",
        minimum=0,
    )
    margin_steps: int = setting(4_000_000, "with start: decisions until this weight is 0", minimum=1)

    @property
    def value_range(self) -> tuple[float, float]:
        """The lowest and the highest possible return of a decision, discounted or not."""
        options, limit = self.played.parse_options(**self.options), self.return_limit
        bounded = options.reward in BOUNDED and options.num_players > 1
        low, high = (options.forfeit_reward, 1.0) if bounded else (-limit, limit)
        if self.shaped:  # the final reward minus the potential
            low, high = low - high, high - low
        return self.reward_scale * low, self.reward_scale * high
