"""Start a training from a model: a clone, or a model of PPO."""

from dataclasses import dataclass
from typing import Self

from dig_envs.agents.learned import VALUE_BASED, Architecture, LearnedAgent, load, read_card
from dig_envs.agents.learned.widening import widened
from dig_envs.agents.trained import registry
from dig_envs.core.errors import ModelError
from dig_envs.training.run.config import NetworkConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.policy import NetworkPolicy


@dataclass(frozen=True)
class StartConfig(NetworkConfig):
    """Settings of a training that can start from a model."""

    start: str = setting(
        "",
        "model to start from, with the same network: the file of a clone or of PPO, or the name of a shipped model; "
        "a model on facts alone gets the features of the run, with weights of 0",
    )

    @property
    def starting_model(self) -> LearnedAgent | None:
        """The model that the run starts from; None if `start` is empty.

        Raises:
            ModelError: see `starting_model`.
        """
        return starting_model(self, self.start) if self.start else None

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: see `NetworkConfig.validated`; also a model that does not fit the run.
        """
        config = super().validated()
        if config.start:
            starting_model(config, config.start)
        return config


def starting_model(config: NetworkConfig, path: str) -> LearnedAgent:
    """Load the model that a run starts from, and add the run's features to a model on facts alone, with weights of 0.

    Args:
        config: the settings of the run.
        path: the model's file, or the name of a shipped model.

    Raises:
        ModelError: the model cannot be loaded, has another game, observation, feature set or network than the run, or is a
            model of DQN, which has no policy.
    """
    game = config.played
    path = str(registry.model_file(path, game))
    card = read_card(path)
    seen, wanted = card.features or "", getattr(config.feature_set, "name", "")
    if card.game == game.id and seen and seen != wanted:
        own = f'with the features "{wanted}"' if wanted else "on facts alone"
        raise ModelError(f'model {path} was trained with the features "{seen}", and this run trains {own}')
    if card.algorithm in VALUE_BASED:
        raise ModelError(f"model {path} has action values (DQN), not a policy to start from")
    agent = load(path, game, features=config.feature_set if seen else None)
    options, architecture = game.parse_options(**config.options), config.architecture
    agent.check(options)
    _check_layers(architecture, agent)
    if seen == wanted:
        if agent.layers.architecture != architecture:
            raise ModelError(f"model {agent.name} has a network of other rows than this run: train the model again")
        return agent
    try:
        layers = widened(agent.layers, architecture)  # type: ignore[arg-type]
        value = None if agent.value is None else widened(agent.value, architecture.value_function())  # type: ignore[arg-type]
    except ValueError as error:
        raise ModelError(f"model {agent.name} cannot get the features of this run: {error}") from error
    return LearnedAgent(agent.name, layers, agent.deterministic, agent.fingerprint, config.feature_set, options, value=value)


def take_weights(policy: NetworkPolicy, agent: LearnedAgent) -> None:
    """Copy the weights of a model into a policy of MaskablePPO, also those of the value function if the model has one."""
    networks = policy.mlp_extractor
    networks.policy_net.load_state_dict(agent.layers.state_dict())
    if agent.value is not None and not policy.sees_more:
        networks.value_net.load_state_dict(agent.value.state_dict())


def _check_layers(wanted: Architecture, agent: LearnedAgent) -> None:
    """Check that a model has the same kind of network and the same layer sizes as a run.

    Raises:
        ModelError: the layers differ.
    """
    architecture: Architecture = agent.layers.architecture  # type: ignore[union-attr,assignment]
    for name in ("network", "layers", "shortcut", "activation", "row_units"):
        own, other = getattr(wanted, name), getattr(architecture, name)
        if own != other:
            raise ModelError(f"model {agent.name} has {name} {other}, and this run {own}: they must be the same")
