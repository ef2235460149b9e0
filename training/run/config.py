"""Define the settings of any training run, and the name that a run has from them."""

import dataclasses
import re
from dataclasses import dataclass
from typing import Any, Self

from dig_envs.adapters.arguments import one_of
from dig_envs.agents.learned import NETWORKS, PLAYS, Architecture, architecture_for
from dig_envs.agents.search.estimates import STANDINGS
from dig_envs.core.agent_names import find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game
from dig_envs.training.environment.opponent_pool import NOISE_LEVELS
from dig_envs.training.environment.potentials import check_potential
from dig_envs.training.process.device import device_of
from dig_envs.training.process.torch_state import PRECISIONS
from dig_envs.training.run.settings import checked, setting


@dataclass(frozen=True)
class TrainingConfig:
    """Settings of any training: what is played and seen, and how the agent that it makes is judged."""

    algorithm = ""

    game: str | Game = setting("dig_v0", "id of the game, as listed by `dig-envs games`")  # noqa: RUF009
    options: dict[str, Any] = dataclasses.field(default_factory=dict, metadata={"meaning": "the game's options"})
    features: str | FeatureSet = setting(  # noqa: RUF009
        "", "a feature set whose floats follow the facts, such as expert; facts alone if not given"
    )
    seed: int = setting(
        0, "decides everything: the same seed, settings, versions and threads give the same weights on a CPU", least=0
    )
    num_envs: int = setting(256, "tables played at once", least=1)
    threads: int = setting(1, "threads of torch; more pay on idle cores alone, and change the weights", least=1, most=1_024)
    precision: str = setting(
        "single", 'of factors in matrix products: "single", or "bfloat16", faster where the processor has units for it (AMX)'
    )
    device: str = setting("auto", 'where networks are computed: "cpu", "cuda", or "auto", which is a GPU where torch sees one')
    opponents: tuple[str, ...] = setting((), "bots or models in the pool; all of the game's bots if not given")
    noise_levels: tuple[float, ...] = setting(
        NOISE_LEVELS, "shares of random moves; each bot is in the pool once with each", least=0, most=1
    )
    play: str = setting(PLAYS[0], 'how the saved agent plays: "stochastic" or "deterministic" (DQN: always deterministic)')
    games: int = setting(400, "games against each bot in the evaluation at the end; 0 for none", least=0, most=10**9)
    keep: int = setting(
        0,
        "games against each bot in the evaluation that are kept in the run's folder games, for watch and replay",
        least=0,
        most=1000,
    )
    folder: str = setting(
        "", "where logs, checkpoint and model go; if not given, runs/ALGORITHM-GAME-SEED, with the options after the game"
    )

    @property
    def played(self) -> Game:
        """The game that the run is about."""
        return game_of(self.game)

    @property
    def feature_set(self) -> FeatureSet | None:
        """The features that the learner sees after the facts; None for facts alone."""
        return find_features(self.features or None, self.played)

    def validated(self) -> Self:
        """Check the settings, and return them with all numbers as Python's own types.

        Raises:
            DigEnvsError: no such game, option, opponent or feature set, or a number out of its limits.
        """
        config = checked(self)
        one_of("play", config.play, PLAYS)
        one_of("precision", config.precision, PRECISIONS)
        device_of(config.device)
        options = config.played.parse_options(**config.options)
        features_layout(config.feature_set, options)
        for name in config.opponents:
            find_agent(name, config.played)
        return config

    @property
    def inputs(self) -> int:
        """How many floats the learner sees in a decision."""
        options = self.played.parse_options(**self.options)
        return self.played.layout(options).size + features_layout(self.feature_set, options).size


@dataclass(frozen=True)
class GamesConfig(TrainingConfig):
    """Settings of a run that learns from games and is measured on the way."""

    steps: int = setting(1_000_000, "decisions of the learner, all tables counted", least=1)
    skip_forced: bool = setting(False, "leave decisions with one legal action to the tables: what is learned are choices")
    shaped: bool = setting(False, "potential-based shaping: pay each decision what it changes of the potential")
    potential: str = setting(
        STANDINGS,
        'with shaped: "standings", what the game would pay if it ended now, for games of points; or "estimate", what it can be '
        "expected to pay, for games whose agents estimate that",
    )
    reward_scale: float = setting(1.0, "by which all rewards are multiplied; shaped ones are small", above=0)
    evaluate_every: int = setting(
        0,
        "steps between two measurements of the win share; 0: a twentieth of the run, or less often where that takes long",
        least=0,
    )
    evaluate_games: int = setting(60, "games against each opponent in a measurement; 0 for none", least=0, most=10**6)
    evaluate_against: tuple[str, ...] = setting((), "bots or models of the measurements; all of the game's bots if not given")

    @property
    def every_seat(self) -> bool:
        """Whether the learner decides for every seat, so that it has no opponents."""
        return False

    def validated(self) -> Self:
        """Return the settings as `TrainingConfig.validated` does.

        Raises:
            DigEnvsError: as there, or an opponent of the measurements is unknown, or self-play is given opponents.
        """
        config = super().validated()
        for name in config.evaluate_against:
            find_agent(name, config.played)
        check_potential(config.played, config.potential, config.shaped)
        if config.every_seat and config.opponents:
            raise ArgumentError(f"self-play has no opponents, such as {config.opponents[0]}: it decides for every seat")
        return config


@dataclass(frozen=True)
class RunConfig(GamesConfig):
    """Settings of a run of games against a pool of opponents. An algorithm's own dataclass adds to them."""

    snapshots: int = setting(2, "frozen copies of the learner that are kept in the pool", least=0)
    snapshot_every: int = setting(500_000, "steps between two such copies", least=1)
    checkpoint_every: int = setting(
        1_000_000, "steps between two checkpoints; one is also written every minute, and after each 5 % of the run", least=1
    )
    polyak: float = setting(
        0.0,
        "Polyak averaging: the share of the averaged weights that each rollout keeps; the saved agent plays the average",
        least=0,
        below=1,
    )


@dataclass(frozen=True)
class NetworkConfig(TrainingConfig):
    """Settings of a training whose policy is one of our networks."""

    network: str = setting("mlp", '"rows": layers that all places, cards or seats share, or "mlp": hidden layers alone')
    layers: tuple[int, ...] = setting((128, 128), "sizes of the hidden layers, of the policy and the value function", least=1)
    shortcut: bool = setting(False, "of an mlp: let actions see the observation past the hidden layers, for choices among many")

    @property
    def architecture(self) -> Architecture:
        """The description of the policy.

        Raises:
            ArgumentError: the game has no rows, or rows are given a shortcut.
        """
        one_of("network", self.network, NETWORKS)
        options = self.played.parse_options(**self.options)
        return architecture_for(self.played, options, self.feature_set, self.network, self.layers, shortcut=self.shortcut)

    def validated(self) -> Self:
        """Return the settings as `TrainingConfig.validated` does.

        Raises:
            DigEnvsError: as there, or there is no such network for the game.
        """
        config = super().validated()
        assert config.architecture  # or it says why there is none
        return config


def agents_named(config: TrainingConfig) -> tuple[str, ...]:
    """Return the names of all agents that play in a run with these settings."""
    return *config.opponents, *getattr(config, "evaluate_against", ()), getattr(config, "teacher", "")


def run_name(config: TrainingConfig) -> str:
    """Name a run: algorithm, game, the options that are not the game's defaults, the features, and the seed.

    >>> from dig_envs.training.ppo.algorithm import Config
    >>> run_name(Config(seed=7)), run_name(Config(options={"scents": True, "num_players": 3}, features="expert"))
    ('ppo-dig_v0-7', 'ppo-dig_v0-players=3-scents=true-features=expert-0')
    """
    game = config.played
    defaults = {item.name: item.default for item in dataclasses.fields(game.options)}
    given = {name: config.options[name] for name in defaults if name in config.options}
    parts = [f"{name.removeprefix('num_')}={_plain(value)}" for name, value in given.items() if value != defaults[name]]
    if config.features:
        parts.append(f"features={_plain(getattr(config.features, 'name', config.features))}")
    return "-".join([config.algorithm.lower(), game.id, *parts, str(config.seed)])


def _plain(value: Any) -> str:
    """Write an option's value as a part of a file's name."""
    text = str(value).lower() if value is None or isinstance(value, bool) else str(value)
    return re.sub(r"[^\w.+-]+", "_", text).strip("_")
