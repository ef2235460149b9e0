"""The settings of a cloning."""

import dataclasses
from dataclasses import dataclass
from typing import Self

from dig_envs.agents.learned.model_card import PLAYS
from dig_envs.agents.search import ROLES, Search
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.core.arguments import one_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training.process.ray_cluster import HERE, check_address
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.start_from import StartConfig

MIN_HELD_OUT = 1_024  # choices of held-out games that memory holds
ACTIONS, GAINS = TARGETS = "actions", "gains"
ROLLOUT = ROLES[1]


@dataclass(frozen=True)
class Config(StartConfig):
    """Settings of a cloning."""

    algorithm = "CLONE"

    teacher: str = setting(
        "", 'the agent to clone: a bot, a search such as "search:playouts=100", or a model; "" for the strongest bot'
    )
    opponents: tuple[str, ...] = setting((), "bots or models that play as many seats as the teacher; none if not given")
    noise_levels: tuple[float, ...] = setting(
        (0.0, 0.05, 0.15, 0.3),
        "shares of random actions; each seat of a game has one of them, so that positions after mistakes occur",
        minimum=0,
        maximum=1,
    )
    decisions: int = setting(1_000_000, "choices to record in each round", minimum=1)
    rounds: int = setting(
        1, "number of rounds; from the second on the learner also plays, and the teacher labels its choices (DAgger)", minimum=1
    )
    led: tuple[str, ...] = setting(
        (),
        'policies of a teaching search that the learner replaces from the second round on: "base", "rollout" or both',
    )
    targets: str = setting(
        ACTIONS,
        'targets of the learning: "actions" of the teacher, or "gains": the gain of each action by a teaching search',
    )
    temperature: float = setting(0.005, 'with targets "gains": the gain that makes an action 2.7 times as likely', above=0)
    epochs: int = setting(4, "mean number of times that the learner sees each choice", minimum=1)
    kept: int = setting(131_072, "largest number of choices in memory; new choices replace the oldest", minimum=1)
    held_out: float = setting(
        0.05, "share of the games that only measure the agreement with the teacher", minimum=0, maximum=0.5
    )
    layers: tuple[int, ...] = setting(
        (256, 256), "sizes of the hidden layers of the policy and of the value function", minimum=1
    )
    learning_rate: float = setting(1e-3, "learning rate of Adam at the start; it falls to a tenth by the end", above=0)
    batch_size: int = setting(512, "choices in a minibatch", minimum=1)
    value_weight: float = setting(
        0.5, "weight of the squared error of the value function, which learns the reward at the end of the game", minimum=0
    )
    reward_scale: float = setting(
        1.0, "factor of the rewards that the value function learns; the same as in a PPO that starts from the clone", above=0
    )
    ray: str = setting(
        "",
        'Ray cluster for the recording: "host:port", "auto", or "local" to start one here',
        bare=HERE,
    )
    play: str = setting(PLAYS[1], 'how the saved agent chooses actions: "deterministic" or "stochastic"')

    def validated(self) -> Self:
        """Check the settings, and return them with all numbers as Python's own types.

        Raises:
            DigEnvsError: see `StartConfig.validated`; also a teacher or opponent that cannot play the game, or settings that do
                not fit the teacher.
        """
        config = super().validated()
        config = dataclasses.replace(config, teacher=config.teacher or default_agents(config.played)[-1])
        if config.ray:
            check_address(config.ray)
        if not config.noise_levels:
            raise ArgumentError("noise_levels are one or more shares of random actions, such as 0 or 0,0.1")
        options = config.played.parse_options(**config.options)
        named = {name: find_agent(name, config.played) for name in (config.teacher, *config.opponents)}
        for name, agent in named.items():
            if getattr(agent, "noise", 0.0):
                raise ArgumentError(f"{name} has noise of its own: give its share of random actions as noise_levels")
            agent.check(options)
        for role in config.led:
            one_of("led", role, ROLES)
        one_of("targets", config.targets, TARGETS)
        teacher = named[config.teacher]
        if config.with_gains and not (isinstance(teacher, Search) and teacher.can_compare):
            raise ArgumentError(
                'targets "gains" needs a search with method "improve" whose rollout is a bot, such as "search:playouts=100"; '
                f'"{config.teacher}" is no such search'
            )
        if config.with_gains and ROLLOUT in config.led:
            raise ArgumentError('targets "gains" needs playouts of bots: led can be "base" then, not "rollout"')
        if config.led and not isinstance(teacher, Search):
            raise ArgumentError(
                f'led needs a search as teacher, such as "search:playouts=100"; "{config.teacher}" is no search'
            )
        return config

    @property
    def with_gains(self) -> bool:
        """Whether the learner learns from gains."""
        return self.targets == GAINS

    @property
    def max_held_out(self) -> int:
        """The largest number of choices of held-out games in memory."""
        return max(MIN_HELD_OUT, int(self.held_out * self.kept))
