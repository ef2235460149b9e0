"""Settings of proximal policy optimisation, by Stable-Baselines3 and by RLlib."""

from dataclasses import dataclass
from typing import Any, Self

from dig_envs.agents.learned import Architecture
from dig_envs.core.arguments import one_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig

CRITICS = ("seat", "table")
MAGNETS = ("none", "uniform", "average")


@dataclass(frozen=True)
class PPOSettings(StartConfig):
    """Settings of PPO with action masks, for every library."""

    shortcut: bool = setting(False, "mlp only: also connect observation and actions directly, for choices among many places")
    learning_rate: float = setting(2e-3, "learning rate of Adam at the start; it falls to a tenth by the end", above=0)
    n_steps: int = setting(64, "decisions at each table between two updates", minimum=1)
    batch_size: int = setting(1024, "decisions in a minibatch", minimum=2)
    n_epochs: int = setting(2, "number of passes over the decisions in each update", minimum=1)
    gamma: float = setting(
        1.0,
        "discount for each decision until the reward; with a value below 1, a losing player learns to delay the end",
        minimum=0,
        maximum=1,
    )
    gae_lambda: float = setting(
        0.98,
        "lambda of the advantage estimates (GAE): 0 looks one decision ahead, 1 to the end of the game",
        minimum=0,
        maximum=1,
    )
    clip_range: float = setting(0.2, "largest useful distance of the probability ratio from 1 in an update", above=0)
    ent_coef: float = setting(0.003, "weight of the entropy bonus, which keeps the policy exploring", minimum=0)


@dataclass(frozen=True)
class Config(PPOSettings, RunConfig):
    """Settings of a run of PPO."""

    algorithm = "PPO"

    self_play: bool = setting(False, "play and learn every seat with the policy instead of playing against a pool")
    self_play_variants: tuple[str, ...] = setting(
        (),
        "variants of the game, such as small, or full for the whole game, whose tables the policy plays in self-play beside "
        "the other tables; each variant and each number of players gets the same number of tables",
    )
    critic: str = setting(
        CRITICS[0],
        'what the value function sees: "seat", the observation of the policy, or "table", the observations of all seats; '
        'after a training with "table" the model has no value function',
    )
    magnet: str = setting(
        MAGNETS[0],
        'policy near which a term of the loss holds the policy (magnetic mirror descent): "none", "uniform", or "average", a '
        "moving average of the policy",
    )
    magnet_weight: float = setting(
        0.05, "with magnet: weight of the policy's divergence from the magnet in the loss", minimum=0
    )
    magnet_memory: float = setting(
        0.98, 'with magnet "average": share of the old average in the new average after each rollout', minimum=0, below=1
    )
    warm_up: int = setting(6, "with start: first rollouts, in which only the value function learns", minimum=0)
    kl_weight: float = setting(0.2, "with start: initial weight of the policy's divergence from the starting model", minimum=0)
    kl_steps: int = setting(2_000_000, "with start: decisions after the warm-up until this weight is 0", minimum=1)

    @property
    def every_seat(self) -> bool:
        return self.self_play

    @property
    def self_play_sizes(self) -> list[dict[str, Any]]:
        return [self.variant_options(name) for name in self.self_play_variants]

    @property
    def table_critic(self) -> bool:
        return self.critic == "table"

    @property
    def value_function(self) -> Architecture:
        """The description of the value function.

        Raises:
            ArgumentError: the game does not have the network of the settings.
        """
        if not self.table_critic:
            return self.architecture.value_function()
        return Architecture("mlp", self.most_players * self.inputs, 1, self.layers)

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: see `StartConfig.validated` and `RunConfig.validated`; also an unknown critic, magnet or variant,
                too few tables, or a last minibatch with a single decision, whose advantage cannot be normalised.
        """
        config = super().validated()
        one_of("critic", config.critic, CRITICS)
        one_of("magnet", config.magnet, MAGNETS)
        for name in config.self_play_variants:
            config.parse_variant(name)
        kinds = len(config.sizes) + len(config.self_play_sizes)
        if kinds > config.num_envs:
            raise ArgumentError(f"players and self_play_variants need {kinds} tables or more, not {config.num_envs}")
        decisions = config.n_steps * config.num_envs
        if decisions % config.batch_size == 1:
            raise ArgumentError(
                f"batch_size {config.batch_size} leaves a last minibatch with one of {decisions} decisions: change batch_size"
            )
        return config
