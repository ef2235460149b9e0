"""Start a training from a model: a clone, or a model of PPO."""

from dataclasses import dataclass
from typing import Self

from dig_envs.agents.learned import VALUE_BASED, Architecture, LearnedAgent, load, read_card
from dig_envs.agents.trained import registry
from dig_envs.core.errors import ModelError
from dig_envs.training.run.config import NetworkConfig
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.policy import NetworkPolicy


@dataclass(frozen=True)
class StartConfig(NetworkConfig):
    """Settings of a training that can start from a model."""

    start: str = setting(
        "", "model to start from, with the same network: the file of a clone or of PPO, or the name of a shipped model"
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
    """Load the model that a run starts from.

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
    if card.game == game.id and seen != wanted:
        sets = [f'with the features "{name}"' if name else "on facts alone" for name in (seen, wanted)]
        raise ModelError(f"model {path} was trained {sets[0]}, and this run trains {sets[1]}")
    if card.algorithm in VALUE_BASED:
        raise ModelError(f"model {path} has action values (DQN), not a policy to start from")
    agent = load(path, game, features=config.feature_set)
    agent.check(game.parse_options(**config.options))
    check_network(config.architecture, agent)
    return agent


def take_weights(policy: NetworkPolicy, agent: LearnedAgent) -> None:
    """Copy the weights of a model into a policy of MaskablePPO, also those of the value function if the model has one."""
    networks = policy.mlp_extractor
    networks.policy_net.load_state_dict(agent.layers.state_dict())
    if agent.value is not None and not policy.sees_more:
        networks.value_net.load_state_dict(agent.value.state_dict())


def check_network(wanted: Architecture, agent: LearnedAgent) -> None:
    """Check that a model has the network of a run.

    Raises:
        ModelError: the networks differ.
    """
    found: Architecture = agent.layers.architecture  # type: ignore[union-attr,assignment]
    for name in ("network", "layers", "shortcut", "activation", "row_units"):
        own, other = getattr(wanted, name), getattr(found, name)
        if own != other:
            raise ModelError(f"model {agent.name} has {name} {other}, and this run {own}: they must be the same")
    if found != wanted:
        raise ModelError(f"model {agent.name} has a network of other rows than this run: train the model again")
