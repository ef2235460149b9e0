"""Settings of deep Q-learning."""

from dataclasses import dataclass

from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig


@dataclass(frozen=True)
class Config(StartConfig, RunConfig):
    """Settings of a run of DQN."""

    algorithm = "DQN"

    num_envs: int = setting(32, "tables played at once", least=1)
    learning_rate: float = setting(1e-3, "of Adam at the start; it falls to a tenth by the end", above=0)
    buffer_size: int = setting(100_000, "decisions that are remembered", least=1)
    learning_starts: int = setting(5_000, "decisions before the first update", least=0)
    batch_size: int = setting(256, "decisions in an update", least=1)
    update_every: int = setting(1, "decisions at each table between two updates", least=1)
    tau: float = setting(0.005, "share of the network's weights that the target network takes at each update", above=0, most=1)
    n_step: int = setting(3, "decisions whose rewards count before the target network's value does", least=1)
    gamma: float = setting(0.97, "discount of a reward for each decision until it comes", least=0, most=1)
    return_limit: float = setting(
        2.0,
        "the highest and lowest return that counts where a game pays points, which have no bounds, before --reward-scale",
        above=0,
    )
    exploration: float = setting(0.3, "share of the run in which the share of random actions falls to its end", least=0, most=1)
    exploration_end: float = setting(0.05, "share of random actions from then on", least=0, most=1)
    demonstrations: int = setting(50_000, "with start: decisions that it plays into the replay buffer at first", least=1)
    start_updates: int = setting(5_000, "with start: updates that fit the values to what these games paid", least=0)
    margin_weight: float = setting(
        0.1, "with start: weight at first of the margin by which that model's actions stay ahead of the others", least=0
    )
    margin_steps: int = setting(4_000_000, "with start: decisions over which that weight falls to 0", least=1)
