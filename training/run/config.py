"""Define the settings that all training runs share, and the name of a run."""

import dataclasses
import re
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from dig_envs.agents.learned import NETWORKS, PLAYS, Architecture, ModelCard, architecture_for, make_card
from dig_envs.agents.search.estimates import STANDINGS
from dig_envs.core.agent_names import find_agent
from dig_envs.core.arguments import one_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game, Options
from dig_envs.exact.enumeration import chance_of, parse_variant
from dig_envs.training.environment.opponent_pool import NOISE_LEVELS
from dig_envs.training.environment.potentials import check_potential
from dig_envs.training.process.device import device_of
from dig_envs.training.process.torch_state import PRECISIONS
from dig_envs.training.run.settings import checked, setting

Config = TypeVar("Config", bound="TrainingConfig")


@dataclass(frozen=True)
class TrainingConfig:
    """Settings of any training: the game, the observation, the process, and the evaluation of the trained agent."""

    algorithm = ""

    game: str | Game = setting("dig_v0", "id of the game; `dig-envs games` lists all")  # noqa: RUF009
    options: dict[str, Any] = dataclasses.field(default_factory=dict, metadata={"meaning": "options of the game"})
    players: tuple[int, ...] = setting(
        (), "several numbers of players, such as 2,3,4: each has an equal part of the tables or recorded choices", minimum=2
    )
    features: str | FeatureSet = setting(  # noqa: RUF009
        "", "a feature set whose floats the learner sees after the facts, such as expert; facts alone if not given"
    )
    seed: int = setting(
        0, "seed of all random numbers: the same seed, settings, versions and threads give the same weights on a CPU", minimum=0
    )
    num_envs: int = setting(256, "number of tables that play in parallel", minimum=1)
    threads: int = setting(
        1, "threads of torch; more are faster only on idle cores, and change the weights", minimum=1, maximum=1_024
    )
    precision: str = setting(
        "single", 'precision of factors in matrix products: "single", or "bfloat16", which is faster on processors with AMX'
    )
    device: str = setting("auto", 'device of the networks: "cpu", "cuda", or "auto": a GPU if torch finds one')
    opponents: tuple[str, ...] = setting((), "opponents in the pool: bots or models; all of the game's bots if not given")
    noise_levels: tuple[float, ...] = setting(
        NOISE_LEVELS, "shares of random moves; the pool has each bot once at each level", minimum=0, maximum=1
    )
    play: str = setting(
        PLAYS[0], 'how the saved agent chooses actions: "stochastic" or "deterministic" (DQN: always deterministic)'
    )
    games: int = setting(400, "games against each bot in the evaluation at the end; 0 for none", minimum=0, maximum=10**9)
    keep: int = setting(
        0,
        "games of the evaluation against each bot to save in the subfolder games, for watch and replay",
        minimum=0,
        maximum=1000,
    )
    folder: str = setting(
        "", "folder of logs, checkpoint and model; runs/ALGORITHM-GAME-SEED with the options after the game if not given"
    )

    @property
    def played(self) -> Game:
        """The game of the run."""
        return game_of(self.game)

    @property
    def sizes(self) -> list[dict[str, Any]]:
        """The options of the tables of each number of players."""
        return [{**self.options, "num_players": number} for number in self.players] or [self.options]

    def label(self, opponent: str, num_players: int) -> str:
        """Name the result against an opponent, with the number of players if the run has several."""
        return f"{opponent} ({num_players} players)" if len(self.sizes) > 1 else opponent

    @property
    def feature_set(self) -> FeatureSet | None:
        """The feature set whose floats the learner sees after the facts; None for facts alone."""
        return find_features(self.features or None, self.played)

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: an unknown game, option, opponent or feature set, a wrong type, a number outside its limits, or
                numbers of players that are equal or too many.
        """
        config = _with_first_size(checked(self))
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
        """The number of floats of an observation."""
        options = self.played.parse_options(**self.options)
        return self.played.layout(options).size + features_layout(self.feature_set, options).size

    def model_card(self, algorithm: str, activation: str, play: str) -> ModelCard:
        """Return the card of a model of the run: its game, options, features, network and rewards.

        Args:
            algorithm: the kind of the trained network, a key of `dig_envs.agents.learned.LAYERS`.
            activation: the activation between layers, a key of `dig_envs.agents.learned.ACTIVATIONS`.
            play: "stochastic" or "deterministic".
        """
        network: dict[str, Any] = {"algorithm": algorithm, "activation": activation, "play": play}
        rewards = {name: getattr(self, name) for name in ("reward_scale", "shaped", "potential") if hasattr(self, name)}
        return make_card(self.played, self.played.parse_options(**self.options), self.feature_set, **network, **rewards)


@dataclass(frozen=True)
class GamesConfig(TrainingConfig):
    """Settings of a run that learns from games and is measured during the training."""

    steps: int = setting(1_000_000, "decisions of the learner, summed over all tables", minimum=1)
    minutes: float = setting(0.0, "longest time of the training before its evaluation; 0: no limit but the steps", minimum=0)
    skip_forced: bool = setting(
        False, "let the tables make decisions with one legal action; the learner makes and learns the others"
    )
    shaped: bool = setting(False, "potential-based shaping: reward each decision with its change of the potential")
    potential: str = setting(
        STANDINGS,
        'with shaped: "standings", the rewards if the game ended now, for games of points; or "estimate", the expected '
        "rewards, for games whose agents estimate them",
    )
    reward_scale: float = setting(1.0, "factor of all rewards; shaped rewards are small", above=0)
    evaluate_every: int = setting(
        0,
        "steps between two measurements of the win share; 0: a twentieth of the run, or more if measurements take long",
        minimum=0,
    )
    evaluate_games: int = setting(60, "games against each opponent in a measurement; 0 for none", minimum=0, maximum=10**6)
    evaluate_against: tuple[str, ...] = setting(
        (), "opponents in the measurements: bots or models; all of the game's bots if not given"
    )
    exact: str = setting("", "a small variant of the game, whose exact exploitability is measured too, such as small")

    def variant_options(self, name: str) -> dict[str, Any]:
        """Return the options of the run with another variant, and with its number of players if the variant fixes one."""
        number = getattr(self.played.options.variants.get(name), "num_players", 0)  # 0: any
        return {**self.options, "variant": name} | ({"num_players": number} if number else {})

    def parse_variant(self, name: str) -> Options:
        """Return the parsed options of a variant.

        Raises:
            DigEnvsError: the game has no variants or not this one, or another option does not fit the variant.
        """
        options = self.variant_options(name)
        return parse_variant(self.played, options.pop("variant"), options)

    @property
    def most_players(self) -> int:
        """The largest number of players at a table."""
        return max(self.played.parse_options(**options).num_players for options in [*self.sizes, *self.self_play_sizes])

    @property
    def self_play_sizes(self) -> list[dict[str, Any]]:
        """The options of further tables, at which the learner decides for every seat."""
        return []

    @property
    def every_seat(self) -> bool:
        """Whether the learner decides for every seat and has no opponents."""
        return False

    @property
    def table_critic(self) -> bool:
        """Whether the tables give the observations of all seats, for the value function."""
        return False

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: see `TrainingConfig.validated`; also an unknown opponent in measurements, a potential that the game
                does not have, opponents in self-play, or a variant that is unknown or does not fit the options.
        """
        config = super().validated()
        if config.exact:
            chance_of(config.played, config.parse_variant(config.exact))
        for name in config.evaluate_against:
            find_agent(name, config.played)
        check_potential(config.played, config.potential, config.shaped)
        if config.every_seat and config.opponents:
            raise ArgumentError(
                f"self-play has no opponents, such as {config.opponents[0]}: the learner decides for every seat"
            )
        return config


@dataclass(frozen=True)
class RunConfig(GamesConfig):
    """Settings of a run that trains against a pool of opponents. Each algorithm adds its own."""

    snapshots: int = setting(2, "largest number of frozen copies of the learner in the pool", minimum=0)
    snapshot_every: int = setting(500_000, "steps between two snapshots", minimum=1)
    checkpoint_every: int = setting(
        1_000_000,
        "steps between two checkpoints; also one every minute, unless that takes more than 5 % of the time",
        minimum=1,
    )
    polyak: float = setting(
        0.0,
        "Polyak averaging: share of the old average in the new average after each rollout; the saved agent has the average",
        minimum=0,
        below=1,
    )


@dataclass(frozen=True)
class NetworkConfig(TrainingConfig):
    """Settings of a training whose policy is a network of `dig_envs.agents.learned`."""

    network: str = setting(
        "mlp", '"mlp": hidden layers alone, or "rows": before them a layer that all places, cards or seats share'
    )
    layers: tuple[int, ...] = setting(
        (128, 128), "sizes of the hidden layers of the policy and of the value function", minimum=1
    )
    shortcut: bool = setting(False, "mlp only: also connect observation and actions directly, for choices among many actions")

    @property
    def architecture(self) -> Architecture:
        """The description of the policy.

        Raises:
            ArgumentError: the game has no rows, or a network of rows has a shortcut.
        """
        one_of("network", self.network, NETWORKS)
        options = self.played.parse_options(**self.options)
        return architecture_for(self.played, options, self.feature_set, self.network, self.layers, shortcut=self.shortcut)

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: see `TrainingConfig.validated`; also a network that the game does not have.
        """
        config = super().validated()
        assert config.architecture  # raises if there is no such network
        return config


def _with_first_size(config: Config) -> Config:
    """Check the numbers of players, and set the option `num_players` to the first."""
    players = config.players
    if not players:
        return config
    if len(set(players)) < len(players) or len(players) > config.num_envs:
        raise ArgumentError(f"players must be different numbers, at most one for each table, not {players}")
    if config.options.get("num_players", players[0]) != players[0]:
        raise ArgumentError("players and the option num_players give different numbers: give one of the two")
    for size in config.sizes:
        config.played.parse_options(**size)
    return dataclasses.replace(config, options=config.sizes[0])


def split_evenly(count: int, parts: int) -> list[int]:
    """Split a number of tables or choices into parts that differ by at most 1, one for each number of players.

    >>> split_evenly(10, 4)
    [3, 3, 2, 2]
    """
    return [count // parts + (k < count % parts) for k in range(parts)]


def agents_named(config: TrainingConfig) -> tuple[str, ...]:
    """Return the names of all agents that play in a run."""
    return *config.opponents, *getattr(config, "evaluate_against", ()), getattr(config, "teacher", "")


def run_name(config: TrainingConfig) -> str:
    """Return the name of a run: algorithm, game, options that differ from the defaults, features, and seed.

    >>> from dig_envs.training.ppo.algorithm import Config
    >>> run_name(Config(seed=7)), run_name(Config(options={"scents": True, "num_players": 3}, features="expert"))
    ('ppo-dig_v0-7', 'ppo-dig_v0-players=3-scents=true-features=expert-0')
    """
    game, players = config.played, getattr(config, "players", ())
    defaults = {item.name: item.default for item in dataclasses.fields(game.options)}
    given = {name: config.options[name] for name in defaults if name in config.options}
    parts = [f"{name.removeprefix('num_')}={_plain(value)}" for name, value in given.items() if value != defaults[name]]
    if len(players) > 1:
        parts = [part for part in parts if not part.startswith("players=")] + [f"players={'+'.join(map(str, players))}"]
    if config.features:
        parts.append(f"features={_plain(getattr(config.features, 'name', config.features))}")
    return "-".join([config.algorithm.lower(), game.id, *parts, str(config.seed)])


def _plain(value: Any) -> str:
    """Return the value of an option as part of a file name."""
    text = str(value).lower() if value is None or isinstance(value, bool) else str(value)
    return re.sub(r"[^\w.+-]+", "_", text).strip("_")
