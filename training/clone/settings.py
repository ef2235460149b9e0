"""The settings of a cloning."""

from dataclasses import dataclass
from typing import Self

from dig_envs.adapters.arguments import one_of
from dig_envs.agents.learned.model_card import PLAYS
from dig_envs.agents.search import ROLES, Search
from dig_envs.core.agent_names import find_agent
from dig_envs.core.errors import ArgumentError
from dig_envs.training.process.ray_cluster import HERE, check_address
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig

LEAST_HELD_OUT = 1_024  # choices
ACTIONS, GAINS = TARGETS = "actions", "gains"
ROLLOUT = ROLES[1]


@dataclass(frozen=True)
class Config(StartConfig):
    """Settings of a cloning."""

    algorithm = "CLONE"

    teacher: str = setting("expert", 'whose actions are learned: a bot, a search such as "search:playouts=100", or a model')
    opponents: tuple[str, ...] = setting((), "bots or models that have half of the teacher's seats; none if not given")
    noise_levels: tuple[float, ...] = setting(
        (0.0, 0.05, 0.15, 0.3),
        "shares of random moves, one drawn for each seat of a game: mistakes are worth seeing",
        least=0,
        most=1,
    )
    decisions: int = setting(1_000_000, "choices that are recorded in a round", least=1)
    rounds: int = setting(1, "from the second on the learner plays too: its own positions are labelled (DAgger)", least=1)
    led: tuple[str, ...] = setting(
        (),
        'of a search that teaches: what the learner becomes of it from the second round on, "base", "rollout" or both',
    )
    targets: str = setting(
        ACTIONS,
        'what is learned of a choice: "actions", the teacher\'s, or of a search "gains": what each action gains, as it says',
    )
    temperature: float = setting(
        0.005, 'with targets "gains": the gain for which the learner becomes 2.7 times as likely to take an action', above=0
    )
    epochs: int = setting(4, "how often each choice is learned from, on average", least=1)
    kept: int = setting(131_072, "choices held in memory; where a round has more, the oldest make room", least=1)
    held_out: float = setting(0.05, "share of the games that are not learned from, but judged", least=0, most=0.5)
    layers: tuple[int, ...] = setting((256, 256), "sizes of the hidden layers, of the policy and the value function", least=1)
    learning_rate: float = setting(1e-3, "of Adam at the start; it falls to a tenth by the end", above=0)
    batch_size: int = setting(512, "choices in a step of gradient descent", least=1)
    value_weight: float = setting(0.5, "weight of the value function's error: it learns what the seat won in the end", least=0)
    reward_scale: float = setting(1.0, "by which rewards are multiplied for the value function, as in the PPO to come", above=0)
    ray: str = setting(
        "",
        'the Ray cluster that records, one portion on each core: "host:port", "auto", or "local" to start one here',
        bare=HERE,
    )
    play: str = setting(PLAYS[1], 'how the saved agent plays: "deterministic" or "stochastic"')

    def validated(self) -> Self:
        """Check the settings, and return them with all numbers as Python's own types.

        Raises:
            DigEnvsError: as of `StartConfig`, or a teacher or opponent that can't play this game with these options.
        """
        config = super().validated()
        if config.ray:
            check_address(config.ray)
        if not config.noise_levels:
            raise ArgumentError("noise_levels are one or more shares of random moves, such as 0; 0,0.1")
        options = config.played.parse_options(**config.options)
        named = {name: find_agent(name, config.played) for name in (config.teacher, *config.opponents)}
        for name, agent in named.items():
            if getattr(agent, "noise", 0.0):
                raise ArgumentError(f"{name} has random moves of its own; say how many with noise_levels")
            agent.check(options)
        for role in config.led:
            one_of("led", role, ROLES)
        one_of("targets", config.targets, TARGETS)
        teacher = named[config.teacher]
        if config.with_gains and not (isinstance(teacher, Search) and teacher.can_compare):
            raise ArgumentError(
                'gains are found by a search with method "improve" whose rollout is a bot, such as "search:playouts=100"; '
                f'"{config.teacher}" is none'
            )
        if config.with_gains and ROLLOUT in config.led:
            raise ArgumentError('gains are found by playouts of bots: led takes "base" with them, not "rollout"')
        if config.led and not isinstance(teacher, Search):
            raise ArgumentError(
                f'led is of a teacher that searches, such as "search:playouts=100"; "{config.teacher}" does not'
            )
        return config

    @property
    def with_gains(self) -> bool:
        """Whether what actions gain is learned."""
        return self.targets == GAINS

    @property
    def kept_aside(self) -> int:
        """How many choices of held-out games are held in memory."""
        return max(LEAST_HELD_OUT, int(self.held_out * self.kept))
